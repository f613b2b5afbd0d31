//! The original's config file: the log's path, the map's path, the number of players and their
//! programs, in this order and separated by any white space. Reads no map and starts no program.

use std::path::{Path, PathBuf};

use botyard::input;
use botyard_engine::fault::printable;
use botyard_engine::seat::Seats;

use super::shown;

/// A word of the file, and its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigWord {
    /// The line, from 1.
    pub line: usize,
    /// The word.
    pub text: String,
}

/// The content of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneralsConfig {
    /// The path of the config file, for messages.
    path: PathBuf,
    /// The path of the log.
    pub log: ConfigWord,
    /// The path of the map.
    pub map: ConfigWord,
    /// The number of players.
    pub count: ConfigWord,
    /// The players' programs, in the order of seats.
    pub programs: Vec<ConfigWord>,
    /// The first word after the last program, if there is one. The original does not read it.
    pub surplus: Option<ConfigWord>,
}

impl GeneralsConfig {
    /// Reads a config file.
    ///
    /// # Errors
    /// Which file, which line and why.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text =
            input::read_text(path, input::TEXT).map_err(|error| format!("cannot read {}: {error}", shown(path)))?;
        Self::parse(path, &text)
    }

    fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let mut words = text.lines().enumerate().flat_map(|(index, line)| {
            line.split_ascii_whitespace().map(move |word| ConfigWord { line: index + 1, text: word.to_owned() })
        });
        let end = || format!("{}, line {}: the file ends", shown(path), text.trim_end().lines().count().max(1));
        let mut next = |what: &str| words.next().ok_or_else(|| format!("{} before {what}", end()));
        let log = next("the path of the log")?;
        let map = next("the path of the map")?;
        let count = next("the number of players")?;
        let Some(players) = count.text.parse().ok().filter(|players| (1..=Seats::MAX).contains(players)) else {
            let why = format!("invalid number of players `{}`: expected 1 to {}", printable(&count.text), Seats::MAX);
            return Err(format!("{}, line {}: {why}", shown(path), count.line));
        };
        let programs = (1..=players).map(|number| next(&format!("the program of player {number} of {players}")));
        let programs = programs.collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), log, map, count, programs, surplus: words.next() })
    }

    /// An error message that names the file and the word's line.
    pub fn at(&self, word: &ConfigWord, why: &str) -> String {
        format!("{}, line {}: {why}", shown(&self.path), word.line)
    }

    /// The path of the config file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<GeneralsConfig, String> {
        GeneralsConfig::parse(Path::new("c.txt"), text)
    }

    fn word(line: usize, text: &str) -> ConfigWord {
        ConfigWord { line, text: text.to_owned() }
    }

    #[test]
    fn places_count_and_lines_do_not() {
        let config = parse("log.txt\r\nmap.txt\r\n2\r\n./a\r\nbuiltin:greedy\r\n").expect("a config");
        assert_eq!((config.log, config.map), (word(1, "log.txt"), word(2, "map.txt")));
        assert_eq!(config.programs, [word(4, "./a"), word(5, "builtin:greedy")]);
        assert_eq!(config.surplus, None);
        let config = parse("\n log.txt map.txt\t2 ./a\n\n./b\nnotes\n").expect("a config");
        assert_eq!(config.programs, [word(2, "./a"), word(4, "./b")]);
        assert_eq!(config.surplus, Some(word(5, "notes")));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, expected) in [
            ("", "c.txt, line 1: the file ends before the path of the log"),
            ("log\n\n", "c.txt, line 1: the file ends before the path of the map"),
            ("log\nmap\n", "c.txt, line 2: the file ends before the number of players"),
            ("log\nmap\ntwo\n", "c.txt, line 3: invalid number of players `two`: expected 1 to 64"),
            ("log\nmap\n0\n", "c.txt, line 3: invalid number of players `0`: expected 1 to 64"),
            ("log\nmap\n65\n", "c.txt, line 3: invalid number of players `65`: expected 1 to 64"),
            ("log\nmap\n2\n./a\n", "c.txt, line 4: the file ends before the program of player 2 of 2"),
        ] {
            assert_eq!(parse(text).expect_err(text), expected, "{text:?}");
        }
    }
}
