//! Scripts as bots: the text of a script, and the module that carries it. Knows no language except
//! as a value ([`ScriptLanguage`]): an interpreter is a module like any other, which finds the
//! script's files in its folder.
//!
//! A bot that is a script is one text. A script of several files is that text too: each further
//! file begins with a line that names it, a comment of the language ([`ScriptLanguage::file_line`]).
//! If the language is translated, the text that plays follows the author's, after a zero byte. On its
//! way to a host a script travels behind its interpreter (see [`crate::attachment`]).

use std::sync::Arc;

pub use botyard_languages::{ScriptLanguage, SystemProgram};

use crate::last_section::{attach_section, split_section};
use crate::wasi::{Entry, Folder};

/// The most bytes of a script, all files together; of a translated one, before and after it.
pub const SCRIPT_BYTES: usize = 1 << 20;
/// The most bytes of a further file's name.
const NAME_BYTES: usize = 100;

/// Files by their names.
type NamedFiles = Vec<(String, Arc<[u8]>)>;

/// What separates the author's text and its translation.
const TRANSLATION: u8 = 0;

/// A script: its files by their names, the first of which is the main file of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    language: ScriptLanguage,
    text: Arc<[u8]>,
    /// The length of the author's text, before its translation.
    source: usize,
    /// The files that play, or wait for a translation.
    files: NamedFiles,
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
        "the script's file name {0:?} cannot be used: expected a name of its own such as \"search.js\" or \
         \"search.py\", of at most {NAME_BYTES} bytes"
    )]
    Name(String),
    /// It does not play before it is translated.
    #[error("the script is in {}, and not translated", .0.name())]
    NotTranslated(ScriptLanguage),
}

impl Script {
    /// Reads a script's text, with its translation if there is one.
    ///
    /// ```
    /// use botyard_sandbox::script::{Script, ScriptLanguage};
    ///
    /// let text = b"import {best} from './search.js';\n//# file: search.js\nexport const best = 4;\n";
    /// let script = Script::parse(ScriptLanguage::JavaScript, text)?;
    /// let files: Vec<_> = script.files().map(|(name, _)| name).collect();
    /// assert_eq!(files, ["bot.js", "search.js"]);
    /// # Ok::<(), botyard_sandbox::script::ScriptError>(())
    /// ```
    ///
    /// # Errors
    /// [`ScriptError`] if it is too large or not a text, or a file has a name that it cannot have.
    pub fn parse(language: ScriptLanguage, text: &[u8]) -> Result<Self, ScriptError> {
        let (source, translation) = split_translation(language, text);
        let files = split_files(language, source)?;
        let files = translation.map_or(Ok(files), |translation| split_files(language, translation))?;
        Ok(Self { language, text: text.into(), source: source.len(), files })
    }

    /// A script of these files, of which the first is the main one, whatever its name.
    ///
    /// # Errors
    /// As [`Script::parse`].
    pub fn of_files<'a>(
        language: ScriptLanguage,
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ScriptError> {
        let mut text = String::new();
        for (index, (name, content)) in files.into_iter().enumerate() {
            if index > 0 {
                if !text.ends_with('\n') {
                    text.push('\n');
                }
                text += &format!("{}{name}\n", language.file_line());
            }
            text += content;
        }
        Self::parse(language, text.as_bytes())
    }

    /// The script with its translation, which plays.
    ///
    /// # Errors
    /// As [`Script::parse`], about the translation.
    pub fn with_translation(&self, translation: &[u8]) -> Result<Self, ScriptError> {
        Self::parse(self.language, &[self.source(), &[TRANSLATION], translation].concat())
    }

    /// Whether it plays as it is.
    ///
    /// # Errors
    /// [`ScriptError::NotTranslated`] if it has to be translated first.
    pub fn check_translation(&self) -> Result<(), ScriptError> {
        let is_translated = self.source < self.text.len();
        let is_ready = is_translated || self.language.translator().is_none();
        is_ready.then_some(()).ok_or(ScriptError::NotTranslated(self.language))
    }

    /// Its language.
    pub fn language(&self) -> ScriptLanguage {
        self.language
    }

    /// The whole text, with the translation if there is one.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The text as its author wrote it.
    pub fn source(&self) -> &[u8] {
        &self.text[..self.source]
    }

    /// The text that plays, by whose hash the bot is known.
    pub fn played(&self) -> &[u8] {
        split_translation(self.language, &self.text).1.unwrap_or(&self.text)
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
        // Its folders too: those above other entries need not be listed.
        let is_own = |path: &str| {
            let below =
                |name: &str| name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            self.files.iter().any(|(name, _)| below(name))
        };
        for (path, entry) in folder.iter().filter(|(path, _)| !is_own(path)) {
            left.insert(path, entry.clone()).expect("it was in a folder");
        }
        left
    }
}

