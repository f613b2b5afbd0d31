//! One unit: what its bot reads for it and what it answered. Knows no drawing.

use botyard_engine::codec::{Codec, Question};
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrCodec, Order, Orders, SIGHT, Settings, Wire};
use botyard_engine::replay::{Deed, Turn};
use botyard_engine::seat::Seat;

use super::words;

/// The longest input of a whole team that is shown in a field, in bytes.
const LONGEST: usize = 200_000;

/// As many orders are put into words: there may be thousands.
const NAMED: usize = 12;

/// What a unit was told this turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Nobody has said anything yet.
    Awaited,
    /// Nobody asks it any more: the match is over.
    Over,
    /// This.
    Order(Order),
    /// Its bot did something else.
    Fault,
}

/// What the unit on a cell is told in these turns, which follow the position; `None` if there is no unit.
pub fn answer(position: &BitMartyr, next: &[Turn<Orders>], cell: usize) -> Option<Answer> {
    let (seat, nth) = place(position, cell)?;
    let turn = next.iter().find(|turn| turn.seat == seat);
    Some(match turn.map(|turn| &turn.deed) {
        None if position.outcome().is_some() => Answer::Over,
        None => Answer::Awaited,
        Some(Deed::Action(orders)) => Answer::Order(orders.order(nth).unwrap_or(Order::Missing)),
        Some(Deed::Fault(_)) => Answer::Fault,
    })
}

/// What the bot of the unit on a cell would read if the unit were the only one of its team; `None` if there is no unit.
pub fn input(settings: &Settings, position: &BitMartyr, cell: usize) -> Option<String> {
    let (seat, nth) = place(position, cell)?;
    let question = question(settings, position, seat);
    let (head, own) = match settings.wire(seat) {
        Wire::Basic => return text(question.input(nth)),
        Wire::Standard => (3, 3 + nth * SIGHT),
        Wire::Plain => (0, nth * SIGHT),
    };
    let all = text(question.input(0))?;
    let numbers = || all.split_inclusive(' ');
    Some(numbers().take(head).chain(numbers().skip(own).take(SIGHT)).collect())
}

/// All that the bot of a team reads this turn; `None` if that is too long to be looked at, or its bot is run for each unit
/// by itself.
pub fn team_input(settings: &Settings, position: &BitMartyr, seat: Seat) -> Option<String> {
    if settings.wire(seat) == Wire::Basic || position.board().count(seat) * SIGHT * 2 > LONGEST {
        return None;
    }
    text(question(settings, position, seat).input(0)).filter(|text| text.len() <= LONGEST)
}

