//! `botyard check --cases FILE BOT...`: a list of cases with a column for each build. Knows no
//! game.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;

use botyard_engine::cases::{Case, CaseVerdict, OpenCase};
use botyard_engine::fault::printable;
use botyard_engine::replay::MatchTerms;
use botyard_host::{Interrupt, SeatBody};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};

use super::super::case_file;
use super::super::player_answer::PlayerAnswer;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::output::column_width::{at_start, column_width};
use crate::cli::output::json;
use crate::cli::output::report::counted;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec, names};
use crate::cli::players::repeated_match;

/// The most lines of a bot's stderr that are shown for a failed case.
const STDERR_LINES: usize = 5;

/// The result of one build in one case.
struct CheckedCase {
    verdict: CaseVerdict,
    /// Why it did not pass.
    why: Option<String>,
    /// Its answer in the turn in which it fails or differs.
    answer: Option<PlayerAnswer>,
    /// Whether it could not be started.
    failed_to_start: bool,
}

/// Runs every bot in every case, and prints the results.
pub fn run(file: &Path, bots: &[String], as_json: bool) -> Result<(), CommandError> {
    let cases = case_file::read(file)?;
    if cases.is_empty() {
        let file = printable(&file.display().to_string());
        return Err(CommandError::File(format!("{file} has no cases: `botyard case` adds one")));
    }
    let players: Vec<_> = bots.iter().map(|bot| NamedPlayer::parse(bot)).collect();
    let names = names(&players)?;
    if players.iter().any(|player| player.turn.is_some()) {
        return Err(CommandError::Usage("a case says how long a bot may take: name the bot without a time".to_owned()));
    }
    let specs: Vec<_> = players.into_iter().map(|player| player.spec).collect();
    if specs.contains(&PlayerSpec::Human) {
        return Err(CommandError::Usage("`check` is for bots: `botyard play` lets you play".to_owned()));
    }
    let interrupt = interrupt::on_ctrl_c()?;
    let progress = progress(cases.len() * bots.len());
    let mut loaded = BTreeMap::new();
    let mut results = Vec::new();
    for (case, open) in &cases {
        let mut of_case = Vec::new();
        for spec in 0..specs.len() {
            let result =
                ask(case, open, |game| load(&mut loaded, game, &specs).map(|bodies| bodies[spec].clone()), &interrupt);
            of_case.push(result?);
            progress.inc(1);
        }
        results.push(of_case);
    }
    progress.finish_and_clear();
    let mut out = anstream::stdout().lock();
    match as_json {
        true => writeln!(out, "{}", json::text(&document(&cases, &names, &results)))?,
        false => write(&mut out, &cases, &names, &results)?,
    }
    let asked = cases.len() * names.len();
    let passed = results.iter().flatten().filter(|result| result.verdict == CaseVerdict::Pass).count();
    match asked - passed {
        0 => Ok(()),
        _ if results.iter().flatten().any(|result| result.failed_to_start) => {
            Err(CommandError::NotStarted("a bot could not be started".to_owned()))
        }
        failed => Err(CommandError::Check(format!("{failed} of {} did not pass", counted(asked, "answer")))),
    }
}

/// The bots, loaded once for each game that has cases.
fn load<'a>(
    loaded: &'a mut BTreeMap<String, Vec<SeatBody>>,
    game: &str,
    specs: &[PlayerSpec],
) -> Result<&'a [SeatBody], CommandError> {
    if !loaded.contains_key(game) {
        let mut loader = PlayerLoader::new(game);
        let bodies = specs.iter().map(|spec| loader.load_player(spec)).collect::<Result<_, _>>()?;
        loaded.insert(game.to_owned(), bodies);
    }
    Ok(&loaded[game])
}

