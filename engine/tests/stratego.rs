//! Stratego by random play and by hand: what must hold in every match, what a side may not see, logs there and back.

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::log::{self, Extent};
use botyard_engine::games::stratego::{
    Action, Cell, Coin, Colour, Effect, Event, Illegal, Rank, Settings, Setup, Square, Standard, Stratego, Variant,
    Word,
};
use botyard_engine::replay::link;
use botyard_engine::replay::{Contestant, Deed, FORMAT, Kind, Replay, Turn, step};
use botyard_engine::seat::Seat;

const LIMIT: Duration = Duration::from_secs(2);

fn turn(colour: Colour, deed: Deed<Action>, words: Option<&str>) -> Turn<Action> {
    Turn { seat: colour.seat(), deed, words: words.map(str::to_owned), used: Duration::ZERO }
}

fn replay(settings: Settings, turns: Vec<Turn<Action>>) -> Replay<Stratego> {
    let player = |name: &str| Contestant { name: name.to_owned(), kind: Kind::Executable, sha256: None };
    let players = ["../agents/red.py", "blue"].map(player).into();
    Replay { format: FORMAT, game: "stratego".to_owned(), settings, seed: 0, players, turns }
}

/// A random army: full, or with holes but for its flag.
fn army(random: &mut fastrand::Rng, partial: bool) -> Setup {
    let mut pieces: Vec<Option<Rank>> =
        Rank::ALL.into_iter().flat_map(|rank| (0..rank.count()).map(move |_| Some(rank))).collect();
    for piece in pieces.iter_mut().filter(|piece| **piece != Some(Rank::Flag)) {
        if partial && random.u8(..3) == 0 {
            *piece = None;
        }
    }
    random.shuffle(&mut pieces);
    Setup::new(std::array::from_fn(|y| std::array::from_fn(|x| pieces[10 * y + x])))
}

/// What a bot might say for a move: mostly as one would, sometimes oddly.
fn words(action: &Action, random: &mut fastrand::Rng) -> Option<String> {
    let odd = match (action, random.u8(..8)) {
        (Action::Move(step), 0) if step.steps == 1 => format!("{action} 1"),
        (Action::Move(step), 1) if step.steps == 1 => format!(" {action}\t"),
        (Action::NoMove, 0..4) => " NO_MOVE".to_owned(),
        _ => return None,
    };
    Some(odd)
}

/// What a bot might say instead of a legal move.
fn mistake(game: &Stratego, random: &mut fastrand::Rng) -> Fault {
    let said = ["0 3 DOWN 0", "10 3 UP", "4 4 UP", "2 4 UP", "0 0 DOWN 99", "0,3 DOWN", "", "NO_MOVE", "hello OK"];
    let said = said[random.usize(..said.len())];
    let Ok(action) = said.parse::<Action>() else {
        return Fault::new(
            FaultKind::Malformed,
            said.as_bytes(),
            "which is no response (X Y UP|DOWN|LEFT|RIGHT [N], NO_MOVE or SURRENDER)",
        );
    };
    match game.clone().play(game.side().seat(), action, &mut Vec::new()) {
        Err(illegal) => Fault::new(FaultKind::Illegal, said.as_bytes(), illegal.to_string()),
        Ok(()) => Fault::new(FaultKind::Timeout, b"0 3 D", "which was 2.000000 seconds"),
    }
}

