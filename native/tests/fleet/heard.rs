//! Waits for status messages of a fleet's programs, as `botyard fleet` receives them.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use async_nats::{Client, ServerAddr, jetstream};
use botyard::fleet::versions;
use botyard_fleet::messages::{FleetMessage, TournamentStatus, WorkerStatus};
use botyard_fleet::names::Capability;
use botyard_fleet::subjects;
use futures_util::StreamExt;
use tokio::runtime::Builder;

/// Waits until `is_it` holds for a message on subjects of this pattern: for its last token and its
/// bytes.
fn wait_until_heard(url: &str, pattern: &str, what: &str, mut is_it: impl FnMut(&str, &[u8]) -> bool) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let heard = runtime.block_on(async {
        // Users with permissions of their own have inboxes of their own, too.
        let mut options = async_nats::ConnectOptions::new().custom_inbox_prefix("_INBOX.botyard.watcher");
        let server: ServerAddr = url.parse().expect("a URL");
        if let (Some(user), Some(password)) = (server.username(), server.password()) {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(url).await.expect("the server is there");
        let mut said = client.subscribe(pattern.to_owned()).await.expect("a subscription");
        let listen = async {
            loop {
                let message = said.next().await.expect("the server is there");
                if is_it(message.subject.rsplit('.').next().expect("a token"), &message.payload) {
                    return;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), listen).await
    });
    assert!(heard.is_ok(), "{what}: not within a minute");
}

/// Waits until this many batches are with workers, or wait for one.
pub async fn wait_for_batches(client: Client, count: u64) {
    let (context, end) = (jetstream::new(client), Instant::now() + Duration::from_secs(60));
    while context.get_stream(subjects::WORK_STREAM).await.map_or(0, |known| known.cached_info().state.messages) < count
    {
        assert!(Instant::now() < end, "batches are sent: not within a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until workers ask for this many batches of modules.
pub async fn wait_for_requests(client: Client, count: usize) {
    let name = subjects::work_consumer(&versions(), &Capability::Modules);
    let (context, end) = (jetstream::new(client), Instant::now() + Duration::from_secs(60));
    let stream = context.get_stream(subjects::WORK_STREAM).await.expect("it is there");
    while stream.consumer_info(&name).await.map_or(0, |info| info.num_waiting) < count {
        assert!(Instant::now() < end, "workers ask for batches: not within a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until a worker of this name sends a status for which `is_it` holds.
pub fn wait_until_worker(url: &str, name: &str, is_it: impl Fn(&WorkerStatus) -> bool) {
    wait_until_heard(url, subjects::ALL_WORKERS, name, |who, bytes| {
        who == name && is_it(&WorkerStatus::read(bytes).expect("a status"))
    });
}

/// Waits until a worker of this name is there.
pub fn wait_for_worker(url: &str, name: &str) {
    wait_until_worker(url, name, |_| true);
}

/// Waits until a tournament's submitter sends a status for which `is_it` holds.
pub fn wait_until_tournament(url: &str, what: &str, is_it: impl Fn(&TournamentStatus) -> bool) {
    wait_until_heard(url, subjects::ALL_TOURNAMENTS, what, |_, bytes| {
        is_it(&TournamentStatus::read(bytes).expect("a status"))
    });
}

/// Waits until the submitters of this many tournaments are there.
pub fn wait_for_tournaments(url: &str, count: usize) {
    let mut names = HashSet::new();
    wait_until_heard(url, subjects::ALL_TOURNAMENTS, "tournaments", |name, _| {
        names.insert(name.to_owned());
        names.len() == count
    });
}
