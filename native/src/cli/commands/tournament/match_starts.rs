//! How the matches of a tournament start: as the options say, or from the positions of a file in
//! turn. Knows no results.

use std::path::{Path, PathBuf};

use botyard::input;
use botyard_engine::fault::printable;
use botyard_host::module::hexadecimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::super::game_args::{GameArgs, GameOptions};
use super::capable_games;
use crate::cli::command_error::CommandError;

/// How the matches of a tournament start.
#[derive(Debug)]
pub struct MatchStarts<'a> {
    options: &'a dyn GameOptions,
    positions: Option<StartPositions>,
}

/// The start positions of a file.
#[derive(Debug)]
struct StartPositions {
    path: PathBuf,
    /// Each with the line where it begins, from 1.
    all: Vec<(usize, Value)>,
    description: PositionsDescription,
}

/// A file of start positions as a store names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionsDescription {
    /// How many there are.
    pub count: usize,
    /// SHA-256 of the file.
    pub sha256: String,
}

impl<'a> MatchStarts<'a> {
    /// Starts by these options, or from the positions in the file at `path`.
    ///
    /// # Errors
    /// If the game has no positions, an option says where matches start, or the file cannot be
    /// read.
    pub fn read<Common>(chosen: &'a GameArgs<Common>, path: Option<&Path>) -> Result<Self, CommandError> {
        let options = chosen.own();
        let positions = path.map(|path| {
            if let Some(given) = chosen.given.iter().find(|given| options.start_options().contains(&&*given.name)) {
                let name = &given.name;
                return Err(CommandError::Usage(format!("--{name} and --positions both say where matches start")));
            }
            StartPositions::read(options, chosen.game, path)
        });
        Ok(Self { options, positions: positions.transpose()? })
    }

    /// The settings of a match of a round, in the file form of replays. The rounds take the
    /// positions in turn, so that all games of a round have the same start.
    ///
    /// # Errors
    /// If the options cannot be used.
    pub fn settings(&self, players: usize, seed: u64, round: u64) -> Result<Value, CommandError> {
        match &self.positions {
            Some(StartPositions { all, .. }) => {
                let (_, start) = &all[(round % all.len() as u64) as usize];
                self.options.settings_on(start, seed)
            }
            None => self.options.settings(players, seed),
        }
    }

    /// The number of rounds until starts repeat, apart from the influence of the seed.
    pub fn count(&self) -> u64 {
        self.positions.as_ref().map_or(1, |positions| positions.all.len() as u64)
    }

    /// Adds to an error where the start of a round comes from.
    pub fn locate(&self, round: u64, why: &str) -> String {
        match &self.positions {
            Some(StartPositions { path, all, .. }) => {
                let line = all[(round % all.len() as u64) as usize].0;
                format!("{}, line {line}: {why}", printable(&path.display().to_string()))
            }
            None => why.to_owned(),
        }
    }

    /// The description of the file for a store.
    pub fn description(&self) -> Option<PositionsDescription> {
        self.positions.as_ref().map(|positions| positions.description.clone())
    }
}

impl StartPositions {
    fn read(options: &dyn GameOptions, game: &str, path: &Path) -> Result<Self, CommandError> {
        let text = input::read_text(path, input::RECORD).map_err(|error| CommandError::file("read", path, &error))?;
        let invalid = |why: String| CommandError::File(format!("{}: {why}", printable(&path.display().to_string())));
        let all = options.read_positions(&text).ok_or_else(|| {
            let games = capable_games::with_positions();
            CommandError::Usage(format!("--positions is for {games}: all matches of {game} start alike"))
        })?;
        let all =
            all.map_err(|why| CommandError::File(format!("{}, {why}", printable(&path.display().to_string()))))?;
        if all.is_empty() {
            return Err(invalid("there are no positions".to_owned()));
        }
        let description = PositionsDescription { count: all.len(), sha256: hexadecimal(&Sha256::digest(&text)) };
        Ok(Self { path: path.to_owned(), all, description })
    }
}
