//! Law: what is proven stays proven. A mate that was found is not withdrawn by a deeper search, and small endings are not
//! judged against what everybody knows of them.

use rules::{Chess, Color, Position};
use uci::client::{EngineError, ScoreBound, SearchScore};

use crate::doctor::checks::cases::{self, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Session, to_depth};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "proven-values",
        says: "Scores do not contradict what is proven: a mate that was found is still there one ply deeper, and small endings \
            are worth what they are worth.",
        experiment: "Endings of one piece or pawn, and proven mates searched some plies deeper than needed with a table full of \
            their own bounds: an iteration that ends with an exact mate score, followed by one that ends with centipawns, or with \
            the other side's mate, has been withdrawn.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("proven_values.txt")))?;
    if answers.wrong.len() >= 2 {
        let words = Words {
            certainty: Certainty::Likely,
            culprits: &[
                "a bound stored as the other kind: a beta cut as Upper, a fail-low as Exact",
                "a table score that is read without its bound or its depth",
                "an evaluation that does not know won endings",
            ],
            breaks: "play: won endings are not won",
        };
        return answers.finding(patient, &words);
    }
    let mut session = patient.start()?;
    let (mut tried, mut withdrawn) = (0, Vec::new());
    for one in mates::known() {
        if patient.time_is_up() {
            break;
        }
        let depth = 2 * one.moves.unsigned_abs() + 8;
        let Some(mate) = Mate::of(&mut session, &patient.traits, &one.position, depth)? else { continue };
        tried += 1;
        if mate.later.is_some() {
            withdrawn.push((one.position, depth));
        }
    }
    let text = format!("{} of {tried} mates were withdrawn", withdrawn.len());
    let Some((position, depth)) = withdrawn.first().filter(|_| withdrawn.len() * 20 >= tried.max(1)) else {
        return Ok(Verdict::pass_of(tried, text));
    };
    let traits = patient.traits.clone();
    let proof = prove(patient, position, &mut |session, position| {
        let mate = Mate::of(session, &traits, position, *depth)?;
        Ok(mate.and_then(|mate| Some((mate.first, mate.later?))))
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again(text));
    };
    let (first, later) = proof.seen;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: if withdrawn.len() * 5 >= tried { Certainty::Likely } else { Certainty::Hint },
        summary: text,
        failed: withdrawn.len(),
        tried,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: Vec::new(),
            expected: format!("{first} at every depth once it is found"),
            seen: format!("{first} and then {later}"),
            transcript: proof.transcript,
        },
        culprits: vec![
            "a bound stored as the other kind: a beta cut as Upper, a fail-low as Exact".to_owned(),
            "mate scores stored without the ply".to_owned(),
            "reductions or pruning of mating moves that are not searched again".to_owned(),
        ],
        breaks: "play: an engine that sees a mate and loses it again may never mate".to_owned(),
    })))
}

/// A mate that was told, and what took its place in the same search.
struct Mate {
    first: SearchScore,
    later: Option<SearchScore>,
}

impl Mate {
    /// What an iteration ends with counts: its first move may be mated before a better one is found.
    fn of(
        session: &mut Session,
        traits: &Traits,
        position: &Position<Chess>,
        depth: u32,
    ) -> Result<Option<Self>, EngineError> {
        let heard = session.fresh(position, &to_depth(depth))?;
        let is_black = position.side_to_move() == Color::Black;
        let exact =
            heard.infos().iter().filter(|info| info.bound == ScoreBound::Exact && info.multi_pv.unwrap_or(1) == 1);
        let told: Vec<(u32, SearchScore)> = exact.filter_map(|info| info.depth.zip(info.score)).collect();
        let scores: Vec<SearchScore> = told
            .chunk_by(|(depth, _), (next, _)| depth == next)
            .filter_map(|iteration| iteration.last())
            .map(|(_, score)| traits.normal(*score, is_black))
            .collect();
        let Some(found) = scores.iter().position(|score| matches!(score, SearchScore::Mate(_))) else {
            return Ok(None);
        };
        let first = scores[found];
        let sign = |score: SearchScore| score.value().signum();
        let is_other = |score: &&SearchScore| !matches!(score, SearchScore::Mate(_)) || sign(**score) != sign(first);
        Ok(Some(Self { first, later: scores[found..].iter().find(is_other).copied() }))
    }
}
