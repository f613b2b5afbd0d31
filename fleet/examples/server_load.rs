//! Measures how many batches a NATS server passes on in a second. Submitters and workers are those
//! of a fleet, but the workers answer without playing.
//!
//!     cargo run -p botyard-fleet --example server_load -- URL SERVER_PID SUBMITTERS WORKERS GAMES SECONDS
//!
//! GAMES is how many are in a batch. The server's processor time is read from the system (Linux).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{GameDigest, GameId, GameResult, Participant, PlayedGame, ScheduledGame, SeatTime};
use botyard_fleet::address::ServerAddress;
use botyard_fleet::messages::{AnsweredGame, Batch, BatchAnswer, SentGame, TournamentStatus};
use botyard_fleet::names::{Capability, Token, Versions};
use botyard_fleet::submitter::{Submitter, SubmitterEvent};
use botyard_fleet::worker::{Job, WorkerActivity, WorkerConfig, work};
use botyard_fleet::{BotBytes, ServerConnection, Ticket, sha256};

/// Each submitter keeps this many batches waiting or in play.
const AHEAD: u64 = 256;
/// A worker takes this many at once.
const THREADS: u16 = 32;

fn versions() -> Versions {
    Versions::new("load", 0)
}

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [url, server, submitters, workers, games, seconds] = &arguments[..] else {
        panic!("expected URL SERVER_PID SUBMITTERS WORKERS GAMES SECONDS")
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (answered, is_over) = (Arc::<AtomicU64>::default(), Arc::<AtomicBool>::default());
    for nth in 0..number(workers) {
        let url = url.clone();
        thread::spawn(move || run_worker(&url, nth));
    }
    let submitters: Vec<_> = (0..number(submitters))
        .map(|nth| {
            let (url, games, answered, is_over) = (url.clone(), number(games), answered.clone(), is_over.clone());
            thread::spawn(move || submit(&url, nth, games, &answered, &is_over))
        })
        .collect();
    // The first seconds are not measured: the load is not steady yet.
    thread::sleep(Duration::from_secs(3));
    let (began, first) = (Instant::now(), answered.load(Ordering::Relaxed));
    let before = ["self", server].map(processor_seconds);
    thread::sleep(Duration::from_secs(number(seconds)));
    let batches = (answered.load(Ordering::Relaxed) - first) as f64;
    let [own, theirs] = ["self", server].map(processor_seconds);
    let rate = batches / began.elapsed().as_secs_f64();
    println!(
        "{rate:.0} batches/s, {:.0} stored messages/s; server {:.0} us, submitters and workers {:.0} us of processor a batch",
        2.0 * rate,
        (theirs - before[1]) * 1e6 / batches,
        (own - before[0]) * 1e6 / batches,
    );
    is_over.store(true, Ordering::Relaxed);
    submitters.into_iter().for_each(|submitter| submitter.join().expect("it ends"));
}

/// The processor time that a process has used, in seconds.
fn processor_seconds(process: &str) -> f64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("the system tells of processes");
    let (_, fields) = text.rsplit_once(')').expect("a name in brackets");
    let ticks: Vec<f64> = fields.split_whitespace().skip(11).take(2).map(|text| text.parse().expect("ticks")).collect();
    // A tick is a hundredth of a second wherever Linux runs today.
    ticks.iter().sum::<f64>() / 100.0
}

fn submit(url: &str, nth: u64, games: u64, answered: &AtomicU64, is_over: &AtomicBool) {
    // The server refuses a second batch of the same tournament and number within two minutes.
    let name = Token::made_of(&format!("load-{}-{nth}", std::process::id()));
    let bot = BotBytes::from(&b"a bot"[..]);
    let status = TournamentStatus {
        versions: versions(),
        game: "connect-four".to_owned(),
        games: 0,
        of: 0,
        sent: 0,
        audited: 0,
        left_out: Vec::new(),
        left_out_reasons: BTreeMap::new(),
        is_over: false,
    };
    let submitter = Submitter::start(ServerAddress::from(url), status, name.clone(), vec![bot.clone()]);
    let submitter = submitter.expect("the server is there");
    let batch = |number: u64| Batch {
        versions: versions(),
        tournament: name.clone(),
        batch: number,
        ticket: Ticket::from_random(number),
        game: "connect-four".to_owned(),
        terms: MatchTerms::default(),
        bots: [0, 1].map(|participant| sent_bot(participant, &bot)).into(),
        settings: vec![serde_json::json!({ "stones": [] })],
        games: (0..games).map(|nth| sent_game(number * games + nth)).collect(),
    };
    (1..=AHEAD).for_each(|number| submitter.send(batch(number), Capability::Modules));
    let mut next = AHEAD;
    while !is_over.load(Ordering::Relaxed) {
        if let Some(SubmitterEvent::Answer { batch: number, receipt, .. }) =
            submitter.next_event(Duration::from_millis(100))
        {
            submitter.stored(receipt);
            submitter.settle(number);
            answered.fetch_add(1, Ordering::Relaxed);
            next += 1;
            submitter.send(batch(next), Capability::Modules);
        }
    }
}

fn sent_bot(participant: usize, bytes: &BotBytes) -> botyard_fleet::messages::SentBot {
    botyard_fleet::messages::SentBot {
        participant: Participant::new(participant),
        name: "a-bot".to_owned(),
        kind: botyard_fleet::messages::BotKind::Module,
        sha256: sha256(bytes),
    }
}

fn sent_game(unit: u64) -> SentGame {
    let seats = vec![Participant::new(0), Participant::new(1)];
    let scheduled = ScheduledGame { id: GameId { unit, rotation: 0 }, round: unit, seats, seed: unit };
    SentGame { scheduled, settings: 0 }
}

fn run_worker(url: &str, nth: u64) {
    let config = WorkerConfig {
        name: Token::made_of(&format!("load-{nth}")),
        versions: versions(),
        threads: THREADS,
        allows_executables: false,
        missing_restrictions: None,
        instance: nth,
        give: Arc::new(|job: Job| drop(job.done.send(answer(&job.batch)))),
        note: Arc::new(|sentence| eprintln!("{sentence}")),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let worked = runtime.block_on(async {
        let connection = ServerConnection::open(&ServerAddress::from(url), config.name.as_str()).await?;
        work(connection, config, Arc::<WorkerActivity>::default()).await
    });
    worked.expect("it works until the program ends");
}

/// Answers as a game of Connect Four does.
fn answer(batch: &Batch) -> BatchAnswer {
    let game = |game: &SentGame| AnsweredGame {
        id: game.scheduled.id,
        result: GameResult::Played(PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([7; 16]),
            faults: Vec::new(),
            times: vec![SeatTime::default(); 2],
            competition_points: None,
        }),
        turns: 21,
        duration_ns: 300_000,
        replay: Some("x".repeat(60)),
        stderr: Vec::new(),
        void_run: None,
    };
    BatchAnswer::Games(batch.games.iter().map(game).collect())
}
