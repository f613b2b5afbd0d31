//! `botyard case REPLAY --seat N --turn N --not MOVE --file FILE`: keeps a turn of a match, and the
//! conditions for a bot's answer in it. Knows no game.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use botyard_engine::cases::{Case, Expectation};
use botyard_engine::fault::printable;
use botyard_engine::replay::PlayerInfo;

use super::case_file;
use super::match_source::{self, OneMatch};
use super::rerun::{find_seat, find_turn};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::args::seat_text::parse_seat;
use crate::cli::command_error::CommandError;
use crate::cli::output::report;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::repeated_match;
use crate::cli::time_text::parse_time;

const EXAMPLES: &str = "\
Examples:
  botyard case lost.json --seat 2 --turn 7 --not 4 --file cases.toml        anything but 4
  botyard case lost.json --seat 2 --turn 7 --one-of 3 --one-of 5 --file cases.toml
  botyard case slow.json --seat 1 --turn 30 --within 5ms --file cases.toml
  botyard case games.jsonl --game 17 --seat 2 --turn 7 --not 4 --file cases.toml
  botyard case crash.json --seat 1 --turn 12 --no-fault --file cases.toml
  botyard check --cases cases.toml ./my-bot                                 does my bot pass?";

const AFTER_HELP: &str = "\
Write actions as the bot prints them. A case holds the whole match before its turn, so that the bot is asked everything \
that it was asked then. A bot that does something else in an earlier turn does not reach the case.

Exit status: 0 kept, 2 usage error, 5 file error.";

/// Keep a turn of a match, with what a bot has to do in it
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
#[command(group = clap::ArgGroup::new("expected").required(true).multiple(true).args(["one_of", "not", "within", "no_fault"]))]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, a log of an
    /// original program, or a link
    source: String,
    /// Player whose turn it is, counted from 1
    #[arg(long, value_name = "N", value_parser = parse_seat)]
    seat: usize,
    /// Number of the turn
    #[arg(long, value_name = "N")]
    turn: usize,
    /// File of the cases; a new case is added at its end
    #[arg(long, value_name = "FILE")]
    file: PathBuf,
    /// The bot must play this; may be repeated, and then any of them will do
    #[arg(long, value_name = "ACTION")]
    one_of: Vec<String>,
    /// The bot must not play this
    #[arg(long, value_name = "ACTION")]
    not: Vec<String>,
    /// The bot has to answer within this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    within: Option<Duration>,
    /// The bot must answer with any legal action (implied by the other options)
    #[arg(long)]
    no_fault: bool,
    /// Time limit for one move, if the match had another limit than the game's and the record does
    /// not contain it
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,
    /// Name of the case
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    name: Option<String>,
    /// Why it is kept
    #[arg(long, default_value = "")]
    note: String,
    #[command(flatten)]
    choice: GameChoiceArgs,
}

/// Keeps the turn.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let source = match_source::read_one(&args.source, &args.choice)?.with_time(args.time);
    let OneMatch { record, remarks, limits } = source;
    remarks.iter().for_each(|remark| note(remark));
    let seat = find_seat(args.seat, &*record)?;
    // Checked first because this error lists the existing turns.
    find_turn(&*record, seat, args.turn)?;
    let default_name = || {
        let (own, others): (Vec<_>, Vec<_>) =
            record.players().iter().enumerate().partition(|(index, _)| index + 1 == args.seat);
        let names = |players: Vec<(usize, &PlayerInfo)>| -> Vec<_> {
            players.into_iter().map(|(_, player)| player.name.clone()).collect()
        };
        format!("turn {}: {} against {}", args.turn, names(own).join(", "), names(others).join(", "))
    };
    let name = match &args.name {
        Some(name) => name.clone(),
        None => case_file::distinct_name(&args.file, default_name())?,
    };
    let expect = Expectation {
        one_of: args.one_of.clone(),
        not: args.not.clone(),
        within_ms: args.within.map(|within| within.as_secs_f64() * 1e3),
    };
    // Only --time or its series can add to the terms of the record.
    let document = record.json_under(repeated_match::terms(&*record, &limits)?);
    let case = Case::keep(document, args.seat, args.turn, expect, name, args.note.clone())
        .map_err(|why| CommandError::Usage(why.to_string()))?;
    case_file::append(&args.file, &case)?;
    let index = case.open().map_err(|why| CommandError::Internal(why.to_string()))?.index;
    let turn = record.turns_from(index).into_iter().next();
    let played = match turn.map(|turn| turn.result) {
        Some(Ok(action)) => format!("played {action}"),
        Some(Err(fault)) => format!("had a fault: {fault}"),
        None => String::new(),
    };
    let mut out = anstream::stdout();
    let (turn, player) = (args.turn, report::name(record.players(), seat));
    writeln!(out, "{}\nturn {turn}: {player} {}", record.draw(index), printable(&played))?;
    Ok(writeln!(out, "kept as `{}` in {}", printable(&case.name), printable(&args.file.display().to_string()))?)
}
