//! The bots that come with the program, as modules inside it. Knows their names and bytes, not what they play.

/// A bundled bot.
#[derive(Debug, Clone, Copy)]
pub struct BundledBot {
    /// Its full name: the game's, a hyphen, its own.
    pub name: &'static str,
    /// Its file.
    pub module: &'static [u8],
}

impl BundledBot {
    /// The name by which it can be called where its game is known; its full name in another game.
    pub fn name_in(&self, game: &str) -> &'static str {
        short(self, game).unwrap_or(self.name)
    }
}

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// All bundled bots, in the order of their names.
pub fn all() -> &'static [BundledBot] {
    BUNDLED
}

/// The bots that play a game.
pub fn of(game: &str) -> impl Iterator<Item = &'static BundledBot> {
    all().iter().filter(move |bot| short(bot, game).is_some())
}

/// The bot of this name: `connect-four-negamax`, or `negamax` where the game is known.
pub fn find(name: &str, game: Option<&str>) -> Option<&'static BundledBot> {
    let called = |bot: &&BundledBot| bot.name == name || game.is_some_and(|game| short(bot, game) == Some(name));
    all().iter().find(called)
}

/// The bot's own name in a game that it plays.
fn short(bot: &BundledBot, game: &str) -> Option<&'static str> {
    bot.name.strip_prefix(game)?.strip_prefix('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_found_by_both_its_names() {
        let full = find("connect-four-negamax", None).expect("bundled");
        let short = find("negamax", Some("connect-four")).expect("bundled");
        assert_eq!(full.name, short.name);
        assert!(full.module.starts_with(b"\0asm"));
        assert!(find("negamax", None).is_none());
        assert!(find("negamax", Some("connect")).is_none());
    }

    #[test]
    fn bots_that_only_tests_want_are_not_bundled() {
        assert!(of("connect-four").count() >= 3);
        assert!(all().iter().all(|bot| !bot.name.starts_with("hostile") && !bot.name.starts_with("dialect")));
    }
}
