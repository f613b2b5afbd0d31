//! How likely each order is for what a unit sees, by the earlier orders of the same team.
//!
//! A bot that is started afresh for each turn decides mostly by what a unit sees, and looks at only
//! a few parts of it, which are unknown. So orders are counted in several contexts at once
//! (`sight_contexts.rs`), each context votes by how often the order has followed there, and the
//! model learns the weights of the contexts by logistic regression, trained with each order (as in
//! PAQ: Mahoney, 2005). Beside the counts, each cell with its value votes for or against each order
//! on its own, which fits bots that add up what they see.
//!
//! All numbers are integers, so that all computers agree. A team's model takes 5 MB, and the time
//! for an order is bounded: eight counts, 25 cells and no loop that depends on what is coded.

use super::super::board::{HEALTH_MAX, SIGHT};
use super::super::order::Order;
use super::sight_contexts::{SightContexts, VALUES, WAYS, mixed};

/// The orders that are coded: a missing one is not.
const ORDERS: usize = Order::Missing as usize;

/// The sum of the frequencies, as a power of two: the most that the coder takes.
const TOTAL_LOG: u32 = 16;
const TOTAL: u32 = 1 << TOTAL_LOG;

/// In how many contexts orders are counted.
const CONTEXTS: usize = 8;

/// How many of each context are kept, as a power of two.
const COUNTS_LOG: u32 = 16;

/// How many situations of each way are kept, as a power of two.
const STEPS_LOG: u32 = 15;

/// The weight of an order that was seen once: `log2(1 + SURENESS * count)`.
const SURENESS: u32 = 10;

/// Weights of contexts are in parts of this.
const WEIGHT_ONE: i32 = 1 << 16;
const WEIGHT_START: i32 = WEIGHT_ONE * 3 / 10;
const WEIGHT_LEAST: i32 = -4 * WEIGHT_ONE;
const WEIGHT_MOST: i32 = 16 * WEIGHT_ONE;
/// How fast weights are learnt.
const WEIGHT_RATE: i64 = 20;
/// How fast cells are.
const CELL_RATE: i32 = 20;
/// The largest contribution of a cell: 25 of them fit into 32 bits.
const CELL_MOST: i32 = 1 << 26;

/// The model does not learn from a prediction as sure as this.
const SURE: u32 = TOTAL - 64;

