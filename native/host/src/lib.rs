//! Plays a match natively between modules, executables and people. Knows no game, no command line,
//! no terminal and no server: an [`Audience`] watches, and answers for people.
//!
//! One thread does everything: it polls modules as fibers and waits for programs' pipes, and the
//! referee decides. `match_loop.rs` is the loop.
//!
//! A program that uses this starts itself again as the warden of an executable's sandbox, and as
//! the compiler of a module: its `main` calls [`run_warden`] and [`module::run_compiler_process`]
//! before anything else.

mod folders;
mod match_loop;
mod match_timer;
pub mod module;
mod module_time;
mod platform;
pub mod process;
pub mod process_sandbox;
pub mod refusals;
mod refused_path;
mod run_map;
mod sandbox_status;
mod scratch_body;
mod waiting_programs;

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use botyard_driver::{TurnFollower, TurnRecorder, VoidMatch};
use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::{AnyMatch, MatchSpec, OpenMatchError, RecordedSeats, open_repeating};
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchClock, PlayerInfo, PlayerKind, Turn};
use botyard_engine::seat::Seat;
use botyard_sandbox::prices::PRICES_VERSION;
use serde_json::Value;

use match_loop::NativeMatchLoop;
pub use module_time::{ModuleTime, measure_modules};
#[cfg(unix)]
pub use platform::break_closed_stdout;
pub use platform::{run_warden, survive_file_size_limit, used_processor_time};
pub use scratch_body::ScratchBody;

/// The player that acts in a seat: a bot, a person or a record.
#[derive(Clone)]
pub enum SeatBody {
    /// A WASI module, checked and compiled.
    Module(module::LoadedModule),
    /// An executable.
    Command(process::ProgramCommand),
    /// A person: the audience answers.
    Person,
    /// The player of the recorded match, which repeats its turns.
    Recorded(PlayerInfo),
}

impl SeatBody {
    /// The replay's entry for this player, with this name.
    pub fn player_info(&self, name: impl Into<String>) -> PlayerInfo {
        let player = match self {
            Self::Module(loaded) => PlayerInfo {
                sha256: Some(loaded.sha256().to_owned()),
                interpreter: loaded.interpreter_sha256().map(str::to_owned),
                prices: Some(PRICES_VERSION),
                ..PlayerInfo::default()
            },
            Self::Command(_) | Self::Person => PlayerInfo::default(),
            Self::Recorded(player) => player.clone(),
        };
        PlayerInfo { name: name.into(), kind: self.kind(), ..player }
    }

    /// The command line of an executable; empty for other players.
    fn line(&self) -> Vec<OsString> {
        match self {
            Self::Command(command) => command.words(),
            Self::Module(_) | Self::Person | Self::Recorded(_) => Vec::new(),
        }
    }

    /// The kind of player, as replays name it.
    pub fn kind(&self) -> PlayerKind {
        match self {
            Self::Module(_) => PlayerKind::Module,
            Self::Command(_) => PlayerKind::Executable,
            Self::Person => PlayerKind::Person,
            Self::Recorded(player) => player.kind,
        }
    }
}

/// A match to be played.
#[derive(Clone)]
pub struct HostedMatch {
    /// Game, settings, seed and players. A player's kind must be that of its body.
    pub match_spec: MatchSpec,
    /// The player of each seat, in seat order.
    pub bodies: Vec<SeatBody>,
    /// The limits for bots; `None` for the game's own.
    pub limits: Option<Limits>,
    /// The turns of the match that is repeated, if a seat is [`SeatBody::Recorded`].
    pub record: Vec<Turn<Value>>,
}

impl HostedMatch {
    /// The record that the match repeats, if a seat is recorded.
    fn take_record(&mut self) -> Option<RecordedSeats> {
        let recorded = self.bodies.iter().enumerate().filter(|(_, body)| matches!(body, SeatBody::Recorded(_)));
        let seats: Vec<_> = recorded.map(|(index, _)| Seat::new(index)).collect();
        (!seats.is_empty()).then(|| RecordedSeats { seats, turns: std::mem::take(&mut self.record) })
    }

    /// Keeps this many bytes of each bot's input and stdout, and as many of its stderr.
    ///
    /// # Errors
    /// If the match cannot be opened.
    pub fn keep_words(&mut self, bytes: usize) -> Result<(), OpenMatchError> {
        let limits = self.limits.take().map_or_else(|| self.match_spec.limits(), Ok)?;
        self.limits = Some(Limits { kept_words: bytes, ..limits });
        Ok(())
    }

    /// A match of `game` with its default settings and limits between these named players.
    pub fn new(game: impl Into<String>, seed: u64, players: Vec<(String, SeatBody)>) -> Self {
        let player_infos = players.iter().map(|(name, body)| body.player_info(name)).collect();
        let (settings, terms) = Default::default();
        let match_spec = MatchSpec { game: game.into(), settings, seed, players: player_infos, terms };
        Self {
            match_spec,
            bodies: players.into_iter().map(|(_, body)| body).collect(),
            limits: None,
            record: Vec::new(),
        }
    }
}

