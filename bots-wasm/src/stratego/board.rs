//! The board as one side knows it: its own pieces, and of the enemy's what moves and combats have told. Knows no
//! strategy.

use std::fmt;
use std::ops::Index;

use super::rank::Rank;
use super::report::{Effect, Report};
use super::setup::Setup;
use super::square::{Direction, Square};

/// A side. RED holds the rows 0 to 3 and moves first, BLUE the rows 6 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// At the top.
    Red,
    /// At the bottom.
    Blue,
}

impl Colour {
    /// How many rows this square is from the back of this side, 0 to 9.
    pub fn depth(self, square: Square) -> usize {
        match self {
            Self::Red => square.y(),
            Self::Blue => 9 - square.y(),
        }
    }

    /// The side across the board.
    pub fn other(self) -> Self {
        match self {
            Self::Red => Self::Blue,
            Self::Blue => Self::Red,
        }
    }
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// An obstacle.
    Water,
    /// A piece of ours.
    Own(Own),
    /// A piece of the enemy's.
    Foe(Foe),
}

/// A piece of ours, and what the enemy can know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// What it is.
    pub rank: Rank,
    /// Whether the enemy knows its rank, from a combat or because it ran.
    pub known: bool,
}

/// A piece of the enemy's, and what we know of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foe {
    /// Tells it from the other ones as long as it lives, 0 to 99.
    pub id: u8,
    /// What it is, if a combat or a run has shown it.
    pub rank: Option<Rank>,
    /// Whether it has ever moved.
    pub moved: bool,
}

/// `X Y DIRECTION [STEPS]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Which way it goes.
    pub direction: Direction,
    /// How many squares, 1 to 9.
    pub steps: u8,
}

impl Move {
    /// The square it leads to, if that is on the board.
    pub fn to(self) -> Option<Square> {
        (0..self.steps).try_fold(self.from, |at, _| at.next(self.direction))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.from, self.direction.word())?;
        if self.steps == 1 { Ok(()) } else { write!(f, " {}", self.steps) }
    }
}

/// What one side knows of the position.
#[derive(Clone, Debug)]
pub struct Board {
    /// Which side that is.
    pub colour: Colour,
    cells: [Cell; 100],
    fallen: [u8; 12],
}

impl Index<Square> for Board {
    type Output = Cell;

    fn index(&self, square: Square) -> &Cell {
        &self.cells[square.index()]
    }
}

impl Board {
    /// Our army as it was set up, and forty unknown pieces across the board.
    pub fn new(colour: Colour, setup: &Setup) -> Self {
        let cells = std::array::from_fn(|place| match (place / 10, place % 10) {
            (4 | 5, 2 | 3 | 6 | 7) => Cell::Water,
            (4 | 5, _) => Cell::Empty,
            (y, x) => match (y < 5) == (colour == Colour::Red) {
                true => Cell::Own(Own { rank: setup.0[if y < 5 { y } else { y - 6 }][x], known: false }),
                false => Cell::Foe(Foe { id: place as u8, rank: None, moved: false }),
            },
        });
        Self { colour, cells, fallen: [0; 12] }
    }

    /// Our pieces and where they stand.
    pub fn own(&self) -> impl Iterator<Item = (Square, Own)> {
        Square::all().filter_map(|square| match self[square] {
            Cell::Own(own) => Some((square, own)),
            _ => None,
        })
    }

    /// The enemy's pieces and where they stand.
    pub fn foes(&self) -> impl Iterator<Item = (Square, Foe)> {
        Square::all().filter_map(|square| match self[square] {
            Cell::Foe(foe) => Some((square, foe)),
            _ => None,
        })
    }

    /// How many of each rank the enemy has lost.
    pub fn fallen(&self) -> &[u8; 12] {
        &self.fallen
    }

