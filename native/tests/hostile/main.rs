//! Plays the catalogue of hostile bots on the native host: as modules, as executables, and as sandboxed executables.
//! Prints each result.

#![allow(clippy::unwrap_used, reason = "a test may stop where it stands")]

#[cfg(target_os = "linux")]
mod left;
mod matches;
#[cfg(target_os = "linux")]
mod scripts;
#[path = "../../host/tests/support/mod.rs"]
mod support;
mod table;
#[cfg(unix)]
mod terminal;

use table::{Case, print, run_all};

#[test]
fn each_comes_to_what_the_catalogue_says() {
    #[cfg(target_os = "linux")]
    let _left = left::Watch::new();
    let mut cases: Vec<Case> = botyard_hostile::rows().into_iter().flat_map(matches::cases).collect();
    #[cfg(target_os = "linux")]
    cases.extend(scripts::cases());
    let results = run_all(cases);
    print(&results);
    let wrong: Vec<_> = results.iter().filter(|result| !result.is_as_expected()).collect();
    assert!(wrong.is_empty(), "{} of {} are not as expected:\n{}", wrong.len(), results.len(), table::lines(&wrong));
}
