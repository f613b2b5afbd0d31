//! `botyard bitmartyr`: takes the place of the original program, with both of its command lines, its log, its frames and its
//! announcement. What can be said of `botyard play bitmartyr` is in options.rs.

mod film;
mod frames;
mod line;
mod live;
mod log_file;
mod makefile;
mod options;
mod painter;
mod progress;
mod team;

use std::io::Write;

use super::failure::Failure;
use line::Asked;
pub use options::Options;

/// The manual page: a command line of the original's kind cannot be described to a parser of options.
const MANUAL: &str = include_str!("manual.txt");

/// Play BitMartyr by the command lines of the original, with its log, its frames and its announcement
#[derive(Debug, clap::Args)]
#[command(override_help = MANUAL, disable_help_flag = true)]
pub struct Args {
    /// Everything, as in the original: `-h` is a height here
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Plays the match and says who has won.
pub fn run(args: &Args) -> Result<(), Failure> {
    match line::read(&args.words).map_err(Failure::Usage)? {
        Asked::Help => Ok(anstream::stdout().write_all(MANUAL.as_bytes())?),
        Asked::Match(wanted) => live::run(&wanted),
    }
}