/// Watches a match while it is played, and answers for people.
pub trait Audience {
    /// The game has changed: a turn has been played, or the match has begun or ended.
    fn match_changed(&mut self, _game: &dyn AnyMatch) {}

    /// A person owes an action. May block: no bot owes an answer at this point.
    fn ask_person(&mut self, game: &dyn AnyMatch, seat: Seat) -> PersonReply;

    /// The person's action was refused; `why` is a clause. [`Audience::ask_person`] is called
    /// again.
    fn action_refused(&mut self, _seat: Seat, _why: &str) {}

    /// The audience's next request, each returned once. Polled often, also while bots work; must
    /// not block.
    fn poll_request(&mut self) -> Option<AudienceRequest> {
        None
    }
}

/// A person's reply to [`Audience::ask_person`].
#[derive(Debug)]
pub enum PersonReply {
    /// Plays this action.
    Play(AnyAction),
    /// Resigns.
    Resign,
    /// Stops the match for all players.
    Stop,
}

/// A request of the audience at any time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AudienceRequest {
    /// A person resigns, whether it is their turn or not.
    Resign(Seat),
    /// Stop the match for all players.
    Stop,
}

/// An audience that does not watch. People who owe an action resign.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAudience;

impl Audience for NoAudience {
    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Resign
    }
}

/// A switch that stops a match from another thread, or from a signal's handler. Clones are the same
/// switch.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Stops every match that has this switch, within about 20 ms. Programs are sent the end and
    /// have the grace period of the match's limits to exit.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been raised.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a match could not be played. Bots' faults are part of the match instead.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The match spec cannot be opened.
    #[error(transparent)]
    NotOpened(#[from] OpenMatchError),
    /// The match spec's players do not match the bodies.
    #[error("the players do not match the bots (a bug in botyard)")]
    Bodies,
    /// The system cannot wait for the bots' pipes.
    #[error("cannot wait for the bots' pipes: {0}")]
    Watch(#[from] io::Error),
    /// A module ran for much more real time than its virtual time accounts for. No player has lost.
    #[error("the match is void: {0}")]
    Void(VoidMatch),
    /// This computer cannot start a run, whichever bot it is. No player has lost.
    #[error("the match is void: this computer cannot start the bot of player {}: {why}", .seat.number())]
    NoRun {
        /// The bot's seat.
        seat: Seat,
        /// The error.
        why: String,
        /// Whether a later attempt will fail too.
        is_lasting: bool,
    },
    /// The referee waits for an input that will not come.
    #[error("the match is waiting, but not for any player (a bug in botyard)")]
    Stuck,
}

impl HostError {
    /// Whether this computer lacks something that it may have later, such as memory or files.
    pub fn is_shortage(&self) -> bool {
        matches!(self, Self::NoRun { is_lasting: false, .. } | Self::Watch(_))
    }
}

/// Plays a match to its end, or until the interrupt is raised, a person stops it, or it repeats a
/// record and has come to the record's end or to the first turn that differs from it
/// ([`AnyMatch::followed`]); a stopped match has no outcome. All runs have ended when this returns,
/// even if it returns an error.
///
/// # Errors
/// If the match cannot be opened, or the system fails; then the match is void.
pub fn play_match(
    mut hosted_match: HostedMatch,
    audience: &mut dyn Audience,
    interrupt: &Interrupt,
) -> Result<Box<dyn AnyMatch>, HostError> {
    let record = hosted_match.take_record();
    let HostedMatch { match_spec, bodies, limits, .. } = hosted_match;
    if !match_spec.players.iter().map(|player| player.kind).eq(bodies.iter().map(SeatBody::kind)) {
        return Err(HostError::Bodies);
    }
    let game = open_repeating(&match_spec, record, limits, Duration::ZERO)?;
    let unread_output_max = game.limits().unread_output_max;
    let players = SeatedPlayers { bodies, seed: match_spec.seed, clock: match_spec.terms.clock, unread_output_max };
    drive_match(game, players, audience, interrupt)
}

/// The players of a match that is already open.
pub struct SeatedPlayers {
    /// The player of each seat, in seat order.
    pub bodies: Vec<SeatBody>,
    /// The seed of the match.
    pub seed: u64,
    /// The clock for modules' time.
    pub clock: MatchClock,
    /// How many unread bytes a bot may have printed, as in the match's [`Limits`].
    pub unread_output_max: usize,
}

/// Plays a match that is already open; its time starts at zero. See [`play_match`].
///
/// # Errors
/// If the system fails.
pub fn drive_match(
    game: Box<dyn AnyMatch>,
    players: SeatedPlayers,
    audience: &mut dyn Audience,
    interrupt: &Interrupt,
) -> Result<Box<dyn AnyMatch>, HostError> {
    NativeMatchLoop::new(game, players, audience, interrupt).play_match()
}
