//! Retrograde analysis: from the ends of the game backwards, one ply at a time.
//!
//! The positions of a material and those of the same men with the other side to move are solved together. Their moves
//! are listed once, by the rules; then every position found to be won or lost tells those that lead to it. Captures and
//! promotions lead to tables that are solved already.

use rules::{Fragments, Position};

use super::index::Layout;
use super::material::Material;
use super::{Endgames, Table, Value};

/// The positions that a material and its turned twin have, and where their moves lead.
struct Graph {
    /// For each position, where its moves that stay among these positions begin in `targets`; one more at the end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    nodes: Vec<Node>,
}

/// What is known of a position before anything is known of those around it.
#[derive(Clone, Copy)]
struct Node {
    is_position: bool,
    /// Whether a move leads to a drawn position of another table, so that the position is never lost.
    holds: bool,
    /// The plies to the quickest win by a move to another table.
    win: Option<u8>,
    /// The plies to the longest resistance by moves to other tables.
    loss: Option<u8>,
}

impl Node {
    const NOTHING: Self = Self { is_position: false, holds: false, win: None, loss: None };
}

/// Where a number of a table is found among the nodes of a graph.
struct Sides<'a> {
    endgames: &'a Endgames,
    layouts: [Layout; 2],
    materials: [usize; 2],
    /// Positions with a pawn that can be taken in passing: they have no number in a table.
    passing: Vec<Position<Fragments>>,
}

impl Graph {
    fn new(sides: &mut Sides<'_>) -> Self {
        let mut graph = Self { starts: vec![0], targets: Vec::new(), nodes: Vec::new() };
        for side in 0..sides.count() {
            for index in 0..sides.layouts[side].len() {
                let position = sides.layouts[side].position(index);
                graph.add(position.as_ref(), sides);
            }
        }
        // One double step may be answered by another, so the list can grow as it is walked.
        let mut next = 0;
        while let Some(position) = sides.passing.get(next).copied() {
            graph.add(Some(&position), sides);
            next += 1;
        }
        graph
    }

    fn add(&mut self, position: Option<&Position<Fragments>>, sides: &mut Sides<'_>) {
        let mut node = Node::NOTHING;
        if let Some(position) = position {
            node.is_position = true;
            for mv in position.legal_moves() {
                match sides.find(&position.after(mv)) {
                    Child::Inside(target) => self.targets.push(target),
                    Child::Outside(Value::DRAW) => node.holds = true,
                    Child::Outside(value) => {
                        let plies = value.0 + 1;
                        match value.wins() {
                            true => node.loss = node.loss.max(Some(plies)),
                            false => node.win = Some(node.win.map_or(plies, |win| win.min(plies))),
                        }
                    }
                }
            }
        }
        self.nodes.push(node);
        self.starts.push(self.targets.len() as u32);
    }

    /// The positions that lead to each position: starts and sources, as in `starts` and `targets`.
    fn turned_round(&self) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0_u32; self.nodes.len() + 1];
        for target in &self.targets {
            starts[*target as usize + 1] += 1;
        }
        for node in 0..self.nodes.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut sources = vec![0; self.targets.len()];
        for node in 0..self.nodes.len() {
            for target in &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize] {
                let place = &mut next[*target as usize];
                sources[*place as usize] = node as u32;
                *place += 1;
            }
        }
        (starts, sources)
    }

    /// The value of every node.
    fn solve(&self) -> Vec<Value> {
        let (starts, sources) = self.turned_round();
        let mut values = vec![Value::DRAW; self.nodes.len()];
        // How many moves of each position are not known to lose.
        let mut hopes: Vec<u32> = self.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut by_plies: Vec<Vec<u32>> = vec![Vec::new(); Value::LONGEST as usize + 3];
        for (number, node) in self.nodes.iter().enumerate() {
            match node {
                Node { is_position: false, .. } => values[number] = Value::NONE,
                Node { win: Some(plies), .. } => by_plies[*plies as usize].push(number as u32),
                Node { holds: false, .. } if hopes[number] == 0 => {
                    by_plies[node.loss.unwrap_or(0) as usize].push(number as u32);
                }
                _ => {}
            }
        }
        for plies in 0..=Value::LONGEST {
            for number in std::mem::take(&mut by_plies[plies as usize]) {
                if values[number as usize] != Value::DRAW {
                    continue;
                }
                let value = Value(plies);
                values[number as usize] = value;
                let range = starts[number as usize] as usize..starts[number as usize + 1] as usize;
                for source in &sources[range] {
                    let before = *source as usize;
                    if values[before] != Value::DRAW {
                        continue;
                    }
                    if !value.wins() {
                        by_plies[plies as usize + 1].push(*source);
                        continue;
                    }
                    hopes[before] -= 1;
                    let node = &self.nodes[before];
                    if hopes[before] == 0 && !node.holds && node.win.is_none() {
                        by_plies[node.loss.map_or(plies + 1, |loss| loss.max(plies + 1)) as usize].push(*source);
                    }
                }
            }
        }
        values
    }
}

enum Child {
    /// A node of the same graph.
    Inside(u32),
    /// A position whose value is known.
    Outside(Value),
}

impl Sides<'_> {
    /// One, if turning the material gives the same.
    fn count(&self) -> usize {
        if self.materials[0] == self.materials[1] { 1 } else { 2 }
    }

    fn find(&mut self, child: &Position<Fragments>) -> Child {
        let number = Material::number_of(child);
        let Some(side) = self.materials[..self.count()].iter().position(|own| Some(*own) == number) else {
            return Child::Outside(self.endgames.value(child).unwrap_or(Value::DRAW));
        };
        let lengths = [self.layouts[0].len(), if self.count() == 2 { self.layouts[1].len() } else { 0 }];
        if super::can_take_in_passing(child) {
            self.passing.push(*child);
            return Child::Inside((lengths[0] + lengths[1] + self.passing.len() - 1) as u32);
        }
        let before = if side == 1 { lengths[0] } else { 0 };
        let index = self.layouts[side].index(child).unwrap_or(0);
        Child::Inside((before + index) as u32)
    }
}

/// Solves a material, with either side to move, by the tables of fewer men and fewer pawns.
pub(super) fn solve(material: &Material, endgames: &Endgames) -> Vec<Table> {
    let turned = material.turned();
    let materials = [material.number(), turned.number()];
    let layouts = [Layout::new(material), Layout::new(&turned)];
    let mut sides = Sides { endgames, layouts, materials, passing: Vec::new() };
    let values = Graph::new(&mut sides).solve();
    let mut rest = values.as_slice();
    let mut solved = Vec::new();
    for (material, layout) in [material, &turned].into_iter().zip(&sides.layouts).take(sides.count()) {
        let (own, others) = rest.split_at(layout.len());
        solved.push(Table::solved(material, own.to_vec()));
        rest = others;
    }
    solved
}
