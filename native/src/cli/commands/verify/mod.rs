//! `botyard verify REPLAY BOT...`: plays a recorded match again with its bots, and reports the
//! first difference. Knows no game.

mod record_checker;
mod recorded_words;

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::replay::{MatchClock, MatchTerms, PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_host::{HostedMatch, SeatBody, play_match};

use super::match_source::{self, OneMatch};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;
use crate::cli::players::repeated_match;
use record_checker::{RecordChecker, RecordDifference};
use recorded_words::RecordedWords;

/// The argument for a player whose turns are taken from the record.
const RECORDED: &str = "recorded";

const EXAMPLES: &str = "\
Examples:
  botyard verify match.json bot.wasm builtin:random     both bots play the match again
  botyard verify match.json bot.wasm recorded           only the first is checked
  botyard verify cup.sqlite --game 17 a.wasm b.wasm     a game of a series";

const AFTER_HELP: &str = "\
Name players as for `botyard play`, or `recorded` for a player whose turns are taken from the record and not checked. \
Modules are deterministic: they see only the match's seed, virtual time and their own folder. Executables may not be.

For a module, everything in the record is compared: what it read, printed and wrote to stderr, and its virtual time. \
A link has only actions, so only those are compared; if the time limit was not the game's, pass it with --time. \
A match played with --keep-files repeats only with the same files.

Exit status: 0 no difference, 2 usage error, 3 a bot did not start, 4 something differs, 5 file error, 130 interrupted.";

/// Play a recorded match again with its bots and report the first difference
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, or a link
    source: String,
    /// Players, in seat order
    #[arg(required = true)]
    players: Vec<String>,
    #[command(flatten)]
    choice: GameChoiceArgs,
    /// Time limit for one move, if the match had another limit than the game's and the record does
    /// not contain it
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::time_text::parse_time)]
    time: Option<Duration>,
}

/// Plays the match, and reports the first difference.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let source = match_source::read_one(&args.source, &args.choice)?.with_time(args.time);
    let OneMatch { record, remarks, limits } = source;
    remarks.iter().for_each(|remark| note(remark));
    let turns = record.untyped_turns();
    let hosted_match = hosted_match(args, &*record, &limits)?;
    let clock = hosted_match.match_spec.terms.clock;
    let checked: Vec<_> = hosted_match.bodies.iter().map(|body| !matches!(body, SeatBody::Recorded(_))).collect();
    let interrupt = interrupt::on_ctrl_c()?;
    let players = hosted_match.match_spec.players.clone();
    let repeats = |seat: &usize| checked[*seat] && repeats(&record.players()[*seat], &players[*seat], clock);
    let repeats: Vec<_> = (0..players.len()).map(|seat| repeats(&seat)).collect();
    let has_times = |seat: usize| turns.iter().any(|turn| turn.seat.index() == seat && !turn.used.is_zero());
    let is_timed =
        |seat: usize| repeats[seat] && has_times(seat) && record.players()[seat].prices == players[seat].prices;
    let timed = (0..players.len()).map(is_timed).collect();
    let speakers = (0..players.len()).filter(|&seat| repeats[seat]).map(Seat::new);
    let recorded_words = RecordedWords::for_seats(record.passages(), speakers);
    let mut checker = RecordChecker::new(turns.clone(), checked.clone(), timed);
    let game = play_match(hosted_match, &mut checker, &interrupt)?;
    if interrupt.is_raised() {
        return Err(CommandError::Interrupted);
    }
    let mut out = anstream::stdout().lock();
    write_players(&mut out, &*record, clock, &players, &checked)?;
    let has_ended = record.outcome().is_some();
    let difference = checker.finish(&*game, has_ended);
    let turns_to_compare = match &difference {
        Some(difference) => difference.turn - 1,
        None if has_ended => usize::MAX,
        None => record.turn_count(),
    };
    let other_words = recorded_words.difference(record.json(), game.transcript().passages(), turns_to_compare);
    match other_words.or(difference) {
        None => {
            writeln!(out, "\nNo difference in {}.", report::counted(record.rounds().count(), "turn"))?;
            let has_turns = |seat: usize| turns.iter().any(|turn| turn.seat.index() == seat);
            let untimed =
                (0..players.len()).filter(|&seat| repeats[seat] && has_turns(seat) && !has_times(seat)).map(Seat::new);
            write_missing(&mut out, &*record, &recorded_words, untimed)?;
            Ok(())
        }
        Some(difference) => {
            write_difference(&mut out, &*record, &difference)?;
            Err(CommandError::Check(format!(
                "the match differs from its record in turn {}",
                number(&*record, &difference)
            )))
        }
    }
}

