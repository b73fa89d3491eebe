//! Writing a table's values small: a binary arithmetic coder whose probabilities are learned as it goes.
//!
//! Each value is a few yes-or-no decisions: drawn or not, won or lost, then half the plies from the highest bit down. How
//! likely each is depends on values written before it: of the position with the last man a square, or a rank, before;
//! with the man before him a square or a rank before; and with the kings before. All of it is whole numbers, so that every
//! machine reads what any other wrote.

use super::Value;
use super::index::Layout;

/// How many contexts are asked for each decision.
const CONTEXTS: usize = 3;
const SLOT_BITS: u32 = 17;

/// What has been seen in one context: the chance of a one, in 65536ths, and how much is behind it.
#[derive(Clone, Copy)]
struct Slot {
    chance: u16,
    seen: u16,
}

/// After so many decisions new ones count no less than the old.
const FULL: usize = 30;

/// How sure a context is by its chance of a one, in 256ths: the nearer to yes or no, the surer. No division is made while
/// tables are read: searches wait for it.
static SURENESS: [u32; 256] = {
    let mut sureness = [0; 256];
    let mut part = 0;
    while part < sureness.len() {
        let chance = part as u32 * 256 + 128;
        let doubt = ((chance as u64 * (65_536 - chance) as u64) >> 16) as u32 + 600;
        sureness[part] = (1 << 17) / doubt;
        part += 1;
    }
    sureness
};

/// How far a chance moves towards what was decided, in 65536ths, by how much was seen before.
static PACE: [i32; FULL + 1] = {
    let mut pace = [0; FULL + 1];
    let mut seen = 0;
    while seen < pace.len() {
        pace[seen] = (2 << 15) / (2 * seen as i32 + 3);
        seen += 1;
    }
    pace
};

/// The chances of all decisions, learned from those before.
struct Model {
    slots: Vec<Slot>,
    /// How many bits half the plies have.
    bits: u32,
}

impl Model {
    fn new(bits: u32) -> Self {
        Self { slots: vec![Slot { chance: 1 << 15, seen: 0 }; CONTEXTS << SLOT_BITS], bits }
    }

    /// Where a decision's slots are, given the value's contexts and the decisions made so far.
    #[inline]
    fn places(contexts: &[u32; CONTEXTS], node: u32) -> [usize; CONTEXTS] {
        let mut places = [0; CONTEXTS];
        for (number, context) in contexts.iter().enumerate() {
            let mixed = (context.wrapping_mul(0x9e37_79b1) ^ node.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35);
            places[number] = (number << SLOT_BITS) | (mixed >> (32 - SLOT_BITS)) as usize;
        }
        places
    }

    /// The chance of a one, in 65536ths: contexts that have seen more, or are surer, weigh more.
    #[inline]
    fn chance(&self, places: &[usize; CONTEXTS]) -> u32 {
        let (mut sum, mut weights) = (0, 0);
        for place in places {
            let Slot { chance, seen } = self.slots[*place];
            let weight = (5 * u32::from(seen) + 1) * SURENESS[usize::from(chance >> 8)];
            // Half the chance, so that the sum fits.
            sum += weight * u32::from(chance >> 1);
            weights += weight;
        }
        (sum / weights * 2).clamp(48, 65_536 - 48)
    }

    #[inline]
    fn learn(&mut self, places: &[usize; CONTEXTS], one: bool) {
        let target = if one { 65_535 } else { 0 };
        for place in places {
            let slot = &mut self.slots[*place];
            let step = ((target - i32::from(slot.chance)) * (PACE[usize::from(slot.seen)] >> 2)) >> 14;
            slot.chance = (i32::from(slot.chance) + step) as u16;
            slot.seen = (slot.seen + 1).min(FULL as u16);
        }
    }

    /// Passes one value through a coder, which makes each decision or writes it down.
    fn pass(&mut self, contexts: &[u32; CONTEXTS], coder: &mut impl Coder, value: Value) -> Value {
        let mut node = 1;
        let mut decide = |model: &mut Self, wish: bool| {
            let places = Self::places(contexts, node);
            let one = coder.code(model.chance(&places), wish);
            model.learn(&places, one);
            node = node << 1 | u32::from(one);
            one
        };
        if decide(self, value == Value::DRAW) {
            return Value::DRAW;
        }
        let wins = decide(self, value.0 & 1 == 1);
        let mut half = 0;
        for bit in (0..self.bits).rev() {
            half = half << 1 | u8::from(decide(self, value.0 >> (bit + 1) & 1 == 1));
        }
        Value(half << 1 | u8::from(wins))
    }
}

/// Writes decisions, or reads them.
trait Coder {
    /// A decision that is a one with this chance: what was wished when writing, what was written when reading.
    fn code(&mut self, chance: u32, wish: bool) -> bool;
}

