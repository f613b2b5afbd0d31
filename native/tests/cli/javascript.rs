//! Bots in JavaScript: their functions, their errors, and that they repeat themselves.

use botyard_effort::count;

use super::test_dir::TestDir;

/// Greets, and ends before the first question.
const GREETS: &str = "print('p');";

/// A match in which a script plays first: its output, and then the script's stderr.
fn played(dir: &TestDir, script: &str, options: &[&str]) -> String {
    let bot = dir.write("bot.js", script);
    let play = ["play", "connect-four", &bot, "builtin:random", "--stderr", "--seed", "7"];
    let ran = dir.run(&[&play[..], options].concat());
    ran.stdout + &ran.stderr
}

/// The lines that the script wrote to stderr.
fn stderr_of(script: &str) -> String {
    stderr_in_match(script, &[])
}

/// Like `stderr_of`, in a match with these options.
fn stderr_in_match(script: &str, options: &[&str]) -> String {
    let text = played(&TestDir::new(), script, options);
    let (_, said) = text.split_once("wrote to stderr:\n").unwrap_or_else(|| panic!("{text}"));
    said.lines().map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n").collect()
}

#[test]
fn a_script_reads_prints_and_talks() {
    let script = r#"
        print("p");
        const seat = readline();
        console.error("seat", seat, typeof seat, [1, { a: 2 }], null, undefined, () => 1);
        console.warn(scriptArgs.length, Math.max(...[3, 4]), performance.now() >= 0, new Date(0).toISOString());
        console.error(new Map([[1, 2]]).get(1), structure());
        function structure() { const { a, ...rest } = { a: 1, b: 2n ** 70n }; return rest.b; }
        quit(3);
    "#;
    let text = played(&TestDir::new(), script, &[]);
    assert!(text.contains("exit status 3"), "{text}");
    let lines = "  seat 1 string [1,{\"a\":2}] null undefined () => 1\n  0 4 true 1970-01-01T00:00:00.000Z\n  2 1180591620717411303424\n";
    assert!(text.contains(lines), "{text}");
}

#[test]
fn an_error_names_its_line() {
    for (script, expected) in [
        ("print('p');\nlet x = ;", "SyntaxError: unexpected token in expression: ';'\n    at bot.js:2:9\n"),
        ("\n\nnull.a;", "TypeError: cannot read property 'a' of null\n    at <anonymous> (bot.js:3:1)\n"),
        (
            "function f() {\n  throw new RangeError('why');\n}\nf();",
            "RangeError: why\n    at f (bot.js:2:13)\n    at <anonymous> (bot.js:4:1)\n",
        ),
        ("throw 'a text';", "uncaught: a text\n"),
        ("await Promise.reject(new Error('later'));", "Error: later\n    at <anonymous> (bot.js:1:26)\n"),
        ("Promise.reject(new Error('unheard'));", "Error: unheard\n    at <anonymous> (bot.js:1:20)\n"),
        ("import './missing.js';", "ReferenceError: cannot find the file 'missing.js'"),
        (
            "require('fs');",
            "hint: bots have no Node.js modules; `readline()` reads a line and `print(text)` writes one\n",
        ),
    ] {
        let said = stderr_of(script);
        assert!(said.contains(expected), "{script}: {said}");
    }
}

#[test]
fn a_check_names_what_keeps_a_script_from_greeting() {
    let dir = TestDir::new();
    for (script, expected) in [
        (
            "print('p');\nlet x = ;",
            "      To mend it: Correct the error that it printed. `botyard rerun` with the link repeats it.\n",
        ),
        ("while (true) {}", "Greet first, and compute what takes time after that.\n"),
    ] {
        let bot = dir.write("bot.js", script);
        let told = dir.run(&["check", "connect-four", &bot, "--seed", "1", "--speed", "0.05"]).stdout(4);
        assert!(told.contains(expected), "{told}");
    }
}

