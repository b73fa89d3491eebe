//! An examination from beginning to end: which laws are tried, how long each may take, and what is told on the way.

use std::str::FromStr;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use uci::client::EngineError;

use super::checks;
use super::law::{Group, Law};
use super::patient::{Death, Patient};
use super::report::Checkup;
use super::verdict::{Examined, Verdict};
use super::{autopsy, vital_signs, whitebox};
use crate::engines::EngineEntry;
use crate::matches::GameKind;

/// How thorough an examination is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Less than two minutes.
    Quick,
    /// Less than ten minutes.
    #[default]
    Usual,
    /// As long as it takes, about an hour.
    Deep,
}

impl Pace {
    /// One of three numbers.
    pub const fn pick<T: Copy>(self, quick: T, usual: T, deep: T) -> T {
        match self {
            Self::Quick => quick,
            Self::Usual => usual,
            Self::Deep => deep,
        }
    }

    /// How long an examination may take.
    pub const fn budget(self) -> Duration {
        Duration::from_secs(self.pick(90, 510, 3600))
    }
}

/// A law with its trial.
pub struct Check {
    /// The law.
    pub law: Law,
    /// The shortest examination that has room for it.
    pub from: Pace,
    /// How much of the time it may take, in relation to others.
    pub share: u32,
    /// The trial. It should look at [`Patient::time_is_up`] now and then. An error means that the engine died or fell
    /// silent where nobody expected it to; that is a finding of its own.
    pub run: fn(&mut Patient) -> Result<Verdict, EngineError>,
}

/// What a user may choose.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How thorough.
    pub pace: Pace,
    /// Which game.
    pub variant: GameKind,
    /// Only these; all if empty.
    pub only: Vec<Only>,
    /// Where random choices begin.
    pub seed: u64,
    /// How long it may take, if not as long as usual.
    pub budget: Option<Duration>,
    /// Who keeps the machine busy beside the patient, where a law wants that: any engine with an option `Threads`.
    pub companion: Option<EngineEntry>,
}

/// A group, or one law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Only {
    /// All laws of a kind.
    Group(Group),
    /// One law, by its id.
    Law(String),
}

/// A name of nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\"; expected a group ({groups}) or a law such as scores/colour-symmetry", groups = group_names())]
pub struct OnlyError(String);

fn group_names() -> String {
    Group::ALL.map(Group::name).join(", ")
}

impl Only {
    /// Whether it is for our own engine, looked at from inside.
    pub fn is_inside(&self) -> bool {
        match self {
            Self::Group(group) => *group == Group::Inside,
            Self::Law(id) => id.starts_with("inside/"),
        }
    }
}

impl FromStr for Only {
    type Err = OnlyError;

    fn from_str(text: &str) -> Result<Self, OnlyError> {
        if let Ok(group) = text.parse() {
            return Ok(Self::Group(group));
        }
        let is_known = checks::all().map(|check| check.law).chain(whitebox::laws()).any(|law| law.id() == text);
        if is_known { Ok(Self::Law(text.to_owned())) } else { Err(OnlyError(text.to_owned())) }
    }
}

impl Settings {
    fn wants(&self, check: &Check) -> bool {
        let named = self.only.iter().any(|only| matches!(only, Only::Law(id) if *id == check.law.id()));
        let grouped = self.only.contains(&Only::Group(check.law.group));
        named || ((self.only.is_empty() || grouped) && check.from <= self.pace)
    }
}

/// Whoever is told how the examination goes.
pub trait Watcher {
    /// A law is about to be tried: which of how many.
    fn begins(&self, number: usize, total: usize, law: &Law);
    /// It was.
    fn ends(&self, examined: &Examined);
}

/// A patient that cannot be examined at all.
#[derive(Debug, thiserror::Error)]
#[error("{summary}\n{advice}")]
pub struct NoPatient {
    /// What happened.
    pub summary: String,
    /// What to do about it.
    pub advice: String,
}

/// The law that is broken by whoever dies or falls silent.
pub const STAYS_ALIVE: Law = Law {
    group: Group::Protocol,
    name: "stays-alive",
    says: "An engine never crashes, hangs or floods its output, whatever it is asked.",
    experiment: "Every experiment watches for it: a process that ends, an answer that does not come within ten seconds, \
        or three after `stop`, 64 KiB of talk without an answer, 64 MiB of output in all.",
};

