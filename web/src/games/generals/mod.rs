//! Generals on the page: its words, its bots and its players. The map is a `sketch`, drawn by `brush`; what a person does on
//! it is in `board` and `orders`; maps are made in `editor`.

mod board;
mod brush;
mod draft;
mod drawing;
mod editor;
mod orders;
mod palette;
mod picture;
mod setup;
mod sides;
mod sketch;
mod words;

use botyard_engine::games::generals::{Action, Generals, Settings};
use botyard_engine::seat::{Seat, Seats};
use yew::{Html, html};

use super::{Bundled, Form, GamePage, Scene, Side, Told};
use board::GeneralsBoard;
pub use editor::unplayed;
use setup::Setup;

impl GamePage for Generals {
    const BOTS: &'static [Bundled] = &[
        Bundled { file: "generals-hunter", name: "hunter", about: "strong" },
        Bundled { file: "generals-greedy", name: "greedy", about: "medium" },
        Bundled { file: "generals-random", name: "random", about: "easy" },
        Bundled { file: "generals-idle", name: "idle", about: "never moves" },
    ];
    const HINT: &'static str = "click a cell of yours and where its army goes, or press p to pass";
    const TOUCH_HINT: &'static str = "tap a cell of yours and where its army goes, or Pass";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("W A S D, ← ↑ → ↓", "on the map: march from the selected cell, or move from cell to cell"),
        ("Enter, click", "select a cell of yours; a click beside it marches there"),
        ("Space, Esc", "select nothing"),
        ("z, second click", "the next march takes half of the army"),
        ("e, q", "take back the last order, all orders"),
        ("p", "let this turn pass"),
        ("i, o, c", "closer, farther, the whole map"),
        ("Shift W A S D", "move the map"),
    ];
    const HIDES: bool = true;
    const COUNTED: &'static [&'static str] = &["army", "land"];

    fn side(seat: Seat) -> Side {
        sides::side(seat)
    }

    fn glyph(seat: Seat) -> Html {
        brush::glyph(seat)
    }

    fn tell(before: &Self, seat: Seat, action: &Action, after: &Self) -> Told {
        words::tell(before, seat, action, after)
    }

    fn round(before: &Self) -> usize {
        before.rounds() as usize + 1
    }

    fn seen_by(before: &Self, seat: Seat, action: &Action, after: &Self) -> Seats {
        words::seen_by(before, seat, action, after)
    }

    fn count(position: &Self, seat: Seat, nth: usize) -> u32 {
        match nth {
            0 => position.board().army(seat),
            _ => position.board().land(seat),
        }
    }

    fn seats_of(settings: &Settings) -> Option<usize> {
        Some(settings.map.capitals().count())
    }

    fn form(form: Form<Self>) -> Html {
        html! { <Setup settings={form.settings} usual={form.usual} seed={form.seed} change={form.change} /> }
    }

    fn key(_: &Self, _: Seat, key: &str) -> Option<Action> {
        (key == "p").then_some(Action::Pass)
    }

    fn board(scene: Scene<'_, Self>) -> Html {
        let last = scene.last.map(|(_, &action)| action);
        html! {
            <GeneralsBoard position={scene.position.clone()} {last} eyes={scene.eyes} actor={scene.actor} act={scene.act} />
        }
    }
}
