//! Series of a few games, with the counted and kept results.

use botyard_engine::fault::FaultKind;
use botyard_engine::replay::PlayerInfo;
use botyard_engine::tournament::{DIGEST_VERSION, PlayedGame, SeatTime};

use super::*;

/// A series of two bots without games.
pub(crate) fn series(games: u64) -> Series {
    let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
    let players = vec![player("mine"), player("other")];
    let (settings, terms) = Default::default();
    let match_spec = MatchSpec { game: "connect-four".to_owned(), settings, seed: 7, players, terms };
    let (format, test) = (Format::Series, TestOptions::default());
    let (is_imported, run, rung, starts, pauses_on_failure) = (false, None, None, usual_starts(), false);
    let description =
        SeriesDescription { match_spec, format, games, test, is_imported, run, starts, pauses_on_failure, rung };
    Series::new(description).expect("a series of two")
}

/// A game with these places, as long as its unit is old.
pub(crate) fn line(unit: u64, rotation: u16, places: [u8; 2], faults: Vec<(u8, FaultKind)>) -> String {
    let mut players = vec!["mine".to_owned(), "other".to_owned()];
    players.rotate_right(rotation.into());
    let mut digest = [rotation as u8; 16];
    digest[0] = unit as u8;
    let time = SeatTime { total: Duration::from_micros(9), longest: Duration::from_micros(3), of_bank: None };
    let played = PlayedGame {
        places: places.to_vec(),
        digest: GameDigest(digest),
        faults,
        times: vec![time; 2],
        competition_points: None,
    };
    game(unit, rotation, players, GameResult::Played(played)).to_json()
}

/// A game that `other` made void.
pub(crate) fn void(unit: u64, rotation: u16) -> String {
    let void = game(unit, rotation, vec!["mine".to_owned(), "other".to_owned()], GameResult::Void);
    let void_reason = Some(VoidReason::of_run("other", Duration::from_secs(61)));
    GameLine { void_reason, replay: None, limit: None, ..void }.to_json()
}

fn game(unit: u64, rotation: u16, players: Vec<String>, result: GameResult) -> GameLine {
    GameLine {
        game: "connect-four".to_owned(),
        format: None,
        unit,
        rotation,
        seed: unit,
        players,
        result,
        digest_version: DIGEST_VERSION,
        turns: 10 + unit as usize,
        duration: Duration::ZERO,
        limit: Some(Duration::from_micros(12)),
        seat_terms: Vec::new(),
        replay: Some("abc.def".to_owned()),
        stderr: Vec::new(),
        void_reason: None,
    }
}

#[test]
fn exported_lines_name_the_format() {
    let mut series = series(4);
    series.add_line(line(0, 0, [1, 2], vec![])).expect("a game of the series");
    let exported: Vec<_> = series.exported_lines().collect();
    let [line] = &GameLine::read_lines(&exported.join("\n")).expect("lines")[..] else { panic!("{exported:?}") };
    assert_eq!(line.1.format, Some(Format::Series));
}

#[test]
fn a_game_is_listed_from_the_first_bots_side() {
    let mut series = series(4);
    // In the second game the bots have changed seats: the first bot's is the second.
    for text in [line(0, 0, [1, 2], vec![]), line(0, 1, [1, 2], vec![(0, FaultKind::Timeout)])] {
        series.add_line(text).expect("a game of the series");
    }
    let listed: Vec<_> = series.counted_games().map(|game| (game.number, game.result_of(0))).collect();
    assert_eq!(listed, [(1, Some((0, ListedResult::Won))), (2, Some((1, ListedResult::Lost)))]);
    let faults: Vec<_> = series.counted_games().flat_map(|game| game.faults.clone()).collect();
    assert_eq!(faults, [(1, "timeout")], "the second bot had the first seat");
}

