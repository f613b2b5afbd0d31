//! `--keep-files DIR`: keeps the files of bots from match to match. Each bot has one file in DIR: a
//! module's is named after the hash of the module, a script's after those of the script and of its
//! interpreter, an executable's after its command line. Knows no match.
//!
//! It is a file and not a folder, because file names and links come from the bot: no text of a bot
//! becomes a path on this machine.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use botyard::serve::FileKeeper;
use botyard_engine::fault::printable;
use botyard_host::SeatBody;
use botyard_host::module::{KeptFolder, LoadedModule};
use botyard_host::process::ProgramCommand;
use botyard_sandbox::wasi::{Entry, Folder};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::cli::command_error::CommandError;
use crate::cli::output::output_file;
use crate::cli::output::stderr_notes::note;

/// The version of the file format.
const FORMAT: u64 = 1;
/// How many bytes of the hash of a command line are in a file's name.
const HASH_BYTES: usize = 8;

/// The option for kept files.
#[derive(Debug, clap::Args)]
#[group(id = "keep")]
pub struct KeepFilesArgs {
    /// Keep the files that bots write, from match to match, in this folder (one file per bot)
    #[arg(long = "keep-files", value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// The folder on this machine, with the bots' files loaded from it.
#[derive(Debug, Default)]
pub struct KeptFiles {
    folder: Option<PathBuf>,
    bots: Vec<(PathBuf, KeptFolder)>,
}

impl KeepFilesArgs {
    /// The kept files as specified on the command line.
    ///
    /// # Errors
    /// If files cannot be written into the folder.
    pub fn kept_files(&self) -> Result<KeptFiles, CommandError> {
        KeptFiles::new(self.folder.clone())
    }
}

impl KeptFiles {
    /// Kept files in this folder; with `None`, no files are kept.
    ///
    /// # Errors
    /// If files cannot be written into the folder: after the match, it would be too late.
    pub fn new(folder: Option<PathBuf>) -> Result<Self, CommandError> {
        if let Some(folder) = &folder {
            output_file::check_folder(folder).map_err(|error| not_writable(folder, &error))?;
        }
        Ok(Self { folder, bots: Vec::new() })
    }

    /// Gives a module its kept files, if files are to be kept.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn attach_kept_folder(&mut self, loaded: LoadedModule) -> Result<LoadedModule, CommandError> {
        let kept = self.kept_folder(&loaded.hashes().collect::<Vec<_>>().join("-"))?;
        Ok(kept.map_or(loaded.clone(), |kept| loaded.with_kept_folder(kept)))
    }

    /// Gives an executable its kept files, if files are to be kept.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn attach_to_command(&mut self, command: ProgramCommand) -> Result<ProgramCommand, CommandError> {
        let kept = self.kept_folder(&command_name(&command))?;
        Ok(kept.map_or(command.clone(), |kept| command.with_kept_folder(kept)))
    }

    /// The kept files of the bot with this name; `None` if no files are to be kept.
    fn kept_folder(&mut self, name: &str) -> Result<Option<KeptFolder>, CommandError> {
        let Some(folder) = &self.folder else { return Ok(None) };
        let path = folder.join(format!("{name}.json"));
        if let Some((_, kept)) = self.bots.iter().find(|(known, _)| *known == path) {
            return Ok(Some(kept.clone()));
        }
        let kept = KeptFolder::new(read(&path)?);
        self.bots.push((path, kept.clone()));
        Ok(Some(kept))
    }

    /// Saves the files that the bots left.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self) -> Result<(), CommandError> {
        self.bots.iter().try_for_each(|(path, kept)| {
            if kept.is_too_large() {
                let shown = printable(&path.display().to_string());
                note(&format!("a bot left more than 16 MiB or 4096 names, so {shown} stays as it was"));
                return Ok(());
            }
            write(path, &kept.folder()).map_err(|error| CommandError::file("write", path, &error))
        })
    }
}

/// Kept files for matches of several threads.
#[derive(Debug)]
pub struct SharedKeptFiles(Mutex<KeptFiles>);

