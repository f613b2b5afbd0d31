//! The bots of a tournament: loaded once to be checked, and again on each thread. Knows no results.

use std::time::Duration;

use botyard::{bots, script_file};
use botyard_engine::tournament::Participant;
use botyard_host::SeatBody;
use botyard_host::module::hexadecimal;
use botyard_host::process::ProgramCommand;
use botyard_host::refusals::RefusalFinder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::cli::command_error::CommandError;
use crate::cli::players::player_loader::PlayerLoader;
#[cfg(feature = "fleet")]
use crate::cli::players::player_loader::PortableBot;
use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec, names};

/// The bots of a tournament.
#[derive(Debug)]
pub struct TournamentBots {
    game: &'static str,
    specs: Vec<PlayerSpec>,
    /// Which of them are programs although an interpreter would play them now.
    programs_by_store: Vec<bool>,
    names: Vec<String>,
    /// The time limits of their own.
    turns: Vec<Option<Duration>>,
    descriptions: Vec<BotDescription>,
    /// The executables, with their indices.
    programs: Vec<(usize, ProgramCommand)>,
    is_played_elsewhere: bool,
}

/// A bot as a store describes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BotDescription {
    /// The name that people read.
    pub name: String,
    /// SHA-256 of the module; of a script and its interpreter; of an executable, of its file and
    /// of those that its command line names.
    pub sha256: Vec<String>,
}

impl TournamentBots {
    /// Loads the bots with these names, which other computers start if `is_played_elsewhere`. Those
    /// that were programs in the games of a `stored` tournament are programs again.
    ///
    /// # Errors
    /// If one of them cannot be loaded, or is a person.
    pub fn load(
        game: &'static str,
        players: &[String],
        is_played_elsewhere: bool,
        stored: &[BotDescription],
    ) -> Result<Self, CommandError> {
        let players: Vec<_> = players.iter().map(|text| NamedPlayer::parse(text)).collect();
        let names = names(&players)?;
        let (turns, specs): (Vec<_>, Vec<_>) = players.into_iter().map(|player| (player.turn, player.spec)).unzip();
        if specs.contains(&PlayerSpec::Human) {
            return Err(CommandError::Usage(
                "this is played by bots only: `human` can play with `botyard play`".to_owned(),
            ));
        }
        let was_program =
            |(at, spec): (usize, &PlayerSpec)| stored.get(at).is_some_and(|stored| stored.is_program(spec));
        let programs_by_store: Vec<bool> = specs.iter().enumerate().map(was_program).collect();
        let bodies = load_all(game, specs.iter().zip(programs_by_store.iter().copied()), is_played_elsewhere)?;
        let describe = |(name, body): (&String, &SeatBody)| BotDescription { name: name.clone(), sha256: hashes(body) };
        let descriptions = names.iter().zip(&bodies).map(describe).collect();
        let program = |(index, body)| match body {
            SeatBody::Command(command) => Some((index, command)),
            SeatBody::Module(_) | SeatBody::Person | SeatBody::Recorded(_) => None,
        };
        let programs = bodies.into_iter().enumerate().filter_map(program).collect();
        Ok(Self { game, specs, programs_by_store, names, turns, descriptions, programs, is_played_elsewhere })
    }

    /// Loads the bots again, because each thread needs its own.
    ///
    /// # Errors
    /// If one of them cannot be loaded any more.
    pub fn load_again(&self) -> Result<Vec<SeatBody>, CommandError> {
        let chosen = self.specs.iter().zip(self.programs_by_store.iter().copied());
        load_all(self.game, chosen, self.is_played_elsewhere)
    }

    /// The bytes of all bots, for other computers that load them.
    ///
    /// # Errors
    /// If one of them is not all in one file.
    #[cfg(feature = "fleet")]
    pub fn read_portable(&self) -> Result<Vec<PortableBot>, CommandError> {
        let loader = PlayerLoader::new(self.game);
        self.specs.iter().map(|spec| loader.read_portable(spec)).collect()
    }

    /// Makes a finder of the accesses that the sandbox may have refused the bots in these seats.
    ///
    /// # Errors
    /// If one of them cannot be loaded any more.
    pub fn refusal_finder(&self, seats: &[Participant]) -> Result<RefusalFinder, CommandError> {
        let chosen = seats.iter().map(|participant| participant.index());
        let chosen = chosen.map(|index| (&self.specs[index], self.programs_by_store[index]));
        Ok(RefusalFinder::for_players(&load_all(self.game, chosen, self.is_played_elsewhere)?))
    }

