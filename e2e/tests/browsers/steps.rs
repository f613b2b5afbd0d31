//! Your first bot, step by step: the code in the steps is run, and it passes all of them. What single
//! steps check and say is tested by `node --test` (`web/editor`).

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};

/// The steps that have code; then the draft plays.
const WITH_CODE: usize = 8;

/// Whether all parts of the steps fit the window, and all controls are large enough.
const FITS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const all = [...root.querySelectorAll('.steps button, .steps summary')].map(one => one.getBoundingClientRect());
    return document.documentElement.scrollWidth <= innerWidth && all.every(({ left, right, height, width }) =>
        left >= 0 && right <= innerWidth && (height === 0 || (height >= 24 && width >= 24)));
";

/// Whether the message about a run, and its table, are in sight below the text, and its headline in
/// a place that does not scroll.
const RESULT_IS_SEEN: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const [below, panel] = ['.below', '.panel'].map(name => root.querySelector(name).getBoundingClientRect());
    const isSeenIn = (box, id) => {
        const { top, bottom, height } = root.querySelector(`[data-testid='${id}']`).getBoundingClientRect();
        return height > 0 && top >= box.top - 1 && bottom <= Math.min(box.bottom, panel.bottom, innerHeight) + 1;
    };
    return ['write-status', 'run-table'].every(id => isSeenIn(below, id)) && ['run-state', 'run-headline'].every(id => isSeenIn(panel, id));
";

async fn result_begins(browser: &Browser, start: &str) -> Result<String> {
    browser.wait_for_text("step-result", |text| text.starts_with(start)).await
}

async fn is_at(browser: &Browser, number: usize) -> Result<()> {
    browser.wait_for_text("step-title", |text| text.starts_with(&format!("{number}. "))).await.map(drop)
}

/// Opens the steps of a game, with an empty bot.
async fn begin(browser: &Browser, game: &str) -> Result<()> {
    browser.open(&format!("#/{game}/write")).await?;
    browser.click("steps-open").await?;
    browser.click("steps-begin").await?;
    browser.wait_for_text("write-text", |text| text.starts_with("// My first")).await?;
    is_at(browser, 1).await
}

/// Does a step with the step's own code: the step is not done before that.
async fn do_step(browser: &Browser, number: usize) -> Result<()> {
    is_at(browser, number).await?;
    browser.click("step-check").await?;
    result_begins(browser, "✗").await.context("it fails before its code is there")?;
    browser.click("step-code").await?;
    browser.click("step-insert").await?;
    result_begins(browser, "It is in your draft").await?;
    browser.click("step-check").await?;
    result_begins(browser, "✓").await?;
    // The code answers all questions in the protocol's lines.
    browser.click("step-try-0").await?;
    let answer = browser.wait_for_text("step-answer-0", |text| text.contains("Your draft")).await?;
    ensure!(!answer.contains("nothing") && !answer.contains("not end well"), "{answer}");
    browser.click("step-next").await
}

/// Does the last two steps: the draft plays a match, and a series.
async fn play_in_the_last_steps(browser: &Browser) -> Result<()> {
    browser.choose("series-games-number", "20").await?;
    MatchPage::new(browser).seed(3).await?;
    is_at(browser, WITH_CODE + 1).await?;
    ensure!(browser.text("step-result").await?.is_empty(), "nothing was played");
    browser.click("step-check").await?;
    result_begins(browser, "✓ Your bot won").await.context("the match")?;
    // Regression: the result was below the visible part.
    for (width, height) in [(1440, 900), (1280, 720)] {
        browser.resize(Size { width, height }).await?;
        let is_seen = async || Ok(browser.script(RESULT_IS_SEEN, vec![]).await? == true);
        browser.wait_for(&format!("at {width}x{height} the result is in sight"), is_seen).await?;
    }
    browser.resize(Size::DESKTOP).await?;
    browser.click("step-next").await?;
    is_at(browser, WITH_CODE + 2).await?;
    browser.click("step-check").await?;
    // Regression: the first press went to another panel, and the second had no effect.
    for attempt in ["the series", "the same series again"] {
        result_begins(browser, "✓").await.context(attempt)?;
        ensure!(browser.find_all("series-state").await?.is_empty(), "the editor is still shown");
        browser.click("step-check").await?;
    }
    result_begins(browser, "✓").await.map(drop)
}

