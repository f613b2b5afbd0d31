//! BitMartyr on the page: its words, its bots and its teams. `board` is the component and
//! `board_drawing` paints it; `unit_panel` and `unit` show what a unit sees; `setup` and
//! `placement_form` are about the next match.

mod board;
mod board_drawing;
mod cell_ages;
mod ladder;
mod placement_form;
mod setup;
mod sides;
mod unit;
mod unit_panel;
mod words;

use std::rc::Rc;

use botyard_engine::games::bitmartyr::{BitMartyr, Order, Orders};
use botyard_engine::seat::Seat;
use yew::{Html, html};

use crate::{
    ActionText, Adaptation, BoardScene, Explanations, FormParser, GamePage, PageBot, PersonControls, ReadCell, Rung,
    SeatStyle, SeenBy, SettingsForm, Statistic, StatisticParts, TranscriptStyle, WriteTurnInput,
};
use board::BitMartyrMatch;

impl GamePage for BitMartyr {
    const BOTS: &'static [PageBot] = &[
        PageBot { file: "bitmartyr-wall", name: "wall", about: "strong" },
        PageBot { file: "bitmartyr-hunter", name: "hunter", about: "medium" },
        PageBot { file: "bitmartyr-scared", name: "scared", about: "flees" },
        PageBot { file: "bitmartyr-random", name: "random", about: "easy" },
        PageBot { file: "bitmartyr-waterfall", name: "waterfall", about: "an example" },
        PageBot { file: "bitmartyr-up", name: "up", about: "always goes up" },
        PageBot { file: "bitmartyr-right", name: "right", about: "always goes right" },
        PageBot { file: "bitmartyr-wall-varied", name: "wall-varied", about: "strong, never twice the same" },
        PageBot { file: "bitmartyr-hunter-varied", name: "hunter-varied", about: "medium, never twice the same" },
        PageBot { file: "bitmartyr-marcher.js", name: "marcher", about: "medium, in JavaScript" },
        PageBot { file: "bitmartyr-settler.py", name: "settler", about: "medium, in Python" },
        PageBot { file: "bitmartyr-tide", name: "tide", about: "the strongest" },
    ];
    const LADDER: &'static [Rung] = ladder::LADDER;
    const TRANSCRIPT: TranscriptStyle = TranscriptStyle {
        first_answer: &[],
        hint: "Of its inputs, only that of the turn that is shown is listed, if it has at most 200,000 characters. Choose a unit on \
               the board to see what it reads, and to run its bot on that.",
        map_script: "bitmartyr_map.js",
    };
    const TURN_INPUT: Option<WriteTurnInput<Self>> = Some(unit::turn_input);
    const KEYS: &'static [(&'static str, &'static str)] = &[
        ("← ↑ → ↓", "on the board: move from cell to cell"),
        ("n", "go to the next unit"),
        ("Enter", "run the unit's bot with what it sees"),
        ("Esc", "clear selection"),
        ("1 to 7, 0", "highlight a team; 0 highlights none"),
        ("i, o, c", "zoom in, zoom out, the whole board"),
        ("Shift W A S D", "move the board"),
    ];
    const PACE: f64 = 4.0;
    const STATISTICS: &'static [Statistic<Self>] = &[
        Statistic { name: "units", of: |position, seat| position.board().by_health(seat).iter().sum() },
        Statistic { name: "health", of: |position, seat| words::health(position.board(), seat) },
    ];
    const STATISTIC_PARTS: Option<StatisticParts<Self>> = Some(StatisticParts {
        name: "units by health",
        parts: &[
            Statistic { name: "health 1", of: |position, seat| position.board().by_health(seat)[0] },
            Statistic { name: "health 2", of: |position, seat| position.board().by_health(seat)[1] },
            Statistic { name: "health 3", of: |position, seat| position.board().by_health(seat)[2] },
            Statistic { name: "health 4", of: |position, seat| position.board().by_health(seat)[3] },
            Statistic { name: "health 5", of: |position, seat| position.board().by_health(seat)[4] },
        ],
    });
    const READ_CELL: Option<ReadCell<Self>> = Some(unit::read_cell);
    const CONTROLS: Option<PersonControls<Self>> = None;
    const SEEN_BY: Option<SeenBy<Self>> = None;
    const FORM: Option<SettingsForm<Self>> = Some(SettingsForm {
        draw: setup::form,
        seats_of: |settings| Some(settings.board.teams()),
        adaptation: Adaptation::Reparse(FormParser {
            values: placement_form::values,
            parse: placement_form::parse,
            demo_settings: placement_form::demo_settings,
        }),
    });
    const EXPLANATIONS: Option<Explanations<Self>> = Some(Explanations {
        position: words::summary,
        run: unit::explain_run,
        is_silence: |orders| orders.iter().all(|order| order == Order::Missing),
    });

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

    fn board(scene: BoardScene<'_, Self>) -> Html {
        html! {
            <BitMartyrMatch position={Rc::new(scene.position.clone())} next={Rc::from(scene.next)} settings={Rc::new(scene.settings.clone())}
                annotations={Rc::new(scene.annotations)}
                try_bot={scene.try_bot} />
        }
    }
}
