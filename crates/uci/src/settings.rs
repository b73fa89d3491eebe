//! The options with what they bring: setting one opens files and changes the player, or fails and changes nothing. Sessions and
//! the Python module set options through here.

use std::path::Path;
use std::sync::Arc;

use engine::endgames::{Endgames, EndgamesError};
use engine::network::{Networks, instruction_set};
use engine::{Player, TableSizeError, TablebaseError, Tablebases};
#[cfg(feature = "faults")]
use rules::faults::Fault;
use rules::{Chess, Fragments, Rules};

use crate::command::printable;
use crate::options::{Effect, Evaluation, OptionError, Options, Variant};

/// Why an option stays as it was.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no such option, or no such value.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// `SyzygyPath` leads to no tablebases.
    #[error(transparent)]
    Tablebases(#[from] TablebaseError),
    /// `FragmentsTables` names no file of solved endings.
    #[error("FragmentsTables: {0}")]
    Endgames(#[from] EndgamesError),
    /// `EvalFile` names no network.
    #[error("EvalFile: {} {problem}", printable(path))]
    Network {
        /// The file.
        path: String,
        /// What is wrong with it, and what was expected.
        problem: String,
    },
    /// There is no memory for `Hash`.
    #[error(transparent)]
    Hash(#[from] TableSizeError),
}

/// The options, and the networks to choose from, whether they are used now or not.
#[derive(Clone, Debug)]
pub struct Settings {
    options: Options,
    networks: Networks,
}

impl Default for Settings {
    fn default() -> Self {
        Self { options: Options::default(), networks: Networks::embedded().clone() }
    }
}

impl Settings {
    /// What the options are set to.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Sets an option, makes the player obey, and tells what there is to say of it. If that cannot be done, options and player
    /// are as before.
    pub fn set(&mut self, name: &str, value: Option<&str>, player: &mut Player) -> Result<Vec<String>, SettingError> {
        let before = self.options.clone();
        let mut next = self.clone();
        let effect = next.options.set(name, value)?;
        let options = &next.options;
        let mut remarks = Vec::new();
        if options.syzygy_path != before.syzygy_path {
            let tablebases = open_tablebases(&options.syzygy_path)?;
            remarks.extend(
                tablebases
                    .as_ref()
                    .map(|tablebases| format!("tablebases of up to {} pieces found", tablebases.max_pieces())),
            );
            player.set_tablebases(tablebases);
        }
        if options.fragments_tables != before.fragments_tables {
            let endgames = open_endgames(&options.fragments_tables)?;
            let men = endgames.as_ref().map_or(0, |endgames| endgames.men());
            remarks.push(format!("solved endings of Chess Fragments of up to {men} men"));
            player.set_endgames(endgames);
        }
        if options.hash_mib != before.hash_mib {
            player.resize(options.hash_mib)?;
        }
        if options.eval_file != before.eval_file {
            let (networks, game) = load_network(&self.networks, options)?;
            if game != options.variant.name() {
                remarks.push(format!("EvalFile: a network for {game}, which is not the game on the board"));
            }
            next.networks = networks;
        }
        if options.eval_file != before.eval_file || options.evaluation != before.evaluation {
            player.set_networks(next.networks_in_use());
            remarks.push(next.evaluation_in_words());
        }
        player.set_threads(options.threads);
        #[cfg(feature = "faults")]
        if options.fault != before.fault {
            player.forget();
            Fault::put_in_force(options.fault);
            player.set_networks(next.networks_in_use());
        }
        // Another game needs an empty memory; and what a weaker player believed of positions is of no use to another.
        let is_another = options.variant != before.variant || options.elo_limit() != before.elo_limit();
        if effect == Effect::ClearHash || is_another {
            player.forget();
        }
        *self = next;
        Ok(remarks)
    }

    /// The networks that the option `Eval` wants.
    pub fn networks_in_use(&self) -> Networks {
        match self.options.evaluation {
            #[cfg(feature = "faults")]
            _ if self.options.fault.is_some_and(Fault::is_in_classical_evaluation) => Networks::none(),
            Evaluation::Classical => Networks::none(),
            Evaluation::Network => self.networks.clone(),
        }
    }

    /// What judges the game on the board.
    fn evaluation_in_words(&self) -> String {
        let networks = self.networks_in_use();
        match self.options.variant {
            Variant::Chess => evaluation_in_words::<Chess>(&networks),
            Variant::Fragments => evaluation_in_words::<Fragments>(&networks),
        }
    }
}

fn open_tablebases(path: &str) -> Result<Option<Arc<Tablebases>>, TablebaseError> {
    if path.is_empty() { Ok(None) } else { Tablebases::open(path).map(|tablebases| Some(Arc::new(tablebases))) }
}

fn open_endgames(file: &str) -> Result<Option<Arc<Endgames>>, EndgamesError> {
    match file {
        "" => Ok(Endgames::embedded()),
        "none" => Ok(None),
        file => Endgames::open(Path::new(file)).map(|endgames| Some(Arc::new(endgames))),
    }
}

/// The networks with that of the file, and the game it is for. Those of the other game, which another file may have given, stay.
fn load_network(before: &Networks, options: &Options) -> Result<(Networks, &'static str), SettingError> {
    let path = &options.eval_file;
    if path.is_empty() {
        return Ok((Networks::embedded().clone(), options.variant.name()));
    }
    let wrong = |problem| SettingError::Network { path: path.clone(), problem };
    let bytes = std::fs::read(path)
        .map_err(|error| wrong(format!("cannot be read ({error}); expected a network of adoube train")))?;
    let mut networks = before.clone();
    let game = networks.load(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok((networks, game))
}

fn evaluation_in_words<R: Rules>(networks: &Networks) -> String {
    let (game, instructions) = (R::NAME, instruction_set());
    match networks.of::<R>() {
        Some(network) => {
            format!("{game} is judged by network {}, {}, with {instructions}", network.id(), network.shape())
        }
        None => format!("{game} is judged by the classical evaluation"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_cannot_be_obeyed_changes_nothing() {
        let mut settings = Settings::default();
        let mut player = Player::new(1).unwrap();
        settings.set("Hash", Some("2"), &mut player).unwrap();
        let before = settings.options().clone();
        for (name, value) in [
            ("EvalFile", "no/such.net"),
            ("FragmentsTables", "no/such.tables"),
            ("SyzygyPath", "/no/such/folder"),
            ("Hash", "0"),
            ("Hsah", "1"),
        ] {
            let error = settings.set(name, Some(value), &mut player).unwrap_err().to_string();
            assert!(error.contains("expected"), "{name}: {error}");
            assert_eq!(*settings.options(), before, "{name}");
        }
    }
}
