//! A whole training: epochs, their losses, and the files they leave behind. After every epoch there are the network, a checkpoint to go on
//! from, and the plot of the losses.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::network::{NetworkError, Parts};
use rules::Rules;

use super::adam::Step;
use super::checkpoint::{self, CheckpointError};
use super::dataset::Dataset;
use super::model::{Model, Shape, Target};
use super::plot;
use super::quantise::{Quantisation, adopt, compare, quantise, settle};
use super::sample::Sample;
use super::settings::{Settings, SettingsError};
use crate::random::Random;

/// The mean losses of an epoch: squared errors of expected points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// Of the positions learned from, while they were learned from.
    pub training: f64,
    /// Of the positions kept apart, after the epoch.
    pub validation: f64,
    /// How long the epoch took.
    pub seconds: f64,
}

/// How a training stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The losses of the epochs that are over.
    pub history: &'a [EpochLoss],
    /// How many epochs there will be.
    pub epochs: usize,
    /// How many batches of the present epoch are done.
    pub batch: usize,
    /// How many batches an epoch has.
    pub batches: usize,
    /// The mean loss of the present epoch.
    pub loss: f64,
    /// The learning rate.
    pub rate: f32,
    /// How many positions were learned from since the start of the program, each as often as it was.
    pub positions: u64,
    /// How many are to come.
    pub positions_left: u64,
    /// How long those learned from have taken.
    pub time: Duration,
}

impl Progress<'_> {
    /// Positions learned from each second.
    pub fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// What a training came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The losses of all epochs.
    pub history: Vec<EpochLoss>,
    /// How many epochs there were when it began: more than 0 if it went on from a checkpoint.
    pub resumed_from: usize,
    /// Positions learned from each second; 0 if nothing was left to do.
    pub positions_per_second: f64,
    /// What integers cost, measured on positions kept apart.
    pub quantisation: Quantisation,
    /// What 1 is in the output weights.
    pub output_scale: u16,
}

