//! The colours of pictures: those of the page's style sheets, light or dark. Knows no game.

/// The colour scheme of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// The page's style sheet of colours for all games.
const COMMON: &str = include_str!("../../web/css/tokens.css");

/// Where the dark colours of a style sheet begin.
const DARK: &str = "@media (prefers-color-scheme: dark)";

/// The colours that a game's pictures can have.
#[derive(Debug, Clone, Copy)]
pub struct ThemePalette {
    /// The game's own style sheet.
    sheet: &'static str,
    theme: Theme,
}

impl ThemePalette {
    /// The colours of a game with this style sheet.
    pub fn new(sheet: &'static str, theme: Theme) -> Self {
        Self { sheet, theme }
    }

    /// The colour of this name in the game's style sheet or in the common one.
    ///
    /// # Panics
    /// If neither declares it.
    pub fn colour(self, name: &str) -> &'static str {
        let in_sheet = |sheet| find(sheet, name, self.theme);
        in_sheet(self.sheet)
            .or_else(|| in_sheet(COMMON))
            .unwrap_or_else(|| panic!("no style sheet has a colour {name}"))
    }
}

fn find(sheet: &'static str, name: &str, theme: Theme) -> Option<&'static str> {
    let (light, dark) = sheet.split_once(DARK).unwrap_or((sheet, ""));
    match theme {
        Theme::Light => declared(light, name),
        Theme::Dark => declared(dark, name).or_else(|| declared(light, name)),
    }
}

/// The value in `--name: value;`, where it is declared first.
fn declared(sheet: &'static str, name: &str) -> Option<&'static str> {
    let (_, rest) = sheet.split_once(&format!("{name}: "))?;
    rest.split_once(';').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_the_games_or_the_pages_in_either_theme() {
        let of =
            |theme| ThemePalette::new("--own: #123456; @media (prefers-color-scheme: dark) { --own: #654321; }", theme);
        assert_eq!(of(Theme::Light).colour("--own"), "#123456");
        assert_eq!(of(Theme::Dark).colour("--own"), "#654321");
        assert_eq!(of(Theme::Light).colour("--ink"), "#1a1e27");
        assert_eq!(of(Theme::Dark).colour("--ink"), "#eceef3");
        // Not `--red-deep`, which begins with the same letters.
        assert_eq!(of(Theme::Light).colour("--red"), "#d8392f");
    }
}
