//! How a player is named on the command line. Parses text; opens no file.

use std::path::PathBuf;

use botyard_engine::replay::distinct_names;

/// A player as named on the command line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// `human`: the person at this terminal.
    Human,
    /// `builtin:NAME`: a bot that comes with the program.
    Builtin(String),
    /// `cmd:LINE`: a command with its arguments.
    Command(String),
    /// Anything else: a file.
    File(PathBuf),
}

impl PlayerSpec {
    /// Parses a spec. Every text is a valid spec.
    pub fn parse(text: &str) -> Self {
        if text == "human" {
            Self::Human
        } else if let Some(name) = text.strip_prefix("builtin:") {
            Self::Builtin(name.to_owned())
        } else if let Some(line) = text.strip_prefix("cmd:") {
            Self::Command(line.to_owned())
        } else {
            Self::File(PathBuf::from(text))
        }
    }

    /// The player's name in output.
    pub fn name(&self) -> String {
        match self {
            Self::Human => "human".to_owned(),
            Self::Builtin(name) | Self::Command(name) => name.clone(),
            Self::File(path) => {
                path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
            }
        }
    }
}

/// The players' names, with numbers if they would be the same.
pub fn names(specs: &[PlayerSpec]) -> Vec<String> {
    let names: Vec<String> = specs.iter().map(PlayerSpec::name).collect();
    distinct_names(&names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_as_they_are_written() {
        for (text, spec, name) in [
            ("human", PlayerSpec::Human, "human"),
            ("builtin:negamax", PlayerSpec::Builtin("negamax".to_owned()), "negamax"),
            ("cmd:python3 -u bot.py", PlayerSpec::Command("python3 -u bot.py".to_owned()), "python3 -u bot.py"),
            ("bots/mine.wasm", PlayerSpec::File("bots/mine.wasm".into()), "mine.wasm"),
            ("./human", PlayerSpec::File("./human".into()), "human"),
        ] {
            assert_eq!(PlayerSpec::parse(text), spec);
            assert_eq!(spec.name(), name);
        }
    }

    #[test]
    fn the_same_bot_twice_has_two_names() {
        let specs = ["a/bot", "builtin:random", "b/bot"].map(PlayerSpec::parse);
        assert_eq!(names(&specs), ["bot (1)", "random", "bot (3)"]);
        let specs = ["a/bot", "b/bot", "bot (1)"].map(PlayerSpec::parse);
        assert_eq!(names(&specs), ["bot (1) (1)", "bot (2)", "bot (1)"]);
    }
}
