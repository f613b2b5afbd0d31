//! The file of a bot for a page that runs it itself: a module with the files of its folder, or a
//! script with its imports. Knows no page and no match.

use std::path::Path;

use botyard_sandbox::bot_folder::FolderBot;

use super::file_kind::FileKind;
use crate::bot_folder::{self, find_bot};
use crate::input;
use crate::script_file;

/// The name under which a page keeps the bot, as if the file or folder had been dropped there;
/// `None` if a page cannot run it.
pub(super) fn name(path: &Path, kind: FileKind) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    match kind {
        FileKind::Module | FileKind::Script(_) => Some(name),
        FileKind::Folder => Some(find_bot(path).ok()?.file_name(&name)),
        FileKind::Program => None,
    }
}

/// The current content of the file: a module, or a script's text without an interpreter.
///
/// # Errors
/// A clause with the reason if it cannot be read.
pub(super) fn read(path: &Path, kind: FileKind) -> Result<Vec<u8>, String> {
    let script =
        |language, path: &Path| script_file::read_script(language, path).map(|script| script.text().to_owned());
    match kind {
        FileKind::Module => input::read(path, input::MODULE).map_err(|why| why.to_string()),
        FileKind::Script(language) => script(language, path),
        FileKind::Folder => match find_bot(path)? {
            FolderBot::Script(language) => script(language, &path.join(language.main_file())),
            FolderBot::Module(_) => bot_folder::read_bot(path),
        },
        FileKind::Program => Err("it is a program, which only this computer can run".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn it_is_named_as_if_it_had_been_dropped() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name);
        for (below, file) in [("plain", "bot.js"), ("named.js", "bot.js"), ("module", "bot.wasm"), ("odd.js", "a.wasm")]
        {
            fs::create_dir(path(below)).expect("our own folder");
            fs::write(path(below).join(file), "print('p')").expect("our own folder");
        }
        let named = |below: &str, kind| name(&path(below), kind);
        assert_eq!(named("a.wasm", FileKind::Module).as_deref(), Some("a.wasm"));
        assert_eq!(named("plain", FileKind::Folder).as_deref(), Some("plain.js"));
        assert_eq!(named("module", FileKind::Folder).as_deref(), Some("module"));
        assert_eq!(named("named.js", FileKind::Folder).as_deref(), Some("named.js"));
        assert_eq!(named("odd.js", FileKind::Folder).as_deref(), Some("odd.js.wasm"));
        assert_eq!((named("x", FileKind::Program), named("empty", FileKind::Folder)), (None, None));
        assert_eq!(read(&path("plain"), FileKind::Folder).as_deref(), Ok(&b"print('p')"[..]), "without an interpreter");
        assert!(read(&path("x"), FileKind::Program).is_err());
    }
}
