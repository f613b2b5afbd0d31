//! Notices bots that answer more or fewer actions than they have units, as does a bot that expects
//! another format: it takes the numbers of the turn for cells and plays badly, but has no fault.

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::game::Game as _;
use botyard_engine::games::bitmartyr::{BitMartyr, Order, Orders, WireFormat};
use botyard_engine::replay::{Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Stream, Transcript};

use crate::cli::games::{AnswerNote, checked_replay};

/// The number of turns of a finished match in which answers are counted: a bot that expects another
/// format shows it in its first turns.
const TURNS: u32 = 20;

/// The way in which a command takes the format of a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatSwitch {
    /// `--plain` and the prefix `plain:`, as in the drop-in command.
    Prefix,
    /// `--formats`, which lists those of all bots.
    List,
}

impl FormatSwitch {
    /// How a bot gets the plain format, in a clause.
    pub(super) fn plain_remedy(self) -> &'static str {
        match self {
            Self::Prefix => "give --plain first, or plain: before this one",
            Self::List => "name `plain` for it in --formats",
        }
    }
}

/// Counts the actions of each team's answers, and reports each team that answers a wrong number,
/// once.
pub struct AnswerCounter {
    switch: FormatSwitch,
    teams: Vec<CountedTeam>,
    /// How many passages of the transcript have been read.
    read: usize,
}

struct CountedTeam {
    name: String,
    wire: WireFormat,
    is_reported: bool,
    /// The output of its run in the current turn.
    answer: PrintedAnswer,
}

/// The output of a team's run.
#[derive(Default)]
struct PrintedAnswer {
    /// The number of actions.
    actions: usize,
    /// Whether the run failed, which is reported elsewhere.
    has_failed: bool,
}

impl AnswerCounter {
    /// A counter for teams of these formats and names.
    pub fn new<'a>(teams: impl IntoIterator<Item = (WireFormat, &'a str)>, switch: FormatSwitch) -> Self {
        let counted = teams.into_iter().map(|(wire, name)| CountedTeam {
            name: printable(name),
            wire,
            // A run for one unit answers by its first output or by its status, so its actions are
            // not counted.
            is_reported: wire == WireFormat::Basic,
            answer: PrintedAnswer::default(),
        });
        Self { switch, teams: counted.collect(), read: 0 }
    }

    /// Reads what the bots have printed up to the transcript's turn.
    pub fn read(&mut self, transcript: &Transcript, turn: usize) {
        for passage in transcript.passages()[self.read..].iter().take_while(|passage| passage.turn <= turn) {
            self.read += 1;
            let answer = &mut self.teams[passage.seat.index()].answer;
            match passage.stream {
                Stream::Stdout => answer.actions += passage.text.bytes().filter_map(Order::of_byte).count(),
                Stream::Ended => answer.has_failed = true,
                Stream::Stdin | Stream::Stderr | Stream::Remark => {}
            }
        }
    }

    /// Compares a team's answer with its units in the position before the turn. Returns the first
    /// wrong number of a team.
    pub fn check(&mut self, game: &BitMartyr, turn: &Turn<Orders>) -> Option<MiscountedAnswer> {
        let team = &mut self.teams[turn.seat.index()];
        let answer = std::mem::take(&mut team.answer);
        let (units, TurnResult::Action(orders)) = (game.board().count(turn.seat), &turn.result) else { return None };
        // The transcript may be full, but the orders show if actions are missing.
        let given = orders.iter().filter(|order| *order != Order::Missing).count();
        let actions = answer.actions.max(given);
        if team.is_reported || answer.has_failed || units == 0 || team.wire.takes(actions, units) {
            return None;
        }
        team.is_reported = true;
        let (name, wire, switch) = (team.name.clone(), team.wire, self.switch);
        Some(MiscountedAnswer { name, wire, switch, actions, units, turn: game.turn() + 1 })
    }
}

