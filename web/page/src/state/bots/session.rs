//! The page's data on the host that plays its matches: this tab's worker, or a local server.

use botyard_engine::seat::Seat;
use botyard_sandbox::script::is_script_name;
use botyard_web_protocol::{BotKey, HostBot, HostBotFile};

use crate::lineup::SeatChoice;
use crate::message::Effect;
use crate::state::Shown;

/// The host, and the state that it has reported.
pub struct HostSession {
    kind: HostKind,
    /// Whether the host can suspend modules; unknown until it is ready.
    suspends: Option<bool>,
    bots: Vec<HostBot>,
    first_match: FirstMatch,
}

/// The host that plays matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HostKind {
    Worker,
    Server,
}

/// The state of waiting before the page treats matches as its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FirstMatch {
    /// The page does not wait.
    Settled,
    /// The server has not reported yet whether it plays a match. If it does not, the page starts
    /// one.
    Awaited,
    /// The server plays a person's match that had started before the page was opened; its turns
    /// have not come yet.
    Joined,
}

/// An event of a host.
pub(crate) enum SessionMessage {
    /// It is ready, and can suspend modules or cannot.
    Ready { suspends: bool },
    /// These are the server's bots, in place of those before.
    Bots(Vec<HostBot>),
    /// The server plays a match of its own.
    MatchFound,
    /// A person of this page plays that match.
    MatchJoined,
    /// Turns of the match that is shown have come.
    Turns,
    /// The server has ended.
    ServerEnded,
}

/// The page's task after a [`SessionMessage`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionTask {
    /// The server plays no match: start one.
    StartMatch,
    /// The first turns of a joined match are here: show the newest, instead of replaying all.
    ShowNewest,
}

impl HostSession {
    /// A host that has sent no message yet.
    pub(crate) fn new(is_server: bool) -> Self {
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
    pub(crate) fn bots(&self) -> &[HostBot] {
        &self.bots
    }

    /// The server's bots that cannot play, with the reasons.
    pub fn unready_bots(&self) -> Vec<HostBot> {
        self.bots.iter().filter(|bot| bot.trouble.is_some()).cloned().collect()
    }

    /// The file of a server's bot, if the page can play it itself.
    pub(crate) fn bot_file(&self, id: u32) -> Option<&HostBotFile> {
        self.bots.iter().find(|bot| bot.id == id)?.file.as_ref()
    }

    /// Fetches the file of a server's bot for a seat, or for that of the build before.
    pub(crate) fn fetch_bot(&self, id: u32, seat: Option<Seat>) -> Option<Effect> {
        Some(Effect::FetchFile(self.bot_file(id)?.clone(), seat))
    }

    /// Whether a server's bot can also play in the tab alone, as a build.
    pub fn is_fetchable(&self, choice: &SeatChoice) -> bool {
        let SeatChoice::Bot(BotKey::Host(id)) = choice else { return false };
        self.bot_file(*id).is_some()
    }

    /// Whether the file of a server's bot is a script.
    pub fn is_script(&self, key: &BotKey) -> bool {
        let BotKey::Host(id) = key else { return false };
        self.bot_file(*id).is_some_and(|file| is_script_name(&file.name))
    }

    /// Whether it is still unknown if the server plays a match. Until it is known, the page does
    /// not start one.
    pub(crate) fn awaits_match(&mut self) -> bool {
        if self.is_server() && self.suspends.is_none() {
            self.first_match = FirstMatch::Awaited;
        }
        self.first_match == FirstMatch::Awaited
    }

    /// Handles an event of the host. Returns the page's task, if one follows.
    pub(crate) fn update(&mut self, message: SessionMessage) -> Option<SessionTask> {
        match message {
            SessionMessage::Ready { suspends } => {
                self.suspends = Some(suspends);
                return self.take_first_match(FirstMatch::Awaited).then_some(SessionTask::StartMatch);
            }
            SessionMessage::Bots(bots) => self.bots = bots,
            SessionMessage::MatchFound => self.first_match = FirstMatch::Settled,
            SessionMessage::MatchJoined => self.first_match = FirstMatch::Joined,
            SessionMessage::Turns => {
                return self.take_first_match(FirstMatch::Joined).then_some(SessionTask::ShowNewest);
            }
            // From now on the worker plays.
            SessionMessage::ServerEnded => (self.kind, self.suspends) = (HostKind::Worker, None),
        }
        None
    }

    /// Shows the latest turn to a person who comes back to their own match, instead of replaying
    /// the whole match.
    pub(crate) fn catch_up(&mut self, shown: &mut Shown, now: f64) {
        if self.update(SessionMessage::Turns) == Some(SessionTask::ShowNewest) {
            let stops = shown.shown_match.record.stops();
            shown.playback.go(stops.newest(), &stops, now);
            shown.playback.resume();
        }
    }

    fn take_first_match(&mut self, expected: FirstMatch) -> bool {
        let is_expected = self.first_match == expected;
        if is_expected {
            self.first_match = FirstMatch::Settled;
        }
        is_expected
    }
}
