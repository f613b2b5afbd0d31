//! Stratego on the page: its words, its bots and its two sides. What is hidden is removed in
//! `seen_board`, before anything is drawn.

mod army_draft;
mod battle_field;
mod board;
mod deploy;
mod drag;
mod fallen;
mod grid;
mod ladder;
mod move_outcome;
mod piece;
mod pointing;
mod saved_setups;
mod seen_board;
mod settings;
mod words;

use std::rc::Rc;

use botyard_engine::games::stratego::{Colour, HEIGHT, Stratego, StrategoAction, WIDTH};
use botyard_engine::seat::{Seat, Seats};
use yew::{Html, html};

use crate::board_annotations::read_pair;
use crate::{
    ActionText, Adaptation, BoardCell, BoardScene, GamePage, PageBot, PersonControls, ReadCell, Rung, SeatStyle,
    SeenBy, SettingsForm, Statistic, TranscriptStyle,
};
use battle_field::BattleField;
use deploy::Deploy;
use move_outcome::MoveOutcome;

impl GamePage for Stratego {
    const BOTS: &'static [PageBot] = &[
        PageBot { file: "stratego-sleuth", name: "sleuth", about: "strong" },
        PageBot { file: "stratego-forfax", name: "forfax", about: "medium" },
        PageBot { file: "stratego-dummy", name: "dummy", about: "easy" },
        PageBot { file: "stratego-gambler.js", name: "gambler", about: "medium, in JavaScript" },
        PageBot { file: "stratego-scholar.py", name: "scholar", about: "medium, in Python" },
        PageBot { file: "stratego-veteran", name: "veteran", about: "the strongest" },
    ];
    const LADDER: &'static [Rung] = ladder::LADDER;
    // The first answer is an army.
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle { first_answer: &[4], ..TranscriptStyle::LINES };
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("Arrows, Enter", "on the board: choose a piece, then its square"),
        ("Esc", "clear selection"),
        ("1 to 9, S, B, F", "during setup: put that piece on the square"),
        ("Delete", "during setup: put the piece back into the tray"),
    ];
    /// The value of a full army minus its fallen pieces: only its owner knows the value of an army
    /// that started smaller.
    const STATISTICS: &'static [Statistic<Self>] = &[Statistic {
        name: "piece value",
        of: |position, seat| fallen::FULL - fallen::worth(position, Colour::from_seat(seat)),
    }];
    const CONTROLS: Option<PersonControls<Self>> = Some(PersonControls {
        hint: "choose a piece, then its square",
        touch_hint: "choose a piece, then its square",
        key_action: None,
    });
    const READ_CELL: Option<ReadCell<Self>> = Some(|_, _, text| {
        // As the protocol writes squares: from the left and from the top, from 0.
        read_pair(text).filter(|&(x, y)| x < WIDTH && y < HEIGHT).map(|(column, row)| BoardCell { column, row })
    });
    /// Ranks are hidden, moves are not.
    const SEEN_BY: Option<SeenBy<Self>> = Some(|_, _, _, _| Seats::first(Seats::MAX));
    const FORM: Option<SettingsForm<Self>> = Some(SettingsForm {
        draw: settings::form,
        seats_of: |_| None,
        adaptation: Adaptation::Redraw(settings::with_coins_of),
    });

    fn seat_style(seat: Seat) -> SeatStyle {
        let colour = Colour::from_seat(seat);
        SeatStyle { name: words::side(colour), class: piece::class(colour) }
    }

    fn glyph(seat: Seat) -> Html {
        piece::glyph(seat)
    }

    fn describe_action(before: &Self, seat: Seat, action: &StrategoAction, after: &Self) -> ActionText {
        words::describe_action(before, seat, action, after)
    }

    fn round(before: &Self) -> usize {
        before.turn() as usize
    }

    fn board(scene: BoardScene<'_, Self>) -> Html {
        let (position, actor, act, eyes, side) =
            (scene.position.clone(), scene.actor, scene.act, scene.eyes, scene.side);
        let annotations = Rc::new(scene.annotations);
        if let Some(actor) = actor.filter(|_| position.turn() == 0) {
            let army = scene
                .earlier_action
                .and_then(|(seat, action)| deploy::again(Colour::from_seat(actor), Colour::from_seat(seat), action));
            return html! { <Deploy key={actor.index()} {position} {actor} {army} {act} /> };
        }
        let last = scene.before.zip(scene.last);
        let clash = last.and_then(|(before, (seat, action))| MoveOutcome::from_action(before, seat, action));
        let answered = scene.answered.and_then(|(before, seat, action)| MoveOutcome::from_action(before, seat, action));
        html! { <BattleField {position} {clash} {answered} {annotations} moves={scene.moves} {eyes} {side} {actor} {act} /> }
    }
}
