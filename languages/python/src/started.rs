//! CPython, started in the sandbox of bots until it stops itself.

use anyhow::{Context, Result, anyhow, bail};
use botyard_sandbox::Budget;
use botyard_sandbox::wasi::{CALLS, Flow, MODULE, Origin, Param, Process, Signature};
use wasmtime::{Caller, Engine, Extern, FuncType, Instance, Linker, Module, Store, Val, ValType};

use super::reencoded::TABLE;
use super::{Entry, TUPLE_ITEMS};

/// What is run before the snapshot.
const BOOT: &str = include_str!("../runtime/boot.py");
/// The exit status of [`BOOT`].
const STOPPED: u32 = 99;

/// The interpreter's state after its start.
pub(super) struct Started {
    /// Its whole memory.
    pub memory: Vec<u8>,
    /// The addresses of the built-in `exec` and of the tuple of its arguments.
    exec: u32,
    arguments: u32,
    /// The length of the function table.
    functions: u32,
}

impl Started {
    /// Runs a module until [`BOOT`] stops it.
    ///
    /// # Errors
    /// If it ends in another way.
    pub fn run(module: &[u8]) -> Result<Self> {
        let (mut store, instance, ended) = execute(module)?;
        let stderr = String::from_utf8_lossy(store.data().stderr.bytes()).into_owned();
        match ended {
            Err(why) if why.downcast_ref::<Exit>().is_some_and(|exit| exit.0 == STOPPED) => {}
            Err(why) => bail!("it did not stop where it should ({}): {stderr}", why.root_cause()),
            Ok(()) => bail!("it ended: {stderr}"),
        }
        let numbers: Option<Vec<u32>> = stderr.split_whitespace().map(|word| word.parse().ok()).collect();
        let [exec, arguments] = numbers.as_deref().unwrap_or_default()[..] else { bail!("it printed {stderr}") };
        let memory = instance.get_memory(&mut store, "memory").context("it exports no memory")?;
        let table = instance.get_table(&mut store, TABLE).context("it has no table")?;
        let functions = u32::try_from(table.size(&store))?;
        Ok(Self { memory: memory.data(&store).to_vec(), exec, arguments, functions })
    }

    /// How the run is resumed; `None` if the objects are not built as in CPython 3.12 for 32 bits.
    pub fn entry(&self) -> Option<Entry> {
        // A built-in function has its description as the third word and its module as the fourth; the
        // second word of a description is the function.
        let function = self.word(self.word(self.exec + 8)? + 4)?;
        let receiver = self.word(self.exec + 12)?;
        (function < self.functions).then_some(Entry { function, receiver, arguments: self.arguments + TUPLE_ITEMS })
    }

    fn word(&self, at: u32) -> Option<u32> {
        let bytes = self.memory.get(at as usize..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }
}

/// Runs a module in the sandbox of bots: its state, and how it has ended.
fn execute(module: &[u8]) -> Result<(Store<Process>, Instance, wasmtime::Result<()>)> {
    let engine = Engine::default();
    let compiled = Module::new(&engine, module).map_err(readable)?;
    let mut linker = Linker::new(&engine);
    for signature in CALLS {
        link(&mut linker, signature).map_err(readable)?;
    }
    // The hash seed stays what it is here: dictionaries in the snapshot hold hashes.
    let env = [("PYTHONHASHSEED", "0"), ("PYTHONDONTWRITEBYTECODE", "1")];
    let process = Process::new(Origin::default(), &["python", "-c", BOOT], &env);
    let mut store = Store::new(&engine, process);
    let instance = linker.instantiate(&mut store, &compiled).map_err(readable)?;
    let start = instance.get_typed_func::<(), ()>(&mut store, "_start").map_err(readable)?;
    let ended = start.call(&mut store, ());
    Ok((store, instance, ended))
}

fn readable(error: wasmtime::Error) -> anyhow::Error {
    anyhow!("{error:#}")
}

/// The module has ended with this status.
#[derive(Debug)]
struct Exit(u32);

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "exit status {}", self.0)
    }
}

impl std::error::Error for Exit {}

