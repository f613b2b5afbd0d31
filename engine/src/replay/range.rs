//! A range coder with adaptive models (G. N. N. Martin, 1979, with byte-wise renormalisation and
//! carry propagation). Knows symbols and their frequencies, not what they mean.
//!
//! The flush writes only as many bytes as distinguish the message from every other; the decoder
//! reads zeros past the end. A link is short, so these bytes count.

const TOP: u32 = 1 << 24;

/// The largest total of frequencies that can be coded.
const TOTAL_MAX: u32 = 1 << 16;

/// How many zeros at the end of a message are left out at most.
const ZEROS_LEFT_OUT: usize = 8;

/// Writes symbols.
#[derive(Debug)]
pub struct RangeEncoder {
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Default for RangeEncoder {
    fn default() -> Self {
        Self { low: 0, range: u32::MAX, bytes: Vec::new() }
    }
}

impl RangeEncoder {
    /// Writes one of `count` equally likely symbols, `symbol < count <= 65,536`.
    pub fn uniform(&mut self, symbol: u32, count: u32) {
        self.encode(symbol, 1, count);
    }

    /// Writes a symbol under `model` and lets the model learn it.
    pub fn symbol(&mut self, model: &mut SymbolModel, symbol: usize) {
        let (start, size) = model.slot(symbol);
        self.encode(start, size, model.total);
        model.learn(symbol);
    }

    /// Writes a symbol under these frequencies, one for each symbol. They are above 0 and sum to
    /// 65,536 at most.
    pub fn weighted(&mut self, symbol: usize, frequencies: &[u32]) {
        let start = frequencies[..symbol].iter().sum();
        self.encode(start, frequencies[symbol], frequencies.iter().sum());
    }

    /// Writes a number of any size: its length in bytes, then its bytes.
    pub fn number(&mut self, number: u64) {
        let length = (64 - number.leading_zeros()).div_ceil(8);
        self.uniform(length, 9);
        (0..length).for_each(|at| self.uniform((number >> (8 * at)) as u32 & 0xff, 256));
    }

    fn encode(&mut self, start: u32, size: u32, total: u32) {
        debug_assert!(size > 0 && start + size <= total && total <= TOTAL_MAX, "a slot lies within its total");
        let unit = self.range / total;
        self.add(u64::from(start * unit));
        // The last slot takes the remainder of the division.
        self.range = if start + size == total { self.range - start * unit } else { size * unit };
        while self.range < TOP {
            self.bytes.push((self.low >> 24) as u8);
            self.low = (self.low << 8) & 0xffff_ffff;
            self.range <<= 8;
        }
    }

    fn add(&mut self, amount: u64) {
        self.low += amount;
        if self.low > 0xffff_ffff {
            self.low &= 0xffff_ffff;
            self.carry();
        }
    }

    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            let (sum, overflow) = byte.overflowing_add(1);
            *byte = sum;
            if !overflow {
                return;
            }
        }
    }

    /// How many bytes have been written, but for the last few.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether next to nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The message, in the fewest bytes that identify it.
    pub fn finish(mut self) -> Vec<u8> {
        // Any value in low..low+range will do: take the one with the most trailing zero bits.
        let high = self.low + u64::from(self.range) - 1;
        let value = (0..=32).rev().map(|bits| high >> bits << bits).find(|&value| value >= self.low);
        self.low = 0;
        let value = value.expect("with no bits cleared the value is the upper end itself");
        if value > 0xffff_ffff {
            self.carry();
        }
        self.bytes.extend_from_slice(&(value as u32).to_be_bytes());
        // The decoder reads zeros past the end, and takes a message that needs many of them for a
        // broken one.
        let most = self.bytes.len().saturating_sub(ZEROS_LEFT_OUT);
        while self.bytes.len() > most && self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads symbols. Any bytes decode to some message, so the caller checks the result.
#[derive(Debug)]
pub struct RangeDecoder<'a> {
    bytes: &'a [u8],
    at: usize,
    code: u32,
    range: u32,
}

