//! Several tournaments, workers and submitters on one server.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use botyard_fleet::messages::WorkerStatus;
use serde_json::Value;
use tokio::runtime::Builder;

use crate::heard::wait_until_worker;
use crate::program::{Running, count_whole_lines, run, start, start_worker};
use crate::server::{NatsServer, wait_until};

const BOTS: [&str; 5] = ["series", "connect-four", "builtin:tactician", "builtin:random", "-q"];

fn start_series(url: &str, games: &str, lines: &Path) -> Running {
    let options = ["--games", games, "--audit", "0%", "--nats", url, "--jsonl", lines.to_str().expect("text")];
    start(&[&BOTS[..], &options].concat())
}

/// The long tournament would take minutes, so the test notices if another one waits for its end,
/// even on a busy computer.
pub fn two_tournaments_share_a_fleet() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let url = server.url();
    let [long_lines, short_lines] = ["long", "short"].map(|name| folder.path().join(name));
    let mut long = start_series(&url, "1000000", &long_lines);
    let worker = start_worker(&url, "w");
    let wait_for_games = |what: &str, count: usize| wait_until(what, || count_whole_lines(&long_lines) >= count);
    wait_for_games("the long one has games", 1);
    let short = start_series(&url, "1000", &short_lines);
    let ended = short.wait();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert_eq!(count_whole_lines(&short_lines), 1_000);
    assert!(!long.has_ended(), "the short one was played beside it");
    let played = count_whole_lines(&long_lines);
    wait_for_games("the long one goes on", played + 1_000);
    long.kill();
    worker.kill();
}

pub fn a_second_worker_of_a_name_says_so_and_ends() {
    let server = NatsServer::start();
    let url = server.url();
    let mut first = start_worker(&url, "node-1");
    let has_been_there = |status: &WorkerStatus| status.uptime_s >= 2;
    wait_until_worker(&url, "node-1", has_been_there);
    let second = start_worker(&url, "node-1").wait();
    assert_eq!(second.status, Some(2), "{}", second.stderr);
    assert!(second.stderr.contains("another worker is named node-1"), "{}", second.stderr);
    assert!(!first.has_ended(), "it was there first");
    let ended = first.kill();
    // The name of a killed worker is free again.
    let mut again = start_worker(&url, "node-1");
    wait_until_worker(&url, "node-1", has_been_there);
    assert!(!again.has_ended(), "{}", ended.stderr);
    again.kill();
}

/// A name is one token of a subject.
pub fn no_name_reaches_beyond_its_own_subject() {
    for name in ["a.b", "*", ">", "hall 1", "", "a\n", &"x".repeat(65)] {
        let refused = run(&["worker", "--name", name, "--nats", "nats://127.0.0.1:1"]);
        assert_eq!(refused.status, Some(2), "{name:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("expected 1 to 64 of the letters"), "{name:?}: {}", refused.stderr);
    }
}

/// How many messages a stream has.
fn messages(url: &str, stream: &str) -> u64 {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(url).await.expect("the server is there"));
        let stream = context.get_stream(stream).await.expect("the stream is there");
        stream.cached_info().state.messages
    })
}

/// How many bytes the server counts as kept.
fn stored_bytes(url: &str) -> u64 {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(url).await.expect("the server is there"));
        let account: Value = context.request("INFO", &()).await.expect("it says");
        account["storage"].as_u64().expect("a number")
    })
}

pub fn what_a_killed_submitter_has_left_is_removed_by_the_next() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let (url, lines) = (server.url(), folder.path().join("lines"));
    let worker = start_worker(&url, "w");
    let submitter = start_series(&url, "100000", &lines);
    wait_until("games are played", || lines.metadata().is_ok_and(|file| file.len() > 0));
    // When it has written lines, its worker may have no batch for a moment.
    wait_until("games are with the worker", || messages(&url, "BOTYARD_WORK") > 1);
    submitter.kill();
    wait_until("its answers are left", || messages(&url, "BOTYARD_RES") > 0);
    worker.kill();
    let stored = stored_bytes(&url);
    let left = messages(&url, "BOTYARD_RES") + messages(&url, "BOTYARD_WORK");
    // It waits for a worker, and has a batch for each of its games in the queue.
    let next = start_series(&url, "2", &folder.path().join("others"));
    let end = Instant::now() + Duration::from_secs(60);
    while messages(&url, "BOTYARD_RES") + messages(&url, "BOTYARD_WORK") > 2 {
        assert!(Instant::now() < end, "{left} messages are left");
        sleep(Duration::from_millis(500));
    }
    assert!(stored_bytes(&url) < stored, "what is removed is not counted any more: {stored}");
    next.kill();
}
