//! The sandbox for executables: a bot tries each restriction from inside. If a restriction is not
//! in force here, `doctor` reports it and `--require-sandbox` refuses to play.
#![cfg(target_os = "linux")]

use std::fs;

use super::test_dir::{Ran, TestDir, finish, start};

/// Runs the program with its sandbox.
fn run(dir: &TestDir, args: &[&str]) -> Ran {
    finish(start(dir.sandboxed_command(args)), "")
}

/// The output of a bot that runs this shell code before its first move.
fn said(dir: &TestDir, attempt: &str) -> String {
    let bot = dir.greeter("bot", &format!("{attempt}\necho 4; read answer"));
    let ran = run(dir, &["play", "connect-four", &bot, "builtin:random", "--seed", "3", "--stderr"]);
    assert_eq!(ran.status, 0, "{ran:?}");
    ran.stderr
}

/// Whether a restriction is in force here, according to `doctor`.
fn is_in_force(wall: &str) -> bool {
    let ran = run(&TestDir::new(), &["doctor"]);
    let line = |held: &str| ran.stdout.lines().any(|line| line.starts_with(held) && line[10..].starts_with(wall));
    assert_ne!(line("in force"), line("MISSING"), "{wall}: {ran:?}");
    line("in force")
}

/// A bot that runs this prints `free` if nothing restricts it.
#[track_caller]
fn check(wall: &str, attempt: &str) {
    let dir = TestDir::new();
    let said = said(&dir, &format!("{{ {attempt}; }} 2> /dev/null && echo free >&2\necho tried >&2"));
    assert!(said.contains("tried"), "{said}");
    assert!(!is_in_force(wall) || !said.contains("free"), "{wall} holds nobody: {said}");
}

#[test]
fn what_others_have_is_neither_read_nor_written() {
    let others = TestDir::new();
    others.write("secret", "text");
    let secret = others.path("secret");
    check("files", &format!("cat {}", secret.display()));
    check("files", &format!("echo x > {}", secret.display()));
    check("files", &format!("echo x > {}", others.path("beside").display()));
    check("files", "cat /etc/shadow");
    check("files", "ls \"$(dirname \"$HOME\")\"");
}

/// Programs are looked up in the folders of `PATH`, and a home among them holds more than programs.
#[test]
fn a_home_in_the_path_is_not_read() {
    let home = TestDir::new();
    home.write("secret", "text");
    let dir = TestDir::new();
    let attempt = format!("cat {} 2> /dev/null && echo free >&2\necho tried >&2", home.path("secret").display());
    let bot = dir.greeter("bot", &format!("{attempt}\necho 4; read answer"));
    let mut command =
        dir.sandboxed_command(&["play", "connect-four", &bot, "builtin:random", "--seed", "3", "--stderr"]);
    let path = format!("/usr/bin:/bin:{}", home.path("").display());
    command.env("HOME", home.path("")).env("PATH", path);
    let ran = finish(start(command), "");
    assert!(ran.stderr.contains("tried"), "{ran:?}");
    assert!(!is_in_force("files") || !ran.stderr.contains("free"), "{ran:?}");
}

#[test]
fn what_is_known_of_a_file_stays_as_it_is() {
    check("calls", "chmod 777 bot");
    check("calls", "touch -d 2000-01-01 bot");
    // Attributes of files on ext4 and similar systems: flags, generation, project; and the lease
    // that a program waits for when it opens the file for writing.
    for request in ["0x40086602", "0x40046602", "0x40087602", "0x401c5820", "0x40086604", "0x40806685", "0x800c6613"] {
        let attempt = format!("fcntl.ioctl(open(\"bot\"), {request}, bytes(256))");
        check(
            "calls",
            &format!("python3 -c 'import fcntl\ntry: {attempt}\nexcept OSError as error: exit(error.errno == 25)'"),
        );
    }
    check("calls", "python3 -c 'import fcntl; fcntl.fcntl(open(\"bot\"), 1024, 0)'");
    check("calls", "python3 -c 'import fcntl, os; fcntl.fcntl(os.open(\"/usr\", 0), 1026, 2)'");
    // A delegation, which older systems do not know.
    check(
        "calls",
        "python3 -c 'import fcntl\ntry: fcntl.fcntl(open(\"bot\"), 1040, bytes(8))\nexcept OSError as error: exit(error.errno == 1)'",
    );
}

#[test]
fn a_bot_has_its_own_folder_to_read_and_another_to_write() {
    let dir = TestDir::new();
    fs::create_dir(dir.path("own")).expect("our own folder");
    dir.write("own/book", "e4");
    let attempt = "cat book >&2; echo kept > \"$HOME/note\"; cat \"$TMPDIR/note\" >&2; pwd >&2";
    let bot = dir.greeter("own/bot", &format!("{attempt}\necho 4; read answer"));
    let said = said_by(&dir, &[&bot, "builtin:random"]);
    let own = fs::canonicalize(dir.path("own")).expect("our own folder");
    for part in ["e4", "kept", own.to_str().expect("plain letters")] {
        assert!(said.contains(part), "{said}");
    }
}

