//! BitMartyr by random play: a turn's effect against the rules as they are written, for any order
//! of the units and any origin of the board; formats, links and the memory of a replay.

mod support;

use std::time::Duration;

use botyard_effort::{count, seed};
use botyard_engine::codec::BotCodec;
use botyard_engine::exit::Exit;
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrBoard, BitMartyrCodec, BitMartyrEvent, BitMartyrRuleError, BitMartyrSettings, HEALTH_MAX,
    MissingOrder, Order, Orders, PlacementParams, TEAMS_MAX, Unit, WireFormat, place,
};
use botyard_engine::referee::{Player, Referee};
use botyard_engine::replay::link;
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use support::functions::{Function, play};

/// Payload, players, settings and turns of matches: never change a file of an earlier version; in
/// the newest, only add lines.
const LINKS_V1: &str = include_str!("vectors/bitmartyr-links-v1.txt");
const LINKS_V2: &str = include_str!("vectors/bitmartyr-links-v2.txt");
const LINKS_V3: &str = include_str!("vectors/bitmartyr-links-v3.txt");

fn seats(count: usize) -> impl Iterator<Item = Seat> {
    (0..count).map(Seat::new)
}

/// A board of any shape with units of any health, crowded or not.
fn random_board(teams: usize, random: &mut fastrand::Rng) -> BitMartyrBoard {
    let side = |random: &mut fastrand::Rng| if random.u8(..4) == 0 { 1 } else { random.usize(1..12) };
    let mut board = BitMartyrBoard::empty(side(random), side(random)).expect("short sides");
    let crowd = random.u8(..=100);
    for cell in 0..board.cells() {
        if random.u8(..100) < crowd {
            let unit = Unit { team: Seat::new(random.usize(..teams)), health: random.u8(1..=HEALTH_MAX) };
            board.set_unit(cell, Some(unit));
        }
    }
    board
}

/// The orders of every unit, by its cell.
fn random_orders(board: &BitMartyrBoard, random: &mut fastrand::Rng) -> Vec<Order> {
    (0..board.cells()).map(|_| Order::ALL[random.usize(..Order::ALL.len())]).collect()
}

/// The board after a turn in which the unit of each cell follows the order for that cell.
fn played(board: &BitMartyrBoard, teams: usize, orders: &[Order], missing: MissingOrder) -> BitMartyrBoard {
    let settings = BitMartyrSettings { duration: 1, missing, ..BitMartyrSettings::on(board.clone()) };
    let mut game = BitMartyr::start(&settings, teams).expect("a board for so many");
    for seat in seats(teams) {
        let orders = board.cells_of(seat).map(|cell| orders[cell]).collect();
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
    }
    assert!(game.outcome().is_some(), "one turn was to be played");
    game.board().clone()
}

/// The rules as the README has them: list the contenders of every cell, then look at each list.
fn as_written(
    board: &BitMartyrBoard,
    orders: &[Order],
    missing: MissingOrder,
    random: &mut fastrand::Rng,
) -> (BitMartyrBoard, usize) {
    let (width, height) = (board.width() as isize, board.height() as isize);
    let mut contenders: Vec<Vec<Unit>> = vec![Vec::new(); board.cells()];
    let mut units: Vec<_> = board.units().collect();
    random.shuffle(&mut units);
    for (cell, unit) in units {
        let (x, y) = (cell as isize % width, cell as isize / width);
        let order = match (orders[cell], missing) {
            (Order::Missing, MissingOrder::Stay) => Order::Stay,
            (Order::Missing, MissingOrder::Die) => Order::Die,
            (order, _) => order,
        };
        let (dx, dy) = match order {
            Order::Up => (0, -1),
            Order::Right => (1, 0),
            Order::Down => (0, 1),
            Order::Left => (-1, 0),
            Order::Stay => (0, 0),
            Order::Die | Order::Missing => continue,
        };
        let target = ((y + dy).rem_euclid(height) * width + (x + dx).rem_euclid(width)) as usize;
        contenders[target].push(unit);
        if target != cell && unit.health > 1 {
            contenders[cell].push(Unit { health: unit.health - 1, ..unit });
        }
    }
    let mut after = BitMartyrBoard::empty(board.width(), board.height()).expect("it was one before");
    for (cell, contenders) in contenders.iter().enumerate() {
        let highest = contenders.iter().map(|unit| unit.health).max();
        let mut strongest = contenders.iter().filter(|unit| Some(unit.health) == highest);
        let (first, second) = (strongest.next(), strongest.next());
        after.set_unit(cell, first.filter(|_| second.is_none()).copied());
    }
    (after, contenders.iter().map(Vec::len).sum())
}

