//! Generals on the page: its words, its bots and its players. `map_drawing` paints the map with
//! `map_brush` and `map_marks`; what a person does on it is in `board` and `planned_moves`;
//! `map_editor` makes maps.

mod board;
mod ladder;
mod map_brush;
mod map_draft;
mod map_drawing;
mod map_editor;
mod map_generator;
mod map_marks;
mod palette;
mod planned_moves;
mod setup;
mod sides;
mod visible_map;
mod words;

use std::rc::Rc;

use botyard_engine::games::generals::{Generals, GeneralsAction};
use botyard_engine::seat::Seat;
use yew::{Html, html};

use crate::board_annotations::read_pair;
use crate::{
    ActionText, Adaptation, BoardCell, BoardScene, GamePage, PageBot, PersonControls, ReadCell, Rung, SeatStyle,
    SeenBy, SettingsForm, Statistic, TranscriptStyle,
};
use board::GeneralsMatch;
use map_marks::MarchMotion;

impl GamePage for Generals {
    const BOTS: &'static [PageBot] = &[
        PageBot { file: "generals-hunter", name: "hunter", about: "strong" },
        PageBot { file: "generals-greedy", name: "greedy", about: "medium" },
        PageBot { file: "generals-random", name: "random", about: "easy" },
        PageBot { file: "generals-idle", name: "idle", about: "never moves" },
        PageBot { file: "generals-hunter-varied", name: "hunter-varied", about: "strong, never twice the same" },
        PageBot { file: "generals-pioneer.js", name: "pioneer", about: "medium, in JavaScript" },
        PageBot { file: "generals-forager.py", name: "forager", about: "medium, in Python" },
        PageBot { file: "generals-conqueror", name: "conqueror", about: "the strongest" },
    ];
    const LADDER: &'static [Rung] = ladder::LADDER;
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle { map_script: "generals_map.js", ..TranscriptStyle::LINES };
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("W A S D, ← ↑ → ↓", "on the map: march from the selected cell, or move from cell to cell"),
        ("Enter, click", "select one of your cells; click beside it to march there"),
        ("Space, Esc", "clear selection"),
        ("z, second click", "the next march takes half of the army"),
        ("e, q", "undo the last order, clear all orders"),
        ("p", "pass"),
        ("i, o, c", "zoom in, zoom out, the whole map"),
        ("Shift W A S D", "move the map"),
    ];
    const STATISTICS: &'static [Statistic<Self>] = &[
        Statistic { name: "army", of: |position, seat| position.board().army(seat) },
        Statistic { name: "land", of: |position, seat| position.board().land(seat) },
    ];
    const CONTROLS: Option<PersonControls<Self>> = Some(PersonControls {
        hint: "click one of your cells, then where its army goes, or press p to pass",
        touch_hint: "tap one of your cells, then where its army goes, or Pass",
        key_action: Some(|_, _, key| (key == "p").then_some(GeneralsAction::Pass)),
    });
    const READ_CELL: Option<ReadCell<Self>> = Some(read_cell);
    const SEEN_BY: Option<SeenBy<Self>> = Some(words::seen_by);
    const FORM: Option<SettingsForm<Self>> = Some(SettingsForm {
        draw: setup::form,
        seats_of: |settings| Some(settings.map.capitals().count()),
        adaptation: Adaptation::Keep,
    });

    fn seat_style(seat: Seat) -> SeatStyle {
        sides::side(seat)
    }

    fn glyph(seat: Seat) -> Html {
        map_brush::glyph(seat)
    }

    fn describe_action(before: &Self, seat: Seat, action: &GeneralsAction, after: &Self) -> ActionText {
        words::describe_action(before, seat, action, after)
    }

    fn round(before: &Self) -> usize {
        before.rounds() as usize + 1
    }

    fn board(scene: BoardScene<'_, Self>) -> Html {
        let is_seen = |before: &Self, seat: Seat, action: &GeneralsAction| {
            scene.eyes.is_none_or(|eyes| words::seen_by(before, seat, action, scene.position).contains(eyes))
        };
        let last = scene.before.zip(scene.last).filter(|(before, (seat, action))| is_seen(before, *seat, action));
        let march = last.filter(|_| scene.moves).map(|(before, (seat, action))| MarchMotion {
            seat,
            captures: words::captures(before, action, scene.position),
        });
        let last = last.map(|(_, (_, &action))| action);
        html! {
            <GeneralsMatch position={scene.position.clone()} {last} {march} annotations={Rc::new(scene.annotations)} eyes={scene.eyes} actor={scene.actor} act={scene.act} />
        }
    }
}

/// Reads `ROW,COLUMN`, from 1, as the protocol counts.
fn read_cell(position: &Generals, _: Seat, text: &str) -> Option<BoardCell> {
    let (row, column) = read_pair(text)?;
    let board = position.board();
    let is_on_board = (1..=board.rows()).contains(&row) && (1..=board.columns()).contains(&column);
    is_on_board.then(|| BoardCell { column: column - 1, row: row - 1 })
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::MAP_PLAYERS;

    use super::*;

    #[test]
    fn maps_are_played_by_the_bots_of_the_page() {
        let modules = Generals::BOTS.iter().filter(|bot| !bot.file.ends_with(".js")).map(|bot| bot.name);
        let own = modules.filter(|name| !name.ends_with("-varied")).take(MAP_PLAYERS.len());
        assert!(own.eq(MAP_PLAYERS), "later bots do not change what a link to a map shows");
    }
}
