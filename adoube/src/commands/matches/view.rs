//! A match as a person sees it while it runs: a few lines that change on a terminal, else a line now and then.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use lab::matches::{GameRecord, Schedule, Settings, Slot, Watcher};
use lab::results::{HeadToHead, Results};
use lab::statistics::{Counts, Estimate, Sprt};

/// How often a run that nobody watches says how it stands.
const LOG_EVERY: Duration = Duration::from_secs(30);
/// And when it does so first.
const LOG_FIRST: Duration = Duration::from_secs(5);
/// How often the lines on a terminal change.
pub const REDRAW: Duration = Duration::from_millis(200);

/// What is shown of a match.
pub struct View<'a> {
    players: Vec<&'a str>,
    test: Option<Sprt>,
    schedule: Schedule,
    slots: &'a [Slot],
    begun: Instant,
    screen: Option<Screen>,
    state: Mutex<State>,
}

struct State {
    score: HeadToHead,
    /// Half points and games of each player.
    points: Vec<(u64, u64)>,
    games: u64,
    earlier: u64,
    faults: BTreeMap<String, u64>,
    logged: Instant,
    log_after: Duration,
}

/// The lines on a terminal.
struct Screen {
    lines: MultiProgress,
    bar: ProgressBar,
    score: ProgressBar,
    slots: Vec<ProgressBar>,
}

impl<'a> View<'a> {
    /// A view of a match of which some games are there already.
    pub fn new(settings: &'a Settings, schedule: Schedule, slots: &'a [Slot], earlier: &[GameRecord]) -> Self {
        let players: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
        let screen = io::stderr().is_terminal().then(|| Screen::new(schedule.games(), slots.len()));
        let state = State {
            score: HeadToHead::default(),
            points: vec![(0, 0); players.len()],
            games: 0,
            earlier: earlier.len() as u64,
            faults: BTreeMap::new(),
            logged: Instant::now(),
            log_after: LOG_FIRST,
        };
        let state = Mutex::new(state);
        let view = Self { players, test: settings.sprt, schedule, slots, begun: Instant::now(), screen, state };
        earlier.iter().for_each(|record| view.count(record, &mut view.lock()));
        view
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, record: &GameRecord, state: &mut State) {
        state.games += 1;
        let results = Results::from_records([record], &self.players);
        for game in &results.games {
            for (player, half_points) in [(game.white, game.half_points), (game.black, 2 - game.half_points)] {
                if let Some((points, games)) = state.points.get_mut(player) {
                    *points += u64::from(half_points);
                    *games += 1;
                }
            }
            if self.players.len() == 2 {
                state.score.record(game, 0);
            }
        }
        if record.reason.is_fault() {
            let name = format!("{} {}", record.loser().unwrap_or_default(), record.reason);
            *state.faults.entry(name).or_default() += 1;
        }
    }

    /// Shows how it stands now, if somebody watches.
    pub fn redraw(&self) {
        let Some(screen) = &self.screen else { return };
        let state = self.lock();
        screen.bar.set_position(state.games);
        screen.bar.set_message(self.pace(&state));
        screen.score.set_message(self.standing(&state, true));
        for (slot, line) in self.slots.iter().zip(&screen.slots) {
            line.set_message(match slot.glance() {
                None => "...".to_owned(),
                Some(glance) => {
                    let pairing = self.schedule.game(glance.game);
                    let name = |of: usize| self.players.get(of).copied().unwrap_or_default();
                    let names =
                        pairing.map_or_else(String::new, |game| format!("{} - {}", name(game.white), name(game.black)));
                    let score = glance.score.map_or_else(String::new, |score| match score {
                        -90_000..=90_000 => format!("{:+.2}", f64::from(score) / 100.0),
                        _ => format!("{}mate", if score > 0 { '+' } else { '-' }),
                    });
                    format!("game {:<6} {names}  move {:<4} {score}", glance.game + 1, glance.plies.div_ceil(2))
                }
            });
        }
    }

    /// Takes all lines away.
    pub fn clear(&self) {
        if let Some(screen) = &self.screen {
            let _ = screen.lines.clear();
        }
    }

    /// Games, speed, and how long it will take.
    fn pace(&self, state: &State) -> String {
        let new = state.games - state.earlier;
        let minutes = self.begun.elapsed().as_secs_f64() / 60.0;
        let speed = if minutes > 0.0 { new as f64 / minutes } else { 0.0 };
        let left = match &self.test {
            Some(test) => {
                test.forecast(&state.score.pairs).games.min(self.schedule.games().saturating_sub(state.games) as f64)
            }
            None => self.schedule.games().saturating_sub(state.games) as f64,
        };
        let time = match speed > 0.0 && state.games > 1 {
            true => format!(", about {} to go", human_time(left / speed * 60.0)),
            false => String::new(),
        };
        format!("{} of {} games, {speed:.1} a minute{time}", state.games, self.schedule.games())
    }

