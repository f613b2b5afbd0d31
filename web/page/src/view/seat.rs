//! A seat: its player, its next player, the time used and its standing.

use std::rc::Rc;

use botyard_engine::fault::printable;
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_web_games::{SeatStyle, find_game_ui};
use botyard_web_protocol::BotKey;
use botyard_web_ui::Part;
use botyard_web_ui::Select;
use botyard_web_ui::decimal::shortest;
use web_sys::DragEvent;
use yew::{AttrValue, Callback, Html, classes, html};

use super::files::{FileButton, send_files};
use super::{Send, curve};
use crate::excerpt::quoted;
use crate::lineup::SeatChoice;
use crate::message::{Message, SetupMessage, WriteMessage};
use crate::state::{SeatStanding, TurnTotals};

/// A bot's key, its name, and what to expect of it.
pub type BotOption = (BotKey, String, &'static str);

/// The value of the choice of a person.
const ME: &str = "me";
/// The value of the choice of a player that is not loaded.
const ABSENT: &str = "absent";

/// The explanation of why the builds of a bot are kept.
const KEEP_BUILDS: &str =
    "Its file becomes a build in this browser, and so does each change of it: for tests, series and comparisons";

/// The card.
#[derive(PartialEq)]
pub struct SeatCard {
    /// Which seat.
    pub seat: Seat,
    /// The name and the colour of its side.
    pub side: SeatStyle,
    /// The game.
    pub game_ui: &'static str,
    /// Whether a person can play it.
    pub persons: bool,
    /// The player of the next match.
    pub choice: SeatChoice,
    /// The bots there are.
    pub bots: Rc<Vec<BotOption>>,
    /// Whether the player of the next match is on this computer, and could be a build.
    pub is_fetchable: bool,
    /// Whether it is there as a script.
    pub is_served_script: bool,
    /// The player of the match that is shown.
    pub player: PlayerInfo,
    /// Whether another player has this seat in the next match.
    pub changed: bool,
    /// Whether the match that is shown was played elsewhere, or is a game of a series.
    pub opened: bool,
    /// Whether its player is known from the record only.
    pub recorded: bool,
    /// How long its turns took so far.
    pub used: TurnTotals,
    /// How long a bot has.
    pub limits: Limits,
    /// Its state in the position that is shown: to move, or its result.
    pub standing: SeatStanding,
    /// Called with the visitor's actions.
    pub send: Send,
}

impl Part for SeatCard {
    fn draw(&self) -> Html {
        let seat = self.seat;
        let ondrop = {
            let send = self.send.clone();
            Callback::from(move |event: DragEvent| {
                event.prevent_default();
                // Otherwise the page would handle the file too, for the first free seat.
                event.stop_propagation();
                send_files(event.data_transfer().and_then(|data| data.files()), Some(seat), &send);
            })
        };
        let name = format!("Choose a bot's file for {} (.wasm or .js; a folder can be dropped)", self.side.name);
        html! {
            <div class={classes!("seat", self.side.class)} data-testid={format!("seat-{}", seat.index())} {ondrop}>
                <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ for find_game_ui(self.game_ui).map(|game_ui| game_ui.glyph(seat)) }</svg>
                { choice(self) }
                <FileButton seat={Some(seat)} {name} testid={format!("seat-{}-file", seat.index())} send={&self.send} />
                { standing(self) }
                { about(self) }
                { source(self) }
                { builds(self) }
            </div>
        }
    }
}

fn choice(props: &SeatCard) -> Html {
    let (seat, send) = (props.seat, props.send.clone());
    let absent = match &props.choice {
        SeatChoice::Absent(name) => name.clone(),
        _ => String::new(),
    };
    let choose = {
        let absent = absent.clone();
        Callback::from(move |value: String| {
            let choice = match value.as_str() {
                ME => SeatChoice::Person,
                ABSENT => SeatChoice::Absent(absent.clone()),
                key => SeatChoice::Bot(BotKey::from(key)),
            };
            send.emit(Message::Setup(SetupMessage::Choose(seat, choice)));
        })
    };
    let value = match &props.choice {
        SeatChoice::Person => AttrValue::from(ME),
        SeatChoice::Absent(_) => AttrValue::from(ABSENT),
        SeatChoice::Bot(key) => key.to_string().into(),
    };
    let mut options = Vec::new();
    // A person on this seat is listed even if persons cannot play the game.
    if props.persons || props.choice == SeatChoice::Person {
        options.push((AttrValue::from(ME), AttrValue::from("Me")));
    }
    if !absent.is_empty() {
        options.push((ABSENT.into(), format!("{} (not loaded)", shown(&absent)).into()));
    }
    let option = |(key, name, about): &BotOption| (key.to_string().into(), format!("{} · {about}", shown(name)).into());
    options.extend(props.bots.iter().map(option));
    html! {
        <Select class="who" label={format!("Who plays {}", props.side.name)} testid={format!("seat-{}-choice", seat.index())}
            {options} {value} {choose} />
    }
}

/// The longest name in a menu.
const NAME_MAX: usize = 32;

/// Shortens a name for a menu to its end, which distinguishes long paths.
fn shown(name: &str) -> String {
    let name = printable(name);
    let (length, file) = (name.chars().count(), name.rsplit('/').next().unwrap_or_default());
    match length > NAME_MAX && file.len() < name.len() {
        true => {
            let start = (length - NAME_MAX).min(length - file.chars().count() - 1);
            format!("…{}", name.chars().skip(start).collect::<String>())
        }
        false => quoted(&name),
    }
}

