//! What is compared: move, score and nodes of some searches.

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::session::Session;

/// The depth of every question.
pub(super) const DEPTH: u32 = 7;

/// An answer, as far as it must be the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    pub best: String,
    pub score: String,
    pub nodes: Option<u64>,
    /// Whether it is the answer of less than the whole search.
    pub is_cut_short: bool,
}

impl Told {
    pub(super) fn text(&self) -> String {
        let nodes = self.nodes.map_or_else(String::new, |nodes| format!(", {nodes} nodes"));
        format!("{} with {}{nodes}", self.best, self.score)
    }
}

/// The positions that are asked.
pub(super) fn questions(patient: &Patient) -> Vec<Position<Chess>> {
    let each = patient.pace().pick(4, 12, 40);
    let some = |phase| patient.positions(0xde7e, phase).take(each);
    std::iter::once(Position::start()).chain(some(Phase::Middle)).chain(some(Phase::Ending)).collect()
}

/// Asks one of them; after `ucinewgame` if wanted.
pub(super) fn ask(session: &mut Session, position: &Position<Chess>, anew: bool) -> Result<Told, EngineError> {
    if anew {
        session.new_game()?;
    }
    session.place(position)?;
    let heard = session.depth(DEPTH)?;
    let score = heard.score().map_or_else(|| "no score".to_owned(), |score| score.to_string());
    Ok(Told { best: heard.best.clone(), score, nodes: heard.nodes(), is_cut_short: heard.is_cut_short })
}
