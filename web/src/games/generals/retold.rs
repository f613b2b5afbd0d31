//! Finds the moves behind a log of the original, which has boards and no moves. A match that is found so leads through
//! the same boards; what a log does not show (a move of a single unit, why a player gave its land up) is a pass or is
//! said to be unknown. Assumes the original's growth and garrison.

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::generals::{Action, Cell, Change, Frame, Generals, Kind, Map, Recording, Settings, Tile};
use botyard_engine::replay::link::Linked;
use botyard_engine::replay::{Contestant, Deed, FORMAT, Replay, Turn, step};
use botyard_engine::seat::Seat;

/// Growth shows every so many rounds.
const PERIOD: u32 = 2;
/// For more players not all orders of moving can be tried.
const ORDERED_MAX: usize = 8;

/// The match behind a log.
///
/// # Errors
/// A clause that says why it is no log, or what of it cannot be explained.
pub fn replay(text: &str) -> Result<Replay<Generals>, String> {
    let recording = Recording::read(text.as_bytes().to_vec()).map_err(|why| why.to_string())?;
    if recording.records().is_empty() {
        return Err("there is no board in it".to_owned());
    }
    let map = start(&recording)?;
    let periods = periods(&recording)?;
    let (order, slots) =
        order(recording.players(), &periods).ok_or("the order in which its players move is not seen")?;
    let settings = Settings { order, ..Settings::original(map) };
    let mut match_ = Retold::new(settings, recording.players())?;
    for (number, (period, slots)) in periods.iter().zip(slots).enumerate() {
        match_.play(number as u32 * PERIOD, period, &slots)?;
    }
    if recording.is_complete() {
        match_.end();
    }
    match_.is_at(&recording.frame(recording.records().len() - 1))?;
    Ok(match_.replay)
}

/// What a seat may have done.
type Guess = (Seat, Deed<Action>);

/// The records up to a growth.
#[derive(Debug, Default)]
struct Period {
    /// Who may have done what, one entry for each record.
    records: Vec<Vec<Guess>>,
    /// Whether growth has ended it.
    grown: bool,
    /// Whether only one player is left after it.
    decided: bool,
}

/// The map before the first move. A player who was out before the first record had a capital that is a city by then.
fn start(recording: &Recording) -> Result<Map, String> {
    let frame = recording.frame(0);
    let mut tiles: Vec<_> = frame.cells.iter().map(tile).collect();
    let mut next = 0;
    for (index, &(_, land)) in frame.statistics.iter().enumerate() {
        let own = Some(Seat::new(index));
        let is_home = |cell: &&usize| match land {
            0 => frame.cells[**cell] == Cell { kind: Kind::City, owner: None, army: 1 },
            _ => frame.cells[**cell].kind == Kind::Capital && frame.cells[**cell].owner == own,
        };
        let home = (next..tiles.len()).collect::<Vec<_>>().iter().find(is_home).copied();
        let home = home.ok_or_else(|| format!("the capital of player {} is not seen", index + 1))?;
        tiles[home] = Tile::Capital;
        next = home + 1;
    }
    Map::new(recording.columns(), tiles).map_err(|why| why.to_string())
}

fn tile(cell: &Cell) -> Tile {
    match cell.kind {
        Kind::Empty => Tile::Empty,
        Kind::City => Tile::City(cell.army),
        // Those that are capitals become so by whose they are.
        Kind::Capital => Tile::Empty,
        Kind::Mountain => Tile::Mountain,
    }
}

