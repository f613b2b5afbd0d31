//! A game that the catalogue does not have, on the page: tests by its type what
//! `docs/adding-a-game.md` requires of a game.

#[path = "../../../engine/tests/nim/mod.rs"]
mod nim;

use std::time::Duration;

use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use serde_json::json;
use yew::{Html, html};

use crate::page_record::PageRecord;
use crate::{
    ActionText, AnyRecord, BoardScene, BoardSight, GamePage, PageBot, PersonControls, Rung, SeatStyle, SeenBy,
    SettingsForm, Statistic,
};
use nim::{Nim, NimAction, NimSettings};

impl GamePage for Nim {
    const BOTS: &'static [PageBot] = &[];
    const LADDER: &'static [Rung] = &[];
    const KEYS: &'static [(&'static str, &'static str)] = &[("1 to 9", "take a stone from that pile")];
    const STATISTICS: &'static [Statistic<Self>] = &[Statistic { name: "stones left", of: |nim, _| stones_left(nim) }];
    const CONTROLS: Option<PersonControls<Self>> =
        Some(PersonControls { hint: "click a stone", touch_hint: "tap a stone", key_action: Some(take_one) });
    const SEEN_BY: Option<SeenBy<Self>> = None;
    const FORM: Option<SettingsForm<Self>> = None;

    fn seat_style(seat: Seat) -> SeatStyle {
        [SeatStyle { name: "first", class: "side-red" }, SeatStyle { name: "second", class: "side-yellow" }]
            [seat.index()]
    }

    fn glyph(_: Seat) -> Html {
        html! { <circle cx="10" cy="10" r="8" /> }
    }

    fn describe_action(_: &Self, seat: Seat, action: &NimAction, after: &Self) -> ActionText {
        let NimAction { pile, stones } = action;
        ActionText {
            words: format!("{} takes {stones} from pile {}", Self::seat_style(seat).name, pile + 1).into(),
            short: format!("{}-{stones}", pile + 1).into(),
            mark: (stones_left(after) == 0).then(|| "the last stone".into()),
        }
    }

    fn round(_: &Self) -> usize {
        1
    }

    fn board(scene: BoardScene<'_, Self>) -> Html {
        let pile = |(index, stones): (usize, &u8)| {
            let stones = "●".repeat(usize::from(*stones));
            html! { <li key={index}>{ stones }</li> }
        };
        html! { <ol class="nim">{ for scene.position.piles().iter().enumerate().map(pile) }</ol> }
    }
}

fn stones_left(position: &Nim) -> u32 {
    position.piles().iter().map(|pile| u32::from(*pile)).sum()
}

fn take_one(position: &Nim, _: Seat, key: &str) -> Option<NimAction> {
    let pile: u8 = key.parse::<u8>().ok()?.checked_sub(1)?;
    position.piles().get(usize::from(pile)).map(|_| NimAction { pile, stones: 1 })
}

fn record(actions: &[(u8, u8)]) -> PageRecord<Nim> {
    let turn = |(at, &(pile, stones)): (usize, &(u8, u8))| Turn {
        seat: Seat::new(at % 2),
        result: TurnResult::Action(NimAction { pile, stones }),
        words: None,
        used: Duration::ZERO,
    };
    let turns = actions.iter().enumerate().map(turn).collect();
    let (players, terms) = (vec![PlayerInfo::default(); 2], MatchTerms::default());
    PageRecord::new(Replay { settings: NimSettings::default(), seed: 1, players, terms, turns })
        .expect("the turns follow")
}

#[test]
fn its_turns_have_words_marks_and_numbers() {
    let record = record(&[(0, 3), (1, 4), (2, 5)]);
    let lines = record.lines();
    let shown: Vec<_> = lines.iter().map(|line| (line.words.as_str(), line.mark.is_some())).collect();
    assert_eq!(
        shown,
        [
            ("first takes 3 from pile 1", false),
            ("second takes 4 from pile 2", false),
            ("first takes 5 from pile 3", true)
        ]
    );
    let left: Vec<_> = (0..4).map(|at| record.statistics().at(at, Seat::new(0), 0)).collect();
    assert_eq!(left, [12, 9, 5, 0]);
    assert_eq!(record.outcome().and_then(|outcome| outcome.winner()), Some(Seat::new(0)));
}

#[test]
fn its_board_is_drawn_and_a_key_is_an_action() {
    let record = record(&[(0, 3)]);
    assert_eq!(record.key_action(Seat::new(1), "2"), Some(json!({"pile": 1, "stones": 1})));
    assert_eq!(record.key_action(Seat::new(1), "4"), None);
    let expected =
        html! { <ol class="nim"><li key={0}>{ "" }</li><li key={1}>{ "●●●●" }</li><li key={2}>{ "●●●●●" }</li></ol> };
    assert_eq!(format!("{:?}", record.board(1, &BoardSight::default())), format!("{expected:?}"));
}
