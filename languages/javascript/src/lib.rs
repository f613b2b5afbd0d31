//! Takes the snapshot with which a JavaScript bot starts: an interpreter that has made its context
//! already. Knows no JavaScript and no bot: any module with these two exports will do.

use anyhow::{Result, anyhow, bail};
use wasmparser::ValType;
use wasmtime::{Engine, Instance, Linker, Memory, Module, Store, Val};
use wasmtime_wizer::{InstanceState, SnapshotVal, Wizer};

/// The export that is called before the snapshot and then removed.
const INITIALIZE: &str = "initialize";
/// The export that becomes [`START`].
const RESUME: &str = "resume";
/// The export with which a WASI module begins.
const START: &str = "_start";

/// Runs a module's `initialize` and returns the module as it is then, with `resume` as its
/// `_start`.
///
/// # Errors
/// If the module is invalid, traps, or calls one of its imports: randomness, clocks, arguments,
/// environment and files belong to a run, and all runs would share those of the snapshot.
pub fn take_snapshot(module: &[u8]) -> Result<Vec<u8>> {
    let mut wizer = Wizer::new();
    wizer.init_func(INITIALIZE).func_rename(START, RESUME);
    let (context, instrumented) = wizer.instrument(module).map_err(readable)?;
    let engine = Engine::default();
    let compiled = Module::new(&engine, &instrumented).map_err(readable)?;
    let mut linker = Linker::new(&engine);
    for import in compiled.imports() {
        let Some(function) = import.ty().func().cloned() else { bail!("`{}` is not a function", import.name()) };
        let name = import.name().to_owned();
        let refuse = move |_: wasmtime::Caller<'_, ()>, _: &[Val], _: &mut [Val]| {
            Err(wasmtime::Error::msg(format!("`{INITIALIZE}` calls `{name}`, whose answer a snapshot must not keep")))
        };
        linker.func_new(import.module(), import.name(), function, refuse).map_err(readable)?;
    }
    let mut store = Store::new(&engine, ());
    let instance = linker.instantiate(&mut store, &compiled).map_err(readable)?;
    let initialize = instance.get_typed_func::<(), ()>(&mut store, INITIALIZE).map_err(readable)?;
    initialize.call(&mut store, ()).map_err(readable)?;
    let mut initialized = Initialized { store, instance };
    pollster::block_on(wizer.snapshot(&context, &mut initialized)).map_err(readable)
}

/// An error's cause, which wasmtime lists last.
fn readable(error: wasmtime::Error) -> anyhow::Error {
    anyhow!("{}", error.root_cause())
}

/// An instance whose `initialize` has returned.
struct Initialized {
    store: Store<()>,
    instance: Instance,
}

impl Initialized {
    fn memory(&mut self, name: &str) -> Memory {
        self.instance.get_memory(&mut self.store, name).expect("wizer exports every memory")
    }
}

impl InstanceState for Initialized {
    async fn global_get(&mut self, name: &str, _: ValType) -> SnapshotVal {
        let global = self.instance.get_global(&mut self.store, name).expect("wizer exports every mutable global");
        match global.get(&mut self.store) {
            Val::I32(value) => SnapshotVal::I32(value),
            Val::I64(value) => SnapshotVal::I64(value),
            Val::F32(bits) => SnapshotVal::F32(bits),
            Val::F64(bits) => SnapshotVal::F64(bits),
            Val::V128(value) => SnapshotVal::V128(value.as_u128()),
            _ => unreachable!("wizer refuses modules with mutable references"),
        }
    }

    async fn memory_contents(&mut self, name: &str, read: impl FnOnce(&[u8]) + Send) {
        let memory = self.memory(name);
        read(memory.data(&self.store));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exit status is 3 from memory and 4 from a global, both set before the snapshot.
    const COUNTS: &str = r#"(module
        (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
        (memory (export "memory") 1)
        (global $count (mut i32) (i32.const 0))
        (func (export "initialize") (global.set $count (i32.const 4)) (i32.store8 (i32.const 9) (i32.const 3)))
        (func (export "resume") (call $exit (i32.add (global.get $count) (i32.load8_u (i32.const 9))))))"#;

    #[test]
    fn memory_and_globals_are_kept() {
        let snapshot = take_snapshot(&wat::parse_str(COUNTS).expect("valid")).expect("it calls nothing");
        let engine = Engine::default();
        let module = Module::new(&engine, &snapshot).expect("valid");
        let exports: Vec<_> = module.exports().map(|export| export.name().to_owned()).collect();
        assert!(exports.iter().any(|name| name == START), "{exports:?}");
        assert!(exports.iter().all(|name| name != INITIALIZE && name != RESUME), "{exports:?}");
        let mut store = Store::new(&engine, 0);
        let mut linker = Linker::new(&engine);
        let exit = |mut caller: wasmtime::Caller<'_, i32>, status: i32| *caller.data_mut() = status;
        linker.func_wrap("wasi_snapshot_preview1", "proc_exit", exit).expect("new");
        let instance = linker.instantiate(&mut store, &module).expect("it starts");
        let start = instance.get_typed_func::<(), ()>(&mut store, START).expect("exported");
        start.call(&mut store, ()).expect("it returns");
        assert_eq!(*store.data(), 7);
    }

    #[test]
    fn chance_clocks_and_files_are_not_frozen() {
        for (call, params) in [
            ("random_get", "i32 i32"),
            ("clock_time_get", "i32 i64 i32"),
            ("args_get", "i32 i32"),
            ("environ_get", "i32 i32"),
            ("fd_prestat_get", "i32 i32"),
        ] {
            let zeros: String = params.split(' ').map(|kind| format!("({kind}.const 0) ")).collect();
            let module = format!(
                r#"(module
                    (import "wasi_snapshot_preview1" "{call}" (func $call (param {params}) (result i32)))
                    (memory (export "memory") 1)
                    (func (export "initialize") (drop (call $call {zeros})))
                    (func (export "resume")))"#
            );
            let refused = take_snapshot(&wat::parse_str(module).expect("valid")).expect_err("it asks");
            assert!(refused.to_string().contains(&format!("calls `{call}`")), "{refused}");
        }
    }
}
