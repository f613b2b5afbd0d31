//! BitMartyr as a person meets it: bots on a torus, what a unit sees and was told, a trial of a bot.

use std::ops::Deref;

use crate::match_page::{MatchPage, native};
use anyhow::{Context, Result};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;

/// Moves the mouse over a place of an element, given in shares of its width and height.
pub const HOVER: &str = r"
    const [id, x, y] = arguments;
    const element = document.querySelector(`[data-testid='${id}']`);
    const box = element.getBoundingClientRect();
    element.dispatchEvent(new PointerEvent('pointermove', {
        pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true, cancelable: true,
        clientX: box.left + x * box.width, clientY: box.top + y * box.height,
    }));
";

/// Presses a button without taking the focus from anything.
const PRESS: &str = "document.querySelector(`[data-testid='${arguments[0]}']`).click()";

/// The upper edges of elements in the window.
const TOPS: &str =
    "return arguments[0].map(id => document.querySelector(`[data-testid='${id}']`).getBoundingClientRect().top)";

/// A match of BitMartyr on the page.
pub struct BitMartyrPage<'a> {
    browser: &'a Browser,
    match_page: MatchPage<'a>,
}

impl<'a> Deref for BitMartyrPage<'a> {
    type Target = MatchPage<'a>;

    fn deref(&self) -> &MatchPage<'a> {
        &self.match_page
    }
}

impl<'a> BitMartyrPage<'a> {
    /// Opens the page and sets up a match without beginning it: width, height, units, turns.
    pub async fn open(
        browser: &'a Browser,
        bots: &[&str],
        [width, height, population, duration]: [u64; 4],
    ) -> Result<Self> {
        let torus = Self { browser, match_page: MatchPage::new(browser) };
        browser.open("#/bitmartyr").await?;
        torus.stop_first_match().await?;
        browser.click("settings").await?;
        for (id, number) in [("width", width), ("height", height), ("population", population), ("duration", duration)] {
            torus.number(id, number).await?;
        }
        torus.seats(bots.len()).await?;
        for (seat, bot) in bots.iter().enumerate() {
            torus.seat(seat, bot).await?;
        }
        torus.seed(5).await?;
        Ok(torus)
    }

    /// Plays it to its end.
    pub async fn play(&self, turns: u64) -> Result<()> {
        self.begin().await?;
        self.to_the_end().await?;
        self.browser.wait_for_text("turn", |text| text.ends_with(&format!("/ {turns}"))).await?;
        Ok(())
    }

    async fn press(&self, keys: &[&str]) -> Result<()> {
        self.match_page.press("board-chart", keys).await
    }

    /// The 25 numbers of the unit's view that is shown.
    pub async fn sight(&self) -> Result<Vec<String>> {
        let text = self.browser.text("sight").await?;
        Ok(text.split_whitespace().map(str::to_owned).collect())
    }
}

/// The texts of the headings of the moves, and whether each begins where its column does; then
/// where they are once the list has scrolled to its end.
const HEADINGS: &str = "
    const list = document.querySelector('[data-testid=move-list]');
    list.scrollTop = 1e6;
    const [, ...names] = list.querySelectorAll('.headings span');
    const [, ...cells] = list.querySelector('.rounds li').children;
    const left = of => Math.round(of.getBoundingClientRect().left);
    const said = names.map((name, nth) => [name.textContent, left(name) === left(cells[nth])]);
    const [top, edge] = [names[0], list].map(of => of.getBoundingClientRect().top);
    return [...said, list.scrollTop > 0 && Math.abs(top - edge) < 2 ? 'in sight' : `at ${top - edge} of ${list.scrollTop}`];
";

/// The colours of green's curve, card and plate on the card.
const COLOURS_OF_GREEN: &str = r"
    const style = selector => getComputedStyle(document.querySelector(selector));
    return [style('.statistics polyline.bitmartyr-side-2').stroke, style('.seat.bitmartyr-side-2').borderLeftColor,
        style('.seat.bitmartyr-side-2 .bitmartyr-plate').fill];
";

