//! A replay as a link: `MOVES.PLAYERS`, each part base64url and checksummed by itself. The moves alone open.
//!
//! The first byte of the moves is the game's own version: it names rules, move order and coder together, so that
//! a link stays readable for ever. Words and times are left out. Decoding is bounded and never panics.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::{DecodeError, Engine as _};

use super::bytes::TextModel;
use super::{
    MatchTerms, PlayerInfo, PlayerKind, RangeDecoder, RangeEncoder, Replay, ReplayError, SymbolModel, Turn, TurnResult,
    play_turn,
};
use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::seat::Seat;

/// The longest link that is read, in characters.
pub const LENGTH_MAX: usize = 64 << 10;

/// As many bytes are longer than that as characters, which have six bits each.
const BYTES_MAX: usize = LENGTH_MAX / 4 * 3;

/// A longer address, in characters, is cut short by some programs that pass it on.
pub const PASSED_ON_MAX: usize = 8_000;

/// The most turns a link is read for.
const TURNS_MAX: usize = 1 << 20;

/// The most work a link is written or read for: see [`LinkCodec::work`].
pub const WORK_MAX: usize = 1 << 24;

/// The version of the part that names the players.
const PLAYERS_VERSION: u8 = 1;

/// How a game is written into a link.
pub trait LinkCodec: Game {
    /// The name in the catalogue: part of the checksum, so that a link opens under its own game only.
    const NAME: &'static str;
    /// Names rules, move order and coder together.
    const LINK_VERSION: u8;
    /// What the coder learns along a match.
    type Models: Default;

    /// Writes settings and the number of seats, as far as either can differ.
    fn write_start(settings: &Self::Settings, seats: usize, encoder: &mut RangeEncoder);

    /// Reads what [`LinkCodec::write_start`] wrote; `None` if it is not possible.
    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(Self::Settings, usize)>;

    /// How much work it is to write, read and play an action of this seat now. A link that would take longer than a person
    /// waits is neither written nor read; where an action is one decision of many at once, the game counts them here.
    fn work(&self, _seat: Seat) -> usize {
        1
    }

    /// Writes a legal action: by its rank, unless the game knows better.
    fn write_action(&self, seat: Seat, action: &Self::Action, _models: &mut Self::Models, encoder: &mut RangeEncoder) {
        let rank = self.legal(seat).position(|legal| legal == *action).unwrap_or(0);
        encoder.uniform(rank as u32, self.legal(seat).count() as u32);
    }

    /// Reads what [`LinkCodec::write_action`] wrote; `None` if there is no such action.
    fn read_action(
        &self,
        seat: Seat,
        _models: &mut Self::Models,
        decoder: &mut RangeDecoder<'_>,
    ) -> Option<Self::Action> {
        let count = u32::try_from(self.legal(seat).count()).ok().filter(|&count| count > 0)?;
        self.legal(seat).nth(decoder.uniform(count) as usize)
    }
}

/// Why a link cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkReadError {
    /// There are characters in it that no link has, or it is too long or too short.
    #[error("this is not the link of a match: copy the whole address again")]
    NotALink,
    /// The checksum does not match.
    #[error("this link has been cut or changed on its way: copy the whole address again")]
    Damaged,
    /// A later version wrote it.
    #[error("this link was made by a newer version of Botyard (its form is number {0}): reload the page")]
    Newer(u8),
    /// It can be read and is no match of this game.
    #[error("this link tells of a match that is not possible: {0}")]
    Impossible(String),
}

impl From<ReplayError> for LinkReadError {
    fn from(broken: ReplayError) -> Self {
        Self::Impossible(broken.to_string())
    }
}

/// Why a replay cannot be written as a link.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkWriteError {
    /// The replay's turns do not follow from its start.
    #[error("{0}")]
    Broken(#[from] ReplayError),
    /// No link of that length is read.
    #[error("the match is too long for a link: keep it as a file")]
    TooLong,
}

/// Writes a replay as a link's payload.
///
/// # Errors
/// If the replay's turns do not follow from its start, or are too many for a link that can be read.
pub fn write<G: LinkCodec>(replay: &Replay<G>) -> Result<String, LinkWriteError> {
    let moves = encode_part(G::NAME, G::LINK_VERSION, write_turns(replay)?);
    let faults: Vec<_> = faults(&replay.turns).collect();
    let players = encode_part(G::NAME, PLAYERS_VERSION, write_players(replay.seed, &replay.players, &faults));
    let payload = format!("{moves}.{players}");
    if payload.len() > LENGTH_MAX { Err(LinkWriteError::TooLong) } else { Ok(payload) }
}

