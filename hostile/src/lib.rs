//! The catalogue of hostile bots that play Connect Four: each bot's behaviour, its source, and the
//! expected result of a match against it. Every host is tested with it. Knows no host and no
//! engine: a match is the turns of its replay.
//!
//! Bots that are possible as executables only are not here but beside the tests that run them
//! (`native/tests/hostile/`).

mod bytes;
mod cast;
mod modules;
mod refused;
mod verdict;

pub use cast::cast;
pub use verdict::{is_as_expected, verdict};

/// One hostile bot.
#[derive(Clone, Copy)]
pub struct HostileRow {
    /// Its unique name.
    pub name: &'static str,
    /// Its behaviour: a sentence that begins with its name.
    pub does: &'static str,
    /// Its source.
    pub bot: Bot,
    /// Whether it costs some of the time that it is allowed to find out.
    pub limit: Limit,
    /// The expected result as a module, in the form of [`verdict`] or of the host that refuses to
    /// load it; `None` if it is not tried.
    pub module: Option<&'static str>,
    /// The expected result as an executable.
    pub executable: Option<&'static str>,
    /// Whether the executable may only run where it is held.
    pub is_greedy: bool,
}

/// The source of a bot.
#[derive(Clone, Copy)]
pub enum Bot {
    /// A program of package `botyard-bots`, in both of its forms.
    Program(&'static str),
    /// Such a program in this role.
    Role(&'static str, &'static str),
    /// A module in WebAssembly's text format.
    Text(fn() -> String),
    /// The bytes of a valid or invalid module.
    Bytes(fn() -> Vec<u8>),
}

/// The limit that a bot uses up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// No limit: the limits may be long enough for the slowest machine.
    None,
    /// That of an answer.
    Turn,
    /// That of the greeting.
    Start,
}

/// The harmless program and its role: the opponent of all others.
pub const STEADY: Bot = Bot::Role(cast::CAST, "steady");

/// All of them.
pub fn rows() -> Vec<HostileRow> {
    [cast::ROWS, modules::ROWS, refused::ROWS].concat()
}

impl HostileRow {
    const fn new(name: &'static str, does: &'static str, bot: Bot) -> Self {
        Self { name, does, bot, limit: Limit::None, module: None, executable: None, is_greedy: false }
    }

    /// The row with the expected result of both forms.
    const fn with_result(self, verdict: &'static str) -> Self {
        self.module(verdict).executable(verdict)
    }

    const fn module(self, verdict: &'static str) -> Self {
        Self { module: Some(verdict), ..self }
    }

    const fn executable(self, verdict: &'static str) -> Self {
        Self { executable: Some(verdict), ..self }
    }

    const fn within(self, limit: Limit) -> Self {
        Self { limit, ..self }
    }

    const fn greedy(self) -> Self {
        Self { is_greedy: true, ..self }
    }
}

impl Bot {
    /// Its module. `built` are the bytes of a module of package `botyard-bots` by its name.
    ///
    /// # Panics
    /// If the entry's WAT does not parse.
    pub fn module(self, built: impl FnOnce(&str) -> Vec<u8>) -> Vec<u8> {
        match self {
            Self::Program(name) => built(name),
            Self::Role(program, role) => cast(built(program), role),
            Self::Text(text) => wat::parse_str(text()).expect("the texts here are tried out"),
            Self::Bytes(bytes) => bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_has_a_name_of_its_own_and_something_to_come_to() {
        let rows = rows();
        let names: BTreeSet<_> = rows.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), rows.len());
        for row in rows {
            let is_program = matches!(row.bot, Bot::Program(_) | Bot::Role(..));
            assert!(row.module.is_some() || row.executable.is_some(), "{}", row.name);
            assert!(is_program || row.executable.is_none(), "{} is a module", row.name);
        }
    }

    #[test]
    fn each_text_is_a_module() {
        for row in rows().iter().filter(|row| matches!(row.bot, Bot::Text(_))) {
            let bytes = row.bot.module(|_| unreachable!("a text needs no program"));
            assert!(bytes.starts_with(b"\0asm"), "{}", row.name);
        }
    }
}
