//! Loads the players named on the command line, with errors that say what to do.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Once;

use botyard::bot_folder;
use botyard::bots;
use botyard::input;
use botyard::script_file;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::fault::printable;
use botyard_engine::shell_word::shell_command_line;
use botyard_host::SeatBody;
use botyard_host::TurnRecorder;
use botyard_host::module::{LoadedModule, ModuleError, ModuleLoader};
use botyard_host::process::ProgramCommand;
use botyard_sandbox::bot_folder::FolderBot;
use botyard_sandbox::script::ScriptLanguage;

use super::kept_files::KeptFiles;
use super::missing_script::find_missing_script;
use super::player_spec::PlayerSpec;
use super::{compiler, sandbox, unfit_file};
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::note;

/// See [`CHARGES_FAILED_START`](botyard_engine::codec::Protocol::CHARGES_FAILED_START).
fn charges_failed_start(game: &str) -> bool {
    struct ChargesFailedStart;
    impl Visitor for ChargesFailedStart {
        type Out = bool;
        fn visit<G: Playable>(self) -> bool {
            G::CHARGES_FAILED_START
        }
    }
    catalog::visit(game, ChargesFailedStart).unwrap_or(true)
}

/// The similarity, from 0 to 1, above which a file name is suggested.
const SIMILARITY_MIN: f64 = 0.6;

/// A bot that is a single file.
#[cfg(feature = "fleet")]
pub enum PortableBot {
    /// A module, with what is attached to it.
    Module(Vec<u8>),
    /// An executable file.
    Executable(Vec<u8>),
}

/// Loads players. The module loader is created for the first module.
pub struct PlayerLoader<'a> {
    game: &'a str,
    loader: Option<ModuleLoader>,
    /// The bundled bots that were loaded, so that a bot in several seats is compiled once.
    bundled: Vec<(&'static str, LoadedModule)>,
    /// The files that bots keep from match to match.
    keep: KeptFiles,
    /// Whether other computers start the loaded bots.
    is_played_elsewhere: bool,
    /// Whether scripts that can be programs of this computer are.
    prefers_programs: bool,
}

impl<'a> PlayerLoader<'a> {
    /// A loader for players of this game.
    pub fn new(game: &'a str) -> Self {
        let (is_played_elsewhere, prefers_programs) = (false, false);
        Self {
            game,
            loader: None,
            bundled: Vec::new(),
            keep: KeptFiles::default(),
            is_played_elsewhere,
            prefers_programs,
        }
    }

    /// A loader for a command in place of an original one, whose users' scripts are programs.
    pub fn for_original(game: &'a str) -> Self {
        Self { prefers_programs: true, ..Self::new(game) }
    }

    /// Sets whether other computers start the loaded bots: then `--require-sandbox` applies to
    /// those, not to this one.
    #[must_use]
    pub fn played_elsewhere(self, is_played_elsewhere: bool) -> Self {
        Self { is_played_elsewhere, ..self }
    }

    /// Sets where bots keep their files.
    #[must_use]
    pub fn with_kept_files(self, keep: KeptFiles) -> Self {
        Self { keep, ..self }
    }

    /// The kept files of the loaded bots.
    pub fn into_kept_files(self) -> KeptFiles {
        self.keep
    }

    /// Loads a player.
    ///
    /// # Errors
    /// If it does not exist, or is a module that cannot run.
    pub fn load_player(&mut self, spec: &PlayerSpec) -> Result<SeatBody, CommandError> {
        match spec {
            PlayerSpec::Human => Ok(SeatBody::Person),
            PlayerSpec::Builtin(name) => self.builtin(name),
            PlayerSpec::Command(line) => {
                let command = ProgramCommand::line(line);
                let command =
                    command.map_err(|why| CommandError::Usage(format!("`cmd:{}`: {why}", printable(line))))?;
                match find_missing_script(&command) {
                    Some(script) => Err(CommandError::NotStarted(missing_script(line, &script))),
                    None => self.sandboxed(command),
                }
            }
            PlayerSpec::File(path) => self.file(path),
        }
    }

