//! The manual beside the page: a file for each game, and one for all games, made from `docs/` and
//! `starters/`. The page fetches them when a visitor opens the manual. Knows nothing of what is in
//! them.

use std::fs;

use anyhow::{Context, Result};
use botyard_manual::GAMES;
use botyard_manual::html::{HtmlManual, of_all_games, of_game};

use crate::checkout::Checkout;

/// The name of the file for all games.
const ALL: &str = "all";

/// Writes the files into `target/page-manual/`, where `index.html` names them.
///
/// # Errors
/// When a file cannot be written.
pub fn write(checkout: &Checkout) -> Result<()> {
    let folder = checkout.root().join("target/page-manual");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let of_games = GAMES.into_iter().map(|manual| (manual.game, of_game(manual)));
    for (name, manual) in of_games.chain([(ALL, of_all_games())]) {
        let path = folder.join(format!("{name}.json"));
        let text = text(&manual)?;
        // Trunk would build the page again after an unchanged file was written.
        if fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            fs::write(&path, text).with_context(|| format!("writing {}", path.display()))?;
        }
    }
    Ok(())
}

fn text(manual: &HtmlManual) -> Result<String> {
    Ok(serde_json::to_string(manual)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_pages_that_the_script_shows() {
        let text = text(&of_game(GAMES[1])).expect("it is text");
        let file: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let names: Vec<_> = file["pages"].as_array().expect("pages").iter().map(|page| page["name"].as_str()).collect();
        assert_eq!(names, [Some("rules"), Some("protocol"), Some("starters")]);
        assert!(file["pages"][1]["html"].as_str().is_some_and(|html| html.contains("data-input=")));
        assert_eq!(file["files"][0]["name"], "bot.js");
    }
}
