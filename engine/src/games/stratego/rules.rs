//! Turns, legality, attrition, the limit of turns and what a fault costs. Source: the last version of the
//! competition's manager, as its manual and its recorded games have it. Knows no words and no names.

use super::action::{Action, Move};
use super::board::{Board, Cell, Square};
use super::combat::{Effect, fight};
use super::ending::{Ending, Reason, Word};
use super::event::Event;
use super::illegal::{Illegal, Mistake};
use super::piece::{Colour, Piece, Rank};
use super::settings::Settings;
use super::setup::{Least, Setup, Standard};
use super::view::{Stage, View};
use crate::fault::{Fault, FaultKind};
use crate::game::{Game, Outcome, Unplayable};
use crate::seat::{Seat, Seats};

/// A match: RED is seat 0 and moves first.
#[derive(Debug, Clone, PartialEq)]
pub struct Stratego {
    settings: Settings,
    board: Board,
    /// How many of each rank each side has lost.
    fallen: [[u8; 12]; 2],
    entries: [Entry; 2],
    /// From 1; 0 while the armies are set up.
    turn: u32,
    side: Colour,
    /// How many `NO_MOVE` have been accepted in a row.
    passes: u8,
    ending: Option<Ending>,
}

/// How far a side has come with its setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Awaited,
    Placed,
    /// It went wrong after pieces of this worth.
    Spoilt(u32),
    /// There was no bot to ask.
    Absent,
}

/// How a setup that went wrong is described where its words are not known, as in a log: the worth of the pieces
/// before the flaw follows.
pub(super) const SPOILT_AFTER: &str = "which is no setup; before the flaw there are pieces worth ";

impl Stratego {
    /// What is on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many of each rank a side has lost, in the order of [`Rank::ALL`]. Both sides know that.
    pub fn fallen(&self, colour: Colour) -> &[u8; 12] {
        &self.fallen[colour as usize]
    }

    /// How it is played.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The turn, from 1; 0 while the armies are set up.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whose turn it is, or was when the match ended.
    pub fn side(&self) -> Colour {
        self.side
    }

    /// How it ended, once it has.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Takes the piece on a square to be of another rank: what a player who does not know it may imagine.
    pub fn assume(&mut self, square: Square, rank: Rank) {
        if let Some(piece) = self.board.take(square) {
            self.board.put(square, Piece { rank, ..piece });
        }
    }

    fn stage(&self) -> Stage {
        if self.turn == 0 { Stage::Setup } else { Stage::Turn }
    }

    /// Where a move leads.
    ///
    /// # Errors
    /// If the side on turn cannot make it.
    pub fn target(&self, step: Move) -> Result<(Square, Square), Illegal> {
        let from = Square::new(step.x, step.y).ok_or(Illegal::OutsideBoard)?;
        let piece = match self.board[from] {
            Cell::Empty => return Err(Illegal::NoPiece),
            Cell::Piece(piece) if piece.owner == self.side => piece,
            Cell::Piece(_) | Cell::Obstacle => return Err(Illegal::NotYours),
        };
        if !piece.rank.is_mobile() {
            return Err(Illegal::Immobile);
        }
        if step.steps < 1 || step.steps > 1 && piece.rank != Rank::Scout {
            return Err(Illegal::CannotMoveThatWay);
        }
        let to = self.board.reach(from, step.direction, step.steps).ok_or(Illegal::CannotMoveThatWay)?;
        match self.board[to] {
            Cell::Obstacle => Err(Illegal::Occupied),
            Cell::Piece(there) if there.owner == self.side => Err(Illegal::Occupied),
            _ => Ok((from, to)),
        }
    }

    fn place(&mut self, colour: Colour, setup: &Setup, events: &mut Vec<Event>) -> Result<(), Illegal> {
        let least = if self.settings.partial_setup { Least::Flag } else { Least::Full };
        setup.check(least).map_err(Illegal::Setup)?;
        for (y, x, rank) in setup.places() {
            let square = Square::new(x as i32, (colour.first_row() + y) as i32).expect("a setup fits on the board");
            if let Some(rank) = rank {
                self.board.put(square, Piece { rank, owner: colour, revealed: false });
            }
        }
        self.entries[colour as usize] = Entry::Placed;
        events.push(Event::Placed(colour));
        self.begin(events);
        Ok(())
    }

    /// Begins once both sides have come up with something.
    fn begin(&mut self, events: &mut Vec<Event>) {
        match self.entries {
            [Entry::Awaited, _] | [_, Entry::Awaited] => {}
            [Entry::Placed, Entry::Placed] => {
                self.turn = 1;
                events.push(Event::Began);
                if self.is_last_turn() {
                    self.end(Word::DrawDefault, Reason::TurnLimit, events);
                } else {
                    self.check_attrition(events);
                }
            }
            entries => self.end_setup(entries, events),
        }
    }

