//! The engine's options, and what setting one changes in the player.

use std::sync::Arc;

use ::engine::network::Networks;
use ::engine::{Limits, Player, Tablebases};
use pyo3::prelude::*;
use rules::{Position, Rules};
use uci::strength::Handicap;
use uci::{Effect, Evaluation, Options};

use crate::errors;

/// The options, and the networks to choose from.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) options: Options,
    networks: Networks,
}

impl Default for Settings {
    fn default() -> Self {
        Self { options: Options::default(), networks: Networks::embedded().clone() }
    }
}

impl Settings {
    /// Sets an option and makes the player obey. If that cannot be, nothing has changed.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>, player: &mut Player) -> PyResult<()> {
        let mut next = self.clone();
        let effect = next.options.set(name, value).map_err(errors::option)?;
        if next.options.variant != Options::default().variant {
            return Err(errors::option(format!(
                "{name}: the game is a position's; expected Position(..., game='fragments')"
            )));
        }
        if next.options.eval_file != self.options.eval_file {
            next.load_network()?;
        }
        if next.options.syzygy_path != self.options.syzygy_path {
            player.set_tablebases(next.tablebases()?);
        }
        if next.options.hash_mib != self.options.hash_mib {
            player.resize(next.options.hash_mib).map_err(errors::option)?;
        }
        let networks_change =
            next.options.eval_file != self.options.eval_file || next.options.evaluation != self.options.evaluation;
        if networks_change {
            player.set_networks(next.networks_in_use());
        }
        player.set_threads(next.options.threads);
        // What a weaker player believed of positions is of no use to another.
        if effect == Effect::ClearHash || next.options.elo_limit() != self.options.elo_limit() {
            player.forget();
        }
        *self = next;
        Ok(())
    }

    /// The networks that the option `Eval` wants.
    pub(crate) fn networks_in_use(&self) -> Networks {
        match self.options.evaluation {
            Evaluation::Classical => Networks::none(),
            Evaluation::Network => self.networks.clone(),
        }
    }

    /// Adds what the options of strength say to a search's limits.
    pub(crate) fn limit<R: Rules>(&self, limits: &mut Limits, position: &Position<R>) {
        if let Some(elo) = self.options.elo_limit() {
            let handicap = Handicap::new(elo, position.occupied().len());
            limits.nodes = Some(limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes)));
            limits.weakness = Some(handicap.weakness());
        }
    }

    fn load_network(&mut self) -> PyResult<()> {
        let path = &self.options.eval_file;
        if path.is_empty() {
            self.networks = Networks::embedded().clone();
            return Ok(());
        }
        let wrong = |error: String| errors::option(format!("EvalFile: {path:?} {error}"));
        let bytes = std::fs::read(path)
            .map_err(|error| wrong(format!("cannot be read ({error}); expected a network of adoube train")))?;
        self.networks.load(&bytes).map_err(|error| wrong(error.to_string()))?;
        Ok(())
    }

    fn tablebases(&self) -> PyResult<Option<Arc<Tablebases>>> {
        match self.options.syzygy_path.as_str() {
            "" => Ok(None),
            path => Ok(Some(Arc::new(Tablebases::open(path).map_err(errors::option)?))),
        }
    }
}
