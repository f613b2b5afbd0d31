//! Generals in a terminal: a move as people type it, the original's log.

mod film;
pub mod original;
mod words;

use botyard_engine::games::generals::{self, Generals, GeneralsMap, GeneralsSettings};
use botyard_engine::replay::Replay;

use super::{BoardSequence, GameLogFormat, PersonInput, PositionFormat, ReadPositions, Situation, TerminalGame};
use crate::cli::command_error::CommandError;
use crate::cli::output::log_output::LogContents;
use film::RecordedBoards;
use original::GeneralsOptions;

impl TerminalGame for Generals {
    type Options = GeneralsOptions;

    const SITUATIONS: &'static [Situation] = &[
        Situation { name: "two players", players: 2, options: &["--rounds", "200"] },
        Situation { name: "five players", players: 5, options: &["--rounds", "200"] },
        Situation { name: "many players", players: 12, options: &["--rounds", "50"] },
        Situation { name: "a single player", players: 1, options: &["--rounds", "20"] },
        Situation { name: "a strong capital", players: 2, options: &["--garrison", "500", "--rounds", "100"] },
    ];

    const PERSON_INPUT: Option<PersonInput<Self>> = Some(PersonInput::line(
        |_, _| "your move (row column direction [half], or pass)",
        |_, _, words| words::parse_typed_action(words),
    ));
    const ACTIONS_ARE_PUBLIC: bool = false;

    fn make_settings(options: &GeneralsOptions, players: usize, seed: u64) -> Result<GeneralsSettings, CommandError> {
        options.settings(players, seed)
    }

    const POSITIONS: Option<PositionFormat<Self>> = Some(PositionFormat {
        contents: "maps, one after another",
        replaced_options: &["map"],
        read: read_positions,
        make_settings: |start, options, seed| options.settings_on(start.map, seed),
    });

    /// A log has no separator between matches, so a file contains one.
    const LOG_FORMAT: Option<GameLogFormat<Self>> =
        Some(GameLogFormat { contents: LogContents::One(film::begins), ..GameLogFormat::new(read_log) });
}

fn read_positions(text: &str) -> ReadPositions<GeneralsSettings> {
    let on = |(line, map)| (line, GeneralsSettings::on(map));
    let maps = GeneralsMap::read_all(text).map(|maps| maps.into_iter().map(on).collect());
    maps.map_err(|why| why.to_string())
}

fn read_log(text: &str, remarks: &mut Vec<String>) -> Result<Vec<Replay<Generals>>, String> {
    let replay = generals::read_log(text).map_err(|why| why.to_string())?;
    remarks.push("the log contains no moves: these were reconstructed and lead to the same boards".to_owned());
    Ok(vec![replay])
}

/// Reads a log whose moves cannot be reconstructed; `None` if the text does not begin like one.
pub(super) fn read_board_sequence(text: &str) -> Option<Result<Box<dyn BoardSequence>, String>> {
    RecordedBoards::read(text).map(|boards| boards.map(|boards| Box::new(boards) as Box<dyn BoardSequence>))
}
