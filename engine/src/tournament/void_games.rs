//! Games that could not be played: the reason, and the text for people. Knows no host.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::schedule::GameId;

/// At most this many games are named; the others are counted.
const NAMED_MAX: usize = 5;

/// Why a game could not be played; no bot has lost it. In lines of JSON: names must not change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidReason {
    /// The name of the bot whose run was the reason; `None` if the host was the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The reason: a text that follows the bot's name, or a complete clause.
    pub why: String,
}

impl VoidReason {
    /// The reason for a run of this bot that took so much real time, for which its virtual time
    /// does not account.
    pub fn of_run(bot: &str, worked: Duration) -> Self {
        Self { bot: Some(bot.to_owned()), why: describe_long_run(worked) }
    }

    /// The host was the reason: a clause.
    pub fn of_host(why: impl Into<String>) -> Self {
        Self { bot: None, why: why.into() }
    }
}

impl fmt::Display for VoidReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.bot {
            Some(bot) => write!(f, "{bot} {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

/// Describes a run that took so much real time, for which its virtual time does not account: a text
/// that follows the bot's name. In lines of JSON: the text must not change.
pub fn describe_long_run(worked: Duration) -> String {
    format!("ran for {worked:.0?} of real time without using up its virtual time")
}

/// Describes the first of these games, by `name`, each with the reason, and the number of the
/// remaining ones; one text for each, which may hold foreign text.
pub fn describe_void_games(
    games: &[GameId],
    reasons: &BTreeMap<GameId, VoidReason>,
    name: impl Fn(GameId) -> String,
) -> Vec<String> {
    let describe = |&id: &GameId| {
        let why = reasons.get(&id).map_or_else(|| "the reason is not known".to_owned(), VoidReason::to_string);
        format!("{}: {why}", name(id))
    };
    let mut described: Vec<_> = games.iter().take(NAMED_MAX).map(describe).collect();
    let unnamed = games.len() - described.len();
    described.extend((unnamed > 0).then(|| format!("and {unnamed} more")));
    described
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_games_are_named_with_the_reason() {
        let id = |unit| GameId { unit, rotation: 1 };
        let reasons = BTreeMap::from([
            (id(0), VoidReason::of_run("slow", Duration::from_secs(61))),
            (id(2), VoidReason::of_host("the files ran out")),
        ]);
        let name = |id: GameId| format!("game {} of unit {}", id.rotation, id.unit);
        let games: Vec<_> = (0..8).map(id).collect();
        let described = describe_void_games(&games, &reasons, name);
        let expected = [
            "game 1 of unit 0: slow ran for 61s of real time without using up its virtual time",
            "game 1 of unit 1: the reason is not known",
            "game 1 of unit 2: the files ran out",
            "game 1 of unit 3: the reason is not known",
            "game 1 of unit 4: the reason is not known",
            "and 3 more",
        ];
        assert_eq!(described, expected);
        assert_eq!(describe_void_games(&games[..1], &reasons, name), expected[..1]);
        assert!(describe_void_games(&[], &reasons, name).is_empty());
    }
}
