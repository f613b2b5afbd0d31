//! Connect Four on the page: its words, its bots and its two sides. The drawing is in `board`.

mod board;
mod ladder;

use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, ConnectFourBoard, ROWS};
use botyard_engine::seat::Seat;
use botyard_web_ui::part;
use yew::{Html, html};

use crate::{
    ActionArrow, ActionText, BoardCell, BoardScene, GamePage, PageBot, PersonControls, ReadCell, Rung, SeatStyle,
    SeenBy, SettingsForm, Statistic, TranscriptStyle,
};
use board::ConnectFourDrawing;

impl GamePage for ConnectFour {
    const BOTS: &'static [PageBot] = &[
        PageBot { file: "connect-four-negamax", name: "negamax", about: "strong" },
        PageBot { file: "connect-four-tactician", name: "tactician", about: "medium" },
        PageBot { file: "connect-four-random", name: "random", about: "easy" },
        PageBot { file: "connect-four-negamax-varied", name: "negamax-varied", about: "strong, never twice the same" },
        PageBot { file: "connect-four-lookahead.js", name: "lookahead", about: "medium, in JavaScript" },
        PageBot { file: "connect-four-sampler.py", name: "sampler", about: "medium, in Python" },
        PageBot { file: "connect-four-perfect", name: "perfect", about: "never makes a mistake" },
    ];
    const LADDER: &'static [Rung] = ladder::LADDER;
    // A greeting comes first, of the second player in two lines.
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle { first_answer: &[2, 3], ..TranscriptStyle::LINES };
    const KEYS: &'static [(&'static str, &'static str)] =
        &[("1 to 7", "drop a disc into that column"), ("← →, then Enter", "choose a column on the board and drop")];
    const STATISTICS: &'static [Statistic<Self>] = &[];
    const CONTROLS: Option<PersonControls<Self>> = Some(PersonControls {
        hint: "click a column or press 1 to 7",
        touch_hint: "tap a column",
        key_action: Some(|_, _, key| Column::new(key.parse().ok()?)),
    });
    const READ_CELL: Option<ReadCell<Self>> = Some(read_cell);
    // Down the column, to where the disc lands.
    const ACTION_ARROW: Option<ActionArrow> = Some(|column| vec![format!("{column},{ROWS}").into(), column.into()]);
    const SEEN_BY: Option<SeenBy<Self>> = None;
    const FORM: Option<SettingsForm<Self>> = None;

    fn seat_style(seat: Seat) -> SeatStyle {
        match seat.index() {
            0 => SeatStyle { name: "red", class: "side-red" },
            _ => SeatStyle { name: "yellow", class: "side-yellow" },
        }
    }

    fn glyph(seat: Seat) -> Html {
        html! { <g transform="translate(10 10) scale(.2)">{ board::disc(seat) }</g> }
    }

    fn describe_action(before: &Self, seat: Seat, column: &Column, after: &Self) -> ActionText {
        let words = format!("{} drops into column {}", Self::seat_style(seat).name, column.number());
        ActionText {
            words: words.into(),
            short: column.number().to_string().into(),
            mark: mark(seat, before, after).map(Into::into),
        }
    }

    fn round(before: &Self) -> usize {
        before.board().stones() as usize / 2 + 1
    }

    fn board(scene: BoardScene<'_, Self>) -> Html {
        let last = scene.last.map(|(_, &column)| column);
        part(ConnectFourDrawing {
            position: scene.position.clone(),
            last,
            falls: scene.moves,
            annotations: scene.annotations,
            actor: scene.actor,
            act: scene.act,
        })
    }
}

/// Reads `COLUMN`, where the next disc lands, or `COLUMN,ROW`, whose rows count from below.
fn read_cell(before: &ConnectFour, _: Seat, text: &str) -> Option<BoardCell> {
    let (column, row) = text.split_once(',').map_or((text, None), |(column, row)| (column, Some(row)));
    let column = Column::new(column.parse().ok()?)?;
    let row = match row {
        Some(row) => row.parse::<usize>().ok()?.checked_sub(1)?,
        None => before.board().height(column).min(ROWS - 1),
    };
    (row < ROWS).then(|| BoardCell { column: column.index(), row: ROWS - 1 - row })
}

/// Why the timeline points at a move: it ends the game, or it must be answered.
fn mark(seat: Seat, before: &ConnectFour, after: &ConnectFour) -> Option<String> {
    let side = ConnectFour::seat_style(seat).name;
    match after.outcome() {
        Some(outcome) if outcome.winner().is_some() => Some(format!("{side} has four in a row")),
        Some(_) => Some("the board is full".to_owned()),
        None => new_threat(before.board(), after.board())
            .map(|column| format!("{side} threatens to win in column {}", column.number())),
    }
}

/// A column in which the side that has just moved would win if it could move again, and could not
/// have won before.
fn new_threat(before: ConnectFourBoard, after: ConnectFourBoard) -> Option<Column> {
    after.open().find(|&column| {
        let elsewhere = after.open().find(|&other| other != column);
        let wins = elsewhere.is_some_and(|other| after.drop(other).wins(column));
        wins && !before.wins(column)
    })
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::connect_four::log;

    use super::*;

    fn after(columns: &str) -> ConnectFour {
        log::read_line(columns).expect("a game").1
    }

    #[test]
    fn a_threat_is_told_once_and_only_while_it_can_be_carried_out() {
        let marked = |columns: &str| {
            let (before, _) = columns.split_at(columns.len() - 1);
            mark(after(before).mover(), &after(before), &after(columns))
        };
        assert_eq!(marked("11223").as_deref(), Some("red threatens to win in column 4"));
        assert_eq!(marked("1122371").as_deref(), None, "nothing new");
        assert_eq!(marked("112234").as_deref(), None);
        assert_eq!(marked("1122334").as_deref(), Some("red has four in a row"));
    }
}
