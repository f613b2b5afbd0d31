//! Plays the batches of one worker's thread. Knows no server.

use std::collections::HashMap;

use botyard_engine::tournament::Participant;
use botyard_fleet::BotBytes;
use botyard_fleet::messages::{Batch, BatchAnswer, SentBot};
use botyard_host::{Interrupt, SeatBody};

use super::answered::answer;
use crate::tournament::MatchPlayer;

/// Makes a bot ready to play, on the thread that plays it.
pub trait LoadBot {
    /// Loads a bot; its bytes have the hash that it names.
    ///
    /// # Errors
    /// Why it cannot play here, as a clause.
    fn load(&mut self, bot: &SentBot, bytes: &[u8]) -> Result<SeatBody, String>;
}

/// A thread keeps this many bots ready.
const BOTS: usize = 256;

/// Plays batches.
pub struct BatchPlayer<L> {
    loader: L,
    loaded: HashMap<String, SeatBody>,
}

impl<L: LoadBot> BatchPlayer<L> {
    /// A player that loads bots by `loader`.
    pub fn new(loader: L) -> Self {
        Self { loader, loaded: HashMap::new() }
    }

    /// Plays a batch with these bots, in the batch's order; `None` if it was stopped.
    pub fn play(&mut self, batch: &Batch, bots: &[BotBytes], interrupt: &Interrupt) -> Option<BatchAnswer> {
        let mut players = HashMap::new();
        for (bot, bytes) in batch.bots.iter().zip(bots) {
            match self.load(bot, bytes) {
                Ok(body) => drop(players.insert(bot.participant, (bot.name.clone(), body))),
                Err(why) => return Some(BatchAnswer::Refused(format!("bot {}: {why}", bot.name))),
            }
        }
        self.play_games(batch, &players, interrupt)
    }

    fn play_games(
        &self,
        batch: &Batch,
        players: &HashMap<Participant, (String, SeatBody)>,
        interrupt: &Interrupt,
    ) -> Option<BatchAnswer> {
        let mut player = MatchPlayer::new(&*batch.game, batch.terms.clone());
        let mut games = Vec::with_capacity(batch.games.len());
        for game in &batch.games {
            let settings = batch.settings[usize::from(game.settings)].clone();
            let seats = game.scheduled.seats.iter().map(|seat| players[seat].clone()).collect();
            match player.play(&game.scheduled, seats, settings, interrupt, &mut |_| {}) {
                Ok(Some(report)) => games.push(answer(report)),
                Ok(None) => return None,
                Err(why) => return Some(BatchAnswer::Refused(why.to_string())),
            }
        }
        Some(BatchAnswer::Games(games))
    }

    fn load(&mut self, bot: &SentBot, bytes: &[u8]) -> Result<SeatBody, String> {
        if let Some(body) = self.loaded.get(&bot.sha256) {
            return Ok(body.clone());
        }
        if self.loaded.len() >= BOTS {
            self.loaded.clear();
        }
        let body = self.loader.load(bot, bytes)?;
        self.loaded.insert(bot.sha256.clone(), body.clone());
        Ok(body)
    }
}