/// An answer of a team with a wrong number of actions.
pub struct MiscountedAnswer {
    name: String,
    wire: WireFormat,
    switch: FormatSwitch,
    /// The number of actions that were printed.
    actions: usize,
    /// The number of units, at least 1.
    units: usize,
    /// The turn, from 1.
    turn: u32,
}

impl MiscountedAnswer {
    /// The numbers, and a likely cause, as a sentence without its full stop.
    pub fn sentence(&self) -> String {
        let Self { name, wire, switch, actions, units, turn } = self;
        let (given, asked) = (counted(*actions, "action"), counted(*units, "unit"));
        let miscount = format!("{name} printed {given} for {asked} in turn {turn}");
        // There are many possible causes if a bot prints no action at all.
        if *actions == 0 { miscount } else { format!("{miscount}: {}", wire.likely_cause(*switch)) }
    }

    /// What is missing or too much, and what to print.
    pub fn advice(&self) -> String {
        let (actions, units) = (self.actions, self.units);
        let difference = match actions {
            0 => "No unit has an action".to_owned(),
            _ if actions > units => format!("{} too many", counted(actions - units, "action")),
            _ if actions + 1 == units => "The last unit has no action".to_owned(),
            _ => format!("The last {} have no action", counted(units - actions, "unit")),
        };
        let after = if self.wire == WireFormat::Plain { "" } else { " after the first three" };
        format!(
            "{difference}. Print one action, `0` to `5`, for every 25 numbers that it reads{after}, and nothing else. \
             `botyard docs bitmartyr` describes the formats."
        )
    }
}

/// What [`AnswerCounter`] notices in the first turns of a finished match.
pub fn find_miscounts(game: &dyn AnyMatch) -> Result<Vec<AnswerNote>, String> {
    let game = checked_replay::typed::<BitMartyr>(game)?;
    let replay = game.replay();
    let mut position = replay.start().map_err(|why| why.to_string())?;
    let formats = (0..position.seats()).map(|index| replay.settings.wire(Seat::new(index)));
    let names = replay.players.iter().map(|player| player.name.as_str());
    let mut counter = AnswerCounter::new(formats.zip(names), FormatSwitch::List);
    let (mut miscounts, mut events) = (Vec::new(), Vec::new());
    for (index, turn) in game.turns().iter().enumerate() {
        if position.turn() >= TURNS {
            break;
        }
        counter.read(game.transcript(), index);
        let note = |answer: MiscountedAnswer| AnswerNote {
            seat: turn.seat,
            sentence: answer.sentence(),
            advice: answer.advice(),
        };
        miscounts.extend(counter.check(&position, turn).map(note));
        events.clear();
        play_turn(&mut position, turn, &mut events).map_err(|why| why.to_string())?;
    }
    Ok(miscounts)
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The formats' rules for the number of actions.
pub(super) trait Miscount {
    /// Whether bots of this format print this many actions for this many units.
    fn takes(self, actions: usize, units: usize) -> bool;
    /// Why a bot of this format may print another number.
    fn likely_cause(self, switch: FormatSwitch) -> String;
}

impl Miscount for WireFormat {
    fn takes(self, actions: usize, units: usize) -> bool {
        // The original's bots in C read the plain format to its end and print one action more.
        actions == units || self == Self::Plain && actions == units + 1
    }

    fn likely_cause(self, switch: FormatSwitch) -> String {
        let (expected, remedy) = match (self, switch) {
            (Self::Plain, FormatSwitch::Prefix) => {
                ("three numbers before those of its units", "leave out --plain, or its prefix plain:")
            }
            (Self::Plain, FormatSwitch::List) => {
                ("three numbers before those of its units", "name `standard` for it in --formats")
            }
            (Self::Standard | Self::Basic, _) => (
                "no numbers before those of its units, as bots of the original's last version do",
                switch.plain_remedy(),
            ),
        };
        format!("does it expect {expected}? Then {remedy}")
    }
}