/// `log2` in 256ths, rounded down.
const fn log2(number: u32) -> i32 {
    let whole = number.ilog2();
    let mut mantissa = (number as u64) << (31 - whole);
    let mut log = whole;
    let mut bit = 0;
    while bit < 8 {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >> 32 != 0 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    log as i32
}

/// How much a count speaks for its order, in 256ths of a bit.
const SUPPORT: [i32; 256] = {
    let mut support = [0; 256];
    let mut count = 0;
    while count < 256 {
        support[count] = log2(SURENESS * count as u32 + 1);
        count += 1;
    }
    support
};

/// 2^16 over two to the power of this many 256ths.
const INVERSE_POWER: [u32; 256] = {
    let mut powers = [0; 256];
    let mut at = 0;
    while at < 256 {
        // The first terms of the power's series, the last one chosen so that it ends at one half.
        let x = at as i64;
        let third = 15_743 - ((x * 3_087) >> 8);
        let second = 45_426 - ((x * third) >> 8);
        powers[at] = (65_536 - ((x * second) >> 8)) as u32;
        at += 1;
    }
    powers
};

/// 2^16 over two to the power of `distance` 256ths.
fn inverse_power(distance: i32) -> u32 {
    INVERSE_POWER[distance as usize & 255].checked_shr(distance as u32 >> 8).unwrap_or(0)
}

/// How often each order was given in one context; the last two bytes tell contexts apart that share
/// a place. Arrays of numbers are zero at no cost, and most matches use few of them.
type OrderCounts = [u8; ORDERS + 2];

/// The index of a count's weight: by how many orders were given, and how many different ones.
/// `None` if there are no orders.
fn sureness(counts: &OrderCounts) -> Option<usize> {
    let sum: u32 = counts[..ORDERS].iter().map(|&count| u32::from(count)).sum();
    let kinds = counts[..ORDERS].iter().filter(|&&count| count > 0).count().min(KINDS_MOST);
    let amount = match sum {
        0 => return None,
        1 => 0,
        2 => 1,
        3..5 => 2,
        5..10 => 3,
        10..30 => 4,
        _ => 5,
    };
    Some(amount * KINDS_MOST + kinds - 1)
}

fn count(counts: &mut OrderCounts, order: usize) {
    if counts[order] >= COUNT_MOST {
        counts[..ORDERS].iter_mut().for_each(|count| *count -= *count / 2);
    }
    counts[order] += 1;
}

const COUNT_MOST: u8 = 250;
const KINDS_MOST: usize = 3;
const SURENESSES: usize = 6 * KINDS_MOST;

/// How often a step was made where its way looked alike, and how often it was not.
type StepCounts = [u8; 2];

/// Whether a step is made: 0 not known, 1 never, 2 seldom, 3 sometimes, 4 mostly, 5 always.
fn habit(&[made, not_made]: &StepCounts) -> u64 {
    match (made, not_made) {
        (0, 0) => 0,
        (0, _) => 1,
        (_, 0) => 5,
        (made, not_made) if made * 4 < not_made => 2,
        (made, not_made) if made > not_made * 4 => 4,
        _ => 3,
    }
}

fn count_step([made, not_made]: &mut StepCounts, is_made: bool) {
    let (more, less) = if is_made { (made, not_made) } else { (not_made, made) };
    *more = (*more + 1).min(STEPS_MOST);
    // Older counts weigh less.
    *less -= u8::from(*less > 3);
}

/// Four times as many fit into a byte.
const STEPS_MOST: u8 = 60;

/// The model of one team's bot.
#[derive(Debug)]
pub(super) struct OrderModel {
    counts: Vec<OrderCounts>,
    weights: [[i32; SURENESSES]; CONTEXTS],
    /// The votes of each cell for each order, by the unit's health, the cell and its value, in
    /// 65,536ths of a bit. The last two are padding to a power of two, which is faster.
    cells: Vec<[i32; ORDERS + 2]>,
    steps: Vec<StepCounts>,
    /// The order of the unit before.
    before: usize,
    /// The last order that was a step.
    step_before: usize,
}

impl Default for OrderModel {
    fn default() -> Self {
        Self {
            counts: vec![[0; ORDERS + 2]; CONTEXTS << COUNTS_LOG],
            weights: [[WEIGHT_START; SURENESSES]; CONTEXTS],
            cells: vec![[0; ORDERS + 2]; (HEALTH_MAX as usize + 1) * SIGHT * VALUES],
            steps: vec![[0; 2]; WAYS << STEPS_LOG],
            before: Order::Stay as usize,
            step_before: Order::Stay as usize,
        }
    }
}

impl OrderModel {
    /// Codes the order for what a unit sees, and learns it. `symbol` is given the frequency of each
    /// order, writes one by it or reads one, and returns its number.
    pub(super) fn code(&mut self, sight: &[i8; SIGHT], symbol: impl FnOnce(&[u32]) -> usize) -> Order {
        let contexts = SightContexts::read_sight(sight);
        let steps: [usize; WAYS] = std::array::from_fn(|way| {
            let bits = contexts.step(way) << 8 | (contexts.health as u64) << 4 | way as u64;
            way << STEPS_LOG | (mixed(bits) >> (u64::BITS - STEPS_LOG)) as usize
        });
        let places = self.places(&contexts, steps);
        let surenesses = places.map(|place| sureness(&self.counts[place]));
        let frequencies = self.frequencies(&contexts, &places, &surenesses);
        let order = symbol(&frequencies);
        if frequencies[order] < SURE {
            self.learn(&contexts, &places, &surenesses, &frequencies, order);
        }
        places.iter().for_each(|&place| count(&mut self.counts[place], order));
        // The orders of the ways are 1 to 4.
        steps.iter().enumerate().for_each(|(way, &at)| count_step(&mut self.steps[at], order == way + 1));
        self.before = order;
        if (1..=WAYS).contains(&order) {
            self.step_before = order;
        }
        Order::ALL[order]
    }

    /// The places of each context's counts. Counts of another context in the same place are reset.
    fn places(&mut self, contexts: &SightContexts, steps: [usize; WAYS]) -> [usize; CONTEXTS] {
        let habits = steps.iter().fold(0, |habits, &at| habits << 3 | habit(&self.steps[at]));
        let bits = [
            contexts.next_cells(),
            contexts.next_relations() << 3 | self.step_before as u64,
            contexts.hunting_ways(),
            contexts.quiet_ways(),
            habits,
            self.before as u64,
            contexts.diamond(),
            contexts.whole(),
        ];
        std::array::from_fn(|nth| {
            let hash = mixed(bits[nth] ^ ((contexts.health << 4 | nth) as u64) << 56);
            let place = nth << COUNTS_LOG | (hash >> (u64::BITS - COUNTS_LOG)) as usize;
            let [.., low, high] = &mut self.counts[place];
            let mark = [(hash >> 8) as u8, (hash >> 16) as u8];
            if [*low, *high] != mark {
                self.counts[place] = [0, 0, 0, 0, 0, 0, mark[0], mark[1]];
            }
            place
        })
    }

    fn frequencies(
        &self,
        contexts: &SightContexts,
        places: &[usize; CONTEXTS],
        surenesses: &[Option<usize>; CONTEXTS],
    ) -> [u32; ORDERS] {
        let mut said = [0_i32; ORDERS + 2];
        for cell in self.cells_of(contexts) {
            said.iter_mut().zip(&self.cells[cell]).for_each(|(sum, part)| *sum += part);
        }
        let mut scores: [i32; ORDERS] = std::array::from_fn(|order| said[order] >> 8);
        for nth in 0..CONTEXTS {
            let Some(sureness) = surenesses[nth] else { continue };
            let weight = i64::from(self.weights[nth][sureness]);
            for (score, &count) in scores.iter_mut().zip(&self.counts[places[nth]]) {
                *score += ((weight * i64::from(SUPPORT[usize::from(count)])) >> 16) as i32;
            }
        }
        let highest = scores.into_iter().max().unwrap_or_default();
        let powers = scores.map(|score| inverse_power(highest - score));
        let sum: u32 = powers.iter().sum();
        let share = |power: u32| 1 + (u64::from(power) * u64::from(TOTAL - ORDERS as u32) / u64::from(sum)) as u32;
        let mut frequencies = powers.map(share);
        // The remainder of the divisions goes to the likeliest order.
        let likeliest = (0..ORDERS).fold(0, |best, order| if powers[order] > powers[best] { order } else { best });
        frequencies[likeliest] += TOTAL - frequencies.iter().sum::<u32>();
        frequencies
    }

    /// Moves all weights towards those under which the order would have been likelier.
    fn learn(
        &mut self,
        contexts: &SightContexts,
        places: &[usize; CONTEXTS],
        surenesses: &[Option<usize>; CONTEXTS],
        frequencies: &[u32; ORDERS],
        order: usize,
    ) {
        let mut errors = [0; ORDERS + 2];
        for (at, &frequency) in frequencies.iter().enumerate() {
            errors[at] = if at == order { TOTAL as i32 } else { 0 } - frequency as i32;
        }
        for nth in 0..CONTEXTS {
            let Some(sureness) = surenesses[nth] else { continue };
            let counts = self.counts[places[nth]][..ORDERS].iter();
            let parts = counts.zip(errors).map(|(&count, error)| (error >> 2) * SUPPORT[usize::from(count)]);
            let gradient = i64::from(parts.sum::<i32>());
            let weight = &mut self.weights[nth][sureness];
            let moved = i64::from(*weight) + ((gradient * WEIGHT_RATE) >> 18);
            *weight = moved.clamp(WEIGHT_LEAST.into(), WEIGHT_MOST.into()) as i32;
        }
        let parts = errors.map(|error| (error * CELL_RATE) >> 8);
        for cell in self.cells_of(contexts) {
            let said = self.cells[cell].iter_mut().zip(parts);
            said.for_each(|(said, part)| *said = (*said + part).clamp(-CELL_MOST, CELL_MOST));
        }
    }

    /// The indices of the values of a sight's cells.
    fn cells_of(&self, contexts: &SightContexts) -> impl Iterator<Item = usize> + use<> {
        let first = contexts.health * SIGHT * VALUES;
        let values = contexts.values.into_iter().enumerate();
        values.map(move |(cell, value)| first + cell * VALUES + usize::from(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_are_near_the_real_ones() {
        for number in [1, 2, 3, 11, 1000, 2501, u32::MAX] {
            assert!((f64::from(log2(number)) - f64::from(number).log2() * 256.0).abs() < 1.0, "{number}");
        }
        for distance in 0..6000 {
            let real = 65_536.0 * (-f64::from(distance) / 256.0).exp2();
            assert!((f64::from(inverse_power(distance)) - real).abs() <= 0.002 * real + 1.0, "{distance}");
        }
        assert!((0..6000).all(|distance| inverse_power(distance) >= inverse_power(distance + 1)));
    }

    /// A model's expectations of a unit, in frequencies.
    fn expected(model: &mut OrderModel, sight: &[i8; SIGHT], order: usize) -> Vec<u32> {
        let mut expected = Vec::new();
        model.code(sight, |frequencies| {
            expected = frequencies.to_vec();
            order
        });
        expected
    }

    #[test]
    fn frequencies_are_those_of_a_coder_whatever_comes() {
        let (mut model, mut random) = (OrderModel::default(), fastrand::Rng::with_seed(1));
        for _ in 0..20_000 {
            let mut sight: [i8; SIGHT] = std::array::from_fn(|_| random.i8(-5..=5));
            sight[SIGHT / 2] = random.i8(1..=5);
            // Alike in most turns, and the least expected in some.
            let least = random.u8(..4) == 0;
            let said = model.code(&sight, |frequencies| {
                assert_eq!(frequencies.iter().sum::<u32>(), TOTAL);
                assert!(frequencies.iter().all(|&frequency| frequency > 0));
                let orders = 0..frequencies.len();
                if least { orders.min_by_key(|&at| frequencies[at]).expect("six") } else { 2 }
            });
            assert_ne!(said, Order::Missing);
        }
    }

    #[test]
    fn what_a_bot_looks_at_is_learnt() {
        let (mut model, mut random) = (OrderModel::default(), fastrand::Rng::with_seed(2));
        let mut surprises = 0;
        for turn in 0..4_000 {
            let mut sight: [i8; SIGHT] = std::array::from_fn(|_| random.i8(-5..=5));
            sight[SIGHT / 2] = 4;
            // It looks at one cell, which is not next to it.
            let order = if sight[0] < 0 { Order::Up } else { Order::Left };
            let expected = expected(&mut model, &sight, order as usize);
            surprises += usize::from(turn >= 2_000 && expected[order as usize] < TOTAL / 2);
        }
        // A guess would be wrong a thousand times.
        assert!(surprises < 500, "{surprises}");
    }

    /// A model whose weights and cells all start like this.
    fn model_from((weight, cell): (i32, i32)) -> OrderModel {
        let mut model = OrderModel { weights: [[weight; SURENESSES]; CONTEXTS], ..OrderModel::default() };
        model.cells.iter_mut().for_each(|said| said.fill(cell));
        model
    }

    /// A hash (FNV-1a) of all that a model expects of many units. Some sights come again hundreds
    /// of times, so that counts are halved; others are so many that they displace each other.
    fn digest_of_expectations(model: &mut OrderModel) -> u64 {
        // Marsaglia's xorshift: these numbers never change, whichever version a crate has.
        let mut state = 88_172_645_463_325_252_u64;
        let mut draw = |count: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ((state >> 32) * count) >> 32
        };
        let mut digest = 0xcbf2_9ce4_8422_2325_u64;
        for _ in 0..30_000 {
            let seed = if draw(2) == 0 { draw(30) } else { 1_000 + draw(1 << 30) };
            let mut sight: [i8; SIGHT] =
                std::array::from_fn(|cell| ((mixed(seed << 8 | cell as u64) >> 40) % 11) as i8 - 5);
            sight[SIGHT / 2] = (1 + seed % 5) as i8;
            // The order mostly follows from the unit's sight.
            let order = if draw(8) == 0 { draw(ORDERS as u64) } else { (seed + u64::from(sight[7] < 0)) % 5 };
            for frequency in expected(model, &sight, order as usize) {
                let bytes = frequency.to_le_bytes();
                digest =
                    bytes.iter().fold(digest, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            }
        }
        digest
    }

    /// Links of version 3 depend on the model's expectations: a change of any number here would
    /// turn existing links into other matches. Matches seldom bring weights and cells to their
    /// bounds, so that two models start beyond them.
    #[test]
    fn expectations_never_change() {
        let (less, more) = ((WEIGHT_LEAST - 1_000, -CELL_MOST - 1_000), (WEIGHT_MOST + 1_000, CELL_MOST + 1_000));
        let mut models = [OrderModel::default(), model_from(less), model_from(more)];
        let found = models.each_mut().map(|model| format!("{:016x}", digest_of_expectations(model)));
        assert_eq!(found, ["760ff2a6e205f80e", "c74c35f90bf496c9", "10888b1b970feed2"]);
        let highest = models[0].counts.iter().flat_map(|counts| &counts[..ORDERS]).max();
        assert!(highest > Some(&(COUNT_MOST / 2)), "{highest:?}");
        for (model, (weight, cell)) in models.iter().skip(1).zip([less, more]) {
            let mut weights = model.weights.as_flattened().iter().filter(|&&learnt| learnt != weight).peekable();
            assert!(weights.peek().is_some() && weights.all(|learnt| (WEIGHT_LEAST..=WEIGHT_MOST).contains(learnt)));
            let mut cells = model.cells.as_flattened().iter().filter(|&&learnt| learnt != cell).peekable();
            assert!(cells.peek().is_some() && cells.all(|learnt| (-CELL_MOST..=CELL_MOST).contains(learnt)));
        }
    }
}
