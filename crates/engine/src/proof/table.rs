//! What the search for a proof remembers: how hard positions look, and which are proven.

use rules::Key;

/// Beyond reach: a proof number of a position that cannot be proven, a disproof number of one that is.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// How hard it looks to prove that the winner wins; zero if that is done.
    pub(super) proof: u32,
    /// How hard it looks to show that this search will not prove it.
    pub(super) disproof: u32,
    /// How many positions were looked at for it.
    work: u32,
    /// Of a proven position: the plies of its proof.
    pub(super) plies: u16,
}

const NOTHING: Entry = Entry { key: 0, proof: 1, disproof: 1, work: 0, plies: 0 };
const WAYS: usize = 4;

/// A table of fixed size. What took more work stays.
pub(super) struct ProofTable {
    entries: Vec<Entry>,
}

impl ProofTable {
    pub(super) fn new(mib: usize) -> Self {
        let clusters = ((mib << 20) / (WAYS * size_of::<Entry>())).max(1);
        Self { entries: vec![NOTHING; clusters * WAYS] }
    }

    fn cluster(&self, key: Key) -> usize {
        let clusters = self.entries.len() / WAYS;
        ((u128::from(key.0) * clusters as u128) >> 64) as usize * WAYS
    }

    pub(super) fn find(&self, key: Key) -> Option<&Entry> {
        let start = self.cluster(key);
        self.entries[start..start + WAYS].iter().find(|entry| entry.key == key.0 && entry.work > 0)
    }

    pub(super) fn store(&mut self, key: Key, proof: u32, disproof: u32, work: u64, plies: u16) {
        let start = self.cluster(key);
        let cluster = &mut self.entries[start..start + WAYS];
        // A proof is worth more than the work in it.
        let worth = |entry: &Entry| (entry.key == key.0, entry.work == 0, entry.proof != 0, u32::MAX - entry.work);
        let Some(slot) = cluster.iter_mut().max_by_key(|entry| worth(entry)) else { return };
        let before = if slot.key == key.0 { u64::from(slot.work) } else { 0 };
        let work = (before + work).clamp(1, u64::from(u32::MAX)) as u32;
        *slot = Entry { key: key.0, proof, disproof, work, plies };
    }

    /// How full it is, in thousandths, by a sample.
    pub(super) fn permille_full(&self) -> usize {
        let sample = &self.entries[..self.entries.len().min(4000)];
        1000 * sample.iter().filter(|entry| entry.work > 0).count() / sample.len().max(1)
    }
}
