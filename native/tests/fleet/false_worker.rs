//! A worker of the tests' own: it gets batches as others do, and answers as a test wants.

use std::sync::Arc;

use botyard::fleet::versions;
use botyard_engine::tournament::{GameDigest, GameId, GameResult, PlayedGame};
use botyard_fleet::address::ServerAddress;
use botyard_fleet::messages::{AnsweredGame, Batch, BatchAnswer};
use botyard_fleet::names::Token;
use botyard_fleet::worker::{Job, WorkerActivity, WorkerConfig, work};
use botyard_fleet::{FleetError, ServerConnection};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::program::times;

pub fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

/// The status and the answers of a false worker.
pub struct FalseWorker {
    pub name: &'static str,
    pub threads: u16,
    pub allows_executables: bool,
    /// See [`WorkerConfig`].
    pub missing_restrictions: Option<Vec<String>>,
    pub answer: fn(&Batch) -> BatchAnswer,
}

impl FalseWorker {
    /// A worker that plays modules.
    pub fn new(name: &'static str, answer: fn(&Batch) -> BatchAnswer) -> Self {
        Self { name, threads: 1, allows_executables: false, missing_restrictions: None, answer }
    }

    /// Works until the test ends, or until it is excluded; then it returns the reason.
    pub fn start(self, runtime: &Runtime, url: &str) -> JoinHandle<Result<(), FleetError>> {
        let Self { name, threads, allows_executables, missing_restrictions, answer } = self;
        let address = ServerAddress { times: times(), ..ServerAddress::from(url) };
        let config = WorkerConfig {
            name: Token::made_of(name),
            versions: versions(),
            threads,
            allows_executables,
            missing_restrictions,
            instance: 1,
            give: Arc::new(move |job: Job| drop(job.done.send(answer(&job.batch)))),
            note: Arc::new(|_| {}),
        };
        runtime.spawn(async move {
            let connection = ServerConnection::open_to_work(&address, config.name.as_str()).await?;
            work(connection, config, Arc::<WorkerActivity>::default()).await
        })
    }
}

/// A result of a game that was not played: the first seat has won.
pub fn won(id: GameId, seed: u64) -> AnsweredGame {
    AnsweredGame {
        id,
        result: GameResult::Played(PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([seed as u8; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        }),
        turns: 7,
        duration_ns: 1_000_000,
        replay: None,
        stderr: Vec::new(),
        void_run: None,
    }
}

/// Answers that the first seat has won every game.
pub fn lie(batch: &Batch) -> BatchAnswer {
    BatchAnswer::Games(batch.games.iter().map(|game| won(game.scheduled.id, game.scheduled.seed)).collect())
}
