//! What the page knows of the host that plays its matches: this tab's worker, or a local server.

use botyard_web_messages::HostBot;

/// The host, and what it has said.
pub struct HostSession {
    kind: HostKind,
    /// Whether the host can suspend modules; unknown until it is ready.
    suspends: Option<bool>,
    bots: Vec<HostBot>,
    first_match: FirstMatch,
}

/// Who plays matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HostKind {
    Worker,
    Server,
}

/// What the page waits for before it treats matches as its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstMatch {
    /// Nothing.
    Settled,
    /// The server has not said yet whether it plays a match. If it does not, the page starts one.
    Awaited,
    /// The server plays a person's match that had started before the page was opened; its turns
    /// have not come yet.
    Joined,
}

impl HostSession {
    /// A host that has said nothing yet.
    pub(super) fn new(is_server: bool) -> Self {
        let kind = if is_server { HostKind::Server } else { HostKind::Worker };
        Self { kind, suspends: None, bots: Vec::new(), first_match: FirstMatch::Settled }
    }

    /// Whether a local server plays for the page.
    pub fn is_server(&self) -> bool {
        self.kind == HostKind::Server
    }

    /// Whether the host can suspend modules; `None` until it is ready.
    pub fn suspends(&self) -> Option<bool> {
        self.suspends
    }

    /// The server's bots.
    pub(super) fn bots(&self) -> &[HostBot] {
        &self.bots
    }

    /// The server's bots that cannot play, with the reasons.
    pub fn unready_bots(&self) -> Vec<HostBot> {
        self.bots.iter().filter(|bot| bot.trouble.is_some()).cloned().collect()
    }

    /// Takes the server's list of bots, and returns those of before.
    pub(super) fn set_bots(&mut self, bots: Vec<HostBot>) -> Vec<HostBot> {
        std::mem::replace(&mut self.bots, bots)
    }

    /// Whether it is still unknown if the server plays a match. Until it is known, the page does
    /// not start one.
    pub(super) fn awaits_match(&mut self) -> bool {
        if self.is_server() && self.suspends.is_none() {
            self.first_match = FirstMatch::Awaited;
        }
        self.first_match == FirstMatch::Awaited
    }

    /// Notes that the host is ready. Returns whether the page now has to start the match that the
    /// server did not.
    pub(super) fn set_ready(&mut self, suspends: bool) -> bool {
        self.suspends = Some(suspends);
        self.take_first_match(FirstMatch::Awaited)
    }

    /// Notes that the server plays a match of its own.
    pub(super) fn find_match(&mut self) {
        self.first_match = FirstMatch::Settled;
    }

    /// Notes that a person plays the server's match.
    pub(super) fn join_match(&mut self) {
        self.first_match = FirstMatch::Joined;
    }

    /// Whether turns that come now are the first ones of a match that a person has joined.
    pub(super) fn take_joined(&mut self) -> bool {
        self.take_first_match(FirstMatch::Joined)
    }

    /// Notes that the server has ended: from now on the worker plays.
    pub(super) fn end_server(&mut self) {
        (self.kind, self.suspends) = (HostKind::Worker, None);
    }

    fn take_first_match(&mut self, expected: FirstMatch) -> bool {
        let is_expected = self.first_match == expected;
        if is_expected {
            self.first_match = FirstMatch::Settled;
        }
        is_expected
    }
}
