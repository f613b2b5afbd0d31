//! The exact value of a position, by search to the end of the game. The work is counted in nodes
//! and can be done in pieces of any size. Knows no clock.
//!
//! Null windows, a transposition table, threats first and the follow-up strategy: the methods of
//! Victor Allis, John Tromp and Pascal Pons.

mod column_search;
mod opening_book;
mod position_search;
mod static_bounds;
mod transposition_table;

use super::board::{COLUMNS, Column, ConnectFourBoard, EVEN_ROWS, ODD_ROWS, ROWS};
use crate::judge::Judgement;
pub use column_search::ColumnSearch;
pub use opening_book::{OpeningBook, OpeningBookError};
pub use position_search::{PositionSearch, Precision};
use static_bounds::find_static_bounds;
use transposition_table::{ScoreBounds, TranspositionTable};

/// The value of a position for the side to move: 0 is a draw; a win is 22 minus the stones the
/// winner has used, so that a quicker win counts more; a loss is the negative of the other side's
/// win.
pub type Score = i32;

const CELLS: Score = (COLUMNS * ROWS) as Score;

/// With fewer stones than this, a position and its mirror image are one: later, both rarely occur,
/// and looking for the image costs more than it saves.
const MIRRORED_STONES: u32 = 12;

/// With fewer stones than this, all successors are looked up before the first is searched.
const LOOKED_UP_STONES: u32 = 30;

/// A solver with its memory of positions.
#[derive(Debug)]
pub struct Solver {
    table: TranspositionTable,
    book: Option<&'static OpeningBook>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::with_entries(1 << 22)
    }
}

/// The question whether the side to move can reach a score, and how far its search has come.
#[derive(Debug)]
pub struct ScoreQuestion {
    bound: Score,
    /// The positions from the question's own to the one that is searched now.
    line: Vec<SearchedPosition>,
    answer: Option<bool>,
}

/// A position whose moves are searched one after the other.
#[derive(Debug)]
struct SearchedPosition {
    board: ConnectFourBoard,
    key: u64,
    known: ScoreBounds,
    moves: OrderedMoves,
}

/// Landing cells, the most promising first.
#[derive(Debug)]
struct OrderedMoves {
    cells: [u64; COLUMNS],
    count: u8,
    next: u8,
}

/// What is known of a position without searching its moves.
enum FirstLook {
    Answered(bool),
    Open(SearchedPosition),
}

impl Solver {
    /// A solver that remembers this many positions, 8 bytes each.
    pub fn with_entries(entries: usize) -> Self {
        Self { table: TranspositionTable::new(entries), book: None, nodes: 0 }
    }

    /// The solver with a book, whose positions it does not search to know who wins.
    #[must_use]
    pub fn with_book(self, book: &'static OpeningBook) -> Self {
        Self { book: Some(book), ..self }
    }

    /// The number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score of a position that is not over.
    pub fn solve(&mut self, board: ConnectFourBoard) -> Score {
        PositionSearch::new(board).finish(self)
    }

    /// Who wins a position that is not over.
    pub fn judge(&mut self, board: ConnectFourBoard) -> Judgement {
        let mut search = PositionSearch::new(board);
        let mut nodes = u64::MAX;
        search.advance(self, Precision::Outcome, &mut nodes);
        search.judgement().expect("nothing has stopped the search")
    }

    /// Remembers who wins some positions.
    pub fn learn(&mut self, results: impl IntoIterator<Item = (ConnectFourBoard, Judgement)>) {
        for (board, result) in results {
            self.table.remember(find_key(board), ScoreBounds::of_judgement(board, result));
        }
    }

    /// The score of each column for the side to move; `None` where the column is full.
    pub fn analyse(&mut self, board: ConnectFourBoard) -> [Option<Score>; COLUMNS] {
        let mut columns = ColumnSearch::new(board);
        let mut nodes = u64::MAX;
        columns.advance(self, Precision::Score, &mut nodes);
        columns.bounds().map(|bounds| bounds.map(|(low, _)| low))
    }

    /// Asks whether the side to move can reach a score of `bound` in a position in which it cannot
    /// win with its next stone.
    fn ask(&mut self, board: ConnectFourBoard, bound: Score) -> ScoreQuestion {
        match self.look_at(board, bound) {
            FirstLook::Answered(answer) => ScoreQuestion { bound, line: Vec::new(), answer: Some(answer) },
            FirstLook::Open(position) => ScoreQuestion { bound, line: vec![position], answer: None },
        }
    }

