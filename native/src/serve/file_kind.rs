//! Finds out whether a file would start as a bot on this system, without starting it; and if not,
//! why. Knows no game and no server.

use std::env;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use botyard_sandbox::script::ScriptLanguage;
use botyard_sandbox::{Attachment, ModuleLimits, instrument};

use crate::bot_folder;
use crate::input;
use crate::script_file;
use crate::shebang::{find_interpreter_with_return, spoils_option};

/// How many bytes of a file are read to find out its kind.
const START: usize = 256;
/// The first bytes of a module.
const MODULE: &[u8] = b"\0asm";
/// The first bytes of programs of some system: ELF, four kinds of Mach-O, Windows.
const PROGRAMS: [&[u8]; 6] =
    [b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xfe\xed\xfa\xcf", b"MZ"];
/// The length of the part of an ELF header that names the machine.
const ELF: usize = 20;

/// The kind of a file, or of a folder that is a bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// A WASI module.
    Module,
    /// A script that plays as a module.
    Script(ScriptLanguage),
    /// A folder with a module and the files that come with it, or with a script.
    Folder,
    /// A program, or another script.
    Program,
}

/// The kind of a file, if it looks like a bot at all.
pub(super) fn sort(path: &Path) -> Option<FileKind> {
    if path.is_dir() {
        return bot_folder::find_bot(path).is_ok().then_some(FileKind::Folder);
    }
    let start = start(path);
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if start.starts_with(MODULE) || ending == "wasm" {
        return Some(FileKind::Module);
    }
    if let Some(language) = script_file::language(path) {
        return Some(FileKind::Script(language));
    }
    let is_program = start.starts_with(b"#!") || PROGRAMS.iter().any(|magic| start.starts_with(magic));
    (is_program || matches!(ending, "jar" | "exe" | "bat") || is_executable(path)).then_some(FileKind::Program)
}

/// Why a file of this kind would not start, as a clause. Does not find problems that only show when
/// it is started.
pub(super) fn trouble(path: &Path, sort: FileKind) -> Option<String> {
    match sort {
        FileKind::Module => module_trouble(input::read(path, input::MODULE).map_err(|why| why.to_string())),
        FileKind::Folder => module_trouble(bot_folder::read_bot(path)),
        FileKind::Script(language) => script_file::read_bot(language, path).err(),
        FileKind::Program => program_trouble(path),
    }
}

fn module_trouble(read: Result<Vec<u8>, String>) -> Option<String> {
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(why) => return Some(format!("it cannot be read: {why}")),
    };
    match Attachment::split(&bytes) {
        // A script's interpreter is ours, so it starts.
        Ok((_, Some(Attachment::Script(_)))) => None,
        Ok((module, _)) => instrument(module, &ModuleLimits::default()).err().map(|refused| refused.to_string()),
        Err(why) => Some(why.to_string()),
    }
}

fn program_trouble(path: &Path) -> Option<String> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match ending {
        "jar" => return missing("java"),
        _ if cfg!(windows) => return None,
        _ if !is_executable(path) => return Some("not executable (try: chmod +x)".to_owned()),
        _ => {}
    }
    let start = start(path);
    if start.is_empty() {
        return Some("empty or unreadable".to_owned());
    }
    match start.strip_prefix(b"#!") {
        Some(line) => interpreter_trouble(&String::from_utf8_lossy(line)),
        None => machine_trouble(&start),
    }
}

/// `text` is the beginning of a script, after its `#!`.
fn interpreter_trouble(text: &str) -> Option<String> {
    let mut words = text.lines().next().unwrap_or_default().split_whitespace();
    let Some(interpreter) = words.next() else { return Some("the first line names no interpreter".to_owned()) };
    if find_interpreter_with_return(text).is_some() {
        return Some(
            "its lines end with carriage returns (\\r\\n), so the system does not find the interpreter".to_owned(),
        );
    }
    if !Path::new(interpreter).is_file() {
        return Some(format!("interpreter not found: {interpreter}, named in the first line"));
    }
    if spoils_option(text) {
        let why =
            "its first line ends with a carriage return (\\r\\n), which the interpreter takes for part of its option";
        return Some(why.to_owned());
    }
    let is_env = Path::new(interpreter).file_name() == Some(OsStr::new("env"));
    let wanted = words.find(|word| !word.starts_with('-') && !word.contains('='));
    wanted.filter(|_| is_env).and_then(missing)
}

/// Why a program that is not a script would not start.
fn machine_trouble(start: &[u8]) -> Option<String> {
    if !PROGRAMS.iter().any(|magic| start.starts_with(magic)) {
        return Some(
            "not in an executable format (a script needs a first line such as #!/usr/bin/env python3)".to_owned(),
        );
    }
    let own = env::current_exe().map(|path| self::start(&path)).unwrap_or_default();
    let same_form = own.get(..4) == start.get(..4);
    // Size, byte order and machine; the bytes between them may differ.
    let machine = |start: &[u8]| Some((start.get(4..6)?.to_vec(), start.get(18..ELF)?.to_vec()));
    let same_machine = !own.starts_with(PROGRAMS[0]) || machine(&own) == machine(start);
    (!(same_form && same_machine)).then(|| "built for another kind of computer".to_owned())
}

