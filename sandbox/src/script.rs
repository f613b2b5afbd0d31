//! Scripts as bots: the text of a script, and the module that carries it. Knows no language: an
//! interpreter is a module like any other, which finds the script's files in its folder.
//!
//! A bot that is a script is one text. A script of several files is that text too: each further
//! file begins with a line `//# file: NAME`. On its way to a host it travels behind its interpreter
//! (see [`crate::attachment`]).

use std::sync::Arc;

use crate::last_section::{attach_section, split_section};
use crate::wasi::{Entry, Folder};

/// The name of the file with which a script begins.
pub const MAIN: &str = "bot.js";
/// The most bytes of a script, all files together.
pub const SCRIPT_BYTES: usize = 1 << 20;
/// How the line begins that names a further file.
const FILE_LINE: &str = "//# file: ";
/// The most bytes of a further file's name.
const NAME_BYTES: usize = 100;
/// The custom section that holds a script.
const SECTION: &[u8] = b"botyard.script";

/// A script: its files by their names, the first of which is [`MAIN`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    text: Arc<[u8]>,
    files: Vec<(String, Arc<[u8]>)>,
}

/// Why a text is not a script: a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// It has more than [`SCRIPT_BYTES`].
    #[error("the script has {0} bytes; at most {SCRIPT_BYTES} are possible")]
    TooLarge(usize),
    /// It is not UTF-8, or holds a zero byte: not a text, at this byte.
    #[error("the script is not a text (invalid UTF-8, or a zero byte): see byte {0}")]
    NotText(usize),
    /// A further file cannot have this name, or another file has it.
    #[error(
        "the script's file name {0:?} cannot be used: expected a name of its own such as \"search.js\", of at most \
         {NAME_BYTES} bytes"
    )]
    Name(String),
}

impl Script {
    /// The arguments that an interpreter is started with, after the program's name.
    pub const ARGUMENTS: [&'static str; 1] = ["/bot.js"];

    /// Reads a script's text.
    ///
    /// ```
    /// use botyard_sandbox::script::Script;
    ///
    /// let script = Script::parse(b"import {best} from './search.js';\n//# file: search.js\nexport const best = 4;\n")?;
    /// let files: Vec<_> = script.files().map(|(name, _)| name).collect();
    /// assert_eq!(files, ["bot.js", "search.js"]);
    /// # Ok::<(), botyard_sandbox::script::ScriptError>(())
    /// ```
    ///
    /// # Errors
    /// [`ScriptError`] if it is too large or not a text, or a file has a name that it cannot have.
    pub fn parse(text: &[u8]) -> Result<Self, ScriptError> {
        if text.len() > SCRIPT_BYTES {
            return Err(ScriptError::TooLarge(text.len()));
        }
        let whole = str::from_utf8(text).map_err(|error| ScriptError::NotText(error.valid_up_to()))?;
        if let Some(at) = whole.find('\0') {
            return Err(ScriptError::NotText(at));
        }
        let (mut files, mut name, mut start) = (Vec::<(String, Arc<[u8]>)>::new(), MAIN.to_owned(), 0);
        let mut at = 0;
        for line in whole.split_inclusive('\n') {
            let next = at + line.len();
            if let Some(named) = line.strip_prefix(FILE_LINE) {
                files.push((std::mem::replace(&mut name, named.trim_end().to_owned()), text[start..at].into()));
                if !can_be_named(&name) || files.iter().any(|(known, _)| *known == name) {
                    return Err(ScriptError::Name(name));
                }
                start = next;
            }
            at = next;
        }
        files.push((name, text[start..].into()));
        Ok(Self { text: text.into(), files })
    }

    /// A script of these files, of which the first is the main one, whatever its name.
    ///
    /// # Errors
    /// As [`Script::parse`].
    pub fn of_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, ScriptError> {
        let mut text = String::new();
        for (index, (name, content)) in files.into_iter().enumerate() {
            if index > 0 {
                if !text.ends_with('\n') {
                    text.push('\n');
                }
                text += &format!("{FILE_LINE}{name}\n");
            }
            text += content;
        }
        Self::parse(text.as_bytes())
    }

    /// The whole text, by whose hash the bot is known.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The files with their names, the main one first.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, content)| (name.as_str(), &**content))
    }

    /// Puts its files into a folder, in place of files with the same names.
    pub fn add_to(&self, folder: &mut Folder) {
        for (name, content) in &self.files {
            folder.insert(name, Entry::File(Arc::clone(content))).expect("such names were refused");
        }
    }

