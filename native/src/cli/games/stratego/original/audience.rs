//! Plays a match between programs and people.

use std::time::Duration;

use botyard_engine::any_action::AnyAction;
use botyard_engine::anymatch::AnyMatch;
use botyard_engine::fault::{Fault, FaultKind, printable};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::{Colour, Stratego, StrategoAction, StrategoCodec, StrategoSettings};
use botyard_engine::referee::host::Limits;
use botyard_engine::replay::link::LinkCodec;
use botyard_engine::replay::{Turn, TurnResult};
use botyard_engine::seat::Seat;
use botyard_host::process::ProgramCommand;
use botyard_host::{Audience, HostedMatch, Interrupt, PersonReply, SeatBody};

use super::Args;
use super::log_file::LogFile;
use super::prompt::{Prompt, PromptAnswer};
use super::reporter::MatchReporter;
use crate::cli::args::match_args;
use crate::cli::command_error::CommandError;
use crate::cli::games::checked_replay::typed;
use crate::cli::interrupt;
use crate::cli::output::stderr_notes::note;
use crate::cli::players::kept_files::KeptFiles;
use crate::cli::players::player_loader::PlayerLoader;
use crate::cli::players::player_spec::PlayerSpec;

/// Plays the match to its end.
pub fn run(args: &Args, names: [&str; 2]) -> Result<(), CommandError> {
    let seed = match_args::seed(args.seed);
    let settings = args.rules.settings(seed);
    let (bodies, keep) = bodies(names, args.keep.kept_files()?)?;
    let absent = [0, 1].map(|seat| bodies[seat].is_none());
    let mut hosted_match = hosted_match(names, bodies, seed, &settings, args.limit.0)?;
    args.keep_input.apply(&mut hosted_match)?;
    let people = [0, 1].map(|seat| matches!(hosted_match.bodies[seat], SeatBody::Person));
    let log = LogFile::open(args.log.as_deref())?;
    if log.is_stdout() && people[0] != people[1] {
        let why = "the log on stdout would show the enemy's pieces to a person: name a file after -o";
        return Err(CommandError::Internal(why.to_owned()));
    }
    let interrupt = interrupt::on_ctrl_c()?;
    let mut out = anstream::stdout();
    let reporter = MatchReporter::new(&mut out, args, log, &settings, names, interrupt.clone()).with_people(people);
    let mut live = StrategoAudience {
        reporter,
        names,
        absent,
        told: 0,
        prompt: Prompt::default(),
        interrupt: interrupt.clone(),
        failed: None,
    };
    let (game, live_view) = args.live_args.play_forwarding_stderr(hosted_match, &mut live, &interrupt)?;
    keep.save()?;
    // The audience is not called after a person has given up, so the last turns are reported here.
    live.match_changed(&*game);
    if let Some(live_view) = live_view {
        live_view.keep_open(&interrupt);
    }
    match (live.failed, game.outcome()) {
        (Some(failure), _) => Err(failure),
        (None, Some(_)) => Ok(()),
        // The original ended with status 0, too.
        (None, None) if live.reporter.has_quit() => Ok(()),
        (None, None) => Err(CommandError::Interrupted),
    }
}

/// The players and their kept files. If a player cannot be started, the user is told; the player
/// then loses by the rules of the match.
fn bodies(names: [&str; 2], keep: KeptFiles) -> Result<([Option<SeatBody>; 2], KeptFiles), CommandError> {
    let mut loader = PlayerLoader::for_original(Stratego::NAME).with_kept_files(keep);
    let mut bodies = [None, None];
    for (body, name) in bodies.iter_mut().zip(names) {
        match loader.load_player(&PlayerSpec::parse(name)) {
            Ok(loaded) => *body = Some(loaded),
            Err(CommandError::NotStarted(why)) => note(&why),
            Err(failure) => return Err(failure),
        }
    }
    Ok((bodies, loader.into_kept_files()))
}

