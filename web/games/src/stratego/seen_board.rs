//! The board as one side sees it, or as a whole. Drawings are made from this alone, so that hidden
//! ranks are nowhere in the page.

use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Colour, Rank, Square, SquareContent, SquareView, Stratego};
use botyard_engine::seat::Seat;

/// A square as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeenSquare {
    /// No piece is on it.
    Empty,
    /// Pieces cannot enter it.
    Water,
    /// A piece.
    Piece(SeenPiece),
}

/// A piece as it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenPiece {
    /// The side that owns it.
    pub owner: Colour,
    /// Its rank, if that is known.
    pub rank: Option<Rank>,
    /// Whether the other side knows its rank; `false` if the rank is not visible.
    pub is_known: bool,
}

impl SeenPiece {
    /// A piece whose rank everybody knows, such as a fallen one.
    pub const fn open(owner: Colour, rank: Rank) -> Self {
        Self { owner, rank: Some(rank), is_known: false }
    }
}

/// Every square as it is seen.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenBoard {
    cells: Vec<SeenSquare>,
    /// Whether RED looks from its own side, with its own army below.
    pub is_turned: bool,
}

impl SeenBoard {
    /// The board from the side of this seat, if there is one.
    pub fn turned_to(self, side: Option<Seat>) -> Self {
        Self { is_turned: side.map(Colour::from_seat) == Some(Colour::Red), ..self }
    }

    /// The board as this seat sees it, from its side; without a seat, the whole board.
    pub fn new(position: &Stratego, eyes: Option<Seat>) -> Self {
        let cells = match eyes {
            Some(seat) => {
                let view = position.view(seat);
                Square::all()
                    .map(|square| of_side(position, Colour::from_seat(seat), square, view.at(square)))
                    .collect()
            }
            None => Square::all().map(|square| of_all(position.board()[square])).collect(),
        };
        Self { cells, is_turned: eyes.map(Colour::from_seat) == Some(Colour::Red) }
    }

    /// A square as it is seen.
    pub fn at(&self, square: Square) -> SeenSquare {
        self.cells[square.index()]
    }

    /// The piece that is seen on a square.
    pub fn face(&self, square: Square) -> Option<SeenPiece> {
        match self.at(square) {
            SeenSquare::Piece(face) => Some(face),
            _ => None,
        }
    }

    /// Puts something else on a square: an army that is only being set up.
    pub fn set_face(&mut self, square: Square, face: Option<SeenPiece>) {
        self.cells[square.index()] = face.map_or(SeenSquare::Empty, SeenSquare::Piece);
    }

    /// The square at this column and row of the drawing, counted from its upper left corner.
    pub fn drawn_at(&self, column: usize, row: usize) -> Square {
        let (x, y) = if self.is_turned { (9 - column, 9 - row) } else { (column, row) };
        Square::new(x as i32, y as i32).expect("a turned board is a board")
    }

    /// Column and row of a square in the drawing.
    pub fn place(&self, square: Square) -> (usize, usize) {
        if self.is_turned { (9 - square.x(), 9 - square.y()) } else { (square.x(), square.y()) }
    }
}

fn of_side(position: &Stratego, side: Colour, square: Square, sight: SquareView) -> SeenSquare {
    match sight {
        SquareView::Empty => SeenSquare::Empty,
        SquareView::Obstacle => SeenSquare::Water,
        SquareView::Own(rank) => {
            let is_known = position.board().piece(square).is_some_and(|piece| piece.revealed);
            SeenSquare::Piece(SeenPiece { owner: side, rank: Some(rank), is_known })
        }
        SquareView::Enemy(rank) => SeenSquare::Piece(SeenPiece { owner: side.other(), rank, is_known: rank.is_some() }),
    }
}

fn of_all(cell: SquareContent) -> SeenSquare {
    match cell {
        SquareContent::Empty => SeenSquare::Empty,
        SquareContent::Obstacle => SeenSquare::Water,
        SquareContent::Piece(piece) => {
            SeenSquare::Piece(SeenPiece { owner: piece.owner, rank: Some(piece.rank), is_known: piece.revealed })
        }
    }
}

/// A square's description for screen readers: `column 4, row 7: red scout`.
pub fn label(square: Square, seen: SeenSquare) -> String {
    let what = match seen {
        SeenSquare::Empty => "empty".to_owned(),
        SeenSquare::Water => "water".to_owned(),
        SeenSquare::Piece(face) => words(face),
    };
    format!("column {}, row {}: {what}", square.x(), square.y())
}

/// A piece's description.
pub fn words(face: SeenPiece) -> String {
    let side = super::words::side(face.owner);
    match face.rank {
        None => format!("{side}, unknown"),
        Some(rank) if face.is_known => format!("{side} {}, known to both", super::words::rank(rank)),
        Some(rank) => format!("{side} {}", super::words::rank(rank)),
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::{StandardSetup, StrategoAction, StrategoSettings};

    use super::*;

    fn begun() -> Stratego {
        let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("two can play");
        for colour in Colour::BOTH {
            let setup = StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
            game.play(colour.seat(), setup, &mut Vec::new()).expect("it is a good setup");
        }
        game
    }

    fn letters(seeing: &SeenBoard) -> String {
        let letter = |square| match seeing.at(square) {
            SeenSquare::Empty => '.',
            SeenSquare::Water => '+',
            SeenSquare::Piece(face) => face.rank.map_or('#', Rank::letter),
        };
        Square::all().map(letter).collect()
    }

    #[test]
    fn a_side_sees_its_own_army_only() {
        let seen = letters(&SeenBoard::new(&begun(), Some(Colour::Blue.seat())));
        assert_eq!(seen[..40], "#".repeat(40));
        assert_eq!(seen[40..60], *"..++..++....++..++..");
        assert!(seen.ends_with("FB8878B78B"));
        assert!(!letters(&SeenBoard::new(&begun(), None)).contains('#'));
    }

    #[test]
    fn red_has_its_own_army_below() {
        let red = SeenBoard::new(&begun(), Some(Colour::Red.seat()));
        let corner = red.drawn_at(9, 9);
        assert_eq!((corner.x(), corner.y(), red.place(corner)), (0, 0, (9, 9)));
        assert_eq!(label(corner, red.at(corner)), "column 0, row 0: red flag");
        let hidden = red.drawn_at(0, 0);
        assert_eq!(label(hidden, red.at(hidden)), "column 9, row 9: blue, unknown");
    }
}
