//! Generals as a person meets it: bots on a map, orders by keys, fog, logs of the original, and
//! maps made by hand.

use std::ops::Deref;
use std::path::Path;

use crate::match_page::{MatchPage, native};
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;

/// A corridor: the players do not meet for a while.
const CORRIDOR: &str = "1 9 2\n3 1 1 1 1 1 1 1 3\n";

/// Presses, moves and lifts a pointer on an element; places are shares of its width and height.
const STROKE: &str = r"
    const [id, places] = arguments;
    const element = document.querySelector(`[data-testid='${id}']`);
    const box = element.getBoundingClientRect();
    // The events are made by a script, so the pointer cannot be captured.
    element.setPointerCapture = () => {};
    const send = (type, [x, y]) => element.dispatchEvent(new PointerEvent(type, {
        pointerId: 7, isPrimary: true, bubbles: true, cancelable: true, button: 0, buttons: 1,
        clientX: box.left + x * box.width, clientY: box.top + y * box.height,
    }));
    send('pointerdown', places[0]);
    places.slice(1).forEach(place => send('pointermove', place));
    send('pointerup', places[places.length - 1]);
";

/// How many shapes are filled on canvases in the next two frames.
const PAINTS: &str = r"
    const real = CanvasRenderingContext2D.prototype.fill;
    let paints = 0;
    CanvasRenderingContext2D.prototype.fill = function (...all) { paints += 1; return real.apply(this, all); };
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    return frame().then(frame).then(() => {
        CanvasRenderingContext2D.prototype.fill = real;
        return paints;
    });
";

/// Records the numbers of rows and columns that are written on canvases from now on: texts at the
/// edge of the map.
const NOTE_NUMBERS: &str = r"
    const write = CanvasRenderingContext2D.prototype.fillText;
    window.numbers = [];
    CanvasRenderingContext2D.prototype.fillText = function(text, ...place) {
        if (this.textAlign === 'right' || this.textBaseline === 'bottom') window.numbers.push(text);
        write.call(this, text, ...place);
    };
";

/// Records from now on how many orders wait, whenever that number changes.
const NOTE_ORDERS: &str = r"
    const noted = window.ordersNoted = [];
    const note = () => {
        const orders = document.querySelector('[data-testid=orders]')?.textContent.trim();
        if (orders !== noted.at(-1)) noted.push(orders);
    };
    new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
";

/// A match of Generals on the page, with its map.
struct GeneralsPage<'a> {
    browser: &'a Browser,
    match_page: MatchPage<'a>,
}

impl<'a> Deref for GeneralsPage<'a> {
    type Target = MatchPage<'a>;

    fn deref(&self) -> &MatchPage<'a> {
        &self.match_page
    }
}

impl<'a> GeneralsPage<'a> {
    fn new(browser: &'a Browser) -> Self {
        Self { browser, match_page: MatchPage::new(browser) }
    }

    /// Sets the map of the next match.
    async fn map(&self, map: &str) -> Result<()> {
        self.browser.click("settings").await?;
        self.browser.click("map-edit").await?;
        self.browser.click("map-file").await?;
        self.browser.fill("map-text", map).await?;
        self.browser.click("map-open").await?;
        self.browser.wait_for_text("map-note", |note| note == "Opened.").await?;
        self.browser.click("map-use").await?;
        self.browser
            .wait_for("the editor closes", async || Ok(self.browser.find_all("map-editor").await?.is_empty()))
            .await
    }

    async fn stroke(&self, id: &str, places: &[(f64, f64)]) -> Result<()> {
        self.browser.script(STROKE, vec![json!(id), json!(places)]).await?;
        Ok(())
    }

    /// Waits until a statistic below the board has this value.
    async fn waits_for_statistic(&self, id: &str, number: u32) -> Result<()> {
        self.browser.wait_for_text(id, |text| text == number.to_string()).await?;
        Ok(())
    }

