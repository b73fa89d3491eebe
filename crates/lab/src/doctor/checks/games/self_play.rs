//! Law: from balanced openings an engine scores about as well with White as it should, wins with both colours, and ends
//! its games by the rules. Few games prove little: the verdict says how many would.

use rules::{Chess, Color, Game, Move, Position, UciStyle};
use uci::Limits;
use uci::client::EngineError;
use uci::genfens::Random;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};
use crate::statistics::{Counts, Trinomial};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Games,
        name: "self-play",
        says: "From balanced openings and their colour flips neither colour scores much better, and every game ends by the rules.",
        experiment: "Short games of the engine against itself at a fixed depth, from openings of a few random quiet moves and from \
            the same with colours swapped. White's score is told with its interval, and how many games would decide.",
    },
    from: Pace::Usual,
    share: 8,
    run,
};

const DEPTH: u32 = 4;
/// Longer games are broken off.
const LONGEST: usize = 300;

#[derive(Default)]
struct Season {
    white: Trinomial,
    plies: usize,
    unfinished: usize,
    /// Pairs of an opening and its flip that ended the same way for the same part.
    mirrored: usize,
    pairs: usize,
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x6a3e);
    let wanted = patient.pace().pick(4, 30, 200);
    let mut season = Season::default();
    while season.pairs < wanted && !patient.time_is_up() {
        let opening = opening(&mut random);
        let mut results = Vec::new();
        for start in [opening, opening.flipped()] {
            match play(&mut session, &start)? {
                Ok((half_points, plies)) => {
                    results.push(half_points);
                    season.white.record(half_points.unwrap_or(1));
                    season.unfinished += usize::from(half_points.is_none());
                    season.plies += plies;
                }
                Err(illegal) => return Ok(illegal_move(&session, &start, &illegal)),
            }
        }
        // With colours swapped the other colour should get what this one got.
        if let [Some(one), Some(other)] = results[..] {
            season.mirrored += usize::from(one + other == 2);
        }
        season.pairs += 1;
    }
    Ok(judge(patient, &season, &session))
}

fn judge(patient: &Patient, season: &Season, session: &Session) -> Verdict {
    let games = season.white.total();
    if games < 4 {
        return Verdict::CannotTell(format!("only {games} games were finished in time"));
    }
    let score = season.white.summary().score;
    let (value, half) = (score.value, (score.high - score.low) / 2.0);
    // So many games would show a bias of five points in a hundred beside White's usual four.
    let needed = (games as f64 * (half / 0.05).powi(2)).ceil().max(1.0);
    let text = format!(
        "White scores {:.0} % ({:.0} to {:.0}) in {games} games of {} plies on average, {} broken off, {} of {} pairs ended alike with colours swapped; \
         about {needed:.0} games would show a bias of 5 %",
        100.0 * value,
        100.0 * score.low,
        100.0 * score.high,
        season.plies as u64 / games,
        season.unfinished,
        season.mirrored,
        season.pairs
    );
    let is_biased = games >= 20 && (score.low > 0.62 || score.high < 0.45);
    if !is_biased {
        return Verdict::Pass(text);
    }
    let favoured = if value > 0.5 { Color::White } else { Color::Black };
    Verdict::Finding(Box::new(Finding {
        certainty: if patient.traits.repeats_itself { Certainty::Likely } else { Certainty::Hint },
        summary: format!("{favoured} wins too often: {text}"),
        failed: games as usize,
        tried: games as usize,
        evidence: Evidence {
            expected: "45 to 62 % for White from balanced openings".to_owned(),
            seen: format!("{:.0} %", 100.0 * value),
            transcript: session.transcript(),
            ..Evidence::default()
        },
        culprits: vec![
            "a sign or a table that is wrong for one colour (see scores/colour-symmetry)".to_owned(),
            "negamax that also branches on who is to move".to_owned(),
        ],
        breaks: "play with one colour".to_owned(),
    }))
}

fn illegal_move(session: &Session, start: &Position<Chess>, illegal: &(Vec<String>, String)) -> Verdict {
    let (moves, said) = illegal;
    Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Sure,
        summary: format!("plays the illegal move {said} in a game against itself"),
        failed: 1,
        tried: 1,
        evidence: Evidence {
            fen: Some(start.to_string()),
            moves: moves.clone(),
            expected: "a legal move".to_owned(),
            seen: said.clone(),
            transcript: session.transcript(),
        },
        culprits: vec![
            "a move of the table that is not legal here, or a board that is not what the moves made it".to_owned(),
        ],
        breaks: "games are lost at once".to_owned(),
    }))
}

/// A few random moves that lose nothing: a start that favours nobody much, on average not even White.
fn opening(random: &mut Random) -> Position<Chess> {
    let mut position = Position::<Chess>::start();
    for _ in 0..8 {
        let legal = position.legal_moves();
        let quiet: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|mv| !mv.is_noisy() && position.exchange_gains(*mv, 0) && loses_nothing(&position.after(*mv)))
            .collect();
        let Some(mv) = quiet.get(random.below(quiet.len().max(1) as u64) as usize) else { break };
        position = position.after(*mv);
    }
    position
}

/// Whether nothing can be taken with gain.
fn loses_nothing(position: &Position<Chess>) -> bool {
    position.legal_moves().iter().all(|mv| !mv.is_capture() || !position.exchange_gains(*mv, 50))
}

type Played = Result<(Option<u8>, usize), (Vec<String>, String)>;

/// One game: White's half points (none if it was broken off) and its plies; or an illegal move and what came before.
fn play(session: &mut Session, start: &Position<Chess>) -> Result<Played, EngineError> {
    let mut game = Game::new(*start);
    session.new_game()?;
    while game.outcome().is_none() && game.moves().len() < LONGEST {
        session.place_game(&game)?;
        let heard = session.search(&Limits { depth: Some(DEPTH), ..Limits::default() })?;
        let legal = game.position().legal_moves();
        let Some(mv) = legal.iter().copied().find(|mv| mv.uci(UciStyle::Standard) == heard.best) else {
            let moves = game.moves().iter().map(|mv| mv.uci(UciStyle::Standard)).collect();
            return Ok(Err((moves, heard.best)));
        };
        game.play(mv);
    }
    let half_points = game.outcome().map(|outcome| match outcome.winner() {
        Some(Color::White) => 2,
        Some(Color::Black) => 0,
        None => 1,
    });
    Ok(Ok((half_points, game.moves().len())))
}