    /// The number of bots.
    pub fn count(&self) -> usize {
        self.specs.len()
    }

    /// The bots' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The time limits that bots have for themselves, in the order of bots.
    pub fn own_limits(&self) -> &[Option<Duration>] {
        &self.turns
    }

    /// The bots that are one, each group by their names: of the same bytes, and with the same
    /// arguments and time.
    pub fn same_bots(&self) -> Vec<Vec<&str>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for index in 0..self.count() {
            match groups.iter_mut().find(|group| self.are_same(group[0], index)) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        let names = |group: Vec<usize>| group.into_iter().map(|index| &*self.names[index]).collect();
        groups.into_iter().filter(|group| group.len() > 1).map(names).collect()
    }

    fn are_same(&self, one: usize, other: usize) -> bool {
        if self.turns[one] != self.turns[other] {
            return false;
        }
        if let [PlayerSpec::Command(_), _] | [_, PlayerSpec::Command(_)] = [&self.specs[one], &self.specs[other]] {
            return self.specs[one] == self.specs[other];
        }
        let [one, other] = [one, other].map(|index| &self.descriptions[index].sha256);
        !one.is_empty() && one == other
    }

    /// The descriptions of the bots for a store.
    pub fn descriptions(&self) -> Vec<BotDescription> {
        self.descriptions.clone()
    }

    /// Whether one of them is an executable; then time is real time.
    pub fn has_programs(&self) -> bool {
        !self.programs.is_empty()
    }

    /// Whether one of them is a module or a script; then time is virtual.
    pub fn has_modules(&self) -> bool {
        self.programs.len() < self.specs.len()
    }

    /// The variants of bundled bots that always play the same, by the variants' names.
    pub fn varied(&self) -> Vec<String> {
        let variant = |spec: &PlayerSpec| match spec {
            PlayerSpec::Builtin(name) => bots::find(&format!("{name}-varied"), Some(self.game)),
            PlayerSpec::Human | PlayerSpec::Command(_) | PlayerSpec::File(_) => None,
        };
        let mut names: Vec<_> =
            self.specs.iter().filter_map(variant).map(|bot| bot.name_in(self.game).to_owned()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// How many of them are executables.
    pub fn programs(&self) -> usize {
        self.programs.len()
    }

    /// The executables whose files have changed since this was loaded, by their names. Modules are
    /// read once.
    pub fn changed_programs(&self) -> Vec<&str> {
        let changed =
            self.programs.iter().filter(|(index, command)| file_hashes(command) != self.descriptions[*index].sha256);
        changed.map(|(index, _)| &*self.names[*index]).collect()
    }
}

impl BotDescription {
    /// Whether it describes this file as a program of the system.
    fn is_program(&self, spec: &PlayerSpec) -> bool {
        matches!(spec, PlayerSpec::File(path) if file_hashes(&ProgramCommand::file(path)) == self.sha256)
    }
}

/// Loads bots, each with whether it is a program even if an interpreter would play it.
fn load_all<'a>(
    game: &str,
    specs: impl Iterator<Item = (&'a PlayerSpec, bool)>,
    is_played_elsewhere: bool,
) -> Result<Vec<SeatBody>, CommandError> {
    let mut loader = PlayerLoader::new(game).played_elsewhere(is_played_elsewhere);
    let load = |(spec, is_program): (&PlayerSpec, bool)| match spec {
        PlayerSpec::File(path) if is_program && script_file::language(path).is_some() => loader.load_program(path),
        spec => loader.load_player(spec),
    };
    specs.map(load).collect()
}

fn hashes(body: &SeatBody) -> Vec<String> {
    match body {
        SeatBody::Module(module) => module.hashes().map(str::to_owned).collect(),
        SeatBody::Command(command) => file_hashes(command),
        SeatBody::Person | SeatBody::Recorded(_) => Vec::new(),
    }
}

fn file_hashes(command: &ProgramCommand) -> Vec<String> {
    let bytes = command.files().into_iter().filter_map(|path| std::fs::read(path).ok());
    bytes.map(|bytes| hexadecimal(&Sha256::digest(bytes))).collect()
}
