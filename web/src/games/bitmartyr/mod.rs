//! BitMartyr on the page: its words, its bots and its teams. The board is a `sketch`; who looks at it is in `board`, what
//! they see of a unit in `lens` and `unit`; `setup` and `wishes` are about the next match.

mod board;
mod lens;
mod setup;
mod sides;
mod sketch;
mod unit;
mod wishes;
mod words;

use std::rc::Rc;

use botyard_engine::games::bitmartyr::{BitMartyr, Orders, Settings};
use botyard_engine::seat::Seat;
use serde_json::Value;
use yew::{Html, html};

use super::{Bundled, Form, GamePage, Parts, Scene, Side, Told};
use crate::page::view::part;
use board::BitMartyrBoard;
use setup::Setup;
use wishes::Written;

impl GamePage for BitMartyr {
    const BOTS: &'static [Bundled] = &[
        Bundled { file: "bitmartyr-wall", name: "wall", about: "strong" },
        Bundled { file: "bitmartyr-hunter", name: "hunter", about: "medium" },
        Bundled { file: "bitmartyr-scared", name: "scared", about: "flees" },
        Bundled { file: "bitmartyr-random", name: "random", about: "easy" },
        Bundled { file: "bitmartyr-waterfall", name: "waterfall", about: "an example" },
        Bundled { file: "bitmartyr-up", name: "up", about: "only goes up" },
        Bundled { file: "bitmartyr-right", name: "right", about: "only goes right" },
    ];
    const HINT: &'static str = "only bots play this game";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("← ↑ → ↓", "on the board: move from cell to cell"),
        ("n", "go to the next unit"),
        ("Enter", "run the bot of the unit on what it sees"),
        ("Esc", "point at nothing"),
        ("1 to 7, 0", "make a team stand out, or none"),
        ("i, o, c", "closer, farther, the whole board"),
        ("Shift W A S D", "move the board"),
    ];
    const COUNTED: &'static [&'static str] = &["units", "health"];
    const PARTS: Option<Parts> =
        Some(Parts { name: "units by health", names: &["health 1", "health 2", "health 3", "health 4", "health 5"] });
    const PACE: f64 = 4.0;

    fn side(seat: Seat) -> Side {
        sides::side(seat)
    }

    fn glyph(seat: Seat) -> Html {
        sides::glyph(seat)
    }

    fn tell(before: &Self, seat: Seat, orders: &Orders, after: &Self) -> Told {
        words::tell(before, seat, orders, after)
    }

    fn round(before: &Self) -> usize {
        before.turn() as usize + 1
    }

    fn stands(position: &Self) -> Option<String> {
        words::stands(position)
    }

    fn count(position: &Self, seat: Seat, nth: usize) -> u32 {
        match nth {
            0 => position.board().by_health(seat).iter().sum(),
            _ => words::health(position.board(), seat),
        }
    }

    fn part(position: &Self, seat: Seat, nth: usize) -> u32 {
        position.board().by_health(seat)[nth]
    }

    fn seats_of(settings: &Settings) -> Option<usize> {
        Some(settings.board.teams())
    }

    fn written(settings: &Settings) -> Option<Value> {
        serde_json::to_value(Written::of(settings)).ok()
    }

    fn settled(settings: &Settings, written: &Value, seats: usize, seed: u64) -> Result<Settings, String> {
        let written: Written = serde_json::from_value(written.clone()).map_err(|why| why.to_string())?;
        written.settled(settings, seats, seed)
    }

    fn demo(seats: usize, seed: u64) -> Option<Settings> {
        wishes::demo(seats, seed)
    }

    fn form(form: Form<Self>) -> Html {
        let Form { settings, seats, draft, write, .. } = form;
        part(Setup { settings, seats, draft, write })
    }

    fn meaning(settings: &Settings, seat: Seat, printed: &str, status: Option<i32>) -> Option<String> {
        Some(unit::meaning(settings, seat, printed, status))
    }

    fn board(scene: Scene<'_, Self>) -> Html {
        html! {
            <BitMartyrBoard position={Rc::new(scene.position.clone())} next={Rc::from(scene.next)} settings={Rc::new(scene.settings.clone())}
                try_bot={scene.try_bot} />
        }
    }
}
