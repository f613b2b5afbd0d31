//! Advice about bots that have lost without any output: the first line that they must print, and
//! where to read on. Knows games only by these lines.

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::catalog;
use botyard_engine::fault::{Fault, FaultKind, FaultReason};
use botyard_engine::seat::Seat;
use botyard_engine::shell_word::shell_word;
use botyard_engine::transcript::Stream;

use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report;

/// A sentence or two for each bot without output; `words` are the players as the command line names
/// them.
pub(super) fn find_notes(game: &dyn AnyMatch, record: &dyn RecordedMatch, words: &[String]) -> Vec<String> {
    let Some(first) = catalog::first_line(record.game()) else { return Vec::new() };
    let (name, faults) = (record.game(), record.faults());
    let mut notes = Vec::new();
    for (seat, word) in (0..words.len()).map(Seat::new).zip(words) {
        let fault = faults.iter().find(|(faulty, _)| *faulty == seat);
        if fault.is_some_and(|(_, fault)| may_be_silent(fault)) && !has_printed(game, seat) {
            let (bot, word) = (report::name(record.players(), seat), shell_word(word));
            notes.push(format!(
                "{bot} printed nothing: {}. `botyard check {name} {word}` tries it in every situation, and \
                 `botyard docs {name}` has the protocol.",
                first.explain()
            ));
        }
    }
    notes
}

/// Whether the bot in this seat has printed anything in the match.
pub(super) fn has_printed(game: &dyn AnyMatch, seat: Seat) -> bool {
    let mut own = game.transcript().passages().iter().filter(|passage| passage.seat == seat);
    own.any(|passage| passage.stream == Stream::Stdout)
}

/// Whether the bot has run, and should have printed a line.
fn may_be_silent(fault: &Fault) -> bool {
    match fault.kind {
        FaultKind::Exited | FaultKind::Timeout => true,
        // The host gives this reason: no program has run.
        FaultKind::NotStarted => !matches!(fault.why, FaultReason::Other(_)),
        FaultKind::Illegal | FaultKind::Malformed | FaultKind::Flooded | FaultKind::Resigned => false,
    }
}
