//! The report on the results of a tournament: tables, statements and remarks, as values that a
//! terminal, a spreadsheet, a document and the page write down. Knows none of these: it has no
//! markup, and does not escape foreign text.

mod brackets;
mod cell;
mod columns;
mod drawn_rounds;
mod estimate_text;
mod game_rows;
mod help;
mod remarks;
mod results;
mod row;
mod statements;
mod table;
mod upsets;

pub use brackets::{Bracket, BracketMeeting, BracketPlace, BracketRound, brackets};
pub use cell::{Cell, NumberFormat, list_faults};
pub use columns::{COLUMNS, Column, DataName};
pub use drawn_rounds::{describe_rounds, tie_break_table};
pub use estimate_text::{Precision, estimate_text, short_estimate_text};
pub use game_rows::{describe_result, game_table};
pub use help::meanings;
pub use remarks::{Remark, UnitStatistics};
pub use results::{Results, counted_games, describe_progress};
pub use row::Row;
pub use statements::{
    Statement, comparison_title, describe_comparison, describe_counts, describe_test, test_ratio, test_state,
};
pub use table::{ColumnKind, Heading, Table};
pub use upsets::{Upset, find_upsets, upset_table};
