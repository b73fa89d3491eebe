//! What is compared: move, score and nodes of some searches.

use rules::{Chess, Position};
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::session::{Session, to_depth};

/// The depth of those questions that have one.
const DEPTH: u32 = 7;
/// The nodes of the others.
const NODES: u64 = 20_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub position: Position<Chess>,
    limits: Limits,
}

impl Question {
    /// Whether the depth ends its search. Where nodes end one, a healthy engine may look at them at other moments.
    pub(super) fn is_by_depth(&self) -> bool {
        self.limits.depth.is_some()
    }
}

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

/// What is asked: a depth and nodes in turn, or depths alone if nodes mean nothing to the engine.
pub(super) fn questions(patient: &Patient) -> Vec<Question> {
    let each = patient.pace().pick(4, 12, 40);
    let some = |phase| patient.positions(0xde7e, phase).take(each);
    let positions = std::iter::once(Position::start()).chain(some(Phase::Middle)).chain(some(Phase::Ending));
    let limits = |number: usize| match number % 2 {
        1 if patient.traits.obeys_nodes => Limits { nodes: Some(NODES), ..Limits::default() },
        _ => to_depth(DEPTH),
    };
    positions.enumerate().map(|(number, position)| Question { position, limits: limits(number) }).collect()
}

/// The limits of some questions, in words.
pub(super) fn limits_of<'a>(questions: impl IntoIterator<Item = &'a Question>) -> String {
    let all_by_depth = questions.into_iter().all(Question::is_by_depth);
    if all_by_depth { format!("at depth {DEPTH}") } else { format!("at depth {DEPTH} and {NODES} nodes") }
}

/// Asks one of them; after `ucinewgame` if wanted.
pub(super) fn ask(session: &mut Session, question: &Question, anew: bool) -> Result<Told, EngineError> {
    if anew {
        session.new_game()?;
    }
    session.place(&question.position)?;
    let heard = session.search(&question.limits)?;
    let score = heard.score().map_or_else(|| "no score".to_owned(), |score| score.to_string());
    Ok(Told { best: heard.best.clone(), score, nodes: heard.nodes(), is_cut_short: heard.is_cut_short })
}
