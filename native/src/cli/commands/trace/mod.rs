//! `botyard trace RECORD --seat N --turn N BOT`: plays a recorded match again up to a turn of a bot,
//! and shows what the bot did in it, line by line or function by function. Knows no game.

mod profile;
mod steps;

use std::io::Write;
use std::time::Duration;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::replay::{MatchClock, TurnResult};
use botyard_engine::rerun::TurnWindow;
use botyard_engine::seat::Seat;
use botyard_host::module::hexadecimal;
use botyard_host::{
    Audience, AudienceRequest, HostedMatch, Interrupt, PersonReply, SeatBody, TurnFollower, TurnRecorder, play_match,
};
use botyard_sandbox::recording::{RecordingLimits, RunRecording, read_function_names, script_form};
use botyard_sandbox::script::ScriptLanguage;
use botyard_sandbox::{Attachment, RecordingForm, Speed};
use sha2::{Digest, Sha256};

use super::match_source::{self, OneMatch};
use super::player_answer::PlayerAnswer;
use super::rerun::{find_seat, find_turn};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::args::seat_text::parse_seat;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;
use crate::cli::players::repeated_match;
use crate::cli::time_text::parse_time;
use profile::{Profile, ProfileFormat};

const EXAMPLES: &str = "\
Examples:
  botyard trace lost.json --seat 2 --turn 20 bot.js                       the lines that ran, and the variables
  botyard trace lost.json --seat 2 --turn 20 bot.js --profile             what each function and line was charged
  botyard trace lost.json --seat 2 bot.js --profile                       in all its turns
  botyard trace lost.json --seat 2 --turn 20 bot.wasm --profile collapsed > turn.txt
  botyard trace lost.json --seat 2 --turn 20 bot.wasm --profile speedscope > turn.speedscope.json";

const AFTER_HELP: &str = "\
The bot is sent what the recorded player was sent, and spends what it spent, to the unit. Without --profile, each line \
of the output is a JSON document: first the turn, then a step for each line that ran (JavaScript and TypeScript), then the \
lines with their visits and charges. The interpreter's table of lines is coarse: what reads no variable and calls \
nothing, such as `let x = 4`, counts as the line before it.

Exit status: 0 traced, 2 usage error, 3 the bot did not start, 4 the bot plays otherwise before the turn, 5 file error, \
130 interrupted.";

/// Show what a bot did in a turn of a recorded match, line by line, or where its time went
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, a log of an
    /// original program, or a link
    source: String,
    /// Player whose turn it is, counted from 1
    #[arg(long, value_name = "N", value_parser = parse_seat)]
    seat: usize,
    /// Number of the turn; all turns of the player by default, with --profile
    #[arg(long, value_name = "N", required_unless_present = "profile")]
    turn: Option<usize>,
    /// Bot, named as for `botyard play`: a module or a script
    bot: String,
    /// Print what functions were charged: as a table, as collapsed stacks for flame graphs, or for
    /// speedscope
    #[arg(long, value_name = "FORMAT", num_args = 0..=1, default_missing_value = "table")]
    profile: Option<ProfileFormat>,
    /// The number of the first step that is written, counted from 0
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "profile")]
    first_step: u64,
    /// The most steps that are written; lines are counted in all of them
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = parse_steps, conflicts_with = "profile")]
    steps: usize,
    #[command(flatten)]
    choice: GameChoiceArgs,
    /// Time limit for one move, if the match had another limit than the game's and the record does
    /// not contain it
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,
}

/// The most steps that fit into memory with their variables.
const STEPS_MAX: usize = 2_000_000;

fn parse_steps(text: &str) -> Result<usize, String> {
    let steps = text.parse().ok().filter(|steps| *steps <= STEPS_MAX);
    steps.ok_or_else(|| format!("expected at most {STEPS_MAX}"))
}

