//! An AI on the command line: the format it speaks, and what it is. Starts nothing but `make`.

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

/// What a person wrote for a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamSpec {
    /// The format that its bot speaks.
    pub wire: WireFormat,
    /// The bot.
    pub spec: PlayerSpec,
}

impl TeamSpec {
    /// Reads one: `-PATH` is basic, `plain:PATH` plain.
    pub fn parse(text: &str) -> Self {
        let prefixed = [("-", WireFormat::Basic), ("plain:", WireFormat::Plain)]
            .into_iter()
            .find_map(|(prefix, wire)| Some((wire, text.strip_prefix(prefix)?)));
        let (wire, bot) = prefixed.unwrap_or((WireFormat::Standard, text));
        Self { wire, spec: PlayerSpec::parse(bot) }
    }

    /// Makes it a player. One that is not there or may not run is told of: its units have no orders, as the original
    /// would have it.
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

/// A player that was made.
pub struct LoadedPlayer {
    /// What plays.
    pub body: SeatBody,
    /// Why there is nothing that plays, where that is so.
    pub absent: Option<String>,
}

/// A program that never starts, called as what should have played is. Its path is that of something within a file, or
/// within nothing: neither can be there.
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
