//! Hostile workers cannot change a table.

use std::time::Duration;

use async_nats::jetstream;
use botyard_engine::games::connect_four::{Column, ConnectFour};
use botyard_engine::replay::{PlayerInfo, Replay, Turn, TurnResult, link};
use botyard_engine::seat::Seat;
use botyard_engine::tournament::{GameId, GameResult, Participant};
use botyard_fleet::messages::{Batch, BatchAnswer, FleetMessage, SentAnswer, SentGame, TournamentStatus};
use botyard_fleet::{FleetError, Ticket};
use futures_util::StreamExt;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

use crate::false_worker::{FalseWorker, lie, runtime};
use crate::heard::{wait_for_batches, wait_for_requests, wait_until_tournament};
use crate::program::{Ended, count_lines, run, start, start_worker};
use crate::server::{NatsServer, wait_until};

const BOTS: [&str; 5] = ["tournament", "connect-four", "builtin:tactician", "builtin:random", "-q"];

/// Results with 200 places, which no game can have.
fn answer_what_cannot_be(batch: &Batch) -> BatchAnswer {
    let BatchAnswer::Games(mut games) = lie(batch) else { unreachable!("it lies") };
    for game in &mut games {
        if let GameResult::Played(played) = &mut game.result {
            played.places = vec![1; 200];
        }
    }
    BatchAnswer::Games(games)
}

/// Swaps the places of games beside their true replays.
fn swap_places(batch: &Batch) -> BatchAnswer {
    let BatchAnswer::Games(mut games) = lie(batch) else { unreachable!("it lies") };
    for (game, sent) in games.iter_mut().zip(&batch.games) {
        game.replay = Some(replay_of(batch, sent));
        if let GameResult::Played(played) = &mut game.result {
            played.places.reverse();
        }
    }
    BatchAnswer::Games(games)
}

/// The link of a possible match: the first seat plays column 1 four times, the second column 2.
fn replay_of(batch: &Batch, game: &SentGame) -> String {
    let name = |seat: &Participant| {
        let bot = batch.bots.iter().find(|bot| bot.participant == *seat).expect("every seat has a bot");
        PlayerInfo { name: bot.name.clone(), ..PlayerInfo::default() }
    };
    let turn = |nth: usize| {
        let column = Column::new(nth as u8 % 2 + 1).expect("a column of the board");
        Turn { seat: Seat::new(nth % 2), result: TurnResult::Action(column), words: None, used: Duration::ZERO }
    };
    let players = game.scheduled.seats.iter().map(name).collect();
    let (settings, terms) = Default::default();
    let replay = Replay::<ConnectFour> {
        settings,
        seed: game.scheduled.seed,
        players,
        terms,
        turns: (0..7).map(turn).collect(),
    };
    link::write(&replay).expect("it is short")
}

/// Answers for another game of the tournament.
fn answer_for_others(batch: &Batch) -> BatchAnswer {
    let mut others = batch.clone();
    for game in &mut others.games {
        game.scheduled.id = GameId { unit: 150, rotation: 0 };
    }
    lie(&others)
}

/// The reason why a worker was excluded.
fn wait_for_farewell(runtime: &Runtime, worker: JoinHandle<Result<(), FleetError>>) -> String {
    let told = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(60), worker).await });
    let ended = told.expect("it is told within a minute").expect("it does not panic");
    ended.expect_err("it is told to go").to_string()
}

/// A false worker is alone first; then an honest one joins. Also returns the reason for the first
/// one's exclusion.
fn play_beside(answer: fn(&Batch) -> BatchAnswer, tournament: &[&str]) -> (Ended, usize, String) {
    let (server, runtime) = (NatsServer::start(), runtime());
    let (url, folder) = (server.url(), tempfile::tempdir().expect("a folder"));
    let lines = folder.path().join("games.jsonl");
    let liar = FalseWorker::new("liar", answer).start(&runtime, &url);
    let on_fleet = ["--nats", &url, "--audit", "100%", "--jsonl", lines.to_str().expect("text")];
    let tournament = start(&[tournament, &on_fleet].concat());
    // On a busy computer, the other might have played all games before the first was asked.
    let has_answered = |status: &TournamentStatus| status.games > 0 || !status.left_out.is_empty();
    wait_until_tournament(&url, "the false worker has answered", has_answered);
    let honest = start_worker(&url, "honest");
    let ended = tournament.wait();
    honest.kill();
    (ended, count_lines(&lines), wait_for_farewell(&runtime, liar))
}

