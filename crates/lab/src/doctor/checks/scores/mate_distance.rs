//! Law: a mate that is claimed is there, and no closer than it can be. The distances are proven by trying every move.

use rules::{Chess, Color, Game, Position};
use uci::client::{EngineError, ScoreBound, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, to_depth};
use crate::doctor::verdict::{Certainty, Finding, Said, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mate-distance",
        says: "A claimed mate exists, and cannot be shorter than the shortest there is.",
        experiment: "Proven mates in one to three, and in one and two to be suffered, one after the other with a warm table, searched twice \
            at rising depth; mates in two and three after all that follows their first move was searched by itself; then \
            endings of a rook or a queen, played out with a warm table. Every exact mate score is compared with the proof.",
    },
    from: Pace::Quick,
    share: 4,
    run,
};

/// A claim that is not true.
struct False {
    game: Game<Chess>,
    claim: i32,
    truth: String,
    transcript: Vec<Said>,
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut wrong = Vec::new();
    let tried =
        known_mates(patient, &mut wrong)? + foreseen_mates(patient, &mut wrong)? + endings(patient, &mut wrong)?;
    if tried == 0 {
        return Ok(Verdict::CannotTell("no mate score was told".to_owned()));
    }
    let Some(first) = wrong.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} mate scores agree with the proofs")));
    };
    let alone = without_past(patient, first)?;
    let example = alone.as_ref().unwrap_or(first);
    let mut culprits = vec![
        "mate scores are stored in the table as distances from the root, not from the node: add the ply when storing, take \
         it away when reading",
        "a mate score made of the depth left instead of the ply",
    ];
    if example.truth.starts_with('-') == (example.claim > 0) {
        culprits.insert(0, "the sign of a mate score is not turned with the side");
    }
    let summary = format!("claims a mate in {} where the shortest is {}", example.claim, example.truth);
    let mut finding = Finding::new(Certainty::Sure, summary)
        .counted(wrong.len(), tried)
        .at(example.game.start())
        .expected(
            format!("mate {} or further: proven by trying every move", example.truth),
            format!("mate {}", example.claim),
        )
        .transcript(example.transcript.clone())
        .blame(&culprits)
        .breaks("play: an engine that believes in mates that are not there shuffles or throws games away");
    finding.evidence.moves = example.game.moves().iter().map(|mv| mv.uci(Default::default())).collect();
    Ok(finding.verdict())
}

/// The same claim, or another false one, in a process that knew nothing before, on a position as small as can be; `None` if it
/// needs a full table.
fn without_past(patient: &mut Patient, example: &False) -> Result<Option<False>, EngineError> {
    let traits = patient.traits.clone();
    let depth = 2 * example.claim.unsigned_abs() + 5;
    let proof = prove(patient, example.game.position(), &mut |session, position| {
        let heard = session.fresh(position, &to_depth(depth))?;
        let told = claims(&traits, &heard, position.side_to_move());
        Ok(told.into_iter().find(|claim| (1..=PROVABLE).contains(claim) && !is_there(position, *claim)))
    })?;
    Ok(proof.map(|proof| {
        let (game, truth) = (Game::new(proof.position), format!("{} or more", proof.seen + 1));
        False { game, claim: proof.seen, truth, transcript: proof.transcript }
    }))
}

/// Whether the side to move mates in so many. Who takes stalemate for mate breaks another law (draws/stalemate).
fn is_there(position: &Position<Chess>, claim: i32) -> bool {
    let moves = claim.unsigned_abs();
    mates::mate_in(position, moves).is_some() || mates::leaves_no_move_in(position, moves)
}

/// Mate scores that are meant: of each iteration the last line, if it is exact. The first may be of a bad move that is
/// taken back.
fn claims(traits: &Traits, heard: &Heard, side: Color) -> Vec<i32> {
    let infos = heard.infos();
    let is_last = |index: usize| {
        let depth = infos[index].depth;
        !infos[index + 1..].iter().any(|later| later.depth == depth && later.score.is_some())
    };
    let exact = infos.iter().enumerate().filter(|(_, info)| info.bound == ScoreBound::Exact);
    let told = exact.filter(|(index, _)| is_last(*index)).filter_map(|(_, info)| info.score);
    let normal = told.map(|score| traits.normal(score, side == Color::Black));
    normal.filter_map(|score| if let SearchScore::Mate(moves) = score { Some(moves) } else { None }).collect()
}

