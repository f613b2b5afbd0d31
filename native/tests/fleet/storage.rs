//! A server that takes no messages: it has no room, keeps no streams, or has ended when a worker
//! has to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, Context};
use botyard_fleet::FleetTimes;
use tokio::runtime::{Builder, Runtime};

use crate::heard::wait_for_batches;
use crate::program::{Running, run, start, start_worker, times};
use crate::server::{NatsServer, wait_until};

const GAMES: [&str; 9] =
    ["series", "connect-four", "builtin:tactician", "builtin:random", "--seed", "5", "-q", "--games", "1000"];
/// The server has room for the bots, and for some batches.
const SMALL: &str = "jetstream { max_file_store: 4194304 }\n";

/// The manual, with the unit of systemd that runs a worker.
const MANUAL: &str = include_str!("../../../docs/fleet.md");

const FULL: &str = "the storage of the NATS server is full, so it takes nothing. Make room on its disk";

/// The number that follows these words in a text.
fn number_after(text: &str, words: &str) -> u64 {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no \"{words}\": {text}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

async fn streams(url: &str) -> Context {
    jetstream::new(async_nats::connect(url).await.expect("the server is there"))
}

/// Keeps the server's storage full of messages that no submitter removes, however much is removed
/// meanwhile.
struct Filler {
    is_full: Arc<AtomicBool>,
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Filler {
    fn start(url: &str) -> Self {
        let (is_full, is_over, url) = (Arc::<AtomicBool>::default(), Arc::<AtomicBool>::default(), url.to_owned());
        let (found_full, shared) = (is_full.clone(), is_over.clone());
        let fill = async move || {
            let (context, mut nth) = (streams(&url).await, 0);
            while !shared.load(Ordering::Relaxed) {
                let subject = filler(nth);
                // Long messages go far beyond the limit, so that messages that are fetched
                // meanwhile make no room.
                let sent = context.publish(subject, vec![0; 900_000].into()).await.expect("it is sent");
                match sent.await {
                    Ok(_) => nth += 1,
                    Err(_) => {
                        found_full.store(true, Ordering::Relaxed);
                        tokio::time::sleep(Duration::from_millis(5)).await;
                    }
                }
            }
        };
        Self { is_full, is_over, thread: thread::spawn(move || runtime().block_on(fill())) }
    }

    fn stop(self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().expect("it does not panic");
    }
}

/// A subject of the bucket of bots.
fn filler(nth: u32) -> String {
    format!("$O.botyard-bots.C.filler-{nth}")
}

fn clear(url: &str) {
    runtime().block_on(async {
        let stream = streams(url).await.get_stream("OBJ_botyard-bots").await.expect("it is there");
        for nth in 0.. {
            let Ok(message) = stream.get_last_raw_message_by_subject(&filler(nth)).await else { return };
            stream.delete_message(message.sequence).await.expect("it can be removed");
        }
    });
}

/// A full server, with batches of a series for which there is no worker yet.
fn start_full(url: &str) -> (Running, Filler) {
    let series = start(&[&GAMES[..], &["--nats", url]].concat());
    runtime().block_on(async { wait_for_batches(async_nats::connect(url).await.expect("it is there"), 1).await });
    let filler = Filler::start(url);
    wait_until("the server is full", || filler.is_full.load(Ordering::Relaxed));
    (series, filler)
}

/// No result is lost, and both sides print what to do.
pub fn a_server_without_room_or_streams_is_told_of_on_both_sides() {
    let alone = run(&GAMES);
    let mut server = NatsServer::start_with(SMALL);
    let url = server.url();
    let (mut series, filler) = start_full(&url);
    let mut worker = start_worker(&url, "w");
    worker.wait_until_said(FULL);
    series.wait_until_said(FULL);
    filler.stop();
    server.kill();
    worker.wait_until_said("the NATS server does not answer: waiting for it");
    server.start_without_streams();
    let off = "the NATS server keeps no streams: it was started without `-js`";
    worker.wait_until_said(off);
    series.wait_until_said(off);
    server.kill();
    server.start_again();
    clear(&url);
    worker.wait_until_said("the NATS server takes what it is sent again");
    let ended = series.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    let said = worker.kill().stderr;
    assert_eq!(said.matches(off).count(), 1, "{said}");
}

/// A service that takes too long to stop is killed: the unit in the manual gives it more time than
/// it needs.
pub fn a_worker_that_is_told_to_end_does_so_in_time() {
    let alone = run(&GAMES);
    let server = NatsServer::start_with(SMALL);
    let url = server.url();
    let (series, filler) = start_full(&url);
    let mut worker = start_worker(&url, "w");
    // It has tried to send an answer.
    worker.wait_until_said(FULL);
    let told = Instant::now();
    let ended = worker.terminate();
    let waited = told.elapsed();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let gives_up = "has not taken all answers in time";
    assert!(ended.stderr.contains(gives_up), "{gives_up}: {}", ended.stderr);
    let longest = number_after(&ended.stderr, "answering what was begun, for ");
    assert_eq!(longest, times().stopping.as_secs());
    assert!(FleetTimes::default().stopping.as_secs() < number_after(MANUAL, "TimeoutStopSec="));
    // On a slow or busy machine it takes longer.
    assert!(waited >= times().stopping, "{waited:?}: {}", ended.stderr);
    filler.stop();
    clear(&url);
    // The next worker plays the games whose answer was not taken.
    let next = start_worker(&url, "next");
    let ended = series.wait();
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout), "{}", ended.stderr);
    next.kill();
}
