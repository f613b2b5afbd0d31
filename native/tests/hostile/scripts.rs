//! Hostile bots that only executables can be, as shell scripts, with the result of each in the
//! sandbox. Harmless ones are also run without the sandbox.

use std::fs;
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use botyard_host::process_sandbox::Restriction;
use botyard_host::{SeatBody, process};
use botyard_hostile::{Limit, STEADY};
use tempfile::TempDir;

use crate::matches::{limits, sandboxed, steady, verdict};
use crate::support::executable;
use crate::table::HostileCase;

/// A script, its expected result, and the restrictions that hold it.
struct HostileScript {
    name: &'static str,
    /// The shell code that it runs when it is asked for the first time.
    misdeed: &'static str,
    limit: Limit,
    verdict: &'static str,
    /// The result without a sandbox; `None` if it could do harm there.
    free_verdict: Option<&'static str>,
    /// The restrictions that hold it. Each of these sets is enough.
    held_by: &'static [&'static [Restriction]],
}

/// It needs the warden, but none of its restrictions.
const ANY: &[&[Restriction]] = &[&[]];
const FILES: &[&[Restriction]] = &[&[Restriction::Files]];
const CALLS: &[&[Restriction]] = &[&[Restriction::Calls]];
const LIMITS: &[&[Restriction]] = &[&[Restriction::Limits]];
const SCRATCH: &[&[Restriction]] = &[&[Restriction::Scratch]];
const CROWD: &[&[Restriction]] = &[&[Restriction::Crowd]];
/// Landlock protects other processes, too.
const OTHERS: &[&[Restriction]] = &[&[Restriction::Processes], &[Restriction::Files]];

/// Greets, and waits for the first question.
const MEET: &str = r#"echo p; read order; if [ "$order" = 2 ]; then echo '?'; read theirs; fi"#;
const PLAY_ON: &str = "for column in 4 4 4 4; do echo $column; read theirs; done";
const PLAYS_ON: &str = "4 4 4 4 wins";
const WORKED: &str = "exited: with exit status 77";

const fn harmless(name: &'static str, misdeed: &'static str, verdict: &'static str) -> HostileScript {
    HostileScript { name, misdeed, limit: Limit::None, verdict, free_verdict: Some(verdict), held_by: &[&[]] }
}

const fn harmful(name: &'static str, misdeed: &'static str, verdict: &'static str) -> HostileScript {
    HostileScript { name, misdeed, limit: Limit::None, verdict, free_verdict: None, held_by: &[&Restriction::ALL] }
}

const fn endless(name: &'static str, misdeed: &'static str) -> HostileScript {
    harmless(name, misdeed, "timeout").within(Limit::Turn)
}

/// A script that attempts a forbidden action, and plays on when it fails.
macro_rules! tries {
    ($name:literal, $what:literal) => {
        harmful($name, concat!("if { ", $what, "; } > /dev/null 2>&1; then exit 77; fi"), PLAYS_ON)
    };
}

