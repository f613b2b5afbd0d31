//! An army in its four rows: in the player's notation, with the errors it can have. Knows no board.

use std::fmt;

use super::piece::{Colour, Rank};
use super::reasons::StrategoReason;
use super::square::WIDTH;
use crate::fault::FaultReason;

/// How many rows an army stands in.
pub(super) const ROWS: usize = 4;

/// Four rows in board order, the topmost first, for both colours. Anything sayable: whether the
/// pieces are the right ones is for the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArmySetup {
    rows: [[Option<Rank>; WIDTH]; ROWS],
}

/// An error in a setup. It is written as the clause of its [`FaultReason`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub enum SetupError {
    /// There are not four lines.
    Lines,
    /// A line, counted from 1, is too short or too long.
    Length(usize),
    /// A line, counted from 1, holds a character that is not a piece.
    Character(usize),
    /// There are more of a rank than an army has.
    TooMany(Rank),
    /// There are fewer of a rank than an army has.
    TooFew(Rank),
}

impl From<SetupError> for FaultReason {
    fn from(error: SetupError) -> Self {
        let reason = match error {
            SetupError::Lines => StrategoReason::SetupLines,
            SetupError::Length(line) => StrategoReason::SetupLineLength { line },
            SetupError::Character(line) => StrategoReason::SetupLineCharacter { line },
            SetupError::TooMany(rank) => StrategoReason::TooManyPieces { most: rank.count(), letter: rank.letter() },
            SetupError::TooFew(rank) => StrategoReason::TooFewPieces { least: rank.count(), letter: rank.letter() },
        };
        reason.into()
    }
}

impl ArmySetup {
    /// A setup of these pieces.
    pub const fn new(rows: [[Option<Rank>; WIDTH]; ROWS]) -> Self {
        Self { rows }
    }

    /// Its rows, the topmost first.
    pub const fn rows(&self) -> &[[Option<Rank>; WIDTH]; ROWS] {
        &self.rows
    }

    /// Reads four lines without their newlines.
    ///
    /// # Errors
    /// If there are not four lines of ten pieces or dots.
    pub fn read<'a>(mut lines: impl Iterator<Item = &'a str>) -> Result<Self, SetupError> {
        let mut rows = [[None; WIDTH]; ROWS];
        for (nth, row) in rows.iter_mut().enumerate() {
            *row = read_row(lines.next().ok_or(SetupError::Lines)?, nth + 1)?;
        }
        if lines.next().is_some() { Err(SetupError::Lines) } else { Ok(Self { rows }) }
    }

    /// Whether a line is a row with a piece in it.
    pub(super) fn is_row(line: &str) -> bool {
        read_row(line, 1).is_ok_and(|row| row.iter().any(Option::is_some))
    }

    /// Every place in board order: its row and column from the first, and its piece.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize, Option<Rank>)> {
        self.rows.iter().enumerate().flat_map(|(y, row)| row.iter().enumerate().map(move |(x, &rank)| (y, x, rank)))
    }

    /// How many of each rank there are, in the order of [`Rank::ALL`].
    pub fn counts(&self) -> [u8; 12] {
        let mut counts = [0; 12];
        self.places().filter_map(|(.., rank)| rank).for_each(|rank| counts[rank.index()] += 1);
        counts
    }

    /// Checks the numbers of pieces of a full army, or with `partial` of one that has at least its
    /// flag.
    ///
    /// # Errors
    /// If there are too many or too few of a rank.
    pub(super) fn check(&self, least: Least) -> Result<(), SetupError> {
        let counts = self.counts();
        let count = |rank: Rank| counts[rank.index()];
        if let Some(rank) = Rank::ALL.into_iter().find(|&rank| count(rank) > rank.count()) {
            return Err(SetupError::TooMany(rank));
        }
        let missing = |&rank: &Rank| count(rank) < least.count(rank);
        Rank::ALL.into_iter().find(missing).map_or(Ok(()), |rank| Err(SetupError::TooFew(rank)))
    }

    /// The army seen from the other side of the board: the last row first.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        self.rows.reverse();
        self
    }

    /// The value of the pieces before the first error in these words: the original had put them on
    /// the board by then, and counted them in its result.
    pub(super) fn worth_before_flaw(words: &str) -> u32 {
        let (mut counts, mut worth) = ([0; 12], 0);
        for line in words.split('\n').take(ROWS) {
            if line.chars().count() != WIDTH {
                return worth;
            }
            for letter in line.chars().filter(|&letter| letter != '.') {
                let Some(rank) = Rank::from_letter(letter) else { return worth };
                counts[rank.index()] += 1;
                if counts[rank.index()] > rank.count() {
                    return worth;
                }
                worth += rank.value();
            }
        }
        worth
    }
}

