//! Dates as PGN writes them.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date, as the clock of Greenwich has it: `2026.01.31`.
pub fn today() -> String {
    date_of_day(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400)
}

/// The date of a day counted from the first of 1970.
fn date_of_day(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (day, text) in [(0, "1970.01.01"), (58, "1970.02.28"), (59, "1970.03.01"), (789, "1972.02.29")] {
            assert_eq!(date_of_day(day), text);
        }
        assert_eq!(date_of_day(11_016), "2000.02.29");
        assert_eq!(date_of_day(20_454), "2026.01.01");
    }
}
