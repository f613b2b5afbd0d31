//! Regressions that new visitors have found: pages that are loaded again, windows of every shape.

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

/// A module that prints a panic's message and traps.
const PANICS: &str = r#"(module
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "\10\00\00\00\02\00\00\00")
    (data (i32.const 16) "p\n")
    (data (i32.const 32) "\30\00\00\00\46\00\00\00")
    (data (i32.const 48) "thread 'main' panicked at src/main.rs:15:9:\nindex out of bounds: five\n")
    (func (export "_start")
        (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
        (drop (call $write (i32.const 2) (i32.const 32) (i32.const 1) (i32.const 8)))
        unreachable))"#;

/// How many dropped files the browser has stored so far.
const KEPT_FILES: &str = r"
    return new Promise(done => indexedDB.open('botyard-bots').onsuccess = opened => {
        const database = opened.target.result;
        const close = count => { database.close(); done(count); };
        if (!database.objectStoreNames.contains('builds')) return close(0);
        const count = database.transaction('builds').objectStore('builds').count();
        count.onsuccess = () => close(count.result);
    });
";

/// Suspends the page in the middle of its work, as a busy browser does: Yew draws for 16 ms, and
/// continues later.
const STOP_IN_A_TURN: &str = r"
    const now = Date.now;
    let more = 0;
    Date.now = () => now() + (more += 20);
    globalThis.setTimeout = () => 0;
    dispatchEvent(new KeyboardEvent('keydown', { key: 'v' }));
";

/// Which of the given elements are not wholly in the window, and whether the page is wider than the
/// window.
const OUT_OF_SIGHT: &str = r"
    const isIn = one => {
        const box = one.getBoundingClientRect();
        const isInWindow = box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + .5 && box.bottom <= innerHeight + .5;
        // An element that is scrolled out of its container is not hit there.
        const meets = x => one.contains(document.elementFromPoint(x, (box.top + box.bottom) / 2));
        return isInWindow && (one.localName === 'div' || meets(box.left + 3) && meets(box.right - 3));
    };
    const out = arguments[0].filter(id => !isIn(document.querySelector(`[data-testid='${id}']`)));
    return document.documentElement.scrollWidth > innerWidth ? [...out, 'the page'] : out;
";

/// The turn that has the focus in the list of moves, and how many turns Tab reaches.
const FOCUSED_MOVE: &str = r"
    const reached = document.querySelectorAll(`[data-testid='move-list'] button[tabindex='0']`).length;
    return [document.activeElement.dataset.testid ?? null, reached];
";

/// Presses the pointer at the left edge of a drawing, or drags it there.
const POINT_AT_LEFT: &str = r"
    const [id, event] = arguments;
    const drawing = document.querySelector(`[data-testid='${id}']`);
    const {left, top} = drawing.getBoundingClientRect();
    drawing.dispatchEvent(new PointerEvent(event, {buttons: 1, bubbles: true, clientX: left + 1, clientY: top + 1}));
";

