//! Bots that leave something for their next match, in which the same warden may start them: they find
//! nothing of it.

use std::collections::BTreeSet;
use std::fs;

use botyard_host::process_sandbox::Restriction;
use botyard_host::{SeatBody, process};
use botyard_hostile::Limit;

use crate::matches::{limits, sandboxed, steady, verdict};
use crate::settings::Setting;
use crate::{alone, on_new_thread};

/// Plays on if it finds nothing of what the last match has left, and leaves the same.
fn program(find: &str, leave: &str) -> SeatBody {
    let text = format!(
        r#"echo p; read order; if [ "$order" = 2 ]; then echo '?'; read theirs; fi
        {{ {find}; }} > /dev/null 2>&1 && exit 77
        {{ {leave}; }} > /dev/null 2>&1
        for column in 4 4 4 4; do echo $column; read theirs; done"#
    );
    SeatBody::Command(sandboxed::program(process::ProgramCommand::new("sh").arguments(["-c", &text])))
}

/// The wardens that this thread has started.
fn wardens() -> BTreeSet<u32> {
    let children = fs::read_to_string("/proc/thread-self/children").unwrap();
    children.split_whitespace().map(|process| process.parse().unwrap()).collect()
}

/// Plays six matches of such a bot; returns how many wardens it has had.
fn wardens_of(find: &'static str, leave: &'static str) -> usize {
    let _alone = alone();
    on_new_thread(move || {
        let (bot, mut seen) = (program(find, leave), BTreeSet::new());
        for _ in 0..3 {
            assert_eq!(
                verdict(&bot, &steady(), limits(Limit::None, std::time::Duration::ZERO)),
                "4 4 4 4 wins",
                "{leave}"
            );
            seen.extend(wardens());
        }
        seen.len()
    })
}

fn is_whole() -> bool {
    let in_force = Setting::Full.in_force();
    Restriction::ALL.iter().all(|restriction| in_force.contains(restriction))
}

#[test]
fn a_warden_stays_and_keeps_nothing() {
    if !is_whole() {
        // Then each match has a new one.
        return assert_ne!(wardens_of("false", "true"), 1);
    }
    for (find, leave) in [
        ("false", "true"),
        (
            "[ -n \"$(ls -A \"$HOME\")\" ]",
            "mkdir -p \"$HOME/a/b\"; echo x > \"$HOME/a/b/c\"; ln -s / \"$HOME/d\"; mkfifo \"$HOME/e\"",
        ),
        ("grep -l sleep /proc/[0-9]*/comm", "setsid sh -c 'sleep 86399 & sleep 86399 &'"),
    ] {
        assert_eq!(wardens_of(find, leave), 1, "{leave}");
    }
}

/// What a warden cannot undo ends it.
#[test]
fn a_changed_warden_ends() {
    if !is_whole() {
        return;
    }
    // Another policy than ours is possible with every niceness, also the highest.
    // SAFETY: the call only returns a number.
    let reschedule = match unsafe { libc::sched_getscheduler(0) } {
        libc::SCHED_BATCH => ("chrt -p $$ | grep OTHER", "chrt --other -p 0 1"),
        _ => ("chrt -p $$ | grep BATCH", "chrt --batch -p 0 1"),
    };
    for (find, leave) in [
        ("[ -e left ]", "echo x > left"),
        ("[ -e left ]", "mkdir left"),
        reschedule,
        ("ionice -p 1 | grep idle", "ionice -c 3 -p 1"),
    ] {
        assert_ne!(wardens_of(find, leave), 1, "{leave}");
    }
}
