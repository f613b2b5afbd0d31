//! Generals by random play over random maps: armies are conserved except for growth and fights, the
//! legal actions are the accepted ones, and replays, links and logs reproduce the match. Also
//! checks the generator's guarantees.

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{
    CapitalReach, CellKind, CellPosition, Generals, GeneralsAction, GeneralsBoard, GeneralsEvent, GeneralsLogWriter,
    GeneralsMap, GeneralsSettings, GenerateMapError, MapParams, MapSearch, MapSurvey, RecordedChange, RecordedLog,
    Tile, generate, random_order,
};
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;

/// Payload, settings and turns of links: never change a file of version 1; in the newest version,
/// only add lines.
const LINKS_V1: &str = include_str!("vectors/generals-links-v1.txt");
const LINKS_V2: &str = include_str!("vectors/generals-links-v2.txt");

/// A start that differs with the seed in everything.
fn settings(random: &mut fastrand::Rng) -> GeneralsSettings {
    loop {
        let players = random.usize(1..7);
        let params = MapParams {
            seed: random.u64(..),
            mountains: random.u32(..40),
            cities: random.u32(..30),
            armies: 0..=random.u32(1..30),
            ..MapParams::new(random.usize(1..10), random.usize(1..14), players)
        };
        let Ok(map) = generate(&params) else { continue };
        let order = if random.bool() { random_order(players, params.seed) } else { Vec::new() };
        let garrison = random.u32(..40);
        return GeneralsSettings { rounds: random.u32(1..120), garrison, order, ..GeneralsSettings::on(map) };
    }
}

/// A turn of random play: mostly marches of large armies, so that there are fights, and sometimes a
/// fault.
fn turn(game: &Generals, seat: Seat, random: &mut fastrand::Rng) -> Turn<GeneralsAction> {
    let result = if random.u8(..250) == 0 {
        let kind = FaultKind::ALL[random.usize(..FaultKind::ALL.len())];
        TurnResult::from(Fault::new(kind, b"words", "a reason"))
    } else {
        let legal: Vec<_> = game.legal(seat).collect();
        let draws = (0..4).map(|_| legal[random.usize(..legal.len())]);
        TurnResult::Action(draws.max_by_key(|action| army(game, action)).expect("four draws"))
    };
    Turn { seat, result, words: None, used: Duration::ZERO }
}

fn army(game: &Generals, action: &GeneralsAction) -> u32 {
    match action {
        GeneralsAction::Pass => 0,
        GeneralsAction::March { from, .. } => game.board().army_at(cell(game.board(), *from)),
    }
}

fn cell(board: &GeneralsBoard, place: CellPosition) -> usize {
    (place.row as usize - 1) * board.columns() + place.column as usize - 1
}

fn total(board: &GeneralsBoard) -> u64 {
    (0..board.cells()).map(|cell| u64::from(board.army_at(cell))).sum()
}

fn owned(board: &GeneralsBoard, kinds: &[CellKind]) -> u64 {
    (0..board.cells()).filter(|&cell| board.owner(cell).is_some() && kinds.contains(&board.kind(cell))).count() as u64
}

/// The units that a turn adds and removes, by its events and the boards before and after it.
fn change_of_armies(before: &GeneralsBoard, after: &GeneralsBoard, events: &[GeneralsEvent]) -> (u64, u64) {
    let (mut gained, mut lost) = (0, 0);
    for event in events {
        match *event {
            GeneralsEvent::Passed(_) | GeneralsEvent::Forfeited(_) => {}
            GeneralsEvent::Marched { seat, to, units, .. } if before.owner(to) != Some(seat) => {
                lost += 2 * u64::from(units.min(before.army_at(to)));
            }
            GeneralsEvent::Marched { .. } => {}
            GeneralsEvent::Conquered { victim, captor } => {
                let Some(GeneralsEvent::Marched { to, .. }) = events.first() else { panic!("a march conquers") };
                assert_eq!(after.owner(*to), Some(captor));
                let others = before.owned(victim).filter(|cell| cell != to);
                lost += others.map(|cell| u64::from(before.army_at(cell) / 2)).sum::<u64>();
            }
            GeneralsEvent::RoundOver { towns, land, .. } => {
                gained += if towns { owned(after, &[CellKind::City, CellKind::Capital]) } else { 0 };
                gained += if land { owned(after, &[CellKind::Empty]) } else { 0 };
            }
        }
    }
    (gained, lost)
}

