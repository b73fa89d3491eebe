//! What the engine says while it searches: `info` lines.

use engine::{Bound, Report};
use rules::{Move, Position, Rules};

use crate::options::Options;
use crate::score::score_text;
use crate::wdl::chances;

/// What a report says of one line, seen as the options want it.
pub(crate) fn info_line<R: Rules>(report: &Report, position: &Position<R>, options: &Options) -> String {
    let (score, bound) = options.view.of(report.score, report.bound, position.side_to_move());
    let bound = match bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if options.show_wdl {
        let chances = chances(score);
        format!(" wdl {} {} {}", chances.win, chances.draw, chances.loss)
    } else {
        String::new()
    };
    let micros = report.time.as_micros().max(1);
    let style = options.move_style();
    let line: String = report.line.iter().map(|mv| format!(" {}", mv.uci(style))).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} tbhits {} time {} pv{line}\n",
        report.depth,
        report.selective_depth,
        report.rank + 1,
        score_text(score),
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
