//! `eval`: what a position is worth without looking ahead, in White's view: piece by piece if a network judges it, and term by term
//! classically in any case.

use std::fmt::Write as _;

use engine::Bound;
use engine::eval::{PairValue, Term, evaluate, explain};
use engine::network::Networks;
use engine::wdl::Scale;
use rules::{Game, Position, Rules};
use serde_json::{Value, json};

use crate::network::{network_json, network_text};
use crate::score::View;

/// Tables for people, in the evaluation's own centipawns: the network's, if there is one for the game, above the classical one.
pub fn evaluation_text<R: Rules>(game: &Game<R>, networks: &Networks) -> String {
    let classical = classical_text(game.position());
    match networks.of::<R>() {
        Some(network) if Networks::judge(game.position()) => {
            format!("{}\nThe classical evaluation, for comparison:\n\n{classical}", network_text(network, game))
        }
        Some(_) => format!("A bare king: no network is asked.\n\n{classical}"),
        None => classical,
    }
}

fn classical_text<R: Rules>(position: &Position<R>) -> String {
    let explanation = explain(position);
    let mut text = format!("{:18}{:>15}{:>15}{:>15}\n", "", "White", "Black", "difference");
    let _ = writeln!(text, "{:18}{}  {:>8}", "", format!("  {:>6} {:>6}", "middle", "end").repeat(3), "blended");
    for value in &explanation.terms {
        let difference =
            PairValue { middle: value.white.middle - value.black.middle, end: value.white.end - value.black.end };
        let pairs: String = [value.white, value.black, difference].map(columns).concat();
        let _ = writeln!(text, "{:18}{pairs}  {:>8}", name(value.term), signed(value.blended));
    }
    let total = signed(explanation.white_total);
    let _ = writeln!(text, "{:18}{:30}{}  {total:>8}", "total", "", columns(explanation.sum));
    let shown = View::White.show(evaluate(position), Scale::Classical, Bound::Exact, position);
    let _ = writeln!(
        text,
        "\n{} to move; White's view; {} of {} middle game, endgame counts {} of {}; shown as {shown}",
        position.side_to_move(),
        explanation.phase,
        explanation.full_phase,
        explanation.scale,
        explanation.full_scale
    );
    text
}

/// The same for programs.
pub fn evaluation_json<R: Rules>(game: &Game<R>, networks: &Networks) -> Value {
    let position = game.position();
    let explanation = explain(position);
    let network = networks.of::<R>().filter(|_| Networks::judge(position)).map(|network| network_json(network, game));
    json!({
        "judge": if network.is_some() { "network" } else { "classical" }, "network": network,
        "game": R::NAME, "fen": position.to_string(), "view": "white", "total": explanation.white_total,
        "sum": explanation.sum, "phase": explanation.phase, "full_phase": explanation.full_phase,
        "scale": explanation.scale, "full_scale": explanation.full_scale, "terms": explanation.terms,
    })
}

fn columns(value: PairValue) -> String {
    format!("  {:>6} {:>6}", signed(value.middle), signed(value.end))
}

pub(crate) fn signed(value: i32) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}

fn name(term: Term) -> &'static str {
    match term {
        Term::Material => "material",
        Term::Placement => "placement",
        Term::Imbalance => "imbalance",
        Term::Mobility => "mobility",
        Term::Pawns => "pawn structure",
        Term::Passed => "passed pawns",
        Term::Minors => "minor pieces",
        Term::Majors => "major pieces",
        Term::Shelter => "king's shelter",
        Term::Danger => "king's danger",
        Term::Threats => "threats",
        Term::Space => "space",
        Term::Freedom => "freedom to move",
        Term::Ending => "known ending",
        Term::Initiative => "initiative",
        Term::Tempo => "being on move",
    }
}