/// The match as it was opened, with these players and time limits of an answer.
fn hosted_match(args: &Args, record: &dyn RecordedMatch, limits: &MatchTerms) -> Result<HostedMatch, CommandError> {
    let seats = record.players().len();
    if args.players.len() != seats {
        let (named, wanted) = (args.players.len(), report::counted(seats, "player"));
        let why =
            format!("the match has {wanted}, but {named} given: use `{RECORDED}` for a player that is not checked");
        return Err(CommandError::Usage(why));
    }
    let mut loader = PlayerLoader::new(record.game());
    let mut bodies = Vec::new();
    for (text, player) in args.players.iter().zip(record.players()) {
        bodies.push(match PlayerSpec::parse(text) {
            _ if text == RECORDED => SeatBody::Recorded(player.clone()),
            PlayerSpec::Human => {
                return Err(CommandError::Usage(format!("a person cannot repeat a match: use `{RECORDED}`")));
            }
            bot => loader.load_player(&bot)?,
        });
    }
    if bodies.iter().all(|body| matches!(body, SeatBody::Recorded(_))) {
        return Err(CommandError::Usage(format!("nothing to check: replace at least one `{RECORDED}` with a bot")));
    }
    let hosted_match = repeated_match::repeat(record, bodies, limits)?;
    note_changed_players(record.players(), &hosted_match.match_spec.players);
    Ok(hosted_match)
}

/// Notes which bots differ from those in the record, and which had another clock.
fn note_changed_players(recorded: &[PlayerInfo], players: &[PlayerInfo]) {
    for (then, now) in recorded.iter().zip(players) {
        let name = printable(&then.name);
        if then.kind != now.kind {
            let (then, now) = (kind(then.kind), kind(now.kind));
            note(&format!("{name}: {then} in the record, {now} now: only its turns are compared"));
        }
        // A link has only the beginning.
        let differs = |then: &Option<String>, now: &Option<String>| {
            then.as_ref().zip(now.as_ref()).is_some_and(|(then, now)| !now.starts_with(then))
        };
        if differs(&then.sha256, &now.sha256) {
            let what = if now.interpreter.is_some() { "script" } else { "module" };
            note(&format!("{name}: not the {what} that played (different SHA-256)"));
        } else if differs(&then.interpreter, &now.interpreter) {
            note(&format!("{name}: another version of the interpreter than the one that played"));
        }
        if let (Some(then), Some(now)) = (then.prices, now.prices)
            && then != now
        {
            note(&format!(
                "{name}: recorded with prices version {then}, now {now}: its clock may differ, and it may run out of time at another point; times are not compared"
            ));
        }
    }
}

/// Whether a bot must print exactly what it printed in the record.
fn repeats(then: &PlayerInfo, now: &PlayerInfo, clock: MatchClock) -> bool {
    then.kind == PlayerKind::Module && now.kind == PlayerKind::Module && clock != MatchClock::Wall
}

fn kind(kind: PlayerKind) -> &'static str {
    match kind {
        PlayerKind::Module => "a module",
        PlayerKind::Executable => "an executable",
        PlayerKind::Person => "a person",
    }
}

fn write_players(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    clock: MatchClock,
    players: &[PlayerInfo],
    checked: &[bool],
) -> io::Result<()> {
    for (index, player) in record.players().iter().enumerate() {
        let seat = Seat::new(index);
        let now = if checked[index] { "played again" } else { "taken from the record" };
        let name = report::name(record.players(), seat);
        // Describes the bot that plays now, even if the record has another kind of player.
        let told = match checked[index] && players[index].kind != player.kind {
            true => describe_player(&players[index], clock),
            false => describe_player(player, clock),
        };
        writeln!(out, "{} {name}: {told}; {now}", record.seat_symbol(seat))?;
    }
    Ok(())
}

/// A description of the player, and whether it plays the same again.
fn describe_player(player: &PlayerInfo, clock: MatchClock) -> String {
    match (player.kind, player.prices) {
        (PlayerKind::Module, _) if clock == MatchClock::Wall => {
            "module on the wall clock, not deterministic".to_owned()
        }
        (PlayerKind::Module, Some(prices)) => format!("module, deterministic (prices {prices})"),
        (PlayerKind::Module, None) => "module (prices version not recorded)".to_owned(),
        (PlayerKind::Executable, _) => "executable, not deterministic".to_owned(),
        (PlayerKind::Person, _) => "person".to_owned(),
    }
}

/// Reports the parts of the record that could not be compared.
fn write_missing(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    recorded_words: &RecordedWords,
    untimed: impl Iterator<Item = Seat>,
) -> io::Result<()> {
    for seat in recorded_words.silent() {
        let name = report::name(record.players(), seat);
        writeln!(out, "The record does not contain what {name} read and printed: only its turns were compared.")?;
    }
    for seat in untimed.filter(|seat| recorded_words.silent().all(|silent| silent != *seat)) {
        writeln!(out, "The record does not contain the times of {}.", report::name(record.players(), seat))?;
    }
    Ok(())
}

/// The number of the turn that differs, as people count: where all seats act at once, all of them
/// have one turn.
fn number(record: &dyn RecordedMatch, difference: &RecordDifference) -> usize {
    record.rounds().completed(difference.turn - 1) + 1
}

fn write_difference(out: &mut dyn Write, record: &dyn RecordedMatch, difference: &RecordDifference) -> io::Result<()> {
    let name = report::name(record.players(), difference.seat);
    writeln!(out, "\nturn {}, {} {name}", number(record, difference), record.seat_symbol(difference.seat))?;
    writeln!(out, "  recorded: {}", printable(&difference.expected))?;
    writeln!(out, "  now:      {}", printable(&difference.got))
}
