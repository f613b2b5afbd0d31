//! The `botyard` program as its users meet it: its output, line by line, and its exit status. The
//! bots are shell scripts, so that each test shows its whole bot.
#![cfg(unix)]

mod analyse;
mod bitmartyr;
mod bot_folder;
#[cfg(javascript)]
#[path = "../programs/build_scripts.rs"]
mod build_scripts;
#[cfg(javascript)]
mod changed_builds;
mod check;
mod checks;
mod ci;
mod clock;
mod console;
mod distinct_games;
mod docs;
mod explained_wins;
#[cfg(target_os = "linux")]
mod false_faults;
mod fields;
mod forwarded_stderr;
mod frozen;
mod game_logs;
mod generals;
#[cfg(all(javascript, python))]
mod hostile_scripts;
#[cfg(javascript)]
mod javascript;
mod journal;
mod kills;
mod licences;
mod lists;
mod new;
mod outputs;
mod play;
mod positions;
#[cfg(python)]
mod python;
mod replay;
mod report_folder;
mod rerun;
mod results;
mod sandbox;
mod series;
mod serve;
mod starters;
mod statuses;
mod stratego;
#[path = "../../host/tests/support/mod.rs"]
mod support;
mod test_dir;
mod tournament;
mod tournament_example;
mod trace;
#[cfg(all(javascript, typescript))]
mod typescript;
mod varied;
#[cfg(not(javascript))]
mod without_javascript;
#[cfg(not(python))]
mod without_python;
mod working_folder;
