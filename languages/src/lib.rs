//! The languages of scripts: what the sandbox, hosts, people, the page and the build need to know of
//! each. Knows no interpreter: it is a module like any other, which its host has to find.
//!
//! A language is a folder beside this one and a line in the list below. The folder has `language.rs`,
//! what it declares to all; `draft.js` and `grammar.js`, what the editor knows of it; and what its
//! interpreter is made from, by a recipe in `xtask/src/interpreters/`. `docs/` has its page of the
//! manual. It may have starters (`starters/GAME/LANGUAGE/`), bundled bots (`bots-wasm/LANGUAGE/`) and
//! steps to a first bot (`web/editor/steps/`).

mod description;
#[path = "../javascript/language.rs"]
mod javascript;
#[path = "../python/language.rs"]
mod python;
#[path = "../typescript/language.rs"]
mod typescript;

use description::ScriptDescription;
pub use description::{SystemProgram, Ways};

/// Makes the list of languages of their folders, each of which has the same items. What a program does
/// not ask of them is not in it.
macro_rules! languages {
    ($($language:ident in $folder:ident),+) => {
        /// A language that scripts are written in. Each has an interpreter, or is translated into a
        /// language that has one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[allow(missing_docs, reason = "their names say it")]
        pub enum ScriptLanguage {
            $($language),+
        }

        impl ScriptLanguage {
            /// All languages, in the order in which they are listed for people.
            pub const ALL: [Self; [$(stringify!($language)),+].len()] = [$(Self::$language),+];

            fn description(self) -> &'static ScriptDescription {
                match self {
                    $(Self::$language => &$folder::SCRIPT),+
                }
            }

            /// The paths of the files beside the script that the file at `path` may import, as its text
            /// has them. Some of them may not exist: the text is not parsed.
            ///
            /// ```
            /// use botyard_languages::ScriptLanguage;
            ///
            /// let files = ScriptLanguage::Python.find_imports("bot.py", "import search\n");
            /// assert_eq!(files, ["search.py", "search/__init__.py"]);
            /// ```
            pub fn find_imports(self, path: &str, text: &str) -> Vec<String> {
                match self {
                    $(Self::$language => $folder::find_imports(path, text)),+
                }
            }

            /// How the author of a bot does what advice asks for.
            pub fn ways(self) -> &'static Ways {
                match self {
                    $(Self::$language => &$folder::WAYS),+
                }
            }

            /// The files that its starters have in every game, by their names.
            pub fn starter_files(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    $(Self::$language => $folder::STARTER_FILES),+
                }
            }

            /// What else people call it on a command line.
            pub fn other_ids(self) -> &'static [&'static str] {
                match self {
                    $(Self::$language => $folder::OTHER_IDS),+
                }
            }

            /// The most bytes that a page may fetch of its interpreter, or of its translator.
            pub fn page_bytes(self) -> usize {
                match self {
                    $(Self::$language => $folder::PAGE_BYTES),+
                }
            }
        }
    };
}

languages!(JavaScript in javascript, TypeScript in typescript, Python in python);

/// That of a draft whose name does not show its language.
impl Default for ScriptLanguage {
    fn default() -> Self {
        Self::ALL[0]
    }
}

impl ScriptLanguage {
    /// Its name in addresses and for programs.
    pub fn id(self) -> &'static str {
        self.description().id
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The language whose interpreter plays it: another one if it is translated.
    pub fn played_language(self) -> Self {
        self.description().translation.map_or(self, |(into, _)| into)
    }

    /// The name of the file with the script that translates it, which is in
    /// [`ScriptLanguage::played_language`]; `None` if its scripts play as they are.
    pub fn translator(self) -> Option<&'static str> {
        self.description().translation.map(|(_, translator)| translator)
    }

    /// The name of the file of its interpreter, without its ending.
    pub fn interpreter(self) -> &'static str {
        self.played_language().id()
    }

    /// Whether its interpreter is so large that people who wait for it see how much has come, and that
    /// it is not kept for a visit without a network before it was used.
    pub fn is_interpreter_large(self) -> bool {
        self.description().is_interpreter_large
    }

    /// What the build of its interpreter needs, which this project does not bring.
    pub fn build_tool(self) -> &'static str {
        self.description().build_tool
    }

    /// The endings of its files' names, the usual one first.
    pub fn endings(self) -> &'static [&'static str] {
        self.description().endings
    }

    /// The ending of files that only declare what others have: these are no scripts.
    pub fn declarations(self) -> Option<&'static str> {
        self.description().declarations
    }

    /// The name of a script's first file while it plays, whatever its file is called elsewhere.
    pub fn main_file(self) -> &'static str {
        self.description().main_file
    }

    /// The arguments that its interpreter is started with, after the program's name.
    pub fn arguments(self) -> &'static [&'static str] {
        self.description().arguments
    }

    /// How the line begins that names a further file: a comment of the language.
    pub fn file_line(self) -> &'static str {
        self.description().file_line
    }

    /// The name of the custom section that holds a script behind its interpreter.
    pub fn section(self) -> &'static [u8] {
        self.description().section
    }

    /// Whether its files may be in folders, which are packages.
    pub fn has_packages(self) -> bool {
        self.description().has_packages
    }

    /// Whether its interpreter can be recorded line by line.
    pub fn has_recorded_lines(self) -> bool {
        self.description().has_recorded_lines
    }

    /// The program with which people run scripts of this language on their own computers.
    pub fn system_program(self) -> SystemProgram {
        self.description().system_program
    }

    /// Whether a script may be meant as a program of the system: an executable file whose first
    /// line names its interpreter, and every script in commands and stores from before its language
    /// had an interpreter here.
    pub fn can_be_program(self) -> bool {
        self.description().can_be_program
    }

    /// The language of a file of this name, if it is a script that plays, unless it is a module.
    pub fn of_file(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_own = |language: &Self| language.endings().iter().any(|known| ending.eq_ignore_ascii_case(known));
        Self::ALL.into_iter().find(is_own).filter(|language| !language.only_declares(name))
    }

    /// Whether a file of this name only declares what other files have.
    fn only_declares(self, name: &str) -> bool {
        self.declarations().is_some_and(|ending| name.to_ascii_lowercase().ends_with(ending))
    }

    /// Those that have an interpreter of their own.
    pub fn interpreted() -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::ALL.into_iter().filter(|language| language.translator().is_none())
    }

    /// A list of all languages for people: `a, b or c`, each as `describe` has it.
    pub fn list(describe: impl Fn(Self) -> String) -> String {
        let mut all: Vec<String> = Self::ALL.into_iter().map(describe).collect();
        let last = all.pop().unwrap_or_default();
        format!("{} or {last}", all.join(", "))
    }
}

#[cfg(test)]
mod tests;