    fn standing(&self, state: &State, is_screen: bool) -> String {
        let mut parts = Vec::new();
        if self.players.len() == 2 {
            let games = state.score.games();
            let elo = if state.score.is_paired() { state.score.pairs.summary().elo } else { games.summary().elo };
            parts.push(format!(
                "{} v {}  +{} ={} -{}  Elo {}  pairs {:?}",
                self.players[0],
                self.players[1],
                games.wins,
                games.draws,
                games.losses,
                plus_minus(elo),
                state.score.pairs.0,
            ));
            if let Some(test) = &self.test {
                let llr = (test.llr(&state.score.pairs) * 100.0).round() / 100.0 + 0.0;
                let bar = if is_screen { llr_bar(llr, test.lower(), test.upper()) } else { String::new() };
                let forecast = test.forecast(&state.score.pairs);
                let forecast = if state.score.pairs.total() > 1 {
                    format!(", about {:.0} games to go, {:.0} % for H1", forecast.games, 100.0 * forecast.h1)
                } else {
                    String::new()
                };
                parts.push(format!("LLR {llr:+.2} {bar}({:.2} to {:.2}){forecast}", test.lower(), test.upper()));
            }
        } else {
            let mut order: Vec<usize> = (0..self.players.len()).collect();
            let share = |player: usize| {
                let (points, games) = state.points[player];
                if games == 0 { 0.0 } else { points as f64 / (2 * games) as f64 }
            };
            order.sort_by(|a, b| share(*b).total_cmp(&share(*a)));
            let player = |place: &usize| {
                let (points, games) = state.points[*place];
                format!("{} {}/{games}", self.players[*place], points as f64 / 2.0)
            };
            parts.push(order.iter().map(player).collect::<Vec<_>>().join("  "));
        }
        if !state.faults.is_empty() {
            let faults: Vec<String> = state.faults.iter().map(|(name, count)| format!("{name} {count}")).collect();
            parts.push(format!("faults: {}", faults.join(", ")));
        }
        parts.join(if is_screen { "\n" } else { "; " })
    }

    fn say(&self, text: &str) {
        match &self.screen {
            Some(screen) => {
                let _ = screen.lines.println(text);
            }
            None => eprintln!("{text}"),
        }
    }
}

impl Watcher for View<'_> {
    fn finished(&self, record: &GameRecord) {
        let mut state = self.lock();
        self.count(record, &mut state);
        if record.reason.is_fault() {
            let (white, black) = (&record.white, &record.black);
            self.say(&format!("game {}, {white} - {black}: {}", record.game + 1, record.detail));
        }
        if self.screen.is_none() && state.logged.elapsed() >= state.log_after {
            state.logged = Instant::now();
            state.log_after = LOG_EVERY;
            let text = format!("{}; {}", self.pace(&state), self.standing(&state, false));
            drop(state);
            self.say(&text);
        }
    }

    fn warn(&self, text: &str) {
        self.say(&format!("warning: {text}"));
    }
}

impl Screen {
    fn new(games: u64, slots: usize) -> Self {
        let lines = MultiProgress::new();
        let line = |template: &str| {
            let line = lines.add(ProgressBar::new(games));
            if let Ok(style) = ProgressStyle::with_template(template) {
                line.set_style(style.progress_chars("=> "));
            }
            line
        };
        let bar = line("{elapsed_precise} [{bar:30}] {msg}");
        let score = line("{msg}");
        // More would push the rest off the screen.
        let slots = (0..slots.min(16)).map(|_| line("{msg}")).collect();
        Self { lines, bar, score, slots }
    }
}

/// Where the ratio stands between its bounds.
fn llr_bar(llr: f64, lower: f64, upper: f64) -> String {
    const WIDTH: usize = 30;
    let place = ((llr - lower) / (upper - lower)).clamp(0.0, 1.0) * (WIDTH - 1) as f64;
    let zero = (-lower / (upper - lower)).clamp(0.0, 1.0) * (WIDTH - 1) as f64;
    let (place, zero) = (place.round() as usize, zero.round() as usize);
    let letter = |at: usize| match at {
        _ if at == place => '#',
        _ if at == zero => '|',
        _ if (place.min(zero)..place.max(zero)).contains(&at) => '=',
        _ => '-',
    };
    format!("[{}] ", (0..WIDTH).map(letter).collect::<String>())
}

fn plus_minus(estimate: Estimate) -> String {
    // Plus zero: nobody wants to see a minus before it.
    format!("{:+.1} +/- {:.1}", (estimate.value * 10.0).round() / 10.0 + 0.0, estimate.error)
}

fn human_time(seconds: f64) -> String {
    indicatif::HumanDuration(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_of_a_test_shows_its_bounds() {
        assert!(llr_bar(-9.0, -2.94, 2.94).starts_with("[#="));
        assert!(llr_bar(9.0, -2.94, 2.94).ends_with("=#] "));
        assert_eq!(llr_bar(0.0, -2.94, 2.94).matches('#').count(), 1);
    }
}