/// Why there is no network.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A setting is out of range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Nothing passed the filter.
    #[error("no positions to learn from; expected games with positions that pass the filters")]
    NoPositions,
    /// The network would take the place of something else.
    #[error("{}: is there already without a checkpoint to go on from; expected a new file", .0.display())]
    Exists(PathBuf),
    /// The network would have the name of its own checkpoint or plot.
    #[error("{}: is what the checkpoint or the plot will be called; expected another ending, such as .net", .0.display())]
    Name(PathBuf),
    /// A file cannot be written.
    #[error("{}: cannot be written", .0.display())]
    Io(PathBuf, #[source] std::io::Error),
    /// The checkpoint cannot be used.
    #[error("{}", .0.display())]
    Checkpoint(PathBuf, #[source] CheckpointError),
    /// The threads cannot be started.
    #[error("threads cannot be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The weights became nonsense.
    #[error("the network {0}; expected a lower --rate to help")]
    Network(#[from] NetworkError),
}

/// How many positions quantisation is measured on.
const MEASURED: usize = 1_000_000;
/// How many positions output biases are settled by.
const SETTLED: usize = 100_000;
/// What the generators of the epochs' orders are parts of.
const ORDER: u64 = 0x0_04de4;

/// Where the checkpoint of a network's training lies.
pub fn checkpoint_path(out: &Path) -> PathBuf {
    out.with_extension("checkpoint")
}

/// Where the plot of a network's losses lies.
pub fn plot_path(out: &Path) -> PathBuf {
    out.with_extension("svg")
}

/// Trains a network into a file, or goes on with a training that was broken off.
pub fn train<R: Rules>(
    data: &Dataset,
    settings: &Settings,
    out: &Path,
    threads: usize,
    report: &(dyn Fn(&Progress) + Sync),
) -> Result<Summary, TrainError> {
    settings.check()?;
    if data.training.is_empty() {
        return Err(TrainError::NoPositions);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| Training::<R>::begin(data, settings, out)?.run(report))
}

struct Training<'a, R> {
    data: &'a Dataset,
    settings: &'a Settings,
    out: &'a Path,
    model: Model,
    named: Vec<(&'static str, String)>,
    history: Vec<EpochLoss>,
    resumed_from: usize,
    started: Instant,
    positions: u64,
    rules: std::marker::PhantomData<R>,
}

impl<'a, R: Rules> Training<'a, R> {
    fn begin(data: &'a Dataset, settings: &'a Settings, out: &'a Path) -> Result<Self, TrainError> {
        let mut model = Model::new(Shape::of::<R>(settings), settings.seed);
        let mut named = settings.named();
        named.push(("game", R::NAME.to_owned()));
        named.push(("data", data.description()));
        let path = checkpoint_path(out);
        if path == out || plot_path(out) == out {
            return Err(TrainError::Name(out.to_path_buf()));
        }
        let history = match std::fs::read(&path) {
            Ok(bytes) => checkpoint::from_bytes(&bytes, &mut model, &named),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && out.exists() => {
                return Err(TrainError::Exists(out.to_path_buf()));
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                if let Some(from) = &settings.from {
                    Self::begin_from(from, settings, &mut model)
                        .map_err(|error| TrainError::Checkpoint(from.clone(), error))?;
                }
                Ok(Vec::new())
            }
            Err(error) => Err(error.into()),
        };
        let history = history.map_err(|error| TrainError::Checkpoint(path, error))?;
        Ok(Self {
            data,
            settings,
            out,
            model,
            named,
            resumed_from: history.len(),
            history,
            started: Instant::now(),
            positions: 0,
            rules: std::marker::PhantomData,
        })
    }

    /// Takes the weights of an earlier training of the same shape, from its checkpoint or its network, and nothing else of it.
    fn begin_from(from: &Path, settings: &Settings, model: &mut Model) -> Result<(), CheckpointError> {
        let bytes = std::fs::read(from)?;
        match Parts::from_bytes::<R>(&bytes) {
            Err(NetworkError::Foreign) => {}
            Err(error) => return Err(error.into()),
            Ok(parts) if adopt(model, settings.scale, &parts) => return Ok(()),
            Ok(_) => return Err(CheckpointError::OtherShape),
        }
        let mut named = settings.named_shape();
        named.push(("game", R::NAME.to_owned()));
        checkpoint::from_bytes(&bytes, model, &named)?;
        for learner in model.learners() {
            learner.mean.iter_mut().chain(&mut learner.square).for_each(|row| row.0.fill(0.0));
        }
        Ok(())
    }

    fn run(mut self, report: &(dyn Fn(&Progress) + Sync)) -> Result<Summary, TrainError> {
        while self.history.len() < self.settings.epochs {
            let loss = self.epoch(report);
            self.history.push(loss);
            self.write()?;
            report(&self.progress(0, self.batches(), loss.training, self.rate(0)));
        }
        let speed = self.positions as f64 / self.started.elapsed().as_secs_f64().max(1e-9);
        // What was kept apart, or else what was learned from.
        let kept = if self.data.validation.is_empty() { &self.data.training } else { &self.data.validation };
        // A run that had nothing left to do leaves the files behind too.
        let parts = self.write()?;
        Ok(Summary {
            quantisation: compare::<R>(&mut self.model, &parts, &kept[..kept.len().min(MEASURED)])?,
            output_scale: parts.output_scale,
            history: self.history,
            resumed_from: self.resumed_from,
            positions_per_second: speed,
        })
    }

    fn target(&self) -> Target {
        Target { wdl: self.settings.wdl, scale: f32::from(self.settings.scale) }
    }

    fn batches(&self) -> usize {
        self.data.training.len().div_ceil(self.settings.batch)
    }

    /// The learning rate of a batch of the present epoch.
    fn rate(&self, batch: usize) -> f32 {
        let (settings, batches) = (self.settings, self.batches());
        let step = self.history.len() * batches + batch;
        settings.schedule.rate(step, settings.epochs * batches, settings.rate, settings.final_rate)
    }

    fn progress(&self, batch: usize, batches: usize, loss: f64, rate: f32) -> Progress<'_> {
        let all = self.settings.epochs.saturating_sub(self.resumed_from) * self.data.training.len();
        Progress {
            history: &self.history,
            epochs: self.settings.epochs,
            batch,
            batches,
            loss,
            rate,
            positions: self.positions,
            positions_left: (all as u64).saturating_sub(self.positions),
            time: self.started.elapsed(),
        }
    }

    /// Learns from every position once, in an order of this epoch's own.
    fn epoch(&mut self, report: &(dyn Fn(&Progress) + Sync)) -> EpochLoss {
        let (started, target) = (Instant::now(), self.target());
        let (settings, samples, number) = (self.settings, &self.data.training, self.history.len());
        let mut order: Vec<u32> = (0..samples.len() as u32).collect();
        Random::new(settings.seed ^ ORDER, number as u64).shuffle(&mut order);
        let batches = self.batches();
        let (mut loss, mut seen) = (0.0, 0);
        for (batch, numbers) in order.chunks(settings.batch).enumerate() {
            let rate = self.rate(batch);
            let step = Step::new(number * batches + batch, rate, settings.decay);
            loss += self.model.learn::<R>(samples, numbers, target, step) * numbers.len() as f64;
            seen += numbers.len();
            self.positions += numbers.len() as u64;
            report(&self.progress(batch + 1, batches, loss / seen as f64, rate));
        }
        let validation = self.model.loss::<R>(&self.data.validation, target);
        EpochLoss { training: loss / seen as f64, validation, seconds: started.elapsed().as_secs_f64() }
    }

    /// Leaves network, checkpoint and plot behind.
    fn write(&mut self) -> Result<Parts, TrainError> {
        let mut parts = quantise(&self.model, self.settings.scale, self.description());
        let samples = &self.data.training;
        let spread: Vec<Sample> = samples.iter().step_by(samples.len().div_ceil(SETTLED).max(1)).copied().collect();
        settle::<R>(&mut self.model, &mut parts, &spread)?;
        let write = |path: PathBuf, bytes: &[u8]| {
            checkpoint::write_whole(&path, bytes).map_err(|error| TrainError::Io(path, error))
        };
        write(self.out.to_path_buf(), &parts.to_bytes::<R>())?;
        write(plot_path(self.out), plot::svg(&self.history).as_bytes())?;
        let bytes = checkpoint::to_bytes(&mut self.model, &self.named, &self.history);
        write(checkpoint_path(self.out), &bytes)?;
        Ok(parts)
    }

    /// How the network was made, for those who find its file.
    fn description(&self) -> String {
        let mut text = format!("adoube {}", env!("CARGO_PKG_VERSION"));
        for (name, value) in &self.named {
            text.push_str(&format!("; {name} {value}"));
        }
        if let Some(last) = self.history.last() {
            text.push_str(&format!("; epoch {} of {}", self.history.len(), self.settings.epochs));
            text.push_str(&format!("; loss {:.6}, validation {:.6}", last.training, last.validation));
        }
        text
    }
}
