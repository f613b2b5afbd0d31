//! Plants the seeds: `cargo xtask cargo run -p botyard-fuzz --example plant`. Each is made of the project's own
//! test vectors and encoders; inputs that a run has found stay beside them.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::games::generals::{Generals, GeneralsLogWriter};
use botyard_engine::games::stratego::{Stratego, log as stratego_log};
use botyard_engine::replay::file::with_transcript;
use botyard_engine::replay::link;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::{Passage, Stream};
use botyard_sandbox::wasi::{CALLS, Call};
use wasm_encoder::{
    BlockType, CodeSection, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection,
    MemorySection, MemoryType, Module, StartSection, TypeSection, ValType,
};

/// The links of each game in version 1, in the order of the catalogue.
const LINKS: [(&str, &str); 4] = [
    ("connect-four", include_str!("../../engine/tests/vectors/connect-four-links-v1.txt")),
    ("stratego", include_str!("../../engine/tests/vectors/stratego-links-v1.txt")),
    ("generals", include_str!("../../engine/tests/vectors/generals-links-v1.txt")),
    ("bitmartyr", include_str!("../../engine/tests/vectors/bitmartyr-links-v1.txt")),
];
/// The links in version 2.
const LINKS_V2: [(&str, &str); 4] = [
    ("connect-four", include_str!("../../engine/tests/vectors/connect-four-links-v2.txt")),
    ("stratego", include_str!("../../engine/tests/vectors/stratego-links-v2.txt")),
    ("generals", include_str!("../../engine/tests/vectors/generals-links-v2.txt")),
    ("bitmartyr", include_str!("../../engine/tests/vectors/bitmartyr-links-v2.txt")),
];
/// The links of the game that has a version 3.
const LINKS_V3: [(&str, &str); 1] = [("bitmartyr", include_str!("../../engine/tests/vectors/bitmartyr-links-v3.txt"))];
/// The links whose players have a version 3: a game, a link with players of version 2, and the
/// match's link with players of version 3.
const LINKS_PLAYERS_V3: &str = include_str!("../../engine/tests/vectors/links-players-v2-v3.txt");
/// The links that name their bots: a game, a link of its turns, and the one by bots.
const LINKS_BY_BOTS: &str = include_str!("../../engine/tests/vectors/links-by-bots.txt");
/// As many links of a game and version are enough.
const LINKS_MAX: usize = 4;

fn main() {
    modules();
    system_calls();
    for (number, (game, vectors)) in LINKS.into_iter().enumerate() {
        for (nth, text) in payloads(vectors).enumerate() {
            let name = format!("{game}-{}", nth + 1);
            plant("link", &name, text.as_bytes());
            plant("link-body", &name, &body(number, text));
            catalog::visit(game, ReplayFile { text, name: &name }).expect("the catalogue knows its own names");
        }
    }
    for (number, (game, vectors)) in LINKS_V2.into_iter().enumerate() {
        for (nth, text) in payloads(vectors).enumerate() {
            let name = format!("{game}-v2-{}", nth + 1);
            plant("link", &name, text.as_bytes());
            plant("link-body", &name, &body(LINKS.len() + number, text));
        }
    }
    for (game, vectors) in LINKS_V3 {
        let number = LINKS.iter().position(|(name, _)| *name == game).expect("a game of the catalogue");
        for (nth, text) in payloads(vectors).enumerate() {
            let name = format!("{game}-v3-{}", nth + 1);
            plant("link", &name, text.as_bytes());
            plant("link-body", &name, &body(3 * LINKS.len() + number, text));
        }
    }
    for (number, line) in LINKS_BY_BOTS.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let (rest, text) = line.rsplit_once(' ').expect("a payload");
        let name = format!("{}-by-bots", rest.split(' ').next().expect("a game"));
        plant("link", &name, text.as_bytes());
        plant("link-body", &name, &body(2 * LINKS.len() + number, text));
    }
    for (nth, line) in LINKS_PLAYERS_V3.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let words: Vec<_> = line.split(' ').collect();
        let [game, _, text] = words[..] else { panic!("three words a line: {line}") };
        let number = LINKS.iter().position(|(name, _)| *name == game).expect("a game of the catalogue");
        let moves = URL_SAFE_NO_PAD.decode(text.split('.').next().expect("the moves")).expect("a part of a link");
        // In the target's numbering, which has each version of moves again with these players.
        let version = [1, 2, 0x80, 3].iter().position(|version| *version == moves[0]).expect("a version of the moves");
        let name = format!("{game}-players-v3-{}", nth + 1);
        plant("link", &name, text.as_bytes());
        plant("link-body", &name, &body((4 + version) * LINKS.len() + number, text));
    }
    words();
    logs();
    logs_of_servers();
    orders();
    starts();
}