// Scripts signal another process only in a namespace of their own, where the first process cannot
// be the test's.
const SCRIPTS: &[HostileScript] = &[
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
    // Processes that it starts.
    harmless("leaves-children", "sleep 86399 & sleep 86399 & exit 5", "exited: with exit status 5"),
    harmless("plays-among-children", "sleep 86399 & sleep 86399 &", PLAYS_ON),
    harmless("leaves-stdout", "sleep 86399 2> /dev/null & exit 5", "exited: with exit status 5"),
    harmless("lets-a-child-play", "(echo 4; read theirs; echo 4; read theirs; echo 4; read theirs; echo 4; read end) <&0; exit", PLAYS_ON),
    harmful("daemon", "setsid sleep 86399 > /dev/null 2>&1 < /dev/null &", PLAYS_ON).held_by(ANY),
    harmful("daemon-twice", "setsid sh -c 'setsid sh -c \"sleep 86399 & sleep 86399\" &' > /dev/null 2>&1 &", PLAYS_ON).held_by(ANY),
    harmful("daemon-ignores-signals", "setsid sh -c 'trap \"\" HUP INT QUIT TERM; while :; do sleep 1; done' &", PLAYS_ON).held_by(ANY),
    harmful("daemon-keeps-stdout", "setsid sleep 86399 & exit 5", "exited: with exit status 5").held_by(ANY),
    // At most 2,047 processes, for a short time, if the sandbox does not limit them.
    harmful("fork-bomb", "bomb() { if [ $1 -gt 0 ]; then bomb $(($1 - 1)) & bomb $(($1 - 1)) & fi; sleep 5; }; bomb 10 > /dev/null 2>&1 & wait; sleep 86399", "timeout")
        .within(Limit::Turn).held_by(CROWD),
    // The sleepers leave no process for counting them.
    harmful("counts-its-crowd", "(i=0; while [ $i -lt 600 ]; do sleep 86399 > /dev/null & i=$((i + 1)); echo $i > \"$HOME/crowd\"; done) 2> /dev/null; read crowd < \"$HOME/crowd\"; [ $crowd -gt 200 ] && [ $crowd -le 256 ] || exit 77", PLAYS_ON)
        .held_by(CROWD),
    // Other processes that it finds.
    harmful("kills-its-parent", "[ $PPID = 1 ] && kill -KILL 1 && kill -TERM 1 && kill -STOP 1", PLAYS_ON).held_by(ANY),
    harmful("kills-everybody", "[ $PPID = 1 ] && kill -KILL -1; [ $PPID = 1 ] && kill -STOP -1", PLAYS_ON).held_by(ANY),
    tries!("signals-the-host", "kill -0 @HOST@").held_by(OTHERS),
    // The system refuses these only for another user's process. They set the values that are
    // already set.
    tries!("limits-the-host", "prlimit --pid @HOST@ --core=0:").held_by(CALLS).works_freely(),
    tries!("reprioritises-the-host", "renice -n 0 -p @HOST@").held_by(CALLS).works_freely(),
    tries!("delays-its-files", "ionice -c 2 -n 4 -p @HOST@").held_by(CALLS).works_freely(),
    tries!("moves-the-host", "taskset -p ffffffff @HOST@").held_by(CALLS).works_freely(),
    tries!("reschedules-the-host", "chrt -o -p 0 @HOST@").held_by(CALLS).works_freely(),
    // In namespaces of their own, these affect no other process.
    tries!("reprioritises-its-user", "[ $PPID != 1 ] && renice -n 0 -u $(id -u)").held_by(CALLS).works_freely(),
    tries!("leaves-a-queue", "id=$(ipcmk -Q) && ipcrm -q \"${id##* }\"").held_by(CALLS).works_freely(),
    tries!("leaves-a-semaphore", "id=$(ipcmk -S 1) && ipcrm -s \"${id##* }\"").held_by(CALLS).works_freely(),
    tries!("leaves-memory", "id=$(ipcmk -M 16) && ipcrm -m \"${id##* }\"").held_by(CALLS).works_freely(),
    tries!("leaves-a-posix-queue", "python3 -c 'import ctypes; c = ctypes.CDLL(None); exit(c.mq_open(b\"/botyard\", 0o102, 0o600, None) < 0 or c.mq_unlink(b\"/botyard\"))'")
        .held_by(CALLS)
        .works_freely(),
    // The system counts these for all processes of a user.
    tries!("queues-signals", "python3 -c 'import ctypes, os, signal; c = ctypes.CDLL(None); signal.pthread_sigmask(signal.SIG_BLOCK, [40]); exit(any(c.sigqueue(os.getpid(), 40, None) for _ in range(4000)))'")
        .held_by(LIMITS),
    tries!("enlarges-a-pipe", "python3 -c 'import fcntl, os; fcntl.fcntl(os.pipe()[0], 1031, 1 << 17)'").held_by(CALLS).works_freely(),
    // Whoever opens the file waits for the bot, and the bot is told what others do in the folder.
    tries!("leases-a-file", "python3 -c 'import ctypes, os, tempfile; c = ctypes.CDLL(None); folder = tempfile.mkdtemp(); path = folder + \"/a\"; os.close(os.open(path, os.O_CREAT)); files = [os.open(each, 0) for each in (path, folder)]; made = [c.fcntl(files[0], 1024, 0), c.fcntl(files[0], 1040, bytes(8)), c.fcntl(files[1], 1026, 1)]; [os.close(each) for each in files]; os.remove(path); os.rmdir(folder); exit(max(made) < 0)'")
        .held_by(CALLS)
        .works_freely(),
    // A pair of sockets reaches other sockets than each other.
    tries!("sends-datagrams", "for kind in SOCK_DGRAM SOCK_RAW; do python3 -c \"import socket; one, other = socket.socketpair(socket.AF_UNIX, socket.$kind | socket.SOCK_NONBLOCK); one.sendto(b'x', '@OTHER@/listener')\" && sent=1; done; [ $sent ]")
        .held_by(CALLS)
        .works_freely(),
    tries!("binds-a-socket", "python3 -c 'import socket; one, other = socket.socketpair(); one.bind(\"\")'").held_by(CALLS).works_freely(),
    tries!("looks-into-the-host", "grep -q . /proc/@HOST@/environ || cat /proc/@HOST@/maps || cat /proc/@HOST@/fd/0 || cat /proc/@HOST@/fdinfo/0 || ls /proc/@HOST@/cwd/").held_by(OTHERS),
    tries!("looks-into-the-first", "grep -q . /proc/1/environ || cat /proc/1/maps || ls /proc/1/root/ || cat /proc/1/fd/0").held_by(OTHERS),
    // Files.
    tries!("reads-the-others-file", "cat @OTHER@/secret").held_by(FILES),
    tries!("reads-around-corners", "cat /proc/self/root@OTHER@/secret || cat /proc/@HOST@/root@OTHER@/secret || cat /../..@OTHER@/secret").held_by(FILES),
    tries!("reads-by-a-link", "ln -s @OTHER@/secret \"$HOME/link\" && cat \"$HOME/link\"").held_by(FILES),
    tries!("links-to-it", "ln @OTHER@/secret \"$HOME/link\"").held_by(FILES),
    tries!("writes-over-it", "echo x > @OTHER@/secret || echo x >> @OTHER@/steady || rm -f @OTHER@/secret && [ ! -e @OTHER@/secret ]").held_by(FILES),
    tries!("writes-beside-itself", "echo x > @HERE@/hostile-was-here || mkdir @HERE@/hostile-was-here").held_by(FILES),
    // Files that it writes where it works go to a copy of its own.
    harmful("fills-its-folder", "echo x > hostile-was-here && mkdir hostile-was-there && rm hostile-was-here || exit 77", PLAYS_ON).held_by(ANY),
    tries!("grows-where-it-works", "head -c 40000000 /dev/zero > a && head -c 40000000 /dev/zero > b").held_by(SCRATCH),
    tries!("reaches-its-changes", "echo x > \"$HOME/../changes/x\" || ls \"$HOME/../overlay\" || echo x > \"$HOME/../x\"").held_by(FILES),
    tries!("lists-other-scratches", "ls \"$(dirname \"$HOME\")\" || ls \"$HOME/..\"").held_by(FILES),
    tries!("reads-secrets", "cat /etc/shadow || cat /etc/sudoers || ls /root || ls /home || ls /var/log || cat /dev/mem").held_by(FILES),
    tries!("changes-the-system", "echo 1 > /proc/sys/vm/drop_caches || echo b > /proc/sysrq-trigger || echo x > /dev/kmsg").held_by(FILES),
    tries!("types-at-the-terminal", "echo x > /dev/tty || echo x > /dev/pts/0 || echo x > /dev/console").held_by(FILES),
    tries!("mounts", "mount -t tmpfs none \"$HOME\" || unshare -r true || chroot / true || mknod \"$HOME/null\" c 1 3").held_by(CALLS),
    tries!("changes-modes", "chmod 777 \"$0\" || touch \"$HOME/a\" && chmod 4755 \"$HOME/a\"").held_by(CALLS),
    tries!("raises-its-limits", "ulimit -n 4096 || ulimit -d unlimited || ulimit -f unlimited || ulimit -c unlimited").held_by(LIMITS),
    tries!("grows-beyond", "head -c 40000000 /dev/zero > \"$HOME/a\" && head -c 40000000 /dev/zero > \"$HOME/b\"").held_by(SCRATCH),
];

