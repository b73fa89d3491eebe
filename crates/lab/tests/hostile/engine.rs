//! An engine for tests that misbehaves in one way, named by its first argument. Until then it plays the first legal move
//! it finds, deterministically, and says so with a score.
//!
//! `hostile MODE [PLY]`: the fault comes when this many plies of the game have been played. Some faults come at other
//! times: `crash-at-start FILE` crashes at every second start, counted in a file. `ponders` and `pessimist` are no faults.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use rules::{Chess, Fragments, Game, Position, Rules};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("healthy", String::as_str);
    let extra = arguments.get(1).map_or("", String::as_str);
    if mode == "crash-at-start" && counts_even(extra) {
        eprintln!("I was never meant to be");
        std::process::exit(3);
    }
    if mode == "silent-at-start" {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    let fault_ply: usize = extra.parse().unwrap_or(4);
    let mut variant = "chess".to_owned();
    let (mut start, mut moves) = (String::new(), Vec::new());
    let mut pondered = None;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let received = Instant::now();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci"] if mode == "flood-at-start" => loop {
                say("option name nonsense without end");
            },
            ["uci"] if mode == "talk-at-start" => loop {
                say(&"x".repeat(200));
                std::thread::sleep(Duration::from_millis(10));
            },
            ["uci"] => {
                say("id name Hostile");
                say("option name Hash type spin default 16 min 1 max 64");
                say("option name UCI_Chess960 type check default false");
                say("option name UCI_Variant type combo default chess var chess var fragments");
                say("uciok");
            }
            ["isready"] if mode == "never-ready" => {}
            ["isready"] => say("readyok"),
            ["setoption", "name", "UCI_Variant", "value", value] if mode != "wrong-variant" => {
                variant = (*value).to_owned();
            }
            ["position", rest @ ..] => {
                let split = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
                start = rest[..split].join(" ");
                moves = rest[(split + 1).min(rest.len())..].iter().map(|word| (*word).to_owned()).collect();
            }
            ["go", limits @ ..] => {
                let best = match variant.as_str() {
                    "fragments" => first_move::<Fragments>(&start, &moves),
                    _ => first_move::<Chess>(&start, &moves),
                };
                let best = best.unwrap_or_else(|| "e7e5".to_owned());
                if moves.len() >= fault_ply && misbehave(mode, &best, limits, received) {
                    continue;
                }
                let score = if mode == "pessimist" { -700 } else { 10 };
                say(&format!("info depth 1 score cp {score} nodes 1 pv x"));
                let mut answer = format!("bestmove {best}");
                if mode == "ponders" {
                    moves.push(best);
                    // Every other guess is wrong.
                    let guess = guess(&start, &moves, moves.len() % 4 < 2);
                    answer.extend(guess.iter().flat_map(|guess| [" ponder ", guess]));
                }
                if limits.first() == Some(&"ponder") {
                    pondered = Some(answer);
                } else {
                    say(&answer);
                }
            }
            ["ponderhit" | "stop"] => {
                if let Some(answer) = pondered.take() {
                    say(&answer);
                }
            }
            ["quit"] if mode == "ignores-quit" => {}
            ["quit"] => return,
            _ => {}
        }
    }
    if mode == "ignores-quit" {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Does what its mode wants, and says whether that was all of its answer.
fn misbehave(mode: &str, best: &str, limits: &[&str], received: Instant) -> bool {
    match mode {
        "crash" => {
            eprintln!("segmentation of some kind");
            std::process::abort();
        }
        "exit" => std::process::exit(0),
        "hang" => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        "illegal" => say("bestmove a1a1"),
        "null-move" => say("bestmove 0000"),
        "no-move" => say("bestmove"),
        "twice" => say(&format!("bestmove {best}")),
        "late" => {
            // A millisecond more than the time that is left.
            let time = limits.windows(2).find(|pair| pair[0] == "movetime").and_then(|pair| pair[1].parse().ok());
            let until = received + Duration::from_millis(time.unwrap_or(0) + 1);
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
        "flood" => {
            let text = "info string all work and no play makes an engine dull\nnonsense\n".repeat(1000);
            while io::stdout().write_all(text.as_bytes()).is_ok() {}
        }
        "flood-no-newline" => while io::stdout().write_all(&[b'x'; 1 << 16]).is_ok() {},
        "no-newline" => {
            print!("bestmove {best}");
            let _ = io::stdout().flush();
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
        "not-utf8" => {
            let _ = io::stdout().write_all(b"\xff\xfe\xc0 info \x80\nbestmove \xff\xfe\xfd\n");
            let _ = io::stdout().flush();
        }
        "has-children" => {
            // A child of its own that would outlive it.
            let child = std::process::Command::new("sleep").arg("600.125").spawn();
            if let Ok(child) = child {
                say(&format!("info string child {}", child.id()));
            }
            std::process::exit(1);
        }
        _ => return false,
    }
    matches!(mode, "illegal" | "null-move" | "no-move" | "not-utf8")
}

/// The first legal move that does not give the game away at once; the same for the same position.
fn first_move<R: Rules>(start: &str, moves: &[String]) -> Option<String> {
    let start = match start.strip_prefix("fen ") {
        Some(fen) => fen.parse::<Position<R>>().ok()?,
        None => Position::start(),
    };
    let mut game = Game::new(start);
    for text in moves {
        game.play(game.position().uci_move(text).ok()?);
    }
    let legal = game.position().legal_moves();
    let choice = (game.position().key().0 % legal.len().max(1) as u64) as usize;
    legal.get(choice).map(|mv| mv.uci(Default::default()))
}

/// What the opponent, if it is one of us, will reply; or any other move.
fn guess(start: &str, moves: &[String], is_right: bool) -> Option<String> {
    let reply = first_move::<Chess>(start, moves)?;
    if is_right {
        return Some(reply);
    }
    let start = start.strip_prefix("fen ").map_or_else(|| Ok(Position::<Chess>::start()), str::parse).ok()?;
    let mut game = Game::new(start);
    for text in moves {
        game.play(game.position().uci_move(text).ok()?);
    }
    let others = game.position().legal_moves();
    others.iter().map(|mv| mv.uci(Default::default())).find(|mv| *mv != reply)
}

fn say(text: &str) {
    // Whoever is not listened to any more need not speak.
    if writeln!(io::stdout(), "{text}").is_err() || io::stdout().flush().is_err() {
        std::process::exit(0);
    }
}

/// Counts the starts in a file, and says whether this one has an even number.
fn counts_even(file: &str) -> bool {
    let count: u32 = std::fs::read_to_string(file).ok().and_then(|text| text.parse().ok()).unwrap_or(0) + 1;
    let _ = std::fs::write(file, count.to_string());
    count.is_multiple_of(2)
}
