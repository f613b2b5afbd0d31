//! Threads that play games: each takes the next waiting game. Knows no tournament and no store.

use std::thread::{self, Scope};
use std::time::Duration;

use botyard_engine::tournament::ScheduledGame;
use botyard_host::Interrupt;
use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{AHEAD_MAX, GamePlayers, GameReport, NewPlayer, TournamentError};

/// Threads, and the games that they have not finished.
pub struct GameThreads {
    games: Sender<ScheduledGame>,
    /// The waiting games, to take them back.
    queue: Receiver<ScheduledGame>,
    results: Receiver<Result<Option<GameReport>, TournamentError>>,
    waiting: usize,
    threads: usize,
}

impl GameThreads {
    /// Starts this many threads, or as many as the system has. They end when this is dropped, or
    /// when `interrupt` is raised.
    ///
    /// # Errors
    /// If the system starts no thread.
    pub fn start<'scope, 'env, 'a: 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        count: usize,
        new_player: &'scope NewPlayer<'a>,
        interrupt: &Interrupt,
    ) -> Result<Self, TournamentError> {
        let (games, queue) = unbounded();
        let (sender, results) = unbounded();
        for started in 0..count {
            let (queue, sender, interrupt) = (queue.clone(), sender.clone(), interrupt.clone());
            let play = move || play_games(new_player, &queue, &sender, &interrupt);
            match thread::Builder::new().spawn_scoped(scope, play) {
                Ok(_) => {}
                Err(why) if started == 0 => return Err(TournamentError::Thread(why.to_string())),
                // The system starts no more threads: those that exist play all games.
                Err(_) => break,
            }
        }
        Ok(Self { games, queue, results, waiting: 0, threads: count })
    }
}

impl GamePlayers for GameThreads {
    fn waiting(&self) -> usize {
        self.waiting
    }

    /// Enough games for the time of a group, and for its commit.
    fn waiting_max(&self, last_group: usize) -> usize {
        (2 * (last_group + self.threads)).min(AHEAD_MAX)
    }

    fn play(&mut self, game: ScheduledGame) {
        self.waiting += 1;
        // It fails only when all threads have ended, each with an error that is among the results.
        let _ = self.games.send(game);
    }

    fn drop_waiting(&mut self) {
        self.waiting -= self.queue.try_iter().count();
    }

    fn next_result(&mut self, timeout: Duration) -> Result<Option<GameReport>, TournamentError> {
        // A wait of no time yields to other threads several times before it ends.
        let result = match timeout.is_zero() {
            true => self.results.try_recv().ok(),
            false => self.results.recv_timeout(timeout).ok(),
        };
        self.waiting -= usize::from(result.is_some());
        result.unwrap_or(Ok(None))
    }
}

fn play_games(
    new_player: &NewPlayer<'_>,
    queue: &Receiver<ScheduledGame>,
    results: &Sender<Result<Option<GameReport>, TournamentError>>,
    interrupt: &Interrupt,
) {
    let mut play = match new_player() {
        Ok(play) => play,
        Err(why) => {
            // After the failure of another thread, the results have no receiver.
            let _ = results.send(Err(TournamentError::Thread(why)));
            return;
        }
    };
    for game in queue {
        if interrupt.is_raised() || results.send(play(&game, interrupt)).is_err() {
            return;
        }
    }
}
