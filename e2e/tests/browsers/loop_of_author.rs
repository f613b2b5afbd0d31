//! The loop of an author who writes a bot in the page: run, numbers, a loss at its turn, builds,
//! all beside the text.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

use crate::match_page::MatchPage;
use crate::series_storage::are_kept;

/// The text that is drawn.
const TEXT: &str = "return document.querySelector('[data-testid=bot-editor]')?.shadowRoot.querySelector('.cm-content')?.innerText ?? ''";

/// Presses the loss that is listed first; returns the names of all losses.
const OPEN_LOSS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const losses = [...root.querySelectorAll('[data-testid=run-losses] .loss')];
    const words = losses.map(loss => loss.textContent);
    losses[0]?.click();
    return words;
";

/// How many losses are listed, and by how much the panel is wider than the window.
const LOSSES: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return [root.querySelectorAll('.loss').length, document.documentElement.scrollWidth - innerWidth];
";

/// Whether the board and the text are both in sight.
const BOTH_IN_SIGHT: &str = "
    const text = document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('.cm-content');
    return [document.querySelector('[data-testid=board]'), text].every(part => {
        const { top, bottom } = part.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
    });
";

/// Whether all buttons of the builds can be pressed, and the list has half of the panel.
const BUILDS_FREE: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const panel = root.querySelector('.panel').clientHeight;
    return root.querySelector('[data-testid=builds]').offsetHeight >= Math.floor(panel / 2)
        && [...root.querySelectorAll('.build-list button')].every(one => {
            one.scrollIntoView({ block: 'nearest' });
            const { left, top, width, height } = one.getBoundingClientRect();
            return root.elementFromPoint(left + width / 2, top + height / 2) === one;
        });
";

/// Whether the text has half of the panel, and its cursor is in sight.
const TEXT_IN_SIGHT: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const box = part => root.querySelector(part)?.getBoundingClientRect() ?? {};
    const [text, line] = [box('.cm-scroller'), box('.cm-activeLine')];
    return box('.editor').height >= Math.floor(box('.panel').height / 2) && line.top >= text.top - 1 && line.bottom <= text.bottom + 1;
";

/// How high the message above the board is.
const STATUS_HEIGHT: &str =
    "return document.querySelector('[data-testid=verdict]')?.closest('.status').offsetHeight ?? 999";

/// Whether the head of the run's results is in sight, once its match is over.
const RUN_IN_SIGHT: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const { top } = root.querySelector('[data-testid=run]').getBoundingClientRect();
    const isOver = root.querySelector('[data-testid=write-status]').textContent.includes('wins');
    return isOver && top >= 0 && top + 100 <= innerHeight;
";

/// Whether the names in the seats' lists can be read whole.
const NAME_WIDTHS: &str = "
    return [...document.querySelectorAll('.seat')].map(card => {
        const name = card.querySelector('.who'), { font } = getComputedStyle(name);
        const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
        const needed = pen.measureText(name.selectedOptions[0].text.split(' · ')[0]).width;
        // The arrow and the borders take the rest.
        return needed + 36 <= name.clientWidth;
    });
";

/// Makes the browser start no program of series until `startsPrograms` is set.
const SILENCE_PROGRAM: &str = "
    const { Worker } = globalThis;
    class SilentWorker extends EventTarget {
        postMessage() {}
        terminate() {}
    }
    globalThis.Worker = function (address, options) {
        const isSilent = String(address).includes('series_loader') && !globalThis.startsPrograms;
        return isSilent ? new SilentWorker() : new Worker(address, options);
    };
";

/// Presses Stop if games are being played; returns whether none are.
const STOP_RUN: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const stop = root.querySelector('[data-testid=run-stop]');
    const isPlaying = !stop.hidden && stop.textContent === 'Stop';
    if (isPlaying) stop.click();
    return !isPlaying;
";

