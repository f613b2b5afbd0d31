//! One unit: its bot's input and the order that it got. Knows no drawing.

use botyard_engine::codec::{Protocol as _, QuestionCodec, RunInputs};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrCodec, BitMartyrSettings, Order, Orders, SIGHT, WireFormat,
};
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::seat::Seat;

use super::words;
use crate::{BoardCell, TurnInput};

/// The longest input of a whole team that is shown in a field, in bytes.
const LONGEST: usize = 200_000;

/// The most orders that are listed: there may be thousands.
const NAMED: usize = 12;

/// The order that a unit received this turn.
#[derive(Debug, Clone, PartialEq)]
pub enum UnitAnswer {
    /// Its bot has not answered yet.
    Awaited,
    /// The match is over, so its bot is not asked any more.
    Over,
    /// This order.
    Order(Order),
    /// Its bot did something else.
    Fault,
}

/// The order that the unit on a cell gets in these turns, which follow the position; `None` if
/// there is no unit.
pub fn answer(position: &BitMartyr, next: &[Turn<Orders>], cell: usize) -> Option<UnitAnswer> {
    let (seat, nth) = place(position, cell)?;
    let turn = next.iter().find(|turn| turn.seat == seat);
    Some(match turn.map(|turn| &turn.result) {
        None if position.outcome().is_some() => UnitAnswer::Over,
        None => UnitAnswer::Awaited,
        Some(TurnResult::Action(orders)) => UnitAnswer::Order(orders.order(nth).unwrap_or(Order::Missing)),
        Some(TurnResult::Fault(_)) => UnitAnswer::Fault,
    })
}

/// The input that the bot of the unit on a cell would get today if the unit were the only one of its
/// team; `None` if there is no unit.
pub fn input(settings: &BitMartyrSettings, position: &BitMartyr, cell: usize) -> Option<String> {
    let (seat, nth) = place(position, cell)?;
    let question = question(settings, position, seat, BitMartyr::PROTOCOL_VERSION);
    let (head, own) = match settings.wire(seat) {
        WireFormat::Basic => return text(question.run_input(nth)),
        WireFormat::Standard => (3, 3 + nth * SIGHT),
        WireFormat::Plain => (0, nth * SIGHT),
    };
    let all = text(question.run_input(0))?;
    let numbers = || all.split_inclusive(' ');
    let input: String = numbers().take(head).chain(numbers().skip(own).take(SIGHT)).collect();
    // Only the plain format has a blank after its last number.
    Some(if settings.wire(seat) == WireFormat::Plain { input } else { input.trim_end().to_owned() })
}

/// The whole input that a team's bot would get today in this turn; `None` if it is too long to show, or if the bot is
/// run once for each unit.
pub fn team_input(settings: &BitMartyrSettings, position: &BitMartyr, seat: Seat) -> Option<String> {
    if settings.wire(seat) == WireFormat::Basic || position.board().count(seat) * SIGHT * 2 > LONGEST {
        return None;
    }
    text(question(settings, position, seat, BitMartyr::PROTOCOL_VERSION).run_input(0))
        .filter(|text| text.len() <= LONGEST)
}

/// The whole input of a team's bot this turn, in a version of the protocol, and the cells of its
/// units; `None` if it is too long to show. The script `bitmartyr_map.js` reads it.
pub fn turn_input(settings: &BitMartyrSettings, position: &BitMartyr, seat: Seat, version: u32) -> Option<TurnInput> {
    let board = position.board();
    if board.count(seat) * SIGHT * 2 > LONGEST {
        return None;
    }
    let question = question(settings, position, seat, version);
    let runs = (0..question.run_count()).map(|nth| text(question.run_input(nth)));
    let text = runs.collect::<Option<Vec<_>>>()?.join("\n");
    let of_board = [board.height(), board.width(), seat.number()];
    let places: Vec<_> = of_board.into_iter().chain(board.cells_of(seat)).map(|number| number.to_string()).collect();
    (text.len() <= LONGEST).then(|| TurnInput { places: places.join(" "), text })
}