impl HostileScript {
    const fn within(self, limit: Limit) -> Self {
        Self { limit, ..self }
    }

    const fn held_by(self, held_by: &'static [&'static [Restriction]]) -> Self {
        Self { held_by, ..self }
    }

    /// Marks a script whose attempt succeeds without a sandbox and does no harm.
    const fn works_freely(self) -> Self {
        Self { free_verdict: Some(WORKED), ..self }
    }

    fn case(&self, form: &'static str, expected: &str, run: Box<dyn Fn() -> String + Send>) -> HostileCase {
        let (name, expected, held_by) = (self.name.to_owned(), expected.to_owned(), format!("{:?}", self.held_by));
        HostileCase { name, form, expected, held_by, run }
    }

    fn program(&self) -> process::ProgramCommand {
        let text = format!("{MEET}\n{}\n{PLAY_ON}", self.misdeed);
        let text = text.replace("@HOST@", &std::process::id().to_string());
        let text = text.replace("@OTHER@", OTHER.path().to_str().unwrap());
        let text = text.replace("@HERE@", std::env::current_dir().unwrap().to_str().unwrap());
        process::ProgramCommand::new("sh").arguments(["-c", &text])
    }
}

/// The folder of the other bot, with a secret file, and a socket to which anyone may send.
static OTHER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let Some((program, _)) = steady_program() else { panic!("the opponent is a program") };
    fs::copy(program, folder.path().join("steady")).unwrap();
    fs::write(folder.path().join("secret"), SECRET).unwrap();
    // It is open for as long as the tests run.
    std::mem::forget(UnixDatagram::bind(folder.path().join("listener")).unwrap());
    folder
});

