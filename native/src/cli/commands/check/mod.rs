//! `botyard check GAME BOT`: plays one bot in every situation that its game can put it in, and
//! explains what is wrong and how to mend it. `botyard check --cases FILE BOT`: runs bots in kept
//! turns. Knows games only by the situations that they list.

mod cases;
mod wait_notice;

use std::cell::Cell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use botyard::{bots, refusal_notes};
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::catalog;
use botyard_engine::diagnosis::{BotLanguage, CrashReport, FaultyBot, HostTools, advise, explain_crash};
use botyard_engine::fault::{Fault, FaultKind, FaultReason, printable};
use botyard_engine::referee::is_out_of_time;
use botyard_engine::seat::Seat;
use botyard_engine::shell_word::shell_word;
use botyard_engine::transcript::{Stream, Transcript};
use botyard_host::refusals::RefusalFinder;
use botyard_host::{HostError, HostedMatch, Interrupt, SeatBody, play_match};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::game_name::{is_bot, wrong_game};
use crate::cli::args::match_args;
use crate::cli::args::page_args::PageArgs;
use crate::cli::args::terms_args::TermsArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::{self, Situation, checked_replay};
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::report::{self, TimeUsed, counted};
use crate::cli::output::stderr_notes::note;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec, names};
use wait_notice::WaitNotice;

const EXAMPLES: &str = "\
Examples:
  botyard check connect-four ./bot
  botyard check generals bot.wasm --seed 7
  botyard check bitmartyr ./bot --formats plain    a bot of another format than the usual one
  botyard check --cases cases.toml ./bot           every turn kept by `botyard case`
  botyard check --cases cases.toml ./old ./new     a column for each build";

const AFTER_HELP: &str = "\
The bot plays from every seat against the bundled bots in every situation that its game lists. A bot that only loses passes: `botyard series` tells how good it is. \
A bot that fails in its format is tried in the others that its game has.

Exit status: 0 no fault and every case passed, 2 usage error, 3 the bot cannot be started, 4 the bot had a fault, or a case failed or was not reached, 5 file error, 130 interrupted.";

const USAGE: &str = "botyard check [OPTIONS] GAME BOT\n       botyard check --cases FILE BOT...";

/// What helps the author of a bot in a terminal.
const TOOLS: HostTools = HostTools {
    repeat: "`botyard rerun` with the link repeats it",
    look: "`botyard replay` with the link draws the board",
    more_time: "set another limit with `--time`",
};

/// What to change if a run for a single question was late.
const LATE_RUN_ADVICE: &str = "Let each run answer and end before the time limit; `--time` sets another. An executable \
                               is measured in real time, so on a busy machine it needs a generous limit; the time of a \
                               module does not depend on the machine.";

/// The most lines of the bot's stderr that are shown for a game with a fault.
const STDERR_LINES: usize = 5;

/// Play one bot in every situation that it may meet, and explain what it does wrong
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = AFTER_HELP, override_usage = USAGE)]
pub struct Args {
    /// Game, such as connect-four, and bot, named as for `botyard play`; with --cases, one bot or
    /// several builds of it
    #[arg(required = true, value_name = "GAME BOT")]
    words: Vec<String>,
    /// Ask the bots what this file's cases ask (see `botyard case`), instead of playing games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "time", "speed", "wall_clock", "formats"])]
    cases: Option<PathBuf>,
    /// Format of the bot, if its game has several: in BitMartyr standard (default), plain or basic
    #[arg(long, value_name = "FORMAT")]
    formats: Option<String>,
    /// With --cases: print only a JSON document on stdout, with each bot's verdict on each case and
    /// the reason
    #[arg(long, requires = "cases")]
    json: bool,
    #[command(flatten)]
    terms: TermsArgs,
    #[command(flatten)]
    page: PageArgs,
}

