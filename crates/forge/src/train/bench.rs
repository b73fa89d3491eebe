//! How fast the trainer is, measured on random boards that are full of pieces.

use std::time::{Duration, Instant};

use engine::Score;
use rules::{Move, Position, Rules};

use super::adam::Step;
use super::model::{Model, Shape, Target};
use super::run::TrainError;
use super::sample::Sample;
use super::settings::Settings;
use crate::random::Random;
use crate::records::Ply;

/// How fast it went.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Positions learned from.
    pub positions: u64,
    /// How long it took.
    pub time: Duration,
    /// How long the processors worked; as the clock says where the system does not tell.
    pub processor_time: Duration,
}

/// Batches of random games' first positions, no piece taken yet, until so much time is over.
pub fn bench<R: Rules>(settings: &Settings, threads: usize, time: Duration) -> Result<Speed, TrainError> {
    settings.check()?;
    let samples = full_boards::<R>(4 * settings.batch);
    let mut model = Model::new(Shape::of::<R>(settings), settings.seed);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let target = Target { wdl: settings.wdl, scale: f32::from(settings.scale) };
    let numbers: Vec<u32> = (0..samples.len() as u32).collect();
    pool.install(|| {
        let mut learn = |batch: &[u32]| {
            model.learn::<R>(&samples, batch, target, Step::new(0, settings.rate, settings.decay));
            batch.len() as u64
        };
        learn(&numbers[..settings.batch]);
        let (started, before, mut positions) = (Instant::now(), processor_time(), 0);
        for batch in numbers.chunks(settings.batch).cycle() {
            if started.elapsed() >= time {
                break;
            }
            positions += learn(batch);
        }
        let time = started.elapsed();
        let worked = processor_time().zip(before).map(|(after, before)| after.saturating_sub(before));
        Ok(Speed { positions, time, processor_time: worked.unwrap_or(time * threads as u32) })
    })
}

/// Positions of random games in which nothing was taken.
fn full_boards<R: Rules>(count: usize) -> Vec<Sample> {
    let mut random = Random::new(1, 0);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut position = Position::<R>::start();
        for _ in 0..40 {
            let mut moves = position.legal_moves();
            moves.retain(|mv: &mut Move| !mv.is_capture());
            let Some(mv) = moves.get(random.below(moves.len())).copied() else { break };
            let score = Score::centipawns(random.below(400) as i32 - 200);
            samples.push(Sample::new(&position, Ply { mv, score }, random.below(3) as f64 / 2.0));
            position.play(mv);
        }
    }
    samples.truncate(count);
    random.shuffle(&mut samples);
    samples
}

/// How long this program has kept processors busy, if the system tells (Linux, in hundredths of a second).
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
}
