//! A match as one HTML file, opened from a disk, without a server.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

use crate::accessibility::check_document;
use crate::match_page::MatchPage;
use crate::match_page::native::program;

/// How many characters the board in the file has as text, and whether that text is the one of the
/// picture in the argument.
const COMPARED: &str = "
    const picture = new DOMParser().parseFromString(arguments[0], 'image/svg+xml').querySelector('svg > svg');
    const again = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    again.innerHTML = picture.innerHTML;
    const board = document.querySelector('svg.board').innerHTML;
    return [board.length, again.innerHTML.replaceAll(' xmlns=\"http://www.w3.org/2000/svg\"', '') === board];
";

/// The text about the turn, the marked rows, whether everything fits the window's width, and
/// whether anything was fetched.
const SEEN: &str = "
    const marked = [...document.querySelectorAll('[aria-current]')].map(row => row.textContent);
    const state = document.querySelector('[data-testid=state]')?.textContent ?? '';
    const isWide = document.documentElement.scrollWidth > innerWidth;
    return { state, marked, isWide, fetched: performance.getEntriesByType('resource').length };
";

/// Records the texts about the turn from now on.
const NOTE_STATES: &str = "
    const state = document.querySelector('[data-testid=state]');
    window.states = [];
    new MutationObserver(() => window.states.push(state.textContent)).observe(state, { childList: true, characterData: true, subtree: true });
";

/// The bots' output in the turn that is shown.
const HEARD: &str = "
    const details = document.querySelector('[data-testid=transcript]');
    details.open = true;
    return details.textContent;
";

/// Records the files that are saved from now on: for each name its type, its text, and its width as
/// a picture.
const CATCH_FILES: &str = "
    window.saved = {};
    const blobs = {}, create = URL.createObjectURL;
    URL.createObjectURL = blob => { const address = create.call(URL, blob); blobs[address] = blob; return address; };
    HTMLAnchorElement.prototype.click = async function () {
        const { href, download } = this, blob = blobs[href], image = new Image();
        image.src = create.call(URL, blob);
        await image.decode().catch(() => {});
        const isText = !/png|gif/.test(blob.type);
        const text = isText ? await blob.text() : new TextDecoder('latin1').decode(await blob.arrayBuffer());
        window.saved[download] = [blob.type, text, image.naturalWidth];
    };
";

/// How bright the pixels of the QR code are, row by row, as letters from `A` on, and how wide it
/// is.
const CODE_PIXELS: &str = "
    const image = document.querySelector('[data-testid=qr-code]'), canvas = document.createElement('canvas');
    return image.decode().then(() => {
        const width = Math.round(image.getBoundingClientRect().width);
        canvas.width = canvas.height = width;
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0, width, width);
        const { data } = context.getImageData(0, 0, width, width);
        let text = '';
        for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(65 + (data[at] >> 4));
        return [width, text];
    });
";

/// Decodes the QR code in these pixels.
fn read_code(pixels: &Value) -> Result<String> {
    let width = pixels[0].as_u64().context("a width")? as usize;
    let image: Vec<u8> = pixels[1].as_str().context("pixels")?.bytes().map(|letter| (letter - b'A') << 4).collect();
    let mut reader = quircs::Quirc::default();
    let code = reader.identify(width, width, &image).next().context("a code")??;
    Ok(String::from_utf8(code.decode()?.payload)?)
}

/// A match of Connect Four that has 15 turns.
const LINK: &str = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";

/// Games with two bundled bots each, and how many turns people count.
const MATCHES: [(&str, &[&str]); 4] = [
    ("connect-four", &["builtin:tactician", "builtin:random"]),
    ("stratego", &["builtin:forfax", "builtin:sleuth"]),
    ("generals", &["builtin:hunter", "builtin:random"]),
    ("bitmartyr", &["builtin:hunter", "builtin:random"]),
];

/// Plays a match, writes it as a page beside its file, and opens the page. Returns how many turns
/// it has.
async fn open(browser: &Browser, folder: &Path, game: &str, bots: &[&str], options: &[&str]) -> Result<u64> {
    let file = |ending: &str| folder.join(format!("{game}.{ending}")).to_string_lossy().into_owned();
    let (record, page) = (file("json"), file("html"));
    let small: &[&str] =
        if game == "bitmartyr" { &["--width", "30", "--height", "24", "--duration", "60"] } else { &[] };
    program(browser, [&["play", game, "--seed", "5", "--save", &record], small, bots].concat())?;
    program(browser, [&["replay", &record, "--picture", &page], options].concat())?;
    browser.open_address(&format!("file://{page}")).await?;
    browser.wait_for("the match", async || Ok(seen(browser).await?["state"] != "")).await?;
    let max = browser.script("return Number(document.querySelector('[data-testid=slider]').max)", vec![]).await?;
    max.as_u64().context("a number of turns")
}

