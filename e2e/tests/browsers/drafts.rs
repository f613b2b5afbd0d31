//! Drafts where the browser refuses or is late: typed text stays in place, and is stored as soon as
//! possible.

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, in_each_browser};
use serde_json::json;

use crate::javascript::CATCH_COPIED;
use crate::write::{CHOOSE_DRAFT, LOCK_ELSEWHERE, PASTE, begins, kept, open, to_the_start};

/// Delays the answers of the store of drafts until `window.answerStore` is called, which returns
/// whether the store was asked.
const DELAY_STORE: &str = "
    const { open } = IDBFactory.prototype, waiting = [];
    window.answerStore = () => {
        IDBFactory.prototype.open = open;
        waiting.forEach(answer => answer());
        return waiting.length > 0;
    };
    IDBFactory.prototype.open = function (name, version) {
        const request = open.call(this, name, version);
        if (name !== 'botyard-drafts') return request;
        const late = { get result() { return request.result; } };
        request.onupgradeneeded = () => late.onupgradeneeded();
        request.onsuccess = () => waiting.push(() => late.onsuccess());
        return late;
    };
";

/// Delays storing what is typed from now on.
const HOLD_BACK: &str = "
    const later = window.setTimeout;
    window.setTimeout = (work, delay, ...parts) => later(work, delay === 300 ? 1e9 : delay, ...parts);
    Date.now = () => 0;
";

/// Leaves the page, which the browser keeps as it is; then shows it again.
const LEAVE: &str = "dispatchEvent(new Event('pagehide'));";
const COME_BACK: &str = "dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));";

/// Makes the browser refuse locks, as some do where nothing can be stored.
const REFUSE_LOCKS: &str =
    "LockManager.prototype.request = async () => { throw new DOMException('', 'SecurityError'); };";

/// Makes the store full.
const FILL_STORE: &str = "IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };";

/// Makes the store refuse to delete, or allow it again.
const REFUSE_TO_DELETE: &str = "
    window.deleteAsEver ??= IDBObjectStore.prototype.delete;
    IDBObjectStore.prototype.delete = arguments[0] ? () => { throw new DOMException('', 'UnknownError'); } : window.deleteAsEver;
";

in_each_browser! {
    /// Regression: once the store had answered, the draft of the last visit took the place of what
    /// was being typed.
    #[browsers_differ]
    async fn text_typed_before_the_store_answers_is_kept(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        // A reload opens the panel that was shown, and asks the store at once.
        browser.click("tab-moves").await?;
        browser.open("#/connect-four").await?;
        browser.reload().await?;
        browser.find("seat-0").await?;
        browser.script(DELAY_STORE, vec![]).await?;
        browser.click("tab-write").await?;
        begins(browser, "// A Connect").await?;
        to_the_start(browser).await?;
        browser.keys("7").await?;
        begins(browser, "7// A Connect").await?;
        let answers = async || Ok(browser.script("return window.answerStore()", vec![]).await? == true);
        browser.wait_for("the store is asked", answers).await?;
        kept(browser, json!([["my-bot", "1// A Connec"], ["my-bot-2", "7// A Connec"]])).await?;
        begins(browser, "7// A Connect").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: text typed since the draft was last stored could be read, but was lost with the
    /// page.
    #[browsers_differ]
    async fn what_was_just_typed_is_not_lost_to_another_tab(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        browser.script(HOLD_BACK, vec![]).await?;
        browser.script(PASTE, vec![json!(1)]).await?;
        begins(browser, "1x// A").await?;
        browser.script(LOCK_ELSEWHERE, vec![]).await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot was changed in another tab meanwhile.")).await?;
        kept(browser, json!([["my-bot", "1// A Connec"], ["my-bot-2", "1x// A Conne"]])).await?;
        browser.find("write-text").await?.send_keys("2").await?;
        begins(browser, "1x2// A").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: text that the tab had remembered when the page was left replaced text that was
    /// typed after its return.
    #[browsers_differ]
    async fn a_page_that_comes_back_forgets_what_it_has_remembered(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        browser.script(&format!("{PASTE} {LEAVE}"), vec![json!(1)]).await?;
        kept(browser, json!([["my-bot", "1x// A Conne"]])).await?;
        browser.script(COME_BACK, vec![]).await?;
        browser.find("write-text").await?.send_keys("2").await?;
        kept(browser, json!([["my-bot", "1x2// A Conn"]])).await?;
        browser.reload().await?;
        begins(browser, "1x2// A Conn").await?;
        kept(browser, json!([["my-bot", "1x2// A Conn"]])).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: a browser that refuses locks was taken for another tab, and the draft could not
    /// be changed.
    #[browsers_differ]
    async fn a_browser_that_refuses_locks_keeps_drafts(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.script(REFUSE_LOCKS, vec![]).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        browser.keys("2").await?;
        kept(browser, json!([["my-bot", "12// A Conne"]])).await?;
        ensure!(browser.find_all("write-told").await?.is_empty(), "nothing is wrong");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn a_draft_that_cannot_be_deleted_stays(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        browser.script(REFUSE_TO_DELETE, vec![json!(true)]).await?;
        browser.click("write-delete").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot was not deleted")).await?;
        begins(browser, "1// A").await?;
        browser.script(REFUSE_TO_DELETE, vec![json!(false)]).await?;

        // Regression: text typed since, which could not be stored, was lost when the draft came
        // back.
        browser.script(FILL_STORE, vec![]).await?;
        to_the_start(browser).await?;
        browser.keys("4").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("This draft is not kept")).await?;
        browser.click("write-delete").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("my-bot was deleted.")).await?;
        begins(browser, "// A Connect").await?;
        to_the_start(browser).await?;
        browser.keys("5").await?;
        begins(browser, "5// A Connect").await?;
        browser.click("write-told-0").await?;
        begins(browser, "41// A").await?;
        browser.script(CHOOSE_DRAFT, vec![json!("my-bot-2")]).await?;
        begins(browser, "5// A Connect").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: a reload showed the draft that was changed last: after a link was opened, that
    /// is the link's.
    async fn a_reload_shows_the_draft_that_was_chosen_last(browser: &Browser) -> Result<()> {
        open(browser).await?;
        browser.keys("1").await?;
        kept(browser, json!([["my-bot", "1// A Connec"]])).await?;
        browser.script(CATCH_COPIED, vec![]).await?;
        browser.click("write-share").await?;
        browser.wait_for_text("write-told", |text| text.starts_with("A link to this bot")).await?;
        let link = browser.script("return window.copied", vec![]).await?;
        let (_, address) = link.as_str().and_then(|link| link.split_once('#')).context("a link")?;
        to_the_start(browser).await?;
        browser.keys("2").await?;
        kept(browser, json!([["my-bot", "21// A Conne"]])).await?;
        browser.open(&format!("#{address}")).await?;
        kept(browser, json!([["my-bot", "21// A Conne"], ["my-bot-2", "1// A Connec"]])).await?;
        begins(browser, "1// A Connect").await?;
        browser.reload().await?;
        begins(browser, "1// A Connect").await?;

        browser.script(CHOOSE_DRAFT, vec![json!("my-bot")]).await?;
        begins(browser, "21// A Conn").await?;
        browser.reload().await?;
        begins(browser, "21// A Conn").await?;
        kept(browser, json!([["my-bot", "21// A Conne"], ["my-bot-2", "1// A Connec"]])).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
