//! `botyard trace`: what a bot did in a turn, and that it is the recorded turn.

use botyard::bots;
use botyard_sandbox::script::ScriptLanguage;
use serde_json::Value;

use super::test_dir::TestDir;

/// Games that are short, with an opponent of each.
const GAMES: [(&str, &str, &[&str]); 4] = [
    ("connect-four", "builtin:random", &[]),
    ("stratego", "builtin:dummy", &["-m", "12"]),
    ("generals", "builtin:random", &["--rounds", "8"]),
    ("bitmartyr", "builtin:random", &["--width", "8", "--height", "8", "--duration", "3"]),
];

/// The turns of a seat with the time of each, by their numbers as people count them.
fn turns_of(replay: &Value, seat: u64) -> Vec<(usize, u64)> {
    let turns = replay["turns"].as_array().expect("turns");
    let own = turns.iter().filter(|turn| turn["seat"] == seat);
    let seats = replay["players"].as_array().expect("players").len();
    // In BitMartyr all seats act in each turn, in the other games one.
    let number = |nth: usize| if replay["game"] == "bitmartyr" { nth + 1 } else { nth * seats + seat as usize + 1 };
    own.enumerate().map(|(nth, turn)| (number(nth), turn["used_ns"].as_u64().unwrap_or(0))).collect()
}

/// The charges of collapsed stacks, all together.
fn sum_of_stacks(text: &str) -> u64 {
    text.lines().map(|line| line.rsplit_once(' ').expect("a charge").1.parse::<u64>().expect("a number")).sum()
}

/// The charges of all functions add up to the recorded time of the turn, for every bundled bot but
/// those in Python, whose interpreter takes long to compile.
#[test]
fn profiles_of_all_bundled_bots_add_up_to_the_recorded_charge() {
    for (game, opponent, options) in GAMES {
        for bot in
            bots::list_for(game).filter(|bot| bot.module().is_some() && bot.language() != Some(ScriptLanguage::Python))
        {
            let dir = TestDir::new();
            let name = format!("builtin:{}", bot.name_in(game));
            let play = ["play", game, &name, opponent, "--seed", "3", "-q", "--save", "match.json"];
            dir.run(&[&play[..], options].concat()).stdout(0);
            let replay: Value = serde_json::from_str(&dir.read("match.json")).expect("a replay");
            let turns = turns_of(&replay, 0);
            let picked = [turns.first(), turns.get(1), turns.last()];
            for (number, used) in picked.into_iter().flatten() {
                let trace = ["trace", "match.json", "--seat", "1", "--turn", &number.to_string(), &name];
                let ran = dir.run(&[&trace[..], &["--profile", "collapsed"]].concat());
                assert!(ran.stderr.is_empty(), "{game} {name} {number}: {}", ran.stderr);
                assert_eq!(sum_of_stacks(&ran.stdout(0)), *used, "{game} {name} turn {number}");
            }
            let all = dir.run(&["trace", "match.json", "--seat", "1", &name, "--profile", "collapsed"]).stdout(0);
            let used = turns.iter().map(|(_, used)| used).sum::<u64>();
            assert_eq!(sum_of_stacks(&all), used, "{game} {name}");
        }
    }
}

#[test]
fn a_module_has_functions_and_no_lines() {
    let dir = TestDir::new();
    dir.run(&["play", "connect-four", "builtin:negamax", "builtin:random", "-q", "--save", "match.json"]).stdout(0);
    let trace = ["trace", "match.json", "--seat", "1", "--turn", "3", "builtin:negamax"];
    assert!(dir.run(&trace).complaint(2).contains("--profile shows the functions of other bots"));
    let table = dir.run(&[&trace[..], &["--profile"]].concat()).stdout(0);
    assert!(table.starts_with("turn 3 of negamax: ") && table.contains(" units\n\n     own units "), "{table}");
    let speedscope = dir.run(&[&trace[..], &["--profile", "speedscope"]].concat()).stdout(0);
    let document: Value = serde_json::from_str(&speedscope).expect("a document");
    let weights = document["profiles"][0]["weights"].as_array().expect("weights");
    let sum: u64 = weights.iter().filter_map(Value::as_u64).sum();
    assert_eq!(document["profiles"][0]["endValue"], sum);
}

#[test]
fn what_cannot_be_traced_is_refused() {
    let dir = TestDir::new();
    let play =
        ["play", "connect-four", "builtin:negamax", "builtin:random", "-q", "--seed", "1", "--save", "match.json"];
    dir.run(&play).stdout(0);
    let program = dir.player("x.sh", "1111");
    for (words, status, expected) in [
        (["--seat", "1", "--turn", "3", &program], 2, "is not a module or a script that the sandbox plays"),
        (["--seat", "1", "--turn", "2", "builtin:negamax"], 2, "has no turn 2: the nearest is 1"),
        (["--seat", "3", "--turn", "2", "builtin:negamax"], 2, "invalid --seat 3"),
        (["--seat", "2", "--turn", "6", "builtin:negamax"], 4, "turn 6 was not reached"),
        (["--seat", "1", "--turn", "1", "builtin:nobody"], 2, "`nobody` is not a module or a script"),
    ] {
        let ran = dir.run(&[&["trace", "match.json"][..], &words, &["--profile"]].concat());
        assert!(ran.status == status && ran.stderr.contains(expected), "{words:?}: {ran:?}");
    }
}