fn payloads(vectors: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = vectors.lines().filter(|line| !line.starts_with('#')).take(LINKS_MAX);
    lines.map(|line| line.split([' ', '\t']).next().expect("a payload"))
}

fn seeds() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}

fn plant(target: &str, name: &str, bytes: &[u8]) {
    let folder = seeds().join(target);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join(name), bytes).expect("a file");
}

fn modules() {
    plant("pass", "bot", &bot(false));
    plant("pass", "bot-with-start", &bot(true));
    plant("pass", "component", b"\0asm\x0d\0\x01\0");
    plant("pass", "page", b"<!doctype html>");
    plant("pass", "empty", b"");
    // Choices of the generator: enough of them for a few functions.
    let mut state = 88_172_645_463_325_252_u64;
    for choices in 0..4 {
        let drawn = (0..3000).map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state as u8
        });
        let bytes: Vec<u8> = [choices, 1 + choices].into_iter().chain(drawn).collect();
        plant("pass-valid", &format!("choices-{choices}"), &bytes);
    }
}

/// A module that reads, loops, looks something up in a table of branches, fills memory and exits.
fn bot(has_start: bool) -> Vec<u8> {
    let (mut types, mut imports, mut functions) = (TypeSection::new(), ImportSection::new(), FunctionSection::new());
    let (mut memories, mut exports, mut code) = (MemorySection::new(), ExportSection::new(), CodeSection::new());
    types.ty().function([ValType::I32; 4], [ValType::I32]);
    types.ty().function([], []);
    imports.import("wasi_snapshot_preview1", "fd_read", EntityType::Function(0));
    functions.function(1).function(1);
    memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
    exports.export("memory", ExportKind::Memory, 0).export("_start", ExportKind::Func, 1);
    let mut start = Function::new([(2, ValType::I32), (1, ValType::F64)]);
    start
        .instructions()
        .loop_(BlockType::Empty)
        .local_get(0)
        .i32_const(1)
        .i32_add()
        .local_tee(0)
        .i32_const(9)
        .i32_lt_u();
    start.instructions().br_if(0).end().block(BlockType::Empty).block(BlockType::Empty).local_get(0);
    start.instructions().br_table([0, 1], 0).end().end().i32_const(0).i32_const(8).i32_const(1).i32_const(16).call(0);
    start
        .instructions()
        .drop()
        .local_get(2)
        .local_get(2)
        .f64_div()
        .local_set(2)
        .i32_const(64)
        .local_get(0)
        .i32_const(16);
    start.instructions().memory_fill(0).call(2).end();
    code.function(&start);
    let mut other = Function::new([]);
    other.instructions().end();
    code.function(&other);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&memories).section(&exports);
    if has_start {
        module.section(&StartSection { function_index: 2 });
    }
    module.section(&code);
    module.finish()
}

/// An argument that is any number.
const ANY: u8 = 224;

/// A call of a script; arguments below 128 stand for themselves.
fn call(call: Call, args: &[u64]) -> Vec<u8> {
    let row = CALLS.iter().position(|offered| offered.call == call).expect("it is offered");
    let mut step = vec![row as u8];
    for &value in args {
        match u8::try_from(value).ok().filter(|&small| small < 128) {
            Some(small) => step.push(small),
            None => step.extend([ANY].iter().copied().chain(value.to_le_bytes())),
        }
    }
    step
}

/// Writes 32-bit words at a multiple of 16.
fn poke(at: usize, words: &[u32]) -> Vec<u8> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    [255, (at / 16) as u8, 4 * words.len() as u8].into_iter().chain(bytes).collect()
}

