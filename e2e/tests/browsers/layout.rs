//! Layout: all that is drawn has the room that it needs; seats are not covered, and no part is cut
//! off.

use crate::match_page::MatchPage;
use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

/// A common window.
const WINDOW: Size = Size { width: 1440, height: 900 };

/// The seats, and the buttons below them, that other elements cover.
const COVERED: &str = "
    const isSeen = one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const meets = (x, y) => one.contains(document.elementFromPoint(x, y));
        return [left + 12, right - 12].every(x => meets(x, top + 4) && meets(x, bottom - 4));
    };
    const all = document.querySelectorAll('.seat, .seat-number button, .controls button');
    return [...all].filter(one => one.checkVisibility() && !isSeen(one)).map(one => one.dataset.testid);
";

/// Which of the given parts of the editor are covered or out of sight.
const HIDDEN_IN_EDITOR: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const isSeen = one => {
        const { left, top, bottom } = one.getBoundingClientRect();
        return [top + 3, bottom - 3].every(y => one.contains(root.elementFromPoint(left + 12, y)));
    };
    return arguments[0].filter(id => !isSeen(root.querySelector(`[data-testid='${id}']`)));
";

/// The parts of the open dialog that scroll, and whether its notice is seen.
const DIALOG: &str = "
    const dialog = document.querySelector('dialog[open]');
    const scrolls = part => part.scrollHeight > part.clientHeight;
    const close = dialog.querySelector('[data-testid=toast-close]');
    const { left, top, width, height } = close?.getBoundingClientRect() ?? {};
    return {
        scrolls: [dialog, dialog.querySelector('.modal-body')].filter(scrolls).map(part => part.className),
        notice: !!close && close.contains(document.elementFromPoint(left + width / 2, top + height / 2)),
    };
";

/// The parts of the list of moves that are cut off: texts of turns, and the list if it is wider
/// than its room.
const CUT_MOVES: &str = "
    const list = document.querySelector('[data-testid=move-list]');
    const isCut = part => part.scrollWidth > part.clientWidth;
    return [...list.querySelectorAll('.move b'), list].filter(isCut).map(part => part.dataset.testid ?? part.textContent);
";

/// How many pixels of the map other elements cover, and whether there is an element beside it.
const OVER_MAP: &str = "
    const canvases = [...document.querySelectorAll('[data-testid=board] canvas')];
    const opacities = canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const [cells, over] = canvases.map(opacities);
    let covered = 0, beside = false;
    for (let at = 3; at < over.length; at += 4) {
        if (!over[at]) continue;
        if (cells[at]) covered += 1; else beside = true;
    }
    return { covered, beside };
";

/// Whether the link to the editor's licences is seen.
const SEES_LICENCES: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const link = root.querySelector('.foot a');
    const { left, top, bottom } = link.getBoundingClientRect();
    return [top + 3, bottom - 3].every(y => root.elementFromPoint(left + 12, y) === link);
";

/// How many lines the names of the columns of a series' results have, at most.
const LINES_OF_HEAD: &str = "
    const names = [...document.querySelectorAll('[data-testid=series-table] thead th')];
    const lines = name => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return new Set([...text.getClientRects()].map(line => Math.round(line.top))).size;
    };
    return Math.max(...names.map(lines));
";

/// What is wider than the panel of the seats, which would scroll, and that panel if it does.
const WIDER: &str = "
    const panel = document.querySelector('.players');
    const { right } = panel.getBoundingClientRect();
    const isWider = part => part.checkVisibility() && part.getBoundingClientRect().right > right + 1;
    const wider = [...panel.querySelectorAll('.seat, .seat *')].filter(isWider);
    return [...wider, ...panel.scrollWidth > panel.clientWidth ? [panel] : []].map(part => part.className);
";

/// How far the middle of the board is from that of the window.
const OFF_CENTRE: &str = "
    const { left, right } = document.querySelector('.four').getBoundingClientRect();
    return Math.abs((left + right) / 2 - document.documentElement.clientWidth / 2);
";

/// Whether the message above the board is seen to its end, with the button after it.
const SEES_WHY: &str = "
    const why = document.querySelector('[data-testid=why]');
    const status = why?.closest('.status');
    const { left, top, width, height } = why?.getBoundingClientRect() ?? {};
    return !!why && status.scrollHeight <= status.clientHeight + 1
        && why.contains(document.elementFromPoint(left + width / 2, top + height / 2));
";

/// Whether the end of the opened settings is seen.
const SEES_SETTINGS: &str = "
    const settings = document.querySelector('.settings > .more[open]');
    const { left, bottom } = settings.lastElementChild.getBoundingClientRect();
    return settings.contains(document.elementFromPoint(left + 12, bottom - 3));
