//! Checking tables by the rules alone: every value must follow from the values one move on.
//!
//! That is enough to prove them right. A win in n plies needs a move to a loss in n - 1, and a loss in n needs every move to
//! lead to wins of at most n - 1, down to positions without a move, so no win or loss is claimed in vain. And from a position
//! called drawn neither side has a move to one called lost, while one move at least stays among the drawn: nobody
//! can be made to leave them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

use rules::{Fragments, Position};

use super::{BuildProgress, Endgames, Material, Value, Verdict};

/// What checking found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many positions were checked.
    pub positions: u64,
    /// Positions whose value does not follow from the positions after them: at most a few of each material.
    pub wrong: Vec<WrongValue>,
}

/// A value that does not follow from the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The position.
    pub fen: String,
    /// What the table says.
    pub says: Option<Verdict>,
    /// What follows from the positions one move on.
    pub follows: Option<Verdict>,
}

/// How many wrong values of a material are shown.
const SHOWN: usize = 5;

impl Endgames {
    /// Checks every value of every table.
    pub fn verify(&self, threads: usize, tell: &(dyn Fn(&BuildProgress) + Sync)) -> Checked {
        let materials: Vec<Material> = (3..=self.men).flat_map(Material::all).collect();
        let (next, done, positions) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
        let wrong = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, materials.len().max(1)) {
                scope.spawn(|| {
                    while let Some(material) = materials.get(next.fetch_add(1, Relaxed)) {
                        let checked = self.verify_material(material);
                        positions.fetch_add(checked.positions, Relaxed);
                        wrong.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(checked.wrong);
                        let done = done.fetch_add(1, Relaxed) + 1;
                        tell(&BuildProgress { done, total: materials.len(), material: material.clone() });
                    }
                });
            }
        });
        let wrong = wrong.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        Checked { positions: positions.into_inner(), wrong }
    }

    fn verify_material(&self, material: &Material) -> Checked {
        let mut checked = Checked::default();
        let Some(table) = &self.tables[material.number()] else { return checked };
        let values = self.values(table);
        for (index, value) in values.iter().enumerate() {
            let position = table.layout.position(index);
            checked.positions += u64::from(position.is_some());
            let follows = position.map_or(Some(Value::NONE), |position| self.by_one_ply(&position));
            if follows != Some(*value) && checked.wrong.len() < SHOWN {
                let fen =
                    position.map_or_else(|| format!("{material} number {index}"), |position| position.to_string());
                let (says, follows) = (value.verdict(), follows.and_then(Value::verdict));
                checked.wrong.push(WrongValue { fen, says, follows });
            }
        }
        checked
    }

    /// The value that follows from the positions after each legal move; none if one of them is not known.
    fn by_one_ply(&self, position: &Position<Fragments>) -> Option<Value> {
        let after = |mv| self.value(&position.after(mv)).map(Value::before);
        position.legal_moves().into_iter().map(after).try_fold(Value(0), |best, value| Some(best.better(value?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgames::{Table, build};

    #[test]
    fn a_single_wrong_value_is_found() {
        let mut endgames = build(3, 1, &|_| {});
        let material: Material = "KRvK".parse().unwrap();
        let table = endgames.tables[material.number()].take().unwrap();
        let mut values = endgames.values(&table).to_vec();
        let place = values.iter().position(|value| *value == Value(9)).unwrap();
        values[place] = Value(7);
        endgames.tables[material.number()] = Some(Table::solved(&material, values));
        let wrong = endgames.verify(1, &|_| {}).wrong;
        // The value itself, and those that follow from it.
        let says = |verdict| wrong.iter().any(|wrong| wrong.says == Some(verdict));
        assert!(says(Verdict::Win { plies: 7 }), "{wrong:?}");
    }
}