/// Each player's army and land, counted anew.
fn sums_are_right(game: &Generals) {
    let board = game.board();
    for seat in (0..game.seats()).map(Seat::new) {
        let own: Vec<_> = (0..board.cells()).filter(|&cell| board.owner(cell) == Some(seat)).collect();
        assert_eq!(own, board.owned(seat).collect::<Vec<_>>());
        assert_eq!(own.len() as u32, board.land(seat));
        assert_eq!(own.iter().map(|&cell| board.army_at(cell)).sum::<u32>(), board.army(seat));
        assert_eq!(game.playing().contains(seat), !own.is_empty(), "alive is who owns a cell");
        let capitals = own.iter().filter(|&&cell| board.kind(cell) == CellKind::Capital).count();
        assert_eq!(capitals, own.len().min(1), "everyone alive has one capital");
    }
}

/// Any five integers near the board are accepted if, and only if, they are legal.
fn legal_is_what_is_accepted(game: &Generals, seat: Seat, random: &mut fastrand::Rng) {
    let legal: Vec<_> = game.legal(seat).collect();
    let (rows, columns) = (game.board().rows() as i32, game.board().columns() as i32);
    for _ in 0..10 {
        let from = CellPosition { row: random.i32(0..=rows + 1), column: random.i32(0..=columns + 1) };
        let to = CellPosition { row: from.row + random.i32(-1..=1), column: from.column + random.i32(-1..=1) };
        let action = GeneralsAction::March { option: random.i32(0..4), from, to };
        let (mut copy, mut events) = (game.clone(), Vec::new());
        let accepted = copy.play(seat, action, &mut events).is_ok();
        assert_eq!(accepted, legal.contains(&action), "{action}");
        assert!(accepted || (copy == *game && events.is_empty()), "a refused move leaves no trace");
    }
}

fn random_match(seed: u64) -> (Replay<Generals>, Generals) {
    let mut random = fastrand::Rng::with_seed(seed);
    let settings = settings(&mut random);
    let seats = settings.map.capitals().count();
    let mut game = Generals::start(&settings, seats).expect("a map for so many");
    let (mut turns, mut events) = (Vec::new(), Vec::new());
    sums_are_right(&game);
    while let Some(seat) = game.to_act().lowest() {
        legal_is_what_is_accepted(&game, seat, &mut random);
        let (before, turn) = (game.board().clone(), turn(&game, seat, &mut random));
        events.clear();
        play_turn(&mut game, &turn, &mut events).expect("what is legal is accepted");
        let (gained, lost) = change_of_armies(&before, game.board(), &events);
        assert_eq!(total(game.board()), total(&before) + gained - lost, "seed {seed}, {events:?}");
        sums_are_right(&game);
        turns.push(turn);
    }
    let players = (0..seats).map(|seat| PlayerInfo { name: format!("bot {seat}"), ..PlayerInfo::default() });
    let players = players.collect();
    (Replay { settings, seed, players, terms: MatchTerms::default(), turns }, game)
}

#[test]
fn random_matches_keep_the_rules_and_are_reproduced() {
    let (mut conquests, mut forfeits, mut by_rounds) = (0, 0, 0);
    for seed in 0..150 {
        let (replay, game) = random_match(seed);
        assert_eq!(replay.check().as_ref(), Ok(&game));
        let file = serde_json::to_string(&replay).expect("a replay can be written");
        assert_eq!(serde_json::from_str::<Replay<Generals>>(&file).expect("it was written"), replay);
        let payload = link::write(&replay).expect("it is possible");
        assert_eq!(link::read::<Generals>(&payload).map(|read| read.replay).as_ref(), Ok(&replay), "seed {seed}");
        let (conquered, forfeited) = log_tells_the_same(&replay, &game);
        conquests += conquered;
        forfeits += forfeited;
        by_rounds += usize::from(game.playing().len() > 1);
    }
    assert!(conquests > 30 && forfeits > 30 && by_rounds > 30, "{conquests} {forfeits} {by_rounds}");
}