    /// A folder that a run has left, without the script's own files.
    pub fn remove_from(&self, folder: &Folder) -> Folder {
        let mut left = Folder::default();
        for (path, entry) in folder.iter().filter(|(path, _)| self.files.iter().all(|(name, _)| name != path)) {
            left.insert(path, entry.clone()).expect("it was in a folder");
        }
        left
    }
}

/// Whether a file of this name is a script that plays, unless it is a module: it ends in `.js` or
/// `.mjs`.
pub fn is_script_name(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| ["js", "mjs"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// Whether a further file can have this name: letters, digits, `-`, `_` and `.`, and not two files
/// in one.
pub fn can_be_named(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=NAME_BYTES).contains(&name.len()) && name != MAIN && !name.starts_with('.') && name.bytes().all(is_plain)
}

/// An interpreter with a script behind it: a module in one piece.
pub fn attach(interpreter: &[u8], text: &[u8]) -> Vec<u8> {
    attach_section(interpreter, SECTION, &[text])
}

/// Separates the interpreter and the text that [`attach`] has joined; `None` if the module has no
/// script.
pub fn split(module: &[u8]) -> Option<(&[u8], &[u8])> {
    split_section(module, SECTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Script::parse(text.as_bytes()).expect("a script").files().map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn scripts_are_known_by_their_endings() {
        assert!(["bot.js", "BOT.JS", "a.b.mjs", ".js"].into_iter().all(is_script_name));
        assert!(!["bot.json", "js", "bot.wasm", ""].into_iter().any(is_script_name));
    }

    #[test]
    fn one_text_is_one_file_or_more() {
        assert_eq!(names(""), ["bot.js"]);
        assert_eq!(names("print(1)"), ["bot.js"]);
        assert_eq!(names("a\n//# file: b.js\nc\n//# file: d.js"), ["bot.js", "b.js", "d.js"]);
        assert_eq!(names("a //# file: b.js\n"), ["bot.js"]);
        let script = Script::parse(b"a\n//# file: b.js\r\nc\n").expect("a script");
        let files: Vec<_> = script.files().map(|(_, content)| content).collect();
        assert_eq!(files, [&b"a\n"[..], b"c\n"]);
    }

    #[test]
    fn files_become_the_text_that_has_them() {
        let script = Script::of_files([("mine.js", "a"), ("b.js", "c")]).expect("a script");
        assert_eq!(script.text(), b"a\n//# file: b.js\nc");
        assert_eq!(Script::parse(script.text()), Ok(script));
        let alone = Script::of_files([("mine.js", "a")]).expect("a script");
        assert_eq!(alone.text(), b"a", "so that its hash is the file's");
    }

    #[test]
    fn what_is_no_script_is_refused() {
        assert_eq!(Script::parse(b"a\xff"), Err(ScriptError::NotText(1)));
        assert_eq!(Script::parse(b"a\0"), Err(ScriptError::NotText(1)));
        assert_eq!(Script::parse(&vec![b' '; SCRIPT_BYTES + 1]), Err(ScriptError::TooLarge(SCRIPT_BYTES + 1)));
        for name in ["", "bot.js", "../a.js", "a/b.js", ".a", "a b.js", "ä.js"] {
            let text = format!("//# file: {name}\n");
            assert_eq!(Script::parse(text.as_bytes()), Err(ScriptError::Name(name.to_owned())));
        }
        assert_eq!(Script::parse(b"//# file: a\n//# file: a\n"), Err(ScriptError::Name("a".to_owned())));
    }

    #[test]
    fn a_script_travels_behind_its_interpreter() {
        let interpreter = wat::parse_str("(module (func (export \"_start\")))").expect("valid");
        for length in [0, 1, 100, 127, 128, 20_000, 1 << 20] {
            let text = vec![b'x'; length];
            let module = attach(&interpreter, &text);
            assert_eq!(split(&module), Some((&*interpreter, &*text)), "{length}");
            wasmparser::validate(&module).expect("it is still a module");
        }
        assert_eq!(split(&interpreter), None);
        assert_eq!(split(&[]), None);
        assert_eq!(split(&[0; 40]), None);
        assert_eq!(split(&[0xff; 40]), None);
    }

    #[test]
    fn its_files_are_there_and_not_kept() {
        let script = Script::of_files([("bot.js", "a"), ("b.js", "c")]).expect("a script");
        let mut folder = Folder::default();
        folder.insert("notes.txt", Entry::file(b"n")).expect("a name");
        let before = folder.clone();
        script.add_to(&mut folder);
        assert_eq!(folder.iter().count(), 3);
        assert_eq!(script.remove_from(&folder), before);
    }
}
