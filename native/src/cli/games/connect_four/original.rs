//! `botyard connect-four A B`: a drop-in for the original's console, with the same lines on stdout
//! and the same exit status. Everything else goes to stderr.

use std::io::{self, Write};
use std::time::Duration;

use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::Fault;
use botyard_engine::game::Game;
use botyard_engine::games::connect_four::{Column, ConnectFour, log};
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_engine::verdict;
use botyard_host::{Audience, HostedMatch, Interrupt, PersonReply};

use super::LOG_CONTENTS;
use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::args::match_args::MatchArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::keyboard::Keyboard;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::kept_files::{self, KeptFiles};
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;
use crate::cli::time_text::parse_time;

/// The argument for a person, as in the original.
const MANUAL: &str = "MANUAL_MODE";

const EXAMPLES: &str = "\
Examples:
  botyard connect-four ./a ./b                 one match, with the original's lines
  botyard connect-four ./a MANUAL_MODE         against you: type a column in each line
  botyard connect-four ./a ./b 5s              each has 5 s until it has greeted";

const AFTER_HELP: &str = "\
Exit status: 0 after every match, even if a bot did not start; 2 usage error, 5 file error, 130 interrupted.";

/// Play Connect Four with the same output as Connect 4 Moderator's console
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// Player 1: a file, or MANUAL_MODE to read columns from stdin, one per line
    player1: String,
    /// Player 2, in the same form
    player2: String,
    /// Time that each bot has from its start to its greeting: 5s, 500ms, or milliseconds without a
    /// unit, as in the original, which takes no fewer than 500 [default: 10s]
    #[arg(value_parser = parse_load_time)]
    load_time: Option<Duration>,
    #[command(flatten)]
    match_args: MatchArgs,
    #[command(flatten)]
    live_args: LiveArgs,
    #[command(flatten)]
    keep_input: KeepInputArgs,
    #[command(flatten)]
    keep: kept_files::KeepFilesArgs,
}

/// The original's least load time, in milliseconds. Its argument has no unit.
const LEAST_LOAD_TIME: f64 = 500.0;

/// Parses a load time. A number without a unit is milliseconds, as in the original; one below the
/// original's least was probably meant as seconds.
fn parse_load_time(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 5s, 500ms or 5000 (milliseconds)".to_owned();
    match text.parse::<f64>() {
        Ok(millis) if millis >= LEAST_LOAD_TIME => Duration::try_from_secs_f64(millis / 1e3).map_err(|_| expected()),
        Ok(number) if number > 0.0 => Err(format!(
            "a number without a unit is milliseconds here, at least {LEAST_LOAD_TIME}, as in the original; write `{text}s` for seconds"
        )),
        _ => parse_time(text).map_err(|_| expected()),
    }
}

/// Plays the match, printing each line as it happens.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let mut out = anstream::stdout();
    let Some((hosted_match, keep)) = hosted_match(args, &mut out)? else { return Ok(()) };
    let log = args.match_args.open_log(|| Ok(LOG_CONTENTS))?;
    let interrupt = interrupt::on_ctrl_c()?;
    let mut console = ConnectFourAudience::new(&mut out, interrupt.clone());
    let (game, live_view) = args.live_args.play_forwarding_stderr(hosted_match, &mut console, &interrupt)?;
    keep.save()?;
    if let Some(error) = console.failed {
        return Err(error.into());
    }
    if let Some(log) = log {
        log.write(&*game, &*checked_replay::of_match(&*game).map_err(CommandError::Internal)?)?;
    }
    tell_end(&mut out, &*game, &interrupt)?;
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    Ok(())
}