/// Regression: whatever its name, it was called `bot.js`.
#[test]
fn an_error_is_told_with_the_name_of_the_file() {
    let dir = TestDir::new();
    let bot = dir.write("mine.js", "print('p');\nlet x = ;");
    let told = dir.run(&["check", "connect-four", &bot, "--seed", "1"]).stdout(4);
    assert!(told.contains("SyntaxError: unexpected token in expression: ';' (mine.js:2:9).\n"), "{told}");
    let ran = dir.run(&["play", "connect-four", &bot, "builtin:random", "--seed", "7", "--save", "match.json"]);
    assert!(ran.stderr.contains("mine.js wrote to stderr, where its file is called bot.js:\n"), "{ran:?}");
    // The record has the stderr unchanged.
    assert!(dir.read("match.json").contains("at bot.js:2:9"), "{ran:?}");
}

/// The sandbox would end such a run with a trap.
#[test]
fn deep_recursion_is_an_error_of_the_language() {
    let scripts = [
        ("calls", "function f(n) { return f(n + 1) + 1 } f(0)"),
        ("getters", "new (class { get x() { return this.x } })().x"),
        ("constructors", "class C { constructor() { new C() } } new C()"),
        ("callbacks", "function g() { return [1].map(g) } g()"),
        ("sorting", "const c = () => { [2, 1].sort(c); return 0 }; c()"),
        ("proxies", "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.a"),
        ("generators", "function* g() { yield* g() } [...g()]"),
        ("conversions", "const b = { toString: () => '' + b }; '' + b"),
        ("spreading", "function h(...a) { return h(...a, 1) } h()"),
        ("replacing", "function r() { return 'x'.replace(/x/, r) } r()"),
        ("JSON out", "let a = []; for (let i = 0; i < 6000; i++) a = [a]; JSON.stringify(a)"),
        ("JSON in", "JSON.parse('['.repeat(6000) + ']'.repeat(6000))"),
        ("flattening", "let a = []; for (let i = 0; i < 20000; i++) a = [a]; a.flat(Infinity)"),
        ("joining", "let a = []; for (let i = 0; i < 20000; i++) a = [a]; String(a)"),
        ("parentheses", "Function('return ' + '('.repeat(6000) + '1' + ')'.repeat(6000))"),
        ("objects", "Function('return ' + '{a:'.repeat(6000) + '1' + '}'.repeat(6000))"),
        ("functions", "Function('(function(){'.repeat(3000) + '1' + '})'.repeat(3000))"),
        ("templates", "Function('return ' + '`${'.repeat(3000) + '1' + '}`'.repeat(3000))"),
        (
            "large frames",
            "globalThis.G = Function(Array.from({ length: 12000 }, (_, i) => 'var a' + i + '=1;').join('') + 'return G()'); G()",
        ),
        ("bound arguments", "globalThis.b = () => c(); globalThis.c = b.bind(null, ...Array(20000).fill(1)); c()"),
        ("powers", "Function('return ' + '2**'.repeat(6000) + '1')"),
    ];
    for (name, script) in &scripts[..count(5, scripts.len())] {
        let said = stderr_of(&format!("{GREETS} try {{ {script} }} catch (error) {{ console.error(String(error)) }}"));
        assert!(said.contains("RangeError: Maximum call stack size exceeded\n"), "{name}: {said}");
    }
}

#[test]
fn calls_go_deep_enough_for_a_search() {
    let depth = "let n = 0; const f = () => { n += 1; f() }; try { f() } catch { console.error(n >= 400) }";
    assert!(stderr_of(depth).contains("true\n"));
}

#[test]
fn memory_that_is_used_up_is_an_error_of_the_language() {
    let fills = ["const a = []; for (;;) a.push([1])", "const m = new Map; for (let i = 0; ; i++) m.set(i, i)"];
    for fill in &fills[..count(1, fills.len())] {
        let said = stderr_of(fill);
        assert!(said.contains("InternalError: out of memory\n    at <anonymous> (bot.js:1:"), "{fill}: {said}");
        let said = stderr_of(&format!("try {{ {fill} }} catch (error) {{ console.error('caught', error.message) }}"));
        assert!(said.contains("caught out of memory\n"), "{fill}: {said}");
    }
    let script = "const s = []; try { for (;;) s.push('x'.repeat(1 << 20) + s.length) } catch (error) {
        const count = s.length; s.length = 0; console.error(count > 30, String(error)) }";
    assert!(stderr_of(script).contains("true InternalError: out of memory\n"));
    assert!(stderr_of("\n'x'.repeat(63 << 20)").contains("InternalError: out of memory\n    at "));
}

