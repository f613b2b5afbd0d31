//! A match in a frame of another page: the board and its controls alone, in a frame that is as high
//! as they are.

use std::fs;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, Size, StaticServer, in_each_browser};

use crate::folder::copy;

/// A page with a match of Connect Four in a frame, whose height follows what the frame tells.
const PAGE: &str = r#"<!doctype html><meta charset="utf-8"><title>A page about bots</title><link rel="icon" href="data:,">
<iframe id="match" title="A match" style="width: 100%; height: 560px; border: 0" src="./?embed#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M"></iframe>
<script>
  globalThis.told = 0;
  addEventListener("message", ({ data, source }) => {
    told += 1;
    const frame = document.getElementById("match");
    if (source === frame.contentWindow && data.source === "botyard") frame.style.height = `${data.height}px`;
  });
</script>"#;

/// What is seen in the frame: the parts of the page, how many discs lie on the board, and whether
/// anything of it is cut off.
const SEEN: &str = "
    const frame = document.getElementById('match'), inside = frame.contentDocument;
    const controls = [...inside.querySelectorAll('.transport-row :is(button, select)')].map(one => one.getBoundingClientRect()).filter(({ width }) => width > 0);
    const overlaps = controls.filter((one, nth) => controls.some((other, at) => at > nth && one.left < other.right - 1 && other.left < one.right - 1));
    const shows = part => !!inside.querySelector(part)?.getClientRects().length;
    return {
        parts: ['.stage', '.transport', '.whole-page', '.top', '.side'].filter(shows),
        link: inside.querySelector('.whole-page')?.href,
        turn: inside.querySelector(`[data-testid='turn']`)?.textContent,
        isApart: overlaps.length === 0 && inside.documentElement.scrollWidth <= frame.clientWidth,
        isWhole: inside.documentElement.scrollHeight <= frame.clientHeight && frame.clientHeight > frame.clientWidth,
    };
";

/// Makes the frame as low as one is whose page says nothing of a height.
const LOW: &str = "document.getElementById('match').style.height = '150px'";

/// How often the frame has told its height, and what it is, after some frames.
const REST: &str = "return new Promise(done => setTimeout(() =>
    done([told, document.getElementById('match').clientHeight]), 700))";

in_each_browser! {
    async fn a_frame_shows_board_and_controls_and_is_as_high_as_they_are(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        fs::write(folder.path().join("about.html"), PAGE)?;
        let server = StaticServer::start(folder.path()).await?;
        browser.resize(Size::PHONE).await?;
        browser.open_address(&format!("{}about.html", server.address())).await?;
        let seen = async || browser.script(SEEN, vec![]).await;
        browser.wait_for("the match in its frame", async || {
            let seen = seen().await?;
            Ok(seen["isWhole"] == true && seen["parts"].as_array().is_some_and(|parts| parts.len() == 3))
        }).await?;
        let shown = seen().await?;
        assert_eq!(shown["parts"], serde_json::json!([".stage", ".transport", ".whole-page"]));
        let link = shown["link"].as_str().context("a link to the whole page")?;
        assert!(link.starts_with(&format!("{}#/connect-four/r/", server.address())), "{link}");
        // At any width, what is told comes to an end; and where the frame was low, it shows all of
        // the board in the end.
        for width in [300, 390, 700, 900, 1440] {
            browser.resize(Size { width, height: 900 }).await?;
            browser.script(LOW, vec![]).await?;
            let mut last = serde_json::Value::Null;
            let rests = async || {
                let told = browser.script(REST, vec![]).await?;
                Ok(std::mem::replace(&mut last, told.clone()) == told)
            };
            browser.wait_for(&format!("a frame at rest, {width} px wide"), rests).await?;
            match width {
                ..=860 => browser.wait_for("the whole match", async || Ok(seen().await?["isWhole"] == true)).await?,
                _ => assert_eq!(browser.script(REST, vec![]).await?[1], 640, "{width} px wide"),
            }
            // Regression: in a frame of 300 px the speed covered a button.
            assert_eq!(seen().await?["isApart"], true, "{width} px wide");
        }
        browser.resize(Size::PHONE).await?;
        let picture = format!("embed-{}.png", browser.kind());
        browser.screenshot(&browser.setting().pictures.join(picture)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
