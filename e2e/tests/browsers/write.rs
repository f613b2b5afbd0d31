//! Bots that are written in the page: typed text is stored, whatever happens to the page meanwhile,
//! and is never overwritten.

use std::time::Duration;

use crate::match_page::MatchPage;
use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

/// The stored drafts: their names and the beginnings of their texts, in the order of their numbers.
const DRAFTS: &str = "
    return new Promise((done, fail) => {
        const opening = indexedDB.open('botyard-drafts', 1);
        // The page creates the database's stores.
        opening.onupgradeneeded = () => opening.transaction.abort();
        opening.onerror = () => done([]);
        opening.onsuccess = () => {
            const drafts = opening.result.transaction('drafts').objectStore('drafts').getAll();
            drafts.onsuccess = () => {
                opening.result.close();
                done(drafts.result.map(draft => [draft.name, draft.files.map(file => file.text.slice(0, 12)).join()]));
            };
        };
    });
";

/// Pastes this many letters into the text.
const PASTE: &str = "
    const data = new DataTransfer();
    data.setData('text/plain', 'x'.repeat(arguments[0]));
    const text = document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('[data-testid=write-text]');
    text.focus();
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox does not expose the data of a constructed event.
    Object.defineProperty(paste, 'clipboardData', { value: data });
    text.dispatchEvent(paste);
";

/// Chooses another draft.
pub(crate) const CHOOSE_DRAFT: &str = "
    const list = document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('[data-testid=write-draft]');
    list.selectedIndex = [...list.options].findIndex(option => option.text === arguments[0]);
    list.dispatchEvent(new Event('change'));
";

/// The text that is drawn, and the selected tab.
const TEXT: &str = "
    const root = document.querySelector('[data-testid=bot-editor]')?.shadowRoot;
    return [root?.querySelector('.cm-content')?.innerText ?? '', root?.querySelector('[role=tab][aria-selected=true]')?.textContent ?? ''];
";

/// The beginning of the text, and whether it is read-only.
const SHOWN_DRAFT: &str = "
    const text = document.querySelector('[data-testid=bot-editor]').shadowRoot.querySelector('.cm-content');
    return [text.innerText.slice(0, 12), text.getAttribute('aria-readonly')];
";

/// Whether the browser has answered the request for the draft's lock.
const IS_LOCK_ANSWERED: &str = "
    const root = document.querySelector('[data-testid=bot-editor]')?.shadowRoot;
    return root?.querySelector('.editor').getAttribute('aria-busy') !== 'true';
";

/// How many lines have a mark.
pub(crate) const MARKED: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    return root.querySelectorAll('.cm-lint-marker-error').length;
";

/// Whether all parts of the panel fit the window.
const FITS: &str = "
    const root = document.querySelector('[data-testid=bot-editor]').shadowRoot;
    const box = root.querySelector('.panel').getBoundingClientRect();
    const all = [...root.querySelectorAll('button, select')].map(one => one.getBoundingClientRect());
    return document.documentElement.scrollWidth <= innerWidth && box.width > innerWidth - 40 && all.every(({ left, right }) => left >= 0 && right <= innerWidth);
";

/// The text that is drawn, and the name of its file.
pub(crate) async fn text(browser: &Browser) -> Result<(String, String)> {
    let [text, file] = &browser.script(TEXT, vec![]).await?.as_array().cloned().unwrap_or_default()[..] else {
        return Ok(Default::default());
    };
    Ok((text.as_str().unwrap_or_default().to_owned(), file.as_str().unwrap_or_default().to_owned()))
}

/// Waits until the text begins with `start` and the request for its draft's lock is answered.
pub(crate) async fn begins(browser: &Browser, start: &str) -> Result<()> {
    let is_so = async || {
        // In this order: the text of a draft comes with the request for its lock.
        let is_shown = text(browser).await?.0.starts_with(start);
        Ok(is_shown && browser.script(IS_LOCK_ANSWERED, vec![]).await? == true)
    };
    let waited = browser.wait_for("the text", is_so).await;
    ensure!(
        waited.is_ok(),
        "it is {:?}, and not {start:?}",
        text(browser).await?.0.chars().take(60).collect::<String>()
    );
    Ok(())
}

/// Waits until these drafts are stored: their names and the beginnings of their texts.
pub(crate) async fn kept(browser: &Browser, expected: Value) -> Result<()> {
    let waited = browser.wait_for("the drafts", async || Ok(browser.script(DRAFTS, vec![]).await? == expected)).await;
    ensure!(waited.is_ok(), "{} are kept, and not {expected}", browser.script(DRAFTS, vec![]).await?);
    Ok(())
}

