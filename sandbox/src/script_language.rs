//! The languages of scripts: how a script of each is recognised, named and started. Knows no
//! interpreter: it is a module like any other, which its host has to find.

/// A language that scripts are written in. Each has an interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptLanguage {
    /// JavaScript.
    JavaScript,
}

impl ScriptLanguage {
    /// All languages.
    pub const ALL: [Self; 1] = [Self::JavaScript];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::JavaScript => "JavaScript",
        }
    }

    /// The name of the file of its interpreter, without its ending.
    pub fn interpreter(self) -> &'static str {
        match self {
            Self::JavaScript => "javascript",
        }
    }

    /// The endings of its files' names, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::JavaScript => &["js", "mjs"],
        }
    }

    /// The name of a script's first file while it plays, whatever its file is called elsewhere.
    pub fn main_file(self) -> &'static str {
        match self {
            Self::JavaScript => "bot.js",
        }
    }

    /// The arguments that its interpreter is started with, after the program's name.
    pub fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::JavaScript => &["/bot.js"],
        }
    }

    /// How the line begins that names a further file: a comment of the language.
    pub fn file_line(self) -> &'static str {
        match self {
            Self::JavaScript => "//# file: ",
        }
    }

    /// The name of the custom section that holds a script behind its interpreter. Bots are kept and
    /// sent in this form, so names never change.
    pub(crate) fn section(self) -> &'static [u8] {
        match self {
            Self::JavaScript => b"botyard.script",
        }
    }

    /// The language of a file of this name, if it is a script that plays, unless it is a module.
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_own = |language: &Self| language.endings().iter().any(|known| ending.eq_ignore_ascii_case(known));
        Self::ALL.into_iter().find(is_own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_their_endings() {
        let of_file = ScriptLanguage::of_file;
        for name in ["bot.js", "BOT.JS", "a.b.mjs", ".js"] {
            assert_eq!(of_file(name), Some(ScriptLanguage::JavaScript), "{name}");
        }
        for name in ["bot.json", "js", "bot.wasm", ""] {
            assert_eq!(of_file(name), None, "{name}");
        }
    }

    #[test]
    fn no_two_languages_are_mistaken_for_each_other() {
        for language in ScriptLanguage::ALL {
            assert_eq!(ScriptLanguage::of_file(language.main_file()), Some(language));
            assert_eq!(language.arguments(), [format!("/{}", language.main_file())]);
            for other in ScriptLanguage::ALL.into_iter().filter(|other| *other != language) {
                assert_ne!(language.section(), other.section());
                assert_ne!(language.interpreter(), other.interpreter());
            }
        }
    }
}
