//! Says when the sandbox may be why a bot ended, and how to start the bot with less of it. Knows no game.

use std::io::{self, Write};
use std::path::Path;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::{FaultKind, printable};
use botyard_engine::replay::TurnResult;
use botyard_engine::seat::Seat;
use botyard_engine::transcript::Stream;
use botyard_host::refusals::{Refusal, RefusalFinder};

/// How many refusals of a bot are told.
const TOLD: usize = 3;
/// How many characters of a bot's line are shown.
const LINE: usize = 300;

/// Writes for each bot that ended by itself what the sandbox may have refused it.
///
/// # Errors
/// If it cannot be written.
pub fn write(out: &mut dyn Write, finder: &RefusalFinder, game: &dyn AnyMatch, names: &[String]) -> io::Result<()> {
    for (seat, name) in names.iter().enumerate().map(|(index, name)| (Seat::new(index), printable(name))) {
        if !has_ended(game, seat) {
            continue;
        }
        let refusals = finder.find(seat, &stderr(game, seat));
        if refusals.is_empty() {
            continue;
        }
        writeln!(out, "botyard: {name} may have ended because of the sandbox:")?;
        for refusal in refusals.iter().take(TOLD) {
            writeln!(out, "  {}", describe(refusal))?;
        }
        writeln!(out, "  `--no-sandbox` starts bots without a sandbox: they may then do whatever you may")?;
    }
    Ok(())
}

/// Whether a run of the bot has ended in place of an answer.
fn has_ended(game: &dyn AnyMatch, seat: Seat) -> bool {
    let is_end = |kind: FaultKind| matches!(kind, FaultKind::Exited | FaultKind::NotStarted);
    let is_fault = |result: &TurnResult<_>| matches!(result, TurnResult::Fault(fault) if is_end(fault.kind));
    game.turns_from(0).iter().any(|turn| turn.seat == seat && is_fault(&turn.result))
        || game.transcript().passages().iter().any(|words| words.seat == seat && words.stream == Stream::Ended)
}

fn stderr(game: &dyn AnyMatch, seat: Seat) -> String {
    let transcript = game.transcript();
    let own = transcript.passages().iter().filter(|words| words.seat == seat && words.stream == Stream::Stderr);
    let text: String = own.map(|words| words.text.as_str()).collect();
    format!("{text}\n{}", transcript.last_words(seat).unwrap_or_default())
}

fn describe(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Path { line, path } => {
            let allow = path.as_deref().map_or_else(String::new, |path| {
                format!(" (`--read {}` lets bots read that; writing needs `--no-sandbox`)", shown(path))
            });
            format!("it wrote about a path that it was refused: {}{allow}", quoted(line))
        }
        Refusal::Call { line } => format!("it wrote about a system call that it was refused: {}", quoted(line)),
        Refusal::Elsewhere { line } => format!(
            "it wrote about a path that is in the current folder, which is not where it works: {}",
            quoted(line)
        ),
        Refusal::Link(link) => format!(
            "{} leads to {}, which it may not read: `--read {}` allows that",
            shown(&link.link),
            shown(&link.target),
            shown(&link.target)
        ),
    }
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}

fn quoted(line: &str) -> String {
    let cut = line.char_indices().nth(LINE).map_or(line.len(), |(at, _)| at);
    let more = if cut < line.len() { " …" } else { "" };
    format!("`{}{more}`", printable(&line[..cut]))
}
