//! Connect Four in links: the rank of each column among the open ones. 42 plies take at most 111
//! bits.

use super::rules::{ConnectFour, ConnectFourSettings};
use crate::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use crate::replay::{RangeDecoder, RangeEncoder};

impl LinkCodec for ConnectFour {
    const NAME: &'static str = "connect-four";
    const MOVES_READERS: VersionTable<MovesReader<Self>> = &[(1, read_moves), (2, read_moves)];
    type Models = ();

    fn write_start(_: &ConnectFourSettings, _: usize, _: &mut RangeEncoder) {}

    fn read_start(_: &mut RangeDecoder<'_>) -> Option<(ConnectFourSettings, usize)> {
        Some((ConnectFourSettings {}, 2))
    }
}
