//! Measures the hosts: a turn of a bot that does not think, as a program and as a module, beside
//! the bare exchange of the same bytes; the time to prepare a module and to run it, or a script,
//! once; and the virtual time of the same computation in a script and in a module.
//!
//! `cargo bench -p botyard --bench hosts`. Rounds alternate, so that a busy period of the machine
//! affects all measurements; medians are printed. For this, and because the bots are this program
//! itself, it does not use a benchmark library.

mod fibers;
mod tally;

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use botyard::bots;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{MatchClock, Waiting};
use botyard_host::module::{LoadedModule, ModuleLoader, StandaloneRun};
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, SeatedPlayers, drive_match, play_match, process};
use botyard_sandbox::script::ScriptLanguage::JavaScript;
use botyard_sandbox::script::{self, Script};
use botyard_sandbox::wasi::{Folder, ROOT};
use botyard_sandbox::{ModuleLimits, instrument};

use tally::WORD;

/// The argument that makes this program a bot.
const BOT: &str = "--be-a-bot";
const ROUNDS: usize = 9;
const PROGRAM_TURNS: usize = 40_000;
const MODULE_TURNS: usize = 200_000;
const LIVES: usize = 500;

/// The computation of `fibonacci.rs`, as a script.
const FIBONACCI: &str = "
    function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    print(fib(27));
";

/// Answers every read with one write, as the program does.
const ECHO: &str = include_str!("echo.wat");

fn main() {
    if std::env::args().any(|argument| argument == BOT) {
        return be_a_bot();
    }
    let loader = ModuleLoader::new().expect("wasmtime works here");
    turns(&loader);
    lives(&loader);
    computing(&loader);
    compiling(&loader);
}

/// Answers every read with one write.
fn be_a_bot() {
    let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut buffer = [0; 64];
    while stdin.read(&mut buffer).is_ok_and(|length| length > 0) {
        if stdout.write_all(WORD).and_then(|()| stdout.flush()).is_err() {
            break;
        }
    }
}

fn turns(loader: &ModuleLoader) {
    let program = || SeatBody::Command(process::ProgramCommand::file(this()).arguments([BOT]));
    let echo = wat::parse_str(ECHO).expect("the module is well-formed");
    let module = SeatBody::Module(loader.load(&echo).expect("the module may run"));
    let mut rounds: [Vec<Duration>; 6] = Default::default();
    let ponders = Waiting::Pondering;
    for _ in 0..ROUNDS {
        rounds[0].push(ping_pong(&mut [start()]));
        rounds[1].push(ping_pong(&mut [start(), start()]));
        rounds[2].push(hosted([program(), program()], PROGRAM_TURNS, ponders));
        rounds[3].push(fibers::ping_pong(&echo, MODULE_TURNS));
        rounds[4].push(hosted([module.clone(), module.clone()], MODULE_TURNS, ponders));
        rounds[5].push(hosted([program(), program()], PROGRAM_TURNS, Waiting::Stopped));
    }
    let [bare, both, programs, fibers, modules, stoppable] = rounds.map(median);
    println!("a turn of a bot that does not think (medians of {ROUNDS} rounds)");
    row("bare exchange with one program over pipes", bare);
    row("bare exchange with two programs in turn", both);
    row("referee and programs", programs);
    row("referee and programs that may not ponder", stoppable);
    row("bare exchange with two fibers in turn", fibers);
    row("referee and modules", modules);
    println!("  a program's turn is {:.2} times the bare exchange with one program", ratio(programs, bare));
    println!("  a program's turn is {:.2} times the bare exchange with two in turn", ratio(programs, both));
    println!("  a module's turn is {:.2} times the bare exchange with two fibers", ratio(modules, fibers));
    println!("  a module's turn is {:.1} times as fast as a program's", ratio(programs, modules));
}

fn this() -> std::path::PathBuf {
    std::env::current_exe().expect("a running program has a file")
}

/// One exchange of the bytes of a turn with these programs in turn, blocking. Starting them is not
/// counted.
fn ping_pong(bots: &mut [Child]) -> Duration {
    let mut exchange = |number: usize| {
        let bot = &mut bots[number % bots.len()];
        let mut buffer = [0; 64];
        bot.stdin.as_mut().expect("piped").write_all(WORD).expect("the bot reads");
        assert!(bot.stdout.as_mut().expect("piped").read(&mut buffer).expect("the bot answers") > 0);
    };
    (0..2).for_each(&mut exchange);
    let start = Instant::now();
    (0..PROGRAM_TURNS).for_each(&mut exchange);
    let took = start.elapsed();
    for bot in bots {
        drop(bot.stdin.take());
        bot.wait().expect("the bot ends");
    }
    took / PROGRAM_TURNS as u32
}

fn start() -> Child {
    let mut command = Command::new(this());
    command.arg(BOT).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.spawn().expect("this program starts")
}

