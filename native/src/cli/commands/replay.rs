//! `botyard replay`: shows a match that was played, and writes it in another form.

use std::io::{self, BufWriter, Write};

use anstyle::AnsiColor;
use botyard_engine::fault::printable;
use botyard_engine::seat::Seat;
use botyard_engine::tournament::report::game_table;
use botyard_picture::qr_code::QrCode;

use super::match_picture::PictureArgs;
use super::match_source::{self, SourceContents};
use super::series_games::{SeriesGames, SeriesMatch};
use crate::cli::args::game_choice_args::GameChoiceArgs;
use crate::cli::args::page_args::PageArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::BoardSequence;
use crate::cli::games::checked_replay::{LinkedMatch, LoggedMatch};
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::stderr_notes::note;
use crate::cli::output::{field, json, report};

const EXAMPLES: &str = "\
Examples:
  botyard replay match.json                       a match that `play --save` wrote
  botyard replay '#/connect-four/r/AzEm'          a link, or the page's URL with it
  botyard replay log.txt --game 3 --turn 10       a position of the third match of a log
  botyard replay cup.sqlite --game 17             a game of a series that --store or --jsonl kept
  botyard replay match.json --columns             in the original's log format
  botyard replay match.json --page URL --qr       with a QR code of the link
  botyard replay match.json --turn 10 --picture board.png
  botyard replay match.json --picture match.html  the whole match as one file, to be opened anywhere";

/// Show a recorded match, or convert it
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// File written by `play --save` or `play --json`, by --store or --jsonl of a series, a link or
    /// its payload, a log, or a line of a log
    source: String,
    #[command(flatten)]
    choice: GameChoiceArgs,
    /// Show the position after this many turns, or this board of a log whose moves cannot be
    /// reconstructed
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Print only the match in the original's log format
    #[arg(long)]
    columns: bool,
    /// Print only the match as JSON (one document per match)
    #[arg(long, conflicts_with = "columns")]
    json: bool,
    /// Print the link as a QR code too; needs the page's URL
    #[arg(long, conflicts_with_all = ["columns", "json"])]
    qr: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    page: PageArgs,
}

/// Shows or converts the match.
pub fn run(args: &Args) -> Result<(), CommandError> {
    if args.qr && args.page.url().is_none() {
        let why = "--qr needs the page's URL, which whoever scans it opens: --page URL, or BOTYARD_PAGE_URL";
        return Err(CommandError::Usage(why.to_owned()));
    }
    match match_source::read(&args.source)? {
        SourceContents::Series(games) => print_series(args, &games),
        _ if !args.choice.filter.takes_all() => Err(match_source::no_series(&args.source)),
        SourceContents::Matches(LoggedMatch { matches, remarks }) => {
            print_matches(args, chosen(args, &matches)?, None)?;
            remarks.iter().for_each(|remark| note(&format!("{}: {remark}", printable(&args.source))));
            Ok(())
        }
        SourceContents::Address(LinkedMatch { record, remarks }, turn) => {
            print_matches(args, chosen(args, &[record])?, turn)?;
            remarks.iter().for_each(|remark| note(remark));
            Ok(())
        }
        SourceContents::Boards(boards) => print_boards(args, &*boards),
    }
}

/// Prints the chosen game of a series, or a list of those that are chosen; in other forms, all of
/// them.
fn print_series(args: &Args, games: &SeriesGames) -> Result<(), CommandError> {
    let chosen = games.choose(&args.choice.filter())?;
    let is_one = chosen.len() == 1;
    if is_one || args.json || args.columns {
        // Of void games, nothing is kept.
        let records = chosen.into_iter().filter(|game| is_one || game.replay.is_some());
        let records = records.map(|game| games.open(game).map(|SeriesMatch { record, .. }| record));
        return print_matches(args, &records.collect::<Result<Vec<_>, _>>()?, None);
    }
    if args.picture.is_given() || args.turn.is_some() {
        games.open_one(&args.choice)?;
    }
    let mut out = anstream::stdout().lock();
    field::write_text(&mut out, &game_table(&chosen))?;
    Ok(writeln!(out, "\nUse --game N to show one of them.")?)
}

fn print_matches(args: &Args, matches: &[Box<dyn RecordedMatch>], turn: Option<usize>) -> Result<(), CommandError> {
    if args.json {
        // It has no styles that a stream for terminals would have to look for.
        let mut out = BufWriter::new(io::stdout().lock());
        for record in matches {
            json::write_replay(&**record, &mut out)?;
        }
        return Ok(out.flush()?);
    }
    let mut out = anstream::stdout().lock();
    if args.columns {
        for log in matches.iter().filter_map(|record| record.log(None)) {
            write!(out, "{log}")?;
        }
    } else if let [record] = matches {
        let asked = args.turn.map(|number| position(&**record, number)).transpose()?;
        if let Some(picture) = args.picture.wanted()? {
            return picture.save(&**record, asked, turn);
        }
        show(&mut out, &**record, asked.or(turn), args.page.url())?;
        if args.qr {
            write_qr_code(&mut out, &**record, args.page.url())?;
        }
    } else if args.picture.is_given() {
        let (source, held) = (printable(&args.source), matches.len());
        return Err(CommandError::Usage(format!("{source} has {held} matches: choose one with --game 1 to {held}")));
    } else {
        list(&mut out, matches)?;
    }
    Ok(())
}

