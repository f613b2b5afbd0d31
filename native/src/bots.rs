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

/// The interpreter of bots in JavaScript, a module; `None` if the program was built without it.
pub const JAVASCRIPT: Option<&[u8]> = EMBEDDED_JAVASCRIPT;

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

    /// Records identify bots by their hashes: a bot that is there does not change, and a change of it is another bot. In the format
    /// of `sha256sum`; new bots are added.
    #[test]
    fn bundled_bots_never_change() {
        use sha2::{Digest as _, Sha256};
        let lines = include_str!("bundled-bots.sha256").lines();
        let frozen: Vec<_> = lines.filter_map(|line| line.split_once("  ")).collect();
        let check = |name: &str, module: &[u8]| {
            let hash = Sha256::digest(module).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
            let file = format!("{name}.wasm");
            let known = frozen.iter().find(|(_, name)| *name == file).map(|(hash, _)| *hash);
            assert_eq!(known, Some(&*hash), "{file}");
        };
        all().iter().for_each(|bot| check(bot.name, bot.module));
        // The same wherever it is compiled.
        JAVASCRIPT.iter().for_each(|module| check("javascript", module));
        assert_eq!(frozen.len(), all().len() + 1);
    }

    #[test]
    fn bots_that_only_tests_want_are_not_bundled() {
        assert!(of("connect-four").count() >= 3);
        assert!(all().iter().all(|bot| !bot.name.starts_with("hostile") && !bot.name.starts_with("dialect")));
    }
}
