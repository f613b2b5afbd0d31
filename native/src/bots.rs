//! The bots that come with the program, as modules and scripts inside it. Knows their names and
//! bytes, and no rules.

use std::borrow::Cow;
use std::io::Read as _;
use std::sync::OnceLock;

use botyard_engine::replay::{PlayerInfo, PlayerKind, bot_name};
use botyard_sandbox::script::{self, ScriptLanguage};
use flate2::read::GzDecoder;
use sha2::{Digest as _, Sha256};

/// A bundled bot.
#[derive(Debug, Clone, Copy)]
pub struct BundledBot {
    /// Its full name: the game's, a hyphen, its own.
    pub name: &'static str,
    file: BundledFile,
}

/// The bundled form of a bot.
#[derive(Debug, Clone, Copy)]
enum BundledFile {
    /// A module.
    Module(&'static [u8]),
    /// A script. All scripts of a language share its interpreter.
    Script(ScriptLanguage, &'static str),
}

impl BundledBot {
    /// The bytes for a module loader: the module, or the interpreter with the script behind it.
    /// `None` for scripts if the program was built without the interpreter.
    pub fn module(&self) -> Option<Cow<'static, [u8]>> {
        self.module_in(interpreter)
    }

    /// Like [`BundledBot::module`], with these interpreters.
    fn module_in(&self, interpreter: InterpreterOf) -> Option<Cow<'static, [u8]>> {
        match self.file {
            BundledFile::Module(bytes) => Some(Cow::Borrowed(bytes)),
            BundledFile::Script(language, text) => {
                Some(Cow::Owned(script::attach(interpreter(language)?, language, text.as_bytes())))
            }
        }
    }

    /// The text of a script, `None` for modules.
    pub fn script(&self) -> Option<&'static str> {
        match self.file {
            BundledFile::Module(_) => None,
            BundledFile::Script(_, text) => Some(text),
        }
    }

    /// The language of a script, `None` for modules.
    pub fn language(&self) -> Option<ScriptLanguage> {
        match self.file {
            BundledFile::Module(_) => None,
            BundledFile::Script(language, _) => Some(language),
        }
    }

    /// The hash by which records know it, in hexadecimal.
    pub fn sha256(&self) -> String {
        let bytes = match self.file {
            BundledFile::Module(bytes) => bytes,
            BundledFile::Script(_, text) => text.as_bytes(),
        };
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Its short name in its own game; its full name in another game.
    pub fn name_in(&self, game: &str) -> &'static str {
        short(self, game).unwrap_or(self.name)
    }
}

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// An interpreter of scripts in the program.
struct EmbeddedInterpreter {
    language: ScriptLanguage,
    /// Compressed with gzip; `None` if the program was built without it.
    compressed: Option<&'static [u8]>,
    /// The module, from its first use on.
    module: OnceLock<Vec<u8>>,
}

/// Finds the interpreter of a language.
type InterpreterOf = fn(ScriptLanguage) -> Option<&'static [u8]>;
/// Whether there is the interpreter of a language.
type HasInterpreter = fn(ScriptLanguage) -> bool;

fn embedded(language: ScriptLanguage) -> Option<&'static EmbeddedInterpreter> {
    let played = language.played_language();
    let is_translated = language == played || translator(language).is_some();
    INTERPRETERS
        .iter()
        .find(|embedded| embedded.language == played && embedded.compressed.is_some())
        .filter(|_| is_translated)
}

/// The script that translates bots in this language; `None` if they are not translated, or the
/// program was built without it.
pub fn translator(language: ScriptLanguage) -> Option<&'static str> {
    TRANSLATORS.iter().find(|(of, _)| *of == language).and_then(|(_, script)| *script)
}

/// Whether the program has what plays scripts in this language.
pub fn has_interpreter(language: ScriptLanguage) -> bool {
    embedded(language).is_some()
}

/// The interpreter of bots in this language, a module; `None` if the program was built without it.
pub fn interpreter(language: ScriptLanguage) -> Option<&'static [u8]> {
    let EmbeddedInterpreter { compressed, module, .. } = embedded(language)?;
    Some(module.get_or_init(|| {
        let mut bytes = Vec::new();
        let mut decoder = GzDecoder::new(compressed.unwrap_or_default());
        decoder.read_to_end(&mut bytes).expect("the program was built with a whole file");
        bytes
    }))
}

/// The bots that play a game, in the order of their names. A program without the interpreter has no
/// scripts.
pub fn list_for(game: &str) -> impl Iterator<Item = &'static BundledBot> {
    of_program(game, has_interpreter)
}

/// Like [`list_for`], for a program that has the interpreters of some languages.
fn of_program(game: &str, is_played: HasInterpreter) -> impl Iterator<Item = &'static BundledBot> {
    let can_play = move |bot: &&BundledBot| bot.language().is_none_or(is_played);
    BUNDLED.iter().filter(can_play).filter(move |bot| short(bot, game).is_some())
}

/// The scripts that play a game. Their sources can be read whether or not this program has their
/// interpreter.
pub fn scripts(game: &str) -> impl Iterator<Item = &'static BundledBot> {
    BUNDLED.iter().filter(|bot| bot.script().is_some()).filter(move |bot| short(bot, game).is_some())
}

/// The bot of this name: `connect-four-negamax`, or `negamax` where the game is known. It may be a
/// script that this program cannot play.
pub fn find(name: &str, game: Option<&str>) -> Option<&'static BundledBot> {
    let called = |bot: &&BundledBot| bot.name == name || game.is_some_and(|game| short(bot, game) == Some(name));
    BUNDLED.iter().find(called)
}

