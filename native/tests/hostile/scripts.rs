//! Hostile bots that only executables can be, as shell scripts, with the result of each in the sandbox. Harmless ones
//! are also run without the sandbox.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use botyard_host::{SeatBody, process};
use botyard_hostile::{Limit, STEADY};
use tempfile::TempDir;

use crate::matches::{limits, sandboxed, steady, verdict};
use crate::support::executable;
use crate::table::Case;

/// A script, its expected result, and whether it may run without the sandbox.
struct Script {
    name: &'static str,
    /// The shell code that it runs when it is asked for the first time.
    misdeed: &'static str,
    limit: Limit,
    verdict: &'static str,
    is_harmless: bool,
}

/// Greets, and waits for the first question.
const MEET: &str = r#"echo p; read order; if [ "$order" = 2 ]; then echo '?'; read theirs; fi"#;
const PLAY_ON: &str = "for column in 4 4 4 4; do echo $column; read theirs; done";
const PLAYS_ON: &str = "4 4 4 4 wins";

const fn harmless(name: &'static str, misdeed: &'static str, verdict: &'static str) -> Script {
    Script { name, misdeed, limit: Limit::None, verdict, is_harmless: true }
}

const fn harmful(name: &'static str, misdeed: &'static str, verdict: &'static str) -> Script {
    Script { name, misdeed, limit: Limit::None, verdict, is_harmless: false }
}

const fn endless(name: &'static str, misdeed: &'static str) -> Script {
    Script { name, misdeed, limit: Limit::Turn, verdict: "timeout", is_harmless: true }
}

/// A script that tries what must fail, and plays on if it fails.
macro_rules! tries {
    ($name:literal, $what:literal) => {
        harmful($name, concat!("if { ", $what, "; } > /dev/null 2>&1; then exit 77; fi"), PLAYS_ON)
    };
}

// A signal is sent to another only where there is a first process that cannot be the test's: in a namespace of its own.
const SCRIPTS: &[Script] = &[
    harmless("signal-hup", "kill -HUP $$", "exited: killed by signal 1"),
    harmless("signal-int", "kill -INT $$", "exited: killed by signal 2"),
    harmless("signal-ill", "kill -ILL $$", "exited: killed by signal 4"),
    harmless("signal-abrt", "kill -ABRT $$", "exited: killed by signal 6"),
    harmless("signal-fpe", "kill -FPE $$", "exited: killed by signal 8"),
    harmless("signal-kill", "kill -KILL $$", "exited: killed by signal 9"),
    harmless("signal-segv", "kill -SEGV $$", "exited: killed by signal 11"),
    harmless("signal-pipe", "kill -PIPE $$", "exited: killed by signal 13"),
    harmless("signal-alrm", "kill -ALRM $$", "exited: killed by signal 14"),
    harmless("signal-term", "kill -TERM $$", "exited: killed by signal 15"),
    harmless("signal-xcpu", "kill -XCPU $$", "exited: killed by signal 24"),
    harmless("signal-sys", "kill -SYS $$", "exited: killed by signal 31"),
    harmless("gone", "exec no-such-program", "exited: with exit status 127"),
    endless("ignores-signals", "trap '' HUP INT QUIT TERM PIPE ALRM USR1 XCPU; while :; do sleep 1; done"),
    endless("becomes-another", "exec sleep 86399"),
    endless("stops-itself", "kill -STOP $$"),
    endless("leaves-its-stdin", "exec < /dev/null; sleep 86399"),
    // Others that it starts.
    harmless("leaves-children", "sleep 86399 & sleep 86399 & exit 5", "exited: with exit status 5"),
    harmless("plays-among-children", "sleep 86399 & sleep 86399 &", PLAYS_ON),
    harmless("leaves-stdout", "sleep 86399 2> /dev/null & exit 5", "exited: with exit status 5"),
    harmless("lets-a-child-play", "(echo 4; read theirs; echo 4; read theirs; echo 4; read theirs; echo 4; read end) <&0; exit", PLAYS_ON),
    harmful("daemon", "setsid sleep 86399 > /dev/null 2>&1 < /dev/null &", PLAYS_ON),
    harmful("daemon-twice", "setsid sh -c 'setsid sh -c \"sleep 86399 & sleep 86399\" &' > /dev/null 2>&1 &", PLAYS_ON),
    harmful("daemon-ignores-signals", "setsid sh -c 'trap \"\" HUP INT QUIT TERM; while :; do sleep 1; done' &", PLAYS_ON),
    harmful("daemon-keeps-stdout", "setsid sleep 86399 & exit 5", "exited: with exit status 5"),
    // At most 2,047 processes, for a short time, if the sandbox does not limit them.
    harmful("fork-bomb", "bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; sleep 5; }; bomb 10 > /dev/null 2>&1 & wait; sleep 86399", "timeout")
        .within(Limit::Turn),
    // Others that it finds.
    harmful("kills-its-parent", "[ $PPID = 1 ] && kill -KILL 1 && kill -TERM 1 && kill -STOP 1", PLAYS_ON),
    harmful("kills-everybody", "[ $PPID = 1 ] && kill -KILL -1; [ $PPID = 1 ] && kill -STOP -1", PLAYS_ON),
    tries!("signals-the-host", "kill -0 @HOST@"),
    tries!("looks-into-the-host", "grep -q . /proc/@HOST@/environ || cat /proc/@HOST@/maps || cat /proc/@HOST@/fd/0 || cat /proc/@HOST@/fdinfo/0 || ls /proc/@HOST@/cwd/"),
    tries!("looks-into-the-first", "grep -q . /proc/1/environ || cat /proc/1/maps || ls /proc/1/root/ || cat /proc/1/fd/0"),
    // Files.
    tries!("reads-the-others-file", "cat @OTHER@/secret"),
    tries!("reads-around-corners", "cat /proc/self/root@OTHER@/secret || cat /proc/@HOST@/root@OTHER@/secret || cat /../..@OTHER@/secret"),
    tries!("reads-by-a-link", "ln -s @OTHER@/secret \"$HOME/link\" && cat \"$HOME/link\""),
    tries!("links-to-it", "ln @OTHER@/secret \"$HOME/link\""),
    tries!("writes-over-it", "echo x > @OTHER@/secret || echo x >> @OTHER@/steady || rm -f @OTHER@/secret && [ ! -e @OTHER@/secret ]"),
    tries!("writes-beside-itself", "echo x > hostile-was-here || mkdir hostile-was-here"),
    tries!("lists-other-scratches", "ls \"$(dirname \"$HOME\")\" || ls \"$HOME/..\""),
    tries!("reads-secrets", "cat /etc/shadow || cat /etc/sudoers || ls /root || ls /home || ls /var/log || cat /dev/mem"),
    tries!("changes-the-system", "echo 1 > /proc/sys/vm/drop_caches || echo b > /proc/sysrq-trigger || echo x > /dev/kmsg"),
    tries!("types-at-the-terminal", "echo x > /dev/tty || echo x > /dev/pts/0 || echo x > /dev/console"),
    tries!("mounts", "mount -t tmpfs none \"$HOME\" || unshare -r true || chroot / true || mknod \"$HOME/null\" c 1 3"),
    tries!("changes-modes", "chmod 777 \"$0\" || touch \"$HOME/a\" && chmod 4755 \"$HOME/a\""),
    tries!("raises-its-limits", "ulimit -n 4096 || ulimit -d unlimited || ulimit -f unlimited || ulimit -c unlimited"),
    tries!("grows-beyond", "head -c 40000000 /dev/zero > \"$HOME/a\" && head -c 40000000 /dev/zero > \"$HOME/b\""),
];

