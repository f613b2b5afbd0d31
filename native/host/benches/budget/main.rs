//! Measures the cost of the sandbox's instrumentation: runs programs as they were compiled and with
//! their budgets, in the same engine; and the real time of a virtual second of each. Then searches
//! for accesses to memory that take much longer than their price.
//!
//! `cargo bench -p botyard-host --bench budget`

mod dearest;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use botyard_engine::live::TrialEnding;
use botyard_host::module::{ModuleLoader, StandaloneRun};
use botyard_sandbox::wasi::{CALLS, MODULE, Param};
use wasmtime::{Engine, FuncType, Linker, Module, Store, Val, ValType};

const WORK: [&str; 5] = ["negamax", "sorting", "parsing", "floats", "calls"];
/// Both versions are measured alternately, so that a busy period of the machine affects both.
const ROUNDS: usize = 9;

fn main() {
    let loader = ModuleLoader::new().expect("wasmtime works here");
    println!("{:10} {:>9} {:>9} {:>6} {:>15} {:>7}", "program", "plain", "budget", "ratio", "virtual second", "growth");
    let mut worst = f64::MIN;
    for name in WORK {
        let plain = std::fs::read(built(name)).expect("it was built");
        let metered = botyard_sandbox::instrument(&plain, &Default::default()).expect("it may run").bytes;
        let row = measure(&loader, &plain);
        let ratio = row.metered.as_secs_f64() / row.plain.as_secs_f64();
        worst = worst.max(ratio);
        println!(
            "{name:10} {:6.1} ms {:6.1} ms {ratio:6.2} {:13.2} s {:7.2}",
            row.plain.as_secs_f64() * 1e3,
            row.metered.as_secs_f64() * 1e3,
            row.metered.as_secs_f64() / row.spent.as_secs_f64(),
            metered.len() as f64 / plain.len() as f64,
        );
    }
    println!("the worst of them takes {worst:.2} times as long");
    dearest::search(&loader);
}

/// Medians, and the virtual time.
struct BudgetRow {
    plain: Duration,
    metered: Duration,
    spent: Duration,
}

fn measure(loader: &ModuleLoader, bytes: &[u8]) -> BudgetRow {
    let engine = Engine::default();
    let module = Module::new(&engine, bytes).expect("it compiles");
    let linker = deaf(&engine);
    let loaded = loader.load(bytes).expect("it may run");
    let alone =
        StandaloneRun { args: vec!["work".to_owned()], limit: Duration::from_secs(600), ..StandaloneRun::default() };
    let (mut plain, mut metered, mut spent) = (Vec::new(), Vec::new(), Duration::ZERO);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        run(&engine, &linker, &module);
        plain.push(start.elapsed());
        let start = Instant::now();
        let left = alone.run(&loaded).expect("it runs");
        metered.push(start.elapsed());
        assert!(matches!(left.ending, TrialEnding::Exited(1..=64)), "{:?}", left.ending);
        spent = left.spent;
    }
    BudgetRow { plain: median(plain), metered: median(metered), spent }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Runs a program without instrumentation, to its exit.
fn run(engine: &Engine, linker: &Linker<()>, module: &Module) {
    let mut store = Store::new(engine, ());
    let instance = linker.instantiate(&mut store, module).expect("it links");
    let start = instance.get_typed_func::<(), ()>(&mut store, "_start").expect("it is a program");
    let end = start.call(&mut store, ()).expect_err("it exits");
    assert_eq!(end.root_cause().to_string(), "exit", "{end:?}");
}

/// System calls that succeed and do nothing: the programs only need to exit.
fn deaf(engine: &Engine) -> Linker<()> {
    let mut linker = Linker::new(engine);
    for signature in CALLS {
        let parameters = signature.params.iter().map(|parameter| match parameter {
            Param::I32 => ValType::I32,
            Param::I64 => ValType::I64,
        });
        let results = signature.returns_errno.then_some(ValType::I32);
        let ty = FuncType::new(engine, parameters.collect::<Vec<_>>(), results);
        let exits = signature.name == "proc_exit";
        linker
            .func_new(MODULE, signature.name, ty, move |_, _, results| {
                if exits {
                    return Err(wasmtime::Error::msg("exit"));
                }
                results.fill(Val::I32(0));
                Ok(())
            })
            .expect("each call is there once");
    }
    linker
}

fn built(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("work");
    std::fs::create_dir_all(&folder).expect("cargo's own folder can be written");
    let module = folder.join(name).with_extension("wasm");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/budget/work").join(name).with_extension("rs");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--edition", "2024", "--target", "wasm32-wasip1", "-C", "opt-level=3", "-C", "strip=debuginfo", "-o"])
        .args([&module, &source])
        .status()
        .expect("rustc runs");
    assert!(status.success(), "{name} is built");
    module
}
