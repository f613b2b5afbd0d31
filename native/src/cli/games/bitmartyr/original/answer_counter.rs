//! Notices bots that answer more or fewer actions than they have units, which is what a bot does that expects another
//! format: it takes the numbers of the turn for cells, plays badly, and does nothing wrong otherwise.

use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::{BitMartyr, Order, Orders, WireFormat};
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::transcript::{Stream, Transcript};

use super::team_spec::TeamSpec;
use crate::cli::output::stderr_notes::note;

/// Counts the actions of each team's answers, and tells the user once about each team that answers a wrong number.
pub struct AnswerCounter {
    teams: Vec<CountedTeam>,
    /// How many passages of the transcript have been read.
    read: usize,
}

struct CountedTeam {
    name: String,
    wire: WireFormat,
    is_reported: bool,
    /// What it printed for the current turn.
    answer: PrintedAnswer,
}

/// What a team's run has printed.
#[derive(Default)]
struct PrintedAnswer {
    /// How many actions.
    actions: usize,
    /// Whether the run failed: then something else is wrong, and reported.
    has_failed: bool,
}

impl AnswerCounter {
    /// For these teams, shown by these names.
    pub fn new(teams: &[TeamSpec], names: &[String]) -> Self {
        let counted = teams.iter().zip(names).map(|(team, name)| CountedTeam {
            name: printable(name),
            wire: team.wire,
            // A run for one unit answers by whatever it prints first, or by its status.
            is_reported: team.wire == WireFormat::Basic,
            answer: PrintedAnswer::default(),
        });
        Self { teams: counted.collect(), read: 0 }
    }

    /// Reads what the bots have printed up to the transcript's turn.
    pub fn read(&mut self, transcript: &Transcript, turn: usize) {
        for passage in transcript.passages()[self.read..].iter().take_while(|passage| passage.turn <= turn) {
            self.read += 1;
            let answer = &mut self.teams[passage.seat.index()].answer;
            match passage.stream {
                Stream::Stdout => answer.actions += passage.text.bytes().filter_map(Order::of_byte).count(),
                Stream::Ended => answer.has_failed = true,
                Stream::Stdin | Stream::Stderr => {}
            }
        }
    }

    /// Compares a team's answer with its units in the position before the turn.
    pub fn check(&mut self, game: &BitMartyr, turn: &Turn<Orders>) {
        let team = &mut self.teams[turn.seat.index()];
        let answer = std::mem::take(&mut team.answer);
        let (units, TurnResult::Action(orders)) = (game.board().count(turn.seat), &turn.result) else { return };
        // The transcript may be full; orders tell too few actions in any case.
        let given = orders.iter().filter(|order| *order != Order::Missing).count();
        let actions = answer.actions.max(given);
        if team.is_reported || answer.has_failed || units == 0 || team.wire.takes(actions, units) {
            return;
        }
        team.is_reported = true;
        note(&format!(
            "{} printed {} for {} in turn {}: {}",
            team.name,
            counted(actions, "action"),
            counted(units, "unit"),
            game.turn() + 1,
            team.wire.likely_cause()
        ));
    }
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// What a format has to do with a wrong number of actions.
trait Miscount {
    /// Whether bots of this format print so many actions for so many units.
    fn takes(self, actions: usize, units: usize) -> bool;
    /// Why a bot of this format may print another number.
    fn likely_cause(self) -> &'static str;
}

impl Miscount for WireFormat {
    fn takes(self, actions: usize, units: usize) -> bool {
        // The original's bots in C read the plain format to its end and print one action more.
        actions == units || self == Self::Plain && actions == units + 1
    }

    fn likely_cause(self) -> &'static str {
        match self {
            Self::Plain => {
                "does it expect three numbers before those of its units? Then leave out --plain, or its prefix plain:"
            }
            Self::Standard | Self::Basic => {
                "does it expect no numbers before those of its units, as bots of the original's last version do? Then \
                 give --plain before the first AI, or plain: before this one"
            }
        }
    }
}
