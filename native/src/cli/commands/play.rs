//! `botyard play`: one match, for people to see or for programs to read.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use botyard::serve::live_view::LiveView;
use botyard_engine::anymatch::{self, AnyMatch};
use botyard_host::refusals::RefusalFinder;
use botyard_host::{HostedMatch, Interrupt};

use super::first_output;
use super::game_args::{CommonOptions, GameArgs};
use crate::cli::args::keep_input_args::KeepInputArgs;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::args::match_args::MatchArgs;
use crate::cli::args::page_args::PageArgs;
use crate::cli::command_error::CommandError;
use crate::cli::games::{self, checked_replay};
use crate::cli::interrupt;
use crate::cli::output::recorded_match::RecordedMatch;
use crate::cli::output::stderr_notes::note;
use crate::cli::output::terminal_audience::{TerminalAudience, Verbosity};
use crate::cli::output::{json, output_file, refusal_notes, report, settings_notes};
use crate::cli::players::kept_files::{self, KeptFiles};
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::{NamedPlayer, PlayerSpec, names};

const PLAYERS: &str = "\
Players:
  bot.wasm           a WASI module
  ./bot              an executable or a script
  \"cmd:CMD ARGS\"     a command with arguments (quoted as for a shell, but run without one)
  builtin:NAME       a bundled bot: see `botyard bots`
  human              you, in this terminal, or in the page with -g
  NAME=PLAYER        any of these under another name, such as old=old/bot.py
  NAME@TIME=PLAYER   with a time limit of its own for one move, such as deep@2s=./bot or @500ms=./bot

Exit status: 0 the match was played or a person left it, 2 usage error, 3 a bot did not start, 5 file error, \
130 interrupted.";

const EXAMPLES: &str = "\
Examples:
  botyard play connect-four ./bot builtin:tactician          a bot of your own against a bundled one
  botyard play connect-four human builtin:random --watch     you against a bundled bot
  botyard play generals bot.wasm builtin:greedy --seed 7     with a seed, to repeat the match
  botyard play stratego --help                               the options of a game";

/// Play a match
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES)]
pub struct Args {
    /// Accepted only to explain that another command plays many matches
    #[arg(long = "games", value_name = "N", global = true, hide = true, value_parser = refuse_games)]
    _games: Option<String>,
    #[command(subcommand)]
    chosen: GameArgs<PlayOptions>,
}

/// Names the command that has this option.
fn refuse_games(count: &str) -> Result<String, String> {
    let count = if count.parse::<u64>().is_ok() { count } else { "N" };
    Err(format!("`play` plays one match: many are played by `botyard series GAME BOT OPPONENT --games {count}`"))
}

/// The options of `play` that all games share.
#[derive(Debug, clap::Args)]
#[command(before_help = EXAMPLES, after_help = PLAYERS)]
struct PlayOptions {
    /// Players, in seat order
    #[arg(required = true)]
    players: Vec<String>,
    #[command(flatten)]
    match_args: MatchArgs,
    #[command(flatten)]
    keep: kept_files::KeepFilesArgs,
    /// Save the match to this file as JSON, with everything that the bots read and wrote
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    keep_input: KeepInputArgs,
    /// Print only a JSON document on stdout
    #[arg(long)]
    json: bool,
    /// Print each turn as it is played
    #[arg(long)]
    moves: bool,
    /// Print each turn as it is played, and the board after it
    #[arg(long)]
    watch: bool,
    /// Print the bots' stderr (the last lines of a bot that failed are always printed)
    #[arg(long)]
    stderr: bool,
    #[command(flatten)]
    live_args: LiveArgs,
    #[command(flatten)]
    page: PageArgs,
    /// Print only the result; given twice, print nothing
    #[arg(long, short, action = clap::ArgAction::Count)]
    quiet: u8,
}

impl CommonOptions for PlayOptions {
    const COMMAND: &'static str = "play";
}

