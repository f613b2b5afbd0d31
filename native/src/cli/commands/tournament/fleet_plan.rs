//! A fleet that a tournament can be played on: made before the store, so that bots which cannot be
//! sent, and a server that cannot be used, are refused first. Plays nothing.

use botyard_engine::fault::printable;
use botyard_engine::tournament::Participant;
use botyard_fleet::address::ServerAddress;
use botyard_fleet::messages::{BotKind, SentBot};
use botyard_fleet::{BotBytes, ServerConnection, limits, sha256};

use super::tournament_bots::TournamentBots;
use crate::cli::command_error::CommandError;
use crate::cli::players::player_loader::PortableBot;

/// A fleet that can play a tournament: its server answers, and the bots can be sent.
pub struct FleetPlan {
    pub(super) address: ServerAddress,
    /// The share of games that is played again, from 0 to 1.
    pub(super) audit: f64,
    /// The bots as batches name them.
    pub(super) sent: Vec<SentBot>,
    pub(super) bytes: Vec<BotBytes>,
}

impl FleetPlan {
    /// Refuses bots that cannot be sent, and a server that no fleet can use.
    ///
    /// # Errors
    /// Why it cannot be used, and what to do.
    pub fn check(bots: &TournamentBots, address: ServerAddress, audit: f64) -> Result<Self, CommandError> {
        let (mut sent, mut all) = (Vec::new(), Vec::new());
        for (index, (bot, name)) in bots.read_portable()?.into_iter().zip(bots.names()).enumerate() {
            let (kind, bytes) = match bot {
                PortableBot::Module(bytes) => (BotKind::Module, bytes),
                PortableBot::Executable(bytes) => (BotKind::Executable, bytes),
            };
            if bytes.len() > limits::BOT_BYTES {
                let most = limits::BOT_BYTES >> 20;
                return Err(CommandError::Usage(format!(
                    "{} has more than {most} MiB, which no bot may have that is sent to other computers",
                    printable(name)
                )));
            }
            let participant = Participant::new(index);
            sent.push(SentBot { participant, name: name.clone(), kind, sha256: sha256(&bytes) });
            all.push(BotBytes::from(bytes));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(ServerConnection::open(&address, "submitter.check"))?;
        Ok(Self { address, audit, sent, bytes: all })
    }
}
