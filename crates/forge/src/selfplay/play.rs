//! One game of self-play.

use std::sync::atomic::Ordering::Relaxed;

use engine::{Control, Limits, Player, Report};
use rules::{Game, Position};

use super::Settings;
use super::adjudication::{Adjudicator, Verdict};
use super::openings::{Openings, random_opening};
use crate::random::Random;
use crate::records::{Ending, GameRecord, Ply};

/// An opening that favours one side by more than this is not played.
const UNBALANCED: i32 = 300;
/// A game of so many plies counts as drawn.
const TOO_LONG: usize = 600;
/// A search ends in the middle of an iteration only after so many times the nodes after which it begins no new one, ...
const HARD_FACTOR: u64 = 8;
/// ... and never before this many, so that the first iteration gets finished.
const LEAST_HARD_NODES: u64 = 10_000;

/// Plays the game with a number. `None` if it was told to stop.
pub(super) fn play<R: Openings>(
    player: &mut Player,
    settings: &Settings,
    number: u64,
    control: &Control,
) -> Option<GameRecord<R>> {
    let mut random = Random::new(settings.seed, number);
    let is_sampled = settings.adjudicates && random.happens(settings.verified_permille);
    player.forget();
    let start = loop {
        if control.stop.load(Relaxed) {
            return None;
        }
        let Some(start) = random_opening::<R>(&mut random, settings.shuffled_permille) else { continue };
        let look = think(player, &Game::new(start), R::LOOK_NODES, control);
        if look.is_some_and(|report| report.score.value().abs() <= UNBALANCED) {
            break start;
        }
    };
    play_on(player, settings, start, is_sampled, control)
}

/// Plays from a position to the end.
fn play_on<R: Openings>(
    player: &mut Player,
    settings: &Settings,
    start: Position<R>,
    is_sampled: bool,
    control: &Control,
) -> Option<GameRecord<R>> {
    let mut game = Game::new(start);
    let mut plies = Vec::new();
    let mut adjudicator = Adjudicator::default();
    let mut verdict: Option<Verdict> = None;
    let (winner, ending) = loop {
        if let Some(outcome) = game.outcome() {
            break (outcome.winner(), Ending::Rules);
        }
        if plies.len() >= TOO_LONG {
            break (None, Ending::TooLong);
        }
        let report = think(player, &game, u64::from(settings.soft_nodes), control)?;
        let (mv, score) = (*report.line.first()?, report.score);
        let (side, move_number) = (game.position().side_to_move(), game.position().fullmove_number());
        plies.push(Ply { mv, score });
        game.play(mv);
        if control.stop.load(Relaxed) {
            return None;
        }
        if settings.adjudicates && verdict.is_none() {
            verdict = adjudicator.watch(score, side, move_number);
        }
        match verdict {
            Some(Verdict::Win(winner)) if !is_sampled => break (Some(winner), Ending::AdjudicatedWin),
            Some(Verdict::Draw) if !is_sampled => break (None, Ending::AdjudicatedDraw),
            _ => {}
        }
    };
    Some(GameRecord { start, winner, ending, is_verification: is_sampled && verdict.is_some(), plies })
}

/// Thinks about a position for about so many nodes. The answer is at least one ply deep.
fn think<R: Openings>(player: &mut Player, game: &Game<R>, soft: u64, control: &Control) -> Option<Report> {
    let hard = (soft * HARD_FACTOR).max(LEAST_HARD_NODES);
    let limits = Limits { soft_nodes: Some(soft), nodes: Some(hard), ..Limits::default() };
    let report = player.think(game, &limits, control, |_| {})?;
    if report.depth > 0 {
        return Some(report);
    }
    let limits = Limits { depth: Some(1), ..Limits::default() };
    player.think(game, &limits, control, |_| {})
}
