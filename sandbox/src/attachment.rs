//! The data of a bot beside its module: the script that the module interprets, or files. It travels
//! behind the module in a custom section, so that every transport of modules carries it. Knows no
//! host: a host separates the two with [`Attachment::split`] and fills the folder of each run with
//! [`Attachment::add_to`].

use crate::bot_files::{BotFiles, BotFilesError};
use crate::script::{self, Script, ScriptError};
use crate::wasi::{Entry, Folder};

/// The data that comes with a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// The module is the interpreter of this script.
    Script(Script),
    /// The module finds these files in its folder.
    Files(BotFiles),
}

/// Why an attachment cannot be used: a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachmentError {
    /// It is not a script.
    #[error("{0}")]
    Script(ScriptError),
    /// They are not files that a bot can have.
    #[error("{0}")]
    Files(BotFilesError),
}

impl Attachment {
    /// Separates a bot's module and its attachment, if it has one.
    ///
    /// # Errors
    /// [`AttachmentError`] if the attachment cannot be used.
    pub fn split(bot: &[u8]) -> Result<(&[u8], Option<Self>), AttachmentError> {
        if let Some((interpreter, language, text)) = script::split_with_language(bot) {
            let script = Script::parse(language, text).map_err(AttachmentError::Script)?;
            script.check_translation().map_err(AttachmentError::Script)?;
            return Ok((interpreter, Some(Self::Script(script))));
        }
        match BotFiles::split(bot).map_err(AttachmentError::Files)? {
            Some((module, files)) => Ok((module, Some(Self::Files(files)))),
            None => Ok((bot, None)),
        }
    }

    /// The attachment alone, as the section behind a module: [`Attachment::split`] reads it behind
    /// a module of no bytes.
    pub fn to_section(&self) -> Vec<u8> {
        match self {
            Self::Script(script) => script::attach(&[], script.language(), script.text()),
            Self::Files(files) => files.to_section(),
        }
    }

    /// The bytes whose hash identifies the bot: the text of a script that an interpreter plays; for
    /// other bots, the module with its files.
    pub fn identity<'a>(&'a self, bot: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Script(script) => script.played(),
            Self::Files(_) => bot,
        }
    }

    /// The script, if the module interprets one.
    pub fn script(&self) -> Option<&Script> {
        match self {
            Self::Script(script) => Some(script),
            Self::Files(_) => None,
        }
    }

    /// The arguments of a run, after the program's name.
    pub fn arguments(&self) -> &'static [&'static str] {
        match self {
            Self::Script(script) => script.language().arguments(),
            Self::Files(_) => &[],
        }
    }

    /// Adds the attached files to the folder of a run. A file that the bot has written in place of
    /// an attached one stays, as does an entry that it has put where one would be; but a script
    /// always runs in its original form.
    pub fn add_to(&self, folder: &mut Folder) {
        match self {
            Self::Script(script) => script.add_to(folder),
            Self::Files(files) => {
                let found = folder.clone();
                for (path, entry) in files.folder().iter().filter(|(path, _)| !is_taken(&found, path)) {
                    folder.insert(path, entry.clone()).expect("it is a path in a folder");
                }
            }
        }
    }

    /// The entries that a run has left in its folder, without the attached files, unless the bot
    /// has changed them.
    pub fn remove_from(&self, folder: &Folder) -> Folder {
        match self {
            Self::Script(script) => script.remove_from(folder),
            Self::Files(files) => {
                let own = files.folder();
                let is_above = |path: &str| own.iter().any(|(below, _)| is_below(below, path));
                let mut left = Folder::default();
                for (path, entry) in folder.iter() {
                    let is_own = own.find(path) == Some(entry) || (*entry == Entry::Directory && is_above(path));
                    if !is_own {
                        left.insert(path, entry.clone()).expect("it was in a folder");
                    }
                }
                left
            }
        }
    }
}

