//! A replay as a link: `MOVES.PLAYERS`, each part a version byte, a body and a checksum in
//! base64url.
//!
//! The version of each part picks its reader from a table, so that a link stays readable for ever.
//! The version of the moves is the game's own: it names rules, move order and coder together. Links
//! are written with the newest version of the moves, and with the shorter version of the players.
//!
//! In version 1, each checksum covers its own part, and the moves can be read without the players.
//! Since version 2 of the moves, both parts are needed, and the checksum of the players covers the
//! whole link: a link that was cut between its parts is refused. The checksum of the moves stays as
//! it was, so that programs that know only version 1 report a newer link, and not a damaged one.
//!
//! A match that is too long for its moves can name its bots instead (`by_bots.rs`), if they are
//! modules that repeat themselves.
//!
//! Words and times are left out. Decoding is bounded and never panics.

mod by_bots;
mod known_names;
mod moves;
mod parts;
mod passed_on;
mod players;
mod read_work;

use std::time::Duration;

use super::{RangeDecoder, RangeEncoder, Replay, ReplayError, Turn, TurnResult, USUAL_TURN, UsualTerms, Waiting};
use crate::codec::Protocol;
use crate::fault::Fault;
use crate::game::Game;
use crate::seat::Seat;
use moves::write_moves;
use players::{PLAYERS_READERS, write_players};

pub use by_bots::{BY_BOTS_SINCE, ExpectedTurns, write_by_bots};
pub use moves::{MovesReader, read_moves, read_moves_by};
pub use passed_on::{FoundAddress, find_addresses};
pub use read_work::ReadWork;

/// The longest link that is read, in characters.
pub const LENGTH_MAX: usize = 64 << 10;

/// No link is shorter than this, in characters: three bytes.
const LENGTH_MIN: usize = 4;

/// The longest body, in bytes: as characters of six bits each, more would exceed [`LENGTH_MAX`].
const BYTES_MAX: usize = LENGTH_MAX / 4 * 3;

/// A longer address, in characters, is cut short by some programs that pass it on.
pub const PASSED_ON_MAX: usize = 8_000;

/// The most turns a link is read for.
const TURNS_MAX: usize = 1 << 20;

/// The most work a link is read for: see [`LinkCodec::work`]. Earlier versions wrote such links.
pub const WORK_MAX: usize = 1 << 24;

/// The most work a link is written for: on a slow computer, it is read within a second or two.
pub const WORK_WRITTEN_MAX: usize = 1 << 21;

/// The first version of the moves whose link must have players, under a checksum that covers the
/// whole link.
const WHOLE_SINCE: u8 = 2;

/// The versions of a part in ascending order, each with its reader. Of the moves, the last one is
/// the version that is written.
pub type VersionTable<R> = &'static [(u8, R)];

/// How a game is written into a link.
pub trait LinkCodec: Protocol + 'static {
    /// The name in the catalogue: part of the checksum, so that a link opens under its own game
    /// only.
    const NAME: &'static str;
    /// The versions of the moves, each with its reader. A change of the rules, the move order or
    /// the coder adds a version; the readers of the earlier ones stay.
    const MOVES_READERS: VersionTable<MovesReader<Self>>;
    /// The versions of links that name their bots, each with the reader of its start. They are
    /// counted from [`BY_BOTS_SINCE`]. A change of how a start is coded adds a version, and
    /// one of the moves; the reader of the earlier start stays for both.
    const START_READERS: VersionTable<StartReader<Self>> = &[(BY_BOTS_SINCE, Self::read_start)];
    /// The coder's models, which adapt along a match.
    type Models: Default;

    /// Writes settings and the number of seats, as far as either can differ.
    fn write_start(settings: &Self::Settings, seats: usize, encoder: &mut RangeEncoder);

    /// Reads the output of [`LinkCodec::write_start`]; `None` if it is not possible.
    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(Self::Settings, usize)>;

    /// The time for one answer that a bot has in a match with these settings, unless a person
    /// chooses another: records name it.
    fn usual_turn(_: &Self::Settings) -> Duration {
        USUAL_TURN
    }

    /// What a program may do while it is not asked, unless a person chooses otherwise: records name
    /// it.
    const USUAL_WAITING: Waiting = Waiting::Pondering;

    /// The terms of a match with these settings where others are not stated.
    fn usual_terms(settings: &Self::Settings) -> UsualTerms {
        UsualTerms { turn: Self::usual_turn(settings), protocol: Self::PROTOCOL_VERSION, waiting: Self::USUAL_WAITING }
    }

    /// How much work it is to write, read and play an action of this seat now. A link that would
    /// take longer than a person waits is neither written nor read; where an action is one decision
    /// of many at once, the game counts them here.
    fn work(&self, _seat: Seat) -> usize {
        1
    }

    /// Writes a legal action: by its rank, unless the game has a better method.
    fn write_action(&self, seat: Seat, action: &Self::Action, _models: &mut Self::Models, encoder: &mut RangeEncoder) {
        let rank = self.legal(seat).position(|legal| legal == *action).unwrap_or(0);
        encoder.uniform(rank as u32, self.legal(seat).count() as u32);
    }

    /// Reads the output of [`LinkCodec::write_action`]; `None` if there is no such action.
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

