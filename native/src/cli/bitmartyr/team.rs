//! An AI on the command line: the format it speaks, and what it is. Starts nothing but `make`.

use botyard::host::Body;
use botyard::host::process::Command;
use botyard_engine::anymatch::NotOpened;
use botyard_engine::catalog::Playable as _;
use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::{BitMartyr, Wire};

use super::makefile;
use crate::cli::failure::Failure;
use crate::cli::note::note;
use crate::cli::spec::Spec;
use crate::cli::summon::Summoner;

/// What a person wrote for a team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// The format that its bot speaks.
    pub wire: Wire,
    /// The bot.
    pub spec: Spec,
}

impl Team {
    /// Reads one: `-PATH` is basic, `plain:PATH` plain.
    pub fn parse(text: &str) -> Self {
        let prefixed = [("-", Wire::Basic), ("plain:", Wire::Plain)]
            .into_iter()
            .find_map(|(prefix, wire)| Some((wire, text.strip_prefix(prefix)?)));
        let (wire, bot) = prefixed.unwrap_or((Wire::Standard, text));
        Self { wire, spec: Spec::parse(bot) }
    }

    /// Makes it a player. One that is not there or may not run is told of: its units have no orders, as the original would
    /// have it.
    ///
    /// # Errors
    /// If it is a person, or a folder that does not build.
    pub fn summon(&self, summoner: &mut Summoner<'_>) -> Result<Summoned, Failure> {
        let spec = match &self.spec {
            Spec::Human => return Err(Failure::Usage(NotOpened::Person(BitMartyr::TITLE).to_string())),
            Spec::File(path) if path.is_dir() => Spec::File(makefile::build(path)?),
            spec => spec.clone(),
        };
        match summoner.summon(&spec) {
            Err(Failure::NotStarted(why)) => {
                note(&format!("{why}; {} has no orders for its units", printable(&self.spec.name())));
                Ok(Summoned { body: Body::Command(nobody(&spec)), absent: Some(why) })
            }
            other => Ok(Summoned { body: other?, absent: None }),
        }
    }
}

/// A player that was made.
pub struct Summoned {
    /// What plays.
    pub body: Body,
    /// Why there is nothing that plays, where that is so.
    pub absent: Option<String>,
}

/// A program that never starts, called as what should have played is. Its path is that of something within a file, or within
/// nothing: neither can be there.
fn nobody(spec: &Spec) -> Command {
    let Spec::File(path) = spec else { return Command::new("") };
    let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
    Command::new(if path.exists() { path.join("nobody") } else { path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_stands_before_the_bot() {
        for (text, wire, spec) in [
            ("bots/a", Wire::Standard, Spec::File("bots/a".into())),
            ("-bots/a", Wire::Basic, Spec::File("bots/a".into())),
            ("plain:bots/a", Wire::Plain, Spec::File("bots/a".into())),
            ("-builtin:right", Wire::Basic, Spec::Builtin("right".to_owned())),
            ("plain:cmd:a -b", Wire::Plain, Spec::Command("a -b".to_owned())),
            ("--a", Wire::Basic, Spec::File("-a".into())),
        ] {
            assert_eq!(Team::parse(text), Team { wire, spec }, "{text}");
        }
    }
}
