//! Prints a finished match for people. Knows no game.

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::{Fault, FaultReason, printable};
use botyard_engine::record::StepPositions;
use botyard_engine::replay::link::PASSED_ON_MAX;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::seat::{Seat, Seats};
use botyard_engine::transcript::{Passage, Stream, Transcript};
use botyard_sandbox::script::ScriptLanguage;

use super::column_width::{at_start, column_width};
use super::recorded_match::RecordedMatch;

/// Prints the board, the players, the end, and how to see the match again; `greeting_limit` is how
/// long a bot may take to greet. Returns whether there is a link.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    greeting_limit: Duration,
    page: Option<&str>,
) -> io::Result<bool> {
    writeln!(out, "{}", record.draw(usize::MAX))?;
    write_players(out, record, greeting_limit)?;
    writeln!(out, "\n{}", record.verdict())?;
    let faults = record.faults();
    // A fault that decided the match is in the verdict.
    if faults.len() > 1 || !record.is_decided_by_fault() {
        for (seat, fault) in &faults {
            writeln!(out, "{}.", describe_fault(record, *seat, fault))?;
        }
    }
    writeln!(out, "seed {}", record.seed())?;
    write_link(out, record, page, "--save FILE")
}

/// Describes a fault of this seat's player in a sentence without its full stop.
pub fn describe_fault(record: &dyn RecordedMatch, seat: Seat, fault: &Fault) -> String {
    let slept = record.explain_sleep(fault);
    slept.as_ref().unwrap_or(fault).sentence(&name(record.players(), seat), record.explain_reason())
}

/// The most lines of the stderr of a failed bot that are printed.
const LAST_LINES: usize = 20;
/// The most characters of such a line.
const LINE: usize = 1000;

/// Prints the bots' stderr: everything of every bot, or the last lines of bots that failed.
pub fn write_stderr(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    transcript: &Transcript,
    of_all: bool,
) -> io::Result<()> {
    let failed: Seats = record.faults().into_iter().map(|(seat, _)| seat).collect();
    for seat in (0..record.players().len()).map(Seat::new).filter(|&seat| of_all || failed.contains(seat)) {
        let own = transcript.passages().iter().filter(|words| words.seat == seat && words.stream == Stream::Stderr);
        let mut text: String = own.map(|words| words.text.as_str()).collect();
        if let Some(last) = transcript.last_words(seat) {
            text.push_str("\n…\n");
            text.push_str(&last);
        }
        let lines: Vec<_> = text.lines().collect();
        let from = if of_all { 0 } else { lines.len().saturating_sub(LAST_LINES) };
        if !lines.is_empty() {
            let place = match renamed_script(record.players(), seat).map(|(_, language)| language.main_file()) {
                Some(main) if lines[from..].iter().any(|line| line.contains(&format!("{main}:"))) => {
                    format!(", where its file is called {main}")
                }
                _ => String::new(),
            };
            writeln!(out, "{} wrote to stderr{place}:", name(record.players(), seat))?;
        }
        let cut = |line: &str| line.char_indices().nth(LINE).map_or(line.len(), |(at, _)| at);
        for line in &lines[from..] {
            let kept = if of_all { line.len() } else { cut(line) };
            let more = if kept < line.len() { " …" } else { "" };
            writeln!(out, "  {}{more}", printable(&line[..kept]))?;
        }
    }
    Ok(())
}

/// Prints which bots' runs for single questions failed, how often, and how the first one failed.
/// That is not a fault in the match: the output of such a run counts, and the rest of its answer is
/// missing. `rounds` are those of [`RecordedMatch::rounds`].
pub fn write_failed_runs(
    out: &mut dyn Write,
    players: &[PlayerInfo],
    passages: &[Passage],
    rounds: &StepPositions,
) -> io::Result<()> {
    for seat in (0..players.len()).map(Seat::new) {
        let mut own = passages.iter().filter(|words| words.seat == seat && words.stream == Stream::Ended);
        let Some(first) = own.next() else { continue };
        let (name, times, how) = (name(players, seat), own.count() + 1, first.text.lines().next().unwrap_or(""));
        let turn = rounds.completed(first.turn) + 1;
        writeln!(out, "{name}: runs failed in {times} of its turns, first in turn {turn}: {}", printable(how))?;
    }
    Ok(())
}

