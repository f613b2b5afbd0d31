//! Stratego, as the manager of the UCC Programming Competition 2012 played it.

mod action;
mod board;
mod codec;
mod combat;
mod ending;
mod event;
pub mod gravon;
mod link;
pub mod log;
mod names;
mod piece;
mod playable;
mod reasons;
mod rule_error;
mod rules;
mod settings;
mod setup;
mod square;
mod view;
mod win_features;

pub use action::{ResponseError, StrategoAction, StrategoMove};
pub use board::{LegalMoves, SquareContent, StrategoBoard};
pub use codec::StrategoCodec;
pub use combat::CombatEffect;
pub use ending::{EndReason, ResultWord, StrategoEnding};
pub use event::StrategoEvent;
pub use names::{opponent_id, printed_name};
pub use piece::{Colour, Piece, Rank};
pub use reasons::StrategoReason;
pub use rule_error::{RefusedEcho, StrategoRuleError};
pub use rules::Stratego;
pub use settings::{CoinToss, StrategoSettings, Variant};
pub use setup::{ArmySetup, SetupError, StandardSetup};
pub use square::{Direction, HEIGHT, Square, WIDTH};
pub use view::{SquareView, StrategoStage, StrategoView};
