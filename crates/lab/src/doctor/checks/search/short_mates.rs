//! A part of search/tactics: mates in one to three that are proven. Depth is no common measure here either: some healthy
//! engines prune moves at the root, and see some mates in one at depth 12 only. So all are asked far deeper than the mate is,
//! and a mate counts as missed only after that depth or after many nodes.

use std::time::Duration;

use rules::{Chess, Color, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::mates;
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::proof::{Proof, prove};
use crate::doctor::run::Pace;
use crate::doctor::session::{Heard, Session};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The longest mates asked for; a best move that keeps a mate is proven to do so within as many moves.
const LONGEST: u32 = 3;
/// How much deeper than the mate the search is asked to go.
const BEYOND: u32 = 12;
/// Who gets as deep in less time answers sooner.
const TIME: Duration = Duration::from_millis(250);
/// Who obeys neither the depth nor the time is not waited for.
const PATIENCE: Duration = Duration::from_secs(1);
/// After so many nodes nobody can say that there was no chance: the most that a healthy engine took for a mate in one was 27,106.
const ENOUGH_NODES: u64 = 40_000;

/// What became of the mates of one length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    judged: usize,
    missed: usize,
}

/// What became of one question.
enum Answer {
    Seen,
    /// What was said instead.
    Missed(String),
    /// The search did not end, or not late enough.
    NotJudged,
}

/// A mate that was not seen.
struct Missed {
    position: Position<Chess>,
    moves: u32,
}

/// All that was asked, by the length of the mate.
pub(super) struct Seen {
    counts: [Count; LONGEST as usize],
    missed: Vec<Missed>,
}

/// Asks for the mates, short ones first, in at most a third of the time of the law.
pub(super) fn ask(patient: &mut Patient) -> Result<Seen, EngineError> {
    let mut session = patient.start()?;
    session.set_patience(PATIENCE);
    let mut seen = Seen { counts: Default::default(), missed: Vec::new() };
    for one in questions(patient.pace()) {
        if patient.time_left() < patient.time_given() * 2 / 3 {
            break;
        }
        let moves = one.moves.unsigned_abs();
        let count = &mut seen.counts[moves as usize - 1];
        match answer(&mut session, &patient.traits, &one.position, moves)? {
            Answer::NotJudged => continue,
            Answer::Seen => {}
            Answer::Missed(_) => {
                count.missed += 1;
                seen.missed.push(Missed { position: one.position, moves });
            }
        }
        count.judged += 1;
    }
    Ok(seen)
}

/// Known mates; in a quick examination every third with its flip, which stands behind it.
fn questions(pace: Pace) -> impl Iterator<Item = mates::Known> {
    let every = pace.pick(3, 1, 1);
    let known = mates::known().into_iter().filter(|one| (1..=LONGEST as i32).contains(&one.moves));
    known.enumerate().filter(move |(place, _)| place / 2 % every == 0).map(|(_, one)| one)
}

/// Asks for a mate in so many moves, with an empty table.
fn answer(
    session: &mut Session,
    traits: &Traits,
    position: &Position<Chess>,
    moves: u32,
) -> Result<Answer, EngineError> {
    let depth = 2 * moves + BEYOND;
    let heard = session.fresh(position, &Limits { depth: Some(depth), move_time: Some(TIME), ..Limits::default() })?;
    if heard.is_cut_short {
        return Ok(Answer::NotJudged);
    }
    let score = heard.score().map(|score| traits.normal(score, position.side_to_move() == Color::Black));
    let keeps_mate = || position.uci_move(&heard.best).is_ok_and(|mv| mates::mates(position, mv, LONGEST));
    if matches!(score, Some(SearchScore::Mate(1..))) || keeps_mate() {
        return Ok(Answer::Seen);
    }
    let said = score.map_or_else(|| "no score".to_owned(), |score| score.to_string());
    let is_fair = went_far(&heard, moves, depth);
    Ok(if is_fair { Answer::Missed(format!("{} with {said}", heard.best)) } else { Answer::NotJudged })
}

/// Whether a search was long enough to see a mate in so many moves, as far as it says.
fn went_far(heard: &Heard, moves: u32, depth: u32) -> bool {
    let reached = heard.infos().iter().filter_map(|info| info.depth).max().unwrap_or(0);
    reached >= depth || (reached > 2 * moves && heard.nodes().is_some_and(|nodes| nodes >= ENOUGH_NODES))
}

