//! `botyard docs`: prints the rules, the protocol, the starters and the guides that the page shows
//! too.

use std::io::Write;

use botyard_engine::fault::printable;
use botyard_manual::{GAMES, GameManual, common_pages, page_names};

use super::game_name::unknown_game;
use crate::cli::command_error::CommandError;
use crate::cli::suggestion::{ask_for, find_similar};

const EXAMPLES: &str = "\
Examples:
  botyard docs stratego                 the rules and the protocol
  botyard docs stratego starters        what `botyard new` writes, and how to build it
  botyard docs javascript               a page that is the same for all games";

/// Print the rules, the protocol and the guides of a game, as Markdown
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Game, such as connect-four, or a page that is the same for all games, such as javascript
    game: String,
    #[arg(help = format!("Page: {} [default: rules and protocol]", page_names().join(", ")))]
    page: Option<String>,
}

/// Prints the pages.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let text = find_text(&args.game, args.page.as_deref()).map_err(CommandError::Usage)?;
    Ok(writeln!(anstream::stdout().lock(), "{}", text.trim_end())?)
}

/// The text of this page, or of a game's rules and protocol if no page is named.
///
/// # Errors
/// A list of the existing games or pages.
fn find_text(game: &str, page: Option<&str>) -> Result<String, String> {
    let Some(manual) = GameManual::find(game) else { return find_common_text(game, page) };
    let [rules, protocol, _] = manual.pages();
    let Some(name) = page else { return Ok(insert_rules(&rules.text, &protocol.text)) };
    let found = common_pages().chain(manual.pages()).find(|page| page.name == name);
    found.map(|page| page.text.into_owned()).ok_or_else(|| {
        let question = ask_for(find_similar(name, page_names()));
        format!("no page `{}` (pages: {}){question}", printable(name), page_names().join(", "))
    })
}

/// Like [`find_text`], if the first word is not a game: it may name a common page.
fn find_common_text(word: &str, next: Option<&str>) -> Result<String, String> {
    if let Some(page) = common_pages().find(|page| page.name == word && next.is_none()) {
        return Ok(page.text.into_owned());
    }
    if page_names().contains(&word) {
        let game = next.filter(|next| GameManual::find(next).is_some()).unwrap_or("GAME");
        return Err(format!("`{word}` is a page, and the game comes first: `botyard docs {game} {word}`"));
    }
    if next.is_some() {
        return Err(unknown_game(word));
    }
    let pages: Vec<_> = common_pages().map(|page| page.name).collect();
    let games = GAMES.map(|manual| manual.game);
    let question = ask_for(find_similar(word, games.into_iter().chain(pages.iter().copied())));
    let (games, pages) = (games.join(", "), pages.join(", "));
    Err(format!("unknown game or page `{}` (games: {games}; pages of all games: {pages}){question}", printable(word)))
}

/// Inserts the rules into the text of the protocol, below the introduction to both: the pages have
/// the same title.
fn insert_rules(rules: &str, protocol: &str) -> String {
    let section = |text: &str| text.find("\n## ").map_or(text.len(), |at| at + 1);
    let (introduction, protocol) = protocol.split_at(section(protocol));
    format!("{introduction}{}\n\n{protocol}", rules[section(rules)..].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_the_games_of_the_catalogue() {
        let games = botyard_engine::catalog::NAMES.to_vec();
        assert_eq!(GAMES.map(|manual| manual.game).to_vec(), games);
    }

    /// Regression: the title was printed above the rules and above the protocol.
    #[test]
    fn rules_and_protocol_have_one_title() {
        let (rules, protocol) = ("# T\n\n## The game\n\na\n\n", "# T\n\nBoth.\n\n## Talk\n\nb\n");
        assert_eq!(insert_rules(rules, protocol), "# T\n\nBoth.\n\n## The game\n\na\n\n## Talk\n\nb\n");
        for manual in GAMES {
            let text = find_text(manual.game, None).expect("its text");
            let title = text.lines().next().expect("a title");
            assert!(title.starts_with("# ") && text.lines().filter(|line| *line == title).count() == 1, "{title}");
            assert!(text.contains("\n## The game\n") && text.contains("\n## The conversation\n"), "{title}");
        }
    }

    /// Regression: the error of `botyard docs javascript` was only that there is no such game.
    #[test]
    fn a_page_of_all_games_needs_no_game() {
        assert_eq!(find_text("javascript", None), find_text("stratego", Some("javascript")));
        assert!(find_text("guide", None).is_ok_and(|text| text.starts_with("# Writing a bot\n")));
        for (game, page, expected) in [
            ("rules", None, "`rules` is a page, and the game comes first: `botyard docs GAME rules`"),
            ("guide", Some("stratego"), "`guide` is a page, and the game comes first: `botyard docs stratego guide`"),
            ("javascrip", None, "ci, sandbox, server); did you mean javascript?"),
            ("general", None, "; did you mean generals?"),
            ("chess", Some("rules"), "unknown game `chess` (games: connect-four, "),
            ("stratego", Some("protocols"), "server); did you mean protocol?"),
        ] {
            let told = find_text(game, page).expect_err("there is no such page");
            assert!(told.contains(expected), "{told}");
        }
    }
}
