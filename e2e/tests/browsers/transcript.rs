//! A bot's input and output in the inspector: turn by turn, filtered, searched, copied, and beside
//! the board.

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::{Value, json};

use crate::match_page::{MatchPage, native};

/// Records copied text from now on.
const CATCH_COPIED: &str = "navigator.clipboard.writeText = async text => { window.copied = text; }";

/// The number of the turn whose heading is marked, and whether it is in sight.
const CURRENT: &str = "
    const turn = document.querySelector('bot-transcript [aria-current] .turn-name');
    const [place, room] = [turn, document.querySelector('.panel.inspector')].map(of => of?.getBoundingClientRect());
    return turn ? [turn.textContent.split(':')[0], place.top >= room.top - 1 && place.bottom <= room.bottom + 1] : null;
";

/// The title of a cell of the map (its place and its content), after the mouse was moved over it.
const POINT: &str = "
    const cell = document.querySelectorAll('[data-testid=transcript-map] td')[arguments[0]];
    cell.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    return cell.title;
";

/// How many maps there are and how many of them are named, if any cell belongs to a side and the
/// cells of each row have the same top.
const EVEN_MAPS: &str = "
    const [maps, names, rows] = ['', ' caption', ' tr'].map(part => [...document.querySelectorAll(`[data-testid=transcript-map]${part}`)]);
    const topOf = cell => Math.round(cell.getBoundingClientRect().top);
    const isEven = rows.every(row => new Set([...row.cells].map(topOf)).size === 1);
    return isEven && document.querySelector('[data-testid=transcript-map] .of-side') ? [maps.length, names.length] : null;
";

/// Opens a game and goes to the turn before the end of the match that begins.
async fn to_last_turn(browser: &Browser, game: &str) -> Result<()> {
    browser.open(&format!("#/{game}")).await?;
    let is_shown = async || Ok(browser.attribute(&format!("game-{game}"), "aria-current").await?.is_some());
    browser.wait_for(&format!("{game} is shown"), is_shown).await?;
    MatchPage::new(browser).to_the_end().await?;
    browser.keys(Key::Left).await
}

/// Waits until the maps are shown: one with a name for each unit, or one of the board without.
async fn shows_maps(browser: &Browser, of_units: bool) -> Result<()> {
    let shows = async || {
        let maps = browser.script(EVEN_MAPS, vec![]).await?;
        let [count, named] = [0, 1].map(|at| maps[at].as_u64().unwrap_or_default());
        Ok(if of_units { count > 0 && named == count } else { (count, named) == (1, 0) })
    };
    browser.wait_for("whole maps of this game", shows).await
}

/// A saved match in which the second bot has printed more than it was asked for, and part of whose
/// transcript is not kept.
fn record(browser: &Browser) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("match.json");
    native::play(browser, "connect-four", &["tactician", "random"], 5, &["--save", path.to_str().context("text")?])?;
    let mut record: Value = serde_json::from_slice(&std::fs::read(&path)?)?;
    let turns = record["turns"].as_array().map_or(0, Vec::len);
    let words = record["transcript"].as_array_mut().context("words")?;
    let printed = |words: &&mut Value| words["seat"] == 1 && words["stream"] == "stdout";
    let answer = words.iter_mut().rfind(printed).context("an answer")?;
    answer["text"] = format!("{}\nsurplus\n", answer["text"].as_str().unwrap_or_default().trim_end()).into();
    for (seat, turn, stream, text) in [
        (1, turns, "stdout", "farewell\n"),
        (1, turns, "stderr", "Depth 1, depth 2\n"),
        (0, turns, "stdin", "… (the rest is not kept)"),
    ] {
        words.push(json!({"seat": seat, "turn": turn, "stream": stream, "text": text}));
    }
    Ok(serde_json::to_vec(&record)?)
}

