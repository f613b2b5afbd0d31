//! Executables as bots: how they are started, and why one did not start. Knows no match and no
//! pipe.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use botyard_driver::StartError;
use botyard_sandbox::wasi::Folder;

use super::module::KeptFolder;
use super::platform::{self, ProgramWatcher, RunningProgram, SpawnError};
use super::process_sandbox::{AccessGaps, ProcessSandbox, SandboxedCommand};

/// A program to be started, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramCommand {
    program: OsString,
    arguments: Vec<OsString>,
    /// The bot's file, if the program is only its interpreter.
    script: Option<PathBuf>,
    /// The bot's file, if the bot was named by that rather than by a command line.
    file: Option<PathBuf>,
    process_sandbox: Option<ProcessSandbox>,
    kept_folder: Option<KeptFolder>,
    /// Where it works without a sandbox, if not where this program does.
    folder: Option<PathBuf>,
}

impl ProgramCommand {
    /// A program by its path, or by its name, which is looked up as a shell would.
    pub fn new(program: impl Into<OsString>) -> Self {
        let (arguments, script, file, process_sandbox, kept_folder, folder) = Default::default();
        Self { program: program.into(), arguments, script, file, process_sandbox, kept_folder, folder }
    }

    /// The bot in this file: an executable or a script. Python runs a `.py` that is not executable,
    /// and Java runs a `.jar`.
    pub fn file(path: impl AsRef<Path>) -> Self {
        let path = std::path::absolute(path.as_ref()).unwrap_or_else(|_| path.as_ref().to_owned());
        match interpreter(&path) {
            Some((program, before)) => {
                let command = Self::new(program).arguments(before).arguments([&path]);
                Self { script: Some(path.clone()), file: Some(path), ..command }
            }
            None => Self { file: Some(path.clone()), ..Self::new(path) },
        }
    }

    /// A command line: words separated by blanks, quoted as for the system's shell. No shell runs
    /// it.
    ///
    /// # Errors
    /// If a quote is not closed or there is no word.
    pub fn line(line: &str) -> Result<Self, CommandLineError> {
        let mut words = platform::split(line).ok_or(CommandLineError::Quote)?.into_iter();
        let program = words.next().ok_or(CommandLineError::Empty)?;
        Ok(Self::new(program).arguments(words))
    }

