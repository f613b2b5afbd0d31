//! The manual: rules, protocol and starters of each game, and what holds for all of them, as pages.
//! Everything comes from `docs/` and `starters/`; the program prints it, and the page shows it
//! beside the board. Knows no rules, no bots and no addresses.

#[cfg(feature = "html")]
pub mod html;
mod sections;
mod starters;

use std::borrow::Cow;

/// A page of the manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualPage {
    /// The name in addresses and on the command line.
    pub name: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// Its text, in Markdown.
    pub text: Cow<'static, str>,
}

/// A game's part of the manual.
#[derive(Debug, Clone, Copy)]
pub struct GameManual {
    /// Its name in the catalogue.
    pub game: &'static str,
    /// The title for people.
    pub title: &'static str,
    /// Its file in `docs/`.
    text: &'static str,
}

/// The section of a game's file that is about its rules.
const RULES: &str = "The game";

/// The games, as the catalogue has them.
pub const GAMES: [GameManual; 4] = [
    GameManual { game: "connect-four", title: "Connect Four", text: include_str!("../../docs/connect-four.md") },
    GameManual { game: "stratego", title: "Stratego", text: include_str!("../../docs/stratego.md") },
    GameManual { game: "generals", title: "Generals", text: include_str!("../../docs/generals.md") },
    GameManual { game: "bitmartyr", title: "BitMartyr", text: include_str!("../../docs/bitmartyr.md") },
];

/// The pages that are the same for all games: the name, the file in `docs/`, the title, the text.
const COMMON: [(&str, &str, &str, &str); 11] = [
    // The page's list of keys comes from the same file.
    ("help", "", "Help", concat!(include_str!("../help.md"), include_str!("../keys.md"))),
    ("guide", "writing-a-bot.md", "Writing a bot", include_str!("../../docs/writing-a-bot.md")),
    ("javascript", "javascript.md", "Bots in JavaScript", include_str!("../../docs/javascript.md")),
    ("typescript", "typescript.md", "Bots in TypeScript", include_str!("../../docs/typescript.md")),
    ("python", "python.md", "Bots in Python", include_str!("../../docs/python.md")),
    ("series", "tournaments.md", "Series and tournaments", include_str!("../../docs/tournaments.md")),
    ("fleet", "fleet.md", "A fleet: many computers", include_str!("../../docs/fleet.md")),
    ("cases", "rerun-and-cases.md", "Reruns and cases", include_str!("../../docs/rerun-and-cases.md")),
    ("ci", "ci.md", "A bot's own repository", include_str!("../../docs/ci.md")),
    ("sandbox", "sandbox.md", "The sandbox", include_str!("../../docs/sandbox.md")),
    ("server", "local-server.md", "The local server", include_str!("../../docs/local-server.md")),
];

/// The names of all pages that a game has, in the order in which they are listed.
pub fn page_names() -> Vec<&'static str> {
    let [help, others @ ..] = COMMON.map(|(name, ..)| name);
    [help, "rules", "protocol", "starters"].into_iter().chain(others).collect()
}

impl GameManual {
    /// The manual of this game, if there is one.
    pub fn find(game: &str) -> Option<Self> {
        GAMES.into_iter().find(|manual| manual.game == game)
    }

    /// Its rules, its protocol and its starters.
    pub fn pages(&self) -> [ManualPage; 3] {
        let (rules, protocol) = sections::take_section(self.text, RULES);
        [
            ManualPage { name: "rules", title: "Rules", text: rules.into() },
            ManualPage { name: "protocol", title: "Protocol", text: protocol.into() },
            ManualPage { name: "starters", title: "Starters", text: starters::text(self.game).into() },
        ]
    }

    /// The files of its starters for download, by language and name.
    pub fn starter_files(&self) -> Vec<StarterFile> {
        starters::files(self.game)
    }
}

/// A file of a starter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "html", derive(serde::Serialize))]
pub struct StarterFile {
    /// The folder of the language.
    pub language: &'static str,
    /// Its path below the language's folder.
    pub name: String,
    /// Its content.
    pub text: &'static str,
}

/// The pages that are the same for all games.
pub fn common_pages() -> impl Iterator<Item = ManualPage> {
    COMMON.into_iter().map(|(name, _, title, text)| ManualPage { name, title, text: text.into() })
}

/// The target of a link from one file of `docs/` to another: the game, if it is another one, and
/// the page with its section, such as `guide/building`. `None` if the manual has no such page.
/// `from` is the game in whose file the link is.
pub fn page_of_link(link: &str, from: Option<GameManual>) -> Option<(Option<&'static str>, String)> {
    let (file, section) = link.split_once('#').unwrap_or((link, ""));
    let joined = |page: &str| if section.is_empty() { page.to_owned() } else { format!("{page}/{section}") };
    if let Some((name, ..)) = COMMON.iter().find(|(_, of, ..)| !file.is_empty() && *of == file) {
        return Some((None, joined(name)));
    }
    let named = GAMES.iter().find(|manual| file.strip_suffix(".md") == Some(manual.game));
    if named.is_none() && (from.is_none() || !file.is_empty()) {
        return None;
    }
    let page = if section == sections::slug(RULES) { "rules" } else { "protocol" };
    Some((named.map(|manual| manual.game), joined(page)))
}

#[cfg(test)]
mod tests {
    use botyard_languages::ScriptLanguage;

    use super::*;

    #[test]
    fn every_game_has_its_pages() {
        for manual in GAMES {
            let [rules, protocol, starters] = manual.pages();
            assert!(rules.text.starts_with("# ") && rules.text.len() > 200, "{}", rules.text);
            assert!(!protocol.text.contains("\n## The game\n") && protocol.text.contains("\n## The conversation\n"));
            assert!(protocol.text.contains("```transcript"));
            for language in ["C", "C++", "JavaScript", "Python", "Rust"] {
                assert!(starters.text.contains(&format!("\n## {language}\n")), "{}: {language}", manual.game);
            }
            let names: Vec<_> = manual.starter_files().into_iter().map(|file| file.name).collect();
            assert!(
                ["bot.c", "bot.js", "Cargo.toml", "src/main.rs"].iter().all(|name| names.iter().any(|of| of == name)),
                "{names:?}"
            );
        }
    }

    #[test]
    fn all_pages_are_listed() {
        let own = GAMES[0].pages();
        let mut names: Vec<_> = common_pages().map(|page| page.name).chain(own.iter().map(|page| page.name)).collect();
        let mut listed = page_names();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }

    #[test]
    fn every_language_of_scripts_has_a_page() {
        for language in ScriptLanguage::ALL {
            let page = common_pages().find(|page| page.name == language.id()).expect("its page");
            assert_eq!(page.title, format!("Bots in {}", language.name()));
        }
    }

    #[test]
    fn links_between_files_lead_to_pages() {
        let stratego = GameManual::find("stratego");
        for (link, from, expected) in [
            ("writing-a-bot.md", None, Some((None, "guide"))),
            ("writing-a-bot.md#building", stratego, Some((None, "guide/building"))),
            ("connect-four.md", None, Some((Some("connect-four"), "protocol"))),
            ("connect-four.md#the-game", stratego, Some((Some("connect-four"), "rules/the-game"))),
            ("#time", stratego, Some((None, "protocol/time"))),
            ("#the-game", stratego, Some((None, "rules/the-game"))),
            ("architecture.md", stratego, None),
            ("https://example.org", None, None),
        ] {
            let found = page_of_link(link, from);
            assert_eq!(found.as_ref().map(|(game, page)| (*game, &**page)), expected, "{link}");
        }
    }
}
