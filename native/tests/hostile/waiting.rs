//! Programs that think while their opponent does: stopped if the terms say so, in each form of an
//! executable. Judged by processor time alone, which is the same on a busy machine.

use botyard_engine::referee::host::Limits;
use botyard_engine::replay::Waiting;
use botyard_host::{SeatBody, process};
use botyard_hostile::Limit;

use crate::matches::{limits, sandboxed, verdict};
use crate::{alone, on_new_thread};

/// How long the opponent thinks about each answer, in seconds of processor time.
const THINKS: f64 = 0.4;

/// Plays column 4 while a thread of it works all the time, and a process too. Its last column is 5
/// if they have worked for a part of the opponent's time each time it waited, and 4 if at least once
/// they have not.
const PONDERS: &str = r#"
import os, sys, threading, time
def spin():
    while True: pass
child = os.fork()
if child == 0: spin()
threading.Thread(target=spin, daemon=True).start()
sys.setswitchinterval(0.0001)
def worked():
    ticks = open(f"/proc/{child}/stat").read().rsplit(")", 1)[1].split()
    return time.process_time() + (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
def answer(word):
    before = worked()
    os.write(1, word + b"\n")
    read = os.read(0, 99)
    waits.append(worked() - before)
    return read
waits = []
if answer(b"p").strip() == b"2": answer(b"?")
waits.clear()
for _ in range(3): answer(b"4")
answer(b"5" if min(waits) > LEAST else b"4")
os.kill(child, 9)
os._exit(0)
"#;

/// Thinks by its own processor clock.
const THINKER: &str = r#"
import os, time
def answer(word): os.write(1, word + b"\n"); return os.read(0, 99)
if answer(b"p").strip() == b"2": column = answer(b"?")
for column in b"121212":
    end = time.process_time() + THINKS
    while time.process_time() < end: pass
    if answer(bytes([column])).strip() in (b"0", b"-1", b"-2", b"-3", b""): break
"#;

fn python(script: &str) -> process::ProgramCommand {
    let script = script.replace("LEAST", &(THINKS / 4.0).to_string()).replace("THINKS", &THINKS.to_string());
    process::ProgramCommand::new("python3").arguments(["-c", &script])
}

fn check(waiting: Waiting, is_sandboxed: bool, expected: &str) {
    let form = |program| if is_sandboxed { sandboxed::program(program) } else { program };
    let [bot, other] = [PONDERS, THINKER].map(|script| SeatBody::Command(form(python(script))));
    let limits = Limits { waiting, ..limits(Limit::None, std::time::Duration::ZERO) };
    let verdict = on_new_thread(move || verdict(&bot, &other, limits));
    assert_eq!(verdict, expected, "{waiting:?}, sandboxed: {is_sandboxed}");
}

#[test]
fn a_bot_that_ponders_is_stopped_if_the_terms_say_so() {
    let _alone = alone();
    for is_sandboxed in [false, true] {
        check(Waiting::Stopped, is_sandboxed, "4 4 4 4 wins");
        check(Waiting::Pondering, is_sandboxed, "4 4 4 5 exited: with exit status 0");
    }
}
