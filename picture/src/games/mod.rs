//! The games, each with its folder: the drawing of its positions, and their text.

pub mod bitmartyr;
pub mod connect_four;
pub mod generals;
pub mod stratego;
