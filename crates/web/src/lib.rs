//! The local web page and the server behind it: to play and to look at what the engine and the laboratory say.
//!
//! As of today the room is empty.
