//! `adoube tune wdl`: the chances to win, draw and lose by score and material.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use engine::wdl::{Model, Scale};
use forge::records::{Header, Variant};
use forge::wdl_fit::{Calibration, Results};
use rules::{Chess, Fragments, Rules};
use serde_json::json;

use crate::commands::data::{open, variant};
use crate::numbers::grouped;

/// Fit the chances to win, draw and lose by score and material, and show how well they fit
///
/// Prints the constant to put into crates/engine/src/wdl.rs.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of games, all of the same game
    #[arg(required = true)]
    pub files: Vec<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube tune wdl chess.games
  adoube tune wdl fragments-1.games fragments-2.games --json

Exit code: 0 if all is well, 2 if a file cannot be used.";

/// The scores at which the classes of the table begin.
const EDGES: [i32; 17] = [-2000, -1000, -700, -500, -350, -200, -100, -50, -20, 20, 50, 100, 200, 350, 500, 700, 1000];

/// Reads and fits.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match variant(&arguments.files[0])? {
        Variant::Chess => fit::<Chess>(arguments),
        Variant::Fragments => fit::<Fragments>(arguments),
    }
}

fn fit<R: Rules>(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let first = &arguments.files[0];
    let scale = Header::read(first).with_context(|| first.display().to_string())?.scale();
    let mut results = Results::default();
    for file in &arguments.files {
        // A broken record says nothing; `data inspect` counts them.
        open::<R>(file)?.filter_map(Result::ok).for_each(|game| results.add(&game));
    }
    let Some(model) = results.fit() else { bail!("no positions; expected games with scores") };
    let classes = results.calibration(&model, &EDGES);
    let text = if arguments.json {
        as_json::<R>(&results, scale, &model, &classes)
    } else {
        as_text::<R>(&results, scale, &model, &classes)
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn as_text<R: Rules>(results: &Results, scale: Scale, model: &Model, classes: &[Calibration]) -> String {
    let mut text = String::new();
    let (games, positions) = (grouped(results.games), grouped(results.positions));
    let (old, new) = (results.log_likelihood(Model::of::<R>(scale)), results.log_likelihood(model));
    let _ = writeln!(text, "{positions} positions of {games} games of {}", R::NAME);
    let _ = writeln!(text, "mean log-likelihood {new:.5}, with the engine's present numbers {old:.5}\n");

    let _ = writeln!(text, "material  50 % wins at  spread   draws at 0");
    let step = (model.most - model.least).max(6) / 6;
    for material in (model.least..=model.most).step_by(step as usize) {
        let (a, b) = (model.even_win_score(material), model.spread(material));
        let draws = 100.0 * model.probabilities(0.0, material)[1];
        let _ = writeln!(text, "{material:>8}  {a:>9.0} cp  {b:>6.0}   {draws:>7.1} %");
    }

    let _ =
        writeln!(text, "\n{:>14}  {:>10}   {:^20}   {:^20}", "score", "positions", "expected W/D/L %", "seen W/D/L %");
    for (index, class) in classes.iter().enumerate() {
        let to = classes.get(index + 1).map_or_else(|| "...".to_owned(), |next| (next.from - 1).to_string());
        let shares = |shares: [f64; 3]| shares.map(|share| format!("{:>6.1}", 100.0 * share)).concat();
        let _ = writeln!(
            text,
            "{:>5} to {to:>5}  {:>10}   {:^20}   {:^20}",
            class.from,
            grouped(class.positions),
            shares(class.expected),
            shares(class.seen)
        );
    }
    let numbers = |numbers: [f64; 3]| numbers.map(|number| format!("{number:.2}")).join(", ");
    let _ = writeln!(
        text,
        "\n/// Fitted on {positions} positions of {games} games.\nconst {}{}: Model = Model {{ a: [{}], b: [{}], least: {}, most: {} }};",
        R::NAME.to_uppercase(),
        if scale == Scale::Network { "_NETWORK" } else { "" },
        numbers(model.a),
        numbers(model.b),
        model.least,
        model.most
    );
    text
}

fn as_json<R: Rules>(results: &Results, scale: Scale, model: &Model, classes: &[Calibration]) -> String {
    let classes: Vec<_> = classes
        .iter()
        .map(|class| json!({"from": class.from, "positions": class.positions, "expected": class.expected, "seen": class.seen}))
        .collect();
    let report = json!({
        "game": R::NAME, "games": results.games, "positions": results.positions,
        "a": model.a, "b": model.b, "least": model.least, "most": model.most,
        "log_likelihood": results.log_likelihood(model),
        "log_likelihood_before": results.log_likelihood(Model::of::<R>(scale)),
        "calibration": classes,
    });
    format!("{report:#}\n")
}
