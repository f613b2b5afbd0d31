//! The part of a link that holds settings and moves. Knows no players and no text form.

use super::{BYTES_MAX, LinkCodec, LinkReadError, LinkWriteError, ReadWork, StartReader, TURNS_MAX, WORK_WRITTEN_MAX};
use crate::fault::{Fault, FaultKind};
use crate::game::Game;
use crate::replay::{
    MatchTerms, PlayerInfo, RangeDecoder, RangeEncoder, Replay, ReplayError, SymbolModel, Turn, TurnResult, play_turn,
};
use crate::seat::Seat;

/// The symbol before an action, while the game is not over. It is by far the most frequent of the
/// three, so it costs next to nothing.
const ACTION: usize = 0;
const FAULT: usize = 1;
const BROKEN_OFF: usize = 2;

fn next_model() -> SymbolModel {
    SymbolModel::fixed(&[4090, 4, 2])
}

pub(super) fn write_moves<G: LinkCodec>(replay: &Replay<G>) -> Result<Vec<u8>, LinkWriteError> {
    let mut game = replay.start().map_err(|why| ReplayError { turn: 0, why: why.to_string() })?;
    let mut encoder = RangeEncoder::default();
    let (mut next, mut models, mut events) = (next_model(), G::Models::default(), Vec::new());
    let mut work = 0;
    G::write_start(&replay.settings, replay.players.len(), &mut encoder);
    for (number, turn) in replay.turns.iter().enumerate() {
        let before = game.clone();
        events.clear();
        play_turn(&mut game, turn, &mut events).map_err(|why| why.at_turn(number + 1))?;
        work += before.work(turn.seat);
        if work > WORK_WRITTEN_MAX || number >= TURNS_MAX || encoder.len() > BYTES_MAX {
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
    FaultKind::ALL.iter().position(|&each| each == kind).expect("`ALL` has every kind") as u32
}

/// Reads the body of the moves of one version, if that is not too much work.
pub type MovesReader<G> = fn(&[u8], &mut ReadWork<'_>) -> Result<Replay<G>, LinkReadError>;

/// Reads moves as [`LinkCodec`] codes them now.
///
/// # Errors
/// If the body is not a match of this game, or too much work.
pub fn read_moves<G: LinkCodec>(bytes: &[u8], work: &mut ReadWork<'_>) -> Result<Replay<G>, LinkReadError> {
    read_moves_by(bytes, work, G::read_start, G::read_action)
}

/// Reads the action of a seat, and lets models learn it.
type ActionReader<G, M> = fn(&G, Seat, &mut M, &mut RangeDecoder<'_>) -> Option<<G as Game>::Action>;

/// Reads moves whose start or actions were coded differently: those of an earlier version.
///
/// # Errors
/// If the body is not a match of this game, or too much work.
pub fn read_moves_by<G: LinkCodec, M: Default>(
    bytes: &[u8],
    work: &mut ReadWork<'_>,
    read_start: StartReader<G>,
    read_action: ActionReader<G, M>,
) -> Result<Replay<G>, LinkReadError> {
    let mut decoder = RangeDecoder::new(bytes);
    let (settings, seats, mut game) = start_match::<G>(read_start, &mut decoder)?;
    let (mut next, mut models, mut events) = (next_model(), M::default(), Vec::new());
    let mut turns = Vec::new();
    while game.outcome().is_none() {
        let Some(turn) = read_turn(&game, &mut next, &mut models, read_action, &mut decoder)? else {
            break;
        };
        if turns.len() >= TURNS_MAX || decoder.is_overdrawn() {
            return Err(LinkReadError::Damaged);
        }
        work.add(game.work(turn.seat), decoder.percent_read())?;
        events.clear();
        play_turn(&mut game, &turn, &mut events).map_err(|why| why.at_turn(turns.len() + 1))?;
        turns.push(turn);
    }
    Ok(replay_of(settings, seats, turns))
}

/// Reads settings and the number of seats, and starts the game.
pub(super) fn start_match<G: LinkCodec>(
    read_start: StartReader<G>,
    decoder: &mut RangeDecoder<'_>,
) -> Result<(G::Settings, usize, G), LinkReadError> {
    let (settings, seats) =
        read_start(decoder).ok_or_else(|| LinkReadError::Impossible("its start cannot be read".to_owned()))?;
    let game = G::start(&settings, seats).map_err(|why| LinkReadError::Impossible(why.to_string()))?;
    Ok((settings, seats, game))
}

/// A match whose players are not known yet.
pub(super) fn replay_of<G: LinkCodec>(settings: G::Settings, seats: usize, turns: Vec<Turn<G::Action>>) -> Replay<G> {
    let players = (1..=seats).map(|number| PlayerInfo { name: format!("player {number}"), ..PlayerInfo::default() });
    Replay { settings, seed: 0, players: players.collect(), terms: MatchTerms::default(), turns }
}

/// Reads one turn; `None` where the match was stopped.
fn read_turn<G: LinkCodec, M>(
    game: &G,
    next: &mut SymbolModel,
    models: &mut M,
    read_action: ActionReader<G, M>,
    decoder: &mut RangeDecoder<'_>,
) -> Result<Option<Turn<G::Action>>, LinkReadError> {
    let (seat, result) = match decoder.symbol(next) {
        ACTION => {
            let seat = game.to_act().lowest().ok_or(LinkReadError::Damaged)?;
            let action = read_action(game, seat, models, decoder).ok_or(LinkReadError::Damaged)?;
            (seat, TurnResult::Action(action))
        }
        FAULT => {
            let seat = Seat::new(decoder.uniform(game.seats() as u32) as usize);
            let kind = FaultKind::ALL.get(decoder.uniform(16) as usize).copied().ok_or(LinkReadError::Damaged)?;
            (seat, TurnResult::from(Fault::new(kind, b"", "")))
        }
        _ => return Ok(None),
    };
    Ok(Some(Turn { seat, result, words: None, used: std::time::Duration::ZERO }))
}
