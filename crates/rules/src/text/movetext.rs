//! What stands between the moves of a PGN file, and what must not.
//!
//! `pgn-reader` passes over every word that is no move without telling. [`Marking`] therefore stands before it and turns
//! such words of the main line into marked comments, which the visitor reads as moves or refuses. Its states follow those
//! of `pgn-reader` byte by byte, so that both agree on what is tag, comment, variation and move.

use std::collections::VecDeque;
use std::io::{self, Read};

use pgn_reader::SanPlus;

/// Longer tag lines are cut. `pgn-reader` must have room for one, else it would give it up at a place not known here.
pub(super) const LONGEST_TAG_LINE: usize = 4096;

/// The standard's limit for a word.
const LONGEST_WORD: usize = 255;

/// Words that say something about a move, alone or at its end: evaluations, novelty, diagram, en passant. Like `$n`, `!`
/// and `?` they are passed over, as in other readers; a null move (`--`) is not, for no game has one.
#[rustfmt::skip]
const GLYPHS: &[&str] = &[
    "+", "++", "#", "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+--", "=/∞", "∞/=",
    "±", "∓", "⩲", "⩱", "∞", "□", "⌓", "N", "D", "ep", "e.p", "~", "∆",
];

/// The text of a marked comment, `None` for those that are in the file.
pub(super) fn marked(comment: &[u8]) -> Option<&[u8]> {
    // Every comment of the file has been given a space at its front, and no mark has one.
    (!comment.starts_with(b" ")).then_some(comment)
}

/// A PGN file with marks.
pub(super) struct Marking<I> {
    input: I,
    ended: bool,
    chunk: Vec<u8>,
    marker: Marker,
}

impl<I: Read> Marking<I> {
    pub(super) fn new(input: I) -> Self {
        Self { input, ended: false, chunk: vec![0; 1 << 13], marker: Marker::default() }
    }
}

impl<I: Read> Read for Marking<I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.marker.written.is_empty() && !self.ended {
            match self.input.read(&mut self.chunk)? {
                0 => {
                    self.ended = true;
                    self.marker.end();
                }
                length => self.chunk[..length].iter().for_each(|byte| self.marker.take(*byte)),
            }
        }
        self.marker.written.read(buffer)
    }
}

/// Where in a file a byte stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before a game or between its tags.
    Outside {
        line_start: bool,
    },
    /// From `%` in the first column to the line feed.
    OutsideEscape,
    TagName,
    TagValue,
    TagBackslash,
    AfterTag,
    Moves,
    /// After a line feed among the moves: the next byte may end the game.
    LineStart,
    LineStartReturn,
    Comment,
    /// The same among moves, or from `;`.
    RestOfLine,
}

struct Marker {
    place: Place,
    tag_length: usize,
    /// How many variations are open. Their words are left alone.
    depth: usize,
    /// The main line's word that has begun.
    word: Vec<u8>,
    written: VecDeque<u8>,
}

impl Default for Marker {
    fn default() -> Self {
        let place = Place::Outside { line_start: true };
        Self { place, tag_length: 0, depth: 0, word: Vec::new(), written: VecDeque::new() }
    }
}

impl Marker {
    fn take(&mut self, byte: u8) {
        match self.place {
            Place::Outside { line_start } => match byte {
                b' ' | b'\t' | b'\r' => {}
                b'\n' => self.place = Place::Outside { line_start: true },
                b'%' if line_start => self.place = Place::OutsideEscape,
                b'[' => {
                    self.place = Place::TagName;
                    self.tag_length = 0;
                }
                // A byte order mark, even where files have been joined.
                0xef | 0xbb | 0xbf => return,
                _ => return self.take_at(Place::Moves, byte),
            },
            Place::OutsideEscape if byte == b'\n' => self.place = Place::Outside { line_start: true },
            // With room for an escaped byte and a line feed. The rest of the line is taken for moves, and refused.
            Place::TagName | Place::TagValue if self.tag_length + 2 >= LONGEST_TAG_LINE => {
                self.tag_length = 0;
                self.take(b'\n');
                return self.take(byte);
            }
            Place::TagName => match byte {
                b'"' => self.place = Place::TagValue,
                b']' | b'\n' => self.place = Place::AfterTag,
                _ => {}
            },
            Place::TagValue => match byte {
                b'\\' => self.place = Place::TagBackslash,
                b'"' => self.place = Place::AfterTag,
                b'\n' => self.place = Place::Outside { line_start: true },
                _ => {}
            },
            Place::TagBackslash => self.place = Place::TagValue,
            Place::AfterTag => match byte {
                b' ' | b'\t' | b'\r' => {}
                b']' => self.place = Place::Outside { line_start: false },
                _ => return self.take_at(Place::Outside { line_start: false }, byte),
            },
            Place::Moves => return self.take_among_moves(byte),
            Place::LineStart => match byte {
                b'\n' | b'[' => return self.end_game(byte),
                b'%' => self.place = Place::RestOfLine,
                b'\r' => self.place = Place::LineStartReturn,
                _ => return self.take_at(Place::Moves, byte),
            },
            Place::LineStartReturn if byte == b'\n' => return self.end_game(byte),
            Place::LineStartReturn => return self.take_at(Place::Moves, byte),
            Place::Comment if byte == b'}' => self.place = Place::Moves,
            Place::RestOfLine if byte == b'\n' => return self.take_at(Place::Moves, byte),
            Place::OutsideEscape | Place::Comment | Place::RestOfLine => {}
        }
        self.tag_length += 1;
        self.written.push_back(byte);
    }