/// Reads a link's payload.
///
/// # Errors
/// If it is no link of this game.
pub fn read<G: LinkCodec>(payload: &str) -> Result<Replay<G>, LinkReadError> {
    if payload.len() > LENGTH_MAX {
        return Err(LinkReadError::NotALink);
    }
    let (moves, players) = payload.split_once('.').unwrap_or((payload, ""));
    let mut replay = read_turns::<G>(&decode_part(G::NAME, G::LINK_VERSION, moves)?)?;
    if !players.is_empty() {
        let bytes = decode_part(G::NAME, PLAYERS_VERSION, players)?;
        let mut faults: Vec<_> = faults_mut(&mut replay.turns).collect();
        replay.seed = read_players(&bytes, &mut replay.players, &mut faults).ok_or(LinkReadError::Damaged)?;
    }
    Ok(replay)
}

/// Adds version and checksum and makes characters of it.
fn encode_part(name: &str, version: u8, body: Vec<u8>) -> String {
    let mut bytes = vec![version];
    bytes.extend(body);
    bytes.extend(checksum(name, &bytes).to_be_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

fn decode_part(name: &str, version: u8, text: &str) -> Result<Vec<u8>, LinkReadError> {
    let mut bytes = URL_SAFE_NO_PAD.decode(text).map_err(|error| match error {
        DecodeError::InvalidByte(..) => LinkReadError::NotALink,
        _ => LinkReadError::Damaged,
    })?;
    if bytes.len() < 3 {
        return Err(LinkReadError::NotALink);
    }
    let sum = bytes.split_off(bytes.len() - 2);
    if checksum(name, &bytes).to_be_bytes()[..] != sum {
        return Err(LinkReadError::Damaged);
    }
    match bytes[0] {
        found if found > version => Err(LinkReadError::Newer(found)),
        found if found < version => Err(LinkReadError::NotALink),
        _ => Ok(bytes.split_off(1)),
    }
}

/// FNV-1a of game and bytes, folded to 16 bits.
fn checksum(name: &str, bytes: &[u8]) -> u16 {
    let hash = name
        .bytes()
        .chain(bytes.iter().copied())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    (hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) as u16
}

/// What comes next while the game is not over. Nearly always an action: that costs next to nothing.
const ACTION: usize = 0;
const FAULT: usize = 1;
const BROKEN_OFF: usize = 2;

fn next_model() -> SymbolModel {
    SymbolModel::fixed(&[4090, 4, 2])
}

fn write_turns<G: LinkCodec>(replay: &Replay<G>) -> Result<Vec<u8>, LinkWriteError> {
    let mut game = replay.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() })?;
    let mut encoder = RangeEncoder::default();
    let (mut next, mut models, mut events) = (next_model(), G::Models::default(), Vec::new());
    let mut work = 0;
    G::write_start(&replay.settings, replay.players.len(), &mut encoder);
    for (number, turn) in replay.turns.iter().enumerate() {
        let before = game.clone();
        events.clear();
        play_turn(&mut game, turn, &mut events).map_err(|why| ReplayError { turn: number + 1, why })?;
        work += before.work(turn.seat);
        if work > WORK_MAX || number >= TURNS_MAX || encoder.len() > BYTES_MAX {
            return Err(LinkWriteError::TooLong);
        }
        match &turn.result {
            TurnResult::Action(action) => {
                encoder.symbol(&mut next, ACTION);
                before.write_action(turn.seat, action, &mut models, &mut encoder);
            }
            TurnResult::Fault(fault) => {
                encoder.symbol(&mut next, FAULT);
                encoder.uniform(turn.seat.index() as u32, replay.players.len() as u32);
                encoder.uniform(number_of(fault.kind), 16);
            }
        }
    }
    if game.outcome().is_none() {
        encoder.symbol(&mut next, BROKEN_OFF);
    }
    Ok(encoder.finish())
}

fn number_of(kind: FaultKind) -> u32 {
    FaultKind::ALL.iter().position(|&each| each == kind).map_or(0, |at| at as u32)
}

fn read_turns<G: LinkCodec>(bytes: &[u8]) -> Result<Replay<G>, LinkReadError> {
    let mut decoder = RangeDecoder::new(bytes);
    let (settings, seats) =
        G::read_start(&mut decoder).ok_or_else(|| LinkReadError::Impossible("its start is none".to_owned()))?;
    let mut game = G::start(&settings, seats).map_err(|why| LinkReadError::Impossible(why.to_string()))?;
    let (mut next, mut models, mut events) = (next_model(), G::Models::default(), Vec::new());
    let (mut turns, mut work) = (Vec::new(), 0);
    while game.outcome().is_none() {
        let Some(turn) = read_turn(&game, &mut next, &mut models, &mut decoder)? else {
            break;
        };
        work += game.work(turn.seat);
        if work > WORK_MAX || turns.len() >= TURNS_MAX || decoder.is_overdrawn() {
            return Err(LinkReadError::Damaged);
        }
        events.clear();
        play_turn(&mut game, &turn, &mut events).map_err(|why| ReplayError { turn: turns.len() + 1, why })?;
        turns.push(turn);
    }
    let players = (1..=seats).map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
    Ok(Replay { settings, seed: 0, players: players.collect(), terms: MatchTerms::default(), turns })
}

