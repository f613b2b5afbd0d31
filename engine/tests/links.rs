//! Links that people have: each must stay readable for ever, and be as short as promised.

mod support;

use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::games::connect_four::{ConnectFour, ConnectFourSettings, log};
use botyard_engine::replay::link::{self, LinkReadError};
use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, Replay, Turn, TurnResult};
use botyard_engine::seat::Seat;
use support::golden_links::{pairs, written};

/// Payload, columns, names: never change a file of version 1; in the newest version, only add
/// lines.
const LINKS_V1: &str = include_str!("vectors/connect-four-links-v1.txt");
const LINKS_V2: &str = include_str!("vectors/connect-four-links-v2.txt");

/// A game, then the payload of a match in version 1 and in version 2. Games with a later version of
/// their moves write another payload.
const BOTH_VERSIONS: &str = include_str!("vectors/links-v1-v2.txt");

/// A link of version 1.
const OLD: &str = "AYCqYNxf.AR09KCno7w2297d0gOaT";

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

fn read(payload: &str) -> Result<Replay<ConnectFour>, LinkReadError> {
    link::read(payload).map(|read| read.replay)
}

/// The matches that a file describes, each with its payload, which reads as that match.
fn read_golden(file: &'static str) -> Vec<(&'static str, Replay<ConnectFour>)> {
    let lines: Vec<_> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4);
    let read_line = |line: &'static str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [payload, columns, first, second] = words[..] else { panic!("four words a line: {line}") };
        let expected = replay(columns, [first, second]);
        assert_eq!(read(payload).as_ref(), Ok(&expected), "{line}");
        (payload, expected)
    };
    lines.into_iter().map(read_line).collect()
}

#[test]
fn golden_links_open() {
    read_golden(LINKS_V1);
}

#[test]
fn golden_links_of_the_newest_version_are_written_the_same() {
    for (payload, replay) in read_golden(LINKS_V2) {
        assert_eq!(link::write(&replay).as_deref(), Ok(written(payload)));
    }
}

/// Checks two payloads of the same match, and that version 2 is at most two characters longer.
struct SameMatch(&'static str, &'static str);

impl Visitor for SameMatch {
    type Out = ();

    fn visit<G: Playable>(self) {
        let [old, new] = [self.0, self.1].map(|payload| link::read::<G>(payload).expect("a golden link opens"));
        assert_eq!(new, old);
        assert!(!new.lacks_players);
        let newest = G::MOVES_READERS.last().expect("there is a version").0;
        assert_eq!(link::write(&old.replay).as_deref() == Ok(written(self.1)), newest == 2, "{} {newest}", G::NAME);
        assert!(self.1.len() <= self.0.len() + 2, "{} and {} characters", self.0.len(), self.1.len());
        let (moves, _) = self.1.split_once('.').expect("two parts");
        for cut in [moves, &self.1[..=moves.len()], &self.1[..moves.len() + 3]] {
            assert_eq!(link::read::<G>(cut), Err(LinkReadError::Damaged), "{cut}");
        }
    }
}

#[test]
fn both_versions_of_a_link_read_as_the_same_match() {
    let lines = BOTH_VERSIONS.lines().filter(|line| !line.starts_with('#'));
    let mut games = Vec::new();
    for line in lines {
        let words: Vec<_> = line.split(' ').collect();
        let [game, old, new] = words[..] else { panic!("three words a line: {line}") };
        catalog::visit(game, SameMatch(old, new)).expect("a game of the catalogue");
        games.push(game);
    }
    games.dedup();
    // Games that came later have no links of version 1.
    assert_eq!(games, ["connect-four", "stratego", "generals", "bitmartyr"]);
}

/// Checks two payloads of the same match, the second of which has players of version 3.
struct SamePlayers(&'static str, &'static str);

impl Visitor for SamePlayers {
    type Out = ();

    fn visit<G: Playable>(self) {
        let [old, new] = [self.0, self.1].map(|payload| link::read::<G>(payload).expect("a golden link opens"));
        assert_eq!(new, old);
        assert!(!new.lacks_players);
        assert!(self.1.len() < self.0.len(), "{} and {} characters", self.0.len(), self.1.len());
        // Links that name their bots: links_by_bots.rs.
        if new.expected.is_none() {
            assert_eq!(link::write(&new.replay).as_deref(), Ok(self.1));
        }
        for length in 4..self.1.len() {
            let cut = &self.1[..length];
            assert!(matches!(link::read::<G>(cut), Err(LinkReadError::Damaged | LinkReadError::NotALink)), "{cut}");
        }
    }
}

#[test]
fn both_versions_of_players_read_as_the_same_ones() {
    let mut games: Vec<_> = pairs().map(|[game, ..]| game).collect();
    for [game, old, new] in pairs() {
        catalog::visit(game, SamePlayers(old, new)).expect("a game of the catalogue");
    }
    games.sort_unstable();
    games.dedup();
    assert_eq!(games, ["bitmartyr", "connect-four", "generals", "stratego"]);
}

