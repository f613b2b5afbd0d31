//! Connect Four bots that exhaust a resource or access what they must not. The role is the first argument, or written into
//! the file. Where nothing refuses them, they stop by themselves, so that trying one out is harmless.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio, exit};
use std::thread;
use std::time::Duration;

use botyard_bots::connect_four::Moderator;
use botyard_bots::hostile::{Role, play_on, role};

/// How a bot leaves that was refused more.
const HELD: i32 = 3;
/// How a bot leaves that has got what it must not have.
const FREE: i32 = 77;

/// The most processes or threads that are started, where nobody says no.
const CROWD: usize = 2_000;
/// The most memory that is taken, in pieces.
const PIECES: usize = 96;
const PIECE: usize = 32 << 20;
/// The most files that are made.
const FILES: usize = 6_000;

fn main() -> io::Result<()> {
    let role = role();
    part(&role).unwrap_or_else(|| panic!("there is no role {role:?}"))()
}

fn part(role: &str) -> Option<Role> {
    Some(match role {
        "memory" => || wants(memory),
        "memory-unasked" => || wants(memory_unasked),
        "descriptors" => || wants(descriptors),
        "disk" => || wants(disk),
        "large-file" => || wants(large_file),
        "names" => || wants(names),
        "folders" => || wants(folders),
        "threads" => || wants(threads),
        "processes" => || wants(processes),
        "idles" => idle,
        "paths" => || tries(paths),
        "network" => || tries(network),
        _ => return None,
    })
}

/// Takes all it can get when it is asked, and leaves.
fn wants(all: fn() -> io::Result<()>) -> io::Result<()> {
    let _moderator = Moderator::meet_and_be_asked()?;
    exit(if all().is_err() { HELD } else { 0 })
}

/// Plays on if nothing of what it tries succeeds.
fn tries(anything: fn() -> bool) -> io::Result<()> {
    let mut moderator = Moderator::meet_and_be_asked()?;
    if anything() {
        exit(FREE);
    }
    play_on(&mut moderator)
}

fn memory() -> io::Result<()> {
    let mut taken: Vec<Vec<u8>> = Vec::new();
    for _ in 0..PIECES {
        // It counts before anything is written into it.
        let mut piece = Vec::new();
        piece.try_reserve_exact(PIECE).map_err(|_| io::ErrorKind::OutOfMemory)?;
        taken.push(black_box(piece));
    }
    Ok(())
}

/// Does not ask whether there is any.
fn memory_unasked() -> io::Result<()> {
    let taken: Vec<Vec<u8>> = (0..PIECES).map(|_| black_box(Vec::with_capacity(PIECE))).collect();
    drop(taken);
    Ok(())
}

/// Where a bot may write.
fn home() -> PathBuf {
    std::env::var_os("HOME").map_or_else(|| "/".into(), PathBuf::from)
}

fn descriptors() -> io::Result<()> {
    File::create(home().join("file"))?;
    let open: Vec<_> = (0..FILES).map(|_| File::open(home().join("file"))).collect::<Result<_, _>>()?;
    drop(open);
    Ok(())
}

fn disk() -> io::Result<()> {
    let piece = vec![1; 1 << 20];
    for number in 0..12 {
        let mut file = File::create(home().join(number.to_string()))?;
        (0..8).try_for_each(|_| file.write_all(&piece))?;
    }
    Ok(())
}

fn large_file() -> io::Result<()> {
    File::create(home().join("large"))?.set_len(96 << 20)
}

fn names() -> io::Result<()> {
    (0..FILES).try_for_each(|number| File::create(home().join(number.to_string())).map(drop))
}

fn folders() -> io::Result<()> {
    let mut path = home();
    (0..FILES).try_for_each(|_| {
        path.push("deeper");
        fs::create_dir(&path)
    })
}

fn idle() -> io::Result<()> {
    thread::sleep(Duration::from_secs(20));
    Ok(())
}

fn threads() -> io::Result<()> {
    (0..CROWD).try_for_each(|_| thread::Builder::new().stack_size(16 << 10).spawn(idle).map(drop))
}

fn processes() -> io::Result<()> {
    let program = std::env::current_exe()?;
    (0..CROWD).try_for_each(|_| {
        let mut idle = Command::new(&program);
        idle.arg("idles").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
    })
}

/// Whether a path leads where none should.
fn paths() -> bool {
    let home = home();
    let up = "../".repeat(40);
    let shadow = [format!("{up}etc/shadow"), home.join(&up).join("etc/shadow").to_string_lossy().into_owned()];
    let odd = ["file\0".to_owned(), "x".repeat(100_000), "x/".repeat(50_000), "/".repeat(100_000) + "etc/shadow"];
    let is_read = |path: &String| fs::read(path).is_ok() || fs::read(home.join(path)).is_ok();
    let is_made = |path: &String| File::create_new(home.join(path)).is_ok() || fs::create_dir(home.join(path)).is_ok();
    let is_listed = fs::read_dir(home.join("..")).is_ok_and(|mut found| found.next().is_some());
    shadow.iter().chain(&odd).any(is_read)
        || odd.iter().any(is_made)
        || is_made(&"../hostile-was-here".to_owned())
        || is_listed
}

fn network() -> bool {
    TcpListener::bind("127.0.0.1:0").is_ok()
        || UdpSocket::bind("127.0.0.1:0").is_ok()
        || TcpStream::connect("127.0.0.1:80").is_ok()
        || is_local()
}

#[cfg(unix)]
fn is_local() -> bool {
    std::os::unix::net::UnixDatagram::unbound().is_ok()
}

#[cfg(not(unix))]
fn is_local() -> bool {
    false
}