    fn end_setup(&mut self, entries: [Entry; 2], events: &mut Vec<Event>) {
        let side = match entries {
            [_, Entry::Placed] => Some(Colour::Red),
            [Entry::Placed, _] => Some(Colour::Blue),
            _ => None,
        };
        // The original looked for the programs before it asked either for its setup.
        let nothing = side.is_none() || entries.contains(&Entry::Absent);
        let values = Colour::BOTH.map(|colour| match entries[colour as usize] {
            _ if nothing => 0,
            Entry::Spoilt(worth) => worth,
            _ => self.board.value(colour),
        });
        self.ended(Ending { word: Word::BadSetup, reason: Reason::BadSetup, side, turn: 0, values }, events);
    }

    fn is_last_turn(&self) -> bool {
        self.settings.max_turns.is_some_and(|max| self.turn >= max)
    }

    fn step(&mut self, step: Move, events: &mut Vec<Event>) -> Result<(), Illegal> {
        let (from, to) = self.target(step)?;
        let piece = self.board.take(from).expect("a piece of the side on turn stands there");
        let effect = self
            .board
            .piece(to)
            .map_or(Effect::Ok, |there| fight(piece.rank, there.rank, self.settings.variant, &mut self.settings.coin));
        self.settle(piece, to, effect);
        self.passes = 0;
        let at = events.len();
        events.push(Event::Moved { by: self.side, from, to, effect, last: false });
        if effect == Effect::VictoryFlag {
            self.end(Word::Victory, Reason::CapturedFlag, events);
        } else {
            self.check_attrition(events);
        }
        if self.ending.is_none() {
            self.close_turn(events);
        } else if let Event::Moved { last, .. } = &mut events[at] {
            *last = true;
        }
        Ok(())
    }

