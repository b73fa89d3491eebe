//! Law: the best move is the best of all moves. A search of all moves at once and searches of one move at a time part ways
//! by some noise, but the whole must not be worth much less than the best of its parts, again and again.

use rules::{Chess, Color, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::checks::cases::{self, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, Session};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "one-by-one",
        says: "The score of a search is about the best of the scores that its moves get one by one.",
        experiment: "Positions in which one move is clearly the best at depth 1 or 2, so that the whole search must choose it; then \
            positions at depth 3, all moves at once and then each move alone by `searchmoves`, with an empty table each \
            time. Differences of more than a pawn and a half in many positions are no noise.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

const DEPTH: u32 = 3;
const LARGE: i32 = 150;

const CULPRITS: &[&str] = &[
    "a bound stored as the other kind, in quiescence search too: a fail-low as exact, a beta cut as an upper bound",
    "a scout that beats alpha is not searched again, or again with the wrong window",
    "moves that are pruned because they come late, though they are good, or because their exchange is misjudged",
    "negamax that also branches on who is to move",
];
const BREAKS: &str = "play: moves are chosen by scores that are not theirs";

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut cases = cases::read(include_str!("one_by_one.txt"));
    cases.truncate(patient.pace().pick(50, 200, 200));
    let answers = cases::ask(patient, &cases)?;
    let wrong = answers.wrong.len() * 100 / answers.tried.max(1);
    // Healthy engines that order their moves otherwise miss up to eight in a hundred.
    if wrong >= 10 {
        let certainty = if wrong >= 16 { Certainty::Likely } else { Certainty::Hint };
        return answers.finding(patient, &Words { certainty, culprits: CULPRITS, breaks: BREAKS });
    }
    if !patient.traits.obeys_searchmoves {
        return Ok(Verdict::CannotTell("the engine does not obey searchmoves".to_owned()));
    }
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(30, 60, 120);
    let (mut tried, mut large) = (0, Vec::new());
    let mut total = 0;
    for position in patient.positions(0x1b1, Phase::Middle).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        let Some(scores) = Scores::of(&mut session, &patient.traits, &position)? else { continue };
        tried += 1;
        total += scores.difference();
        if scores.difference() > LARGE {
            large.push(position);
        }
    }
    // Of few positions a third may differ by chance.
    if tried < 20 {
        return Ok(Verdict::CannotTell(format!("only {tried} positions with scores in centipawns")));
    }
    let text = format!(
        "{} of {tried} scores differ by more than {LARGE} cp from the best move alone, {} cp on average",
        large.len(),
        total / tried as i32
    );
    let Some(position) = large.first().filter(|_| large.len() * 3 > tried) else {
        return Ok(Verdict::Pass(text));
    };
    let traits = patient.traits.clone();
    let proof = prove(patient, position, &mut |session, position| {
        Ok(Scores::of(session, &traits, position)?.filter(|scores| scores.difference() > LARGE))
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again(text));
    };
    let Scores { whole, best, most } = proof.seen;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: if large.len() * 2 > tried { Certainty::Likely } else { Certainty::Hint },
        summary: text,
        failed: large.len(),
        tried,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: Vec::new(),
            expected: format!("about {}, the score of {best} alone", SearchScore::Centipawns(most)),
            seen: SearchScore::Centipawns(whole).to_string(),
            transcript: proof.transcript,
        },
        culprits: CULPRITS.iter().map(|&culprit| culprit.to_owned()).collect(),
        breaks: BREAKS.to_owned(),
    })))
}

/// What a search of all moves says, and what the best of its moves is worth alone.
struct Scores {
    whole: i32,
    best: String,
    most: i32,
}

impl Scores {
    fn of(session: &mut Session, traits: &Traits, position: &Position<Chess>) -> Result<Option<Self>, EngineError> {
        let is_black = position.side_to_move() == Color::Black;
        let ask = |session: &mut Session, only: &[String]| {
            let limits = Limits { depth: Some(DEPTH), search_moves: only.to_vec(), ..Limits::default() };
            session.fresh(position, &limits)
        };
        let score = |heard: &Heard| match heard.score().map(|score| traits.normal(score, is_black)) {
            Some(SearchScore::Centipawns(value)) if value.abs() < 2500 => Some(value),
            _ => None,
        };
        let Some(whole) = score(&ask(session, &[])?) else { return Ok(None) };
        let mut best = None;
        for mv in &position.legal_moves() {
            let text = mv.uci(session.style());
            let heard = ask(session, std::slice::from_ref(&text))?;
            // It may have been the best.
            if heard.is_cut_short {
                return Ok(None);
            }
            let Some(alone) = score(&heard) else { continue };
            if best.as_ref().is_none_or(|(_, most)| alone > *most) {
                best = Some((text, alone));
            }
        }
        Ok(best.map(|(best, most)| Self { whole, best, most }))
    }

    fn difference(&self) -> i32 {
        (self.whole - self.most).abs()
    }
}