fn system_calls() {
    let all = u64::from(u32::MAX >> 2);
    // The paths at the front of the memory: `a` at 0, `b` at 2, `a/b` at 4, `book.txt` at 19.
    let open = |at, length, how| call(Call::PathOpen, &[3, 1, at, length, how, all, all, 0, 64]);
    let vectors = poke(128, &[256, 100, 400, 1_000_000]);
    let reads =
        [vec![0], open(19, 8, 0), vectors.clone(), call(Call::FdRead, &[4, 128, 1, 80]), call(Call::FdTell, &[4, 80])];
    let writes = [
        vec![0],
        open(2, 1, 1),
        vectors,
        call(Call::FdWrite, &[4, 128, 1, 80]),
        call(Call::FdSeek, &[4, 5, 0, 96]),
        call(Call::FdAllocate, &[4, 0, 16 << 20]),
        call(Call::FdFilestatSetSize, &[4, 1000]),
        call(Call::FdPread, &[4, 128, 2, 990, 80]),
        call(Call::PathRename, &[3, 2, 1, 3, 4, 3]),
        call(Call::PathLink, &[3, 0, 4, 3, 3, 2, 1]),
        call(Call::PathSymlink, &[4, 3, 3, 2, 1]),
        call(Call::FdClose, &[4]),
    ];
    let folders = [
        vec![0],
        call(Call::PathCreateDirectory, &[3, 2, 1]),
        call(Call::FdReaddir, &[3, 256, 100, 0, 80]),
        call(Call::FdReaddir, &[3, 256, 4000, 2, 80]),
        call(Call::PathFilestatGet, &[3, 1, 0, 1, 256]),
        call(Call::PathRemoveDirectory, &[3, 2, 1]),
        call(Call::PathUnlinkFile, &[3, 0, 1]),
        call(Call::FdRenumber, &[3, 9]),
    ];
    let streams = [
        vec![0],
        poke(128, &[256, 20]),
        call(Call::FdWrite, &[1, 128, 1, 80]),
        call(Call::FdWrite, &[2, 128, 1, 80]),
        call(Call::FdRead, &[0, 128, 1, 80]),
        call(Call::FdRead, &[0, 128, 1, 80]),
        call(Call::RandomGet, &[256, 64]),
        call(Call::ClockTimeGet, &[0, 1, 64]),
        poke(512, &[7, 0, 0, 0, 1, 0, 1000, 0, 0, 0, 0, 0]),
        call(Call::PollOneoff, &[512, 1024, 1, 80]),
        call(Call::ArgsGet, &[256, 512]),
        call(Call::ProcExit, &[3]),
    ];
    plant("system-calls", "reads", &reads.concat());
    plant("system-calls", "writes", &writes.concat());
    plant("system-calls", "folders", &folders.concat());
    plant("system-calls", "streams", &streams.concat());
    for (name, choice) in [("large", 255), ("many", 254), ("deep", 253)] {
        plant("system-calls", name, &[vec![choice], writes[1..].concat(), folders[1..].concat()].concat());
    }
}

/// The body of a link, as the target `link-body` takes it; `choice` is the game's and the version's
/// number there.
fn body(choice: usize, text: &str) -> Vec<u8> {
    let part = |text: &str| {
        let bytes = URL_SAFE_NO_PAD.decode(text).expect("a part of a link");
        bytes[1..bytes.len() - 2].to_vec()
    };
    let (moves, players) = text.split_once('.').expect("two parts");
    let (moves, players) = (part(moves), part(players));
    let whole = moves.len() + players.len();
    // The share that is cut off where the moves end, or the nearest.
    let share = (0..=255).min_by_key(|share| (whole * share / 255).abs_diff(moves.len())).expect("there are some");
    [&[choice as u8, share as u8], &moves[..], &players[..]].concat()
}

struct ReplayFile<'a> {
    text: &'a str,
    name: &'a str,
}