impl<'a> RangeDecoder<'a> {
    /// Reads the output of an [`RangeEncoder`].
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes, at: 0, code: 0, range: u32::MAX };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    /// Whether more has been read than can have been written: the message is broken.
    pub fn is_overdrawn(&self) -> bool {
        self.at > self.bytes.len() + ZEROS_LEFT_OUT
    }

    /// How much of the message has been read, in percent.
    pub fn percent_read(&self) -> u8 {
        let (at, length) = (self.at.min(self.bytes.len()), self.bytes.len().max(1));
        (at * 100 / length) as u8
    }

    /// Reads one of `count` equally likely symbols, `1 <= count <= 65,536`.
    pub fn uniform(&mut self, count: u32) -> u32 {
        let symbol = self.peek(count);
        self.consume(symbol, 1, count);
        symbol
    }

    /// Reads a symbol under `model` and lets the model learn it.
    pub fn symbol(&mut self, model: &mut SymbolModel) -> usize {
        let symbol = model.at(self.peek(model.total));
        let (start, size) = model.slot(symbol);
        self.consume(start, size, model.total);
        model.learn(symbol);
        symbol
    }

    /// Reads the output of [`RangeEncoder::weighted`].
    pub fn weighted(&mut self, frequencies: &[u32]) -> usize {
        let total = frequencies.iter().sum();
        let (point, mut start) = (self.peek(total), 0);
        for (symbol, &size) in frequencies.iter().enumerate() {
            if point < start + size {
                self.consume(start, size, total);
                return symbol;
            }
            start += size;
        }
        unreachable!("the point lies below the total")
    }

    /// Reads a number of any size.
    pub fn number(&mut self) -> u64 {
        let length = self.uniform(9);
        (0..length).fold(0, |number, at| number | u64::from(self.uniform(256)) << (8 * at))
    }

    fn peek(&self, total: u32) -> u32 {
        (self.code / (self.range / total)).min(total - 1)
    }

    fn consume(&mut self, start: u32, size: u32, total: u32) {
        let unit = self.range / total;
        self.code -= start * unit;
        self.range = if start + size == total { self.range - start * unit } else { size * unit };
        while self.range < TOP {
            self.shift();
            self.range <<= 8;
        }
    }

    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.get(self.at).copied().unwrap_or(0));
        self.at += 1;
    }
}

/// How many frequencies are summed up together.
const BLOCK: usize = 16;

/// The expected frequencies of a few symbols, which adapt to the coded symbols.
#[derive(Debug, Clone)]
pub struct SymbolModel {
    frequencies: Vec<u32>,
    /// The sums of each [`BLOCK`] of frequencies, if there are more than two blocks: adding up all
    /// that come before a byte took a tenth of a series of short games.
    blocks: Vec<u32>,
    total: u32,
    step: u32,
}

impl SymbolModel {
    /// How much a symbol that was seen gains on the others.
    const STEP: u32 = 24;

    /// A model with `count` symbols, all equally likely at first.
    ///
    /// # Panics
    /// If there are no symbols, or more than a quarter of the largest total.
    pub fn even(count: usize) -> Self {
        assert!(count > 0 && count <= TOTAL_MAX as usize / 4, "a model has 1 to 16,384 symbols");
        Self::new(vec![1; count], count as u32, Self::STEP)
    }

    /// Fixed frequencies, which do not adapt.
    ///
    /// # Panics
    /// If a frequency is 0 or their sum is over 65,536.
    pub fn fixed(frequencies: &[u32]) -> Self {
        let total = frequencies.iter().sum();
        assert!(!frequencies.contains(&0) && total <= TOTAL_MAX, "frequencies are positive and sum to 65,536 at most");
        Self::new(frequencies.to_vec(), total, 0)
    }

    fn new(frequencies: Vec<u32>, total: u32, step: u32) -> Self {
        let mut model = Self { frequencies, blocks: Vec::new(), total, step };
        model.sum_up_blocks();
        model
    }

    fn sum_up_blocks(&mut self) {
        self.blocks.clear();
        if self.frequencies.len() > 2 * BLOCK {
            self.blocks.extend(self.frequencies.chunks(BLOCK).map(|block| block.iter().sum::<u32>()));
        }
    }

    fn slot(&self, symbol: usize) -> (u32, u32) {
        let (before, first) = match self.blocks.get(..symbol / BLOCK) {
            Some(blocks) => (blocks.iter().sum(), symbol / BLOCK * BLOCK),
            None => (0, 0),
        };
        (before + self.frequencies[first..symbol].iter().sum::<u32>(), self.frequencies[symbol])
    }

    fn at(&self, mut point: u32) -> usize {
        let mut is_below = |frequency: &u32| {
            let inside = point < *frequency;
            point = if inside { point } else { point - frequency };
            inside
        };
        let first = self.blocks.iter().position(&mut is_below).unwrap_or(0) * BLOCK;
        let below = self.frequencies[first..].iter().position(is_below);
        first + below.expect("the point lies below the total")
    }

