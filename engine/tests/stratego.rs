//! Stratego by random play and by hand: properties of every match, the hidden information of a
//! side, logs and links there and back.

mod support;

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::game::Game;
use botyard_engine::games::stratego::log::{self, LogExtent};
use botyard_engine::games::stratego::{
    ArmySetup, CoinToss, Colour, CombatEffect, Rank, ResultWord, Square, SquareContent, StandardSetup, Stratego,
    StrategoAction, StrategoEvent, StrategoRuleError, StrategoSettings, Variant,
};
use botyard_engine::replay::link;
use botyard_engine::replay::{Replay, Turn, TurnResult, play_turn};
use botyard_engine::seat::Seat;

use support::golden_links::written;
use support::stratego::replay;

const LIMIT: Duration = Duration::from_secs(2);

fn turn(colour: Colour, result: TurnResult<StrategoAction>, words: Option<&str>) -> Turn<StrategoAction> {
    Turn { seat: colour.seat(), result, words: words.map(str::to_owned), used: Duration::ZERO }
}

/// A random army: full, or with holes but for its flag.
fn army(random: &mut fastrand::Rng, partial: bool) -> ArmySetup {
    let mut pieces: Vec<Option<Rank>> =
        Rank::ALL.into_iter().flat_map(|rank| (0..rank.count()).map(move |_| Some(rank))).collect();
    for piece in pieces.iter_mut().filter(|piece| **piece != Some(Rank::Flag)) {
        if partial && random.u8(..3) == 0 {
            *piece = None;
        }
    }
    random.shuffle(&mut pieces);
    ArmySetup::new(std::array::from_fn(|y| std::array::from_fn(|x| pieces[10 * y + x])))
}

/// The words of a bot for a move: mostly usual ones, sometimes odd ones.
fn words(action: &StrategoAction, random: &mut fastrand::Rng) -> Option<String> {
    let odd = match (action, random.u8(..8)) {
        (StrategoAction::Move(step), 0) if step.steps == 1 => format!("{action} 1"),
        (StrategoAction::Move(step), 1) if step.steps == 1 => format!(" {action}\t"),
        (StrategoAction::NoMove, 0..4) => " NO_MOVE".to_owned(),
        _ => return None,
    };
    Some(odd)
}

