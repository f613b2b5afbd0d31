//! What a hostile worker can do: nothing that changes a table.

use std::sync::Arc;

use async_nats::jetstream;
use botyard::fleet::versions;
use botyard_engine::tournament::{GameDigest, GameResult, Participant, PlayedGame};
use botyard_fleet::ServerConnection;
use botyard_fleet::address::ServerAddress;
use botyard_fleet::messages::{AnsweredGame, Batch, BatchAnswer};
use botyard_fleet::names::Token;
use botyard_fleet::worker::{Job, WorkerActivity, WorkerConfig, work};
use futures_util::StreamExt;
use tokio::runtime::{Builder, Runtime};

use crate::program::{Ended, count_lines, run, start, start_worker};
use crate::server::{NatsServer, wait_until};

const BOTS: [&str; 5] = ["tournament", "connect-four", "builtin:tactician", "builtin:random", "-q"];

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime")
}

/// A worker that answers what `answer` makes of each batch.
fn start_false_worker(runtime: &Runtime, url: &str, name: &str, answer: fn(&Batch) -> BatchAnswer) {
    let address = ServerAddress::from(url);
    let config = WorkerConfig {
        name: Token::made_of(name),
        versions: versions(),
        threads: 1,
        allows_executables: false,
        missing_restrictions: None,
        instance: 1,
        give: Arc::new(move |job: Job| drop(job.done.send(answer(&job.batch)))),
        note: Arc::new(|_| {}),
    };
    runtime.spawn(async move {
        let connection = ServerConnection::open(&address, config.name.as_str()).await.expect("the server is there");
        // It is told to go when it is found out.
        let _ = work(connection, config, Arc::<WorkerActivity>::default()).await;
    });
}

/// The first seat has always won, by a game that nobody has played.
fn lie(batch: &Batch) -> BatchAnswer {
    let game = |game: &botyard_fleet::messages::SentGame| AnsweredGame {
        id: game.id,
        result: GameResult::Played(PlayedGame {
            places: vec![1, 2],
            digest: GameDigest([game.seed as u8; 16]),
            faults: Vec::new(),
            times: Vec::new(),
            competition_points: None,
        }),
        turns: 7,
        duration_ns: 1_000_000,
        replay: None,
        stderr: Vec::new(),
        void_run: None,
    };
    BatchAnswer::Games(batch.games.iter().map(game).collect())
}

/// As many places as there is room for.
fn answer_what_cannot_be(batch: &Batch) -> BatchAnswer {
    let BatchAnswer::Games(mut games) = lie(batch) else { unreachable!("it lies") };
    for game in &mut games {
        if let GameResult::Played(played) = &mut game.result {
            played.places = vec![1; 200];
        }
    }
    BatchAnswer::Games(games)
}

/// The other games of the tournament, too.
fn answer_for_others(batch: &Batch) -> BatchAnswer {
    let mut others = batch.clone();
    for game in &mut others.games {
        let id = botyard_engine::tournament::GameId { unit: 150, rotation: 0 };
        game.id = id.into();
    }
    lie(&others)
}

/// A false worker is alone first; then an honest one comes.
fn play_beside(answer: fn(&Batch) -> BatchAnswer, tournament: &[&str]) -> (Ended, usize) {
    let (server, runtime) = (NatsServer::start(), runtime());
    let (url, folder) = (server.url(), tempfile::tempdir().expect("a folder"));
    let lines = folder.path().join("games.jsonl");
    start_false_worker(&runtime, &url, "liar", answer);
    let on_fleet = ["--nats", &url, "--audit", "100%", "--jsonl", lines.to_str().expect("text")];
    let tournament = start(&[tournament, &on_fleet].concat());
    let honest = start_worker(&url, "honest");
    let ended = tournament.wait();
    honest.kill();
    (ended, count_lines(&lines))
}

#[test]
fn results_that_are_not_true_are_struck_and_played_again() {
    let games = [&BOTS[..], &["--games", "300", "--seed", "3"]].concat();
    let alone = run(&games);
    let (ended, lines) = play_beside(lie, &games);
    assert_eq!((ended.status, &*ended.stdout, lines), (Some(0), &*alone.stdout, 300), "{}", ended.stderr);
    for part in
        ["a game of worker liar came out otherwise", "worker liar is left out", "games of worker liar are struck"]
    {
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
    }
    assert!(!ended.stderr.contains("worker honest"), "{}", ended.stderr);
}

/// Whether the first bot plays these games. It has the bye of a knockout of three.
fn is_of_final(batch: &Batch) -> bool {
    batch.games.iter().any(|game| game.seats.contains(&Participant::new(0)))
}

fn lie_before_the_final(batch: &Batch) -> BatchAnswer {
    if is_of_final(batch) { BatchAnswer::Returned } else { lie(batch) }
}

fn lie_in_the_final(batch: &Batch) -> BatchAnswer {
    if is_of_final(batch) { lie(batch) } else { BatchAnswer::Returned }
}

