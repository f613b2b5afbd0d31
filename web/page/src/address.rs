//! The part of the page's address after `#`: `#/connect-four`, `#/connect-four/r/PAYLOAD`, and
//! `?t=17&view=2&speed=4` for a turn of it, as the second player sees it, at four times the speed;
//! `#/connect-four/protocol/time` for a page of the manual, and a section of it. Knows the form
//! only, neither the names of games nor the content of payloads.

use std::fmt;

use botyard_engine::seat::{Seat, Seats};
use botyard_sandbox::script::ScriptLanguage;

use crate::speeds::SPEED_NAMES;
use crate::task::Task;

/// How the token of a native program is written.
const TOKEN: &str = "server=";

/// How the address of a game ends that opens the editor ([`Task::Write`]). Behind it may be a bot:
/// `#/connect-four/write/BOT`.
pub const EDITOR: &str = "/write";

/// What may be behind it instead: the language in which a new bot is written, as in
/// `#/connect-four/write?lang=python`.
pub const LANGUAGE: &str = "?lang=";

/// The names of the manual's pages, beside those of the languages of scripts.
const MANUAL: [&str; 11] =
    ["help", "rules", "protocol", "starters", "guide", "series", "fleet", "cases", "ci", "sandbox", "server"];

/// Whether the manual has a page of this name.
fn is_manual_page(name: &str) -> bool {
    MANUAL.contains(&name) || ScriptLanguage::ALL.into_iter().any(|language| language.id() == name)
}

/// A place on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The game's name in the catalogue.
    pub game: String,
    /// The payload of a replay's link.
    pub payload: Option<String>,
    /// The turn that is shown; `None` for the newest.
    pub turn: Option<usize>,
    /// The seat whose view is shown; `None` if everything is.
    pub eyes: Option<Seat>,
    /// The speed of the playback, by its place in [`SPEED_NAMES`]; `None` for the usual one.
    pub speed: Option<usize>,
    /// The page of the manual, perhaps with its section.
    pub page: Option<String>,
    /// What is done there.
    pub task: Task,
}

