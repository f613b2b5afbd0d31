//! Plays the catalogue of hostile bots on the native host: as modules, as executables, and as
//! sandboxed executables. By default, only one of each kind. Prints each result.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[cfg(target_os = "linux")]
mod helpers;
#[cfg(target_os = "linux")]
mod host_failures;
#[cfg(target_os = "linux")]
mod left;
mod matches;
#[cfg(target_os = "linux")]
mod next_match;
#[cfg(target_os = "linux")]
mod scripts;
#[cfg(target_os = "linux")]
mod settings;
#[path = "../../host/tests/support/mod.rs"]
mod support;
mod table;
#[cfg(unix)]
mod terminal;
#[cfg(target_os = "linux")]
mod waiting;

use std::sync::{Mutex, MutexGuard, PoisonError};

use botyard_effort::count;
use table::{HostileCase, one_of_each_kind, print, run_all};

#[test]
fn each_comes_to_what_the_catalogue_says() {
    let cases: Vec<HostileCase> = botyard_hostile::rows().into_iter().flat_map(matches::cases).collect();
    #[cfg(target_os = "linux")]
    let cases = cases.into_iter().chain(scripts::free_cases()).chain(held_cases(settings::Setting::Full)).collect();
    let chosen: fn(Vec<HostileCase>) -> _ = count(one_of_each_kind, |cases| cases);
    check(chosen(cases), || ());
}

#[cfg(target_os = "linux")]
mod complete {
    use super::*;

    /// As in most containers.
    #[test]
    fn what_stands_without_namespaces_holds() {
        check(held_cases(settings::Setting::NoNamespaces), || settings::Setting::NoNamespaces.enter());
    }

    #[test]
    fn what_stands_without_landlock_holds() {
        check(held_cases(settings::Setting::NoLandlock), || settings::Setting::NoLandlock.enter());
    }
}

/// The sandboxed bots that the restrictions in force in this setting hold.
#[cfg(target_os = "linux")]
fn held_cases(setting: settings::Setting) -> Vec<HostileCase> {
    let in_force = setting.in_force();
    let rows = botyard_hostile::rows().into_iter().filter_map(|row| matches::held_case(row, &in_force));
    rows.chain(scripts::held_cases(&in_force)).collect()
}

/// Lets one test at a time start processes, because some look for left ones of all.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does this on a thread whose wardens have ended when this returns.
#[cfg(target_os = "linux")]
fn on_new_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::spawn(work).join().unwrap()
}

/// Plays the cases on threads that call `enter` first.
fn check(cases: Vec<HostileCase>, enter: fn()) {
    let _alone = alone();
    #[cfg(target_os = "linux")]
    let _left = left::Watch::new();
    let results = run_all(cases, enter);
    print(&results);
    let wrong: Vec<_> = results.iter().filter(|result| !result.is_as_expected()).collect();
    assert!(wrong.is_empty(), "{} of {} are not as expected:\n{}", wrong.len(), results.len(), table::lines(&wrong));
}