    /// Learns that this symbol has occurred, as when it is coded.
    pub(super) fn learn(&mut self, symbol: usize) {
        self.frequencies[symbol] += self.step;
        if let Some(block) = self.blocks.get_mut(symbol / BLOCK) {
            *block += self.step;
        }
        self.total += self.step;
        if self.total > TOTAL_MAX / 2 {
            self.frequencies.iter_mut().for_each(|frequency| *frequency = frequency.div_ceil(2));
            self.total = self.frequencies.iter().sum();
            self.sum_up_blocks();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator for test data (Marsaglia's xorshift64).
    fn draw(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    #[test]
    fn what_is_written_is_read() {
        let mut state = 88_172_645_463_325_252;
        for length in 0..300_u32 {
            let counts: Vec<u32> = (0..length).map(|_| 1 + draw(&mut state) as u32 % 65_536).collect();
            // Runs of the highest symbols provoke carries.
            let symbols: Vec<u32> = counts
                .iter()
                .map(
                    |&count| {
                        if draw(&mut state).is_multiple_of(3) { count - 1 } else { draw(&mut state) as u32 % count }
                    },
                )
                .collect();
            let mut encoder = RangeEncoder::default();
            let mut model = SymbolModel::even(7);
            for (&symbol, &count) in symbols.iter().zip(&counts) {
                encoder.uniform(symbol, count);
                encoder.symbol(&mut model, symbol as usize % 7);
            }
            encoder.number(u64::from(length) << 40);
            let bytes = encoder.finish();

            let mut decoder = RangeDecoder::new(&bytes);
            let mut model = SymbolModel::even(7);
            for (&symbol, &count) in symbols.iter().zip(&counts) {
                assert_eq!(decoder.uniform(count), symbol);
                assert_eq!(decoder.symbol(&mut model), symbol as usize % 7);
            }
            assert_eq!(decoder.number(), u64::from(length) << 40);
            assert!(!decoder.is_overdrawn());
        }
    }

    #[test]
    fn a_message_is_no_longer_than_its_information() {
        let mut encoder = RangeEncoder::default();
        (0..42).for_each(|at| encoder.uniform(at % 7, 7));
        // 42 * log2(7) = 117.9 bits.
        assert!(encoder.finish().len() <= 16);
        assert!(RangeEncoder::default().finish().len() <= 1);
    }

    #[test]
    fn what_is_written_by_frequencies_is_read() {
        let mut state = 3;
        let mut draw_all =
            |count: usize| -> Vec<u32> { (0..count).map(|_| 1 + draw(&mut state) as u32 % 9_000).collect() };
        let all: Vec<(usize, Vec<u32>)> = (0..2_000)
            .map(|at| {
                // Very likely and very unlikely symbols, up to the largest total.
                let mut frequencies = if at % 3 == 0 { vec![1; 7] } else { draw_all(7) };
                frequencies[at % 7] += TOTAL_MAX - frequencies.iter().sum::<u32>();
                (at / 7 % 7, frequencies)
            })
            .collect();
        let mut encoder = RangeEncoder::default();
        all.iter().for_each(|(symbol, frequencies)| encoder.weighted(*symbol, frequencies));
        let bytes = encoder.finish();
        let mut decoder = RangeDecoder::new(&bytes);
        for (symbol, frequencies) in &all {
            assert_eq!(decoder.weighted(frequencies), *symbol);
        }
        assert!(!decoder.is_overdrawn());
    }

    /// A match of 20,000 passes once made a link that was taken for a broken one: its code was all
    /// zeros.
    #[test]
    fn a_message_that_ends_in_zeros_is_read() {
        for count in [100, 10_000, 100_000] {
            let (mut encoder, mut model) = (RangeEncoder::default(), SymbolModel::fixed(&[4090, 6]));
            (0..count).for_each(|_| encoder.symbol(&mut model, 0));
            let bytes = encoder.finish();
            let mut decoder = RangeDecoder::new(&bytes);
            assert!((0..count).all(|_| decoder.symbol(&mut model) == 0));
            assert!(!decoder.is_overdrawn(), "{count}");
        }
    }

    /// Links stay as they are, however the frequencies before a symbol are added up.
    #[test]
    fn sums_of_blocks_are_those_of_their_frequencies() {
        let mut state = 11;
        for count in [1, 31, 32, 33, 48, 256, 257, 1000] {
            let mut model = SymbolModel::even(count);
            // More than once, all frequencies are halved.
            for _ in 0..4_000 {
                let symbol = draw(&mut state) as usize % count;
                let before: u32 = model.frequencies[..symbol].iter().sum();
                assert_eq!(model.slot(symbol), (before, model.frequencies[symbol]));
                for point in [before, before + model.frequencies[symbol] - 1] {
                    assert_eq!(model.at(point), symbol, "{count} symbols");
                }
                model.learn(symbol);
            }
        }
    }

    #[test]
    fn any_bytes_decode_without_a_panic() {
        let mut state = 7;
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..draw(&mut state) % 20).map(|_| draw(&mut state) as u8).collect();
            let mut decoder = RangeDecoder::new(&bytes);
            let mut model = SymbolModel::even(256);
            while !decoder.is_overdrawn() {
                decoder.symbol(&mut model);
                decoder.uniform(7);
            }
        }
    }
}