fn hosted_match(
    names: [&str; 2],
    bodies: [Option<SeatBody>; 2],
    seed: u64,
    settings: &StrategoSettings,
    limit: Duration,
) -> Result<HostedMatch, CommandError> {
    // An empty name, which no program has, so it does not start either.
    let absent = || SeatBody::Command(ProgramCommand::new(""));
    let players = names.into_iter().zip(bodies).map(|(name, body)| (name.to_owned(), body.unwrap_or_else(absent)));
    let limits = Limits { start: limit, turn: limit, ..StrategoCodec::LIMITS };
    let mut hosted_match =
        HostedMatch { limits: Some(limits), ..HostedMatch::new(Stratego::NAME, seed, players.collect()) };
    hosted_match.match_spec.settings =
        serde_json::to_value(settings).map_err(|why| CommandError::Internal(why.to_string()))?;
    Ok(hosted_match)
}

/// Reports the match in the terminal, and asks people for their actions.
struct StrategoAudience<'a> {
    reporter: MatchReporter<'a>,
    names: [&'a str; 2],
    /// The players that could not be started. The user has been told.
    absent: [bool; 2],
    /// How many turns have been reported.
    told: usize,
    prompt: Prompt,
    interrupt: Interrupt,
    failed: Option<CommandError>,
}

impl StrategoAudience<'_> {
    /// Stops the match if its output or its log cannot be written.
    fn attempt<T>(&mut self, done: Result<T, CommandError>) -> Option<T> {
        done.map_err(|failure| {
            self.failed.get_or_insert(failure);
            self.interrupt.raise();
        })
        .ok()
    }

    fn report_turn(&mut self, turn: &Turn<StrategoAction>, raw: Option<&[u8]>) -> Result<(), CommandError> {
        self.reporter.turn(turn, raw)?;
        match &turn.result {
            TurnResult::Fault(fault) if self.is_grave(turn.seat, fault) => {
                note(&format!(
                    "{}.",
                    fault.sentence(&printable(self.names[turn.seat.index()]), Stratego::explain_reason)
                ));
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether a fault must be explained. Under -i a bot can make an illegal move in every turn;
    /// the log has those.
    fn is_grave(&self, seat: Seat, fault: &Fault) -> bool {
        let game = self.reporter.game();
        let known = match fault.kind {
            FaultKind::Resigned => true,
            FaultKind::NotStarted => self.absent[seat.index()],
            _ => false,
        };
        !known && (game.turn() == 0 || game.ending().is_some())
    }
}

impl Audience for StrategoAudience<'_> {
    fn match_changed(&mut self, game: &dyn AnyMatch) {
        let Some(game) = self.attempt(typed::<Stratego>(game).map_err(CommandError::Internal)) else { return };
        for turn in game.turns().iter().skip(self.told) {
            // A user who has quit in a pause does not see what was played before the match could be
            // stopped.
            if self.reporter.has_quit() {
                break;
            }
            let reported = self.report_turn(turn, game.raw_words(self.told));
            self.told += 1;
            if self.attempt(reported).is_none() {
                break;
            }
        }
    }

    fn ask_person(&mut self, _: &dyn AnyMatch, seat: Seat) -> PersonReply {
        let asked = self.prompt.ask(&mut self.reporter, Colour::from_seat(seat));
        match self.attempt(asked) {
            // The input has ended, so the person has resigned, unless Ctrl-C stops the match for
            // everyone.
            Some(PromptAnswer::Left) if !self.interrupt.is_raised() => {
                note(&format!("end of input: {} surrenders", Colour::from_seat(seat).name()));
                PersonReply::Resign
            }
            Some(PromptAnswer::Says(StrategoAction::Surrender)) => PersonReply::Resign,
            Some(PromptAnswer::Says(action)) => PersonReply::Play(AnyAction::typed(action)),
            _ => PersonReply::Stop,
        }
    }

    fn action_refused(&mut self, _: Seat, why: &str) {
        let refused = self.prompt.refuse(&mut self.reporter, why);
        self.attempt(refused);
    }
}
