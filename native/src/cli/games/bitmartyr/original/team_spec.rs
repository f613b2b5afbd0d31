//! An AI as named on the command line: its wire format and its bot. Starts nothing but `make`.

use botyard_engine::anymatch::OpenMatchError;
use botyard_engine::catalog::Playable as _;
use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::{BitMartyr, WireFormat};
use botyard_host::SeatBody;
use botyard_host::process::ProgramCommand;

use super::makefile;
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;

/// A team as named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamSpec {
    /// The bot's wire format.
    pub wire: WireFormat,
    /// The bot.
    pub spec: PlayerSpec,
}

impl TeamSpec {
    /// Parses a team: `-PATH` is a bot with the basic format, `plain:PATH` a bot with the plain one.
    pub fn parse(text: &str) -> Self {
        let prefixed = [("-", WireFormat::Basic), ("plain:", WireFormat::Plain)]
            .into_iter()
            .find_map(|(prefix, wire)| Some((wire, text.strip_prefix(prefix)?)));
        let (wire, bot) = prefixed.unwrap_or((WireFormat::Standard, text));
        Self { wire, spec: PlayerSpec::parse(bot) }
    }

    /// Loads the player. If its file does not exist or cannot be run, the user is told, and its units get no orders, as
    /// in the original.
    ///
    /// # Errors
    /// If it is a person, or a folder that does not build.
    pub fn load_player(&self, loader: &mut PlayerLoader<'_>) -> Result<LoadedPlayer, CommandError> {
        let spec = match &self.spec {
            PlayerSpec::Human => return Err(CommandError::Usage(OpenMatchError::Person(BitMartyr::TITLE).to_string())),
            PlayerSpec::File(path) if path.is_dir() => PlayerSpec::File(makefile::build(path)?),
            spec => spec.clone(),
        };
        match loader.load_player(&spec) {
            Err(CommandError::NotStarted(why)) => {
                note(&format!("{why}; {} sends no orders for its units", printable(&self.spec.name())));
                Ok(LoadedPlayer { body: SeatBody::Command(nobody(&spec)), absent: Some(why) })
            }
            other => Ok(LoadedPlayer { body: other?, absent: None }),
        }
    }
}

/// A loaded player.
pub struct LoadedPlayer {
    /// What plays.
    pub body: SeatBody,
    /// The reason if the bot could not be loaded.
    pub absent: Option<String>,
}

/// A command that never starts, and that is called like the bot that could not be loaded. If the bot's file exists, the
/// command names a file below it, as if it were a folder, so that no such file can exist.
fn nobody(spec: &PlayerSpec) -> ProgramCommand {
    let PlayerSpec::File(path) = spec else { return ProgramCommand::new("") };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
    ProgramCommand::new(if path.exists() { path.join("nobody") } else { path })
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
            assert_eq!(TeamSpec::parse(text), TeamSpec { wire, spec }, "{text}");
        }
    }
}