/// Plays a match under settings that go with the seed, and holds every step against what must be so.
fn random_match(seed: u64) -> (Replay<Stratego>, Stratego) {
    let random = &mut fastrand::Rng::with_seed(seed);
    let settings = Settings {
        variant: if seed.is_multiple_of(5) { Variant::Wiki } else { Variant::Ucc },
        coin: if seed.is_multiple_of(5) { Coin::from_seed(seed) } else { Coin::default() },
        partial_setup: seed.is_multiple_of(3),
        ignore_illegal: seed.is_multiple_of(4),
        max_turns: if seed.is_multiple_of(7) { Some(random.u32(..300)) } else { Some(Settings::MAX_TURNS) },
    };
    let mut game = Stratego::start(&settings, 2).expect("two can play");
    let mut turns: Vec<Turn<Action>> = Vec::new();
    let mut events = Vec::new();
    for colour in Colour::BOTH {
        let setup = army(random, settings.partial_setup);
        turns.push(turn(colour, Deed::Action(Action::Setup(setup)), None));
        step(&mut game, &turns[turns.len() - 1], &mut events).expect("the army is good");
    }
    while game.ending().is_none() {
        let before = game.clone();
        let legal: Vec<Action> = game.legal(game.side().seat()).collect();
        assert!(!legal.is_empty());
        let action = legal[random.usize(..legal.len())];
        let next = match random.u32(..400) {
            0..5 => turn(game.side(), Deed::Fault(mistake(&game, random)), None),
            5 if !random.bool() => turn(game.side(), Deed::Action(Action::Surrender), None),
            _ => turn(game.side(), Deed::Action(action), words(&action, random).as_deref()),
        };
        events.clear();
        step(&mut game, &next, &mut events).expect("it is legal");
        conserves(&before, &game, &events);
        turns.push(next);
    }
    (replay(settings, turns), game)
}

fn pieces(game: &Stratego) -> Vec<(Colour, Rank)> {
    let piece = |square| game.board().piece(square).map(|piece| (piece.owner, piece.rank));
    let mut pieces: Vec<_> = Square::all().filter_map(piece).collect();
    pieces.sort_by_key(|&(owner, rank)| (owner as usize, rank));
    pieces
}

/// Pieces go only as the events say, and the sums are those of the pieces.
fn conserves(before: &Stratego, after: &Stratego, events: &[Event]) {
    let mut expected = pieces(before);
    let mut dies = |owner: Colour, rank: Rank| {
        let at = expected.iter().position(|&piece| piece == (owner, rank)).expect("who dies was there");
        expected.remove(at);
    };
    for event in events {
        let Event::Moved { by, effect, .. } = event else { continue };
        match *effect {
            Effect::Ok => {}
            Effect::Kills(_, defender) => dies(by.other(), defender),
            Effect::Dies(attacker, _) => dies(*by, attacker),
            Effect::BothDie(attacker, defender) => {
                dies(*by, attacker);
                dies(by.other(), defender);
            }
            Effect::VictoryFlag => dies(by.other(), Rank::Flag),
        }
    }
    assert_eq!(pieces(after), expected);
    for colour in Colour::BOTH {
        let own = || expected.iter().filter(|(owner, _)| *owner == colour).map(|(_, rank)| rank);
        assert_eq!(after.board().value(colour), own().map(|rank| rank.value()).sum::<u32>());
        assert_eq!(after.board().mobile(colour) as usize, own().filter(|rank| rank.is_mobile()).count());
    }
    assert_eq!(Square::all().filter(|&at| after.board()[at] == Cell::Obstacle).count(), 8);
}

#[test]
fn random_matches_keep_their_pieces_and_replay() {
    let mut words = Vec::new();
    for seed in 0..120 {
        let (replay, game) = random_match(seed);
        assert_eq!(replay.check().as_ref(), Ok(&game));
        words.push(game.ending().expect("it is over").word);
    }
    for word in [Word::Victory, Word::Illegal, Word::Surrender, Word::DrawDefault] {
        assert!(words.contains(&word), "no match ends with {word:?}");
    }
}

#[test]
fn logs_replays_and_files_are_the_same_match() {
    for seed in 0..120 {
        let (replay, _) = random_match(seed);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("seed {seed}: {bad}\n{text}"));
        assert_eq!(read.extent, Extent::Whole);
        let file = serde_json::to_string(&read.replay).expect("text");
        let again: Replay<Stratego> = serde_json::from_str(&file).expect("what was written");
        assert_eq!(log::write(&again, LIMIT).expect("it is possible"), text, "seed {seed}");
        if !replay.settings.partial_setup && replay.settings.variant == Variant::Ucc {
            assert_eq!(read.replay.turns, replay.turns, "seed {seed}");
        }
    }
}

