//! A match in a format of other programs, solvers' positions: it opens in its own game, whichever
//! game is shown. *Share* writes a log of it in the original's format, and that log opens again.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};

use crate::match_page::MatchPage;
use crate::paste::paste;
use crate::saved::saved_text;

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
}
