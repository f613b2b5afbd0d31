//! What *Run* does before a draft plays, against which bots it plays, and how errors that it throws
//! are shown.

use std::time::Duration;

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;
use crate::write::{MARKED, begins, open, to_the_start, write};

/// Simulates a server that still builds the interpreter and the editor's script, or stops that.
const BUILD: &str = "
    window.fetchAsEver ??= window.fetch;
    window.setAttributeAsEver ??= Element.prototype.setAttribute;
    window.isBeingBuilt = arguments[0];
    // Some servers send the page itself in place of a missing file.
    const made = address => /being-built/.test(address) ? 'being built\\n' : /bots\\/javascript/.test(address) ? '<!doctype html>' : undefined;
    window.fetch = (...parts) => {
        const text = window.isBeingBuilt ? made(String(parts[0])) : undefined;
        return text ? Promise.resolve(new Response(text)) : window.fetchAsEver(...parts);
    };
    Element.prototype.setAttribute = function (name, value) {
        window.setAttributeAsEver.call(this, name, window.isBeingBuilt && value.includes?.('editor/') ? 'nowhere.js' : value);
    };
";

/// Whether the numbers of a run are seen: in a line, and in the table.
const NUMBERS_IN_SIGHT: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const box = name => root.querySelector(name).getBoundingClientRect();
    const isIn = (inner, outer) => inner.height > 0 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    return isIn(box('[data-testid=run-headline]'), box('.panel')) && isIn(box('[data-testid=run-table] tbody tr'), box('.below'));
";

/// Whether the text above the choice of opponents and all boxes are within its frame, which is
/// within the panel.
const CHOICE_IN_FRAME: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const box = name => root.querySelector(name).getBoundingClientRect();
    const [panel, frame, legend, boxes] = ['.panel', '.opponents', '.opponents legend', '.opponents .boxes'].map(box);
    const isWithin = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right;
    const labels = [...root.querySelectorAll('.opponents label')].map(label => label.getBoundingClientRect());
    const isAbove = legend.height > 0 && legend.top > frame.top && legend.bottom <= boxes.top + 1;
    return isAbove && labels.length > 1 && boxes.bottom < frame.bottom
        && isWithin(frame, panel) && [legend, ...labels].every(part => isWithin(part, frame));
";

async fn run(browser: &Browser) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await
}

async fn tells(browser: &Browser, start: &str) -> Result<()> {
    browser.wait_for_text("write-told", |text| text.starts_with(start)).await.map(drop)
}

/// Opens the editor against a bot that its template beats.
async fn open_against_random(browser: &Browser) -> Result<()> {
    open(browser).await?;
    let match_page = MatchPage::new(browser);
    match_page.seat(1, "random").await?;
    match_page.seed(3).await
}

/// Whether the advice about a fault is in the window, and below the header of its panel.
const ADVICE_IN_SIGHT: &str = "
    const [advice, header] = ['.advice', '.inspected'].map(part => document.querySelector(part).getBoundingClientRect());
    return advice.top >= header.bottom && advice.bottom <= innerHeight;
";

