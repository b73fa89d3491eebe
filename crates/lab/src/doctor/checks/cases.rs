//! Questions whose answers are known: one line of text each, asked for both colours, and told as one finding if an answer
//! is wrong.
//!
//! A line is `FEN | moves | searchmoves | depth | wanted | why`. Wanted is one of `mates`, `no-mate`, `drawn`, `no-draw`,
//! `score LOW HIGH` (as the side to move sees it), `plays MOVES` or `avoids MOVES`.

use rules::{Chess, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::mates;
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::proof::{Proof, prove};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// What an answer must be.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Mates,
    NoMate,
    Drawn,
    /// Won or lost, by however much: who misjudges that does not yet take it for a draw.
    NoDraw,
    Score(i32, i32),
    Plays(Vec<String>),
    Avoids(Vec<String>),
}

/// Mates up to so many moves are proven on the spot.
const PROVABLE: u32 = 2;

/// Some engines prefer a draw to nothing, or nothing to a draw, by so much.
const DRAWISH: i32 = 60;

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) position: Position<Chess>,
    pub(super) moves: Vec<String>,
    only: Vec<String>,
    depth: u32,
    wanted: Wanted,
    pub(super) why: String,
}

/// What became of a question.
enum Answer {
    Right,
    /// What was said instead.
    Wrong(String),
    /// The search took too long to be waited for.
    CutShort,
    /// A score was asked for, and none was told.
    Untold,
}

/// A wrong answer.
#[derive(Clone, Debug)]
pub(super) struct Wrong {
    pub(super) case: Case,
    seen: String,
}

/// All answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    pub(super) tried: usize,
    /// Questions that nobody waited for the answer of.
    cut_short: usize,
    /// Questions about scores that were answered without one.
    untold: usize,
    pub(super) wrong: Vec<Wrong>,
}

/// What a finding says besides its case.
pub(super) struct Words {
    pub(super) certainty: Certainty,
    pub(super) culprits: &'static [&'static str],
    pub(super) breaks: &'static str,
}

/// The cases of a file, each followed by its colour flip. Lines that are empty or begin with `#` are left out.
pub(super) fn read(text: &str) -> Vec<Case> {
    text.lines().filter_map(parse).flat_map(|case| [case.flipped(), case]).collect()
}

fn parse(line: &str) -> Option<Case> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, moves, only, depth, wanted, why] = fields[..] else { return None };
    let (kind, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
    let wanted = match kind {
        "mates" => Wanted::Mates,
        "no-mate" => Wanted::NoMate,
        "drawn" => Wanted::Drawn,
        "no-draw" => Wanted::NoDraw,
        "score" => {
            let (low, high) = rest.split_once(' ')?;
            Wanted::Score(low.parse().ok()?, high.trim().parse().ok()?)
        }
        "plays" => Wanted::Plays(words(rest)),
        "avoids" => Wanted::Avoids(words(rest)),
        _ => return None,
    };
    let (position, depth) = (fen.parse().ok()?, depth.parse().ok()?);
    Some(Case { position, moves: words(moves), only: words(only), depth, wanted, why: why.to_owned() })
}

/// A move as it is on the board with its colours swapped and its ranks turned over.
pub(super) fn flipped_text(mv: &str) -> String {
    let turned = |letter: char| match letter.to_digit(10) {
        Some(rank @ 1..=8) => char::from_digit(9 - rank, 10).unwrap_or(letter),
        _ => letter,
    };
    mv.chars().map(turned).collect()
}

impl Case {
    fn flipped(&self) -> Self {
        let all = |moves: &[String]| moves.iter().map(|mv| flipped_text(mv)).collect::<Vec<_>>();
        let wanted = match &self.wanted {
            Wanted::Plays(moves) => Wanted::Plays(all(moves)),
            Wanted::Avoids(moves) => Wanted::Avoids(all(moves)),
            other => other.clone(),
        };
        let position = self.position.flipped();
        Self { position, moves: all(&self.moves), only: all(&self.only), wanted, ..self.clone() }
    }

