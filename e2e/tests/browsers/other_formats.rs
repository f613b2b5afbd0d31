//! Matches in formats of other programs: solvers' positions, games of other servers. Each opens in
//! its own game, whichever game is shown. *Share* writes a log of it in the original's format, and
//! that log opens again.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};

use crate::match_page::MatchPage;
use crate::paste::paste;
use crate::saved::saved_text;

/// A game of Stratego as Gravon writes it: two scouts meet.
const GRAVON: &str = "\
#X38FA11 Stratego-Notation v1
type0
MBBBBEEEEEBBCDDDDDDDFFFFGGGGHHDHHIIIJJKLAA__AA__AAAA__AA__AAPTTUUUVVWXRRRRSSSSTTNNOPPPPPPPYNNNNQQQQQ
A4-A5
A7-A6
A5-A6
END
ann vs bob result 1 winner 0
";

/// A replay of generals.io: one player's army leaves its capital, and the other's enters it.
const GENERALS_IO: &str = r#"{"mapWidth":2,"mapHeight":2,"usernames":["ann","bob"],"generals":[0,3],"moves":[
    {"index":0,"start":0,"end":1,"is50":false,"turn":2},
    {"index":0,"start":0,"end":1,"is50":false,"turn":8},
    {"index":1,"start":3,"end":2,"is50":false,"turn":8},
    {"index":0,"start":1,"end":3,"is50":false,"turn":9}]}"#;

/// The end of a match that the page has opened: the texts of its last turn and its verdict.
async fn end_of_match(browser: &Browser, game: &str) -> Result<[String; 2]> {
    let start = format!("#/{game}/r/");
    browser.wait_for("the match", async || Ok(browser.route().await?.starts_with(&start))).await?;
    MatchPage::new(browser).to_the_end().await?;
    Ok([browser.text("turn").await?, browser.text("verdict").await?])
}

/// Saves the log of the match that is shown; another visitor opens it and sees the same. A log of
/// Generals or of Connect Four does not name the players.
async fn log_opens_again(browser: &Browser, game: &str, elsewhere: &str) -> Result<[String; 2]> {
    let end = end_of_match(browser, game).await?;
    let log = saved_text(browser, &["share", "export-log"]).await?;
    ensure!(!log.trim().is_empty(), "the log of {game} is empty");
    let other = browser.another().await?;
    other.open(elsewhere).await?;
    other.find("board").await?;
    other.drop_bytes("board", "log.txt", log.as_bytes()).await?;
    let again = end_of_match(&other, game).await?;
    ensure!(again[0] == end[0], "{again:?} of {end:?}: {log}");
    let how = |[_, verdict]: &[String; 2]| verdict.split_once(": ").map_or(verdict.clone(), |(_, how)| how.to_owned());
    ensure!(how(&again) == how(&end), "{again:?} of {end:?}: {log}");
    assert_eq!(other.console_errors(), Vec::<String>::new());
    other.quit().await?;
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    Ok(end)
}

in_each_browser! {
    async fn a_solvers_position_of_connect_four_is_pasted(browser: &Browser) -> Result<()> {
        browser.open("#/generals").await?;
        browser.find("board").await?;
        paste(browser, "4453").await?;
        let [_, verdict] = log_opens_again(browser, "connect-four", "#/stratego").await?;
        ensure!(verdict == "Stopped after 4 turns.", "{verdict}");
        ensure!(MatchPage::new(browser).discs().await? == 4, "each column has its disc");
        Ok(())
    }

    async fn a_game_of_gravon_is_dropped(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.find("board").await?;
        browser.drop_bytes("board", "game.gsn", GRAVON.as_bytes()).await?;
        browser.wait_for_text("seat-0", |text| text.contains("ann")).await?;
        let [turn, _] = log_opens_again(browser, "stratego", "#/connect-four").await?;
        // Two armies and three moves.
        ensure!(turn.trim_end().ends_with("/ 5"), "{turn}");
        for side in ["fallen-red", "fallen-blue"] {
            let fallen = browser.text(side).await?;
            ensure!(fallen.contains("1 piece, worth "), "a scout of each has fallen: {fallen}");
        }
        Ok(())
    }

    async fn a_replay_of_generals_io_is_dropped(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.find("board").await?;
        browser.drop_bytes("board", "game.gioreplay", GENERALS_IO.as_bytes()).await?;
        browser.wait_for_text("seat-0", |text| text.contains("ann")).await?;
        let [_, verdict] = log_opens_again(browser, "generals", "#/connect-four").await?;
        ensure!(verdict == "ann wins: the last other capital has fallen.", "{verdict}");
        Ok(())
    }
}
