//! The records that describe a descriptor or a file. Knows no table of them.

use super::chance::{Clock, Clocks};
use super::descriptors::Descriptor;
use super::files::{Id, Moment, Node, Tree};

/// Neither file nor terminal: the streams are pipes, as they are for an executable. A terminal
/// would make interpreters prompt, and a bot's buffering differ between the hosts.
const UNKNOWN: u8 = 0;
/// All files are on the same device.
const DEVICE: u64 = 1;

/// `fdstat`: type, flags, rights.
pub(super) fn fdstat(descriptor: &Descriptor, tree: &Tree) -> [u8; 24] {
    let mut raw = [0; 24];
    raw[0] = descriptor.node().map_or(UNKNOWN, |id| tree.node(id).kind.filetype());
    raw[2..4].copy_from_slice(&descriptor.flags.to_le_bytes());
    raw[8..16].copy_from_slice(&descriptor.rights.base.to_le_bytes());
    raw[16..24].copy_from_slice(&descriptor.rights.inheriting.to_le_bytes());
    raw
}

/// `filestat` of a stream: one link, no size and no times.
pub(super) fn stream_filestat() -> [u8; 64] {
    let mut raw = [0; 64];
    raw[16] = UNKNOWN;
    raw[24] = 1;
    raw
}

/// `filestat` of a node, with its times as these clocks showed them.
pub(super) fn filestat(id: Id, node: &Node, clocks: &Clocks) -> [u8; 64] {
    let mut raw = [0; 64];
    let links = u64::from(node.links);
    let times = [node.times.accessed, node.times.modified, node.times.changed].map(|moment| match moment {
        Moment::Spent(spent) => clocks.read(Clock::Realtime, spent),
        Moment::Set(time) => time,
    });
    let words = [DEVICE, id.inode(), u64::from(node.kind.filetype()), links, node.kind.size()];
    for (place, word) in raw.chunks_exact_mut(8).zip(words.into_iter().chain(times)) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    raw
}
