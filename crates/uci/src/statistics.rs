//! `stats`: what the last search counted of itself, for people and for programs.

use std::fmt::Write as _;

use engine::Statistics;
use serde_json::{Value, json};

/// A table for people: counts, and what part of what they are.
pub fn statistics_table(statistics: &Statistics) -> String {
    let s = statistics;
    let rows = [
        ("nodes", s.nodes, None::<(u64, &str)>),
        ("open-window nodes", s.pv_nodes, Some((s.nodes, "of the nodes"))),
        ("zero-window nodes", s.zero_nodes, Some((s.nodes, "of the nodes"))),
        ("quiescence nodes", s.quiescence_nodes, Some((s.nodes, "of the nodes"))),
        ("table probes", s.table_probes, None),
        ("table hits", s.table_hits, Some((s.table_probes, "of the probes"))),
        ("table cuts", s.table_cuts, Some((s.table_probes, "of the probes"))),
        ("beta cuts", s.beta_cuts, None),
        ("by the first move", s.first_move_cuts, Some((s.beta_cuts, "of the beta cuts"))),
        ("open-window scouts", s.pv_scouts, None),
        ("searched again", s.pv_researches, Some((s.pv_scouts, "of the scouts"))),
        ("null moves", s.null_tries, None),
        ("null-move cuts", s.null_cuts, Some((s.null_tries, "of the null moves"))),
        ("reduced moves", s.reductions, None),
        ("searched again", s.reduction_researches, Some((s.reductions, "of the reduced moves"))),
    ];
    let mut text = String::new();
    for (name, count, part) in rows {
        let part = part.filter(|(whole, _)| *whole > 0);
        let part = part.map_or(String::new(), |(whole, of)| format!("  {:5.1} % {of}", percent(count, whole)));
        let _ = writeln!(text, "{name:20}{count:>15}{part}");
    }
    let _ = writeln!(text, "{:20}{:>15}", "tablebase hits", s.tablebase_hits);
    let branching = s.branching_factor().map_or("-".to_owned(), |factor| format!("{factor:.2}"));
    let _ = writeln!(text, "{:20}{branching:>15}", "branching factor");
    text
}

/// One line of JSON: all counters by their names, and the rates that the table shows.
pub fn statistics_json(statistics: &Statistics) -> String {
    let s = statistics;
    let rate = |part: u64, whole: u64| if whole > 0 { json!(part as f64 / whole as f64) } else { Value::Null };
    let mut report = serde_json::to_value(statistics).unwrap_or_default();
    report["rates"] = json!({
        "quiescence_share": rate(s.quiescence_nodes, s.nodes),
        "table_hits": rate(s.table_hits, s.table_probes),
        "table_cuts": rate(s.table_cuts, s.table_probes),
        "first_move_cuts": rate(s.first_move_cuts, s.beta_cuts),
        "pv_researches": rate(s.pv_researches, s.pv_scouts),
        "null_cuts": rate(s.null_cuts, s.null_tries),
        "reduction_researches": rate(s.reduction_researches, s.reductions),
        "branching_factor": s.branching_factor(),
    });
    format!("{report}\n")
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole as f64
}
