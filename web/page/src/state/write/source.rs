//! Sources that are opened in the editor: that of a bot which is a script, wherever it came from,
//! and a draft that was saved as a file. The editor makes a draft of it; no bot is run.

use botyard_sandbox::script;
use botyard_web_games::{GameUi, find_game_ui};
use botyard_web_protocol::BotKey;
use botyard_web_protocol::editor::{OpenSource, Source};
use serde_json::Value;

use super::WriteState;
use crate::state::Context;
use crate::state::bots::HostSession;

/// How a draft begins that the editor has saved, without blanks
/// (`web/editor/src/shared_bot.js`).
const DRAFT_FILE: &str = r#"{"format":"botyard-draft-1""#;

/// Whether a text is a draft that the editor has saved.
pub(in crate::state) fn is_draft_file(text: &str) -> bool {
    text.chars().filter(|letter| !letter.is_whitespace()).take(DRAFT_FILE.len()).eq(DRAFT_FILE.chars())
}

/// The game of a draft that the editor has saved; `None` if the file is damaged, or the page does not
/// know the game.
pub(in crate::state) fn game_of_draft_file(text: &str) -> Option<&'static dyn GameUi> {
    let file: Value = serde_json::from_str(text).ok()?;
    find_game_ui(file["game"].as_str()?)
}

impl WriteState {
    /// Has the editor open the source of a bot, which is a script. Returns whether the bot is here.
    pub(super) fn open_source_of(&mut self, key: &BotKey, host: &HostSession, context: &Context) -> bool {
        let source = match key {
            BotKey::Bundled(file) => Source::Bundled { file: file.clone() },
            BotKey::Dropped(name, _) => {
                let sha256 = context.library.bot(key).and_then(|bot| bot.sha256.clone()).unwrap_or_default();
                // The page has the text of a bot that has played, even if the browser keeps none.
                let ready = context.library.ready(key).and_then(|(module, _)| script::split(module));
                let text = ready.map(|(_, text)| String::from_utf8_lossy(text).into_owned());
                Source::Build { file: name.clone(), sha256, text }
            }
            BotKey::Host(id) => {
                let Some(file) = host.bot_file(*id) else { return false };
                Source::Served { file: file.name.clone(), address: file.address.clone() }
            }
        };
        self.open_source(source, context);
        true
    }

    /// Has the editor open a source.
    pub(in crate::state) fn open_source(&mut self, source: Source, context: &Context) {
        self.sources += 1;
        let source = OpenSource { number: Some(self.sources), source };
        self.source = Some((context.game_ui.name().to_owned(), source));
    }
}
