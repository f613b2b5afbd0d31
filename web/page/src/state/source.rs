//! Sources that are opened in the editor: that of a bot which is a script, wherever it came from,
//! and a draft that was saved as a file. The editor makes a draft of it; no bot is run.

use botyard_sandbox::script;
use botyard_web_games::find_game_ui;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::editor::{OpenSource, Source};
use serde_json::Value;

use super::PageState;
use crate::address::Address;
use crate::message::Panel;
use crate::shown_match::ShownPhase;

/// How a draft begins that the editor has saved, without blanks
/// (`web/editor/src/shared_bot.js`).
const DRAFT_FILE: &str = r#"{"format":"botyard-draft-1""#;

/// Whether a text is a draft that the editor has saved.
pub(super) fn is_draft_file(text: &str) -> bool {
    text.chars().filter(|letter| !letter.is_whitespace()).take(DRAFT_FILE.len()).eq(DRAFT_FILE.chars())
}

impl PageState {
    /// Whether the file of a bot of the local server is a script.
    pub fn is_served_script(&self, key: &BotKey) -> bool {
        let BotKey::Host(id) = key else { return false };
        self.bots.host.bot_file(*id).is_some_and(|file| script::is_script_name(&file.name))
    }

    /// Opens the source of a bot, which is a script.
    pub(super) fn open_source_of(&mut self, key: &BotKey) {
        let source = match key {
            BotKey::Bundled(file) => Source::Bundled { file: file.clone() },
            BotKey::Dropped(name, _) => {
                let sha256 = self.context.library.bot(key).and_then(|bot| bot.sha256.clone()).unwrap_or_default();
                // The page has the text of a bot that has played, even if the browser keeps none.
                let ready = self.context.library.ready(key).and_then(|(module, _)| script::split(module));
                let text = ready.map(|(_, text)| String::from_utf8_lossy(text).into_owned());
                Source::Build { file: name.clone(), sha256, text }
            }
            BotKey::Host(id) => {
                let Some(file) = self.bots.host.bot_file(*id) else { return };
                Source::Served { file: file.name.clone(), address: file.address.clone() }
            }
        };
        self.open_source(source);
    }

    /// Opens a draft that the editor has saved, for its game.
    pub(super) fn open_draft_file(&mut self, text: &str) {
        let file: Value = serde_json::from_str(text).unwrap_or_default();
        let Some(game_ui) = file["game"].as_str().and_then(find_game_ui) else {
            return self.context.show_error(
                "Cannot open this bot: its file is damaged, or it is for a game that this page does not know.",
            );
        };
        self.visit.dialog = None;
        if game_ui.name() != self.context.game_ui.name() {
            self.enter_game(game_ui);
            self.visit.push_address(Address::of_editor(game_ui.name()), &mut self.context);
        }
        self.open_source(Source::File { text: text.to_owned() });
        // The shown match of the same game stays.
        if self.shown.shown_match.phase == ShownPhase::Waiting {
            self.ensure_match_shown();
        }
    }

    /// Has the editor open a source.
    fn open_source(&mut self, source: Source) {
        self.write.sources += 1;
        let source = OpenSource { number: Some(self.write.sources), source };
        self.write.source = Some((self.context.game_ui.name().to_owned(), source));
        self.show_panel(Panel::Write);
    }
}
