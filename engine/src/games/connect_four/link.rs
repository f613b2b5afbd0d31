//! Connect Four in links: the rank of each column among the open ones. 42 plies take at most 111 bits.

use super::rules::{ConnectFour, ConnectFourSettings};
use crate::replay::link::LinkCodec;
use crate::replay::{RangeDecoder, RangeEncoder};

impl LinkCodec for ConnectFour {
    const NAME: &'static str = "connect-four";
    const LINK_VERSION: u8 = 1;
    type Models = ();

    fn write_start(_: &ConnectFourSettings, _: usize, _: &mut RangeEncoder) {}

    fn read_start(_: &mut RangeDecoder<'_>) -> Option<(ConnectFourSettings, usize)> {
        Some((ConnectFourSettings {}, 2))
    }
}
