//! Files that are dropped or chosen, from their bytes to their seats: what each is, whether the page
//! takes it, and the seat that a checked bot gets. If a file cannot be used, the page explains why
//! and what to do instead.

use std::borrow::Cow;

use botyard_engine::games::explain_unread_file;
use botyard_engine::seat::Seat;
use botyard_engine::text::decode;
use botyard_sandbox::ModuleLimits;
use botyard_sandbox::script::{self, SCRIPT_BYTES, is_script_name};
use botyard_web_protocol::BotKey;

use super::Bots;
use crate::bot_library::{CheckedBot, MODULE, ModuleBytes};
use crate::excerpt::{quoted, sentence};
use crate::lineup::{Lineup, SeatChoice};
use crate::message::Effect;
use crate::state::write::is_draft_file;
use crate::state::{Context, Setup};

/// The size limit of a replay or a log in bytes. That of a bot is the sandbox's.
const RECORD_MAX: usize = 64 << 20;

/// A dropped file that the worker is checking.
struct FileInCheck {
    key: BotKey,
    /// The seat that it was dropped on.
    wish: Option<Seat>,
    /// Whether a newer build has its seat already: the verdicts come in any order.
    is_overtaken: bool,
}

impl FileInCheck {
    /// Whether it would take this seat from a newer build.
    fn would_replace(&self, newer: &BotKey, seat: Seat) -> bool {
        let is_same_file =
            matches!((&self.key, newer), (BotKey::Dropped(of, _), BotKey::Dropped(name, _)) if of == name);
        is_same_file && self.wish.is_none_or(|wish| wish == seat)
    }
}

