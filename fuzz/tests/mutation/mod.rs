//! Changes bytes a little, as a fuzzer does, but always in the same way for the same seed. Knows no
//! format: text and bytes are changed alike.

use fastrand::Rng;

/// The longest input: longer ones take more time and rarely find more.
const LENGTH_MAX: usize = 16 << 10;
/// Bytes that often break readers: ends of ranges, separators of lines and lists, a character of
/// two bytes, a high surrogate's bytes.
const TELLING: [&[u8]; 16] = [
    b"\0",
    b"\xff",
    b"\x7f",
    b"\x80",
    b"\xff\xff\xff\xff",
    b"\0\0\0\x80",
    b"-1",
    b"0",
    b"99999999999999999999",
    b"\n",
    b"\r\n",
    b" ",
    b"/",
    "é".as_bytes(),
    b"\xed\xa0\x80",
    b"2147483648",
];

/// A mutation of one of the seeds, with parts of others in it.
pub fn mutation(seeds: &[Vec<u8>], random: &mut Rng) -> Vec<u8> {
    let mut bytes = seeds[random.usize(..seeds.len())].clone();
    for _ in 0..1 << random.u32(..4) {
        change(&mut bytes, seeds, random);
    }
    bytes.truncate(LENGTH_MAX);
    bytes
}

fn change(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Rng) {
    let at = random.usize(..=bytes.len());
    let part = at..(at + random.usize(..=16)).min(bytes.len());
    match random.u8(..9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.u8(..8),
        1 if at < bytes.len() => bytes[at] = random.u8(..),
        // A digit or a letter becomes the one beside it.
        2 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add(if random.bool() { 1 } else { 255 }),
        3 => drop(bytes.drain(part)),
        4 => {
            let copy = bytes[part].to_vec();
            let to = random.usize(..=bytes.len());
            bytes.splice(to..to, copy);
        }
        5 => drop(bytes.splice(at..at, TELLING[random.usize(..TELLING.len())].iter().copied())),
        6 => {
            let end = (at + TELLING[0].len()).min(bytes.len());
            bytes.splice(at..end, TELLING[random.usize(..TELLING.len())].iter().copied());
        }
        7 => {
            let other = &seeds[random.usize(..seeds.len())];
            bytes.truncate(at);
            bytes.extend_from_slice(&other[random.usize(..=other.len())..]);
        }
        _ if random.u8(..4) == 0 => bytes.truncate(at),
        _ => bytes.insert(at, random.u8(..)),
    }
}