fn periods(recording: &Recording) -> Result<Vec<Period>, String> {
    let (mut periods, mut period) = (Vec::new(), Period::default());
    let mut before: Option<Frame> = None;
    let mut grown = 0;
    for (index, record) in recording.records().iter().enumerate() {
        let frame = recording.frame(index);
        if record.rounds > grown {
            grown = record.rounds;
            period.grown = true;
            periods.push(std::mem::take(&mut period));
        } else if !matches!(record.change, Change::Nothing | Change::First) {
            let guesses = before.as_ref().map_or_else(Vec::new, |before| guesses(before, &frame, recording.columns()));
            if guesses.is_empty() {
                return Err(format!("board {} does not follow from the one before", index + 1));
            }
            period.records.push(guesses);
        } else if record.change == Change::First {
            // Before the first growth nobody can have lost land but by giving it up.
            let out = (0..frame.statistics.len()).filter(|&seat| frame.statistics[seat].1 == 0);
            period.records.extend(out.map(|seat| vec![given_up(Seat::new(seat))]));
        }
        period.decided = frame.statistics.iter().filter(|(_, land)| *land > 0).count() < 2;
        before = Some(frame);
    }
    periods.push(period);
    Ok(periods)
}

fn given_up(seat: Seat) -> Guess {
    let why = "or answered wrongly: the log does not say which";
    (seat, Deed::Fault(Fault::new(FaultKind::Exited, b"", why)))
}

/// Who may have done what between two boards.
fn guesses(before: &Frame, after: &Frame, columns: usize) -> Vec<Guess> {
    let out = (0..after.statistics.len()).find(|&seat| before.statistics[seat].1 > 0 && after.statistics[seat].1 == 0);
    if let Some(victim) = out.map(Seat::new) {
        return departures(before, after, columns, victim);
    }
    let changed: Vec<_> = (0..after.cells.len()).filter(|&cell| after.cells[cell] != before.cells[cell]).collect();
    match changed[..] {
        [one, other] => [(one, other), (other, one)]
            .into_iter()
            .filter_map(|(from, to)| march(before, after, columns, from, to))
            .collect(),
        _ => Vec::new(),
    }
}

/// A capital was captured from one of its neighbours, or given up.
fn departures(before: &Frame, after: &Frame, columns: usize, victim: Seat) -> Vec<Guess> {
    let capital = (0..before.cells.len())
        .find(|&cell| before.cells[cell].kind == Kind::Capital && before.cells[cell].owner == Some(victim));
    let Some(capital) = capital else { return Vec::new() };
    if after.cells[capital].owner.is_none() {
        return vec![given_up(victim)];
    }
    let near = (0..after.cells.len()).filter(|&cell| distance(cell, capital, columns) == 1);
    near.filter_map(|from| march(before, after, columns, from, capital)).collect()
}

/// The march from one cell to the next, if it explains both.
fn march(before: &Frame, after: &Frame, columns: usize, from: usize, to: usize) -> Option<Guess> {
    let seat = after.cells[from].owner.filter(|_| after.cells[from].owner == before.cells[from].owner)?;
    let (had, has) = (before.cells[from].army, after.cells[from].army);
    let units = had.checked_sub(has).filter(|&units| units > 0)?;
    let option = match has {
        1 => Action::ALL,
        _ if units == had / 2 => Action::HALF,
        _ => return None,
    };
    let (then, now) = (before.cells[to], after.cells[to]);
    let expected = match then.owner == Some(seat) {
        true => (Some(seat), then.army + units),
        false if units > then.army => (Some(seat), units - then.army),
        false => (then.owner, then.army - units),
    };
    let is_explained = distance(from, to, columns) == 1 && (now.owner, now.army) == expected;
    let place = |cell: usize| botyard_engine::games::generals::Place {
        row: (cell / columns) as i32 + 1,
        column: (cell % columns) as i32 + 1,
    };
    is_explained.then(|| (seat, Deed::Action(Action::March { option, from: place(from), to: place(to) })))
}

fn distance(one: usize, other: usize, columns: usize) -> usize {
    (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns)
}

/// For each record of a period the turn in it that it belongs to, counted from 0, and the guess that is right.
type Slots = Vec<(usize, usize)>;

/// An order of the players that explains all periods: the usual one if it does.
fn order(players: usize, periods: &[Period]) -> Option<(Vec<Seat>, Vec<Slots>)> {
    let mut order: Vec<_> = (0..players).collect();
    loop {
        let mut places = vec![0; players];
        order.iter().enumerate().for_each(|(place, &seat)| places[seat] = place);
        if let Some(slots) = periods.iter().map(|period| slots(period, &places)).collect() {
            let is_usual = order.is_sorted();
            let order = if is_usual { Vec::new() } else { order.into_iter().map(Seat::new).collect() };
            return Some((order, slots));
        }
        if players > ORDERED_MAX || !permute(&mut order) {
            return None;
        }
    }
}

