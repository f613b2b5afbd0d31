//! A program that plays without thinking, and a loop that starts two of them and passes on their
//! lines: the cost that no host can avoid. Knows no rules.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use botyard_host::process::ProgramCommand;
use botyard_host::process_sandbox::ProcessSandbox;

/// The argument that makes this program a bot.
pub const BOT: &str = "--be-a-bot";

/// The columns of a program, one turn after another: the first to move has four in a row with its
/// fourth.
const COLUMNS: [&str; 4] = ["1", "2", "3", "4"];

/// Plays its columns and ignores its input.
pub fn be_a_bot() {
    let mut lines = std::io::stdin().lines().map_while(Result::ok);
    println!("p");
    if lines.next().as_deref() == Some("2") {
        println!("?");
        lines.next();
    }
    for column in COLUMNS {
        println!("{column}");
        if lines.next().is_none() {
            return;
        }
    }
}

/// This program as a bot.
pub fn command() -> ProgramCommand {
    ProgramCommand::file(this()).arguments([BOT])
}

/// The same in the sandbox, with this program as the warden.
pub fn sandboxed_command() -> ProgramCommand {
    command().sandboxed(ProcessSandbox::new(this()))
}

fn this() -> std::path::PathBuf {
    std::env::current_exe().expect("a running program has a file")
}

/// A program whose lines are passed on.
struct LineProgram {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl LineProgram {
    fn start() -> Self {
        let mut command = Command::new(this());
        let mut child = command.arg(BOT).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().expect("piped"));
        Self { child, stdin, lines: BufReader::new(stdout).lines() }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().expect("piped"), "{line}").expect("it reads");
    }

    fn hear(&mut self) -> String {
        self.lines.next().expect("it answers").expect("in text")
    }
}

/// A game of programs without rules, referee and limits.
pub fn pass_on_lines() {
    let mut programs = [LineProgram::start(), LineProgram::start()];
    for (program, number) in programs.iter_mut().zip(["1", "2"]) {
        assert_eq!(program.hear(), "p");
        program.tell(number);
    }
    assert_eq!(programs[1].hear(), "?");
    for turn in 0..2 * COLUMNS.len() - 1 {
        let column = programs[turn % 2].hear();
        programs[(turn + 1) % 2].tell(&column);
    }
    for mut program in programs {
        drop(program.stdin.take());
        program.child.wait().expect("it ends");
    }
}
