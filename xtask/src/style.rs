//! The page's style sheet, joined from several files: tokens, the page, its panels, what depends on
//! the window, then each game's own. Knows no game: each folder in `web/games/src/` that has a
//! `style.css` adds it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::checkout::Checkout;

/// The sheets that come before the games' sheets, in this order.
const SHARED: [&str; 5] =
    ["web/css/tokens.css", "web/css/page.css", "web/css/panels.css", "web/css/start.css", "web/css/windows.css"];

/// Joins the style sheets into `target/page-style/page.css`, where `index.html` names it.
///
/// # Errors
/// When a style sheet cannot be read, or the joined one not written.
pub fn join(checkout: &Checkout) -> Result<()> {
    let joined = joined(checkout.root())?;
    let folder = checkout.root().join("target/page-style");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let path = folder.join("page.css");
    fs::write(&path, joined).with_context(|| format!("writing {}", path.display()))
}

fn joined(root: &Path) -> Result<String> {
    let shared = SHARED.map(|path| root.join(path)).into_iter();
    let texts = shared
        .chain(of_games(root)?)
        .map(|path| fs::read_to_string(&path).with_context(|| format!("reading {}", path.display())));
    Ok(texts.collect::<Result<Vec<_>>>()?.join("\n"))
}

/// The games' style sheets, in the order of their folders' names.
fn of_games(root: &Path) -> Result<Vec<PathBuf>> {
    let folder = root.join("web/games/src");
    let entries = fs::read_dir(&folder).with_context(|| format!("reading {}", folder.display()))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path().join("style.css")));
    let mut paths = paths.collect::<Result<Vec<_>, _>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_come_first_and_every_game_has_its_style() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the checkout");
        let style = joined(root).expect("the style sheets can be read");
        let places: Vec<_> = [":root {", ".top {", ".four {", ".stratego {"].map(|rule| style.find(rule)).into();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
        assert_eq!(style.matches('{').count(), style.matches('}').count());
    }
}