/// Opens the editor and puts the cursor at the beginning of the text.
pub(crate) async fn open(browser: &Browser) -> Result<()> {
    browser.open("#/connect-four/write").await?;
    begins(browser, "//").await?;
    to_the_start(browser).await
}

/// Puts the cursor at the beginning of the text.
pub(crate) async fn to_the_start(browser: &Browser) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + Key::Home).await
}

/// Replaces the whole text.
pub(crate) async fn write(browser: &Browser, text: &str) -> Result<()> {
    browser.find("write-text").await?.send_keys(Key::Control + "a").await?;
    for line in text.lines() {
        browser.keys(line).await?;
        browser.keys(Key::Enter).await?;
    }
    Ok(())
}

/// Longer than a tab waits for a draft that another tab has.
const LOCK_PATIENCE: Duration = Duration::from_secs(2);

in_each_browser! {
    /// The template wins against `random`, alone and in a series; an error of a bot is shown at its
    /// line.
    #[core]
    async fn a_draft_plays(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        open(browser).await?;
        match_page.seat(1, "random").await?;
        match_page.seed(3).await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("write-status", |text| text == "my-bot.js wins: four in a row.").await?;
        match_page.seat_shows(0, "my-bot.js").await?;
        begins(browser, "// A Connect Four bot.").await?;

        // Two files, of which the first uses the other.
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "helper.js").await?;
        browser.keys(Key::Enter).await?;
        write(browser, "export const ready = 'p';").await?;
        browser.click("write-file-0").await?;
        write(browser, "import { ready } from './helper.js';\nprint(ready);\nreadline();\nnull.column;").await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("bot.js, line 4: TypeError")).await?;
        match_page.seat_shows(0, "my-bot.js, build 2").await?;
        browser.wait_for("the line is marked", async || Ok(browser.script(MARKED, vec![]).await? == 1)).await?;
        browser.click("write-told-0").await?;
        write(browser, "print('p');\nlet = 4;").await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("bot.js, line 2: SyntaxError")).await?;
        write(browser, "print('p');\nreadline();").await?;
        browser.find("write-text").await?.send_keys(Key::Control + Key::Enter).await?;
        let is_gone = async || Ok(browser.find_all("write-told").await?.is_empty());
        browser.wait_for("the error is that of the run before", is_gone).await?;

        // Back to the first, which plays a series.
        browser.click("write-new").await?;
        begins(browser, "// A Connect Four bot.").await?;
        browser.click("write-series").await?;
        browser.wait_for_text("series-state", |text| text == "100 games").await?;
        let table = browser.text("series-table").await?;
        ensure!(table.contains("my-bot-2.js"), "{table}");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Text is stored from the first key on, over reloads, and can be undone.
    #[core]
    #[browsers_differ]
    async fn what_is_typed_is_kept(browser: &Browser) -> Result<()> {
        open(browser).await?;
        begins(browser, "// A Connect Four bot.").await?;
        kept(browser, json!([])).await?;
        // Regression: the first press showed the same template under the same name.
        browser.click("write-new").await?;
        kept(browser, json!([["my-bot", "// A Connect"], ["my-bot-2", "// A Connect"]])).await?;
        browser.click("write-delete").await?;
        kept(browser, json!([["my-bot", "// A Connect"]])).await?;
        to_the_start(browser).await?;
        browser.keys("7").await?;
        kept(browser, json!([["my-bot", "7// A Connec"]])).await?;
        // Regression: typed text was taken for a key of the page.
        ensure!(browser.find_all("help-dialog").await?.is_empty());
        browser.keys("?8").await?;
        browser.reload().await?;
        begins(browser, "7?8// A Connect").await?;
        to_the_start(browser).await?;
        // One or two steps of undo, depending on how fast the keys came.
        let goes_back = async || {
            browser.keys(Key::Control + "z").await?;
            Ok(text(browser).await?.0.starts_with("// A Connect"))
        };
        browser.wait_for("what was typed before the reload is undone", goes_back).await?;
        kept(browser, json!([["my-bot", "// A Connect"]])).await?;

        // Drafts have names and copies, and their deletion can be undone.
        browser.click("write-rename").await?;
        browser.fill("write-name", "a/b").await?;
        browser.keys(Key::Enter).await?;
        browser.wait_for_text("write-status", |text| text.contains("letters, digits")).await?;
        browser.fill("write-name", "alpha").await?;
        browser.keys(Key::Enter).await?;
        kept(browser, json!([["alpha", "// A Connect"]])).await?;
        browser.click("write-duplicate").await?;
        kept(browser, json!([["alpha", "// A Connect"], ["alpha-2", "// A Connect"]])).await?;
        browser.click("write-delete").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("alpha-2 was deleted.")).await?;
        kept(browser, json!([["alpha", "// A Connect"]])).await?;
        browser.click("write-told-0").await?;
        kept(browser, json!([["alpha", "// A Connect"], ["alpha-2", "// A Connect"]])).await?;

        // Several files.
        browser.click("write-add-file").await?;
        browser.fill("write-file-name", "helper.js").await?;
        browser.keys(Key::Enter).await?;
        browser.wait_for("the file's tab", async || Ok(text(browser).await?.1 == "helper.js")).await?;
        browser.find("write-text").await?.send_keys("let x = ;").await?;
        browser.wait_for("the mistake is marked", async || Ok(browser.script(MARKED, vec![]).await? == 1)).await?;
        kept(browser, json!([["alpha", "// A Connect"], ["alpha-2", "// A Connect,let x = ;"]])).await?;
        browser.click("write-delete-file").await?;
        browser.wait_for("the other file", async || Ok(text(browser).await?.1 == "bot.js")).await?;
        browser.click("write-told-0").await?;
        begins(browser, "let x = ;").await?;
        browser.resize(Size { width: 360, height: 740 }).await?;
        browser.wait_for("it fits a phone", async || Ok(browser.script(FITS, vec![]).await? == true)).await?;
        // The controls below the text are not covered.
        browser.click("write-builds").await?;
        browser.click("builds-close").await?;
        // Regression: undoing restored a deleted file in any draft that was open by then.
        browser.click("write-delete-file").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("helper.js was deleted.")).await?;
        browser.script(CHOOSE_DRAFT, vec![json!("alpha")]).await?;
        browser.wait_for("no way back", async || Ok(browser.find_all("write-told").await?.is_empty())).await?;

        // More than a script may have.
        browser.script(PASTE, vec![json!((1 << 20) + 1)]).await?;
        let told = "A script may have at most 1 MiB: bot.js stays as it was.";
        browser.wait_for_text("write-told", |text| text.starts_with(told)).await?;
        begins(browser, "// A Connect").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The second tab shows the draft that the first edits, with a note; texts of both are stored.
    #[browsers_differ]
    async fn a_draft_is_edited_in_one_of_two_tabs(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        let second = browser.second_tab().await?;
        second.open("#/connect-four/write").await?;
        second.advance(LOCK_PATIENCE).await?;
        begins(&second, "1// A Connect").await?;
        to_the_start(&second).await?;
        second.wait_for_text("write-told", |text| text.starts_with("my-bot is open in another tab, and is edited there.")).await?;
        // Regression: a letter in the place of selected text was shown, and kept nowhere.
        second.find("write-text").await?.send_keys(Key::Control + "a").await?;
        second.keys("2").await?;
        second.wait_for_text("write-status", |text| text == "Another tab edits this draft.").await?;
        begins(&second, "1// A Connect").await?;
        second.click("write-delete").await?;
        second.wait_for_text("write-status", |text| text == "Another tab edits this draft.").await?;
        second.click("write-told-1").await?;
        kept(&second, json!([["my-bot", "1// A Connec"], ["my-bot-2", "1// A Connec"]])).await?;
        to_the_start(&second).await?;
        second.keys("3").await?;
        kept(&second, json!([["my-bot", "1// A Connec"], ["my-bot-2", "31// A Conne"]])).await?;
        // The draft of the first tab. Regression: it could be changed until the browser had
        // reported the other tab's lock.
        second.script(CHOOSE_DRAFT, vec![json!("my-bot")]).await?;
        let mut shown = json!([]);
        let is_shown = async || {
            shown = second.script(SHOWN_DRAFT, vec![]).await?;
            Ok(shown[0] == "1// A Connec")
        };
        second.wait_for("the other draft", is_shown).await?;
        ensure!(shown[1] == "true", "it can be changed");
        let told = "my-bot is open in another tab, and is edited there.";
        second.advance(LOCK_PATIENCE).await?;
        second.wait_for_text("write-told", |text| text.starts_with(told)).await?;
        // Regression: the note was shown for other drafts, too.
        second.script(CHOOSE_DRAFT, vec![json!("my-bot-2")]).await?;
        begins(&second, "31// A Conne").await?;
        ensure!(second.find_all("write-told").await?.is_empty(), "this draft is here only");
        second.script(CHOOSE_DRAFT, vec![json!("my-bot")]).await?;
        second.advance(LOCK_PATIENCE).await?;
        second.wait_for_text("write-told", |text| text.starts_with(told)).await?;
        // The second tab takes the draft over.
        second.click("write-told-0").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot is now edited in another tab.")).await?;
        to_the_start(&second).await?;
        second.keys("4").await?;
        kept(&second, json!([["my-bot", "41// A Conne"], ["my-bot-2", "31// A Conne"]])).await?;
        assert_eq!(second.console_errors(), Vec::<String>::new());
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
