//! A match as pages see it: a growing replay. The match's thread adds to it and waits in it for
//! people's actions. Any number of pages read it, each from its own position, so that a slow page
//! delays no one. Knows no socket.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use botyard_engine::anymatch::{AnyMatch, MatchSpec};
use botyard_engine::game::Outcome;
use botyard_engine::live::{FromHost, MatchProgress};
use botyard_engine::replay::{PlayerKind, Turn};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::Passage;
use botyard_host::{AudienceRequest, Interrupt, PersonReply};
use serde_json::Value;
use tokio::sync::watch;

use super::viewers::{CHECK_INTERVAL, Viewers};

/// A match that pages watch.
pub(super) struct MatchFeed {
    id: u32,
    state: Mutex<FeedState>,
    spoken: Condvar,
    changed: watch::Sender<()>,
    /// Stops the command that plays this match.
    interrupt: Interrupt,
    /// The pages that watch the match.
    pub(super) watchers: Arc<Viewers>,
}

#[derive(Default)]
struct FeedState {
    match_spec: Option<MatchSpec>,
    turns: Vec<Turn<Value>>,
    passages: Vec<Passage>,
    awaited: Seats,
    outcome: Option<Outcome>,
    ending: Option<FeedEnd>,
    refusals: Vec<(Seat, String)>,
    replies: BTreeMap<Seat, PersonReply>,
    unasked: VecDeque<AudienceRequest>,
    is_stopped: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum FeedEnd {
    /// The match is over and every bot has ended.
    Done,
    /// The match could not be opened, or is void: a sentence with the reason.
    NotOpened(String),
}

/// A page's position in a feed: the part that it has received.
#[derive(Debug, Default)]
pub(super) struct FeedPosition {
    is_opened: bool,
    turns: usize,
    passages: usize,
    refusals: usize,
    awaited: Seats,
    is_ended: bool,
}

impl MatchFeed {
    /// A match that is about to be opened.
    pub(super) fn new(id: u32, interrupt: Interrupt) -> Self {
        Self {
            id,
            state: Mutex::default(),
            spoken: Condvar::new(),
            changed: watch::Sender::new(()),
            interrupt,
            watchers: Arc::default(),
        }
    }

    /// The id that pages use for the match.
    pub(super) fn id(&self) -> u32 {
        self.id
    }

    fn state(&self) -> MutexGuard<'_, FeedState> {
        self.state.lock().expect("nobody panics while noting what happened")
    }

    fn change(&self, change: impl FnOnce(&mut FeedState)) {
        change(&mut self.state());
        self.changed.send_replace(());
        self.spoken.notify_all();
    }
}

impl FeedState {
    /// The seat comes from the page, so it can be out of range.
    fn awaits(&self, seat: Seat) -> bool {
        self.is_person(seat) && self.awaited.contains(seat)
    }

    fn is_person(&self, seat: Seat) -> bool {
        let players = self.match_spec.iter().flat_map(|match_spec| &match_spec.players);
        players.skip(seat.index()).take(1).any(|player| player.kind == PlayerKind::Person)
    }
}

/// Methods for the match's thread.
impl MatchFeed {
    /// The match was opened, so its players are known.
    pub(super) fn begin_match(&self, match_spec: MatchSpec) {
        self.change(|state| state.match_spec = Some(match_spec));
    }

    /// Adds the new turns of the match. People in `answered` are not asked, because their next
    /// actions are already known.
    pub(super) fn note(&self, game: &dyn AnyMatch, answered: Seats) {
        self.change(|state| {
            let turns = game.turns_from(state.turns.len());
            state.turns.extend(turns);
            let passages = &game.transcript().passages()[state.passages.len()..];
            state.passages.extend_from_slice(passages);
            state.awaited = game.awaited().iter().filter(|&seat| !answered.contains(seat)).collect();
            state.outcome = game.outcome();
        });
    }

    /// Adds turns that do not come from a referee but from a log.
    pub(super) fn extend(&self, turns: Vec<Turn<Value>>, outcome: Option<Outcome>) {
        self.change(|state| {
            state.turns.extend(turns);
            state.outcome = outcome;
        });
    }

    /// Adds the last turns, and the host's remarks on how bots ended; marks the match as complete.
    pub(super) fn finish(&self, game: &dyn AnyMatch, remarks: impl IntoIterator<Item = Passage>) {
        self.note(game, Seats::NONE);
        self.change(|state| state.passages.extend(remarks));
        self.end_match();
    }

