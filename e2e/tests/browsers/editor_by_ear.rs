//! The editor without a pointer and without looking: its elements have names, Tab leads out of the
//! text, errors are announced, and no key takes the focus away.

use anyhow::{Context as _, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;

/// Records from now on what the editor's live regions announce. A region that appears with its text
/// does not count: screen readers do not announce it.
const LISTEN: &str = "
    const heard = window.heard = [];
    const LIVE = ':is([aria-live], [role=status], [role=alert])';
    new MutationObserver(changes => {
        const of = ({ target }) => (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(LIVE);
        new Set(changes.map(of)).forEach(region => {
            const text = region?.textContent.replace(/\\s+/g, ' ').trim();
            if (text) heard.push(text);
        });
    }).observe(document.querySelector('[data-testid=bot-editor]').shadowRoot, { subtree: true, childList: true, characterData: true });
";

/// The test id of the focused element, if it is in the editor.
const FOCUSED: &str =
    "return document.querySelector('[data-testid=bot-editor]')?.shadowRoot.activeElement?.dataset.testid ?? ''";

/// How many lines have a mark.
const MARKED: &str = "
    return document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelectorAll('.cm-lint-marker-error').length;
";

/// Opens the editor against an opponent that its template beats.
async fn open(browser: &Browser) -> Result<()> {
    browser.open("#/connect-four/write").await?;
    browser.wait_for_text("write-text", |text| text.starts_with("// A Connect Four bot.")).await?;
    let match_page = MatchPage::new(browser);
    match_page.seat(1, "random").await?;
    match_page.seed(3).await
}

/// Waits until this element has the focus.
async fn has_focus(browser: &Browser, id: &str) -> Result<()> {
    let waited = browser.wait_for("the focus", async || Ok(browser.script(FOCUSED, vec![]).await? == id)).await;
    ensure!(waited.is_ok(), "{} has the focus, and not {id}", browser.script(FOCUSED, vec![]).await?);
    Ok(())
}

/// Presses a button by a key.
async fn press(browser: &Browser, id: &str) -> Result<()> {
    browser.find(id).await?.send_keys(Key::Enter).await
}

/// Waits until this was announced.
async fn hears(browser: &Browser, words: &str) -> Result<()> {
    let said = "return window.heard.some(text => text.includes(arguments[0]))";
    let waited =
        browser.wait_for("what is said", async || Ok(browser.script(said, vec![json!(words)]).await? == true)).await;
    let heard = browser.script("return window.heard", vec![]).await?;
    ensure!(waited.is_ok(), "{heard} was said, and not {words:?}");
    Ok(())
}

/// Replaces the whole text.
async fn write(browser: &Browser, text: &str) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
    browser.keys(text).await
}

in_each_browser! {
    async fn what_is_in_the_editor_has_names(browser: &Browser) -> Result<()> {
        open(browser).await?;
        for (id, role, name) in [
            ("write-text", "textbox", "Text of bot.js. Escape, then Tab, leaves it."),
            ("write-draft", "combobox", "Draft"),
            ("write-file-0", "tab", "bot.js"),
            ("write-add-file", "button", "Add a file"),
            ("write-run", "button", "Run"),
        ] {
            let found = browser.count_accessible_each(&format!("[data-testid={id}]"), role, &[name.to_owned()]).await?;
            ensure!(found == [1], "{found:?} of role {role} are called {name:?}");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn tab_indents_and_leaves_the_text_after_escape(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Home).await?;
        browser.keys(Key::Tab).await?;
        let first = "return document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('.cm-line').textContent";
        let is_indented = async || Ok(browser.script(first, vec![]).await?.as_str().is_some_and(|line| line.starts_with("  //")));
        browser.wait_for("the line is indented", is_indented).await?;
        has_focus(browser, "write-text").await?;
        browser.keys(Key::Escape + Key::Tab).await?;
        has_focus(browser, "write-run").await?;
        ensure!(is_indented().await?, "the text stays");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// An error is shown by a mark and a bubble, and announced when the cursor reaches it; the
    /// failure of a bot is announced at once.
    async fn what_is_wrong_is_said(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.script(LISTEN, vec![]).await?;
        write(browser, "print('p');\nlet x = ;").await?;
        browser.wait_for("the line is marked", async || Ok(browser.script(MARKED, vec![]).await? == 1)).await?;
        for _ in 0..2 {
            // The second time, the cursor is at the error already; it is announced again.
            browser.script("window.heard.length = 0", vec![]).await?;
            browser.keys(Key::F8).await?;
            hears(browser, "Line 2: Syntax error: this is not JavaScript").await?;
        }
        write(browser, "print('p');\nreadline();\nnull.column;").await?;
        browser.keys(Key::Control + Key::Enter).await?;
        hears(browser, "bot.js, line 3: TypeError").await?;
        hears(browser, "random wins").await.context("how the match ended")?;
        press(browser, "write-told-close").await?;
        has_focus(browser, "write-text").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: these keys redrew the focused element, and the focus was lost.
    #[core]
    #[browsers_differ]
    async fn no_key_takes_the_focus_away(browser: &Browser) -> Result<()> {
        open(browser).await?;
        press(browser, "write-new").await?;
        let is_second = async || Ok(browser.find("write-draft").await?.value().await?.as_deref() == Some("my-bot-2"));
        browser.wait_for("another draft", is_second).await?;
        has_focus(browser, "write-new").await?;

        // A name that is cancelled is not taken when its field closes.
        press(browser, "write-rename").await?;
        has_focus(browser, "write-name").await?;
        browser.keys("other").await?;
        browser.keys(Key::Escape).await?;
        has_focus(browser, "write-draft").await?;
        ensure!(is_second().await?, "it keeps its name");
        press(browser, "write-rename").await?;
        has_focus(browser, "write-name").await?;
        browser.keys("other").await?;
        browser.keys(Key::Enter).await?;
        has_focus(browser, "write-draft").await?;
        let is_other = async || Ok(browser.find("write-draft").await?.value().await?.as_deref() == Some("other"));
        browser.wait_for("it has its name", is_other).await?;

        press(browser, "write-add-file").await?;
        has_focus(browser, "write-file-name").await?;
        browser.keys(Key::Enter).await?;
        has_focus(browser, "write-file-1").await?;
        // Regression: after a file got its name, the focus was moved from the text to the file's
        // tab.
        press(browser, "write-rename-file").await?;
        has_focus(browser, "write-file-name").await?;
        browser.keys("late").await?;
        browser.click("write-text").await?;
        browser.wait_for_text("write-file-1", |text| text == "late.js").await?;
        has_focus(browser, "write-text").await?;
        press(browser, "write-delete-file").await?;
        has_focus(browser, "write-file-0").await?;

        press(browser, "write-run").await?;
        browser.wait_for_text("run-state", |text| text == "other.js: 100 games").await?;
        press(browser, "write-builds").await?;
        has_focus(browser, "builds-close").await?;
        // The list may be drawn anew once more.
        let shows_difference = async || {
            if browser.find_all("diff-to").await?.is_empty() {
                press(browser, "build-diff-1").await?;
            }
            Ok(!browser.find_all("diff-to").await?.is_empty())
        };
        browser.wait_for("the difference", shows_difference).await?;
        browser.find("diff-to").await?.send_keys("b").await?;
        browser.wait_for_text("diff-told", |text| text == "They are the same.").await?;
        has_focus(browser, "diff-to").await?;
        press(browser, "builds-all").await?;
        has_focus(browser, "builds-close").await?;
        press(browser, "builds-close").await?;
        has_focus(browser, "write-text").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