/// Checks the bot, and prints what it finds.
pub fn run(args: &Args) -> Result<(), CommandError> {
    match (&args.cases, &args.words[..]) {
        (Some(file), bots) => cases::run(file, bots, args.json),
        (None, [game, bot]) => check_situations(args, game, bot),
        (None, [bot]) if is_bot(bot) => Err(CommandError::Usage(wrong_game("check", bot, &[]))),
        (None, [game, bots @ ..]) if bots.len() > 1 => Err(CommandError::Usage(too_many_bots(game, bots))),
        (None, _) => Err(CommandError::Usage(format!("expected a game and a bot:\n{USAGE}"))),
    }
}

/// The error for more than one bot, or for a first word that is not a game.
fn too_many_bots(game: &str, bots: &[String]) -> String {
    let is_game = |word: &str| catalog::NAMES.contains(&word);
    if !is_game(game) {
        // The corrected command has only one bot.
        let named: Vec<_> = bots.iter().filter(|word| is_game(word)).take(1).cloned().collect();
        return wrong_game("check", game, &named);
    }
    let shown: Vec<_> = bots.iter().map(|bot| printable(bot)).collect();
    format!("expected one bot, but {} were given ({}): check each of them by itself", bots.len(), shown.join(", "))
}

/// Plays the bot in each situation, and prints a line for each.
fn check_situations(args: &Args, game: &str, bot: &str) -> Result<(), CommandError> {
    if !catalog::NAMES.contains(&game) {
        return Err(CommandError::Usage(wrong_game("check", game, &[bot.to_owned()])));
    }
    let format = choose_format(game, args.formats.as_deref())?;
    let checker = BotChecker::load(args, game, bot, format)?;
    let situations = games::situations(game);
    let (mut failed, width) = (0, situations.iter().map(|situation| situation.name.len()).max().unwrap_or(0));
    let mut out = anstream::stdout();
    writeln!(out, "{game}: {}, seed {}", printable(bot), checker.seed)?;
    for situation in situations {
        let verdict = checker.check(situation)?;
        write_verdict(&mut out, situation, &verdict, width)?;
        if let (0, Some(problem)) = (failed, &verdict.problem)
            && let Some(format) = checker.find_fitting_format(situation, problem.seat)?
        {
            writeln!(
                out,
                "      In the format `{format}` it has no fault: check and play it with `--formats {format}`."
            )?;
        }
        failed += usize::from(verdict.problem.is_some());
    }
    match failed {
        0 => {
            let formats = args.formats.as_ref().map_or_else(String::new, |format| format!(" --formats {format}"));
            let bot = shell_word(bot);
            Ok(writeln!(out, "\nNo fault. `botyard series {game} {bot} OPPONENT{formats}` tells how good it is.")?)
        }
        _ => Err(CommandError::Check(format!(
            "the bot failed in {failed} of {}",
            counted(situations.len(), "situation")
        ))),
    }
}

/// The format of the bot: the named one, or the usual one; `None` if the game has only one.
fn choose_format(game: &str, named: Option<&str>) -> Result<Option<&'static str>, CommandError> {
    let formats = games::formats(game);
    let Some(named) = named else { return Ok(formats.first().copied()) };
    let found = formats.iter().copied().find(|format| *format == named);
    found.map(Some).ok_or_else(|| {
        CommandError::Usage(match formats {
            [] => format!("bots of {game} have one format: leave out --formats"),
            _ => format!("unknown format `{}` (formats of {game}: {})", printable(named), formats.join(", ")),
        })
    })
}

/// The results of the bot in a situation.
#[derive(Default)]
struct SituationVerdict {
    games: usize,
    /// The games in which the bot had a fault, or failed runs.
    failed_games: usize,
    /// The games that this computer could not play.
    void_games: usize,
    /// The bot's longest turn.
    longest: Duration,
    /// Whether it has printed any output.
    has_printed: bool,
    /// The first problem.
    problem: Option<Problem>,
}

