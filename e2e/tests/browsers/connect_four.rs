//! Connect Four as a person meets it: playing by clicks, dropping valid and broken files, and
//! stepping through a match.

use std::path::PathBuf;
use std::process::Command;

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;

/// Compiles the bot of the README, as a newcomer would.
fn bot_of_the_readme(folder: &std::path::Path) -> Result<PathBuf> {
    let readme = include_str!("../../../README.md");
    let source = readme.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).context("a bot in Rust")?;
    ensure!(source.lines().count() <= 20, "the README promises a bot in 20 lines");
    let (file, module) = (folder.join("readme.rs"), folder.join("readme.wasm"));
    std::fs::write(&file, source)?;
    let built = Command::new("rustc")
        .args(["--edition", "2024", "-O", "--target", "wasm32-wasip1", "-o"])
        .arg(&module)
        .arg(&file)
        .status()?;
    ensure!(built.success(), "the README's bot compiles");
    Ok(module)
}

/// A module that writes a file into its folder and exits.
const DIARIST: &str = r#"(module
    (import "wasi_snapshot_preview1" "path_create_directory" (func $mkdir (param i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "path_open"
        (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 1)
    (data (i32.const 0) "notes/first.txt")
    (data (i32.const 32) "dear diary\n")
    (data (i32.const 64) "\20\00\00\00\0b\00\00\00")
    (func (export "_start")
        (drop (call $mkdir (i32.const 3) (i32.const 0) (i32.const 5)))
        (drop (call $open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 15)
            (i32.const 1) (i64.const 64) (i64.const 64) (i32.const 0) (i32.const 96)))
        (drop (call $write (i32.load (i32.const 96)) (i32.const 64) (i32.const 1) (i32.const 100)))))"#;

/// Fetches the file behind a link of the page, and returns its text.
const FETCH: &str = r"
    const link = document.querySelector(`[data-testid='${arguments[0]}']`);
    return fetch(link.href).then(answer => answer.text());
";

/// The numbers below the columns.
const NUMBERS: &str = "return [...document.querySelectorAll('.four-number')].map(number => number.textContent)";

/// Where a disc is whose fall begins: whether the board is below the status line and the disc above
/// the board, and whether the disc is seen there.
const START_OF_FALL: &str = "
    const fall = document.getAnimations().find(one => one.animationName === 'fall');
    const parts = [document.querySelector('.status'), document.querySelector('.four-board'), fall.effect.target];
    const [status, board, disc] = parts.map(part => part.getBoundingClientRect());
    const met = document.elementFromPoint(disc.left + disc.width / 2, disc.top + disc.height / 2);
    return [status.bottom <= board.top, disc.bottom <= board.top, parts[1].contains(met)];
";

/// Makes the page take the typed time for a move, while the field keeps the focus.
const TAKE_TIME: &str =
    "document.querySelector('[data-testid=time-limit]').dispatchEvent(new Event('change', { bubbles: true }))";
/// Empties the field of the time, as a person does.
const EMPTY_TIME: &str = "
    const field = document.querySelector('[data-testid=time-limit]');
    field.focus();
    field.value = '';
    ['input', 'change'].forEach(type => field.dispatchEvent(new Event(type, { bubbles: true })));
";
/// What a screen reader reports of the field of the time: whether it is invalid, and its
/// description.
const TOLD_OF_TIME: &str = "
    const field = document.querySelector('[data-testid=time-limit]');
    const [isWrong, why] = ['aria-invalid', 'aria-describedby'].map(name => field.getAttribute(name));
    return [isWrong, why && document.getElementById(why).textContent.trim()];
";

in_each_browser! {
    #[core]
    async fn a_person_plays_by_clicks(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(0, "Me").await?;
        match_page.seat(1, "random").await?;
        match_page.begin().await?;
        // In a past position, a press says why it plays nothing, and leads back.
        browser.wait_for_text("status", |text| text.contains("Your turn")).await?;
        browser.click("col-4").await?;
        browser.wait_for("both have played", async || Ok(match_page.discs().await? == 2)).await?;
        browser.click("back").await?;
        browser.wait_for("one turn back", async || Ok(match_page.discs().await? == 1)).await?;
        browser.click("col-4").await?;
        browser.wait_for_text("toast", |text| text.starts_with("You look at turn 1, ")).await?;
        browser.click("toast-now").await?;
        browser.wait_for("the latest turn", async || Ok(match_page.discs().await? == 2)).await?;
        match_page.play_on(async |column| browser.click(&format!("col-{column}")).await).await?;
        assert!(match_page.discs().await? >= 7);
        Ok(())
    }

    async fn a_bot_built_elsewhere_is_dropped_and_plays(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        let folder = tempfile::tempdir()?;
        let module = bot_of_the_readme(folder.path())?;
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.drop_file("seat-0", &module).await?;
        match_page.seat_shows(0, "readme").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("readme").await?;
        assert!(match_page.discs().await? >= 7);
        Ok(())
    }

    async fn terms_are_the_same_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        browser.click("settings").await?;
        browser.fill("time-limit", "0.05").await?;
        browser.find("time-limit").await?.send_keys(Key::Tab).await?;
        // The bot is late at one speed and in time at the other.
        for (speed, factor) in [("half", "0.5"), ("four times", "4")] {
            browser.choose("clock", speed).await?;
            match_page.plays_as_natively_under("connect-four", &["negamax", "random"], 3, &["--time", "50ms", "--speed", factor]).await?;
        }
        let verdict = browser.text("verdict").await?;
        assert!(verdict.contains("negamax wins"), "{verdict}");
        browser.choose("clock", "real time").await?;
        match_page.seat(0, "tactician").await?;
        browser.fill("time-limit", "60").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("tactician").await
    }

    async fn columns_have_numbers_and_buttons_say_their_seed(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        match_page.seed(4321).await?;
        browser.wait_for_text("play", |text| text.contains("seed 4321")).await?;
        assert_eq!(browser.text("rematch").await?, "New match", "from the same seed it would be the same match");
        assert_eq!(browser.script(NUMBERS, vec![]).await?, json!(["1", "2", "3", "4", "5", "6", "7"]));
        // A falling disc is seen only within the board: it covers no text above it.
        let turn = browser.text("turn").await?;
        browser.click("back").await?;
        browser.wait_for_text("turn", |text| text != turn).await?;
        browser.hold_animations().await?;
        browser.script("document.querySelector('[data-testid=forward]').click()", vec![]).await?;
        assert_eq!(browser.script(START_OF_FALL, vec![]).await?, json!([true, true, false]));
        Ok(())
    }

    /// Regression: a message at the other end of the page reported it, and the field showed
    /// nothing.
    async fn a_time_that_cannot_be_is_refused_beside_its_field(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.click("settings").await?;
        browser.fill("time-limit", "0").await?;
        browser.script(TAKE_TIME, vec![]).await?;
        let told = async || browser.script(TOLD_OF_TIME, vec![]).await;
        let is_refused = async || Ok(told().await? == json!(["true", "0.001 to 600"]));
        browser.wait_for("the field is wrong and says why", is_refused).await?;
        ensure!(browser.find_all("toast").await?.is_empty(), "it is said once");
        browser.fill("time-limit", "2").await?;
        browser.script(TAKE_TIME, vec![]).await?;
        let is_right = async || Ok(told().await? == json!([null, null]));
        browser.wait_for("the field is right", is_right).await?;
        // An empty field means the usual time.
        browser.script(EMPTY_TIME, vec![]).await?;
        browser.find("time-limit").await?.send_keys(Key::Tab).await?;
        let is_usual = async || Ok(browser.find("time-limit").await?.value().await?.as_deref() == Some(""));
        browser.wait_for("the field stays empty", is_usual).await?;
        assert_eq!(told().await?, json!([null, null]));
        Ok(())
    }

    async fn what_a_bot_leaves_in_its_folder_can_be_taken_home(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.seat(1, "random").await?;
        browser.drop_bytes("seat-0", "diarist.wasm", &wat::parse_str(DIARIST)?).await?;
        match_page.seat_shows(0, "diarist").await?;
        match_page.begin().await?;
        match_page.to_the_end_of("diarist").await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        assert_eq!(browser.text("left-0").await?, "notes/first.txt");
        assert_eq!(browser.attribute("left-0", "download").await?.as_deref(), Some("first.txt"));
        let held = browser.script(FETCH, vec![json!("left-0")]).await?;
        assert_eq!(held, "dear diary\n");
        browser.click("inspect-1").await?;
        let is_nothing_left = async || Ok(browser.find_all("left").await?.is_empty());
        browser.wait_for("the other bot has left nothing", is_nothing_left).await
    }

    async fn a_file_that_is_no_bot_gets_a_sentence(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.drop_bytes("seat-0", "holiday.jpg", b"\xff\xd8\xff\xe0 no module").await?;
        let toast = browser.wait_for_text("toast", |text| text.contains("holiday.jpg")).await?;
        assert!(toast.contains("it is a picture"), "{toast}");
        browser.click("toast-close").await?;
        // The page goes on as before.
        MatchPage::new(browser).to_the_end().await
    }

    /// The bot computes in a worker, and the page draws and hears meanwhile.
    #[core]
    async fn a_looping_bot_leaves_the_page_usable(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        browser.click("settings").await?;
        // More than the case waits for anything.
        match_page.number("time-limit", 600).await?;
        browser.drop_file("seat-0", &browser.setting().bots.join("hostile-loop.wasm")).await?;
        match_page.seat_shows(0, "hostile-loop").await?;
        match_page.begin().await?;
        browser.find("seat-0-thinking").await?;
        browser.click("tab-inspector").await?;
        browser.find("inspector").await?;
        browser.find("seat-0-thinking").await?;
        browser.click("stop").await?;
        browser.wait_for_text("verdict", |text| text == "Stopped before the first turn.").await?;
        Ok(())
    }

    #[core]
    #[browsers_differ]
    async fn the_same_modules_and_seed_play_the_same_match_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        for (seed, bots) in [(7, ["random", "tactician"]), (8, ["tactician", "random"]), (9, ["negamax", "random"])] {
            match_page.plays_as_natively("connect-four", &bots, seed).await?;
        }
        Ok(())
    }

    #[core]
    async fn the_player_steps_through_a_match(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four/r/AYCqYNxf.AR09KCno7w2297d0gOaT").await?;
        browser.keys(Key::End).await?;
        browser.wait_for_text("verdict", |text| text == "negamax wins: four in a row.").await?;
        browser.wait_for("all discs", async || Ok(match_page.discs().await? == 7)).await?;
        browser.keys(Key::Left).await?;
        browser.wait_for("one turn back", async || Ok(match_page.discs().await? == 6)).await?;
        browser.keys(Key::Home).await?;
        browser.wait_for("the start", async || Ok(match_page.discs().await? == 0)).await?;
        browser.click("move-3").await?;
        browser.wait_for("turn 3", async || Ok(match_page.discs().await? == 3)).await?;
        browser.wait_for("the turn in the address", async || Ok(browser.route().await?.ends_with("t=3"))).await
    }

    #[core]
    async fn a_phone_has_room_for_everything(browser: &Browser) -> Result<()> {
        browser.resize(Size::PHONE).await?;
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        let wide = browser.script("return document.documentElement.scrollWidth > innerWidth", vec![]).await?;
        assert_eq!(wide, false, "nothing sticks out to the right");
        for id in ["board", "play", "timeline"] {
            browser.find(id).await?;
        }
        Ok(())
    }

    #[core]
    async fn a_screen_reader_finds_cells_and_names(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four/r/AYCqYNxf.AR09KCno7w2297d0gOaT").await?;
        browser.keys(Key::End).await?;
        browser.wait_for_text("verdict", |text| text == "negamax wins: four in a row.").await?;
        let name = async || browser.attribute("cell-4-1", "aria-label").await;
        browser.wait_for("a cell's name", async || Ok(name().await?.as_deref() == Some("column 4, row 1: red"))).await?;
        let nameless = "return [...document.querySelectorAll('button, select, input')].filter(one => one.getClientRects().length \
            && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length || one.title) \
            && one.getAttribute('aria-hidden') !== 'true').map(one => one.outerHTML)";
        assert_eq!(browser.script(nameless, vec![]).await?, serde_json::json!([]));
        Ok(())
    }
}