/// The log, read back, ends with the board of the match; how many conquests and forfeits it shows.
fn log_tells_the_same(replay: &Replay<Generals>, game: &Generals) -> (usize, usize) {
    let mut text = Vec::new();
    let mut log =
        GeneralsLogWriter::start(&replay.settings, replay.players.len(), &mut text).expect("a map for so many");
    replay.turns.iter().for_each(|turn| log.turn(turn, &mut text).expect("it was possible before"));
    log.finish(&mut text);
    let header = text.iter().position(|&byte| byte == b'\n').expect("a header") + 1;
    let cut = header + (text.len() - header) * 2 / 3;
    let read = RecordedLog::read(text.clone()).expect("it was written");
    assert!(read.is_complete());
    // A log that was cut off is read as far as it goes.
    let part = RecordedLog::read(text[..cut].to_vec()).expect("its start is whole");
    assert!(part.records().iter().zip(read.records()).all(|(one, other)| one == other));
    if let Some(last) = read.records().len().checked_sub(1) {
        let (frame, board) = (read.frame(last), game.board());
        let passes_only_since = (0..board.cells()).all(|cell| frame.cells[cell].army == board.army_at(cell));
        assert!(passes_only_since);
        assert!((0..board.cells()).all(|cell| frame.cells[cell].owner == board.owner(cell)));
        assert!((0..board.cells()).all(|cell| frame.cells[cell].kind == board.kind(cell)));
    }
    // The first record has no predecessor to compare with.
    let changes = || read.records().iter().map(|record| record.change).skip(1);
    assert!(changes().all(|change| change != RecordedChange::Unknown && change != RecordedChange::First));
    (
        changes().filter(|change| matches!(change, RecordedChange::Conquered { .. })).count(),
        changes().filter(|change| matches!(change, RecordedChange::Forfeited(_))).count(),
    )
}

#[test]
fn a_log_shows_the_moves_of_each_player() {
    let map: GeneralsMap = "1 4 2 3 1 1 3".parse().expect("a map");
    let settings = GeneralsSettings { garrison: 9, ..GeneralsSettings::on(map) };
    let mut text = Vec::new();
    let mut log = GeneralsLogWriter::start(&settings, 2, &mut text).expect("for two");
    for (seat, words) in [(0, "1 1 1 1 2"), (1, "-1"), (0, "2 1 2 1 3"), (1, "1 1 4 1 3"), (0, "-1"), (1, "-1")] {
        let action = TurnResult::Action(words.parse().expect("a reply"));
        let turn = Turn { seat: Seat::new(seat), result: action, words: None, used: Duration::ZERO };
        log.turn(&turn, &mut text).expect("it is possible");
    }
    let read = RecordedLog::read(text).expect("it was written");
    let changes: Vec<_> = read.records().iter().map(|record| (record.rounds, record.change)).collect();
    let marched = |seat, from, to, took| RecordedChange::Marched { seat: Seat::new(seat), from, to, took };
    let expected = [
        (0, RecordedChange::First),
        (0, marched(0, 1, 2, true)),
        (0, marched(1, 3, 2, true)),
        (2, RecordedChange::Growth),
    ];
    // A garrison of nine is not the original's: its first record looks as if growth had been.
    let shift = changes[0].0;
    assert_eq!(changes.len(), 4);
    assert!(
        changes.iter().zip(expected).all(|(found, (rounds, change))| *found == (rounds + shift, change)),
        "{changes:?}"
    );
}

#[test]
fn what_is_no_log_says_where() {
    for (text, why) in [
        ("", "line 1: the header is missing"),
        ("3 3 2 1\n1\n", "line 1: this is what player 1 read, not a log: a log's fourth number is 0"),
        ("60 3 2 0\n", "line 1: no map has such a size or so many players"),
        ("1 1 1 0\n1\n1 1\n0 2\n", "line 4: invalid cell `0 2`"),
        ("1 1 1 0\n1\n1 1\n1 3 2 1\n", "line 4: there is no player 2"),
        ("1 1 1 0\n1\nx\n", "line 3: invalid number `x`"),
        ("1 1 1 0\n0\n\n7\n", "line 4: something comes after the end"),
    ] {
        assert_eq!(RecordedLog::read(text.as_bytes().to_vec()).expect_err(text).to_string(), why, "{text:?}");
    }
}