#[test]
fn a_turn_does_what_is_written_whatever_the_order_of_the_units() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut survivors, mut contenders) = (0, 0);
    for _ in 0..6000 {
        let teams = random.usize(1..=TEAMS_MAX);
        let board = random_board(teams, &mut random);
        let orders = random_orders(&board, &mut random);
        let missing = if random.bool() { MissingOrder::Die } else { MissingOrder::Stay };
        let (expected, contending) = as_written(&board, &orders, missing, &mut random);
        let found = played(&board, teams, &orders, missing);
        assert_eq!(found, expected, "{board} {orders:?}");
        survivors += found.population();
        contenders += contending;
    }
    assert!(survivors > 50_000 && contenders > survivors + 20_000, "{survivors} of {contenders} survive: too quiet");
}

/// No unit gains health, no unit appears out of reach, and there are at most two for each that
/// acted.
#[test]
fn health_and_clones_add_up() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..2000 {
        let board = random_board(3, &mut random);
        let orders = random_orders(&board, &mut random);
        let after = played(&board, 3, &orders, MissingOrder::Die);
        let acting: Vec<_> =
            board.units().filter(|&(cell, _)| !matches!(orders[cell], Order::Die | Order::Missing)).collect();
        let moving = acting.iter().filter(|&&(cell, _)| orders[cell] != Order::Stay);
        assert!(after.population() <= acting.len() + moving.count());
        for seat in seats(3) {
            let at_least = |board: &BitMartyrBoard, health| board.by_health(seat)[health..].iter().sum::<u32>();
            assert!(at_least(&after, 4) <= at_least(&board, 4), "units of full health are never made");
            assert!(
                (0..4)
                    .all(|health| at_least(&after, health) <= at_least(&board, health) + at_least(&board, health + 1))
            );
        }
        for (cell, unit) in after.units() {
            let sources = board.around(unit.team, cell);
            let near = [7, 11, 12, 13, 17].map(|at| sources[at]);
            assert!(near.iter().any(|&health| health == unit.health as i8 || health == unit.health as i8 + 1));
        }
    }
}

#[test]
fn the_board_can_begin_anywhere() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..2000 {
        let teams = random.usize(1..=TEAMS_MAX);
        let board = random_board(teams, &mut random);
        let orders = random_orders(&board, &mut random);
        let (width, height) = (board.width(), board.height());
        let (dx, dy) = (random.usize(..width), random.usize(..height));
        let to = |cell: usize| (cell / width + dy) % height * width + (cell % width + dx) % width;
        let moved = |board: &BitMartyrBoard| {
            let mut moved = BitMartyrBoard::empty(width, height).expect("the same sides");
            board.units().for_each(|(cell, unit)| moved.set_unit(to(cell), Some(unit)));
            moved
        };
        let mut moved_orders = orders.clone();
        (0..board.cells()).for_each(|cell| moved_orders[to(cell)] = orders[cell]);
        let there = played(&moved(&board), teams, &moved_orders, MissingOrder::Die);
        assert_eq!(there, moved(&played(&board, teams, &orders, MissingOrder::Die)), "{board} by {dx}, {dy}");
        for (cell, unit) in board.units() {
            assert_eq!(board.around(unit.team, cell), moved(&board).around(unit.team, to(cell)));
        }
    }
}