/// A bot's fault in place of a legal move.
fn mistake(game: &Stratego, random: &mut fastrand::Rng) -> Fault {
    let said = ["0 3 DOWN 0", "10 3 UP", "4 4 UP", "2 4 UP", "0 0 DOWN 99", "0,3 DOWN", "", "NO_MOVE", "hello OK"];
    let said = said[random.usize(..said.len())];
    let Ok(action) = said.parse::<StrategoAction>() else {
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

/// Plays a match under settings that depend on the seed, and checks the invariants after every
/// step.
fn random_match(seed: u64) -> (Replay<Stratego>, Stratego) {
    let random = &mut fastrand::Rng::with_seed(seed);
    let settings = StrategoSettings {
        variant: if seed.is_multiple_of(5) { Variant::Wiki } else { Variant::Ucc },
        coin: if seed.is_multiple_of(5) { CoinToss::from_seed(seed) } else { CoinToss::default() },
        partial_setup: seed.is_multiple_of(3),
        ignore_illegal: seed.is_multiple_of(4),
        max_turns: if seed.is_multiple_of(7) { Some(random.u32(..300)) } else { Some(StrategoSettings::MAX_TURNS) },
    };
    let mut game = Stratego::start(&settings, 2).expect("two can play");
    let mut turns: Vec<Turn<StrategoAction>> = Vec::new();
    let mut events = Vec::new();
    for colour in Colour::BOTH {
        let setup = army(random, settings.partial_setup);
        turns.push(turn(colour, TurnResult::Action(StrategoAction::Setup(setup)), None));
        play_turn(&mut game, &turns[turns.len() - 1], &mut events).expect("the army is good");
    }
    while game.ending().is_none() {
        let before = game.clone();
        let legal: Vec<StrategoAction> = game.legal(game.side().seat()).collect();
        assert!(!legal.is_empty());
        let action = legal[random.usize(..legal.len())];
        let next = match random.u32(..400) {
            0..5 => turn(game.side(), TurnResult::from(mistake(&game, random)), None),
            5 if !random.bool() => turn(game.side(), TurnResult::Action(StrategoAction::Surrender), None),
            _ => turn(game.side(), TurnResult::Action(action), words(&action, random).as_deref()),
        };
        events.clear();
        play_turn(&mut game, &next, &mut events).expect("it is legal");
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

/// Pieces change only by the events, and the sums are those of the pieces.
fn conserves(before: &Stratego, after: &Stratego, events: &[StrategoEvent]) {
    let mut expected = pieces(before);
    let mut fallen = Colour::BOTH.map(|colour| *before.fallen(colour));
    let mut dies = |owner: Colour, rank: Rank| {
        fallen[owner as usize][rank.index()] += 1;
        let at = expected.iter().position(|&piece| piece == (owner, rank)).expect("who dies was there");
        expected.remove(at);
    };
    for event in events {
        let StrategoEvent::Moved { by, effect, .. } = event else { continue };
        match *effect {
            CombatEffect::Ok => {}
            CombatEffect::Kills(_, defender) => dies(by.other(), defender),
            CombatEffect::Dies(attacker, _) => dies(*by, attacker),
            CombatEffect::BothDie(attacker, defender) => {
                dies(*by, attacker);
                dies(by.other(), defender);
            }
            CombatEffect::VictoryFlag => dies(by.other(), Rank::Flag),
        }
    }
    assert_eq!(pieces(after), expected);
    assert_eq!(Colour::BOTH.map(|colour| *after.fallen(colour)), fallen);
    for colour in Colour::BOTH {
        let own = || expected.iter().filter(|(owner, _)| *owner == colour).map(|(_, rank)| rank);
        assert_eq!(after.board().value(colour), own().map(|rank| rank.value()).sum::<u32>());
        assert_eq!(after.board().mobile(colour) as usize, own().filter(|rank| rank.is_mobile()).count());
    }
    assert_eq!(Square::all().filter(|&at| after.board()[at] == SquareContent::Obstacle).count(), 8);
}

#[test]
fn random_matches_keep_their_pieces_and_replay() {
    let mut words = Vec::new();
    for seed in 0..120 {
        let (replay, game) = random_match(seed);
        assert_eq!(replay.check().as_ref(), Ok(&game));
        words.push(game.ending().expect("it is over").word);
    }
    for word in [ResultWord::Victory, ResultWord::Illegal, ResultWord::Surrender, ResultWord::DrawDefault] {
        assert!(words.contains(&word), "no match ends with {word:?}");
    }
}

#[test]
fn logs_replays_and_files_are_the_same_match() {
    for seed in 0..120 {
        let (replay, _) = random_match(seed);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("seed {seed}: {bad}\n{text}"));
        assert_eq!(read.extent, LogExtent::Whole);
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
        assert_eq!(link::read::<Stratego>(&payload).map(|read| read.replay), Ok(replay), "seed {seed}");
    }
}

/// Payload, then the moves: never change a file of version 1; in the newest version, only add
/// lines.
const LINKS_V1: &str = include_str!("vectors/stratego-links-v1.txt");
const LINKS_V2: &str = include_str!("vectors/stratego-links-v2.txt");

/// The matches of a file, each with its payload; checks that they have the file's moves.
fn read_golden(file: &'static str) -> Vec<(&'static str, Replay<Stratego>)> {
    let lines: Vec<_> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4);
    let read_line = |line: &'static str| {
        let (payload, moves) = line.split_once(' ').expect("a payload and moves");
        let read = link::read::<Stratego>(payload).expect("a golden link opens").replay;
        let played = read.turns.iter().map(|turn| match &turn.result {
            TurnResult::Action(action) => String::from(*action),
            TurnResult::Fault(fault) => format!("{:?}", fault.kind),
        });
        assert_eq!(played.collect::<Vec<_>>().join(","), moves);
        (payload, read)
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
                read.replay.check().expect("a link that is read is possible");
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
            play_turn(&mut game, turn, &mut Vec::new()).expect("it is possible");
            if random.u8(..20) == 0 {
                for colour in Colour::BOTH {
                    let shuffled = shuffle_hidden(&game, colour.other(), &mut random);
                    assert_eq!(setup_bytes(&shuffled, colour), setup_bytes(&game, colour));
                    assert_eq!(shuffled.view(colour.seat()), game.view(colour.seat()));
                }
            }
        }
    }
}

