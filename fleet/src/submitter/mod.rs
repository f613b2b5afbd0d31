//! A submitter's exchange with the server: sends batches, hands on answers, and sends again the
//! batches that the server has lost. It has a thread of its own. The caller chooses games and
//! judges results.

mod other_tournaments;
mod outbox;
mod talk;

use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::address::ServerAddress;
use crate::bots::BotBytes;
use crate::error::FleetError;
use crate::messages::{Batch, BatchAnswer, TournamentStatus, WorkerStatus};
use crate::names::{Capability, Token};

/// Identifies an answer until it has been stored.
pub type Receipt = u64;

/// An event from the server or from a worker, for a submitter.
#[derive(Debug)]
pub enum SubmitterEvent {
    /// A part of an answer of a worker that was given the batch. The server keeps it until
    /// [`Submitter::stored`] is called.
    Answer {
        /// The batch.
        batch: u64,
        /// The worker that played it.
        worker: Token,
        /// The answer.
        answer: BatchAnswer,
        /// The argument for [`Submitter::stored`].
        receipt: Receipt,
    },
    /// Each worker that began this batch was silent before it answered.
    GivenUp {
        /// The batch.
        batch: u64,
    },
    /// A worker is there.
    Worker {
        /// Its name.
        name: Token,
        /// Its status.
        status: Box<WorkerStatus>,
    },
    /// A sentence for people.
    Note(String),
}

enum SubmitterCommand {
    Send { batch: Box<Batch>, capability: Capability },
    Settle { batch: u64 },
    Withdraw { batch: u64 },
    Stored { receipt: Receipt },
    Status(Box<TournamentStatus>),
    Finish,
}

/// The connection of one tournament's submitter to the server.
#[derive(Debug)]
pub struct Submitter {
    commands: UnboundedSender<SubmitterCommand>,
    events: mpsc::Receiver<SubmitterEvent>,
    thread: Option<JoinHandle<()>>,
}

impl Submitter {
    /// Connects and sends the bots.
    ///
    /// # Errors
    /// If there is no server, or it does not take them.
    pub fn start(
        address: ServerAddress,
        status: TournamentStatus,
        tournament: Token,
        bots: Vec<BotBytes>,
    ) -> Result<Self, FleetError> {
        let (commands, ordered) = unbounded_channel();
        let (happened, events) = mpsc::channel();
        let (ready, begun) = mpsc::channel();
        let here = |why: std::io::Error| FleetError::Here(why.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(here)?;
        let talk = move || {
            runtime.block_on(async {
                match talk::SubmitterTask::begin(&address, status, tournament, bots, happened).await {
                    Ok(talk) => {
                        let _ = ready.send(Ok(()));
                        talk.run(ordered).await;
                    }
                    Err(why) => drop(ready.send(Err(why))),
                }
            });
        };
        let thread = std::thread::Builder::new().name("fleet".to_owned()).spawn(talk).map_err(here)?;
        begun.recv().unwrap_or_else(|_| Err(FleetError::Here("its thread has ended".to_owned())))?;
        Ok(Self { commands, events, thread: Some(thread) })
    }

    /// Sends a batch, and sends it again until it is settled.
    pub fn send(&self, batch: Batch, capability: Capability) {
        self.command(SubmitterCommand::Send { batch: Box::new(batch), capability });
    }

    /// All games of a batch have results.
    pub fn settle(&self, batch: u64) {
        self.command(SubmitterCommand::Settle { batch });
    }

    /// Takes a batch back, if no worker has begun it.
    pub fn withdraw(&self, batch: u64) {
        self.command(SubmitterCommand::Withdraw { batch });
    }

    /// The server need not keep this answer any more.
    pub fn stored(&self, receipt: Receipt) {
        self.command(SubmitterCommand::Stored { receipt });
    }

    /// Publishes the tournament's status every second from now on, and at once if it leaves out another
    /// worker.
    pub fn set_status(&self, status: TournamentStatus) {
        self.command(SubmitterCommand::Status(Box::new(status)));
    }

    /// The next event; `None` if there is none within `timeout`.
    pub fn next_event(&self, timeout: Duration) -> Option<SubmitterEvent> {
        self.events.recv_timeout(timeout).ok()
    }

    fn command(&self, command: SubmitterCommand) {
        // The thread ends last.
        let _ = self.commands.send(command);
    }
}

impl Drop for Submitter {
    /// Withdraws all batches, and announces that the tournament has ended.
    fn drop(&mut self) {
        self.command(SubmitterCommand::Finish);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