/// How many moves of the list are visible: the pointer hits their middles.
const MOVES_IN_SIGHT: &str = r"
    return [...document.querySelectorAll(`[data-testid='move-list'] button`)].filter(move => {
        const {left, top, width, height} = move.getBoundingClientRect();
        return width > 0 && move.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).length;
";

const GAMES: [&str; 4] = ["connect-four", "stratego", "generals", "bitmartyr"];

/// The elements that scroll vertically within others that do.
const NESTED_SCROLLS: &str = "
    const scrolls = of => of.scrollHeight > of.clientHeight + 1 && (of === document.documentElement || /auto|scroll/.test(getComputedStyle(of).overflowY));
    const isNested = of => of.parentElement && (scrolls(of.parentElement) || isNested(of.parentElement));
    return [...document.querySelectorAll('.yard *')].filter(of => of.tagName !== 'TEXTAREA' && scrolls(of) && isNested(of)).map(of => of.className);
";

/// Waits until no element scrolls within another: a panel that is being drawn may do so.
async fn rests_unnested(browser: &Browser, view: &str) -> Result<()> {
    let mut nested = Value::Null;
    let is_rest = async || {
        nested = browser.script(NESTED_SCROLLS, vec![]).await?;
        Ok(nested == json!([]))
    };
    let waited = browser.wait_for("nothing scrolls within another", is_rest).await;
    waited.with_context(|| format!("{view}: {nested}"))
}

in_each_browser! {
    /// Regression: a reload lost all of this.
    #[core]
    #[browsers_differ]
    async fn a_page_that_is_loaded_again_is_as_it_was(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        browser.drop_bytes("seat-1", "panics.wasm", &wat::parse_str(PANICS)?).await?;
        match_page.seat_shows(1, "panics").await?;
        match_page.seat(0, "tactician").await?;
        match_page.seed(4321).await?;
        browser.wait_for("the file is kept", async || Ok(browser.script(KEPT_FILES, vec![]).await? == 1)).await?;
        browser.script(STOP_IN_A_TURN, vec![]).await?;
        browser.reload().await?;
        match_page.seat_shows(1, "panics.wasm · your file").await?;
        match_page.seat_shows(0, "tactician").await?;
        let has_seed = async || Ok(browser.find("seed").await?.value().await?.as_deref() == Some("4321"));
        browser.wait_for("the seed", has_seed).await?;

        match_page.seat(0, "Me").await?;
        match_page.seat(1, "tactician").await?;
        match_page.begin().await?;
        match_page.awaits_person(0).await?;
        browser.click("col-1").await?;
        match_page.awaits_person(2).await?;
        let board = match_page.board().await?;
        browser.reload().await?;
        match_page.awaits_person(2).await?;
        assert_eq!(match_page.board().await?, board);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn panels_have_room_and_are_gone_through_by_keys(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        let overflows = "const side = document.querySelector('.side'); return side.scrollHeight > side.clientHeight";
        assert_eq!(browser.script(overflows, vec![]).await?, false, "each panel scrolls by itself");
        // A match has at least seven moves, and in a common window as many are seen.
        browser.resize(Size { width: 1440, height: 900 }).await?;
        let mut seen = Value::Null;
        let are_seen = async || {
            seen = browser.script(MOVES_IN_SIGHT, vec![]).await?;
            Ok(seen.as_u64() >= Some(7))
        };
        let waited = browser.wait_for("seven moves in sight", are_seen).await;
        waited.with_context(|| format!("{seen} are"))?;
        browser.resize(Size::DESKTOP).await?;

        // The times of a bot link to its turns, the first time to the first turn.
        MatchPage::new(browser).begin().await?;
        browser.click("tab-inspector").await?;
        for event in ["pointerdown", "pointermove"] {
            MatchPage::new(browser).to_the_end().await?;
            browser.find("times").await?;
            browser.script(POINT_AT_LEFT, vec![json!("times"), json!(event)]).await?;
            let is_first = |text: &str| text.contains("\n1 / ");
            browser.wait_for_text("turn", is_first).await.with_context(|| format!("after {event}"))?;
        }
        // So do keys, turn by turn of that bot.
        let value = async |name: &str| Ok::<_, anyhow::Error>(browser.attribute("times", name).await?.unwrap_or_default());
        let newest: u32 = value("aria-valuemax").await?.parse().context("the number of its turns")?;
        browser.script("document.querySelector(`[data-testid='times']`).focus()", vec![]).await?;
        for (key, expected) in [(Key::Right, 2), (Key::End, newest), (Key::Left, newest - 1), (Key::Home, 0)] {
            browser.keys(key).await?;
            let is_there = async || Ok(value("aria-valuenow").await? == expected.to_string());
            browser.wait_for(&format!("turn {expected} of {newest}"), is_there).await?;
        }
        assert_eq!(value("aria-valuetext").await?, "the start");
        browser.click("tab-moves").await?;

        // One of the moves is a tab stop; the arrows go through the others.
        browser.click("move-2").await?;
        // Regression: the move was labelled with the number of its round.
        let told = browser.text("move-2").await?;
        ensure!(told.contains("turn 2: "), "{told}");
        browser.script("document.querySelector(`[data-testid='move-2']`).focus()", vec![]).await?;
        for (key, expected) in [(Key::Down, "move-3"), (Key::Up, "move-2")] {
            browser.keys(key).await?;
            let focused = async || Ok(browser.script(FOCUSED_MOVE, vec![]).await? == json!([expected, 1]));
            browser.wait_for(expected, focused).await?;
        }
        Ok(())
    }

    async fn every_window_has_room_for_the_games_and_the_controls(browser: &Browser) -> Result<()> {
        let tabs = GAMES.map(|game| format!("game-{game}"));
        for game in GAMES {
            browser.open(&format!("#/{game}")).await?;
            browser.find("turn").await?;
            for (width, height) in [(720, 900), (720, 450), (844, 390), (640, 360), (360, 740)] {
                browser.resize(Size { width, height }).await?;
                let mut expected = tabs.to_vec();
                if height < 500 || game == "connect-four" {
                    expected.extend(["board", "timeline", "toggle"].map(str::to_owned));
                    let tabs = ["tab-watch", "tab-write", "tab-series", "tab-moves", "tab-inspector", "tab-cases", "help"];
                    expected.extend(tabs.map(str::to_owned));
                }
                let mut out = Value::Null;
                let fits = async || {
                    out = browser.script(OUT_OF_SIGHT, vec![json!(expected)]).await?;
                    Ok(out == json!([]))
                };
                let fits = browser.wait_for("all of it is in sight", fits).await;
                ensure!(fits.is_ok(), "{game} at {width}x{height}: {out} out of sight");
            }
        }
        Ok(())
    }

    /// Regression: Play was below the window.
    async fn at_200_percent_the_controls_and_play_stay_in_sight(browser: &Browser) -> Result<()> {
        let expected = ["timeline", "first", "back", "toggle", "forward", "last", "speed", "play"];
        for (width, height) in [(1440, 900), (1366, 768)] {
            browser.zoom_to_200_percent(Size { width, height }).await?;
            for game in GAMES {
                browser.open(&format!("#/{game}")).await?;
                browser.find("turn").await?;
                let zoomed = browser.script("return [devicePixelRatio, innerWidth, innerHeight]", vec![]).await?;
                ensure!(zoomed == json!([2, width / 2, height / 2]), "{zoomed}");
                let mut out = Value::Null;
                let fits = async || {
                    out = browser.script(OUT_OF_SIGHT, vec![json!(expected)]).await?;
                    Ok(out == json!([]))
                };
                let fits = browser.wait_for("all of it is in sight", fits).await;
                ensure!(fits.is_ok(), "{game} in {width}x{height}: {out} out of sight");
            }
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the seats of four teams and the welcome filled their panel.
    async fn a_first_visit_sees_what_begins_a_match(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 1280, height: 800 }).await?;
        for game in GAMES {
            browser.open(&format!("#/{game}")).await?;
            browser.find("welcome").await?;
            let is_seen = async || Ok(browser.script(OUT_OF_SIGHT, vec![json!(["play"])]).await? == json!([]));
            browser.wait_for(&format!("{game}: Play is in sight"), is_seen).await?;
        }
        Ok(())
    }

    /// Regression: elements for screen readers only made the panels longer than their visible
    /// content.
    #[chromium_only]
    async fn no_scrollbar_is_within_another(browser: &Browser) -> Result<()> {
        for game in ["connect-four", "generals"] {
            browser.open(&format!("#/{game}")).await?;
            MatchPage::new(browser).to_the_end().await?;
            for (tab, drawn) in [
                ("tab-moves", "move-list"),
                ("tab-inspector", "transcript-search"),
                ("tab-series", "series-import"),
                ("tab-cases", "series-after-build"),
            ] {
                browser.click(tab).await?;
                browser.find_hidden(drawn).await?;
                rests_unnested(browser, &format!("{game}, {tab}")).await?;
            }
            browser.click("tab-inspector").await?;
            browser.click("keep-case").await?;
            browser.find("case-name").await?;
            rests_unnested(browser, &format!("{game}, form")).await?;
            browser.click("series-cancel-case").await?;
        }
        Ok(())
    }
}