/// Traces the turn, and prints it.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let source = match_source::read_one(&args.source, &args.choice)?.with_time(args.time);
    let OneMatch { record, remarks, limits } = source;
    remarks.iter().for_each(|remark| note(remark));
    let seat = find_seat(args.seat, &*record)?;
    let indices = match args.turn {
        Some(number) => vec![find_turn(&*record, seat, number)?],
        None => (0..).zip(record.turns_from(0)).filter(|(_, turn)| turn.seat == seat).map(|(index, _)| index).collect(),
    };
    let (Some(&first), Some(&last)) = (indices.first(), indices.last()) else {
        let name = report::name(record.players(), seat);
        return Err(CommandError::Usage(format!("{name} has no turns in this match")));
    };
    if record.terms().clock == MatchClock::Wall {
        let why = "the match was played by the clock, so its turns do not repeat themselves";
        return Err(CommandError::Usage(why.to_owned()));
    }
    let mut loader = PlayerLoader::new(record.game());
    let bot = loader.read_module(&PlayerSpec::parse(&args.bot))?;
    let form = choose_form(&bot, args.profile.is_some())?;
    let steps = if args.profile.is_some() { 0 } else { args.steps };
    let recorder = TurnRecorder::new(form, RecordingLimits { steps, first_step: args.first_step });
    let mut bodies: Vec<_> = record.players().iter().cloned().map(SeatBody::Recorded).collect();
    bodies[seat.index()] = loader.load_recorded(&bot, &recorder)?;
    let hosted_match = repeated_match::repeat(&*record, bodies, &limits)?;
    let interrupt = interrupt::on_ctrl_c()?;
    let game = record_turns(hosted_match, &*record, (seat, first, last), &recorder, &interrupt)?;
    let now = checked_replay::of_match(&*game).map_err(CommandError::Internal)?;
    if game.followed() < last || game.turn_count() <= last {
        let number = |index: usize| record.rounds().completed(index) + 1;
        let why = format!("the bot differs at turn {}; turn {} was not reached", number(game.followed()), number(last));
        return Err(CommandError::Check(why));
    }
    let turns = game.turns_from(0);
    let traced = TracedTurns {
        record: &*record,
        now: &*now,
        seat,
        number: args.turn,
        answer: PlayerAnswer::from_turn(&*now, game.transcript().passages(), last),
        used: indices.iter().map(|index| turns[*index].used).sum(),
        runs: recorder.finish(matches!(turns[last].result, TurnResult::Fault(_))),
        indices,
    };
    traced.note_difference(game.followed() > last);
    let mut out = anstream::stdout().lock();
    match args.profile {
        None => steps::write_steps(&mut out, &traced)?,
        Some(format) => {
            let names = if form == RecordingForm::Functions { read_function_names(&bot) } else { Vec::new() };
            Profile::new(&traced, &names).write(&mut out, format)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// A turn, or all turns of a player, with what was recorded.
struct TracedTurns<'a> {
    record: &'a dyn RecordedMatch,
    /// The match as it was played now.
    now: &'a dyn RecordedMatch,
    seat: Seat,
    /// The number of the turn as people count; `None` if they are all turns of the player.
    number: Option<usize>,
    /// The turns among the turns of all seats.
    indices: Vec<usize>,
    /// The answer in the last one.
    answer: Option<PlayerAnswer>,
    /// The time that they took now.
    used: Duration,
    /// What was recorded of their runs, by their numbers.
    runs: Vec<(u32, RunRecording)>,
}

impl TracedTurns<'_> {
    /// The charge of all runs, in units.
    fn charge(&self) -> u64 {
        self.runs.iter().map(|(_, run)| run.end - run.start).sum()
    }

    /// The time that the record has for the turns; `None` if it has no times.
    fn recorded_time(&self) -> Option<Duration> {
        let turns = self.record.turns_from(0);
        let used: Duration = self.indices.iter().map(|index| turns[*index].used).sum();
        (!used.is_zero()).then_some(used)
    }

    /// The time of what was recorded.
    fn traced_time(&self) -> Duration {
        let speed = Speed::percent(self.record.terms().clock.percent()).unwrap_or_default();
        let times = self.runs.iter().map(|(_, run)| Duration::from(speed.time(run.end) - speed.time(run.start)));
        times.sum()
    }

    fn player(&self) -> String {
        report::name(self.record.players(), self.seat)
    }

    /// Says on stderr where the trace is not the recorded turn.
    fn note_difference(&self, is_as_recorded: bool) {
        if !is_as_recorded {
            note("the bot answers otherwise than in the record: this is its own turn");
        }
        match self.recorded_time() {
            Some(recorded) if recorded != self.used => {
                note(&format!("the turn took {recorded:?} in the record, and takes this bot {:?}", self.used));
            }
            _ => {}
        }
        let missing = self.used.saturating_sub(self.traced_time());
        if !missing.is_zero() {
            note(&format!("{missing:?} of the turn were spent before it, on a turn without output, and are not shown"));
        }
    }
}

/// Selects the form in which a bot is recorded: lines if it is a script whose interpreter is known.
fn choose_form(bot: &[u8], is_profile: bool) -> Result<RecordingForm, CommandError> {
    let (module, attachment) = Attachment::split(bot).map_err(|why| CommandError::NotStarted(why.to_string()))?;
    let script = attachment.as_ref().and_then(Attachment::script);
    if let Some(script) = script.filter(|script| script.language().played_language().has_recorded_lines()) {
        let form = script_form(script.language(), &hexadecimal(&Sha256::digest(module)));
        let unknown = || CommandError::Usage("the lines of this build of the interpreter are not known".to_owned());
        return form.ok_or_else(unknown);
    }
    match is_profile {
        true => Ok(RecordingForm::Functions),
        false => {
            let with_lines = ScriptLanguage::ALL.into_iter().filter(|language| language.has_recorded_lines());
            let names: Vec<_> = with_lines.map(ScriptLanguage::name).collect();
            let names = names.join(" and ");
            let why = format!("only scripts in {names} have lines; --profile shows the functions of other bots");
            Err(CommandError::Usage(why))
        }
    }
}

/// Plays the match again, and records a seat from its turn of one index to that of another one.
fn record_turns(
    hosted_match: HostedMatch,
    record: &dyn RecordedMatch,
    (seat, first, last): (Seat, usize, usize),
    recorder: &TurnRecorder,
    interrupt: &Interrupt,
) -> Result<Box<dyn AnyMatch>, CommandError> {
    let turns = record.turns_from(0);
    let window = TurnWindow::new(seat, (first, last), |turn| turns[turn].seat, &record.rounds());
    let follower = TurnFollower::new(recorder.clone(), window);
    let mut audience = TurnAudience { follower, is_over: false, is_told: false };
    let game = play_match(hosted_match, &mut audience, interrupt)?;
    if interrupt.is_raised() {
        return Err(CommandError::Interrupted);
    }
    Ok(game)
}

/// Tells the recorder where the match is, and stops it after the turn.
struct TurnAudience {
    follower: TurnFollower,
    is_over: bool,
    /// Whether the match has been told to stop.
    is_told: bool,
}

impl Audience for TurnAudience {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        self.is_over = self.follower.note_match(game);
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Stop
    }

    fn poll_request(&mut self) -> Option<AudienceRequest> {
        let is_due = self.is_over && !self.is_told;
        self.is_told |= is_due;
        is_due.then_some(AudienceRequest::Stop)
    }
}
