//! Sentences about a match. Knows no drawing.

use botyard_engine::game::Game;
use botyard_engine::games::generals::{CellKind, CellPosition, CellView, Generals, GeneralsAction};
use botyard_engine::seat::{Seat, Seats};

use super::sides::side;
use crate::ActionText;

/// Describes an action.
pub fn describe_action(before: &Generals, seat: Seat, action: &GeneralsAction, after: &Generals) -> ActionText {
    let name = side(seat).name;
    let GeneralsAction::March { option, from, to } = *action else {
        return ActionText {
            words: format!("{name} waits").into(),
            short: "–".into(),
            mark: ended(after).map(Into::into),
        };
    };
    let (half, half_short) = if option == GeneralsAction::HALF { ("half of ", "½") } else { ("", "") };
    let direction = match (to.row - from.row, to.column - from.column) {
        (-1, _) => "↑",
        (1, _) => "↓",
        (_, -1) => "←",
        _ => "→",
    };
    let army = cell(before, from).map_or(0, |cell| before.board().army_at(cell));
    let captured = captured(before, to, after);
    let result = captured.as_deref().map_or_else(String::new, |captured| format!(" and captures {captured}"));
    let places = format!("from row {}, column {} to row {}, column {}", from.row, from.column, to.row, to.column);
    // One unit always stays behind.
    let words = match army {
        0 | 1 => format!("{name} orders a march {places}, but nothing moves: one unit has to stay"),
        _ => format!("{name} marches {half}{army} {places}{result}"),
    };
    let short = format!("{}.{} {direction}{half_short}", from.row, from.column);
    let mark = captured.map(|captured| format!("{name} captures {captured}")).or_else(|| ended(after));
    ActionText { words: words.into(), short: short.into(), mark: mark.map(Into::into) }
}

/// The seats that see an action: its player, those that see both of its cells, before or after it,
/// if an army moves between them; and every seat if a capital falls.
pub fn seen_by(before: &Generals, seat: Seat, action: &GeneralsAction, after: &Generals) -> Seats {
    if before.playing() != after.playing() {
        return Seats::first(Seats::MAX);
    }
    let GeneralsAction::March { from, to, .. } = *action else { return Seats::only(seat) };
    // An order that moves nothing leaves no trace on any map.
    let moves = cell(before, from).is_some_and(|cell| before.board().army_at(cell) > 1);
    let is_clear = |game: &Generals, eyes: Seat, place: CellPosition| {
        let (row, column) = (place.row as usize - 1, place.column as usize - 1);
        let seen = game.view(eyes).row(row).nth(column);
        !matches!(seen, Some(CellView::Fog | CellView::Obstacle) | None)
    };
    // The sentence names the army of one cell and the place of the other, so both have to be seen.
    let sees_all =
        |eyes: Seat| [before, after].iter().any(|game| [from, to].iter().all(|&place| is_clear(game, eyes, place)));
    let sees = |&eyes: &Seat| eyes == seat || moves && sees_all(eyes);
    (0..before.seats()).map(Seat::new).filter(sees).collect()
}

/// The capital or the city that was taken: `a city`.
fn captured(before: &Generals, to: CellPosition, after: &Generals) -> Option<String> {
    let cell = cell(before, to)?;
    let (was, is) = (before.board().owner(cell), after.board().owner(cell));
    match (before.board().kind(cell), was) {
        _ if was == is => None,
        (CellKind::Capital, Some(victim)) => Some(format!("{}'s capital", side(victim).name)),
        (CellKind::City, Some(victim)) => Some(format!("a city of {}'s", side(victim).name)),
        (CellKind::City, None) => Some("a city".to_owned()),
        _ => None,
    }
}

/// Whether an action takes a city, a capital or a cell of another player.
pub fn captures(before: &Generals, action: &GeneralsAction, after: &Generals) -> bool {
    let GeneralsAction::March { to, .. } = *action else { return false };
    let Some(cell) = cell(before, to) else { return false };
    let (was, is) = (before.board().owner(cell), after.board().owner(cell));
    was != is && (was.is_some() || before.board().kind(cell) != CellKind::Empty)
}

fn ended(after: &Generals) -> Option<String> {
    let is_last = after.outcome().is_some() && after.rounds() >= after.rounds_max();
    is_last.then(|| "the last round is over".to_owned())
}

