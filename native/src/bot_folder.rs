//! Reads a folder that is a bot: a module with the files beside it, or a script. Knows no match.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use botyard_sandbox::bot_files::{BotFiles, BotFilesError, FileTally};
use botyard_sandbox::bot_folder::FolderBot;
use botyard_sandbox::wasi::{Entry, Folder};

use crate::input;
use crate::script_file;

/// Finds the file that plays for a folder.
///
/// # Errors
/// A clause with the reason if there is no such file, or several are possible.
pub fn find_bot(folder: &Path) -> Result<FolderBot, String> {
    let entries = visible_entries(folder)?;
    let names = entries.iter().filter(|(_, path)| path.is_file()).map(|(name, _)| &**name);
    FolderBot::find(names).map_err(|why| format!("{why}: name the bot's file"))
}

/// Reads the bot of a folder, as bytes for a module loader.
///
/// Hidden files are left out. A link counts as the file that it leads to, inside the folder.
///
/// # Errors
/// A clause with the reason if there is no bot, a file cannot be read, or the files are more than
/// can come with a module.
pub fn read_bot(folder: &Path) -> Result<Vec<u8>, String> {
    let bot = find_bot(folder)?;
    let path = folder.join(bot.file());
    if let FolderBot::Script(language) = bot {
        return script_file::read_bot(language, &path).map_err(|why| format!("{}: {why}", path.display()));
    }
    let module = input::read(&path, input::MODULE).map_err(|why| unreadable(&path, &why))?;
    let root = folder.canonicalize().map_err(|why| unreadable(folder, &why))?;
    let mut files = FolderFiles { root, bot: path, folder: Folder::default(), tally: FileTally::default() };
    files.add(folder, "")?;
    if files.folder.iter().next().is_none() {
        return Ok(module);
    }
    BotFiles::of_folder(&files.folder).and_then(|files| files.attach(&module)).map_err(too_much)
}

/// The files that were found so far.
struct FolderFiles {
    /// The real path of the folder.
    root: PathBuf,
    /// The module, which is not one of its files.
    bot: PathBuf,
    folder: Folder,
    tally: FileTally,
}

impl FolderFiles {
    /// Adds the files below `folder`, whose path in the bot's folder is `above`, with a slash at
    /// the end.
    fn add(&mut self, folder: &Path, above: &str) -> Result<(), String> {
        for (name, path) in visible_entries(folder)? {
            let inner = format!("{above}{name}");
            let kind = fs::symlink_metadata(&path).map_err(|why| unreadable(&path, &why))?;
            if kind.is_dir() {
                self.add(&path, &format!("{inner}/"))?;
            } else if path != self.bot {
                self.add_file(&path, &inner)?;
            }
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, inner: &str) -> Result<(), String> {
        let shown = path.display();
        let target = match (path.canonicalize(), fs::read_link(path)) {
            (Err(why), Ok(target)) if why.kind() == io::ErrorKind::NotFound => {
                let target = target.display();
                return Err(format!(
                    "{shown} is a link to {target}, which is not there: remove the link, or put the file there"
                ));
            }
            (target, _) => target.map_err(|why| unreadable(path, &why))?,
        };
        if !target.starts_with(&self.root) {
            return Err(format!("{shown} leads out of the folder: put a copy of the file there"));
        }
        let metadata = fs::metadata(&target).map_err(|why| unreadable(path, &why))?;
        if metadata.is_dir() {
            return Err(format!("{shown} is a link to a folder: put a copy of that folder there"));
        }
        if !metadata.is_file() {
            return Err(format!("{shown} is neither a file nor a folder"));
        }
        self.tally.add(metadata.len()).map_err(too_much)?;
        let bytes = input::read(&target, input::MODULE).map_err(|why| unreadable(path, &why))?;
        let entry = Entry::File(bytes.into());
        self.folder.insert(inner, entry).map_err(|_| format!("{shown} has a name that no bot's file can have"))
    }
}

/// The names in a folder, sorted, with their paths, without hidden ones.
fn visible_entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let read = || -> io::Result<Vec<_>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| (entry.file_name(), entry.path()))).collect()
    };
    let mut entries = Vec::new();
    for (name, path) in read().map_err(|why| unreadable(folder, &why))? {
        let Ok(name) = name.into_string() else {
            return Err(format!("{} has a name that is not UTF-8", path.display()));
        };
        if !name.starts_with('.') {
            entries.push((name, path));
        }
    }
    entries.sort();
    Ok(entries)
}