/// Whether so many are missed that it is no taste in pruning. Mates in three are only told.
fn is_too_much([in_one, in_two, _]: [Count; 3]) -> bool {
    in_one.missed >= 2 || (in_two.judged >= 3 && in_two.missed * 3 > in_two.judged * 2)
}

impl Seen {
    /// How many were seen, for a note; nothing if none could be judged.
    pub(super) fn note(&self) -> Option<String> {
        let judged = self.counts.iter().zip(["one", "two", "three"]).filter(|(count, _)| count.judged > 0);
        let parts: Vec<String> = judged
            .map(|(count, name)| format!("{} of {} in {name}", count.judged - count.missed, count.judged))
            .collect();
        (!parts.is_empty()).then(|| format!("mates seen: {}", parts.join(", ")))
    }

    /// A finding, if too many were missed and one of the first is missed again in a fresh process.
    pub(super) fn verdict(&self, patient: &mut Patient) -> Result<Option<Verdict>, EngineError> {
        if !is_too_much(self.counts) {
            return Ok(None);
        }
        let [in_one, in_two, _] = self.counts;
        let summary = format!(
            "short mates are not seen: {} of {} in one and {} of {} in two are missed",
            in_one.missed, in_one.judged, in_two.missed, in_two.judged
        );
        let traits = patient.traits.clone();
        for Missed { position, moves } in self.missed.iter().filter(|missed| missed.moves < LONGEST).take(4) {
            let proof = prove(patient, position, &mut |session, smaller| {
                if smaller != position && !mates::is_at(smaller, *moves as i32) {
                    return Ok(None);
                }
                Ok(match answer(session, &traits, smaller, *moves)? {
                    Answer::Missed(said) => Some(said),
                    Answer::Seen | Answer::NotJudged => None,
                })
            })?;
            let Some(Proof { position, seen, transcript }) = proof else { continue };
            let finding = Finding::new(Certainty::Likely, summary)
                .counted(in_one.missed + in_two.missed, in_one.judged + in_two.judged)
                .at(&position)
                .expected(format!("a mate in {moves}, or a move that keeps it: proven by trying every move"), seen)
                .transcript(transcript)
                .blame(&[
                    "checkmate is not told from other positions without legal moves, or not scored at all",
                    "mating moves that are pruned or reduced without being searched again",
                    "mate scores that are cut to the window of an evaluation, or lose their sign on the way to the root",
                ])
                .breaks("play, badly: won games are not won, and mates by others are not prevented");
            return Ok(Some(finding.verdict()));
        }
        Ok(Some(Verdict::not_again(summary)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slip_and_long_mates_are_left_to_taste() {
        let count = |missed, judged| Count { judged, missed };
        assert!(!is_too_much([count(0, 6), count(0, 8), count(0, 7)]));
        assert!(!is_too_much([count(1, 6), count(5, 8), count(7, 7)]));
        assert!(is_too_much([count(2, 6), count(0, 8), count(0, 7)]));
        assert!(is_too_much([count(0, 6), count(6, 8), count(0, 7)]));
        assert!(!is_too_much([count(0, 6), count(2, 2), count(0, 0)]));
    }

    #[test]
    fn a_note_tells_what_was_judged() {
        let counts = [Count { judged: 6, missed: 0 }, Count { judged: 8, missed: 1 }, Count::default()];
        let seen = |counts| Seen { counts, missed: Vec::new() };
        assert_eq!(seen(counts).note().as_deref(), Some("mates seen: 6 of 6 in one, 7 of 8 in two"));
        assert_eq!(seen(Default::default()).note(), None);
    }

    #[test]
    fn a_quick_look_has_mates_of_every_length_for_both_colours() {
        let asked: Vec<mates::Known> = questions(Pace::Quick).collect();
        for moves in 1..=3 {
            for side in [Color::White, Color::Black] {
                let is_so = |one: &&mates::Known| one.moves == moves && one.position.side_to_move() == side;
                assert!(asked.iter().filter(is_so).count() >= 3, "{moves} {side}");
            }
        }
    }
}
