//! Replays every transcript in `docs/connect-four.md` through codec and referee, so that the page
//! cannot be wrong.
//!
//! Each block is played twice: by a bot on wall time, as executables are, and by one on virtual
//! time, as modules are.

mod scripted;

use scripted::connect_four::ConnectFour;
use scripted::{Clock, ExecutableTranscript, blocks};

const PAGE: &str = include_str!("../../docs/connect-four.md");

fn check(lines: &[&str], clock: Clock) -> Result<(), String> {
    ExecutableTranscript::<ConnectFour>::parse(lines)?.replay(clock)
}

#[test]
fn the_page_tells_what_happens() {
    let blocks = blocks(PAGE);
    assert!(blocks.len() >= 12, "only {} transcripts were found", blocks.len());
    for (line, block) in blocks {
        for clock in [Clock::Wall, Clock::Virtual] {
            check(&block, clock).unwrap_or_else(|why| panic!("docs/connect-four.md:{line}, {clock:?} time: {why}"));
        }
    }
}

/// The cases that the page must show: each end code, and each line of the console's table that a
/// match can end with.
#[test]
fn the_page_shows_every_end_for_both_players() {
    let text: Vec<&str> = blocks(PAGE).into_iter().flat_map(|(_, lines)| lines).collect();
    for code in [">> 0", ">> -1", ">> -2", ">> -3"] {
        assert!(text.contains(&code), "no transcript ends with `{code}`");
    }
    for player in [1, 2] {
        let other = 3 - player;
        for end in [
            format!("PLAYER{player}WINS"),
            format!("PLAYER{player}WINSDUETOPLAYER{other}ERROR"),
            format!("PLAYER{player}WINSBECAUSEPLAYER{other}TOOKTOOLONG"),
            format!("FAILURE{player}"),
            "TIE".to_owned(),
        ] {
            assert!(
                text.iter().any(|line| line.starts_with('#') && line.ends_with(&format!(" {end}"))),
                "no transcript ends with {end}"
            );
        }
    }
}

#[test]
fn a_wrong_transcript_is_noticed() {
    let wrong: [(&[&str], &str); 5] = [
        (&["# you are player 1, the match ends TIE", "<< p", ">> 1", "<< 9", ">> 0"], "PLAYER2WINSDUETOPLAYER1ERROR"),
        (&["# you are player 1, the match ends FAILURE1", "<< p", ">> 2"], "`1`"),
        (&["# you are player 1, the match ends PLAYER2WINSDUETOPLAYER1ERROR", "<< p", ">> 1", "<< 9"], "not said"),
        (&["# you are player 1, the match ends TIE", "<< p", ">> 1"], "not over"),
        (&["# you are player 1, the match ends TIE", "<< p", "-- it rains"], "it rains"),
    ];
    for (lines, clue) in wrong {
        let why = check(lines, Clock::Wall).expect_err("the transcript is wrong");
        assert!(why.contains(clue), "{why}");
    }
}
