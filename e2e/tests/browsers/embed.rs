//! A match in a frame of another page: the board and its controls alone, in a frame that is as high
//! as they are.

use std::fs;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, Size, StaticServer, in_each_browser};
use serde_json::{Value, json};

use crate::folder::copy;
use crate::offline::{find_new_version, open_until_kept};

/// A match of Connect Four.
const CONNECT_FOUR: &str = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";

/// A page with a match in a frame, whose height follows the messages of the frame. It is not at rest
/// until the frame is drawn with that height: then the frame has been laid out, and has sent its next
/// height if that is another.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>A page about bots</title><link rel="icon" href="data:,">
<iframe id="match" title="A match" style="width: 100%; height: 560px; border: 0" src="./?embedMATCH"></iframe>
<script>
  addEventListener("message", ({ data, source }) => {
    const frame = document.getElementById("match");
    if (source !== frame.contentWindow || data.source !== "botyard") return;
    frame.style.height = `${data.height}px`;
    requestAnimationFrame(() => {});
  });
</script>"#;

/// The visible contents of the frame: the parts of the page, how many discs lie on the board, and
/// whether anything is cut off.
const SEEN: &str = "
    const frame = document.getElementById('match'), inside = frame.contentDocument;
    const controls = [...inside.querySelectorAll('.transport-row :is(button, select)')].map(one => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    const overlaps = controls.filter((one, nth) => controls.some((other, at) => at > nth && one.left < other.right - 1 && other.left < one.right - 1));
    const shows = part => !!inside.querySelector(part)?.getClientRects().length;
    return {
        parts: ['.stage', '.transport', '.whole-page', '.top', '.side'].filter(shows),
        link: inside.querySelector('.whole-page')?.href,
        names: inside.querySelector('.embedded-match')?.textContent,
        turn: inside.querySelector(`[data-testid='turn']`)?.textContent,
        isApart: overlaps.length === 0 && inside.documentElement.scrollWidth <= frame.clientWidth,
        isWhole: inside.documentElement.scrollHeight <= frame.clientHeight && frame.clientHeight > frame.clientWidth,
    };
";

/// Makes the frame as low as a browser does without a height from its page, and has it drawn so.
const LOW: &str = "document.getElementById('match').style.height = '150px'; requestAnimationFrame(() => {})";

/// How high the frame is, in CSS pixels.
const HEIGHT: &str = "return document.getElementById('match').clientHeight";

/// Whether the notice of a new version is in the frame, and whether it can be seen there.
const NOTICE: &str = "
    const notice = document.getElementById('match').contentDocument.querySelector('.new-version');
    return [!!notice, !!notice?.getClientRects().length];
";

/// Presses a button in the frame, and returns where the link to the whole page then leads.
const PRESS: &str = "
    const inside = document.getElementById('match').contentDocument;
    inside.querySelector(`[data-testid='${arguments[0]}']`).click();
    return inside.querySelector('.whole-page').href;
";

/// The built page in a folder of its own, beside it a page with a frame for each of these matches:
/// `about-0.html`, `about-1.html` ...
fn folder_with_frames(browser: &Browser, matches: &[&str]) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    copy(&browser.setting().dist, folder.path())?;
    for (number, route) in matches.iter().enumerate() {
        fs::write(folder.path().join(format!("about-{number}.html")), PAGE.replace("MATCH", route))?;
    }
    Ok(folder)
}

async fn seen(browser: &Browser) -> Result<Value> {
    browser.script(SEEN, vec![]).await
}

/// Waits until the frame shows all of a match.
async fn wait_for_frame(browser: &Browser) -> Result<Value> {
    browser
        .wait_for("the match in its frame", async || {
            let seen = seen(browser).await?;
            Ok(seen["isWhole"] == true && seen["parts"].as_array().is_some_and(|parts| parts.len() == 3))
        })
        .await?;
    seen(browser).await
}

/// At this width, the frame stops sending heights, or the page would not come to rest; and if it was
/// low, it shows the whole board in the end.
async fn rests_at(browser: &Browser, width: u32) -> Result<()> {
    browser.resize(Size { width, height: 900 }).await?;
    browser.script(LOW, vec![]).await?;
    match width {
        ..=860 => assert_eq!(seen(browser).await?["isWhole"], true, "{width} px wide"),
        _ => assert_eq!(browser.script(HEIGHT, vec![]).await?, 640, "{width} px wide"),
    }
    // Regression: in a frame of 300 px the speed covered a button.
    assert_eq!(seen(browser).await?["isApart"], true, "{width} px wide");
    Ok(())
}

async fn picture(browser: &Browser, name: &str) -> Result<()> {
    browser.screenshot(&browser.setting().pictures.join(format!("{name}-{}.png", browser.kind()))).await
}

in_each_browser! {
    #[core]
    async fn a_frame_shows_board_and_controls_and_is_as_high_as_they_are(browser: &Browser) -> Result<()> {
        let folder = folder_with_frames(browser, &[CONNECT_FOUR])?;
        let server = StaticServer::start(folder.path()).await?;
        browser.resize(Size::PHONE).await?;
        browser.open_address(&format!("{}about-0.html", server.address())).await?;
        let shown = wait_for_frame(browser).await?;
        assert_eq!(shown["parts"], json!([".stage", ".transport", ".whole-page"]));
        let link = shown["link"].as_str().context("a link to the whole page")?;
        assert!(link.starts_with(&format!("{}#/connect-four/r/", server.address())), "{link}");
        let names = shown["names"].as_str().context("whose match it is")?;
        assert!(names.contains(" \u{2013} ") && names.ends_with(" \u{b7} Connect Four"), "{names}");
        for width in [300, 320, 480, 560, 860, 900, 1440] {
            rests_at(browser, width).await?;
            picture(browser, &format!("embed-{width}")).await?;
        }
        // The link leads to the turn that is shown, which the page writes into its address.
        let leads_to_start = async || {
            let link = browser.script(PRESS, vec![json!("first")]).await?;
            Ok(link.as_str().is_some_and(|link| link.ends_with("?t=0")))
        };
        browser.wait_for("a link to the start of the match", leads_to_start).await?;
        browser.resize(Size::PHONE).await?;
        picture(browser, "embed").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// A board of many pieces, and one on a canvas.
    #[browsers_differ]
    async fn frames_are_as_high_as_other_boards_too(browser: &Browser) -> Result<()> {
        let games = ["#/stratego", "#/generals"];
        let folder = folder_with_frames(browser, &games)?;
        let server = StaticServer::start(folder.path()).await?;
        for (number, game) in games.iter().enumerate() {
            browser.resize(Size::PHONE).await?;
            browser.open_address(&format!("{}about-{number}.html", server.address())).await?;
            wait_for_frame(browser).await.context(*game)?;
            for width in [390, 900] {
                rests_at(browser, width).await.context(*game)?;
            }
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the notice covered the board; an embedded page has no place for it.
    #[browsers_differ]
    async fn a_frame_says_nothing_of_a_new_version(browser: &Browser) -> Result<()> {
        let folder = folder_with_frames(browser, &[CONNECT_FOUR])?;
        let server = open_until_kept(browser, folder.path()).await?;
        find_new_version(browser, folder.path()).await?;
        browser.resize(Size::PHONE).await?;
        browser.open_address(&format!("{}about-0.html", server.address())).await?;
        wait_for_frame(browser).await?;
        let is_there = async || Ok(browser.script(NOTICE, vec![]).await?[0] == true);
        browser.wait_for("the notice", is_there).await?;
        assert_eq!(browser.script(NOTICE, vec![]).await?, json!([true, false]), "nobody sees it");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