impl Script {
    const fn within(self, limit: Limit) -> Self {
        Self { limit, ..self }
    }

    fn program(&self) -> process::ProgramCommand {
        let text = format!("{MEET}\n{}\n{PLAY_ON}", self.misdeed);
        let text = text.replace("@HOST@", &std::process::id().to_string());
        let text = text.replace("@OTHER@", OTHER.path().to_str().unwrap());
        process::ProgramCommand::new("sh").arguments(["-c", &text])
    }
}

/// The folder of the other bot, with a secret file.
static OTHER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let Some((program, _)) = steady_program() else { panic!("the opponent is a program") };
    fs::copy(program, folder.path().join("steady")).unwrap();
    fs::write(folder.path().join("secret"), SECRET).unwrap();
    folder
});

const SECRET: &str = "nobody's business";

fn steady_program() -> Option<(PathBuf, &'static str)> {
    match STEADY {
        botyard_hostile::Bot::Role(name, role) => Some((executable(name), role)),
        _ => None,
    }
}

/// All scripts in the sandbox, and the harmless ones also without it.
pub fn cases() -> Vec<Case> {
    let case = |script: &'static Script, form, run| Case {
        name: script.name.to_owned(),
        form,
        expected: script.verdict.to_owned(),
        run,
    };
    let free = SCRIPTS.iter().filter(|script| script.is_harmless).map(|script| {
        let run = || verdict(&SeatBody::Command(script.program()), &steady(), within(script));
        case(script, "executable", Box::new(run) as Box<dyn Fn() -> String + Send>)
    });
    let held = SCRIPTS
        .iter()
        .filter(|_| sandboxed::is_complete())
        .map(|script| case(script, "held", Box::new(|| of_held(script))));
    free.chain(held).collect()
}

fn within(script: &Script) -> botyard_engine::referee::host::Limits {
    limits(script.limit, std::time::Duration::from_millis(300))
}

/// Scripts without a tight time limit play against another sandboxed program, which has its own folder.
fn of_held(script: &Script) -> String {
    let bot = SeatBody::Command(sandboxed::program(script.program()));
    let (_, role) = steady_program().unwrap();
    let other = match script.limit {
        Limit::None => SeatBody::Command(sandboxed::program(
            process::ProgramCommand::file(OTHER.path().join("steady")).arguments([role]),
        )),
        _ => steady(),
    };
    let verdict = verdict(&bot, &other, within(script));
    match fs::read_to_string(OTHER.path().join("secret")) {
        Ok(secret) if secret == SECRET && !Path::new("hostile-was-here").exists() => verdict,
        found => format!("{verdict}, but files have changed: {found:?}"),
    }
}
