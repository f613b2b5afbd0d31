//! Options that several commands share, and their values. Knows no game.

#[cfg(feature = "fleet")]
pub mod fleet_args;
pub mod game_choice_args;
pub mod keep_input_args;
pub mod live_args;
pub mod log_args;
pub mod match_args;
pub mod page_args;
pub mod seat_text;
pub mod sprt_args;
pub mod terms_args;