impl Visitor for ReplayFile<'_> {
    type Out = ();

    fn visit<G: Playable>(self) {
        let replay = link::read::<G>(self.text).expect("a golden link reads").replay;
        let said = Passage { seat: Seat::new(0), turn: 0, stream: Stream::Stdout, text: "hello\n".to_owned() };
        let value = serde_json::to_value(&replay).expect("a replay is written");
        plant("replay-file", &format!("{}.json", self.name), with_transcript(value, [&said]).to_string().as_bytes());
    }
}

/// A bot prints this text; `kind` is its further behaviour.
fn print(bot: u8, kind: u8, text: &str) -> Vec<u8> {
    [&[bot << 4 | kind, text.len() as u8], text.as_bytes()].concat()
}

const AND_WAITS: u8 = 0;
const AND_EXITS: u8 = 14;

fn words() {
    for kind in [0, 1] {
        let mut script = vec![vec![kind], print(0, AND_WAITS, "p\n"), print(1, AND_WAITS, "p\n?\n")];
        script.extend(
            "43557644322313"
                .bytes()
                .enumerate()
                .map(|(ply, column)| print((ply % 2) as u8, AND_WAITS, &format!("{}\n", char::from(column)))),
        );
        plant("codec-connect-four", &format!("match-{kind}"), &script.concat());

        for (nth, line) in LINKS[1].1.lines().filter(|line| !line.starts_with('#')).enumerate() {
            let said = line.split_once(' ').expect("a payload and what was said").1;
            // The variants of the rules: bits 2 and 3 are armies with gaps and forgiveness.
            let mut script = vec![vec![kind, 0b1100]];
            script.extend(
                said.split(',').enumerate().map(|(turn, words)| {
                    print((turn % 2) as u8, AND_WAITS, &format!("{}\n", words.replace('/', "\n")))
                }),
            );
            plant("codec-stratego", &format!("match-{}-{kind}", nth + 1), &script.concat());
        }

        let mut script = vec![vec![kind, 1, 9]];
        for (one, other) in
            [("1 1 1 1 2", "2 3 3 3 2"), ("2 1 2 2 2", "-1"), ("1 2 2 3 2", "1 9 9 9 8"), ("x", "1 3 2 2 2")]
        {
            script.push(print(0, AND_WAITS, &format!("{one}\n")));
            script.push(print(1, AND_WAITS, &format!("\n{other}\n")));
        }
        plant("codec-generals", &format!("match-{kind}"), &script.concat());

        // The formats of the two teams: 2 bits each.
        for wires in [0b0000, 0b0101, 0b1010, 0b0110] {
            let mut script = vec![vec![kind, 1, wires]];
            script.extend(["12", "3", ">", "*5", "", "ludr"].map(|said| print(0, AND_EXITS, said)));
            script.extend([vec![11, 2], vec![11, 5], vec![12]]);
            plant("codec-bitmartyr", &format!("wires-{wires:04b}-{kind}"), &script.concat());
        }
    }
}

fn logs() {
    for (nth, line) in LINKS[0].1.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let columns = line.split(' ').nth(1).expect("the columns");
        plant("log-connect-four", &format!("match-{}", nth + 1), format!("{columns}\n").as_bytes());
    }
    for (nth, line) in LINKS[1].1.lines().filter(|line| !line.starts_with('#')).enumerate() {
        let read = link::read::<Stratego>(line.split(' ').next().expect("a payload")).expect("a golden link reads");
        let replay = read.replay;
        let text = stratego_log::write(&replay, Duration::from_secs(2)).expect("it is possible");
        plant("log-stratego", &format!("match-{}", nth + 1), text.as_bytes());
    }
    plant("log-generals", "match-1", &generals_log());
    plant("log-generals", "cut", b"1 2 2 0\n1\n1 1\n1 1\n1 3 1 1\n1 3 2 1\n1\n1 1\n");
}