    /// This command with further arguments.
    #[must_use]
    pub fn arguments(mut self, arguments: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// This command, sandboxed as far as the system supports it.
    #[must_use]
    pub fn sandboxed(self, process_sandbox: ProcessSandbox) -> Self {
        Self { process_sandbox: Some(process_sandbox), ..self }
    }

    /// This command, whose files in its working folder are kept in this folder from match to match.
    /// Only a sandboxed command has a working folder of its own.
    #[must_use]
    pub fn with_kept_folder(self, kept_folder: KeptFolder) -> Self {
        Self { kept_folder: Some(kept_folder), ..self }
    }

    /// This command, which works in this folder unless a sandbox gives it one of its own. Words that
    /// name files still name the same ones.
    #[must_use]
    pub(super) fn in_folder(self, folder: &Path) -> Self {
        let absolute = |word: OsString| match std::path::absolute(&word) {
            Ok(path) if path.exists() => path.into(),
            _ => word,
        };
        // A program without a folder is looked up.
        let is_path = Path::new(&self.program).components().count() > 1;
        let program = if is_path { absolute(self.program) } else { self.program };
        let arguments = self.arguments.into_iter().map(absolute).collect();
        Self { program, arguments, folder: Some(folder.to_owned()), ..self }
    }

    /// The folder in which its files are kept, if they are.
    pub(super) fn kept_folder(&self) -> Option<&KeptFolder> {
        self.kept_folder.as_ref()
    }

    /// The bot's file, if the bot was named by that rather than by a command line.
    pub fn bot_file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether it is sandboxed, as far as the system supports it.
    pub fn is_sandboxed(&self) -> bool {
        self.process_sandbox.is_some()
    }

    /// What the bot may miss where it works; `None` if it is not sandboxed. `others` are the other
    /// seats' bots.
    pub(super) fn find_access_gaps(&self, others: &[&[OsString]]) -> Option<AccessGaps> {
        let (words, folder) = (self.words(), Folder::default());
        self.sandboxed_command(&words, &folder).map(|sandboxed| platform::find_access_gaps(&sandboxed, others))
    }

    fn sandboxed_command<'a>(&'a self, words: &'a [OsString], folder: &'a Folder) -> Option<SandboxedCommand<'a>> {
        let sandbox = self.process_sandbox.as_ref()?;
        Some(SandboxedCommand { sandbox, words, file: self.file.as_deref(), folder })
    }

    /// The program and its arguments.
    pub fn words(&self) -> Vec<OsString> {
        [&self.program].into_iter().chain(&self.arguments).cloned().collect()
    }

    /// Starts it, for the seat of this number. In a sandbox, it finds the content of `folder` in
    /// its working folder.
    ///
    /// # Errors
    /// Why it does not start.
    pub(super) fn start(
        &self,
        seat: usize,
        folder: &Folder,
        watch: &mut ProgramWatcher,
    ) -> Result<RunningProgram, StartError> {
        // Otherwise the interpreter would start and print an error of its own.
        if let Some(script) = self.script.as_deref().filter(|script| !script.exists()) {
            return Err(StartError::Bot(format!("no such file: `{}`", script.display())));
        }
        let started = match self.sandboxed_command(&self.words(), folder) {
            Some(sandboxed) => RunningProgram::spawn_sandboxed(&sandboxed, seat, watch),
            None => {
                let mut command = std::process::Command::new(&self.program);
                command.args(&self.arguments);
                self.folder.iter().for_each(|folder| _ = command.current_dir(folder));
                RunningProgram::spawn(command, watch)
            }
        };
        started.map_err(|error| match error {
            SpawnError::Program(error) => StartError::Bot(self.explain(&error)),
            SpawnError::Host(error) => StartError::Host { why: error.to_string(), is_lasting: is_lasting(&error) },
        })
    }

    /// Why this cannot be started, as far as the files show, as a clause; `None` if they show no
    /// reason.
    pub fn find_obstacle(&self) -> Option<String> {
        let not_found = || Some(self.explain(&io::ErrorKind::NotFound.into()));
        if let Some(script) = self.script.as_deref().filter(|script| !script.exists()) {
            return Some(format!("no such file: `{}`", script.display()));
        }
        let Some(program) = self.find_program() else { return not_found() };
        let Some(line) = first_line(&program) else { return self.find_format_obstacle(&program) };
        let mut words = line.strip_prefix("#!")?.split_whitespace();
        let interpreter = words.next().map(PathBuf::from).filter(|path| path.is_absolute())?;
        // `env` looks for the program that is named after it.
        let named = words
            .next()
            .filter(|_| interpreter.ends_with("env"))
            .filter(|word| !word.starts_with('-') && !word.contains('='));
        let is_here = interpreter.exists() && named.is_none_or(|name| Self::new(name).find_program().is_some());
        if is_here { None } else { not_found() }
    }

    /// Why the system cannot execute a file that names no interpreter.
    fn find_format_obstacle(&self, program: &Path) -> Option<String> {
        // Windows decides by a file's name.
        let is_text =
            cfg!(unix) && read_start(program)?.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
        is_text.then(|| self.explain_wrong_format(program))
    }

    /// Its files: that of the program, and those that its arguments name, also as `--option=FILE`
    /// or `-oFILE`.
    pub fn files(&self) -> Vec<PathBuf> {
        let arguments = self.arguments.iter().filter_map(|argument| file_in(argument.as_ref()));
        self.find_program().into_iter().chain(arguments).collect()
    }

    /// The program's file: a name without a folder is looked up as the system does it.
    fn find_program(&self) -> Option<PathBuf> {
        let program = Path::new(&self.program);
        if program.components().count() > 1 {
            return program.exists().then(|| program.to_owned());
        }
        let path = std::env::var_os("PATH")?;
        let mut with_suffix = self.program.clone();
        with_suffix.push(std::env::consts::EXE_SUFFIX);
        let named = |folder: &Path| [folder.join(program), folder.join(&with_suffix)];
        let candidates =
            || std::env::split_paths(&path).flat_map(|folder| named(&folder)).filter(|path| path.is_file());
        // A file that cannot be executed is passed over, and is the obstacle only if there is no
        // other.
        candidates().find(|candidate| platform::is_executable(candidate)).or_else(|| candidates().next())
    }

    fn explain(&self, error: &io::Error) -> String {
        let program = Path::new(&self.program);
        let shown = self.script.as_deref().unwrap_or(program).display();
        match error.kind() {
            io::ErrorKind::NotFound if self.script.is_some() => {
                format!("`{shown}` needs `{}`, which is not installed", program.display())
            }
            // A name without a folder is looked for among the system's programs, and not here.
            io::ErrorKind::NotFound if program.components().count() == 1 => self.explain_unknown_program(program),
            io::ErrorKind::NotFound if program.exists() => match first_line(program) {
                Some(line) => format!("the interpreter in the first line of `{shown}` does not exist: `{line}`"),
                None => format!("the system cannot load `{shown}` (was it built for another system?)"),
            },
            io::ErrorKind::NotFound => format!("no such file: `{shown}`"),
            io::ErrorKind::PermissionDenied if program.is_dir() => format!("`{shown}` is a folder"),
            io::ErrorKind::PermissionDenied => format!("`{shown}` is not executable (try: chmod +x)"),
            _ if platform::is_wrong_format(error) => self.explain_wrong_format(program),
            _ => format!("system error: {error}"),
        }
    }

    fn explain_unknown_program(&self, program: &Path) -> String {
        let shown = program.display();
        let words: Vec<_> = self.words().iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let line = words.join(" ");
        match () {
            () if program.is_file() => format!("no such program: `{shown}`; the file of that name is `./{shown}`"),
            () if words.len() > 1 && Path::new(&line).is_file() => {
                format!("no such program: `{shown}`; the name of the file `{line}` needs quotes")
            }
            () => format!("no such program: `{shown}`"),
        }
    }

    fn explain_wrong_format(&self, program: &Path) -> String {
        format!(
            "the system cannot execute `{}` (a script needs a first line such as `#!/usr/bin/env python3`, a program has \
             to be built for this machine)",
            self.script.as_deref().unwrap_or(program).display()
        )
    }
}