    /// The same question without the moves that lead to it.
    pub(super) fn without_past(&self) -> Option<Self> {
        let mut position = self.position;
        for text in &self.moves {
            position = position.after(position.uci_move(text).ok()?);
        }
        Some(Self { position, moves: Vec::new(), ..self.clone() })
    }

    /// Asks it with an empty table.
    fn ask(&self, session: &mut Session, traits: &Traits) -> Result<Answer, EngineError> {
        session.new_game()?;
        session.engine().position(&format!("fen {}", self.position), &self.moves.join(" "))?;
        let limits = Limits {
            depth: Some(self.depth),
            nodes: Some(3_000_000),
            search_moves: self.only.clone(),
            ..Limits::default()
        };
        let heard = session.search(&limits)?;
        if heard.is_cut_short {
            return Ok(Answer::CutShort);
        }
        let is_black = (self.position.side_to_move() == rules::Color::Black) == self.moves.len().is_multiple_of(2);
        let score = heard.score().map(|score| traits.normal(score, is_black));
        let is_right = match (&self.wanted, score) {
            (Wanted::Plays(moves), _) => moves.contains(&heard.best),
            (Wanted::Avoids(moves), _) => !moves.contains(&heard.best),
            // Who says no score is neither wrong about it nor right.
            (_, None) => return Ok(Answer::Untold),
            (Wanted::Mates, Some(score)) => matches!(score, SearchScore::Mate(1..)),
            (Wanted::NoMate, Some(score)) => matches!(score, SearchScore::Centipawns(_)),
            (Wanted::Drawn, Some(score)) => score.value().abs() <= DRAWISH,
            (Wanted::NoDraw, Some(score)) => score.value().abs() > DRAWISH / 2,
            (Wanted::Score(low, high), Some(score)) => (*low..=*high).contains(&score.value()),
        };
        let said = score.map_or_else(|| "no score".to_owned(), |score| score.to_string());
        Ok(if is_right { Answer::Right } else { Answer::Wrong(format!("{} with {said}", heard.best)) })
    }

    /// The same question on a position with fewer pieces, if its answer is proven there by trying every move.
    fn at(&self, position: &Position<Chess>) -> Option<Self> {
        if *position == self.position {
            return Some(self.clone());
        }
        // What depends on the past or on a counter is not proven by moves alone.
        if !self.moves.is_empty() || self.position.halfmove_clock() > 0 {
            return None;
        }
        let Wanted::Plays(wanted) = &self.wanted else { return None };
        let longest = mates::mate_in(&self.position, PROVABLE)?;
        let legal = position.legal_moves();
        let mating: Vec<String> = legal
            .iter()
            .filter(|mv| mates::mates(position, **mv, longest))
            .map(|mv| mv.uci(Default::default()))
            .collect();
        let is_same = !mating.is_empty() && mating.iter().all(|mv| wanted.contains(mv));
        is_same.then(|| Self { position: *position, ..self.clone() })
    }

    /// The question, wrongly answered in a fresh process, as small as it can be asked.
    fn proof(&self, patient: &mut Patient) -> Result<Option<(Self, Proof<String>)>, EngineError> {
        let traits = patient.traits.clone();
        let proof = prove(patient, &self.position, &mut |session, position| {
            let Some(case) = self.at(position) else { return Ok(None) };
            Ok(match case.ask(session, &traits)? {
                Answer::Wrong(seen) => Some(seen),
                Answer::Right | Answer::CutShort | Answer::Untold => None,
            })
        })?;
        Ok(proof.and_then(|proof| Some((self.at(&proof.position)?, proof))))
    }