/// The time of one turn of a match. The time of a match with hardly any turns is subtracted, so
/// that starting and stopping the bots does not count.
fn hosted(bodies: [SeatBody; 2], turns: usize, waiting: Waiting) -> Duration {
    let took = |turns| {
        let limits = Limits { turn: Duration::from_secs(600), waiting, ..Limits::default() };
        let seating = SeatedPlayers {
            bodies: bodies.to_vec(),
            seed: 1,
            clock: MatchClock::default(),
            unread_output_max: limits.unread_output_max,
        };
        let start = Instant::now();
        let game = drive_match(tally::open(turns, limits), seating, &mut NoAudience, &Interrupt::default())
            .expect("it is played");
        assert_eq!(game.turn_count(), turns);
        start.elapsed()
    };
    let fixed = took(2);
    took(turns + 2).saturating_sub(fixed) / turns as u32
}

/// Measures starting and ending a run that exits at once: of a module, and of a script, which
/// begins with the snapshot of its interpreter.
fn lives(loader: &ModuleLoader) {
    let module = wat::parse_str(r#"(module (memory (export "memory") 1) (func (export "_start")))"#);
    println!("a run from start to end, with its half of a match around it");
    row("a module's", life(loader, &module.expect("the module is well-formed")));
    match bots::interpreter(JavaScript) {
        Some(interpreter) => row("an empty script's", life(loader, &script::attach(interpreter, JavaScript, b""))),
        None => println!("  a script's: this program was built without their interpreter"),
    }
}

/// The virtual time of fib(27), computed by a script and by a module, which is the same on every
/// machine.
fn computing(loader: &ModuleLoader) {
    println!("fib(27) in virtual time");
    let rust = alone(loader, &fibonacci_module(), Folder::default(), &["bot"]);
    row("of a module that was compiled from Rust", rust);
    let Some(interpreter) = bots::interpreter(JavaScript) else {
        return println!("  of a script: this program was built without their interpreter");
    };
    let script = Script::parse(JavaScript, FIBONACCI.as_bytes()).expect("it is a script");
    let (mut folder, arguments) = (Folder::default(), ["bot", JavaScript.arguments()[0]]);
    script.add_to(&mut folder);
    let javascript = alone(loader, interpreter, folder, &arguments);
    row("of a script", javascript);
    println!("  a script takes {:.0} times as long", ratio(javascript, rust));
}

/// The virtual time that a module takes to print fib(27), with this folder and these arguments.
fn alone(loader: &ModuleLoader, module: &[u8], folder: Folder, arguments: &[&str]) -> Duration {
    let run = StandaloneRun {
        args: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        folders: vec![(ROOT.to_owned(), folder)],
        limit: Duration::from_secs(60),
        ..StandaloneRun::default()
    };
    let result = run.run(&loader.load(module).expect("the module may run")).expect("it runs");
    assert_eq!(String::from_utf8_lossy(&result.stdout), "196418\n");
    result.spent
}

/// `fibonacci.rs` as a module.
fn fibonacci_module() -> Vec<u8> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/hosts/fibonacci.rs");
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fibonacci.wasm");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "--target", "wasm32-wasip1", "-O", "-o"]).args([&module, &source]);
    assert!(rustc.status().expect("rustc runs").success(), "it compiles");
    std::fs::read(module).expect("it was compiled")
}

fn life(loader: &ModuleLoader, module: &[u8]) -> Duration {
    let mute = loader.load(module).expect("the module may run");
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        (0..LIVES).for_each(|_| {
            let players = ["a", "b"].map(|name| (name.to_owned(), SeatBody::Module(mute.clone())));
            let hosted_match = HostedMatch::new("connect-four", 1, players.into());
            play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("it is played");
        });
        start.elapsed() / (2 * LIVES) as u32
    });
    median(rounds.collect())
}

fn compiling(loader: &ModuleLoader) {
    println!("getting a module ready");
    for bot in bots::list_for("connect-four") {
        let (limits, module) = (ModuleLimits::default(), bot.module().expect("it can play"));
        let pass = timed(|| instrument(&module, &limits).map(|done| done.bytes.len()).expect("it may run"));
        let all = timed(|| loader.load(&module).map(|loaded: LoadedModule| loaded.sha256().len()).expect("it may run"));
        println!("  {} ({} kB): budget pass {pass:.2?}, everything {all:.2?}", bot.name, module.len() / 1000);
    }
}

fn timed<T>(work: impl Fn() -> T) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    });
    median(rounds.collect())
}

fn median(mut rounds: Vec<Duration>) -> Duration {
    rounds.sort();
    rounds[rounds.len() / 2]
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

fn row(what: &str, each: Duration) {
    println!("  {what:<42} {each:>10.2?}   {:>9.0} a second", 1.0 / each.as_secs_f64());
}