fn chosen<'a>(
    args: &Args,
    matches: &'a [Box<dyn RecordedMatch>],
) -> Result<&'a [Box<dyn RecordedMatch>], CommandError> {
    let source = printable(&args.source);
    match args.choice.game {
        _ if matches.is_empty() => Err(CommandError::File(format!("{source} contains no match"))),
        None => Ok(matches),
        Some(number) => number.checked_sub(1).and_then(|at| matches.get(at..=at)).ok_or_else(|| {
            let expected = report::numbers_to(matches.len());
            CommandError::Usage(format!("{source} has no match {number}: expected {expected}"))
        }),
    }
}

/// The number of actions before the position after this many turns, as people count them.
fn position(record: &dyn RecordedMatch, number: usize) -> Result<usize, CommandError> {
    let rounds = record.rounds();
    if number > rounds.count() {
        let count = report::counted(rounds.count(), "turn");
        return Err(CommandError::Usage(format!("no turn {number}: the match has {count}")));
    }
    Ok(rounds.turn(number))
}

/// Prints the position after `turn` turns, or after all of them, with the turns before it.
fn show(
    out: &mut dyn Write,
    record: &dyn RecordedMatch,
    turn: Option<usize>,
    page: Option<&str>,
) -> Result<(), CommandError> {
    let turns = record.turns_from(0);
    let shown = turn.unwrap_or(turns.len());
    if shown > turns.len() {
        let count = report::counted(turns.len(), "turn");
        return Err(CommandError::Usage(format!("no turn {shown}: the match has {count}")));
    }
    let seats = (0..record.players().len()).map(Seat::new);
    let players: Vec<_> =
        seats.map(|seat| format!("{} {}", record.seat_symbol(seat), report::name(record.players(), seat))).collect();
    writeln!(out, "{}: {}\n\n{}", record.title(), players.join(", "), record.draw(shown))?;
    let words: Vec<_> = turns[..shown].iter().filter_map(|turn| turn.result.as_deref().ok()).collect();
    let between = if words.iter().any(|words| words.contains(' ')) { ", " } else { " " };
    writeln!(out, "turns {}", words.join(between))?;
    if shown < turns.len() {
        let rounds = record.rounds();
        writeln!(out, "after turn {} of {}", rounds.completed(shown), rounds.count())?;
    } else {
        writeln!(out, "{}", record.verdict())?;
    }
    report::write_link(out, record, page, "--json")?;
    Ok(())
}

/// Prints the link as a QR code, dark on light in every terminal that has colours.
fn write_qr_code(out: &mut dyn Write, record: &dyn RecordedMatch, page: Option<&str>) -> Result<(), CommandError> {
    let ink = AnsiColor::Black.on(AnsiColor::BrightWhite);
    let Some(link) = report::short_link(record, page) else { return Ok(()) };
    match QrCode::encode(&link.address) {
        Ok(code) => {
            code.text().lines().try_for_each(|line| writeln!(out, "{ink}{line}{ink:#}"))?;
        }
        Err(why) => note(&why.to_string()),
    }
    Ok(())
}

/// Prints one board and lists the boards that decided the match. Such a log has no moves, so it
/// cannot be converted.
fn print_boards(args: &Args, boards: &dyn BoardSequence) -> Result<(), CommandError> {
    let (source, count) = (printable(&args.source), boards.count());
    if args.json || args.columns || args.picture.is_given() {
        let why = "has boards but no moves: it can be shown, but not converted";
        return Err(CommandError::Usage(format!("{source} {why}")));
    }
    if args.choice.game.is_some_and(|number| number != 1) {
        return Err(CommandError::Usage(format!("{source} contains only match 1")));
    }
    let number = args.turn.unwrap_or(count);
    let Some(index) = number.checked_sub(1).filter(|&index| index < count) else {
        let expected = report::numbers_to(count);
        return Err(CommandError::Usage(format!("{source} has no board {number}: expected {expected}")));
    };
    let mut out = anstream::stdout().lock();
    writeln!(out, "{}\n\n{}", boards.title(), boards.draw(index))?;
    for index in boards.milestones().into_iter().filter(|&milestone| milestone != index) {
        writeln!(out, "board {}: {}", index + 1, boards.describe_turn(index))?;
    }
    writeln!(out, "board {number} of {count}: {}", boards.describe_turn(index))?;
    writeln!(out, "Use --turn N to show another board.")?;
    Ok(())
}

/// Prints a line for each match.
fn list(out: &mut dyn Write, matches: &[Box<dyn RecordedMatch>]) -> io::Result<()> {
    for (at, record) in matches.iter().enumerate() {
        writeln!(out, "{:5}  {:>9}  {}", at + 1, report::counted(record.rounds().count(), "turn"), record.verdict())?;
    }
    writeln!(out, "Use --game N to show one of them.")
}
