//! The exceptions, which are defined in Python so that they can be caught as the built-in ones too.

use std::fmt::Display;

use pyo3::{PyErr, import_exception};

import_exception!(adoube.errors, PositionError);
import_exception!(adoube.errors, MoveError);
import_exception!(adoube.errors, OptionError);
import_exception!(adoube.errors, LimitError);
import_exception!(adoube.errors, EngineError);

pub(crate) fn position(error: impl Display) -> PyErr {
    PositionError::new_err(error.to_string())
}

pub(crate) fn wrong_move(error: impl Display) -> PyErr {
    MoveError::new_err(error.to_string())
}

pub(crate) fn option(error: impl Display) -> PyErr {
    OptionError::new_err(error.to_string())
}

pub(crate) fn limit(error: impl Display) -> PyErr {
    LimitError::new_err(error.to_string())
}

/// What cannot be done while the engine thinks, or reads what it was told to prepare.
pub(crate) fn busy(what: &str) -> PyErr {
    engine(format!("{what}: a search is under way; expected its end, or stop() first"))
}

pub(crate) fn engine(error: impl Display) -> PyErr {
    EngineError::new_err(error.to_string())
}