#[test]
fn the_generator_keeps_its_promises() {
    for seed in 0..120 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut params = MapParams::new(random.usize(1..31), random.usize(1..31), 1);
        let cells = params.rows * params.columns;
        params.players = random.usize(1..=cells.min(12));
        params.seed = seed;
        let map = generate(&params).unwrap_or_else(|why| panic!("{params:?}: {why}"));
        let survey = MapSurvey::measure_map(&map);
        assert!(survey.connected && survey.joined, "{params:?}\n{map}");
        assert_eq!(map.capitals().count(), params.players);
        assert_eq!(generate(&params).as_ref(), Ok(&map), "the same params give the same map");
        assert_eq!(map.to_string().parse().as_ref(), Ok(&map));
    }
}

#[test]
fn what_is_asked_of_the_generator_is_kept() {
    for seed in 0..40 {
        let params = MapParams { seed, distance: Some(12), difference: Some(15), ..MapParams::new(20, 25, 4) };
        let map = generate(&params).expect("there is room");
        let survey = MapSurvey::measure_map(&map);
        assert!(survey.distance >= Some(12) && survey.detour >= survey.distance, "{survey:?}");
        assert!(CapitalReach::comparable(&survey.grounds, 15), "{survey:?}");
        let count = |keep: fn(&CellKind) -> bool| {
            let game = Generals::start(&GeneralsSettings::on(map.clone()), 4).expect("for four");
            (0..500).filter(|&cell| keep(&game.board().kind(cell))).count()
        };
        assert_eq!(count(|kind| *kind == CellKind::Mountain), 100);
        assert!(count(|kind| *kind == CellKind::City) >= 45);
    }
}

// The nearest capitals on large maps used to be ten steps apart, or four if fairness was requested.
#[test]
fn capitals_are_well_apart_and_fair_where_nothing_is_asked_for() {
    for (side, players, difference, steps) in
        [(50, 8, None, 20), (50, 8, Some(5), 17), (50, 8, Some(0), 17), (50, 2, None, 50), (30, 8, None, 12)]
    {
        for seed in 0..12 {
            let map = generate(&MapParams { seed, difference, ..MapParams::new(side, side, players) })
                .expect("there is room");
            let survey = MapSurvey::measure_map(&map);
            assert!(survey.distance >= Some(steps), "{side}, {players}, seed {seed}: {survey:?}");
            assert!(CapitalReach::comparable(&survey.grounds, difference.unwrap_or(15)), "{survey:?}");
            let cities = map.tiles().iter().filter(|tile| matches!(tile, Tile::City(_))).count();
            assert_eq!(cities, side * side / 10, "fairness takes no cities");
        }
    }
}

#[test]
fn a_search_in_steps_finds_what_one_without_a_pause_finds() {
    let params = MapParams { seed: 3, distance: Some(16), ..MapParams::new(20, 20, 3) };
    let mut search = MapSearch::new(params.clone()).expect("it is possible");
    let (found, steps) = (1..).find_map(|steps| Some((search.step()?, steps))).expect("it ends");
    assert_eq!(found, generate(&params));
    assert!(steps > 100, "{steps} steps are large ones");
}

#[test]
fn impossible_wishes_are_refused() {
    let base = || MapParams::new(5, 5, 2);
    let (more, fewer) = (9, 8);
    for (params, why) in [
        (MapParams { rows: 0, ..base() }, GenerateMapError::Size(0, 5)),
        (MapParams { columns: 51, ..base() }, GenerateMapError::Size(5, 51)),
        (MapParams { players: 0, ..base() }, GenerateMapError::Players(0, 25)),
        (MapParams { players: 26, ..base() }, GenerateMapError::Players(26, 25)),
        (MapParams { players: 65, ..MapParams::new(50, 50, 2) }, GenerateMapError::Players(65, 2500)),
        (MapParams { mountains: 60, cities: 41, ..base() }, GenerateMapError::Shares(60, 41)),
        (MapParams { armies: more..=fewer, ..base() }, GenerateMapError::Armies(9, 8)),
        (MapParams { armies: 0..=2_000_000, ..base() }, GenerateMapError::Armies(0, 2_000_000)),
        (MapParams { distance: Some(25), ..base() }, GenerateMapError::NotFound),
        (MapParams { distance: Some(9), mountains: 0, ..base() }, GenerateMapError::NotFound),
    ] {
        assert_eq!(generate(&params), Err(why));
    }
    assert_eq!(
        GenerateMapError::Players(2, 1).to_string(),
        "2 players do not fit on a map of 1 cell (1 to 64 players)"
    );
}

