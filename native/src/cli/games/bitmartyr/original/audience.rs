//! Plays a match as the original program does: writes the log and the pictures while it is played,
//! and prints the winners at its end.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::printable;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::log::{COLOURS, announcement};
use botyard_engine::games::bitmartyr::{BitMartyr, BitMartyrEvent, BitMartyrSettings, PlacementParams, place};
use botyard_engine::record::StepPositions;
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::replay::play_turn;
use botyard_engine::seat::Seat;
use botyard_host::{Audience, HostedMatch, Interrupt, PersonReply};

use super::super::answer_counter::{AnswerCounter, FormatSwitch};
use super::super::format_trial;
use super::animation::Animation;
use super::command_line::MatchRequest;
use super::frames::FrameWriter;
use super::log_file::BitMartyrLogFile;
use super::progress::TurnProgress;
use super::team_spec::TeamSpec;
use crate::cli::args::live_args::LiveArgs;
use crate::cli::args::match_args;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay;
use crate::cli::interrupt;
use crate::cli::output::output_file::{self, OutputFile};
use crate::cli::output::report;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::kept_files::KeptFiles;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::numbered_names;

/// The maximum number of pixels of a picture: more would take too much memory.
const PIXELS_MAX: usize = 1 << 28;

/// Plays the match and prints the winners.
pub fn run(wanted: &MatchRequest) -> Result<(), CommandError> {
    let teams: Vec<_> = wanted.teams.iter().map(|text| TeamSpec::parse(text, wanted.wire)).collect();
    let seed = match_args::seed(wanted.seed);
    let settings = settings(wanted, &teams, seed)?;
    let game = BitMartyr::start(&settings, teams.len()).map_err(|why| CommandError::Usage(why.to_string()))?;
    let names = numbered_names(&teams.iter().map(|team| team.spec.clone()).collect::<Vec<_>>());
    let (mut hosted_match, keep) = hosted_match(&teams, &names, &settings, seed, wanted)?;
    wanted.keep_input.apply(&mut hosted_match)?;
    let save = wanted.save.as_deref().map(open_save).transpose()?;
    let interrupt = interrupt::on_ctrl_c()?;
    let formats = teams.iter().map(|team| team.wire).zip(names.iter().map(String::as_str));
    let answers = AnswerCounter::new(formats, FormatSwitch::Prefix);
    let mut live = BitMartyrAudience::start(wanted, game, answers, interrupt.clone())?;
    let (players, bodies) = (hosted_match.match_spec.players.clone(), hosted_match.bodies.clone());
    let (played, live_view) = LiveArgs::new(wanted.live).play_forwarding_stderr(hosted_match, &mut live, &interrupt)?;
    keep.save()?;
    let is_over = played.outcome().is_some();
    let FinishedBitMartyr { game, rounds, log } = live.finish()?;
    let passages = played.transcript().passages();
    if let Some(save) = save {
        let replay = checked_replay::typed::<BitMartyr>(&*played).map_err(CommandError::Internal)?.replay();
        save.replace_with(|out| checked_replay::write_file(&replay, passages, wanted.keep_input.saved_bytes(), out))?;
    }
    if is_over {
        let mut out = anstream::stdout().lock();
        write!(out, "{}", announcement(game.board(), &names.iter().map(|name| printable(name)).collect::<Vec<_>>()))?;
        out.flush()?;
    }
    report::write_failed_runs(&mut anstream::stderr(), &players, passages, &rounds)?;
    let plain = format_trial::find_plain_bots(&*played, &bodies, FormatSwitch::Prefix, &interrupt);
    plain.map_err(CommandError::Internal)?.iter().for_each(|(_, sentence)| note(sentence));
    if !is_over {
        note(&broken_off(&game, &log, wanted.save.as_deref()));
    }
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    if is_over { Ok(()) } else { Err(CommandError::Interrupted) }
}

/// Opened before the match, so that no match is lost to a mistyped path.
fn open_save(path: &Path) -> Result<OutputFile<'_>, CommandError> {
    output_file::guard(path, "replay", output_file::is_replay)?;
    OutputFile::open(path)
}

fn settings(wanted: &MatchRequest, teams: &[TeamSpec], seed: u64) -> Result<BitMartyrSettings, CommandError> {
    let &MatchRequest { width, height, population, placement, duration, missing, time: limit, .. } = wanted;
    let params = PlacementParams { width, height, teams: teams.len(), population, placement, seed };
    let board = match &wanted.board {
        Some(board) => board.clone(),
        None => place(&params).map_err(|why| CommandError::Usage(why.to_string()))?,
    };
    let wires = teams.iter().map(|team| team.wire).collect();
    Ok(BitMartyrSettings { duration, missing, limit, wires, seed, ..BitMartyrSettings::on(board) })
}

/// Describes a match that was stopped early, and names the files that it left.
fn broken_off(game: &BitMartyr, log: &Path, save: Option<&Path>) -> String {
    let units = |index: usize| format!("{} {}", COLOURS[index], game.board().count(Seat::new(index)));
    let units: Vec<_> = (0..game.seats()).map(units).collect();
    let shown = |path: &Path| printable(&path.display().to_string());
    let saved = save.map_or_else(String::new, |path| format!(", the match in {}", shown(path)));
    format!(
        "stopped after {} of {} turns, with units {}; the log is in {}{saved}",
        game.turn(),
        game.duration(),
        units.join(", "),
        shown(log)
    )
}

