//! Replays from strangers. A link that reads is a possible match, and once we have written it, its
//! text stays the same; a file that opens is written back equal. Knows games only through the
//! catalogue.
//!
//! Foreign bytes can be another spelling of a link: so the comparison starts with the first text
//! that we write, not with the input. The golden links show that links of the newest version come
//! back to the letter.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::replay::file::{self, ReplayDocument};
use botyard_engine::replay::link::{self, ExpectedTurns, LinkCodec, LinkWriteError};
use botyard_engine::replay::{Replay, Turn, TurnResult};
use serde_json::Value;

use crate::byte_source::ByteSource;

/// The version of links that name their bots instead of their turns.
const BY_BOTS: u8 = 0x80;

/// Text that is the link of some game, or of none.
pub fn link(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for name in catalog::NAMES {
        catalog::visit(name, ReadReplay(text)).expect("the catalogue knows its own names");
    }
}

/// Any body, under good checksums: the decoder itself must hold. The first byte chooses the game
/// and versions, the second the part of the rest that is the moves.
pub fn link_body(bytes: &[u8]) {
    struct Seal<'a>([u8; 2], ByteSource<'a>);
    impl Visitor for Seal<'_> {
        type Out = ();
        fn visit<G: Playable>(mut self) {
            let share = usize::from(self.1.byte());
            let body = self.1.rest();
            let (moves, players) = body.split_at(body.len() * share / 255);
            ReadReplay(&payload(G::NAME, self.0, moves, players)).visit::<G>();
        }
    }
    let mut source = ByteSource::new(bytes);
    let choice = usize::from(source.byte());
    let name = catalog::NAMES[choice % catalog::NAMES.len()];
    let versions = choice / catalog::NAMES.len();
    let (moves, players) = ([1, 2, BY_BOTS, 3][versions % 4], [2, 3][versions / 4 % 2]);
    let players = if moves == 1 { 1 } else { players };
    catalog::visit(name, Seal([moves, players], source)).expect("the catalogue knows its own names");
}

/// A link whose moves and players have these versions and bodies. Version 1 can have no players.
fn payload(game: &str, versions: [u8; 2], moves: &[u8], players: &[u8]) -> String {
    let moves = seal(game, &[], versions[0], moves);
    let players = match versions {
        [1, _] if players.is_empty() => Vec::new(),
        [1, version] => seal(game, &[], version, players),
        [_, version] => seal(game, &moves, version, players),
    };
    format!("{}.{}", URL_SAFE_NO_PAD.encode(moves), URL_SAFE_NO_PAD.encode(players))
}

/// A part of a link as it is written: the version, the body, a checksum (FNV-1a of the game, the
/// part before if it is covered too, and these bytes, folded to 16 bits).
fn seal(game: &str, before: &[u8], version: u8, body: &[u8]) -> Vec<u8> {
    let bytes = [&[version], body].concat();
    let hash = [game.as_bytes(), before, &bytes]
        .concat()
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let sum = (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) as u16;
    [&bytes[..], &sum.to_be_bytes()].concat()
}

struct ReadReplay<'a>(&'a str);

impl Visitor for ReadReplay<'_> {
    type Out = ();

    fn visit<G: Playable>(self) {
        let replay = match link::read::<G>(self.0) {
            Ok(read) => read.replay,
            Err(why) => return assert!(!why.to_string().is_empty(), "a link that does not read says why"),
        };
        replay.check().expect("a link that reads is a possible match");
        let written = match link::write(&replay) {
            Ok(written) => written,
            // Ours can be longer: it names players that the other left out.
            Err(LinkWriteError::TooLong) if self.0.len() > link::LENGTH_MAX / 2 => return,
            Err(why) => panic!("a link that reads is written: {why}"),
        };
        let again = link::read::<G>(&written).expect("what was written reads");
        assert_eq!(again.replay, replay, "what was written reads as the same match");
        assert_eq!(link::write(&again.replay), Ok(written), "from its first writing on a link stays as it is");
    }
}

