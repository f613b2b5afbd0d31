//! The order of a unit, and the orders of a whole team. Knows neither board nor rules.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The order of one unit. The numbers are those of the protocol: what a bot prints, or exits
/// with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Order {
    /// Stay where it is.
    Stay = 0,
    /// Go one cell up.
    Up = 1,
    /// Go one cell to the right.
    Right = 2,
    /// Go one cell down.
    Down = 3,
    /// Go one cell to the left.
    Left = 4,
    /// Die.
    Die = 5,
    /// The bot printed no order; a setting sets the price.
    Missing = 6,
}

impl Order {
    /// All, by number.
    pub const ALL: [Self; 7] = [Self::Stay, Self::Up, Self::Right, Self::Down, Self::Left, Self::Die, Self::Missing];

    /// The order of this byte of a bot's output; most bytes have none.
    pub const fn of_byte(byte: u8) -> Option<Self> {
        // Orders follow one another at random: a processor would often mispredict which it is.
        const ORDERS: [Option<Order>; 256] = {
            let mut orders = [None; 256];
            let mut byte = 0;
            while byte < orders.len() {
                orders[byte] = Order::read_byte(byte as u8);
                byte += 1;
            }
            orders
        };
        ORDERS[byte as usize]
    }

    const fn read_byte(byte: u8) -> Option<Self> {
        Some(match byte {
            b'.' | b's' | b'S' | b'0' => Self::Stay,
            b'^' | b'u' | b'U' | b'1' => Self::Up,
            b'>' | b'r' | b'R' | b'2' => Self::Right,
            // A capital V is not an order.
            b'v' | b'd' | b'D' | b'3' => Self::Down,
            b'<' | b'l' | b'L' | b'4' => Self::Left,
            b'*' | b'x' | b'X' | b'5' => Self::Die,
            _ => return None,
        })
    }

    /// The order of this exit status, in the format that uses it: other statuses mean stay.
    pub const fn of_status(status: i32) -> Self {
        match status {
            0..=5 => Self::ALL[status as usize],
            _ => Self::Stay,
        }
    }

    /// Its letter in files: the digit of the protocol, `-` for a missing order.
    const fn letter(self) -> u8 {
        b"012345-"[self as usize]
    }

    fn of_letter(letter: u8) -> Option<Self> {
        match letter {
            b'-' => Some(Self::Missing),
            b'0'..=b'5' => Some(Self::ALL[usize::from(letter - b'0')]),
            _ => None,
        }
    }
}

/// How many orders a word holds: 3 bits each.
const PER_WORD: usize = 21;

/// A word of missing orders.
const ALL_MISSING: u64 = 0o666_666_666_666_666_666_666;

/// The orders of a team's units, row by row. Twenty-one take eight bytes, since a long match of
/// thousands of units has millions of them; copies share these bytes, because a match's turns are
/// kept by its referee, by its record and by each position in which they are due. In files they are
/// a digit each, `-` for a missing one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Orders {
    /// The bits past the last order are zero.
    words: Arc<[u64]>,
    length: usize,
}

impl Orders {
    /// This order for each of so many units.
    pub fn same(order: Order, units: usize) -> Self {
        std::iter::repeat_n(order, units).collect()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are no orders.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The order of the unit `at`, if there are this many.
    pub fn order(&self, at: usize) -> Option<Order> {
        let word = self.words.get(at / PER_WORD).filter(|_| at < self.length)?;
        Order::ALL.get((word >> (3 * (at % PER_WORD)) & 7) as usize).copied()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        (0..self.length).filter_map(|at| self.order(at))
    }

    /// How many bytes they take besides the value itself, together with all copies.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Reads them one after another, without a look at their number.
    pub(super) fn reader(&self) -> OrderReader<'_> {
        OrderReader { words: self.words.iter(), word: 0, left: 0 }
    }
}

impl FromIterator<Order> for Orders {
    fn from_iter<I: IntoIterator<Item = Order>>(orders: I) -> Self {
        let orders = orders.into_iter();
        let mut words: Vec<u64> = Vec::with_capacity(orders.size_hint().0.div_ceil(PER_WORD));
        let (mut word, mut at) = (0, 0);
        for order in orders {
            word |= (order as u64) << (3 * at);
            at += 1;
            if at == PER_WORD {
                words.push(word);
                (word, at) = (0, 0);
            }
        }
        let length = words.len() * PER_WORD + at;
        if at > 0 {
            words.push(word);
        }
        Self { words: words.into(), length }
    }
}

/// The numbers of a team's orders in a row; after the last, that of a missing one.
#[derive(Debug, Clone, Default)]
pub(super) struct OrderReader<'a> {
    words: std::slice::Iter<'a, u64>,
    word: u64,
    left: u32,
}

impl OrderReader<'_> {
    #[inline]
    pub(super) fn next(&mut self) -> usize {
        if self.left == 0 {
            self.word = self.words.next().copied().unwrap_or(ALL_MISSING);
            self.left = PER_WORD as u32;
        }
        let number = (self.word & 7) as usize;
        self.word >>= 3;
        self.left -= 1;
        number
    }
}

/// Text that is not orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid order {0:?}: expected a digit from 0 to 5, or `-` for no answer")]
pub struct ParseOrderError(char);

impl FromStr for Orders {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Self, ParseOrderError> {
        let order = |letter| u8::try_from(letter).ok().and_then(Order::of_letter).ok_or(ParseOrderError(letter));
        text.chars().map(order).collect()
    }
}

impl fmt::Display for Orders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from(self.clone()))
    }
}

impl TryFrom<String> for Orders {
    type Error = ParseOrderError;

    fn try_from(text: String) -> Result<Self, ParseOrderError> {
        text.parse()
    }
}

impl From<Orders> for String {
    fn from(orders: Orders) -> Self {
        let mut text = Self::with_capacity(orders.length);
        text.extend(orders.iter().map(|order| char::from(order.letter())));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_read_and_written() {
        for length in [0, 1, 20, 21, 22, 63, 100] {
            let text: String = "0123-45".chars().cycle().take(length).collect();
            let orders: Orders = text.parse().expect("these are orders");
            assert_eq!(orders.to_string(), text);
            assert_eq!(orders.iter().collect::<Orders>(), orders);
            assert_eq!(orders.len(), length);
            assert_eq!(orders.order(length), None);
            let mut reader = orders.reader();
            assert!(orders.iter().all(|order| order as usize == reader.next()));
        }
        assert_eq!("0126".parse::<Orders>(), Err(ParseOrderError('6')));
        assert_eq!("0é".parse::<Orders>(), Err(ParseOrderError('é')));
    }

    #[test]
    fn copies_share_their_bytes() {
        let orders = Orders::same(Order::Missing, 30);
        assert_eq!(orders.to_string(), "------------------------------");
        assert!(Arc::ptr_eq(&orders.clone().words, &orders.words));
        assert_eq!(Orders::same(Order::Missing, 0), Orders::default());
    }

    #[test]
    fn the_characters_of_the_protocol() {
        for (characters, order) in [(".sS0", 0), ("^uU1", 1), (">rR2", 2), ("vdD3", 3), ("<lL4", 4), ("*xX5", 5)] {
            for byte in characters.bytes() {
                assert_eq!(Order::of_byte(byte), Some(Order::ALL[order]));
            }
        }
        assert_eq!((0..=255).filter(|&byte| Order::of_byte(byte).is_some()).count(), 24);
        assert_eq!([-1, 0, 3, 5, 6, 255].map(Order::of_status).map(|order| order as u8), [0, 0, 3, 5, 0, 0]);
    }
}