/// A fault or an error of a bot.
struct Problem {
    /// What the sandbox may have refused it, as in [`refusal_notes::RefusalNote::text`].
    refusal: Option<String>,
    /// A description, in a sentence without its full stop.
    sentence: String,
    /// What may help, in whole sentences.
    advice: Option<String>,
    /// The number of its turn, from 1; `None` if the sentence has it.
    turn: Option<usize>,
    opponents: Vec<String>,
    seat: Seat,
    /// The match's link, if it is not too long for one.
    address: Option<String>,
    /// The end of the bot's stderr.
    stderr: String,
}

/// A bot and its opponents.
struct BotChecker<'a> {
    args: &'a Args,
    game: &'a str,
    seed: u64,
    name: String,
    body: SeatBody,
    /// The time limit of the bot's own.
    turn: Option<Duration>,
    /// The format of the bot, if its game has several.
    format: Option<&'static str>,
    opponents: Vec<(String, SeatBody)>,
    interrupt: Interrupt,
    /// Whether the user has been told that the check waits for the bot.
    is_wait_told: Cell<bool>,
}

impl<'a> BotChecker<'a> {
    fn load(args: &'a Args, game: &'a str, bot: &str, format: Option<&'static str>) -> Result<Self, CommandError> {
        let player = NamedPlayer::parse(bot);
        let name = names(std::slice::from_ref(&player))?.remove(0);
        let NamedPlayer { spec, turn, .. } = player;
        if spec == PlayerSpec::Human {
            return Err(CommandError::Usage("`check` is for bots: `botyard play` lets you play".to_owned()));
        }
        let mut loader = PlayerLoader::new(game);
        let body = loader.load_player(&spec)?;
        // Variants and scripts are left out: a variant is as strong as its original, and neither
        // tests anything else; a script also takes longer.
        let modules = bots::list_for(game).filter(|bot| bot.script().is_none()).map(|bot| bot.name_in(game));
        let originals = modules.filter(|name| !name.ends_with("-varied"));
        let opponents =
            originals.map(|name| Ok((name.to_owned(), loader.load_player(&PlayerSpec::Builtin(name.to_owned()))?)));
        let opponents = opponents.collect::<Result<_, CommandError>>()?;
        let (seed, interrupt) = (match_args::seed(args.terms.seed), interrupt::on_ctrl_c()?);
        Ok(Self { args, game, seed, name, body, turn, format, opponents, interrupt, is_wait_told: Cell::default() })
    }

