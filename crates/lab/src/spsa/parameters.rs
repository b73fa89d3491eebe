//! The numbers to tune, as OpenBench and `adoube tune --print-spsa` write them: a line each, `name, int, value, least, most,
//! step, rate`.

use serde::{Deserialize, Serialize};

/// A number to tune: an option of the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// Where it begins.
    pub value: f64,
    /// The least it may become.
    pub min: f64,
    /// The most it may become.
    pub max: f64,
    /// How far it is moved up and down in the last step.
    pub step: f64,
    /// How far a pair that is won twice takes it in the last step, in steps squared.
    pub rate: f64,
}

/// Lines that say nothing about numbers to tune.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// A line is wrong.
    #[error("line {line}: {reason}: \"{text}\"; expected name, int, value, least, most, step, rate")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: &'static str,
        /// The line.
        text: String,
    },
    /// There is none.
    #[error("no parameters; expected lines such as: margin, int, 75, 40, 140, 8, 0.002")]
    None,
}

/// Reads numbers to tune. Empty lines and those that begin with `#` say nothing.
pub fn read_parameters(text: &str) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, text) in text.lines().enumerate() {
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let wrong = |reason| ParameterError::Line { line: number + 1, reason, text: text.to_owned() };
        let words: Vec<&str> = text.split(',').map(str::trim).collect();
        let [name, kind, numbers @ ..] = words.as_slice() else { return Err(wrong("too short")) };
        if *kind != "int" {
            return Err(wrong("an option of UCI is a whole number"));
        }
        let numbers: Option<Vec<f64>> =
            numbers.iter().map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect();
        let numbers = numbers.ok_or_else(|| wrong("not a number"))?;
        let [value, min, max, step, rate] = numbers[..] else { return Err(wrong("not five numbers")) };
        if !(min..=max).contains(&value) {
            return Err(wrong("the value is out of range"));
        }
        if step <= 0.0 || rate <= 0.0 {
            return Err(wrong("step and rate are not above 0"));
        }
        if parameters.iter().any(|known| known.name == *name) {
            return Err(wrong("the name has come before"));
        }
        parameters.push(Parameter { name: (*name).to_owned(), value, min, max, step, rate });
    }
    if parameters.is_empty() { Err(ParameterError::None) } else { Ok(parameters) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_openbench_writes_them() {
        let read =
            read_parameters("# search\n\nmargin, int, 75, 40, 140, 8.0, 0.002\nslope,int,3,1,6,0.5,0.002\n").unwrap();
        assert_eq!((read.len(), read[1].name.as_str()), (2, "slope"));
        assert_eq!(
            (read[0].value, read[0].min, read[0].max, read[0].step, read[0].rate),
            (75.0, 40.0, 140.0, 8.0, 0.002)
        );
    }

    #[test]
    fn a_wrong_line_is_shown_with_what_is_wrong() {
        for (text, reason) in [
            ("margin", "too short"),
            ("m, float, 1, 0, 2, 1, 1", "whole number"),
            ("m, int, 1, 0, 2, 1", "five numbers"),
            ("m, int, x, 0, 2, 1, 1", "not a number"),
            ("m, int, NaN, 0, 2, 1, 1", "not a number"),
            ("m, int, 3, 0, 2, 1, 1", "out of range"),
            ("m, int, 1, 0, 2, 0, 1", "not above 0"),
            ("m, int, 1, 0, 2, 1, 1\nm, int, 1, 0, 2, 1, 1", "come before"),
            ("# nothing", "no parameters"),
        ] {
            let error = read_parameters(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
