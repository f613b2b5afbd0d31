//! Stratego's logs by hand: an error in one is reported, and every way a match can end is read as
//! it was written.

mod support;

use std::time::Duration;

use botyard_engine::fault::{Fault, FaultKind};
use botyard_engine::games::stratego::log::{self, LogExtent};
use botyard_engine::games::stratego::{
    CoinToss, Colour, StandardSetup, Stratego, StrategoAction, StrategoSettings, Variant,
};
use botyard_engine::replay::{Replay, Turn, TurnResult};

use support::stratego::replay;

const LIMIT: Duration = Duration::from_secs(2);

fn turn(colour: Colour, result: TurnResult<StrategoAction>) -> Turn<StrategoAction> {
    Turn { seat: colour.seat(), result, words: None, used: Duration::ZERO }
}

/// Standard armies; the first moves that logs below begin with.
fn log_of(lines: &str) -> String {
    let [red, blue] = Colour::BOTH.map(|colour| StandardSetup::ALL[0].setup(colour));
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
        (
            "1 RED: SURRENDER OK\nGame ends on RED's turn - REASON: This player has surrendered!\n1 BLU: 0 6 UP OK\n",
            13,
            "by the rules it is `./a RED SURRENDER 1 148 148`",
        ),
        (
            "1 RED: NO_MOVE OK\nGame ends on RED's turn - REASON: Both players made no move\n",
            12,
            "the reason is recorded",
        ),
    ] {
        // Of the last line it is not certain.
        let bad = log::read(&log_of(lines)).map(|log| log.doubt.expect(lines)).unwrap_or_else(|bad| bad);
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
    assert_eq!(forgiving.extent, LogExtent::BrokenOff(14));
    assert_eq!(
        log::write(&forgiving.replay, LIMIT).as_deref(),
        Ok(log_of("1 RED: 0 3 UP ILLEGAL\n1 BLU: hello\n2 RED: NO_MOVE\n2 BLU: 0 6 UP OK\n").as_str())
    );
    let wiki = read("1 RED: 0 3 DOWN 3 DIES 9 9\n1 BLU: 9 6 UP 3 KILLS 9 9\n");
    assert_eq!((wiki.replay.settings.variant, wiki.replay.settings.coin), (Variant::Wiki, CoinToss(0b10)));
    let short = read(
        "1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\nGame ends on BLUE's turn - REASON: Game declared a draw after 2 turns\n./b BLUE DRAW_DEFAULT 2 148 148\n",
    );
    assert_eq!((short.replay.settings.max_turns, short.extent), (Some(2), LogExtent::Whole));
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
        assert_eq!((log.replay.turns.len() - 2, log.extent), (plies, LogExtent::Crashed(line)), "{lines}");
    }
}

