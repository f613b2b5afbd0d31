//! The manual beside the board: pages at addresses of their own, and the notes for a first visit.
//! What a search finds, and what a page offers, is tested in `web/page/js/manual.test.js`.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Size, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;

/// How far below the top of its panel's visible part a section begins, in pixels.
const SECTION_TOP: &str = "
    const [section, panel] = [document.getElementById(arguments[0]), document.querySelector('.side')];
    return Math.round(section.getBoundingClientRect().top - panel.getBoundingClientRect().top);
";

/// Whether the search field covers none of the links below it, and no word is broken in the head of
/// a table.
const NOTHING_IS_COVERED: &str = "
    const box = part => document.querySelector(`bot-manual ${part}`).getBoundingClientRect();
    const lines = head => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return range.getClientRects().length;
    };
    const words = [...document.querySelectorAll('bot-manual th')].filter(head => /^\\w+$/.test(head.textContent));
    const isWhole = words.length > 2 && words.every(word => lines(word) === 1);
    return isWhole && box('nav').top >= box('.search').bottom && document.documentElement.scrollWidth <= innerWidth;
";

async fn is_titled(browser: &Browser, title: &str) -> Result<()> {
    browser.wait_for(title, async || Ok(browser.title().await? == title)).await
}

async fn page_is(browser: &Browser, start: &str) -> Result<()> {
    browser.wait_for_text("manual-page", |text| text.starts_with(start)).await.map(drop)
}

in_each_browser! {
    #[core]
    async fn a_page_of_the_manual_has_an_address_and_leaves_the_match_alone(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("first").await?;
        browser.click("forward").await?;
        let shown = browser.attribute("match", "data-match").await?;
        let turn = browser.wait_for_text("turn", |text| text.contains("\n1 / ")).await?;
        let title = browser.title().await?;
        ensure!(title.ends_with(" · Connect Four · Botyard"), "{title}");
        let asked = "return performance.getEntriesByType('resource').filter(({name}) => name.includes('manual')).length";
        assert_eq!(browser.script(asked, vec![]).await?, 0, "nothing of the manual is fetched before somebody reads");
        browser.click("help").await?;
        page_is(browser, "Help").await?;
        // Regression: the tab kept the title of the match.
        is_titled(browser, "Help · Connect Four · Botyard").await?;
        browser.click("manual-protocol").await?;
        page_is(browser, "Protocol").await?;
        is_titled(browser, "Protocol · Connect Four · Botyard").await?;
        let hash = async || browser.script("return location.hash", vec![]).await;
        assert_eq!(hash().await?, "#/connect-four/protocol");
        ensure!(browser.text("turn").await? == turn, "the board stays");
        browser.script("history.go(-2)", vec![]).await?;
        browser.wait_for("the match's own address", async || Ok(hash().await?.as_str().is_some_and(|hash| hash.contains("/r/")))).await?;
        browser.wait_for("no manual", async || Ok(browser.find_all("manual-page").await?.is_empty())).await?;
        is_titled(browser, &title).await?;
        ensure!(browser.attribute("match", "data-match").await? == shown && browser.text("turn").await? == turn, "the match is as it was");
        // A section of another game's page, entered as an address.
        browser.open("#/stratego/protocol/setting-up").await?;
        page_is(browser, "Protocol").await?;
        let is_near = async || Ok(browser.script(SECTION_TOP, vec![json!("manual-setting-up")]).await?.as_i64().is_some_and(|top| (0..200).contains(&top)));
        browser.wait_for("the section", is_near).await?;
        browser.wait_for("a match beside it", async || Ok(browser.text("turn").await?.split(" / ").nth(1).is_some_and(|last| last != "0"))).await?;
        is_titled(browser, "Protocol · Stratego · Botyard").await?;
        // What a search finds takes the place of the page, and leads to it.
        browser.fill("manual-search", "setting up, pieces").await?;
        browser.wait_for_text("manual-found", |text| text.contains("Protocol: Setting up")).await?;
        browser.script("document.querySelector('[data-testid=manual-found] a').click()", vec![]).await?;
        browser.find("manual-page").await?;
        browser.click("tab-moves").await?;
        browser.wait_for("the title of the match", async || Ok(browser.title().await?.contains(" – "))).await?;
        browser.wait_for("its own address", async || Ok(hash().await?.as_str().is_some_and(|hash| !hash.contains("protocol")))).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the search field covered the upper part of the links to the pages.
    async fn the_pages_can_be_chosen_below_the_search(browser: &Browser) -> Result<()> {
        browser.open("#/stratego/rules").await?;
        page_is(browser, "Rules").await?;
        for size in [Size::PHONE, Size::DESKTOP] {
            browser.resize(size).await?;
            browser.wait_for("nothing covered", async || Ok(browser.script(NOTHING_IS_COVERED, vec![]).await? == true)).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_first_visit_is_told_what_there_is_to_do(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        for size in [Size::PHONE, Size::DESKTOP] {
            browser.resize(size).await?;
            let in_sight = "return document.querySelector('[data-testid=welcome-write]').getBoundingClientRect().bottom <= innerHeight";
            browser.wait_for("the three things in sight", async || Ok(browser.script(in_sight, vec![]).await? == true)).await?;
        }
        browser.click("welcome-play").await?;
        browser.wait_for_text("status", |text| text.contains("You") || text.contains("your") || text.contains("Your")).await?;
        ensure!(browser.find_all("welcome").await?.is_empty(), "somebody has begun");
        browser.script("window.onbeforeunload = null", vec![]).await?;
        let other = browser.another().await?;
        other.open("#/bitmartyr").await?;
        other.find("welcome-watch").await?;
        let has_no_persons = async || Ok(other.find_all("welcome-play").await?.is_empty());
        other.wait_for("a game that people cannot play", has_no_persons).await?;
        other.click("welcome-write").await?;
        other.find("write-text").await?;
        other.reload().await?;
        other.click("tab-moves").await?;
        ensure!(other.find_all("welcome").await?.is_empty(), "it is said once");
        assert_eq!(other.console_errors(), Vec::<String>::new());
        other.quit().await
    }
}
