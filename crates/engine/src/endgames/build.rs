//! Building the tables: all materials, those that others lead to first, by several threads.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::material::Material;
use super::{Endgames, Table, solve};

/// How far building, or checking, has come.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// Materials done, the last one among them.
    pub done: usize,
    /// Materials in all.
    pub total: usize,
    /// The material just done.
    pub material: Material,
}

/// Solves every material of up to so many men.
pub fn build(men: usize, threads: usize, tell: &(dyn Fn(&BuildProgress) + Sync)) -> Endgames {
    // One of each pair that differ in who is to move; the others are solved along with them.
    let is_first = |material: &Material| material.number() <= material.turned().number();
    let mut stages: BTreeMap<(usize, usize), Vec<Material>> = BTreeMap::new();
    for material in (3..=men).flat_map(Material::all).filter(is_first) {
        stages.entry((material.men(), material.pawns())).or_default().push(material);
    }
    let total = stages.values().map(Vec::len).sum();
    let done = AtomicUsize::new(0);
    let mut endgames = Endgames::none();
    endgames.men = men;
    for stage in stages.into_values() {
        let next = AtomicUsize::new(0);
        let solved: Mutex<Vec<Table>> = Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for _ in 0..threads.clamp(1, stage.len()) {
                scope.spawn(|| {
                    while let Some(material) = stage.get(next.fetch_add(1, Relaxed)) {
                        let tables = solve::solve(material, &endgames);
                        solved.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).extend(tables);
                        let done = done.fetch_add(1, Relaxed) + 1;
                        tell(&BuildProgress { done, total, material: material.clone() });
                    }
                });
            }
        });
        for table in solved.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            let number = table.material.number();
            endgames.tables[number] = Some(table);
        }
    }
    endgames
}
