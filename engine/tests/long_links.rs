//! Links of long matches: as short as docs/links.md promises, and for BitMartyr identical to the
//! letter. The matches are made here, by players whose decisions never change.

use std::time::Duration;

use botyard_effort::count;
use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrSettings, Order, Orders, Placement, PlacementParams, place,
};
use botyard_engine::games::generals::{CellPosition, Generals, GeneralsAction, GeneralsSettings};
use botyard_engine::games::stratego::{ArmySetup, Rank, Stratego, StrategoAction, StrategoSettings};
use botyard_engine::replay::link::{self, LinkCodec};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;

/// A small generator (Marsaglia's xorshift): unlike a crate's generator, it never changes.
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(88_172_645_463_325_252 ^ seed << 32)
    }

    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * count as u64) >> 32) as usize
    }
}

/// A match of bundled bots, to judge by their names and hashes, of at most this many turns.
fn play<G: LinkCodec>(
    settings: G::Settings,
    names: &[&str],
    turns_max: usize,
    mut decide: impl FnMut(&G, Seat) -> G::Action,
) -> Replay<G> {
    let player = |(index, name): (usize, &&str)| PlayerInfo {
        name: (*name).to_owned(),
        sha256: Some(format!("{:08x}", 0xb07_0001 + index)),
        ..PlayerInfo::default()
    };
    let players = names.iter().enumerate().map(player).collect();
    let mut replay = Replay::<G> { settings, seed: 1, players, terms: MatchTerms::default(), turns: Vec::new() };
    let mut game = replay.start().expect("a start for this many");
    while let Some(seat) = game.to_act().lowest().filter(|_| replay.turns.len() < turns_max) {
        let result = TurnResult::Action(decide(&game, seat));
        let turn = Turn { seat, result, words: None, used: Duration::ZERO };
        play_turn(&mut game, &turn, &mut Vec::new()).expect("it is legal");
        replay.turns.push(turn);
    }
    replay
}

/// The payload of a match, which reads as that match.
fn payload<G: LinkCodec>(replay: &Replay<G>) -> String {
    let payload = link::write(replay).expect("it is short enough");
    assert!(link::read::<G>(&payload).is_ok_and(|read| read.replay == *replay), "it is read as another match");
    payload
}

/// Armies and moves are random, so no coder can predict them.
#[test]
fn a_match_of_stratego_takes_500_characters_for_350_turns() {
    let mut counted = 0;
    let seeds = count(8, 40);
    for seed in 0..seeds {
        let mut chance = Chance::new(seed);
        let replay = play::<Stratego>(StrategoSettings::default(), &["forfax", "sleuth"], 350, |game, seat| {
            let legal: Vec<_> = game.legal(seat).collect();
            match legal[0] {
                StrategoAction::Setup(_) => StrategoAction::Setup(drawn_army(&mut chance)),
                _ => legal[chance.below(legal.len())],
            }
        });
        if replay.turns.len() == 350 {
            let length = payload(&replay).len();
            assert!(length <= 500, "seed {seed}: {length} characters");
            counted += 1;
        }
    }
    assert!(counted >= seeds / 2, "{counted} matches are long enough");
}

fn drawn_army(chance: &mut Chance) -> ArmySetup {
    let mut pieces: Vec<_> =
        Rank::ALL.into_iter().flat_map(|rank| (0..rank.count()).map(move |_| Some(rank))).collect();
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, chance.below(last + 1));
    }
    ArmySetup::new(std::array::from_fn(|y| std::array::from_fn(|x| pieces[10 * y + x])))
}

/// Both players take any cell that they can take, and otherwise move at random.
#[test]
fn a_match_of_generals_takes_1600_characters_for_500_rounds_of_two_players() {
    for seed in 1..=count(2, 8) {
        let mut chance = Chance::new(seed);
        let settings = GeneralsSettings { rounds: 500, ..GeneralsSettings::drawn(2, seed) };
        let replay = play::<Generals>(settings, &["greedy", "greedy"], usize::MAX, |game, seat| {
            let legal: Vec<_> = game.legal(seat).collect();
            let conquests: Vec<_> = legal.iter().filter(|action| takes(game, seat, action)).collect();
            match conquests.len() {
                0 => legal[chance.below(legal.len())],
                count => *conquests[chance.below(count)],
            }
        });
        let length = payload(&replay).len();
        assert!(length <= 1_600, "seed {seed}: {length} characters");
    }
}

