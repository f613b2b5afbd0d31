//! Ctrl-C. Knows nothing of matches but the switch that stops them.

use std::time::{Duration, Instant};

use botyard::host::Interrupt;

use super::command_error::CommandError;

/// The status of a program that a signal ended, as shells count it.
const INTERRUPTED: i32 = 130;

/// How often somebody who waits looks at the switch: soon enough for a person.
pub const GLANCE: Duration = Duration::from_millis(50);

/// Signals so close together are one: some send them to the program and to its group.
const TOGETHER: Duration = Duration::from_millis(500);

/// A switch that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub fn on_ctrl_c() -> Result<Interrupt, CommandError> {
    let interrupt = Interrupt::default();
    let switch = interrupt.clone();
    let mut first = None;
    let raise = move || {
        let since = first.get_or_insert_with(Instant::now).elapsed();
        match switch.is_raised() {
            false => switch.raise(),
            true if since < TOGETHER => {}
            true => std::process::exit(INTERRUPTED),
        }
    };
    ctrlc::set_handler(raise).map_err(|why| CommandError::Internal(format!("cannot listen for Ctrl-C: {why}")))?;
    Ok(interrupt)
}