    /// Marks the match as complete.
    pub(super) fn end_match(&self) {
        self.change(|state| {
            state.awaited = Seats::NONE;
            state.ending.get_or_insert(FeedEnd::Done);
        });
    }

    /// Notes that the match cannot be played; `why` is a sentence.
    pub(super) fn fail_match(&self, why: String) {
        self.change(|state| state.ending = Some(FeedEnd::NotOpened(why)));
    }

    /// Waits for a person's action. Calls `idle` from time to time.
    pub(super) fn reply(&self, seat: Seat, mut idle: impl FnMut()) -> PersonReply {
        let mut state = self.state();
        loop {
            if state.is_stopped || self.interrupt.is_raised() {
                return PersonReply::Stop;
            }
            if let Some(reply) = state.replies.remove(&seat) {
                // A second click must not count as the next turn.
                state.awaited.remove(seat);
                return reply;
            }
            state = self.spoken.wait_timeout(state, CHECK_INTERVAL).expect("nobody panics while waiting").0;
            drop(state);
            idle();
            state = self.state();
        }
    }

    /// The next request that a page made without being asked.
    pub(super) fn unasked(&self) -> Option<AudienceRequest> {
        self.state().unasked.pop_front()
    }

    /// Reports that a person's action was refused.
    pub(super) fn refuse(&self, seat: Seat, why: &str) {
        self.change(|state| state.refusals.push((seat, why.to_owned())));
    }
}

/// Methods for pages.
impl MatchFeed {
    /// A receiver that wakes whenever there may be news.
    pub(super) fn subscribe(&self) -> watch::Receiver<()> {
        let mut changes = self.changed.subscribe();
        changes.mark_changed();
        changes
    }

    /// Notes a person's action.
    pub(super) fn act(&self, seat: Seat, action: Value) {
        self.change(|state| match state.awaits(seat) {
            true => drop(state.replies.insert(seat, PersonReply::Play(action.into()))),
            false => state.refusals.push((seat, "it is not this player's turn".to_owned())),
        });
    }

    /// Notes that a person resigns, whether it is their turn or not.
    pub(super) fn resign(&self, seat: Seat) {
        self.change(|state| {
            if state.awaits(seat) {
                state.replies.insert(seat, PersonReply::Resign);
            } else if state.is_person(seat) {
                state.unasked.push_back(AudienceRequest::Resign(seat));
            }
        });
    }

    /// Stops the match.
    pub(super) fn stop(&self) {
        self.change(|state| {
            state.is_stopped = true;
            state.unasked.push_back(AudienceRequest::Stop);
        });
    }

    /// The messages that the page has not received yet; afterwards they count as received.
    pub(super) fn news(&self, known: &mut FeedPosition) -> Vec<FromHost> {
        let state = self.state();
        let mut news = Vec::new();
        if let Some(match_spec) = state.match_spec.as_ref().filter(|_| !known.is_opened) {
            known.is_opened = true;
            news.push(FromHost::Opened { id: self.id, match_spec: match_spec.clone() });
        }
        news.extend(self.progress(&state, known));
        let refusals = &state.refusals[known.refusals..];
        news.extend(refusals.iter().map(|(seat, why)| FromHost::Refused { seat: *seat, why: why.clone() }));
        known.refusals = state.refusals.len();
        news
    }

    fn progress(&self, state: &FeedState, known: &mut FeedPosition) -> Option<FromHost> {
        let has_ended = state.ending.is_some() && !known.is_ended;
        let (turns, passages) = (state.turns.len(), state.passages.len());
        if !has_ended && (known.turns, known.passages, known.awaited) == (turns, passages, state.awaited) {
            return None;
        }
        known.is_ended |= has_ended;
        if let Some(FeedEnd::NotOpened(why)) = &state.ending {
            return Some(FromHost::NotOpened { id: self.id, why: why.clone() });
        }
        let progress = MatchProgress {
            id: self.id,
            first: known.turns,
            turns: state.turns[known.turns..].to_vec(),
            passages: state.passages[known.passages..].to_vec(),
            awaited: state.awaited.iter().collect(),
            outcome: state.outcome.clone(),
            done: state.ending.is_some(),
        };
        (known.turns, known.passages, known.awaited) = (turns, passages, state.awaited);
        Some(FromHost::Progress(progress))
    }
}