/// Whether a bot's own files leave no room for a file at `path`: one is there, or in place of a
/// directory above it.
fn is_taken(left: &Folder, path: &str) -> bool {
    let above = path.match_indices('/').map(|(at, _)| &path[..at]);
    left.find(path).is_some()
        || above.filter_map(|above| left.find(above)).any(|entry| !matches!(entry, Entry::Directory))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(entries: &[(&str, Entry)]) -> Folder {
        let mut folder = Folder::default();
        entries.iter().for_each(|(path, entry)| folder.insert(path, entry.clone()).expect("a path"));
        folder
    }

    fn files(paths: &[(&str, &[u8])]) -> Attachment {
        let entries: Vec<_> = paths.iter().map(|(path, bytes)| (*path, Entry::file(bytes))).collect();
        Attachment::Files(BotFiles::of_folder(&folder(&entries)).expect("a bot's files"))
    }

    #[test]
    fn what_is_attached_is_found_and_changes_what_the_bot_is_known_by() {
        let module = wat::parse_str("(module (func (export \"_start\")))").expect("valid");
        assert_eq!(Attachment::split(&module), Ok((&*module, None)));
        let text = script::attach(&module, script::ScriptLanguage::JavaScript, b"print(1)");
        let (interpreter, script) = Attachment::split(&text).expect("a script");
        let script = script.expect("a script");
        assert_eq!((interpreter, script.identity(&text)), (&*module, &b"print(1)"[..]));
        let files = files(&[("book", b"4 4")]);
        for attached in [&script, &files] {
            let section = attached.to_section();
            assert_eq!(Attachment::split(&section), Ok((&[][..], Some(attached.clone()))));
            let whole = [&*module, &section].concat();
            assert_eq!(Attachment::split(&whole), Ok((&*module, Some(attached.clone()))));
            wasmparser::validate(&whole).expect("it is still a module");
        }
        let translated = script::attach(&module, script::ScriptLanguage::TypeScript, b"print(1 as number)\0print(1)");
        let (_, script) = Attachment::split(&translated).expect("a script");
        assert_eq!(script.expect("a script").identity(&translated), b"print(1)");
        let untranslated = script::attach(&module, script::ScriptLanguage::TypeScript, b"print(1 as number)");
        assert!(Attachment::split(&untranslated).is_err());
        let whole = [&*module, &files.to_section()].concat();
        assert_eq!((files.identity(&whole), files.arguments().len()), (&*whole, 0));
    }

    #[test]
    fn damaged_sections_are_no_sections_or_are_told() {
        let whole = [&b"\0asm"[..], &files(&[("book", b"4 4")]).to_section()].concat();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[at] ^= 1 << bit;
                // A module may have any sections. Files that were recognized must be possible files
                // of a bot.
                if let Ok((module, Some(attached))) = Attachment::split(&damaged) {
                    assert_eq!([module, &attached.to_section()].concat(), damaged, "{at} {bit}");
                }
            }
            assert!(!matches!(Attachment::split(&whole[..at]), Ok((_, Some(_)))), "cut off at {at}");
        }
    }

    #[test]
    fn a_run_finds_its_files_and_only_what_it_wrote_is_kept() {
        let came = files(&[("book", b"4 4"), ("nets/large", b"1"), ("nets/small", b"2")]);
        let mut found = Folder::default();
        came.add_to(&mut found);
        assert_eq!(found.iter().count(), 3);
        let with_folder = folder(&[
            ("book", Entry::file(b"4 4")),
            ("nets", Entry::Directory),
            ("nets/large", Entry::file(b"1")),
            ("nets/small", Entry::file(b"trained")),
            ("notes", Entry::file(b"n")),
            ("own", Entry::Directory),
        ]);
        let kept =
            folder(&[("nets/small", Entry::file(b"trained")), ("notes", Entry::file(b"n")), ("own", Entry::Directory)]);
        assert_eq!(came.remove_from(&with_folder), kept);
        let mut again = kept;
        came.add_to(&mut again);
        let path = |path: &str| again.find(path).cloned();
        assert_eq!((path("nets/small"), path("nets/large")), (Some(Entry::file(b"trained")), Some(Entry::file(b"1"))));
        // In place of a folder there may be a file.
        let mut moved = folder(&[("nets", Entry::file(b"x"))]);
        came.add_to(&mut moved);
        assert_eq!(moved, folder(&[("book", Entry::file(b"4 4")), ("nets", Entry::file(b"x"))]));
        assert!(came.remove_from(&Folder::default()).is_empty());
    }
}
