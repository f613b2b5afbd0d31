//! Who moves, what a move does, what a fault costs, who wins. Knows the board only through
//! board.rs, and no bytes.
//!
//! Source: README and source of generals-tournament (2022). Where the two disagree,
//! docs/generals.md says what is done here.

use super::action::{CellPosition, GeneralsAction};
use super::board::{CellKind, GeneralsBoard};
use super::reasons::GeneralsReason;
use super::settings::GeneralsSettings;
use super::view::GeneralsView;
use crate::fault::{Fault, FaultKind, FaultReason, ReasonText};
use crate::game::{Game, Outcome, SettingsError};
use crate::seat::{Seat, Seats};

/// A match: player p starts in the p-th capital of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Generals {
    board: GeneralsBoard,
    settings: GeneralsRules,
    /// The seats in the order in which they move.
    order: Vec<Seat>,
    /// The seat to move: an index into `order`.
    turn: usize,
    /// How many rounds are over.
    rounds: u32,
    playing: Seats,
    /// For each seat that is out, how many moves and faults the match had had when it left.
    left: Vec<u64>,
    moves: u64,
    blamed: Option<Seat>,
    /// Whether the player who left last had lost its capital.
    fell: bool,
}

/// The part of the settings that matters after the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GeneralsRules {
    rounds: u32,
    towns_grow: u32,
    land_grows: u32,
}

/// An event of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GeneralsEvent {
    /// A player let its turn pass.
    Passed(Seat),
    /// An army moved.
    Marched {
        /// The seat that moved.
        seat: Seat,
        /// The source cell, counted row by row from 0.
        from: usize,
        /// The target cell.
        to: usize,
        /// How many units; 0 if the cell had fewer than two.
        units: u32,
        /// Whether the cell it went to changed hands.
        took: bool,
    },
    /// A player's capital was captured.
    Conquered {
        /// The player that lost its capital.
        victim: Seat,
        /// By whom.
        captor: Seat,
    },
    /// A player's fault put it out.
    Forfeited(Seat),
    /// A round is over.
    RoundOver {
        /// How many rounds there have been.
        rounds: u32,
        /// Whether cities and capitals have grown.
        towns: bool,
        /// Whether open ground has grown.
        land: bool,
    },
}

/// Why a move is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{}", FaultReason::from(*self))]
pub enum GeneralsRuleError {
    /// A place that is not on the map.
    Outside {
        /// How many rows the map has.
        rows: usize,
        /// How many columns it has.
        columns: usize,
    },
    /// The option is neither 1 nor 2.
    NoSuchOption,
    /// The target does not share a side with the source.
    NoNeighbour,
    /// The source is not the player's.
    NotYours,
    /// The target is a mountain.
    Mountain,
    /// It is another player's move, or the match is over.
    NotYourTurn,
}

impl From<GeneralsRuleError> for FaultReason {
    fn from(error: GeneralsRuleError) -> Self {
        let reason = match error {
            GeneralsRuleError::Outside { rows, columns } => GeneralsReason::OutsideMap { rows, columns },
            GeneralsRuleError::NoSuchOption => GeneralsReason::NoSuchOption,
            GeneralsRuleError::NoNeighbour => GeneralsReason::NotNeighbouring,
            GeneralsRuleError::NotYours => GeneralsReason::ForeignArmy,
            GeneralsRuleError::Mountain => GeneralsReason::Mountain,
            GeneralsRuleError::NotYourTurn => return Self::NotItsTurn,
        };
        reason.into()
    }
}

impl Generals {
    /// The board with everything on it. For boards and logs; bots see [`Game::view`].
    pub fn board(&self) -> &GeneralsBoard {
        &self.board
    }

    /// How many rounds are over.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// After how many rounds the match ends.
    pub fn rounds_max(&self) -> u32 {
        self.settings.rounds
    }

    /// The seat to move, or that would move if the match went on.
    pub fn mover(&self) -> Seat {
        self.order[self.turn]
    }

    /// The seats in the order in which they move.
    pub fn order(&self) -> &[Seat] {
        &self.order
    }

    /// The cell of this name, if it is on the map.
    pub(super) fn cell(&self, place: CellPosition) -> Option<usize> {
        let row = usize::try_from(place.row).ok()?.checked_sub(1).filter(|&row| row < self.board.rows())?;
        let column = usize::try_from(place.column).ok()?.checked_sub(1).filter(|&at| at < self.board.columns())?;
        Some(row * self.board.columns() + column)
    }

    /// The name of a cell.
    pub fn place(&self, cell: usize) -> CellPosition {
        let columns = self.board.columns();
        CellPosition { row: (cell / columns) as i32 + 1, column: (cell % columns) as i32 + 1 }
    }

