//! An army that a person is setting up: the pieces on the board, the pieces in the tray, and the
//! selected one. Knows no page.

use std::rc::Rc;

use botyard_engine::games::stratego::{ArmySetup, Colour, HEIGHT, Rank, Square, WIDTH};
use yew::Reducible;

use super::drag::DragSpot;

/// The number of rows of an army.
pub const ROWS: usize = 4;

/// An army that may not be complete yet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmyDraft {
    colour: Colour,
    places: [[Option<Rank>; WIDTH]; ROWS],
}

impl ArmyDraft {
    /// All pieces in the tray.
    pub const fn new(colour: Colour) -> Self {
        Self { colour, places: [[None; WIDTH]; ROWS] }
    }

    /// These pieces on the board, the others in the tray.
    pub const fn from_setup(colour: Colour, setup: &ArmySetup) -> Self {
        Self { colour, places: *setup.rows() }
    }

    /// All pieces somewhere; `draw` gives a number below the one it gets.
    pub fn shuffled(colour: Colour, mut draw: impl FnMut(usize) -> usize) -> Self {
        let mut pieces: Vec<_> = Rank::ALL.into_iter().flat_map(|rank| vec![rank; rank.count().into()]).collect();
        let places = std::array::from_fn(|_| std::array::from_fn(|_| Some(pieces.swap_remove(draw(pieces.len())))));
        Self { colour, places }
    }

    /// Whose it is.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Whether this army may stand on a square.
    pub const fn is_home(&self, square: Square) -> bool {
        let first = self.colour.first_row();
        first <= square.y() && square.y() < first + ROWS
    }

    /// The rank of the piece on a square; `None` if there is none.
    pub fn rank(&self, square: Square) -> Option<Rank> {
        self.is_home(square).then(|| self.places[square.y() - self.colour.first_row()][square.x()])?
    }

    /// How many of a rank are in the tray.
    pub fn left(&self, rank: Rank) -> u8 {
        rank.count().saturating_sub(self.setup().counts()[rank.index()])
    }

    /// How many pieces are in the tray.
    pub fn missing(&self) -> u32 {
        Rank::ALL.into_iter().map(|rank| u32::from(self.left(rank))).sum()
    }

    /// Why this army cannot play yet; `is_partial` allows pieces to stay away.
    pub fn find_problem(&self, is_partial: bool) -> Option<ArmyProblem> {
        match (is_partial, self.missing()) {
            (_, 0) => None,
            (true, _) => (self.left(Rank::Flag) > 0).then_some(ArmyProblem::NoFlag),
            (false, missing) => Some(ArmyProblem::Incomplete(missing)),
        }
    }

    /// The army in the form that the rules take.
    pub const fn setup(&self) -> ArmySetup {
        ArmySetup::new(self.places)
    }

    fn place(&mut self, square: Square) -> Option<&mut Option<Rank>> {
        let row = square.y().checked_sub(self.colour.first_row())?;
        self.places.get_mut(row).map(|row| &mut row[square.x()])
    }

    fn set_rank(&mut self, square: Square, rank: Option<Rank>) {
        if let Some(place) = self.place(square) {
            *place = rank;
        }
    }

    fn swap(&mut self, one: Square, other: Square) {
        let (first, second) = (self.rank(one), self.rank(other));
        self.set_rank(one, second);
        self.set_rank(other, first);
    }
}

/// Why an army cannot play yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmyProblem {
    /// The flag is in the tray.
    NoFlag,
    /// This many pieces are in the tray.
    Incomplete(u32),
}

/// The hint for the person during the setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetupNotice {
    /// The army cannot play yet.
    Unready(ArmyProblem),
    /// No piece is selected, and the square is empty.
    NothingThere,
    /// The tray has no more of this rank.
    NoneLeft(Rank),
    /// The square is not one for an army of this colour.
    NotHome(Colour),
    /// The setup is kept under this name.
    Kept(String),
    /// The browser keeps no setups.
    NotKept,
}

/// A person at the tray.
#[derive(Debug, Clone, PartialEq)]
pub struct SetupEditor {
    /// The army so far.
    pub draft: ArmyDraft,
    /// The place of the selected piece.
    pub hand: Option<DragSpot>,
    /// The hint for the person.
    pub said: Option<SetupNotice>,
}

/// A person's action.
#[derive(Debug, Clone, PartialEq)]
pub enum SetupAction {
    /// Points at a place: selects its piece, or puts the selected one there.
    Choose(DragSpot),
    /// Drags from one place to another.
    Drag(DragSpot, DragSpot),
    /// Puts a piece of this rank on a square.
    Put(Square, Rank),
    /// Puts the piece on a square back into the tray.
    Remove(Square),
    /// Clears the selection.
    LetGo,
    /// Takes another army.
    Take(ArmyDraft),
    /// Shows a notice.
    Say(SetupNotice),
}

impl Reducible for SetupEditor {
    type Action = SetupAction;

    fn reduce(self: Rc<Self>, doing: SetupAction) -> Rc<Self> {
        let mut next = Self::clone(&self);
        next.said = None;
        match doing {
            SetupAction::Choose(spot) => next.choose(spot),
            SetupAction::Drag(from, to) => {
                next.hand = Some(from);
                next.choose(to);
                next.hand = None;
            }
            SetupAction::Put(square, rank) => next.place_rank(rank, square),
            SetupAction::Remove(square) => next.draft.set_rank(square, None),
            SetupAction::LetGo => next.hand = None,
            SetupAction::Take(draft) => next = Self { draft, hand: None, said: None },
            SetupAction::Say(what) => next.said = Some(what),
        }
        Rc::new(next)
    }
}

impl SetupEditor {
    /// An editor of this draft, with no piece selected.
    pub const fn new(draft: ArmyDraft) -> Self {
        Self { draft, hand: None, said: None }
    }