async fn seen(browser: &Browser) -> Result<Value> {
    browser.script(SEEN, vec![]).await
}

in_each_browser! {
    /// In every game the boards are those of the pictures, forwards, backwards and far away.
    #[browsers_differ]
    async fn a_file_shows_the_boards_of_its_match(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        for (game, bots) in MATCHES {
            let turns = open(browser, folder.path(), game, bots, &[]).await?;
            ensure!(turns > 6, "{game} has {turns} turns");
            let record = folder.path().join(format!("{game}.json")).to_string_lossy().into_owned();
            for turn in [0, 1, 2, turns, turns / 2, turns / 2 - 1, 3] {
                let go = "const slider = document.querySelector('[data-testid=slider]'); slider.value = arguments[0]; slider.dispatchEvent(new Event('input'));";
                browser.script(go, vec![json!(turn)]).await?;
                let picture = folder.path().join("position.svg").to_string_lossy().into_owned();
                program(browser, ["replay", &record, "--turn", &turn.to_string(), "--picture", &picture])?;
                let compared = browser.script(COMPARED, vec![json!(std::fs::read_to_string(&picture)?)]).await?;
                ensure!(compared[0].as_u64() > Some(100) && compared[1] == true, "{game}, turn {turn}: {compared}");
            }
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Keys, turns, texts, a phone; no request is made.
    #[browsers_differ]
    async fn a_file_is_played_without_a_network(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let (game, bots) = MATCHES[0];
        let turns = open(browser, folder.path(), game, bots, &["--turn", "3"]).await?;
        ensure!(seen(browser).await?["state"] == format!("Turn 3 of {turns}"), "it is opened where it was to be");
        browser.keys(Key::Home).await?;
        ensure!(seen(browser).await?["marked"] == json!([]), "nothing was played at the start");
        browser.keys(Key::Right).await?;
        let at_first = seen(browser).await?;
        ensure!(at_first["state"] == format!("Turn 1 of {turns}"), "{at_first}");
        ensure!(at_first["marked"][0].as_str().is_some_and(|row| row.starts_with("1.tactician: ")), "{at_first}");
        let hears = async || Ok(browser.script(HEARD, vec![]).await?.as_str().is_some_and(|heard| heard.contains("tactician, stdout")));
        browser.wait_for("what tactician printed", hears).await?;
        browser.keys(Key::End).await?;
        ensure!(seen(browser).await?["state"].as_str().is_some_and(|state| state.contains(" wins")), "it says who has won");
        // Play at the end starts again from the first turn.
        browser.script(NOTE_STATES, vec![]).await?;
        browser.script("document.querySelector('[aria-label=Play]').click()", vec![]).await?;
        let second = json!(format!("Turn 2 of {turns}"));
        let is_played = "return window.states.includes(arguments[0])";
        let plays = async || Ok(browser.script(is_played, vec![second.clone()]).await? == true);
        browser.wait_for("it plays", plays).await?;
        browser.script("document.querySelector('[data-testid=turns] button').click()", vec![]).await?;
        ensure!(seen(browser).await?["state"] == format!("Turn 1 of {turns}"), "a row leads to its turn");
        for size in [Size::PHONE, Size { width: 1440, height: 900 }] {
            browser.resize(size).await?;
            let seen = seen(browser).await?;
            ensure!(seen["isWide"] == false && seen["fetched"] == 0, "{seen}");
        }
        // Regression: the controls were below the window of a phone that is held sideways.
        browser.resize(Size { width: 844, height: 390 }).await?;
        let end = "return document.querySelector('.controls').getBoundingClientRect().bottom + scrollY - innerHeight";
        let below = browser.script(end, vec![]).await?;
        ensure!(below.as_f64().is_some_and(|below| below <= 0.0), "{below} pixels of them are below it");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The page saves a match as a page, as a picture and as a log.
    #[core]
    async fn the_page_saves_what_others_read(browser: &Browser) -> Result<()> {
        browser.open(&format!("{LINK}?t=4")).await?;
        browser.script(CATCH_FILES, vec![]).await?;
        browser.click("share").await?;
        let mut saved = Value::Null;
        let buttons = ["export-html", "export-png", "export-svg", "export-log", "export-gif"];
        for (number, button) in buttons.into_iter().enumerate() {
            browser.click(button).await?;
            browser.wait_for(button, async || {
                saved = browser.script("return window.saved", vec![]).await?;
                Ok(saved.as_object().is_some_and(|saved| saved.len() > number))
            }).await?;
        }
        let file = |ending: &str| {
            let saved = saved.as_object()?;
            saved.iter().find(|(name, _)| name.starts_with("connect-four-") && name.ends_with(ending)).map(|(_, file)| file)
        };
        let [png, svg, log, html, gif] = [".png", ".svg", ".txt", ".html", ".gif"].map(file);
        ensure!(png.is_some_and(|png| png[0] == "image/png" && png[2] == 1440), "{saved}");
        let gif = gif.filter(|gif| gif[0] == "image/gif" && gif[2] == 720).and_then(|gif| gif[1].as_str());
        // Each picture begins with these bytes: one is of the start, and one follows each turn.
        let pictures = gif.map(|gif| gif.matches("\u{21}\u{f9}\u{4}").count());
        let turns = browser.text("turn").await?.rsplit("/ ").next().and_then(|turns| turns.trim().parse::<usize>().ok());
        ensure!(turns.is_some() && pictures == turns.map(|turns| turns + 1), "{pictures:?} pictures of {turns:?} turns");
        ensure!(svg.is_some_and(|svg| svg[0] == "image/svg+xml" && svg[2] == 720), "{saved}");
        ensure!(svg.is_some_and(|svg| svg[1].as_str().is_some_and(|svg| svg.contains("turn 4 of "))), "{saved}");
        ensure!(log.and_then(|log| log[1].as_str()).is_some_and(|log| log.trim().bytes().all(|byte| byte.is_ascii_digit())), "{saved}");
        let folder = tempfile::tempdir()?;
        let page = folder.path().join("match.html");
        std::fs::write(&page, html.and_then(|html| html[1].as_str()).context("a page")?)?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        browser.open_address(&format!("file://{}", page.display())).await?;
        browser.wait_for("the match", async || Ok(seen(browser).await?["state"].as_str().is_some_and(|state| state.starts_with("Turn 4 of ")))).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The board as text is the output of the command line.
    async fn the_board_is_text_too(browser: &Browser) -> Result<()> {
        for (game, bots) in &MATCHES[..2] {
            let played = program(browser, [&["play", game, "--seed", "5"], *bots].concat())?;
            let played = String::from_utf8_lossy(&played).into_owned();
            let link = played.lines().find_map(|line| line.strip_prefix("link ")).context("a link")?;
            let address = format!("{link}?t=4");
            browser.open(&address).await?;
            browser.click("share").await?;
            browser.click("export-text").await?;
            let text = browser.find("board-text").await?.value().await?.unwrap_or_default();
            let shown = program(browser, ["replay", &address])?;
            let shown = String::from_utf8_lossy(&shown).into_owned();
            // The turns are in the page's list of moves.
            let (board, _) = shown.split_once("\nturns ").context("turns")?;
            ensure!(text.starts_with(board) && text.contains("after turn 4 of "), "{text}\n{board}");
            browser.click("dialog-close").await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A reader of QR codes that looks at the page's pixels finds the link.
    async fn a_link_is_shown_as_a_code(browser: &Browser) -> Result<()> {
        browser.open(LINK).await?;
        browser.click("share").await?;
        browser.click("show-qr-code").await?;
        let code = browser.find("qr-code").await?;
        let link = browser.find("link").await?.value().await?.context("a link")?;
        assert_eq!(code.attribute("alt").await?, Some(format!("QR code of {link}")));
        assert_eq!(read_code(&browser.script(CODE_PIXELS, vec![]).await?)?, link);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Writing an animation takes a while, and its progress is shown.
    async fn an_animation_can_be_stopped(browser: &Browser) -> Result<()> {
        browser.open("#/generals").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.script(CATCH_FILES, vec![]).await?;
        browser.click("share").await?;
        browser.click_and_interrupt("export-gif", "export-stop").await?;
        browser.wait_for_text("share-dialog", |text| text.contains("Other formats:")).await?;
        browser.click("export-png").await?;
        let saved = async || browser.script("return Object.keys(window.saved)", vec![]).await;
        browser.wait_for("a picture", async || Ok(saved().await?.as_array().is_some_and(|saved| !saved.is_empty()))).await?;
        ensure!(saved().await?.as_array().is_some_and(|saved| saved.len() == 1), "{}", saved().await?);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_file(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let (game, bots) = MATCHES[0];
        for options in [&[][..], &["--dark"]] {
            open(browser, folder.path(), game, bots, options).await?;
            check_document(browser).await?;
        }
        Ok(())
    }
}
