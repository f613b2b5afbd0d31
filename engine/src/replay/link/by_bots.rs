//! A link that names its bots instead of its turns: for a match that is too long for its moves,
//! between modules that everybody has. Such bots repeat themselves, and the link's digest of the
//! turns shows whether they did. Knows no bots and plays nothing.

use serde_json::Value;

use super::{LinkCodec, LinkReadError, StartReader, moves, newest, parts, players};
use crate::replay::{PlayerKind, RangeDecoder, RangeEncoder, Replay, Turn, TurnResult};

/// The first version of the part that replaces the moves. Versions of a game's moves are counted
/// upwards and stay below it; an older reader reports a newer link.
pub const BY_BOTS_SINCE: u8 = 0x80;

/// The data of a link about the turns that its bots have played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpectedTurns {
    /// How many there are.
    pub count: usize,
    digest: u64,
}

impl ExpectedTurns {
    /// The data of a link of these turns. Times and words do not count.
    pub fn from_turns(turns: &[Turn<Value>]) -> Self {
        let mut digest = Digest::default();
        for Turn { seat, result, .. } in turns {
            digest.add(&[seat.index() as u8]);
            match result {
                TurnResult::Action(action) => digest.add(action.to_string().as_bytes()),
                TurnResult::Fault(fault) => digest.add(fault.kind.name().as_bytes()),
            }
            digest.add(b"\n");
        }
        Self { count: turns.len(), digest: digest.0 }
    }
}

/// FNV-1a: it distinguishes matches that differ by chance, and is no protection against forgery.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Writes a link that names the bots of a finished match; `None` if they might not repeat it: all
/// have to be modules whose hashes are known, under the usual terms.
pub fn write_by_bots<G: LinkCodec>(replay: &Replay<G>) -> Option<String> {
    let is_known = replay.players.iter().all(|player| player.kind == PlayerKind::Module && player.sha256.is_some());
    if !is_known || !replay.has_usual_terms() || replay.turns.len() > super::TURNS_MAX {
        return None;
    }
    let turns: Vec<_> = replay.turns.iter().map(Turn::untyped).collect();
    let ExpectedTurns { count, digest } = ExpectedTurns::from_turns(&turns);
    let mut encoder = RangeEncoder::default();
    G::write_start(&replay.settings, replay.players.len(), &mut encoder);
    encoder.number(count as u64);
    encoder.number(digest);
    let moves = parts::seal(G::NAME, &[], newest(G::START_READERS), encoder.finish());
    let (version, players) = players::write_players(replay.seed, &replay.players, &[]);
    let players = parts::seal(G::NAME, &moves, version, players);
    Some(format!("{}.{}", parts::to_text(&moves), parts::to_text(&players)))
        .filter(|text| text.len() <= super::LENGTH_MAX)
}

/// Reads the body of the part that replaces the moves: the match before its first turn, and the
/// expected turns.
pub(super) fn read_by_bots<G: LinkCodec>(
    body: &[u8],
    read_start: StartReader<G>,
) -> Result<(Replay<G>, ExpectedTurns), LinkReadError> {
    let mut decoder = RangeDecoder::new(body);
    let (settings, seats, _) = moves::start_match::<G>(read_start, &mut decoder)?;
    let (count, digest) = (decoder.number(), decoder.number());
    let count = usize::try_from(count).ok().filter(|&count| count <= super::TURNS_MAX && !decoder.is_overdrawn());
    let expected = ExpectedTurns { count: count.ok_or(LinkReadError::Damaged)?, digest };
    Ok((moves::replay_of(settings, seats, Vec::new()), expected))
}