/// No check has less time than this.
const LEAST: Duration = Duration::from_secs(1);

/// How long an examination may go on when its time is up: who is slow or obstinate is late in every check.
const LATEST: Duration = Duration::from_secs(10);

/// Who dies so soon leaves time to ask what of, though bad engines shall have their verdict within 15 s.
const SOON: Duration = Duration::from_secs(8);

/// After so many deaths in a row it is asked for a move: who cannot answer even that is not tried any further.
const DEATHS: usize = 3;

/// Examines an engine.
pub fn examine(entry: &EngineEntry, settings: &Settings, watcher: &dyn Watcher) -> Result<Checkup, NoPatient> {
    let begun = Instant::now();
    let mut patient = Patient::new(entry.clone(), settings);
    let mut examined = Vec::new();
    let mut deaths = 0;
    match vital_signs::look(&mut patient)? {
        Ok(()) => {}
        Err(error) => {
            let mut death = Death { error, transcript: patient.last_transcript() };
            if begun.elapsed() < SOON {
                death = autopsy::smaller(&mut patient, death);
            }
            examined.push(autopsy::told(death, "the first look", begun.elapsed()));
            deaths = DEATHS;
        }
    }
    let chosen: Vec<&Check> = checks::of(settings.variant).filter(|check| settings.wants(check)).collect();
    let mut shares: u32 = chosen.iter().map(|check| check.share).sum();
    for (number, check) in chosen.iter().enumerate() {
        if deaths >= DEATHS {
            let why = "left out: the engine kept dying or falling silent".to_owned();
            examined.push(Examined { law: check.law, verdict: Verdict::CannotTell(why), time: Duration::ZERO });
            continue;
        }
        let budget = settings.budget.unwrap_or(settings.pace.budget());
        if begun.elapsed() > budget + LATEST {
            let why = format!("the time was up before its turn; --only {} tries it alone", check.law);
            examined.push(Examined { law: check.law, verdict: Verdict::CannotTell(why), time: Duration::ZERO });
            continue;
        }
        watcher.begins(number + 1, chosen.len(), &check.law);
        let left = budget.saturating_sub(begun.elapsed());
        // Whatever is begun is tried on a few positions at least.
        let time = (left * check.share / shares.max(1)).max(LEAST);
        shares -= check.share;
        patient.begin(time);
        let started = Instant::now();
        let run = (check.run)(&mut patient);
        deaths = if run.is_err() { deaths + 1 } else { 0 };
        let (verdict, death) = match run {
            // Who died while the evidence was made smaller has died all the same.
            Ok(verdict) => (verdict, patient.take_death()),
            Err(error) => {
                let verdict = Verdict::CannotTell(format!("the experiment ended early: {error}"));
                (verdict, Some(Death { error, transcript: patient.last_transcript() }))
            }
        };
        let death = death.map(|death| autopsy::smaller(&mut patient, death));
        let death = death.map(|death| autopsy::told(death, &check.law.id(), started.elapsed()));
        let one = Examined { law: check.law, verdict, time: started.elapsed() };
        watcher.ends(&one);
        examined.push(one);
        if let Some(death) = death {
            watcher.ends(&death);
            examined.push(death);
        }
        if deaths >= DEATHS && vital_signs::is_alive(&mut patient) {
            deaths = 0;
        }
    }
    keep_the_worst(&mut examined);
    Ok(Checkup::new(&patient, settings, examined, begun.elapsed()))
}

/// Of several verdicts on one law the worst is told, with how many there were. Whoever dies, dies in many experiments.
fn keep_the_worst(examined: &mut Vec<Examined>) {
    let mut kept: Vec<Examined> = Vec::new();
    for one in examined.drain(..) {
        let Some(known) = kept.iter_mut().find(|known| known.law.id() == one.law.id()) else {
            kept.push(one);
            continue;
        };
        let is_worse = one.severity() > known.severity();
        match (&mut known.verdict, &one.verdict) {
            (Verdict::Finding(first), Verdict::Finding(other)) => {
                let (failed, tried) = (first.failed + other.failed, first.tried + other.tried);
                if is_worse {
                    *known = one;
                }
                if let Verdict::Finding(kept) = &mut known.verdict {
                    (kept.failed, kept.tried) = (failed, tried);
                }
            }
            _ if is_worse => *known = one,
            _ => {}
        }
    }
    *examined = kept;
}