#[test]
fn orders_are_one_for_each_unit() {
    let settings = BitMartyrSettings { duration: 2, ..BitMartyrSettings::on("E1J1".parse().expect("a board")) };
    let mut game = BitMartyr::start(&settings, 2).expect("two teams");
    let (red, green) = (Seat::new(0), Seat::new(1));
    let mut events = Vec::new();
    let orders = |text: &str| text.parse::<Orders>().expect("orders");
    assert_eq!(game.play(red, orders("22"), &mut events), Err(BitMartyrRuleError::Count { orders: 2, units: 1 }));
    assert_eq!(game.play(red, orders(""), &mut events), Err(BitMartyrRuleError::Count { orders: 0, units: 1 }));
    game.play(red, orders("2"), &mut events).expect("one order");
    assert_eq!(game.play(red, orders("2"), &mut events), Err(BitMartyrRuleError::NotYourTurn));
    assert_eq!(game.board().to_string(), "E1J1", "Green has not acted yet");
    game.play(green, orders("0"), &mut events).expect("one order");
    assert_eq!(game.board().to_string(), "DEJ1");
    assert_eq!(
        events,
        [BitMartyrEvent::Ordered(red), BitMartyrEvent::Ordered(green), BitMartyrEvent::Played { turn: 1 }]
    );
    game.fault(red, &Fault::new(FaultKind::Illegal, b"", ""), &mut events);
    game.play(green, orders("4"), &mut events).expect("one order");
    assert_eq!(game.board().to_string(), "1JI1");
    assert_eq!(game.outcome().expect("two turns").places, [2, 1]);
}

#[test]
fn a_team_that_resigned_gives_no_orders() {
    let settings = BitMartyrSettings {
        duration: 5,
        missing: MissingOrder::Stay,
        ..BitMartyrSettings::on("E4J4".parse().expect("a board"))
    };
    let mut game = BitMartyr::start(&settings, 2).expect("two teams");
    let (red, green) = (Seat::new(0), Seat::new(1));
    game.fault(red, &Fault::new(FaultKind::Resigned, b"", ""), &mut Vec::new());
    for _ in 0..3 {
        assert_eq!(game.to_act().iter().collect::<Vec<_>>(), [green]);
        let orders = Orders::same(Order::Right, game.board().count(green));
        game.play(green, orders, &mut Vec::new()).expect("an order for each unit");
    }
    assert_eq!(game.board().count(red), 1);
    game.fault(green, &Fault::new(FaultKind::Resigned, b"", ""), &mut Vec::new());
    assert_eq!(game.outcome().expect("nobody plays").winner(), Some(green));
}

