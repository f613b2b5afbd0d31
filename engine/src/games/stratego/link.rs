//! Stratego in links: both setups by value, then the moves.
//!
//! A setup is coded square by square among the pieces that are left: 110 bits for a full army.
//! Moves are sorted into four groups (the piece that moved last goes on, goes back, goes aside;
//! another piece moves): the group is coded as it is used to following the last one, then the rank
//! within the group.

use std::time::Duration;

use super::action::{StrategoAction, StrategoMove};
use super::codec::StrategoCodec;
use super::piece::{Colour, Rank};
use super::rules::Stratego;
use super::settings::{CoinToss, StrategoSettings, Variant};
use super::setup::{ArmySetup, ROWS};
use super::square::{Direction, Square, WIDTH};
use crate::replay::link::{LinkCodec, MovesReader, VersionTable, read_moves};
use crate::replay::{RangeDecoder, RangeEncoder, SymbolModel, Waiting};
use crate::seat::Seat;

/// The statistics that the coder collects along a match.
#[derive(Debug)]
pub struct StrategoLinkModels {
    surrender: SymbolModel,
    habits: [MoveModel; 2],
}

impl Default for StrategoLinkModels {
    fn default() -> Self {
        Self { surrender: SymbolModel::fixed(&[4095, 1]), habits: [MoveModel::default(), MoveModel::default()] }
    }
}

/// The piece that one side moved last, and how that side tends to go on.
#[derive(Debug)]
struct MoveModel {
    last: Option<(Square, Direction)>,
    group: usize,
    /// After each group, whether each group is the next one.
    next: [[SymbolModel; GROUPS]; GROUPS],
}

impl Default for MoveModel {
    fn default() -> Self {
        let even = || std::array::from_fn(|_| SymbolModel::even(2));
        Self { last: None, group: OTHER, next: std::array::from_fn(|_| even()) }
    }
}

const ON: usize = 0;
const BACK: usize = 1;
const ASIDE: usize = 2;
const OTHER: usize = 3;
const GROUPS: usize = 4;

impl MoveModel {
    fn group_of(&self, step: &StrategoMove) -> usize {
        let Some((at, direction)) = self.last else { return OTHER };
        match step.direction {
            _ if Square::new(step.x, step.y) != Some(at) => OTHER,
            ahead if ahead == direction => ON,
            back if back == opposite(direction) => BACK,
            _ => ASIDE,
        }
    }

    fn sort(&self, moves: impl Iterator<Item = StrategoMove>) -> [Vec<StrategoMove>; GROUPS] {
        let mut groups: [Vec<StrategoMove>; GROUPS] = Default::default();
        moves.for_each(|step| groups[self.group_of(&step)].push(step));
        groups
    }

    fn write_group(&mut self, groups: &[Vec<StrategoMove>; GROUPS], group: usize, encoder: &mut RangeEncoder) {
        for each in open(groups) {
            encoder.symbol(&mut self.next[self.group][each], usize::from(each == group));
            if each == group {
                break;
            }
        }
    }

    fn read_group(&mut self, groups: &[Vec<StrategoMove>; GROUPS], decoder: &mut RangeDecoder<'_>) -> usize {
        let said = |each: &usize| decoder.symbol(&mut self.next[self.group][*each]) == 1;
        open(groups).find(said).unwrap_or_else(|| groups.iter().rposition(|moves| !moves.is_empty()).unwrap_or(OTHER))
    }

    fn remember(&mut self, step: StrategoMove, to: Square, group: usize) {
        self.last = Some((to, step.direction));
        self.group = group;
    }
}

/// The groups that are not empty, except the last of them, which needs no bit.
fn open(groups: &[Vec<StrategoMove>; GROUPS]) -> impl Iterator<Item = usize> {
    let last = groups.iter().rposition(|moves| !moves.is_empty()).unwrap_or(0);
    (0..last).filter(|&group| !groups[group].is_empty())
}

const fn opposite(direction: Direction) -> Direction {
    match direction {
        Direction::Up => Direction::Down,
        Direction::Down => Direction::Up,
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
    }
}

impl LinkCodec for Stratego {
    const NAME: &'static str = "stratego";
    const MOVES_READERS: VersionTable<MovesReader<Self>> = &[(1, read_moves), (2, read_moves)];
    type Models = StrategoLinkModels;

    const USUAL_WAITING: Waiting = StrategoCodec::LIMITS.waiting;

    fn usual_turn(_: &StrategoSettings) -> Duration {
        StrategoCodec::LIMITS.turn
    }

    fn write_start(settings: &StrategoSettings, _: usize, encoder: &mut RangeEncoder) {
        encoder.uniform(u32::from(*settings != StrategoSettings::default()), 2);
        if *settings == StrategoSettings::default() {
            return;
        }
        encoder.uniform(u32::from(settings.variant == Variant::Wiki), 2);
        if settings.variant == Variant::Wiki || !settings.coin.is_blank() {
            encoder.uniform(1, 2);
            encoder.number(settings.coin.0 as u64);
            encoder.number((settings.coin.0 >> 64) as u64);
        } else {
            encoder.uniform(0, 2);
        }
        encoder.uniform(u32::from(settings.partial_setup), 2);
        encoder.uniform(u32::from(settings.ignore_illegal), 2);
        encoder.number(settings.max_turns.map_or(0, |max| u64::from(max) + 1));
    }