/// The input of a bot of this side when it is asked.
fn setup_bytes(game: &Stratego, colour: Colour) -> Vec<u8> {
    use botyard_engine::codec::SessionCodec;
    let mut codec = botyard_engine::games::stratego::StrategoCodec::new(colour.seat(), ["./a", "./b"]);
    let mut question = Vec::new();
    codec.write_question(game.view(colour.seat()), &mut question);
    question
}

/// The match with another army of this side: the ranks of pieces that are not revealed are
/// shuffled.
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
    use botyard_engine::games::stratego::SquareView::{Enemy, Own};
    assert_eq!(sights(&game), [Own(Rank::Marshal), Enemy(Some(Rank::Marshal))]);
    let hidden = game.view(Colour::Red.seat()).at(Square::new(3, 6).expect("on the board"));
    assert_eq!(hidden, Enemy(None));
}

fn setup(rows: &str) -> StrategoAction {
    StrategoAction::Setup(ArmySetup::read(rows.split('/')).expect("four rows"))
}

fn set_up(red: &str, blue: &str) -> Stratego {
    let mut game = Stratego::start(&StrategoSettings { partial_setup: true, ..StrategoSettings::default() }, 2)
        .expect("two can play");
    for (colour, rows) in [(Colour::Red, red), (Colour::Blue, blue)] {
        assert!(!seen(&game, colour.other()), "the other army is not seen before both stand");
        game.play(colour.seat(), setup(rows), &mut Vec::new()).expect("the army is good");
    }
    game
}

fn seen(game: &Stratego, by: Colour) -> bool {
    use botyard_engine::games::stratego::SquareView;
    game.view(by.seat()).rows().flatten().any(|sight| matches!(sight, SquareView::Enemy(_)))
}

fn play(game: &mut Stratego, words: &str) {
    let action = words.parse().expect("a response");
    game.play(game.side().seat(), action, &mut Vec::new()).expect("it is legal");
}

/// The order in which the reference checks a move, each with the reason it gives.
/// The original says so of a bot that it finds gone when it writes the result to it.
#[test]
fn a_bot_that_ends_during_the_setup_has_placed_its_complete_lines() {
    let result = |faults: [Option<(FaultKind, &str)>; 2]| {
        let mut game = Stratego::start(&StrategoSettings::default(), 2).expect("for two");
        let mut events = Vec::new();
        for (colour, fault) in Colour::BOTH.into_iter().zip(faults) {
            match fault {
                Some((kind, received)) => {
                    game.fault(colour.seat(), &Fault::new(kind, received.as_bytes(), ""), &mut events);
                }
                None => {
                    let army = StrategoAction::Setup(StandardSetup::ALL[0].setup(colour));
                    game.play(colour.seat(), army, &mut events).expect("a whole army");
                }
            }
        }
        game.ending().expect("there is no army").result(["a", "b"])
    };
    let ended = |received| Some((FaultKind::Exited, received));
    for (faults, expected) in [
        ([ended(""), None], "a RED ILLEGAL 0 0 148"),
        ([ended("FB8878B78B\nB7B5s36B98\n"), None], "a RED ILLEGAL 0 49 148"),
        ([ended("FB8878B78B\nB7B5s36B98"), None], "a RED ILLEGAL 0 20 148"),
        ([None, ended("9469193599\n75\n")], "b BLUE ILLEGAL 0 148 46"),
        ([ended(""), ended("9469193599\n")], "neither BOTH BAD_SETUP 0 0 46"),
        ([Some((FaultKind::Timeout, "FB8878B78B\n")), None], "a RED BAD_SETUP 0 0 148"),
    ] {
        assert_eq!(result(faults), expected, "{faults:?}");
    }
}