/// What it means that the bot of a seat has printed this and ended with this exit status: an order for each unit that it was
/// asked about, of which one is shown by its sign and its name.
pub fn meaning(settings: &Settings, seat: Seat, printed: &str, status: Option<i32>) -> String {
    let orders: Vec<_> = printed
        .char_indices()
        .filter_map(|(at, sign)| Some((&printed[at..at + sign.len_utf8()], Order::of_byte(u8::try_from(sign).ok()?)?)))
        .collect();
    let missing = settings.missing;
    match (&orders[..], status.filter(|_| settings.wire(seat) == Wire::Basic)) {
        ([], Some(status)) => {
            let order = words::order(Order::of_status(status), missing);
            format!("It has printed no order, and its exit status {status} is one: {order}.")
        }
        ([], None) => format!("There is no order in it: the unit is told {}.", words::order(Order::Missing, missing)),
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

/// Whose unit it is, and which of the team's.
fn place(position: &BitMartyr, cell: usize) -> Option<(Seat, usize)> {
    let seat = position.board().unit(cell)?.team;
    Some((seat, position.board().cells_of(seat).position(|own| own == cell)?))
}

/// What a seat's bot is asked in this position.
fn question(settings: &Settings, position: &BitMartyr, seat: Seat) -> Question {
    let mut question = Question::default();
    BitMartyrCodec::new(settings, seat).ask(position.view(seat), &mut question);
    question
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use botyard_engine::games::bitmartyr::Missing;
    use botyard_engine::replay::step;

    use super::*;

    const BOARD: &str = "E4/5/2C2/5/J4";

    fn settings(wire: Wire) -> Settings {
        Settings { wires: vec![wire], seed: 5, ..Settings::on(BOARD.parse().expect("a board")) }
    }

    fn start(wire: Wire) -> BitMartyr {
        BitMartyr::start(&settings(wire), 2).expect("it can be played")
    }

    /// The numbers around the unit of health 3 in the middle.
    const SIGHT_OF_IT: &str = "5 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0 -5 0 0 0 0 ";

    #[test]
    fn the_input_of_one_unit_is_a_part_of_its_teams() {
        let input = |wire| input(&settings(wire), &start(wire), 12).expect("there is a unit");
        assert_eq!(input(Wire::Plain), SIGHT_OF_IT);
        for wire in [Wire::Standard, Wire::Basic] {
            let input = input(wire);
            let head: Vec<_> = input.split(' ').take(3).collect();
            assert_eq!((head[1], head[2]), ("2147483647", "0"), "{input}");
            assert!(input.ends_with(SIGHT_OF_IT), "{input}");
            assert_eq!(input.split_whitespace().count(), 28);
        }
        assert_eq!(super::input(&settings(Wire::Plain), &start(Wire::Plain), 1), None);
    }

    #[test]
    fn what_a_bot_printed_has_a_meaning() {
        let check = |wire, printed, status, expected: &str| {
            assert_eq!(meaning(&settings(wire), Seat::new(0), printed, status), expected, "{printed}");
        };
        check(Wire::Plain, "1\n", Some(0), "1: up.");
        check(Wire::Plain, "é > x", Some(0), ">: right, x: die.");
        check(Wire::Plain, "", Some(2), "There is no order in it: the unit is told nothing, so it dies.");
        check(Wire::Basic, "", Some(2), "It has printed no order, and its exit status 2 is one: right.");
        check(Wire::Basic, "", None, "There is no order in it: the unit is told nothing, so it dies.");
        check(Wire::Plain, &"0".repeat(99), Some(0), &format!("{}, ….", ["0: stay"; NAMED].join(", ")));
        let patient = Settings { missing: Missing::Stay, ..settings(Wire::Plain) };
        assert!(meaning(&patient, Seat::new(0), "?", None).ends_with("so it stays."));
    }

    #[test]
    fn a_team_reads_the_numbers_of_all_its_units() {
        let team = |wire| team_input(&settings(wire), &start(wire), Seat::new(0));
        assert_eq!(team(Wire::Plain).map(|text| text.split_whitespace().count()), Some(50));
        assert_eq!(team(Wire::Standard).map(|text| text.split_whitespace().count()), Some(53));
        assert_eq!(team(Wire::Basic), None);
    }

    #[test]
    fn an_answer_is_the_order_of_its_unit() {
        let turn = |seat, orders: &str| Turn {
            seat: Seat::new(seat),
            deed: Deed::Action(orders.parse().expect("orders")),
            words: None,
            used: Duration::ZERO,
        };
        let (position, next) = (start(Wire::Plain), [turn(0, "-2"), turn(1, "5")]);
        let order = |cell| answer(&position, &next, cell);
        assert_eq!(order(0), Some(Answer::Order(Order::Missing)));
        assert_eq!(order(12), Some(Answer::Order(Order::Right)));
        assert_eq!(order(20), Some(Answer::Order(Order::Die)));
        assert_eq!(order(1), None);
        assert_eq!(answer(&position, &[], 12), Some(Answer::Awaited));
        let short = Settings { duration: 1, ..settings(Wire::Plain) };
        let mut over = BitMartyr::start(&short, 2).expect("it can be played");
        next.iter().for_each(|turn| step(&mut over, turn, &mut Vec::new()).expect("it is possible"));
        let cell = over.board().units().next().map(|(cell, _)| cell).expect("a unit");
        assert_eq!(answer(&over, &[], cell), Some(Answer::Over));
    }
}
