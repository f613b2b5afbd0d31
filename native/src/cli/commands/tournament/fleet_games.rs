//! Has the games of a tournament played by a fleet: sends the bots, and makes the settings of each
//! match. Knows no results.

use std::collections::BTreeMap;

use botyard::fleet::{FleetTournament, play_on_fleet, versions};
use botyard::tournament::{NewPlayer, TournamentError};
use botyard_engine::replay::MatchClock;
use botyard_fleet::messages::TournamentStatus;
use botyard_fleet::names::{Capability, Token};
use botyard_fleet::submitter::Submitter;

use super::fleet_plan::FleetPlan;
use super::plan::Plan;
use super::running::{RunningTournament, match_settings};
use crate::cli::command_error::CommandError;
use crate::cli::output::stderr_notes::{note, warn};
use crate::cli::players::sandbox;

/// Has the remaining games of a tournament played by a fleet.
///
/// # Errors
/// If the fleet's server cannot be used any more, or does not take the bots.
pub fn play<'a>(
    running: &mut RunningTournament<'_>,
    fleet: &FleetPlan,
    new_player: &'a NewPlayer<'a>,
) -> Result<Result<(), TournamentError>, CommandError> {
    let plan = running.plan;
    let bots = &plan.bots;
    let name = tournament_name()?;
    let all = running.tournament.games();
    let of = if running.tournament.schedule().is_endless() { 0 } else { all };
    let games = (all.saturating_sub(running.left), of);
    let status = TournamentStatus {
        versions: versions(),
        game: plan.game.to_owned(),
        games: games.0,
        of: games.1,
        sent: 0,
        audited: 0,
        left_out: Vec::new(),
        left_out_reasons: BTreeMap::new(),
        is_over: false,
    };
    let server = fleet.address.shown();
    let submitter = Submitter::start(fleet.address.clone(), status, name.clone(), fleet.bytes.clone())?;
    if !plan.report.is_quiet {
        note(&format!("this is tournament {name} of {server}: `botyard fleet` shows it"));
    }
    // Only virtual time makes games come out the same on two computers.
    let is_comparable = !bots.has_programs() && plan.terms.clock != MatchClock::Wall;
    let share = fleet.audit;
    if !is_comparable && share > 0.0 {
        note(
            "these games depend on clocks: none is played again and compared, and workers' results are taken as they are",
        );
    }
    note_options_without_effect(plan, is_comparable && share > 0.0);
    let fleet = FleetTournament {
        submitter,
        name,
        game: plan.game,
        terms: plan.terms.clone(),
        bots: fleet.sent.clone(),
        capability: match (bots.has_programs(), sandbox::options().is_sandbox_required()) {
            (true, true) => Capability::sandboxed_here(),
            (true, false) => Capability::executables_here(),
            (false, _) => Capability::Modules,
        },
        settings: &|scheduled| match_settings(plan, scheduled),
        audit: is_comparable.then_some(share),
        audit_threads: plan.concurrency.map_or_else(processors, usize::from),
        games,
        note: &warn,
    };
    Ok(play_on_fleet(running.tournament, running.store, fleet, new_player, running.stop, running.observer))
}

/// Warns about given options for games on this computer, which have no effect if a fleet plays.
fn note_options_without_effect(plan: &Plan<'_>, is_audited: bool) {
    let options = sandbox::options();
    let sandbox_options =
        [("--no-sandbox", options.is_without_sandbox()), ("--read", !options.given_readable().is_empty())];
    for (name, _) in sandbox_options.iter().filter(|(_, is_given)| *is_given) {
        warn(&format!(
            "{name} has no effect with --nats: workers start the bots, each as the options of its own `botyard worker` say"
        ));
    }
    if plan.concurrency.is_some() && !is_audited {
        warn("--concurrency has no effect: workers play all games, and none is played again here");
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A name that no other tournament of the fleet has.
fn tournament_name() -> Result<Token, CommandError> {
    let number = getrandom::u64().map_err(|why| CommandError::Internal(format!("cannot draw a number: {why}")))?;
    Ok(Token::made_of(&format!("{number:016x}")))
}