/// The interval that stands for all decisions so far.
#[derive(Clone, Copy)]
struct Interval {
    low: u32,
    high: u32,
}

impl Interval {
    const WHOLE: Self = Self { low: 0, high: u32::MAX };

    /// The last number of a one's part.
    fn split(self, chance: u32) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(chance)) >> 16) as u32
    }

    fn narrow(&mut self, split: u32, one: bool) {
        if one {
            self.high = split;
        } else {
            self.low = split + 1;
        }
    }

    /// Whether the first byte is settled; if so, it is dropped.
    fn shift(&mut self) -> Option<u8> {
        let settled = (self.low ^ self.high) >> 24 == 0;
        let byte = (self.high >> 24) as u8;
        if settled {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
        }
        settled.then_some(byte)
    }
}

struct Writer {
    interval: Interval,
    bytes: Vec<u8>,
}

impl Coder for Writer {
    fn code(&mut self, chance: u32, wish: bool) -> bool {
        self.interval.narrow(self.interval.split(chance), wish);
        while let Some(byte) = self.interval.shift() {
            self.bytes.push(byte);
        }
        wish
    }
}

struct Reader<'a> {
    interval: Interval,
    at: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self { interval: Interval::WHOLE, at: 0, bytes: bytes.iter() };
        (0..4).for_each(|_| reader.take());
        reader
    }

    fn take(&mut self) {
        self.at = self.at << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Coder for Reader<'_> {
    fn code(&mut self, chance: u32, _: bool) -> bool {
        let split = self.interval.split(chance);
        let one = self.at <= split;
        self.interval.narrow(split, one);
        while self.interval.shift().is_some() {
            self.take();
        }
        one
    }
}

/// The values around an index that are known before it.
fn contexts(values: &[Value], index: usize, steps: &[usize; 5]) -> [u32; CONTEXTS] {
    let before = |step: usize| match index.checked_sub(step) {
        Some(earlier) if step > 0 => u32::from(values[earlier].0),
        _ => 255,
    };
    let [file, rank, other_file, other_rank, kings] = steps.map(before);
    [file << 16 | rank << 8 | other_file, other_file << 8 | other_rank, kings]
}

/// How far back the values of [`contexts`] lie.
fn steps(layout: &Layout) -> [usize; 5] {
    let strides = layout.strides();
    let stride = |man: usize| strides.get(man).copied().unwrap_or(0);
    [stride(0), 5 * stride(0), stride(1), 5 * stride(1), layout.len_per_kings()]
}

/// A table's values as bytes. The first byte says how many bits half the plies have.
pub(super) fn write(layout: &Layout, values: &[Value]) -> Vec<u8> {
    let longest = values.iter().filter(|value| value.0 <= Value::LONGEST).map(|value| value.0).max().unwrap_or(0);
    let bits = 8 - (longest >> 1).leading_zeros();
    let steps = steps(layout);
    let mut model = Model::new(bits);
    let mut writer = Writer { interval: Interval::WHOLE, bytes: vec![bits as u8] };
    for (index, value) in values.iter().enumerate().filter(|(_, value)| **value != Value::NONE) {
        model.pass(&contexts(values, index, &steps), &mut writer, *value);
    }
    writer.bytes.extend(writer.interval.high.to_be_bytes());
    writer.bytes
}

/// The values that [`write`] has written. Bytes that it has not written give values without meaning, nothing worse.
pub(super) fn read(layout: &Layout, bytes: &[u8]) -> Vec<Value> {
    let (bits, bytes) = bytes.split_first().map_or((0, bytes), |(bits, rest)| (u32::from(*bits).min(7), rest));
    let steps = steps(layout);
    let mut model = Model::new(bits);
    let mut reader = Reader::new(bytes);
    let mut values = vec![Value::NONE; layout.len()];
    layout.visit_positions(|index| {
        let value = model.pass(&contexts(&values, index, &steps), &mut reader, Value::NONE);
        values[index] = if value.0 <= Value::LONGEST { value } else { Value::DRAW };
    });
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_rubbish_is_survived() {
        let layout = Layout::new(&"KNvK".parse().unwrap());
        let value = |index: usize| match index * 7 % 31 {
            0 => Value::DRAW,
            plies => Value((plies * plies / 4) as u8),
        };
        let number = |index| if layout.is_position(index) { value(index) } else { Value::NONE };
        let values: Vec<Value> = (0..layout.len()).map(number).collect();
        let mut bytes = write(&layout, &values);
        assert!(bytes.len() < layout.len());
        assert_eq!(read(&layout, &bytes), values);
        bytes.truncate(bytes.len() / 2);
        bytes[0] = 255;
        assert_eq!(read(&layout, &bytes).len(), values.len());
        assert_eq!(read(&layout, &[]).len(), values.len());
    }
}