    /// Searches at most `nodes` further positions and subtracts them; the answer, once there is one.
    fn advance(&mut self, question: &mut ScoreQuestion, nodes: &mut u64) -> Option<bool> {
        while question.answer.is_none() && *nodes > 0 {
            *nodes -= 1;
            self.search_next_move(question);
        }
        question.answer
    }

    /// Looks at the next move of the last position of the line.
    fn search_next_move(&mut self, question: &mut ScoreQuestion) {
        let depth = question.line.len();
        let bound = question.bound_at(depth - 1);
        let position = question.line.last_mut().expect("an open question has a position");
        let Some(cell) = position.moves.take_next() else { return self.leave(question, false) };
        match self.look_at(position.board.place_stone(cell), 1 - bound) {
            FirstLook::Answered(true) => {}
            FirstLook::Answered(false) => self.leave(question, true),
            FirstLook::Open(next) => question.line.push(next),
        }
    }

    /// Stores whether the last position's side to move reaches its bound, and goes back to the
    /// position that still has to be searched.
    fn leave(&mut self, question: &mut ScoreQuestion, mut is_reached: bool) {
        while let Some(SearchedPosition { key, known, .. }) = question.line.pop() {
            let bound = question.bound_at(question.line.len());
            let bounds = match is_reached {
                true => ScoreBounds { lower: known.lower.max(bound), ..known },
                false => ScoreBounds { upper: known.upper.min(bound - 1), ..known },
            };
            self.table.remember(key, bounds);
            if question.line.is_empty() {
                question.answer = Some(is_reached);
            } else if is_reached {
                // This refutes the move that led here; the position before may have others.
                return;
            }
            is_reached = true;
        }
    }

    /// What the table and the book have of a position.
    fn recall(&self, board: ConnectFourBoard, key: u64) -> ScoreBounds {
        let known = self.table.recall(key);
        match self.book.and_then(|book| book.find(board)) {
            Some(result) => known.narrowed_by(ScoreBounds::of_judgement(board, result)),
            None => known,
        }
    }

    /// Answers a question by rules, by the table, or by a look at all successors in the table.
    fn look_at(&mut self, board: ConnectFourBoard, bound: Score) -> FirstLook {
        self.nodes += 1;
        let moves = find_safe_moves(board);
        let rules = find_static_bounds(board, moves, bound);
        if let Some(answer) = rules.answer(bound) {
            return FirstLook::Answered(answer);
        }
        let key = find_key(board);
        let known = self.recall(board, key);
        if let Some(answer) = known.answer(bound) {
            return FirstLook::Answered(answer);
        }
        let moves = OrderedMoves::new(board, moves);
        if board.stones() < LOOKED_UP_STONES {
            let next = |cell| board.place_stone(cell);
            let is_refuted = |cell| self.recall(next(cell), find_key(next(cell))).upper <= -bound;
            if moves.cells().any(is_refuted) {
                self.table.remember(key, ScoreBounds { lower: bound, ..known });
                return FirstLook::Answered(true);
            }
        }
        FirstLook::Open(SearchedPosition { board, key, known, moves })
    }
}

/// Who wins, for the side whose score has these bounds: both have the same sign once that is known.
pub(super) fn judgement_of((low, _): (Score, Score)) -> Judgement {
    match low {
        ..0 => Judgement::Loss,
        0 => Judgement::Draw,
        1.. => Judgement::Win,
    }
}

impl ScoreQuestion {
    /// The bound for the side to move after this many moves of the line. A score of `n` or more for
    /// one side is one of less than `1 - n` for the other.
    fn bound_at(&self, depth: usize) -> Score {
        if depth.is_multiple_of(2) { self.bound } else { 1 - self.bound }
    }
}

impl ScoreBounds {
    /// What follows from who wins a position.
    fn of_judgement(board: ConnectFourBoard, result: Judgement) -> Self {
        let most = (CELLS - board.stones() as Score) / 2;
        match result {
            Judgement::Loss => Self { lower: -most, upper: -1 },
            Judgement::Draw => Self { lower: 0, upper: 0 },
            Judgement::Win => Self { lower: 1, upper: most },
        }
    }

