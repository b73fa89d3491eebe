//! The networks that are part of the binary. They lie in `nets/` at the root of the repository, each with its birth certificate in
//! `nets/README.md`. A game without one is played by the classical evaluation.

/// The network for chess.
pub(super) const CHESS: Option<&[u8]> = Some(include_bytes!("../../../../nets/chess.net"));

/// The network for Chess Fragments.
pub(super) const FRAGMENTS: Option<&[u8]> = Some(include_bytes!("../../../../nets/fragments.net"));
