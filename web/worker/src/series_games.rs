//! The games of a series that this worker plays, one after the other, and the lines of their
//! results. Knows neither the schedule nor the meaning of the results.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use botyard_engine::anymatch::{self, MatchSpec};
use botyard_engine::tournament::{
    DIGEST_VERSION, FinishedGame, GameDigest, GameLine, GameResult, Participant, ScheduledGame,
};
use botyard_web_protocol::PlayRequest;
use gloo_timers::callback::Timeout;
use sha2::{Digest, Sha256};

use super::engine::ModuleEngine;
use super::match_loop::WorkerMatchLoop;
use super::module_cache::PrepareResult;
use super::scheduler::{Scheduler, now};

/// How long a game waits for room before it is void, in milliseconds.
const SHORTAGE_PATIENCE: u32 = 5_000;

/// Games that were requested together, and are answered together.
pub(super) struct SeriesGames {
    /// The participants in the place of players.
    match_spec: MatchSpec,
    /// How long a bot may take for an answer.
    limit: Option<Duration>,
    waiting: VecDeque<ScheduledGame>,
    playing: Option<(ScheduledGame, Duration)>,
    /// How long the game that waits first goes on waiting for room, if the browser had none.
    patience: Option<ShortagePatience>,
    is_postponed: bool,
    lines: Vec<String>,
}

/// The patience with a shortage of room. A timeout, so that slow tests do not exhaust it.
struct ShortagePatience {
    is_over: Rc<Cell<bool>>,
    _timer: Timeout,
}

impl ShortagePatience {
    fn start() -> Self {
        let is_over = Rc::<Cell<bool>>::default();
        let ends = Rc::clone(&is_over);
        Self { is_over, _timer: Timeout::new(SHORTAGE_PATIENCE, move || ends.set(true)) }
    }
}

/// The participants of a game by their indices, in the order of seats.
fn seated(game: &ScheduledGame) -> impl Iterator<Item = usize> {
    game.seats.iter().map(|participant| participant.index())
}

impl SeriesGames {
    pub(super) fn new(match_spec: MatchSpec, games: Vec<ScheduledGame>) -> Self {
        let (playing, patience, is_postponed, lines) = Default::default();
        // A match that cannot be opened is reported when it is its turn.
        let limit = match_spec.limits().ok().map(|limits| limits.turn);
        Self { match_spec, limit, waiting: games.into(), playing, patience, is_postponed, lines }
    }

    /// Opens the next game; `None` if all have been played.
    ///
    /// # Errors
    /// A clause with the reason if it cannot be played.
    pub(super) fn open_next<E: ModuleEngine>(
        &mut self,
        bots: &[PrepareResult<E>],
        scheduler: &Rc<Scheduler>,
    ) -> Option<Result<WorkerMatchLoop<E>, String>> {
        let game = self.waiting.pop_front()?;
        self.is_postponed = false;
        let MatchSpec { game: name, settings, players, .. } = &self.match_spec;
        let seats: Vec<_> = seated(&game).collect();
        let settings = match anymatch::seat_settings(name, settings.clone(), players.len(), &seats) {
            Ok(settings) => settings,
            Err(why) => return Some(Err(why.to_string())),
        };
        let players = seats.iter().map(|&seat| players[seat].clone()).collect();
        let terms = self.match_spec.terms.seated(seats.iter().copied());
        let match_spec = MatchSpec { game: name.clone(), seed: game.seed, settings, players, terms };
        let modules = game.seats.iter().map(|participant| bots[participant.index()].clone()).collect();
        let play = PlayRequest { id: 0, match_spec, script: Vec::new(), host_bots: Vec::new(), record: None };
        self.playing = Some((game, now()));
        Some(WorkerMatchLoop::open(play, modules, None, scheduler))
    }

    /// Puts the game that was opened last back, because the browser had no room for it; returns
    /// whether it waits. It does not where it has waited for too long.
    pub(super) fn postpone_game(&mut self) -> bool {
        let patience = self.patience.get_or_insert_with(ShortagePatience::start);
        self.is_postponed = !patience.is_over.get() && self.playing.is_some();
        if self.is_postponed {
            self.waiting.extend(self.playing.take().map(|(game, _)| game));
            self.waiting.rotate_right(1);
        }
        self.is_postponed
    }

    /// Whether a game waits until there is room for it.
    pub(super) fn is_postponed(&self) -> bool {
        self.is_postponed
    }

    /// Takes in the game that was opened last: its match has ended, or is void.
    pub(super) fn finish_game<E: ModuleEngine>(&mut self, ended: &WorkerMatchLoop<E>) {
        let Some((scheduled, start)) = self.playing.take() else { return };
        self.patience = None;
        let line = self.line(&scheduled, ended, now().saturating_sub(start));
        self.lines.push(line.to_json());
    }

    fn line<E: ModuleEngine>(
        &self,
        scheduled: &ScheduledGame,
        ended: &WorkerMatchLoop<E>,
        duration: Duration,
    ) -> GameLine {
        let name = |participant: &Participant| &*self.match_spec.players[participant.index()].name;
        let names: Vec<&str> = scheduled.seats.iter().map(name).collect();
        let void_reason = ended.void_reason(&names);
        let finished = if void_reason.is_none() { FinishedGame::from_match(ended.game()) } else { None };
        let mut line = GameLine {
            game: self.match_spec.game.clone(),
            format: None,
            unit: scheduled.id.unit,
            rotation: scheduled.id.rotation,
            seed: scheduled.seed,
            players: names.into_iter().map(str::to_owned).collect(),
            result: GameResult::Void,
            digest_version: DIGEST_VERSION,
            turns: 0,
            duration,
            limit: self.limit,
            seat_terms: self.match_spec.terms.seated(seated(scheduled)).seats,
            replay: None,
            stderr: Vec::new(),
            void_reason,
        };
        if let Some(finished) = finished {
            let game = ended.game();
            let digest = hash_identity(&finished.identity(game));
            line.stderr = finished.stderr(game);
            line.turns = finished.turns;
            line.replay = Some(finished.link.clone().unwrap_or_else(|| game.replay().to_string()));
            line.result = finished.into_result(digest);
        }
        line
    }

    /// The lines of all games.
    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }
}

/// Brings lines up to date that an earlier version has written. Other texts stay as they are.
pub(super) fn renew_lines(lines: Vec<String>) -> Vec<String> {
    let renew = |text: String| match serde_json::from_str::<GameLine>(&text) {
        Ok(mut line) => {
            line.renew_digest(hash_identity);
            line.to_json()
        }
        Err(_) => text,
    };
    lines.into_iter().map(renew).collect()
}

fn hash_identity(identity: &[u8]) -> GameDigest {
    GameDigest::of_sha256(Sha256::digest(identity).into())
}
