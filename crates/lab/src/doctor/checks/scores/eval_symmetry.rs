//! Law: what the command `eval` shows is the same for a position and its colour flip. No search stands between the
//! question and the evaluation; but how it is shown is everybody's own affair, so only lines that can be read are judged.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rules::{Chess, Color, Position};
use uci::client::{EngineError, SearchScore};

use super::colour_symmetry::{blame, differ};
use super::probe::pawns;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, View};
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::shrink::{SHRINKING, smallest};
use crate::doctor::verdict::{Certainty, Finding, Verdict};
use crate::doctor::views::{Reading, view_of, won};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "eval-symmetry",
        says: "What `eval` shows is as good for the side to move after colours are swapped.",
        experiment: "The command `eval`, which is no part of UCI, for middle games and endgames and their colour flips. Lines \
            such as `Final evaluation +0.31` are read; positions with a queen too many tell whose view each line has.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

/// What each line of an answer says, by its label.
type Shown = BTreeMap<String, i32>;

/// How one line of the answers is to be read.
#[derive(Clone, Copy)]
struct Meaning {
    view: View,
    /// What a centipawn is called: some engines count 256 to the pawn.
    unit: f64,
}

/// The lines that can be read, by their labels.
type Meanings = BTreeMap<String, Meaning>;

/// Words right before a number that make it an evaluation.
const NAMES: [&str; 4] = ["evaluation", "eval", "score", "total"];

/// What a queen is worth in centipawns, about: whoever shows more for being one ahead counts in something smaller.
const QUEEN: f64 = 1000.0;

/// How long the answer may take.
const PATIENCE: Duration = Duration::from_secs(3);

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let meanings = meanings(&mut session)?;
    if meanings.is_empty() {
        return Ok(Verdict::CannotTell("it has no command `eval`, or none that can be read".to_owned()));
    }
    let each = patient.pace().pick(30, 150, 1000);
    let mut differing: Vec<(String, Position<Chess>, i32)> = Vec::new();
    let mut tried = 0;
    for (phase, salt) in [(Phase::Middle, 21), (Phase::Ending, 22)] {
        for position in patient.positions(salt, phase).filter(|position| !position.in_check()).take(each) {
            if patient.time_is_up() {
                break;
            }
            let Some((own, flipped)) = both(&mut session, &meanings, &position)? else { continue };
            tried += 1;
            let largest = own.iter().filter_map(|(label, own)| Some((label, *own, *flipped.get(label)?)));
            let largest = largest.filter(|(_, own, flipped)| differ(*own, *flipped));
            if let Some((label, own, flipped)) = largest.max_by_key(|(_, own, flipped)| (own - flipped).abs()) {
                differing.push((label.clone(), position, own - flipped));
            }
        }
    }
    let Some((label, largest, _)) = differing.iter().max_by_key(|(_, _, difference)| difference.abs()) else {
        let labels: Vec<String> = meanings.keys().map(|label| format!("\"{label}\"")).collect();
        let note = format!("{tried} pairs of what `eval` shows after {} are alike", labels.join(", "));
        return Ok(Verdict::pass_of(tried, note));
    };
    let label = label.clone();
    let only = Meanings::from_iter(meanings.into_iter().filter(|(other, _)| *other == label));
    patient.grant(SHRINKING);
    let mut session = patient.start()?;
    let small = smallest(largest, 200, &mut |position| {
        if session.time_is_up() || position.in_check() {
            return Ok(false);
        }
        let shown = both(&mut session, &only, position)?;
        Ok(shown.is_some_and(|(own, flipped)| differ(own[&label], flipped[&label])))
    })?;
    // Once more, alone, for the record.
    let mut session = patient.start()?;
    let again = both(&mut session, &only, &small)?.map(|(own, flipped)| (own[&label], flipped[&label]));
    let Some((own, flipped)) = again.filter(|(own, flipped)| differ(*own, *flipped)) else {
        return Ok(Verdict::not_again("differences were seen"));
    };
    // Nobody has promised what `eval` shows: a number may leave out what differs, or be a part of the whole.
    let certainty = if differing.len() >= 3 { Certainty::Likely } else { Certainty::Hint };
    let summary = format!(
        "\"{label}\" of the command `eval` changes when colours are swapped: {} of {tried} positions",
        differing.len()
    );
    let expected = format!("{} for the side to move, as for the flipped position {}", pawns(flipped), small.flipped());
    Ok(Finding::new(certainty, summary)
        .counted(differing.len(), tried)
        .at(&small)
        .expected(expected, pawns(own))
        .transcript(session.transcript())
        .blame(&blame(&small, false).iter().map(String::as_str).collect::<Vec<_>>())
        .breaks("play, if the search uses what is shown: one colour's pieces are misjudged")
        .verdict())
}