#[test]
fn settings_that_cannot_be_played_say_why() {
    let refused =
        |settings: GeneralsSettings| Generals::start(&settings, 2).expect_err("it cannot be played").to_string();
    let base = GeneralsSettings::default;
    let order = vec![Seat::new(0), Seat::new(0)];
    assert_eq!(refused(GeneralsSettings { rounds: 0, ..base() }), "0 rounds are not between 1 and 100000");
    assert_eq!(refused(GeneralsSettings { land_grows: 0, ..base() }), "growth every 0 rounds has no meaning");
    assert_eq!(
        refused(GeneralsSettings { garrison: 2_000_000, ..base() }),
        "a garrison of 2000000 is more than 1000000"
    );
    assert_eq!(
        refused(GeneralsSettings { order, ..base() }),
        "the order of moves does not name each of 2 players once"
    );
    for seats in [0, 65] {
        let drawn = GeneralsSettings::drawn(seats, 1);
        assert!(Generals::start(&drawn, seats).is_err(), "{seats} players");
    }
    let map = generate(&MapParams::new(9, 9, 3)).expect("there is room");
    assert_eq!(refused(GeneralsSettings::on(map)), "the map is for 3 players, not 2");
}

#[test]
fn drawn_settings_can_be_played_by_any_number() {
    for players in [1, 2, 3, 5, 8, 20, 64] {
        let settings = GeneralsSettings::drawn(players, 7);
        let game = Generals::start(&settings, players).expect("drawn for so many");
        assert_eq!(game.outcome().is_some(), players == 1);
        assert!(players < 5 || GeneralsSettings::drawn(players, 8) != settings, "another seed, another match");
    }
}

/// The content of a link, for the vector file: settings as in files, then seats (from 1) with
/// replies or faults.
fn describe_match(replay: &Replay<Generals>) -> String {
    let turns = replay.turns.iter().map(|turn| match &turn.result {
        TurnResult::Action(action) => format!("{}:{action}", turn.seat.number()),
        TurnResult::Fault(fault) => format!("{}:{:?}", turn.seat.number(), fault.kind),
    });
    let settings = serde_json::to_string(&replay.settings).expect("settings can be written");
    format!("{settings}\t{}", turns.collect::<Vec<_>>().join(","))
}

/// The matches of a file, each with its payload; they are as the file describes them.
fn read_golden(file: &'static str) -> Vec<(&'static str, Replay<Generals>)> {
    let lines: Vec<_> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4);
    let read_line = |line: &'static str| {
        let (payload, expected) = line.split_once('\t').expect("a tab after the payload");
        let replay = link::read::<Generals>(payload).expect("a golden link opens").replay;
        assert_eq!(describe_match(&replay), expected);
        (payload, replay)
    };
    lines.into_iter().map(read_line).collect()
}

#[test]
fn golden_links_open() {
    read_golden(LINKS_V1);
}

#[test]
fn golden_links_of_the_newest_version_are_written_the_same() {
    for (payload, replay) in read_golden(LINKS_V2) {
        assert_eq!(link::write(&replay).as_deref(), Ok(payload));
    }
}

#[test]
fn a_damaged_link_is_an_error_or_a_match() {
    let mut random = fastrand::Rng::with_seed(3);
    for seed in 0..20 {
        let payload = link::write(&random_match(seed).0).expect("it is possible");
        for _ in 0..40 {
            let mut broken = payload.clone().into_bytes();
            let at = random.usize(..broken.len());
            broken[at] = b"AZaz09-_."[random.usize(..9)];
            if let Ok(read) = link::read::<Generals>(&String::from_utf8(broken).expect("still ASCII")) {
                read.replay.check().expect("a link that is read is possible");
            }
        }
    }
}