#[test]
fn settings_that_cannot_be_played() {
    let on = |text: &str| BitMartyrSettings::on(text.parse().expect("a board"));
    for (settings, seats, clue) in [
        (on("1O1"), 2, "units of team 3, but there are 2 teams"),
        (BitMartyrSettings { duration: 0, ..on("E") }, 1, "0 turns"),
        (BitMartyrSettings { duration: 100_001, ..on("E") }, 1, "100001 turns"),
        (BitMartyrSettings { wires: vec![WireFormat::Plain; 2], ..on("E") }, 1, "2 formats are more than 1 teams"),
        (on("E"), 0, "0 teams are not 1 to 7"),
        (on("E"), 8, "8 teams are not 1 to 7"),
    ] {
        let why = BitMartyr::start(&settings, seats).expect_err(clue).to_string();
        assert!(why.contains(clue), "{why}");
    }
    let read = |text: &str| serde_json::from_str::<BitMartyrSettings>(text).map_err(|why| why.to_string());
    assert!(read(r#"{"board":"2E/3","wires":["plain","basic"],"missing":"stay"}"#).is_ok());
    assert!(read(r#"{"board":"2E/2"}"#).is_err_and(|why| why.contains("row 2 of the board")));
}

/// The bots of these tests: they read numbers, and print one answer for each unit.
fn numbers(input: &[u8], wire: WireFormat) -> Vec<i64> {
    let text = std::str::from_utf8(input).expect("digits and blanks");
    assert!(!text.contains('\n') && (text.is_empty() || text.ends_with(' ') != (wire == WireFormat::Standard)));
    text.split_ascii_whitespace().map(|word| word.parse().expect("a number")).collect()
}

/// Moves away from the strongest neighbour, or else to an empty cell; decided by the 25 numbers
/// alone.
fn decide(sight: &[i64]) -> u8 {
    let threat = [7, 13, 17, 11].into_iter().position(|at| sight[at] < 0);
    let room = [7, 13, 17, 11].into_iter().position(|at| sight[at] == 0);
    let weighed = sight.iter().map(|number| number + 5).sum::<i64>() % 7;
    match (threat, room) {
        (Some(at), _) if sight[12] < 4 => b"3412"[at],
        (_, Some(at)) if weighed > 1 => b"1234"[at],
        _ => b"04"[weighed as usize % 2],
    }
}

/// The bot in each format. In the basic one every other unit answers by its exit status.
fn bot(wire: WireFormat) -> impl Fn(&[u8], &mut Vec<u8>) -> Exit {
    move |input, output| {
        let numbers = numbers(input, wire);
        let sights = if wire == WireFormat::Plain { &numbers[..] } else { &numbers[3..] };
        if wire != WireFormat::Plain {
            assert!((0..=0x7fff_ffff).contains(&numbers[0]));
            assert_eq!(numbers[1], 0x7fff_ffff);
        }
        let mut orders = sights.chunks_exact(25).map(decide);
        match wire {
            WireFormat::Basic if numbers[0] % 2 == 0 => {
                let order = orders.next().expect("a run for a unit");
                return Exit::Code(i32::from(order - b'0'));
            }
            // One order too many, with skipped bytes between the orders.
            _ => orders.chain([b'5']).for_each(|order| output.extend_from_slice(&[b' ', order, b'\n'])),
        }
        Exit::Code(0)
    }
}

fn match_in(wires: &[WireFormat], width: usize, duration: u32) -> Referee<BitMartyr> {
    let params = PlacementParams { width, height: width + 3, population: 3, ..PlacementParams::new(wires.len()) };
    let board = place(&params).expect("there is room");
    let settings = BitMartyrSettings { duration, wires: wires.to_vec(), seed: 5, ..BitMartyrSettings::on(board) };
    let game = BitMartyr::start(&settings, wires.len()).expect("a board for so many");
    let players = seats(wires.len()).map(|seat| Player::Bot(BotCodec::question(BitMartyrCodec::new(&settings, seat))));
    let mut referee = Referee::new(game, players.collect(), settings.limits(), Duration::ZERO);
    let bots: Vec<_> = wires.iter().map(|&wire| bot(wire)).collect();
    play(&mut referee, &bots.iter().map(|bot| bot as Function<'_>).collect::<Vec<_>>());
    referee
}

#[test]
fn the_same_bot_plays_the_same_match_in_every_format() {
    let boards = [WireFormat::Standard, WireFormat::Plain, WireFormat::Basic]
        .map(|wire| match_in(&[wire; 3], 12, 40).game().clone());
    assert!(boards[0].board().population() > 50, "{}", boards[0].board());
    assert_eq!(boards[0], boards[1]);
    assert_eq!(boards[0], boards[2]);
    let mixed = match_in(&[WireFormat::Basic, WireFormat::Standard, WireFormat::Plain], 12, 40);
    assert_eq!(mixed.game(), &boards[0]);
    // Basic: a microsecond of virtual time for each unit.
    let used = mixed.turns()[0].used;
    assert_eq!((used, mixed.turns()[1].used), (Duration::from_micros(3), Duration::from_micros(1)));
}

fn replay(settings: BitMartyrSettings, count: usize, turns: Vec<Turn<Orders>>) -> Replay<BitMartyr> {
    let players = (1..=count).map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
    Replay { settings, seed: 0, players: players.collect(), terms: MatchTerms::default(), turns }
}

fn turn(seat: Seat, result: TurnResult<Orders>) -> Turn<Orders> {
    Turn { seat, result, words: None, used: Duration::ZERO }
}

/// A match of bots that decide by what their units see.
fn match_of(settings: BitMartyrSettings, count: usize, decide: impl Fn(Seat, &[i8; 25]) -> Order) -> Replay<BitMartyr> {
    let mut game = BitMartyr::start(&settings, count).expect("a board for so many");
    let mut turns = Vec::new();
    while let Some(seat) = game.to_act().lowest() {
        let orders: Orders = game.view(seat).sights().map(|sight| decide(seat, &sight)).collect();
        turns.push(turn(seat, TurnResult::Action(orders.clone())));
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
    }
    replay(settings, count, turns)
}

/// A thousand turns of bots that decide by the sight of their units fit into a link that people can
/// send.
#[test]
fn links_of_plain_bots_are_short() {
    for (name, decide) in [
        ("right", (|_, _| Order::Right) as fn(Seat, &[i8; 25]) -> Order),
        ("right, up", |seat, _| if seat.index() % 2 == 0 { Order::Right } else { Order::Up }),
        ("away", |_, sight| match [7, 13, 17, 11].into_iter().position(|at| sight[at] < 0) {
            Some(at) => Order::ALL[[3, 4, 1, 2][at]],
            None if sight[12] > 2 && sight[13] == 0 => Order::Right,
            None => Order::Stay,
        }),
    ] {
        let settings = BitMartyrSettings { duration: 100, ..BitMartyrSettings::drawn(4, 1) };
        let replay = match_of(settings, 4, decide);
        let payload = link::write(&replay).expect("it is short enough");
        assert_eq!(link::read::<BitMartyr>(&payload).map(|read| read.replay).as_ref(), Ok(&replay), "{name}");
        assert!(payload.len() < 2000, "{name}: {} characters", payload.len());
    }
}

#[test]
fn links_come_back() {
    let mut random = fastrand::Rng::with_seed(seed(4));
    for _ in 0..count(30, 300) {
        let count = random.usize(1..=TEAMS_MAX);
        let wires = (0..random.usize(..=count)).map(|_| WireFormat::ALL[random.usize(..3)].0).collect();
        let settings = BitMartyrSettings {
            duration: random.u32(1..8),
            missing: if random.bool() { MissingOrder::Die } else { MissingOrder::Stay },
            limit: Duration::from_nanos(random.u64(..)),
            wires,
            seed: random.u64(..),
            ..BitMartyrSettings::on(random_board(count, &mut random))
        };
        let replay = random_match(settings, count, &mut random);
        let payload = link::write(&replay).expect("a short match");
        assert_eq!(link::read::<BitMartyr>(&payload).map(|read| read.replay), Ok(replay.clone()));
        let file = serde_json::to_string(&replay).expect("text keys");
        assert_eq!(serde_json::from_str::<Replay<BitMartyr>>(&file).expect("it was written"), replay);
    }
}

fn random_match(settings: BitMartyrSettings, count: usize, random: &mut fastrand::Rng) -> Replay<BitMartyr> {
    let mut game = BitMartyr::start(&settings, count).expect("a board for so many");
    let mut turns = Vec::new();
    while let Some(seat) = game.to_act().lowest() {
        if random.u8(..30) == 0 {
            let fault = Fault::new(FaultKind::ALL[random.usize(..FaultKind::ALL.len())], b"words", "a reason");
            game.fault(seat, &fault, &mut Vec::new());
            turns.push(turn(seat, TurnResult::from(fault)));
            continue;
        }
        let units = game.board().count(seat);
        let orders: Orders = (0..units).map(|_| Order::ALL[random.usize(..Order::ALL.len())]).collect();
        turns.push(turn(seat, TurnResult::Action(orders.clone())));
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
    }
    replay(settings, count, turns)
}

/// Two teams on a full board.
fn crowd(duration: u32) -> BitMartyrSettings {
    let params = PlacementParams { width: 200, height: 200, population: 20_000, ..PlacementParams::new(2) };
    BitMartyrSettings { duration, ..BitMartyrSettings::on(place(&params).expect("it is full")) }
}

/// A link that would take too long to read is neither written nor read.
#[test]
fn what_is_too_long_for_a_link_is_no_link() {
    let noisy = random_match(crowd(20), 2, &mut fastrand::Rng::with_seed(5));
    assert_eq!(link::write(&noisy), Err(link::LinkWriteError::TooLong));
}

/// A board of 400 by 400 that is full in each of 1,000 turns: 62 MB of orders; with turns and
/// faults besides.
#[test]
fn a_long_match_stays_within_its_memory() {
    for teams in [1, 4, 7] {
        let counts = (0..teams).map(|team| 160_000 / teams + usize::from(team < 160_000 % teams));
        let a_turn = counts.map(|units| Orders::same(Order::Up, units).bytes() + size_of::<Turn<Orders>>());
        assert!(a_turn.sum::<usize>() <= 62_000, "{teams} teams");
    }
    // As the referee keeps them: a codec's orders have no spare capacity.
    let referee = match_in(&[WireFormat::Standard, WireFormat::Basic], 9, 30);
    for turn in referee.turns() {
        let TurnResult::Action(orders) = &turn.result else { panic!("nobody errs") };
        assert_eq!(orders.bytes(), orders.len().div_ceil(21) * 8);
    }
}

/// Reads settings and turns of a line: `2`, JSON, `1:14,2:41,1:Flooded`.
fn golden(count: &str, settings: &str, turns: &str) -> Replay<BitMartyr> {
    let read_turn = |text: &str| {
        let (number, result) = text.split_once(':').expect("who did what");
        let fault = FaultKind::ALL.into_iter().find(|kind| format!("{kind:?}") == result);
        let result = match fault {
            Some(kind) => TurnResult::from(Fault::new(kind, b"words", "a reason")),
            None => TurnResult::Action(result.parse().expect("orders")),
        };
        turn(Seat::new(number.parse::<usize>().expect("a number") - 1), result)
    };
    let settings = serde_json::from_str(settings).expect("settings");
    replay(settings, count.parse().expect("a number"), turns.split(',').map(read_turn).collect())
}

/// The matches that a file describes, each with its payload, which reads as that match.
fn read_golden(file: &'static str) -> Vec<(&'static str, Replay<BitMartyr>)> {
    let lines: Vec<_> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 10);
    let read_line = |line: &'static str| {
        let words: Vec<_> = line.split('\t').collect();
        let [payload, count, settings, turns] = words[..] else { panic!("four words a line: {line}") };
        let expected = golden(count, settings, turns);
        assert_eq!(link::read::<BitMartyr>(payload).map(|read| read.replay).as_ref(), Ok(&expected), "{line}");
        (payload, expected)
    };
    lines.into_iter().map(read_line).collect()
}

#[test]
fn golden_links_open() {
    read_golden(LINKS_V1);
    read_golden(LINKS_V2);
}

#[test]
fn golden_links_of_the_newest_version_are_written_the_same() {
    for (payload, replay) in read_golden(LINKS_V3) {
        assert_eq!(link::write(&replay).as_deref(), Ok(payload));
    }
}

mod complete {
    use super::*;

    /// Few orders to store, but many units to look at.
    #[test]
    fn what_takes_too_long_to_read_is_no_link() {
        let stays = seats(2).map(|seat| turn(seat, TurnResult::Action(Orders::same(Order::Stay, 20_000))));
        let turns = stays.collect::<Vec<_>>().into_iter().cycle().take(2 * 500).collect();
        let quiet = replay(crowd(1000), 2, turns);
        quiet.check().expect("they can stay for ever");
        assert_eq!(link::write(&quiet), Err(link::LinkWriteError::TooLong));
    }
}