#[test]
fn a_move_is_refused_for_the_first_thing_wrong_with_it() {
    let game = set_up("FB......../........../........../9.9.4....8", "........../8........./........../F.........");
    for (words, illegal) in [
        ("10 3 DOWN 0", StrategoRuleError::OutsideBoard),
        ("0 -1 UP", StrategoRuleError::OutsideBoard),
        ("5 3 DOWN 0", StrategoRuleError::NoPiece),
        ("0 7 DOWN 0", StrategoRuleError::NotYours),
        ("2 4 DOWN", StrategoRuleError::NotYours),
        ("0 0 UP 0", StrategoRuleError::Immobile),
        ("1 0 DOWN 9", StrategoRuleError::Immobile),
        ("4 3 DOWN 2", StrategoRuleError::CannotMoveThatWay),
        ("4 3 DOWN 0", StrategoRuleError::CannotMoveThatWay),
        ("9 3 RIGHT", StrategoRuleError::CannotMoveThatWay),
        ("0 3 LEFT", StrategoRuleError::CannotMoveThatWay),
        ("0 3 LEFT 2", StrategoRuleError::CannotMoveThatWay),
        ("2 3 UP 2147483647", StrategoRuleError::CannotMoveThatWay),
        ("0 3 DOWN 5", StrategoRuleError::Occupied),
        ("2 3 DOWN 3", StrategoRuleError::Occupied),
        ("0 3 UP 2147483647", StrategoRuleError::Occupied),
        ("2 3 DOWN", StrategoRuleError::Occupied),
        ("0 3 RIGHT 2", StrategoRuleError::Occupied),
        ("0 3 UP 3", StrategoRuleError::Occupied),
        ("NO_MOVE", StrategoRuleError::CanMove),
    ] {
        let (mut copy, mut events) = (game.clone(), Vec::new());
        let action = words.parse().expect("a response");
        assert_eq!(copy.play(Seat::new(0), action, &mut events), Err(illegal), "{words}");
        assert!(copy == game && events.is_empty(), "a refused move changes nothing");
    }
    for words in ["0 3 DOWN 4", "0 3 DOWN 3", "0 3 UP 2", "0 3 RIGHT", "9 3 DOWN"] {
        let action: StrategoAction = words.parse().expect("a response");
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
            play_turn(&mut game, turn, &mut Vec::new()).expect("it is possible");
        }
    }
}

fn accepts_exactly_the_legal(game: &Stratego) {
    use botyard_engine::games::stratego::{Direction, StrategoMove};
    let legal: Vec<StrategoAction> = game.legal(game.side().seat()).collect();
    for square in Square::all() {
        for direction in Direction::ALL {
            for steps in 1..=10 {
                let action = StrategoAction::Move(StrategoMove::new(square, direction, steps));
                let accepted = game.clone().play(game.side().seat(), action, &mut Vec::new()).is_ok();
                assert_eq!(accepted, legal.contains(&action), "{action} in {game:?}");
            }
        }
    }
}

/// The second NO_MOVE in a row ends a match; one that was refused in between starts the count anew.
#[test]
fn refused_no_moves_do_not_count() {
    let settings = StrategoSettings { partial_setup: true, ignore_illegal: true, ..StrategoSettings::default() };
    let mut game = Stratego::start(&settings, 2).expect("two can play");
    let armies = ["8B.......F/B........./........../..........", "........1./........../........../F........."];
    for (colour, rows) in Colour::BOTH.into_iter().zip(armies) {
        game.play(colour.seat(), setup(rows), &mut Vec::new()).expect("the army is good");
    }
    for _ in 0..3 {
        play(&mut game, "NO_MOVE");
        let refused =
            game.clone().play(Seat::new(1), StrategoAction::NoMove, &mut Vec::new()).expect_err("it can move");
        let mut events = Vec::new();
        game.fault(Seat::new(1), &Fault::new(FaultKind::Illegal, b"NO_MOVE", refused.to_string()), &mut events);
        assert!(matches!(events[..], [StrategoEvent::TurnLost { .. }]));
        assert_eq!(game.ending(), None);
    }
}
