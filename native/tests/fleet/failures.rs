//! Tournaments when computers fail.

use crate::program::{count_lines, count_whole_lines, run, start, start_worker};
use crate::server::{NatsServer, free_port, wait_until};

/// Short games, and many of them.
const SHORT: [&str; 7] = ["tournament", "connect-four", "builtin:tactician", "builtin:random", "--seed", "5", "-q"];

pub fn without_a_server_one_sentence_says_how_to_start_one() {
    let url = format!("nats://127.0.0.1:{}", free_port());
    let tournament = run(&[&SHORT[..], &["--games", "2", "--nats", &url]].concat());
    let worker = run(&["worker", "--nats", &url]);
    let fleet = run(&["fleet", "--nats", &url]);
    for ended in [tournament, worker, fleet] {
        assert_eq!((ended.status, &*ended.stdout), (Some(1), ""), "{}", ended.stderr);
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        for part in [&*url, "start one with `nats-server -js`"] {
            assert!(ended.stderr.contains(part), "{}", ended.stderr);
        }
    }
}

/// Three workers of which one is killed each time some more games are played, a server that is killed
/// and started again: the same table, byte for byte.
pub fn killed_workers_and_a_killed_server_change_no_table() {
    const GAME_COUNT: usize = 3_000;
    const KILLS: usize = 4;
    let count = GAME_COUNT.to_string();
    let games = ["--games", &*count];
    let alone = run(&[&SHORT[..], &games].concat());
    assert_eq!(alone.status, Some(0), "{}", alone.stderr);
    let mut server = NatsServer::start();
    let (url, folder) = (server.url(), tempfile::tempdir().expect("a folder"));
    let lines = folder.path().join("games.jsonl");
    let mut workers: Vec<_> = (0..3).map(|nth| start_worker(&url, &format!("w{nth}"))).collect();
    let on_fleet = ["--nats", &url, "--jsonl", lines.to_str().expect("text")];
    let mut tournament = start(&[&SHORT[..], &games, &on_fleet].concat());
    for kill in 0..KILLS {
        // The first kills are among the first games, however fast this computer is.
        let played = kill * GAME_COUNT / (4 * KILLS);
        wait_until("more games are played", || count_whole_lines(&lines) > played);
        workers.remove(0).kill();
        workers.push(start_worker(&url, &format!("again-{kill}")));
        if kill == 0 {
            server.kill();
            tournament.wait_until_said("the NATS server does not answer");
            server.start_again();
        }
    }
    let ended = tournament.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    assert_eq!(count_lines(&lines), GAME_COUNT);
    workers.into_iter().for_each(|worker| drop(worker.kill()));
}

/// The store is one machine's: a tournament can begin on a fleet and go on alone.
pub fn a_tournament_that_was_killed_goes_on_with_its_store() {
    let alone = run(&[&SHORT[..], &["--games", "1000"]].concat());
    let server = NatsServer::start();
    let (url, folder) = (server.url(), tempfile::tempdir().expect("a folder"));
    let store = folder.path().join("games.sqlite");
    let lines = folder.path().join("games.jsonl");
    let files = ["--store", store.to_str().expect("text"), "--jsonl", lines.to_str().expect("text")];
    let kept = [&["--games", "1000"][..], &files].concat();
    let worker = start_worker(&url, "w");
    let tournament = start(&[&SHORT[..], &kept[..], &["--nats", &url]].concat());
    // A game's line is written once the game is in the store.
    wait_until("games are kept", || count_whole_lines(&lines) > 0);
    tournament.kill();
    assert!(count_whole_lines(&lines) < 1000, "games are left");
    let resumed = run(&[&SHORT[..], &kept[..], &["--resume", "--nats", &url]].concat());
    assert_eq!((resumed.status, &*resumed.stdout), (Some(0), &*alone.stdout), "{}", resumed.stderr);
    worker.kill();
}
