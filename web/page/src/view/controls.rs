//! The buttons that act on the match: play, stop, resign, take back, play again.

use botyard_web_ui::Part;
use botyard_web_ui::Select;
use botyard_web_ui::browser;
use yew::{Html, classes, html};

use super::Send;
use super::Sometimes;
use super::icon::{Icon, icon};
use super::steady::steady;
use crate::message::{Message, SeriesMessage};
use crate::state::SERIES_GAMES;

/// The longest text of the button beside Play, which resigns, stops the match or begins another.
const NEW_MATCH: &str = "New match";

/// The buttons.
#[derive(PartialEq)]
pub struct Controls {
    /// Whether the worker plays a match.
    pub playing: bool,
    /// Whether a person plays in it.
    pub live: bool,
    /// Whether a match waits for its bots.
    pub loading: bool,
    /// Whether a person can ever take a move back in this match.
    pub offers_take_back: bool,
    /// Whether there is a move to take back now.
    pub can_take_back: bool,
    /// Whether the next match differs from the one that is shown.
    pub changed: bool,
    /// The seed that Play begins with; `None` if it draws a new one.
    pub seed: Option<u64>,
    /// How many games a series has.
    pub series_games: u64,
    /// Called with the visitor's actions.
    pub send: Send,
}

impl Part for Controls {
    fn draw(&self) -> Html {
        html! {
            <div class="controls" role="group" aria-label="Match">
                { play(self) }
                if self.live {
                    { button(self, classes!(), Icon::Flag, "Resign", "resign", Message::Resign) }
                } else if self.playing || self.loading {
                    { button(self, classes!(), Icon::Stop, "Stop", "stop", Message::Stop) }
                } else {
                    { rematch(self) }
                }
                if self.offers_take_back {
                    { take_back(self) }
                }
                { swap(self) }
                { series(self) }
            </div>
        }
    }
}

fn play(props: &Controls) -> Html {
    let class = classes!("play", (props.changed || !props.playing).then_some("primary"));
    let onclick = props.send.reform(|_| Message::PlayFrom(browser::chance()));
    let (name, seed) = match props.seed {
        Some(_) if !props.changed => ("Play again", "same seed".to_owned()),
        Some(seed) => ("Play", format!("seed {seed}")),
        None => ("Play", "new seed".to_owned()),
    };
    html! { <button type="button" {class} {onclick} data-testid="play" data-yields="">{ icon(Icon::Play) }<span>{ steady(name, "Play again") }<small>{ steady(seed, "seed 888888") }</small></span></button> }
}

/// A new match of bots from the same seed would repeat the match.
fn rematch(props: &Controls) -> Html {
    let onclick = props.send.reform(|_| Message::Rematch(browser::chance()));
    html! {
        <button type="button" {onclick} data-testid="rematch">{ icon(Icon::Again) }{ steady(NEW_MATCH, NEW_MATCH) }</button>
    }
}

/// The button stays, disabled, while there is no action to take back: if it disappeared, a visitor
/// who pressed it by key would lose the focus.
fn take_back(props: &Controls) -> Html {
    let onclick = props.send.reform(|_| Message::TakeBack);
    let cannot = (!props.can_take_back).to_string();
    html! { <button type="button" {onclick} aria-disabled={cannot} data-testid="take-back">{ icon(Icon::Undo) }<span>{ "Take back" }</span></button> }
}

fn swap(props: &Controls) -> Html {
    let onclick = props.send.reform(|_| Message::Swap);
    let name = "Swap sides and play";
    html! { <button type="button" class="square" {onclick} data-testid="swap" data-yields="" aria-label={name} title={name}>{ icon(Icon::Swap) }</button> }
}

/// Many games between the same bots.
fn series(props: &Controls) -> Html {
    let onclick = props.send.reform(|_| Message::Series(SeriesMessage::Play));
    let choose = props.send.sometimes(|games: String| Some(Message::Series(SeriesMessage::Games(games.parse().ok()?))));
    let options: Vec<_> =
        SERIES_GAMES.iter().map(|games| (games.to_string().into(), games.to_string().into())).collect();
    html! {
        <span class="play-series">
            <button type="button" {onclick} data-testid="play-series" title="Play many games between these bots: which is better?">{ format!("Play {} games", props.series_games) }</button>
            <Select label="Number of games" testid="series-games-number" {options} value={props.series_games.to_string()} {choose} />
        </span>
    }
}

fn button(
    props: &Controls,
    class: yew::Classes,
    picture: Icon,
    name: &'static str,
    testid: &'static str,
    message: Message,
) -> Html {
    let onclick = props.send.reform(move |_| message.clone());
    html! { <button type="button" {class} {onclick} data-testid={testid}>{ icon(picture) }{ steady(name, NEW_MATCH) }</button> }
}