pub fn results_that_are_not_true_are_struck_and_played_again() {
    let games = [&BOTS[..], &["--games", "300", "--seed", "3"]].concat();
    let alone = run(&games);
    let (ended, lines, told) = play_beside(lie, &games);
    assert_eq!((ended.status, &*ended.stdout, lines), (Some(0), &*alone.stdout, 300), "{}", ended.stderr);
    for part in
        ["a game of worker liar came out otherwise", "worker liar is left out", "games of worker liar are struck"]
    {
        assert!(ended.stderr.contains(part), "{}", ended.stderr);
    }
    assert!(!ended.stderr.contains("worker honest"), "{}", ended.stderr);
    assert!(told.contains("a game that was played again elsewhere came out otherwise"), "{told}");
}

/// Whether the first bot plays these games. It has the bye of a knockout of three.
fn is_of_final(batch: &Batch) -> bool {
    batch.games.iter().any(|game| game.scheduled.seats.contains(&Participant::new(0)))
}

fn lie_before_the_final(batch: &Batch) -> BatchAnswer {
    if is_of_final(batch) { BatchAnswer::Returned } else { lie(batch) }
}

fn lie_in_the_final(batch: &Batch) -> BatchAnswer {
    if is_of_final(batch) { lie(batch) } else { BatchAnswer::Returned }
}

/// Rounds that were built on false results are played again with the right ones, whichever workers
/// have played them.
pub fn a_knockout_is_the_same_without_the_false_worker() {
    // The games before the final are slow: until one has been played again, the final is over.
    let bots = ["builtin:random", "builtin:negamax", "builtin:negamax-varied"];
    let options = ["--format", "knockout", "--games", "2", "--seed", "3", "--concurrency", "1", "-q"];
    let knockout = [&["tournament", "connect-four"][..], &bots, &options].concat();
    let alone = run(&knockout);
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    FalseWorker::new("liar", lie_before_the_final).start(&runtime, &url);
    FalseWorker::new("other", lie_in_the_final).start(&runtime, &url);
    let tournament = start(&[&knockout[..], &["--nats", &url, "--audit", "100%"]].concat());
    wait_until_tournament(&url, "the liar is left out", |status| !status.left_out.is_empty());
    let honest = start_worker(&url, "honest");
    let ended = tournament.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for part in ["worker liar is left out", "that were built on them, and played again"] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    honest.kill();
}

pub fn results_that_cannot_be_are_not_taken() {
    let games = [&BOTS[..], &["--games", "100", "--seed", "3"]].concat();
    let alone = run(&games);
    for (answer, what, expected) in [
        (
            answer_what_cannot_be as fn(&Batch) -> BatchAnswer,
            "has sent a result that cannot be",
            "it sent a result that its game cannot have",
        ),
        (
            swap_places,
            "has sent a result that cannot be: its places are not those of its replay",
            "it sent a result that its game cannot have",
        ),
        (
            answer_for_others,
            "has answered for a game that it was not sent",
            "it answered for a game that it was not sent",
        ),
    ] {
        let (ended, lines, told) = play_beside(answer, &games);
        assert_eq!((ended.status, &*ended.stdout, lines), (Some(0), &*alone.stdout, 100), "{}", ended.stderr);
        assert!(ended.stderr.contains(what), "{}", ended.stderr);
        assert!(told.contains("has left this worker out") && told.contains(expected), "{told}");
    }
}

