//! `botyard analyse RECORD`: the turn that lost a match, or the turns that lost the games of a series.
//! Knows no game: each supplies its judge, or the features of its model.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use botyard_engine::chance_report::{self, ChanceReport};
use botyard_engine::judge::Judgement;
use botyard_engine::loss_report::{self, JudgedTurn, LossAnalysis, LossReport, TOO_MANY, USUAL_NODES};
use botyard_engine::match_report::MatchReport;
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
Connect Four has a judge, which knows who wins a position if both sides play perfectly. Turns are analysed from the \
last to the first. A turn that needs more than --nodes positions is given up, with all before it; no clock is \
involved, so the report is the same on every computer.

In Stratego and Generals, a model estimates the chance of each of two players to win. It was fitted to games of the bundled \
bots; `botyard docs cases` says how good it is. The turn that is named is the one from which the loser's chance fell \
most until its next one, beyond the interval of the estimate.

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
    let report = analyse(&*record, args.nodes, "analysing from the last turn", |_| false, &interrupt::on_ctrl_c()?)?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", json::text(&document(&report)))?;
    } else {
        write_report(&mut out, &*record, &report)?;
    }
    remarks.iter().for_each(|remark| note(remark));
    Ok(())
}

/// Analyses a match, by the judge of its game or else by the model.
fn analyse(
    record: &dyn RecordedMatch,
    nodes: u64,
    doing: &str,
    is_enough: impl Fn(&LossReport) -> bool,
    interrupt: &Interrupt,
) -> Result<MatchReport, CommandError> {
    let (game, turns) = (record.game(), record.untyped_turns());
    if let Some(begun) = loss_report::begin_analysis(game, record.settings(), turns.clone(), nodes) {
        let mut analysis = begun.map_err(CommandError::Internal)?;
        return Ok(MatchReport::Exact(finish(&mut *analysis, doing, is_enough, interrupt)?));
    }
    let players = record.players().len();
    let estimated = chance_report::estimate_match(game, players, record.settings(), turns);
    let estimated = estimated.ok_or_else(|| {
        let (title, players) = (record.title(), report::counted(players, "player"));
        CommandError::Usage(format!("a match of {title} with {players} cannot be analysed"))
    })?;
    estimated.map(MatchReport::Estimated).map_err(CommandError::Internal)
}

/// Lists the turns that lost these games of a series. Of each, no earlier turn is analysed.
fn analyse_games(args: &Args, series: &SeriesGames, games: &[&GameLine]) -> Result<(), CommandError> {
    let mut out = anstream::stdout().lock();
    let interrupt = interrupt::on_ctrl_c()?;
    let (mut won, mut drawn, mut are_exact) = (0, 0, true);
    // Of void games, nothing is kept.
    let played: Vec<_> = games.iter().filter(|game| game.replay.is_some()).collect();
    for game in &played {
        let SeriesMatch { record, .. } = series.open(game)?;
        let doing = format!("game {}", game.number());
        let report = analyse(&*record, args.nodes, &doing, |report| report.decisive.is_some(), &interrupt)?;
        match &report {
            MatchReport::Exact(report) => match report.decisive.and_then(|turn| report.turns[turn].before()) {
                Some(Judgement::Win) => won += 1,
                Some(Judgement::Draw) => drawn += 1,
                Some(Judgement::Loss) | None => {}
            },
            MatchReport::Estimated(_) => are_exact = false,
        }
        if args.json {
            let mut document = document(&report);
            document["game"] = game.number().into();
            writeln!(out, "{document}")?;
        } else {
            let loser =
                report.loser().map_or_else(String::new, |loser| format!("  {}", report::name(record.players(), loser)));
            writeln!(out, "game {:3}{loser}  {}", game.number(), report.sentence())?;
        }
    }
    if !args.json && are_exact {
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

/// The players, the sentence, and the turns.
fn write_report(out: &mut dyn Write, record: &dyn RecordedMatch, report: &MatchReport) -> io::Result<()> {
    let seats = (0..record.players().len()).map(Seat::new);
    let players: Vec<_> =
        seats.map(|seat| format!("{} {}", record.seat_symbol(seat), report::name(record.players(), seat))).collect();
    writeln!(out, "{}: {}\n\n{}\n", record.title(), players.join(", "), report.sentence())?;
    match report {
        MatchReport::Exact(report) => write_turns(out, record, report),
        MatchReport::Estimated(report) => write_falls(out, report),
    }
}

/// The report with turns and seats counted from 1, as people count them.
fn document(report: &MatchReport) -> Value {
    let mut document = match report {
        MatchReport::Exact(report) => exact_document(report),
        MatchReport::Estimated(report) => json!({
            "decisive_turn": report.decisive_turn().map(|turn| turn.number),
            "estimate": { "seat": 1, "course": report.course },
        }),
    };
    document["loser"] = report.loser().map(Seat::number).into();
    document["sentence"] = report.sentence().into();
    document
}

/// A line for each turn.
fn write_turns(out: &mut dyn Write, record: &dyn RecordedMatch, report: &LossReport) -> io::Result<()> {
    for (at, turn) in report.turns.iter().enumerate() {
        let mark = if report.decisive == Some(at) { "  <- lost here" } else { "" };
        let action = turn.action.as_deref().unwrap_or("fault");
        writeln!(out, "turn {:2}  {} {action}  {}{mark}", at + 1, record.seat_symbol(turn.seat), describe(turn))?;
    }
    Ok(())
}

/// The most falls that are listed.
const FALLS: usize = 5;

/// The turns at which the loser's chance fell most.
fn write_falls(out: &mut dyn Write, report: &ChanceReport) -> io::Result<()> {
    let falls = report.falls();
    if falls.is_empty() {
        return Ok(());
    }
    writeln!(out, "The largest falls of the loser's chance beyond the interval of its estimate:")?;
    for &fall in falls.iter().take(FALLS) {
        let turn = &report.turns[fall];
        let (before, after) = (turn.before.describe(), report.after(fall).describe());
        writeln!(out, "turn {:4}  from {before} to {after}", turn.number)?;
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

/// The part of a document that only an exact report has.
fn exact_document(report: &LossReport) -> Value {
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
    json!({ "decisive_turn": report.decisive.map(|at| at + 1), "turns": turns.collect::<Vec<_>>() })
}
