//! A BitMartyr bot. Its units take what they can: write something better in `choose`.
//!
//! The program is started afresh for every turn. It reads what its units see, prints an action for each, and ends:
//! nothing is remembered from one turn to the next.
//!
//! `cargo build --release` makes an ordinary executable of it, and with `--target wasm32-wasip1` a WASI module.

use std::io::{self, Read, Write};

/// What a unit does.
#[allow(dead_code)]
#[derive(Clone, Copy)]
enum Action {
    Stay,
    Up,
    Right,
    Down,
    Left,
    Die,
}

const MOVES: [Action; 4] = [Action::Up, Action::Right, Action::Down, Action::Left];

/// What a unit sees, row by row from above: the health of your own units above 0, of others below, empty cells 0.
struct Sight([i32; 25]);

/// What all units of a run share.
struct Moment {
    /// How many turns are over.
    #[allow(dead_code)]
    turn: i32,
    random: Random,
}

// ---------------------------------------------------------------------------------------------------------------
// CHOOSE THE UNIT'S ACTION HERE. Whoever moves leaves a clone of one health less. Where several meet the one of most
// health lives, and equals kill each other, of one team too.
fn choose(sight: &Sight, moment: &mut Moment) -> Action {
    let health = sight.at(0, 0);
    let weaker = |cell: i32| cell < 0 && -cell < health;
    if let Some(prey) = MOVES.into_iter().find(|&action| weaker(sight.next(action))) {
        return prey;
    }
    let mut open = MOVES.into_iter().filter(|&action| health > 1 && sight.next(action) == 0);
    match open.clone().count() {
        0 => Action::Stay,
        count => open.nth(moment.random.below(count)).unwrap_or(Action::Stay),
    }
}
// ---------------------------------------------------------------------------------------------------------------

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut numbers = input.split_ascii_whitespace().map_while(|word| word.parse().ok());
    let Some(mut moment) = Moment::hear(&mut numbers) else { return Ok(()) };
    let mut actions = Vec::new();
    while let Some(sight) = Sight::hear(&mut numbers) {
        actions.push(b'0' + choose(&sight, &mut moment) as u8);
    }
    io::stdout().write_all(&actions)?;
    io::stdout().flush()
}

impl Sight {
    /// The cell so far to the right and so far down, -2 to 2 each; `at(0, 0)` is the unit itself. The board has no edge.
    fn at(&self, right: i32, down: i32) -> i32 {
        self.0[(12 + 5 * down + right) as usize]
    }

    /// The cell that an action leads to.
    fn next(&self, action: Action) -> i32 {
        match action {
            Action::Up => self.at(0, -1),
            Action::Right => self.at(1, 0),
            Action::Down => self.at(0, 1),
            Action::Left => self.at(-1, 0),
            Action::Stay | Action::Die => self.at(0, 0),
        }
    }

    /// What the next unit sees, if there is one.
    fn hear(numbers: &mut impl Iterator<Item = i32>) -> Option<Self> {
        let mut cells = [0; 25];
        for cell in &mut cells {
            *cell = numbers.next()?;
        }
        Some(Self(cells))
    }
}

impl Moment {
    /// First come a random number, the greatest that it could be, and how many turns are over.
    fn hear(numbers: &mut impl Iterator<Item = i32>) -> Option<Self> {
        let (random, _greatest, turn) = (numbers.next()?, numbers.next()?, numbers.next()?);
        Some(Self { turn, random: Random(random as u64) })
    }
}

/// The standard library has no random numbers: this is SplitMix64. The same seed repeats a match.
struct Random(u64);

impl Random {
    /// A number from 0 to `end - 1`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}
