//! Laws of the group *protocol*: how an engine converses.

mod castling_text;
mod handshake;
mod infinite;
mod info_sanity;
mod limits;
mod memory;
mod multi_pv;
mod one_answer;
mod options;
mod ponder;
mod quit;
mod ready;
mod searchmoves;
mod stop;
mod unknown_input;

use rules::{Chess, Position};

use crate::doctor::law::Law;
use crate::doctor::run::Check;

/// The law that each `go` has one answer.
pub const ONE_ANSWER: Law = one_answer::CHECK.law;

/// The trials of this group.
pub static CHECKS: &[Check] = &[
    handshake::CHECK,
    one_answer::CHECK,
    stop::CHECK,
    ready::CHECK,
    infinite::CHECK,
    ponder::CHECK,
    limits::CHECK,
    searchmoves::CHECK,
    multi_pv::CHECK,
    options::CHECK,
    unknown_input::CHECK,
    castling_text::CHECK,
    info_sanity::CHECK,
    memory::CHECK,
    quit::CHECK,
];

/// Positions in which a search has nothing more to find soon: a mate in one, one legal move, bare kings, a mate suffered.
fn short_searches() -> impl Iterator<Item = (&'static str, Position<Chess>)> {
    let cases = [
        ("a mate in one", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"),
        ("one legal move", "k7/8/8/8/8/8/5q2/7K w - - 0 1"),
        ("bare kings", "8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
        ("being mated in one", "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1"),
        ("the start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ];
    cases.into_iter().filter_map(|(name, fen)| Some((name, fen.parse().ok()?)))
}