    /// Leaves on the square of a combat what has survived it.
    fn settle(&mut self, piece: Piece, to: Square, effect: Effect) {
        match effect {
            Effect::Ok => self.board.put(to, piece),
            Effect::Kills(..) | Effect::VictoryFlag => {
                self.remove(to);
                self.board.put(to, Piece { revealed: true, ..piece });
            }
            Effect::Dies(..) => {
                self.board.reveal(to);
                self.bury(piece);
            }
            Effect::BothDie(..) => {
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

    /// Ends the match if the enemy of the side on turn has nothing left that can ever move.
    fn check_attrition(&mut self, events: &mut Vec<Event>) {
        if self.board.mobile(self.side.other()) > 0 {
            return;
        }
        if self.board.mobile(self.side) > 0 {
            self.end(Word::Victory, Reason::DestroyedMobile, events);
        } else {
            self.end(Word::Draw, Reason::NeitherMobile, events);
        }
    }

    /// The next side's turn, unless that was the last.
    fn close_turn(&mut self, events: &mut Vec<Event>) {
        if self.side == Colour::Blue {
            self.turn += 1;
            // The original's loop ended here: the result names BLUE, and RED's attrition is not looked at.
            if self.is_last_turn() {
                return self.end(Word::DrawDefault, Reason::TurnLimit, events);
            }
        }
        self.side = self.side.other();
        self.check_attrition(events);
    }

    fn pass(&mut self, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if self.board.moves(self.side).next().is_some() {
            return Err(Illegal::CanMove);
        }
        self.passes += 1;
        let last = self.passes == 2;
        events.push(Event::Passed { by: self.side, last });
        if last {
            self.compare_values(events)
        } else {
            self.close_turn(events)
        }
        Ok(())
    }

    /// Ends a match in which neither side can move.
    fn compare_values(&mut self, events: &mut Vec<Event>) {
        let (own, other) = (self.board.value(self.side), self.board.value(self.side.other()));
        let (word, reason) = match own.cmp(&other) {
            std::cmp::Ordering::Greater => (Word::Victory, Reason::BothPassed),
            std::cmp::Ordering::Less => (Word::Defeat, Reason::BothPassed),
            std::cmp::Ordering::Equal => (Word::Draw, Reason::NeitherMobile),
        };
        self.end(word, reason, events);
    }

    fn surrender(&mut self, by: Colour, events: &mut Vec<Event>) {
        self.side = by;
        self.end(Word::Surrender, Reason::Surrendered, events);
    }

    fn fail_setup(&mut self, colour: Colour, fault: &Fault, events: &mut Vec<Event>) {
        self.entries[colour as usize] = match fault.kind {
            FaultKind::NotStarted => Entry::Absent,
            FaultKind::Illegal | FaultKind::Malformed => Entry::Spoilt(worth_before_flaw(fault)),
            _ => Entry::Spoilt(0),
        };
        self.begin(events);
    }

    /// What a response costs that the rules refuse or nobody can read.
    fn refuse(&mut self, by: Colour, fault: &Fault, events: &mut Vec<Event>) {
        // Only a bot that is still there can be forgiven: one that has died or was stopped would err for ever.
        let forgivable = matches!(fault.kind, FaultKind::Illegal | FaultKind::Malformed);
        if !(forgivable && self.settings.ignore_illegal) {
            self.side = by;
            return self.end(Word::Illegal, reason_of(fault), events);
        }
        if by == self.side {
            self.passes = 0;
            events.push(Event::TurnLost { by, mistake: Mistake::of(fault) });
            self.close_turn(events);
        }
    }

    fn end(&mut self, word: Word, reason: Reason, events: &mut Vec<Event>) {
        let values = Colour::BOTH.map(|colour| self.board.value(colour));
        self.ended(Ending { word, reason, side: Some(self.side), turn: self.turn, values }, events);
    }

    fn ended(&mut self, ending: Ending, events: &mut Vec<Event>) {
        self.ending = Some(ending);
        events.push(Event::Ended(ending));
    }
}

fn worth_before_flaw(fault: &Fault) -> u32 {
    let told = fault.why.strip_prefix(SPOILT_AFTER).and_then(|worth| worth.parse().ok());
    told.unwrap_or_else(|| Setup::worth_before_flaw(&fault.received))
}

fn reason_of(fault: &Fault) -> Reason {
    match fault.kind {
        FaultKind::Timeout => Reason::Timeout,
        _ => Illegal::of(fault).map_or(Reason::Unintelligible, Illegal::reason),
    }
}

impl Game for Stratego {
    type Settings = Settings;
    type Action = Action;
    type Event = Event;
    type View<'a> = View;
    type Illegal = Illegal;

    fn start(settings: &Settings, seats: usize) -> Result<Self, Unplayable> {
        if seats != 2 {
            return Err(Unplayable(format!("Stratego is for 2 players, not {seats}")));
        }
        Ok(Self {
            settings: *settings,
            board: Board::default(),
            fallen: [[0; 12]; 2],
            entries: [Entry::Awaited; 2],
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
            (None, Stage::Turn) => Seats::only(self.side.seat()),
            (None, Stage::Setup) => {
                let awaited = |colour: &Colour| self.entries[*colour as usize] == Entry::Awaited;
                Colour::BOTH.into_iter().filter(awaited).map(Colour::seat).collect()
            }
        }
    }

    fn view(&self, seat: Seat) -> View {
        View::new(&self.board, Colour::of(seat), self.stage())
    }

    /// Of the setups, which are too many to list, only the standard ones, each from its own side first. `SURRENDER` is always possible and never
    /// listed; `NO_MOVE` is where nothing else is.
    fn legal(&self, seat: Seat) -> impl Iterator<Item = Action> {
        let owes = self.to_act().contains(seat);
        let stage = self.stage();
        let setups = Standard::ALL.iter().filter(move |_| owes && stage == Stage::Setup);
        let sides = [Colour::of(seat), Colour::of(seat).other()];
        let setups = setups.flat_map(move |standard| sides.map(|side| Action::Setup(standard.setup(side))));
        let mut moves = Some(self.board.moves(self.side)).filter(|_| owes && stage == Stage::Turn);
        let first = moves.as_mut().map(|moves| moves.next().map_or(Action::NoMove, Action::Move));
        setups.chain(first).chain(moves.into_iter().flatten().map(Action::Move))
    }

    fn play(&mut self, seat: Seat, action: Action, events: &mut Vec<Event>) -> Result<(), Illegal> {
        if !self.to_act().contains(seat) {
            return Err(Illegal::NotAsked);
        }
        match (self.stage(), action) {
            (Stage::Setup, Action::Setup(setup)) => self.place(Colour::of(seat), &setup, events),
            (Stage::Turn, Action::Move(step)) => self.step(step, events),
            (Stage::Turn, Action::NoMove) => self.pass(events),
            (Stage::Turn, Action::Surrender) => {
                self.surrender(self.side, events);
                Ok(())
            }
            _ => Err(Illegal::NotAsked),
        }
    }

    fn fault(&mut self, seat: Seat, fault: &Fault, events: &mut Vec<Event>) {
        let colour = Colour::of(seat);
        match (self.ending, fault.kind, self.stage()) {
            (Some(_), ..) => {}
            (None, FaultKind::Resigned, _) => self.surrender(colour, events),
            (None, _, Stage::Setup) => self.fail_setup(colour, fault, events),
            (None, _, Stage::Turn) => self.refuse(colour, fault, events),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(|ending| ending.outcome())
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.ending.as_ref().and_then(Ending::clause)
    }
}
