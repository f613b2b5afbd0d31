//! The table of the languages of bots: what a visitor fetches before the first run, how long a start
//! takes, how fast, how large and how deep runs are. The bots are those of `docs/writing-a-bot.md`, the
//! same in each language. Measured with the native program; knows nothing of browsers.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::checkout::Checkout;
use crate::run::run;

const GAME: &str = "connect-four";
const OPPONENT: &str = "builtin:random";
/// The page with the bots, one in each language.
const GUIDE: &str = "docs/writing-a-bot.md";
/// A time is the difference between a series of twice as many games and one of this many: it has
/// nothing of the program's own start.
const GAMES: u32 = 400;
/// How many more games are played at a time, to measure the memory of each.
const MORE_AT_ONCE: u32 = 8;
/// The interval between two readings of the memory.
const PAUSE: Duration = Duration::from_millis(2);
/// What stands before the figures that a script writes to stderr.
const FIGURES: &str = "figures: ";

/// A language, and what measures it.
struct Language {
    name: &'static str,
    /// The name of the language in the guide.
    in_guide: &'static str,
    file: &'static str,
    /// What a visitor fetches with the first bot, beside the bot: files of `target/bot-modules/`.
    fetched: &'static [&'static str],
    /// What scripts of this language measure; `None` if they are compiled.
    scripts: Option<Scripts>,
}

#[derive(Clone, Copy)]
struct Scripts {
    /// Greets, and ends.
    empty: &'static str,
    /// Writes to stderr how many milliseconds of its time fib(27) takes, and how deep calls can be.
    figures: &'static str,
}

const JAVASCRIPT: Scripts = Scripts {
    empty: "print('p');",
    figures: "const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2);
const start = performance.now();
fib(27);
const took = Math.round(performance.now() - start);
let deepest = 0;
const call = () => { deepest += 1; call(); };
try { call(); } catch { console.error('figures:', took, deepest); }
",
};

const LANGUAGES: [Language; 4] = [
    Language { name: "Rust, as a module", in_guide: "rust", file: "bot.wasm", fetched: &[], scripts: None },
    Language {
        name: "JavaScript",
        in_guide: "js",
        file: "bot.js",
        fetched: &["javascript.wasm"],
        scripts: Some(JAVASCRIPT),
    },
    Language {
        name: "TypeScript",
        in_guide: "js",
        file: "bot.ts",
        fetched: &["javascript.wasm", "typescript.js"],
        scripts: Some(JAVASCRIPT),
    },
    Language {
        name: "Python",
        in_guide: "python",
        file: "bot.py",
        fetched: &["python.wasm"],
        scripts: Some(Scripts {
            empty: "print('p')",
            figures: "import sys, time
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
start = time.perf_counter()
fib(27)
took = round((time.perf_counter() - start) * 1000)
deepest = 0
def call():
    global deepest
    deepest += 1
    call()
sys.setrecursionlimit(10**9)
try: call()
except RecursionError: print('figures:', took, deepest, file=sys.stderr)
",
        }),
    },
];

/// Prints the table, with the languages that are built.
///
/// # Errors
/// When the program cannot be built, or a match fails.
pub fn run_task(checkout: &Checkout) -> Result<()> {
    run(checkout.cargo().args(["build", "--quiet", "--release", "-p", "botyard"]))?;
    let program = checkout.output().join("release/botyard").with_extension(EXE_EXTENSION);
    let folder = checkout.root().join("target/language-figures");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let bench = Bench { checkout, program, folder };
    let mut rows = Vec::new();
    for language in &LANGUAGES {
        if language.fetched.iter().all(|file| checkout.bot_modules().join(file).is_file()) {
            eprintln!("measuring {}", language.name);
            rows.push(bench.row(language)?);
        } else {
            eprintln!("{} is not built", language.name);
        }
    }
    println!(
        "| | to fetch, kB (gzip) | a start, ms | games/s | memory of a game, MB | fib(27), virtual ms | deepest calls |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|");
    rows.iter().for_each(|row| println!("{row}"));
    Ok(())
}

struct Bench<'a> {
    checkout: &'a Checkout,
    program: PathBuf,
    /// Where the bots are written.
    folder: PathBuf,
}

