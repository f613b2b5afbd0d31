//! Texts that are opened: replays and logs, which the worker reads.

use botyard_web_protocol::match_worker::ReadRequest;

use super::Visit;
use crate::message::Effect;
use crate::state::Context;

/// A text that the worker is reading.
pub(crate) struct PendingRead {
    id: u32,
    /// The name of the file; `None` if the text was pasted.
    file: Option<String>,
}

impl Visit {
    /// Sends a replay file, or a log of the current game, to the worker to be read.
    pub(crate) fn read_text(&mut self, file: Option<String>, text: &str, context: &mut Context) {
        // A text field uses one kind of line end. The end of the last line is kept: a log's last
        // line without one may have been cut off.
        let text = text.replace("\r\n", "\n").trim_start().to_owned();
        self.reads += 1;
        self.reading.push(PendingRead { id: self.reads, file: file.clone() });
        let request = ReadRequest { id: self.reads, game: context.game_ui.name().to_owned(), file };
        context.push(Effect::Read { request, text });
    }

    /// The text of this number has been read: the name of its file, if it has one; `None` if nothing
    /// waits for it.
    pub(super) fn take_pending_read(&mut self, id: u32) -> Option<Option<String>> {
        let at = self.reading.iter().position(|reading| reading.id == id)?;
        Some(self.reading.remove(at).file)
    }
}