#[cfg(javascript)]
mod scripts {
    use super::*;

    /// Greets, and plays column 4 with what it computes.
    const BOT: &str = "\
print('p');
let turn = 0;
const seen = [];
function choose(board, depth) {
  let best = depth * 2;
  if (depth > 0) {
    const below = choose(board, depth - 1);
    best = best + below;
  }
  return best;
}
if (readline() === '2') { print('?'); readline(); }
while (true) {
  turn += 1;
  const worth = choose('b', 3);
  seen.push(worth);
  print(1 + turn % 7);
  const answer = readline();
  if (answer === undefined || answer === null) break;
}
";

    /// A match of this script in the first seat, and its trace of a turn.
    fn trace_in(dir: &TestDir, script: &str, turn: &str, options: &[&str]) -> Vec<Value> {
        let bot = dir.write("bot.js", script);
        let play = ["play", "connect-four", &bot, "builtin:random", "--seed", "2", "-q", "--save", "match.json"];
        dir.run(&play);
        let trace = ["trace", "match.json", "--seat", "1", "--turn", turn, &bot];
        let ran = dir.run(&[&trace[..], options].concat());
        assert!(ran.stderr.is_empty(), "{ran:?}");
        let documents = ran.stdout(0);
        documents.lines().map(|line| serde_json::from_str(line).expect("a document")).collect()
    }

    fn recorded_charge(dir: &TestDir, turn: usize) -> u64 {
        let replay: Value = serde_json::from_str(&dir.read("match.json")).expect("a replay");
        turns_of(&replay, 0).into_iter().find(|(number, _)| *number == turn).expect("a turn").1
    }

    /// Checks that all charges add up to the recorded one.
    #[track_caller]
    fn check_charges(documents: &[Value], recorded: u64) {
        let sum = |is_summed: fn(&Value) -> bool| -> u64 {
            documents[1..].iter().filter(|line| is_summed(line)).filter_map(|line| line["charge"].as_u64()).sum()
        };
        assert_eq!(documents[0]["charge"], recorded);
        assert_eq!(sum(|line| line.get("visits").is_some()), recorded, "by line");
        let first = documents[1..].iter().find(|line| line.get("step").is_some());
        if first.is_some_and(|first| first["step"] == 0) {
            assert_eq!(sum(|line| line.get("step").is_some()), recorded, "by step");
        }
    }

    #[test]
    fn steps_have_lines_and_variables() {
        let dir = TestDir::new();
        let documents = trace_in(&dir, BOT, "3", &[]);
        check_charges(&documents, recorded_charge(&dir, 3));
        let steps: Vec<_> = documents.iter().filter(|line| line.get("step").is_some()).collect();
        let changed = |line: u64, name: &str| -> Vec<&str> {
            let of_line = steps.iter().filter(|step| step["line"] == line);
            of_line.filter_map(|step| step["changed"][name].as_str()).collect()
        };
        let lines: Vec<_> = steps.iter().filter_map(|step| step["line"].as_u64()).collect();
        assert!(lines.windows(3).any(|lines| lines == [5, 6, 7]), "{lines:?}");
        assert_eq!(changed(4, "depth"), ["3", "2", "1", "0"], "{steps:#?}");
        assert_eq!(changed(8, "below"), ["0", "2", "6"]);
        assert_eq!(changed(16, "worth"), ["12"], "{steps:#?}");
        assert_eq!(changed(17, "seen"), ["[12, 12]"]);
        let deepest =
            steps.iter().filter(|step| step["function"] == "choose").filter_map(|step| step["depth"].as_u64());
        assert_eq!(deepest.max(), Some(5));
        let visits = documents.iter().find(|line| line.get("visits").is_some() && line["line"] == 6);
        assert_eq!(visits.expect("line 6")["visits"], 4);
    }

    #[test]
    fn steps_are_bounded_and_counted() {
        let dir = TestDir::new();
        let whole = trace_in(&dir, BOT, "3", &[]);
        let part = trace_in(&dir, BOT, "3", &["--first-step", "4", "--steps", "5"]);
        let numbers: Vec<_> = part.iter().filter_map(|line| line["step"].as_u64()).collect();
        assert_eq!(numbers, [4, 5, 6, 7, 8]);
        assert_eq!(part[0]["steps"], whole[0]["steps"]);
        let lines = |documents: &[Value]| -> Vec<Value> {
            documents.iter().filter(|line| line.get("visits").is_some()).cloned().collect()
        };
        assert_eq!(lines(&part), lines(&whole));
    }