/// Prints the players in the order of seats; in the order of places if more than two have played to
/// the end.
fn write_players(out: &mut dyn Write, record: &dyn RecordedMatch, greeting_limit: Duration) -> io::Result<()> {
    let mut seats: Vec<_> = (0..record.players().len()).map(Seat::new).collect();
    let outcome = record.outcome().filter(|_| seats.len() > 2);
    let place = |seat: Seat| outcome.as_ref().map(|outcome| outcome.places[seat.index()]);
    seats.sort_by_key(|&seat| place(seat));
    let width = column_width(seats.iter().map(|&seat| name(record.players(), seat)));
    for seat in seats {
        let used = TimeUsed::for_seat(record, seat);
        writeln!(
            out,
            "{}{}  {}  {:10}  {}, {}",
            place(seat).map_or_else(String::new, |place| format!("{place:2}. ")),
            record.seat_symbol(seat),
            at_start(&name(record.players(), seat), width),
            kind(record.players()[seat.index()].kind),
            counted(used.turns, "turn"),
            time_in_words(record, seat, used, greeting_limit),
        )?;
    }
    Ok(())
}

/// The time that a player has used. The turn of a bot that never greeted has no time: a bot that
/// was late with its greeting has used the whole limit.
fn time_in_words(record: &dyn RecordedMatch, seat: Seat, used: TimeUsed, greeting_limit: Duration) -> String {
    let kind = record.players()[seat.index()].kind;
    let fault = record.faults().into_iter().find(|(faulty, _)| *faulty == seat);
    match fault.map(|(_, fault)| &fault.why) {
        Some(FaultReason::ComputingBeforeGreeting) => {}
        // A module that is late without computing has waited for input.
        Some(FaultReason::LateGreeting) if kind == PlayerKind::Executable => {}
        _ => return used.in_words(kind),
    }
    format!("{greeting_limit:.1?}{} in total, without a greeting", virtual_time(kind))
}

fn virtual_time(kind: PlayerKind) -> &'static str {
    if kind == PlayerKind::Module { " of virtual time" } else { "" }
}

/// The time that a player has used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeUsed {
    /// The number of its turns.
    pub turns: usize,
    /// The total time of its turns.
    pub total: Duration,
    /// The time of its longest turn.
    pub longest: Duration,
}

impl TimeUsed {
    /// The time of this seat's turns.
    pub fn for_seat(record: &dyn RecordedMatch, seat: Seat) -> Self {
        Self::sum(record.turns_from(0).into_iter().filter(|turn| turn.seat == seat).map(|turn| turn.used))
    }

    /// The sum of these turns.
    pub fn sum(turns: impl Iterator<Item = Duration>) -> Self {
        turns.fold(Self::default(), |sum, used| Self {
            turns: sum.turns + 1,
            total: sum.total + used,
            longest: sum.longest.max(used),
        })
    }

    fn in_words(self, kind: PlayerKind) -> String {
        if self.total.is_zero() {
            return "no time used".to_owned();
        }
        format!("{:.1?}{} in total, longest {:.1?}", self.total, virtual_time(kind), self.longest)
    }
}

/// Prints the match's link, or why it has no link and which option saves the match as a file.
/// Returns whether it has a link.
///
/// # Errors
/// If it cannot be written.
pub fn write_link(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    page: Option<&str>,
    keeps: &str,
) -> io::Result<bool> {
    match short_link(record, page) {
        Some(MatchLink { address, is_by_bots }) => {
            writeln!(out, "link {address}")?;
            if is_by_bots {
                writeln!(out, "The link names the bots instead of their turns: they play the match again.")?;
            }
            Ok(true)
        }
        None => {
            writeln!(out, "no link: the match is too long; save it as a file instead ({keeps})")?;
            Ok(false)
        }
    }
}

