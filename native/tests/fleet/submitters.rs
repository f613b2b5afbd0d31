//! A hostile submitter can only keep a worker busy.

use std::fs;

use async_nats::jetstream;
use botyard::fleet::versions;
use botyard_engine::replay::MatchTerms;
use botyard_engine::tournament::{GameId, Participant, ScheduledGame};
use botyard_fleet::messages::{Batch, BotKind, FleetMessage, SentBot, SentGame};
use botyard_fleet::names::{Capability, Token, Versions};
use botyard_fleet::{Ticket, sha256, subjects};

use crate::false_worker::runtime;
use crate::heard::wait_until_worker;
use crate::program::{run, start_worker};
use crate::server::NatsServer;

/// A game between two of this bot.
fn batch(number: u64, bot: &[u8], kind: BotKind) -> Batch {
    let seats = vec![Participant::new(0), Participant::new(1)];
    let bot = |participant: &Participant| SentBot {
        participant: *participant,
        name: "../../bot.sh".to_owned(),
        kind,
        sha256: sha256(bot),
    };
    let id = GameId { unit: 0, rotation: 0 };
    Batch {
        versions: versions(),
        tournament: Token::made_of("hostile"),
        batch: number,
        ticket: Ticket::from_random(number),
        game: "connect-four".to_owned(),
        terms: MatchTerms::default(),
        bots: seats.iter().map(bot).collect(),
        settings: vec![serde_json::json!({ "stones": [] })],
        games: vec![SentGame { scheduled: ScheduledGame { id, round: 0, seats, seed: 9 }, settings: 0 }],
    }
}

pub fn batches_that_no_submitter_would_send_are_refused_with_a_sentence() {
    let (server, runtime, folder) = (NatsServer::start(), runtime(), tempfile::tempdir().expect("a folder"));
    let (url, trace) = (server.url(), folder.path().join("trace"));
    let worker = start_worker(&url, "w");
    // An honest submitter creates the streams.
    let games = ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "20", "-q", "--seed", "2"];
    let (alone, on_fleet) = (run(&games), || run(&[&games[..], &["--nats", &url]].concat()));
    let before = on_fleet();
    assert_eq!((before.status, &*before.stdout), (Some(0), &*alone.stdout), "{}", before.stderr);
    let bot = format!("#!/bin/sh\ntouch {}\n", trace.display()).into_bytes();
    let sound = |number| batch(number, &bot, BotKind::Module);
    let old = Versions { program: "0.0.1".to_owned(), ..versions() };
    let other_prices = Versions { prices: versions().prices + 1, ..versions() };
    let theirs = format!("it is of {other_prices}");
    let messages: Vec<(Vec<u8>, &str)> = vec![
        (b"\xff{".to_vec(), "it cannot be read"),
        (vec![b'['; 600_000], "it has 600000 bytes, and may have 524288"),
        (Batch { batch: 77, ..sound(3) }.write(), "its subject names another batch"),
        (Batch { versions: old, ..sound(4) }.write(), "it is of botyard 0.0.1 with prices"),
        (Batch { versions: other_prices.clone(), ..sound(5) }.write(), &theirs),
        (Batch { game: "poker".to_owned(), ..sound(6) }.write(), "bot ../../bot.sh: "),
        (Batch { settings: Vec::new(), ..sound(7) }.write(), "a game has no settings"),
        (batch(8, &bot, BotKind::Executable).write(), "it is an executable, and this worker plays none"),
    ];
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(&url).await.expect("the server is there"));
        let bucket = context.get_object_store(subjects::BOTS_BUCKET).await.expect("a submitter has made it");
        bucket.put(sha256(&bot).as_str(), &mut &bot[..]).await.expect("it can be written");
        for (nth, (bytes, _)) in messages.iter().enumerate() {
            let tournament = Token::made_of("hostile");
            let subject = subjects::work(&versions(), &Capability::Modules, &tournament, nth as u64 + 1);
            let sent = context.publish(subject, bytes.clone().into()).await.expect("it is sent");
            sent.await.expect("it is kept");
        }
    });
    wait_until_worker(&url, "w", |status| status.refused == messages.len() as u64);
    let ended = on_fleet();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    let said = worker.interrupt();
    for (_, part) in &messages {
        assert!(said.stderr.contains(part), "{part}: {}", said.stderr);
    }
    assert!(!trace.exists() && fs::read_dir(folder.path()).expect("a folder").count() == 0, "{}", said.stderr);
}
