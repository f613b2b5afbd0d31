//! A part of a link: a version byte, a body and a checksum, as bytes and as text. Knows no versions
//! and no bodies.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::{DecodeError, Engine as _};

use super::LinkReadError;

/// How many bytes a checksum has.
const SUM: usize = 2;

/// Adds version and checksum to a body. The checksum also covers the game's name and `before`, the
/// sealed parts before this one that it is to protect.
pub(super) fn seal(game: &str, before: &[u8], version: u8, body: Vec<u8>) -> Vec<u8> {
    let mut bytes = vec![version];
    bytes.extend(body);
    let sum = checksum(game, before, &bytes);
    bytes.extend(sum);
    bytes
}

/// Checks the output of [`seal`], and returns its version and body.
pub(super) fn open<'a>(game: &str, before: &[u8], sealed: &'a [u8]) -> Result<(u8, &'a [u8]), LinkReadError> {
    let (bytes, sum) = sealed.split_last_chunk::<SUM>().ok_or(LinkReadError::Damaged)?;
    let (version, body) = bytes.split_first().ok_or(LinkReadError::Damaged)?;
    if checksum(game, before, bytes) == *sum { Ok((*version, body)) } else { Err(LinkReadError::Damaged) }
}

pub(super) fn to_text(sealed: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(sealed)
}

pub(super) fn from_text(text: &str) -> Result<Vec<u8>, LinkReadError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|error| match error {
        DecodeError::InvalidByte(..) => LinkReadError::NotALink,
        _ => LinkReadError::Damaged,
    })
}

/// FNV-1a of the game's name and these bytes, folded to 16 bits.
fn checksum(game: &str, before: &[u8], bytes: &[u8]) -> [u8; SUM] {
    let all = game.bytes().chain(before.iter().chain(bytes).copied());
    let hash =
        all.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    ((hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) as u16).to_be_bytes()
}