/// The match before its first turn, and its bots' kept files.
fn hosted_match(
    teams: &[TeamSpec],
    names: &[String],
    settings: &BitMartyrSettings,
    seed: u64,
    wanted: &MatchRequest,
) -> Result<(HostedMatch, KeptFiles), CommandError> {
    let kept_files = KeptFiles::new(wanted.keep_files.clone())?;
    let mut loader = PlayerLoader::for_original(BitMartyr::NAME).with_kept_files(kept_files);
    let mut players = Vec::new();
    for (team, name) in teams.iter().zip(names) {
        players.push((name.clone(), team.load_player(&mut loader)?));
    }
    let mut hosted_match = HostedMatch::new(BitMartyr::NAME, seed, players);
    hosted_match.match_spec.settings =
        serde_json::to_value(settings).map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok((hosted_match, loader.into_kept_files()))
}

/// Follows the match and writes the log and the pictures of each turn.
struct BitMartyrAudience {
    /// The match, up to the last turn that was written.
    game: BitMartyr,
    events: Vec<BitMartyrEvent>,
    answers: AnswerCounter,
    followed: usize,
    /// The number of seats' turns after which each of the game's turns was over; begins with 0.
    rounds: Vec<usize>,
    log: BitMartyrLogFile,
    frames: Option<FrameWriter>,
    animation: Option<Animation>,
    progress: TurnProgress,
    interrupt: Interrupt,
    failed: Option<CommandError>,
}

impl BitMartyrAudience {
    /// Opens every file before the match, so that no match is lost to a mistyped path, and draws
    /// the start.
    fn start(
        wanted: &MatchRequest,
        game: BitMartyr,
        answers: AnswerCounter,
        interrupt: Interrupt,
    ) -> Result<Self, CommandError> {
        let (board, scale) = (game.board(), wanted.scale);
        let is_drawn = wanted.frames.is_some() || wanted.animate.is_some();
        let pixels = board.cells().saturating_mul(scale).saturating_mul(scale);
        if is_drawn && !(1..=PIXELS_MAX).contains(&pixels) {
            return Err(CommandError::Usage(format!(
                "cannot draw pictures of {pixels} pixels: choose another scale than {scale}"
            )));
        }
        let mut frames = wanted.frames.as_deref().map(|name| FrameWriter::new(name, board.width(), scale));
        let animation =
            wanted.animate.as_deref().map(|path| Animation::start(path, board, scale, game.duration())).transpose()?;
        frames.as_mut().map_or(Ok(()), |frames| frames.add(board))?;
        let log = BitMartyrLogFile::open(wanted.log.as_deref(), wanted.teams.clone())?;
        let (events, progress) = (Vec::new(), TurnProgress::start());
        Ok(Self {
            game,
            events,
            answers,
            followed: 0,
            rounds: vec![0],
            log,
            frames,
            animation,
            progress,
            interrupt,
            failed: None,
        })
    }

    fn follow(&mut self, game: &dyn AnyMatch) -> Result<(), CommandError> {
        let turns = checked_replay::typed::<BitMartyr>(game).map_err(CommandError::Internal)?.turns();
        for turn in turns.iter().skip(self.followed) {
            self.answers.read(game.transcript(), self.followed);
            if let Some(answer) = self.answers.check(&self.game, turn) {
                note(&answer.sentence());
            }
            self.followed += 1;
            self.events.clear();
            play_turn(&mut self.game, turn, &mut self.events).map_err(|why| CommandError::Internal(why.to_string()))?;
            if self.events.iter().any(|event| matches!(event, BitMartyrEvent::Played { .. })) {
                self.turn_is_over()?;
            }
        }
        Ok(())
    }

    fn turn_is_over(&mut self) -> Result<(), CommandError> {
        self.rounds.push(self.followed);
        let board = self.game.board();
        self.log.turn(self.game.turn() - 1, board)?;
        self.frames.as_mut().map_or(Ok(()), |frames| frames.add(board))?;
        self.animation.as_mut().map_or(Ok(()), |animation| animation.add(board))?;
        self.progress.report_turn(self.game.turn(), self.game.duration());
        Ok(())
    }

    /// The finished match, or the error that stopped it.
    fn finish(self) -> Result<FinishedBitMartyr, CommandError> {
        self.progress.finish();
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        self.animation.map_or(Ok(()), Animation::finish)?;
        Ok(FinishedBitMartyr {
            game: self.game,
            rounds: StepPositions::Some(Rc::new(self.rounds)),
            log: self.log.finish()?,
        })
    }
}

/// A match that has ended or was stopped.
struct FinishedBitMartyr {
    game: BitMartyr,
    rounds: StepPositions,
    /// The path of its log.
    log: PathBuf,
}

impl Audience for BitMartyrAudience {
    /// Stops the match if its log or its pictures cannot be written.
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        if self.failed.is_none()
            && let Err(failure) = self.follow(game)
        {
            self.failed = Some(failure);
            self.interrupt.raise();
        }
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, _: Seat) -> PersonReply {
        PersonReply::Stop
    }
}
