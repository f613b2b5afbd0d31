//! Turns, legality, attrition, the limit of turns and what a fault costs. Source: the last version
//! of the competition's manager, as its manual and its recorded games have it. Knows no words and
//! no names.

use super::action::{StrategoAction, StrategoMove};
use super::board::{SquareContent, StrategoBoard};
use super::combat::{CombatEffect, fight};
use super::ending::{EndReason, ResultWord, StrategoEnding};
use super::event::StrategoEvent;
use super::piece::{Colour, Piece, Rank};
use super::reasons::StrategoReason;
use super::rule_error::{RefusedEcho, StrategoRuleError};
use super::settings::StrategoSettings;
use super::setup::{ArmySetup, Least, StandardSetup};
use super::square::Square;
use super::view::{StrategoStage, StrategoView};
use crate::fault::{Fault, FaultKind, FaultReason, ReasonText};
use crate::game::{Game, Outcome, SettingsError};
use crate::seat::{Seat, Seats};

/// A match: RED is seat 0 and moves first.
#[derive(Debug, Clone, PartialEq)]
pub struct Stratego {
    settings: StrategoSettings,
    board: StrategoBoard,
    /// How many of each rank each side has lost.
    fallen: [[u8; 12]; 2],
    entries: [SetupProgress; 2],
    /// From 1; 0 while the armies are set up.
    turn: u32,
    side: Colour,
    /// How many `NO_MOVE` have been accepted in a row.
    passes: u8,
    ending: Option<StrategoEnding>,
}

/// How far a side has come with its setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SetupProgress {
    Awaited,
    Placed,
    /// It went wrong after pieces of this worth.
    Spoilt(u32),
    /// The bot ended after pieces of this worth.
    Abandoned(u32),
    /// There was no bot to ask for a setup.
    Absent,
}

impl Stratego {
    /// The board with its pieces.
    pub fn board(&self) -> &StrategoBoard {
        &self.board
    }

    /// How many of each rank a side has lost, in the order of [`Rank::ALL`]. Both sides know that.
    pub fn fallen(&self, colour: Colour) -> &[u8; 12] {
        &self.fallen[colour as usize]
    }

    /// How it is played.
    pub fn settings(&self) -> &StrategoSettings {
        &self.settings
    }

