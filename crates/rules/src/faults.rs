//! Faults: classic bugs of chess engines, each at the place where people make it, to be switched on one at a time. They
//! exist only in builds with `--features faults`, and only the doctor and its trials have a use for them.
//!
//! This is the list of all of them, for all crates; the fault itself is one line at its place, under [`fault!`]. A new one is a new
//! line here and a new line there. In a normal build `fault!` is the constant `false`, and this list is not compiled.
//!
//! [`fault!`]: crate::fault

#[cfg(feature = "faults")]
mod list;
#[cfg(feature = "faults")]
pub use list::*;

/// What `fault!` is in a normal build. A function, because lints would rather have us leave out a bare `false`.
#[cfg(not(feature = "faults"))]
#[doc(hidden)]
#[inline(always)]
pub const fn never() -> bool {
    false
}

/// Whether a fault is in force: `fault!(NullMoveKeepsEnPassant)`. In a normal build, the constant `false`.
#[cfg(feature = "faults")]
#[macro_export]
macro_rules! fault {
    ($fault:ident) => {
        $crate::faults::Fault::$fault.is_in_force()
    };
}

/// Whether a fault is in force: never in this build.
#[cfg(not(feature = "faults"))]
#[macro_export]
macro_rules! fault {
    ($fault:ident) => {
        $crate::faults::never()
    };
}

/// Whether any fault is in force, so that what is asserted of a sound engine need not hold. In a normal build, `false`.
#[cfg(feature = "faults")]
#[macro_export]
macro_rules! faulty {
    () => {
        $crate::faults::Fault::in_force().is_some()
    };
}

/// Whether any fault is in force: never in this build.
#[cfg(not(feature = "faults"))]
#[macro_export]
macro_rules! faulty {
    () => {
        $crate::faults::never()
    };
}
