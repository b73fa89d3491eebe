//! The forge: self-play data, the trainer that makes networks of it, and the tuner of the search's parameters.
//!
//! Nothing enters it but games that Adoube has played itself.
//!
//! As of today the room is empty.
