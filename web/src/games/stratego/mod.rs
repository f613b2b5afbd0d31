//! Stratego on the page: its words, its bots and its two sides. What is hidden is removed in `seen`, before anything is
//! drawn.

mod board;
mod clash;
mod deploy;
mod draft;
mod drag;
mod fallen;
mod field;
mod grid;
mod hand;
mod keep;
mod piece;
mod seen;
mod settings;
mod words;

use botyard_engine::games::stratego::{Action, Colour, Settings, Stratego};
use botyard_engine::seat::Seat;
use yew::{Html, html};

use super::{Bundled, Form, GamePage, Scene, Side, Told};
use clash::Clash;
use deploy::Deploy;
use field::Field;

impl GamePage for Stratego {
    const BOTS: &'static [Bundled] = &[
        Bundled { file: "stratego-sleuth", name: "sleuth", about: "strong" },
        Bundled { file: "stratego-forfax", name: "forfax", about: "medium" },
        Bundled { file: "stratego-dummy", name: "dummy", about: "easy" },
    ];
    const HINT: &'static str = "choose a piece, then its square";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("Arrows, Enter", "on the board: choose a piece, then its square"),
        ("Esc", "let go of the piece in hand"),
        ("1 to 9, S, B, F", "while you set up: put that piece on the square"),
        ("Delete", "while you set up: put the piece back into the tray"),
    ];
    const HIDES: bool = true;
    const COUNTED: &'static [&'static str] = &["piece value"];

    fn side(seat: Seat) -> Side {
        let colour = Colour::of(seat);
        Side { name: words::side(colour), class: piece::class(colour) }
    }

    fn glyph(seat: Seat) -> Html {
        piece::glyph(seat)
    }

    fn tell(before: &Self, seat: Seat, action: &Action, after: &Self) -> Told {
        words::tell(before, seat, action, after)
    }

    fn round(before: &Self) -> usize {
        before.turn() as usize
    }

    /// A full army less what has fallen: of a smaller one nobody but its owner knows what it was worth.
    fn count(position: &Self, seat: Seat, _: usize) -> u32 {
        fallen::FULL - fallen::worth(position, Colour::of(seat))
    }

    fn renewed(settings: &Settings, _: usize, seed: u64) -> Option<Settings> {
        Some(settings::renewed(settings, seed))
    }

    fn form(form: Form<Self>) -> Html {
        settings::form(form)
    }

    fn board(scene: Scene<'_, Self>) -> Html {
        let (position, actor, act, eyes, side) =
            (scene.position.clone(), scene.actor, scene.act, scene.eyes, scene.side);
        if let Some(actor) = actor.filter(|_| position.turn() == 0) {
            let army =
                scene.opening.and_then(|(seat, action)| deploy::again(Colour::of(actor), Colour::of(seat), action));
            return html! { <Deploy key={actor.index()} {position} {actor} {army} {act} /> };
        }
        let last = scene.before.zip(scene.last);
        let clash = last.and_then(|(before, (seat, action))| Clash::of(before, seat, action));
        let answered = scene.answered.and_then(|(before, seat, action)| Clash::of(before, seat, action));
        html! { <Field {position} {clash} {answered} moves={scene.moves} {eyes} {side} {actor} {act} /> }
    }
}