/// Presses the pointer at the left edge of the curve, or drags it there.
const POINT_AT_CURVE: &str = "
    const curve = document.querySelector('[data-testid=course]');
    const {left, top} = curve.getBoundingClientRect();
    curve.dispatchEvent(new PointerEvent(arguments[0], {buttons: 1, bubbles: true, clientX: left + 1, clientY: top + 1}));
";

/// How many of the hints and buttons for the pointer are seen on the screen, and then on paper.
const FOR_THE_POINTER: &str = "
    const parts = [...document.querySelectorAll('.bitmartyr-hint, .bitmartyr-colours button')];
    const seen = () => parts.filter(part => part.getClientRects().length > 0).length;
    const onScreen = seen();
    [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]).forEach(rule => {
        if (rule.media?.mediaText === 'print') rule.media.mediaText = 'all';
    });
    return [onScreen, seen()];
";

in_each_browser! {
    async fn on_paper_there_is_nothing_to_point_at(browser: &Browser) -> Result<()> {
        browser.open("#/bitmartyr").await?;
        browser.find("original-colours").await?;
        assert_eq!(browser.script(FOR_THE_POINTER, vec![]).await?, json!([2, 0]));
        Ok(())
    }

    #[core]
    async fn bots_play_to_the_end_and_a_step_is_one_of_all_of_them(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["wall", "hunter", "random"], [30, 20, 3, 25]).await?;
        torus.play(25).await?;
        let verdict = browser.text("verdict").await?;
        assert!(verdict.contains("wins") || verdict.contains("share") || verdict.starts_with("A draw: "), "{verdict}");
        let nodes = browser.script("return document.querySelectorAll('[data-testid=board] *').length", vec![]).await?;
        assert!(nodes.as_u64().is_some_and(|nodes| nodes < 60), "{nodes} nodes for 600 cells");
        browser.keys(Key::Home).await?;
        browser.keys(Key::Right).await?;
        browser.wait_for_text("round", |text| text.starts_with("Turn 1 ")).await?;
        browser.wait_for_text("status", |text| text.starts_with("Turn 1 of 25: red ")).await?;
        let cells = "return document.querySelectorAll('[data-testid=statistics] table > tbody > tr > td').length";
        assert_eq!(browser.script(cells, vec![]).await?, 6, "units and health of three teams");
        // The statistics agree with the summary.
        let units = browser.text("statistic-0-units").await?;
        let summary = "return document.querySelector('[data-testid=summary]').textContent";
        let summary = browser.script(summary, vec![]).await?;
        assert!(summary.as_str().is_some_and(|words| words.contains(&format!("red: {units} unit"))), "{summary}");
        // A person cannot play BitMartyr.
        let me = "return [...document.querySelector('[data-testid=seat-0-choice]').options].some(option => option.value === 'me')";
        assert_eq!(browser.script(me, vec![]).await?, false);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Headings say whose the columns are, and stay above the moves that scroll.
    async fn columns_of_moves_have_headings(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["up", "up", "up"], [12, 12, 2, 40]).await?;
        torus.play(40).await?;
        browser.click("tab-moves").await?;
        // The list is drawn a frame after the board.
        let (mut headings, expected) = (json!(null), json!([["red", true], ["green", true], ["blue", true], "in sight"]));
        let are_there = async || {
            headings = browser.script(HEADINGS, vec![]).await?;
            Ok(headings == expected)
        };
        let waited = browser.wait_for("headings above the moves", are_there).await;
        waited.with_context(|| format!("they are {headings}"))
    }

    async fn a_unit_that_is_pointed_at_shows_what_it_sees_and_was_told(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["right", "up"], [9, 9, 1, 4]).await?;
        torus.play(4).await?;
        browser.keys(Key::Home).await?;
        torus.press(&["n"]).await?;
        browser.wait_for_text("answer", |text| text.starts_with("Its bot ordered: ")).await?;
        let numbers = torus.sight().await?;
        assert_eq!((numbers.len(), numbers[12].as_str()), (25, "5"));
        // The arrow keys wrap around the edges, and the text is that of the cell.
        torus.press(&["Escape", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp"]).await?;
        browser.wait_for_text("cell", |text| text.starts_with("row 9, column 5: ")).await?;
        // So does the mouse.
        browser.script(HOVER, vec![json!("board-chart"), json!(0.5), json!(0.5)]).await?;
        browser.wait_for_text("cell", |text| text.starts_with("row 5, column 5: ")).await?;
        // After a click on the board, arrow keys move on the board, and not from turn to turn.
        torus.press(&["Escape"]).await?;
        browser.click("board-chart").await?;
        browser.wait_for_text("cell", |text| text.starts_with("row 5, column 5: ")).await?;
        browser.keys(Key::Right).await?;
        browser.wait_for_text("cell", |text| text.starts_with("row 5, column 6: ")).await?;
        browser.wait_for_text("round", |text| text.starts_with("Turn 0 ")).await?;
        Ok(())
    }

    #[core]
    async fn a_bot_is_run_on_an_input_that_was_edited(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["right", "up"], [9, 9, 1, 4]).await?;
        torus.play(4).await?;
        browser.keys(Key::Home).await?;
        torus.press(&["1", "n"]).await?;
        browser.wait_for_text("cell", |text| text.contains("red unit")).await?;
        browser.click("try-unit").await?;
        let input = browser.find("trial-input").await?.value().await?.unwrap_or_default();
        let numbers: Vec<_> = input.split_whitespace().collect();
        assert_eq!((numbers.len(), numbers[1], numbers[2]), (28, "2147483647", "0"), "{input}");
        browser.click("trial-run").await?;
        browser.wait_for_text("trial-ending", |text| text.starts_with("Ended with exit status 0")).await?;
        assert_eq!(browser.text("trial-stdout").await?.chars().filter(|c| "2>rR".contains(*c)).count(), 1);
        // For two units, the bot prints twice.
        browser.fill("trial-input", &format!("{input} {}", numbers[3..].join(" "))).await?;
        browser.click("trial-run").await?;
        let twice = |text: &str| text.chars().filter(|c| "2>rR".contains(*c)).count() == 2;
        browser.wait_for_text("trial-stdout", twice).await?;
        Ok(())
    }

    async fn what_is_being_typed_is_kept_when_the_page_is_drawn_anew(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/bitmartyr").await?;
        browser.click("settings").await?;
        browser.fill("width", "37").await?;
        browser.script(PRESS, vec![json!("add-seat")]).await?;
        browser.find("seat-4").await?;
        // The first match of the page begins meanwhile.
        browser.wait_for_text("turn", |text| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'))).await?;
        let value = async |id: &str| Ok::<_, anyhow::Error>(browser.find(id).await?.value().await?.unwrap_or_default());
        assert_eq!((value("width").await?, value("height").await?), ("37".into(), "100".into()));
        browser.find("width").await?.send_keys(Key::Tab).await?;
        match_page.number("duration", 2).await?;
        match_page.begin().await?;
        let label = async || browser.attribute("board-chart", "aria-label").await;
        browser.wait_for("a board of this width", async || Ok(label().await?.is_some_and(|text| text.contains(" 37 columns")))).await
    }

    async fn curves_are_chosen_by_what_they_count_and_by_team(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["random", "right"], [20, 20, 3, 6]).await?;
        torus.play(6).await?;
        let course = async || Ok::<_, anyhow::Error>(browser.attribute("course", "aria-label").await?.unwrap_or_default());
        assert!(course().await?.starts_with("units: red from 3 to "), "{}", course().await?);
        // Curve and card have the board's colours, also those of the original.
        let colours = async || browser.script(COLOURS_OF_GREEN, vec![]).await;
        assert_eq!(colours().await?, json!(["rgb(0, 243, 3)", "rgb(0, 243, 3)", "rgb(0, 243, 3)"]));
        browser.click("original-colours").await?;
        browser.wait_for("pure green", async || Ok(colours().await? == json!(["rgb(0, 255, 0)", "rgb(0, 255, 0)", "rgb(0, 255, 0)"]))).await?;
        browser.click("curve-1").await?;
        browser.wait_for("the curve of health", async || Ok(course().await?.starts_with("health: red from 15 to "))).await?;
        // By key, as by any other means.
        browser.find("curve-parts").await?.send_keys(Key::Enter).await?;
        browser.wait_for("red's health", async || Ok(course().await?.starts_with("units by health: red from 3 "))).await?;
        browser.click("curve-of-1").await?;
        browser.wait_for("green's health", async || Ok(course().await?.starts_with("units by health: green from 3 "))).await?;
        let mut parts = 0;
        for health in 0..5 {
            parts += browser.text(&format!("part-{health}")).await?.parse::<u32>()?;
        }
        assert_eq!(browser.text("statistic-1-units").await?, parts.to_string());
        // The curve leads to its turns, by a pointer that is pressed on it and by keys.
        let newest = browser.attribute("course", "aria-valuemax").await?.unwrap_or_default();
        let is_at = async |turns: &str| {
            let now = async || Ok(browser.attribute("course", "aria-valuenow").await?.as_deref() == Some(turns));
            browser.wait_for(&format!("{turns} of {newest} turns"), now).await
        };
        is_at(&newest).await?;
        for event in ["pointerdown", "pointermove"] {
            browser.script(POINT_AT_CURVE, vec![json!(event)]).await?;
            is_at("0").await.with_context(|| format!("after {event}"))?;
            browser.find("course").await?.send_keys(Key::End).await?;
            is_at(&newest).await?;
        }
        browser.keys(Key::Home).await?;
        is_at("0").await
    }

    async fn a_match_that_is_too_long_for_a_link_is_offered_as_a_file(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["random", "random", "random", "random"], [60, 60, 300, 60]).await?;
        // A bot that no other visitor has: it has an extra section.
        let bot = std::fs::read(native::module(browser, "bitmartyr", "random"))?;
        browser.drop_bytes("seat-0", "mine.wasm", &[&bot[..], &[0, 2, 1, b'x']].concat()).await?;
        torus.seat_shows(0, "mine").await?;
        torus.play(60).await?;
        browser.click("share").await?;
        let words = async || {
            let mut words = String::new();
            for id in ["no-link", "long-link"] {
                if !browser.find_all(id).await?.is_empty() {
                    words = browser.text(id).await?;
                }
            }
            Ok::<_, anyhow::Error>(words)
        };
        browser.wait_for("a word on its length", async || Ok(words().await?.contains("file"))).await?;
        browser.find("download").await?;
        Ok(())
    }

    async fn the_same_modules_and_seed_play_the_same_match_as_natively(browser: &Browser) -> Result<()> {
        let bots = ["wall", "hunter", "random", "marcher"];
        let torus = BitMartyrPage::open(browser, &bots, [30, 20, 3, 40]).await?;
        let options = ["--width", "30", "--height", "20", "--population", "3", "--duration", "40"];
        torus.plays_as_natively_under("bitmartyr", &bots, 7, &options).await
    }

    async fn a_phone_has_room_for_the_board(browser: &Browser) -> Result<()> {
        browser.resize(Size::PHONE).await?;
        let torus = BitMartyrPage::open(browser, &["wall", "hunter", "random", "up"], [40, 40, 3, 10]).await?;
        torus.play(10).await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out to the right");
        let tops = async || browser.script(TOPS, vec![json!(["board-chart", "timeline"])]).await;
        let before = tops().await?;
        torus.press(&["n"]).await?;
        browser.find("sight").await?;
        assert_eq!(tops().await?, before, "board and player stay where they are");
        let below = async || browser.script(TOPS, vec![json!(["team-0"])]).await;
        let with_unit = below().await?;
        torus.press(&["Escape", "ArrowUp"]).await?;
        browser.wait_for_text("cell", |text| text.contains("row ")).await?;
        assert_eq!(below().await?, with_unit, "what is below an empty cell stays where it is");
        torus.press(&["n"]).await?;
        for id in ["board-chart", "zoom-in", "sight", "timeline", "team-3"] {
            browser.find(id).await?;
        }
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out to the right");
        browser.screenshot(&browser.setting().pictures.join(format!("bitmartyr-phone-{}.png", browser.kind()))).await?;
        Ok(())
    }
}