in_each_browser! {
    async fn the_steps_lead_to_a_connect_four_bot(browser: &Browser) -> Result<()> {
        begin(browser, "connect-four").await?;
        for number in 1..=WITH_CODE {
            do_step(browser, number).await.with_context(|| format!("step {number}"))?;
        }
        play_in_the_last_steps(browser).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The steps are in the draft's language.
    #[chromium_only]
    async fn the_steps_lead_to_a_bot_in_python(browser: &Browser) -> Result<()> {
        if !crate::python::is_built() {
            return Ok(());
        }
        browser.open("#/connect-four/write?lang=python").await?;
        browser.wait_for_text("write-text", |text| text.contains("import random")).await?;
        browser.click("steps-open").await?;
        browser.click("steps-begin").await?;
        browser.wait_for_text("write-text", |text| text.starts_with("# My first")).await?;
        for number in 1..=WITH_CODE {
            do_step(browser, number).await.with_context(|| format!("step {number}"))?;
        }
        play_in_the_last_steps(browser).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The bots of the other games' steps, as they are in the end. They play the same in both
    /// browsers.
    #[chromium_only]
    async fn the_bots_of_the_steps_beat_their_opponents(browser: &Browser) -> Result<()> {
        for game in ["stratego", "generals", "bitmartyr"] {
            begin(browser, game).await?;
            browser.click(&format!("step-{WITH_CODE}")).await?;
            is_at(browser, WITH_CODE).await?;
            browser.click("step-code").await?;
            browser.click("step-whole").await?;
            result_begins(browser, "It is in your draft").await?;
            browser.click("step-next").await?;
            play_in_the_last_steps(browser).await.with_context(|| format!("the steps of {game}"))?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A step is done only by running it; it is still done after a reload; steps can be skipped and
    /// gone back to.
    async fn progress_is_kept_and_mistakes_are_explained(browser: &Browser) -> Result<()> {
        begin(browser, "connect-four").await?;
        // Regression: *Run* played against another bot than the one in the steps.
        browser.wait_for_text("run-plan", |text| text.ends_with(" against random.")).await?;
        ensure!(browser.text("step-against").await?.is_empty(), "nobody has chosen another one");
        MatchPage::new(browser).seat(1, "tactician").await?;
        browser.wait_for_text("step-against", |text| text.contains("Run plays against tactician.")).await?;
        browser.click("step-opponent").await?;
        browser.wait_for_text("run-plan", |text| text.ends_with(" against random.")).await?;

        browser.click("step-check").await?;
        let told = result_begins(browser, "✗ Expected: Line 1 of its output is p.").await?;
        ensure!(told.contains("Came: It printed nothing."), "{told}");
        browser.click("step-next").await?;
        is_at(browser, 2).await?;
        browser.click("step-back").await?;
        do_step(browser, 1).await?;
        browser.reload().await?;
        browser.click("tab-write").await?;
        is_at(browser, 2).await?;
        let label = async || browser.attribute("step-1", "aria-label").await;
        browser.wait_for("step 1 is done", async || Ok(label().await?.is_some_and(|label| label.ends_with("(done)")))).await?;

        // Lines of the protocol, with the draft's answers beside them, and its error.
        browser.click("step-try-0").await?;
        browser.wait_for_text("step-answer-0", |text| text.contains("Your draft") && text.contains("nothing")).await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::End).await?;
        browser.keys("print('5');\nnull.column;").await?;
        browser.click("step-try-0").await?;
        browser.wait_for_text("step-answer-0", |text| text.contains("bot.js, line 4: TypeError")).await?;
        browser.click("step-check").await?;
        let told = result_begins(browser, "✗ Your draft has an error: bot.js, line 4: TypeError").await?;
        ensure!(!told.contains("Insert"), "no hint leads astray: {told}");

        // A bot that makes a mistake has not passed the match.
        browser.click("step-9").await?;
        browser.click("step-check").await?;
        let told = result_begins(browser, "✗").await?;
        ensure!(told.contains("It made 1 mistake"), "{told}");
        browser.choose("series-games-number", "20").await?;
        // With other seeds too few of the games differ.
        MatchPage::new(browser).seed(3).await?;
        browser.click("step-10").await?;
        browser.click("step-check").await?;
        let told = result_begins(browser, "✗ Expected: The Elo interval against random is above 0").await?;
        ensure!(told.contains("your bot failed before its first answer"), "{told}");

        // Folded steps stay folded; on a phone they fit.
        browser.resize(Size::PHONE).await?;
        browser.click("step-3").await?;
        browser.click("step-code").await?;
        browser.wait_for("they fit a phone", async || Ok(browser.script(FITS, vec![]).await? == true)).await?;
        browser.click("steps-open").await?;
        browser.reload().await?;
        browser.click("tab-write").await?;
        browser.find("write-text").await?;
        ensure!(browser.find_all("step-check").await?.is_empty(), "they are folded away");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