/// How many pieces of a rank an army must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Least {
    /// All of them.
    Full,
    /// The flag.
    Flag,
}

impl Least {
    const fn count(self, rank: Rank) -> u8 {
        match (self, rank) {
            (Self::Full, _) | (_, Rank::Flag) => rank.count(),
            (Self::Flag, _) => 0,
        }
    }
}

fn read_row(line: &str, number: usize) -> Result<[Option<Rank>; WIDTH], SetupError> {
    if line.len() != WIDTH {
        return Err(SetupError::Length(number));
    }
    let mut row = [None; WIDTH];
    for (place, letter) in row.iter_mut().zip(line.chars()) {
        *place = match letter {
            '.' => None,
            letter => Some(Rank::from_letter(letter).ok_or(SetupError::Character(number))?),
        };
    }
    Ok(row)
}

impl fmt::Display for ArmySetup {
    /// The four lines, without a newline after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, x, rank) in self.places() {
            if x == 0 && y > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}", rank.map_or('.', Rank::letter))?;
        }
        Ok(())
    }
}

/// A setup that people can take as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandardSetup {
    /// The setup's name.
    pub name: &'static str,
    /// RED's rows, from the back to the front.
    rows: [&'static str; ROWS],
}

impl StandardSetup {
    /// The standard setups; the first is the one that `DEFAULT` stands for.
    pub const ALL: [Self; 3] = [
        Self { name: "corner fortress", rows: ["FB8878B78B", "B7B5s36B98", "7529654694", "9469193599"] },
        Self { name: "walled centre", rows: ["87BFB87B89", "587B6Bs5B8", "7492569364", "9639914959"] },
        Self { name: "open flag", rows: ["98B78B8F87", "B7B5796sB6", "854B269534", "9961953949"] },
    ];

    /// Its pieces, for this side of the board.
    pub fn setup(self, colour: Colour) -> ArmySetup {
        let setup = ArmySetup::read(self.rows.into_iter()).expect("the standard setups are written correctly");
        match colour {
            Colour::Red => setup,
            Colour::Blue => setup.flipped(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ArmySetup, SetupError> {
        ArmySetup::read(text.split('\n'))
    }

    const GOOD: &str = "FB8878B78B\nB7B5s36B98\n7529654694\n9469193599";

    #[test]
    fn standard_setups_are_full_armies() {
        for standard in StandardSetup::ALL {
            assert_eq!(standard.setup(Colour::Red).check(Least::Full), Ok(()), "{}", standard.name);
            assert_eq!(standard.setup(Colour::Blue).flipped(), standard.setup(Colour::Red));
        }
        assert_eq!(read(GOOD).expect("good").to_string(), GOOD);
    }

    #[test]
    fn flaws_are_named() {
        for (from, to, flaw) in [
            ("F", "", SetupError::Length(1)),
            ("98\n", "98\r\n", SetupError::Length(2)),
            ("94\n", "9x\n", SetupError::Character(3)),
            ("94\n", "9#\n", SetupError::Character(3)),
            ("99", "99\n", SetupError::Lines),
        ] {
            assert_eq!(read(&GOOD.replacen(from, to, 1)), Err(flaw), "{to:?} for {from:?}");
        }
        assert_eq!(read("FB8878B78B\nB7B5s36B98"), Err(SetupError::Lines));
        let check = |from, to, least| read(&GOOD.replacen(from, to, 1)).expect("it can be read").check(least);
        assert_eq!(check("F", "8", Least::Full), Err(SetupError::TooMany(Rank::Miner)));
        assert_eq!(check("F", ".", Least::Flag), Err(SetupError::TooFew(Rank::Flag)));
        assert_eq!(check("B", ".", Least::Full), Err(SetupError::TooFew(Rank::Bomb)));
        assert_eq!(check("B", ".", Least::Flag), Ok(()));
    }

    #[test]
    fn pieces_before_the_flaw_count() {
        assert_eq!(ArmySetup::worth_before_flaw(GOOD), 148);
        assert_eq!(ArmySetup::worth_before_flaw("FB88x8B78B\nB7B5s36B98"), 6);
        assert_eq!(ArmySetup::worth_before_flaw("F1188\n"), 0);
        assert_eq!(ArmySetup::worth_before_flaw("F1.1.88888\n"), 10);
        assert_eq!(ArmySetup::worth_before_flaw("FB8878B78B\r\nB7B5s36B98"), 0);
    }
}