/// Whether this march takes a cell from another player.
fn takes(game: &Generals, seat: Seat, action: &GeneralsAction) -> bool {
    let board = game.board();
    let cell = |at: CellPosition| (at.row as usize - 1) * board.columns() + at.column as usize - 1;
    match *action {
        GeneralsAction::March { option: GeneralsAction::ALL, from, to } => {
            board.owner(cell(to)) != Some(seat) && board.army_at(cell(from)) > board.army_at(cell(to)) + 1
        }
        _ => false,
    }
}

/// The sight of a unit.
type Sight = [i8; 25];

/// A bot's name, and how it decides.
type Bot = (&'static str, fn(&Sight) -> Order);

/// The next cell on each way, those that a step there brings near, and those on that side.
const NEXT: [usize; 4] = [7, 13, 17, 11];
const AHEAD: [[usize; 3]; 4] = [[2, 6, 8], [14, 8, 18], [22, 16, 18], [10, 6, 16]];
const WAYS: [Order; 4] = [Order::Up, Order::Right, Order::Down, Order::Left];

/// After weaker enemies, else where it is quietest; units of other health prefer other ways.
fn hunter(sight: &Sight) -> Order {
    let own = sight[12];
    let is_prey = |cell: i8| cell < 0 && -cell < own;
    let danger = |way: usize| -> i32 {
        let side = (0..25).filter(|at| [at / 5 < 2, at % 5 > 2, at / 5 > 2, at % 5 < 2][way]);
        side.map(|at| i32::from(sight[at]).abs()).sum()
    };
    let ways = (0..4).map(|nth| (nth + own as usize) % 4);
    let catch = ways.clone().filter(|&way| is_prey(sight[NEXT[way]])).min_by_key(|&way| sight[NEXT[way]]);
    let open = ways.filter(|&way| sight[NEXT[way]] == 0);
    let chase = open.clone().find(|&way| AHEAD[way].iter().any(|&at| is_prey(sight[at])));
    catch.or(chase).or_else(|| open.min_by_key(|&way| danger(way))).map_or(Order::Stay, |way| WAYS[way])
}

/// The health decides.
fn waterfall(sight: &Sight) -> Order {
    [Order::Stay, Order::Stay, Order::Up, Order::Left, Order::Down, Order::Right][sight[12] as usize]
}

fn right(_: &Sight) -> Order {
    Order::Right
}

/// A match of 200 turns on a square board, of bots that decide by what their units see.
fn bitmartyr(side: usize, names: &[&str], mut decide: impl FnMut(Seat, &Sight) -> Order) -> Replay<BitMartyr> {
    let params = PlacementParams {
        width: side,
        height: side,
        placement: Placement::Random,
        seed: 1,
        ..PlacementParams::new(names.len())
    };
    let board = place(&params).expect("there is room");
    let settings = BitMartyrSettings { duration: 200, ..BitMartyrSettings::on(board) };
    play::<BitMartyr>(settings, names, usize::MAX, |game, seat| {
        game.view(seat).sights().map(|sight| decide(seat, &sight)).collect::<Orders>()
    })
}

/// The length of a payload and a hash of it (FNV-1a).
fn length_and_hash(payload: &str) -> String {
    let hash = payload
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{} {hash:016x}", payload.len())
}

/// Links of these matches, as version 3 of the moves writes them, never change. The matches are
/// long, because in short ones the model forgets, halves or displaces no count.
#[test]
fn a_match_of_bitmartyr_takes_8000_characters_and_always_the_same() {
    const BOTS: [Bot; 3] = [("hunter", hunter), ("waterfall", waterfall), ("right", right)];
    // The last is as long as the others together.
    let pairs = [[0, 1], [0, 2], [0, 0]];
    let found = pairs.into_iter().take(count(2, pairs.len())).map(|pair| {
        let team = pair.map(|bot| BOTS[bot]);
        let replay = bitmartyr(100, &team.map(|(name, _)| name), |seat, sight| team[seat.index()].1(sight));
        let payload = payload(&replay);
        assert!(payload.len() < 8_000, "{} characters", payload.len());
        length_and_hash(&payload)
    });
    let found: Vec<_> = found.collect();
    let expected = ["1652 2e0ca56951ff8771", "692 6636a5e5c7954da6", "6268 3a343b2df36b8393"];
    assert_eq!(found, expected[..found.len()]);
}

/// One team draws its orders at random, so that next to no sight recurs.
#[test]
fn a_long_link_of_bitmartyr_is_always_the_same() {
    let mut chance = Chance::new(1);
    let replay = bitmartyr(60, &["random", "hunter"], |seat, sight| match seat.index() {
        0 => Order::ALL[chance.below(5)],
        _ => hunter(sight),
    });
    assert_eq!(length_and_hash(&payload(&replay)), "26480 e81ed8e15f595e89");
}
