//! The large run: 10,000 games while a hundred workers and five servers are killed, the network is
//! cut and the server's disk is full. It takes minutes, so it is run by hand when the sending of
//! batches changes: `cargo xtask cargo test --workspace --features botyard/fleet-large --test fleet --
//! ten_thousand --nocapture`.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use async_nats::jetstream;
use tokio::runtime::Builder;

use crate::program::{count_lines, count_whole_lines, run, start, start_worker};
use crate::server::{NatsServer, wait_until};

const GAMES: [&str; 8] =
    ["series", "connect-four", "builtin:tactician", "builtin:random", "--seed", "9", "-q", "--games"];
const GAME_COUNT: usize = 10_000;
const WORKERS: usize = 3;
const WORKER_KILLS: usize = 100;
/// A server is killed after this many workers have been killed.
const PER_SERVER_KILL: usize = 20;
const CUT: Duration = Duration::from_secs(20);

/// Passes bytes on to a port, or cuts all connections.
struct Proxy {
    port: u16,
    is_cut: Arc<AtomicBool>,
}

impl Proxy {
    fn to(target: String) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let port = listener.local_addr().expect("it is bound").port();
        let is_cut = Arc::<AtomicBool>::default();
        let shared = is_cut.clone();
        spawn(move || {
            for client in listener.incoming().flatten() {
                let Ok(server) = TcpStream::connect(&target) else { continue };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let pair = [from, to].map(|end| end.try_clone().expect("a handle"));
                    let is_cut = shared.clone();
                    spawn(move || pass_on(pair, &is_cut));
                }
            }
        });
        Self { port, is_cut }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// A file system of a few mebibytes for the server; it needs the right to mount.
struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    fn mount(folder: &Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", "size=32m", "botyard-test"]).arg(folder);
        let is_mounted = mount.status().is_ok_and(|status| status.success());
        println!("the disk {}", if is_mounted { "is small" } else { "is not: this user may not mount one" });
        is_mounted.then(|| Self { folder: folder.to_owned() })
    }

    fn fill(&self) {
        let mut file = File::create(self.folder.join("filler")).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
        println!("the disk is full");
    }

    fn clear(&self) {
        std::fs::remove_file(self.folder.join("filler")).expect("it is there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.folder).status();
    }
}

/// Whether the server keeps a message that is longer than the rest of a full disk.
fn has_room(url: &str) -> bool {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let context = jetstream::new(async_nats::connect(url).await.expect("the server is there"));
        let sent = context.publish("botyard.res.nobody.1.nobody.0", vec![0; 100_000].into()).await;
        sent.expect("it is sent").await.is_ok()
    })
}

/// Bytes that are sent while the network is cut are lost with their connection, as in routers.
fn pass_on([mut from, mut to]: [TcpStream; 2], is_cut: &AtomicBool) {
    let mut bytes = [0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if is_cut.load(Ordering::Relaxed) || to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

pub fn ten_thousand_games_under_a_hundred_kills_are_one_machines() {
    let start_alone = Instant::now();
    let games = GAME_COUNT.to_string();
    let alone = run(&[&GAMES[..], &[&games]].concat());
    println!("alone: {:.0?}", start_alone.elapsed());
    let streams = tempfile::tempdir().expect("a folder");
    let disk = SmallDisk::mount(streams.path());
    let mut server = NatsServer::start_in(streams);
    let proxy = Proxy::to(server.authority());
    let (url, folder) = (server.url(), tempfile::tempdir().expect("a folder"));
    let lines = folder.path().join("games.jsonl");
    let begun = Instant::now();
    let through_proxy = [&*games, "--nats", &proxy.url(), "--jsonl", lines.to_str().expect("text")];
    let mut tournament = start(&[&GAMES[..], &through_proxy].concat());
    let mut workers: Vec<_> = (0..WORKERS).map(|nth| start_worker(&url, &format!("w-{nth}"))).collect();
    let (mut kills, mut server_kills) = (0, 0);
    while kills < WORKER_KILLS {
        if tournament.has_ended() {
            panic!("after {kills} kills, {:?}: {:?}", begun.elapsed(), tournament.wait());
        }
        // However fast this computer is, there are games left for each kill.
        if count_whole_lines(&lines) * (WORKER_KILLS + 10) < GAME_COUNT * kills {
            sleep(Duration::from_millis(150));
        }
        workers.remove(0).kill();
        // Every fifth worker is on the other side of the proxy.
        let server_url = if kills % 5 == 0 { proxy.url() } else { url.clone() };
        workers.push(start_worker(&server_url, &format!("again-{kills}")));
        kills += 1;
        if kills % PER_SERVER_KILL == 0 {
            server.kill();
            server.start_again();
            server_kills += 1;
        }
        if let (70, Some(disk)) = (kills, &disk) {
            assert!(has_room(&url));
            disk.fill();
            wait_until("the server keeps nothing", || !has_room(&url));
            // Whatever the server reports, both sides print a note about the disk.
            tournament.wait_until_said("disk");
            disk.clear();
            // A server that found its disk full keeps no messages until it is started again.
            server.kill();
            server.start_again();
            wait_until("the server keeps what it is sent", || has_room(&url));
        }
        if kills == 30 {
            proxy.is_cut.store(true, Ordering::Relaxed);
            sleep(CUT);
            proxy.is_cut.store(false, Ordering::Relaxed);
        }
    }
    println!("{kills} workers and {server_kills} servers killed in {:.0?}", begun.elapsed());
    let ended = tournament.wait();
    println!("all played after {:.0?}; notes:\n{}", begun.elapsed(), ended.stderr);
    assert_eq!((kills, server_kills), (WORKER_KILLS, WORKER_KILLS / PER_SERVER_KILL));
    assert_eq!((ended.status, &*ended.stdout), (Some(0), &*alone.stdout));
    assert_eq!(count_lines(&lines), GAME_COUNT);
    workers.into_iter().for_each(|worker| drop(worker.kill()));
    server.kill();
    drop(disk);
}
