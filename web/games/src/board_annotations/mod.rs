//! What bots have drawn on the board in a turn, with each cell where the board has it. `svg` and
//! `canvas` draw it; a game only says where its cells are.

mod canvas;
mod svg;

use botyard_engine::annotation::Annotation;
use botyard_engine::seat::Seat;
use botyard_web_ui::decimal::{tenths, whole};
use yew::AttrValue;

pub use canvas::draw_annotations;
pub use svg::annotation_layer;

/// A cell of a board, counted from 0 from the upper left corner of the board that is not turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardCell {
    /// From the left.
    pub column: usize,
    /// From the top.
    pub row: usize,
}

/// The annotations of one bot that are to be drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatAnnotations {
    /// The bot's seat.
    pub seat: Seat,
    /// How many turns had been played when it was asked.
    pub asked: usize,
    /// What it has printed.
    pub drawn: Vec<Annotation>,
}

/// The annotations of all bots, on the cells of a board. Those whose cell is not on the board are left
/// out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BoardAnnotations {
    /// Rings, each with its label.
    pub marks: Vec<(BoardCell, AttrValue)>,
    /// Numbers.
    pub values: Vec<CellValue>,
    /// Arrows through two cells or more.
    pub paths: Vec<Vec<BoardCell>>,
}

/// A number on a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellValue {
    /// The cell.
    pub cell: BoardCell,
    /// The number in few characters.
    pub text: AttrValue,
    /// Where it lies among the numbers of its bot: 0 is the lowest, 1 the highest.
    pub share: f64,
}

impl BoardAnnotations {
    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.values.is_empty() && self.paths.is_empty()
    }

    /// Adds a bot's annotations; `read` finds the cells that they name.
    pub(crate) fn add(&mut self, of_seat: &SeatAnnotations, read: impl Fn(&str) -> Option<BoardCell>) {
        let mut values = Vec::new();
        for annotation in &of_seat.drawn {
            match annotation {
                Annotation::Mark { cell, text } => {
                    self.marks.extend(read(cell).map(|cell| (cell, AttrValue::from(text.to_string()))));
                }
                Annotation::Value { cell, value } => values.extend(read(cell).map(|cell| (cell, *value))),
                Annotation::Path(cells) => {
                    self.paths.extend(cells.iter().map(|cell| read(cell)).collect::<Option<_>>())
                }
                Annotation::Evaluation(_) | Annotation::Watch { .. } | Annotation::Clear => {}
            }
        }
        self.values.extend(coloured(&values));
    }
}

/// Places each number between the lowest and the highest.
fn coloured(values: &[(BoardCell, f64)]) -> impl Iterator<Item = CellValue> {
    let numbers = || values.iter().map(|(_, value)| *value);
    let (lowest, highest) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
    // Half of each, because the difference of two finite numbers may be infinite.
    let share = move |value: f64| (value / 2.0 - lowest / 2.0) / (highest / 2.0 - lowest / 2.0);
    values.iter().map(move |&(cell, value)| CellValue {
        cell,
        text: short_number(value).into(),
        share: if highest > lowest { share(value) } else { 1.0 },
    })
}

/// A number in few characters: `0.5`, `-12`, `over 10^9`.
pub fn short_number(number: f64) -> String {
    let sign = if number < 0.0 { "-" } else { "" };
    match number.abs() {
        size if size >= 1e9 => format!("{sign}>10⁹"),
        size if size >= 100.0 || size.fract() == 0.0 => format!("{sign}{}", whole(size)),
        _ => tenths(number),
    }
}

/// Reads `A,B`: two whole numbers with a comma between them.
pub(crate) fn read_pair(text: &str) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(',')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use botyard_engine::catalog::Playable;
    use botyard_engine::game::Game;
    use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings};
    use botyard_engine::games::connect_four::{ConnectFour, log};
    use botyard_engine::games::generals::Generals;
    use botyard_engine::games::stratego::Stratego;

    use super::*;
    use crate::GamePage;

    fn at<G: GamePage>(position: &G, seat: usize, text: &str) -> Option<(usize, usize)> {
        let read = G::READ_CELL.expect("the game has cells");
        read(position, Seat::new(seat), text).map(|BoardCell { column, row }| (column, row))
    }

    #[test]
    fn each_game_has_its_own_coordinates() {
        let (_, four) = log::read_line("4444").expect("a game");
        assert_eq!(at(&four, 0, "4,1"), Some((3, 5)), "column 4, row 1 from below");
        assert_eq!(at(&four, 0, "4"), Some((3, 1)), "where the next disc lands");
        assert_eq!(at(&four, 0, "8"), None);
        assert_eq!(at(&four, 0, "4,7"), None);
        let stratego = <Stratego as Game>::start(&<Stratego as Playable>::settings(2, 1), 2).expect("it can be played");
        assert_eq!(at(&stratego, 1, "3,9"), Some((3, 9)));
        assert_eq!(at(&stratego, 1, "10,0"), None);
        let generals = Generals::start(&Generals::settings(2, 1), 2).expect("it can be played");
        assert_eq!(at(&generals, 0, "1,2"), Some((1, 0)), "row 1, column 2");
        assert_eq!(at(&generals, 0, "0,1"), None);
        let board = BitMartyrSettings::on("E2E/4/1J2".parse().expect("a board"));
        let bitmartyr = BitMartyr::start(&board, 2).expect("it can be played");
        assert_eq!(at(&bitmartyr, 0, "2"), Some((3, 0)), "its second unit");
        assert_eq!(at(&bitmartyr, 0, "2:1,-1"), Some((0, 2)), "beside it, around the edges");
        assert_eq!(at(&bitmartyr, 1, "2"), None);
    }

    #[test]
    fn what_is_not_on_the_board_is_left_out() {
        let mark = |cell: &str| Annotation::Mark { cell: cell.into(), text: "".into() };
        let path = |cells: &[&str]| Annotation::Path(cells.iter().map(|&cell| cell.into()).collect());
        let drawn = vec![mark("4"), mark("9"), path(&["1", "2", "3"]), path(&["1", "x"])];
        let mut annotations = BoardAnnotations::default();
        let read = |text: &str| ConnectFour::READ_CELL?(&ConnectFour::default(), Seat::new(0), text);
        annotations.add(&SeatAnnotations { seat: Seat::new(0), asked: 0, drawn }, read);
        assert_eq!((annotations.marks.len(), annotations.paths.len()), (1, 1));
    }

    #[test]
    fn numbers_are_coloured_by_their_size() {
        let cell = BoardCell { column: 0, row: 0 };
        let shares = |values: &[f64]| {
            let values: Vec<_> = values.iter().map(|&value| (cell, value)).collect();
            coloured(&values).map(|value| value.share).collect::<Vec<_>>()
        };
        assert_eq!(shares(&[-1.0, 3.0, 1.0]), [0.0, 1.0, 0.5]);
        assert_eq!(shares(&[5.0, 5.0]), [1.0, 1.0]);
        assert_eq!(shares(&[f64::MIN, f64::MAX, 0.0]), [0.0, 1.0, 0.5]);
    }

    #[test]
    fn numbers_are_short() {
        let said = [0.25, -3.0, 99.94, 1234.6, -1e300].map(short_number);
        assert_eq!(said, ["0.2", "-3", "99.9", "1235", "->10⁹"]);
    }
}
