//! Programs of incompatible versions report that, on both sides.

use std::time::Duration;

use botyard::fleet::versions;
use botyard_fleet::messages::{FleetMessage, TournamentStatus, WorkerStatus};
use botyard_fleet::names::{Token, Versions};
use botyard_fleet::subjects;

use crate::program::{run, start, start_worker};
use crate::server::NatsServer;

/// Versions with another price table.
fn others() -> Versions {
    Versions { prices: versions().prices + 1, ..versions() }
}

/// Versions of an older program.
fn older() -> Versions {
    Versions { program: "0.0.9".to_owned(), ..versions() }
}

/// Sends the same message repeatedly, as a running program does.
fn keep_saying(url: String, subject: String, bytes: Vec<u8>) {
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let client = async_nats::connect(url).await.expect("the server is there");
            loop {
                let said = client.publish(subject.clone(), bytes.clone().into()).await;
                said.expect("it can be said");
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        });
    });
}

pub fn a_worker_of_another_price_table_or_program_is_named_and_given_nothing() {
    let server = NatsServer::start();
    let status = |versions| WorkerStatus {
        versions,
        threads: 4,
        system: Token::made_of("linux-x86_64"),
        allows_executables: false,
        playing: Vec::new(),
        games: 0,
        refused: 0,
        void: 0,
        missing_restrictions: None,
        last_refusal: None,
        trouble: None,
        instance: 1,
        uptime_s: 1,
    };
    for (name, theirs) in [("other", others()), ("older", older())] {
        keep_saying(server.url(), subjects::worker(&Token::made_of(name)), status(theirs).write());
    }
    let url = server.url();
    let arguments =
        ["series", "connect-four", "builtin:random", "builtin:tactician", "--games", "2", "-q", "--nats", &url];
    let mut series = start(&arguments);
    for name in ["other", "older"] {
        series.wait_until_said(&format!("worker {name} is "));
    }
    series.wait_until_said("no worker is there");
    assert!(!series.has_ended(), "nobody can play it");
    let ended = series.kill();
    for (name, theirs) in [("other", others()), ("older", older())] {
        let expected = format!("worker {name} is {theirs}, this is {}: it is given no games", versions());
        assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
    }
}

pub fn a_worker_says_that_a_tournament_is_of_another_price_table() {
    let server = NatsServer::start();
    let status = TournamentStatus {
        versions: others(),
        game: "connect-four".to_owned(),
        games: 0,
        of: 2,
        sent: 2,
        audited: 0,
        left_out: Vec::new(),
        left_out_reasons: Default::default(),
        is_over: false,
    };
    keep_saying(server.url(), subjects::tournament(&Token::made_of("new")), status.write());
    let worker = start_worker(&server.url(), "w");
    let seen = run(&["fleet", "--nats", &server.url()]);
    assert!(seen.stdout.contains("tournament new: connect-four, 0 of 2 games, 2 sent"), "{}", seen.stdout);
    assert!(seen.stdout.lines().any(|line| line.starts_with("w ")), "{}", seen.stdout);
    let ended = worker.kill();
    let expected = format!("tournament new is played by {}, this worker is {}", others(), versions());
    assert!(ended.stderr.contains(&expected), "{}", ended.stderr);
}
