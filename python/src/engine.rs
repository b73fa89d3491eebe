//! The engine: a player with its options.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, Weak};

use ::engine::{Clock, Control, Limits, Player};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping};
use rules::Fragments;
use uci::{Board, Options, Settings, evaluation_json, statistics_json};

use crate::ctrl_c::abandonable;
use crate::errors;
use crate::info::SearchResult;
use crate::numbers::{Number, Seconds, duration, whole};
use crate::position::{Position, read, with_game};
use crate::search::{Search, lock, take};

/// The engine, for both games. One search at a time; it runs without the interpreter's lock, and can be stopped from
/// another thread or by Ctrl-C.
///
/// Options are those of UCI (`adoube` and then `uci` lists them), set by name:
///
/// >>> from adoube import Engine, Position
/// >>> engine = Engine(hash=16, threads=1)
/// >>> engine.set_option("UCI_Elo", 1500)
/// >>> result = engine.search(Position("6k1/5ppp/8/8/8/8/8/R3K2R w - - 0 1"), depth=4)
/// >>> result.best_move, result.score.mate
/// ('a1a8', 1)
/// >>> engine.search(Position("sample3", game="fragments"), seconds=0.1).best_move is not None
/// True
#[pyclass(module = "adoube", frozen)]
pub(crate) struct Engine {
    player: Arc<Mutex<Player>>,
    settings: Mutex<Settings>,
    /// The control of the search under way, or of the last one.
    current: Mutex<Weak<Control>>,
}