#[test]
fn links_are_the_same_match_but_for_words() {
    for seed in 0..120 {
        let (mut replay, _) = random_match(seed);
        replay.turns.iter_mut().for_each(|turn| turn.words = None);
        let payload = link::write(&replay).expect("it is possible");
        assert_eq!(link::read::<Stratego>(&payload), Ok(replay), "seed {seed}");
    }
}

/// Payload, then the moves: never change a line of this file, only add.
const GOLDEN: &str = include_str!("vectors/stratego-links.txt");

#[test]
fn golden_links_open_and_are_written_the_same() {
    let lines: Vec<_> = GOLDEN.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 3);
    for line in lines {
        let (payload, moves) = line.split_once(' ').expect("a payload and moves");
        let read = link::read::<Stratego>(payload).expect("a golden link opens");
        let played = read.turns.iter().map(|turn| match &turn.deed {
            Deed::Action(action) => String::from(*action),
            Deed::Fault(fault) => format!("{:?}", fault.kind),
        });
        assert_eq!(played.collect::<Vec<_>>().join(","), moves);
        assert_eq!(link::write(&read).as_deref(), Ok(payload));
    }
}

#[test]
fn damaged_links_are_an_error_or_a_match() {
    let mut random = fastrand::Rng::with_seed(1);
    for seed in 0..20 {
        let payload = link::write(&random_match(seed).0).expect("it is possible");
        for _ in 0..20 {
            let mut broken = payload.clone().into_bytes();
            broken[random.usize(..payload.len())] = b"AZaz09-_.*"[random.usize(..10)];
            let broken = String::from_utf8(broken).expect("still ASCII");
            if let Ok(read) = link::read::<Stratego>(&broken) {
                read.check().expect("a link that is read is possible");
            }
        }
    }
}

/// Two matches that differ in hidden ranks only look the same to the side that does not know them.
#[test]
fn a_view_does_not_change_with_what_it_hides() {
    for seed in 0..60 {
        let (replay, _) = random_match(seed);
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = replay.start().expect("two can play");
        for turn in &replay.turns {
            step(&mut game, turn, &mut Vec::new()).expect("it is possible");
            if random.u8(..20) == 0 {
                for colour in Colour::BOTH {
                    let shuffled = shuffle_hidden(&game, colour.other(), &mut random);
                    assert_eq!(told(&shuffled, colour), told(&game, colour));
                    assert_eq!(shuffled.view(colour.seat()), game.view(colour.seat()));
                }
            }
        }
    }
}

/// What a bot of this side reads when it is asked.
fn told(game: &Stratego, colour: Colour) -> Vec<u8> {
    use botyard_engine::codec::{Codec, Question};
    let mut codec = botyard_engine::games::stratego::StrategoCodec::new(colour.seat(), ["./a", "./b"]);
    let mut question = Question::default();
    codec.ask(game.view(colour.seat()), &mut question);
    std::mem::take(question.say())
}

/// The same match, had this side's army stood otherwise: the ranks of pieces that are not revealed are mixed.
fn shuffle_hidden(game: &Stratego, owner: Colour, random: &mut fastrand::Rng) -> Stratego {
    let hidden: Vec<Square> = Square::all()
        .filter(|&at| game.board().piece(at).is_some_and(|piece| piece.owner == owner && !piece.revealed))
        .collect();
    let mut ranks: Vec<Rank> = hidden.iter().filter_map(|&at| game.board().piece(at)).map(|piece| piece.rank).collect();
    random.shuffle(&mut ranks);
    let mut shuffled = game.clone();
    for (&at, &rank) in hidden.iter().zip(&ranks) {
        shuffled.assume(at, rank);
    }
    shuffled
}

