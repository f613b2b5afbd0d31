//! A game's ladder: its bundled bots from the weakest to the strongest, each with a face. Knows no
//! results.

use yew::{Html, html};

use crate::page_bot::PageBot;

/// A bot of a ladder, which the visitor's bots try to beat.
#[derive(Debug, PartialEq, Eq)]
pub struct Rung {
    /// The name of the bot among those of the page.
    pub bot: &'static str,
    /// How it plays, in a sentence.
    pub plays: &'static str,
    /// Its face.
    pub face: Face,
}

/// The end of the names of bots that play like others, but not twice the same.
const VARIED: &str = "-varied";

impl Rung {
    /// The bot that plays for it: the variant of its bot, if there is one.
    pub fn opponent(&self, bots: &'static [PageBot]) -> Option<&'static PageBot> {
        let is_variant = |bot: &&PageBot| bot.name.strip_suffix(VARIED) == Some(self.bot);
        bots.iter().find(is_variant).or_else(|| bots.iter().find(|bot| bot.name == self.bot))
    }
}

/// The face of a rung. Both parts tell it from the others of its ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    /// Its shape.
    pub shape: FaceShape,
    /// Its colour.
    pub colour: FaceColour,
}

impl Face {
    /// Draws it. The name of its bot is beside it, so it is a picture only.
    pub fn draw(self) -> Html {
        let eye = |x: &'static str| {
            html! { <><circle cx={x} cy="21" r="3.4" fill="#fff" /><circle cx={x} cy="21.6" r="1.6" fill="#1a1e27" /></> }
        };
        html! {
            <svg class="face" viewBox="0 0 40 40" aria-hidden="true">
                <path d={self.shape.path()} fill={self.colour.hex()} stroke={self.colour.hex()} stroke-width="3" stroke-linejoin="round" />
                { eye("15") }{ eye("25") }
            </svg>
        }
    }
}

/// The shape of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum FaceShape {
    Circle,
    Cross,
    Diamond,
    Drop,
    Hexagon,
    Shield,
    Square,
    Star,
    Triangle,
}

impl FaceShape {
    /// In a box of 40 by 40, around two eyes in its middle.
    fn path(self) -> &'static str {
        match self {
            Self::Circle => "M20 4a16 16 0 1 1 0 32a16 16 0 1 1 0-32z",
            Self::Cross => "M13 4h14v10h9v13h-9v9H13v-9H4V14h9z",
            Self::Diamond => "M20 3l17 17-17 17L3 20z",
            Self::Drop => "M20 3c5 8 13 11 13 20a13 13 0 0 1-26 0c0-9 8-12 13-20z",
            Self::Hexagon => "M12 5h16l9 15-9 15H12L3 20z",
            Self::Shield => "M5 5h30v13c0 9-6 14-15 18C11 32 5 27 5 18z",
            Self::Square => "M5 5h30v30H5z",
            Self::Star => "M20 2.5l6.2 10 11.4 2.8-7.6 8.9.9 11.8L20 31.5 9.1 36l.9-11.8-7.6-8.9 11.4-2.8z",
            Self::Triangle => "M20 4l17 31H3z",
        }
    }
}

/// The colour of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum FaceColour {
    Slate,
    Brown,
    Olive,
    Green,
    Teal,
    Blue,
    Indigo,
    Purple,
    Red,
}

impl FaceColour {
    #[cfg(test)]
    const ALL: [Self; 9] = [
        Self::Slate,
        Self::Brown,
        Self::Olive,
        Self::Green,
        Self::Teal,
        Self::Blue,
        Self::Indigo,
        Self::Purple,
        Self::Red,
    ];

    /// The same on light and on dark ground.
    fn hex(self) -> &'static str {
        match self {
            Self::Slate => "#6b7a8c",
            Self::Brown => "#96704a",
            Self::Olive => "#7d7f1e",
            Self::Green => "#2f8f55",
            Self::Teal => "#1d8c8c",
            Self::Blue => "#3d7fd6",
            Self::Indigo => "#6f70de",
            Self::Purple => "#9c5fc9",
            Self::Red => "#d64541",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_uis;

    #[test]
    fn every_rung_is_a_bot_of_the_page_with_a_face_of_its_own() {
        for game_ui in game_uis() {
            let (ladder, bots) = (game_ui.ladder(), game_ui.bots());
            assert!(ladder.len() >= 5, "{}", game_ui.name());
            for (place, rung) in ladder.iter().enumerate() {
                assert!(bots.iter().any(|bot| bot.name == rung.bot), "{}", rung.bot);
                assert!(rung.plays.ends_with('.') && rung.plays.len() <= 110, "{}", rung.plays);
                for other in &ladder[..place] {
                    assert_ne!(rung.bot, other.bot);
                    assert_ne!(rung.face.shape, other.face.shape, "{} and {}", rung.bot, other.bot);
                    assert_ne!(rung.face.colour, other.face.colour, "{} and {}", rung.bot, other.bot);
                }
            }
        }
    }

    /// The document has the results from which the order follows.
    #[test]
    fn the_ladders_are_those_of_the_document() {
        let document = include_str!("../../../docs/tournaments.md");
        for game_ui in game_uis() {
            let bots: Vec<_> = game_ui.ladder().iter().map(|rung| format!("`{}`", rung.bot)).collect();
            let row = format!("| {} | {} |\n", game_ui.title(), bots.join(", "));
            assert!(document.contains(&row), "{row}");
        }
    }

    #[test]
    fn a_bot_that_has_a_variant_is_played_by_it() {
        let bot = |file, name| PageBot { file, name, about: "" };
        let bots: &'static [PageBot] =
            Box::leak(Box::new([bot("a", "wall"), bot("b", "wall-varied"), bot("c", "hunter")]));
        let opponent = |name| {
            let rung = Rung { bot: name, plays: "", face: Face { shape: FaceShape::Star, colour: FaceColour::Red } };
            rung.opponent(bots).map(|bot| bot.file)
        };
        assert_eq!((opponent("wall"), opponent("hunter"), opponent("tide")), (Some("b"), Some("c"), None));
    }

    /// The surfaces of both themes (`web/css/tokens.css`). WCAG asks for 3 to 1 of what is no text.
    #[test]
    fn faces_can_be_seen_in_both_themes() {
        let luminance = |hex: &str| {
            let channel = |at: usize| {
                let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal digits")) / 255.0;
                if part <= 0.039_28 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
        };
        let tokens = include_str!("../../css/tokens.css");
        for surface in ["#ffffff", "#1a1d25"] {
            assert!(tokens.contains(&format!("--surface: {surface};")));
            for colour in FaceColour::ALL {
                let (one, other) = (luminance(colour.hex()), luminance(surface));
                let contrast = (one.max(other) + 0.05) / (one.min(other) + 0.05);
                assert!(contrast >= 3.0, "{colour:?} on {surface}: {contrast:.2}");
            }
        }
    }
}
