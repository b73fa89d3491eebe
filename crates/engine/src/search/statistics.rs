//! What a search counts of itself: enough to see whether its ideas work.

/// Counters of one search, all threads together. A node is a call of the search: `nodes` is the sum of `pv_nodes`,
/// `zero_nodes` and `quiescence_nodes`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Statistics {
    /// All nodes.
    pub nodes: u64,
    /// Nodes with an open window, the root among them.
    pub pv_nodes: u64,
    /// Nodes with a zero window.
    pub zero_nodes: u64,
    /// Nodes below the horizon.
    pub quiescence_nodes: u64,
    /// Nodes that ended with a move at or above beta, in the search proper.
    pub beta_cuts: u64,
    /// Those of them in which the first move did it.
    pub first_move_cuts: u64,
    /// Looks into the transposition table.
    pub table_probes: u64,
    /// Looks that found the position.
    pub table_hits: u64,
    /// Finds that decided the node.
    pub table_cuts: u64,
    /// Moves after the first in open-window nodes: each is scouted with a zero window.
    pub pv_scouts: u64,
    /// Scouts that had to be searched again with the open window.
    pub pv_researches: u64,
    /// Null moves tried.
    pub null_tries: u64,
    /// Null moves that cut.
    pub null_cuts: u64,
    /// Moves searched with reduced depth.
    pub reductions: u64,
    /// Those of them that were searched again without.
    pub reduction_researches: u64,
    /// Those of them that fell below the horizon by the reduction alone: none, if all is well.
    pub reduced_below_horizon: u64,
    /// First moves that were searched less deeply than the node's depth asks for: none, if all is well.
    pub first_moves_reduced: u64,
    /// Tablebase probes that answered.
    pub tablebase_hits: u64,
    /// The nodes of each iteration of the first thread, from depth 1.
    pub iterations: Vec<u64>,
}

impl Statistics {
    /// Adds what another thread has counted.
    pub fn add(&mut self, other: &Self) {
        let Self {
            nodes,
            pv_nodes,
            zero_nodes,
            quiescence_nodes,
            beta_cuts,
            first_move_cuts,
            table_probes,
            table_hits,
            table_cuts,
            pv_scouts,
            pv_researches,
            null_tries,
            null_cuts,
            reductions,
            reduction_researches,
            reduced_below_horizon,
            first_moves_reduced,
            tablebase_hits,
            iterations: _,
        } = other;
        self.nodes += nodes;
        self.pv_nodes += pv_nodes;
        self.zero_nodes += zero_nodes;
        self.quiescence_nodes += quiescence_nodes;
        self.beta_cuts += beta_cuts;
        self.first_move_cuts += first_move_cuts;
        self.table_probes += table_probes;
        self.table_hits += table_hits;
        self.table_cuts += table_cuts;
        self.pv_scouts += pv_scouts;
        self.pv_researches += pv_researches;
        self.null_tries += null_tries;
        self.null_cuts += null_cuts;
        self.reductions += reductions;
        self.reduction_researches += reduction_researches;
        self.reduced_below_horizon += reduced_below_horizon;
        self.first_moves_reduced += first_moves_reduced;
        self.tablebase_hits += tablebase_hits;
    }

    /// How many times more nodes an iteration takes than the one before: the geometric mean over the deeper half of
    /// the iterations. `None` for fewer than two.
    pub fn branching_factor(&self) -> Option<f64> {
        let last = self.iterations.len().checked_sub(1)?;
        let first = last / 2;
        let steps = last - first;
        let growth = self.iterations[last].max(1) as f64 / self.iterations[first].max(1) as f64;
        (steps > 0).then(|| growth.powf(1.0 / steps as f64))
    }
}
