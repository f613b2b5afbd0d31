//! Generals in a terminal: a move as people type it, the original's log.

mod film;
pub mod original;
mod words;

use botyard_engine::games::generals::{Generals, GeneralsAction, GeneralsMap, GeneralsSettings, gior, read_log};
use botyard_engine::replay::Replay;
use botyard_engine::seat::Seat;

use super::{BoardSequence, ReadPositions, Situation, TerminalGame};
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

    const QUESTION: &'static str = "your move (row column direction [half], or pass)";
    const ACTIONS_ARE_PUBLIC: bool = false;

    fn make_settings(options: &GeneralsOptions, players: usize, seed: u64) -> Result<GeneralsSettings, CommandError> {
        options.settings(players, seed)
    }

    const START_OPTIONS: &'static [&'static str] = &["map"];

    const POSITIONS: Option<&'static str> = Some("maps, one after another");

    fn read_positions(text: &str) -> Option<ReadPositions<GeneralsSettings>> {
        let on = |(line, map)| (line, GeneralsSettings::on(map));
        let maps = GeneralsMap::read_all(text).map(|maps| maps.into_iter().map(on).collect());
        Some(maps.map_err(|why| why.to_string()))
    }

    fn make_settings_on(
        start: GeneralsSettings,
        options: &GeneralsOptions,
        _: usize,
        seed: u64,
    ) -> Result<GeneralsSettings, CommandError> {
        options.settings_on(start.map, seed)
    }

    fn parse_typed_action(&self, _: Seat, words: &str) -> Result<GeneralsAction, String> {
        words::parse_typed_action(words)
    }

    /// Nothing in a log separates two matches, so a file contains one.
    const LOG_CONTENTS: LogContents = LogContents::One(film::begins);

    fn record_advice(name: &str) -> Option<&'static str> {
        gior::advice(name)
    }

    fn read_log(text: &str, remarks: &mut Vec<String>) -> Result<Vec<Replay<Self>>, String> {
        let replay = read_log(text).map_err(|why| why.to_string())?;
        remarks.push("the log contains no moves: these were reconstructed and lead to the same boards".to_owned());
        Ok(vec![replay])
    }

    fn read_board_sequence(text: &str) -> Option<Result<Box<dyn BoardSequence>, String>> {
        RecordedBoards::read(text).map(|film| film.map(|film| Box::new(film) as Box<dyn BoardSequence>))
    }
}
