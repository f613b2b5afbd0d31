//! The part of a link that holds the seed, the players and the words of faults. Knows no game and
//! no text form.

use super::{VersionTable, known_names};
use crate::fault::Fault;
use crate::replay::bytes::TextModel;
use crate::replay::{PlayerInfo, PlayerKind, RangeDecoder, RangeEncoder, SymbolModel};

/// Reads the body of one version of the players into a match's players and faults; returns the
/// seed, or `None` if the body is broken.
pub(super) type PlayersReader = fn(&[u8], &mut [PlayerInfo], &mut [&mut Fault]) -> Option<u64>;

/// The versions of the players. Version 1 has at most one hash for each player, version 2 has a
/// list; version 3 has numbers in place of known names.
pub(super) const PLAYERS_READERS: VersionTable<PlayersReader> = &[
    (1, |bytes, players, faults| read_players(bytes, players, faults, TextModel::read, read_optional_hash)),
    (VERSION_SPELLED, |bytes, players, faults| read_players(bytes, players, faults, TextModel::read, read_hash_list)),
    (VERSION_NUMBERED, |bytes, players, faults| {
        read_players(bytes, players, faults, known_names::read_name, read_hash_list)
    }),
];

/// The two versions that are written.
const VERSION_SPELLED: u8 = 2;
const VERSION_NUMBERED: u8 = 3;

/// Writes or reads a player's name.
type NameWriter = fn(&mut TextModel, &mut RangeEncoder, &str);
type NameReader = fn(&mut TextModel, &mut RangeDecoder<'_>) -> Option<String>;

const KINDS: [PlayerKind; 3] = [PlayerKind::Module, PlayerKind::Executable, PlayerKind::Person];

/// How many hexadecimal digits of a file's hash a link keeps.
const HASH_DIGITS: usize = 8;

/// How many hashes a player can have in a link.
const HASHES_MAX: usize = 15;

/// Writes a body, and returns it with its version. Programs that know no later version than 2 can
/// read the link too if a later one would not be shorter: if hardly a name is known.
pub(super) fn write_players(seed: u64, players: &[PlayerInfo], faults: &[&Fault]) -> (u8, Vec<u8>) {
    let spelled = write_body(seed, players, faults, TextModel::write);
    let numbered = write_body(seed, players, faults, known_names::write_name);
    if numbered.len() < spelled.len() { (VERSION_NUMBERED, numbered) } else { (VERSION_SPELLED, spelled) }
}

fn write_body(seed: u64, players: &[PlayerInfo], faults: &[&Fault], write_name: NameWriter) -> Vec<u8> {
    let (mut encoder, mut text) = (RangeEncoder::default(), TextModel::new());
    encoder.number(seed);
    for player in players {
        let kind = KINDS.iter().position(|&kind| kind == player.kind).unwrap_or(0);
        encoder.uniform(kind as u32, 4);
        write_name(&mut text, &mut encoder, &player.name);
        write_hashes(&mut encoder, player.sha256.iter().chain(&player.interpreter));
    }
    for fault in faults {
        text.write(&mut encoder, &fault.received);
        text.write(&mut encoder, &fault.why.to_string());
    }
    encoder.finish()
}

/// Reads a body whose versions differ in how the names and the hashes of players are coded.
fn read_players(
    bytes: &[u8],
    players: &mut [PlayerInfo],
    faults: &mut [&mut Fault],
    read_name: NameReader,
    read_hashes: fn(&mut RangeDecoder<'_>) -> Vec<String>,
) -> Option<u64> {
    let (mut decoder, mut text) = (RangeDecoder::new(bytes), TextModel::new());
    let seed = decoder.number();
    for player in players {
        player.kind = *KINDS.get(decoder.uniform(4) as usize)?;
        player.name = read_name(&mut text, &mut decoder)?;
        let mut hashes = read_hashes(&mut decoder).into_iter();
        (player.sha256, player.interpreter) = (hashes.next(), hashes.next());
    }
    for fault in faults {
        fault.received = text.read(&mut decoder)?;
        fault.why = text.read(&mut decoder)?.into();
    }
    (!decoder.is_overdrawn()).then_some(seed)
}

/// Writes a list of hashes: its length, then the first digits of each. Strings that are not hashes
/// are left out.
fn write_hashes<'a>(encoder: &mut RangeEncoder, hashes: impl IntoIterator<Item = &'a String>) {
    let kept: Vec<_> = hashes.into_iter().filter_map(|hash| first_digits(hash)).take(HASHES_MAX).collect();
    encoder.symbol(&mut hash_counts(), kept.len());
    kept.iter().flatten().for_each(|&digit| encoder.uniform(digit, 16));
}

/// The values of the digits that a link keeps; `None` if the text is not a hash.
fn first_digits(hash: &str) -> Option<Vec<u32>> {
    let digits: Option<Vec<_>> = hash.chars().take(HASH_DIGITS).map(|digit| digit.to_digit(16)).collect();
    digits.filter(|digits| digits.len() == HASH_DIGITS)
}

/// How many hashes a player has: nearly always 0 or 1, which costs little more than a bit.
fn hash_counts() -> SymbolModel {
    let mut frequencies = [1; HASHES_MAX + 1];
    frequencies[..2].fill(1000);
    SymbolModel::fixed(&frequencies)
}

/// Reads the list of version 2. The first hash is that of the bot's file, the second that of its
/// interpreter.
fn read_hash_list(decoder: &mut RangeDecoder<'_>) -> Vec<String> {
    let count = decoder.symbol(&mut hash_counts());
    (0..count).map(|_| read_hash(decoder)).collect()
}

/// Reads the hash of version 1, if there is one.
fn read_optional_hash(decoder: &mut RangeDecoder<'_>) -> Vec<String> {
    (0..decoder.uniform(2)).map(|_| read_hash(decoder)).collect()
}

fn read_hash(decoder: &mut RangeDecoder<'_>) -> String {
    let digits = (0..HASH_DIGITS).map(|_| char::from_digit(decoder.uniform(16), 16));
    digits.map(|digit| digit.expect("a number below 16 is a digit")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hashes that were read of a player, followed by a number that shows that all were read.
    #[track_caller]
    fn check(hashes: &[&str], expected: &[&str]) {
        let mut encoder = RangeEncoder::default();
        write_hashes(&mut encoder, &hashes.iter().map(ToString::to_string).collect::<Vec<_>>());
        encoder.number(4711);
        let bytes = encoder.finish();
        let mut decoder = RangeDecoder::new(&bytes);
        assert_eq!(read_hash_list(&mut decoder), expected, "{hashes:?}");
        assert_eq!(decoder.number(), 4711, "{hashes:?}");
    }

    #[test]
    fn a_list_of_hashes_is_read_to_its_end() {
        check(&[], &[]);
        check(&["0123abcdef"], &["0123abcd"]);
        check(&["0123abcd", "deadbeef"], &["0123abcd", "deadbeef"]);
        check(&["0123abcd"; HASHES_MAX + 1], &["0123abcd"; HASHES_MAX]);
        check(&["not a hash"], &[]);
        check(&["0123"], &[]);
    }

    #[test]
    fn a_player_with_one_hash_takes_no_more_room_than_in_version_1() {
        let mut encoder = RangeEncoder::default();
        (0..64).for_each(|_| write_hashes(&mut encoder, &["0123abcd".to_owned()]));
        // Version 1 took 33 bits for each player.
        assert!(encoder.finish().len() <= 33 * 64 / 8);
    }
}
