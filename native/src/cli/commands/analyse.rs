//! `botyard analyse RECORD`: the turn that lost a match, or the turns that lost the games of a series.
//! Knows no game: those that have a judge supply it.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use botyard_engine::judge::Judgement;
use botyard_engine::loss_report::{self, JudgedTurn, LossAnalysis, LossReport, TOO_MANY, USUAL_NODES};
use botyard_engine::seat::Seat;
use botyard_engine::tournament::GameLine;
use botyard_host::Interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::match_source::{self, OneMatch, SourceContents};
use super::series_games::{SeriesGames, SeriesMatch};
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
  botyard analyse cup.sqlite --of mine --lost   the turns at which `mine` lost its games
  botyard analyse 44444323365                   a line of a log";

const AFTER_HELP: &str = "\
The game must have a judge, which knows who wins a position if both sides play perfectly: Connect Four has one. Turns \
are analysed from the last to the first. A turn that needs more than --nodes positions is given up, with all before \
it; no clock is involved, so the report is the same on every computer.

Of several games of a series that --of, --lost or --faults choose, a list says for each at which turn it was lost.

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
    let contents = match match_source::read(&args.source)? {
        SourceContents::Series(games) if !args.choice.filter.takes_all() && args.choice.game.is_none() => {
            let chosen = games.choose(&args.choice.filter())?;
            if chosen.len() > 1 {
                return analyse_games(args, &games, &chosen);
            }
            SourceContents::Series(games)
        }
        contents => contents,
    };
    let OneMatch { record, remarks, .. } = match_source::choose_one(&args.source, contents, &args.choice)?;
    let report = finish(
        &mut *begin(&*record, args.nodes)?,
        "analysing from the last turn",
        |_| false,
        &interrupt::on_ctrl_c()?,
    )?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json::text(&document(&report)))?;
    } else {
        write_report(&mut out, &*record, &report)?;
    }
    remarks.iter().for_each(|remark| note(remark));
    Ok(())
}

fn begin(record: &dyn RecordedMatch, nodes: u64) -> Result<Box<dyn LossAnalysis>, CommandError> {
    let begun = loss_report::begin_analysis(record.game(), record.settings(), record.untyped_turns(), nodes);
    let begun = begun.ok_or_else(|| {
        CommandError::Usage(format!("{} has no judge, so its matches cannot be analysed", record.title()))
    });
    begun?.map_err(CommandError::Internal)
}

/// Lists the turns that lost these games of a series. Of each, no earlier turn is analysed.
fn analyse_games(args: &Args, series: &SeriesGames, games: &[&GameLine]) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    let interrupt = interrupt::on_ctrl_c()?;
    let (mut won, mut drawn) = (0, 0);
    // Of void games, nothing is kept.
    let played: Vec<_> = games.iter().filter(|game| game.replay.is_some()).collect();
    for game in &played {
        let SeriesMatch { record, .. } = series.open(game)?;
        let doing = format!("game {}", game.number());
        let report =
            finish(&mut *begin(&*record, args.nodes)?, &doing, |report| report.decisive.is_some(), &interrupt)?;
        match report.decisive.and_then(|turn| report.turns[turn].before()) {
            Some(Judgement::Win) => won += 1,
            Some(Judgement::Draw) => drawn += 1,
            Some(Judgement::Loss) | None => {}
        }
        if args.json {
            let mut document = document(&report);
            document["game"] = game.number().into();
            writeln!(out, "{document}")?;
        } else {
            let loser =
                report.loser.map_or_else(String::new, |loser| format!("  {}", report::name(record.players(), loser)));
            writeln!(out, "game {:3}{loser}  {}", game.number(), report.sentence())?;
        }
    }
    if !args.json {
        let of = report::counted(played.len(), "game");
        writeln!(out, "\nOf {of}, {won} lost from a won position and {drawn} from a drawn one.")?;
    }
    Ok(())
}

/// Does the analysis, with its progress on a terminal: all of it, or until the report is enough.
fn finish(
    analysis: &mut dyn LossAnalysis,
    doing: &str,
    is_enough: impl Fn(&LossReport) -> bool,
    interrupt: &Interrupt,
) -> Result<LossReport, CommandError> {
    let begin = Instant::now();
    let (_, turns) = analysis.progress();
    let bar = ProgressBar::with_draw_target(Some(turns as u64), ProgressDrawTarget::hidden());
    let style = ProgressStyle::with_template("{msg}: {bar:24} {pos}/{len} turns");
    bar.set_style(style.expect("the template is valid"));
    bar.set_message(doing.to_owned());
    let mut is_shown = false;
    while !analysis.advance(PIECE) && !is_enough(&analysis.report()) {
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
