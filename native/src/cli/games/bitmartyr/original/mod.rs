//! `botyard bitmartyr`: a drop-in for the original program, with both of its command lines, its
//! log, its frames and its announcement. The options of `botyard play bitmartyr` are in
//! `options.rs`.

mod animation;
mod audience;
mod board_painter;
mod command_line;
mod frames;
mod log_file;
mod makefile;
mod options;
mod progress;
mod team_spec;

use std::io::Write;

use crate::cli::command_error::CommandError;
use command_line::ParsedLine;
pub use options::BitMartyrOptions;

/// The manual page. It is written by hand, because clap cannot describe the original's command
/// line.
const MANUAL: &str = include_str!("manual.txt");

/// Play BitMartyr with the original's command lines, log, frames and announcement
#[derive(Debug, clap::Args)]
#[command(override_help = MANUAL, disable_help_flag = true)]
pub struct Args {
    /// Everything, as in the original: `-h` is a height here
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Plays the match and announces the winners.
pub fn run(args: &Args) -> Result<(), CommandError> {
    match command_line::read(&args.words).map_err(CommandError::Usage)? {
        ParsedLine::Help => Ok(anstream::stdout().write_all(MANUAL.as_bytes())?),
        ParsedLine::Match(wanted) => audience::run(&wanted),
    }
}