#[test]
fn what_has_survived_a_combat_is_known_to_both() {
    let mut game = set_up("F........./........../........../....1.....", "...8.9..../........../........../F.........");
    play(&mut game, "4 3 RIGHT");
    play(&mut game, "5 6 UP 3");
    let sights = |game: &Stratego| {
        let square = Square::new(5, 3).expect("on the board");
        Colour::BOTH.map(|colour| game.view(colour.seat()).at(square))
    };
    use botyard_engine::games::stratego::Sight::{Enemy, Own};
    assert_eq!(sights(&game), [Own(Rank::Marshal), Enemy(Some(Rank::Marshal))]);
    let hidden = game.view(Colour::Red.seat()).at(Square::new(3, 6).expect("on the board"));
    assert_eq!(hidden, Enemy(None));
}

fn setup(rows: &str) -> Action {
    Action::Setup(Setup::read(rows.split('/')).expect("four rows"))
}

fn set_up(red: &str, blue: &str) -> Stratego {
    let mut game = Stratego::start(&Settings { partial_setup: true, ..Settings::default() }, 2).expect("two can play");
    for (colour, rows) in [(Colour::Red, red), (Colour::Blue, blue)] {
        assert!(!seen(&game, colour.other()), "the other army is not seen before both stand");
        game.play(colour.seat(), setup(rows), &mut Vec::new()).expect("the army is good");
    }
    game
}

fn seen(game: &Stratego, by: Colour) -> bool {
    use botyard_engine::games::stratego::Sight;
    game.view(by.seat()).rows().flatten().any(|sight| matches!(sight, Sight::Enemy(_)))
}

fn play(game: &mut Stratego, words: &str) {
    let action = words.parse().expect("a response");
    game.play(game.side().seat(), action, &mut Vec::new()).expect("it is legal");
}

/// The order in which the reference checks a move, each with the reason it gives.
#[test]
fn a_move_is_refused_for_the_first_thing_wrong_with_it() {
    let game = set_up("FB......../........../........../9.9.4....8", "........../8........./........../F.........");
    for (words, illegal) in [
        ("10 3 DOWN 0", Illegal::OutsideBoard),
        ("0 -1 UP", Illegal::OutsideBoard),
        ("5 3 DOWN 0", Illegal::NoPiece),
        ("0 7 DOWN 0", Illegal::NotYours),
        ("2 4 DOWN", Illegal::NotYours),
        ("0 0 UP 0", Illegal::Immobile),
        ("1 0 DOWN 9", Illegal::Immobile),
        ("4 3 DOWN 2", Illegal::CannotMoveThatWay),
        ("4 3 DOWN 0", Illegal::CannotMoveThatWay),
        ("9 3 RIGHT", Illegal::CannotMoveThatWay),
        ("0 3 LEFT", Illegal::CannotMoveThatWay),
        ("0 3 DOWN 5", Illegal::CannotMoveThatWay),
        ("2 3 DOWN 3", Illegal::CannotMoveThatWay),
        ("0 3 UP 2147483647", Illegal::CannotMoveThatWay),
        ("2 3 DOWN", Illegal::Occupied),
        ("0 3 RIGHT 2", Illegal::Occupied),
        ("0 3 UP 3", Illegal::Occupied),
        ("NO_MOVE", Illegal::CanMove),
    ] {
        let (mut copy, mut events) = (game.clone(), Vec::new());
        let action = words.parse().expect("a response");
        assert_eq!(copy.play(Seat::new(0), action, &mut events), Err(illegal), "{words}");
        assert!(copy == game && events.is_empty(), "a refused move changes nothing");
    }
    for words in ["0 3 DOWN 4", "0 3 DOWN 3", "0 3 UP 2", "0 3 RIGHT", "9 3 DOWN"] {
        let action: Action = words.parse().expect("a response");
        assert!(game.legal(Seat::new(0)).any(|legal| legal == action), "{words} is legal");
        assert_eq!(game.clone().play(Seat::new(0), action, &mut Vec::new()), Ok(()), "{words}");
    }
}

