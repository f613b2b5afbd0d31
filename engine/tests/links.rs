//! Links that people have: each must stay readable for ever, and be as short as promised.

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::games::connect_four::{ConnectFour, ConnectFourSettings, log};
use botyard_engine::replay::link::{self, LinkReadError};
use botyard_engine::replay::{MatchTerms, PlayerInfo, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;

/// Payload, columns, names: never change a line of this file, only add.
const GOLDEN: &str = include_str!("vectors/connect-four-links.txt");

fn replay(columns: &str, names: [&str; 2]) -> Replay<ConnectFour> {
    let (columns, _) = log::read_line(columns).expect("the moves are legal");
    let turns = columns.into_iter().enumerate().map(|(ply, column)| Turn {
        seat: Seat::new(ply % 2),
        result: TurnResult::Action(column),
        words: None,
        used: std::time::Duration::ZERO,
    });
    let players = names.map(|name| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() });
    Replay {
        settings: ConnectFourSettings {},
        seed: 7,
        players: players.into(),
        terms: MatchTerms::default(),
        turns: turns.collect(),
    }
}

#[test]
fn golden_links_open_and_are_written_the_same() {
    let lines: Vec<_> = GOLDEN.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [payload, columns, first, second] = words[..] else { panic!("four words a line: {line}") };
        let expected = replay(columns, [first, second]);
        assert_eq!(link::read::<ConnectFour>(payload).as_ref(), Ok(&expected), "{line}");
        assert_eq!(link::write(&expected).as_deref(), Ok(payload), "{line}");
    }
}

#[test]
fn the_moves_take_at_most_24_characters() {
    let mut random = fastrand::Rng::with_seed(3);
    let full = ["656173566152215676422337377473141445425321", "571376236345225146673541242612413735415776"];
    let random_games = (0..500).map(|_| random_game(&mut random));
    for columns in full.into_iter().map(str::to_owned).chain(random_games) {
        let payload = link::write(&replay(&columns, ["a", "b"])).expect("it is possible");
        let (moves, _) = payload.split_once('.').expect("two parts");
        assert!(moves.len() <= 24, "{moves} has {} characters", moves.len());
    }
}

fn random_game(random: &mut fastrand::Rng) -> String {
    let mut columns = String::new();
    loop {
        let (_, game) = log::read_line(&columns).expect("legal so far");
        let open: Vec<_> = game.board().open().collect();
        if botyard_engine::game::Game::outcome(&game).is_some() {
            return columns;
        }
        columns.push(char::from(b'0' + open[random.usize(..open.len())].number()));
    }
}

#[test]
fn the_moves_alone_open() {
    let payload = link::write(&replay("4455667", ["negamax", "random"])).expect("it is possible");
    let (moves, _) = payload.split_once('.').expect("two parts");
    let alone = link::read::<ConnectFour>(moves).expect("the moves are enough");
    assert_eq!(alone.turns.len(), 7);
    assert_eq!(alone.players[0].name, "player 1");
}

#[test]
fn a_fault_keeps_its_words() {
    let mut faulty = replay("44", ["café 🤖", "b"]);
    let fault = Fault::new(FaultKind::Malformed, "9\u{202e}".as_bytes(), "which is no column (1 to 7)");
    faulty.turns.push(Turn { result: TurnResult::Fault(fault), ..faulty.turns[0].clone() });
    faulty.players[1].sha256 = Some("0123abcd".to_owned());
    let payload = link::write(&faulty).expect("it is possible");
    assert_eq!(link::read::<ConnectFour>(&payload), Ok(faulty));
}

#[test]
fn a_broken_off_match_stays_open() {
    let payload = link::write(&replay("44", ["a", "b"])).expect("it is possible");
    let read = link::read::<ConnectFour>(&payload).expect("it has just been written");
    assert_eq!(read.outcome(), Ok(None));
    assert_eq!(read.turns.len(), 2);
}

#[test]
fn what_is_no_link_says_so() {
    let payload = link::write(&replay("4455667", ["a", "b"])).expect("it is possible");
    assert_eq!(link::read::<ConnectFour>("hello world"), Err(LinkReadError::NotALink));
    assert_eq!(link::read::<ConnectFour>(""), Err(LinkReadError::NotALink));
    assert_eq!(link::read::<ConnectFour>(&payload[1..]), Err(LinkReadError::Damaged));
    assert_eq!(link::read::<ConnectFour>(&"A".repeat(70_000)), Err(LinkReadError::NotALink));
}
