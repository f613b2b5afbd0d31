//! The manual beside the board: pages at addresses of their own, a search, examples to try and to
//! download, and the notes for a first visit.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Size, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;

/// Records the names of the files that are saved from now on.
const CATCH_SAVED: &str = "
    window.saved = [];
    HTMLAnchorElement.prototype.click = function () { if (this.download) window.saved.push(this.download); };
";

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

/// The first mark in the search results, with the letter before it and the one after.
const FIRST_MARK: &str = "
    const mark = document.querySelector('[data-testid=manual-found] mark');
    const [before, after] = [mark?.previousSibling, mark?.nextSibling].map(text => text?.textContent ?? '');
    return [before.slice(-1), (mark?.textContent ?? '').toLowerCase(), after.slice(0, 1)];
";

/// Searches for this, and returns the number of results as the page shows it.
async fn count_found(browser: &Browser, text: &str) -> Result<String> {
    browser.fill("manual-search", text).await?;
    let is_typed = async || Ok(browser.find("manual-search").await?.value().await?.as_deref() == Some(text));
    browser.wait_for("all of it typed", is_typed).await?;
    browser.text("manual-count").await
}

async fn is_titled(browser: &Browser, title: &str) -> Result<()> {
    browser.wait_for(title, async || Ok(browser.title().await? == title)).await
}

async fn page_is(browser: &Browser, start: &str) -> Result<()> {
    browser.wait_for_text("manual-page", |text| text.starts_with(start)).await.map(drop)
}

in_each_browser! {
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
        browser.click("tab-learn").await?;
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
        browser.click("tab-moves").await?;
        browser.wait_for("the title of the match", async || Ok(browser.title().await?.contains(" – "))).await?;
        browser.wait_for("its own address", async || Ok(hash().await?.as_str().is_some_and(|hash| !hash.contains("protocol")))).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn words_are_searched_lines_tried_and_starters_downloaded(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four/help").await?;
        page_is(browser, "Help").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.fill("manual-search", "xyzzy").await?;
        browser.wait_for_text("manual-count", |text| text == "Nothing found for “xyzzy”.").await?;
        browser.fill("manual-search", "buffer flush").await?;
        browser.wait_for_text("manual-count", |text| text.contains("have it")).await?;
        let first = "document.querySelector('[data-testid=manual-found] a').click()";
        let found = browser.text("manual-found").await?;
        ensure!(found.contains("Flushing"), "{found}");
        browser.script(first, vec![]).await?;
        browser.wait_for("the page that has it", async || Ok(!browser.find_all("manual-page").await?.is_empty())).await?;
        let value = browser.find("manual-search").await?.value().await?;
        assert_eq!(value.as_deref(), Some(""), "the page takes the place of what was found");

        browser.open("#/connect-four/protocol").await?;
        page_is(browser, "Protocol").await?;
        browser.script("document.querySelector('[data-testid=manual-page] button[data-do=try]').click()", vec![]).await?;
        let input = browser.find("trial-input").await?.value().await?;
        assert_eq!(input.as_deref(), Some("1\n1\n2\n3\n-1\n"), "what the first bot of the page reads");
        browser.click("trial-run").await?;
        browser.wait_for_text("trial-stdout", |text| text.starts_with("p\n")).await?;
        browser.click("dialog-close").await?;

        browser.click("manual-starters").await?;
        page_is(browser, "Starters").await?;
        browser.script(CATCH_SAVED, vec![]).await?;
        for file in ["javascript-bot.js", "rust-Cargo.toml", "c-bot.c"] {
            browser.click(&format!("starter-{file}")).await?;
        }
        assert_eq!(browser.script("return window.saved", vec![]).await?, json!(["bot.js", "Cargo.toml", "bot.c"]));
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: text that was copied with its commas and quotes was not found.
    async fn punctuation_around_words_is_not_searched(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four/protocol").await?;
        page_is(browser, "Protocol").await?;
        let cases =
            [("flush", "(Flush),"), ("buffer flush", "\"buffer\", flush!"), ("-1", "-1?"), ("-1", "'−1'.")];
        for (plain, typed) in cases {
            let found = count_found(browser, plain).await?;
            ensure!(found.contains("have it"), "{plain}: {found}");
            assert_eq!(count_found(browser, typed).await?, found, "{typed}");
        }
        // A word of one letter or with a sign is found before words that contain it.
        for word in ["p", "-1"] {
            count_found(browser, word).await?;
            let marked: Vec<String> = serde_json::from_value(browser.script(FIRST_MARK, vec![]).await?)?;
            let is_inside = |letter: &str| letter.chars().any(char::is_alphanumeric);
            ensure!(marked[1] == word && !is_inside(&marked[0]) && !is_inside(&marked[2]), "{marked:?}");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// BitMartyr starts fresh runs for each turn: each run can be tried alone.
    async fn each_run_of_a_protocol_can_be_tried(browser: &Browser) -> Result<()> {
        browser.open("#/bitmartyr/protocol").await?;
        page_is(browser, "Protocol").await?;
        MatchPage::new(browser).to_the_end().await?;
        let buttons = "return [...document.querySelectorAll('[data-testid=manual-page] figure')].map(figure => [...figure.querySelectorAll('button')].map(button => button.textContent))";
        let buttons: Vec<Vec<String>> = serde_json::from_value(browser.script(buttons, vec![]).await?)?;
        let first = buttons.iter().find(|buttons| !buttons.is_empty()).map_or(&[][..], |buttons| buttons);
        assert_eq!(first, ["Try run 1", "Try run 2", "Try run 3", "Try run 4"]);
        ensure!(buttons.iter().any(|buttons| *buttons == ["Try these lines"]), "{buttons:?}");
        browser.script("document.querySelectorAll('[data-testid=manual-page] button[data-do=try]')[2].click()", vec![]).await?;
        let input = browser.find("trial-input").await?.value().await?.unwrap_or_default();
        ensure!(input.starts_with("7 2147483647 1\n0 0 0 0 0\n"), "{input}");
        browser.click("trial-run").await?;
        browser.wait_for_text("trial-stdout", |text| !text.trim().is_empty()).await?;
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
        browser.open("").await?;
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
