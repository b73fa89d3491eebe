//! Lines from a reader that may send anything: bytes that are no text, and lines without end.

use std::io::{self, BufRead, Read};

/// Longer lines are dropped. A game of a thousand moves needs some five thousand bytes.
const LONGEST: usize = 1 << 20;

/// What came from the reader.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its end. Bytes that are no UTF-8 have been replaced.
    Text(String),
    /// A line that was dropped for its length.
    TooLong,
    /// There will be no more lines.
    End,
}

/// Reads the next line.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        let read = input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)?;
        if read < LONGEST || bytes.ends_with(b"\n") {
            return Ok(match (too_long, bytes.is_empty()) {
                (true, _) => Line::TooLong,
                (false, true) => Line::End,
                (false, false) => Line::Text(String::from_utf8_lossy(&bytes).trim().to_owned()),
            });
        }
        too_long = true;
        bytes.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_become_lines() {
        let mut input: &[u8] = b"uci\r\n\n\xff\xfe stop\nquit";
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next(), Line::Text("uci".to_owned()));
        assert_eq!(next(), Line::Text(String::new()));
        assert_eq!(next(), Line::Text("\u{fffd}\u{fffd} stop".to_owned()));
        assert_eq!(next(), Line::Text("quit".to_owned()));
        assert_eq!(next(), Line::End);
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_whole() {
        for length in [LONGEST, LONGEST + 1, 3 * LONGEST] {
            let text = [vec![b'x'; length], b"\nstop\n".to_vec()].concat();
            let mut input: &[u8] = &text;
            assert_eq!(read_line(&mut input).unwrap(), Line::TooLong);
            assert_eq!(read_line(&mut input).unwrap(), Line::Text("stop".to_owned()));
        }
    }
}