/// Reads settings and the number of seats; `None` if they are not possible.
pub type StartReader<G> = fn(&mut RangeDecoder<'_>) -> Option<(<G as Game>::Settings, usize)>;

/// Why a link cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkReadError {
    /// There are characters in it that no link has, or it is too long or too short.
    #[error("this is not the link of a match: copy the whole address again")]
    NotALink,
    /// A checksum does not match, or a part is missing.
    #[error("this link is truncated or altered: copy the whole address again")]
    Damaged,
    /// A later version wrote it.
    #[error(
        "this link was made by a newer version of Botyard (its form is number {0}): reload the page, or install the newer version"
    )]
    Newer(u8),
    /// Reading it would be more work than was allowed.
    #[error("reading this link takes long")]
    Long,
    /// It can be read, but the match is not possible in this game.
    #[error("this link holds a match that is not possible: {0}")]
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

/// Writes a replay as a link's payload, in the newest version of its moves.
///
/// # Errors
/// If the replay's turns do not follow from its start, or are too many for a link that can be read.
pub fn write<G: LinkCodec>(replay: &Replay<G>) -> Result<String, LinkWriteError> {
    let moves = parts::seal(G::NAME, &[], newest(G::MOVES_READERS), write_moves(replay)?);
    let faults: Vec<_> = faults(&replay.turns).collect();
    let (version, players) = write_players(replay.seed, &replay.players, &faults);
    let players = parts::seal(G::NAME, &moves, version, players);
    let payload = format!("{}.{}", parts::to_text(&moves), parts::to_text(&players));
    if payload.len() > LENGTH_MAX { Err(LinkWriteError::TooLong) } else { Ok(payload) }
}

/// The content of a link.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkContents<G: Game> {
    /// The match.
    pub replay: Replay<G>,
    /// Whether the link has no part for the players: a link of version 1 can be read without it.
    /// Then the players have placeholders for names, and the seed, the hashes and the words of
    /// faults are unknown.
    pub lacks_players: bool,
    /// The expected turns if the link names bots in place of its turns: the match is then before
    /// its first turn.
    pub expected: Option<ExpectedTurns>,
}

/// Describes the missing part of a link that [lacks players](LinkContents::lacks_players), as a
/// clause.
pub const PLAYERS_MISSING: &str = "the players' names and the seed are missing, because the link ends before them";

/// Reads a link's payload, of any version.
///
/// # Errors
/// If it is not a link of this game, or a newer version wrote it.
pub fn read<G: LinkCodec>(payload: &str) -> Result<LinkContents<G>, LinkReadError> {
    read_by(payload, &mut ReadWork::within(WORK_MAX))
}

/// Like [`read`]; `follow` is told how much of the moves has been read, in percent, whenever that has
/// changed.
///
/// # Errors
/// As those of [`read`].
pub fn read_followed<G: LinkCodec>(
    payload: &str,
    follow: &mut dyn FnMut(u8),
) -> Result<LinkContents<G>, LinkReadError> {
    read_by(payload, &mut ReadWork::within(WORK_MAX).followed_by(follow))
}

