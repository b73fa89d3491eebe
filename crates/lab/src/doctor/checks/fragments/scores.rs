//! Laws: a position of Chess Fragments has one static evaluation, by moves or by FEN, for White or for Black. Held to one
//! quiet move at depth 1 an engine has nothing to choose, so that the score is the static evaluation.

use rules::{Color, Fragments, Game, Move, PieceKind, Position, Rules};
use uci::Limits;
use uci::client::{EngineError, SearchScore};
use uci::genfens::Random;

use super::{bare, game, shown_by};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::is_at_rest;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Finding, Said, Verdict};

/// By moves and by FEN.
pub(super) const PATH: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "path-against-position",
        says: "A position has the same score at depth 1 whether it is reached by moves or given as a FEN.",
        experiment: "Random games cut off after a quiet pawn move, so that no repetition or counter can differ; with an empty \
            table, held to one move that leads to a position at rest.",
    },
    from: Pace::Quick,
    share: 4,
    run: path_against_position,
};

/// For White and for Black.
pub(super) const SYMMETRY: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "colour-symmetry",
        says: "A position and the same position with colours swapped have the same static evaluation for the side to move.",
        experiment: "Positions of random games and their colour flips, held to one move that leads to a position at rest.",
    },
    from: Pace::Quick,
    share: 4,
    run: colour_symmetry,
};

/// A game, and the only move that is looked at in it.
type Asked = (Game<Fragments>, Move);

/// Two questions that should be answered with the same score.
struct Pair {
    asked: [Asked; 2],
    scores: [i32; 2],
}

impl Pair {
    fn difference(&self) -> i32 {
        (self.scores[0] - self.scores[1]).abs()
    }
}

/// What rounding and scaling may do.
fn are_different([one, other]: [i32; 2]) -> bool {
    (one - other).abs() > 2 + other.abs() / 50
}

/// A move after which nothing can be taken, promoted or checked.
fn quiet(position: &Position<Fragments>) -> Option<Move> {
    position.legal_moves().iter().copied().find(|mv| !mv.is_noisy() && is_at_rest(&position.after(*mv)))
}

/// The score of one move at depth 1 with an empty table, in centipawns as the side to move sees them.
fn score(session: &mut Session, traits: &Traits, (game, only): &Asked) -> Result<Option<i32>, EngineError> {
    let limits = Limits { depth: Some(1), search_moves: vec![only.uci(session.style())], ..Limits::default() };
    let score = session.fresh_in(game, &limits)?.score();
    let is_black = game.position().side_to_move() == Color::Black;
    Ok(match score.map(|score| traits.normal(score, is_black)) {
        Some(SearchScore::Centipawns(value)) => Some(value),
        _ => None,
    })
}

/// What a law says of its pairs.
struct Words {
    summary: &'static str,
    expected: &'static str,
    culprits: &'static [&'static str],
    breaks: &'static str,
}

fn path_against_position(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let words = Words {
        summary: "positions have another static evaluation when they are reached by moves",
        expected: "as for the bare position",
        culprits: &[
            "something that is added and subtracted move by move (piece-square sums, material, a network's accumulator) is not \
             what a fresh set-up computes",
            "pawns that have never moved: which of them may still step twice is not what the position says",
        ],
        breaks: "play: every position in the search is reached by moves, so every evaluation may be wrong",
    };
    compare(patient, &words, by_moves_and_bare)
}

fn colour_symmetry(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let words = Words {
        summary: "static evaluations change when colours are swapped",
        expected: "as for the flipped position",
        culprits: &[
            "a piece-square table read without mirroring the square for Black, or mirrored as on a board of eight ranks",
            "the side-to-move sign in a term that only one colour's pieces feed",
            "a direction or rank that is written for White only (pawn pushes, promotion)",
        ],
        breaks: "play: one colour's pieces are misjudged, so the engine plays better with the other",
    };
    compare(patient, &words, both_colours)
}

/// A position by its moves, and without them.
fn by_moves_and_bare(game: &Game<Fragments>) -> Option<[Asked; 2]> {
    let (game, mv) = up_to_a_pawn_move(game)?;
    let bare = (bare(&game), mv);
    Some([(game, mv), bare])
}

/// A position and its flip, both without moves.
fn both_colours(game: &Game<Fragments>) -> Option<[Asked; 2]> {
    let mv = quiet(game.position())?;
    let flipped = Game::new(game.position().flipped());
    Some([(bare(game), mv), (flipped, mv.flipped(Fragments::HEIGHT))])
}