/// How many games count so far, for the draft's file `my-bot.js`, in the series that is shown.
async fn counted(browser: &Browser) -> Result<u64> {
    let text = browser.text("run-state").await?;
    let digits = text.rsplit_once(": ").map_or("", |(_, rest)| rest);
    let digits: String = digits.trim_start_matches("stopped after ").chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse().unwrap_or(0))
}

/// Opens the editor of a game against this bot.
async fn open(browser: &Browser, game: &str, opponent: &str) -> Result<()> {
    browser.open(&format!("#/{game}/write")).await?;
    begins(browser, "//").await?;
    let match_page = MatchPage::new(browser);
    match_page.seat(1, opponent).await?;
    match_page.seed(3).await
}

/// Waits until the text begins with `start`.
async fn begins(browser: &Browser, start: &str) -> Result<()> {
    let mut last = json!("");
    let begins = async || {
        last = browser.script(TEXT, vec![]).await?;
        Ok(last.as_str().is_some_and(|text| text.starts_with(start)))
    };
    let waited = browser.wait_for("the text", begins).await;
    waited.with_context(|| format!("it is {last}, and not {start:?}"))
}

/// Inserts a line before the text.
async fn write_first(browser: &Browser, line: &str) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Home).await?;
    browser.keys(line).await?;
    browser.keys(Key::Enter).await?;
    begins(browser, line).await
}

async fn run(browser: &Browser) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await
}

/// Presses Stop until no games are being played: all may have been played by then.
async fn stop_run(browser: &Browser) -> Result<()> {
    browser.wait_for("the run rests", async || Ok(browser.script(STOP_RUN, vec![]).await? == true)).await
}

async fn plan_is(browser: &Browser, plan: &str) -> Result<()> {
    let waited = browser.wait_for_text("run-plan", |text| text == plan).await;
    waited.map(drop).with_context(|| format!("not {plan:?}"))
}

async fn state_is(browser: &Browser, state: &str) -> Result<()> {
    let waited = browser.wait_for_text("run-state", |text| text == state).await;
    waited.map(drop).with_context(|| format!("not {state:?}"))
}