    /// Scripts that would do something if they were looked at as a debugger would.
    #[test]
    fn nothing_runs_because_somebody_looks() {
        let hostile = "\
print('p');
let looked = 0;
const trap = new Proxy({}, { get() { looked += 1; while (true) {} }, ownKeys() { looked += 1; return []; } });
const getter = { get a() { looked += 1; while (true) {} }, toString() { looked += 1; return 'x'; } };
const endless = { toString() { while (true) {} }, [Symbol.toPrimitive]() { while (true) {} } };
const long = 'x'.repeat(1 << 20) + 'y'.repeat(1 << 20);
const many = {}; for (let i = 0; i < 2000; i++) many['v' + i] = i;
const circle = []; circle.push(circle);
const deep = (n) => n === 0 ? 0 : 1 + deep(n - 1);
if (readline() === '2') { print('?'); readline(); }
while (true) {
  const local = [trap, getter, endless, long, many, circle];
  deep(200);
  for (const one of local) one === null;
  print(looked + 1);
  if (readline() === null) break;
}
";
        let dir = TestDir::new();
        let documents = trace_in(&dir, hostile, "3", &[]);
        check_charges(&documents, recorded_charge(&dir, 3));
        assert_eq!(documents[0]["answer"]["words"], "1");
        let text = documents.iter().map(Value::to_string).collect::<String>();
        for expected in ["Proxy", "a: (getter)", "xxx\\\"...", "[[...]]"] {
            assert!(text.contains(expected), "{expected}: {}", &text[..text.len().min(4_000)]);
        }
        assert!(documents.iter().all(|line| line.to_string().len() < 4_000), "texts are short");
    }

    /// Scripts whose control flow is difficult to follow. Their traces have the recorded charge.
    #[test]
    fn difficult_scripts_have_the_recorded_charge() {
        for body in [
            "function* g() { for (let i = 0; i < 5; i++) yield i * n; } for (const x of g()) sum += x;",
            "const fs = []; for (let i = 0; i < 5; i++) fs.push(() => i + n); for (const f of fs) sum += f();",
            "try { try { throw new Error('a'); } finally { sum += 1; } } catch (e) { sum += e.message.length; }",
            "function deep(k) { return k === 0 ? 0 : 1 + deep(k - 1); } try { deep(100000); } catch (e) { sum += 1; }",
            "outer: for (let i = 0; i < 9; i++) { for (let j = 0; j < 9; j++) { if (j === 4) continue outer; if (i === 7) break outer; sum += j; } }",
            "sum += [5, 3, 9, 1].sort((a, b) => a - b).map((x) => x * 2).reduce((a, b) => a + b, 0);",
            "sum += ('a1b22c333'.match(/\\d+/g) || []).length; sum += 'abc'.replace(/b/, (m) => m + m).length;",
            "const p = new Proxy({}, { get: (t, k) => k.length }); sum += p.hello + p.x;",
            "class A { #x = 3; get x() { return this.#x; } static s = 4; } class B extends A { get x() { return super.x + 1; } } sum += new B().x;",
            "let f = async () => { sum += 1; await null; sum += 2; }; await f(); await Promise.all([f(), f()]);",
            "sum += eval('1 + n'); sum += new Function('a', 'return a * 2')(n);",
            "for (const [k, v] of new Map([[1, 2], [3, 4]])) sum += k * v; for (const c of 'héllo') sum += c.length;",
            "switch (n % 3) { case 0: sum += 1; break; case 1: sum += 2; default: sum += 3; } do { sum++; } while (sum % 5);",
            "const { a, ...rest } = { a: 1, b: 2, c: 3 }; sum += a + Object.keys(rest).length; sum += `${a}${n}`.length;",
            "async function* ag() { yield 1; yield 2; } for await (const x of ag()) sum += x;",
        ] {
            let script = format!(
                "print('p');\nif (readline() === '2') {{ print('?'); readline(); }}\nlet n = 0, sum = 0;\n\
                 while (true) {{\n  n += 1;\n  {body}\n  console.error(sum);\n  print(1 + sum % 7);\n  \
                 if (readline() === null) break;\n}}\n"
            );
            let dir = TestDir::new();
            let documents = trace_in(&dir, &script, "3", &[]);
            check_charges(&documents, recorded_charge(&dir, 3));
            assert!(documents.iter().any(|line| line["line"] == 6), "{body}");
        }
    }

    #[test]
    fn a_fault_ends_the_trace_at_its_line() {
        let dir = TestDir::new();
        let script = BOT.replace("seen.push(worth);", "if (turn === 2) null.push(worth);");
        let documents = trace_in(&dir, &script, "3", &[]);
        // The time of a fault is that of the run's last report; the trace goes to the run's end.
        let charge = documents[0]["charge"].as_u64().expect("a number");
        assert!(charge > recorded_charge(&dir, 3));
        check_charges(&documents, charge);
        let last = documents.iter().rfind(|line| line.get("step").is_some()).expect("steps");
        assert_eq!(last["line"], 16, "{last}");
        assert!(documents[0]["answer"]["fault"].is_string());
    }
}