/// Under `-i` the original prints a response that it cannot read as it is and goes on, whatever the
/// response looks like. Such logs, which we once refused, are read as what the rest of them
/// confirms.
#[test]
fn refused_responses_that_look_like_outcomes_or_a_crash_are_read() {
    let drawn = |lines: &str| {
        log_of(&format!(
            "{lines}Game ends on BLUE's turn - REASON: Game declared a draw after 2 turns\n./b BLUE DRAW_DEFAULT 2 148 148\n"
        ))
    };
    for refused in [
        "SURRENDER OK",
        " SURRENDER\r OK",
        "SURRENDER ILLEGAL",
        "SURRENDER KILLS 9 9",
        "NO_MOVE OK",
        "NO_MOVE ILLEGAL",
        "NO_MOVE DIES 3 B",
        "hello OK",
        "hello VICTORY_FLAG",
        "hello KILLS 9 9",
        "0 3 NORTH BOTHDIE 9 9",
        "SIGPIPE",
        "0 3 SIGPIPE - Broken pipe",
    ] {
        let goes_on = drawn(&format!("1 RED: {refused}\n1 BLU: 0 6 UP OK\n"));
        let ends = drawn(&format!("1 RED: 0 3 DOWN OK\n1 BLU: {refused}\n"));
        for (text, turn) in [(&goes_on, 2), (&ends, 3)] {
            let log = log::read(text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
            assert_eq!(log.extent, LogExtent::Whole, "{text}");
            let result = &log.replay.turns[turn].result;
            assert!(matches!(result, TurnResult::Fault(fault) if fault.kind == FaultKind::Malformed), "{text}");
            assert_eq!(log::write(&log.replay, LIMIT).as_deref(), Ok(text.as_str()));
        }
        for (end, _) in goes_on.match_indices('\n').filter(|&(end, _)| end > log_of("1 RED: ").len()) {
            let cut = &goes_on[..=end];
            log::read(cut).unwrap_or_else(|bad| panic!("{bad}\n{cut}"));
        }
    }
    let wiki = "1 RED: x KILLS 9 9\n1 BLU: 0 6 UP OK\n2 RED: 0 3 DOWN 2 DIES 9 9\n2 BLU: 9 6 UP 3 KILLS 9 9\n";
    let log = log::read(&log_of(wiki)).unwrap_or_else(|bad| panic!("{bad}"));
    assert_eq!(log.replay.settings.coin, CoinToss(0b10));
    assert_eq!(log::write(&log.replay, LIMIT).as_deref(), Ok(log_of(wiki).as_str()));
}

/// Of a side that cannot move, `NO_MOVE OK` may be a response that could not be read: it does not
/// count towards the two that end a match.
#[test]
fn a_no_move_that_could_not_be_read_does_not_count() {
    let text = |lines: &str, end: &str| {
        format!(
            "./a RED SETUP\n8B.......F\nB.........\n..........\n..........\n\
             ./b BLUE SETUP\n..........\n..........\nB.........\n5B.......F\n{lines}Game ends on {end}\n"
        )
    };
    let said = "1 RED: NO_MOVE OK\n1 BLU: NO_MOVE OK\n2 RED: NO_MOVE OK\n";
    let ends = "RED's turn - REASON: Both players made no move\n./a RED DEFEAT 2 3 6";
    let log = log::read(&text(said, ends)).unwrap_or_else(|bad| panic!("{bad}"));
    let is_fault = |turn: &Turn<StrategoAction>| matches!(turn.result, TurnResult::Fault(_));
    assert_eq!(log.replay.turns[2..].iter().map(is_fault).collect::<Vec<_>>(), [true, false, false]);
    assert_eq!(log::write(&log.replay, LIMIT), Ok(text(said, ends)));
    // A log that is contradictory in every reading is refused at the line of the first reading.
    let other = "RED's turn - REASON: This player has surrendered!\n./a RED SURRENDER 2 3 6";
    assert_eq!(log::read(&text(said, other)).map_err(|bad| bad.line), Err(14));
}

/// A bot that has exited or is late has printed a response, which stands in a line. If the log is
/// cut behind that line, it does not report the failure. Such logs, which we once refused, are read
/// up to that line.
#[test]
fn a_last_line_that_does_not_follow_is_in_doubt() {
    let before = "1 RED: hello\n1 BLU: 0 6 UP OK\n";
    for (last, why) in [
        ("0 3 DOWN", "the outcome of the move is missing"),
        ("NO_MOVE OK", ""),
        ("0 3 DOWN ILLEGAL", "by the rules the move is legal"),
        ("0 3 DOWN KILLS 9 9", "by the rules it is `OK`"),
        ("0 3 UP OK", "by the rules that is illegal"),
    ] {
        let text = log_of(&format!("{before}2 RED: {last}\n"));
        let log = log::read(&text).unwrap_or_else(|bad| panic!("{last}: {bad}"));
        assert_eq!(log.extent, LogExtent::BrokenOff(13), "{last}");
        let doubt = log.doubt.as_ref().map_or_else(String::new, |bad| format!("{}: {}", bad.line, bad.why));
        match why {
            "" => assert_eq!((doubt.as_str(), log.replay.turns.len()), ("", 5), "{last}"),
            _ => {
                assert!(doubt.starts_with("13: ") && doubt.contains(why), "{last}: {doubt}");
                assert_eq!(log::write(&log.replay, LIMIT), Ok(log_of(before)), "{last}");
            }
        }
        let end = "Game ends on RED's turn - REASON: Unintelligable response\n";
        let whole = log::read(&format!("{text}{end}")).unwrap_or_else(|bad| panic!("{last}: {bad}"));
        assert_eq!((whole.doubt, whole.replay.turns.len()), (None, 5), "{last}");
        if !why.is_empty() {
            assert!(log::read(&format!("{text}2 BLU: 0 5 UP OK\n")).is_err(), "{last}: it is not the last line");
        }
    }
    let other = log_of(&format!("{before}2 BLU: 0 5 UP ILLEGAL\n"));
    assert_eq!(log::read(&other).map_err(|bad| bad.line), Err(13), "it is not that side's turn");
}

/// A log that is cut anywhere is read up to its last whole line, and the rest is ignored.
#[test]
fn a_log_that_was_cut_off_is_read_to_its_last_whole_line() {
    for lines in [
        "1 RED: 0 3 DOWN 3 BOTHDIE 9 9\n1 BLU: hello\nGame ends on BLUE's turn - REASON: Unintelligable response\n./b BLUE ILLEGAL 1 146 146\n",
        "1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\nGame ends on BLUE's turn - REASON: Game declared a draw after 2 turns\n./b BLUE DRAW_DEFAULT 2 148 148\n",
    ] {
        let (setups, text) = (log_of("").len(), log_of(lines));
        for end in setups..text.len() - 1 {
            let cut = &text[..end];
            let log = log::read(cut).unwrap_or_else(|bad| panic!("{cut}: {bad}"));
            assert_eq!(log.extent, LogExtent::BrokenOff(cut.lines().count()), "{cut}");
            let moves =
                cut[setups..].split_inclusive('\n').filter(|line| line.starts_with("1 ") && line.ends_with('\n'));
            assert_eq!(log.replay.turns.len() - 2, moves.count(), "{cut}");
        }
        assert_eq!(log::read(text.trim_end()).expect("only a newline is missing").extent, LogExtent::Whole);
        assert!(log::read(&(text + "more")).is_err());
    }
}

#[test]
fn a_log_whose_lines_another_system_has_ended_is_the_same() {
    let text = log_of("1 RED: 0 3 DOWN OK\n1 BLU: 0 6 UP OK\n");
    let converted = text.replace('\n', "\r\n");
    assert!(log::is_log(&converted));
    assert_eq!(log::read(&converted).expect("the lines are a log's").replay, log::read(&text).expect("a log").replay);
    assert!(log::read(&text.replacen("DOWN OK\n", "DOWN OK\r\n", 1)).is_err(), "one line alone is not converted");
}

/// Logs of matches that end in ways which random play does not find, there and back.
#[test]
fn every_kind_of_end_is_read_as_it_was_written() {
    let full = format!("{}", StandardSetup::ALL[0].setup(Colour::Red));
    let blue = format!("{}", StandardSetup::ALL[0].setup(Colour::Blue));
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
        // The bot ended, after lines with pieces of this worth.
        bad("INVALID!", &blue, "RED", "./a RED ILLEGAL 0 49 148"),
        bad(&full, "INVALID!", "BLUE", "./b BLUE ILLEGAL 0 148 0"),
        bad("INVALID!", "INVALID!", "BOTH players", "neither BOTH BAD_SETUP 0 0 0"),
        bad("INVALID!", "INVALID!", "BOTH players", "neither BOTH BAD_SETUP 0 143 29"),
        ends("1 RED: SURRENDER OK\n", "This player has surrendered!", "./a RED SURRENDER 1 148 148"),
        ends("1 RED: \n", "Response timeout after 2.500000 seconds.", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 3 DOWN\n", "Response timeout after 2.000000 seconds.", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: 0 3 DOWN\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: hello OK\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: \u{fffd}\r\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        // The original's line ended before a NUL.
        ends("1 RED: 0 3 DOWN\0\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends(
            "1 RED: 0 3 DOWN 1\0x OK\n1 BLU: 0 6 UP OK\n2 RED: SURRENDER OK\n",
            "This player has surrendered!",
            "./a RED SURRENDER 2 148 148",
        ),
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
        ends(
            "1 RED: 0 3 DOWN 4 ILLEGAL\n",
            "Attempted move into square occupied by neutral or allied piece",
            "./a RED ILLEGAL 1 148 148",
        ),
        // Half a line that ends as an outcome does, of a bot that ended or was late.
        ends("1 RED: 0 3 DOWN OK\n", "Unintelligable response", "./a RED ILLEGAL 1 148 148"),
        ends("1 RED: NO_MOVE OK\n", "Response timeout after 2.000000 seconds.", "./a RED ILLEGAL 1 148 148"),
        // A forgiving manager, and a bot that has exited.
        ends("1 RED: hello\n1 BLU: 0 6 UP OK\n2 RED: \n", "Unintelligable response", "./a RED ILLEGAL 2 148 148"),
        ends(
            "1 RED: 0 3 UP ILLEGAL\n1 BLU: NO_MOVE\n2 RED: NO_MOVE\n",
            "Unintelligable response",
            "./a RED ILLEGAL 2 148 148",
        ),
        ends(
            "1 RED: hello\n1 BLU: 0 6 UP OK\n2 RED: 0 3 DOW\n",
            "Unintelligable response",
            "./a RED ILLEGAL 2 148 148",
        ),
        ends(
            "1 RED: 0 3 DOWN OK\n1 BLU: hello\n",
            "Game declared a draw after 2 turns",
            "./b BLUE DRAW_DEFAULT 2 148 148",
        )
        .replace("on RED's", "on BLUE's"),
        ends("", "Game declared a draw after 1 turns", "./a RED DRAW_DEFAULT 1 148 148"),
        stuck(["8", "8"], "Game declared a draw because neither player has mobile pieces", "./b BLUE DRAW 1 3 3"),
        stuck(["8", "5"], "Both players made no move", "./b BLUE VICTORY 1 3 6"),
        stuck(["5", "8"], "Both players made no move", "./b BLUE DEFEAT 1 6 3"),
    ] {
        let log = log::read(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!(log.extent, LogExtent::Whole, "{text}");
        let file = serde_json::to_string(&log.replay).expect("text");
        let again: Replay<Stratego> = serde_json::from_str(&file).expect("what was written");
        assert_eq!(log::write(&again, LIMIT).as_deref(), Ok(text.as_str()));
    }
}

/// The original looked for both programs before it asked either for its army, and logged neither.
#[test]
fn a_start_that_failed_is_read() {
    let invalid = |side: &str, path: &str| {
        format!(
            "Controller for Player {side} is invalid!\nCheck that executable \"{path}\" exists and has executable permissions set.\n"
        )
    };
    let end = |whom: &str, result: &str| {
        format!("Game ends in the SETUP phase - REASON: An illegal setup was made by {whom}\n{result}\n")
    };
    for (text, result, names) in [
        (invalid("RED", "./my bot") + &end("RED", "./my bot RED BAD_SETUP 0 0 0"), "./my", ["./my bot", ""]),
        (invalid("BLUE", "./b") + &end("BLUE", "./b BLUE BAD_SETUP 0 0 0"), "./b", ["", "./b"]),
        ("Controller for Player RED is invalid!\n".to_owned() + &end("RED", "x RED BAD_SETUP 0 0 0"), "x", ["x", ""]),
        (
            invalid("RED", "./a") + &invalid("BLUE", "./b") + &end("BOTH players", "neither BOTH BAD_SETUP 0 0 0"),
            "neither",
            ["./a", "./b"],
        ),
    ] {
        assert!(log::is_log(&text), "{text}");
        let log = log::read(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!(log.extent, LogExtent::Whole, "{text}");
        assert_eq!(log.replay.players.iter().map(|player| &*player.name).collect::<Vec<_>>(), names);
        let written = log::write(&log.replay, LIMIT).expect("it is possible");
        assert!(written.lines().last().is_some_and(|line| line.starts_with(result)), "{written}");
        let again = log::read(&written).unwrap_or_else(|bad| panic!("{bad}\n{written}"));
        assert_eq!((again.extent, again.replay.turns), (LogExtent::Whole, log.replay.turns), "{written}");
        assert!(log::read(&text.replace(" 0 0 0", " 0 0 148")).is_err(), "{text}");
    }
    let both = format!(
        "BOTH players give invalid setup!\n./a RED SETUP\nINVALID!\n./b BLUE SETUP\nINVALID!\n{}",
        end("BOTH players", "neither BOTH BAD_SETUP 0 143 29")
    );
    assert_eq!(log::read(&both).map(|log| log.extent), Ok(LogExtent::Whole));
}

/// A person may give up when it is the other's turn, or before the match begins.
#[test]
fn giving_up_out_of_turn_is_logged_too() {
    let resigned = || TurnResult::from(Fault::new(FaultKind::Resigned, b"", ""));
    let armies = Colour::BOTH.map(|colour| StrategoAction::Setup(StandardSetup::ALL[0].setup(colour)));
    let set_up = |colour: Colour| turn(colour, TurnResult::Action(armies[colour as usize]));
    for turns in [
        vec![set_up(Colour::Red), set_up(Colour::Blue), turn(Colour::Blue, resigned())],
        vec![set_up(Colour::Red), turn(Colour::Blue, resigned())],
        vec![set_up(Colour::Red), turn(Colour::Red, resigned())],
        vec![turn(Colour::Blue, resigned())],
    ] {
        let replay = replay(StrategoSettings::default(), turns);
        let text = log::write(&replay, LIMIT).expect("it is possible");
        let read = log::read(&text).unwrap_or_else(|bad| panic!("{bad}\n{text}"));
        assert_eq!((read.extent, &read.replay.turns), (LogExtent::Whole, &replay.turns), "{text}");
        assert_eq!(read.replay.outcome(), replay.outcome());
    }
}

#[test]
fn logs_that_follow_each_other_are_read_in_one_file() {
    let text = log_of("1 RED: 9 3 DOWN OK\n") + &log_of("1 RED: x RED SETUP\n1 BLU: 0 6 UP OK\n") + &log_of("");
    let logs = log::read_all(&text).expect("three logs");
    let turns: Vec<_> = logs.iter().map(|log| log.replay.turns.len()).collect();
    assert_eq!(turns, [3, 4, 2]);
    let extents: Vec<_> = logs.iter().map(|log| log.extent).collect();
    assert_eq!(extents, [11, 23, 33].map(LogExtent::BrokenOff));
    let flag = log_of("1 RED: 0 0 DOWN OK\n");
    let logs = log::read_all(&format!("{text}{flag}")).expect("four logs");
    assert_eq!(logs[3].doubt.as_ref().map(|bad| bad.line), Some(44), "a flag does not move");
    let bad = log::read_all(&format!("{text}{flag}1 BLU: 0 6 UP OK\n")).expect_err("a flag does not move");
    assert_eq!(bad.line, 44);
}

#[test]
fn what_comes_before_a_wrong_line_can_be_read() {
    let (log, bad) = log::read_valid_part(&log_of("1 RED: 0 3 DOWN KILLS 1 9\n")).expect("the armies are good");
    assert_eq!((log.replay.turns.len(), bad.map(|bad| bad.line)), (2, Some(11)));
    let (log, bad) = log::read_valid_part(&log_of("1 RED: 0 3 DOWN OK\n")).expect("nothing is wrong");
    assert_eq!((log.replay.turns.len(), bad), (3, None));
    assert!(log::read_valid_part("a RED SETUP\nFB8\n").is_err());
}
