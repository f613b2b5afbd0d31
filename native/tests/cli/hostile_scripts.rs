//! Scripts that misbehave, the same in each language, end as modules do that misbehave in this way.

use botyard_hostile::verdict;
use serde_json::Value;

use super::test_dir::TestDir;

/// What a script does when it is asked for its first column, in each language, and how its match ends.
struct Misdeed {
    does: &'static str,
    javascript: &'static str,
    python: &'static str,
    fault: &'static str,
}

const NO_COLUMN: &str = "malformed: which is no column (1 to 7)";
const COMPUTING: &str = "timeout: as it was still computing";
const WAITING: &str = "timeout: as it waits for input instead";
const FAILED: &str = "exited: with exit status 1";

const fn misdeed(does: &'static str, javascript: &'static str, python: &'static str, fault: &'static str) -> Misdeed {
    Misdeed { does, javascript, python, fault }
}

const MISDEEDS: [Misdeed; 10] = [
    misdeed("prints lines without end", "for (;;) print('xxxx')", "while True: print('xxxx')", NO_COLUMN),
    misdeed("prints a line of 3 MB", "print('x'.repeat(3 << 20))", "print('x' * (3 << 20))", NO_COLUMN),
    misdeed("prints a NUL before its column", r"print('\0' + '4')", r"print('\0' + '4')", NO_COLUMN),
    misdeed("prints what commands a terminal", r"print('\x1b[2J4')", r"print('\x1b[2J4')", NO_COLUMN),
    misdeed("plays a column that there is not", "print(9)", "print(9)", NO_COLUMN),
    misdeed("computes without end", "for (;;) {}", "while True: pass", COMPUTING),
    misdeed(
        "writes to stderr without end",
        "for (;;) console.error('xxxx')",
        "while True: print('xxxx', file=sys.stderr)",
        COMPUTING,
    ),
    misdeed("reads without end", "while (readline() !== null) {}", "while True: input()", WAITING),
    misdeed("ends with a status", "quit(77)", "sys.exit(77)", "exited: with exit status 77"),
    misdeed("calls itself without end", "(function f() { f() })()", "def f(): f()\nf()", FAILED),
];

/// Plays the script against a bot in the second seat: the columns of the first, and its fault.
fn played(dir: &TestDir, bot: &str) -> String {
    let play = ["play", "connect-four", bot, "builtin:random", "--seed", "7", "--time", "1", "--json"];
    let document: Value = serde_json::from_str(&dir.run(&play).stdout).expect("a document");
    verdict(0, document["replay"]["turns"].as_array().expect("a list"), Some(&document["outcome"]))
}

fn check(file: &str, asked: &str, misdeed: fn(&Misdeed) -> &str) {
    let dir = TestDir::new();
    for one in &MISDEEDS {
        let bot = dir.write(file, format!("{asked}\n{}\n", misdeed(one)));
        assert_eq!(played(&dir, &bot), one.fault, "{file}: it {}", one.does);
    }
}

#[test]
fn in_javascript() {
    check("bot.js", "print('p');\nreadline();", |misdeed| misdeed.javascript);
}

#[test]
fn in_python() {
    super::python::test_dir();
    check("bot.py", "import sys\nprint('p')\ninput()", |misdeed| misdeed.python);
}

#[cfg(typescript)]
#[test]
fn in_typescript() {
    let asked = "print('p');\nconst order: string | null = readline();";
    check("bot.ts", asked, |misdeed| misdeed.javascript);
}