/// The files that the scripts write where they work.
const WRITTEN: &[&str] = &["hostile-was-here", "hostile-was-there", "a", "b"];

const SECRET: &str = "nobody's business";

fn steady_program() -> Option<(PathBuf, &'static str)> {
    match STEADY {
        botyard_hostile::Bot::Role(name, role) => Some((executable(name), role)),
        _ => None,
    }
}

/// The scripts that do no harm without the sandbox, without it.
pub fn free_cases() -> Vec<HostileCase> {
    let case = |script: &'static HostileScript| {
        let run = move || verdict(&SeatBody::Command(script.program()), &steady(), within(script));
        Some(script.case("executable", script.free_verdict?, Box::new(run)))
    };
    SCRIPTS.iter().filter_map(case).collect()
}

/// It ends the process that would end the daemon, so its own exit is not reported.
const LEAVES_NO_PARENT: HostileScript = HostileScript {
    name: "leaves-no-parent",
    misdeed: "setsid sleep 86399 > /dev/null 2>&1 < /dev/null & kill -KILL $PPID; sleep 86399",
    limit: Limit::None,
    verdict: "exited: with exit status -1",
    free_verdict: None,
    held_by: ANY,
};

/// The scripts that these restrictions hold, in the sandbox.
pub fn held_cases(in_force: &[Restriction]) -> Vec<HostileCase> {
    let is_held = |script: &&HostileScript| {
        script.held_by.iter().any(|needed| needed.iter().all(|restriction| in_force.contains(restriction)))
    };
    // Where the parent is the first process of a namespace it is not killed.
    let killer = (!in_force.contains(&Restriction::Processes)).then_some(&LEAVES_NO_PARENT);
    let held = SCRIPTS.iter().chain(killer).filter(is_held);
    held.map(|script| script.case("held", script.verdict, Box::new(move || of_held(script)))).collect()
}

fn within(script: &HostileScript) -> botyard_engine::referee::host::Limits {
    limits(script.limit, std::time::Duration::from_millis(300))
}

/// Scripts without a tight time limit play against another sandboxed program, which has its own
/// folder.
fn of_held(script: &HostileScript) -> String {
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
        Ok(secret) if secret == SECRET && WRITTEN.iter().all(|name| !Path::new(name).exists()) => verdict,
        found => format!("{verdict}, but files have changed: {found:?}"),
    }
}
