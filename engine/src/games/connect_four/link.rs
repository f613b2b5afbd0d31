//! Connect Four in links: the rank of each column among the open ones. 42 plies take at most 111 bits.

use super::rules::{ConnectFour, Settings};
use crate::replay::link::Linked;
use crate::replay::{Decoder, Encoder};

impl Linked for ConnectFour {
    const NAME: &'static str = "connect-four";
    const LINK_VERSION: u8 = 1;
    type Models = ();

    fn write_start(_: &Settings, _: usize, _: &mut Encoder) {}

    fn read_start(_: &mut Decoder<'_>) -> Option<(Settings, usize)> {
        Some((Settings {}, 2))
    }
}