/// The players and their kept files; `None` if a player does not start. Then that has been printed.
fn hosted_match(args: &Args, out: &mut dyn Write) -> Result<Option<(HostedMatch, KeptFiles)>, CommandError> {
    let mut loader = PlayerLoader::for_original(ConnectFour::NAME).with_kept_files(args.keep.kept_files()?);
    let mut players = Vec::new();
    for (text, number) in [(&args.player1, 1), (&args.player2, 2)] {
        let spec = if text == MANUAL { PlayerSpec::Human } else { PlayerSpec::parse(text) };
        match loader.load_player(&spec) {
            Ok(body) => players.push((format!("player {number}"), body)),
            Err(failure @ CommandError::NotStarted(_)) => {
                writeln!(out, "FAILURE{number}")?;
                failure.report();
                return Ok(None);
            }
            Err(failure) => return Err(failure),
        }
    }
    let mut hosted_match = HostedMatch::new(ConnectFour::NAME, args.match_args.seed(), players);
    hosted_match.match_spec.terms = args.match_args.terms();
    if let Some(start) = args.load_time {
        let usual = hosted_match.match_spec.limits().map_err(|why| CommandError::Internal(why.to_string()))?;
        hosted_match.limits = Some(Limits { start, ..usual });
    }
    args.keep_input.apply(&mut hosted_match)?;
    Ok(Some((hosted_match, loader.into_kept_files())))
}

fn tell_end(out: &mut dyn Write, game: &dyn AnyMatch, interrupt: &Interrupt) -> Result<(), CommandError> {
    let Some(outcome) = game.outcome() else {
        return if interrupt.is_raised() {
            Err(CommandError::Interrupted)
        } else {
            note("the input ended before the match was over");
            Ok(())
        };
    };
    let fault = game.last_fault();
    let fault = fault.as_ref().map(|(seat, fault)| (*seat, fault));
    writeln!(out, "{}", log::console_end(&outcome, fault))?;
    if fault.is_some() {
        let names = ["player 1".to_owned(), "player 2".to_owned()];
        let describe = |fault: &Fault, name: &str| fault.sentence(name, ConnectFour::explain_reason);
        writeln!(io::stderr(), "{}", verdict::sentence(&outcome, &names, fault, None, describe))?;
    }
    Ok(out.flush()?)
}

/// The original's console: one line per event.
struct ConnectFourAudience<'a> {
    out: &'a mut dyn Write,
    game: ConnectFour,
    told: usize,
    keyboard: Option<Keyboard>,
    interrupt: Interrupt,
    failed: Option<io::Error>,
}

impl<'a> ConnectFourAudience<'a> {
    fn new(out: &'a mut dyn Write, interrupt: Interrupt) -> Self {
        Self { out, game: ConnectFour::default(), told: 0, keyboard: None, interrupt, failed: None }
    }

    /// Prints a line, and stops the match if that fails.
    fn line(&mut self, line: &str) {
        if let Err(error) = writeln!(self.out, "{line}").and_then(|()| self.out.flush()) {
            self.failed.get_or_insert(error);
            self.interrupt.raise();
        }
    }

    fn report_turn(&mut self, turn: &Turn<Column>) {
        let TurnResult::Action(column) = turn.result else { return };
        let mut events = Vec::new();
        self.game.play(turn.seat, column, &mut events).expect("the referee has played it");
        for line in events.iter().filter_map(log::console_event) {
            self.line(&line);
        }
    }
}

impl Audience for ConnectFourAudience<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        let game = checked_replay::typed::<ConnectFour>(game).expect("it is a match of this game");
        for turn in game.turns().iter().skip(self.told) {
            self.told += 1;
            self.report_turn(turn);
        }
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        let interrupt = &self.interrupt;
        let keyboard = self.keyboard.take().unwrap_or_else(|| Keyboard::new(interrupt.clone()));
        let reply = loop {
            let Some(line) = keyboard.line() else { break PersonReply::Stop };
            match line.trim().parse().ok().and_then(Column::new) {
                Some(column) => break PersonReply::Play(AnyAction::typed(column)),
                None => self.line("INVALID"),
            }
        };
        self.keyboard = Some(keyboard);
        reply
    }

    fn action_refused(&mut self, _: Seat, _: &str) {
        self.line("INVALID");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_time_without_a_unit_is_milliseconds() {
        for (text, millis) in [("500", 500), ("5000", 5_000), ("5s", 5_000), ("200ms", 200), ("0.5s", 500)] {
            assert_eq!(parse_load_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        let refusal = |text| parse_load_time(text).unwrap_err();
        assert!(refusal("5").ends_with("write `5s` for seconds"), "{}", refusal("5"));
        for text in ["0", "0.5", "499", "", "soon", "-5", "0s", "inf", "nan"] {
            assert!(parse_load_time(text).is_err(), "{text}");
        }
    }
}
