//! What the bots of one game share. These bots know only bytes on stdin and stdout, and no other crate of this
//! repository: whoever wants to know whether a protocol page is right can read a bot beside it.

pub mod bitmartyr;
pub mod chance;
pub mod connect_four;
pub mod generals;
pub mod hostile;
pub mod stratego;
