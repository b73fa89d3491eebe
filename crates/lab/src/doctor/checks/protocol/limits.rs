//! Law: a search keeps to the depth and the nodes it is given.

use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "limits",
        says: "`go depth N` searches N plies and no more; `go nodes N` about N nodes and no more.",
        experiment: "Searches to depth 1 to 8 and of 1000 to 50000 nodes. Engines look at their counters now and then, so \
            nodes may be twice the limit and 10000 more.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut tried = 0;
    let mut worst: f64 = 0.0;
    let mut shallow = Vec::new();
    for (number, position) in patient.positions(0x11417, Phase::Middle).take(patient.pace().pick(8, 24, 60)).enumerate()
    {
        if patient.time_is_up() {
            break;
        }
        let depth = 1 + number as u32 % 8;
        let heard = session.fresh(&position, &to_depth(depth))?;
        tried += 1;
        // Who had to be stopped is judged as well: that it went on may be the fault.
        let deepest =
            heard.infos_so_far().iter().filter(|info| info.score.is_some()).filter_map(|info| info.depth).max();
        if deepest.is_some_and(|deepest| deepest > depth) {
            let finding = Finding::new(
                Certainty::Sure,
                format!("go depth {depth} is answered at depth {}", deepest.unwrap_or(0)),
            )
            .counted(1, tried)
            .at(&position)
            .expected(format!("depth {depth}"), format!("depth {}", deepest.unwrap_or(0)))
            .transcript(session.transcript())
            .blame(&["the loop over depths compares after the next iteration has begun"])
            .breaks("comparisons at fixed depth");
            return Ok(finding.verdict());
        }
        // Who sees a mate, or had to be stopped, may end before.
        let is_mate = heard.infos_so_far().iter().any(|info| matches!(info.score, Some(SearchScore::Mate(_))));
        if let Some(deepest) = deepest.filter(|deepest| *deepest < depth && !heard.is_cut_short && !is_mate) {
            shallow.push((position, depth, deepest));
        }
        let nodes = [1000, 5000, 20_000, 50_000][number % 4];
        let heard = session.fresh(&position, &Limits { nodes: Some(nodes), ..Limits::default() })?;
        let Some(told) = heard.infos_so_far().iter().filter_map(|info| info.nodes).max() else { continue };
        worst = worst.max(told as f64 / nodes as f64);
        if told > 2 * nodes + 10_000 {
            let certainty = if told > 20 * nodes + 100_000 { Certainty::Sure } else { Certainty::Likely };
            let finding = Finding::new(certainty, format!("go nodes {nodes} searches {told} nodes"))
                .counted(1, tried)
                .at(&position)
                .expected(format!("{nodes} nodes, or a few more"), format!("{told} nodes"))
                .transcript(session.transcript())
                .blame(&[
                    "go nodes is not read, or looked at only between iterations",
                    "only nodes of the main search are counted, or only those of one thread",
                ])
                .breaks("comparisons at fixed nodes");
            return Ok(finding.verdict());
        }
    }
    // One may have its reasons, such as an only move.
    if shallow.len() > tried / 2
        && let Some((position, depth, deepest)) = shallow.last()
    {
        let finding = Finding::new(Certainty::Likely, format!("go depth {depth} ends at depth {deepest}"))
            .counted(shallow.len(), tried)
            .at(position)
            .expected(format!("depth {depth}"), format!("depth {deepest}"))
            .transcript(session.transcript())
            .blame(&["go depth is not read, or the iteration's depth is not what is told"])
            .breaks("comparisons at fixed depth");
        return Ok(finding.verdict());
    }
    Ok(Verdict::pass_of(tried, format!("{tried} depths are kept; at most {worst:.2} times the nodes allowed")))
}
