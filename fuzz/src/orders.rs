//! Orders of BitMartyr's teams, however they are chosen: a match of them reads back from its link.

use std::time::Duration;

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrSettings, Order, Orders, Placement, PlacementParams, TEAMS_MAX, place,
};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};

use crate::byte_source::ByteSource;
use crate::replays;

/// The longest match, in turns.
const TURNS: u32 = 60;

/// The first bytes are the board; then, for each team and turn, how it decides.
pub fn bitmartyr(bytes: &[u8]) {
    let mut source = ByteSource::new(bytes);
    let teams = 1 + usize::from(source.byte()) % TEAMS_MAX;
    let [width, height] = [(); 2].map(|()| 3 + usize::from(source.byte()) % 14);
    let seed = source.byte().into();
    let params = PlacementParams {
        width,
        height,
        population: 1,
        placement: Placement::Random,
        seed,
        ..PlacementParams::new(teams)
    };
    let Ok(board) = place(&params) else { return };
    let settings = BitMartyrSettings { duration: TURNS, ..BitMartyrSettings::on(board) };
    let mut game = BitMartyr::start(&settings, teams).expect("a board for so many");
    let mut turns = Vec::new();
    while !source.is_over()
        && let Some(seat) = game.to_act().lowest()
    {
        let habit = source.byte();
        let orders: Orders = game.view(seat).sights().map(|sight| order(habit, &sight, &mut source)).collect();
        let turn = Turn { seat, result: TurnResult::Action(orders.clone()), words: None, used: Duration::ZERO };
        game.play(seat, orders, &mut Vec::new()).expect("an order for each unit");
        turns.push(turn);
    }
    let players = vec![PlayerInfo::default(); teams];
    let replay = Replay { settings, seed: 0, players, terms: MatchTerms::default(), turns };
    replays::holds(&replay, &game);
}

/// The order of a unit: the same for all, by what the unit sees, or as the bytes choose, even a
/// missing one.
fn order(habit: u8, sight: &[i8; 25], source: &mut ByteSource<'_>) -> Order {
    let kinds = Order::ALL.len();
    match habit % 4 {
        0 => Order::ALL[usize::from(habit / 4) % kinds],
        1 => Order::ALL[usize::from(sight[12].unsigned_abs() + habit / 4) % (kinds - 1)],
        2 => Order::ALL[sight.iter().map(|cell| usize::from(cell.unsigned_abs())).sum::<usize>() % 5],
        _ => Order::ALL[usize::from(source.byte()) % kinds],
    }
}
