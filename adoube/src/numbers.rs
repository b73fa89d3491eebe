//! Numbers and speeds for people.

use std::time::Duration;

/// A whole number with its thousands apart: `4,865,609`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Nodes each second; none if no time has passed.
pub fn per_second(nodes: u64, time: Duration) -> f64 {
    if time.is_zero() { 0.0 } else { nodes as f64 / time.as_secs_f64() }
}

/// A speed in millions of nodes a second.
pub fn mega_speed(nodes: u64, time: Duration) -> String {
    format!("{:.1} Mnodes/s", per_second(nodes, time) / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (197_281, "197,281"), (4_865_609, "4,865,609")];
        cases.iter().for_each(|(number, text)| assert_eq!(grouped(*number), *text));
    }
}