    fn take_at(&mut self, place: Place, byte: u8) {
        self.place = place;
        self.take(byte);
    }

    fn take_among_moves(&mut self, byte: u8) {
        let of_word = !matches!(
            byte,
            b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'}' | b'(' | b')' | b'!' | b'?' | b'$' | b';' | b'*'
        );
        if !of_word {
            self.end_word();
        }
        match byte {
            b'\n' => self.place = Place::LineStart,
            b';' => self.place = Place::RestOfLine,
            b'{' => {
                self.place = Place::Comment;
                self.written.extend(b"{ ");
                return;
            }
            b'(' => self.depth += 1,
            b')' if self.depth > 0 => self.depth -= 1,
            b')' => return self.mark("unmatched )"),
            b'}' if self.depth == 0 => return self.mark("unmatched closing brace"),
            _ if self.depth == 0 && (of_word || byte == b'$') => {
                // One more than is allowed is enough to know.
                if self.word.len() <= LONGEST_WORD {
                    self.word.push(byte);
                }
                return;
            }
            _ => {}
        }
        self.written.push_back(byte);
    }

    /// The line feed before `byte` was the game's last.
    fn end_game(&mut self, byte: u8) {
        if self.close_variations() {
            self.written.push_back(b'\n');
        }
        self.take_at(Place::Outside { line_start: true }, byte);
    }

    /// A game whose variations are not all closed has lost moves to them.
    fn close_variations(&mut self) -> bool {
        let open = self.depth > 0;
        if open {
            self.written.extend(std::iter::repeat_n(b')', std::mem::take(&mut self.depth)));
            self.mark("unmatched (");
        }
        open
    }

    /// The file ends.
    fn end(&mut self) {
        self.end_word();
        match self.place {
            Place::Comment if self.depth > 0 => self.written.push_back(b'}'),
            Place::RestOfLine if self.depth > 0 => self.written.push_back(b'\n'),
            _ => {}
        }
        self.close_variations();
    }

    fn end_word(&mut self) {
        let bytes = std::mem::take(&mut self.word);
        let mut text = String::from_utf8_lossy(&bytes);
        if bytes.len() > LONGEST_WORD {
            // The ellipsis makes sure that what is left is no move.
            self.mark(&format!("{text}…"));
        } else {
            if !text.is_ascii() {
                text = text.replace(['–', '—'], "-").replace('…', "...").replace('½', "1/2").into();
            }
            // There are more kinds of space than `pgn-reader` knows.
            text.split_whitespace().for_each(|word| self.write_word(word));
        }
        self.word = bytes;
        self.word.clear();
    }

    fn write_word(&mut self, word: &str) {
        let (number, word) = split_number(word.trim_end_matches('.'));
        self.written.extend(number.as_bytes());
        match word {
            // A null move, as UCI has it.
            "" if number == "0000" => self.mark(number),
            "" => {}
            "1-0" | "0-1" | "1/2-1/2" => self.written.extend(word.as_bytes()),
            "1/2" => self.written.extend(b"1/2-1/2"),
            _ if GLYPHS.contains(&word) => {}
            _ if is_nag(word) => {}
            _ => {
                let mut bare = GLYPHS.iter().filter_map(|glyph| word.strip_suffix(glyph)).filter(|bare| is_san(bare));
                match if is_san(word) { Some(word) } else { bare.next() } {
                    Some(san) => self.written.extend(san.as_bytes()),
                    None => self.mark(word),
                }
            }
        }
        self.written.push_back(b' ');
    }

    fn mark(&mut self, text: &str) {
        self.written.push_back(b'{');
        self.written.extend(text.as_bytes());
        self.written.push_back(b'}');
    }
}

/// Cuts `12.` or `12...` off the front of a word. The dots may be missing before a letter.
fn split_number(word: &str) -> (&str, &str) {
    let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    let has_dots = rest.len() < after_digits.len();
    if has_dots || rest.chars().next().is_none_or(|letter| letter.is_ascii_alphabetic()) {
        word.split_at(word.len() - rest.len())
    } else {
        ("", word)
    }
}

fn is_nag(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether `pgn-reader` will take all of the word for a move. It would take a digit at its front for a move number.
fn is_san(word: &str) -> bool {
    !word.starts_with(|letter: char| letter.is_ascii_digit()) && SanPlus::from_ascii(word.as_bytes()).is_ok()
}