in_each_browser! {
    async fn a_transcript_is_followed_searched_and_copied(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.drop_bytes("board", "match.json", &record(browser)?).await?;
        MatchPage::new(browser).seat_shows(1, "connect-four-random.wasm").await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-1").await?;
        browser.click("inspect-all").await?;
        // From a heading to the board, and back.
        let current = async |turn: &str| {
            let what = format!("{turn} is marked in sight");
            browser.wait_for(&what, async || Ok(browser.script(CURRENT, vec![]).await? == json!([turn, true]))).await
        };
        browser.wait_for("the headings", async || Ok(browser.find_all("transcript-turn").await?.len() > 3)).await?;
        browser.script("document.querySelectorAll('[data-testid=transcript-turn]')[1].click()", vec![]).await?;
        browser.wait_for_text("turn", |text| text.contains("\n4 / ")).await?;
        current("Turn 4").await?;
        browser.keys(Key::Right).await?;
        browser.keys(Key::Right).await?;
        current("Turn 6").await?;
        // Regression: a press used the input that was shown at the previous press, and the first
        // press had none.
        browser.click("try-input").await?;
        let input = browser.find("trial-input").await?.value().await?.unwrap_or_default();
        ensure!(input.starts_with("2\n") && input.lines().count() > 3, "{input:?}");
        browser.keys(Key::Escape).await?;
        // Output that came too late is marked.
        let late = "return [...document.querySelectorAll('[data-testid=transcript-late]')].map(note => [note.previousSibling.textContent, note.textContent])";
        let expected = json!([["surplus", "printed after its answer was taken"], ["farewell", "printed after the end of the match"]]);
        browser.wait_for("what came too late", async || Ok(browser.script(late, vec![]).await? == expected)).await?;
        // Searched, without regard to case.
        browser.fill("transcript-search", "depth").await?;
        browser.wait_for_text("transcript-count", |text| text == "1 of 2").await?;
        browser.click("transcript-next").await?;
        browser.wait_for_text("transcript-count", |text| text == "2 of 2").await?;
        browser.click("transcript-stderr").await?;
        browser.wait_for_text("transcript-count", |text| text == "none").await?;
        browser.click("transcript-read").await?;
        // The copied text is the one that is shown.
        browser.script(CATCH_COPIED, vec![]).await?;
        browser.click("transcript-copy").await?;
        browser.wait_for_text("transcript-copy", |text| text == "Copied").await?;
        let copied = browser.script("return window.copied", vec![]).await?;
        let copied = copied.as_str().context("a text")?;
        ensure!(copied.contains("Turn 4: ") && copied.contains("\nprinted late: surplus\n"), "{copied}");
        ensure!(!copied.contains("read: ") && !copied.contains("Depth"), "only what is shown: {copied}");
        // A note names the part that is not kept, and what to do.
        ensure!(browser.find_all("transcript-cut").await?.is_empty(), "of this bot all is kept");
        browser.click("inspect-0").await?;
        browser.wait_for_text("transcript-cut", |text| text.contains("--keep-input")).await?;

        // The map that a bot of Generals reads, cell by cell beside the board.
        browser.open("#/generals").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("inspect-turn").await?;
        browser.click("transcript-read").await?;
        browser.keys(Key::Left).await?;
        browser.click("transcript-grid").await?;
        browser.find("transcript-map").await?;
        let words = browser.script(POINT, vec![json!(1)]).await?;
        ensure!(words.as_str().is_some_and(|words| words.starts_with("row 1, column 2: ")), "{words}");
        browser.wait_for_text("place", |place| place == "row 1, column 2").await?;
        browser.drag("board-chart", "board-chart").await?;
        let marked = "const cell = document.querySelector('td.pointed')?.dataset.cell; \
            return !!cell && cell === document.querySelector('.fields [data-pointed]').dataset.pointed";
        browser.wait_for("the cell under the mouse", async || Ok(browser.script(marked, vec![]).await? == true)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regressions: the style of the page's side panel applied to the cells of a side. The maps of
    /// another game were read as those of the previous game, and its transcript was searched for
    /// the same text.
    async fn maps_are_whole_and_those_of_the_game(browser: &Browser) -> Result<()> {
        to_last_turn(browser, "generals").await?;
        browser.click("tab-inspector").await?;
        browser.click("transcript-grid").await?;
        shows_maps(browser, false).await?;
        browser.click("inspect-all").await?;
        browser.fill("transcript-search", "not in any word").await?;
        browser.wait_for_text("transcript-count", |text| text == "none").await?;
        to_last_turn(browser, "bitmartyr").await?;
        shows_maps(browser, true).await?;
        let search = browser.find("transcript-search").await?.value().await?.unwrap_or_default();
        ensure!(search.is_empty(), "{search:?} was sought in another game");
        ensure!(browser.attribute("inspect-turn", "aria-pressed").await?.as_deref() == Some("true"), "one turn is shown");
        to_last_turn(browser, "generals").await?;
        shows_maps(browser, false).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
