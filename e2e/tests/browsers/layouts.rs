//! The layouts of the page's tasks: each has an address, and what it is for has its room; and the
//! start view.

use crate::match_page::MatchPage;
use crate::series;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

/// A common window.
const WINDOW: Size = Size { width: 1440, height: 900 };

const GAMES: [&str; 4] = ["connect-four", "stratego", "generals", "bitmartyr"];

/// Which of these elements are not in sight, with their middle.
const OUT_OF_SIGHT: &str = "
    const find = id => document.querySelector(`[data-testid='${id}']`);
    return arguments[0].filter(id => {
        const { top, bottom, height } = find(id)?.getBoundingClientRect() ?? {};
        return !(height > 0 && top >= 0 && bottom <= innerHeight);
    });
";

/// How many lines of code have room in the editor.
const LINES_OF_CODE: &str = "
    const root = document.querySelector('[data-testid=bot-editor]')?.shadowRoot;
    const [text, line] = ['.cm-scroller', '.cm-line'].map(part => root?.querySelector(part));
    return line ? Math.floor(text.clientHeight / parseFloat(getComputedStyle(line).lineHeight)) : 0;
";

/// How many lines of the transcript are in sight.
const LINES_OF_TRANSCRIPT: &str = "
    const panel = document.querySelector('.panel.inspector').getBoundingClientRect();
    const texts = [...document.querySelectorAll('.passage pre, .turn-name')].flatMap(text => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return [...range.getClientRects()];
    });
    const isIn = ({ top, bottom, width }) => width > 0 && top >= panel.top && bottom <= panel.bottom + 1;
    return new Set(texts.filter(isIn).map(({ top }) => Math.round(top))).size;
";

/// Whether the first two seats are side by side, and how many curves are in sight between the
/// timeline's controls and the end of the window.
const WATCHED: &str = "
    const box = part => part.getBoundingClientRect();
    const [first, second] = [...document.querySelectorAll('.seat')].map(box);
    const controls = box(document.querySelector('.transport'));
    const curves = [...document.querySelectorAll('[data-testid=course]')].map(box);
    return {
        seats: first.top === second.top && first.right < second.left,
        curves: curves.filter(({ top, bottom }) => top >= controls.bottom && bottom <= innerHeight).length,
    };
";

/// Gives the focus to the first game of the list, and returns how many turns it has.
const FOCUS_GAME: &str = "
    const game = document.querySelector('a.series-game');
    document.activeElement?.blur();
    game.focus();
    return parseInt([...game.children].map(cell => cell.textContent).find(text => text.endsWith(' turns')));
";

/// The width of Stratego's board, in pixels.
const BOARD: &str = "return document.querySelector('.stratego-board')?.offsetWidth ?? 0";

/// Waits until a script returns at least this.
async fn reaches(browser: &Browser, what: &str, script: &str, least: u64) -> Result<()> {
    let mut last = Value::Null;
    let is_so = async || {
        last = browser.script(script, vec![]).await?;
        Ok(last.as_f64() >= Some(least as f64))
    };
    let waited = browser.wait_for(what, is_so).await;
    ensure!(waited.is_ok(), "{what}: {last}, and not {least}");
    Ok(())
}

/// Waits until these elements are in sight.
async fn are_in_sight(browser: &Browser, view: &str, ids: &[&str]) -> Result<()> {
    let mut out = Value::Null;
    let is_so = async || {
        out = browser.script(OUT_OF_SIGHT, vec![json!(ids)]).await?;
        Ok(out == json!([]))
    };
    let waited = browser.wait_for(view, is_so).await;
    ensure!(waited.is_ok(), "{view}: {out} out of sight");
    Ok(())
}

/// Waits until the address ends so.
async fn is_at(browser: &Browser, end: &str) -> Result<()> {
    browser.wait_for(&format!("the address ends with {end}"), async || Ok(browser.route().await?.ends_with(end))).await
}

/// Points at an element, as a mouse does.
const POINT: &str = "
    const tile = document.querySelector(`[data-testid='${arguments[0]}']`);
    tile.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
";

/// The tiles with a board, and those whose picture has been loaded.
const TILES: &str = "
    const tiles = [...document.querySelectorAll('.tile')];
    const named = found => tiles.filter(found).map(tile => tile.dataset.testid);
    return [named(tile => tile.querySelector('[data-testid=board]')), named(tile => tile.querySelector('img')?.naturalWidth > 0)];
";