/// Proven mates; how many claims there were.
fn known_mates(patient: &mut Patient, wrong: &mut Vec<False>) -> Result<usize, EngineError> {
    let mut session = patient.start()?;
    let mut tried = 0;
    session.new_game()?;
    for one in mates::known() {
        if patient.time_is_up() {
            break;
        }
        session.place(&one.position)?;
        // The second search meets the mate scores that the first has left in the table.
        for depth in [2 * one.moves.unsigned_abs() + 1, 2 * one.moves.unsigned_abs() + 4] {
            let heard = session.depth(depth)?;
            let claims = claims(&patient.traits, &heard, one.position.side_to_move());
            tried += claims.len();
            if let Some(claim) = claims.iter().find(|claim| is_false(**claim, one.moves)) {
                let (game, truth) = (Game::new(one.position), one.moves.to_string());
                wrong.push(False { game, claim: *claim, truth, transcript: session.transcript() });
                break;
            }
        }
    }
    Ok(tried)
}

/// Nobody must see the shortest mate, but nobody can see a shorter one.
fn is_false(claim: i32, truth: i32) -> bool {
    claim.signum() != truth.signum() || claim.abs() < truth.abs()
}

/// Proven mates when the table knows every answer to the first move as a root of its own. Distances that are kept as
/// distances from a root make the answer that holds out longest look like the others, which it is not.
fn foreseen_mates(patient: &mut Patient, wrong: &mut Vec<False>) -> Result<usize, EngineError> {
    let mut session = patient.start()?;
    let mut tried = 0;
    for one in mates::known().iter().filter(|one| one.moves >= 2) {
        if patient.time_is_up() {
            break;
        }
        let Some(first) = mates::key_move(&one.position, one.moves.unsigned_abs()) else { continue };
        let answers = one.position.after(first);
        session.new_game()?;
        let deeper = 2 * one.moves.unsigned_abs() + 4;
        for answer in &answers.legal_moves() {
            session.place(&answers.after(*answer))?;
            session.depth(deeper)?;
        }
        session.place(&one.position)?;
        let heard = session.depth(deeper - 2)?;
        let claims = claims(&patient.traits, &heard, one.position.side_to_move());
        tried += claims.len();
        if let Some(claim) = claims.iter().find(|claim| is_false(**claim, one.moves)) {
            let (game, truth) = (Game::new(one.position), one.moves.to_string());
            wrong.push(False { game, claim: *claim, truth, transcript: session.transcript() });
        }
    }
    Ok(tried)
}

/// Endings in which mates are met again and again at other distances from the root.
const ENDINGS: [&str; 3] =
    ["8/8/8/3k4/8/8/3K4/R7 w - - 0 1", "8/8/8/3k4/8/8/3K4/Q7 w - - 0 1", "8/3k4/8/8/8/8/1RR5/3K4 w - - 0 1"];
/// Claims up to here can be proven by trying every move.
const PROVABLE: i32 = 3;

/// Endings, the engine on both sides; how many claims could be proven or not.
fn endings(patient: &mut Patient, wrong: &mut Vec<False>) -> Result<usize, EngineError> {
    let mut session = patient.start()?;
    let mut tried = 0;
    let starts = ENDINGS.iter().filter_map(|fen| fen.parse::<Position<Chess>>().ok());
    for start in starts.flat_map(|start| [start, start.flipped()]) {
        let mut game = Game::new(start);
        session.new_game()?;
        while game.moves().len() < 100 && game.outcome().is_none() && !patient.time_is_up() {
            session.place_game(&game)?;
            let heard = session.search(&uci::Limits { depth: Some(10), nodes: Some(200_000), ..Default::default() })?;
            let position = *game.position();
            // Only the last line: what it is about to play.
            let last = claims(&patient.traits, &heard, position.side_to_move()).pop();
            if let Some(claim @ 1..=PROVABLE) = last {
                tried += 1;
                if !is_there(&position, claim) {
                    let truth = format!("{} or more", claim + 1);
                    wrong.push(False { game, claim, truth, transcript: session.transcript() });
                    break;
                }
            }
            let Ok(mv) = position.uci_move(&heard.best) else { break };
            game.play(mv);
        }
    }
    Ok(tried)
}
