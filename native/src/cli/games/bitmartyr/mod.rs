//! BitMartyr in a terminal: a team's orders in a line, the original's log. Only bots
//! play it.

mod answer_counter;
mod format_trial;
pub mod original;
mod words;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::games::bitmartyr::log::{BEGINNING, UNREADABLE};
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Orders, WireFormat};
use botyard_engine::seat::Seat;
use botyard_host::{Interrupt, SeatBody};

use super::{GameLogFormat, PersonInput, PositionFormat, ReadPositions, Situation, TerminalGame};
use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::LogContents;
use answer_counter::FormatSwitch;
pub(super) use answer_counter::find_miscounts;
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

    fn make_settings(options: &BitMartyrOptions, players: usize, seed: u64) -> Result<BitMartyrSettings, CommandError> {
        options.settings(players, seed)
    }

    const POSITIONS: Option<PositionFormat<Self>> = Some(PositionFormat {
        contents: "a board in each line",
        replaced_options: &["board", "width", "height", "population", "placement"],
        read: read_positions,
        make_settings: |start, options, seed| Ok(options.settings_on(start.board, seed)),
    });

    fn describe_action(orders: &Orders) -> String {
        words::describe_orders(orders)
    }

    const PERSON_INPUT: Option<PersonInput<Self>> = None;

    /// A log has no separator between matches, so a file contains one.
    const LOG_FORMAT: Option<GameLogFormat<Self>> = Some(GameLogFormat {
        contents: LogContents::One(|start| start.starts_with(BEGINNING.as_bytes())),
        ..GameLogFormat::new(|_, _| Err(UNREADABLE.to_owned()))
    });
}

/// See [`format_trial::find_plain_bots`].
pub(super) fn find_plain_bots(
    game: &dyn AnyMatch,
    bodies: &[SeatBody],
    interrupt: &Interrupt,
) -> Result<Vec<(Seat, String)>, String> {
    format_trial::find_plain_bots(game, bodies, FormatSwitch::List, interrupt)
}

/// Reads a board in each line, as `--board` has it.
fn read_positions(text: &str) -> ReadPositions<BitMartyrSettings> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let boards = lines.map(|(number, line)| match line.parse() {
        Ok(board) => Ok((number, BitMartyrSettings::on(board))),
        Err(why) => Err(format!("line {number}: {why}")),
    });
    boards.collect()
}