";

/// Waits until a script returns this.
async fn comes(browser: &Browser, what: &str, script: &str, arguments: &[Value], expected: &Value) -> Result<()> {
    let mut last = Value::Null;
    let is_so = async || {
        last = browser.script(script, arguments.to_vec()).await?;
        Ok(last == *expected)
    };
    let waited = browser.wait_for(what, is_so).await;
    ensure!(waited.is_ok(), "{what}: {last}");
    Ok(())
}

in_each_browser! {
    /// Regression: Play covered the second seat beside any panel but the moves, and the buttons
    /// below four seats beside those.
    #[core]
    async fn play_covers_no_seat(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        for game in ["connect-four", "stratego", "generals", "bitmartyr"] {
            browser.open(&format!("#/{game}")).await?;
            MatchPage::new(browser).to_the_end().await?;
            for tab in ["tab-inspector", "tab-cases", "tab-moves"] {
                browser.click(tab).await?;
                comes(browser, &format!("{game}, {tab}: nothing is covered"), COVERED, &[], &json!([])).await?;
            }
        }
        Ok(())
    }

    /// Regression: opened settings stayed below the line between the panels.
    #[core]
    async fn opened_settings_are_in_sight(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 1280, height: 800 }).await?;
        browser.open("#/connect-four").await?;
        browser.click("settings").await?;
        comes(browser, "the last setting is seen", SEES_SETTINGS, &[], &json!(true)).await
    }

    /// Regression: with the welcome above four seats, Play covered some of them in a low window.
    #[core]
    async fn four_seats_below_the_welcome_have_room(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 1280, height: 800 }).await?;
        browser.open("#/bitmartyr").await?;
        browser.find("welcome").await?;
        MatchPage::new(browser).to_the_end().await?;
        comes(browser, "nothing is covered", COVERED, &[], &json!([])).await
    }

    /// Regression: the buttons were below the visible part of the steps.
    #[core]
    async fn a_step_is_seen_with_its_buttons(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("#/connect-four/write").await?;
        browser.click("steps-open").await?;
        browser.click("steps-begin").await?;
        browser.wait_for_text("step-title", |text| text.starts_with("1. ")).await?;
        let expected = ["step-title", "step-code", "step-check", "step-back", "step-next"];
        comes(browser, "all of it is seen", HIDDEN_IN_EDITOR, &[json!(expected)], &json!([])).await?;
        comes(browser, "the licences are seen", SEES_LICENCES, &[], &json!(true)).await?;
        // In a low window and in a long step, the buttons stay.
        browser.resize(Size { width: 1366, height: 680 }).await?;
        browser.click("step-code").await?;
        let buttons = ["step-check", "step-back", "step-next"];
        comes(browser, "the buttons are seen", HIDDEN_IN_EDITOR, &[json!(buttons)], &json!([])).await
    }

    /// Regression: a dialog with room for its whole content scrolled, and one without hid its
    /// notice.
    #[core]
    #[browsers_differ]
    async fn a_dialog_scrolls_only_if_it_must_and_shows_its_notice(browser: &Browser) -> Result<()> {
        browser.resize(Size::PHONE).await?;
        browser.open("#/connect-four").await?;
        browser.click("open").await?;
        browser.find("paste").await?;
        comes(browser, "nothing scrolls", DIALOG, &[], &json!({ "scrolls": [], "notice": false })).await?;
        browser.fill("paste", "not a match").await?;
        browser.click("open-pasted").await?;
        browser.find("toast-close").await?;
        browser.resize(Size { width: 390, height: 380 }).await?;
        let expected = json!({ "scrolls": ["modal-body"], "notice": true });
        comes(browser, "the notice is seen", DIALOG, &[], &expected).await
    }

    /// Regression: the last columns of the results were out of sight.
    #[core]
    async fn the_results_of_a_series_are_as_broad_as_their_panel(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        let match_page = MatchPage::new(browser);
        for (seat, bot) in ["negamax", "tactician"].into_iter().enumerate() {
            match_page.seat(seat, bot).await?;
        }
        browser.choose("series-games-number", "20").await?;
        browser.click("play-series").await?;
        browser.wait_for_text("series-table", |text| text.contains("of limit")).await?;
        browser.resize(WINDOW).await?;
        comes(browser, "the names of the columns have a line each", LINES_OF_HEAD, &[], &json!(1)).await?;
        let cut = "const { scrollWidth, clientWidth } = document.querySelector('[data-testid=series-table]').parentElement; return scrollWidth - clientWidth";
        for (width, height) in [(1440, 900), (1280, 800), (1024, 768)] {
            browser.resize(Size { width, height }).await?;
            comes(browser, &format!("at {width}x{height} all columns are seen"), cut, &[], &json!(0)).await?;
        }
        Ok(())
    }

    /// Regression: counts with four digits and captures were cut off at the end.
    #[core]
    async fn moves_are_read_whole(browser: &Browser) -> Result<()> {
        for (game, key) in [("bitmartyr", Key::End), ("stratego", Key::Home)] {
            for size in [WINDOW, Size { width: 1024, height: 768 }, Size::PHONE] {
                browser.resize(size).await?;
                browser.open(&format!("#/{game}")).await?;
                MatchPage::new(browser).to_the_end().await?;
                browser.click("tab-moves").await?;
                browser.keys(key).await?;
                browser.find("move-list").await?;
                comes(browser, &format!("{game}, {size:?}: nothing is cut off"), CUT_MOVES, &[], &json!([])).await?;
            }
        }
        Ok(())
    }

    /// Regression: the numbers of rows and columns covered cells and armies.
    #[core]
    async fn nothing_covers_a_map_on_which_nothing_has_moved(browser: &Browser) -> Result<()> {
        for size in [WINDOW, Size::PHONE] {
            browser.resize(size).await?;
            browser.open("#/generals").await?;
            MatchPage::new(browser).to_the_end().await?;
            browser.keys(Key::Home).await?;
            let expected = json!({ "covered": 0, "beside": true });
            comes(browser, &format!("{size:?}: the numbers are beside the map"), OVER_MAP, &[], &expected).await?;
        }
        Ok(())
    }

    /// Regression: the message had two lines with a scrollbar, and the button was below these.
    #[core]
    #[browsers_differ]
    async fn why_a_bot_has_failed_can_be_asked_on_a_phone(browser: &Browser) -> Result<()> {
        browser.resize(Size::PHONE).await?;
        browser.open("#/connect-four").await?;
        let thrown = "a column that is not on this board, which a search has found that went one ply too deep";
        let script = ["print('p');\nthrow new TypeError('", thrown, "');\n"].concat();
        browser.drop_bytes("seat-0", "bot.js", script.as_bytes()).await?;
        let match_page = MatchPage::new(browser);
        match_page.seat_shows(0, "bot.js").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.wait_for_text("verdict", |text| text.contains("one ply too deep")).await?;
        comes(browser, "all of the message is seen", SEES_WHY, &[], &json!(true)).await
    }

    /// Regression: Home and End went through the match.
    #[core]
    #[browsers_differ]
    async fn keys_move_the_handle_between_the_panels_to_its_ends(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M?t=3").await?;
        browser.wait_for_text("turn", |text| text.contains("3 / ")).await?;
        browser.click("tab-series").await?;
        for (key, share) in [(Key::End, "75"), (Key::Home, "25")] {
            let handle = browser.find_hidden("split-board").await?;
            handle.send_keys(key).await?;
            let is_there = async || Ok(handle.value().await?.as_deref() == Some(share));
            browser.wait_for("the handle is at its end", is_there).await?;
        }
        let turn = browser.text("turn").await?;
        ensure!(turn.contains("3 / "), "{turn}");
        Ok(())
    }

    /// Regression: the note on the board's players was wider than its card.
    #[core]
    async fn long_names_make_no_panel_scroll_sideways(browser: &Browser) -> Result<()> {
        let name = format!("{}.js", "W".repeat(80));
        for size in [WINDOW, Size { width: 1024, height: 768 }, Size::PHONE] {
            browser.resize(size).await?;
            browser.open("#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M").await?;
            let match_page = MatchPage::new(browser);
            for seat in ["seat-0", "seat-1"] {
                browser.drop_bytes(seat, &name, b"throw new TypeError('no')").await?;
                browser.find(&format!("{seat}-shown")).await?;
            }
            comes(browser, &format!("{size:?}: nothing is wider than the next match"), WIDER, &[], &json!([])).await?;
            match_page.begin().await?;
            match_page.to_the_end().await?;
            comes(browser, &format!("{size:?}: nothing is wider than the match"), WIDER, &[], &json!([])).await?;
        }
        Ok(())
    }

    /// Regression: an empty column had a gap beside it.
    #[core]
    async fn an_embedded_board_is_in_the_middle(browser: &Browser) -> Result<()> {
        browser.resize(WINDOW).await?;
        browser.open("?embed#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M").await?;
        browser.find("board").await?;
        let mut off = Value::Null;
        let is_in_the_middle = async || {
            off = browser.script(OFF_CENTRE, vec![]).await?;
            Ok(off.as_f64().is_some_and(|off| off < 1.0))
        };
        let waited = browser.wait_for("the board is in the middle", is_in_the_middle).await;
        ensure!(waited.is_ok(), "{off} px");
        Ok(())
    }
}
