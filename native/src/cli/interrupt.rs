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

/// The times at which Ctrl-C was pressed.
#[derive(Debug, Default)]
struct Presses {
    count: usize,
    /// The last press that counted.
    last: Option<Instant>,
}

impl Presses {
    /// Notes a press; returns its number, from 1, or `None` if it counts as one with an earlier
    /// press.
    fn count_press(&mut self, now: Instant) -> Option<usize> {
        if self.last.is_some_and(|last| now.duration_since(last) < TOGETHER) {
            return None;
        }
        self.last = Some(now);
        self.count += 1;
        Some(self.count)
    }
}

/// Calls `first` at the first Ctrl-C and `second` at the second; a third ends the program at once.
///
/// # Errors
/// If the system does not report Ctrl-C.
pub fn on_each_ctrl_c(
    first: impl Fn() + Send + 'static,
    second: impl Fn() + Send + 'static,
) -> Result<(), CommandError> {
    let mut presses = Presses::default();
    let heard = move || match presses.count_press(Instant::now()) {
        None => {}
        Some(1) => first(),
        Some(2) => second(),
        Some(_) => std::process::exit(INTERRUPTED),
    };
    ctrlc::set_handler(heard).map_err(|why| CommandError::Internal(format!("cannot listen for Ctrl-C: {why}")))
}

/// A switch that Ctrl-C raises; a second Ctrl-C ends the program at once.
pub fn on_ctrl_c() -> Result<Interrupt, CommandError> {
    let interrupt = Interrupt::default();
    let switch = interrupt.clone();
    let mut presses = Presses::default();
    let raise = move || match presses.count_press(Instant::now()) {
        None => {}
        Some(1) => switch.raise(),
        Some(_) => std::process::exit(INTERRUPTED),
    };
    ctrlc::set_handler(raise).map_err(|why| CommandError::Internal(format!("cannot listen for Ctrl-C: {why}")))?;
    Ok(interrupt)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Regression: after the first press, presses less than half a second apart were all ignored.
    #[test]
    fn presses_that_go_on_are_heard() {
        let begin = Instant::now();
        let mut presses = Presses::default();
        let heard = [0, 10, 350, 700, 1_050, 1_400, 3_000]
            .map(|milliseconds| presses.count_press(begin + Duration::from_millis(milliseconds)));
        assert_eq!(heard, [Some(1), None, None, Some(2), None, Some(3), Some(4)]);
    }
}