/// The bundled bot that this player of a record was: its name is the bot's or its file's, and its
/// hash, or the beginning of it that links have, is the bot's.
pub fn of_player(player: &PlayerInfo, game: &str) -> Option<&'static BundledBot> {
    let sha256 = player.sha256.as_deref().filter(|sha256| !sha256.is_empty() && player.kind == PlayerKind::Module)?;
    find(bot_name(&player.name), Some(game)).filter(|bot| bot.sha256().starts_with(sha256))
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
        assert!(full.module().is_some_and(|module| module.starts_with(b"\0asm")));
        assert!(find("negamax", None).is_none());
        assert!(find("negamax", Some("connect")).is_none());
    }

    /// The page's `BotLibrary::bundled_as` has the same rule: each host has to find the bots that
    /// the other puts into a link.
    #[test]
    fn a_bundled_bot_is_known_by_its_name_and_hash() {
        let hash = |name| find(name, Some("connect-four")).expect("bundled").sha256();
        let (random, lookahead) = (hash("random"), hash("lookahead"));
        let played = |name: &str, sha256: Option<&str>| {
            let player =
                PlayerInfo { name: name.to_owned(), sha256: sha256.map(str::to_owned), ..PlayerInfo::default() };
            of_player(&player, "connect-four").map(|bot| bot.name)
        };
        for name in ["random", "random (2)", "random.wasm (2)", "random (1).wasm", "connect-four-random.wasm"] {
            assert_eq!(played(name, Some(&random[..8])), Some("connect-four-random"), "{name}");
            assert_eq!(played(name, Some(lookahead.as_str())), None, "{name}: another bot is called so");
            assert_eq!(played(name, None), None, "{name}");
        }
        assert_eq!(played("connect-four-lookahead.js", Some(lookahead.as_str())), Some("connect-four-lookahead"));
        assert_eq!(played("mine.wasm", Some(random.as_str())), None, "nobody else knows it by this name");
        assert_eq!(played("random", Some("")), None);
        let kind = PlayerKind::Executable;
        let executable = PlayerInfo { name: "random".to_owned(), kind, sha256: Some(random), ..PlayerInfo::default() };
        assert!(of_player(&executable, "connect-four").is_none());
    }

    /// Records identify bots by their hashes: a bundled bot never changes, and a changed version is
    /// a new bot. The list has the format of `sha256sum`; add new bots to it.
    #[test]
    fn bundled_bots_never_change() {
        let lines = include_str!("bundled-bots.sha256").lines();
        let frozen: Vec<_> = lines.filter_map(|line| line.split_once("  ")).collect();
        let check = |file: &str, hash: &str| {
            let known = frozen.iter().find(|(_, name)| *name == file).map(|(hash, _)| *hash);
            assert_eq!(known, Some(hash), "{file}");
        };
        for bot in BUNDLED {
            let ending = bot.language().map_or("wasm", |language| language.endings()[0]);
            check(&format!("{}.{ending}", bot.name), &bot.sha256());
        }
        // Its bytes are the same wherever it is compiled.
        for language in ScriptLanguage::interpreted() {
            let (name, Some(module)) = (language.interpreter(), interpreter(language)) else { continue };
            check(&format!("{name}.wasm"), &BundledBot { name, file: BundledFile::Module(module) }.sha256());
        }
        assert_eq!(frozen.len(), BUNDLED.len() + ScriptLanguage::interpreted().count());
    }

    #[test]
    fn the_program_was_built_for_every_language() {
        let (translated, interpreted): (Vec<_>, Vec<_>) =
            ScriptLanguage::ALL.into_iter().partition(|language| language.translator().is_some());
        assert_eq!(INTERPRETERS.iter().map(|embedded| embedded.language).collect::<Vec<_>>(), interpreted);
        assert_eq!(TRANSLATORS.iter().map(|(language, _)| *language).collect::<Vec<_>>(), translated);
        assert_eq!(has_interpreter(ScriptLanguage::JavaScript), cfg!(javascript));
        assert_eq!(has_interpreter(ScriptLanguage::Python), cfg!(python));
        assert_eq!(has_interpreter(ScriptLanguage::TypeScript), cfg!(all(javascript, typescript)));
    }

    #[test]
    fn bots_that_only_tests_want_are_not_bundled() {
        assert!(list_for("connect-four").count() >= 3);
        assert!(BUNDLED.iter().all(|bot| !bot.name.starts_with("hostile") && !bot.name.starts_with("dialect")));
    }

    /// The sources of scripts can be read, in the page and by `botyard new --from`.
    #[test]
    fn every_game_has_a_script_that_plays_wherever_there_is_an_interpreter() {
        for game in botyard_engine::catalog::NAMES {
            let scripts: Vec<_> = scripts(game).filter_map(BundledBot::script).collect();
            assert!(!scripts.is_empty(), "{game}");
            assert!(scripts.iter().all(|text| (30..=160).contains(&text.lines().count())), "{game}: to be read");
            let (without, with): (InterpreterOf, InterpreterOf) = (|_| None, |_| Some(&b"\0asm"[..]));
            let (none, all): (HasInterpreter, HasInterpreter) = (|_| false, |_| true);
            for (is_played, interpreter, expected) in [(none, without, 0), (all, with, scripts.len())] {
                let playing: Vec<_> = of_program(game, is_played).collect();
                assert!(playing.iter().all(|bot| bot.module_in(interpreter).is_some()), "{game}: they can play");
                assert_eq!(playing.iter().filter(|bot| bot.script().is_some()).count(), expected, "{game}");
                assert!(playing.len() > expected, "{game}: modules need none");
            }
        }
    }
}
