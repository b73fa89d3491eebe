//! The search's numbers as options, in a build for tuners (`--features tune`) only.

use engine::{PARAMETERS, Parameter, set_parameter};

/// The lines by which they are announced.
pub(crate) fn announcement() -> String {
    let line = |parameter: &Parameter| {
        let Parameter { name, value, min, max, .. } = parameter;
        format!("option name {name} type spin default {value} min {min} max {max}\n")
    };
    PARAMETERS.iter().map(line).collect()
}

/// Sets one of them, or says what was expected; nothing if none has this name.
pub(crate) fn set(name: &str, value: &str) -> Option<Result<(), String>> {
    let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name)?;
    Some(match value.parse() {
        Ok(number) if (parameter.min..=parameter.max).contains(&number) => {
            set_parameter(parameter.name, number);
            Ok(())
        }
        _ => Err(format!("a whole number from {} to {}", parameter.min, parameter.max)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_announced_and_kept_within_their_ranges() {
        let parameter = &PARAMETERS[0];
        assert!(announcement().starts_with(&format!("option name {} type spin default ", parameter.name)));
        assert_eq!(set(parameter.name, &parameter.value.to_string()), Some(Ok(())));
        assert!(set(parameter.name, &(parameter.max + 1).to_string()).unwrap().is_err());
        assert_eq!(set("no such thing", "1"), None);
    }
}