impl SharedKeptFiles {
    /// The kept files as specified on the command line; `None` if no files are to be kept.
    ///
    /// # Errors
    /// If files cannot be written into the folder.
    pub fn new(args: &KeepFilesArgs) -> Result<Option<Self>, CommandError> {
        let kept = args.folder.is_some().then(|| args.kept_files()).transpose()?;
        Ok(kept.map(|kept| Self(Mutex::new(kept))))
    }

    fn lock(&self) -> MutexGuard<'_, KeptFiles> {
        self.0.lock().expect("nobody panics while reading or writing files")
    }
}

impl FileKeeper for SharedKeptFiles {
    fn attach_files(&self, body: SeatBody) -> Result<SeatBody, String> {
        let attached = match body {
            SeatBody::Module(loaded) => self.lock().attach_kept_folder(loaded).map(SeatBody::Module),
            SeatBody::Command(command) if command.is_sandboxed() => {
                self.lock().attach_to_command(command).map(SeatBody::Command)
            }
            other => Ok(other),
        };
        attached.map_err(|error| error.to_string())
    }

    fn save_files(&self) {
        if let Err(error) = self.lock().save() {
            note(&error.to_string());
        }
    }
}

fn not_writable(folder: &Path, error: &io::Error) -> CommandError {
    CommandError::File(format!(
        "cannot write into {}: {error}: give --keep-files a folder that you may write into, or leave it out",
        printable(&folder.display().to_string())
    ))
}

/// The name of an executable's kept files: it depends on the command line rather than on the
/// content, so that a bot keeps its files when it is built again. If the command line does not name
/// the bot's file, it also depends on the current folder: in another one, the same command line may
/// start another bot.
fn command_name(command: &ProgramCommand) -> String {
    let mut hash = Sha256::new();
    for word in command.words() {
        hash.update(word.as_encoded_bytes());
        hash.update([0]);
    }
    let file = command.bot_file();
    if file.is_none() {
        hash.update(env::current_dir().unwrap_or_default().as_os_str().as_encoded_bytes());
    }
    let name = file.and_then(Path::file_name).and_then(OsStr::to_str).unwrap_or("command");
    let hash: String = hash.finalize().iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect();
    format!("{name}-{hash}")
}

fn read(path: &Path) -> Result<Folder, CommandError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Folder::default()),
        read => read.map_err(|error| CommandError::file("read", path, &error))?,
    };
    let folder = serde_json::from_str(&text).ok().and_then(|document| parse(&document));
    folder.ok_or_else(|| {
        let shown = printable(&path.display().to_string());
        CommandError::File(format!(
            "{shown} does not contain a bot's kept files: move it away, and the bot starts with an empty folder"
        ))
    })
}

/// An interruption or a full disk does not lose the files kept before.
fn write(path: &Path, folder: &Folder) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    output_file::write_whole(path, format!("{:#}\n", document(folder)).as_bytes())
}

fn document(folder: &Folder) -> Value {
    let files = folder.iter().map(|(path, entry)| match entry {
        Entry::Directory => json!({ "path": path, "directory": true }),
        Entry::Symlink(target) => json!({ "path": path, "link": &**target }),
        Entry::File(bytes) => match str::from_utf8(bytes) {
            Ok(text) => json!({ "path": path, "text": text }),
            Err(_) => json!({ "path": path, "base64": BASE64_STANDARD.encode(bytes) }),
        },
    });
    json!({ "format": FORMAT, "files": files.collect::<Vec<_>>() })
}

fn parse(document: &Value) -> Option<Folder> {
    if document["format"].as_u64()? != FORMAT {
        return None;
    }
    let mut folder = Folder::default();
    for file in document["files"].as_array()? {
        folder.insert(file["path"].as_str()?, entry(file)?).ok()?;
    }
    Some(folder)
}

fn entry(file: &Value) -> Option<Entry> {
    if let Some(text) = file["text"].as_str() {
        return Some(Entry::file(text.as_bytes()));
    }
    if let Some(target) = file["link"].as_str() {
        return Some(Entry::Symlink(target.into()));
    }
    match file["base64"].as_str() {
        Some(text) => BASE64_STANDARD.decode(text).ok().map(|bytes| Entry::file(&bytes)),
        None => file["directory"].as_bool().filter(|is| *is).map(|_| Entry::Directory),
    }
}

