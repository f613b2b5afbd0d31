//! Nim in links: the piles, then each move by its rank among the legal ones.

use botyard_engine::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use botyard_engine::replay::{RangeDecoder, RangeEncoder};

use super::{MOST, Nim, NimSettings};

/// How many values the number of piles has, and the number of stones of a pile.
const VALUES: u32 = MOST as u32 + 1;

impl LinkCodec for Nim {
    const NAME: &'static str = "nim";
    const MOVES_READERS: VersionTable<MovesReader<Self>> = &[(2, read_moves)];
    type Models = ();

    fn write_start(settings: &NimSettings, _: usize, encoder: &mut RangeEncoder) {
        encoder.uniform(settings.piles.len() as u32, VALUES);
        settings.piles.iter().for_each(|pile| encoder.uniform((*pile).into(), VALUES));
    }

    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(NimSettings, usize)> {
        let count = decoder.uniform(VALUES);
        let piles = (0..count).map(|_| decoder.uniform(VALUES) as u8).collect();
        Some((NimSettings { piles }, 2))
    }
}
