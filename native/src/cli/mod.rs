//! The command line: one file a command, and what several of them need. Knows no rules and no hosts' insides.

mod bots;
mod command_error;
mod compiler;
mod doctor;
mod game_args;
mod games;
mod interrupt;
mod json;
mod kept_files;
mod keyboard;
mod list_games;
mod match_args;
mod new;
mod output;
mod play;
mod player_loader;
mod player_spec;
mod recorded_match;
mod replay;
mod report;
mod sandbox;
mod serve;
mod source;
mod stderr_forwarder;
mod stderr_notes;
mod terminal_audience;
mod verify;
mod wasi_test;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

const AFTER_HELP: &str = "\
Exit status:
  0    success: the match was played to its end, or a person left it
  1    internal error: a bug in botyard, or a system that does not work
  2    usage error
  3    a bot did not start
  4    a check failed: a match differs from its record, a test failed, or the sandbox is incomplete
  5    a file cannot be read or written
  130  interrupted (Ctrl-C)";

/// Play bots against each other, or against yourself.
#[derive(Debug, Parser)]
#[command(name = "botyard", version, after_help = AFTER_HELP, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    sandbox: sandbox::SandboxArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    #[command(flatten)]
    Original(games::OriginalCommand),
    Replay(replay::Args),
    Verify(verify::Args),
    Serve(serve::Args),
    New(new::Args),
    Games(list_games::Args),
    Bots(bots::Args),
    WasiTest(wasi_test::Args),
    Doctor(doctor::Args),
}

/// Does what the command line asks for.
pub fn main() -> ExitCode {
    let Cli { sandbox, command } = Cli::parse();
    sandbox::note(sandbox);
    let done = match command {
        Command::Play(args) => play::run(&args),
        Command::Original(original) => original.run(),
        Command::Replay(args) => replay::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::New(args) => new::run(&args),
        Command::Games(args) => list_games::run(&args),
        Command::Bots(args) => bots::run(&args),
        Command::WasiTest(args) => wasi_test::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_is_there_twice() {
        use clap::CommandFactory as _;
        Cli::command().debug_assert();
    }
}