in_each_browser! {
    /// A match on the board and a series beside it; then the next build against the previous one;
    /// the difference, and the way back.
    #[core]
    async fn a_build_has_numbers_and_is_compared_with_the_one_before(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        run(browser).await?;
        browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        let table = browser.text("run-table").await?;
        ensure!(table.contains("random") && table.contains("Elo (95 %)"), "{table}");
        // Regression: on a laptop the results left six lines of the text, without the cursor's.
        browser.find("write-text").await?.send_keys(Key::Control + Key::End).await?;
        browser.resize(Size { width: 1280, height: 657 }).await?;
        browser.wait_for("the text", async || Ok(browser.script(TEXT_IN_SIGHT, vec![]).await? == true)).await?;
        browser.resize(Size::DESKTOP).await?;
        ensure!(browser.find_all("series-state").await?.is_empty(), "the editor is still shown");
        write_first(browser, "// another").await?;
        plan_is(browser, "Run plays a match, and 100 games each against random and your build 1.").await?;
        run(browser).await?;
        state_is(browser, "my-bot.js, build 2: 200 games").await?;
        let table = browser.text("run-table").await?;
        ensure!(table.contains("random") && table.contains("my-bot.js"), "{table}");

        // Regression: the name of a build was cut beside the editor.
        for width in [1280, 1440] {
            browser.resize(Size { width, height: 900 }).await?;
            assert_eq!(browser.script(NAME_WIDTHS, vec![]).await?, json!([true, true]), "at {width}");
        }

        // The results of both runs are stored, and the address leads there again.
        are_kept(browser, 300).await?;
        assert_eq!(browser.route().await?, "#/connect-four/write");
        browser.reload().await?;
        begins(browser, "// another").await?;
        state_is(browser, "my-bot.js, build 2: 200 games").await?;
        browser.click("write-builds").await?;
        for build in ["build-1", "build-2"] {
            browser.wait_for_text(build, |text| text.contains("against random: Elo ")).await?;
        }
        browser.wait_for_text("build-2", |text| text.contains("against my-bot.js, build 1: ")).await?;
        // Regression: on a laptop the results of the run covered the builds.
        for height in [617, 657, 707] {
            browser.resize(Size { width: 1280, height }).await?;
            let waited = browser.wait_for("the builds", async || Ok(browser.script(BUILDS_FREE, vec![]).await? == true)).await;
            waited.with_context(|| format!("at {height}"))?;
        }
        browser.resize(Size { width: 1440, height: 900 }).await?;
        browser.click("build-diff-1").await?;
        browser.wait_for_text("diff-text", |text| text.contains("// another") && text.contains("// A Connect Four bot.")).await?;
        browser.click("builds-all").await?;
        browser.click("build-back-1").await?;
        begins(browser, "// A Connect Four bot.").await?;
        browser.find("write-text").await?.send_keys(Key::Control + "z").await?;
        begins(browser, "// another").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Opens the lost game at the turn in which the bot failed, and the line of its text.
    async fn a_loss_is_opened_beside_the_text(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "negamax").await?;
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        let second = "readline() === '2' && (print('?'), readline());";
        for line in ["print('p');", second, "print(4);", "readline();", "null.column;"] {
            browser.keys(line).await?;
            browser.keys(Key::Enter).await?;
        }
        begins(browser, "print('p');").await?;
        run(browser).await?;
        let has_losses = async || Ok(browser.script(LOSSES, vec![]).await?[0].as_u64() > Some(1));
        browser.wait_for("its losses are listed", has_losses).await?;
        stop_run(browser).await?;
        browser.click("write-builds").await?;
        browser.wait_for_text("build-1", |text| text.contains(" games by its own fault")).await?;
        browser.click("builds-close").await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        let words = browser.script(OPEN_LOSS, vec![]).await?;
        let names: Vec<_> = words.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let words = *names.first().context("it has lost")?;
        let told = words.split_once(", as player ").map(|(_, rest)| rest.trim_start_matches(['1', '2']));
        let is_told = told.is_some_and(|told| told.starts_with(" against negamax: crash or early end, turn "));
        ensure!(words.starts_with("game ") && is_told, "{words}");
        ensure!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1), "which is which? {names:?}");
        browser.wait_for("the game", async || Ok(browser.route().await?.contains("/connect-four/r/"))).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot.js: bot.js, line 5: TypeError")).await?;
        // Regression: if the line was found, the bot's stderr was not shown.
        browser.wait_for_text("write-told", |text| text.contains("The last that it wrote to stderr:")).await?;
        browser.wait_for("the board beside the text", async || Ok(browser.script(BOTH_IN_SIGHT, vec![]).await? == true)).await?;
        let [own, other] = if words.contains("as player 1") { [0, 1] } else { [1, 0] };
        match_page.seat_shows(other, "negamax").await?;

        // The game is played again to get its transcript, and again with the next build.
        browser.click("tab-inspector").await?;
        browser.click(&format!("inspect-{own}")).await?;
        browser.click("inspect-all").await?;
        browser.wait_for_text("inspector", |text| text.contains("TypeError")).await?;
        // Regression: then the notice became one of the run.
        browser.click("tab-write").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot.js: bot.js, line 5: TypeError")).await?;
        assert_eq!(browser.text("write-status").await?, "Showing another match.");
        browser.click("tab-players").await?;
        browser.click("rematch").await?;
        browser.wait_for("another match", async || Ok(!browser.route().await?.contains("/connect-four/r/"))).await?;
        match_page.to_the_end().await?;
        browser.wait_for_text("verdict", |text| text.contains("TypeError")).await?;

        // No other build is compared with it.
        browser.click("tab-write").await?;
        write_first(browser, "// mended").await?;
        plan_is(browser, "Run plays a match, and 100 games against negamax.").await?;

        // Regression: after a reload its losses were gone.
        browser.reload().await?;
        begins(browser, "// mended").await?;
        browser.wait_for("its losses are listed again", has_losses).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: on a phone, Run showed the board instead of the results.
    async fn the_results_of_a_run_are_in_sight_on_a_phone(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        browser.resize(Size::PHONE).await?;
        run(browser).await?;
        browser.wait_for("the results are in sight", async || Ok(browser.script(RUN_IN_SIGHT, vec![]).await? == true)).await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// If a bot cannot even start, later games would show no more than the first.
    async fn a_draft_that_cannot_start_is_not_run_a_hundred_times(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        write_first(browser, "null.columnThatIsNotThereAndHasALongName;").await?;
        run(browser).await?;
        let stopped = "my-bot.js: stopped after 0 of 100 games: it fails at once";
        browser.wait_for_text("run-state", |text| text.starts_with(stopped)).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("bot.js, line 1: TypeError")).await?;
        // The long message takes one line above the board, until it is unfolded.
        let height = async || Ok::<_, anyhow::Error>(browser.script(STATUS_HEIGHT, vec![]).await?.as_f64().unwrap_or_default());
        browser.wait_for("the message in one line", async || Ok(height().await? <= 36.0)).await?;
        browser.click("unfold-status").await?;
        browser.wait_for("all of the message", async || Ok(height().await? > 36.0)).await?;
        browser.click("run-stop").await?;
        state_is(browser, "my-bot.js: 100 games").await?;

        // A draft that loops for ever is not run a hundred times either, and its line is shown.
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        browser.keys("print('p');").await?;
        browser.keys(Key::Enter).await?;
        browser.keys("while (true);").await?;
        run(browser).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("bot.js, line 2: It was computing here")).await?;
        browser.wait_for_text("run-state", |text| text.contains("stopped after 0 of")).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A long series is stopped and continued, continues after a reload, and is replaced by that of
    /// the next build.
    async fn a_run_is_stopped_reloaded_and_replaced(browser: &Browser) -> Result<()> {
        open(browser, "generals", "hunter").await?;
        browser.hold_series(Some(2)).await?;
        run(browser).await?;
        browser.wait_for("games count", async || Ok(counted(browser).await? == 2)).await?;
        browser.click("run-stop").await?;
        browser.wait_for_text("run-state", |text| text.starts_with("my-bot.js: stopped after 2")).await?;
        browser.hold_series(Some(4)).await?;
        browser.click("run-stop").await?;
        browser.wait_for("it goes on", async || Ok(counted(browser).await? == 4)).await?;
        browser.hold_series(None).await?;
        browser.reload().await?;
        begins(browser, "//").await?;
        // The result that is stored with the build is shown first, and may be older.
        browser.wait_for("it goes on after the reload", async || Ok(counted(browser).await? > 4)).await?;
        write_first(browser, "// another").await?;
        run(browser).await?;
        browser.wait_for_text("run-state", |text| text.starts_with("my-bot.js, build 2: ")).await?;
        browser.wait_for("games of the new build", async || Ok(counted(browser).await? > 0)).await?;
        browser.click("run-stop").await?;
        browser.click("write-builds").await?;
        for build in ["build-1", "build-2"] {
            browser.wait_for_text(build, |text| text.contains(" won, ")).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: Firefox did not start the program after a reload, and the series never began.
    async fn a_program_that_does_not_start_is_started_again(browser: &Browser) -> Result<()> {
        open(browser, "connect-four", "random").await?;
        browser.script(SILENCE_PROGRAM, vec![]).await?;
        run(browser).await?;
        browser.advance(Duration::from_secs(2)).await?;
        browser.wait_for_text("run-state", |text| text == "The series waits for its program …").await?;
        browser.script("globalThis.startsPrograms = true", vec![]).await?;
        state_is(browser, "my-bot.js: 100 games").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