    /// The wanted answer in words.
    fn expected(&self) -> String {
        let what = match &self.wanted {
            Wanted::Mates => "a mate score".to_owned(),
            Wanted::NoMate => "no mate score".to_owned(),
            Wanted::Drawn => format!("a score of at most {}", SearchScore::Centipawns(DRAWISH)),
            Wanted::NoDraw => format!("a score of more than {}", SearchScore::Centipawns(DRAWISH / 2)),
            Wanted::Score(low, 50_000..) => format!("a score of {} or more", SearchScore::Centipawns(*low)),
            Wanted::Score(..=-50_000, high) => format!("a score of {} or less", SearchScore::Centipawns(*high)),
            Wanted::Score(low, high) => {
                format!("a score between {} and {}", SearchScore::Centipawns(*low), SearchScore::Centipawns(*high))
            }
            Wanted::Plays(moves) => moves.join(" or "),
            Wanted::Avoids(moves) => format!("any move but {}", moves.join(" or ")),
        };
        let only = if self.only.is_empty() { String::new() } else { format!(" for {}", self.only.join(" ")) };
        format!("{what}{only} at depth {}: {}", self.depth, self.why)
    }
}

/// Asks every question that the engine can be asked, until the time is up.
pub(super) fn ask(patient: &mut Patient, cases: &[Case]) -> Result<Answers, EngineError> {
    let mut session = patient.start()?;
    let mut answers = Answers::default();
    for case in cases {
        if patient.time_is_up() {
            break;
        }
        if !case.only.is_empty() && !patient.traits.obeys_searchmoves {
            continue;
        }
        match case.ask(&mut session, &patient.traits)? {
            Answer::Right => {}
            Answer::Wrong(seen) => answers.wrong.push(Wrong { case: case.clone(), seen }),
            Answer::CutShort => {
                answers.cut_short += 1;
                continue;
            }
            Answer::Untold => {
                answers.untold += 1;
                continue;
            }
        }
        answers.tried += 1;
    }
    Ok(answers)
}

impl Answers {
    /// A pass, with a count, if enough could be judged.
    pub(super) fn pass(&self) -> Verdict {
        match self.tried {
            // The few that ask for a move say little of what the others ask.
            tried if self.untold > tried => {
                Verdict::CannotTell(format!("{} questions about scores were answered without one", self.untold))
            }
            0 if self.cut_short > 0 => {
                Verdict::CannotTell(format!("{} questions took too long to be waited for", self.cut_short))
            }
            0 => Verdict::CannotTell("nothing could be asked".to_owned()),
            tried => Verdict::Pass(format!(
                "{} of {tried} questions answered rightly{}",
                tried - self.wrong.len(),
                self.left_out()
            )),
        }
    }