/// Binds a system call to the sandbox.
fn link(linker: &mut Linker<Process>, signature: &'static Signature) -> wasmtime::Result<()> {
    let params = signature.params.iter().map(|param| match param {
        Param::I32 => ValType::I32,
        Param::I64 => ValType::I64,
    });
    let ty = FuncType::new(linker.engine(), params, signature.returns_errno.then_some(ValType::I32));
    linker.func_new(MODULE, signature.name, ty, |mut caller: Caller<'_, Process>, params, results| {
        let args: Vec<u64> = params.iter().map(number).collect();
        let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
            return Err(wasmtime::Error::msg("it exports no memory"));
        };
        let (mut bytes, process) = memory.data_and_store_mut(&mut caller);
        match process.call(signature.call, &args, Budget::ZERO, &mut bytes) {
            Flow::Return { errno, .. } => {
                results.iter_mut().for_each(|result| *result = Val::I32(errno.into()));
                Ok(())
            }
            Flow::Exit(status) => Err(Exit(status).into()),
            Flow::Wait | Flow::Poll => Err(wasmtime::Error::msg("it waits for input")),
            Flow::Flooded => Err(wasmtime::Error::msg("it prints too much")),
        }
    })?;
    Ok(())
}

fn number(value: &Val) -> u64 {
    match *value {
        Val::I32(value) => value.cast_unsigned().into(),
        Val::I64(value) => value.cast_unsigned(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::take_snapshot;

    /// A module that stops as CPython does: a built-in function at 2048 whose description is at 3000,
    /// arguments at 6000, and a state in the memory.
    const STOPS: &str = r#"(module
        (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 2)
        (global $stack (mut i32) (i32.const 1024))
        (table 2 funcref)
        (elem (i32.const 1) $call)
        (data (i32.const 100) "\c8\00\00\00\0a\00\00\00")
        (data (i32.const 200) "2048 6000\0a")
        (func $call (param $receiver i32) (param $arguments i32) (param $count i32) (param i32) (result i32)
            (if (i32.ne (local.get $arguments) (i32.const 6012)) (then unreachable))
            (if (i32.ne (local.get $count) (i32.const 2)) (then unreachable))
            (if (i32.lt_u (global.get $stack) (i32.const 4000000)) (then unreachable))
            (call $exit (i32.add (i32.load (i32.const 4096)) (local.get $receiver)))
            (i32.const 0))
        (func (export "_start")
            (i32.store (i32.const 4096) (i32.const 50))
            (i32.store (i32.const 2056) (i32.const 3000))
            (i32.store (i32.const 2060) (i32.const 7))
            (i32.store (i32.const 3004) (i32.const 1))
            (drop (call $write (i32.const 2) (i32.const 100) (i32.const 1) (i32.const 300)))
            (call $exit (i32.const 99))))"#;

    #[test]
    fn a_stopped_module_goes_on_with_its_memory() {
        let module = wat::parse_str(STOPS).expect("valid");
        let resumed = take_snapshot(&module).expect("it stops");
        let (_, _, ended) = execute(&resumed).expect("a module");
        let status = ended.expect_err("it ends by a call").downcast_ref::<Exit>().map(|exit| exit.0);
        assert_eq!(status, Some(57));
        assert_eq!(take_snapshot(&module).ok(), Some(resumed), "the same each time");
    }

    #[test]
    fn a_module_that_stops_elsewhere_is_refused() {
        for (from, to, why) in [
            ("(i32.const 99)", "(i32.const 1)", "it did not stop where it should (exit status 1)"),
            ("2048 6000", "2048 here", "it printed 2048 here"),
            (
                "(i32.store (i32.const 3004) (i32.const 1))",
                "(i32.store (i32.const 3004) (i32.const 2))",
                "is not where CPython",
            ),
            ("(table 2 funcref)", "(global i32 (i32.const 0)) (table 2 funcref)", "it has 2 globals"),
        ] {
            let module = wat::parse_str(STOPS.replacen(from, to, 1)).expect("valid");
            let refused = format!("{:#}", take_snapshot(&module).expect_err(why));
            assert!(refused.contains(why), "{refused}");
        }
    }
}
