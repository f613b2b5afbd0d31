//! The games of a series that this worker plays, one after the other, and the lines of their
//! results. Knows neither the schedule nor what the results mean.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use botyard_engine::anymatch::{self, AnyMatch, MatchSpec};
use botyard_engine::tournament::{FinishedGame, GameDigest, GameLine, GameResult, ScheduledGame};
use botyard_web_messages::PlayRequest;
use sha2::{Digest, Sha256};

use super::engine::ModuleEngine;
use super::match_loop::WorkerMatchLoop;
use super::module_cache::PrepareResult;
use super::scheduler::{Scheduler, now};

/// How often a game waits for room before it is void.
const SHORTAGES: u32 = 20;

/// Games that were asked for together, and are answered together.
pub(super) struct SeriesGames {
    /// The participants in the place of players.
    match_spec: MatchSpec,
    waiting: VecDeque<ScheduledGame>,
    playing: Option<(ScheduledGame, Duration)>,
    /// How often the browser had no room for the game that waits first.
    shortages: u32,
    is_postponed: bool,
    lines: Vec<String>,
}

impl SeriesGames {
    pub(super) fn new(match_spec: MatchSpec, games: Vec<ScheduledGame>) -> Self {
        let (playing, shortages, is_postponed, lines) = Default::default();
        Self { match_spec, waiting: games.into(), playing, shortages, is_postponed, lines }
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
        let seats: Vec<_> = game.seats.iter().map(|participant| participant.index()).collect();
        let settings = match anymatch::seat_settings(name, settings.clone(), players.len(), &seats) {
            Ok(settings) => settings,
            Err(why) => return Some(Err(why.to_string())),
        };
        let players = seats.iter().map(|&seat| players[seat].clone()).collect();
        let match_spec = MatchSpec { seed: game.seed, settings, players, ..self.match_spec.clone() };
        let modules = game.seats.iter().map(|participant| bots[participant.index()].clone()).collect();
        let play = PlayRequest { id: 0, match_spec, script: Vec::new(), host_bots: Vec::new(), record: None };
        self.playing = Some((game, now()));
        Some(WorkerMatchLoop::open(play, modules, scheduler))
    }

    /// Puts the game that was opened last back, because the browser had no room for it; returns
    /// whether it waits. It does not where that has happened too often.
    pub(super) fn postpone_game(&mut self) -> bool {
        self.is_postponed = self.shortages < SHORTAGES && self.playing.is_some();
        if self.is_postponed {
            self.shortages += 1;
            self.waiting.extend(self.playing.take().map(|(game, _)| game));
            self.waiting.rotate_right(1);
        }
        self.is_postponed
    }

    /// Whether a game waits until there is room for it.
    pub(super) fn is_postponed(&self) -> bool {
        self.is_postponed
    }

    /// Takes in the game that was opened last: a match that has ended, or `None` if it is void.
    pub(super) fn finish_game(&mut self, game: Option<&dyn AnyMatch>) {
        let Some((scheduled, start)) = self.playing.take() else { return };
        self.shortages = 0;
        let line = self.line(&scheduled, game, now().saturating_sub(start));
        self.lines.push(line.to_json());
    }

    fn line(&self, scheduled: &ScheduledGame, game: Option<&dyn AnyMatch>, duration: Duration) -> GameLine {
        let name = |index: usize| self.match_spec.players[index].name.clone();
        let mut line = GameLine {
            game: self.match_spec.game.clone(),
            unit: scheduled.id.unit,
            rotation: scheduled.id.rotation,
            seed: scheduled.seed,
            players: scheduled.seats.iter().map(|participant| name(participant.index())).collect(),
            result: GameResult::Void,
            turns: 0,
            duration,
            replay: None,
            stderr: Vec::new(),
        };
        if let Some((game, finished)) = game.and_then(|game| Some((game, FinishedGame::of(game)?))) {
            let hash = Sha256::digest(finished.identity(game));
            let digest = GameDigest(hash[..16].try_into().expect("a SHA-256 has 32 bytes"));
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