#[test]
fn legal_is_what_play_accepts() {
    for seed in 0..6 {
        let (replay, _) = random_match(seed);
        let mut game = replay.start().expect("two can play");
        for (number, turn) in replay.turns.iter().enumerate() {
            if number % 25 == 2 {
                accepts_exactly_the_legal(&game);
            }
            step(&mut game, turn, &mut Vec::new()).expect("it is possible");
        }
    }
}

fn accepts_exactly_the_legal(game: &Stratego) {
    use botyard_engine::games::stratego::{Direction, Move};
    let legal: Vec<Action> = game.legal(game.side().seat()).collect();
    for square in Square::all() {
        for direction in Direction::ALL {
            for steps in 1..=10 {
                let action = Action::Move(Move::new(square, direction, steps));
                let accepted = game.clone().play(game.side().seat(), action, &mut Vec::new()).is_ok();
                assert_eq!(accepted, legal.contains(&action), "{action} in {game:?}");
            }
        }
    }
}

/// The second NO_MOVE in a row ends a match; one that was refused in between starts the count anew.
#[test]
fn refused_no_moves_do_not_count() {
    let settings = Settings { partial_setup: true, ignore_illegal: true, ..Settings::default() };
    let mut game = Stratego::start(&settings, 2).expect("two can play");
    let armies = ["8B.......F/B........./........../..........", "........1./........../........../F........."];
    for (colour, rows) in Colour::BOTH.into_iter().zip(armies) {
        game.play(colour.seat(), setup(rows), &mut Vec::new()).expect("the army is good");
    }
    for _ in 0..3 {
        play(&mut game, "NO_MOVE");
        let refused = game.clone().play(Seat::new(1), Action::NoMove, &mut Vec::new()).expect_err("it can move");
        let mut events = Vec::new();
        game.fault(Seat::new(1), &Fault::new(FaultKind::Illegal, b"NO_MOVE", refused.to_string()), &mut events);
        assert!(matches!(events[..], [Event::TurnLost { .. }]));
        assert_eq!(game.ending(), None);
    }
}

/// Standard armies; the first moves that logs below begin with.
fn log_of(lines: &str) -> String {
    let [red, blue] = Colour::BOTH.map(|colour| Standard::ALL[0].setup(colour));
    format!("./a RED SETUP\n{red}\n./b BLUE SETUP\n{blue}\n{lines}")
}

#[test]
fn a_log_that_disagrees_is_told_by_line_and_reason() {
    for (lines, line, why) in [
        ("1 RED: 0 3 DOWN DIES 9 B\n", 11, "recorded is `DIES 9 B`, by the rules it is `OK`"),
        ("1 RED: 0 3 DOWN 3 KILLS 9 8\n", 11, "recorded is `KILLS 9 8`, by the rules it is `BOTHDIE 9 9`"),
        ("1 RED: 0 3 UP OK\n", 11, "but by the rules that is illegal: but water or a piece of its own is in the way"),
        ("1 RED: 0 3 DOWN ILLEGAL\n", 11, "by the rules the move is legal"),
        ("1 BLU: 0 6 UP OK\n", 11, "it is turn 1 of RED"),
        ("1 RED: 0 3 DOWN OK\n2 BLU: 0 6 UP OK\n", 12, "it is turn 1 of BLUE"),
        ("1 RED: 0 3 DOWN\n1 BLU: 0 6 UP OK\n", 11, "the outcome of the move is missing"),
        ("hello\n", 11, "is expected"),
        ("1 RED: 0 3 DOWN OK\nGame ends on BLUE's turn - REASON: Captured the flag\n", 12, "the match goes on"),
        ("1 RED: SURRENDER OK\nGame ends on BLUE's turn - REASON: This player has surrendered!\n", 12, "on RED's turn"),
        ("1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: Captured the flag\n", 12, "the reason is recorded"),
        (
            "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n./a RED SURRENDER 1 148 147\n",
            13,
            "by the rules it is `./a RED SURRENDER 1 148 148`",
        ),
        (
            "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n./a RED SURRENDER 1 148 148\n\n",
            14,
            "nothing should follow",
        ),
        ("1 RED: SURRENDER OK\n1 BLU: 0 6 UP OK\n", 12, "over before this"),
        ("1 RED: NO_MOVE OK\n", 11, "although it has a legal move"),
    ] {
        let bad = log::read(&log_of(lines)).expect_err(lines);
        assert_eq!(bad.line, line, "{lines}: {bad}");
        assert!(bad.why.contains(why), "{lines}: {bad}");
    }
    for (from, to, line) in [("./a RED", "./a", 1), ("FB88", "FB8x", 2), ("9469193599\n./b", "./b", 5), ("F", "8", 1)] {
        let bad = log::read(&log_of("").replacen(from, to, 1)).expect_err(to);
        assert_eq!(bad.line, line, "{to}: {bad}");
    }
    assert_eq!(log::read("").expect_err("it is no log").line, 1);
}

