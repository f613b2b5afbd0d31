//! Sentences about a match. Knows no drawing.

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrBoard, MissingOrder, Order, Orders};
use botyard_engine::seat::Seat;

use super::sides::side;
use crate::ActionText;

/// Describes a team's orders.
pub fn describe_orders(before: &BitMartyr, seat: Seat, orders: &Orders, after: &BitMartyr) -> ActionText {
    let name = side(seat).name;
    let mut counts = [0_usize; Order::ALL.len()];
    orders.iter().for_each(|order| counts[order as usize] += 1);
    let given = || Order::ALL.into_iter().map(|order| (order, counts[order as usize])).filter(|&(_, count)| count > 0);
    let parts: Vec<_> = given().map(|(order, count)| format!("{count} {}", does(order, count))).collect();
    let words = match orders.len() {
        0 => format!("{name} has no units"),
        // The number of units before the turn, not after it.
        units => format!("{name} orders {}: {}", plural(units, "unit"), parts.join(", ")),
    };
    let most = given().max_by_key(|&(_, count)| count).map_or("–", |(order, _)| sign(order));
    let short = format!("{most} {}", brief(orders.len()));
    let mark = died_out(before, after).or_else(|| silent(name, counts[Order::Missing as usize]));
    ActionText { words: words.into(), short: short.into(), mark: mark.map(Into::into) }
}

/// A number in at most four characters, unchanged if it fits: `19499` is `19k`. It is cut and not
/// rounded, so that it never grows by a digit.
fn brief(number: usize) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{}k", number / 1000),
        _ => format!("{}M", number / 1_000_000),
    }
}

/// Summarises a position; `None` at the start.
pub fn summary(position: &BitMartyr) -> Option<String> {
    let team = |index| {
        let seat = Seat::new(index);
        format!("{} {}", side(seat).name, position.board().count(seat))
    };
    let teams: Vec<_> = (0..position.seats()).map(team).collect();
    let words = format!("turn {} of {}: {}", position.turn(), position.duration(), teams.join(", "));
    (position.turn() > 0).then_some(words)
}

/// Describes the whole board to people who do not see it.
pub fn describe_board(position: &BitMartyr) -> String {
    let board = position.board();
    let team = |index| {
        let seat = Seat::new(index);
        let by_health = board.by_health(seat);
        let healths = by_health.iter().enumerate().rev().filter(|&(_, &count)| count > 0);
        let healths: Vec<_> = healths.map(|(below, count)| format!("{count} of health {}", below + 1)).collect();
        let units = plural(board.count(seat), "unit");
        match healths.is_empty() {
            true => format!("{}: no units.", side(seat).name),
            false => {
                format!("{}: {units}, total health {}: {}.", side(seat).name, health(board, seat), healths.join(", "))
            }
        }
    };
    let teams: Vec<_> = (0..position.seats()).map(team).collect();
    format!("Turn {} of {}. {}", position.turn(), position.duration(), teams.join(" "))
}

/// The health of a team's units together.
pub fn health(board: &BitMartyrBoard, seat: Seat) -> u32 {
    board.by_health(seat).iter().zip(1..).map(|(count, health)| count * health).sum()
}

/// A cell's description: `row 3, column 4: red unit, health 5`.
pub fn cell(board: &BitMartyrBoard, cell: usize) -> String {
    let (row, column) = (cell / board.width() + 1, cell % board.width() + 1);
    let words = match board.unit(cell) {
        Some(unit) => format!("{} unit, health {}", side(unit.team).name, unit.health),
        None => "empty".to_owned(),
    };
    format!("row {row}, column {column}: {words}")
}

/// The order of one unit, as a phrase that follows "its bot says: ".
pub fn order(order: Order, missing: MissingOrder) -> &'static str {
    match (order, missing) {
        (Order::Stay, _) => "stay",
        (Order::Up, _) => "up",
        (Order::Right, _) => "right",
        (Order::Down, _) => "down",
        (Order::Left, _) => "left",
        (Order::Die, _) => "die",
        (Order::Missing, MissingOrder::Die) => "nothing, so it dies",
        (Order::Missing, MissingOrder::Stay) => "nothing, so it stays",
    }
}