/// Whether the error will remain until a person removes its cause.
fn is_lasting(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied, ReadOnlyFilesystem};
    matches!(error.kind(), NotADirectory | NotFound | PermissionDenied | ReadOnlyFilesystem)
}

/// Why a command line cannot be parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommandLineError {
    /// A quote is open at the end.
    #[error("unclosed quote")]
    Quote,
    /// The line has no words.
    #[error("empty command")]
    Empty,
}

/// The interpreter of a file that is not executable, and its arguments before the file.
fn interpreter(path: &Path) -> Option<(&'static str, &'static [&'static str])> {
    match path.extension().and_then(OsStr::to_str) {
        Some("py") if !platform::is_executable(path) => Some((platform::PYTHON, &[])),
        Some("jar") => Some(("java", &["-jar"])),
        _ => None,
    }
}

/// A script's first line, if it names an interpreter.
fn first_line(path: &Path) -> Option<String> {
    let start = read_start(path)?;
    let line = start.split(|&byte| byte == b'\n').next()?;
    line.starts_with(b"#!").then(|| String::from_utf8_lossy(line).trim_end().to_owned())
}

/// The first bytes of a file.
fn read_start(path: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    File::open(path).ok()?.take(128).read_to_end(&mut start).ok()?;
    Some(start)
}

/// The file that an argument names.
fn file_in(argument: &OsStr) -> Option<PathBuf> {
    let text = argument.to_str().unwrap_or_default();
    let value = text.split_once('=').map(|(_, value)| value);
    let attached = text.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    let attached = attached.and_then(|rest| rest.char_indices().nth(1)).map(|(at, _)| &text[1 + at..]);
    let names = [Some(argument), value.map(OsStr::new), attached.map(OsStr::new)];
    names.into_iter().flatten().map(PathBuf::from).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_into_words() {
        let command = ProgramCommand::line("python3 -u 'my bot.py' \"--depth 3\"").expect("a line");
        assert_eq!(command, ProgramCommand::new("python3").arguments(["-u", "my bot.py", "--depth 3"]));
        assert_eq!(ProgramCommand::line("bot 'x"), Err(CommandLineError::Quote));
        assert_eq!(ProgramCommand::line("  "), Err(CommandLineError::Empty));
    }

    /// Regression: the interpreter of a file was blamed that had never been looked at.
    #[test]
    fn a_name_without_a_folder_is_no_file() {
        // Tests run in the folder of their package.
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let explain = |line| ProgramCommand::line(line).expect("a line").explain(&missing);
        assert_eq!(explain("Cargo.toml"), "no such program: `Cargo.toml`; the file of that name is `./Cargo.toml`");
        assert_eq!(explain("no-such-bot --fast"), "no such program: `no-such-bot`");
        assert_eq!(explain("./no-such-bot"), "no such file: `./no-such-bot`");
    }

    #[test]
    fn a_jar_is_run_by_java() {
        let command = ProgramCommand::file("/bots/bot.jar");
        assert_eq!((command.program.as_os_str(), command.arguments[0].as_os_str()), ("java".as_ref(), "-jar".as_ref()));
    }
}