#[test]
fn a_loop_without_an_end_is_told_with_its_line() {
    // The note comes after a time, and a slow processor counts it in few instructions.
    let slow = ["--speed", "0.1"];
    for (script, place) in [
        ("print('p');\n\nfor (;;) {}", "    at <anonymous> (bot.js:3:"),
        ("function f() {\n  let n = 0;\n  while (true) n += 1;\n}\nf();", "    at f (bot.js:3:"),
        ("let n = 0;\nprint('p');\nwhile (true) {\n  n += Math.sqrt(n);\n}", "    at <anonymous> (bot.js:"),
    ] {
        let said = stderr_in_match(script, &slow);
        let (note, places) = said.split_once('\n').expect("lines");
        assert_eq!(note, "note: computing for 0.8 s since the last line was read", "{script}");
        assert!(places.starts_with(place) && !places.contains("note"), "{script}: {said}");
    }
    let computing = "const start = performance.now(); while (performance.now() - start < 700) {} null.a";
    assert!(stderr_in_match(computing, &slow).starts_with("TypeError"), "it is below the limit");
}

#[test]
fn a_script_that_never_answers_loses_on_time() {
    let dir = TestDir::new();
    let looping = played(&dir, "for (;;) {}", &["--time", "100ms"]);
    assert!(looping.contains("bot.js did not start") && looping.contains("random wins"), "{looping}");
    let flooding = played(&dir, "for (;;) print(1)", &["--speed", "0.1"]);
    assert!(flooding.contains("random wins"), "{flooding}");
}

#[test]
fn chance_comes_from_the_seed() {
    let dir = TestDir::new();
    let bot = dir.write("bot.js", "console.error(Math.random(), Math.random(), Date.now(), performance.now() < 1000)");
    let said = |seed: &str| {
        let ran = dir.run(&["play", "connect-four", &bot, "builtin:random", "--stderr", "--seed", seed]);
        ran.stderr
    };
    assert_eq!(said("1"), said("1"));
    assert!(said("1").contains(" true\n"), "{}", said("1"));
    assert_ne!(said("1"), said("2"));
}

#[test]
fn a_script_may_have_several_files() {
    let dir = TestDir::new();
    dir.write("search.js", "import { four } from './numbers.js';\nexport const best = () => four;\n");
    dir.write("numbers.js", "export const four = 4;\n");
    let main = "import { best } from './search.js';\nconsole.error('best', best());\n";
    assert!(played(&dir, main, &[]).contains("\n  best 4\n"));
    // The same script as one file: a comment begins its second part.
    let one = format!("{main}//# file: search.js\nexport const best = () => 4;\n");
    assert!(played(&TestDir::new(), &one, &[]).contains("\n  best 4\n"));
}

#[test]
fn a_record_names_the_script_and_its_interpreter() {
    let dir = TestDir::new();
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/connect-four/javascript/bot.js");
    let play = ["play", "connect-four", starter, "builtin:random", "--seed", "7", "-q", "--save", "match.json"];
    dir.run(&play).stdout(0);
    let record: serde_json::Value = serde_json::from_str(&dir.read("match.json")).expect("a replay");
    let hash = |name: &str| record["players"][0][name].as_str().map(str::len);
    assert_eq!((hash("sha256"), hash("interpreter")), (Some(64), Some(64)), "{record}");
    assert_eq!(record["players"][1]["interpreter"], serde_json::Value::Null);
    let verified = dir.run(&["verify", "match.json", starter, "builtin:random"]).stdout(0);
    assert!(!verified.contains("different"), "{verified}");
    let other = dir.write("bot.js", GREETS);
    let ran = dir.run(&["verify", "match.json", &other, "builtin:random"]);
    assert!(ran.stderr.contains("not the script that played"), "{ran:?}");
    let other = dir.run(&["rerun", "match.json", "--seat", "1", starter]).stdout(0);
    assert!(other.contains("No difference: "), "{other}");
}

