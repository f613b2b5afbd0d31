//! `botyard completions SHELL`: prints a script that completes this program's commands and options.

use botyard_engine::tournament::Scoring;
use botyard_engine::tournament::statistics::EloModel;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command};
use clap_complete::Shell;

use super::new;
use crate::cli;
use crate::cli::command_error::CommandError;

const EXAMPLES: &str = "\
Examples:
  botyard completions bash > ~/.local/share/bash-completion/completions/botyard
  botyard completions zsh > ~/.zfunc/_botyard
  botyard completions fish > ~/.config/fish/completions/botyard.fish";

/// Print a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Shell that reads the script
    shell: Shell,
}

/// The values of options that shells can complete. The definition for reading command lines lacks
/// them, because its own errors for unknown values are clearer.
fn with_values(command: Command) -> Command {
    let add_values = |argument: Arg| match argument.get_id().as_str() {
        "lang" => argument.value_parser(PossibleValuesParser::new(new::languages())),
        "model" => argument.value_parser(PossibleValuesParser::new(EloModel::ALL.map(EloModel::name))),
        "scoring" => argument.value_parser(PossibleValuesParser::new(Scoring::ALL.map(Scoring::name))),
        _ => argument,
    };
    command.mut_args(add_values).mut_subcommands(with_values)
}

/// Prints the script.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut with_values(cli::definition()), "botyard", &mut script);
    Ok(std::io::Write::write_all(&mut anstream::stdout().lock(), &script)?)
}