    /// Waits until it is the person's turn.
    async fn waits_for_person(&self) -> Result<()> {
        self.browser.wait_for_text("status", |text| text.contains("Your turn")).await?;
        Ok(())
    }
}

fn log_of_a_match(browser: &Browser, file: &Path) -> Result<()> {
    native::play(browser, "generals", &["hunter", "random"], 3, &["--log", &file.to_string_lossy()])?;
    Ok(())
}

in_each_browser! {
    async fn rows_and_columns_have_numbers(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        match_page.map(CORRIDOR).await?;
        match_page.begin().await?;
        browser.script(NOTE_NUMBERS, vec![]).await?;
        // In a window of another size, all of the map is drawn.
        browser.resize(Size { width: 1100, height: 800 }).await?;
        // The row, then all columns.
        let expected = json!(["1", "1", "2", "3", "4", "5", "6", "7", "8", "9"]);
        let numbers = "return window.numbers.slice(-10)";
        let are_written = async || Ok(browser.script(numbers, vec![]).await? == expected);
        browser.wait_for("the numbers of the row and of the columns", are_written).await
    }

    #[core]
    async fn a_person_gives_orders_by_keys(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        match_page.map(CORRIDOR).await?;
        match_page.number("garrison", 30).await?;
        match_page.seat(0, "Me").await?;
        match_page.seat(1, "idle").await?;
        match_page.begin().await?;
        match_page.waits_for_person().await?;
        match_page.press("board-chart", &["ArrowRight"]).await?;
        browser.wait_for_text("spoken", |text| text == "row 1, column 1: blue's capital, 30 units").await?;
        // One order is sent at once, three wait; one of them is taken back. They are sent as soon
        // as the other bot has answered, which takes it no time.
        browser.script(NOTE_ORDERS, vec![]).await?;
        match_page.press("board-chart", &["Enter", "d", "d", "d", "d", "e"]).await?;
        let waited = async || Ok(browser.script("return window.ordersNoted.includes('2')", vec![]).await? == true);
        browser.wait_for("two orders wait", waited).await?;
        match_page.waits_for_statistic("statistic-0-land", 4).await?;
        match_page.waits_for_person().await?;
        browser.wait_for_text("orders", |text| text.is_empty()).await?;
        // With no order, the match waits for one; half of the army goes; all waiting orders are
        // taken back.
        match_page.press("board-chart", &["z", "d", "d", "d", "q"]).await?;
        match_page.waits_for_statistic("statistic-0-land", 5).await?;
        match_page.waits_for_person().await?;
        assert_eq!(browser.text("orders").await?, "");
        let half = browser.text("spoken").await?;
        assert!(half.starts_with("row 1, column 5"), "{half}");
        let before = browser.text("round").await?;
        match_page.press("board-chart", &["p"]).await?;
        browser.wait_for_text("round", |text| text != before).await?;
        match_page.waits_for_statistic("statistic-0-land", 5).await
    }

    async fn fog_hides_what_a_person_does_not_see(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        match_page.map(CORRIDOR).await?;
        match_page.seat(0, "Me").await?;
        match_page.seat(1, "idle").await?;
        match_page.begin().await?;
        match_page.waits_for_person().await?;
        let to_the_right = ["ArrowRight"; 10];
        match_page.press("board-chart", &to_the_right[..2]).await?;
        browser.wait_for_text("spoken", |text| text == "row 1, column 2: open ground").await?;
        match_page.press("board-chart", &to_the_right).await?;
        browser.wait_for_text("spoken", |text| text == "row 1, column 9: fog").await?;
        // The map editor would reveal the hidden map, so it stays closed.
        browser.click("map-edit").await?;
        browser.find("map-veiled").await?;
        assert!(browser.find_all("map-editor").await?.is_empty(), "the map is hidden");
        browser.click("resign").await?;
        browser.wait_for_text("verdict", |text| text.contains("resigned")).await?;
        match_page.press("board-chart", &to_the_right).await?;
        browser.wait_for_text("spoken", |text| text == "row 1, column 9: orange's capital, 1 unit").await?;
        // The view of an eliminated player shows nothing.
        match_page.press("timeline", &["f"]).await?;
        match_page.press("board-chart", &["ArrowLeft", "ArrowRight"]).await?;
        browser.wait_for_text("spoken", |text| text == "row 1, column 9: fog").await?;
        Ok(())
    }

    /// Regression: the focus stayed on the button that was pressed by key, and the address of a
    /// view that the match does not have broke the page.
    #[core]
    async fn the_map_has_the_focus_and_knows_its_views(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        match_page.map(CORRIDOR).await?;
        match_page.seat(0, "Me").await?;
        match_page.seat(1, "idle").await?;
        browser.script("document.querySelector(\"[data-testid='play']\").focus()", vec![]).await?;
        browser.keys(Key::Enter).await?;
        let focused = "return document.activeElement?.dataset.testid ?? null";
        let is_map = async || Ok(browser.script(focused, vec![]).await?.as_str() == Some("board-chart"));
        browser.wait_for("the focus on the map", is_map).await?;
        browser.click("resign").await?;
        browser.wait_for_text("verdict", |text| text.contains("resigned")).await?;
        let link = match_page.link().await?;
        let route = link.split_once('#').context("the link has a fragment")?.1.split('?').next().unwrap_or_default();
        for view in [9, 3] {
            browser.open("#/connect-four").await?;
            browser.open(&format!("#{route}?view={view}")).await?;
            browser.find("board-chart").await?;
            match_page.press("board-chart", &["ArrowRight"]).await?;
            browser.wait_for_text("spoken", |text| text.starts_with("row 1, column")).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    #[core]
    async fn a_log_that_we_wrote_opens_as_a_match(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("match.log");
        log_of_a_match(browser, &file)?;
        browser.open("#/generals").await?;
        browser.drop_file("board", &file).await?;
        browser.wait_for_text("seat-0", |text| text.contains("player 1")).await?;
        GeneralsPage::new(browser).to_the_end().await?;
        browser.wait_for_text("verdict", |text| text == "player 1 wins: the last other capital has fallen.").await?;
        // Important turns are marked: the last mark is the capture that ends the match.
        browser.keys(Key::Home).await?;
        browser.keys(Key::Shift + Key::Right).await?;
        browser.wait_for_text("turn", |text| !text.trim_start_matches("Turn").trim_start().starts_with("0 ")).await?;
        Ok(())
    }

    async fn a_map_is_painted_and_played_on(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        browser.click("settings").await?;
        browser.click("map-edit").await?;
        browser.click("map-chance").await?;
        for (id, number) in [("wish-rows", 9), ("wish-columns", 9), ("wish-players", 2), ("wish-mountains", 0), ("wish-cities", 0), ("wish-seed", 5)] {
            match_page.number(id, number).await?;
        }
        browser.click("map-draw").await?;
        browser.wait_for_text("map-note", |note| note == "Generated from seed 5.").await?;
        // A wall through the middle, and a gap in it that is filled with a city by keys.
        let wall = [(0.5, 0.02), (0.5, 0.3), (0.5, 0.6), (0.5, 0.98)];
        match_page.stroke("draft-chart", &wall).await?;
        browser.wait_for_text("map-remarks", |text| text.contains("divide the map")).await?;
        browser.click("map-undo").await?;
        browser.wait_for_text("map-remarks", |text| !text.contains("divide the map")).await?;
        browser.click("map-redo").await?;
        browser.wait_for_text("map-remarks", |text| text.contains("divide the map")).await?;
        match_page.press("draft-chart", &["3", "ArrowRight", "Enter"]).await?;
        browser.wait_for_text("map-remarks", |text| !text.contains("divide the map")).await?;
        browser.click("map-share").await?;
        let link = browser.find("map-link").await?.value().await?.unwrap_or_default();
        browser.click("map-use").await?;
        match_page.seat(0, "idle").await?;
        match_page.seat(1, "idle").await?;
        match_page.number("rounds", 3).await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        match_page.press("board-chart", &["ArrowRight"]).await?;
        browser.wait_for_text("spoken", |text| text == "row 5, column 5: nobody's city, 40 units").await?;
        match_page.press("board-chart", &["ArrowUp"]).await?;
        browser.wait_for_text("spoken", |text| text == "row 4, column 5: mountain").await?;
        // The link opens the map for another visitor, too.
        let route = link.split_once('#').context("the link has a fragment")?.1;
        browser.open(&format!("#{route}")).await?;
        browser.wait_for_text("turn", |text| text.contains("/ 0")).await?;
        browser.wait_for_text("verdict", |text| text == "Not started yet: press Play.").await?;
        match_page.press("board-chart", &["ArrowDown"]).await?;
        browser.wait_for_text("spoken", |text| text.contains("city, 40 units")).await?;
        Ok(())
    }

    async fn a_search_for_a_map_can_be_stopped(browser: &Browser) -> Result<()> {
        browser.open("#/generals").await?;
        browser.click("settings").await?;
        browser.click("map-edit").await?;
        browser.click("map-chance").await?;
        let match_page = GeneralsPage::new(browser);
        // No map of this size has capitals so far apart, and the search for one takes long.
        for (id, number) in [("wish-rows", 50), ("wish-columns", 50), ("wish-players", 8), ("wish-distance", 60)] {
            match_page.number(id, number).await?;
        }
        browser.click_and_interrupt("map-draw", "map-stop").await?;
        browser.find("map-draw").await?;
        ensure!(browser.find_all("toast").await?.is_empty(), "the search did not come to its end");
        Ok(())
    }

    async fn the_same_modules_and_seed_play_the_same_match_as_natively(browser: &Browser) -> Result<()> {
        let match_page = GeneralsPage::new(browser);
        browser.open("#/generals").await?;
        for (seed, bots) in [(7, &["hunter", "greedy"][..]), (8, &["random", "hunter", "greedy", "idle", "hunter"])] {
            // While bots come in, the page may still write into the field of the seed.
            match_page.to_the_end().await?;
            match_page.plays_as_natively("generals", bots, seed).await?;
        }
        Ok(())
    }

    async fn a_map_is_one_drawing_that_rests_when_nothing_happens(browser: &Browser) -> Result<()> {
        browser.open("#/generals").await?;
        GeneralsPage::new(browser).to_the_end().await?;
        let nodes = browser.script("return document.querySelectorAll('[data-testid=board] *').length", vec![]).await?;
        assert!(nodes.as_u64().is_some_and(|nodes| nodes < 60), "{nodes} nodes, though a map has hundreds of cells");
        assert_eq!(browser.script(PAINTS, vec![]).await?, 0, "shapes are painted at rest");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_phone_has_room_for_the_map_and_the_editor(browser: &Browser) -> Result<()> {
        browser.resize(Size::PHONE).await?;
        browser.open("#/generals").await?;
        GeneralsPage::new(browser).to_the_end().await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out to the right");
        for id in ["board-chart", "zoom-in", "play", "timeline"] {
            browser.find(id).await?;
        }
        browser.click("settings").await?;
        browser.click("map-edit").await?;
        browser.find("map-editor").await?;
        let wide = "const editor = document.querySelector('[data-testid=map-editor] .modal-body'); return editor.scrollWidth > editor.clientWidth";
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out of the editor");
        let nameless = "return [...document.querySelectorAll('button, select, input, canvas')].filter(one => one.getClientRects().length \
            && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length || one.title) \
            && one.getAttribute('aria-hidden') !== 'true').map(one => one.outerHTML)";
        assert_eq!(browser.script(nameless, vec![]).await?, json!([]));
        Ok(())
    }
}