fn too_much(why: BotFilesError) -> String {
    format!("{why}: keep what the bot does not read elsewhere")
}

fn unreadable(path: &Path, why: &io::Error) -> String {
    format!("cannot read {}: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use botyard_sandbox::Attachment;
    use botyard_sandbox::bot_files::{FILES, FILES_BYTES};

    use super::*;

    struct TestFolder(tempfile::TempDir);

    impl TestFolder {
        fn with(paths: &[&str]) -> Self {
            let folder = Self(tempfile::tempdir().expect("a folder"));
            paths.iter().for_each(|path| folder.write(path, path.as_bytes()));
            folder
        }

        fn write(&self, path: &str, bytes: &[u8]) {
            let path = self.0.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("our own folder");
            fs::write(path, bytes).expect("our own folder");
        }

        /// The module and the paths of the files of this bot.
        fn read(&self) -> Result<(Vec<u8>, Vec<String>), String> {
            let bot = read_bot(self.0.path())?;
            let (module, attachment) = Attachment::split(&bot).expect("it was just put together");
            let files = attachment.map(|attachment| {
                let mut folder = Folder::default();
                attachment.add_to(&mut folder);
                folder.iter().map(|(path, _)| path.to_owned()).collect()
            });
            Ok((module.to_vec(), files.unwrap_or_default()))
        }
    }

    #[test]
    fn a_folder_plays_by_a_file_of_its_own() {
        let found = |paths: &[&str]| find_bot(TestFolder::with(paths).0.path());
        assert_eq!(found(&["mine.wasm", "old/other.wasm", ".bot.wasm"]), Ok(FolderBot::Module("mine.wasm".to_owned())));
        assert!(found(&["inner/bot.wasm"]).is_err_and(|why| why.ends_with(": name the bot's file")));
    }

    #[test]
    fn the_other_files_come_with_the_module() {
        let folder =
            TestFolder::with(&["bot.wasm", "book.txt", "nets/small", ".git/config", "nets/.cache", "old.wasm"]);
        let files = ["book.txt", "nets/small", "old.wasm"].map(str::to_owned).to_vec();
        assert_eq!(folder.read(), Ok((b"bot.wasm".to_vec(), files)));
        assert_eq!(TestFolder::with(&["bot.wasm", ".git/config"]).read(), Ok((b"bot.wasm".to_vec(), Vec::new())));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_files_of_the_folder() {
        use std::os::unix::fs::symlink;
        let folder = TestFolder::with(&["bot.wasm", "nets/small"]);
        let link = |target: &Path| symlink(target, folder.0.path().join("link")).expect("our own folder");
        link(Path::new("nets/small"));
        let files = ["link", "nets/small"].map(str::to_owned).to_vec();
        assert_eq!(folder.read().map(|(_, files)| files), Ok(files));
        let other = TestFolder::with(&["secret"]);
        for (target, why) in [
            (other.0.path().join("secret"), "link leads out of the folder"),
            (folder.0.path().join("nets"), "link is a link to a folder"),
            (folder.0.path().join("missing"), "missing, which is not there"),
        ] {
            fs::remove_file(folder.0.path().join("link")).expect("our own link");
            link(&target);
            let told = folder.read().expect_err("it cannot be read");
            assert!(told.contains(why), "{told}");
        }
    }

    #[test]
    fn too_many_and_too_large_files_are_told() {
        let folder = TestFolder::with(&["bot.wasm"]);
        folder.write("large", &vec![0; FILES_BYTES + 1]);
        let told = folder.read().expect_err("it is too large");
        assert!(told.contains("have more than 16 MiB") && told.ends_with("elsewhere"), "{told}");
        folder.write("large", b"");
        (0..FILES).for_each(|number| folder.write(&number.to_string(), b""));
        assert!(folder.read().expect_err("they are too many").contains("more than 1000 files"));
    }
}
