//! The same matches on all hosts: what bots read, print and spend is the same natively and in each
//! browser, seed by seed.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use crate::worker::{INTERPRETER, WORKER, Worker};
use anyhow::{Context, Result, bail, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

/// Some matches of the same bots.
struct Series {
    game: &'static str,
    settings: Value,
    seeds: RangeInclusive<u64>,
    bots: &'static [&'static str],
}

/// Three teams on a small torus; the third uses the basic format, with one run for each unit.
fn bitmartyr(seeds: RangeInclusive<u64>, bots: &'static [&'static str]) -> Series {
    let settings = json!({
        "board": "E3H4/1J7/9/2C6/5F3/9/4E4/7J1/3C5",
        "duration": 40,
        "wires": ["standard", "standard", "basic"],
    });
    Series { game: "bitmartyr", settings, seeds, bots }
}

fn series(game: &'static str, seeds: RangeInclusive<u64>, bots: &'static [&'static str]) -> Series {
    Series { game, settings: Value::Null, seeds, bots }
}

/// A hundred seeds of each game; each of its bots in several seats.
fn all() -> Vec<Series> {
    vec![
        series("connect-four", 1..=40, &["connect-four-tactician", "connect-four-random"]),
        series("connect-four", 41..=80, &["connect-four-random", "connect-four-tactician"]),
        series("connect-four", 81..=100, &["connect-four-negamax", "connect-four-tactician"]),
        series("stratego", 1..=30, &["stratego-forfax", "stratego-dummy"]),
        series("stratego", 31..=60, &["stratego-dummy", "stratego-sleuth"]),
        series("stratego", 61..=100, &["stratego-sleuth", "stratego-forfax"]),
        series("generals", 1..=40, &["generals-greedy", "generals-hunter"]),
        series("generals", 41..=80, &["generals-random", "generals-greedy"]),
        series("generals", 81..=100, &["generals-hunter", "generals-random", "generals-idle", "generals-greedy"]),
        bitmartyr(1..=40, &["bitmartyr-hunter", "bitmartyr-wall", "dialect-bitmartyr-hunter-basic"]),
        bitmartyr(41..=80, &["bitmartyr-random", "bitmartyr-scared", "dialect-bitmartyr-hunter-basic"]),
        bitmartyr(81..=100, &["bitmartyr-waterfall", "bitmartyr-random", "dialect-bitmartyr-hunter-basic"]),
    ]
}

/// Ten seeds of each game, with fast bots, since one of the hosts is an interpreter.
fn few() -> Vec<Series> {
    vec![
        series("connect-four", 1..=10, &["connect-four-random", "connect-four-random"]),
        series("stratego", 1..=10, &["stratego-dummy", "stratego-dummy"]),
        series("generals", 1..=10, &["generals-random", "generals-greedy"]),
        bitmartyr(1..=10, &["bitmartyr-random", "bitmartyr-waterfall", "dialect-bitmartyr-hunter-basic"]),
    ]
}

/// The output of the native program `series`, by its arguments. It is the same for every browser,
/// so the program runs once; another browser's case waits for it.
static PLAYED_NATIVELY: Mutex<BTreeMap<String, Arc<Mutex<Option<String>>>>> = Mutex::new(BTreeMap::new());

/// The output of the native program `series`.
fn natively(browser: &Browser, series: &Series, seeds: &str) -> Result<String> {
    let arguments = format!("{} {} {seeds} {:?}", series.game, series.settings, series.bots);
    let entry = PLAYED_NATIVELY.lock().unwrap_or_else(PoisonError::into_inner).entry(arguments).or_default().clone();
    let mut printed = entry.lock().unwrap_or_else(PoisonError::into_inner);
    if printed.is_none() {
        *printed = Some(play_natively(browser, series, seeds)?);
    }
    Ok(printed.clone().unwrap_or_default())
}

fn play_natively(browser: &Browser, series: &Series, seeds: &str) -> Result<String> {
    let setting = browser.setting();
    let folder = setting.program.parent().context("a program is in a folder")?;
    let program = folder.join("examples/series").with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = Command::new(program);
    command.args([series.game, &series.settings.to_string(), seeds]);
    command.args(series.bots.iter().map(|bot| setting.bots.join(bot).with_extension("wasm")));
    let output = command.output().context("the native series is played")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

async fn plays_the_same(browser: &Browser, worker: &Worker<'_>, series: &Series) -> Result<()> {
    for bot in series.bots {
        worker.keep_file(&browser.setting().bots.join(bot).with_extension("wasm")).await?;
    }
    let (first, last) = (series.seeds.start(), series.seeds.end());
    let here = worker.series(series.game, &series.settings, series.seeds.clone(), series.bots).await?;
    let there = natively(browser, series, &format!("{first}..{last}"))?;
    assert_eq!((here.len(), there.lines().count() as u64), (there.lines().count(), last - first + 1));
    if let Some(at) = there.lines().zip(&here).position(|(there, here)| there != here) {
        let seed = first + at as u64;
        let here = worker.record(series.game, &series.settings, seed, series.bots).await?;
        let there = natively(browser, series, &seed.to_string())?;
        bail!("{} between {:?}, seed {seed}: {}", series.game, series.bots, difference(&here, &there));
    }
    Ok(())
}

/// The first difference between two records.
fn difference(here: &str, there: &str) -> String {
    let alike = here.bytes().zip(there.bytes()).take_while(|(here, there)| here == there).count();
    let shown =
        |record: &str| String::from_utf8_lossy(&record.as_bytes()[alike..]).chars().take(60).collect::<String>();
    let before = String::from_utf8_lossy(&here.as_bytes()[alike.saturating_sub(60)..alike]).into_owned();
    format!("after {before:?} comes {:?} here and {:?} natively", shown(here), shown(there))
}

/// Modules whose runs, one after the other, end alike: each exits with 1 if it finds globals,
/// memory, its size, its tables and the depth of its stack as the module has them, and changes all
/// of them. The last two end in a trap.
fn changing_modules() -> [String; 5] {
    // At both ends of the memory, in the middle, and on both sides of the data.
    let places = [0, 40_000, 69_990, 70_010, 131_071];
    let of_each = |text: fn(u32) -> String| places.map(text).concat();
    let look =
        of_each(|place| format!("(local.set $sum (i32.add (local.get $sum) (i32.load8_u (i32.const {place}))))"));
    let change = of_each(|place| format!("(i32.store8 (i32.const {place}) (i32.const 10))"));
    let module = |rest: &str, first: &str, last: &str| {
        format!(
            r#"(module
                (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                (memory (export "memory") 2) (data (i32.const 70000) "\05") (global $found (mut i64) (i64.const 1))
                {rest}
                (func $deep (call $deep))
                (func (export "_start") (local $sum i32)
                    {first}
                    (local.set $sum (i32.wrap_i64 (global.get $found)))
                    {look}
                    (local.set $sum (i32.add (local.get $sum) (i32.sub (memory.size) (i32.const 2))))
                    (local.set $sum (i32.add (local.get $sum) (i32.sub (i32.load8_u (i32.const 70000)) (i32.const 5))))
                    (global.set $found (i64.const 90)) {change} (i32.store8 (i32.const 70000) (i32.const 9))
                    {last}
                    (call $exit (local.get $sum))))"#
        )
    };
    let table = "(table $t 1 funcref) (elem declare func $deep)";
    [
        module("", "", ""),
        module("", "", "(drop (memory.grow (i32.const 1)))"),
        module(
            table,
            "(if (i32.eqz (ref.is_null (table.get $t (i32.const 0)))) (then (call $exit (i32.const 40))))",
            "(table.set $t (i32.const 0) (ref.func $deep))",
        ),
        module("", "", "(if (i32.eq (local.get $sum) (i32.const 1)) (then unreachable))"),
        module("", "", "(if (i32.eq (local.get $sum) (i32.const 1)) (then (call $deep)))"),
    ]
}

in_each_browser! {
    /// An instance is used again for the next run, which must not see the changes.
    #[core]
    #[browsers_differ]
    async fn a_run_finds_nothing_of_the_one_before(browser: &Browser) -> Result<()> {
        let worker = Worker::start(browser, WORKER).await?;
        for (number, text) in changing_modules().iter().enumerate() {
            let name = number.to_string();
            worker.keep_module(&name, &wat::parse_str(text)?).await?;
            let first = worker.run_wasi_test(&name).await?;
            ensure!((first["exited"] == 1) == (number < 3), "module {name}: {first}");
            for _ in 0..3 {
                let next = worker.run_wasi_test(&name).await?;
                ensure!(next == first, "module {name}: {next} after {first}");
            }
        }
        Ok(())
    }

    async fn a_hundred_matches_of_each_game_are_the_same_as_natively(browser: &Browser) -> Result<()> {
        let worker = Worker::start(browser, WORKER).await?;
        for series in all() {
            plays_the_same(browser, &worker, &series).await?;
        }
        Ok(())
    }

    async fn ten_matches_of_each_game_are_the_same_interpreted(browser: &Browser) -> Result<()> {
        let worker = Worker::start(browser, INTERPRETER).await?;
        for series in few() {
            plays_the_same(browser, &worker, &series).await?;
        }
        Ok(())
    }

    /// A browser has room for some hundred memories in one worker, so each must be freed.
    async fn a_thousand_matches_in_one_tab_are_the_same_as_natively(browser: &Browser) -> Result<()> {
        let worker = Worker::start(browser, WORKER).await?;
        let bots = &["connect-four-random", "connect-four-random"];
        plays_the_same(browser, &worker, &series("connect-four", 1..=1000, bots)).await
    }
}