    /// The move of a legal action: source, target and number of units; `None` for a pass.
    fn checked(&self, seat: Seat, action: GeneralsAction) -> Result<Option<(usize, usize, u32)>, GeneralsRuleError> {
        let GeneralsAction::March { option, from, to } = action else {
            return Ok(None);
        };
        let outside = GeneralsRuleError::Outside { rows: self.board.rows(), columns: self.board.columns() };
        let source = self.cell(from).ok_or(outside)?;
        let target = self.cell(to).ok_or(outside)?;
        let army = self.board.army_at(source);
        let units = match option {
            GeneralsAction::ALL => army.saturating_sub(1),
            GeneralsAction::HALF if army < 2 => 0,
            GeneralsAction::HALF => army / 2,
            _ => return Err(GeneralsRuleError::NoSuchOption),
        };
        if from.row.abs_diff(to.row) + from.column.abs_diff(to.column) != 1 {
            return Err(GeneralsRuleError::NoNeighbour);
        }
        if self.board.owner(source) != Some(seat) {
            return Err(GeneralsRuleError::NotYours);
        }
        if self.board.kind(target) == CellKind::Mountain {
            return Err(GeneralsRuleError::Mountain);
        }
        Ok(Some((source, target, units)))
    }

    /// Plays an action without ending the turn: [`Self::pass_on`] ends it.
    pub(super) fn act(
        &mut self,
        seat: Seat,
        action: GeneralsAction,
        events: &mut Vec<GeneralsEvent>,
    ) -> Result<(), GeneralsRuleError> {
        if !self.to_act().contains(seat) {
            return Err(GeneralsRuleError::NotYourTurn);
        }
        let march = self.checked(seat, action)?;
        self.moves += 1;
        match march {
            None => events.push(GeneralsEvent::Passed(seat)),
            Some((from, to, units)) => self.march_army(seat, from, to, units, events),
        }
        Ok(())
    }

    fn march_army(&mut self, seat: Seat, from: usize, to: usize, units: u32, events: &mut Vec<GeneralsEvent>) {
        let change = if units == 0 { None } else { self.board.march_army(from, to, units) };
        events.push(GeneralsEvent::Marched { seat, from, to, units, took: change.is_some() });
        if let Some(change) = change
            && let Some(victim) = change.from.filter(|_| change.capital)
        {
            self.board.hand_over(to, victim, seat);
            self.leave(victim, self.moves);
            self.fell = true;
            events.push(GeneralsEvent::Conquered { victim, captor: seat });
        }
    }

    /// Charges a fault without ending the turn: [`Self::pass_on`] ends it.
    pub(super) fn forfeit(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<GeneralsEvent>) {
        if !self.playing.contains(seat) {
            return;
        }
        self.board.abandon(seat);
        // Bots that did not start are level: the moment of leaving does not advance between them,
        // so the order in which the referee charges them makes no difference.
        self.moves += u64::from(fault.kind != FaultKind::NotStarted);
        self.leave(seat, self.moves);
        self.fell = false;
        if self.playing.len() == 1 && fault.kind != FaultKind::Resigned {
            self.blamed = Some(seat);
        }
        events.push(GeneralsEvent::Forfeited(seat));
    }

    fn leave(&mut self, seat: Seat, moment: u64) {
        self.playing.remove(seat);
        self.left[seat.index()] = moment;
    }

    /// Gives the turn to the next player after `seat` has done something; the last player of a
    /// round ends the round.
    pub(super) fn pass_on(&mut self, seat: Seat, events: &mut Vec<GeneralsEvent>) {
        let next = (self.turn + 1..self.order.len()).find(|&turn| self.playing.contains(self.order[turn]));
        if self.playing.len() < 2 {
            // After a final kill the rest of the round is skipped, but growth still happens.
            self.end_round(events);
        } else if seat == self.mover() {
            match next {
                Some(turn) => self.turn = turn,
                None => self.end_round(events),
            }
        }
    }

    fn end_round(&mut self, events: &mut Vec<GeneralsEvent>) {
        self.rounds += 1;
        let towns = self.rounds.is_multiple_of(self.settings.towns_grow);
        let land = self.rounds.is_multiple_of(self.settings.land_grows);
        if towns {
            self.board.grow_towns();
        }
        if land {
            self.board.grow_land();
        }
        let first = self.order.iter().position(|&seat| self.playing.contains(seat));
        self.turn = first.unwrap_or(0);
        events.push(GeneralsEvent::RoundOver { rounds: self.rounds, towns, land });
    }

    /// The ranking of players who are still in the match: by army, then cities, then land.
    fn standing(&self, seat: Seat) -> FinalRank {
        match self.playing.contains(seat) {
            true => FinalRank::In(self.board.army(seat), self.board.cities(seat), self.board.land(seat)),
            false => FinalRank::Out(self.left[seat.index()]),
        }
    }

