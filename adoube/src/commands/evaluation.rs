//! `--eval`, `--eval-file`: what judges positions, the same for all commands that search.

use std::path::PathBuf;

use anyhow::{Context, bail};
use engine::network::Networks;
use rules::Rules;

/// What judges positions without looking ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Judge {
    /// Named terms
    Classical,
    /// The network, where there is one for the game; elsewhere the named terms
    #[default]
    Network,
}

#[derive(clap::Args)]
pub struct EvaluationArguments {
    /// What judges positions
    #[arg(long, value_enum, default_value_t)]
    pub eval: Judge,

    /// A network of adoube train, instead of the one in the binary
    #[arg(long, value_name = "FILE")]
    pub eval_file: Option<PathBuf>,
}

impl EvaluationArguments {
    /// The networks to play with: those of the binary, but for the game of the file if one is given.
    pub fn networks(&self) -> anyhow::Result<Networks> {
        Ok(self.load()?.0)
    }

    /// The same, but a file must be for this game.
    pub fn networks_for<R: Rules>(&self) -> anyhow::Result<Networks> {
        let (networks, game) = self.load()?;
        match (game, &self.eval_file) {
            (Some(game), Some(file)) if game != R::NAME => {
                bail!("--eval-file: {} is a network for {game}; expected one for {}", file.display(), R::NAME)
            }
            _ => Ok(networks),
        }
    }

    /// The networks, and which game the file was for.
    fn load(&self) -> anyhow::Result<(Networks, Option<&'static str>)> {
        let mut networks = Networks::embedded().clone();
        let Some(file) = &self.eval_file else {
            return Ok(if self.eval == Judge::Classical { (Networks::none(), None) } else { (networks, None) });
        };
        if self.eval == Judge::Classical {
            bail!("--eval-file: {}; expected none with --eval classical", file.display());
        }
        let bytes = std::fs::read(file).with_context(|| format!("--eval-file: {} cannot be read", file.display()))?;
        match networks.load(&bytes) {
            Ok(game) => Ok((networks, Some(game))),
            Err(error) => bail!("--eval-file: {} {error}", file.display()),
        }
    }
}