in_each_browser! {
    /// One game moves at a time, the first at once; a click goes on with it.
    #[core]
    #[browsers_differ]
    async fn the_start_view_shows_a_game_of_each_kind(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("").await?;
        browser.find("start").await?;
        let tiles = GAMES.map(|game| format!("tile-{game}"));
        for moving in &tiles {
            browser.script(POINT, vec![json!(moving)]).await?;
            let pictures: Vec<_> = tiles.iter().filter(|tile| *tile != moving).collect();
            let are_so = async || Ok(browser.script(TILES, vec![]).await? == json!([[moving], pictures]));
            browser.wait_for(&format!("{moving} moves, and no other"), are_so).await?;
        }
        let address = browser.route().await?;
        ensure!(GAMES.iter().all(|game| !address.contains(game)), "{address}");
        browser.click("open-bitmartyr").await?;
        is_at(browser, "#/bitmartyr").await?;
        MatchPage::new(browser).seat_shows(0, "tide").await?;
        browser.click("start-link").await?;
        browser.click("write-stratego").await?;
        browser.find("write-text").await?;
        is_at(browser, "#/stratego/write").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A newcomer's walk through the three tasks, on a desktop and on a phone.
    #[core]
    #[browsers_differ]
    async fn each_task_has_an_address_and_its_own_layout(browser: &Browser) -> Result<()> {
        for size in [WINDOW, Size::PHONE] {
            browser.resize(size).await?;
            browser.open("#/connect-four").await?;
            MatchPage::new(browser).to_the_end().await?;
            browser.wait_for("its link", async || Ok(browser.route().await?.contains("/r/"))).await?;
            let link = browser.route().await?;
            browser.click("tab-write").await?;
            is_at(browser, "#/connect-four/write").await?;
            browser.find("write-text").await?;
            are_in_sight(browser, "the board beside the text", &["board", "toggle"]).await?;
            browser.click("tab-series").await?;
            is_at(browser, "#/connect-four/measure").await?;
            browser.find("field-form").await?;
            are_in_sight(browser, "the board beside the results", &["board", "toggle"]).await?;
            browser.click("tab-watch").await?;
            browser.wait_for("the match as it was left", async || Ok(browser.route().await? == link)).await?;
            ensure!(browser.find_all("bot-editor").await?.is_empty(), "the board has the page");
            browser.open("#/connect-four/measure").await?;
            browser.find("field-form").await?;
            is_at(browser, "#/connect-four/measure").await?;
            // A game's own address keeps the task.
            browser.click("tab-watch").await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// What lies beside the text changes, and the text stays.
    async fn code_and_transcript_are_read_beside_steps_and_results(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("#/connect-four/write").await?;
        browser.click("steps-open").await?;
        browser.find("steps-begin").await?;
        browser.click("write-run").await?;
        browser.find("run-table").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-all").await?;
        reaches(browser, "lines of the transcript", LINES_OF_TRANSCRIPT, 12).await?;
        reaches(browser, "lines of code", LINES_OF_CODE, 20).await?;
        is_at(browser, "/write").await
    }

    /// Beside the board: the seats in one bar, and all of a list below them. Below the timeline: the
    /// curves.
    #[core]
    async fn a_watched_match_has_its_seats_in_one_bar_and_curves_below_the_timeline(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        for (game, curves) in [("connect-four", 0), ("stratego", 1), ("generals", 2), ("bitmartyr", 1)] {
            browser.open(&format!("#/{game}")).await?;
            MatchPage::new(browser).to_the_end().await?;
            let mut parts = Value::Null;
            let are_so = async || {
                parts = browser.script(WATCHED, vec![]).await?;
                Ok(parts["seats"] == true && parts["curves"] == curves)
            };
            let waited = browser.wait_for(game, are_so).await;
            ensure!(waited.is_ok(), "{game}: {parts}");
        }
        Ok(())
    }

    /// The game under the pointer or the focus is shown, until it is left or opened.
    #[browsers_differ]
    async fn a_game_of_the_list_is_seen_while_it_is_pointed_at(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        series::begin(browser, ["random", "tactician"], 10, 3).await?;
        series::is_over(browser, 10).await?;
        let turns = async || -> Result<Value> { browser.script(FOCUS_GAME, vec![]).await };
        let expected = format!(" / {}", turns().await?.as_u64().context("a game")?);
        let caption = async || browser.attribute("pointed", "data-caption").await;
        browser.wait_for("its end", async || {
            // A list that is drawn again after the last game takes the focus from its rows.
            turns().await?;
            Ok(!browser.find_all("pointed").await?.is_empty()
                && caption().await?.is_some_and(|told| told.ends_with(&expected)))
        }).await?;
        are_in_sight(browser, "the board and the results", &["pointed", "series-state"]).await?;
        browser.script(POINT, vec![json!("series-state")]).await?;
        browser.wait_for("the match", async || Ok(browser.find_all("pointed").await?.is_empty())).await?;
        turns().await?;
        browser.find("pointed").await?;
        browser.keys(Key::Enter).await?;
        browser.wait_for_text("turn", |turn| turn.ends_with(&expected)).await?;
        ensure!(browser.find_all("pointed").await?.is_empty(), "the match itself is shown");
        are_in_sight(browser, "the results stay", &["board", "series-state"]).await
    }

    async fn strategos_board_has_480_pixels_in_a_low_window(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 1024, height: 768 }).await?;
        browser.open("#/stratego").await?;
        MatchPage::new(browser).to_the_end().await?;
        reaches(browser, "the board's width", BOARD, 480).await?;
        are_in_sight(browser, "the controls", &["timeline", "toggle"]).await
    }

    #[browsers_differ]
    async fn the_controls_of_every_game_are_above_the_fold_of_a_small_phone(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 360, height: 640 }).await?;
        for game in GAMES {
            browser.open(&format!("#/{game}")).await?;
            MatchPage::new(browser).to_the_end().await?;
            are_in_sight(browser, game, &["timeline", "toggle", "back", "forward"]).await?;
        }
        Ok(())
    }

    /// Both lines are moved by keys, and stay where they are for the next visit.
    async fn the_parts_of_a_layout_keep_their_sizes(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("#/connect-four/write").await?;
        let value = async |id: &str| browser.find_hidden(id).await?.value().await;
        for (id, share) in [("split-write", "65"), ("split-board", "75")] {
            browser.find_hidden(id).await?.send_keys(Key::End).await?;
            browser.wait_for(id, async || Ok(value(id).await?.as_deref() == Some(share))).await?;
        }
        browser.reload().await?;
        for (id, share) in [("split-write", "65"), ("split-board", "75")] {
            browser.wait_for(id, async || Ok(value(id).await?.as_deref() == Some(share))).await?;
        }
        are_in_sight(browser, "the text", &["bot-editor"]).await
    }
}
