//! How the checks of this group read one score: at depth 1, with an empty table, and where possible held to one quiet
//! move, so that the score is the static evaluation and nothing else.

use rules::{Chess, Color, Move, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::{is_quiet, quiet_move};
use crate::doctor::session::{Heard, Session};
use crate::doctor::verdict::Said;

/// Scores beyond this are those of won endings, which engines squeeze, scale and round as they like.
pub(super) const DECIDED: i32 = 3000;

/// A position as it is given to an engine: perhaps by a path of moves.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub start: Position<Chess>,
    pub moves: Vec<Move>,
}

impl Given {
    pub(super) fn bare(position: &Position<Chess>) -> Self {
        Self { start: *position, moves: Vec::new() }
    }

    pub(super) fn end(&self) -> Position<Chess> {
        self.moves.iter().fold(self.start, |position, mv| position.after(*mv))
    }
}

/// The quiet move to hold the engine to, if it can be held and there is one.
pub(super) fn held_to(traits: &Traits, position: &Position<Chess>) -> Option<Move> {
    if traits.obeys_searchmoves { quiet_move(position) } else { None }
}

/// The limits of a reading.
pub(super) fn limits(session: &Session, depth: u32, only: Option<Move>) -> Limits {
    let search_moves = only.iter().map(|mv| mv.uci(session.style())).collect();
    Limits { depth: Some(depth), search_moves, ..Limits::default() }
}

/// What an engine said of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    /// Centipawns as the side to move sees them.
    pub score: i32,
    /// Its best move, if it leads to a position whose score at depth 1 can only be the static evaluation.
    pub settled: Option<Move>,
    /// Whether it looked at its move and no further, as far as it says. Some begin with two plies, or look deeper after some moves.
    pub is_one_ply: bool,
}

/// Centipawns as the side to move sees them; `None` for a mate or no score, or one beyond all measure.
pub(super) fn read(
    session: &mut Session,
    traits: &Traits,
    given: &Given,
    depth: u32,
    only: Option<Move>,
) -> Result<Option<i32>, EngineError> {
    Ok(read_with_move(session, traits, given, depth, only)?.map(|reading| reading.score))
}

/// The same, with the best move.
pub(super) fn read_with_move(
    session: &mut Session,
    traits: &Traits,
    given: &Given,
    depth: u32,
    only: Option<Move>,
) -> Result<Option<Reading>, EngineError> {
    session.new_game()?;
    session.place_with(&given.start, &given.moves)?;
    let limits = limits(session, depth, only);
    let heard = session.search(&limits)?;
    let position = given.end();
    let score = centipawns(traits, &heard, position.side_to_move()).filter(|score| score.abs() < DECIDED);
    let best = position.uci_move(&heard.best).ok();
    let settled = best.filter(|mv| only == Some(*mv) || is_quiet(&position, *mv));
    let is_one_ply = heard.last().is_some_and(|info| info.depth.unwrap_or(1) <= 1 && info.line.len() <= 1);
    Ok(score.map(|score| Reading { score, settled, is_one_ply }))
}

/// The score of a search in centipawns, as the side to move sees it.
pub(super) fn centipawns(traits: &Traits, heard: &Heard, side: Color) -> Option<i32> {
    match traits.normal(heard.score()?, side == Color::Black) {
        SearchScore::Centipawns(value) => Some(value),
        SearchScore::Mate(_) => None,
    }
}

/// Two readings, each in a process of its own, with all that was said.
pub(super) struct Confirmed {
    pub first: i32,
    pub second: i32,
    pub transcript: Vec<Said>,
}

/// Reads two positions anew, each in a fresh process.
pub(super) fn confirm(
    patient: &mut Patient,
    pair: [(&Given, Option<Move>); 2],
    depth: u32,
) -> Result<Option<Confirmed>, EngineError> {
    let mut readings = [None; 2];
    let mut transcript = Vec::new();
    for (place, (given, only)) in pair.into_iter().enumerate() {
        let mut session = patient.start()?;
        readings[place] = read(&mut session, &patient.traits, given, depth, only)?;
        transcript.extend(session.transcript());
    }
    let [Some(first), Some(second)] = readings else { return Ok(None) };
    Ok(Some(Confirmed { first, second, transcript }))
}

/// A number of centipawns as people write it.
pub(super) fn pawns(centipawns: i32) -> String {
    SearchScore::Centipawns(centipawns).to_string()
}