/// The link of a match.
pub struct MatchLink {
    /// A full URL if the page's URL is known, otherwise only its fragment.
    pub address: String,
    /// Whether it names the bots instead of their turns.
    pub is_by_bots: bool,
}

/// A link that no program cuts off: it has the turns if they fit, or else it names the bots, if all
/// are bundled.
pub fn short_link(record: &dyn RecordedMatch, page: Option<&str>) -> Option<MatchLink> {
    let link = |payload: Option<String>, is_by_bots| {
        let address = page_address(record, page, &payload?);
        Some(MatchLink { address, is_by_bots }).filter(|link| link.address.len() <= PASSED_ON_MAX)
    };
    link(record.link(), false).or_else(|| link(record.link_by_bots(), true))
}

/// The match's link, which has the turns if any link can hold them: a full URL if the page's URL is
/// known, otherwise only its fragment. `None` if the match has no link.
pub fn address(record: &dyn RecordedMatch, page: Option<&str>) -> Option<String> {
    let payload = record.link().or_else(|| record.link_by_bots())?;
    Some(page_address(record, page, &payload))
}

fn page_address(record: &dyn RecordedMatch, page: Option<&str>, payload: &str) -> String {
    on_page(page, &format!("#/{}/r/{payload}", record.game()))
}

/// The URL of this address in the page; without a page, the address.
pub fn on_page(page: Option<&str>, address: &str) -> String {
    let page = page.map_or("", |page| page.split('#').next().unwrap_or_default());
    format!("{page}{address}")
}

/// The name of the player in a seat, as text for a terminal.
pub fn name(players: &[PlayerInfo], seat: Seat) -> String {
    players.get(seat.index()).map_or_else(|| format!("player {}", seat.number()), |player| printable(&player.name))
}

/// The file name of the script in a seat, if it differs from the name that scripts of its language
/// have while they play; `None` for all other players.
pub fn renamed_script(players: &[PlayerInfo], seat: Seat) -> Option<(&str, ScriptLanguage)> {
    let player = players.get(seat.index()).filter(|player| player.interpreter.is_some())?;
    // Players of the same name have a number behind it.
    // So have those of the same name in other folders.
    let name = player.name.rsplit('/').next().unwrap_or_default();
    let names = [name, name.split(" (").next().unwrap_or_default()];
    let script = names.into_iter().find_map(|name| Some((name, ScriptLanguage::of_file(name)?)));
    script.filter(|(name, language)| *name != language.main_file())
}

/// The numbers from 1 to this one, as text after `expected`: `1 to 3`, or `1` if there is only one.
pub fn numbers_to(last: usize) -> String {
    match last {
        0 | 1 => last.to_string(),
        last => format!("1 to {last}"),
    }
}

/// `1 turn`, `2 turns`.
pub fn counted(count: usize, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// The kind of a player as a word.
pub fn kind(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Module => "module",
        PlayerKind::Executable => "executable",
        PlayerKind::Person => "person",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_script_is_known_by_the_name_of_its_player() {
        for (name, is_script, file) in [
            ("mine.js", true, Some("mine.js")),
            ("mine.mjs (2)", true, Some("mine.mjs")),
            ("mine (1).js", true, Some("mine (1).js")),
            ("bot.js", true, None),
            ("bot.js (1)", true, None),
            ("new/bot.js", true, None),
            ("new/mine.js (2)", true, Some("mine.js")),
            ("my-bot", true, None),
            ("mine.js", false, None),
        ] {
            let interpreter = is_script.then(|| "ab".to_owned());
            let player = PlayerInfo { name: name.to_owned(), interpreter, ..PlayerInfo::default() };
            let found = renamed_script(std::slice::from_ref(&player), Seat::new(0)).map(|(name, _)| name);
            assert_eq!(found, file, "{name}");
        }
        assert_eq!(renamed_script(&[], Seat::new(0)), None);
    }

    #[test]
    fn one_number_is_not_a_range() {
        assert_eq!([1, 2, 64].map(numbers_to), ["1", "1 to 2", "1 to 64"]);
    }
}