    /// The bytes of a bot, for other computers that load it: for a module loader, or an executable
    /// file.
    ///
    /// # Errors
    /// If it cannot be read, or is not all in one file.
    #[cfg(feature = "fleet")]
    pub fn read_portable(&self, spec: &PlayerSpec) -> Result<PortableBot, CommandError> {
        match spec {
            PlayerSpec::Builtin(name) => {
                let module = bots::find(name, Some(self.game)).and_then(bots::BundledBot::module);
                let module = module.ok_or_else(|| CommandError::NotStarted(format!("no module: builtin:{name}")))?;
                Ok(PortableBot::Module(module.into_owned()))
            }
            PlayerSpec::File(path) => match self.read_bot_file(path)? {
                BotFileKind::Missing(shown) => Err(CommandError::NotStarted(self.missing(path, &shown))),
                BotFileKind::Module { bytes, .. } => Ok(PortableBot::Module(bytes)),
                BotFileKind::Executable => {
                    let bytes = input::read(path, input::MODULE);
                    bytes.map(PortableBot::Executable).map_err(|error| CommandError::file("read", path, &error))
                }
            },
            PlayerSpec::Human | PlayerSpec::Command(_) => Err(CommandError::Usage(format!(
                "`{}` is not a single file, so it cannot be sent to other computers: name a module, a script or an executable",
                printable(&spec.name())
            ))),
        }
    }

    /// The bytes of a bot that plays in the modules' sandbox.
    ///
    /// # Errors
    /// If it cannot be read, or is not a module or a script that the sandbox plays.
    pub fn read_module(&self, spec: &PlayerSpec) -> Result<Vec<u8>, CommandError> {
        let module = match spec {
            PlayerSpec::Builtin(name) => {
                bots::find(name, Some(self.game)).and_then(bots::BundledBot::module).map(Cow::into_owned)
            }
            PlayerSpec::File(path) => match self.read_bot_file(path)? {
                BotFileKind::Missing(shown) => return Err(CommandError::NotStarted(self.missing(path, &shown))),
                BotFileKind::Module { bytes, .. } => Some(bytes),
                BotFileKind::Executable => None,
            },
            PlayerSpec::Human | PlayerSpec::Command(_) => None,
        };
        let named = printable(&spec.name());
        module
            .ok_or_else(|| CommandError::Usage(format!("`{named}` is not a module or a script that the sandbox plays")))
    }

    /// Loads a bot's bytes in a form that is recorded.
    ///
    /// # Errors
    /// If it cannot run in this form.
    pub fn load_recorded(&mut self, bytes: &[u8], recorder: &TurnRecorder) -> Result<SeatBody, CommandError> {
        let loaded = self.module_loader()?.load_recorded(bytes, recorder).map_err(not_loaded)?;
        self.keep.attach_kept_folder(loaded).map(SeatBody::Module)
    }

    fn builtin(&mut self, name: &str) -> Result<SeatBody, CommandError> {
        let Some(bot) = bots::find(name, Some(self.game)) else {
            let known: Vec<_> = bots::list_for(self.game).map(|bot| bot.name_in(self.game)).collect();
            let trimmed = name.trim();
            let is_spaced = trimmed != name && bots::find(trimmed, Some(self.game)).is_some();
            let question = if is_spaced { ask_without_space(&format!("builtin:{trimmed}")) } else { String::new() };
            return Err(CommandError::Usage(format!(
                "unknown bundled bot `{}` (bots for {}: {}){question}",
                printable(name),
                self.game,
                known.join(", ")
            )));
        };
        if let Some((_, loaded)) = self.bundled.iter().find(|(known, _)| *known == bot.name) {
            return Ok(SeatBody::Module(loaded.clone()));
        }
        let Some(module) = bot.module() else {
            let why = bot.language().map(script_file::no_interpreter).unwrap_or_default();
            return Err(CommandError::NotStarted(format!("builtin:{} is a script: {why}", printable(name))));
        };
        let loaded = self.load(&module)?;
        self.bundled.push((bot.name, loaded.clone()));
        Ok(SeatBody::Module(loaded))
    }

