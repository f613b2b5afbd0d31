//! Says what a check waits for if a bot takes long. A bot that does not flush its output prints nothing
//! until its time is over, and the check looks as if it hung.

use std::cell::Cell;
use std::time::{Duration, Instant};

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, AudienceRequest, PersonReply};

/// How long a check waits in silence.
const PATIENCE: Duration = Duration::from_secs(2);

/// The audience of a match in which one bot is checked.
pub struct WaitNotice<'a> {
    name: &'a str,
    seat: Seat,
    /// Whether a notice has been given in an earlier match, or in this one: one is enough.
    is_told: &'a Cell<bool>,
    tell: &'a dyn Fn(&str),
    wait: Option<Wait>,
}

/// A wait for the bot.
struct Wait {
    since: Instant,
    /// The longest time that it can take.
    limit: Duration,
}

impl Wait {
    fn is_long(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.since) >= PATIENCE && self.limit > PATIENCE
    }

    fn sentence(&self, name: &str) -> String {
        format!(
            "waiting for {name}: it has printed no whole answer yet, and may take up to {:.0?}. Does it flush its output?",
            self.limit
        )
    }
}

impl<'a> WaitNotice<'a> {
    /// A notice about the bot of this name in this seat.
    pub fn new(name: &'a str, seat: Seat, is_told: &'a Cell<bool>, tell: &'a dyn Fn(&str)) -> Self {
        Self { name, seat, is_told, tell, wait: None }
    }
}

impl Audience for WaitNotice<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        let limits = game.limits();
        let limit = if game.turn_count() == 0 { limits.start.max(limits.turn) } else { limits.turn };
        let is_awaited = game.awaited().contains(self.seat);
        self.wait = is_awaited.then(|| Wait { since: Instant::now(), limit });
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Stop
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        if !self.is_told.get()
            && let Some(wait) = self.wait.as_ref().filter(|wait| wait.is_long(Instant::now()))
        {
            self.is_told.set(true);
            (self.tell)(&wait.sentence(self.name));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_wait_is_told() {
        let since = Instant::now();
        let after = |seconds, limit| {
            Wait { since, limit: Duration::from_secs(limit) }.is_long(since + Duration::from_secs(seconds))
        };
        assert_eq!([after(1, 10), after(2, 10), after(9, 10), after(2, 1)], [false, true, true, false]);
        let sentence = Wait { since, limit: Duration::from_secs(10) }.sentence("bot.py");
        assert!(
            sentence.starts_with("waiting for bot.py: ") && sentence.contains("up to 10s. Does it flush"),
            "{sentence}"
        );
    }
}