/// Explains a run of a seat's bot that printed this and ended with this exit status. It gives an
/// order to each unit in its input; the first few are shown by sign and name.
pub fn explain_run(settings: &BitMartyrSettings, seat: Seat, printed: &str, status: Option<i32>) -> String {
    let orders: Vec<_> = printed
        .char_indices()
        .filter_map(|(at, sign)| Some((&printed[at..at + sign.len_utf8()], Order::of_byte(u8::try_from(sign).ok()?)?)))
        .collect();
    let missing = settings.missing;
    match (&orders[..], status.filter(|_| settings.wire(seat) == WireFormat::Basic)) {
        ([], Some(status)) => {
            let order = words::order(Order::of_status(status), missing);
            format!("It printed no order; its exit status {status} is its order: {order}.")
        }
        ([], None) => format!("It contains no order: the unit receives {}.", words::order(Order::Missing, missing)),
        (orders, _) => {
            let told: Vec<_> = orders
                .iter()
                .take(NAMED)
                .map(|&(sign, order)| format!("{sign}: {}", words::order(order, missing)))
                .collect();
            let more = if orders.len() > NAMED { ", …" } else { "" };
            format!("{}{more}.", told.join(", "))
        }
    }
}

/// Reads `UNIT`, a team's unit in the order of its orders, from 1; or `UNIT:RIGHT,DOWN`, a cell that lies this
/// far from it, around the edges of the board.
pub fn read_cell(position: &BitMartyr, seat: Seat, text: &str) -> Option<BoardCell> {
    let (unit, offset) = text.split_once(':').unwrap_or((text, "0,0"));
    let (right, down) = offset.split_once(',')?;
    let (right, down): (i16, i16) = (right.parse().ok()?, down.parse().ok()?);
    let nth = unit.parse::<usize>().ok()?.checked_sub(1)?;
    let board = position.board();
    let cell = board.cells_of(seat).nth(nth)?;
    let moved = |at: usize, by: i16, side: usize| (at as isize + isize::from(by)).rem_euclid(side as isize) as usize;
    let (width, height) = (board.width(), board.height());
    Some(BoardCell { column: moved(cell % width, right, width), row: moved(cell / width, down, height) })
}

/// The team of a unit, and its index in the team.
fn place(position: &BitMartyr, cell: usize) -> Option<(Seat, usize)> {
    let seat = position.board().unit(cell)?.team;
    Some((seat, position.board().cells_of(seat).position(|own| own == cell)?))
}