#[cfg(test)]
mod tests {
    use botyard_host::module::ModuleLoader;
    use botyard_host::process_sandbox::ProcessSandbox;
    use botyard_sandbox::script;

    use super::*;

    #[test]
    fn what_is_kept_comes_back() {
        let mut folder = Folder::default();
        for (path, entry) in [
            ("dir", Entry::Directory),
            ("dir/text", Entry::file("grün\n".as_bytes())),
            ("bytes", Entry::file(&[0xff, 0])),
            ("link", Entry::Symlink("dir/text".into())),
        ] {
            folder.insert(path, entry).expect("a path");
        }
        let disk = tempfile::tempdir().expect("a folder");
        let path = disk.path().join("new").join("bot.json");
        assert_eq!(read(&path).expect("nothing is there yet"), Folder::default());
        write(&path, &folder).expect("it can be written");
        write(&path, &folder).expect("and again");
        assert_eq!(read(&path).expect("it is there"), folder);
        assert_eq!(fs::read_dir(disk.path().join("new")).expect("a folder").count(), 1);
    }

    #[test]
    fn files_of_a_served_bot_are_read_and_saved() {
        let disk = tempfile::tempdir().expect("a folder");
        let args = KeepFilesArgs { folder: Some(disk.path().join("kept")) };
        let keeper = SharedKeptFiles::new(&args).expect("it can be written").expect("there is a folder");
        let command = ProgramCommand::file("bot");
        let attach = |command| keeper.attach_files(SeatBody::Command(command)).map(|_| ());
        // Only a sandboxed bot has a working folder of its own.
        attach(command.clone()).expect("nothing is read");
        keeper.save_files();
        assert!(!disk.path().join("kept").exists());
        let sandboxed = command.sandboxed(ProcessSandbox::new("warden"));
        attach(sandboxed.clone()).expect("nothing is there yet");
        keeper.save_files();
        let files: Vec<_> = fs::read_dir(disk.path().join("kept")).expect("it was made").flatten().collect();
        assert_eq!(files.len(), 1);
        fs::write(files[0].path(), "mine").expect("our own file");
        let keeper = SharedKeptFiles::new(&args).expect("it can be written").expect("there is a folder");
        let refused = keeper.attach_files(SeatBody::Command(sandboxed)).map(|_| ()).expect_err("it is no such file");
        assert!(refused.contains("does not contain a bot's kept files"), "{refused}");
    }

    /// With another interpreter, the same script plays other matches.
    #[test]
    fn a_script_is_another_bot_in_another_interpreter() {
        let disk = tempfile::tempdir().expect("a folder");
        let loader = ModuleLoader::new().expect("wasmtime works here");
        let mut kept = KeptFiles::new(Some(disk.path().to_owned())).expect("it can be written");
        let interpreters = [1, 2].map(|pages| {
            let text = format!(r#"(module (memory (export "memory") {pages}) (func (export "_start")))"#);
            wat::parse_str(text).expect("a module")
        });
        let bots = [0, 1, 0].map(|interpreter| {
            script::attach(&interpreters[interpreter], script::ScriptLanguage::JavaScript, b"print(1)")
        });
        for bot in &bots {
            kept.attach_kept_folder(loader.load(bot).expect("it may run")).expect("nothing is there yet");
        }
        kept.save().expect("it can be written");
        let hashes = |bot: &[u8]| loader.load(bot).expect("it may run").hashes().collect::<Vec<_>>().join("-");
        let mut expected = [&bots[0], &bots[1]].map(|bot| format!("{}.json", hashes(bot)));
        let entries = fs::read_dir(disk.path()).expect("our own folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        expected.sort();
        assert_eq!(names, expected);
        assert_ne!(names[0], names[1]);
    }

    #[test]
    fn nothing_that_is_none_is_taken_for_it() {
        for text in [
            "",
            "{}",
            "[]",
            r#"{"format":2,"files":[]}"#,
            r#"{"format":1,"files":[{"path":"../a","text":""}]}"#,
            r#"{"format":1,"files":[{"path":"a"}]}"#,
            r#"{"format":1,"files":[{"path":"a","base64":"?"}]}"#,
        ] {
            let parsed = serde_json::from_str(text).ok().and_then(|document: Value| parse(&document));
            assert_eq!(parsed, None, "{text}");
        }
    }
}