/// Plays the match and prints the result.
pub fn run(args: &Args) -> Result<(), CommandError> {
    let (hosted_match, keep) = hosted_match(&args.chosen)?;
    let (game, args) = (args.chosen.game, &args.chosen.common);
    if let (Some(save), Some(log)) = (&args.save, &args.match_args.log)
        && output_file::are_same(save, log)
    {
        return Err(CommandError::Usage("--save and --log name the same file".to_owned()));
    }
    let log = args.match_args.open_log(|| games::log_contents(game, "keep its match with --save FILE"))?;
    let save = args.save.as_deref().map(output_file::open_replay).transpose()?;
    let interrupt = interrupt::on_ctrl_c()?;
    let bodies = hosted_match.bodies.clone();
    let finder = RefusalFinder::for_players(&bodies);
    let FinishedPlay { game, record, live_view } = match args.json {
        // Prompts go to stderr, because programs read stdout.
        true => watched(args, hosted_match, &mut anstream::stderr(), &interrupt),
        false => watched(args, hosted_match, &mut anstream::stdout(), &interrupt),
    }?;
    // An error while saving is reported after the result, which would be lost otherwise.
    let mut written = keep.save();
    if let Some(log) = log {
        written = written.and(log.write(&*game, &*record));
    }
    if let Some(file) = save {
        let passages = game.transcript().passages();
        let saved = file.replace_with(|out| record.write_file(passages, args.keep_input.saved_bytes(), out));
        written = written.and(saved);
    }
    let has_link = print_match(args, &*game, &*record)?;
    if args.stderr || args.quiet < 2 {
        let (mut err, transcript) = (anstream::stderr(), game.transcript());
        report::write_stderr(&mut err, &*record, transcript, args.stderr)?;
        report::write_failed_runs(&mut err, record.players(), transcript.passages(), &record.rounds())?;
        let names: Vec<_> = record.players().iter().map(|player| player.name.clone()).collect();
        refusal_notes::write(&mut err, &finder, &*game, &names)?;
        let formats = games::format_notes(&*game, &bodies, &interrupt);
        let answers = games::answer_notes(&*game).into_iter().map(|note| note.sentence);
        let others = [formats, settings_notes::find_notes(&*game)].concat();
        answers.chain(others.into_iter().map(|(_, sentence)| sentence)).for_each(|sentence| note(&sentence));
    }
    if args.quiet < 2 {
        first_output::find_notes(&*game, &*record, &args.players).iter().for_each(|sentence| note(sentence));
    }
    if has_link {
        note("`botyard replay 'LINK'` shows this match again: put the link between the quotes");
    }
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    written?;
    match record.outcome() {
        None if interrupt.is_raised() => Err(CommandError::Interrupted),
        _ if record.failed_to_start() => Err(CommandError::NotStartedAsTold),
        _ => Ok(()),
    }
}

/// The match, and its modules' kept files.
fn hosted_match(chosen: &GameArgs<PlayOptions>) -> Result<(HostedMatch, KeptFiles), CommandError> {
    let args = &chosen.common;
    let named: Vec<_> = args.players.iter().map(|text| NamedPlayer::parse(text)).collect();
    let mut loader = PlayerLoader::new(chosen.game).with_kept_files(args.keep.kept_files()?);
    let mut players = Vec::new();
    if named.iter().any(|player| player.spec == PlayerSpec::Human && player.turn.is_some()) {
        return Err(CommandError::Usage("a time limit is for a bot: a person has as long as they like".to_owned()));
    }
    for (player, name) in named.iter().zip(names(&named)?) {
        players.push((name, loader.load_player(&player.spec)?));
    }
    let seed = args.match_args.seed();
    let settings = chosen.settings(players.len(), seed)?;
    let mut hosted_match = HostedMatch::new(chosen.game, seed, players);
    hosted_match.match_spec.settings = settings;
    hosted_match.match_spec.terms = args.match_args.terms().with_own_turns(named.iter().map(|player| player.turn));
    args.keep_input.apply(&mut hosted_match)?;
    // Refuses a match that cannot be played before a page is opened for it.
    anymatch::open(&hosted_match.match_spec, None, Duration::ZERO)
        .map_err(|why| CommandError::Usage(why.to_string()))?;
    Ok((hosted_match, loader.into_kept_files()))
}

fn watched(
    args: &PlayOptions,
    hosted_match: HostedMatch,
    out: &mut dyn Write,
    interrupt: &Interrupt,
) -> Result<FinishedPlay, CommandError> {
    let mut watcher = TerminalAudience::new(out, verbosity(args), interrupt.clone(), checked_replay::of_match);
    let (game, live_view) = args.live_args.play(hosted_match, &mut watcher, interrupt)?;
    watcher.finish()?;
    let record = checked_replay::of_match(&*game).map_err(CommandError::Internal)?;
    Ok(FinishedPlay { game, record, live_view })
}

/// A finished match.
struct FinishedPlay {
    game: Box<dyn AnyMatch>,
    record: Box<dyn RecordedMatch>,
    /// The page in which it is still shown.
    live_view: Option<LiveView<'static>>,
}

/// People who play see the other players' turns.
fn verbosity(args: &PlayOptions) -> Verbosity {
    let plays = args.players.iter().any(|text| NamedPlayer::parse(text).spec == PlayerSpec::Human);
    match (args.watch, args.moves || plays) {
        (true, _) => Verbosity::Boards,
        (false, true) => Verbosity::Turns,
        (false, false) => Verbosity::Nothing,
    }
}

/// Returns whether people were shown a link.
fn print_match(args: &PlayOptions, game: &dyn AnyMatch, record: &dyn RecordedMatch) -> Result<bool, CommandError> {
    if args.json {
        // Unlike text for people, it has no styles that a stream for terminals would have to look
        // for.
        let mut out = BufWriter::new(io::stdout().lock());
        json::write_document(record, args.page.url(), &mut out)?;
        out.flush()?;
        return Ok(false);
    }
    let mut out = anstream::stdout().lock();
    match args.quiet {
        0 => return Ok(report::write(&mut out, record, game.limits().start, args.page.url())?),
        1 => writeln!(out, "{}", record.verdict())?,
        _ => {}
    }
    Ok(false)
}
