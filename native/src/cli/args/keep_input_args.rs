//! `--keep-input`: how many bytes of the bots' input and output a match keeps. Shared by all
//! commands that save a match or show it in the page.

use botyard_engine::transcript::Transcript;
use botyard_host::HostedMatch;

use crate::cli::command_error::CommandError;

/// The option for what is kept of the bots' words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::Args)]
#[group(id = "words")]
pub struct KeepInputArgs {
    /// How much of what each bot reads and prints is saved, and shown in the page, such as 64MiB
    /// [default: 1MiB, and 8MiB of all bots in a file]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    keep_input: Option<usize>,
}

impl KeepInputArgs {
    /// The option of a command that parses its options itself.
    ///
    /// # Errors
    /// What is expected instead.
    pub fn parse(text: &str) -> Result<Self, String> {
        size(text).map(|bytes| Self { keep_input: Some(bytes) })
    }

    /// The number of bytes from the option; `None` for the default.
    pub fn bytes(self) -> Option<usize> {
        self.keep_input
    }

    /// The most bytes of each bot's input and output in a file of the match.
    pub fn saved_bytes(self) -> usize {
        self.keep_input.unwrap_or(Transcript::KEPT_PER_SEAT)
    }

    /// Makes a match keep this many bytes of each bot.
    ///
    /// # Errors
    /// If the match cannot be opened.
    pub fn apply(self, hosted_match: &mut HostedMatch) -> Result<(), CommandError> {
        match self.keep_input {
            Some(bytes) => hosted_match.keep_words(bytes).map_err(|why| CommandError::Usage(why.to_string())),
            None => Ok(()),
        }
    }
}

/// The most of a bot's input that can be kept: a record of that size can be read again.
const SIZE_MAX: usize = 256 << 20;

/// Parses a size in bytes: `64MiB`, `500kB`, `1000000`.
///
/// # Errors
/// What is expected instead.
fn size(text: &str) -> Result<usize, String> {
    let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("kB", 1_000), ("MB", 1_000_000), ("B", 1)];
    let with_unit = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = with_unit.unwrap_or((text, 1));
    let bytes = number.trim().parse::<usize>().ok().and_then(|number| number.checked_mul(unit));
    let bytes = bytes.filter(|bytes| (1 << 20..=SIZE_MAX).contains(bytes));
    bytes.ok_or_else(|| "expected a size from 1MiB to 256MiB, such as 64MiB".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_as_people_write_them() {
        for (text, bytes) in [("64MiB", 64 << 20), ("5MB", 5_000_000), ("2048 KiB", 2 << 20), ("3000000", 3_000_000)] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "64", "1GiB", "-1MiB", "99999999999999MiB", "1.5MiB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
