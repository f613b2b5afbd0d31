//! The rules, protocols, referee and replays of Botyard's games.
//!
//! Everything here is a pure function of its inputs: no I/O, no clock, no threads, no unsafe code
//! and no randomness but a seeded generator's. The same code runs natively and as WebAssembly in a
//! page.
//!
//! Reading order: [`game`] (what rules are), [`codec`] (how a game talks to a bot), [`referee`]
//! (one match without a host), [`replay`] (what happened, as data and as a link), [`catalog`] (the
//! only list of games).
//!
//! ```
//! use botyard_engine::game::Game;
//! use botyard_engine::games::connect_four::{Column, ConnectFour};
//! use botyard_engine::seat::Seat;
//!
//! let mut game = ConnectFour::default();
//! let mut events = Vec::new();
//! game.play(Seat::new(0), Column::new(4).expect("columns are 1 to 7"), &mut events)?;
//! assert_eq!(game.legal(Seat::new(1)).count(), 7);
//! # Ok::<(), botyard_engine::games::connect_four::ConnectFourRuleError>(())
//! ```
#![forbid(unsafe_code)]

pub mod annotation;
pub mod any_action;
pub mod anymatch;
pub mod case_file;
pub mod cases;
pub mod catalog;
pub mod chance_report;
pub mod codec;
pub mod diagnosis;
pub mod exit;
pub mod fault;
pub mod game;
pub mod games;
pub mod inbox;
pub mod judge;
pub mod live;
pub mod loss_report;
pub mod match_report;
mod playable;
pub mod record;
pub mod referee;
pub mod replay;
pub mod rerun;
pub mod seat;
pub mod shell_word;
mod split_mix;
pub mod text;
pub mod tournament;
pub mod transcript;
pub mod verdict;
pub mod win_model;
mod written;
