//! BitMartyr's numbers on stdin and actions on stdout, from the bot's side, in its three formats. Knows no strategy.
//!
//! A run is one turn of a team, or of one unit: all of stdin is there to be read at once, and the run ends with the answer.
//! A match has thousands of runs, so that numbers are read from one buffer and answers written from one.

use std::io::{Read, Write, stdin, stdout};

use super::action::Action;
use super::sight::Sight;
use crate::chance::Chance;

/// What all units of a run share.
pub struct Moment {
    /// How many turns are over.
    pub turn: u32,
    /// Follows the random number that the run is given.
    pub chance: Chance,
}

/// The standard format: `R RMAX TURN`, and 25 numbers for each unit; answers a digit for each.
pub fn standard(think: impl FnMut(&Sight, &mut Moment) -> Action) {
    say(&answers(think));
}

/// The answers that the standard format expects, unsaid.
pub fn answers(think: impl FnMut(&Sight, &mut Moment) -> Action) -> Vec<u8> {
    let input = everything();
    let mut numbers = Numbers(&input);
    let moment = numbers.moment();
    moment.map_or(Vec::new(), |moment| digits(numbers, moment, think))
}

/// The plain format: 25 numbers for each unit and nothing else; answers a digit for each.
pub fn plain(mut think: impl FnMut(&Sight) -> Action) {
    let nothing = Moment { turn: 0, chance: Chance::seeded(0) };
    say(&digits(Numbers(&everything()), nothing, |sight, _| think(sight)));
}

/// The basic format, which has a run for each unit; answers a symbol.
pub fn basic(mut think: impl FnMut(&Sight, &mut Moment) -> Action) {
    if let Some((sight, mut moment)) = only_unit() {
        say(&[think(&sight, &mut moment).symbol(), b'\n']);
    }
}

/// The basic format without a word: the exit status is the answer.
pub fn status(mut think: impl FnMut(&Sight, &mut Moment) -> Action) -> ! {
    let answer = only_unit().map_or(Action::Stay, |(sight, mut moment)| think(&sight, &mut moment));
    std::process::exit(answer.number().into())
}

/// Says what is to be heard at once.
pub fn say(words: &[u8]) {
    let mut output = stdout().lock();
    // An error is a closed pipe: nobody is left to tell.
    let _ = output.write_all(words).and_then(|()| output.flush());
}

fn only_unit() -> Option<(Sight, Moment)> {
    let input = everything();
    let mut numbers = Numbers(&input);
    let moment = numbers.moment()?;
    Some((numbers.sight()?, moment))
}

fn digits(mut numbers: Numbers, mut moment: Moment, mut think: impl FnMut(&Sight, &mut Moment) -> Action) -> Vec<u8> {
    // The shortest unit takes 50 bytes.
    let mut digits = Vec::with_capacity(numbers.0.len() / 50 + 1);
    while let Some(sight) = numbers.sight() {
        digits.push(think(&sight, &mut moment).digit());
    }
    digits
}

/// All there is on stdin. An error is a closed pipe: what came before it counts.
fn everything() -> Vec<u8> {
    let mut input = Vec::with_capacity(1 << 16);
    let _ = stdin().lock().read_to_end(&mut input);
    input
}

/// What is still to be read.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn moment(&mut self) -> Option<Moment> {
        let random = self.next()?;
        let _greatest = self.next()?;
        Some(Moment { turn: self.next()? as u32, chance: Chance::seeded(random as u64) })
    }

    fn sight(&mut self) -> Option<Sight> {
        let mut cells = [0; 25];
        for cell in &mut cells {
            *cell = self.next()? as i32;
        }
        Some(Sight(cells))
    }

    fn next(&mut self) -> Option<i64> {
        let word = self.0.trim_ascii_start();
        let (sign, digits) = word.strip_prefix(b"-").map_or((1, word), |digits| (-1, digits));
        let (mut value, mut rest) = (0_i64, digits);
        while let [digit @ b'0'..=b'9', after @ ..] = rest {
            value = value.wrapping_mul(10).wrapping_add(i64::from(digit - b'0'));
            rest = after;
        }
        self.0 = rest;
        (rest.len() < digits.len()).then_some(sign * value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<i64> {
        let mut numbers = Numbers(text.as_bytes());
        std::iter::from_fn(|| numbers.next()).collect()
    }

    #[test]
    fn numbers_stand_between_any_white_space() {
        assert_eq!(read("  2147483647 0\n-5\t3\r\n12"), [2_147_483_647, 0, -5, 3, 12]);
        assert_eq!(read(" \n"), []);
        assert_eq!(read("1 x 2"), [1]);
        assert_eq!(read("7 -"), [7]);
        assert_eq!(read("--7"), []);
    }

    #[test]
    fn half_a_unit_is_none() {
        let text = "1 ".repeat(49);
        let mut numbers = Numbers(text.as_bytes());
        assert_eq!(numbers.sight(), Some(Sight([1; 25])));
        assert_eq!(numbers.sight(), None);
    }
}
