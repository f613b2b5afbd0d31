//! An AI on the command line: the format it speaks, and what it is. Starts nothing but `make`.

use botyard::host::Body;
use botyard::host::process::Command;
use botyard_engine::fault::printable;
use botyard_engine::games::bitmartyr::Wire;

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

    /// Makes it a player. One that is not there is told of: its units have no orders, as the original would have it.
    ///
    /// # Errors
    /// If it is a person, or a folder that does not build.
    pub fn summon(&self, summoner: &mut Summoner<'_>) -> Result<Body, Failure> {
        let spec = match &self.spec {
            Spec::Human => return Err(Failure::Usage("a person cannot play BitMartyr".to_owned())),
            Spec::File(path) if path.is_dir() => Spec::File(makefile::build(path)?),
            spec => spec.clone(),
        };
        match summoner.summon(&spec) {
            Err(Failure::NotStarted(why)) => {
                note(&format!("{why}; {} has no orders for its units", printable(&self.spec.name())));
                // No program has an empty name.
                Ok(Body::Command(Command::new("")))
            }
            other => other,
        }
    }
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