fn does(order: Order, count: usize) -> &'static str {
    let is_one = count == 1;
    match order {
        Order::Stay if is_one => "stays",
        Order::Stay => "stay",
        Order::Up if is_one => "goes up",
        Order::Up => "go up",
        Order::Right if is_one => "goes right",
        Order::Right => "go right",
        Order::Down if is_one => "goes down",
        Order::Down => "go down",
        Order::Left if is_one => "goes left",
        Order::Left => "go left",
        Order::Die if is_one => "dies",
        Order::Die => "die",
        Order::Missing => "without an order",
    }
}

fn sign(order: Order) -> &'static str {
    match order {
        Order::Stay => "•",
        Order::Up => "↑",
        Order::Right => "→",
        Order::Down => "↓",
        Order::Left => "←",
        Order::Die => "×",
        Order::Missing => "?",
    }
}

fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The teams that have lost their last units.
fn died_out(before: &BitMartyr, after: &BitMartyr) -> Option<String> {
    let lost = |&seat: &Seat| before.board().count(seat) > 0 && after.board().count(seat) == 0;
    let names: Vec<_> = (0..before.seats()).map(Seat::new).filter(lost).map(|seat| side(seat).name).collect();
    let verb = if names.len() == 1 { "dies" } else { "die" };
    (!names.is_empty()).then(|| format!("{} {verb} out", names.join(" and ")))
}

fn silent(name: &str, missing: usize) -> Option<String> {
    (missing > 0).then(|| format!("{name} leaves {} without an order", plural(missing, "unit")))
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::bitmartyr::BitMartyrSettings;

    use super::*;

    fn start(board: &str, seats: usize) -> BitMartyr {
        let settings = BitMartyrSettings { duration: 9, ..BitMartyrSettings::on(board.parse().expect("a board")) };
        BitMartyr::start(&settings, seats).expect("it can be played")
    }

    /// The descriptions of these orders, given in turn.
    fn describe_all(game: &mut BitMartyr, orders: &[&str]) -> Vec<(String, String, Option<String>)> {
        let mut play = |(index, text): (usize, &&str)| {
            let (before, seat, orders) = (game.clone(), Seat::new(index), text.parse::<Orders>().expect("orders"));
            game.play(seat, orders.clone(), &mut Vec::new()).expect("they are legal");
            let told = describe_orders(&before, seat, &orders, game);
            (told.words.to_string(), told.short.to_string(), told.mark.map(|mark| mark.to_string()))
        };
        orders.iter().enumerate().map(&mut play).collect()
    }

    #[test]
    fn orders_are_told_and_what_ends_a_team_is_marked() {
        let mut game = start("EEE1F/5", 2);
        let words = describe_all(&mut game, &["022", "5"]);
        assert_eq!(words[0], ("red orders 3 units: 1 stays, 2 go right".to_owned(), "→ 3".to_owned(), None));
        assert_eq!(words[1].0, "green orders 1 unit: 1 dies");
        assert_eq!(words[1].2.as_deref(), Some("green dies out"));
        assert_eq!(summary(&game).as_deref(), Some("turn 1 of 9: red 4, green 0"));
        let words = describe_all(&mut game, &["01--", ""]);
        assert_eq!(words[0].2.as_deref(), Some("red leaves 2 units without an order"));
        assert_eq!((words[1].0.as_str(), words[1].1.as_str()), ("green has no units", "– 0"));
    }

    #[test]
    fn a_brief_number_is_no_other_number() {
        let numbers = [0, 999, 1000, 1949, 3999, 9999, 10_000, 123_999, 1_000_000];
        let expected = ["0", "999", "1000", "1949", "3999", "9999", "10k", "123k", "1M"];
        assert_eq!(numbers.map(brief), expected);
    }

    #[test]
    fn a_board_is_told_to_those_who_do_not_see_it() {
        let game = start("EEA/1J1", 3);
        assert_eq!(summary(&game), None);
        assert_eq!(
            describe_board(&game),
            "Turn 0 of 9. red: 3 units, total health 11: 2 of health 5, 1 of health 1. \
             green: 1 unit, total health 5: 1 of health 5. blue: no units."
        );
        assert_eq!(cell(game.board(), 2), "row 1, column 3: red unit, health 1");
        assert_eq!(cell(game.board(), 3), "row 2, column 1: empty");
    }
}