/// A replay file, or any other text.
pub fn file(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    match file::open(value) {
        Ok(document) => {
            let game = document.game.clone();
            let _ = catalog::visit(&game, Opened(document));
        }
        Err(why) => assert!(!why.to_string().is_empty(), "a file that does not open says why"),
    }
}

struct Opened(ReplayDocument);

impl Visitor for Opened {
    type Out = ();

    fn visit<G: Playable>(self) {
        let ReplayDocument { replay, passages, .. } = self.0;
        let Ok(replay) = serde_json::from_value::<Replay<G>>(replay) else { return };
        let value = serde_json::to_value(&replay).expect("what was read is written");
        let text = file::with_transcript(value, &passages).to_string();
        let again = serde_json::from_str(&text).expect("what was written is JSON");
        let again = file::open(again).expect("what was written opens");
        assert_eq!(again.passages, passages, "the words come back");
        let again: Replay<G> = serde_json::from_value(again.replay).expect("what was written is a replay");
        assert_eq!(again, replay, "the replay comes back");
        if replay.check().is_ok() {
            tells_the_same_as_a_link(&replay);
        }
    }
}

/// A possible match that can be a link is the same match as one.
pub fn tells_the_same_as_a_link<G: LinkCodec>(replay: &Replay<G>) {
    if let Some(text) = link::write_by_bots(replay) {
        let read = link::read::<G>(&text).expect("what was written by bots reads");
        assert_eq!(read.replay.settings, replay.settings, "a link by bots keeps the settings");
        let turns: Vec<_> = replay.turns.iter().map(Turn::untyped).collect();
        assert_eq!(read.expected, Some(ExpectedTurns::from_turns(&turns)), "a link by bots knows its turns");
    }
    let Ok(text) = link::write(replay) else { return };
    let read = link::read::<G>(&text).expect("what was written reads").replay;
    assert_eq!(read.settings, replay.settings, "a link keeps the settings");
    assert_eq!(read.turns.len(), replay.turns.len(), "a link keeps the number of turns");
    for (read, turn) in read.turns.iter().zip(&replay.turns) {
        let same = match (&read.result, &turn.result) {
            (TurnResult::Action(one), TurnResult::Action(other)) => one == other,
            (TurnResult::Fault(one), TurnResult::Fault(other)) => one.kind == other.kind,
            _ => false,
        };
        assert!(same && read.seat == turn.seat, "a link keeps the turn {turn:?} and says {read:?}");
    }
    let ends = |replay: &Replay<G>| replay.check().expect("it is possible").outcome();
    assert_eq!(ends(&read), ends(replay), "a link keeps the outcome");
}

/// A match that was played is a replay that follows the rules, ends at this position, and survives
/// both of its forms.
pub fn holds<G: Playable>(replay: &Replay<G>, end: &G) {
    assert_eq!(replay.check().as_ref(), Ok(end), "what was played follows from the start");
    let text = serde_json::to_string(replay).expect("a replay is written");
    assert_eq!(&serde_json::from_str::<Replay<G>>(&text).expect("what was written reads"), replay);
    tells_the_same_as_a_link(replay);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Otherwise no body would get past the checksums.
    #[test]
    fn a_link_is_sealed_as_the_engine_does_it() {
        for (versions, text) in [
            ([1, 1], "AYCqYNxf.AR09KCno7w2297d0gOaT"),
            ([2, 2], "AoCqYEmd.Ah09KCno7w2z3-EWC9M"),
            ([2, 3], "AoCqYEmd.Ax09LIDOHw"),
        ] {
            let (moves, players) = text.split_once('.').expect("two parts");
            let [moves, players] = [moves, players].map(|part| URL_SAFE_NO_PAD.decode(part).expect("base64url"));
            let body = |part: &[u8]| part[1..part.len() - 2].to_vec();
            assert_eq!(payload("connect-four", versions, &body(&moves), &body(&players)), text);
        }
    }
}