    fn file(&mut self, path: &Path) -> Result<SeatBody, CommandError> {
        match self.read_bot_file(path)? {
            BotFileKind::Missing(shown) => Err(CommandError::NotStarted(self.missing(path, &shown))),
            BotFileKind::Module { shown: Some(shown), bytes } => self.load_file(&shown, &bytes),
            BotFileKind::Module { shown: None, bytes } => self.load(&bytes).map(SeatBody::Module),
            BotFileKind::Executable => self.load_program(path),
        }
    }

    /// Loads a file as a program of this computer, even if it is a script that an interpreter plays
    /// here.
    ///
    /// # Errors
    /// If it cannot be started, or not as it has to be.
    pub fn load_program(&mut self, path: &Path) -> Result<SeatBody, CommandError> {
        self.sandboxed(ProgramCommand::file(path))
    }

    /// Loads the bytes that were read from a file or a folder. Errors name it as `shown`.
    fn load_file(&mut self, shown: &str, bytes: &[u8]) -> Result<SeatBody, CommandError> {
        self.load(bytes).map(SeatBody::Module).map_err(|failure| match failure {
            CommandError::NotStarted(why) => CommandError::NotStarted(format!("{shown}: {why}")),
            other => other,
        })
    }

    fn load(&mut self, bytes: &[u8]) -> Result<LoadedModule, CommandError> {
        let loaded = self.module_loader()?.load(bytes).map_err(not_loaded)?;
        self.keep.attach_kept_folder(loaded)
    }

    fn module_loader(&mut self) -> Result<&ModuleLoader, CommandError> {
        Ok(match &mut self.loader {
            Some(loader) => loader,
            empty => empty.insert(compiler::loader()?),
        })
    }

    fn sandboxed(&mut self, command: ProgramCommand) -> Result<SeatBody, CommandError> {
        if !charges_failed_start(self.game)
            && let Some(why) = command.find_obstacle()
        {
            return Err(CommandError::NotStarted(printable(&why)));
        }
        let process_sandbox = match self.is_played_elsewhere {
            true => sandbox::unchecked_process_sandbox()?,
            false => sandbox::process_sandbox()?,
        };
        Ok(SeatBody::Command(match process_sandbox {
            Some(process_sandbox) => self.keep.attach_to_command(command.sandboxed(process_sandbox))?,
            // Without a sandbox it writes wherever it wants, and its files stay there.
            None => command,
        }))
    }

    fn read_bot_file(&self, path: &Path) -> Result<BotFileKind, CommandError> {
        let shown = printable(&path.display().to_string());
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BotFileKind::Missing(shown)),
            Err(error) => return Err(CommandError::NotStarted(format!("cannot read {shown}: {error}"))),
        };
        if metadata.is_dir() {
            let bytes = bot_folder::read_bot(path);
            let bytes = bytes.map_err(|why| CommandError::NotStarted(format!("{shown}: {}", printable(&why))))?;
            // Errors in the bot name its file, not the folder.
            let bot = bot_folder::find_bot(path).ok();
            if let Some(FolderBot::Script(language)) = &bot {
                note_interpreter(*language, &path.join(language.main_file()));
            }
            let file = bot.map(|bot| printable(&path.join(bot.file()).to_string_lossy()));
            return Ok(BotFileKind::Module { shown: Some(file.unwrap_or(shown)), bytes });
        }
        if is_module(path) {
            let bytes = input::read(path, input::MODULE)
                .map_err(|error| CommandError::NotStarted(format!("cannot read {shown}: {error}")))?;
            return Ok(BotFileKind::Module { shown: Some(shown), bytes });
        }
        let language = script_file::language(path);
        if let Some(language) = language.filter(|language| !(self.prefers_programs && language.can_be_program())) {
            if !metadata.is_file() {
                return Err(CommandError::NotStarted(format!("{shown} is not a file that can be read as a script")));
            }
            let bytes = script_file::read_bot(language, path)
                .map_err(|why| CommandError::NotStarted(format!("{shown}: {}", printable(&why))))?;
            note_interpreter(language, path);
            return Ok(BotFileKind::Module { shown: None, bytes });
        }
        let may_run = may_run(&metadata);
        if may_run && let Some(why) = unfit_file::find_wrong_line_end(path) {
            return Err(CommandError::NotStarted(why));
        }
        match language.is_some() || path.extension().is_some_and(|extension| extension == "jar") || may_run {
            true => Ok(BotFileKind::Executable),
            false => Err(CommandError::NotStarted(unfit_file::explain(path))),
        }
    }

    fn missing(&self, path: &Path, shown: &str) -> String {
        let text = path.to_string_lossy();
        let trimmed = text.trim();
        if trimmed != text && (Path::new(trimmed).exists() || is_prefixed(trimmed)) {
            // The quotes make the space visible.
            return format!("no such file: `{shown}`{}", ask_without_space(&printable(trimmed)));
        }
        if let Ok(target) = fs::read_link(path) {
            let target = printable(&target.display().to_string());
            return format!("no such file: {shown} is a link to {target}, which does not exist");
        }
        let mut message = format!("no such file: {shown}");
        if bots::find(&text, Some(self.game)).is_some() {
            message += &format!("; the bundled bot is builtin:{shown}");
        } else if text.contains(' ') && !text.contains('/') {
            message += &format!("; write a command with arguments as \"cmd:{shown}\"");
        } else if let Some(near) = find_similar_file(path) {
            message += &format!("; did you mean {near}?");
        }
        message
    }
}