/// The author's text and its translation, if there is one.
fn split_translation(language: ScriptLanguage, text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let at = language.translator().and_then(|_| text.iter().position(|&byte| byte == TRANSLATION));
    at.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..])))
}

/// The files of a text by their names.
fn split_files(language: ScriptLanguage, text: &[u8]) -> Result<NamedFiles, ScriptError> {
    if text.len() > SCRIPT_BYTES {
        return Err(ScriptError::TooLarge(text.len()));
    }
    let whole = str::from_utf8(text).map_err(|error| ScriptError::NotText(error.valid_up_to()))?;
    if let Some(at) = whole.find('\0') {
        return Err(ScriptError::NotText(at));
    }
    let (mut files, mut name, mut start) = (NamedFiles::new(), language.main_file().to_owned(), 0);
    let mut at = 0;
    for line in whole.split_inclusive('\n') {
        let next = at + line.len();
        if let Some(named) = line.strip_prefix(language.file_line()) {
            files.push((std::mem::replace(&mut name, named.trim_end().to_owned()), text[start..at].into()));
            if !can_be_named(language, &name) || files.iter().any(|(known, _)| exclude_each_other(known, &name)) {
                return Err(ScriptError::Name(name));
            }
            start = next;
        }
        at = next;
    }
    files.push((name, text[start..].into()));
    Ok(files)
}

/// Whether a file of this name is a script that plays, unless it is a module.
pub fn is_script_name(name: &str) -> bool {
    ScriptLanguage::of_file(name).is_some()
}

/// Whether a further file of a script can have this name: letters, digits, `-`, `_` and `.`, not two
/// files in one, and a path only in a language that has packages.
pub fn can_be_named(language: ScriptLanguage, name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_part = |part: &str| !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_plain);
    let is_in_reach = language.has_packages() || !name.contains('/');
    let is_free = name != language.main_file() && name.len() <= NAME_BYTES;
    is_free && is_in_reach && name.split('/').all(is_part)
}

/// Whether no folder has both files: their names are equal, or one would be a folder of the other.
fn exclude_each_other(one: &str, other: &str) -> bool {
    let is_within = |path: &str, folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    one == other || is_within(one, other) || is_within(other, one)
}

/// An interpreter with a script of its language behind it: a module in one piece.
pub fn attach(interpreter: &[u8], language: ScriptLanguage, text: &[u8]) -> Vec<u8> {
    attach_section(interpreter, language.section(), &[text])
}

/// Separates the interpreter and the text that [`attach`] has joined; `None` if the module has no
/// script.
pub fn split(module: &[u8]) -> Option<(&[u8], &[u8])> {
    split_with_language(module).map(|(interpreter, _, text)| (interpreter, text))
}

/// Like [`split`], with the script's language.
pub fn split_with_language(module: &[u8]) -> Option<(&[u8], ScriptLanguage, &[u8])> {
    ScriptLanguage::ALL.into_iter().find_map(|language| {
        let (interpreter, text) = split_section(module, language.section())?;
        Some((interpreter, language, text))
    })
}

#[cfg(test)]
mod tests {
    use super::ScriptLanguage::JavaScript;
    use super::*;

    fn names(text: &str) -> Vec<String> {
        Script::parse(JavaScript, text.as_bytes()).expect("a script").files().map(|(name, _)| name.to_owned()).collect()
    }

    #[test]
    fn one_text_is_one_file_or_more() {
        assert_eq!(names(""), ["bot.js"]);
        assert_eq!(names("print(1)"), ["bot.js"]);
        assert_eq!(names("a\n//# file: b.js\nc\n//# file: d.js"), ["bot.js", "b.js", "d.js"]);
        assert_eq!(names("a //# file: b.js\n"), ["bot.js"]);
        let script = Script::parse(JavaScript, b"a\n//# file: b.js\r\nc\n").expect("a script");
        let files: Vec<_> = script.files().map(|(_, content)| content).collect();
        assert_eq!(files, [&b"a\n"[..], b"c\n"]);
    }

    #[test]
    fn a_script_has_files_in_every_language() {
        for language in ScriptLanguage::ALL {
            let ending = language.endings()[0];
            let name = format!("search.{ending}");
            let script = Script::of_files(language, [("", "a"), (&*name, "b\n")]).expect("a script");
            let files: Vec<_> = script.files().collect();
            assert_eq!(files, [(language.main_file(), &b"a\n"[..]), (&*name, b"b\n")], "{language:?}");
            assert_eq!(Script::parse(language, script.text()), Ok(script), "{language:?}");
        }
        let commented = Script::parse(ScriptLanguage::Python, b"# file: mine.py\nprint('p')\n").expect("a script");
        assert_eq!(commented.files().count(), 1, "a comment that many files begin with");
    }

