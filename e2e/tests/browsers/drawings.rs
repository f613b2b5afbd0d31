//! What bots draw: on a board that is a drawing and on one that is a canvas, and what they report.

use crate::match_page::MatchPage;
use anyhow::{Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::json;

/// A bot that plays the middle, and draws each kind of annotation.
const BOT: &str = r#"
    print("p");
    if (readline() === "2") { print("?"); readline(); }
    for (let turn = 1; ; turn += 1) {
        console.error(`@eval ${turn}\n@watch turn ${turn}\n@mark 4 here\n@cell 1 -1\n@cell 2 3\n@path 1,1 2,2 3,3\n@odd`);
        print(4);
        if (readline().length !== 1) break;
    }
"#;

/// A bot of Generals that does nothing but draw.
const MAP_BOT: &str = r#"
    const [rows, columns, players] = readline().split(" ").map(Number);
    while (readline() === "1") {
        for (let line = 0; line < players + rows * columns; line += 1) readline();
        console.error("@mark 2,2 x\n@cell 3,3 1\n@arrow 1,1 4,4");
        print("-1");
    }
"#;

/// How many rings, numbers and paths are on the board.
const DRAWN: &str = "return ['mark', 'value', 'path'].map(kind => document.querySelectorAll(`[data-testid=board] .annotation-${kind}`).length)";

/// A number for what each canvas of the board shows.
const PIXELS: &str = "
    return [...document.querySelectorAll('[data-testid=board] canvas')].map(canvas => {
        const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, byte) => (sum * 31 + byte) % 1000003, 7);
    });
";

in_each_browser! {
    async fn a_bot_draws_on_the_board_and_reports(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.drop_bytes("seat-0", "bot.js", BOT.as_bytes()).await?;
        match_page.seat_shows(0, "bot.js").await?;
        browser.click("play").await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        let drawn = async || browser.script(DRAWN, vec![]).await;
        assert_eq!(drawn().await?, json!([0, 0, 0]), "nobody has wanted them");
        browser.click("draw").await?;
        assert_eq!(drawn().await?, json!([1, 2, 1]));
        let watched = browser.text("watched").await?;
        ensure!(watched.contains("turn"), "{watched}");
        ensure!(browser.text("bot-report").await?.contains("1 line that begins with @ is not an annotation."));
        browser.find("evaluations").await?;
        browser.click("first").await?;
        assert_eq!(drawn().await?, json!([0, 0, 0]), "it has not had a turn");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_bot_draws_on_a_map(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/generals").await?;
        browser.drop_bytes("seat-0", "bot.js", MAP_BOT.as_bytes()).await?;
        match_page.seat_shows(0, "bot.js").await?;
        browser.click("play").await?;
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        let before = browser.script(PIXELS, vec![]).await?;
        browser.click("draw").await?;
        ensure!(browser.script(PIXELS, vec![]).await? != before, "the map shows it");
        browser.click("draw").await?;
        assert_eq!(browser.script(PIXELS, vec![]).await?, before, "and no longer");
        Ok(())
    }
}