    /// How many questions were given up, in words.
    fn left_out(&self) -> String {
        let kinds = [(self.cut_short, "took too long"), (self.untold, "told no score")];
        kinds.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!(", {count} {what}")).collect()
    }

    /// A finding, if one of the first wrong answers is given again in a fresh process.
    pub(super) fn finding(&self, patient: &mut Patient, words: &Words) -> Result<Verdict, EngineError> {
        for Wrong { case, .. } in self.wrong.iter().take(4) {
            let Some((case, proof)) = case.proof(patient)? else { continue };
            let Proof { seen, transcript, .. } = proof;
            // A law that is broken is broken for both colours; one wrong answer may have any reason.
            let certainty = if self.wrong.len() >= 2 { words.certainty } else { Certainty::Hint };
            return Ok(Verdict::Finding(Box::new(Finding {
                certainty,
                summary: format!("{} of {} answers are wrong: {}", self.wrong.len(), self.tried, case.why),
                failed: self.wrong.len(),
                tried: self.tried,
                evidence: Evidence {
                    fen: Some(case.position.to_string()),
                    moves: case.moves.clone(),
                    expected: case.expected(),
                    seen,
                    transcript,
                },
                culprits: words.culprits.iter().map(|&culprit| culprit.to_owned()).collect(),
                breaks: words.breaks.to_owned(),
            })));
        }
        let first = self.wrong.first().map_or("", |wrong| wrong.seen.as_str());
        Ok(Verdict::CannotTell(format!("wrong answers, but not again in a fresh process; the first was {first}")))
    }

    /// Leaves out wrong answers that are as wrong without the moves that lead there: their reason is not the past.
    pub(super) fn due_to_the_past(mut self, patient: &mut Patient) -> Result<Self, EngineError> {
        let bare: Vec<Case> = self.wrong.iter().filter_map(|wrong| wrong.case.without_past()).collect();
        if !bare.is_empty() {
            let again = ask(patient, &bare)?.wrong;
            let is_wrong =
                |case: &Case| case.without_past().is_none_or(|bare| again.iter().any(|wrong| wrong.case == bare));
            self.wrong.retain(|wrong| !is_wrong(&wrong.case));
        }
        Ok(self)
    }

    /// A pass if all is right, else a finding.
    pub(super) fn verdict(&self, patient: &mut Patient, words: &Words) -> Result<Verdict, EngineError> {
        if self.wrong.is_empty() { Ok(self.pass()) } else { self.finding(patient, words) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_its_flip_is_the_other_colours_question() {
        let cases = read("7k/8/6K1/8/8/8/8/R7 w - - 99 80 | g6f6 h8g8 | a1a8 | 6 | plays a1a8 | why");
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0].position.to_string(), "r7/8/8/8/8/6k1/8/7K b - - 99 80");
        assert_eq!(cases[0].moves, ["g3f3", "h1g1"]);
        assert_eq!(cases[0].wanted, Wanted::Plays(vec!["a8a1".to_owned()]));
        assert_eq!(cases[1].depth, 6);
        assert!(read("# nothing\n\nnonsense | x").is_empty());
    }

    #[test]
    fn a_question_without_its_past_is_asked_of_the_same_position() {
        let cases = read("7k/8/6K1/8/8/8/8/R7 w - - 0 80 | g6f6 h8g8 | a1a8 | 6 | no-draw | why");
        let bare = cases[1].without_past().unwrap();
        assert_eq!(bare.position.to_string(), "6k1/8/5K2/8/8/8/8/R7 w - - 2 81");
        assert!(bare.moves.is_empty() && bare.only == ["a1a8"]);
    }

    #[test]
    fn who_tells_no_scores_has_not_passed() {
        let pass = |tried, untold| Answers { tried, untold, ..Answers::default() }.pass();
        assert!(matches!(pass(0, 8), Verdict::CannotTell(_)) && matches!(pass(2, 12), Verdict::CannotTell(_)));
        assert_eq!(pass(8, 1), Verdict::Pass("8 of 8 questions answered rightly, 1 told no score".to_owned()));
    }

    #[test]
    fn every_line_of_every_file_of_cases_is_read_and_its_moves_are_legal() {
        let files = [
            include_str!("draws/fifty_moves.txt"),
            include_str!("draws/history.txt"),
            include_str!("draws/material.txt"),
            include_str!("draws/rights.txt"),
            include_str!("draws/rights_en_passant.txt"),
            include_str!("draws/stalemate.txt"),
            include_str!("draws/threefold.txt"),
            include_str!("search/horizon.txt"),
            include_str!("search/one_by_one.txt"),
            include_str!("search/proven_values.txt"),
            include_str!("search/table.txt"),
            include_str!("search/tactics.txt"),
            include_str!("search/zugzwang.txt"),
        ];
        for file in files {
            let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            for line in lines {
                let case = parse(line).unwrap_or_else(|| panic!("{line}"));
                let mut position = case.position;
                let legal = |position: &Position<Chess>, text: &String| {
                    let found = position.legal_moves().iter().copied().find(|mv| mv.uci(Default::default()) == *text);
                    found.unwrap_or_else(|| panic!("{text}: {line}"))
                };
                for text in &case.moves {
                    position = position.after(legal(&position, text));
                }
                let named = match &case.wanted {
                    Wanted::Plays(moves) | Wanted::Avoids(moves) => moves.clone(),
                    _ => Vec::new(),
                };
                for text in case.only.iter().chain(&named) {
                    legal(&position, text);
                }
            }
        }
    }
}