in_each_browser! {
    /// Regression: a hundred games were begun with a text that no interpreter can parse, and it
    /// became a build.
    async fn what_cannot_be_parsed_starts_nothing(browser: &Browser) -> Result<()> {
        open_against_random(browser).await?;
        // The match that the page begins when it is opened.
        MatchPage::new(browser).to_the_end().await?;
        to_the_start(browser).await?;
        let shown = async || browser.attribute("match", "data-match").await;
        let before = shown().await?;
        write(browser, "print('p');\nlet = 4;").await?;
        run(browser).await?;
        tells(browser, "bot.js, line 2: SyntaxError").await?;
        let refused = "my-bot.js was not run: it cannot be read as JavaScript.";
        browser.wait_for_text("write-status", |text| text == refused).await?;
        browser.click("write-told-close").await?;
        browser.click("write-series").await?;
        tells(browser, "bot.js, line 2: SyntaxError").await?;
        ensure!(browser.find_all("series-state").await?.is_empty(), "no series is shown");
        browser.click("write-builds").await?;
        browser.wait_for_text("builds", |text| text.contains("each text that is run becomes a build")).await?;
        browser.click("builds-close").await?;

        // All files are parsed, including those that no file imports.
        write(browser, "print('p');\nreadline();").await?;
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "helper.js").await?;
        browser.keys(Key::Enter).await?;
        write(browser, "let = 5;").await?;
        begins(browser, "let = 5;").await?;
        run(browser).await?;
        tells(browser, "helper.js, line 1: SyntaxError").await?;
        assert_eq!(shown().await?, before, "no match was begun");

        write(browser, "export default 5;").await?;
        begins(browser, "export default 5;").await?;
        run(browser).await?;
        browser.wait_for_text("write-status", |text| text.contains("random wins")).await?;

        // Regression: what is missing at the end of the only line was reported in line 2.
        browser.click("write-new").await?;
        begins(browser, "// A Connect Four bot.").await?;
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        // The editor closes the bracket.
        browser.keys("print('p'").await?;
        browser.keys(Key::Delete).await?;
        begins(browser, "print('p'").await?;
        browser.wait_for("the line is marked", async || Ok(browser.script(MARKED, vec![]).await? == json!(1))).await?;
        run(browser).await?;
        tells(browser, "bot.js, line 1: SyntaxError").await?;

        // Regression: for a bracket that is never closed, the message was about an unexpected ''.
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        browser.keys("print('p');\nif (true) {").await?;
        browser.keys(Key::Delete).await?;
        run(browser).await?;
        tells(browser, "bot.js, line 2: SyntaxError: the file ended before the { in line 2 was closed").await?;

        // Regression: the advice for a bot that prints nothing was to flush.
        browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
        browser.keys("readline();").await?;
        run(browser).await?;
        browser.wait_for_text("write-status", |text| text.contains("random wins")).await?;
        browser.click("why").await?;
        browser.wait_for_text("advice", |text| text.contains("Its first line must be `p`: JavaScript print(\"p\").")).await?;
        // Regression: it was below the header of the panel.
        browser.wait_for("the answer in sight", async || Ok(browser.script(ADVICE_IN_SIGHT, vec![]).await? == true)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: a thrown value that is not an error had no place, nor did an error with a name
    /// of its own.
    async fn what_is_thrown_is_shown_at_its_line(browser: &Browser) -> Result<()> {
        open_against_random(browser).await?;
        write(browser, "print('p');\nreadline();\nthrow 'no column';").await?;
        run(browser).await?;
        tells(browser, "bot.js, line 3: uncaught: no column").await?;
        browser.wait_for("the line is marked", async || Ok(browser.script(MARKED, vec![]).await? == json!(1))).await?;
        let named = "print('p');\nreadline();\nconst error = Error('no column');\nerror.name = 'NoMove';\nthrow error;";
        write(browser, named).await?;
        run(browser).await?;
        tells(browser, "bot.js, line 3: NoMove: no column").await?;
        browser.wait_for("the line is marked", async || Ok(browser.script(MARKED, vec![]).await? == json!(1))).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn further_opponents_are_chosen_beside_run(browser: &Browser) -> Result<()> {
        open_against_random(browser).await?;
        browser.choose("series-games-number", "10").await?;
        browser.click("write-opponents").await?;
        // Regression: the text above the boxes broke their frame.
        for size in [Size { width: 320, height: 640 }, Size::DESKTOP] {
            browser.resize(size).await?;
            let is_whole = async || Ok(browser.script(CHOICE_IN_FRAME, vec![]).await? == true);
            browser.wait_for("the choice within its frame", is_whole).await?;
        }
        browser.click("opponent-tactician").await?;
        let plan = "Run plays a match, and 10 games each against random and tactician.";
        browser.wait_for_text("run-plan", |text| text == plan).await?;
        run(browser).await?;
        browser.wait_for_text("run-state", |text| text == "my-bot.js: 20 games").await?;
        let table = browser.text("run-table").await?;
        ensure!(table.contains("random") && table.contains("tactician"), "{table}");
        // Regression: on a laptop the choice left no room for the numbers.
        let is_shown = browser.attribute("write-opponents", "aria-expanded").await?;
        ensure!(is_shown.as_deref() == Some("false"), "they are folded away: {is_shown:?}");
        let headline = browser.text("run-headline").await?;
        ensure!(headline.contains(" against random") && headline.contains(" against tactician"), "{headline}");
        browser.resize(Size { width: 1280, height: 720 }).await?;
        browser.wait_for("the numbers are in sight", async || Ok(browser.script(NUMBERS_IN_SIGHT, vec![]).await? == true)).await?;
        browser.resize(Size::DESKTOP).await?;

        // The next visit has the same opponents.
        browser.reload().await?;
        begins(browser, "// A Connect Four bot.").await?;
        browser.wait_for_text("write-opponents", |text| text == "Opponents (+1)").await?;
        // Regression: the run had a hundred games again.
        browser.wait_for_text("run-plan", |text| text == plan).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: beside a game against a bot without a seat, the seats named the next players
    /// instead of those of the game.
    async fn seats_name_the_players_of_the_game_in_the_editor(browser: &Browser) -> Result<()> {
        open(browser).await?;
        MatchPage::new(browser).seat(1, "tactician").await?;
        // A game of negamax against random.
        browser.script("location.hash = '#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M'", vec![]).await?;
        browser.wait_for_text("seat-1-shown", |text| text == "On the board: random").await?;
        MatchPage::new(browser).seat_shows(1, "tactician").await
    }

    /// Regression: the page said that it had been built without npm.
    async fn what_is_being_built_is_waited_for(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(1, "random").await?;
        match_page.seed(3).await?;
        browser.script(BUILD, vec![json!(true)]).await?;
        browser.click("write").await?;
        browser.find("editor-being-built").await?;
        browser.script(BUILD, vec![json!(false)]).await?;
        browser.advance(Duration::from_secs(2)).await?;
        begins(browser, "// A Connect Four bot.").await?;

        browser.script(BUILD, vec![json!(true)]).await?;
        // Regression: nothing was run, as the focus was not in the editor.
        browser.keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("toast", |text| text.starts_with("JavaScript is being built")).await?;
        browser.advance(Duration::from_secs(3)).await?;
        browser.wait_for_text("write-status", |text| text.starts_with("Waiting for the interpreter")).await?;
        browser.script(BUILD, vec![json!(false)]).await?;
        browser.advance(Duration::from_secs(2)).await?;
        browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await?;
        Ok(())
    }
}
