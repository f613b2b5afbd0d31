//! Which bot a folder is, and which of its files come with it. Knows no disk and no page: hosts
//! list the files and read them.

use std::collections::{BTreeSet, VecDeque};

use crate::script::{Script, ScriptError, ScriptLanguage, can_be_named};

/// The module of a folder that has several.
const MODULE: &str = "bot.wasm";
/// The ending of the files in which the page saves the visitor's bots.
const SAVED_BOTS: &str = "bots";

/// The file that plays for a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FolderBot {
    /// The module of this name. In the sandbox, it finds the folder's other files in its own folder.
    Module(String),
    /// The main file of this language, which brings the files that it imports.
    Script(ScriptLanguage),
}

/// Why a folder is not a bot: a clause.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FolderBotError {
    /// It has neither a module nor the main file of a script.
    #[error("it is a folder without a module (.wasm), {}", list_main_files())]
    NoBot,
    /// Each of these could play.
    #[error("it is a folder with both {0} and {1}")]
    Both(String, String),
    /// It has several modules, such as these, and none of the name that decides.
    #[error("it is a folder with several modules ({0}, {1}) and without a {MODULE}")]
    SeveralModules(String, String),
}

/// `a bot.js or a bot.py`, of all languages.
fn list_main_files() -> String {
    ScriptLanguage::list(|language| format!("a {}", language.main_file()))
}

impl FolderBot {
    /// Finds the file that plays for a folder with files of these names: `bot.wasm`, or the only
    /// module, or the main file of a script.
    ///
    /// ```
    /// use botyard_sandbox::bot_folder::FolderBot;
    ///
    /// let bot = FolderBot::find(["book.txt", "mine.wasm"])?;
    /// assert_eq!(bot.file(), "mine.wasm");
    /// # Ok::<(), botyard_sandbox::bot_folder::FolderBotError>(())
    /// ```
    ///
    /// # Errors
    /// [`FolderBotError`] if there is no such file, or several are possible.
    pub fn find<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, FolderBotError> {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let is_module = |name: &&str| name.to_ascii_lowercase().ends_with(".wasm");
        let modules: Vec<&str> = match names.contains(MODULE) {
            true => vec![MODULE],
            false => names.iter().copied().filter(is_module).collect(),
        };
        let mut scripts = ScriptLanguage::ALL.into_iter().filter(|language| names.contains(language.main_file()));
        let both = |one: &str, other: ScriptLanguage| FolderBotError::Both(one.into(), other.main_file().into());
        match (&*modules, scripts.next(), scripts.next()) {
            ([], None, _) => Err(FolderBotError::NoBot),
            ([], Some(language), None) => Ok(Self::Script(language)),
            ([], Some(one), Some(other)) => Err(both(one.main_file(), other)),
            ([module], None, _) => Ok(Self::Module((*module).to_owned())),
            ([one, other, ..], None, _) => Err(FolderBotError::SeveralModules((*one).to_owned(), (*other).to_owned())),
            ([module, ..], Some(script), _) => Err(both(module, script)),
        }
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        match self {
            Self::Module(name) => name,
            Self::Script(language) => language.main_file(),
        }
    }

    /// The name of the bot as one file, from that of its folder, by which the page recognises what
    /// it is: `mine` with a `bot.js` is `mine.js`.
    pub fn file_name(&self, folder: &str) -> String {
        let language = ScriptLanguage::of_file(folder);
        match self {
            Self::Module(_) if language.is_some() || folder.ends_with(&format!(".{SAVED_BOTS}")) => {
                format!("{folder}.wasm")
            }
            Self::Script(own) if language != Some(*own) => format!("{folder}.{}", own.endings()[0]),
            Self::Module(_) | Self::Script(_) => folder.to_owned(),
        }
    }
}

/// The files of a script that are found by what it imports, and by what these import. The host
/// reads each [`next_file`](Self::next_file), if there is such a file beside the script, and adds it.
#[derive(Debug)]
pub struct ImportedFiles {
    language: ScriptLanguage,
    /// The files that the script includes itself, which need not be beside it, and those added.
    names: BTreeSet<String>,
    /// The script's own text and those that were added, by their names.
    texts: Vec<(String, String)>,
    waiting: VecDeque<String>,
    imports_main: bool,
}

impl ImportedFiles {
    /// Begins with the text of the script.
    ///
    /// # Errors
    /// [`ScriptError`] if it is not a script.
    pub fn new(language: ScriptLanguage, main: String) -> Result<Self, ScriptError> {
        let own = Script::parse(language, main.as_bytes())?;
        let names = own.files().map(|(name, _)| name.to_owned()).collect();
        let mut files = Self { language, names, texts: Vec::new(), waiting: VecDeque::new(), imports_main: false };
        files.add(language.main_file().to_owned(), main);
        Ok(files)
    }

    /// The name of the next file that may be imported.
    pub fn next_file(&mut self) -> Option<String> {
        std::iter::from_fn(|| self.waiting.pop_front()).find(|name| !self.names.contains(name))
    }