/// Rounds that were built on false results are played again with others, whoever has played them.
#[test]
fn a_knockout_is_as_if_nobody_had_lied() {
    // The games before the final are slow: until one has been played again, the final is over.
    let bots = ["builtin:random", "builtin:negamax", "builtin:negamax-varied"];
    let options = ["--format", "knockout", "--games", "2", "--seed", "3", "--concurrency", "1", "-q"];
    let knockout = [&["tournament", "connect-four"][..], &bots, &options].concat();
    let alone = run(&knockout);
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    start_false_worker(&runtime, &url, "liar", lie_before_the_final);
    start_false_worker(&runtime, &url, "other", lie_in_the_final);
    let tournament = start(&[&knockout[..], &["--nats", &url, "--audit", "100%"]].concat());
    wait_until("the liar is left out", || run(&["fleet", "--nats", &url]).stdout.contains("left out: liar"));
    let honest = start_worker(&url, "honest");
    let ended = tournament.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for part in ["worker liar is left out", "that were built on them, and played again"] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    honest.kill();
}

#[test]
fn results_that_cannot_be_are_not_taken() {
    let games = [&BOTS[..], &["--games", "100", "--seed", "3"]].concat();
    let alone = run(&games);
    for (answer, what) in [
        (answer_what_cannot_be as fn(&Batch) -> BatchAnswer, "has sent a result that cannot be"),
        (answer_for_others, "has answered for a game that it was not sent"),
    ] {
        let (ended, lines) = play_beside(answer, &games);
        assert_eq!((ended.status, &*ended.stdout, lines), (Some(0), &*alone.stdout, 100), "{}", ended.stderr);
        assert!(ended.stderr.contains(what), "{}", ended.stderr);
    }
}

/// Bytes that are no answer, answers in the name of others, answers again and again: to a
/// tournament that has begun.
#[test]
fn garbage_and_repetitions_are_not_taken() {
    let games = ["--games", "4000", "--seed", "3"];
    let alone = run(&[&BOTS[..], &games].concat());
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let client = runtime.block_on(async_nats::connect(&url)).expect("the server is there");
    let (mut statuses, mut answers) = runtime.block_on(async {
        let statuses = client.subscribe("botyard.tournament.*").await.expect("a subscription");
        (statuses, client.subscribe("botyard.res.>").await.expect("a subscription"))
    });
    let disturb = client.clone();
    runtime.spawn(async move {
        let Some(status) = statuses.next().await else { return };
        let tournament = status.subject.rsplit('.').next().expect("a name").to_owned();
        for batch in 1..200 {
            for (worker, bytes) in
                [("noise", &b"\xff\x00{"[..]), ("noise", b"{}"), ("a.b.c", b""), ("noise.0", &[b'['; 100_000])]
            {
                let subject = format!("botyard.res.{tournament}.{batch}.{worker}.0");
                disturb.publish(subject, bytes.to_vec().into()).await.expect("it can be sent");
            }
        }
    });
    runtime.spawn(async move {
        while let Some(answer) = answers.next().await {
            if !answer.subject.contains(".again.") && answer.subject.contains(".honest.") {
                let subject = answer.subject.replace(".honest.", ".again.");
                client.publish(subject, answer.payload).await.expect("it can be sent");
            }
        }
    });
    let honest = start_worker(&url, "honest");
    let ended = run(&[&BOTS[..], &games, &["--nats", &url]].concat());
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    assert!(ended.stderr.contains("worker noise is left out"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("worker honest"), "{}", ended.stderr);
    honest.kill();
}

/// Whoever can write to the bucket can put another bot under a bot's name; nobody plays it.
#[test]
fn a_tampered_bot_is_refused_on_both_sides() {
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let series =
        start(&["series", "connect-four", "builtin:random", "builtin:tactician", "--games", "4", "-q", "--nats", &url]);
    let tampered = runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(&url).await.expect("the server is there"));
        let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
        let (bucket, bots) = loop {
            assert!(std::time::Instant::now() < end, "no bots were sent");
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            let Ok(bucket) = context.get_object_store("botyard-bots").await else { continue };
            let Ok(list) = bucket.list().await else { continue };
            let bots: Vec<_> = list.filter_map(|info| async { info.ok() }).collect().await;
            if bots.len() == 2 {
                break (bucket, bots);
            }
        };
        for bot in &bots {
            let bytes = vec![7; bot.size];
            bucket.put(bot.name.as_str(), &mut &bytes[..]).await.expect("it can be written");
        }
        bots.len()
    });
    assert_eq!(tampered, 2);
    let mut worker = start_worker(&url, "w");
    let ended = series.wait();
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    for part in ["worker w refuses games", "it was tampered with", "no worker plays these games"] {
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
    }
    wait_until("the worker is there", || !worker.has_ended());
    let worker = worker.kill();
    assert!(worker.stderr.contains("it was tampered with"), "{}", worker.stderr);
}
