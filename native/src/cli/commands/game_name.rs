//! Explains an error where a game should be named: the name is misspelt, or a bot is named first.
//! Knows games only from the catalogue.

use botyard::bot_folder;
use botyard_engine::catalog;
use botyard_engine::fault::printable;
use botyard_engine::shell_word::shell_word;

use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec};
use crate::cli::suggestion::{ask_for, find_similar};

/// The most characters that are repeated of a game's name.
const NAME_MAX: usize = 100;

/// The most characters that a corrected command has.
const COMMAND_MAX: usize = 300;

/// The error that there is no such game, with a list of the games.
pub(super) fn unknown_game(name: &str) -> String {
    let shown: String = printable(name).chars().take(NAME_MAX).collect();
    format!("unknown game `{shown}` (games: {}){}", games(), ask_for(find_game(&shown)))
}

/// Like [`unknown_game`], for a command whose first word is the game; `words` are those behind it.
/// If a bot stands in the place of the game, the error shows where bots go.
pub(super) fn wrong_game(command: &str, name: &str, words: &[String]) -> String {
    if !is_bot(name) {
        return unknown_game(name);
    }
    let game = words.iter().position(|word| catalog::NAMES.contains(&word.as_str()));
    let others = words.iter().enumerate().filter(|(index, _)| Some(*index) != game).map(|(_, word)| word.as_str());
    let game = game.map_or("GAME", |index| words[index].as_str());
    let corrected: Vec<_> = ["botyard", command, game, name].into_iter().chain(others).map(shell_word).collect();
    let corrected = corrected.join(" ");
    let corrected = match corrected.chars().count() > COMMAND_MAX {
        true => format!("botyard {command} {game} BOT ..."),
        false => corrected,
    };
    let shown: String = printable(name).chars().take(NAME_MAX).collect();
    format!("`{shown}` is a bot, and the game comes first: `{corrected}` (games: {})", games())
}

fn games() -> String {
    catalog::NAMES.join(", ")
}

fn find_game(name: &str) -> Option<&'static str> {
    find_similar(name, catalog::NAMES.iter().copied())
}

/// Whether a word names a bot rather than a game. Words of either kind can be misspelt.
pub(super) fn is_bot(word: &str) -> bool {
    let player = NamedPlayer::parse(word);
    let (None, None, PlayerSpec::File(path)) = (player.name, player.turn, player.spec) else { return true };
    let is_there = path.is_file() || bot_folder::find_bot(&path).is_ok();
    is_there || word.contains('/') || (path.extension().is_some() && find_game(word).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(name: &str, words: &[&str]) -> String {
        let words: Vec<_> = words.iter().map(|&word| word.to_owned()).collect();
        wrong_game("play", name, &words)
    }

    #[test]
    fn a_bot_in_the_place_of_the_game_is_told_its_place() {
        for (name, words, corrected) in [
            ("a/bot.js", &["builtin:random"][..], "botyard play GAME a/bot.js builtin:random"),
            ("bot.js", &["stratego", "--seed", "1"], "botyard play stratego bot.js --seed 1"),
            ("cmd:sh a", &["b.py", "generals"], "botyard play generals \"cmd:sh a\" b.py"),
            ("human", &[], "botyard play GAME human"),
        ] {
            let expected = format!("`{name}` is a bot, and the game comes first: `{corrected}` (games: connect-four, ");
            let told = told(name, words);
            assert!(told.starts_with(&expected), "{told}");
        }
        let long = "x".repeat(1_000);
        assert!(told("./bot", &["stratego", &long]).contains("`botyard play stratego BOT ...`"));
    }

    #[test]
    fn a_misspelt_game_is_asked_for() {
        let told = told("conect-four", &["a.js"]);
        assert!(told.starts_with("unknown game `conect-four` (games: connect-four, "), "{told}");
        assert!(told.ends_with("); did you mean connect-four?"), "{told}");
        assert!(unknown_game("chess").ends_with("bitmartyr)"));
        assert!(unknown_game("generals.io").ends_with("; did you mean generals?"), "it is not a file");
    }
}
