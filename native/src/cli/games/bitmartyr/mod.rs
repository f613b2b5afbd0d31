//! BitMartyr in a terminal: a team's orders in a line, the original's log. Only bots
//! play it.

mod answer_counter;
pub mod original;
mod words;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::games::bitmartyr::log::{BEGINNING, UNREADABLE};
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Orders, WireFormat};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{ReadPositions, Situation, TerminalGame};
use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::LogContents;
use original::BitMartyrOptions;

impl TerminalGame for BitMartyr {
    type Options = BitMartyrOptions;

    const SITUATIONS: &'static [Situation] = &[
        Situation { name: "two teams", players: 2, options: &["--width", "30", "--height", "30", "--duration", "30"] },
        Situation {
            name: "seven teams",
            players: 7,
            options: &["--width", "40", "--height", "40", "--duration", "20"],
        },
        Situation {
            name: "a single team",
            players: 1,
            options: &["--width", "20", "--height", "20", "--duration", "20"],
        },
        Situation {
            name: "a crowded board",
            players: 2,
            options: &["--width", "8", "--height", "8", "--population", "16", "--duration", "20"],
        },
        Situation {
            name: "units without orders stay",
            players: 2,
            options: &["--width", "20", "--height", "20", "--duration", "20", "--missing", "stay"],
        },
    ];

    const FORMATS: &'static [&'static str] = &[WireFormat::ALL[0].1, WireFormat::ALL[1].1, WireFormat::ALL[2].1];

    fn answer_notes(game: &dyn AnyMatch) -> Vec<(Seat, String)> {
        answer_counter::find_miscounts(game).unwrap_or_default()
    }

    fn make_settings(options: &BitMartyrOptions, players: usize, seed: u64) -> Result<BitMartyrSettings, CommandError> {
        options.settings(players, seed)
    }

    const START_OPTIONS: &'static [&'static str] = &["board", "width", "height", "population", "placement"];

    /// A board in each line, as `--board` has it.
    const POSITIONS: Option<&'static str> = Some("a board in each line");

    fn read_positions(text: &str) -> Option<ReadPositions<BitMartyrSettings>> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let boards = lines.map(|(number, line)| match line.parse() {
            Ok(board) => Ok((number, BitMartyrSettings::on(board))),
            Err(why) => Err(format!("line {number}: {why}")),
        });
        Some(boards.collect())
    }

    fn make_settings_on(
        start: BitMartyrSettings,
        options: &BitMartyrOptions,
        _: usize,
        seed: u64,
    ) -> Result<BitMartyrSettings, CommandError> {
        Ok(options.settings_on(start.board, seed))
    }

    fn describe_action(orders: &Orders) -> String {
        words::describe_orders(orders)
    }

    /// Nothing in a log separates two matches, so a file contains one.
    const LOG_CONTENTS: LogContents = LogContents::One(|start| start.starts_with(BEGINNING.as_bytes()));

    fn read_log(_: &str, _: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String> {
        Err(UNREADABLE.to_owned())
    }
}