    fn narrowed_by(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Whether the score reaches `bound`, if these bounds say so.
    fn answer(self, bound: Score) -> Option<bool> {
        if self.lower >= bound {
            Some(true)
        } else if self.upper < bound {
            Some(false)
        } else {
            None
        }
    }
}

impl OrderedMoves {
    /// Sorts landing cells: those with the most threats first, and the middle before the edges. A
    /// threat in a row of the side's own parity counts twice, because the other side will rarely get
    /// the stone below it.
    fn new(board: ConnectFourBoard, moves: u64) -> Self {
        const MIDDLE_FIRST: [u32; COLUMNS] = [3, 2, 4, 1, 5, 0, 6];
        let own_rows = if board.stones().is_multiple_of(2) { ODD_ROWS } else { EVEN_ROWS };
        let mut sorted = Self { cells: [0; COLUMNS], count: 0, next: 0 };
        let mut weights = [0; COLUMNS];
        for column in MIDDLE_FIRST {
            let cell = moves & 0x3f << (7 * column);
            if cell == 0 {
                continue;
            }
            let threats = board.threats_with(cell);
            let weight = threats.count_ones() + (threats & own_rows).count_ones();
            let mut at = usize::from(sorted.count);
            while at > 0 && weights[at - 1] < weight {
                weights[at] = weights[at - 1];
                sorted.cells[at] = sorted.cells[at - 1];
                at -= 1;
            }
            weights[at] = weight;
            sorted.cells[at] = cell;
            sorted.count += 1;
        }
        sorted
    }

    fn cells(&self) -> impl Iterator<Item = u64> {
        self.cells[..usize::from(self.count)].iter().copied()
    }

    fn take_next(&mut self) -> Option<u64> {
        let cell = self.cells().nth(self.next.into())?;
        self.next += 1;
        Some(cell)
    }
}

fn win_with_next_stone(board: ConnectFourBoard) -> Score {
    (CELLS + 1 - board.stones() as Score) / 2
}

fn find_key(board: ConnectFourBoard) -> u64 {
    if board.stones() < MIRRORED_STONES { board.unmirrored_key() } else { board.key() }
}

/// The landing cells that do not lose at once, where the side to move cannot win at once.
fn find_safe_moves(board: ConnectFourBoard) -> u64 {
    let dangers = board.dangers();
    let mut landings = board.landings();
    let forced = landings & dangers;
    if forced != 0 {
        if forced & (forced - 1) != 0 {
            return 0;
        }
        landings = forced;
    }
    // A stone right below a cell where the other makes four hands it over.
    landings & !(dangers >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::log::read_line;

    /// A game that is drawn with the last stone, so each of its positions can be searched.
    const DRAWN: &str = "656173566152215676422337377473141445425321";

    fn after(columns: &str) -> ConnectFourBoard {
        read_line(columns).expect("the columns can be played").1.board()
    }

    /// The score by looking at every line of play.
    fn search_exhaustively(board: ConnectFourBoard) -> Score {
        if board.is_full() {
            return 0;
        }
        let scores = board.open().map(|column| match board.wins(column) {
            true => win_with_next_stone(board),
            false => -search_exhaustively(board.drop(column)),
        });
        scores.max().expect("a column is open")
    }

    #[test]
    fn scores_are_those_of_an_exhaustive_search() {
        let mut solver = Solver::with_entries(1 << 12);
        for stones in 28..DRAWN.len() {
            let board = after(&DRAWN[..stones]);
            assert_eq!(solver.solve(board), search_exhaustively(board), "after {stones} stones");
        }
    }

    #[test]
    fn a_search_in_pieces_is_the_same_search() {
        let board = after("4455233241");
        for precision in [Precision::Outcome, Precision::Score] {
            let mut solver = Solver::with_entries(1 << 12);
            let mut whole = ColumnSearch::new(board);
            assert!(whole.advance(&mut solver, precision, &mut { u64::MAX }));
            let (mut other, mut pieces, mut count) = (Solver::with_entries(1 << 12), ColumnSearch::new(board), 0);
            while !pieces.advance(&mut other, precision, &mut 7) {
                count += 1;
            }
            assert!(count > 10, "the search took {count} pieces");
            assert_eq!((pieces.bounds(), other.nodes()), (whole.bounds(), solver.nodes()));
        }
    }

    #[test]
    fn the_outcome_has_the_sign_of_the_score() {
        for stones in 20..DRAWN.len() {
            let board = after(&DRAWN[..stones]);
            let mut solver = Solver::with_entries(1 << 12);
            let mut search = ColumnSearch::new(board);
            search.advance(&mut solver, Precision::Outcome, &mut { u64::MAX });
            let signs = search.bounds().map(|bounds| bounds.map(|(low, high)| (low.signum(), high.signum())));
            let scores = solver.analyse(board).map(|score| score.map(|score| (score.signum(), score.signum())));
            assert_eq!(signs, scores, "after {stones} stones");
        }
    }
}