    #[test]
    fn a_translation_plays_and_its_source_travels_beside_it() {
        for language in ScriptLanguage::ALL {
            let script = Script::parse(language, b"let a: number;").expect("a script");
            let translated = script.with_translation(b"let a        ;");
            if language.translator().is_none() {
                assert_eq!((script.check_translation(), translated), (Ok(()), Err(ScriptError::NotText(14))));
                continue;
            }
            assert_eq!(script.check_translation(), Err(ScriptError::NotTranslated(language)));
            let translated = translated.expect("a script");
            assert_eq!(translated.check_translation(), Ok(()));
            assert_eq!(Script::parse(language, translated.text()).as_ref(), Ok(&translated));
            let files: Vec<_> = translated.files().collect();
            assert_eq!(files, [(language.main_file(), &b"let a        ;"[..])]);
            assert_eq!((translated.source(), translated.played()), (script.text(), &b"let a        ;"[..]));
            let again = translated.with_translation(b"let a").expect("a script");
            assert_eq!((again.source(), again.played()), (script.text(), &b"let a"[..]));
            assert_eq!(script.with_translation(b"a\0"), Err(ScriptError::NotText(1)));
        }
    }

    #[test]
    fn files_become_the_text_that_has_them() {
        let script = Script::of_files(JavaScript, [("mine.js", "a"), ("b.js", "c")]).expect("a script");
        assert_eq!(script.text(), b"a\n//# file: b.js\nc");
        assert_eq!(Script::parse(JavaScript, script.text()), Ok(script));
        let alone = Script::of_files(JavaScript, [("mine.js", "a")]).expect("a script");
        assert_eq!(alone.text(), b"a", "so that its hash is the file's");
    }

    #[test]
    fn what_is_no_script_is_refused() {
        assert_eq!(Script::parse(JavaScript, b"a\xff"), Err(ScriptError::NotText(1)));
        assert_eq!(Script::parse(JavaScript, b"a\0"), Err(ScriptError::NotText(1)));
        assert_eq!(
            Script::parse(JavaScript, &vec![b' '; SCRIPT_BYTES + 1]),
            Err(ScriptError::TooLarge(SCRIPT_BYTES + 1))
        );
        for name in ["", "bot.js", "../a.js", "a/b.js", ".a", "a b.js", "ä.js"] {
            let text = format!("//# file: {name}\n");
            assert_eq!(Script::parse(JavaScript, text.as_bytes()), Err(ScriptError::Name(name.to_owned())));
        }
        assert_eq!(Script::parse(JavaScript, b"//# file: a\n//# file: a\n"), Err(ScriptError::Name("a".to_owned())));
        let python = ScriptLanguage::Python;
        for name in ["a//b.py", "/a.py", "a/", "a/../b.py", "a/.b.py", "bot.py", "b/c.py", "b/c.py/d.py", "b"] {
            let text = format!("# %% file: b/c.py\n# %% file: {name}\n");
            assert_eq!(Script::parse(python, text.as_bytes()), Err(ScriptError::Name(name.to_owned())));
        }
    }

    #[test]
    fn a_script_travels_behind_its_interpreter() {
        let interpreter = wat::parse_str("(module (func (export \"_start\")))").expect("valid");
        for length in [0, 1, 100, 127, 128, 20_000, 1 << 20] {
            let text = vec![b'x'; length];
            let module = attach(&interpreter, JavaScript, &text);
            assert_eq!(split_with_language(&module), Some((&*interpreter, JavaScript, &*text)), "{length}");
            wasmparser::validate(&module).expect("it is still a module");
        }
        for language in ScriptLanguage::ALL {
            let module = attach(&interpreter, language, b"x");
            assert_eq!(split_with_language(&module), Some((&*interpreter, language, &b"x"[..])));
        }
        assert_eq!(split(&interpreter), None);
        assert_eq!(split(&[]), None);
        assert_eq!(split(&[0; 40]), None);
        assert_eq!(split(&[0xff; 40]), None);
    }

    #[test]
    fn its_files_are_there_and_not_kept() {
        let script = Script::of_files(JavaScript, [("bot.js", "a"), ("b.js", "c")]).expect("a script");
        let mut folder = Folder::default();
        folder.insert("notes.txt", Entry::file(b"n")).expect("a name");
        let before = folder.clone();
        script.add_to(&mut folder);
        assert_eq!(folder.iter().count(), 3);
        assert_eq!(script.remove_from(&folder), before);
        let script = Script::of_files(ScriptLanguage::Python, [("", "a"), ("b/c.py", "d")]).expect("a script");
        let mut folder = before.clone();
        script.add_to(&mut folder);
        folder.insert("b", Entry::Directory).expect("a name");
        assert_eq!(script.remove_from(&folder), before);
    }
}