/// The lines that can be read, whose view each has and in what it counts: won positions show it.
fn meanings(session: &mut Session) -> Result<Meanings, EngineError> {
    let mut readings: BTreeMap<String, Vec<Reading>> = BTreeMap::new();
    let (mut largest, positions) = (BTreeMap::<String, i32>::new(), won());
    let asked = positions.len();
    for (position, winner) in positions {
        for (label, value) in show(session, &position)? {
            let most = largest.entry(label.clone()).or_default();
            *most = value.abs().max(*most);
            let score = SearchScore::Centipawns(value);
            readings.entry(label).or_default().push(Reading { position, winner, mate: None, score });
        }
        // Whoever says nothing the first time has no such command.
        if readings.is_empty() {
            break;
        }
    }
    let told = readings.into_iter().filter(|(_, readings)| readings.len() == asked);
    let meaning = |(label, readings): (String, Vec<Reading>)| {
        let unit = (f64::from(largest[&label]) / QUEEN).max(1.0);
        view_of(&readings).map(|view| (label, Meaning { view, unit }))
    };
    Ok(told.filter_map(meaning).collect())
}

/// What is shown of a position and of its flip, in centipawns as the side to move sees them; only what is shown of both.
fn both(
    session: &mut Session,
    meanings: &Meanings,
    position: &Position<Chess>,
) -> Result<Option<(Shown, Shown)>, EngineError> {
    let flipped = position.flipped();
    let (mut own, mut other) = (show(session, position)?, show(session, &flipped)?);
    let is_in_both = |label: &String| own.contains_key(label) && other.contains_key(label);
    let labels: Vec<String> = meanings.keys().filter(|label| is_in_both(label)).cloned().collect();
    for (shown, position) in [(&mut own, position), (&mut other, &flipped)] {
        shown.retain(|label, _| labels.contains(label));
        for (label, value) in shown.iter_mut() {
            let Meaning { view, unit } = meanings[label];
            let is_turned = view == View::White && position.side_to_move() == Color::Black;
            *value = (f64::from(if is_turned { -*value } else { *value }) / unit).round() as i32;
        }
    }
    Ok((!labels.is_empty()).then_some((own, other)))
}

/// Asks for the evaluation of a position.
fn show(session: &mut Session, position: &Position<Chess>) -> Result<Shown, EngineError> {
    session.place(position)?;
    session.engine().send("eval")?;
    session.engine().send("isready")?;
    let deadline = Instant::now() + PATIENCE;
    let mut shown = Shown::new();
    while let Some(line) = session.engine().next_line(Some(deadline))? {
        if line.text.trim() == "readyok" {
            break;
        }
        if let Some((label, value)) = read(&line.text) {
            // A second table may have the same words.
            let label = if shown.contains_key(&label) { format!("{label} (2)") } else { label };
            shown.entry(label).or_insert(value);
        }
    }
    Ok(shown)
}

/// The evaluation that a line tells, with what stands before it: in hundredths if it has a point, else as it is.
fn read(line: &str) -> Option<(String, i32)> {
    let words: Vec<&str> = line.split(|letter: char| letter.is_whitespace() || ":=".contains(letter)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let is_name = |word: &str| NAMES.contains(&word.to_ascii_lowercase().as_str());
    let at = words.windows(2).position(|pair| is_name(pair[0]) && number(pair[1]).is_some())?;
    Some((words[..=at].join(" "), number(words[at + 1])?))
}

fn number(word: &str) -> Option<i32> {
    let word = word.trim_end_matches([';', ',', '.', ')']).trim_start_matches('(');
    let word = word.strip_suffix("cp").unwrap_or(word);
    let value: f64 = word.parse().ok()?;
    let value = if word.contains('.') { value * 100.0 } else { value };
    (value.abs() < 1e6).then_some(value.round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_read_where_a_name_stands_before_a_number() {
        let some = |label: &str, value| Some((label.to_owned(), value));
        assert_eq!(read("Final evaluation       +0.31 (white side) [with scaled NNUE]"), some("Final evaluation", 31));
        assert_eq!(read("Total evaluation: 12.74 (white side)"), some("Total evaluation", 1274));
        assert_eq!(read("Full eval: -2516"), some("Full eval", -2516));
        assert_eq!(read("total +946; Black to move; White's view; shown as +11.77"), some("total", 946));
        assert_eq!(read("info string eval = 12cp"), some("info string eval", 12));
    }

    #[test]
    fn other_lines_are_left_alone() {
        assert_eq!(read("info string NNUE evaluation using nn-ad9b42354671.nnue enabled"), None);
        assert_eq!(read("|      Total |  ----  ---- |  ----  ---- |  7.37  5.99 |"), None);
        assert_eq!(read("Final evaluation: none (in check)"), None);
        assert_eq!(read("eval nan"), None);
    }
}