/// A question that follows a message about a bot's name with white space before or behind it.
fn ask_without_space(trimmed: &str) -> String {
    format!("; did you mean `{trimmed}`, without the space around it?")
}

/// Whether a text names a player that is not a file.
fn is_prefixed(text: &str) -> bool {
    !matches!(PlayerSpec::parse(text), PlayerSpec::File(_))
}

/// The kind of a file that is named as a bot.
enum BotFileKind {
    /// There is no such file; the path as it is shown.
    Missing(String),
    /// Bytes for a module loader, and the name that its errors begin with.
    Module { shown: Option<String>, bytes: Vec<u8> },
    /// An executable file.
    Executable,
}

/// The error for a module that cannot be loaded.
fn not_loaded(why: ModuleError) -> CommandError {
    match why {
        ModuleError::Engine(_) => CommandError::Internal(why.to_string()),
        _ => CommandError::NotStarted(printable(&why.to_string())),
    }
}

/// Says once what plays a script that could also be a program of this computer.
fn note_interpreter(language: ScriptLanguage, path: &Path) {
    static NOTE: Once = Once::new();
    if language.can_be_program() {
        let (name, command, shown) = (language.name(), language.system_program().command, path.display().to_string());
        NOTE.call_once(|| {
            let own = shell_command_line(&[command, &shown]);
            let shown = printable(&shown);
            note(&format!("{shown} plays in the sandbox, in botyard's own {name}; your own is {own}"));
        });
    }
}

/// The error that the script of a command line does not exist.
fn missing_script(line: &str, script: &Path) -> String {
    let shown = printable(&script.display().to_string());
    let place = if script.is_relative() { " in the current folder" } else { "" };
    let near = find_similar_file(script).map_or_else(String::new, |near| format!("; did you mean {near}?"));
    format!("`cmd:{}`: no such file{place}: {shown}{near}", printable(line))
}

/// Whether a file is a module, by its first bytes or its name, so that a text file named `.wasm`
/// gets an error about modules.
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

/// On other systems a file's name decides, and the system reports files that it cannot run.
#[cfg(not(unix))]
fn may_run(_: &fs::Metadata) -> bool {
    true
}

/// The file in the same folder whose name is most similar to this one.
fn find_similar_file(path: &Path) -> Option<String> {
    let wanted = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let scored = names.map(|name| (strsim::normalized_damerau_levenshtein(wanted, &name), name));
    let (_, name) =
        scored.filter(|(score, _)| *score >= SIMILARITY_MIN).max_by(|(a, x), (b, y)| a.total_cmp(b).then(y.cmp(x)))?;
    Some(printable(&path.with_file_name(name).display().to_string()))
}
