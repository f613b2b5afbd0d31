//! What stands behind the `#` of the page's address: `#/connect-four`, `#/connect-four/r/PAYLOAD`, and `?t=17` for a
//! turn of it; `#/connect-four/protocol/time` for a page of the manual, and a section of it. Knows the form only, neither which games there are nor what a payload says.

use std::fmt;

/// How the token of a native program is written.
const TOKEN: &str = "server=";

/// The names of the manual's pages.
pub const MANUAL: [&str; 11] =
    ["help", "rules", "protocol", "starters", "guide", "javascript", "series", "cases", "ci", "sandbox", "server"];

/// A place on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The game's name in the catalogue.
    pub game: String,
    /// The payload of a replay's link.
    pub payload: Option<String>,
    /// The turn that is shown; the newest if there is none.
    pub turn: Option<usize>,
    /// The page of the manual, perhaps with its section.
    pub page: Option<String>,
}

impl Address {
    /// A game's own place.
    pub fn of_game(game: &str) -> Self {
        Self { game: game.to_owned(), payload: None, turn: None, page: None }
    }

    /// The place of a finished match.
    pub fn of_replay(game: &str, payload: &str, turn: Option<usize>) -> Self {
        Self { game: game.to_owned(), payload: Some(payload.to_owned()), turn, page: None }
    }

    /// The place of a page of the manual.
    pub fn of_page(game: &str, page: &str) -> Self {
        Self { page: Some(page.to_owned()), ..Self::of_game(game) }
    }

    /// Reads an address or the part of one behind `#`; `None` if it names no game.
    pub fn parse(text: &str) -> Option<Self> {
        let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
        let (path, query) = hash.split_once('?').unwrap_or((hash, ""));
        let mut parts = path.trim_matches('/').splitn(3, '/');
        let game = parts.next().filter(|game| !game.is_empty())?.to_owned();
        let (payload, page) = match (parts.next(), parts.next()) {
            (Some("r"), Some(payload)) if !payload.is_empty() => (Some(payload.to_owned()), None),
            (Some(page), None) if MANUAL.contains(&page) => (None, Some(page.to_owned())),
            (Some(page), Some(section)) if MANUAL.contains(&page) => (None, Some(format!("{page}/{section}"))),
            (None, _) => (None, None),
            _ => return None,
        };
        let turn = query.split('&').find_map(|pair| pair.strip_prefix("t=")).and_then(|turn| turn.parse().ok());
        Some(Self { game, payload, turn, page })
    }

    /// The game that an address is about, whatever else it says; `None` if it is about none.
    pub fn game_of(text: &str) -> Option<&str> {
        let hash = text.split_once('#').map_or(text, |(_, hash)| hash);
        hash.trim_start_matches('/').split(['/', '?']).next().filter(|game| !game.is_empty())
    }

    /// What stands behind `#`, without the token that a native program put there, and the token: `#/?server=TOKEN`.
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
        self.turn.map_or(Ok(()), |turn| write!(f, "?t={turn}"))
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
            "#/generals?t=0",
            "#/stratego/protocol",
            "#/stratego/guide/building",
        ] {
            assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn whole_addresses_are_read() {
        let pasted = Address::parse("https://example.org/botyard/#/connect-four/r/AbC?t=3").expect("an address");
        assert_eq!(pasted, Address::of_replay("connect-four", "AbC", Some(3)));
    }

    #[test]
    fn the_pages_are_those_of_the_manual() {
        assert_eq!(MANUAL, botyard_manual::PAGES);
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