    fn read_start(decoder: &mut RangeDecoder<'_>) -> Option<(StrategoSettings, usize)> {
        if decoder.uniform(2) == 0 {
            return Some((StrategoSettings::default(), 2));
        }
        let variant = if decoder.uniform(2) == 1 { Variant::Wiki } else { Variant::Ucc };
        let coin = match decoder.uniform(2) {
            0 => CoinToss::default(),
            _ => CoinToss(u128::from(decoder.number()) | u128::from(decoder.number()) << 64),
        };
        let (partial_setup, ignore_illegal) = (decoder.uniform(2) == 1, decoder.uniform(2) == 1);
        let max_turns = match decoder.number() {
            0 => None,
            more => Some(u32::try_from(more - 1).ok()?),
        };
        Some((StrategoSettings { variant, coin, partial_setup, ignore_illegal, max_turns }, 2))
    }

    fn write_action(
        &self,
        seat: Seat,
        action: &StrategoAction,
        models: &mut StrategoLinkModels,
        encoder: &mut RangeEncoder,
    ) {
        if let StrategoAction::Setup(setup) = action {
            return write_setup(setup, self.settings().partial_setup, encoder);
        }
        encoder.symbol(&mut models.surrender, usize::from(*action == StrategoAction::Surrender));
        let StrategoAction::Move(step) = action else { return };
        let habit = &mut models.habits[seat.index()];
        let groups = habit.sort(self.board().moves(Colour::from_seat(seat)));
        let group = habit.group_of(step);
        habit.write_group(&groups, group, encoder);
        let rank = groups[group].iter().position(|each| each == step).unwrap_or(0);
        encoder.uniform(rank as u32, groups[group].len() as u32);
        if let Ok((_, to)) = self.target(*step) {
            habit.remember(*step, to, group);
        }
    }

    fn read_action(
        &self,
        seat: Seat,
        models: &mut StrategoLinkModels,
        decoder: &mut RangeDecoder<'_>,
    ) -> Option<StrategoAction> {
        if self.turn() == 0 {
            return read_setup(self.settings().partial_setup, decoder).map(StrategoAction::Setup);
        }
        if decoder.symbol(&mut models.surrender) == 1 {
            return Some(StrategoAction::Surrender);
        }
        let habit = &mut models.habits[seat.index()];
        let groups = habit.sort(self.board().moves(Colour::from_seat(seat)));
        if groups.iter().all(Vec::is_empty) {
            return Some(StrategoAction::NoMove);
        }
        let group = habit.read_group(&groups, decoder);
        let step = *groups[group].get(decoder.uniform(groups[group].len() as u32) as usize)?;
        habit.remember(step, self.target(step).ok()?.1, group);
        Some(StrategoAction::Move(step))
    }
}

/// How many pieces of each rank, then of empty squares, an army has: for a full one that is known.
type Counts = [u8; Rank::ALL.len() + 1];

fn full() -> Counts {
    std::array::from_fn(|at| Rank::ALL.get(at).map_or(0, |rank| rank.count()))
}

fn write_setup(setup: &ArmySetup, partial: bool, encoder: &mut RangeEncoder) {
    let mut left = full();
    if partial {
        left[..Rank::ALL.len()].copy_from_slice(&setup.counts());
        for rank in Rank::ALL {
            encoder.uniform(u32::from(left[rank.index()]), u32::from(rank.count()) + 1);
        }
        fill_with_empty(&mut left);
    }
    for (.., rank) in setup.places() {
        let symbol = rank.map_or(Rank::ALL.len(), Rank::index);
        let (kinds, mut model) = those_left(&left);
        encoder.symbol(&mut model, kinds.iter().position(|&kind| kind == symbol).unwrap_or(0));
        left[symbol] -= 1;
    }
}

fn read_setup(partial: bool, decoder: &mut RangeDecoder<'_>) -> Option<ArmySetup> {
    let mut left = full();
    if partial {
        for rank in Rank::ALL {
            left[rank.index()] = decoder.uniform(u32::from(rank.count()) + 1) as u8;
        }
        fill_with_empty(&mut left);
    }
    let mut rows = [[None; WIDTH]; ROWS];
    for place in rows.iter_mut().flatten() {
        let (kinds, mut model) = those_left(&left);
        let symbol = *kinds.get(decoder.symbol(&mut model))?;
        *place = Rank::ALL.get(symbol).copied();
        left[symbol] -= 1;
    }
    Some(ArmySetup::new(rows))
}

fn fill_with_empty(left: &mut Counts) {
    let pieces: u8 = left.iter().sum();
    left[Rank::ALL.len()] = (WIDTH * ROWS) as u8 - pieces;
}

/// The values that may come next, and how likely each is.
fn those_left(left: &Counts) -> (Vec<usize>, SymbolModel) {
    let kinds: Vec<usize> = (0..left.len()).filter(|&kind| left[kind] > 0).collect();
    let frequencies: Vec<u32> = kinds.iter().map(|&kind| u32::from(left[kind])).collect();
    (kinds, SymbolModel::fixed(&frequencies))
}