    /// The turn, from 1; 0 while the armies are set up.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The side to move, or that was to move when the match ended.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<&StrategoEnding> {
        self.ending.as_ref()
    }

    /// Changes the rank of the piece on a square: for a player who does not know the rank and
    /// assumes one.
    pub fn assume(&mut self, square: Square, rank: Rank) {
        if let Some(piece) = self.board.take(square) {
            self.board.place_piece(square, Piece { rank, ..piece });
        }
    }

    fn stage(&self) -> StrategoStage {
        if self.turn == 0 { StrategoStage::Setup } else { StrategoStage::Turn }
    }

    /// Where a move leads.
    ///
    /// # Errors
    /// If the side on turn cannot make it.
    pub fn target(&self, step: StrategoMove) -> Result<(Square, Square), StrategoRuleError> {
        let from = Square::new(step.x, step.y).ok_or(StrategoRuleError::OutsideBoard)?;
        let piece = match self.board[from] {
            SquareContent::Empty => return Err(StrategoRuleError::NoPiece),
            SquareContent::Piece(piece) if piece.owner == self.side => piece,
            SquareContent::Piece(_) | SquareContent::Obstacle => return Err(StrategoRuleError::NotYours),
        };
        if !piece.rank.is_mobile() {
            return Err(StrategoRuleError::Immobile);
        }
        if step.steps < 1 || step.steps > 1 && piece.rank != Rank::Scout {
            return Err(StrategoRuleError::CannotMoveThatWay);
        }
        let to = self.board.reach(from, step.direction, step.steps)?;
        match self.board[to] {
            SquareContent::Obstacle => Err(StrategoRuleError::Occupied),
            SquareContent::Piece(there) if there.owner == self.side => Err(StrategoRuleError::Occupied),
            _ => Ok((from, to)),
        }
    }

    fn place(
        &mut self,
        colour: Colour,
        setup: &ArmySetup,
        events: &mut Vec<StrategoEvent>,
    ) -> Result<(), StrategoRuleError> {
        let least = if self.settings.partial_setup { Least::Flag } else { Least::Full };
        setup.check(least).map_err(StrategoRuleError::Setup)?;
        for (y, x, rank) in setup.places() {
            let square = Square::new(x as i32, (colour.first_row() + y) as i32).expect("a setup fits on the board");
            if let Some(rank) = rank {
                self.board.place_piece(square, Piece { rank, owner: colour, revealed: false });
            }
        }
        self.entries[colour as usize] = SetupProgress::Placed;
        events.push(StrategoEvent::Placed(colour));
        self.begin(events);
        Ok(())
    }

    /// Begins once both sides have come up with something.
    fn begin(&mut self, events: &mut Vec<StrategoEvent>) {
        match self.entries {
            [SetupProgress::Awaited, _] | [_, SetupProgress::Awaited] => {}
            [SetupProgress::Placed, SetupProgress::Placed] => {
                self.turn = 1;
                events.push(StrategoEvent::Began);
                if self.is_last_turn() {
                    self.end(ResultWord::DrawDefault, EndReason::TurnLimit, events);
                } else {
                    self.check_attrition(events);
                }
            }
            entries => self.end_setup(entries, events),
        }
    }

    fn end_setup(&mut self, entries: [SetupProgress; 2], events: &mut Vec<StrategoEvent>) {
        let side = match entries {
            [_, SetupProgress::Placed] => Some(Colour::Red),
            [SetupProgress::Placed, _] => Some(Colour::Blue),
            _ => None,
        };
        // The original looked for both programs before it asked for any setup.
        let nothing = entries.contains(&SetupProgress::Absent);
        let values = Colour::BOTH.map(|colour| match entries[colour as usize] {
            _ if nothing => 0,
            SetupProgress::Spoilt(worth) | SetupProgress::Abandoned(worth) => worth,
            SetupProgress::Awaited | SetupProgress::Placed | SetupProgress::Absent => self.board.value(colour),
        });
        // The original noticed that a program had ended when it wrote the result to it.
        let word = match side.map(|side| entries[side as usize]) {
            Some(SetupProgress::Abandoned(_)) => ResultWord::Illegal,
            _ => ResultWord::BadSetup,
        };
        self.record_ending(StrategoEnding { word, reason: EndReason::BadSetup, side, turn: 0, values }, events);
    }

    fn is_last_turn(&self) -> bool {
        self.settings.max_turns.is_some_and(|max| self.turn >= max)
    }

    fn step(&mut self, step: StrategoMove, events: &mut Vec<StrategoEvent>) -> Result<(), StrategoRuleError> {
        let (from, to) = self.target(step)?;
        let piece = self.board.take(from).expect("a piece of the side on turn stands there");
        let effect = self.board.piece(to).map_or(CombatEffect::Ok, |there| {
            fight(piece.rank, there.rank, self.settings.variant, &mut self.settings.coin)
        });
        self.settle_combat(piece, to, effect);
        self.passes = 0;
        let at = events.len();
        events.push(StrategoEvent::Moved { by: self.side, from, to, effect, last: false });
        if effect == CombatEffect::VictoryFlag {
            self.end(ResultWord::Victory, EndReason::CapturedFlag, events);
        } else {
            self.check_attrition(events);
        }
        if self.ending.is_none() {
            self.close_turn(events);
        } else if let StrategoEvent::Moved { last, .. } = &mut events[at] {
            *last = true;
        }
        Ok(())
    }

    /// Puts the survivor of a combat on its square.
    fn settle_combat(&mut self, piece: Piece, to: Square, effect: CombatEffect) {
        match effect {
            CombatEffect::Ok => self.board.place_piece(to, piece),
            CombatEffect::Kills(..) | CombatEffect::VictoryFlag => {
                self.remove(to);
                self.board.place_piece(to, Piece { revealed: true, ..piece });
            }
            CombatEffect::Dies(..) => {
                self.board.reveal(to);
                self.bury(piece);
            }
            CombatEffect::BothDie(..) => {
                self.remove(to);
                self.bury(piece);
            }
        }
    }

    fn remove(&mut self, square: Square) {
        if let Some(piece) = self.board.take(square) {
            self.bury(piece);
        }
    }

    fn bury(&mut self, piece: Piece) {
        self.fallen[piece.owner as usize][piece.rank.index()] += 1;
    }

    /// Ends the match if the enemy of the side on turn has no pieces left that can ever move.
    fn check_attrition(&mut self, events: &mut Vec<StrategoEvent>) {
        if self.board.mobile(self.side.other()) > 0 {
            return;
        }
        if self.board.mobile(self.side) > 0 {
            self.end(ResultWord::Victory, EndReason::DestroyedMobile, events);
        } else {
            self.end(ResultWord::Draw, EndReason::NeitherMobile, events);
        }
    }

    /// The next side's turn, unless that was the last.
    fn close_turn(&mut self, events: &mut Vec<StrategoEvent>) {
        if self.side == Colour::Blue {
            self.turn += 1;
            // The original's loop ended here: the result names BLUE, and RED's attrition is not
            // looked at.
            if self.is_last_turn() {
                return self.end(ResultWord::DrawDefault, EndReason::TurnLimit, events);
            }
        }
        self.side = self.side.other();
        self.check_attrition(events);
    }

    fn pass(&mut self, events: &mut Vec<StrategoEvent>) -> Result<(), StrategoRuleError> {
        if self.board.moves(self.side).next().is_some() {
            return Err(StrategoRuleError::CanMove);
        }
        self.passes += 1;
        let last = self.passes == 2;
        events.push(StrategoEvent::Passed { by: self.side, last });
        if last {
            self.compare_values(events)
        } else {
            self.close_turn(events)
        }
        Ok(())
    }

    /// Ends a match in which neither side can move, and decides it by value.
    fn compare_values(&mut self, events: &mut Vec<StrategoEvent>) {
        let (own, other) = (self.board.value(self.side), self.board.value(self.side.other()));
        let (word, reason) = match own.cmp(&other) {
            std::cmp::Ordering::Greater => (ResultWord::Victory, EndReason::BothPassed),
            std::cmp::Ordering::Less => (ResultWord::Defeat, EndReason::BothPassed),
            std::cmp::Ordering::Equal => (ResultWord::Draw, EndReason::NeitherMobile),
        };
        self.end(word, reason, events);
    }

    fn surrender(&mut self, by: Colour, events: &mut Vec<StrategoEvent>) {
        self.side = by;
        self.end(ResultWord::Surrender, EndReason::Surrendered, events);
    }

    fn fail_setup(&mut self, colour: Colour, fault: &Fault, events: &mut Vec<StrategoEvent>) {
        self.entries[colour as usize] = match fault.kind {
            FaultKind::NotStarted => SetupProgress::Absent,
            FaultKind::Illegal | FaultKind::Malformed => {
                SetupProgress::Spoilt(worth_before_flaw(fault, &fault.received))
            }
            FaultKind::Exited => {
                let lines = fault.received.rsplit_once('\n').map_or("", |(lines, _)| lines);
                SetupProgress::Abandoned(worth_before_flaw(fault, lines))
            }
            FaultKind::Timeout | FaultKind::Flooded | FaultKind::Resigned => SetupProgress::Spoilt(0),
        };
        self.begin(events);
    }

    /// Charges a response that the rules refuse or that cannot be read.
    fn refuse(&mut self, by: Colour, fault: &Fault, events: &mut Vec<StrategoEvent>) {
        // Only a bot that is still there can be forgiven: one that has died or was stopped would
        // err for ever.
        let forgivable = matches!(fault.kind, FaultKind::Illegal | FaultKind::Malformed);
        if !(forgivable && self.settings.ignore_illegal) {
            self.side = by;
            return self.end(ResultWord::Illegal, reason_of(fault), events);
        }
        if by == self.side {
            self.passes = 0;
            events.push(StrategoEvent::TurnLost { by, mistake: RefusedEcho::from_fault(fault) });
            self.close_turn(events);
        }
    }

    fn end(&mut self, word: ResultWord, reason: EndReason, events: &mut Vec<StrategoEvent>) {
        let values = Colour::BOTH.map(|colour| self.board.value(colour));
        self.record_ending(StrategoEnding { word, reason, side: Some(self.side), turn: self.turn, values }, events);
    }

    fn record_ending(&mut self, ending: StrategoEnding, events: &mut Vec<StrategoEvent>) {
        self.ending = Some(ending);
        events.push(StrategoEvent::Ended(ending));
    }
}

