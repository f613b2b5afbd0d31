//! The players that are named on the command line: how they are named, loaded and restricted, and
//! what they keep. Knows no match.

pub mod compiler;
pub mod kept_files;
mod missing_script;
pub mod player_loader;
pub mod player_spec;
pub mod repeated_match;
pub mod sandbox;
mod unfit_file;
