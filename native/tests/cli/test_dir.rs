//! A temporary folder with bots in it, and the program run there.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Mutex;

use tempfile::TempDir;

/// A script cannot be started while any process has it open for writing. A process that another
/// test's thread is starting has, for a moment, all of our files open.
static STARTING: Mutex<()> = Mutex::new(());

pub struct TestDir {
    temp: TempDir,
}

/// The result of running the program.
#[derive(Debug)]
pub struct Ran {
    pub stdout: String,
    pub stderr: String,
    pub status: i32,
}

impl Ran {
    /// stdout, if the status is this one.
    #[track_caller]
    pub fn stdout(self, status: i32) -> String {
        assert_eq!(self.status, status, "{self:?}");
        self.stdout
    }

    /// The stderr, if the status is this one and stdout is empty.
    #[track_caller]
    pub fn complaint(self, status: i32) -> String {
        assert_eq!((self.status, self.stdout.as_str()), (status, ""), "{self:?}");
        self.stderr
    }
}

impl TestDir {
    pub fn new() -> Self {
        Self { temp: tempfile::tempdir().expect("a temporary folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.temp.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let _alone = STARTING.lock().expect("no test panics here");
        fs::write(self.path(name), bytes).expect("a file in our own folder");
        format!("./{name}")
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file in our own folder")
    }

    /// The names of the files and folders in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.temp.path()).expect("our own folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// An executable shell script.
    pub fn script(&self, name: &str, body: &str) -> String {
        let bot = self.write(name, format!("#!/bin/sh\n{body}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).expect("our own file");
        bot
    }

    /// A bot that greets, plays these columns and exits.
    pub fn player(&self, name: &str, columns: &str) -> String {
        let columns: Vec<_> = columns.chars().map(String::from).collect();
        self.greeter(name, &format!("for column in {}; do echo $column; read answer || exit; done", columns.join(" ")))
    }

    /// A bot that greets, and runs this shell code when it is asked.
    pub fn greeter(&self, name: &str, body: &str) -> String {
        self.script(name, &format!("echo p\nread seat\nif [ $seat = 2 ]; then echo '?'; read column; fi\n{body}"))
    }

    /// The program without the sandbox for executables: most bots here write files beside
    /// themselves.
    pub fn command(&self, args: &[&str]) -> Command {
        self.sandboxed_command(&[&["--no-sandbox"], args].concat())
    }

    /// The program with its sandbox.
    pub fn sandboxed_command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_botyard"));
        command.args(args).current_dir(self.temp.path()).env_remove("BOTYARD_PAGE_URL");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn start(&self, args: &[&str]) -> Child {
        start(self.command(args))
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, "")
    }

    /// Runs it with this text on stdin.
    pub fn run_with(&self, args: &[&str], stdin: &str) -> Ran {
        finish(self.start(args), stdin)
    }
}

pub fn start(mut command: Command) -> Child {
    let _alone = STARTING.lock().expect("no test panics here");
    command.spawn().expect("the program starts")
}

pub fn finish(mut child: Child, stdin: &str) -> Ran {
    // A program need not read all of its input.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
    Ran { stdout: text(output.stdout), stderr: text(output.stderr), status: code(output.status) }
}

/// Waits until a running program has written these words to stderr. What it has written so far is
/// not part of its result.
///
/// # Panics
/// If it ends without them.
pub fn wait_until_said(child: &mut Child, words: &str) {
    let stderr = child.stderr.as_mut().expect("a pipe");
    let mut said = Vec::new();
    while !String::from_utf8_lossy(&said).contains(words) {
        // Byte by byte, so that the rest stays in the pipe.
        let mut byte = [0];
        stderr.read_exact(&mut byte).unwrap_or_else(|_| panic!("no {words:?}: {}", String::from_utf8_lossy(&said)));
        said.extend(byte);
    }
}

pub fn code(status: ExitStatus) -> i32 {
    status.code().expect("the program is not killed")
}

/// A running program whose output is read while its input is written.
pub struct Talk {
    pub child: Child,
    pub stdout: BufReader<ChildStdout>,
}

impl Talk {
    pub fn new(mut child: Child) -> Self {
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { child, stdout }
    }

    pub fn write_line(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("a pipe"), "{line}").expect("the program reads");
    }

    pub fn read_line(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).expect("the program prints UTF-8");
        line.trim_end().to_owned()
    }
}

pub fn is_alive(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
        && Command::new("kill").args(["-0", pid]).status().is_ok_and(|status| status.success())
}
