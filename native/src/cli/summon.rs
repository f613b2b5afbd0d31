//! From a player's name on the command line to something that plays, with errors that say what to do.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use botyard::bots;
use botyard::host::Body;
use botyard::host::module::{Loaded, Loader, ModuleError};
use botyard::host::process::Command;
use botyard::input;
use botyard_engine::fault::printable;

use super::failure::Failure;
use super::keep::Keep;
use super::sandbox;
use super::spec::Spec;
use super::workshop;

/// How alike two names are when one may be meant by the other, of 1.
const NEAR: f64 = 0.6;

/// Makes players of specs. The compiler of modules starts when the first module comes.
pub struct Summoner<'a> {
    game: &'a str,
    loader: Option<Loader>,
    /// The bundled bots that were loaded: one that plays several seats is compiled once.
    bundled: Vec<(&'static str, Loaded)>,
    /// What modules keep from game to game.
    keep: Keep,
}

impl<'a> Summoner<'a> {
    /// For players of this game.
    pub fn new(game: &'a str) -> Self {
        Self { game, loader: None, bundled: Vec::new(), keep: Keep::default() }
    }

    /// For the same players, whose modules keep their files so.
    #[must_use]
    pub fn keeping(self, keep: Keep) -> Self {
        Self { keep, ..self }
    }

    /// What is kept of the modules that were made.
    pub fn into_keep(self) -> Keep {
        self.keep
    }

    /// Makes a player.
    ///
    /// # Errors
    /// If there is no such thing, or it is a module that may not run.
    pub fn summon(&mut self, spec: &Spec) -> Result<Body, Failure> {
        match spec {
            Spec::Human => Ok(Body::Person),
            Spec::Builtin(name) => self.builtin(name),
            Spec::Command(line) => {
                let command = Command::line(line);
                let command = command.map_err(|why| Failure::Usage(format!("`cmd:{}`: {why}", printable(line))))?;
                confined(command)
            }
            Spec::File(path) => self.file(path),
        }
    }

    fn builtin(&mut self, name: &str) -> Result<Body, Failure> {
        let Some(bot) = bots::find(name, Some(self.game)) else {
            let known: Vec<_> = bots::of(self.game).map(|bot| super::bots::short(bot, self.game)).collect();
            return Err(Failure::Usage(format!(
                "no bot called `{}` comes with botyard for {}; there are: {}",
                printable(name),
                self.game,
                known.join(", ")
            )));
        };
        if let Some((_, loaded)) = self.bundled.iter().find(|(known, _)| *known == bot.name) {
            return Ok(Body::Module(loaded.clone()));
        }
        let loaded = self.load(bot.module)?;
        self.bundled.push((bot.name, loaded.clone()));
        Ok(Body::Module(loaded))
    }

    fn file(&mut self, path: &Path) -> Result<Body, Failure> {
        let shown = printable(&path.display().to_string());
        let metadata = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Failure::NotStarted(self.missing(path, &shown)),
            _ => Failure::NotStarted(format!("cannot read {shown}: {error}")),
        })?;
        if metadata.is_dir() {
            return Err(Failure::NotStarted(format!("{shown} is a folder: name the bot's file in it")));
        }
        if is_module(path) {
            let bytes = input::read(path, input::MODULE)
                .map_err(|error| Failure::NotStarted(format!("cannot read {shown}: {error}")))?;
            return self.load(&bytes).map(Body::Module).map_err(|failure| match failure {
                Failure::NotStarted(why) => Failure::NotStarted(format!("{shown}: {why}")),
                other => other,
            });
        }
        match path.extension().is_some_and(|extension| extension == "py" || extension == "jar") || may_run(&metadata) {
            true => confined(Command::file(path)),
            false => Err(Failure::NotStarted(format!(
                "{shown} is not executable: `chmod +x {shown}`, or give its interpreter: \"cmd:python3 {shown}\""
            ))),
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<Loaded, Failure> {
        let loader = match &mut self.loader {
            Some(loader) => loader,
            empty => empty.insert(workshop::loader()?),
        };
        let loaded = loader.load(bytes).map_err(|why| match why {
            ModuleError::Engine(_) => Failure::Internal(why.to_string()),
            _ => Failure::NotStarted(printable(&why.to_string())),
        })?;
        self.keep.bring(loaded)
    }

    fn missing(&self, path: &Path, shown: &str) -> String {
        let text = path.to_string_lossy();
        let mut message = format!("there is no file {shown}");
        if bots::find(&text, Some(self.game)).is_some() {
            message += &format!("; the bot that comes with botyard is builtin:{shown}");
        } else if text.contains(' ') && !text.contains('/') {
            message += &format!("; a command with arguments is written \"cmd:{shown}\"");
        } else if let Some(near) = nearest(path) {
            message += &format!("; did you mean {near}?");
        }
        message
    }
}

fn confined(command: Command) -> Result<Body, Failure> {
    let cage = sandbox::cage()?;
    Ok(Body::Command(match cage {
        Some(cage) => command.confined(cage),
        None => command,
    }))
}

/// By its name, or by how it begins: a text file that is called `.wasm` is to be told what it is.
fn is_module(path: &Path) -> bool {
    let mut magic = [0; 4];
    let begins = File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && magic == *b"\0asm";
    begins || path.extension().is_some_and(|extension| extension == "wasm")
}

#[cfg(unix)]
fn may_run(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o111 != 0
}

/// Elsewhere a file's name decides, and the system says what it cannot run.
#[cfg(not(unix))]
fn may_run(_: &fs::Metadata) -> bool {
    true
}

/// The file in the same folder whose name is most like this one.
fn nearest(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let scored = names.map(|name| (strsim::normalized_damerau_levenshtein(wanted, &name), name));
    let (_, name) =
        scored.filter(|(score, _)| *score >= NEAR).max_by(|(a, x), (b, y)| a.total_cmp(b).then(y.cmp(x)))?;
    Some(printable(&path.with_file_name(name).display().to_string()))
}
