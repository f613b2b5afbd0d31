//! Executables on a fleet: which workers play them, and an executable that ends each worker that
//! plays it.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Running, run, start, start_with, write_script};
use crate::server::NatsServer;

/// Greets, and plays the columns one after another, as long as they have room.
const PLAYER: &str = "#!/bin/sh
echo p
read seat
if [ $seat = 2 ]; then echo '?'; read column; fi
while :; do for column in 4 3 5 2 6 1 7; do echo $column; read answer || exit; done; done
";

/// Ends the process that has started it, as a failure of the system would. Without a sandbox, that
/// is the worker.
const DEADLY: &str = "#!/bin/sh
echo p
read seat
kill -9 $PPID
";

/// This many workers play at once while games end them.
const BESIDE: usize = 4;

fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    write_script(&path, text);
    path
}

/// Starts a worker that keeps its files in this folder.
fn start_worker(url: &str, name: &str, folder: &Path, more: &[&str]) -> Running {
    let arguments = [&["worker", "--nats", url, "--name", name, "--threads", "1"], more].concat();
    start_with(&arguments, &[("TMPDIR", folder.to_str().expect("text"))])
}

fn fleet(url: &str) -> Value {
    serde_json::from_str(&run(&["fleet", "--nats", url, "--json"]).stdout).expect("a document")
}

/// How many folders workers have written executables to.
fn count_worker_folders(folder: &Path) -> usize {
    let files = fs::read_dir(folder).expect("a folder").filter_map(Result::ok);
    let folders = files.filter(|file| file.path().is_dir());
    folders.filter(|file| file.file_name().to_string_lossy().starts_with("botyard-worker-")).count()
}

pub fn executables_are_played_by_workers_that_allow_them() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let (url, bot) = (server.url(), script(folder.path(), "columns.sh", PLAYER));
    let bot = bot.to_str().expect("text");
    let games = ["series", "connect-four", bot, "builtin:random", "--games", "6", "--seed", "3", "--json"];
    let alone: Value = serde_json::from_str(&run(&games).stdout).expect("a document");
    let modules_only = start_worker(&url, "modules-only", folder.path(), &[]);
    let without_effect = ["--concurrency", "2", "--read", "/"];
    let mut series = start(&[&games[..], &["--nats", &url], &without_effect].concat());
    series.wait_until_said("no worker is there that plays executables");
    assert!(!series.has_ended(), "nobody plays executables");
    let allowing = start_worker(&url, "allowing", folder.path(), &["--allow-executables"]);
    let ended = series.wait();
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    for part in [
        "these games depend on clocks",
        "this is tournament ",
        "--concurrency has no effect",
        "--read has no effect with --nats",
    ] {
        assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
    }
    assert!(!ended.stderr.contains("--no-sandbox has"), "{}", ended.stderr);
    let on_fleet: Value = serde_json::from_str(&ended.stdout).expect("a document");
    let results = |table: &Value| (table["wins"].clone(), table["losses"].clone(), table["draws"].clone());
    assert_eq!(results(&on_fleet), results(&alone), "{} and {alone}", ended.stdout);
    let workers = &fleet(&url)["workers"];
    assert_eq!((&workers[0]["name"], &workers[0]["games"]), (&"allowing".into(), &6.into()), "{workers}");
    assert_eq!((&workers[1]["name"], &workers[1]["games"]), (&"modules-only".into(), &0.into()), "{workers}");
    // Workers report the restrictions that doctor finds.
    let doctor = run(&["doctor"]);
    let missing = doctor.stdout.lines().filter_map(|line| line.strip_prefix("MISSING")?.split_whitespace().next());
    let missing: Vec<Value> = missing.map(Into::into).collect();
    assert_eq!(workers[0]["missing_restrictions"], Value::Array(missing.clone()), "{}", doctor.stdout);
    assert_eq!(count_worker_folders(folder.path()), 1);
    assert_eq!(allowing.interrupt().status, Some(0));
    assert_eq!(count_worker_folders(folder.path()), 0, "it removes what it has written");
    // A worker that may start no executables in such a sandbox fails at once.
    if !missing.is_empty() {
        let refused = run(&["worker", "--nats", &url, "--allow-executables", "--require-sandbox"]);
        assert_eq!(refused.status, Some(4), "{}", refused.stderr);
    }
    modules_only.kill();
}

/// A game that ends three workers is void. The other games that these workers held are played.
pub fn a_game_that_ends_three_workers_is_void_and_named() {
    let (server, folder) = (NatsServer::start(), tempfile::tempdir().expect("a folder"));
    let (url, lines) = (server.url(), folder.path().join("games.jsonl"));
    let (deadly, sound) = (script(folder.path(), "deadly.sh", DEADLY), script(folder.path(), "columns.sh", PLAYER));
    let bots = [deadly, sound].map(|path| path.to_str().expect("text").to_owned());
    let tournament = ["tournament", "connect-four", &bots[1], &bots[0], "builtin:random", "--games", "2", "--json"];
    let lines_path = lines.to_str().expect("text");
    let on_fleet = ["--format", "gauntlet", "--seed", "1", "--nats", &url, "--jsonl", lines_path];
    let mut tournament = start(&[&tournament[..], &on_fleet].concat());
    let unprotected = ["--allow-executables", "--no-sandbox"];
    let start_next = |nth: usize| start_worker(&url, &format!("w-{nth}"), folder.path(), &unprotected);
    // A batch of an ended worker comes again after a while: several workers take less time for
    // that.
    let (mut workers, mut ends): (Vec<_>, _) = ((0..BESIDE).map(start_next).collect(), 0);
    while !tournament.has_ended() {
        std::thread::sleep(std::time::Duration::from_millis(200));
        for worker in &mut workers {
            if worker.has_ended() {
                // Like a service that is started again.
                *worker = start_next(BESIDE + ends);
                ends += 1;
            }
        }
        assert!(ends < 40, "it goes on for ever");
    }
    let ended = tournament.wait();
    assert!(ends >= 3, "{ends}");
    let void: Vec<_> = ended.stderr.lines().filter(|line| line.contains("is void")).collect();
    assert_eq!(void.len(), 2, "the bot meets one opponent twice: {}", ended.stderr);
    for line in void {
        assert!(
            line.contains("3 workers have fallen silent while they played it") && line.contains("deadly"),
            "{line}"
        );
    }
    // A void game is tried twice; a bot that has ended workers is not sent again.
    let kept = fs::read_to_string(&lines).expect("lines");
    let lines: Vec<Value> = kept.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (void, played): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line["result"] == "void");
    assert_eq!((void.len(), played.len()), (4, 2), "{kept}");
    assert!(played.iter().all(|line| !line["players"].to_string().contains("deadly")), "{kept}");
    // Each killed worker has left a folder, which the next has removed.
    drop(workers);
    assert!(count_worker_folders(folder.path()) <= BESIDE, "of {ends} killed workers");
}
