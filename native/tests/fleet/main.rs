//! Tournaments on many computers, with a real NATS server between them: killed, disconnected, old
//! or hostile programs never change a table. `BOTYARD_NATS_SERVER` names the server's program, if
//! it is not on the path; if it is missing, one failure stands for all cases that need it.

mod executables;
mod failures;
mod false_worker;
mod heard;
mod hostile;
#[cfg(feature = "fleet-large")]
mod large;
mod permissions;
mod program;
mod sandboxed;
mod secure;
mod server;
mod shared;
mod storage;
mod submitters;
#[cfg(all(feature = "fleet-large", target_os = "linux"))]
mod throughput;
mod versions;
mod watching;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

/// This many cases run at once: most of the time they wait for the timeouts of a fleet.
const BESIDE: usize = 8;

/// Lists trials. Their names begin with the word in front, by which some can be left out.
macro_rules! trials {
    ($start:literal; $($module:ident: $($case:ident),+;)+) => {
        vec![$($(Trial::test(concat!($start, stringify!($module), "::", stringify!($case)), || {
            $module::$case();
            Ok(())
        }),)+)+]
    };
}

fn main() -> ExitCode {
    if cfg!(not(unix)) {
        // The cases end programs by Unix's signals.
        return ExitCode::SUCCESS;
    }
    // The longest come first, so that they do not run alone at the end.
    let mut with_server = trials![
        "with_nats::";
        executables: a_game_that_ends_three_workers_is_void_and_named, executables_are_played_by_workers_that_allow_them;
        storage: a_server_without_room_or_streams_is_told_of_on_both_sides, a_worker_that_is_told_to_end_does_so_in_time;
        shared: two_tournaments_share_a_fleet, a_second_worker_of_a_name_says_so_and_ends, what_a_killed_submitter_has_left_is_removed_by_the_next;
        failures: killed_workers_and_a_killed_server_change_no_table, a_tournament_that_was_killed_goes_on_with_its_store;
        hostile: results_that_are_not_true_are_struck_and_played_again, a_knockout_is_the_same_without_the_false_worker, results_that_cannot_be_are_not_taken, garbage_and_repetitions_are_not_taken, results_from_unassigned_workers_are_ignored, a_worker_that_refuses_playable_games_is_left_out, a_tampered_bot_is_refused_on_both_sides;
        permissions: a_fleet_plays_with_the_permissions_of_the_manual, a_user_without_permission_to_listen_is_told, a_worker_speaks_in_its_own_name_alone, a_worker_that_has_the_server_speak_for_another_gains_nothing;
        sandboxed: executables_that_demand_a_whole_sandbox_go_to_no_other;
        secure: a_fleet_plays_over_tls_with_credentials, a_key_alone_lets_its_user_in, errors_say_what_is_wrong_with_the_way;
        submitters: batches_that_no_submitter_would_send_are_refused_with_a_sentence;
        versions: a_worker_of_another_price_table_or_program_is_named_and_given_nothing, a_worker_says_that_a_tournament_is_of_another_price_table;
        watching: a_fleet_and_a_worker_can_be_scraped, logs_are_lines_of_json_with_fields, the_page_shows_the_fleet_with_the_token_only;
    ];
    #[cfg(feature = "fleet-large")]
    with_server.extend(trials!["with_nats::"; large: ten_thousand_games_under_a_hundred_kills_are_one_machines;]);
    #[cfg(all(feature = "fleet-large", target_os = "linux"))]
    with_server.extend(trials!["with_nats::"; throughput: throughput_of_one_two_and_four_workers;]);
    let mut others = trials![
        "";
        shared: no_name_reaches_beyond_its_own_subject;
        failures: without_a_server_one_sentence_says_how_to_start_one;
    ];
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(BESIDE);
    if !arguments.list
        && let Err(why) = server::find()
    {
        // The filter is applied here, because the failure has another name.
        with_server.retain(|trial| !arguments.is_filtered_out(trial));
        others.retain(|trial| !arguments.is_filtered_out(trial));
        (arguments.filter, arguments.skip) = (None, Vec::new());
        with_server = replace_by_failure(&with_server, why);
    }
    libtest_mimic::run(&arguments, with_server.into_iter().chain(others).collect()).exit_code()
}

/// Prints which trials are not run, in a form that xtask counts, and returns one that fails for all
/// of them.
fn replace_by_failure(trials: &[Trial], why: String) -> Vec<Trial> {
    for trial in trials {
        eprintln!("NOT RUN: {}, which needs nats-server", trial.name());
    }
    let failure = (!trials.is_empty()).then(|| Trial::test("with_nats::the_server_is_here", || Err(why.into())));
    failure.into_iter().collect()
}