    /// Plays the bot from every seat; in a game of two, against every opponent.
    fn check(&self, situation: &Situation) -> Result<SituationVerdict, CommandError> {
        let rounds = if situation.players == 2 { self.opponents.len() } else { 1 };
        let progress = progress(situation, situation.players * rounds);
        let mut verdict = SituationVerdict::default();
        for first_opponent in 0..rounds {
            for seat in (0..situation.players).map(Seat::new) {
                let first_opponent = first_opponent + seat.index();
                self.play(situation, self.format, seat, first_opponent, &progress, &mut verdict)?;
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        Ok(verdict)
    }

    /// Another format than the bot's own in which it plays a game of this situation without a
    /// fault. A bot without output does not show which format it expects.
    fn find_fitting_format(&self, situation: &Situation, seat: Seat) -> Result<Option<&'static str>, CommandError> {
        for format in games::formats(self.game).iter().copied().filter(|format| Some(*format) != self.format) {
            let mut verdict = SituationVerdict::default();
            self.play(situation, Some(format), seat, seat.index(), &ProgressBar::hidden(), &mut verdict)?;
            if verdict.has_printed && verdict.problem.is_none() && verdict.void_games == 0 {
                return Ok(Some(format));
            }
        }
        Ok(None)
    }

    /// Plays a game with the bot in this seat. The opponents follow each other in a circle.
    fn play(
        &self,
        situation: &Situation,
        format: Option<&'static str>,
        seat: Seat,
        first_opponent: usize,
        progress: &ProgressBar,
        verdict: &mut SituationVerdict,
    ) -> Result<(), CommandError> {
        let seed = self.seed.wrapping_add(verdict.games as u64);
        let mut opponents = self.opponents.iter().cycle().skip(first_opponent % self.opponents.len().max(1));
        let players = (0..situation.players).map(|index| match index == seat.index() {
            true => Some((self.name.clone(), self.body.clone())),
            false => opponents.next().cloned(),
        });
        let players = players.collect::<Option<Vec<_>>>();
        let players = players.ok_or_else(|| CommandError::Internal("the game has no bundled bots".to_owned()))?;
        let opponents = players.iter().enumerate().filter(|(index, _)| *index != seat.index());
        let opponents = opponents.map(|(_, (name, _))| name.clone()).collect();
        let mut hosted_match = HostedMatch::new(self.game, seed, players);
        let bodies = hosted_match.bodies.clone();
        hosted_match.match_spec.settings =
            games::situation_settings(self.game, situation, seed, format.map(|format| (format, seat)))?;
        let own_turns = (0..situation.players).map(|index| self.turn.filter(|_| index == seat.index()));
        hosted_match.match_spec.terms = self.args.terms.terms().with_own_turns(own_turns);
        verdict.games += 1;
        let tell = |sentence: &str| progress.suspend(|| note(sentence));
        let mut notice = WaitNotice::new(&self.name, seat, &self.is_wait_told, &tell);
        let game = match play_match(hosted_match, &mut notice, &self.interrupt) {
            Ok(game) => game,
            Err(HostError::Void(_)) => {
                verdict.void_games += 1;
                return Ok(());
            }
            Err(why) => return Err(why.into()),
        };
        if self.interrupt.is_raised() {
            return Err(CommandError::Interrupted);
        }
        let record = checked_replay::of_match(&*game).map_err(CommandError::Internal)?;
        verdict.has_printed |= !game.transcript().printed(seat).is_empty();
        verdict.longest = verdict.longest.max(TimeUsed::for_seat(&*record, seat).longest);
        let Some(problem) = find_problem(&*game, &*record, seat, opponents, self.args.page.url()) else {
            return Ok(());
        };
        verdict.failed_games += 1;
        verdict.problem.get_or_insert_with(|| {
            let notes = refusal_notes::find_notes(&RefusalFinder::for_players(&bodies), &*game);
            let refusal = notes.into_iter().find(|note| note.seat == seat).map(|note| note.text);
            Problem { refusal, ..problem }
        });
        Ok(())
    }
}

fn progress(situation: &Situation, games: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{msg}: {pos} of {len} games").expect("the template is valid");
    bar.with_style(style).with_message(situation.name)
}

/// The first problem of this seat's bot.
fn find_problem(
    game: &dyn AnyMatch,
    record: &dyn RecordedMatch,
    seat: Seat,
    opponents: Vec<String>,
    page: Option<&str>,
) -> Option<Problem> {
    let stderr = game.transcript().stderr_end(seat);
    let report = CrashReport::find(&stderr);
    let report = report.map(|report| match report::renamed_script(record.players(), seat) {
        Some((file, language)) => report.renaming(language.main_file(), file),
        None => report,
    });
    let player = record.players().get(seat.index());
    let language = player.and_then(|player| BotLanguage::of_bot(player, None));
    let is_script = player.is_some_and(BotLanguage::is_script);
    let printed = game.transcript().printed(seat);
    let intended = catalog::find_intended_game(game.game(), &printed);
    let mut bot = FaultyBot {
        language,
        is_script,
        report: report.as_ref(),
        lacking_line: None,
        intended: intended.as_ref().map(|(games, line)| (games.as_str(), *line)),
    };
    let (sentence, advice, turn) = match record.faults().into_iter().find(|(faulty, _)| *faulty == seat) {
        Some((_, fault)) => {
            let lacking_line = catalog::lacking_line(game.game(), seat, &printed);
            bot.lacking_line = lacking_line.filter(|_| fault.received.is_empty());
            let explained = bot.report.and_then(|report| explain_crash(fault, report));
            let sentence = report::describe_fault(record, seat, explained.as_ref().unwrap_or(fault));
            let slept = record.explain_sleep(fault);
            let advice = advise(slept.as_ref().unwrap_or(fault), bot, record.explain_reason(), TOOLS);
            (sentence, advice, Some(first_faulty_turn(record, seat)))
        }
        None => failed_run(game.transcript(), record, seat, bot).or_else(|| miscounted_answer(game, seat))?,
    };
    Some(Problem {
        refusal: None,
        sentence,
        advice,
        turn,
        opponents,
        seat,
        address: report::address(record, page),
        stderr,
    })
}

/// The number of the seat's first turn with a fault, from 1.
fn first_faulty_turn(record: &dyn RecordedMatch, seat: Seat) -> usize {
    let turns = record.turns_from(0);
    let mut own = turns.iter().filter(|turn| turn.seat == seat);
    own.position(|turn| turn.result.is_err()).map_or(1, |index| index + 1)
}

/// How a run for a single question failed. That is not a fault, but part of the answer is missing.
fn failed_run(
    transcript: &Transcript,
    record: &dyn RecordedMatch,
    seat: Seat,
    bot: FaultyBot<'_>,
) -> Option<(String, Option<String>, Option<usize>)> {
    let name = report::name(record.players(), seat);
    let mut own = transcript.passages().iter();
    let first = own.find(|passage| passage.seat == seat && passage.stream == Stream::Ended)?;
    let how = first.text.lines().next().unwrap_or_default();
    let advice = match is_out_of_time(&first.text) {
        true => Some(LATE_RUN_ADVICE.to_owned()),
        false => {
            let why = how.strip_prefix("it ended ").map_or(FaultReason::Unstated, FaultReason::from);
            advise(&Fault::new(FaultKind::Exited, b"", why), bot, record.explain_reason(), TOOLS)
        }
    };
    Some((format!("a run of {name} failed: {how}"), advice, Some(record.rounds().completed(first.turn) + 1)))
}

/// A wrong number of actions in its answers, which shows that it expects another format. That is
/// not a fault either, but it plays badly.
fn miscounted_answer(game: &dyn AnyMatch, seat: Seat) -> Option<(String, Option<String>, Option<usize>)> {
    let noted = games::answer_notes(game).into_iter().find(|noted| noted.seat == seat)?;
    Some((noted.sentence, Some(noted.advice), None))
}

fn write_verdict(
    out: &mut dyn Write,
    situation: &Situation,
    verdict: &SituationVerdict,
    width: usize,
) -> io::Result<()> {
    let SituationVerdict { games, failed_games, void_games, longest, has_printed: _, problem } = verdict;
    let word = if problem.is_some() { "FAILED" } else { "passed" };
    let longest = format!("longest turn {longest:.1?}");
    write!(out, "  {word}  {:width$}  {}, {longest}", situation.name, counted(*games, "game"))?;
    if *void_games > 0 {
        write!(out, "; {void_games} could not be played: this computer is too busy")?;
    }
    writeln!(out)?;
    let Some(problem) = problem else { return Ok(()) };
    let seat = problem.seat.number();
    let turn = problem.turn.map_or_else(String::new, |turn| format!(", in its turn {turn}"));
    let against = match problem.opponents.is_empty() {
        true => String::new(),
        false => format!(" against {}", problem.opponents.join(", ")),
    };
    writeln!(out, "      in {failed_games} of {}, first as player {seat}{against}{turn}:", counted(*games, "game"))?;
    writeln!(out, "      {}.", problem.sentence)?;
    if let Some(refusal) = &problem.refusal {
        write!(out, "      It {}", refusal.replace("\n  ", "\n        "))?;
    }
    if let Some(advice) = &problem.advice {
        writeln!(out, "      To mend it: {advice}")?;
    }
    if let Some(address) = &problem.address {
        writeln!(out, "      To see it: botyard replay '{address}'")?;
    }
    let lines: Vec<_> = problem.stderr.lines().collect();
    for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
        writeln!(out, "      stderr: {}", printable(line))?;
    }
    Ok(())
}