impl Engine {
    /// Works with the player if no search has it.
    fn with_player<T>(&self, what: &str, work: impl FnOnce(&mut Player) -> PyResult<T>) -> PyResult<T> {
        let mut player = take(&self.player).ok_or_else(|| errors::busy(what))?;
        work(&mut player)
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash=Number::Small(16), threads=Number::Small(1), options=None),
        text_signature = "(*, hash=16, threads=1, options=None)")]
    fn new(hash: Number, threads: Number, options: Option<&Bound<'_, PyMapping>>) -> PyResult<Self> {
        let player = Player::new(Options::default().hash_mib).map_err(errors::option)?;
        let engine =
            Self { player: Arc::new(Mutex::new(player)), settings: Mutex::default(), current: Mutex::default() };
        engine.set("Hash", Some(&hash.to_string()))?;
        engine.set("Threads", Some(&threads.to_string()))?;
        if let Some(options) = options {
            for item in options.items()? {
                let (name, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
                engine.set_option(options.py(), &name, Some(&value))?;
            }
        }
        Ok(engine)
    }

    /// Sets an option by its name in UCI. A button such as `Clear Hash` needs no value.
    ///
    /// >>> from adoube import Engine, OptionError
    /// >>> try:
    /// ...     Engine().set_option("Threads", 0)
    /// ... except OptionError as error:
    /// ...     print(error)
    /// Threads: "0"; expected a whole number from 1 to 1024
    #[pyo3(signature = (name, value=None))]
    fn set_option(&self, py: Python<'_>, name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let value = match value {
            None => None,
            Some(value) if value.is_instance_of::<PyBool>() => Some(value.is_truthy()?.to_string()),
            Some(value) => Some(value.str()?.to_string()),
        };
        // A large table or a file of solved endings takes its time.
        py.detach(|| self.set(name, value.as_deref()))
    }

    /// The options with their defaults and limits, as UCI announces them.
    ///
    /// >>> from adoube import Engine
    /// >>> Engine().options["Hash"]
    /// 'type spin default 16 min 1 max 1048576'
    #[getter]
    fn options(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let options = PyDict::new(py);
        for line in Options::announcement().lines() {
            let rest = line.strip_prefix("option name ").unwrap_or(line);
            if let Some((name, kind)) = rest.split_once(" type ") {
                options.set_item(name, format!("type {kind}"))?;
            }
        }
        Ok(options.unbind())
    }

    /// Searches until the first limit is reached, and returns what was found.
    ///
    /// `seconds` is the time at most, `clock` and `increment` what the clock of the side to move shows: then the engine
    /// decides how long it thinks. After `soft_seconds` no new depth is begun. `moves` are the only moves to choose from,
    /// `multipv` how many best lines are wanted.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> result = Engine().search(Position(), nodes=20000, multipv=3)
    /// >>> [info.multipv for info in result.lines]
    /// [1, 2, 3]
    #[pyo3(signature = (position, *, seconds=None, soft_seconds=None, nodes=None, depth=None, mate=None, clock=None,
        increment=Seconds(0.0), multipv=None, moves=Vec::new()), text_signature = "($self, position, *, seconds=None, \
        soft_seconds=None, nodes=None, depth=None, mate=None, clock=None, increment=0.0, multipv=None, moves=...)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn search(
        &self,
        py: Python<'_>,
        position: Position,
        seconds: Option<Seconds>,
        soft_seconds: Option<Seconds>,
        nodes: Option<Number>,
        depth: Option<Number>,
        mate: Option<Number>,
        clock: Option<Seconds>,
        increment: Seconds,
        multipv: Option<Number>,
        moves: Vec<String>,
    ) -> PyResult<SearchResult> {
        let is_limited = lock(&self.settings).options().elo_limit().is_some();
        let times = [seconds, soft_seconds, clock];
        if times.iter().all(Option::is_none) && nodes.is_none() && depth.is_none() && mate.is_none() && !is_limited {
            return Err(errors::limit("search: no limit; expected seconds, nodes, depth, mate or clock"));
        }
        self.start(position, seconds, soft_seconds, nodes, depth, mate, clock, increment, multipv, moves)?.result(py)
    }

    /// Starts a search and returns it: an iterator of what it finds. Without a limit it goes on until it is stopped.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> search = Engine().start(Position(), depth=4)
    /// >>> max(info.depth for info in search)
    /// 4
    /// >>> search.is_done
    /// True
    #[pyo3(signature = (position, *, seconds=None, soft_seconds=None, nodes=None, depth=None, mate=None, clock=None,
        increment=Seconds(0.0), multipv=None, moves=Vec::new()), text_signature = "($self, position, *, seconds=None, \
        soft_seconds=None, nodes=None, depth=None, mate=None, clock=None, increment=0.0, multipv=None, moves=...)")]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn start(
        &self,
        position: Position,
        seconds: Option<Seconds>,
        soft_seconds: Option<Seconds>,
        nodes: Option<Number>,
        depth: Option<Number>,
        mate: Option<Number>,
        clock: Option<Seconds>,
        increment: Seconds,
        multipv: Option<Number>,
        moves: Vec<String>,
    ) -> PyResult<Search> {
        let options = lock(&self.settings).options().clone();
        let time = |name, seconds: Option<Seconds>| seconds.map(|seconds| duration(name, seconds)).transpose();
        let mut limits = Limits {
            depth: whole("depth", depth)?,
            nodes: whole("nodes", nodes)?,
            soft_time: time("soft_seconds", soft_seconds)?,
            hard_time: time("seconds", seconds)?,
            mate: whole("mate", mate)?,
            multi_pv: whole("multipv", multipv)?.unwrap_or(options.multi_pv),
            combinations: options.analyse_mode,
            ..Limits::default()
        };
        if let Some(left) = time("clock", clock)? {
            let clock = Clock { time: left, increment: duration("increment", increment)?, moves_to_go: None };
            let (soft, hard) = clock.budget(options.overhead());
            limits.soft_time = Some(limits.soft_time.map_or(soft, |known| known.min(soft)));
            limits.hard_time = Some(limits.hard_time.map_or(hard, |known| known.min(hard)));
        }
        with_game!(&position.board, game => {
            for text in &moves {
                limits.root_moves.push(read(game, text)?);
            }
            if let Some(handicap) = options.handicap(game.position()) {
                limits.nodes = Some(limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes)));
                limits.weakness = Some(handicap.weakness());
            }
        });
        let control = Arc::new(Control::default());
        let search = Search::start(Arc::clone(&self.player), position.board, limits, Arc::clone(&control))?;
        *lock(&self.current) = Arc::downgrade(&control);
        Ok(search)
    }

    /// Tells the search under way to end, if there is one. May be called from any thread.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> engine = Engine()
    /// >>> search = engine.start(Position())
    /// >>> engine.stop()
    /// >>> search.result().best_move in Position().legal_moves
    /// True
    fn stop(&self) {
        if let Some(control) = lock(&self.current).upgrade() {
            control.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Reads the solved endings of Chess Fragments now, so that no search has to wait for them: call it when no clock runs.
    /// Ctrl-C ends the waiting; the engine is busy until they are read.
    ///
    /// >>> from adoube import Engine
    /// >>> Engine().prepare()
    fn prepare(&self, py: Python<'_>) -> PyResult<()> {
        let player = Arc::clone(&self.player);
        let work = move || take(&player).map(|player| player.prepare::<Fragments>());
        abandonable(py, "prepare", work)?.ok_or_else(|| errors::busy("prepare"))
    }

    /// Forgets what was learned from earlier searches, as before a new game.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> engine = Engine()
    /// >>> first = engine.search(Position(), nodes=5000).lines[0]
    /// >>> engine.new_game()
    /// >>> engine.search(Position(), nodes=5000).lines[0].pv == first.pv
    /// True
    fn new_game(&self) -> PyResult<()> {
        self.with_player("new_game", |player| {
            player.forget();
            Ok(())
        })
    }

    /// What a position is worth without looking ahead, in White's view: the classical evaluation term by term, and the
    /// network's piece by piece if there is one.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> evaluation = Engine().evaluate(Position())
    /// >>> evaluation["view"], evaluation["terms"][0]["term"]
    /// ('white', 'material')
    fn evaluate<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        let networks = lock(&self.settings).networks_in_use();
        let report = match &position.board {
            Board::Chess(game) => evaluation_json(game, &networks),
            Board::Fragments(game) => evaluation_json(game, &networks),
        };
        parsed(py, &report.to_string())
    }

    /// What the last search counted of itself: nodes, table hits, cuts, rates.
    ///
    /// >>> from adoube import Engine, Position
    /// >>> engine = Engine()
    /// >>> _ = engine.search(Position(), depth=5)
    /// >>> engine.statistics["nodes"] > 100
    /// True
    #[getter]
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.with_player("statistics", |player| Ok(statistics_json(player.statistics())))?;
        parsed(py, &text)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("an engine cannot be pickled; expected each process to make its own"))
    }
}

impl Engine {
    fn set(&self, name: &str, value: Option<&str>) -> PyResult<()> {
        self.with_player("set_option", |player| {
            let mut settings = lock(&self.settings);
            let mut options = settings.options().clone();
            options.set(name, value).map_err(errors::option)?;
            if options.variant != settings.options().variant {
                return Err(errors::option(format!(
                    "{name}: the game is a position's; expected Position(..., game='fragments')"
                )));
            }
            settings.set(name, value, player).map_err(errors::option)?;
            Ok(())
        })
    }
}

fn parsed<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}
