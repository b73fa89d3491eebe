//! The pictures of a report, as SVG inside the page. Colours come from the page's style sheet.

use std::fmt::Write as _;

use super::Lengths;
use super::text::number;
use crate::results::History;
use crate::statistics::{Counts, Estimate, Pentanomial};

const WIDTH: f64 = 720.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 34.0;

/// The part of a picture in which values are drawn.
struct Plane {
    height: f64,
    columns: (f64, f64),
    rows: (f64, f64),
    svg: String,
}

impl Plane {
    fn new(height: f64, columns: (f64, f64), rows: (f64, f64), name: &str) -> Self {
        let svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{name}\">\n");
        Self { height, columns, rows, svg }
    }

    fn x(&self, value: f64) -> f64 {
        let (low, high) = self.columns;
        LEFT + (WIDTH - LEFT - RIGHT) * (value - low) / (high - low)
    }

    fn y(&self, value: f64) -> f64 {
        let (low, high) = self.rows;
        let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
        TOP + (self.height - TOP - BOTTOM) * (1.0 - part)
    }

    /// Lines across at round values.
    fn grid(&mut self, unit: &str) {
        for value in round_values(self.rows, 5) {
            let (y, right) = (self.y(value), WIDTH - RIGHT);
            let class = if value == 0.0 { "zero" } else { "grid" };
            let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{right}\"/>");
            let label = format!("{}{unit}", short(value));
            let _ = writeln!(self.svg, "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{label}</text>", LEFT - 8.0, y + 4.0);
        }
    }

    /// Round values along the bottom.
    fn axis(&mut self, name: &str) {
        let y = self.height - BOTTOM + 16.0;
        for value in round_values(self.columns, 7) {
            let x = self.x(value);
            let _ = writeln!(self.svg, "<text class=\"mid\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", short(value));
        }
        let (x, y) = (f64::midpoint(LEFT, WIDTH - RIGHT), self.height - 3.0);
        let _ = writeln!(self.svg, "<text class=\"mid faint\" x=\"{x}\" y=\"{y}\">{name}</text>");
    }

    fn points(&self, values: impl Iterator<Item = (f64, f64)>) -> String {
        let points: Vec<String> = values.map(|(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y))).collect();
        points.join(" ")
    }

    fn line(&mut self, class: &str, values: impl Iterator<Item = (f64, f64)>) {
        let points = self.points(values);
        let _ = writeln!(self.svg, "<polyline class=\"{class}\" points=\"{points}\"/>");
    }

    fn done(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// Elo with its interval after each game. The wild beginning is cut off above and below.
pub(super) fn elo_over_games(history: &History) -> String {
    let moments = &history.moments;
    let Some(last) = moments.last() else { return String::new() };
    let calm = &moments[moments.len() / 8..];
    let low = calm.iter().map(|moment| moment.elo.low).fold(f64::MAX, f64::min).min(0.0);
    let high = calm.iter().map(|moment| moment.elo.high).fold(f64::MIN, f64::max).max(0.0);
    let room = (high - low).max(1.0) * 0.05;
    let mut plane = Plane::new(260.0, (0.0, last.games as f64), (low - room, high + room), "Elo over games");
    plane.grid("");
    plane.axis("games");
    let over =
        |value: fn(&Estimate) -> f64| move |moment: &crate::results::Moment| (moment.games as f64, value(&moment.elo));
    let band = moments.iter().map(over(|elo| elo.low)).chain(moments.iter().rev().map(over(|elo| elo.high)));
    let points = plane.points(band);
    let _ = writeln!(plane.svg, "<polygon class=\"band\" points=\"{points}\"/>");
    plane.line("line", moments.iter().map(over(|elo| elo.value)));
    let (x, y) = (plane.x(last.games as f64), plane.y(last.elo.value));
    let _ = writeln!(plane.svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    plane.done()
}

/// The log-likelihood ratio between its bounds after each game.
pub(super) fn llr_over_games(history: &History, lower: f64, upper: f64) -> String {
    let ratios: Vec<(f64, f64)> =
        history.moments.iter().filter_map(|moment| Some((moment.games as f64, moment.llr?))).collect();
    let Some(&last) = ratios.last() else { return String::new() };
    let low = ratios.iter().map(|(_, llr)| *llr).fold(lower, f64::min);
    let high = ratios.iter().map(|(_, llr)| *llr).fold(upper, f64::max);
    let room = (high - low) * 0.08;
    let mut plane = Plane::new(220.0, (0.0, last.0), (low - room, high + room), "Log-likelihood ratio over games");
    plane.grid("");
    plane.axis("games");
    for (bound, class, name) in [(upper, "good", "H1"), (lower, "bad", "H0")] {
        let (y, right) = (plane.y(bound), WIDTH - RIGHT);
        let _ = writeln!(plane.svg, "<path class=\"bound {class}\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        let below = if bound > 0.0 { -5.0 } else { 14.0 };
        let (x, y) = (right - 4.0, y + below);
        let _ = writeln!(
            plane.svg,
            "<text class=\"end {class}\" x=\"{x}\" y=\"{y:.1}\">{name} accepted at {}</text>",
            number(bound)
        );
    }
    plane.line("line", std::iter::once((0.0, 0.0)).chain(ratios.iter().copied()));
    let (x, y) = (plane.x(last.0), plane.y(last.1));
    let _ = writeln!(plane.svg, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    plane.done()
}

/// How many pairs gave no points, half a point ... two points.
pub(super) fn pair_columns(pairs: &Pentanomial) -> String {
    let most = pairs.0.iter().copied().max().unwrap_or(0).max(1) as f64;
    let total = pairs.total().max(1) as f64;
    let mut plane = Plane::new(200.0, (0.0, 5.0), (0.0, most * 1.12), "Pairs by points");
    let base = plane.y(0.0);
    for (index, (count, name)) in pairs.0.into_iter().zip(["0", "½", "1", "1½", "2"]).enumerate() {
        let (left, right) = (plane.x(index as f64 + 0.12), plane.x(index as f64 + 0.88));
        let (top, width) = (plane.y(count as f64), right - left);
        let class = ["bad", "bad soft", "level", "good soft", "good"][index];
        let height = base - top;
        let _ = writeln!(
            plane.svg,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\"/>"
        );
        let middle = f64::midpoint(left, right);
        let label = format!("{count} ({:.1} %)", 100.0 * count as f64 / total);
        let _ = writeln!(plane.svg, "<text class=\"mid\" x=\"{middle:.1}\" y=\"{:.1}\">{label}</text>", top - 5.0);
        let _ = writeln!(plane.svg, "<text class=\"mid\" x=\"{middle:.1}\" y=\"{:.1}\">{name}</text>", base + 16.0);
    }
    let (x, y) = (f64::midpoint(LEFT, WIDTH - RIGHT), plane.height - 3.0);
    let _ = writeln!(plane.svg, "<text class=\"mid faint\" x=\"{x}\" y=\"{y}\">points of a pair</text>");
    plane.done()
}

/// Values with their intervals, one below the other, and a line at what would be nothing special.
pub(super) fn intervals(rows: &[(String, Estimate)], neutral: f64, unit: &str) -> String {
    const NAMES: f64 = 190.0;
    const ROW: f64 = 30.0;
    let low = rows.iter().map(|(_, estimate)| estimate.low).fold(neutral, f64::min);
    let high = rows.iter().map(|(_, estimate)| estimate.high).fold(neutral, f64::max);
    let room = (high - low).max(1e-6) * 0.1;
    let (low, high) = (low - room, high + room);
    let height = rows.len() as f64 * ROW + 36.0;
    let right = WIDTH - 150.0;
    let x = |value: f64| NAMES + (right - NAMES) * (value - low) / (high - low);
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"Values with errors\">\n");
    let bottom = height - 24.0;
    for value in round_values((low, high), 6) {
        let at = x(value);
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{at:.1} 6V{bottom}\"/>");
        let label = format!("{}{unit}", short(value));
        let _ = writeln!(svg, "<text class=\"mid\" x=\"{at:.1}\" y=\"{:.1}\">{label}</text>", height - 8.0);
    }
    let _ = writeln!(svg, "<path class=\"zero\" d=\"M{:.1} 6V{bottom}\"/>", x(neutral));
    for (index, (name, estimate)) in rows.iter().enumerate() {
        let y = 20.0 + index as f64 * ROW;
        let (from, to, at) = (x(estimate.low), x(estimate.high), x(estimate.value));
        let name: String = name.chars().take(26).collect();
        let _ =
            writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>", NAMES - 12.0, y + 4.0, escaped(&name));
        let _ = writeln!(
            svg,
            "<path class=\"whisker\" d=\"M{from:.1} {y}H{to:.1}M{from:.1} {}v10M{to:.1} {}v10\"/>",
            y - 5.0,
            y - 5.0
        );
        let _ = writeln!(svg, "<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{y}\" r=\"5\"/>");
        let label = format!("{:.1} ± {:.1}{unit}", estimate.value, estimate.error);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\">{label}</text>", right + 12.0, y + 4.0);
    }
    svg + "</svg>\n"
}

/// How many games were how long.
pub(super) fn length_columns(lengths: &Lengths) -> String {
    let most = lengths.by_ten.iter().map(|[decided, drawn]| decided + drawn).max().unwrap_or(0).max(1);
    let count = lengths.by_ten.len() as f64;
    let mut plane = Plane::new(200.0, (0.0, count * 10.0), (0.0, most as f64 * 1.05), "Games by length");
    plane.grid("");
    plane.axis("moves");
    for (index, [decided, drawn]) in lengths.by_ten.iter().enumerate() {
        let (left, right) = (plane.x(index as f64 * 10.0) + 1.0, plane.x((index + 1) as f64 * 10.0) - 1.0);
        let width = right - left;
        for (from, to, class) in [(0, *decided, "first"), (*decided, decided + drawn, "level")] {
            let (top, bottom) = (plane.y(to as f64), plane.y(from as f64));
            let height = bottom - top;
            if height > 0.0 {
                let _ = writeln!(
                    plane.svg,
                    "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
                );
            }
        }
    }
    plane.done()
}

/// About so many round values within a range.
fn round_values((low, high): (f64, f64), about: usize) -> Vec<f64> {
    let rough = (high - low) / about as f64;
    if !(rough.is_finite() && rough > 0.0) {
        return Vec::new();
    }
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..).map(|index| index as f64 * step).take_while(|value| *value <= high).take(3 * about).collect()
}

/// A round value without needless digits.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text that HTML and SVG take for nothing but text.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values_lie_within_their_range() {
        assert_eq!(round_values((-12.0, 31.0), 5), [-10.0, 0.0, 10.0, 20.0, 30.0]);
        assert_eq!(round_values((0.0, 0.0), 5), [] as [f64; 0]);
        assert_eq!(round_values((0.0, f64::NAN), 5), [] as [f64; 0]);
    }

    #[test]
    fn markup_in_a_name_stays_text() {
        assert_eq!(escaped("<b>&\"'"), "&lt;b&gt;&amp;&quot;&#39;");
    }
}