/// The value of the pieces that were placed before the flaw in these words of a fault, or that a
/// log reports.
fn worth_before_flaw(fault: &Fault, words: &str) -> u32 {
    let reason = if let FaultReason::Other(clause) = &fault.why { StrategoReason::read(clause) } else { None };
    match reason {
        Some(StrategoReason::SpoiltSetup { worth }) => worth,
        _ => ArmySetup::worth_before_flaw(words),
    }
}

fn reason_of(fault: &Fault) -> EndReason {
    match fault.kind {
        FaultKind::Timeout => EndReason::Timeout,
        _ => StrategoRuleError::from_fault(fault).map_or(EndReason::Unintelligible, StrategoRuleError::reason),
    }
}

impl Game for Stratego {
    type Settings = StrategoSettings;
    type Action = StrategoAction;
    type Event = StrategoEvent;
    type View<'a> = StrategoView<'a>;
    type RuleError = StrategoRuleError;

    fn start(settings: &StrategoSettings, seats: usize) -> Result<Self, SettingsError> {
        if seats != 2 {
            return Err(SettingsError(format!("Stratego is for 2 players, not {seats}")));
        }
        Ok(Self {
            settings: *settings,
            board: StrategoBoard::default(),
            fallen: [[0; 12]; 2],
            entries: [SetupProgress::Awaited; 2],
            turn: 0,
            side: Colour::Red,
            passes: 0,
            ending: None,
        })
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_act(&self) -> Seats {
        match (self.ending, self.stage()) {
            (Some(_), _) => Seats::NONE,
            (None, StrategoStage::Turn) => Seats::only(self.side.seat()),
            (None, StrategoStage::Setup) => {
                let awaited = |colour: &Colour| self.entries[*colour as usize] == SetupProgress::Awaited;
                Colour::BOTH.into_iter().filter(awaited).map(Colour::seat).collect()
            }
        }
    }

    fn view(&self, seat: Seat) -> StrategoView<'_> {
        StrategoView::new(&self.board, Colour::from_seat(seat), self.stage())
    }

