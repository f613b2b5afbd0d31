//! What the editor offers beside typing: search, colours for words, matching brackets, and a mark
//! for an error in the file that has it.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::{Value, json};

use crate::match_page::MatchPage;
use crate::write::{MARKED, begins, open, text, write};

/// The colours of these words, and of plain text.
const COLOURS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const spans = [...root.querySelectorAll('.cm-line span')];
    const colour = of => of ? getComputedStyle(of).color : '';
    const words = arguments[0].map(word => colour(spans.find(({ textContent }) => textContent === word)));
    return [...words, colour(root.querySelector('.cm-content'))];
";

/// The name of the focused field, whether the search is open, and how many of its matches are
/// marked and selected.
const SEARCH: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const count = name => root.querySelectorAll(name).length;
    return [root.activeElement?.name ?? '', count('.cm-search'), count('.cm-searchMatch'), count('.cm-searchMatch-selected')];
";

/// How many brackets are marked as a pair, and as unmatched.
const BRACKETS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return ['.cm-matchingBracket', '.cm-nonmatchingBracket'].map(name => root.querySelectorAll(name).length);
";

/// Waits until a script returns this.
async fn says(browser: &Browser, what: &str, script: &str, expected: Value) -> Result<()> {
    let mut last = Value::Null;
    let is_said = async || {
        last = browser.script(script, vec![]).await?;
        Ok(last == expected)
    };
    let waited = browser.wait_for(what, is_said).await;
    ensure!(waited.is_ok(), "{what}: {last}, and not {expected}");
    Ok(())
}

/// Waits until this file is shown.
async fn shows_file(browser: &Browser, name: &str) -> Result<()> {
    browser.wait_for(name, async || Ok(text(browser).await?.1 == name)).await
}

in_each_browser! {
    async fn text_is_searched_and_words_and_brackets_stand_out(browser: &Browser) -> Result<()> {
        open(browser).await?;
        write(browser, "const one = \"two\";\n// one\nprint(one);").await?;
        begins(browser, "const one = \"two\";").await?;
        let differ = async || {
            let colours = browser.script(COLOURS, vec![json!(["const", "\"two\"", "// one"])]).await?;
            let colours: BTreeSet<String> = serde_json::from_value(colours)?;
            Ok(colours.len() == 4 && !colours.contains(""))
        };
        browser.wait_for("a keyword, a text and a comment have colours of their own", differ).await?;

        browser.keys(Key::Control + "f").await?;
        says(browser, "the search has the focus", SEARCH, json!(["search", 1, 0, 0])).await?;
        browser.keys("one").await?;
        says(browser, "all places are marked", SEARCH, json!(["search", 1, 3, 0])).await?;
        // From the end of the text to its beginning.
        browser.keys(Key::Enter).await?;
        says(browser, "one of them is chosen", SEARCH, json!(["search", 1, 3, 1])).await?;
        browser.keys(Key::Escape).await?;
        says(browser, "the text has the focus", SEARCH, json!(["", 0, 0, 0])).await?;
        browser.keys("uno").await?;
        begins(browser, "const uno = \"two\";").await?;

        // Behind the bracket in the last line that is not empty.
        browser.keys(Key::Control + Key::End).await?;
        says(browser, "no bracket is beside the cursor", BRACKETS, json!([0, 0])).await?;
        browser.keys(Key::Left).await?;
        browser.keys(Key::Left).await?;
        says(browser, "both brackets are marked", BRACKETS, json!([2, 0])).await?;
        browser.keys(Key::Control + Key::End).await?;
        browser.keys(")").await?;
        says(browser, "one has no other", BRACKETS, json!([0, 1])).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn an_error_is_marked_in_the_file_that_has_it(browser: &Browser) -> Result<()> {
        open(browser).await?;
        MatchPage::new(browser).seat(1, "random").await?;
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "helper.js").await?;
        browser.keys(Key::Enter).await?;
        shows_file(browser, "helper.js").await?;
        write(browser, "export const column = () => null.column;").await?;
        browser.click("write-file-0").await?;
        shows_file(browser, "bot.js").await?;
        write(browser, "import { column } from './helper.js';\nprint('p');\nreadline();\ncolumn();").await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("helper.js, line 1: TypeError")).await?;
        browser.click("write-told-0").await?;
        shows_file(browser, "helper.js").await?;
        says(browser, "the line is marked", MARKED, json!(1)).await?;
        browser.click("write-file-0").await?;
        shows_file(browser, "bot.js").await?;
        says(browser, "the other file has no error", MARKED, json!(0)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