fn cell(game: &Generals, place: CellPosition) -> Option<usize> {
    let row = usize::try_from(place.row - 1).ok().filter(|&row| row < game.board().rows())?;
    let column = usize::try_from(place.column - 1).ok().filter(|&column| column < game.board().columns())?;
    Some(row * game.board().columns() + column)
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::GeneralsSettings;

    use super::*;

    /// The descriptions of these replies, played in turn on a map with large garrisons.
    fn describe_replies(map: &str, rounds: u32, replies: &[&str]) -> Vec<(String, String, Option<String>)> {
        let map = map.parse().expect("a map");
        let settings = GeneralsSettings { garrison: 50, rounds, ..GeneralsSettings::on(map) };
        let mut game = Generals::start(&settings, settings.map.capitals().count()).expect("as many as the map has");
        let mut play = |reply: &&str| {
            let (before, action) = (game.clone(), reply.parse::<GeneralsAction>().expect("a reply"));
            let seat = game.mover();
            game.play(seat, action, &mut Vec::new()).expect("it is legal");
            let told = describe_action(&before, seat, &action, &game);
            (told.words.to_string(), told.short.to_string(), told.mark.map(|mark| mark.to_string()))
        };
        replies.iter().map(&mut play).collect()
    }

    #[test]
    fn marches_are_told_and_captures_are_marked() {
        let told = describe_replies(
            "1 5 2  3 2 9 1 3 1",
            100,
            &["1 1 1 1 2", "-1", "2 1 2 1 3", "1 1 4 1 3", "-1", "1 1 3 1 2"],
        );
        let marks: Vec<_> = told.iter().map(|(_, _, mark)| mark.as_deref()).collect();
        assert_eq!(
            marks,
            [Some("blue captures a city"), None, None, None, None, Some("orange captures a city of blue's")]
        );
        assert_eq!(told[0].0, "blue marches 50 from row 1, column 1 to row 1, column 2 and captures a city");
        assert_eq!((told[1].1.as_str(), told[2].1.as_str()), ("–", "1.2 →½"));
    }

    /// Regression: an army of one "marched", and stayed where it was.
    #[test]
    fn an_army_of_one_stays() {
        let replies = ["1 1 1 1 2", "-1", "1 1 2 1 1", "-1", "1 1 2 1 1"];
        let told = describe_replies("1 3 2  3 1 3", 100, &replies);
        let words =
            "blue orders a march from row 1, column 2 to row 1, column 1, but nothing moves: one unit has to stay";
        assert_eq!(told[4].0, words);
    }

    #[test]
    fn only_those_who_see_both_cells_see_a_march() {
        let map = "1 7 2  3 1 1 1 1 1 3".parse().expect("a map");
        let mut game =
            Generals::start(&GeneralsSettings { garrison: 9, ..GeneralsSettings::on(map) }, 2).expect("a map for two");
        let (blue, orange) = (Seat::new(0), Seat::new(1));
        for (reply, seen) in [
            ("1 1 1 1 2", false),
            ("1 1 7 1 6", false),
            ("1 1 2 1 3", false),
            ("1 1 6 1 5", false),
            // Orange sees where blue comes from fog, but not from where.
            ("1 1 3 1 4", false),
            ("-1", false),
            ("1 1 4 1 5", true),
            ("-1", false),
            // Only one unit is left there: the order moves nothing.
            ("1 1 4 1 5", false),
        ] {
            let (before, seat, action) = (game.clone(), game.mover(), reply.parse().expect("a reply"));
            game.play(seat, action, &mut Vec::new()).expect("it is legal");
            let by = seen_by(&before, seat, &action, &game);
            let other = if seat == blue { orange } else { blue };
            assert_eq!((by.contains(seat), by.contains(other)), (true, seen), "{reply}");
        }
    }

    #[test]
    fn the_capture_of_a_capital_is_marked_and_so_is_the_last_round() {
        let captured = describe_replies("1 4 2  3 1 3 1", 2, &["1 1 1 1 2", "1 1 3 1 4", "1 1 2 1 3"]);
        assert_eq!(captured[2].2.as_deref(), Some("blue captures orange's capital"));
        assert!(captured[2].0.ends_with("row 1, column 3 and captures orange's capital"), "{}", captured[2].0);
        let ended = describe_replies("1 3 2  3 1 3", 1, &["-1", "-1"]);
        assert_eq!(ended[1].2.as_deref(), Some("the last round is over"));
    }
}