#[test]
fn only_complete_units_count_and_the_rest_is_played_again() {
    let mut series = series(6);
    for id in [(0, 0), (0, 1), (2, 1)] {
        series.add_line(line(id.0, id.1, [1, 2], vec![])).expect("a game of the series");
    }
    assert_eq!((series.counted(), series.counted_games().count(), series.lines().len()), (2, 2, 3));
    let handed_out = series.next_game().expect("there is more to play").id;
    let mut again = series.rebuild().expect("the same series");
    let left: Vec<_> = std::iter::from_fn(|| again.next_game()).map(|game| game.id).collect();
    assert_eq!(left.len(), 3);
    assert_eq!(left[0], handed_out, "it has no result");
}

/// Both lines of a game that is void twice are kept under keys of their own, in an order that leads
/// to the same series again.
#[test]
fn a_void_game_is_kept_twice() {
    let mut series = series(2);
    for text in [void(0, 0), void(0, 0), line(0, 1, [1, 2], vec![])] {
        series.add_line(text).expect("a game of the series");
    }
    let keys: Vec<_> = series.keyed_lines(0).into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, [(0, 0, 0), (0, 0, 1), (0, 1, 0)]);
    assert!(series.is_over());
    assert_eq!((series.tally().void_units(), series.counted_games().count()), (1, 2));
}

