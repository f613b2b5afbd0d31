//! Ctrl-C. Knows only the switch that stops matches.

use std::time::{Duration, Instant};

use botyard_host::Interrupt;

use super::command_error::CommandError;

/// The exit status of a program killed by SIGINT, as shells report it.
const INTERRUPTED: i32 = 130;

/// How often waiting code checks the switch: often enough for a person.
pub const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Signals this close together count as one, because some callers signal both the program and its
/// group.
const TOGETHER: Duration = Duration::from_millis(500);

/// Calls `first` at the first Ctrl-C and `second` at the second; a third ends the program at once.
///
/// # Errors
/// If the system does not tell of Ctrl-C.
pub fn on_each_ctrl_c(
    first: impl Fn() + Send + 'static,
    second: impl Fn() + Send + 'static,
) -> Result<(), CommandError> {
    let (mut count, mut last) = (0, None::<Instant>);
    let heard = move || {
        if last.replace(Instant::now()).is_some_and(|last| last.elapsed() < TOGETHER) {
            return;
        }
        count += 1;
        match count {
            1 => first(),
            2 => second(),
            _ => std::process::exit(INTERRUPTED),
        }
    };
    ctrlc::set_handler(heard).map_err(|why| CommandError::Internal(format!("cannot listen for Ctrl-C: {why}")))
}

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
