//! Numbers as Python has them: of any size. What is too large is told in the package's own words, not by an OverflowError.

use std::fmt;
use std::time::Duration;

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

use crate::errors;

/// Thirty years: more, and sums and products of times would have no room.
const MOST_SECONDS: f64 = 1e9;

/// A whole number of Python.
#[derive(Clone)]
pub(crate) enum Number {
    Small(i64),
    /// One that no limit allows, as it was written.
    Giant(String),
}

impl Number {
    /// The number, if it is no giant.
    pub(crate) fn small(&self) -> Option<i64> {
        match self {
            Self::Small(number) => Some(*number),
            Self::Giant(_) => None,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Number {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract() {
            Ok(number) => Ok(Self::Small(number)),
            // Python does not even write numbers of more than 4,300 digits.
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
                Ok(Self::Giant(value.str().map_or_else(|_| "a giant".to_owned(), |text| text.to_string())))
            }
            Err(error) => Err(error),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(number) => number.fmt(f),
            Self::Giant(text) => text.fmt(f),
        }
    }
}

/// Seconds, not tested yet; a whole number that is no float any more counts as infinity.
#[derive(Clone, Copy)]
pub(crate) struct Seconds(pub(crate) f64);

impl<'py> FromPyObject<'_, 'py> for Seconds {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match value.extract() {
            Ok(seconds) => Ok(Self(seconds)),
            Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(Self(f64::INFINITY)),
            Err(error) => Err(error),
        }
    }
}

/// A time given in seconds.
pub(crate) fn duration(name: &str, Seconds(seconds): Seconds) -> PyResult<Duration> {
    let expected =
        || errors::limit(format!("{name}: {seconds}; expected seconds, not negative and at most {MOST_SECONDS}"));
    if seconds > MOST_SECONDS {
        return Err(expected());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// A whole number that counts something: 1 or more.
pub(crate) fn whole<T: TryFrom<i64>>(name: &str, number: Option<Number>) -> PyResult<Option<T>> {
    let Some(number) = number else { return Ok(None) };
    let whole = number.small().filter(|number| *number >= 1).and_then(|number| T::try_from(number).ok());
    let expected = || errors::limit(format!("{name}: {number}; expected a whole number from 1 on, and no giant"));
    whole.ok_or_else(expected).map(Some)
}