fn missing(program: &str) -> Option<String> {
    find(program).is_none().then(|| format!("{program} is not installed"))
}

fn find(program: &str) -> Option<PathBuf> {
    let file = Path::new(program).with_extension(env::consts::EXE_EXTENSION);
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

fn start(path: &Path) -> Vec<u8> {
    let mut start = Vec::new();
    // If the file cannot be read, the result is empty.
    let _ = File::open(path).and_then(|file| file.take(START as u64).read_to_end(&mut start));
    start
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    path.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// On other systems a file's name decides.
#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "exe" || ending == "bat" || ending == "cmd")
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// Writes a file with this name, content and mode, and returns its kind and what is wrong with
    /// it.
    fn look(name: &str, bytes: &[u8], mode: u32) -> Option<(FileKind, Option<String>)> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("our own folder");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("our own file");
        sort(&path).map(|sort| (sort, trouble(&path, sort)))
    }

    #[track_caller]
    fn check(name: &str, bytes: &[u8], mode: u32, sort: FileKind, trouble: &str) {
        let found = look(name, bytes, mode).expect("it looks like a bot");
        let said = found.1.unwrap_or_default();
        assert!(found.0 == sort && said.contains(trouble) && said.is_empty() == trouble.is_empty(), "{name}: {said}");
    }

    #[test]
    fn scripts_that_play_as_modules() {
        let missing = |language: ScriptLanguage| match crate::bots::has_interpreter(language) {
            true => String::new(),
            false => format!("without the interpreter of {}", language.name()),
        };
        for language in ScriptLanguage::ALL {
            check(language.main_file(), b"print(1)\n", 0o644, FileKind::Script(language), &missing(language));
            check(language.main_file(), b"\xff", 0o644, FileKind::Script(language), "not a text file");
        }
        let script = FileKind::Script(ScriptLanguage::JavaScript);
        check("bot.js", b"#!/usr/bin/env node\n", 0o755, script, &missing(ScriptLanguage::JavaScript));
        check("bot.py", b"#!/bin/sh\n", 0o755, FileKind::Program, "");
    }

    #[test]
    fn scripts() {
        check("bot", b"#!/bin/sh\necho p\n", 0o755, FileKind::Program, "");
        check("bot", b"#!/usr/bin/env sh\n", 0o755, FileKind::Program, "");
        check("bot", b"#!/usr/bin/env -S sh -e\n", 0o755, FileKind::Program, "");
        check("bot", b"#!/bin/sh\n", 0o644, FileKind::Program, "not executable");
        check("bot", b"#!/no/such/shell\n", 0o755, FileKind::Program, "interpreter not found: /no/such/shell");
        check("bot", b"#!/usr/bin/env no-such-shell\n", 0o755, FileKind::Program, "no-such-shell is not installed");
        check("bot", b"#!/bin/sh\r\n", 0o755, FileKind::Program, "carriage returns");
        check("bot", b"#!\n", 0o755, FileKind::Program, "no interpreter");
        check("bot", b"#!\r\n", 0o755, FileKind::Program, "no interpreter");
        check("bot", b"echo p\n", 0o755, FileKind::Program, "not in an executable format");
        check("bot", b"", 0o755, FileKind::Program, "empty");
    }

    /// Regression: a script whose first line ends in CRLF was reported as failing where it starts;
    /// and where its interpreter is missing, the end of the line was reported as the reason.
    #[test]
    fn a_first_line_in_crlf_is_read_like_one_in_lf_where_the_system_does_so() {
        for end in ["\n", "\r\n"] {
            let check_line = |line: &str, trouble: &str| {
                check("bot", format!("{line}{end}:{end}").as_bytes(), 0o755, FileKind::Program, trouble);
            };
            check_line("#!/usr/bin/env -S sh -e", "");
            check_line("#!/no/such/perl -w", "interpreter not found: /no/such/perl");
            check_line("#!/usr/bin/env -S no-such-shell -e", "no-such-shell is not installed");
        }
        check("bot", b"#!/bin/sh\n:\r\n", 0o755, FileKind::Program, "");
        check("bot", b"#!/usr/bin/env sh\r\n", 0o755, FileKind::Program, "carriage returns");
        check("bot", b"#!/bin/sh -e\r\n:\r\n", 0o755, FileKind::Program, "part of its option");
    }

    #[test]
    fn programs() {
        let own = fs::read(env::current_exe().expect("a program")).expect("a program");
        check("bot", &own[..64], 0o755, FileKind::Program, "");
        check("bot.exe", b"MZ and more", 0o755, FileKind::Program, "another kind of computer");
    }

    #[test]
    fn modules() {
        let empty =
            wat::parse_str(r#"(module (memory (export "memory") 1) (func (export "_start")))"#).expect("a module");
        check("bot.wasm", &empty, 0o644, FileKind::Module, "");
        check("bot", &empty, 0o644, FileKind::Module, "");
        check("bot.wasm", b"no module", 0o644, FileKind::Module, "module");
    }

    #[test]
    fn other_files_are_not_bots() {
        assert_eq!(look("README.md", b"# Bots\n", 0o644), None);
        assert_eq!(look("bot.c", b"int main", 0o644), None);
    }
}