/// The inputs of a seat's bot in this position.
fn question(settings: &BitMartyrSettings, position: &BitMartyr, seat: Seat, version: u32) -> RunInputs {
    let mut question = RunInputs::default();
    BitMartyrCodec::of_version(settings, seat, version).write_question(position.view(seat), &mut question);
    question
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use botyard_engine::games::bitmartyr::MissingOrder;
    use botyard_engine::replay::play_turn;

    use super::*;

    const BOARD: &str = "E4/5/2C2/5/J4";

    fn settings(wire: WireFormat) -> BitMartyrSettings {
        BitMartyrSettings { wires: vec![wire], seed: 5, ..BitMartyrSettings::on(BOARD.parse().expect("a board")) }
    }

    fn start(wire: WireFormat) -> BitMartyr {
        BitMartyr::start(&settings(wire), 2).expect("it can be played")
    }

    /// The numbers around the unit of health 3 in the middle.
    const SIGHT_OF_IT: &str = "5 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0 -5 0 0 0 0 ";

    #[test]
    fn the_input_of_one_unit_is_a_part_of_its_teams() {
        let input = |wire| input(&settings(wire), &start(wire), 12).expect("there is a unit");
        assert_eq!(input(WireFormat::Plain), SIGHT_OF_IT);
        for (wire, sight) in [(WireFormat::Standard, SIGHT_OF_IT.trim_end()), (WireFormat::Basic, SIGHT_OF_IT)] {
            let input = input(wire);
            let head: Vec<_> = input.split(' ').take(3).collect();
            assert_eq!((head[1], head[2]), ("2147483647", "0"), "{input}");
            assert!(input.ends_with(sight), "{input}");
            assert_eq!(input.split_whitespace().count(), 28);
        }
        let first = super::input(&settings(WireFormat::Standard), &start(WireFormat::Standard), 0);
        assert!(first.is_some_and(|input| !input.ends_with(' ')), "it would be the last unit");
        assert_eq!(super::input(&settings(WireFormat::Plain), &start(WireFormat::Plain), 1), None);
    }

    #[test]
    fn what_a_bot_printed_has_a_meaning() {
        let check = |wire, printed, status, expected: &str| {
            assert_eq!(explain_run(&settings(wire), Seat::new(0), printed, status), expected, "{printed}");
        };
        check(WireFormat::Plain, "1\n", Some(0), "1: up.");
        check(WireFormat::Plain, "é > x", Some(0), ">: right, x: die.");
        check(WireFormat::Plain, "", Some(2), "It contains no order: the unit receives nothing, so it dies.");
        check(WireFormat::Basic, "", Some(2), "It printed no order; its exit status 2 is its order: right.");
        check(WireFormat::Basic, "", None, "It contains no order: the unit receives nothing, so it dies.");
        check(WireFormat::Plain, &"0".repeat(99), Some(0), &format!("{}, ….", ["0: stay"; NAMED].join(", ")));
        let patient = BitMartyrSettings { missing: MissingOrder::Stay, ..settings(WireFormat::Plain) };
        assert!(explain_run(&patient, Seat::new(0), "?", None).ends_with("so it stays."));
    }

    #[test]
    fn a_team_reads_the_numbers_of_all_its_units() {
        let team = |wire| team_input(&settings(wire), &start(wire), Seat::new(0));
        assert_eq!(team(WireFormat::Plain).map(|text| text.split_whitespace().count()), Some(50));
        assert_eq!(team(WireFormat::Standard).map(|text| text.split_whitespace().count()), Some(53));
        assert_eq!(team(WireFormat::Basic), None);
    }

    #[test]
    fn an_input_says_where_the_units_are() {
        let input = |wire, seat| turn_input(&settings(wire), &start(wire), Seat::new(seat), 2).expect("it is short");
        let (plain, of_other) = (input(WireFormat::Plain, 0), input(WireFormat::Plain, 1));
        assert_eq!((&*plain.places, &*of_other.places), ("5 5 1 0 12", "5 5 2 20"));
        assert!(plain.text.ends_with(SIGHT_OF_IT) && !plain.text.contains('\n'), "{}", plain.text);
        let team = |wire| team_input(&settings(wire), &start(wire), Seat::new(0));
        for wire in [WireFormat::Plain, WireFormat::Standard] {
            assert_eq!(Some(input(wire, 0).text), team(wire));
        }
        let standard = WireFormat::Standard;
        let recorded = turn_input(&settings(standard), &start(standard), Seat::new(0), 1).expect("it is short");
        assert_eq!(Some(recorded.text), team(standard).map(|text| text + " "), "a blank followed in version 1");
        // One run for each unit.
        let basic = input(WireFormat::Basic, 0);
        let runs: Vec<_> = basic.text.lines().map(|run| run.split_whitespace().count()).collect();
        assert_eq!((&*basic.places, runs), ("5 5 1 0 12", vec![28, 28]));
        assert!(basic.text.ends_with(SIGHT_OF_IT), "{}", basic.text);

        let row = "E".repeat(66);
        let crowded = BitMartyrSettings::on([&*row; 66].join("/").parse().expect("a board"));
        let full = BitMartyr::start(&crowded, 1).expect("it can be played");
        assert_eq!(turn_input(&crowded, &full, Seat::new(0), 2), None, "it is too long");
    }

    #[test]
    fn an_answer_is_the_order_of_its_unit() {
        let turn = |seat, orders: &str| Turn {
            seat: Seat::new(seat),
            result: TurnResult::Action(orders.parse().expect("orders")),
            words: None,
            used: Duration::ZERO,
        };
        let (position, next) = (start(WireFormat::Plain), [turn(0, "-2"), turn(1, "5")]);
        let order = |cell| answer(&position, &next, cell);
        assert_eq!(order(0), Some(UnitAnswer::Order(Order::Missing)));
        assert_eq!(order(12), Some(UnitAnswer::Order(Order::Right)));
        assert_eq!(order(20), Some(UnitAnswer::Order(Order::Die)));
        assert_eq!(order(1), None);
        assert_eq!(answer(&position, &[], 12), Some(UnitAnswer::Awaited));
        let short = BitMartyrSettings { duration: 1, ..settings(WireFormat::Plain) };
        let mut over = BitMartyr::start(&short, 2).expect("it can be played");
        next.iter().for_each(|turn| play_turn(&mut over, turn, &mut Vec::new()).expect("it is possible"));
        let cell = over.board().units().next().map(|(cell, _)| cell).expect("a unit");
        assert_eq!(answer(&over, &[], cell), Some(UnitAnswer::Over));
    }
}
