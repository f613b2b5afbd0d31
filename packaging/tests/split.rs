//! Split programs behave as they did in one piece.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

use std::fs;

use botyard_packaging::{DeferralRules, defer_code, list, split_program};
use wasmi::{Caller, Engine, Instance, Linker, Module, Store};

/// Calls its functions directly and through the table, calls back, and counts in a global and in
/// its memory. `square` and what only `square` calls can wait, and so can one that is only in the
/// table.
const PROGRAM: &str = r#"
    (module
        (type $number (func (param i32) (result i32)))
        (import "script" "__wbg_needDeferredCode_0" (func $load))
        (import "script" "note" (func $note (param i32)))
        (memory (export "memory") 1)
        (table (export "table") 3 3 funcref)
        (global $calls (mut i32) (i32.const 0))
        (elem (i32.const 1) $one $page::later::negate)
        (func $one (param i32) (result i32) (i32.const 1))
        (func $count (global.set $calls (i32.add (global.get $calls) (i32.const 1))))
        (func $page::later::negate (param i32) (result i32) LARGE
            (call $count) (i32.sub (i32.const 0) (local.get 0)))
        (func $multiply (param i32 i32) (result i32)
            (call $note (local.get 0)) (i32.mul (local.get 0) (local.get 1)))
        (func $page::later::square (export "square") (param i32) (result i32) LARGE
            (call $count) (i32.store (i32.const 8) (call $one (local.get 0)))
            (i32.store (i32.const 8) (i32.mul (i32.load (i32.const 8)) (local.get 0)))
            (call $multiply (local.get 0) (i32.load (i32.const 8))))
        (func (export "sum") (param i32 i32) (result i32)
            (i32.add (call $page::later::square (local.get 0)) (call_indirect (type $number) (local.get 0) (local.get 1))))
        (func (export "indirect") (param i32 i32) (result i32)
            (call_indirect (type $number) (local.get 0) (local.get 1)))
        (func (export "calls") (result i32) (global.get $calls)))
"#;

/// The program's text; no rule applies to a function that is as small as a stub.
fn text() -> String {
    PROGRAM.replace("LARGE", &"(nop) ".repeat(100))
}

fn program() -> Vec<u8> {
    wat::parse_str(text()).unwrap()
}

/// A primary module that runs, and what happens around it.
struct Running {
    store: Store<Page>,
    instance: Instance,
}

struct Page {
    deferred: Vec<u8>,
    primary: Option<Instance>,
    loads: usize,
    notes: Vec<i32>,
}

impl Running {
    fn start() -> Self {
        let rules = DeferralRules::parse("page::later").unwrap();
        let [primary, deferred] = split_program(&program(), &rules).unwrap().unwrap();
        for module in [&primary, &deferred] {
            wasmparser::validate(module).unwrap();
        }
        let engine = Engine::default();
        let mut store = Store::new(&engine, Page { deferred, primary: None, loads: 0, notes: vec![] });
        let mut linker = Linker::new(&engine);
        linker
            .func_wrap("script", "__wbg_needDeferredCode_0", |mut caller: Caller<'_, Page>| load(&mut caller))
            .unwrap();
        let note = |mut caller: Caller<'_, Page>, number: i32| caller.data_mut().notes.push(number);
        linker.func_wrap("script", "note", note).unwrap();
        let instance = linker.instantiate_and_start(&mut store, &Module::new(&engine, &primary).unwrap()).unwrap();
        store.data_mut().primary = Some(instance);
        Self { store, instance }
    }

    fn call<P: wasmi::WasmParams>(&mut self, name: &str, parameters: P) -> i32 {
        self.instance.get_typed_func::<P, i32>(&self.store, name).unwrap().call(&mut self.store, parameters).unwrap()
    }
}

fn load(caller: &mut Caller<'_, Page>) {
    caller.data_mut().loads += 1;
    let engine = caller.engine().clone();
    let module = Module::new(&engine, &caller.data().deferred).unwrap();
    let primary = caller.data().primary.unwrap();
    let mut linker = Linker::new(&engine);
    for import in module.imports() {
        let lent = primary.get_export(&*caller, import.name()).unwrap();
        linker.define(import.module(), import.name(), lent).unwrap();
    }
    linker.instantiate_and_start(caller, &module).unwrap();
}

#[test]
fn the_deferred_module_is_loaded_when_it_is_needed_and_once() {
    let mut page = Running::start();
    assert_eq!((page.call("indirect", (5, 1)), page.call("calls", ())), (1, 0));
    assert_eq!(page.store.data().loads, 0);
    assert_eq!((page.call("sum", (5, 2)), page.call("calls", ())), (25 - 5, 2));
    assert_eq!((page.call("square", 7), page.call("indirect", (3, 2)), page.call("calls", ())), (49, -3, 4));
    assert_eq!((page.store.data().loads, &page.store.data().notes[..]), (1, &[5, 7][..]));
}

#[test]
fn a_function_that_only_the_table_names_is_deferred_too() {
    let mut page = Running::start();
    assert_eq!((page.call("indirect", (3, 2)), page.store.data().loads), (-3, 1));
}

#[test]
fn what_only_deferred_functions_call_is_deferred() {
    let rules = DeferralRules::parse("page::later").unwrap();
    let [primary, deferred] = split_program(&program(), &rules).unwrap().unwrap();
    assert_eq!(imports(&primary), ["__wbg_needDeferredCode_0", "note"]);
    let [functions, others]: [Vec<_>; 2] = {
        let module = Module::new(&Engine::default(), &deferred).unwrap();
        let (functions, others) = module.imports().partition(|import| import.ty().func().is_some());
        [functions, others]
            .map(|imports: Vec<wasmi::ImportType>| imports.iter().map(|import| import.name().to_owned()).collect())
    };
    assert_eq!((functions.len(), others.len()), (2, 4), "`note` and `one`; a table, a memory, and two globals");
}

fn imports(module: &[u8]) -> Vec<String> {
    let module = Module::new(&Engine::default(), module).unwrap();
    module.imports().map(|import| import.name().to_owned()).collect()
}

#[test]
fn a_program_that_cannot_load_anything_stays_whole() {
    let folder = tempfile::tempdir().unwrap();
    let whole = wat::parse_str(text().replace("needDeferredCode", "other")).unwrap();
    for (name, bytes) in [("worker_bg.wasm", &whole), ("page_bg.wasm", &program())] {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    defer_code(folder.path(), &DeferralRules::parse("page::later").unwrap()).unwrap();
    let names: Vec<_> = list(folder.path()).unwrap().into_iter().map(|file| file.name).collect();
    assert_eq!(names, ["page-deferred_bg.wasm", "page_bg.wasm", "worker_bg.wasm"]);
    assert_eq!(fs::read(folder.path().join("worker_bg.wasm")).unwrap(), whole);
    let rules = DeferralRules::parse("chess").unwrap();
    fs::write(folder.path().join("page_bg.wasm"), program()).unwrap();
    let error = defer_code(folder.path(), &rules).unwrap_err().to_string();
    assert_eq!(error, "page_bg.wasm cannot be split", "nothing of it can wait");
}