impl Address {
    /// A game's own place.
    pub fn of_game(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            payload: None,
            turn: None,
            eyes: None,
            speed: None,
            page: None,
            task: Task::Watch,
        }
    }

    /// The place of the start view.
    pub fn of_start() -> Self {
        Self::of_game("")
    }

    /// The place of a finished match.
    pub fn of_replay(game: &str, payload: &str, turn: Option<usize>) -> Self {
        Self { payload: Some(payload.to_owned()), turn, ..Self::of_game(game) }
    }

    /// The place of a page of the manual.
    pub fn of_page(game: &str, page: &str) -> Self {
        Self { page: Some(page.to_owned()), ..Self::of_game(game) }
    }

    /// The place of a task of a game.
    pub fn of_task(game: &str, task: Task) -> Self {
        Self { task, ..Self::of_game(game) }
    }

    /// Reads an address or its part behind `#`; `None` if it names no game.
    pub fn parse(text: &str) -> Option<Self> {
        let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let mut parts = path.trim_matches('/').splitn(3, '/');
        let game = parts.next().filter(|game| !game.is_empty())?.to_owned();
        let mut task = Task::Watch;
        let (payload, page) = match (parts.next(), parts.next()) {
            (Some("r"), Some(payload)) if !payload.is_empty() => (Some(payload.to_owned()), None),
            (Some("measure"), None) => {
                task = Task::Measure;
                (None, None)
            }
            (Some(page), None) if is_manual_page(page) => (None, Some(page.to_owned())),
            (Some(page), Some(section)) if is_manual_page(page) => (None, Some(format!("{page}/{section}"))),
            (None, _) => (None, None),
            _ => return None,
        };
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name));
        let turn = value("t=").and_then(|turn| turn.parse().ok());
        let number = value("view=").and_then(|number| number.parse::<usize>().ok());
        let eyes = number.and_then(|number| number.checked_sub(1)).filter(|&seat| seat < Seats::MAX).map(Seat::new);
        let speed = value("speed=").and_then(|speed| SPEED_NAMES.iter().position(|&name| name == speed));
        Some(Self { game, payload, turn, eyes, speed, page, task })
    }

    /// The game that an address names, whatever follows; `None` if it names no game.
    pub fn game_of(text: &str) -> Option<&str> {
        let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
        hash.trim_start_matches('/').split(['/', '?']).next().filter(|game| !game.is_empty())
    }

    /// Whether an address begins like that of a finished match, but has no link.
    pub fn is_cut(text: &str) -> bool {
        let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
        hash.trim_matches('/').split(['/', '?']).nth(1) == Some("r")
    }

    /// The text behind `#`, without the token that a native program put there, and the token:
    /// `#/?server=TOKEN`.
    pub fn without_token(hash: &str) -> (String, Option<String>) {
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let token = query.split('&').find_map(|pair| pair.strip_prefix(TOKEN)).filter(|token| !token.is_empty());
        let rest: Vec<_> = query.split('&').filter(|pair| !pair.is_empty() && !pair.starts_with(TOKEN)).collect();
        let rest = if rest.is_empty() { String::new() } else { format!("?{}", rest.join("&")) };
        (format!("{path}{rest}"), token.map(str::to_owned))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#/{}", self.game)?;
        if let Some(payload) = &self.payload {
            write!(f, "/r/{payload}")?;
        }
        if let Some(page) = &self.page {
            write!(f, "/{page}")?;
        }
        f.write_str(self.task.address_ending())?;
        let parts = [
            self.turn.map(|turn| format!("t={turn}")),
            self.eyes.map(|seat| format!("view={}", seat.index() + 1)),
            self.speed.map(|speed| format!("speed={}", SPEED_NAMES[speed])),
        ];
        let mut sign = '?';
        parts.into_iter().flatten().try_for_each(|part| write!(f, "{}{part}", std::mem::replace(&mut sign, '&')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "#/connect-four",
            "#/connect-four/r/AbC-_.x9",
            "#/connect-four/r/AbC?t=17",
            "#/connect-four/r/AbC?t=17&view=2&speed=0.25",
            "#/connect-four/r/AbC?view=64",
            "#/connect-four/r/AbC?speed=256",
            "#/generals?t=0",
            "#/stratego/protocol",
            "#/stratego/guide/building",
            "#/stratego/measure",
        ] {
            assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn views_and_speeds_that_are_not_there_are_left_out() {
        for text in ["#/generals/r/AbC?view=0", "#/generals/r/AbC?view=65&speed=3", "#/generals/r/AbC?view=x&speed=NaN"]
        {
            assert_eq!(Address::parse(text), Some(Address::of_replay("generals", "AbC", None)), "{text}");
        }
    }

    #[test]
    fn whole_addresses_are_read() {
        let pasted = Address::parse("https://example.org/botyard/#/connect-four/r/AbC?t=3").expect("an address");
        assert_eq!(pasted, Address::of_replay("connect-four", "AbC", Some(3)));
    }

    #[test]
    fn the_pages_are_those_of_the_manual() {
        let names = botyard_manual::page_names();
        assert!(names.iter().all(|name| is_manual_page(name)), "{names:?}");
        assert_eq!(names.len(), MANUAL.len() + ScriptLanguage::ALL.len());
    }

    #[test]
    fn a_token_does_not_stay() {
        let check = |hash: &str, rest: &str, token: Option<&str>| {
            assert_eq!(Address::without_token(hash), (rest.to_owned(), token.map(str::to_owned)), "{hash}");
        };
        check("#/connect-four?server=ab12", "#/connect-four", Some("ab12"));
        check("#/?server=ab12", "#/", Some("ab12"));
        check("#/connect-four/r/AbC?t=3&server=ab12", "#/connect-four/r/AbC?t=3", Some("ab12"));
        check("#/connect-four?server=", "#/connect-four", None);
        check("#/connect-four/r/AbC?t=3", "#/connect-four/r/AbC?t=3", None);
        check("", "", None);
    }

    #[test]
    fn what_names_no_place_is_none() {
        for text in ["", "#", "#/", "#/connect-four/x/y", "#/connect-four/r/", "#/connect-four/r"] {
            assert_eq!(Address::parse(text), None, "{text:?}");
            assert_eq!(Address::game_of(text), text.starts_with("#/connect").then_some("connect-four"), "{text:?}");
        }
        assert_eq!(Address::parse("#/connect-four?t=x"), Some(Address::of_game("connect-four")));
    }
}