/// Like [`read`], if that is at most so much work (see [`LinkCodec::work`]): otherwise the error is
/// [`LinkReadError::Long`], on every host for the same links.
///
/// # Errors
/// As those of [`read`].
pub fn read_within<G: LinkCodec>(payload: &str, work_max: usize) -> Result<LinkContents<G>, LinkReadError> {
    read_by(payload, &mut ReadWork::within(work_max))
}

fn read_by<G: LinkCodec>(payload: &str, work: &mut ReadWork<'_>) -> Result<LinkContents<G>, LinkReadError> {
    if !(LENGTH_MIN..=LENGTH_MAX).contains(&payload.len()) {
        return Err(LinkReadError::NotALink);
    }
    let (moves, players) = payload.split_once('.').unwrap_or((payload, ""));
    let moves = parts::from_text(moves)?;
    let (version, body) = parts::open(G::NAME, &[], &moves)?;
    let reader = BodyReader::<G>::find(version)?;
    let players = parts::from_text(players)?;
    let players = open_players(G::NAME, version, &moves, &players)?;
    let (mut replay, expected) = match reader {
        BodyReader::Moves(read_moves) => (read_moves(body, work)?, None),
        BodyReader::Bots(read_start) => {
            let (replay, expected) = by_bots::read_by_bots::<G>(body, read_start)?;
            (replay, Some(expected))
        }
    };
    if let Some((version, body)) = players {
        let mut faults: Vec<_> = faults_mut(&mut replay.turns).collect();
        let read_players = find_reader(PLAYERS_READERS, version)?;
        replay.seed = read_players(body, &mut replay.players, &mut faults).ok_or(LinkReadError::Damaged)?;
    }
    Ok(LinkContents { replay, lacks_players: players.is_none(), expected })
}

/// The reader of a link's first part.
enum BodyReader<G: Game> {
    /// It has the moves.
    Moves(MovesReader<G>),
    /// It has the start, and its bots are named.
    Bots(StartReader<G>),
}

impl<G: LinkCodec> BodyReader<G> {
    fn find(version: u8) -> Result<Self, LinkReadError> {
        match version {
            ..BY_BOTS_SINCE => find_reader(G::MOVES_READERS, version).map(Self::Moves),
            BY_BOTS_SINCE.. => find_reader(G::START_READERS, version).map(Self::Bots),
        }
    }
}

/// Checks the players of a link whose moves have this version, and returns their own version and
/// their body; `None` if a link of version 1 has no players.
fn open_players<'a>(
    game: &str,
    moves_version: u8,
    moves: &[u8],
    players: &'a [u8],
) -> Result<Option<(u8, &'a [u8])>, LinkReadError> {
    match moves_version {
        ..WHOLE_SINCE if players.is_empty() => Ok(None),
        ..WHOLE_SINCE => parts::open(game, &[], players).map(Some),
        WHOLE_SINCE.. => parts::open(game, moves, players).map(Some),
    }
}

/// The last version of the table.
fn newest<R>(readers: VersionTable<R>) -> u8 {
    readers.last().expect("a table has a version").0
}

fn find_reader<R: Copy>(readers: VersionTable<R>, version: u8) -> Result<R, LinkReadError> {
    match readers.iter().find(|(number, _)| *number == version) {
        Some((_, reader)) => Ok(*reader),
        None if version > newest(readers) => Err(LinkReadError::Newer(version)),
        None => Err(LinkReadError::NotALink),
    }
}

fn faults<A>(turns: &[Turn<A>]) -> impl Iterator<Item = &Fault> {
    turns.iter().filter_map(|turn| match &turn.result {
        TurnResult::Fault(fault) => Some(&**fault),
        TurnResult::Action(_) => None,
    })
}

fn faults_mut<A>(turns: &mut [Turn<A>]) -> impl Iterator<Item = &mut Fault> {
    turns.iter_mut().filter_map(|turn| match &mut turn.result {
        TurnResult::Fault(fault) => Some(&mut **fault),
        TurnResult::Action(_) => None,
    })
}