    /// All moves that the rules allow us.
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(64);
        for (from, own) in self.own().filter(|(_, own)| own.rank.is_mobile()) {
            for direction in Direction::ALL {
                self.list(from, own.rank, direction, &mut moves);
            }
        }
        moves
    }

    fn list(&self, from: Square, rank: Rank, direction: Direction, moves: &mut Vec<Move>) {
        let mut ahead = from.next(direction);
        for steps in 1..=if rank == Rank::Scout { 9 } else { 1 } {
            let Some(square) = ahead else { return };
            match self[square] {
                Cell::Own(_) | Cell::Water => return,
                Cell::Foe(_) => return moves.push(Move { from, direction, steps }),
                Cell::Empty => moves.push(Move { from, direction, steps }),
            }
            ahead = square.next(direction);
        }
    }

    /// Carries out a move, of ours or of theirs, as the manager has confirmed it.
    pub fn apply(&mut self, report: &Report) {
        let Some(to) = report.step.to() else { return };
        match self[report.step.from] {
            Cell::Own(mut own) => {
                own.known |= report.step.steps > 1;
                self.settle(report, to, Cell::Own(own));
            }
            Cell::Foe(mut foe) => {
                foe.moved = true;
                if report.step.steps > 1 {
                    foe.rank = Some(Rank::Scout);
                }
                self.settle(report, to, Cell::Foe(foe));
            }
            Cell::Empty | Cell::Water => {}
        }
    }

    fn settle(&mut self, report: &Report, to: Square, mover: Cell) {
        let (winner, losers) = match report.effect {
            Effect::Ok => (mover, vec![]),
            Effect::Kills(attacker, defender) => (mover.shown(attacker), vec![self[to].shown(defender)]),
            Effect::Dies(attacker, defender) => (self[to].shown(defender), vec![mover.shown(attacker)]),
            Effect::BothDie(attacker, defender) => (Cell::Empty, vec![mover.shown(attacker), self[to].shown(defender)]),
        };
        losers.into_iter().for_each(|loser| self.bury(loser));
        self.cells[report.step.from.index()] = Cell::Empty;
        self.cells[to.index()] = winner;
    }

    fn bury(&mut self, piece: Cell) {
        if let Cell::Foe(Foe { rank: Some(rank), .. }) = piece {
            self.fallen[rank.index()] += 1;
        }
    }

    /// Takes over what the manager has drawn in this row. It changes something only where an army was not complete or a
    /// confirmation could not be read.
    pub fn correct(&mut self, y: usize, row: &str) {
        for (x, letter) in row.chars().enumerate() {
            let Some(square) = Square::new(x, y) else { return };
            let cell = &mut self.cells[square.index()];
            *cell = match (letter, *cell) {
                ('#', Cell::Foe(foe)) => Cell::Foe(foe),
                ('#', _) => Cell::Foe(Foe { id: square.index() as u8, rank: None, moved: true }),
                ('+', _) => Cell::Water,
                (letter, cell) => match (Rank::from_letter(letter), cell) {
                    (Some(rank), Cell::Own(own)) if own.rank == rank => cell,
                    (Some(rank), _) => Cell::Own(Own { rank, known: false }),
                    (None, _) => Cell::Empty,
                },
            };
        }
    }
}

impl Cell {
    /// The same after a combat has shown its rank.
    fn shown(self, rank: Rank) -> Self {
        match self {
            Self::Own(own) => Self::Own(Own { known: true, ..own }),
            Self::Foe(foe) => Self::Foe(Foe { rank: Some(rank), ..foe }),
            cell => cell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn red() -> Board {
        let setup = Setup::read(["FB8878B78B", "B7B5s36B98", "7529654694", "9469193599"]).expect("a full army");
        Board::new(Colour::Red, &setup)
    }

    fn check(before: &[&str], report: &str, expected: &str) {
        let mut board = red();
        before.iter().for_each(|report| board.apply(&Report::read(report).expect("a report")));
        let report = Report::read(report).expect("a report");
        board.apply(&report);
        let square = report.step.to().expect("on the board");
        let told = match board[square] {
            Cell::Own(own) => format!("own {} known {}", own.rank.letter(), own.known),
            Cell::Foe(foe) => format!("foe {} moved {}", foe.rank.map_or('?', Rank::letter), foe.moved),
            cell => format!("{cell:?}"),
        };
        assert_eq!(told, expected, "{report:?}");
        assert_eq!(board[report.step.from], Cell::Empty);
    }

    #[test]
    fn what_moves_and_fights_becomes_known() {
        check(&[], "1 3 DOWN OK", "own 4 known false");
        check(&[], "0 3 DOWN 2 OK", "own 9 known true");
        check(&[], "0 6 UP OK", "foe ? moved true");
        check(&[], "0 6 UP 2 OK", "foe 9 moved true");
        check(&["0 3 DOWN OK"], "0 4 DOWN 2 DIES 9 4", "foe 4 moved false");
        check(&[], "0 6 UP 3 KILLS 9 s", "foe 9 moved true");
        check(&[], "0 3 DOWN 3 BOTHDIE 9 9", "Empty");
    }

    #[test]
    fn the_fallen_are_counted() {
        let mut board = red();
        board.apply(&Report::read("0 3 DOWN 3 BOTHDIE 9 9").expect("a report"));
        board.apply(&Report::read("1 3 DOWN 3 KILLS 4 7").expect("a report"));
        assert_eq!((board.fallen()[Rank::Scout.index()], board.fallen()[Rank::Sergeant.index()]), (1, 1));
    }

    #[test]
    fn moves_are_those_of_the_front_row_at_first() {
        let words: Vec<_> = red().moves().iter().map(ToString::to_string).collect();
        assert_eq!(words.len(), 14, "{words:?}");
        assert!(words.contains(&"0 3 DOWN 3".to_owned()) && words.contains(&"1 3 DOWN".to_owned()));
    }

    #[test]
    fn the_drawing_has_the_last_word() {
        let mut board = red();
        board.correct(6, "#.########");
        board.correct(3, ".469193599");
        board.correct(4, "9#++..++..");
        assert_eq!(board.foes().count(), 40);
        let square = |x, y| Square::new(x, y).expect("on the board");
        assert_eq!((board[square(1, 6)], board[square(0, 3)]), (Cell::Empty, Cell::Empty));
        assert!(matches!(board[square(0, 4)], Cell::Own(Own { rank: Rank::Scout, .. })));
    }
}
