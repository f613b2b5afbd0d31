//! `botyard analyse RECORD`: the turn that lost a match. Knows no game: those that have a judge
//! supply it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use botyard_engine::judge::Judgement;
use botyard_engine::loss_report::{self, JudgedTurn, LossAnalysis, LossReport, TOO_MANY, USUAL_NODES};
use botyard_engine::seat::Seat;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::match_source::{self, OneMatch};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::command_error::CommandError;
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::stderr_notes::note;
use crate::cli::output::{json, report};

/// The number of positions between two looks at the progress: some hundredths of a second.
const PIECE: u64 = 200_000;

/// How long an analysis runs before it shows its progress.
const PATIENCE: Duration = Duration::from_secs(2);

const EXAMPLES: &str = "\
Examples:
  botyard analyse lost.json                     a match that `play --save` wrote
  botyard analyse cup.sqlite --game 17          a game of a series that --store or --jsonl kept
  botyard analyse 44444323365                   a line of a log";

const AFTER_HELP: &str = "\
The game must have a judge, which knows who wins a position if both sides play perfectly: Connect Four has one. Turns \
are analysed from the last to the first. A turn that needs more than --nodes positions is given up, with all before \
it; no clock is involved, so the report is the same on every computer.

Exit status: 0 analysed, 2 usage error, 5 file error, 130 interrupted.";

/// Find the turn that lost a match, and the better moves
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP)]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, a link, a
    /// log, or a line of a log
    source: String,
    #[command(flatten)]
    choice: GameChoiceArgs,
    /// Give a turn up after this many positions
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

/// Analyses the match, and prints the report.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let OneMatch { record, remarks, .. } = match_source::read_one(&args.source, &args.choice)?;
    let begun = loss_report::begin_analysis(record.game(), record.settings(), record.untyped_turns(), args.nodes);
    let Some(begun) = begun else {
        let why = format!("{} has no judge, so its matches cannot be analysed", record.title());
        return Err(CommandError::Usage(why));
    };
    let report = finish(&mut *begun.map_err(CommandError::Internal)?)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json::text(&document(&report)))?;
    } else {
        write_report(&mut out, &*record, &report)?;
    }
    remarks.iter().for_each(|remark| note(remark));
    Ok(())
}

/// Does all of the analysis, with its progress on a terminal.
fn finish(analysis: &mut dyn LossAnalysis) -> Result<LossReport, CommandError> {
    let interrupt = interrupt::on_ctrl_c()?;
    let begin = Instant::now();
    let (_, turns) = analysis.progress();
    let bar = ProgressBar::with_draw_target(Some(turns as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("analysing from the last turn: {bar:24} {pos}/{len} turns");
    bar.set_style(style.expect("the template is valid"));
    let mut is_shown = false;
    while !analysis.advance(PIECE) {
        if interrupt.is_raised() {
            bar.finish_and_clear();
            return Err(CommandError::Interrupted);
        }
        if !is_shown && begin.elapsed() >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            is_shown = true;
        }
        bar.set_position(analysis.progress().0 as u64);
    }
    bar.finish_and_clear();
    Ok(analysis.report())
}

/// The sentence, and a line for each turn.
fn write_report(out: &mut dyn Write, record: &dyn RecordedMatch, report: &LossReport) -> io::Result<()> {
    let seats = (0..record.players().len()).map(Seat::new);
    let players: Vec<_> =
        seats.map(|seat| format!("{} {}", record.seat_symbol(seat), report::name(record.players(), seat))).collect();
    writeln!(out, "{}: {}\n\n{}\n", record.title(), players.join(", "), report.sentence())?;
    for (at, turn) in report.turns.iter().enumerate() {
        let mark = if report.decisive == Some(at) { "  <- lost here" } else { "" };
        let action = turn.action.as_deref().unwrap_or("fault");
        writeln!(out, "turn {:2}  {} {action}  {}{mark}", at + 1, record.seat_symbol(turn.seat), describe(turn))?;
    }
    Ok(())
}

/// The judgement of a turn in a few words.
fn describe(turn: &JudgedTurn) -> String {
    match (turn.describe_mistake(), turn.before()) {
        (Some(mistake), _) => mistake,
        (None, Some(before)) => before.describe().to_owned(),
        (None, None) => TOO_MANY.to_owned(),
    }
}

/// The report with turns and seats counted from 1, as people count them.
fn document(report: &LossReport) -> Value {
    let turns = report.turns.iter().enumerate().map(|(at, turn)| {
        let actions = |wanted: Judgement| {
            let judged = turn.judged.as_ref()?.iter().filter(move |judged| judged.judgement == wanted);
            Some(judged.map(|judged| judged.action.as_str()).collect::<Vec<_>>())
        };
        json!({
            "turn": at + 1,
            "seat": turn.seat.number(),
            "action": turn.action,
            "before": turn.before(),
            "after": turn.after(),
            "wins": actions(Judgement::Win),
            "draws": actions(Judgement::Draw),
            "losses": actions(Judgement::Loss),
        })
    });
    json!({
        "loser": report.loser.map(Seat::number),
        "decisive_turn": report.decisive.map(|at| at + 1),
        "sentence": report.sentence(),
        "turns": turns.collect::<Vec<_>>(),
    })
}
