//! The output of commands: for people, for programs, and as files. Knows no game and no option.

pub mod column_width;
pub mod field;
pub mod games_data;
pub mod json;
pub mod log_output;
pub mod output_file;
pub mod recorded_match;
pub mod refusal_notes;
pub mod report;
pub mod results_data;
pub mod settings_notes;
pub mod statistics;
pub mod stderr_forwarder;
pub mod stderr_notes;
pub mod terminal_audience;