#[test]
fn what_a_log_shows_of_its_settings_is_found() {
    let read = |lines: &str| log::read(&log_of(lines)).unwrap_or_else(|bad| panic!("{lines}: {bad}"));
    let forgiving = read("1 RED: 0 3 UP ILLEGAL\n1 BLU: hello\n2 RED: NO_MOVE\n2 BLU: 0 6 UP OK\n");
    assert!(forgiving.replay.settings.ignore_illegal);
    assert_eq!(forgiving.extent, Extent::BrokenOff);
    assert_eq!(
        log::write(&forgiving.replay, LIMIT).as_deref(),
        Ok(log_of("1 RED: 0 3 UP ILLEGAL\n1 BLU: hello\n2 RED: NO_MOVE\n2 BLU: 0 6 UP OK\n").as_str())
    );
    let wiki = read("1 RED: 0 3 DOWN 3 DIES 9 9\n1 BLU: 9 6 UP 3 KILLS 9 9\n");
    assert_eq!((wiki.replay.settings.variant, wiki.replay.settings.coin), (Variant::Wiki, Coin(0b10)));
    let short = read(
        "1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\nGame ends on BLUE's turn - REASON: Game declared a draw after 2 turns\n./b BLUE DRAW_DEFAULT 2 148 148\n",
    );
    assert_eq!((short.replay.settings.max_turns, short.extent), (Some(2), Extent::Whole));
}

#[test]
fn a_crash_report_ends_a_log() {
    for (lines, plies, line) in [
        ("1 RED: 0 3 DOWN OK\n1 BLU: Game ends on BLUE's turn - REASON: SIGPIPE - Broken pipe\n", 1, 12),
        ("1 RED: 0 3 DOWN OK\n1 BLU: 0 6 SIGPIPE\nmore\n\tStrange; BLUE still appears valid.\n", 1, 12),
        (
            "1 RED: 0 3 DOWN OK\n1 BLU: \nGame ends on BLUE's turn - REASON: Unintelligable response\nSIGPIPE\n./b\n",
            2,
            14,
        ),
    ] {
        let log = log::read(&log_of(lines)).expect("good as far as it goes");
        assert_eq!((log.replay.turns.len() - 2, log.extent), (plies, Extent::Crashed(line)), "{lines}");
    }
}

