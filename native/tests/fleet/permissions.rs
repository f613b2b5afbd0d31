//! The permissions of `docs/fleet.md`, unchanged: with them a fleet plays, and no user can send in
//! another's name.

use botyard_fleet::Ticket;
use botyard_fleet::messages::{BatchAnswer, FleetMessage, SentAnswer};
use botyard_fleet::names::Token;
use botyard_fleet::subjects;
use tokio::runtime::Builder;

use crate::heard::{wait_for_batches, wait_for_tournaments};
use crate::program::{Running, run, start};
use crate::server::NatsServer;

const GAMES: [&str; 8] =
    ["series", "connect-four", "builtin:tactician", "builtin:random", "--games", "200", "--seed", "2"];

/// The configuration in the page.
fn configuration() -> &'static str {
    let page = include_str!("../../../docs/fleet.md");
    let (_, rest) = page.split_once("```conf\n").expect("the page has a configuration");
    rest.split_once("```").expect("it ends").0
}

fn start_worker(server: &NatsServer, name: &str) -> Running {
    start(&["worker", "--name", name, "--threads", "1", "--nats", &server.url_of("node-3", "change-me-1")])
}

pub fn a_fleet_plays_with_the_permissions_of_the_manual() {
    let server = NatsServer::start_with(configuration());
    let alone = run(&[&GAMES[..], &["-q"]].concat());
    // The worker may start before the first submitter has created the streams.
    let mut worker = start_worker(&server, "node-3");
    worker.wait_until_said("has used this NATS server yet: waiting for the first");
    let seen = run(&["fleet", "--nats", &server.url_of("watcher", "change-me-3")]);
    assert!(seen.status == Some(0) && seen.stdout.contains("node-3 "), "{} {}", seen.stdout, seen.stderr);
    let submitter = server.url_of("submitter", "change-me-2");
    let ended = run(&[&GAMES[..], &["-q", "--nats", &submitter]].concat());
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    for said in [ended.stderr, worker.kill().stderr] {
        assert!(!said.contains("does not allow"), "all that they need is allowed: {said}");
    }
}

/// A program that may not subscribe reports that, rather than that there are no others.
pub fn a_user_without_permission_to_listen_is_told() {
    let server = NatsServer::start_with(configuration());
    let deaf = run(&["fleet", "--nats", &server.url_of("node-3", "change-me-1")]);
    assert_eq!((deaf.status, &*deaf.stdout), (Some(1), ""), "{}", deaf.stderr);
    assert!(deaf.stderr.contains("does not allow this user what it needs"), "{}", deaf.stderr);
    let submitter = server.url_of("submitter", "change-me-2");
    let series = start(&[&GAMES[..], &["-q", "--nats", &submitter]].concat());
    wait_for_tournaments(&server.url_of("watcher", "change-me-3"), 1);
    let misnamed = start_worker(&server, "node-4").wait();
    assert_eq!(misnamed.status, Some(1), "{}", misnamed.stderr);
    for part in ["does not allow this user what it needs", "--name"] {
        assert!(misnamed.stderr.contains(part), "{}", misnamed.stderr);
    }
    series.kill();
}

pub fn a_worker_speaks_in_its_own_name_alone() {
    let server = NatsServer::start_with(configuration());
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let refused = run(&["fleet", "--nats", &server.url()]);
    assert!(refused.stderr.contains("does not let this program in"), "{}", refused.stderr);
    runtime.block_on(async {
        let connect = async |user: &str, password: &str| {
            let options = async_nats::ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
            options.connect(server.url()).await.expect("it is let in")
        };
        let submitter = connect("submitter", "change-me-2").await;
        let mut heard = submitter.subscribe(subjects::ALL_WORKERS).await.expect("it may listen");
        submitter.flush().await.expect("the server is there");
        let worker = connect("node-3", "change-me-1").await;
        let say = async |subject: String| {
            let answer = SentAnswer { ticket: Ticket::from_random(1), answer: BatchAnswer::Split };
            worker.publish(subject, answer.write().into()).await.expect("it is sent");
        };
        let name = |text| Token::parse(text).expect("a name");
        say(subjects::worker(&name("node-4"))).await;
        say(subjects::answer(&name("t"), 1, &name("node-4"), 0)).await;
        say(subjects::worker(&name("node-3"))).await;
        worker.flush().await.expect("the server is there");
        let first = futures_util::StreamExt::next(&mut heard).await.expect("something is heard");
        assert_eq!(first.subject.as_str(), "botyard.worker.node-3", "the others were refused");
    });
}

/// The server replies to any subject that a worker names, even to one for another worker's answers.
/// No submitter takes that for an answer, or blames the other worker.
pub fn a_worker_that_has_the_server_speak_for_another_gains_nothing() {
    let server = NatsServer::start_with(configuration());
    let alone = run(&[&GAMES[..], &["-q"]].concat());
    let submitter = server.url_of("submitter", "change-me-2");
    let tournament = start(&[&GAMES[..], &["-q", "--nats", &submitter]].concat());
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let options = async_nats::ConnectOptions::with_user_and_password("node-3".to_owned(), "change-me-1".to_owned());
        let options = options.custom_inbox_prefix("_INBOX.botyard.worker.node-3");
        let worker = options.connect(server.url()).await.expect("it is let in");
        let mut heard = worker.subscribe(subjects::ALL_TOURNAMENTS).await.expect("it may listen");
        let status = futures_util::StreamExt::next(&mut heard).await.expect("the submitter speaks");
        let name = subjects::last_token(&status.subject).expect("a name");
        wait_for_batches(worker.clone(), 2).await;
        let framed = Token::parse("node-4").expect("a name");
        let ask = format!("$JS.API.STREAM.INFO.{}", subjects::WORK_STREAM);
        for batch in 1..3 {
            let reply = subjects::answer(&name, batch, &framed, 0);
            worker.publish_with_reply(ask.clone(), reply, "".into()).await.expect("it is sent");
        }
        worker.flush().await.expect("the server is there");
    });
    let worker = start_worker(&server, "node-3");
    let ended = tournament.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    let told = "answers in the name of worker node-4 are not taken: it cannot be read";
    assert!(ended.stderr.contains(told) && !ended.stderr.contains("left out"), "{}", ended.stderr);
    worker.kill();
}