/// What a file is, by its name and its content.
#[derive(Debug, PartialEq)]
pub(super) enum FileContent<'a> {
    /// A module or a script; or something else, about which the worker has to say that it is no
    /// module.
    Bot,
    /// The games of a series.
    Games(Cow<'a, str>),
    /// Cases.
    Cases(Cow<'a, str>),
    /// A draft that the editor has saved.
    Draft(Cow<'a, str>),
    /// A replay or a log.
    Record(Cow<'a, str>),
}

impl<'a> FileContent<'a> {
    /// What a file of this name is.
    ///
    /// # Errors
    /// A sentence, if the page cannot take it.
    pub(super) fn find(name: &str, bytes: &'a [u8]) -> Result<Self, String> {
        let is_module = name.ends_with(".wasm") || bytes.starts_with(MODULE);
        let (what, most) = match is_module {
            true => ("A bot", ModuleLimits::MODULE_BYTES),
            false if is_script_name(name) => ("A script", SCRIPT_BYTES),
            false => ("A replay or a log", RECORD_MAX),
        };
        if bytes.len() > most {
            // Rounded up, so that it is above the limit.
            let (name, tenths) = (quoted(name), (bytes.len() * 10).div_ceil(1 << 20));
            let size = format!("{}.{}", tenths / 10, tenths % 10);
            return Err(format!("{name} is too large ({size} MiB). {what} may have at most {} MiB.", most >> 20));
        }
        if let Some(advice) = explain_unread_file(name).filter(|_| !is_module) {
            return Err(format!("Cannot open {}: {}.", quoted(name), sentence(&advice)));
        }
        let is_bot = is_module || is_script_name(name);
        let text = decode(bytes).ok().filter(|text| !is_bot && !text.trim().is_empty());
        match text {
            None if name.ends_with(".jsonl") && !is_module => {
                let what = if bytes.is_empty() { "is empty" } else { "has no games" };
                let name = quoted(name);
                Err(format!(
                    "Cannot import {name}: the file {what}. A file of games, as Export saves it, has a line of JSON for each."
                ))
            }
            None => Ok(Self::Bot),
            Some(text) if name.ends_with(".jsonl") => Ok(Self::Games(text)),
            Some(text) if name.ends_with(".toml") => Ok(Self::Cases(text)),
            Some(text) if is_draft_file(&text) => Ok(Self::Draft(text)),
            Some(text) => Ok(Self::Record(text)),
        }
    }
}

/// The dropped files that are being checked, in the order in which they were dropped.
#[derive(Default)]
pub(crate) struct DroppedFiles(Vec<FileInCheck>);

impl DroppedFiles {
    /// Has the worker check whether a file can play. Returns the key of its bot.
    pub(super) fn check(
        &mut self,
        name: &str,
        bytes: ModuleBytes,
        wish: Option<Seat>,
        context: &mut Context,
    ) -> BotKey {
        let (key, request) = context.library.drop_file(name, bytes);
        self.0.push(FileInCheck { key: key.clone(), wish, is_overtaken: false });
        context.push_request(request);
        key
    }

    /// The bot of this key cannot play.
    pub(crate) fn refuse(&mut self, key: &BotKey) {
        self.0.retain(|file| file.key != *key);
    }

    /// Keeps a checked file and returns its seat: that of its newest build, unless it was dropped
    /// on one. `None` if it is no dropped file, or a newer build was checked before it.
    fn take_seat(
        &mut self,
        CheckedBot { asked, key }: &CheckedBot,
        lineup: &Lineup,
        context: &mut Context,
    ) -> Option<Seat> {
        let at = self.0.iter().rposition(|file| file.key == *asked)?;
        let FileInCheck { wish, is_overtaken, .. } = self.0.remove(at);
        if let Some((module, sha256)) = context.library.ready(key) {
            // Of a script the interpreter is not kept.
            let kept = script::split(module).map_or_else(|| module.clone(), |(_, text)| text.into());
            context.push(Effect::Keep(context.game_ui.name(), key.clone(), sha256.to_owned(), kept));
        }
        if is_overtaken {
            return None;
        }
        let seat = wish.or_else(|| lineup.seat_of_build(key)).unwrap_or_else(|| lineup.seat_for_file());
        for earlier in &mut self.0[..at] {
            earlier.is_overtaken |= earlier.would_replace(asked, seat);
        }
        Some(seat)
    }
}

impl Bots {
    /// Gives a checked file its seat in the next match.
    pub(crate) fn seat_file(&mut self, checked: &CheckedBot, setup: &mut Setup, context: &mut Context) {
        let Some(seat) = self.dropped.take_seat(checked, &setup.lineup, context) else { return };
        let key = &checked.key;
        setup.lineup.choose(seat, SeatChoice::Bot(key.clone()));
        let name = context.library.bot(key).map_or_else(|| key.to_string(), |bot| bot.name.clone());
        let side = context.game_ui.seat_style(seat).name;
        let place = if self.host.is_server() { "on this computer" } else { "in this browser" };
        context.show_notice(format!(
            "{} will play {side} in the next match. The file stays {place}; nothing is uploaded.",
            quoted(&name)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::BrowserInfo;

    #[test]
    fn a_file_is_known_by_its_name_and_its_first_bytes() {
        let draft = r#"{"format": "botyard-draft-1"}"#;
        for (name, text, content) in [
            ("mine.wasm", "", FileContent::Bot),
            ("mine", "\0asm", FileContent::Bot),
            ("mine.js", "read()", FileContent::Bot),
            ("mine.log", " ", FileContent::Bot),
            ("mine.jsonl", "{}", FileContent::Games("{}".into())),
            ("mine.toml", "\u{feff}a = 1", FileContent::Cases("a = 1".into())),
            ("mine.json", draft, FileContent::Draft(draft.into())),
            ("mine.log", "1 2", FileContent::Record("1 2".into())),
        ] {
            assert_eq!(FileContent::find(name, text.as_bytes()), Ok(content), "{name}: {text}");
        }
    }

    /// Regression: the page took modules of 64 MiB, which the sandbox then refused.
    #[test]
    fn a_bot_may_be_as_large_as_the_sandbox_allows() {
        let most = ModuleLimits::MODULE_BYTES;
        assert_eq!(FileContent::find("mine.wasm", &vec![0; most]), Ok(FileContent::Bot));
        for (name, bytes, told) in [
            ("mine.wasm", most + 1, "mine.wasm is too large (32.1 MiB). A bot may have at most 32 MiB."),
            (
                "mine.log",
                (64 << 20) + 1,
                "mine.log is too large (64.1 MiB). A replay or a log may have at most 64 MiB.",
            ),
        ] {
            assert_eq!(FileContent::find(name, &vec![0; bytes]), Err(told.to_owned()));
        }
    }

    #[test]
    fn a_file_takes_the_seat_it_was_dropped_on_unless_a_newer_build_has_it() {
        let game_ui = botyard_web_games::game_uis()[0];
        let mut context = Context::new(game_ui, BrowserInfo::default());
        let (lineup, mut files) = (Lineup::of_bots(game_ui, 1), DroppedFiles::default());
        let mut drop =
            |context: &mut Context, byte| files.check("mine.wasm", [0, byte].into(), Some(Seat::new(1)), context);
        let [older, newer] = [1, 2].map(|byte| drop(&mut context, byte));
        let mut seat = |key: BotKey| files.take_seat(&CheckedBot { asked: key.clone(), key }, &lineup, &mut context);
        assert_eq!((seat(newer.clone()), seat(older)), (Some(Seat::new(1)), None), "the verdicts come in any order");
        assert_eq!(seat(newer), None, "it has got its seat");
    }
}