/// Logs of matches that end in ways which random play does not find, there and back.
#[test]
fn every_kind_of_end_is_read_as_it_was_written() {
    let full = format!("{}", Standard::ALL[0].setup(Colour::Red));
    let blue = format!("{}", Standard::ALL[0].setup(Colour::Blue));
    let bad = |red: &str, blue: &str, whom: &str, result: &str| {
        format!(
            "./a RED SETUP\n{red}\n./b BLUE SETUP\n{blue}\nGame ends in the SETUP phase - REASON: An illegal setup was made by {whom}\n{result}\n"
        )
    };
    let ends = |lines: &str, reason: &str, result: &str| {
        log_of(&format!("{lines}Game ends on RED's turn - REASON: {reason}\n{result}\n"))
    };
    let stuck = |values: [&str; 2], reason: &str, result: &str| {
        let [red, blue] = values;
        format!(
            "./a RED SETUP\n{red}B.......F\nB.........\n..........\n..........\n./b BLUE SETUP\n..........\n..........\nB.........\n{blue}B.......F\n\
             1 RED: NO_MOVE OK\n1 BLU: NO_MOVE OK\nGame ends on BLUE's turn - REASON: {reason}\n{result}\n"
        )
    };
    for text in [
        bad("INVALID!", &blue, "RED", "./a RED BAD_SETUP 0 75 148"),
        bad("INVALID!", &blue, "RED", "./a RED BAD_SETUP 0 0 148"),
        bad("INVALID!", &blue, "RED", "./a RED BAD_SETUP 0 0 0"),
        bad(&full, "INVALID!", "BLUE", "./b BLUE BAD_SETUP 0 148 12"),
        bad("INVALID!", "INVALID!", "BOTH players", "neither BOTH BAD_SETUP 0 0 0"),
        ends("1 RED: SURRENDER OK\n", "This player has surrendered!", "./a RED SURRENDER 1 148 148"),
        ends("1 RED: \n", "Response timeout after 2.500000 seconds.", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 3 DOWN\n", "Response timeout after 2.000000 seconds.", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 3 DOWN\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: hello OK\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: \u{fffd}\r\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends(&format!("1 RED: {}\n", "x".repeat(999)), "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 10 3 UP ILLEGAL\n", "Coords outside board", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 4 UP ILLEGAL\n", "Move does not select a piece", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 2 4 UP ILLEGAL\n", "Selected piece belongs to other player", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 0 UP ILLEGAL\n", "Selected piece is not mobile (FLAG or BOMB)", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 3 DOWN foo ILLEGAL\n", "Selected unit cannot move that way", "./a RED ILLEGAL 1 148 148"),
        ends(
            "1 RED: 0 3 RIGHT ILLEGAL\n",
            "Attempted move into square occupied by neutral or allied piece",
            "./a RED ILLEGAL 1 148 148",
        ),
        ends("", "Game declared a draw after 1 turns", "./a RED DRAW_DEFAULT 1 148 148"),
        stuck(["8", "8"], "Game declared a draw because neither player has mobile pieces", "./b BLUE DRAW 1 3 3"),
        stuck(["8", "5"], "Both players made no move", "./b BLUE VICTORY 1 3 6"),
        stuck(["5", "8"], "Both players made no move", "./b BLUE DEFEAT 1 6 3"),
    ] {
        let log = log::read(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!(log.extent, Extent::Whole, "{text}");
        let file = serde_json::to_string(&log.replay).expect("text");
        let again: Replay<Stratego> = serde_json::from_str(&file).expect("what was written");
        assert_eq!(log::write(&again, LIMIT).as_deref(), Ok(text.as_str()));
    }
}

/// A person may give up when it is the other's turn, or before the match begins.
#[test]
fn giving_up_out_of_turn_is_logged_too() {
    let resigned = || Deed::Fault(Fault::new(FaultKind::Resigned, b"", ""));
    let armies = Colour::BOTH.map(|colour| Action::Setup(Standard::ALL[0].setup(colour)));
    let set_up = |colour: Colour| turn(colour, Deed::Action(armies[colour as usize]), None);
    for turns in [
        vec![set_up(Colour::Red), set_up(Colour::Blue), turn(Colour::Blue, resigned(), None)],
        vec![set_up(Colour::Red), turn(Colour::Blue, resigned(), None)],
        vec![set_up(Colour::Red), turn(Colour::Red, resigned(), None)],
        vec![turn(Colour::Blue, resigned(), None)],
    ] {
        let replay = replay(Settings::default(), turns);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!((read.extent, &read.replay.turns), (Extent::Whole, &replay.turns), "{text}");
        assert_eq!(read.replay.outcome(), replay.outcome());
    }
}
