//! Plays a match natively: modules, programs of the system and people at one table. Knows no game, no command line
//! and no terminal: whoever watches is an [`Audience`].
//!
//! One thread does everything. Modules are fibers that are polled here, programs are pipes that are waited for here,
//! and the referee decides; `table.rs` is the loop.

mod folders;
mod match_loop;
pub mod module;
mod platform;
pub mod process;
pub mod process_sandbox;

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use botyard_engine::anymatch::{AnyMatch, MatchSpec, OpenMatchError, open};
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchClock, PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_sandbox::prices::PRICES_VERSION;
use serde_json::Value;

use match_loop::MatchLoop;
pub use platform::run_warden;

/// What plays a seat.
#[derive(Clone)]
pub enum SeatBody {
    /// A WASI module, checked and compiled.
    Module(module::LoadedModule),
    /// A program of the system.
    Command(process::ProgramCommand),
    /// A person: the audience answers.
    Person,
}

impl SeatBody {
    /// The contestant that a replay lists for this body under this name.
    pub fn contestant(&self, name: impl Into<String>) -> PlayerInfo {
        let (sha256, prices) = match self {
            Self::Module(loaded) => (Some(loaded.sha256().to_owned()), Some(PRICES_VERSION)),
            Self::Command(_) | Self::Person => (None, None),
        };
        PlayerInfo { name: name.into(), kind: self.kind(), sha256, prices }
    }

    /// The command line that starts it; empty where none does.
    fn line(&self) -> Vec<OsString> {
        match self {
            Self::Command(command) => command.words(),
            Self::Module(_) | Self::Person => Vec::new(),
        }
    }

    /// What it is, as replays say it.
    pub fn kind(&self) -> PlayerKind {
        match self {
            Self::Module(_) => PlayerKind::Module,
            Self::Command(_) => PlayerKind::Executable,
            Self::Person => PlayerKind::Person,
        }
    }
}

/// A match to be played.
#[derive(Clone)]
pub struct HostedMatch {
    /// Game, settings, seed and players. A player's kind must be that of its body.
    pub match_spec: MatchSpec,
    /// What plays each seat, in the order of seats.
    pub bodies: Vec<SeatBody>,
    /// What the bots are allowed; `None` for the game's own limits.
    pub limits: Option<Limits>,
}

impl HostedMatch {
    /// A match of `game` with its default settings and limits between these named players.
    pub fn new(game: impl Into<String>, seed: u64, players: Vec<(String, SeatBody)>) -> Self {
        let contestants = players.iter().map(|(name, body)| body.contestant(name)).collect();
        let (settings, terms) = Default::default();
        let match_spec = MatchSpec { game: game.into(), settings, seed, players: contestants, terms };
        Self { match_spec, bodies: players.into_iter().map(|(_, body)| body).collect(), limits: None }
    }
}

/// What a match shows while it is played, and who answers for people.
pub trait Audience {
    /// The game has changed: a turn has been played, or the match has begun or ended.
    fn match_changed(&mut self, _game: &dyn AnyMatch) {}

    /// A person owes an action. May block: bots that owe an answer too have given theirs before.
    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply;

    /// The person's action was refused, and why (a clause); [`Audience::ask_person`] is asked again.
    fn action_refused(&mut self, _seat: Seat, _why: &str) {}

    /// What somebody does without being asked, each thing once. Looked for often, while bots work too; must not block.
    fn poll_request(&mut self) -> Option<AudienceRequest> {
        None
    }
}

/// What a person does.
#[derive(Debug, Clone, PartialEq)]
pub enum PersonReply {
    /// Plays this action, in the file form of replays.
    Play(Value),
    /// Gives up.
    Resign,
    /// Breaks the match off for everybody.
    Stop,
}

/// What somebody does without being asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudienceRequest {
    /// A person gives up, on turn or not.
    Resign(Seat),
    /// The match is broken off for everybody.
    Stop,
}

/// Nobody watches, and a person who owes an action resigns.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAudience;

impl Audience for NoAudience {
    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Resign
    }
}

/// A switch that stops a match from another thread, or from a signal's handler. Clones are the same switch.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Stops every match that was given this switch, within some 20 ms. Programs hear their farewell and have the grace of
    /// the match's limits to leave.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a match could not be played. What bots do wrong is in the match instead.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The game cannot be opened so.
    #[error(transparent)]
    NotOpened(#[from] OpenMatchError),
    /// The players of the opening are not those of the contest.
    #[error("the players do not match the bots (a bug in botyard)")]
    Bodies,
    /// The system cannot wait for the bots' pipes.
    #[error("cannot wait for the bots' pipes: {0}")]
    Watch(#[from] io::Error),
    /// A module has worked for much longer than its virtual time can account for: nobody has lost.
    #[error(
        "the match is void: player {seat} ran for {worked:.0?} of real time without using up its virtual time (this machine \
         is too busy, or the module too slow for its instructions)",
        seat = .0.number(),
        worked = .1
    )]
    Void(Seat, Duration),
    /// The referee waits for something that will not come.
    #[error("the match is waiting, but not for any player (a bug in botyard)")]
    Stuck,
}

/// Plays a match to its end, or until the interrupt is raised or a person stops it: then it has no outcome. Every
/// run has ended when this returns, whatever it returns.
///
/// # Errors
/// If the match cannot be opened, or the system fails us.
pub fn play_match(
    contest: HostedMatch,
    audience: &mut dyn Audience,
    interrupt: &Interrupt,
) -> Result<Box<dyn AnyMatch>, HostError> {
    let HostedMatch { match_spec, bodies, limits } = contest;
    if !match_spec.players.iter().map(|player| player.kind).eq(bodies.iter().map(SeatBody::kind)) {
        return Err(HostError::Bodies);
    }
    let game = open(&match_spec, limits, Duration::ZERO)?;
    let unread = limits.map_or_else(|| match_spec.limits(), Ok)?.unread;
    let seating = SeatedPlayers { bodies, seed: match_spec.seed, clock: match_spec.terms.clock, unread };
    drive_match(game, seating, audience, interrupt)
}

/// Who sits at the table of a match that is already open.
pub struct SeatedPlayers {
    /// What plays each seat, in the order of seats.
    pub bodies: Vec<SeatBody>,
    /// The seed of the match.
    pub seed: u64,
    /// By what a module's time is counted.
    pub clock: MatchClock,
    /// How many unread bytes a bot may have printed, as in the match's [`Limits`].
    pub unread: usize,
}

/// Plays a match that is already open; its time starts at zero. See [`play_match`].
///
/// # Errors
/// If the system fails us.
pub fn drive_match(
    game: Box<dyn AnyMatch>,
    seating: SeatedPlayers,
    audience: &mut dyn Audience,
    interrupt: &Interrupt,
) -> Result<Box<dyn AnyMatch>, HostError> {
    MatchLoop::new(game, seating, audience, interrupt).play_match()
}
