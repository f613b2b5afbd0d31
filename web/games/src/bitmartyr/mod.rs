//! BitMartyr on the page: its words, its bots and its teams. `board` is the
//! component and `board_drawing` paints it; `unit_panel` and `unit` show what a unit sees; `setup` and `placement_form` are
//! about the next match.

mod board;
mod board_drawing;
mod placement_form;
mod setup;
mod sides;
mod unit;
mod unit_panel;
mod words;

use std::rc::Rc;

use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrSettings, Orders};
use botyard_engine::seat::Seat;
use botyard_web_ui::part;
use serde_json::Value;
use yew::{Html, html};

use super::{ActionText, BoardScene, GamePage, PageBot, SeatStyle, SettingsForm, StatisticParts};
use board::BitMartyrMatch;
use placement_form::PlacementForm;
use setup::Setup;

impl GamePage for BitMartyr {
    const BOTS: &'static [PageBot] = &[
        PageBot { file: "bitmartyr-wall", name: "wall", about: "strong" },
        PageBot { file: "bitmartyr-hunter", name: "hunter", about: "medium" },
        PageBot { file: "bitmartyr-scared", name: "scared", about: "flees" },
        PageBot { file: "bitmartyr-random", name: "random", about: "easy" },
        PageBot { file: "bitmartyr-waterfall", name: "waterfall", about: "an example" },
        PageBot { file: "bitmartyr-up", name: "up", about: "always goes up" },
        PageBot { file: "bitmartyr-right", name: "right", about: "always goes right" },
    ];
    const HINT: &'static str = "only bots play this game";
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("← ↑ → ↓", "on the board: move from cell to cell"),
        ("n", "go to the next unit"),
        ("Enter", "run the unit's bot with what it sees"),
        ("Esc", "clear selection"),
        ("1 to 7, 0", "highlight a team; 0 highlights none"),
        ("i, o, c", "zoom in, zoom out, the whole board"),
        ("Shift W A S D", "move the board"),
    ];
    const COUNTED: &'static [&'static str] = &["units", "health"];
    const PARTS: Option<StatisticParts> = Some(StatisticParts {
        name: "units by health",
        names: &["health 1", "health 2", "health 3", "health 4", "health 5"],
    });
    const PACE: f64 = 4.0;

    fn seat_style(seat: Seat) -> SeatStyle {
        sides::side(seat)
    }

    fn glyph(seat: Seat) -> Html {
        sides::glyph(seat)
    }

    fn describe_action(before: &Self, seat: Seat, orders: &Orders, after: &Self) -> ActionText {
        words::describe_orders(before, seat, orders, after)
    }

    fn round(before: &Self) -> usize {
        before.turn() as usize + 1
    }

    fn summary(position: &Self) -> Option<String> {
        words::stands(position)
    }

    fn statistic(position: &Self, seat: Seat, nth: usize) -> u32 {
        match nth {
            0 => position.board().by_health(seat).iter().sum(),
            _ => words::health(position.board(), seat),
        }
    }

    fn statistic_part(position: &Self, seat: Seat, nth: usize) -> u32 {
        position.board().by_health(seat)[nth]
    }

    fn seats_of(settings: &BitMartyrSettings) -> Option<usize> {
        Some(settings.board.teams())
    }

    fn form_values(settings: &BitMartyrSettings) -> Option<Value> {
        serde_json::to_value(PlacementForm::of(settings)).ok()
    }

    fn parse_form(
        settings: &BitMartyrSettings,
        written: &Value,
        seats: usize,
        seed: u64,
    ) -> Result<BitMartyrSettings, String> {
        let written: PlacementForm = serde_json::from_value(written.clone()).map_err(|why| why.to_string())?;
        written.settled(settings, seats, seed)
    }

    fn demo_settings(seats: usize, seed: u64) -> Option<BitMartyrSettings> {
        placement_form::demo(seats, seed)
    }

    fn form(form: SettingsForm<Self>) -> Html {
        let SettingsForm { settings, seats, draft, write, .. } = form;
        part(Setup { settings, seats, draft, write })
    }

    fn explain_run(settings: &BitMartyrSettings, seat: Seat, printed: &str, status: Option<i32>) -> Option<String> {
        Some(unit::meaning(settings, seat, printed, status))
    }

    fn board(scene: BoardScene<'_, Self>) -> Html {
        html! {
            <BitMartyrMatch position={Rc::new(scene.position.clone())} next={Rc::from(scene.next)} settings={Rc::new(scene.settings.clone())}
                try_bot={scene.try_bot} />
        }
    }
}
