//! The page of WASI tests: the match worker runs a folder of tests, and the page shows the result
//! of each.

use anyhow::Result;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

/// A module that prints its second argument, a space, and the content of `greeting` in its folder,
/// and exits with 3.
const GREETER: &str = r#"(module
    (import "wasi_snapshot_preview1" "args_get" (func $args (param i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
    (memory (export "memory") 1)
    (data (i32.const 64) "greeting")
    (data (i32.const 100) "\00\04\00\00\ff\00\00\00")
    (data (i32.const 108) "\00\00\00\00\05\00\00\00\00\04\00\00\06\00\00\00")
    (func (export "_start")
        (drop (call $args (i32.const 16) (i32.const 200)))
        ;; The words of the first and the third piece of what is printed: the argument, and the file.
        (i32.store (i32.const 108) (i32.load (i32.const 20)))
        (drop (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 8) (i32.const 0)
            (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 32)))
        (drop (call $read (i32.load (i32.const 32)) (i32.const 100) (i32.const 1) (i32.const 36)))
        (drop (call $write (i32.const 1) (i32.const 108) (i32.const 2) (i32.const 40)))
        (call $exit (i32.const 3))))"#;

/// Chooses these files, by their paths and contents, as a person chooses their folder: no driver
/// can do that in every browser.
const CHOOSE: &str = "
    const files = arguments[0].map(([path, text]) => {
        const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
        return Object.defineProperty(new File([bytes], path.split('/').pop()), 'webkitRelativePath', {value: path});
    });
    const folder = Object.defineProperty(document.querySelector('[data-testid=folder]'), 'files', {value: files});
    folder.dispatchEvent(new Event('change'));
";

/// A file below the chosen folder.
fn file(path: &str, content: impl AsRef<[u8]>) -> Value {
    json!([format!("suite/{path}"), BASE64_STANDARD.encode(content)])
}

fn module(name: &str, text: &str) -> Result<Value> {
    Ok(file(&format!("{name}.wasm"), wat::parse_str(text)?))
}

in_each_browser! {
    #[core]
    async fn tests_of_a_suite_are_run(browser: &Browser) -> Result<()> {
        let asked = r#""args": ["hello"], "dirs": ["words.dir"]"#;
        let fields = format!(r#"{{{asked}, "exit_code": 3, "stdout": "hello world"}}"#);
        let operations = format!(
            r#"{{"operations": [{{"type": "run", {asked}}}, {{"type": "read", "payload": "hello moon"}}, {{"type": "wait", "exit_code": 3}}]}}"#
        );
        let stranger = r#"(module (import "env" "f" (func)) (memory (export "memory") 1) (func (export "_start")))"#;
        let suite = [
            module("greeter", GREETER)?,
            file("greeter.json", fields),
            file("words.dir/greeting", " world"),
            file("words.dir/left.cleanup/greeting", "of an earlier run"),
            module("liar", GREETER)?,
            file("liar.json", operations),
            module("crash", r#"(module (memory (export "memory") 1) (func (export "_start") (unreachable)))"#)?,
            module("stranger", stranger)?,
        ];
        browser.open("wasi-test.html").await?;
        browser.find("folder").await?;
        browser.script(CHOOSE, vec![json!(suite)]).await?;
        let said = browser.wait_for_text("status", |text| text.contains("passed")).await?;
        assert_eq!(said, "1 of 4 tests passed.");
        let results = browser.text("results").await?;
        for line in [
            "greeter passed",
            "liar FAILED its stdout is \"hello world\", not \"hello moon\"",
            "crash FAILED it aborted (unreachable)",
            "stranger FAILED Cannot run it: the module imports what does not exist here: env.f",
        ] {
            assert!(results.contains(line), "{line}: {results}");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
