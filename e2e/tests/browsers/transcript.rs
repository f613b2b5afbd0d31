//! A bot's input and output in the inspector, beside the board. What is shown, found and copied of
//! them is tested in `web/page/js/transcript.test.js`.

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::{Value, json};

use crate::match_page::{MatchPage, native};

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

/// Whether a cell of the map belongs to a side, and the cells of each row have the same top.
const IS_EVEN: &str = "
    const rows = [...document.querySelectorAll('[data-testid=transcript-map] tr')];
    const topOf = cell => Math.round(cell.getBoundingClientRect().top);
    const isEven = rows.every(row => new Set([...row.cells].map(topOf)).size === 1);
    return isEven && !!document.querySelector('[data-testid=transcript-map] .of-side');
";

/// A saved match in which the second bot has printed more than it was asked for.
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
    words.push(json!({"seat": 1, "turn": turns, "stream": "stdout", "text": "farewell\n"}));
    Ok(serde_json::to_vec(&record)?)
}

in_each_browser! {
    #[core]
    async fn a_transcript_goes_with_the_board(browser: &Browser) -> Result<()> {
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
        // Regression: the arrows beside the search were 23 pixels wide.
        let widths = "return ['previous', 'next'].map(name => document.querySelector(`[data-testid=transcript-${name}]`).getBoundingClientRect().width)";
        let widths: Vec<f64> = serde_json::from_value(browser.script(widths, vec![]).await?)?;
        ensure!(widths.iter().all(|&width| width >= 24.0), "{widths:?}");
        // Output that came too late is marked.
        let late = "return [...document.querySelectorAll('[data-testid=transcript-late]')].map(note => [note.previousSibling.textContent, note.textContent])";
        let expected = json!([["surplus", "printed after its answer was taken"], ["farewell", "printed after the end of the match"]]);
        browser.wait_for("what came too late", async || Ok(browser.script(late, vec![]).await? == expected)).await?;

        // The map that a bot of Generals reads, cell by cell beside the board.
        browser.open("#/generals").await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("inspect-turn").await?;
        browser.keys(Key::Left).await?;
        browser.click("transcript-grid").await?;
        browser.find("transcript-map").await?;
        // Regression: the style of the page's side panel applied to the cells of a side.
        assert_eq!(browser.script(IS_EVEN, vec![]).await?, true);
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
}
