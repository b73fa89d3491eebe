//! Which network plays which game.

use std::any::Any;
use std::sync::LazyLock;

use rules::{Chess, Color, Fragments, Position, Rules};

use super::{Network, NetworkError, Parts, embedded};
use crate::wdl::Scale;

/// At most one network for each game. A game without one is played by the classical evaluation. Clones are cheap.
#[derive(Clone, Debug, Default)]
pub struct Networks {
    chess: Option<Network<Chess>>,
    fragments: Option<Network<Fragments>>,
}

impl Networks {
    /// None for any game.
    pub fn none() -> Self {
        Self::default()
    }

    /// Those that are part of the binary.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Networks> = LazyLock::new(|| Networks {
            chess: embedded::CHESS.and_then(|bytes| Network::from_bytes(bytes).ok()),
            fragments: embedded::FRAGMENTS.and_then(|bytes| Network::from_bytes(bytes).ok()),
        });
        &EMBEDDED
    }

    /// Takes the network of a file, for whichever game it is, in the place of the one there was. Returns the game's name. If the
    /// file is no sound network, nothing changes.
    pub fn load(&mut self, bytes: &[u8]) -> Result<&'static str, NetworkError> {
        let game = Parts::game(bytes)?;
        if game == Chess::NAME {
            self.chess = Some(Network::from_bytes(bytes)?);
        } else {
            self.fragments = Some(Network::from_bytes(bytes)?);
        }
        Ok(game)
    }

    /// The network for a game.
    pub fn of<R: Rules>(&self) -> Option<&Network<R>> {
        let places: [&dyn Any; 2] = [&self.chess, &self.fragments];
        places.into_iter().find_map(|place| place.downcast_ref::<Option<Network<R>>>())?.as_ref()
    }

    /// Whether a network is asked about a position. Against a bare king the classical evaluation knows the way to the mate;
    /// self-play sees too few such positions to teach it.
    #[inline]
    pub fn judge<R: Rules>(position: &Position<R>) -> bool {
        position.of_color(Color::White).has_many() && position.of_color(Color::Black).has_many()
    }

    /// Gives a game this network.
    pub fn set<R: Rules>(&mut self, network: Network<R>) {
        let places: [&mut dyn Any; 2] = [&mut self.chess, &mut self.fragments];
        if let Some(place) = places.into_iter().find_map(|place| place.downcast_mut::<Option<Network<R>>>()) {
            *place = Some(network);
        }
    }

    /// Whose centipawns the scores of a game are, if it is played with these.
    pub fn scale<R: Rules>(&self) -> Scale {
        if self.of::<R>().is_some() { Scale::Network } else { Scale::Classical }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_networks_are_sound() {
        for (game, bytes) in [(Chess::NAME, embedded::CHESS), (Fragments::NAME, embedded::FRAGMENTS)] {
            if let Some(bytes) = bytes {
                assert_eq!(Networks::none().load(bytes), Ok(game));
            }
        }
        assert_eq!(Networks::embedded().of::<Chess>().is_some(), embedded::CHESS.is_some());
        assert_eq!(Networks::embedded().of::<Fragments>().is_some(), embedded::FRAGMENTS.is_some());
    }
}
