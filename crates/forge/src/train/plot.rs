//! The losses of all epochs as a picture (SVG).

use std::fmt::Write;

use super::run::EpochLoss;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 40.0;
const LINES: usize = 5;

/// Two curves over epochs: what was learned from, and what was kept apart.
pub(super) fn svg(history: &[EpochLoss]) -> String {
    let curves = [
        ("training", "#1f77b4", history.iter().map(|epoch| epoch.training).collect::<Vec<f64>>()),
        ("validation", "#d62728", history.iter().map(|epoch| epoch.validation).collect()),
    ];
    let all = || curves.iter().flat_map(|(.., losses)| losses).copied().filter(|loss| loss.is_finite());
    let (least, most) = (all().fold(f64::MAX, f64::min).min(1.0), all().fold(0.0, f64::max));
    let span = (most - least).max(1e-9);
    let x = |epoch: usize| LEFT + (WIDTH - LEFT - RIGHT) * epoch as f64 / history.len().saturating_sub(1).max(1) as f64;
    let y = |loss: f64| TOP + (HEIGHT - TOP - BOTTOM) * (most - loss) / span;

    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for line in 0..LINES {
        let loss = least + span * line as f64 / (LINES - 1) as f64;
        let (at, right) = (y(loss), WIDTH - RIGHT);
        let _ = writeln!(text, "<path d=\"M{LEFT} {at:.1}H{right}\" stroke=\"#ddd\"/>");
        let _ = writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>", LEFT - 8.0, at + 4.0);
    }
    for (index, (name, colour, losses)) in curves.iter().enumerate() {
        let points: Vec<String> =
            losses.iter().enumerate().map(|(epoch, loss)| format!("{:.1},{:.1}", x(epoch), y(*loss))).collect();
        let points = points.join(" ");
        let _ = writeln!(text, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        let _ = writeln!(text, "<text x=\"{}\" y=\"20\" fill=\"{colour}\">{name}</text>", LEFT + 90.0 * index as f64);
    }
    let (middle, bottom) = (WIDTH / 2.0, HEIGHT - 12.0);
    let _ = writeln!(
        text,
        "<text x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">epochs 1 to {}</text>",
        history.len()
    );
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_is_a_point_of_both_curves_within_the_picture() {
        for epochs in [0, 1, 20] {
            let loss = |epoch| EpochLoss { training: 0.1 / epoch as f64, validation: 0.2 / epoch as f64, seconds: 1.0 };
            let text = svg(&(1..=epochs).map(loss).collect::<Vec<_>>());
            let curves: Vec<&str> =
                text.split("points=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
            assert_eq!(curves.len(), 2);
            for curve in curves {
                let points: Vec<&str> = curve.split_whitespace().collect();
                assert_eq!(points.len(), epochs);
                for point in points {
                    let (x, y) = point.split_once(',').unwrap();
                    assert!((0.0..=WIDTH).contains(&x.parse().unwrap()), "{point}");
                    assert!((0.0..=HEIGHT).contains(&y.parse().unwrap()), "{point}");
                }
            }
        }
    }
}