/// Reads one turn; `None` where the match was broken off.
fn read_turn<G: LinkCodec>(
    game: &G,
    next: &mut SymbolModel,
    models: &mut G::Models,
    decoder: &mut RangeDecoder<'_>,
) -> Result<Option<Turn<G::Action>>, LinkReadError> {
    let (seat, result) = match decoder.symbol(next) {
        ACTION => {
            let seat = game.to_act().lowest().ok_or(LinkReadError::Damaged)?;
            let action = game.read_action(seat, models, decoder).ok_or(LinkReadError::Damaged)?;
            (seat, TurnResult::Action(action))
        }
        FAULT => {
            let seat = Seat::new(decoder.uniform(game.seats() as u32) as usize);
            let kind = FaultKind::ALL.get(decoder.uniform(16) as usize).copied().ok_or(LinkReadError::Damaged)?;
            (seat, TurnResult::Fault(Fault::new(kind, b"", "")))
        }
        _ => return Ok(None),
    };
    Ok(Some(Turn { seat, result, words: None, used: std::time::Duration::ZERO }))
}

const KINDS: [PlayerKind; 3] = [PlayerKind::Module, PlayerKind::Executable, PlayerKind::Person];

/// How many hexadecimal digits of a file's hash a link keeps.
const HASH_DIGITS: usize = 8;

fn write_players(seed: u64, players: &[PlayerInfo], faults: &[&Fault]) -> Vec<u8> {
    let (mut encoder, mut text) = (RangeEncoder::default(), TextModel::new());
    encoder.number(seed);
    for player in players {
        let kind = KINDS.iter().position(|&kind| kind == player.kind).unwrap_or(0);
        encoder.uniform(kind as u32, 4);
        text.write(&mut encoder, &player.name);
        write_hash(&mut encoder, player.sha256.as_deref());
    }
    for fault in faults {
        text.write(&mut encoder, &fault.received);
        text.write(&mut encoder, &fault.why.to_string());
    }
    encoder.finish()
}

/// Reads what [`write_players`] wrote; returns the seed.
fn read_players(bytes: &[u8], players: &mut [PlayerInfo], faults: &mut [&mut Fault]) -> Option<u64> {
    let (mut decoder, mut text) = (RangeDecoder::new(bytes), TextModel::new());
    let seed = decoder.number();
    for player in players {
        player.kind = *KINDS.get(decoder.uniform(4) as usize)?;
        player.name = text.read(&mut decoder)?;
        player.sha256 = read_hash(&mut decoder);
    }
    for fault in faults {
        fault.received = text.read(&mut decoder)?;
        fault.why = text.read(&mut decoder)?.into();
    }
    (!decoder.is_overdrawn()).then_some(seed)
}

fn faults<A>(turns: &[Turn<A>]) -> impl Iterator<Item = &Fault> {
    turns.iter().filter_map(|turn| match &turn.result {
        TurnResult::Fault(fault) => Some(fault),
        TurnResult::Action(_) => None,
    })
}

fn faults_mut<A>(turns: &mut [Turn<A>]) -> impl Iterator<Item = &mut Fault> {
    turns.iter_mut().filter_map(|turn| match &mut turn.result {
        TurnResult::Fault(fault) => Some(fault),
        TurnResult::Action(_) => None,
    })
}

fn write_hash(encoder: &mut RangeEncoder, hash: Option<&str>) {
    let digits: Option<Vec<u32>> =
        hash.and_then(|hash| hash.chars().take(HASH_DIGITS).map(|digit| digit.to_digit(16)).collect());
    let digits = digits.filter(|digits| digits.len() == HASH_DIGITS);
    encoder.uniform(u32::from(digits.is_some()), 2);
    digits.iter().flatten().for_each(|&digit| encoder.uniform(digit, 16));
}

fn read_hash(decoder: &mut RangeDecoder<'_>) -> Option<String> {
    let digits = match decoder.uniform(2) {
        0 => return None,
        _ => (0..HASH_DIGITS).map(|_| char::from_digit(decoder.uniform(16), 16)),
    };
    digits.collect()
}