#[test]
fn the_starters_win_in_every_game() {
    let games = [
        ("connect-four", "builtin:random", &[][..]),
        ("stratego", "builtin:dummy", &[]),
        ("generals", "builtin:random", &[]),
        ("bitmartyr", "builtin:random", &["--width", "20", "--height", "20", "--population", "3", "--duration", "60"]),
    ];
    for &(game, opponent, options) in &games[..count(1, games.len())] {
        let dir = TestDir::new();
        let starter = format!("{}/../starters/{game}/javascript/bot.js", env!("CARGO_MANIFEST_DIR"));
        let play = ["play", game, &starter, opponent, "--seed", "3", "--json"];
        let text = dir.run(&[&play[..], options].concat()).stdout(0);
        let document: serde_json::Value = serde_json::from_str(&text).expect("a document");
        let verdict = document["verdict"].as_str().expect("a sentence");
        assert!(verdict.starts_with("bot.js wins"), "{game}: {verdict}");
    }
}

#[test]
fn a_script_plays_series_and_is_checked() {
    let dir = TestDir::new();
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../starters/connect-four/javascript/bot.js");
    let series = ["series", "connect-four", starter, "builtin:random", "--games", "20", "--seed", "1", "--json"];
    let document: serde_json::Value = serde_json::from_str(&dir.run(&series).stdout(0)).expect("a document");
    assert_eq!(document["games"].as_u64().or(document["played"].as_u64()), Some(20), "{document}");
    dir.run(&["check", "connect-four", starter]).stdout(0);
}

#[test]
fn what_is_no_script_is_refused() {
    let dir = TestDir::new();
    for (bytes, why) in [
        (&b"\xff"[..], "not a text file (invalid UTF-8)"),
        (&b"//# file: a/b.js\n"[..], "the script's file name \"a/b.js\" cannot be used"),
        (&vec![b' '; (1 << 20) + 1], "file too large: at most 1 MiB"),
    ] {
        let bot = dir.write("bot.js", bytes);
        let told = dir.run(&["play", "connect-four", &bot, "builtin:random"]).complaint(3);
        assert!(told.contains(why), "{told}");
    }
}

/// Their sources are in the checkout; a copy of them is the same bot.
#[test]
fn bundled_scripts_are_listed_and_play_as_their_copies_do() {
    let dir = TestDir::new();
    let bots = dir.run(&["bots"]).stdout(0);
    let scripts = [
        ("connect-four", "lookahead", "tactician", &[][..]),
        ("stratego", "gambler", "dummy", &["-m", "60"]),
        ("generals", "pioneer", "greedy", &["--rounds", "60"]),
        (
            "bitmartyr",
            "marcher",
            "hunter",
            &["--width", "20", "--height", "20", "--population", "3", "--duration", "20"],
        ),
    ];
    for &(game, name, opponent, options) in &scripts[..count(1, scripts.len())] {
        let line = bots.lines().find(|line| line.starts_with(&format!("builtin:{name} ")));
        let words: Vec<_> = line.unwrap_or_default().split_whitespace().collect();
        assert_eq!(words, [&*format!("builtin:{name}"), game, "JavaScript"]);
        dir.run(&["new", game, "--from", name, name]).stdout(0);
        let play = |bot: &str| {
            let opponent = format!("builtin:{opponent}");
            let play = ["play", game, bot, &opponent, "--seed", "3", "--json"];
            let text = dir.run(&[&play[..], options].concat()).stdout(0);
            let document: serde_json::Value = serde_json::from_str(&text).expect("a document");
            let replay = &document["replay"];
            let hashes = ["sha256", "interpreter"].map(|key| replay["players"][0][key].clone());
            assert!(hashes.iter().all(serde_json::Value::is_string), "{game}: {hashes:?}");
            // The opponent may be sent the bot's name, and take another time to read it.
            let actions = replay["turns"].as_array().expect("a list").iter().map(|turn| turn["action"].clone());
            (hashes, actions.collect::<Vec<_>>())
        };
        assert_eq!(play(&format!("builtin:{name}")), play(&format!("{name}/bot.js")), "{game}");
    }
}
