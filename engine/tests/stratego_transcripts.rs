//! Replays every transcript in `docs/stratego.md` through codec and referee, so that the page
//! cannot be wrong.
//!
//! Each block is played twice: by a bot on wall time, as executables are, and by one on virtual
//! time, as modules are.

mod scripted;

use scripted::stratego::Stratego;
use scripted::{Clock, ExecutableTranscript, blocks};

const PAGE: &str = include_str!("../../docs/stratego.md");

fn check(lines: &[&str], clock: Clock) -> Result<(), String> {
    ExecutableTranscript::<Stratego>::parse(lines)?.replay(clock)
}

#[test]
fn the_page_tells_what_happens() {
    let blocks = blocks(PAGE);
    assert!(blocks.len() >= 40, "only {} transcripts were found", blocks.len());
    for (line, block) in blocks {
        for clock in [Clock::Wall, Clock::Virtual] {
            check(&block, clock).unwrap_or_else(|why| panic!("docs/stratego.md:{line}, {clock:?} time: {why}"));
        }
    }
}

/// The cases that the page must show: each word of a result for either side, and each outcome.
#[test]
fn the_page_shows_every_end_for_both_sides() {
    let text: Vec<&str> = blocks(PAGE).into_iter().flat_map(|(_, lines)| lines).collect();
    let some = |fits: &dyn Fn(&str) -> bool| text.iter().any(|line| fits(line));
    for (name, colour) in [("./a", "RED"), ("./b", "BLUE")] {
        for word in ["VICTORY", "SURRENDER", "DRAW", "ILLEGAL", "BAD_SETUP"] {
            let end = format!("QUIT {name} {colour} {word} ");
            assert!(some(&|line| line.contains(&end)), "no transcript ends with {end}");
            let seen = format!("# you are {colour}");
            let end = format!("the match ends {name} {colour} {word} ");
            assert!(some(&|line| line.starts_with(&seen) && line.contains(&end)), "{colour} never sees its {end}");
        }
    }
    for end in ["DRAW_DEFAULT", "DEFEAT", "neither BOTH BAD_SETUP 0 0 0"] {
        assert!(some(&|line| line.starts_with("# ") && line.contains(end)), "no transcript ends with {end}");
    }
    for outcome in [" OK", " KILLS ", " DIES ", " BOTHDIE ", " ILLEGAL"] {
        assert!(some(&|line| line.starts_with(">> ") && line.contains(outcome)), "no transcript has{outcome}");
    }
}

#[test]
fn a_wrong_transcript_is_noticed() {
    let start = [">> RED ./b 10 10", "-- sets up", "-- the other sets up", ">> START", "-- reads the board"];
    let wrong = [
        ("# you are RED, the match ends ./a RED SURRENDER 1 148 148", &["<< NO_MOVE"][..], "ILLEGAL 1 148 148"),
        ("# you are RED, the match ends ./a RED SURRENDER 1 148 148", &["<< SURRENDER"], "it is not said"),
        (
            "# you are RED, the match ends ./a RED SURRENDER 1 148 148",
            &["<< 0 3 DOWN", ">> 0 3 DOWN", "-- the other plays 9 6 UP"],
            "OK`, not",
        ),
        ("# you are RED, the match ends ./a RED SURRENDER 1 148 148", &[], "ILLEGAL"),
        ("# you are PINK, the match ends ./a RED SURRENDER 1 148 148", &[], "no colour"),
        ("# you are RED, with -z, the match ends ./a RED SURRENDER 1 148 148", &[], "no option"),
        ("# you are RED, the match ends ./a RED SURRENDER 1 148 148", &["-- it rains"], "it rains"),
    ];
    for (header, lines, clue) in wrong {
        let lines: Vec<&str> = [header].into_iter().chain(start).chain(lines.iter().copied()).collect();
        let why = check(&lines, Clock::Virtual).expect_err("the transcript is wrong");
        assert!(why.contains(clue), "{header}: {why}");
    }
}