    fn choose(&mut self, spot: DragSpot) {
        match (self.hand, spot) {
            (Some(hand), spot) if hand == spot => self.hand = None,
            (Some(DragSpot::Square(from)), DragSpot::Square(to)) => self.move_on(from, to),
            (Some(DragSpot::Heap(rank)), DragSpot::Square(to)) => {
                self.place_rank(rank, to);
                // The next piece of the same rank is often placed next.
                self.hand = self.hand.filter(|_| self.draft.left(rank) > 0);
            }
            (Some(DragSpot::Square(from)), DragSpot::Heap(_) | DragSpot::Tray) => {
                self.draft.set_rank(from, None);
                self.hand = None;
            }
            (_, spot) => self.take(spot),
        }
    }

    fn take(&mut self, spot: DragSpot) {
        let is_there = match spot {
            DragSpot::Square(square) => self.draft.rank(square).is_some(),
            DragSpot::Heap(rank) => self.draft.left(rank) > 0,
            DragSpot::Tray => false,
        };
        self.hand = is_there.then_some(spot);
        if let (DragSpot::Square(_), false) = (spot, is_there) {
            self.said = Some(SetupNotice::NothingThere);
        }
    }

    fn place_rank(&mut self, rank: Rank, square: Square) {
        if !self.draft.is_home(square) {
            self.say_home();
        } else if self.draft.rank(square) != Some(rank) && self.draft.left(rank) == 0 {
            self.said = Some(SetupNotice::NoneLeft(rank));
        } else {
            self.draft.set_rank(square, Some(rank));
        }
    }

    fn move_on(&mut self, from: Square, to: Square) {
        if self.draft.is_home(to) {
            self.draft.swap(from, to);
            self.hand = None;
        } else {
            self.say_home();
        }
    }

    fn say_home(&mut self) {
        self.said = Some(SetupNotice::NotHome(self.draft.colour));
    }
}

const _: () = assert!(ROWS < HEIGHT, "an army leaves room on the board");

#[cfg(test)]
mod tests {
    use botyard_engine::games::stratego::StandardSetup;

    use super::*;

    fn at(x: i32, y: i32) -> Square {
        Square::new(x, y).expect("on the board")
    }

    fn after(doings: &[SetupAction]) -> Rc<SetupEditor> {
        let start = Rc::new(SetupEditor::new(ArmyDraft::new(Colour::Blue)));
        doings.iter().cloned().fold(start, |table: Rc<SetupEditor>, doing| table.reduce(doing))
    }

    #[test]
    fn a_piece_goes_from_the_tray_to_a_square_and_back() {
        let (scouts, flag) = (DragSpot::Heap(Rank::Scout), DragSpot::Heap(Rank::Flag));
        let square = DragSpot::Square(at(3, 6));
        let placed = after(&[SetupAction::Choose(scouts), SetupAction::Choose(square)]);
        assert_eq!((placed.draft.rank(at(3, 6)), placed.draft.left(Rank::Scout)), (Some(Rank::Scout), 7));
        assert_eq!(placed.hand, Some(scouts), "there are more scouts");
        let last = after(&[SetupAction::Choose(flag), SetupAction::Choose(square)]);
        assert_eq!((last.hand, last.draft.missing()), (None, 39));
        let back = after(&[SetupAction::Drag(flag, square), SetupAction::Drag(square, DragSpot::Tray)]);
        assert_eq!(back.draft, ArmyDraft::new(Colour::Blue));
    }

    #[test]
    fn two_pieces_change_places() {
        let put = [SetupAction::Put(at(0, 9), Rank::Flag), SetupAction::Put(at(1, 9), Rank::Bomb)];
        let swap = [SetupAction::Choose(DragSpot::Square(at(0, 9))), SetupAction::Choose(DragSpot::Square(at(1, 9)))];
        let table = after(&[&put[..], &swap[..]].concat());
        assert_eq!([at(0, 9), at(1, 9)].map(|square| table.draft.rank(square)), [Some(Rank::Bomb), Some(Rank::Flag)]);
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        for (doings, said) in [
            (vec![SetupAction::Put(at(0, 5), Rank::Flag)], SetupNotice::NotHome(Colour::Blue)),
            (
                vec![SetupAction::Put(at(0, 9), Rank::Flag), SetupAction::Put(at(1, 9), Rank::Flag)],
                SetupNotice::NoneLeft(Rank::Flag),
            ),
            (vec![SetupAction::Choose(DragSpot::Square(at(0, 9)))], SetupNotice::NothingThere),
        ] {
            assert_eq!(after(&doings).said, Some(said));
        }
    }

    #[test]
    fn an_army_is_complete_or_at_least_has_its_flag() {
        let draft = ArmyDraft::from_setup(Colour::Red, &StandardSetup::ALL[0].setup(Colour::Red));
        assert_eq!(draft.find_problem(false), None);
        assert_eq!(ArmyDraft::new(Colour::Red).find_problem(false), Some(ArmyProblem::Incomplete(40)));
        assert_eq!(ArmyDraft::new(Colour::Red).find_problem(true), Some(ArmyProblem::NoFlag));
        let flag = after(&[SetupAction::Put(at(0, 9), Rank::Flag)]).draft;
        assert_eq!(flag.find_problem(true), None);
    }

    #[test]
    fn shuffling_places_every_piece() {
        let mut next = 7;
        let mut draw = |below: usize| {
            next = (next * 31 + 11) % 1_009;
            next % below
        };
        let one = ArmyDraft::shuffled(Colour::Red, &mut draw);
        assert_eq!(one.missing(), 0);
        assert_ne!(one, ArmyDraft::shuffled(Colour::Red, &mut draw));
    }
}
