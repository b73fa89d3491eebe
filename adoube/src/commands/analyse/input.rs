//! What is to be analysed: an argument, a file, or stdin; a position, many positions, or games.

use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use rules::text::epd::Epd;
use rules::text::pgn::PgnReader;
use rules::{Game, Position, Rules};

/// A game whose last position, or whose every move, is analysed.
pub struct Subject<R: Rules> {
    /// What it is called, if it is called anything.
    pub name: Option<String>,
    /// The game: of a position alone, one without moves.
    pub game: Game<R>,
}

/// Reads the subjects from what the command line says. `setup` knows positions by name.
pub fn read<R: Rules>(
    argument: Option<&str>,
    setup: fn(&str) -> Option<&'static str>,
) -> anyhow::Result<Vec<Subject<R>>> {
    match argument {
        None | Some("-") => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).context("stdin: cannot be read")?;
            parse(&String::from_utf8_lossy(&bytes), "stdin")
        }
        Some("startpos") => Ok(vec![Subject { name: None, game: Game::new(Position::start()) }]),
        Some(text) if setup(text).is_some() => parse(setup(text).unwrap_or(text), text),
        Some(text) if Path::new(text).is_file() => {
            let bytes = std::fs::read(text).with_context(|| format!("{text}: cannot be read"))?;
            parse(&String::from_utf8_lossy(&bytes), text)
        }
        Some(text) if text.contains('/') && text.contains(' ') || text.contains('[') => parse(text, "the argument"),
        Some(text) => anyhow::bail!("{text:?}: no such file, and no position; expected a FEN, EPD or PGN"),
    }
}

/// Reads games or positions, whichever it is.
fn parse<R: Rules>(text: &str, source: &str) -> anyhow::Result<Vec<Subject<R>>> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let is_pgn = text.starts_with('[') || text.starts_with("1.") || text.starts_with("1 .") || text.starts_with('{');
    if is_pgn {
        let games = PgnReader::<R, _>::new(text.as_bytes());
        return games.map(|game| Ok(subject_of(game.with_context(|| source.to_owned())?))).collect();
    }
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(number, line)| {
            let epd: Epd<R> = line.parse().with_context(|| format!("{source}, line {number}"))?;
            let name = epd.operands("id").map(|operands| operands.join(" "));
            Ok(Subject { name, game: Game::new(epd.position) })
        })
        .collect()
}

fn subject_of<R: Rules>(pgn: rules::text::pgn::PgnGame<R>) -> Subject<R> {
    let player = |color: &str| pgn.tag(color).unwrap_or("?").to_owned();
    let name = format!("{} - {}  {}", player("White"), player("Black"), pgn.result);
    Subject { name: Some(name), game: pgn.game }
}
