//! Bots in TypeScript: they are translated before they play, and their errors name the author's own
//! lines. What the translation does is tested in `native/src/translation.rs`; the starters play in
//! `starters.rs`.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::test_dir::TestDir;

/// Plays legal columns, by a file beside it that it imports without its ending.
const BOT: &str = "import { best } from './search';
const place: string | null = (print('p'), readline());
const open: number[] = [6, 6, 6, 6, 6, 6, 6];
if (place === '2') { print('?'); open[Number(readline()) - 1] -= 1; }
for (let line: string | null = '1'; line !== null && Number(line) > 0; open[Number(line) - 1] -= 1) {
  const column: number = best(open);
  open[column] -= 1;
  print(column + 1);
  line = readline();
}
";
const SEARCH: &str = "export const best = (open: number[]): number => open.findIndex(left => left > 0);\n";

/// What plays of [`BOT`] and [`SEARCH`] together.
const PLAYED: &str = "import { best } from './search.ts';
const place                = (print('p'), readline());
const open           = [6, 6, 6, 6, 6, 6, 6];
if (place === '2') { print('?'); open[Number(readline()) - 1] -= 1; }
for (let line                = '1'; line !== null && Number(line) > 0; open[Number(line) - 1] -= 1) {
  const column         = best(open);
  open[column] -= 1;
  print(column + 1);
  line = readline();
}
//# file: search.ts
export const best = (open                  ) => open.findIndex(left => left > 0);";

fn bot_dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("bot.ts", BOT);
    dir.write("search.ts", SEARCH);
    dir
}

fn document(dir: &TestDir, bot: &str) -> Value {
    let play = ["play", "connect-four", bot, "builtin:random", "--seed", "7", "--json"];
    serde_json::from_str(&dir.run(&play).stdout(0)).expect("a document")
}

/// A record knows a bot by what plays, which people can compute: `sha256sum` of that text.
#[test]
fn what_comes_out_plays_and_is_recorded() {
    let dir = bot_dir();
    let of_file = document(&dir, "bot.ts");
    assert!(!of_file["outcome"].is_null(), "{of_file}");
    let players = &of_file["replay"]["players"];
    let played: String = Sha256::digest(PLAYED).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(players[0]["sha256"], played, "{players}");
    assert_eq!(document(&dir, ".")["replay"]["turns"], of_file["replay"]["turns"], "its folder is the same bot");
    let script = TestDir::new();
    script.write("bot.js", PLAYED);
    let of_script = document(&script, "bot.js");
    assert_eq!(players[0]["interpreter"], of_script["replay"]["players"][0]["interpreter"], "the same interpreter");
    assert_eq!(of_script["replay"]["turns"], of_file["replay"]["turns"]);
}

/// Another type of the same length leaves the same blanks, and is no other bot.
#[test]
fn a_record_is_verified_by_what_plays() {
    let dir = bot_dir();
    let play = ["play", "connect-four", "bot.ts", "builtin:random", "--seed", "7", "--save", "match.json"];
    dir.run(&play).stdout(0);
    let verify = ["verify", "match.json", "bot.ts", "builtin:random"];
    dir.run(&verify).stdout(0);
    dir.write("search.ts", SEARCH.replace("number[]", "Array<1>"));
    dir.run(&verify).stdout(0);
    dir.write("search.ts", SEARCH.replace("findIndex", "findLastIndex"));
    assert_ne!(dir.run(&verify).status, 0);
}

#[test]
fn every_command_takes_it() {
    let dir = bot_dir();
    for command in [
        &["series", "connect-four", "bot.ts", "builtin:random", "--games", "4"][..],
        &["check", "connect-four", "bot.ts"],
        &["tournament", "connect-four", "bot.ts", "builtin:random", "--games", "2"],
    ] {
        dir.run(command).stdout(0);
    }
}

#[test]
fn errors_name_the_authors_lines() {
    let dir = bot_dir();
    dir.write(
        "search.ts",
        "export function best(open: number[]): number {\n  return open.findIndex(left => left > );\n}\n",
    );
    let complaint = dir.run(&["play", "connect-four", "bot.ts", "builtin:random"]).complaint(3);
    assert!(complaint.contains("bot.ts: SyntaxError: Unexpected token (search.ts:2:40)"), "{complaint}");
    dir.write("mine.ts", "const a: number | null = null;\nconst b: number = (a as unknown as { b: number }).b;\n");
    let play = ["play", "connect-four", "mine.ts", "builtin:random", "--stderr"];
    let ran = dir.run(&play);
    let told = ran.stdout + &ran.stderr;
    assert!(told.contains("TypeError: cannot read property 'b' of null") && told.contains("(bot.ts:2:20)"), "{told}");
}
