//! Advice about bots that have lost, by what they printed first: that it is of another game, or that
//! a line is missing, and where to read on. Knows games only by these lines.

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::catalog;
use botyard_engine::fault::{Fault, FaultKind, FaultReason, printable};
use botyard_engine::seat::Seat;
use botyard_engine::shell_word::shell_word;

use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report;

/// A sentence or two for each bot with a fault that its first output explains; `words` are the
/// players as the command line names them.
pub(super) fn find_notes(game: &dyn AnyMatch, record: &dyn RecordedMatch, words: &[String]) -> Vec<String> {
    let (name, faults) = (record.game(), record.faults());
    let mut notes = Vec::new();
    for (seat, word) in (0..words.len()).map(Seat::new).zip(words) {
        let Some((_, fault)) = faults.iter().find(|(faulty, _)| *faulty == seat) else { continue };
        let (bot, printed) = (report::name(record.players(), seat), game.transcript().printed(seat));
        if let Some((games, line)) = catalog::find_intended_game(name, &printed) {
            notes.push(format!("{bot} looks like a bot for {games}, as it printed `{}`.", printable(line)));
        } else if may_be_silent(fault, &game.transcript().stderr_end(seat))
            && let Some(lacking) = catalog::lacking_line(name, seat, &printed)
        {
            notes.push(format!(
                "{bot} printed {}: {}. `botyard check {name} {}` tries it in every situation, and `botyard docs {name}` has \
                 the protocol.",
                lacking.printed(),
                lacking.explain(),
                shell_word(word)
            ));
        }
    }
    notes
}

/// Whether the bot has run, and should have printed a line. If it crashed and said why on stderr, that
/// is the reason.
fn may_be_silent(fault: &Fault, stderr: &str) -> bool {
    match (fault.kind, &fault.why) {
        (_, FaultReason::Signal(_)) => false,
        (_, FaultReason::ExitStatus(status)) if *status != 0 && !stderr.trim().is_empty() => false,
        (_, FaultReason::Trap(_)) if !stderr.trim().is_empty() => false,
        (FaultKind::Exited | FaultKind::Timeout, _) => true,
        // The host gives this reason: no program has run.
        (FaultKind::NotStarted, why) => !matches!(why, FaultReason::Other(_)),
        (FaultKind::Illegal | FaultKind::Malformed | FaultKind::Flooded | FaultKind::Resigned, _) => false,
    }
}