/// The part of a game that ends with its last single step of a pawn that takes nothing and leaves a quiet move: nothing
/// before it can be repeated, and whoever counts plies since then counts none.
fn up_to_a_pawn_move(game: &Game<Fragments>) -> Option<Asked> {
    let mut found = None;
    let mut replay = Game::new(*game.start());
    for mv in game.moves() {
        let is_pawn = replay.position().kind_at(mv.from()) == Some(PieceKind::Pawn);
        replay.play(*mv);
        if is_pawn
            && !mv.is_noisy()
            && !mv.is_double_step()
            && let Some(quiet) = quiet(replay.position())
        {
            found = Some((replay.clone(), quiet));
        }
    }
    found
}

/// So many differences are enough to be sure.
const ENOUGH: usize = 3;

/// Compares the scores of positions that should be worth the same, game by game.
fn compare(
    patient: &mut Patient,
    words: &Words,
    pair: fn(&Game<Fragments>) -> Option<[Asked; 2]>,
) -> Result<Verdict, EngineError> {
    if !patient.traits.obeys_searchmoves {
        return Ok(Verdict::CannotTell("it cannot be held to one move: searchmoves is not obeyed".to_owned()));
    }
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x9a7e);
    let wanted = patient.pace().pick(60, 300, 2000);
    let (mut tried, mut looked, mut differing) = (0, 0, Vec::new());
    while tried < wanted && looked < 40 * wanted && !patient.time_is_up() {
        looked += 1;
        let Some(asked) = pair(&game(&mut random)) else { continue };
        let [Some(one), Some(other)] = both(&asked, |asked| score(&mut session, &patient.traits, asked))? else {
            continue;
        };
        tried += 1;
        if are_different([one, other]) {
            differing.push(Pair { asked, scores: [one, other] });
        }
    }
    let Some(largest) = differing.iter().max_by_key(|pair| pair.difference()) else {
        return Ok(Verdict::pass_of(tried, format!("{tried} pairs of static evaluations are the same")));
    };
    if !patient.traits.repeats_itself {
        return Ok(Verdict::CannotTell("the same question gets different scores in two processes".to_owned()));
    }
    let seen = format!("{} of {tried} {}", differing.len(), words.summary);
    let Some(transcript) = confirm(patient, largest)? else { return Ok(Verdict::not_again(seen)) };
    let certainty = if differing.len() >= ENOUGH { Certainty::Sure } else { Certainty::Likely };
    let [(shown, _), (other, _)] = &largest.asked;
    let [one, second] = largest.scores.map(SearchScore::Centipawns);
    let finding = Finding::new(certainty, seen)
        .counted(differing.len(), tried)
        .expected(format!("{second} {} {}", words.expected, other.position()), one.to_string())
        .transcript(transcript)
        .blame(words.culprits)
        .breaks(words.breaks);
    Ok(shown_by(finding, shown).verdict())
}

/// Asks both questions.
fn both<T>(asked: &[Asked; 2], mut ask: impl FnMut(&Asked) -> Result<T, EngineError>) -> Result<[T; 2], EngineError> {
    let [one, other] = asked;
    Ok([ask(one)?, ask(other)?])
}

/// Asks both anew, each in two fresh processes, and gives what was said if every answer is the one that was given before.
fn confirm(patient: &mut Patient, pair: &Pair) -> Result<Option<Vec<Said>>, EngineError> {
    let mut transcript = Vec::new();
    for _ in 0..2 {
        transcript.clear();
        let again = both(&pair.asked, |asked| {
            let mut session = patient.start()?;
            let score = score(&mut session, &patient.traits, asked)?;
            transcript.extend(session.transcript());
            Ok(score)
        })?;
        if again != pair.scores.map(Some) {
            return Ok(None);
        }
    }
    Ok(Some(transcript))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_of_the_same_worth_and_their_moves_legal() {
        let mut random = Random::new(1);
        let (mut paths, mut flips) = (0, 0);
        for game in (0..400).map(|_| game(&mut random)) {
            if let Some([(one, mv), (other, same)]) = by_moves_and_bare(&game) {
                assert!(one.position() == other.position() && mv == same && other.moves().is_empty());
                paths += 1;
            }
            if let Some([(one, mv), (other, flipped)]) = both_colours(&game) {
                assert!(one.position().is_legal(mv) && other.position().is_legal(flipped), "{}", one.position());
                flips += 1;
            }
        }
        assert!(paths >= 10 && flips >= 10, "{paths} {flips}");
    }
}
