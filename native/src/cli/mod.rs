//! The command line. Knows no rules and no hosts' insides.
//!
//! `commands/` has a file for each command, and `games/` each game's interface to the terminal,
//! with the drop-in commands; both use `args/` (shared options), `players/` (bots by their names)
//! and `output/` (what is printed and written). These folders import each other in one direction,
//! `commands -> games -> args -> players -> output`; `command_error.rs`, `interrupt.rs`,
//! `keyboard.rs`, `logs.rs`, `suggestion.rs` and `usage_error.rs` import none of them.

mod args;
mod command_error;
mod commands;
mod games;
mod interrupt;
mod keyboard;
mod logs;
mod output;
mod players;
mod suggestion;
mod time_text;
mod usage_error;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use commands::Command;
use players::sandbox::{self, SandboxArgs};

const EXAMPLES: &str = "\
Examples:
  botyard new connect-four --lang python my-bot                              a bot to begin with
  botyard play connect-four my-bot/bot.py builtin:random --watch             one match
  botyard series connect-four my-bot/bot.py builtin:tactician --games 200    who is better?
  botyard serve --open                                                       all of it in your browser";

const AFTER_HELP: &str = "\
Exit status:
  0    success: the match was played to its end, or a person left it
  1    internal error: a bug in botyard, or a system that does not work
  2    usage error
  3    a bot did not start
  4    a check failed: a match differs from its record, a test failed, or the sandbox is incomplete
  5    a file cannot be read or written
  6    a series is not played on: a bot failed again and again in the same way
  130  interrupted (Ctrl-C)";

/// Play bots against each other, or against yourself.
#[derive(Debug, Parser)]
#[command(
    name = "botyard",
    version,
    before_help = EXAMPLES,
    after_help = AFTER_HELP,
    arg_required_else_help = true
)]
struct Cli {
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(subcommand)]
    command: Command,
}

/// The commands that start no executables: their help omits the sandbox options.
const WITHOUT_EXECUTABLES: [&str; 12] = [
    "bots",
    "completions",
    "docs",
    "elo",
    "fleet",
    "games",
    "licences",
    "man",
    "new",
    "results",
    "standings",
    "wasi-test",
];

/// The command line's definition: for completions and manual pages.
fn definition() -> clap::Command {
    let command = Cli::command();
    let options = command.get_arguments().filter(|option| option.is_global_set());
    let hidden: Vec<_> = options.map(|option| option.clone().hide(true)).collect();
    let names = command.get_subcommands().map(|own| own.get_name().to_owned());
    let names: Vec<_> = names.filter(|name| WITHOUT_EXECUTABLES.contains(&name.as_str())).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, |own| own.args(hidden.clone())))
}

fn parse() -> Result<Cli, clap::Error> {
    let matches = usage_error::allow_negative_numbers(definition()).try_get_matches()?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition()))
}

/// Runs the command line.
pub fn main() -> ExitCode {
    let Cli { sandbox: sandbox_args, command } = match parse() {
        Ok(cli) => cli,
        Err(error) => return usage_error::report(&error),
    };
    match sandbox::store_options(sandbox_args).and_then(|()| command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_is_there_twice() {
        definition().debug_assert();
    }

    #[test]
    fn only_commands_that_start_executables_offer_to_restrict_them() {
        let mut command = definition();
        command.build();
        for (name, is_offered) in [("fleet", false), ("docs", false), ("worker", true), ("play", true)] {
            let own = command.find_subcommand_mut(name).expect("it is there");
            assert_eq!(own.render_long_help().to_string().contains("--no-sandbox"), is_offered, "{name}");
        }
        assert!(Cli::try_parse_from(["botyard", "games", "--no-sandbox"]).is_ok(), "it is still understood");
    }

    /// The direction that the head of this file states.
    #[test]
    fn folders_import_only_the_folders_behind_them() {
        let folders = ["commands", "games", "args", "players", "output"];
        for (index, folder) in folders.iter().enumerate() {
            for (path, text) in sources(&format!("src/cli/{folder}")) {
                for before in &folders[..index] {
                    assert!(!text.contains(&format!("cli::{before}")), "{path} imports {before}/");
                }
            }
        }
    }

    /// The files below a folder of this package, with their text.
    fn sources(folder: &str) -> Vec<(String, String)> {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        let entries = std::fs::read_dir(format!("{root}{folder}")).expect("the sources are there");
        let paths = entries.map(|entry| format!("{folder}/{}", entry.expect("an entry").file_name().display()));
        let files = paths.flat_map(|path| match std::fs::read_to_string(format!("{root}{path}")) {
            Ok(text) => vec![(path, text)],
            Err(_) => sources(&path),
        });
        files.collect()
    }
}
