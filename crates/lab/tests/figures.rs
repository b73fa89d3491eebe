//! The figures equal those that fastchess prints for the same counts, to the last digit.
//!
//! `bench/statistics-vs-fastchess` plays games and compares all figures; these are a few that were seen.

use adoube_lab::statistics::{Counts, EloModel, Pentanomial, Sprt, Summary, Trinomial};

/// Counts of pairs (the outer and middle ones also serve as counts of games), bounds of a test, and what fastchess says:
/// LLR of pairs normalised and logistic, LLR of games normalised and logistic, and the figures of pairs and of games.
type Case = ([u64; 5], (f64, f64), [&'static str; 4], [&'static str; 2]);

#[rustfmt::skip]
const SEEN: [Case; 6] = [
    ([38, 163, 321, 124, 51], (-5.0, 0.0), ["-0.13", "-0.09", "0.44", "1.05"],
     ["-3.24 +/- 12.39 -4.77 +/- 18.24 30.41 %", "11.02 +/- 15.66 23.70 +/- 33.63 91.64 %"]),
    ([4, 61, 132, 48, 5], (0.0, 5.0), ["-0.34", "-0.71", "0.04", "-0.00"],
     ["-7.64 +/- 16.39 -14.22 +/- 30.45 18.01 %", "2.46 +/- 14.49 9.76 +/- 57.35 63.06 %"]),
    ([12, 98, 301, 120, 19], (0.0, 10.0), ["1.41", "1.88", "0.52", "0.69"],
     ["11.37 +/- 11.43 20.46 +/- 20.53 97.46 %", "7.33 +/- 11.40 24.03 +/- 37.37 89.62 %"]),
    ([0, 12, 240, 35, 1], (-3.0, 1.0), ["0.99", "3.31", "0.18", "2.72"],
     ["15.09 +/- 8.28 51.79 +/- 28.37 99.98 %", "1.44 +/- 2.82 22.43 +/- 43.86 84.18 %"]),
    ([31, 87, 66, 94, 22], (0.0, 2.0), ["-0.09", "-0.11", "-0.08", "-0.12"],
     ["-6.37 +/- 22.53 -7.87 +/- 27.80 28.94 %", "-26.33 +/- 41.83 -39.63 +/- 62.42 10.67 %"]),
    ([207, 617, 2916, 728, 129], (0.0, 5.0), ["-2.15", "-5.49", "-3.83", "-13.84"],
     ["-1.70 +/- 3.84 -3.14 +/- 7.10 19.27 %", "-8.33 +/- 3.83 -26.00 +/- 11.94 0.00 %"]),
];

fn figures(summary: &Summary) -> String {
    let (elo, nelo) = (summary.elo, summary.nelo);
    let los = 100.0 * summary.los;
    format!("{:.2} +/- {:.2} {:.2} +/- {:.2} {los:.2} %", elo.value, elo.error, nelo.value, nelo.error)
}

#[test]
fn figures_equal_those_of_fastchess() {
    for (counts, (elo0, elo1), ratios, summaries) in SEEN {
        let pairs = Pentanomial(counts);
        let games = Trinomial::new(counts[4], counts[2], counts[0]);
        assert_eq!([figures(&pairs.summary()), figures(&games.summary())], summaries, "{counts:?}");
        let [normalised, logistic] =
            [EloModel::Normalised, EloModel::Logistic].map(|model| Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap());
        let own = [normalised.llr(&pairs), logistic.llr(&pairs), normalised.llr(&games), logistic.llr(&games)];
        assert_eq!(own.map(|llr| format!("{llr:.2}")), ratios, "{counts:?}");
    }
}
