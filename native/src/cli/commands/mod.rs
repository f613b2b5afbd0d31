//! The commands of the program, one file each. The drop-in commands are in the folders of their
//! games.

mod analyse;
mod bots;
mod case;
mod case_file;
mod check;
mod completions;
mod docs;
mod doctor;
mod elo;
#[cfg(feature = "fleet")]
mod executables_folder;
mod false_lines;
mod first_output;
#[cfg(feature = "fleet")]
mod fleet;
#[cfg(feature = "fleet")]
mod fleet_metrics;
#[cfg(feature = "fleet")]
mod fleet_panel;
#[cfg(feature = "fleet")]
mod fleet_snapshot;
mod game_args;
mod game_name;
mod journal;
mod licences;
mod list_games;
mod man;
mod match_picture;
mod match_source;
mod named_bots;
mod new;
mod play;
mod player_answer;
mod replay;
mod rerun;
mod results;
mod series;
mod series_games;
mod serve;
mod standings;
mod tournament;
mod trace;
mod verify;
mod wasi_test;
#[cfg(feature = "fleet")]
mod worker;

use clap::Subcommand;

use super::command_error::CommandError;
use super::games::OriginalCommand;

/// A command with its options.
#[derive(Debug, Subcommand)]
pub enum Command {
    Play(play::Args),
    Series(series::Args),
    Tournament(tournament::Args),
    Results(results::Args),
    Standings(standings::Args),
    Journal(journal::Args),
    Elo(elo::Args),
    #[cfg(feature = "fleet")]
    Worker(worker::Args),
    #[cfg(feature = "fleet")]
    Fleet(fleet::Args),
    #[command(flatten)]
    Original(OriginalCommand),
    Check(check::Args),
    Case(case::Args),
    Replay(replay::Args),
    Rerun(rerun::Args),
    Analyse(analyse::Args),
    Trace(trace::Args),
    Verify(verify::Args),
    Serve(serve::Args),
    New(new::Args),
    Docs(docs::Args),
    Games(list_games::Args),
    Bots(bots::Args),
    WasiTest(wasi_test::Args),
    Doctor(doctor::Args),
    Licences(licences::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Why the command failed.
    pub fn run(&self) -> Result<(), CommandError> {
        match self {
            Self::Play(args) => play::run(args),
            Self::Series(args) => series::run(args),
            Self::Tournament(args) => tournament::run(args),
            Self::Results(args) => results::run(args),
            Self::Standings(args) => standings::run(args),
            Self::Journal(args) => journal::run(args),
            Self::Elo(args) => elo::run(args),
            #[cfg(feature = "fleet")]
            Self::Worker(args) => worker::run(args),
            #[cfg(feature = "fleet")]
            Self::Fleet(args) => fleet::run(args),
            Self::Original(original) => original.run(),
            Self::Check(args) => check::run(args),
            Self::Case(args) => case::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Rerun(args) => rerun::run(args),
            Self::Analyse(args) => analyse::run(args),
            Self::Trace(args) => trace::run(args),
            Self::Verify(args) => verify::run(args),
            Self::Serve(args) => serve::run(args),
            Self::New(args) => new::run(args),
            Self::Docs(args) => docs::run(args),
            Self::Games(args) => list_games::run(args),
            Self::Bots(args) => bots::run(args),
            Self::WasiTest(args) => wasi_test::run(args),
            Self::Doctor(args) => doctor::run(args),
            Self::Licences(args) => licences::run(args),
            Self::Completions(args) => completions::run(args),
            Self::Man(args) => man::run(args),
        }
    }
}