fn logs_of_servers() {
    let army = |from: u8| {
        let ranks = [(0, 6), (1, 1), (2, 8), (3, 5), (4, 4), (5, 4), (6, 4), (7, 3), (8, 2), (9, 1), (10, 1), (11, 1)];
        ranks.into_iter().flat_map(|(rank, count)| vec![char::from(from + rank); count]).collect::<String>()
    };
    // The bombs are at the back, with BLUE's scouts and strong pieces.
    let blue: String = army(b'N').chars().rev().collect();
    let field = format!("{}AA__AA__AAAA__AA__AA{blue}", army(b'B'));
    let gsn = format!(
        "#X38FA11 Stratego-Notation v1\r\ntype0\r\n{field}\r\nA4-A5\r\nA7-A6\r\nEND\r\nann vs bob result 1 winner 0\r\n"
    );
    plant("log-gravon", "classic", gsn.as_bytes());
    plant("log-gravon", "no-moves", gsn.replace("A4-A5\r\nA7-A6\r\n", "").replace("type0", "type2").as_bytes());
    let xml = format!(
        "<?xml version=\"1.0\"?><stratego><game type=\"classic\"><field content=\"{field}\"/><move id=\"1\" source=\"A4\" \
         target=\"A5\"/><player id =\"1\">ann</player><player id =\"2\">bob</player></game></stratego>"
    );
    plant("log-gravon", "xml", xml.as_bytes());
    let gio = r#"{"version":7,"id":"x","mapWidth":3,"mapHeight":2,"usernames":["ann","bob"],"cities":[1],"cityArmies":[41],
        "generals":[3,2],"mountains":[],"moves":[{"index":0,"start":3,"end":4,"is50":false,"turn":2},
        {"index":1,"start":2,"end":5,"is50":1,"turn":6}],"afks":[{"index":1,"turn":20}],"teams":null}"#;
    plant("log-generals-io", "two-players", gio.as_bytes());
    plant("log-generals-io", "fifty-turns", gio.replace("\"turn\":20", "\"turn\":60").as_bytes());
}

fn orders() {
    for (name, habits) in [("stays", [0; 40]), ("by-health", [1; 40]), ("by-sight", [2; 40]), ("anything", [3; 40])] {
        plant("orders-bitmartyr", name, &[&[1, 9, 9, 4], &habits[..]].concat());
    }
    let mixed: Vec<u8> = (0..200_u32).map(|at| (at * at % 251) as u8).collect();
    plant("orders-bitmartyr", "mixed", &[&[6, 11, 5, 1], &mixed[..]].concat());
}

/// A short match on a small map, by the original's habits.
fn generals_log() -> Vec<u8> {
    use botyard_engine::games::generals::GeneralsSettings;
    use botyard_engine::replay::{Turn, TurnResult};
    let map = "3 3 2\n3 1 1\n1 2 5 4\n1 1 3\n".parse().expect("a map");
    let mut text = Vec::new();
    let settings = GeneralsSettings { rounds: 8, ..GeneralsSettings::original(map) };
    let mut log = GeneralsLogWriter::start(&settings, 2, &mut text).expect("two can play");
    let marches = [(4, 0, "1 1 1 1 2"), (4, 1, "1 3 3 3 2"), (6, 0, "1 1 2 1 3")];
    for turn in 0..16 {
        let (round, seat) = (turn / 2, turn % 2);
        let found = marches.iter().find(|march| (march.0, march.1) == (round, seat));
        let action = found.map_or("-1", |march| march.2).parse().expect("an action");
        let turn =
            Turn { seat: Seat::new(seat), result: TurnResult::Action(action), words: None, used: Duration::ZERO };
        log.turn(&turn, &mut text).unwrap_or_else(|why| panic!("{}: {why}", <Generals as link::LinkCodec>::NAME));
    }
    log.finish(&mut text);
    text
}

fn starts() {
    for (name, map) in [
        ("tiny", include_str!("../../examples/generals/maps/tiny-2.txt")),
        ("delta", include_str!("../../examples/generals/maps/delta-3.txt")),
        ("ring", include_str!("../../examples/generals/maps/ring-8.txt")),
    ] {
        plant("map-generals", name, map.as_bytes());
    }
    for (nth, board) in ["E2J/4", "12/12/4E4J2/4J7/12", "2JO1/5/1E3", "3\n", "1/1/1/X/1/1/1/1"].iter().enumerate() {
        plant("board-bitmartyr", &format!("board-{}", nth + 1), board.as_bytes());
    }
}