fn standing(props: &SeatCard) -> Html {
    let (class, words) = match props.standing {
        // The choice describes the next player, not the one that is shown.
        _ if props.changed => return Html::default(),
        SeatStanding::None => return Html::default(),
        SeatStanding::ToMove => ("to-move", "to move".to_owned()),
        SeatStanding::Thinking => ("thinking", "thinking".to_owned()),
        SeatStanding::Won => ("won", "won".to_owned()),
        SeatStanding::Lost => ("lost", "lost".to_owned()),
        SeatStanding::Drew => ("drew", "draw".to_owned()),
        SeatStanding::Placed(place) => ("placed", format!("place {place}")),
    };
    html! { <span class={classes!("standing", class)} data-testid={format!("seat-{}-standing", props.seat.index())}>{ words }</span> }
}

/// Facts about the player, in small print.
fn about(props: &SeatCard) -> Html {
    if props.changed {
        let testid = format!("seat-{}-shown", props.seat.index());
        return html! {
            <p class="about">
                <span>{ props.side.name }{ " · in the next match" }</span>
                // In an opened match the players were not chosen by the visitor.
                if props.opened { <span data-testid={testid}>{ "On the board: " }<strong>{ shown(&props.player.name) }</strong></span> }
            </p>
        };
    }
    let kind = match props.player.kind {
        _ if props.recorded => "from the record",
        PlayerKind::Module => "module",
        PlayerKind::Executable => "program",
        PlayerKind::Person => "person",
    };
    let kind = props.player.sha256.as_deref().map_or_else(
        || html! { kind },
        |hash| {
            let short = hash.get(..8).unwrap_or(hash).to_owned();
            html! { <code title={format!("{kind}, SHA-256 {hash}")}>{ short }</code> }
        },
    );
    html! {
        <p class="about">
            <span>{ props.side.name }{ " · " }{ kind }</span>
            { time(props) }
        </p>
    }
}

/// Opens the source of a bot that is a script.
fn source(props: &SeatCard) -> Html {
    let SeatChoice::Bot(key) = &props.choice else { return Html::default() };
    let words = match key {
        BotKey::Bundled(_) if key.is_script() => "Read how it plays",
        BotKey::Dropped(..) if key.is_script() => "Open in the editor",
        BotKey::Host(_) if props.is_served_script => "Open in the editor",
        BotKey::Bundled(_) | BotKey::Dropped(..) | BotKey::Host(_) => return Html::default(),
    };
    let key = key.clone();
    html! {
        <button type="button" class="read" data-testid={format!("seat-{}-read", props.seat.index())}
            onclick={props.send.reform(move |_| Message::Write(WriteMessage::Read(key.clone())))}>{ words }</button>
    }
}

/// Has the builds of a bot on this computer kept.
fn builds(props: &SeatCard) -> Html {
    let (SeatChoice::Bot(BotKey::Host(id)), true) = (&props.choice, props.is_fetchable) else { return Html::default() };
    let (id, seat) = (*id, props.seat);
    html! {
        <button type="button" class="read" title={KEEP_BUILDS} data-testid={format!("seat-{}-keep", seat.index())}
            onclick={props.send.reform(move |_| Message::KeepBuilds(id, seat))}>{ "Keep its builds" }</button>
    }
}

fn time(props: &SeatCard) -> Html {
    let TurnTotals { turns, total, longest } = props.used;
    let (what, used, limit) = match props.limits.bank {
        Some(bank) => ("all moves", total, bank.initial.saturating_add(bank.increment.saturating_mul(turns))),
        None => ("longest move", longest, props.limits.turn),
    };
    if props.standing == SeatStanding::Thinking {
        let left = if props.limits.bank.is_some() { limit.saturating_sub(used) } else { limit };
        let style = format!("--limit:{}ms", left.as_millis().min(u128::from(u32::MAX)) as u32);
        // A new element for each turn, so that its animation starts again.
        return html! { <span key={turns} class="meter thinking" ~style={style} data-testid={format!("seat-{}-thinking", props.seat.index())} /> };
    }
    if used.is_zero() || props.player.kind == PlayerKind::Person {
        return Html::default();
    }
    let share = (used.as_secs_f64() / limit.as_secs_f64().max(1e-9)).min(1.0);
    let words = format!("{} of {}", curve::words(used), curve::words(limit));
    html! {
        <span class="time" title={format!("{what}: {words}")}>
            <span class="meter" ~style={format!("--used:{}%", shortest(100.0 * share))} aria-hidden="true" />
            <span class="unseen">{ what }{ " " }</span>{ words }
        </span>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_path_the_end_is_shown() {
        for (name, told) in [
            ("tactician", "tactician"),
            ("/home/me/bots/target/debug/generals-hunter", "…ots/target/debug/generals-hunter"),
            ("./bots/a-name-that-is-longer-than-the-menu-has-room", "…/a-name-that-is-longer-than-the-menu-has-room"),
            (
                "a-name-without-any-folder-that-is-longer-than-that",
                "a-name-without-any-folder-that-is-longer-than-that",
            ),
        ] {
            assert_eq!(shown(name), told);
        }
    }
}