/// The earliest turn for each record: that leaves the most room for those after it.
fn slots(period: &Period, places: &[usize]) -> Option<Slots> {
    let (players, mut next, mut slots) = (places.len(), 0, Vec::new());
    for (index, guesses) in period.records.iter().enumerate() {
        let is_last = period.decided && index + 1 == period.records.len();
        // The round in which a match is decided is its last one.
        let first = if is_last && period.grown { next.max(players) } else { next };
        let end = if is_last && !period.grown { players } else { PERIOD as usize * players };
        let turns = guesses.iter().enumerate().flat_map(|(guess, (seat, _))| {
            (0..PERIOD as usize).map(move |round| (round * players + places[seat.index()], guess))
        });
        let (slot, guess) = turns.filter(|(slot, _)| (first..end).contains(slot)).min()?;
        slots.push((slot, guess));
        next = slot + 1;
    }
    Some(slots)
}

/// The next order of these in the alphabet; `false` after the last.
fn permute(order: &mut [usize]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else { return false };
    let with = (at..order.len()).rev().find(|&with| order[with] > order[at - 1]).unwrap_or(at);
    order.swap(at - 1, with);
    order[at..].reverse();
    true
}

/// The match as far as it has been told.
struct Retold {
    game: Generals,
    replay: Replay<Generals>,
}

impl Retold {
    fn new(settings: Settings, players: usize) -> Result<Self, String> {
        let game = Generals::start(&settings, players).map_err(|why| why.to_string())?;
        let player = |number| Contestant { name: format!("player {number}"), ..Contestant::default() };
        let replay = Replay {
            format: FORMAT,
            game: Generals::NAME.to_owned(),
            settings,
            seed: 0,
            players: (1..=players).map(player).collect(),
            turns: Vec::new(),
        };
        Ok(Self { game, replay })
    }

    /// Plays a period that begins after so many rounds.
    fn play(&mut self, rounds: u32, period: &Period, slots: &Slots) -> Result<(), String> {
        let players = self.game.seats();
        for (guesses, &(slot, guess)) in period.records.iter().zip(slots) {
            let (seat, deed) = guesses[guess].clone();
            let round = rounds + (slot / players) as u32;
            self.pass_until(|game| game.rounds() > round || (game.rounds() == round && game.mover() == seat))?;
            self.turn(seat, deed)?;
        }
        if period.grown {
            self.pass_until(|game| game.rounds() >= rounds + PERIOD)?;
        }
        Ok(())
    }

    fn pass_until(&mut self, is_there: impl Fn(&Generals) -> bool) -> Result<(), String> {
        while !is_there(&self.game) && self.game.outcome().is_none() {
            self.turn(self.game.mover(), Deed::Action(Action::Pass))?;
        }
        Ok(())
    }

    fn turn(&mut self, seat: Seat, deed: Deed<Action>) -> Result<(), String> {
        let turn = Turn { seat, deed, words: None, used: Duration::ZERO };
        step(&mut self.game, &turn, &mut Vec::new())
            .map_err(|why| format!("round {} does not follow the rules: {why}", self.game.rounds() + 1))?;
        self.replay.turns.push(turn);
        Ok(())
    }

    /// A match that nobody has won ends with the round it is in.
    fn end(&mut self) {
        if self.game.outcome().is_some() {
            return;
        }
        let round = self.game.rounds();
        let first = self.game.order().iter().find(|&&seat| self.game.playing().contains(seat));
        let is_begun = first != Some(&self.game.mover());
        while is_begun
            && self.game.rounds() == round
            && self.turn(self.game.mover(), Deed::Action(Action::Pass)).is_ok()
        {}
        self.replay.settings.rounds = self.game.rounds().max(1);
    }