/// The output of two bots, one of which runs this.
fn said_by(dir: &TestDir, players: &[&str]) -> String {
    let ran = run(dir, &[&["play", "connect-four", "--seed", "3", "--stderr"], players].concat());
    assert_eq!(ran.status, 0, "{ran:?}");
    ran.stderr
}

#[test]
fn where_botyard_is_nothing_is_read_but_the_bot_itself() {
    // Regression: a bot has read its opponent's army in the log that was being written there.
    let dir = TestDir::new();
    dir.write("log", "army");
    fs::create_dir(dir.path("below")).expect("our own folder");
    dir.write("below/log", "fleet");
    let here = fs::canonicalize(dir.path(".")).expect("our own folder");
    let read = format!("ls . >&2; cat log below/log {}/log ./bot >&2; grep -c greets bot >&2 # greets", here.display());
    for attempt in [read.clone(), format!("cd /; {read}"), format!("{read}; cat ../*/log >&2")] {
        let said = said(&dir, &attempt);
        assert!(!is_in_force("files") || !said.contains("army") && !said.contains("fleet"), "{said}");
    }
    let roundabout_path = dir.greeter("bot", &format!("{read}; echo 4; read answer")).replace("./", "below/../");
    let said = said_by(&dir, &[&roundabout_path, "builtin:random"]);
    assert!(said.contains("# greets"), "it reads itself: {said}");
    assert!(!is_in_force("files") || !said.contains("army") && !said.contains("fleet"), "{said}");
    // A folder does not become readable by being named, or because the bot is in it.
    for place in [".", "./", "..", "/"] {
        let bot = dir.greeter("bot", "cat log >&2; echo 4; read answer");
        let said = said_by(&dir, &[&format!("cmd:{bot} {place}"), "builtin:random"]);
        assert!(!is_in_force("files") || !said.contains("army"), "{place}: {said}");
    }
}

#[test]
fn what_a_command_line_names_is_read_wherever_it_lies() {
    let dir = TestDir::new();
    dir.write("book", "opening");
    let bot = dir.greeter("bot", "cat \"$1\" >&2 || cat \"${1#*=}\" >&2; echo 4; read answer");
    for word in ["book", "--book=book"] {
        let said = said_by(&dir, &[&format!("cmd:{bot} {word}"), "builtin:random"]);
        assert!(said.contains("opening"), "{said}");
    }
}

#[test]
fn bots_of_one_folder_cannot_read_it() {
    let dir = TestDir::new();
    for folder in ["team", "alone"] {
        fs::create_dir(dir.path(folder)).expect("our own folder");
        dir.write(&format!("{folder}/secret"), format!("plans of {folder}"));
    }
    let spied = ["team", "alone"].map(|folder| dir.path(folder).join("secret").display().to_string());
    let spy = format!("cat {} >&2; echo 4; read answer", spied.join(" "));
    let (one, two) = (dir.greeter("team/one", &spy), dir.player("team/two", "1234"));
    let other = dir.player("alone/bot", "1234");
    let among = said_by(&dir, &[&one, &two]);
    assert!(!is_in_force("files") || !among.contains("plans"), "{among}");
    let apart = said_by(&dir, &[&one, &other]);
    assert!(apart.contains("plans of team"), "{apart}");
    assert!(!is_in_force("files") || !apart.contains("plans of alone"), "{apart}");
    // If the bot plays against itself, no other bot's files are in that folder.
    let itself = said_by(&dir, &[&one, &one]);
    assert!(itself.contains("plans of team"), "{itself}");
}

#[test]
fn command_lines_of_others_are_not_seen() {
    let attempt = "grep -l -a -e --seed /proc/[0-9]*/cmdline";
    check("processes", attempt);
    check("processes", &format!("ls /proc/{}", std::process::id()));
}

#[test]
fn there_is_no_network() {
    check("network", "grep -v -e lo: -e '|' /proc/net/dev");
    check("calls", "python3 -c 'import socket; socket.socket()'");
    check("calls", "python3 -c 'import socket; socket.socket(socket.AF_UNIX)'");
}

#[test]
fn other_processes_cannot_be_signalled() {
    check("processes", &format!("kill -0 {}", std::process::id()));
    check("processes", "kill -STOP $PPID && [ \"$(cut -d ' ' -f 3 /proc/$PPID/stat)\" = T ]");
}

#[test]
fn a_process_has_its_limits() {
    check("limits", "[ \"$(ulimit -n)\" -gt 512 ]");
    check("limits", "[ \"$(ulimit -d)\" = unlimited ]");
    check("limits", "head -c 70000000 /dev/zero > \"$HOME/large\"");
    check("scratch", "head -c 40000000 /dev/zero > \"$HOME/a\" && head -c 40000000 /dev/zero > \"$HOME/b\"");
}