/// Sends invalid bytes and answers in the name of others to a tournament that has begun, and
/// repeats the answers of its worker.
pub fn garbage_and_repetitions_are_not_taken() {
    let games = ["--games", "400", "--seed", "3"];
    let alone = run(&[&BOTS[..], &games].concat());
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let client = runtime.block_on(async_nats::connect(&url)).expect("the server is there");
    let (mut statuses, mut answers) = runtime.block_on(async {
        let statuses = client.subscribe("botyard.tournament.*").await.expect("a subscription");
        (statuses, client.subscribe("botyard.res.>").await.expect("a subscription"))
    });
    let series = start(&[&BOTS[..], &games, &["--nats", &url]].concat());
    let disturb = client.clone();
    runtime.block_on(async move {
        let status = statuses.next().await.expect("the tournament has a status");
        let tournament = status.subject.rsplit('.').next().expect("a name").to_owned();
        wait_for_batches(disturb.clone(), 1).await;
        for batch in 1..20 {
            let long = [b'['; 600_000];
            let long = if batch == 1 { &long[..] } else { &long[..100_000] };
            for (worker, bytes) in
                [("noise", &b"\xff\x00{"[..]), ("noise", b"{}"), ("a.b.c", b""), ("noise.0", long), ("long", long)]
            {
                let subject = format!("botyard.res.{tournament}.{batch}.{worker}.0");
                disturb.publish(subject, bytes.to_vec().into()).await.expect("it can be sent");
            }
        }
        disturb.flush().await.expect("the server has them all");
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
    let ended = series.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for part in [
        "answers in the name of worker noise are not taken: it cannot be read",
        "answers in the name of worker long are not taken: it has 600000 bytes, and may have 524288",
    ] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    // Any program may have sent them.
    assert!(!ended.stderr.contains("left out") && !ended.stderr.contains("worker honest"), "{}", ended.stderr);
    honest.kill();
}

/// A worker that was not given a batch does not know its ticket: its answers are not taken, whether
/// they have false results or return, split or refuse the batch; and the worker in whose name they
/// are is not blamed.
pub fn results_from_unassigned_workers_are_ignored() {
    let games = [&BOTS[..], &["--games", "400", "--seed", "3"]].concat();
    let alone = run(&games);
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let client = runtime.block_on(async_nats::connect(&url)).expect("the server is there");
    let mut statuses = runtime.block_on(client.subscribe("botyard.tournament.*")).expect("a subscription");
    let series = start(&[&games[..], &["--nats", &url, "--audit", "0%"]].concat());
    runtime.block_on(async move {
        let status = statuses.next().await.expect("the tournament has a status");
        let tournament = status.subject.rsplit('.').next().expect("a name").to_owned();
        wait_for_batches(client.clone(), 1).await;
        for batch in 1..20 {
            let won = |unit: u64| crate::false_worker::won(GameId { unit, rotation: (unit % 2) as u16 }, unit);
            let answers = [
                BatchAnswer::Games((0..20).map(won).collect()),
                BatchAnswer::Refused("no".to_owned()),
                BatchAnswer::Returned,
                BatchAnswer::Split,
            ];
            for (part, answer) in answers.into_iter().enumerate() {
                let answer = SentAnswer { ticket: Ticket::from_random(batch), answer };
                for worker in ["thief", "honest"] {
                    let subject = format!("botyard.res.{tournament}.{batch}.{worker}.{}", part + 9);
                    client.publish(subject, answer.write().into()).await.expect("it can be sent");
                }
            }
        }
        client.flush().await.expect("the server has them all");
    });
    let honest = start_worker(&url, "honest");
    let ended = series.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for name in ["thief", "honest"] {
        let part = format!("answers in the name of worker {name} are not taken: it was not given these games");
        assert!(ended.stderr.contains(&part), "{part}: {}", ended.stderr);
    }
    for part in ["left out", "refuses"] {
        assert!(!ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    honest.kill();
}

fn refuse(_: &Batch) -> BatchAnswer {
    BatchAnswer::Refused("it would rather not".to_owned())
}

/// A worker that refuses everything must not end a tournament that others can play.
pub fn a_worker_that_refuses_playable_games_is_left_out() {
    let games = [&BOTS[..], &["--games", "2000", "--seed", "3"]].concat();
    let alone = run(&games);
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let honest = start_worker(&url, "honest");
    // The first submitter creates the consumers that workers query.
    let first = run(&[&BOTS[..], &["--games", "2", "--nats", &url]].concat());
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    // It asks for many batches at once, and is given most of them.
    let refuser = FalseWorker { threads: 200, ..FalseWorker::new("refuser", refuse) }.start(&runtime, &url);
    runtime.block_on(async {
        let client = async_nats::connect(&url).await.expect("the server is there");
        wait_for_requests(client, 200).await;
    });
    let ended = run(&[&games[..], &["--nats", &url]].concat());
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for part in ["worker refuser refuses games: it would rather not", "worker refuser is left out"] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    assert!(!ended.stderr.contains("worker honest"), "{}", ended.stderr);
    let told = wait_for_farewell(&runtime, refuser);
    assert!(told.contains("it refused the same games again and again"), "{told}");
    honest.kill();
}

/// A client that can write to the bucket can put another bot under a bot's name; no worker plays
/// it.
pub fn a_tampered_bot_is_refused_on_both_sides() {
    let (server, runtime) = (NatsServer::start(), runtime());
    let url = server.url();
    let series =
        start(&["series", "connect-four", "builtin:random", "builtin:tactician", "--games", "4", "-q", "--nats", &url]);
    let tampered = runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(&url).await.expect("the server is there"));
        let end = std::time::Instant::now() + Duration::from_secs(60);
        let (bucket, bots) = loop {
            assert!(std::time::Instant::now() < end, "no bots were sent");
            tokio::time::sleep(Duration::from_millis(100)).await;
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
