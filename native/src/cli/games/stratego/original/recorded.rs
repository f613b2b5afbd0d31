//! `-f`: replays a match from a log.

use std::path::Path;

use botyard::input;
use botyard_engine::anymatch::MatchSpec;
use botyard_engine::fault::printable;
use botyard_engine::game::Game;
use botyard_engine::games::stratego::log::{self, LogExtent, StrategoLog, raw_response};
use botyard_engine::games::stratego::{Stratego, StrategoSettings};
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::text::{decode_lossy, trim_blank_lines};

use super::super::broken_off;
use super::Args;
use super::log_file::LogFile;
use super::reporter::MatchReporter;
use crate::cli::args::live_args;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::stderr_notes::note;

/// How many lines of a log two valid armies take, with their headings.
const LINES_OF_ARMIES: usize = 10;

/// Checks the log by the rules, and replays it up to its end.
pub fn run(args: &Args, path: &Path) -> Result<(), CommandError> {
    // The log is read before -o empties its file, which may be the same file.
    let file = read_file(path)?;
    let log = read(path, &file)?;
    let written = LogFile::open(args.log.as_deref())?;
    let interrupt = interrupt::on_ctrl_c()?;
    let players = &log.replay.players;
    let names = [0, 1].map(|seat| players[seat].name.as_str());
    let mut out = anstream::stdout();
    let mut reporter = MatchReporter::new(&mut out, args, written, &settings(args, &log), names, interrupt.clone());
    let mut live_view = args
        .live_args
        .is_page()
        .then(|| live_args::open_live_view(match_spec(&log, &settings(args, &log)), &interrupt))
        .transpose()?;
    // The armies are in the first lines, if there is a response at all.
    let mut lines = file.split(|&byte| byte == b'\n').skip(LINES_OF_ARMIES);
    for turn in &log.replay.turns {
        if reporter.game().ending().is_some() {
            break;
        }
        if reporter.has_quit() {
            return Ok(());
        }
        if interrupt.is_raised() {
            return Err(CommandError::Interrupted);
        }
        let line = if reporter.game().turn() > 0 { lines.next() } else { None };
        // A response that is valid text is in the turn unchanged.
        let raw = line.filter(|line| std::str::from_utf8(line).is_err()).and_then(|line| raw_response(line, turn));
        reporter.turn(turn, raw)?;
        if let Some(live_view) = &mut live_view {
            live_view.add_turns(vec![turn.untyped()], reporter.game().outcome());
        }
    }
    if let Some(live_view) = &live_view {
        live_view.end_feed();
    }
    if let Some(why) = unfinished(&log, reporter.game().ending().is_some()) {
        note(&format!("{}: {why}", shown(path)));
    }
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    Ok(())
}

/// The match as the page sees it before its first turn.
fn match_spec(log: &StrategoLog, settings: &StrategoSettings) -> MatchSpec {
    let settings = serde_json::to_value(settings).expect("settings have text keys only");
    let replay = &log.replay;
    let (game, players) = (Stratego::NAME.to_owned(), replay.players.clone());
    MatchSpec { game, settings, seed: replay.seed, players, terms: replay.terms.clone() }
}

fn read_file(path: &Path) -> Result<Vec<u8>, CommandError> {
    input::read(path, input::RECORD)
        .map_err(|why| CommandError::Internal(CommandError::file("read", path, &why).to_string()))
}

fn read(path: &Path, file: &[u8]) -> Result<StrategoLog, CommandError> {
    // It can contain whatever a bot printed, so it need not be UTF-8.
    log::read(trim_blank_lines(&decode_lossy(file)))
        .map_err(|bad| CommandError::File(format!("{}, line {}: {}", shown(path), bad.line, printable(&bad.why))))
}

/// The settings that the log implies, unless the command line states others.
fn settings(args: &Args, log: &StrategoLog) -> StrategoSettings {
    let implied = log.replay.settings;
    StrategoSettings {
        ignore_illegal: implied.ignore_illegal || args.rules.ignore_illegal,
        max_turns: args.rules.maximum.map_or(implied.max_turns, |maximum| maximum.0),
        ..implied
    }
}

/// Why the match does not end where the log ends.
fn unfinished(log: &StrategoLog, has_ended: bool) -> Option<String> {
    match log.extent {
        LogExtent::Whole if has_ended => None,
        LogExtent::Whole => Some("the log ends before the match is over".to_owned()),
        LogExtent::BrokenOff(line) => Some(broken_off(line, log.doubt.as_ref())),
        LogExtent::Crashed(line) => Some(format!("the original crashed in line {line}: replayed up to that line")),
    }
}

fn shown(path: &Path) -> String {
    printable(&path.display().to_string())
}