impl Bench<'_> {
    /// The figures of a language, as a row of the table.
    fn row(&self, language: &Language) -> Result<String> {
        let bot = self.bot(language)?;
        let parts = language.fetched.iter().map(|file| self.checkout.bot_modules().join(file));
        let bytes = parts.chain([bot.clone()]).map(|file| compressed_length(&file)).sum::<Result<u64>>()?;
        let game = self.game_time(&bot)?;
        let [one, many] = [1, 1 + MORE_AT_ONCE].map(|at_once| self.series(&bot, GAMES, at_once));
        let memory = many?.1.saturating_sub(one?.1) as f64 / f64::from(MORE_AT_ONCE) / 1024.0;
        let (start, figures) = match language.scripts {
            None => Default::default(),
            Some(scripts) => self.script_figures(language.file, scripts)?,
        };
        let [fib, deepest] = figures;
        let (name, kilobytes, speed) = (language.name, bytes.div_ceil(1000), 1.0 / game.as_secs_f64());
        Ok(format!("| {name} | {kilobytes} | {start} | {speed:.0} | {memory:.1} | {fib} | {deepest} |"))
    }

    /// Writes the guide's bot in this language.
    fn bot(&self, language: &Language) -> Result<PathBuf> {
        let guide = fs::read_to_string(self.checkout.root().join(GUIDE)).with_context(|| format!("no {GUIDE}"))?;
        let opening = format!("```{}\n", language.in_guide);
        let (_, rest) = guide.split_once(&opening).with_context(|| format!("{GUIDE} has no {opening}"))?;
        let code = rest.split("```").next().unwrap_or_default();
        if language.scripts.is_some() {
            return self.write(language.file, code);
        }
        let (source, module) = (self.write("bot.rs", code)?, self.folder.join(language.file));
        let target = ["--edition", "2024", "-O", "--target", "wasm32-wasip1"];
        run(Command::new("rustc").args(target).arg(source).arg("-o").arg(&module))?;
        Ok(module)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf> {
        let path = self.folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    }

    /// How long a start takes, and what a script measures itself.
    fn script_figures(&self, file: &str, scripts: Scripts) -> Result<(String, [String; 2])> {
        let start = self.game_time(&self.write(&format!("empty-{file}"), scripts.empty)?)?;
        let script = self.write(&format!("figures-{file}"), scripts.figures)?;
        let output =
            Command::new(&self.program).args(["play", GAME]).arg(script).args([OPPONENT, "--stderr"]).output()?;
        let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        let (_, figures) = told.split_once(FIGURES).with_context(|| format!("{file} told {told}"))?;
        let mut figures = figures.split_whitespace().map(str::to_owned);
        let figures = [figures.next(), figures.next()].map(Option::unwrap_or_default);
        Ok((format!("{:.2}", start.as_secs_f64() * 1e3), figures))
    }

    /// How long a game of a series takes, of which one is played at a time.
    fn game_time(&self, bot: &Path) -> Result<Duration> {
        // The first games have the bot compiled.
        self.series(bot, 2, 1)?;
        let few = self.series(bot, GAMES, 1)?.0;
        Ok(self.series(bot, 2 * GAMES, 1)?.0.saturating_sub(few) / GAMES)
    }

    /// How long a series takes, and its most memory in KiB, if the system tells.
    fn series(&self, bot: &Path, games: u32, at_once: u32) -> Result<(Duration, u64)> {
        let mut command = Command::new(&self.program);
        command.args(["series", GAME]).arg(bot).args([OPPONENT, "--keep-going", "--json", "--quiet"]);
        command.args(["--games", &games.to_string(), "--concurrency", &at_once.to_string()]);
        let begin = Instant::now();
        let mut child = command.stdout(Stdio::null()).spawn().context("cannot start the program")?;
        let mut most = 0;
        let status = loop {
            most = most.max(peak_memory(child.id()).unwrap_or_default());
            match child.try_wait()? {
                Some(status) => break status,
                None => thread::sleep(PAUSE),
            }
        };
        ensure!(status.success(), "{command:?}: {status}");
        Ok((begin.elapsed(), most))
    }
}

/// The most memory that a process has had so far, in KiB.
fn peak_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The length of a file as a static host sends it.
fn compressed_length(file: &Path) -> Result<u64> {
    let output = Command::new("gzip").args(["--best", "--stdout"]).arg(file).output().context("gzip is missing")?;
    ensure!(output.status.success(), "gzip cannot compress {}", file.display());
    Ok(output.stdout.len() as u64)
}