#[test]
fn players_come_back_whatever_they_are_called() {
    let mut random = fastrand::Rng::with_seed(4);
    let names = ["random", "random (2)", "negamax", "negamax-varied", "human", "mine.wasm", "Random", "négamax", ""];
    for _ in 0..500 {
        let mut replay = replay("4455667", [(); 2].map(|()| names[random.usize(..names.len())]));
        replay.seed = random.u64(..) >> random.u32(..64);
        for player in &mut replay.players {
            player.kind = [PlayerKind::Module, PlayerKind::Executable, PlayerKind::Person][random.usize(..3)];
            player.sha256 = random.bool().then(|| format!("{:08x}", random.u32(..)));
        }
        let payload = link::write(&replay).expect("it is possible");
        assert_eq!(read(&payload), Ok(replay));
    }
}

/// As the median, as people count links.
#[test]
fn a_match_of_bundled_bots_takes_at_most_40_characters() {
    let mut random = fastrand::Rng::with_seed(5);
    let bots = [("lookahead", "a1917da3"), ("negamax", "44d166be"), ("random", "557d1f55"), ("tactician", "4edd44e5")];
    let mut lengths: Vec<_> = (0..100)
        .map(|seed| {
            let [first, second] = [(); 2].map(|()| bots[random.usize(..bots.len())]);
            let mut replay = replay(&random_game(&mut random), [first.0, second.0]);
            replay.seed = seed;
            for (player, (_, hash)) in replay.players.iter_mut().zip([first, second]) {
                player.sha256 = Some(hash.to_owned());
            }
            link::write(&replay).expect("it is possible").len()
        })
        .collect();
    lengths.sort_unstable();
    assert!(lengths[50] <= 40, "{lengths:?}");
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
fn the_moves_of_version_1_open_alone_and_say_that_the_names_are_missing() {
    let whole = link::read::<ConnectFour>(OLD).expect("a link of version 1 opens");
    assert!(!whole.lacks_players);
    let (moves, _) = OLD.split_once('.').expect("two parts");
    for cut in [moves, &OLD[..=moves.len()]] {
        let alone = link::read::<ConnectFour>(cut).expect("the moves are enough");
        assert!(alone.lacks_players);
        assert_eq!(alone.replay.turns, whole.replay.turns);
        assert_eq!(alone.replay.players[0].name, "player 1");
    }
}

/// A link that was cut between its parts used to open without its names, and without an error.
#[test]
fn a_link_that_is_cut_anywhere_is_refused() {
    let payload = link::write(&replay("4455667", ["negamax", "random"])).expect("it is possible");
    for length in 4..payload.len() {
        assert_eq!(read(&payload[..length]), Err(LinkReadError::Damaged), "{}", &payload[..length]);
    }
    assert!(LinkReadError::Damaged.to_string().contains("truncated or altered"));
}

#[test]
fn the_parts_of_two_links_make_no_link() {
    let [one, other] = ["4455667", "4455661"].map(|columns| {
        let payload = link::write(&replay(columns, ["negamax", "random"])).expect("it is possible");
        payload.split_once('.').map(|(moves, players)| [moves.to_owned(), players.to_owned()]).expect("two parts")
    });
    let (old_moves, old_players) = OLD.split_once('.').expect("two parts");
    for (moves, players) in
        [(&*one[0], &*other[1]), (&one[0], old_players), (old_moves, &one[1]), (&one[0], &one[0]), (&one[1], &one[1])]
    {
        assert_eq!(read(&format!("{moves}.{players}")), Err(LinkReadError::Damaged), "{moves}.{players}");
    }
}

#[test]
fn a_link_of_a_version_that_is_not_known_says_so() {
    // Version 3 of the moves, and version 4 of the players.
    assert_eq!(read("A4CqYJFm.Ah09KCno7w2z3-EWFRo"), Err(LinkReadError::Newer(3)));
    assert_eq!(read("AoCqYEmd.BB09KCno7w2z3-EWXMQ"), Err(LinkReadError::Newer(4)));
}

#[test]
fn a_fault_keeps_its_words() {
    let mut faulty = replay("44", ["café 🤖", "b"]);
    let fault = Fault::new(FaultKind::Malformed, "9\u{202e}".as_bytes(), "which is no column (1 to 7)");
    faulty.turns.push(Turn { result: TurnResult::from(fault), ..faulty.turns[0].clone() });
    faulty.players[1].sha256 = Some("0123abcd".to_owned());
    let payload = link::write(&faulty).expect("it is possible");
    assert_eq!(read(&payload), Ok(faulty));
}

#[test]
fn a_broken_off_match_stays_open() {
    let payload = link::write(&replay("44", ["a", "b"])).expect("it is possible");
    let read = read(&payload).expect("it has just been written");
    assert_eq!(read.outcome(), Ok(None));
    assert_eq!(read.turns.len(), 2);
}

#[test]
fn what_is_no_link_says_so() {
    let payload = link::write(&replay("4455667", ["a", "b"])).expect("it is possible");
    assert_eq!(read("hello world"), Err(LinkReadError::NotALink));
    assert_eq!(read(""), Err(LinkReadError::NotALink));
    assert_eq!(read(&payload[1..]), Err(LinkReadError::Damaged));
    assert_eq!(read(&"A".repeat(70_000)), Err(LinkReadError::NotALink));
}
