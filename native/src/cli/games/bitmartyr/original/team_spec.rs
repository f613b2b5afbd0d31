//! An AI as named on the command line: its wire format and its bot. Starts nothing but `make`.

use std::path::{Path, PathBuf};

use botyard_engine::anymatch::OpenMatchError;
use botyard_engine::catalog::Playable as _;
use botyard_engine::games::bitmartyr::{BitMartyr, WireFormat};
use botyard_host::SeatBody;

use super::makefile;
use crate::cli::command_error::CommandError;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;

/// The folder of the bots that were submitted to the original's competition.
const SUBMISSIONS: &str = "AIs";

/// A team as named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamSpec {
    /// The bot's wire format.
    pub wire: WireFormat,
    /// The bot.
    pub spec: PlayerSpec,
}

impl TeamSpec {
    /// Parses a team: `-PATH` is a bot with the basic format, `plain:PATH` a bot with the plain
    /// one. Others have `wire`, except for bundled bots, which expect the standard one.
    pub fn parse(text: &str, wire: WireFormat) -> Self {
        let prefixed = [("-", WireFormat::Basic), ("plain:", WireFormat::Plain)]
            .into_iter()
            .find_map(|(prefix, wire)| Some((wire, text.strip_prefix(prefix)?)));
        let (named_wire, bot) = prefixed.map_or((None, text), |(wire, bot)| (Some(wire), bot));
        let spec = PlayerSpec::parse(bot);
        let usual = if matches!(spec, PlayerSpec::Builtin(_)) { WireFormat::Standard } else { wire };
        Self { wire: named_wire.unwrap_or(usual), spec }
    }

    /// Loads the player.
    ///
    /// # Errors
    /// If it is a person, is not there, cannot be run, or is a folder that does not build.
    pub fn load_player(&self, loader: &mut PlayerLoader<'_>) -> Result<SeatBody, CommandError> {
        match &self.spec {
            PlayerSpec::Human => Err(CommandError::Usage(OpenMatchError::Person(BitMartyr::TITLE).to_string())),
            PlayerSpec::File(path) => {
                let path = submitted(path).unwrap_or_else(|| path.clone());
                let program = if path.is_dir() { makefile::build(&path)? } else { path };
                loader.load_player(&PlayerSpec::File(program))
            }
            spec => loader.load_player(spec),
        }
    }
}

/// The bot of this name in `AIs`, where the original's script looked for it, if there is no file of
/// this name here.
fn submitted(path: &Path) -> Option<PathBuf> {
    let submitted = Path::new(SUBMISSIONS).join(path);
    (path.is_relative() && !path.exists() && submitted.exists()).then_some(submitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_stands_before_the_bot() {
        for (text, wire, spec) in [
            ("bots/a", WireFormat::Standard, PlayerSpec::File("bots/a".into())),
            ("-bots/a", WireFormat::Basic, PlayerSpec::File("bots/a".into())),
            ("plain:bots/a", WireFormat::Plain, PlayerSpec::File("bots/a".into())),
            ("-builtin:right", WireFormat::Basic, PlayerSpec::Builtin("right".to_owned())),
            ("plain:cmd:a -b", WireFormat::Plain, PlayerSpec::Command("a -b".to_owned())),
            ("--a", WireFormat::Basic, PlayerSpec::File("-a".into())),
        ] {
            assert_eq!(TeamSpec::parse(text, WireFormat::Standard), TeamSpec { wire, spec }, "{text}");
        }
        assert_eq!(TeamSpec::parse("a", WireFormat::Plain).wire, WireFormat::Plain);
        assert_eq!(TeamSpec::parse("-a", WireFormat::Plain).wire, WireFormat::Basic);
        assert_eq!(TeamSpec::parse("builtin:wall", WireFormat::Plain).wire, WireFormat::Standard);
        assert_eq!(TeamSpec::parse("plain:builtin:wall", WireFormat::Standard).wire, WireFormat::Plain);
    }
}