/// Regression: a limit of the processor time made its clocks advance by 4 ms at a time, and a bot
/// that stopped itself after 2 ms was late after 5 ms.
#[test]
fn the_clocks_of_processor_time_are_fine() {
    let dir = TestDir::new();
    for clock in ["time.process_time", "ctypes.CDLL(None).clock", "time.thread_time"] {
        let count =
            format!("import ctypes, time; clock = {clock}; print(len({{clock() for _ in range(20000)}}), \"values\")");
        let said = said(&dir, &format!("python3 -c '{count}' >&2"));
        let values = said.split_whitespace().zip(said.split_whitespace().skip(1)).find(|(_, word)| *word == "values");
        let values: usize = values.and_then(|(count, _)| count.parse().ok()).expect("it counts");
        assert!(values > 100, "{clock} has {values} values in 20,000 readings: {said}");
    }
}

#[test]
fn a_crowd_has_its_limit_and_nothing_of_it_is_left() {
    // Each run of this test has a number of its own.
    let number = 80_000 + std::process::id() % 10_000;
    let crowd = format!("(i=0; while [ $i -lt 600 ]; do setsid sleep {number} & i=$((i + 1)); done)");
    check("crowd", &crowd);
    let lines = fs::read_dir("/proc").expect("it is there").flatten();
    let lines = lines.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok());
    let left: Vec<_> = lines.filter(|line| *line == format!("sleep\0{number}\0")).collect();
    assert!(left.is_empty(), "{} are left", left.len());
}

#[test]
fn nothing_is_inherited_but_a_few_names() {
    let dir = TestDir::new();
    let bot = dir.greeter(
        "bot",
        "env | sort | sed 's/^/name /' >&2\n[ -e /proc/self/fd/9 ] && echo open >&2\necho 4; read answer",
    );
    let program = env!("CARGO_BIN_EXE_botyard");
    let line = format!("exec 9< /dev/null; exec {program} play connect-four {bot} builtin:random --stderr");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", &line]).current_dir(dir.path(".")).env("BOTYARD_SECRET", "1");
    // Variables for finding modules are passed on, but not those that change what a bot does.
    command.env("PYTHONUNBUFFERED", "1").env("PYTHONHASHSEED", "1").env("PYTHONPATH", "/modules");
    let pipe = std::process::Stdio::piped;
    let ran = finish(start_with(command, pipe), "");
    assert!(ran.stderr.contains("name PATH=") && ran.stderr.contains("name HOME=/"), "{ran:?}");
    assert!(!ran.stderr.contains("BOTYARD_SECRET") && !ran.stderr.contains("open"), "{ran:?}");
    let of_python: Vec<_> = ran.stderr.lines().filter(|line| line.contains("name PYTHON")).collect();
    assert!(matches!(of_python[..], [path] if path.ends_with("name PYTHONPATH=/modules")), "{ran:?}");
}

fn start_with(mut command: std::process::Command, pipe: fn() -> std::process::Stdio) -> std::process::Child {
    command.stdin(pipe()).stdout(pipe()).stderr(pipe());
    start(command)
}

#[test]
fn the_doctor_and_the_demand_agree() {
    let dir = TestDir::new();
    let doctor = run(&dir, &["doctor"]);
    let is_whole = !doctor.stdout.contains("MISSING");
    assert_eq!(doctor.status, if is_whole { 0 } else { 4 }, "{doctor:?}");
    let bot = dir.player("bot", "1234");
    let play = run(&dir, &["--require-sandbox", "play", "connect-four", &bot, "builtin:random", "-q"]);
    assert_eq!(play.status, if is_whole { 0 } else { 4 }, "{play:?}");
    // Modules do not need it.
    let modules = ["play", "connect-four", "builtin:random", "builtin:random", "-q", "--require-sandbox"];
    assert_eq!(run(&dir, &modules).status, 0);
    assert_eq!(run(&dir, &["--no-sandbox", "--require-sandbox", "doctor"]).status, 2);
    // Either all processes of a bot are limited together, or the output explains what they can do
    // and why.
    let are_limited = doctor.stdout.contains("Also in force, by a cgroup");
    let is_said = doctor.stdout.contains("can slow its opponent down.\nreason: ");
    assert_ne!(are_limited, is_said, "{doctor:?}");
}

#[test]
fn a_bot_that_does_not_start_is_told_of_as_without_a_sandbox() {
    let dir = TestDir::new();
    dir.script("lost", "");
    fs::write(dir.path("lost"), "#!/no/such/shell\n").expect("our own file");
    let ran = run(&dir, &["play", "connect-four", "./lost", "builtin:random", "-q"]);
    assert_eq!(ran.status, 3, "{ran:?}");
    assert!(ran.stdout.contains("the interpreter in the first line"), "{ran:?}");
    let ran = run(&dir, &["play", "connect-four", "cmd:no-such-program-anywhere", "builtin:random", "-q"]);
    assert!(ran.stdout.contains("no such program"), "{ran:?}");
}

#[test]
fn fresh_runs_are_held_too() {
    let dir = TestDir::new();
    let bot = dir.script(
        "bot",
        "cat > /dev/null\necho x > beside\necho \"$$\" >> \"$HOME/runs\"\nwc -l < \"$HOME/runs\" >&2\necho 0",
    );
    let line = ["play", "bitmartyr", &bot, &bot, "--duration", "3", "--seed", "1", "--stderr"];
    let ran = run(&dir, &line);
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(!is_in_force("files") || !dir.path("beside").exists(), "{ran:?}");
}
