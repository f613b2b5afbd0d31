//! The inspected bot's data that the script of transcripts (`js/transcript.js`) has: its passages
//! and turns, each sent once. The script shows, filters and searches them; it is never fetched if
//! no bot is inspected.

use std::rc::Rc;

use botyard_engine::seat::Seat;
use botyard_engine::transcript::Passage;
use botyard_web_protocol::transcript::{TranscriptTurn, TranscriptUpdate};

use super::Shown;
use crate::message::Effect;
use crate::state::Context;

/// The data that the script has.
#[derive(Default)]
pub(crate) struct ToldTranscript {
    /// The match and the seat.
    of: Option<(u32, Seat)>,
    /// The game; empty before the first update.
    game: &'static str,
    passages: Vec<Rc<Passage>>,
    /// How many turns of the match.
    turns: usize,
    is_over: bool,
}

impl Shown {
    /// Sends the script its missing data, while the inspector is shown.
    pub(crate) fn tell_transcript(&mut self, context: &mut Context) {
        let (seat, record) = (self.inspection.seat, &self.shown_match.record);
        let (lines, is_over) = (record.lines(), self.shown_match.is_over());
        let of = Some((self.shown_match.id, seat));
        let (told, game) = (&mut self.told_transcript, context.game_ui.name());
        let is_other_game = told.game != game;
        let is_new = is_other_game || told.of != of || lines.len() < told.turns;
        if is_new {
            *told = ToldTranscript { of, game, ..ToldTranscript::default() };
        }
        let (mut known, mut passages) = (0, Vec::new());
        for passage in self.shown_match.passages.iter().filter(|passage| passage.seat == seat) {
            // A passage that has grown since is sent again, with those after it.
            match told.passages.get(known) {
                Some(told) if passages.is_empty() && Rc::ptr_eq(told, passage) => known += 1,
                _ => passages.push(Rc::clone(passage)),
            }
        }
        let has_passages = known == told.passages.len() && passages.is_empty();
        if !is_new && has_passages && (told.turns, told.is_over) == (lines.len(), is_over) {
            return;
        }
        let stops = record.stops();
        let turns = (told.turns..lines.len()).filter(|&index| lines[index].seat == seat).map(|index| {
            let line = &lines[index];
            // If all act at once, all were asked when the round began.
            let asked = stops.before(index + 1);
            let (number, is_fault) = (stops.number(index + 1), line.fault);
            let words = self.shown_match.crash_words(index).unwrap_or_else(|| line.words.to_string());
            TranscriptTurn { after: index + 1, asked, number, words, is_fault }
        });
        let style = context.game_ui.transcript_style();
        let update = TranscriptUpdate {
            is_new,
            is_other_game,
            hint: style.hint,
            map_script: style.map_script.to_owned(),
            first_lines: style.first_lines(seat),
            known,
            passages,
            turns: turns.collect(),
            length: lines.len(),
            is_over,
        };
        told.passages.truncate(known);
        told.passages.extend_from_slice(&update.passages);
        (told.turns, told.is_over) = (lines.len(), is_over);
        context.push(Effect::Transcript(update));
    }

    /// Sends the script all data once more: the bots' words may explain turns that it has.
    pub(crate) fn retell_transcript(&mut self) {
        self.told_transcript.of = None;
    }
}