#[test]
fn what_was_exported_is_imported() {
    let lines = [line(0, 0, [1, 2], vec![]), line(0, 1, [1, 1], vec![]), line(1, 0, [2, 1], vec![])];
    let series = Series::import("stratego", &lines.join("\n")).expect("a series");
    assert_eq!((series.names(), series.counted()), (vec!["mine", "other"], 2));
    assert_eq!(series.description.match_spec.game, "connect-four", "the lines say so");
    assert!(series.is_over(), "nothing is left to play");
    assert!(series.lines().eq(lines.iter().map(|line| &**line)));
    for (text, why) in [
        (String::new(), "it has no lines"),
        ("{}".to_owned(), "line 1 is not a game"),
        ([&*lines[0], &*lines[0]].join("\n"), "line 2 has a result for game 0 of unit 0"),
        ([&lines[0], &*lines[1].replace("mine", "yours")].join("\n"), "line 2 does not fit line 1"),
        (lines[0].replace(r#""unit":0"#, r#""unit":18446744073709551615"#), "its games are not those of a series"),
    ] {
        let refused = Series::import("stratego", &text).expect_err("no series");
        assert!(refused.starts_with(why), "{refused}");
    }
}

/// `botyard series --scoring moderator` starts a bot up to six times, and writes a line for each.
#[test]
fn games_that_were_started_again_are_imported() {
    let failed = || line(0, 0, [2, 1], vec![(0, FaultKind::NotStarted)]);
    let played = [line(0, 0, [1, 2], vec![]), line(0, 1, [1, 2], vec![])];
    let [all, none] = [vec![failed(); 6], vec![failed(); 1]].map(|failed| [&failed[..], &played[1..]].concat());
    let once = [&[failed(), failed()], &played[..]].concat();
    // In the first game the first bot has the first seat, and in the second the other.
    for (lines, results, keys) in [
        (all, [ListedResult::Lost; 2], 6),
        (none, [ListedResult::Lost; 2], 1),
        (once, [ListedResult::Won, ListedResult::Lost], 3),
    ] {
        let series = Series::import("stratego", &lines.join("\n")).expect("a series");
        assert_eq!(series.counted(), 2, "{lines:?}");
        let listed: Vec<_> =
            series.counted_games().filter_map(|game| game.result_of(0)).map(|(_, result)| result).collect();
        assert_eq!(listed, results, "{lines:?}");
        let attempts: Vec<_> = series.keyed_lines(0).into_iter().map(|((.., attempt), _)| attempt).collect();
        assert_eq!(attempts, (0..keys).chain([0]).collect::<Vec<_>>());
        let again = series.rebuild().expect("the same series");
        assert_eq!(again.counted(), 2);
    }
}

/// The page ended with a panic.
#[test]
fn lines_that_speak_of_other_seats_are_refused() {
    let text = line(0, 0, [1, 2], vec![(2, FaultKind::Timeout)]);
    let refused = Series::import("stratego", &text).expect_err("no series");
    assert!(refused.starts_with("line 1 is not a game: the result has a fault in seat 2"), "{refused}");
    assert!(series(2).add_line(text).expect_err("no such seat").contains("a fault in seat 2"));
}

/// A tournament of three bots, in which the first-named bot wins, played to its end.
pub(crate) fn tournament(format: Format, rounds: u64) -> Series {
    let mut description = series(2).description;
    let player = |name: &str| PlayerInfo { name: name.to_owned(), ..PlayerInfo::default() };
    description.match_spec.players = ["mine", "other", "third"].map(player).to_vec();
    description.format = format;
    description.games = rounds * description.games_of_round();
    let mut series = Series::new(description).expect("a tournament of three");
    while let Some(scheduled) = series.next_game() {
        let seats: Vec<_> = scheduled.seats.iter().map(|participant| participant.index()).collect();
        let places = if seats[0] < seats[1] { [1, 2] } else { [2, 1] };
        let text = line(scheduled.id.unit, scheduled.id.rotation, places, vec![]);
        let mut line: GameLine = serde_json::from_str(&text).expect("a line");
        line.players = seats.iter().map(|&seat| series.names()[seat].to_owned()).collect();
        line.seed = scheduled.seed;
        series.add_line(line.to_json()).expect("a game of the tournament");
    }
    series
}

#[test]
fn tournaments_of_pairs_are_played_and_imported() {
    for (format, games) in [(Format::Gauntlet, 12), (Format::RoundRobin, 18)] {
        let played = tournament(format, 3);
        assert_eq!((played.counted(), played.description.games, played.is_over()), (games, games, true));
        let text = played.lines().collect::<Vec<_>>().join("\n");
        let imported = Series::import("stratego", &text).expect("a tournament");
        assert_eq!(imported.description.format, format);
        assert_eq!((imported.names(), imported.counted()), (played.names(), games));
        assert_eq!(imported.counted_games_of_all(), played.counted_games_of_all());
    }
    let played = tournament(Format::RoundRobin, 1);
    let results: Vec<_> = played.counted_games().map(|game| game.result_of(1).map(|(_, result)| result)).collect();
    let [lost, won] = [ListedResult::Lost, ListedResult::Won].map(Some);
    assert_eq!(results, [lost, lost, None, None, won, won]);
}

#[test]
fn a_test_ends_a_series_if_it_is_to() {
    let played = |ends_series| {
        let mut series = series(400);
        series.description.test = TestOptions { elo1: 100.0, ends_series, ..TestOptions::default() };
        let mut series = series.rebuild().expect("the same series");
        while let Some(game) = series.next_game() {
            let places = if game.id.rotation == 0 || game.id.unit % 8 == 0 { [1, 2] } else { [2, 1] };
            series.add_line(line(game.id.unit, game.id.rotation, places, vec![])).expect("a game of the series");
        }
        series.counted()
    };
    assert_eq!(played(false), 400);
    assert!(played(true) < 400);
}

/// Plays all games that are left: the first bot wins one game of each unit that `shares` selects, and
/// both of each other one.
pub(crate) fn play_on(series: &mut Series, shares: impl Fn(u64) -> bool) {
    while let Some(game) = series.next_game() {
        let places = if game.id.rotation == 0 || shares(game.id.unit) { [1, 2] } else { [2, 1] };
        series.add_line(line(game.id.unit, game.id.rotation, places, vec![])).expect("a game of the series");
    }
}

#[test]
fn a_series_that_is_played_can_go_on_until_it_is_decided() {
    let mut short = series(8);
    short.description.test.elo1 = 100.0;
    assert!(!short.can_be_decided(), "its own games are not played");
    play_on(&mut short, |unit| unit % 8 == 0);
    assert!(short.can_be_decided());
    short.description.extend_until_decided();
    let mut more = short.rebuild().expect("the same series");
    assert_eq!((more.counted(), more.is_over(), more.can_be_decided()), (8, false, false));
    play_on(&mut more, |unit| unit % 8 == 0);
    // The test has all units, also the first ones.
    let mut at_once = series(DECIDED_GAMES_MAX);
    at_once.description.test = more.description.test;
    let mut at_once = at_once.rebuild().expect("the same series");
    play_on(&mut at_once, |unit| unit % 8 == 0);
    assert!((9..DECIDED_GAMES_MAX).contains(&more.counted()), "{}", more.counted());
    assert_eq!((more.counted(), more.is_over(), more.can_be_decided()), (at_once.counted(), true, false));
}

#[test]
fn bots_that_always_play_the_same_decide_nothing() {
    let mut series = series(8);
    while let Some(game) = series.next_game() {
        let text = line(0, game.id.rotation, [1, 2], vec![]);
        let mut same: GameLine = serde_json::from_str(&text).expect("a line");
        same.unit = game.id.unit;
        series.add_line(same.to_json()).expect("a game of the series");
    }
    assert_eq!((series.counted(), series.can_be_decided()), (8, false));
}

/// A series of 40 games in which the second bot is late in each, played as far as it goes.
pub(crate) fn failing_series(pauses_on_failure: bool) -> Series {
    let mut series = series(40);
    series.description.pauses_on_failure = pauses_on_failure;
    let mut series = series.rebuild().expect("the same series");
    while let Some(game) = series.next_game() {
        let seat = 1 - game.id.rotation as u8;
        let places = if seat == 1 { [1, 2] } else { [2, 1] };
        let text = line(game.id.unit, game.id.rotation, places, vec![(seat, FaultKind::Timeout)]);
        let mut late: GameLine = serde_json::from_str(&text).expect("a line");
        late.turns = 3;
        series.add_line(late.to_json()).expect("a game of the series");
    }
    series
}

#[test]
fn a_series_pauses_when_a_bot_fails_again_and_again() {
    let mut paused = failing_series(true);
    assert_eq!((paused.counted(), paused.is_over(), paused.can_be_decided()), (10, true, false));
    let failure = paused.repeated_failure().expect("it is noticed");
    assert_eq!((failure.participant.index(), &*failure.text()), (1, "timeout, in games of 3 turns"));
    let text = serde_json::to_string(&paused.description).expect("text keys only");
    assert!(text.contains(r#""pauses_on_failure":true"#), "{text}");
    paused.description.pauses_on_failure = false;
    let on = paused.rebuild().expect("the same series");
    assert_eq!((on.counted(), on.is_over(), on.repeated_failure()), (10, false, None));
    assert_eq!(failing_series(false).counted(), 40);
}

/// An attempt of the first bot at a rung, without games.
pub(crate) fn attempt() -> Series {
    let mut description = series(40).description;
    description.match_spec.players[0].sha256 = Some("aa".to_owned());
    description.rung = Some("hunter".to_owned());
    Series::new(description).expect("a series of two")
}

#[test]
fn a_stored_attempt_goes_on_as_one() {
    let text = serde_json::to_string(&attempt().description).expect("text keys only");
    assert!(text.ends_with(r#","rung":"hunter"}"#), "{text}");
    let stored = serde_json::from_str(&text).expect("a description");
    let mut again = Series::with_lines(stored, Vec::new()).expect("the same series");
    play_on(&mut again, |_| false);
    assert_eq!(again.counted(), 20);
}

/// Stored by browsers: it must be read for ever.
#[test]
fn a_description_looks_the_same_for_ever() {
    let text = r#"{"match_spec":{"game":"connect-four","settings":null,"seed":7,"players":[{"name":"mine","kind":"module"},{"name":"other","kind":"module"}]},"games":4,"test":{"elo0":0.0,"elo1":10.0,"ends_series":false},"is_imported":false}"#;
    assert_eq!(serde_json::to_string(&series(4).description).expect("text keys only"), text);
}

#[test]
fn a_series_goes_on_with_todays_prices_and_says_so() {
    let mut description = series(4).description;
    assert_eq!((description.earlier_prices(), description.next_match_spec()), (None, description.match_spec.clone()));
    description.match_spec.players[0].prices = Some(PRICES_VERSION - 1);
    assert_eq!(description.earlier_prices(), Some(PRICES_VERSION - 1));
    let prices: Vec<_> = description.next_match_spec().players.iter().map(|player| player.prices).collect();
    assert_eq!(prices, [Some(PRICES_VERSION), None]);
    description.match_spec.players[0].prices = Some(PRICES_VERSION);
    assert_eq!(description.earlier_prices(), None);
}
