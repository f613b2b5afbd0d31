//! The languages of scripts: how a script of each is recognised, named, translated and started. Knows
//! no interpreter: it is a module like any other, which its host has to find.

use crate::script_imports::{add_implied_names, find_imported_modules, find_quoted_files};

/// A language that scripts are written in. Each has an interpreter, or is translated into a language
/// that has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptLanguage {
    /// JavaScript.
    JavaScript,
    /// Python.
    Python,
    /// TypeScript.
    TypeScript,
}

/// What the sandbox, its hosts and people are told of a language. How its interpreter is made stands
/// in `xtask/src/interpreters.rs`.
struct Description {
    name: &'static str,
    interpreter: &'static str,
    is_interpreter_large: bool,
    build_tool: &'static str,
    translation: Option<Translation>,
    endings: &'static [&'static str],
    /// The ending of files that only declare what others have: these are no scripts.
    declarations: Option<&'static str>,
    main_file: &'static str,
    arguments: &'static [&'static str],
    file_line: &'static str,
    /// Bots are kept and sent with this name, so it never changes.
    section: &'static [u8],
    import_form: ImportForm,
    system_program: SystemProgram,
    can_be_program: bool,
}

/// How a script becomes one in a language that has an interpreter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Translation {
    /// The other language.
    into: ScriptLanguage,
    /// The file with the script, of that language, that translates.
    translator: &'static str,
}

/// How a script names a file beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ImportForm {
    /// In quotes: `"./search.js"`.
    QuotedFile,
    /// In quotes, and a file of the language also without its ending or with that of the language
    /// that it is translated into: `"./search"`.
    QuotedFileOrImplied,
    /// As a module: `import search`.
    Module,
}

/// A program with which people run scripts of a language on their own computers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SystemProgram {
    /// Its name for people.
    pub name: &'static str,
    /// Its name as a command.
    pub command: &'static str,
}

const JAVASCRIPT: Description = Description {
    name: "JavaScript",
    interpreter: "javascript",
    is_interpreter_large: false,
    build_tool: "npm (Node.js 18 or newer)",
    translation: None,
    endings: &["js", "mjs"],
    declarations: None,
    main_file: "bot.js",
    arguments: &["/bot.js"],
    file_line: "//# file: ",
    section: b"botyard.script",
    import_form: ImportForm::QuotedFile,
    system_program: SystemProgram { name: "Node.js", command: "node" },
    can_be_program: false,
};

const PYTHON: Description = Description {
    name: "Python",
    interpreter: "python",
    is_interpreter_large: true,
    build_tool: "pip (Python 3)",
    translation: None,
    endings: &["py"],
    declarations: None,
    main_file: "bot.py",
    arguments: &["/bot.py"],
    // `# file: NAME` is the first line of many a file.
    file_line: "# %% file: ",
    section: b"botyard.python",
    import_form: ImportForm::Module,
    system_program: SystemProgram { name: "your own Python", command: "python3" },
    can_be_program: true,
};

/// A translated file keeps its name, so that errors name the file that its author knows.
const TYPESCRIPT: Description = Description {
    name: "TypeScript",
    translation: Some(Translation { into: ScriptLanguage::JavaScript, translator: "typescript.js" }),
    endings: &["ts", "mts"],
    declarations: Some(".d.ts"),
    main_file: "bot.ts",
    arguments: &["/bot.ts"],
    section: b"botyard.typescript",
    import_form: ImportForm::QuotedFileOrImplied,
    ..JAVASCRIPT
};

impl ScriptLanguage {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::JavaScript, Self::Python, Self::TypeScript];

    fn description(self) -> &'static Description {
        match self {
            Self::JavaScript => &JAVASCRIPT,
            Self::Python => &PYTHON,
            Self::TypeScript => &TYPESCRIPT,
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// The language whose interpreter plays it: another one if it is translated.
    pub fn played_language(self) -> Self {
        self.description().translation.map_or(self, |translation| translation.into)
    }

    /// The name of the file with the script that translates it, which is in
    /// [`ScriptLanguage::played_language`]; `None` if its scripts play as they are.
    pub fn translator(self) -> Option<&'static str> {
        self.description().translation.map(|translation| translation.translator)
    }

    /// The name of the file of its interpreter, without its ending.
    pub fn interpreter(self) -> &'static str {
        self.description().interpreter
    }

    /// Whether its interpreter is so large that people who wait for it see how much has come.
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
    pub(crate) fn section(self) -> &'static [u8] {
        self.description().section
    }

    /// The paths of the files beside the script that the file at `path` may import, as its text has
    /// them. Some of them may not exist: the text is not parsed.
    ///
    /// ```
    /// use botyard_sandbox::script::ScriptLanguage;
    ///
    /// let files = ScriptLanguage::Python.find_imports("bot.py", "import search\n");
    /// assert_eq!(files, ["search.py", "search/__init__.py"]);
    /// ```
    pub fn find_imports(self, path: &str, text: &str) -> Vec<String> {
        match self.description().import_form {
            ImportForm::QuotedFile => find_quoted_files(text),
            ImportForm::QuotedFileOrImplied => {
                add_implied_names(find_quoted_files(text), self.played_language().endings(), self.endings())
            }
            ImportForm::Module => find_imported_modules(path, text),
        }
    }

    /// Whether its files may be in folders, which are packages.
    pub(crate) fn has_packages(self) -> bool {
        self.description().import_form == ImportForm::Module
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
        self.description().declarations.is_some_and(|ending| name.to_ascii_lowercase().ends_with(ending))
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
        for name in ["bot.py", "Bot.PY", "a.js.py"] {
            assert_eq!(of_file(name), Some(ScriptLanguage::Python), "{name}");
        }
        for name in ["bot.ts", "bot.mts", "d.ts"] {
            assert_eq!(of_file(name), Some(ScriptLanguage::TypeScript), "{name}");
        }
        for name in ["bot.json", "js", "bot.wasm", "bot.pyc", "bot.d.ts", "bot.tsx", ""] {
            assert_eq!(of_file(name), None, "{name}");
        }
    }

    #[test]
    fn no_two_languages_are_mistaken_for_each_other() {
        for language in ScriptLanguage::ALL {
            assert_eq!(ScriptLanguage::of_file(language.main_file()), Some(language));
            assert_eq!(language.arguments(), [format!("/{}", language.main_file())]);
            assert_eq!(language.played_language().translator(), None, "one translation is enough");
            for other in ScriptLanguage::ALL.into_iter().filter(|other| *other != language) {
                assert_ne!(language.name(), other.name());
                assert_ne!(language.section(), other.section());
                let is_same_interpreter = language.interpreter() == other.interpreter();
                assert_eq!(is_same_interpreter, language.played_language() == other.played_language());
                assert!(language.endings().iter().all(|ending| !other.endings().contains(ending)));
                assert!(is_same_interpreter || !language.file_line().starts_with(other.file_line()));
            }
        }
    }
}