fn ask(
    case: &Case,
    open: &OpenCase,
    body: impl FnOnce(&str) -> Result<SeatBody, CommandError>,
    interrupt: &Interrupt,
) -> Result<CheckedCase, CommandError> {
    let internal = |why: String| CommandError::Internal(format!("case `{}`: {why}", printable(&case.name)));
    let replay = case.replay().map_err(|why| internal(why.to_string()))?;
    let record = checked_replay::from_json(replay).map_err(internal)?;
    let mut bodies: Vec<_> = record.players().iter().cloned().map(SeatBody::Recorded).collect();
    bodies[open.seat.index()] = body(record.game()).map_err(|why| match why {
        CommandError::Usage(why) => CommandError::Usage(format!("case `{}`: {why}", printable(&case.name))),
        other => other,
    })?;
    let hosted_match = repeated_match::repeat(&*record, bodies, &MatchTerms::default())?;
    let game = repeated_match::play(hosted_match, open.index + 1, interrupt)?.game;
    let verdict = open.judge(&*game);
    let now = checked_replay::of_match(&*game).map_err(internal)?;
    let index = match verdict {
        CaseVerdict::NotReached(index) => index,
        CaseVerdict::Pass | CaseVerdict::Fail(_) => open.index,
    };
    Ok(CheckedCase {
        why: open.explain(&verdict, &game.turns_from(0)),
        verdict,
        answer: PlayerAnswer::from_turn(&*now, game.transcript().passages(), index),
        failed_to_start: now.failed_to_start(),
    })
}

fn progress(answers: usize) -> ProgressBar {
    let target = if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("cases: {pos} of {len} answers").expect("the template is valid");
    ProgressBar::with_draw_target(Some(answers as u64), target).with_style(style)
}

impl CheckedCase {
    fn word(&self) -> &'static str {
        match self.verdict {
            CaseVerdict::Pass => "pass",
            CaseVerdict::Fail(_) => "FAIL",
            CaseVerdict::NotReached(_) => "not reached",
        }
    }
}

fn write(
    out: &mut dyn Write,
    cases: &[(Case, OpenCase)],
    names: &[String],
    results: &[Vec<CheckedCase>],
) -> io::Result<()> {
    let labels: Vec<_> = cases.iter().map(|(case, _)| printable(&case.name)).collect();
    let width = column_width(&labels);
    let columns: Vec<_> = names.iter().map(|name| printable(name)).collect();
    let widths: Vec<_> = columns.iter().map(|column| column_width([column.as_str(), "not reached"])).collect();
    let line = |out: &mut dyn Write, label: &str, cells: &mut dyn Iterator<Item = &str>| {
        let mut text = at_start(label, width);
        cells.zip(&widths).for_each(|(cell, width)| text += &format!("  {}", at_start(cell, *width)));
        writeln!(out, "{}", text.trim_end())
    };
    line(out, "", &mut columns.iter().map(String::as_str))?;
    for (label, of_case) in labels.iter().zip(results) {
        line(out, label, &mut of_case.iter().map(CheckedCase::word))?;
    }
    for ((case, _), (label, of_case)) in cases.iter().zip(labels.iter().zip(results)) {
        for (name, result) in columns.iter().zip(of_case) {
            let Some(why) = &result.why else { continue };
            writeln!(out, "\n{name}, {label}: {}", printable(why))?;
            if !case.note.is_empty() {
                writeln!(out, "  note: {}", printable(&case.note))?;
            }
            result.answer.as_ref().map_or(Ok(()), |answer| answer.write_stderr(out, STDERR_LINES, "  "))?;
        }
    }
    Ok(())
}

fn document(cases: &[(Case, OpenCase)], names: &[String], results: &[Vec<CheckedCase>]) -> Value {
    let of_case = |((case, _), of_case): (&(Case, OpenCase), &Vec<CheckedCase>)| {
        let answers = names.iter().zip(of_case).map(|(name, result)| {
            let verdict = match result.verdict {
                CaseVerdict::Pass => "pass",
                CaseVerdict::Fail(_) => "fail",
                CaseVerdict::NotReached(_) => "not-reached",
            };
            json!({"bot": name, "verdict": verdict, "why": result.why})
        });
        json!({
            "name": case.name,
            "note": case.note,
            "seat": case.seat,
            "turn": case.turn,
            "answers": answers.collect::<Vec<_>>(),
        })
    };
    json!({"cases": cases.iter().zip(results).map(of_case).collect::<Vec<_>>()})
}
