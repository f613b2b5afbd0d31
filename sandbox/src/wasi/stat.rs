//! The records that describe a descriptor. Knows no table of them.

use super::descriptors::Open;

/// Neither file nor terminal: the streams are pipes, as they are for an executable. A terminal
/// would make interpreters prompt, and a bot's buffering differ between the hosts.
const UNKNOWN: u8 = 0;

const RIGHT_READ: u64 = 1 << 1;
const RIGHT_SET_FLAGS: u64 = 1 << 3;
const RIGHT_WRITE: u64 = 1 << 6;
const RIGHT_FILESTAT: u64 = 1 << 21;
const RIGHT_POLL: u64 = 1 << 27;

/// `fdstat`: type, flags, rights.
pub(super) fn fdstat(open: Open, flags: u16) -> [u8; 24] {
    let way = match open {
        Open::Stdin => RIGHT_READ,
        Open::Stdout | Open::Stderr => RIGHT_WRITE,
    };
    let rights = way | RIGHT_SET_FLAGS | RIGHT_FILESTAT | RIGHT_POLL;
    let mut raw = [0; 24];
    raw[0] = UNKNOWN;
    raw[2..4].copy_from_slice(&flags.to_le_bytes());
    raw[8..16].copy_from_slice(&rights.to_le_bytes());
    raw
}

/// `filestat` of a stream: one link, no size and no times.
pub(super) fn stream_filestat() -> [u8; 64] {
    let mut raw = [0; 64];
    raw[16] = UNKNOWN;
    raw[24] = 1;
    raw
}