    fn is_over(&self) -> bool {
        self.playing.len() < 2 || self.rounds >= self.settings.rounds
    }
}

/// The rank of a player at the end, the worst first: a player who left later ranks higher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FinalRank {
    Out(u64),
    In(u32, u32, u32),
}

impl Game for Generals {
    type Settings = GeneralsSettings;
    type Action = GeneralsAction;
    type Event = GeneralsEvent;
    type View<'a> = GeneralsView<'a>;
    type RuleError = GeneralsRuleError;

    fn start(settings: &GeneralsSettings, seats: usize) -> Result<Self, SettingsError> {
        settings.check(seats)?;
        let order = match settings.order.as_slice() {
            [] => (0..seats).map(Seat::new).collect(),
            order => order.to_vec(),
        };
        let &GeneralsSettings { rounds, towns_grow, land_grows, .. } = settings;
        Ok(Self {
            board: GeneralsBoard::new(&settings.map, settings.garrison),
            settings: GeneralsRules { rounds, towns_grow, land_grows },
            order,
            turn: 0,
            rounds: 0,
            playing: Seats::first(seats),
            left: vec![0; seats],
            moves: 0,
            blamed: None,
            fell: false,
        })
    }

    fn seats(&self) -> usize {
        self.order.len()
    }

    fn to_act(&self) -> Seats {
        if self.is_over() { Seats::NONE } else { Seats::only(self.mover()) }
    }

    fn playing(&self) -> Seats {
        self.playing
    }

    fn view(&self, seat: Seat) -> GeneralsView<'_> {
        GeneralsView::new(&self.board, self.rounds, seat)
    }

    /// Passing comes first; then, for each cell of the player and each direction (up, left, right,
    /// down), all units and half of them.
    fn legal(&self, seat: Seat) -> impl Iterator<Item = GeneralsAction> {
        let owes = self.to_act().contains(seat);
        let cells = self.board.owned(seat).filter(move |_| owes);
        let marches = cells.flat_map(move |cell| self.marches(cell));
        owes.then_some(GeneralsAction::Pass).into_iter().chain(marches)
    }

    fn play(
        &mut self,
        seat: Seat,
        action: GeneralsAction,
        events: &mut Vec<GeneralsEvent>,
    ) -> Result<(), GeneralsRuleError> {
        self.act(seat, action, events)?;
        self.pass_on(seat, events);
        Ok(())
    }

    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<GeneralsEvent>) {
        if !self.is_over() && self.playing.contains(seat) {
            self.forfeit(seat, fault, events);
            self.pass_on(seat, events);
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.board.bytes() + size_of_val(&*self.order) + size_of_val(&*self.left)
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let standings: Vec<_> = (0..self.seats()).map(|index| self.standing(Seat::new(index))).collect();
        let place = |own: &FinalRank| 1 + standings.iter().filter(|other| *other > own).count() as u8;
        Some(Outcome { places: standings.iter().map(place).collect(), blamed: self.blamed })
    }

    fn explain_reason(clause: &str) -> Option<ReasonText> {
        GeneralsReason::read(clause)?.explain()
    }

    fn decided_by(&self) -> Option<&'static str> {
        match self.playing.len() {
            0 | 1 => self.fell.then_some("the last other capital has fallen"),
            _ => self.is_over().then_some("the rounds are used up"),
        }
    }

    fn explain_win(&self) -> Option<&'static str> {
        let rule = self.decided_by()?;
        let Some(winner) = self.outcome().and_then(|outcome| outcome.winner()) else { return Some(rule) };
        let army = |seat: Seat| self.board().army(seat);
        let others = (0..self.seats()).map(Seat::new).filter(|&seat| seat != winner);
        let next = others.map(army).max().unwrap_or_default();
        let is_largest = (1..army(winner)).contains(&next) && self.rounds() >= self.rounds_max();
        Some(if is_largest { "the largest army after the last round" } else { rule })
    }
}

/// The directions of a move, in the order of [`Generals::legal`], as rows and columns.
pub(super) const DIRECTIONS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

impl Generals {
    fn marches(&self, cell: usize) -> impl Iterator<Item = GeneralsAction> {
        let from = self.place(cell);
        let targets = DIRECTIONS.into_iter().map(move |step| step_from(from, step));
        let open =
            targets.filter(|&to| self.cell(to).is_some_and(|target| self.board.kind(target) != CellKind::Mountain));
        open.flat_map(move |to| {
            [GeneralsAction::ALL, GeneralsAction::HALF].map(|option| GeneralsAction::March { option, from, to })
        })
    }
}

/// The place one step away.
pub(super) fn step_from(from: CellPosition, (rows, columns): (i32, i32)) -> CellPosition {
    CellPosition { row: from.row + rows, column: from.column + columns }
}
