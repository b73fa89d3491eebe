//! What the engine says while it searches: `info` lines.

use engine::Report;
use rules::{Move, Position, Rules};

use crate::options::Options;

/// What a report says of one line, seen as the options want it.
pub(crate) fn info_line<R: Rules>(report: &Report, position: &Position<R>, options: &Options) -> String {
    let shown = options.view.report(report, position);
    let chances = shown.chances;
    let wdl = format!(" wdl {} {} {}", chances.win, chances.draw, chances.loss);
    let micros = report.time.as_micros().max(1);
    let style = options.move_style();
    let line: String = report.line.iter().map(|mv| format!(" {}", mv.uci(style))).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {}{} nodes {} nps {} hashfull {} tbhits {} time {} pv{line}\n",
        report.depth,
        report.selective_depth,
        report.rank + 1,
        shown.uci(),
        if options.show_wdl { &wdl } else { "" },
        report.nodes,
        u128::from(report.nodes) * 1_000_000 / micros,
        report.permille_full,
        report.tablebase_hits,
        micros / 1000,
    )
}

/// Which move of the root is being searched.
pub(crate) fn current_move_line(depth: i32, mv: Move, number: usize, options: &Options) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}\n", mv.uci(options.move_style()))
}