    /// Adds the text of such a file.
    pub fn add(&mut self, name: String, text: String) {
        for import in self.language.find_imports(&name, &text) {
            self.imports_main |= import == self.language.main_file();
            if can_be_named(self.language, &import) {
                self.waiting.push_back(import);
            }
        }
        self.names.insert(name.clone());
        self.texts.push((name, text));
    }

    /// Whether a file imports one of the name that the script has itself while it plays.
    pub fn imports_main(&self) -> bool {
        self.imports_main
    }

    /// The script with all files that were added.
    ///
    /// # Errors
    /// [`ScriptError`] if it is too large with them.
    pub fn into_script(self) -> Result<Script, ScriptError> {
        Script::of_files(self.language, self.texts.iter().map(|(name, text)| (&**name, &**text)))
    }
}

#[cfg(test)]
mod tests {
    use ScriptLanguage::{JavaScript, Python, TypeScript};

    use super::*;

    #[test]
    fn a_folder_plays_by_its_module_or_its_script() {
        let module = |name: &str| Ok(FolderBot::Module(name.to_owned()));
        for (names, expected) in [
            (&["mine.wasm", "book.txt"][..], module("mine.wasm")),
            (&["a.wasm", "bot.wasm"], module("bot.wasm")),
            (&["Mine.WASM", "search.js"], module("Mine.WASM")),
            (&["bot.js", "search.js"], Ok(FolderBot::Script(JavaScript))),
            (&["bot.py", "search.py", "old.js"], Ok(FolderBot::Script(Python))),
            (&["bot.ts", "botyard.d.ts", "search.ts", "tsconfig.json"], Ok(FolderBot::Script(TypeScript))),
        ] {
            assert_eq!(FolderBot::find(names.iter().copied()), expected, "{names:?}");
        }
        for (names, expected) in [
            (&["book.txt", "mine.js"][..], "without a module (.wasm), a bot.js, a bot.ts or a bot.py"),
            (&["a.wasm", "bot.js"], "both a.wasm and bot.js"),
            (&["b.wasm", "a.wasm", "bot.py"], "both a.wasm and bot.py"),
            (&["bot.py", "bot.js"], "both bot.js and bot.py"),
            (&["b.wasm", "a.wasm"], "several modules (a.wasm, b.wasm) and without a bot.wasm"),
        ] {
            let why = FolderBot::find(names.iter().copied()).expect_err("it is unclear").to_string();
            assert!(why.contains(expected), "{why}");
        }
    }

    #[test]
    fn the_file_of_a_folder_is_named_for_what_it_is() {
        let module = FolderBot::Module("bot.wasm".to_owned());
        for (bot, folder, expected) in [
            (&module, "mine", "mine"),
            (&module, "mine.py", "mine.py.wasm"),
            (&module, "old.bots", "old.bots.wasm"),
            (&FolderBot::Script(JavaScript), "mine", "mine.js"),
            (&FolderBot::Script(JavaScript), "mine.MJS", "mine.MJS"),
            (&FolderBot::Script(Python), "mine.js", "mine.js.py"),
        ] {
            assert_eq!(bot.file_name(folder), expected);
        }
    }

    /// The script that these files beside it make of its text.
    fn script(language: ScriptLanguage, main: &str, beside: &[(&str, &str)]) -> String {
        let mut files = ImportedFiles::new(language, main.to_owned()).expect("a script");
        while let Some(name) = files.next_file() {
            if let Some((_, text)) = beside.iter().find(|(known, _)| *known == name) {
                files.add(name, (*text).to_owned());
            }
        }
        String::from_utf8(files.into_script().expect("a script").text().to_vec()).expect("text")
    }

    #[test]
    fn a_script_has_the_files_that_it_imports_and_those_that_these_import_each_once() {
        let main = "import './a.js';\nimport './b.js'; // './c.js\"";
        let beside = [("a.js", "import './b.js';\n"), ("b.js", "import './bot.js'"), ("c.js", "c")];
        let whole = format!("{main}\n//# file: a.js\nimport './b.js';\n//# file: b.js\nimport './bot.js'");
        assert_eq!(script(JavaScript, main, &beside), whole);
        let main = "import sys, a\ntry: import e\nexcept ImportError: pass";
        let beside = [("a.py", "import bot, b"), ("b.py", "b()\n"), ("e.py", "e()"), ("f.py", "")];
        let whole = format!("{main}\n# %% file: a.py\nimport bot, b\n# %% file: e.py\ne()\n# %% file: b.py\nb()\n");
        assert_eq!(script(Python, main, &beside), whole);
        let main = "from a import deep";
        let beside =
            [("a/__init__.py", ""), ("a/deep.py", "from . import book\n"), ("a/book.py", ""), ("a/other.py", "")];
        let whole = format!(
            "{main}\n# %% file: a/__init__.py\n# %% file: a/deep.py\nfrom . import book\n# %% file: a/book.py\n"
        );
        assert_eq!(script(Python, main, &beside), whole);
    }

    #[test]
    fn a_file_that_the_script_includes_is_not_read() {
        let main = "import './a.js';\n//# file: a.js\nimport './b.js';\n";
        assert_eq!(script(JavaScript, main, &[("a.js", "other"), ("b.js", "1")]), format!("{main}//# file: b.js\n1"));
    }
}