    fn is_at(&self, frame: &Frame) -> Result<(), String> {
        let board = self.game.board();
        let is_same = |(at, cell): (usize, &Cell)| {
            (cell.owner, cell.army, cell.kind) == (board.owner(at), board.army_at(at), board.kind(at))
        };
        match frame.cells.iter().enumerate().all(is_same) {
            true => Ok(()),
            false => Err("its last board is not the one its moves lead to".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::games::generals::{Log, Wishes, generate, random_order};

    use super::*;

    /// A generator that is random enough for tests.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((self.0 >> 33) as usize) % count
        }
    }

    /// A match of players who mostly pass, then march wherever they can, and sometimes leave.
    fn played(seed: u64, players: usize) -> Replay<Generals> {
        let mut dice = Dice(seed);
        let map = generate(&Wishes { seed, cities: 5, ..Wishes::new(5, 6, players) }).expect("room for all");
        let order = if seed.is_multiple_of(2) { Vec::new() } else { random_order(players, seed) };
        let rounds = 60 + dice.below(300) as u32;
        let mut told =
            Retold::new(Settings { order, rounds, ..Settings::original(map) }, players).expect("it can start");
        while told.game.outcome().is_none() {
            let seat = told.game.mover();
            let marches = |action: &Action| match action {
                Action::March { from, .. } => {
                    let cell = (from.row as usize - 1) * told.game.board().columns() + from.column as usize - 1;
                    told.game.board().army_at(cell) > 1
                }
                Action::Pass => false,
            };
            let legal: Vec<_> = told.game.legal(seat).filter(marches).collect();
            let deed = match (dice.below(900), legal.len()) {
                (0, _) => given_up(seat).1,
                (_, count) if count > 0 && dice.below(4) > 0 => Deed::Action(legal[dice.below(count)]),
                _ => Deed::Action(Action::Pass),
            };
            told.turn(seat, deed).expect("it is legal");
        }
        told.replay
    }

    fn log(replay: &Replay<Generals>) -> String {
        let mut text = Vec::new();
        let mut log = Log::start(&replay.settings, replay.players.len(), &mut text).expect("it can start");
        replay.turns.iter().for_each(|turn| log.turn(turn, &mut text).expect("it was possible before"));
        log.finish(&mut text);
        String::from_utf8(text).expect("digits")
    }

    #[test]
    fn a_match_is_found_again_in_its_log() {
        let (mut decided, mut forfeited) = (0, 0);
        for seed in 0..120 {
            let before = played(seed, 2 + seed as usize % 4);
            let text = log(&before);
            let after = replay(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
            assert_eq!(log(&after), text, "seed {seed}");
            assert_eq!(after.players.len(), before.players.len());
            let end = after.check().expect("every turn is possible");
            decided += usize::from(end.playing().len() < 2);
            forfeited += after.turns.iter().filter(|turn| matches!(turn.deed, Deed::Fault(_))).count();
            assert!(end.outcome().is_some(), "seed {seed}");
        }
        assert!(decided > 10 && decided < 110 && forfeited > 10, "{decided} {forfeited}");
    }

    #[test]
    fn a_log_that_was_cut_off_is_a_match_that_was_broken_off() {
        let text = log(&played(4, 3));
        let cut: String = text.split_inclusive('\n').take(text.lines().count() / 2).collect();
        let found = replay(&cut).expect("its start is whole");
        assert_eq!(found.outcome().expect("every turn is possible"), None);
    }

    #[test]
    fn what_is_no_log_says_why() {
        for (text, why) in [
            ("2 2 1 0\n0\n\n", "there is no board in it"),
            ("1 2 1 0\n1\n1 1\n1 1 0 0\n1 1 0 0\n0\n\n", "the capital of player 1 is not seen"),
            (
                "1 2 2 0\n1\n1 1\n1 1\n1 3 1 1\n1 3 2 1\n1\n1 1\n1 1\n1 3 1 1\n1 3 2 9\n0\n\n",
                "board 2 does not follow from the one before",
            ),
        ] {
            assert_eq!(replay(text).map(|_| ()), Err(why.to_owned()), "{text:?}");
        }
    }
}