    /// Of the setups, which are too many, lists only the standard ones, each from the seat's own
    /// side first. `SURRENDER` is always possible and never listed; `NO_MOVE` is listed if no move
    /// is legal.
    fn legal(&self, seat: Seat) -> impl Iterator<Item = StrategoAction> {
        let owes = self.to_act().contains(seat);
        let stage = self.stage();
        let setups = StandardSetup::ALL.iter().filter(move |_| owes && stage == StrategoStage::Setup);
        let sides = [Colour::from_seat(seat), Colour::from_seat(seat).other()];
        let setups = setups.flat_map(move |standard| sides.map(|side| StrategoAction::Setup(standard.setup(side))));
        let mut moves = Some(self.board.moves(self.side)).filter(|_| owes && stage == StrategoStage::Turn);
        let first = moves.as_mut().map(|moves| moves.next().map_or(StrategoAction::NoMove, StrategoAction::Move));
        setups.chain(first).chain(moves.into_iter().flatten().map(StrategoAction::Move))
    }

    fn play(
        &mut self,
        seat: Seat,
        action: StrategoAction,
        events: &mut Vec<StrategoEvent>,
    ) -> Result<(), StrategoRuleError> {
        if !self.to_act().contains(seat) {
            return Err(StrategoRuleError::NotAsked);
        }
        match (self.stage(), action) {
            (StrategoStage::Setup, StrategoAction::Setup(setup)) => self.place(Colour::from_seat(seat), &setup, events),
            (StrategoStage::Turn, StrategoAction::Move(step)) => self.step(step, events),
            (StrategoStage::Turn, StrategoAction::NoMove) => self.pass(events),
            (StrategoStage::Turn, StrategoAction::Surrender) => {
                self.surrender(self.side, events);
                Ok(())
            }
            (StrategoStage::Setup, StrategoAction::Move(_) | StrategoAction::NoMove | StrategoAction::Surrender)
            | (StrategoStage::Turn, StrategoAction::Setup(_)) => Err(StrategoRuleError::NotAsked),
        }
    }

    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<StrategoEvent>) {
        let colour = Colour::from_seat(seat);
        match (self.ending, fault.kind, self.stage()) {
            (Some(_), ..) => {}
            (None, FaultKind::Resigned, _) => self.surrender(colour, events),
            (None, _, StrategoStage::Setup) => self.fail_setup(colour, fault, events),
            (None, _, StrategoStage::Turn) => self.refuse(colour, fault, events),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| ending.outcome())
    }

    fn explain_reason(clause: &str) -> Option<ReasonText> {
        StrategoReason::read(clause)?.explain()
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.ending.as_ref().and_then(StrategoEnding::clause)
    }
}
