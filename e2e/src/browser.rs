//! A browser with the page in it, and what a person does there. Elements are identified by their
//! `data-testid`. Every method that needs an element waits for it, so no case needs a pause.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::bidi::{Pointer, Tab, key_presses};
use crate::console::Console;
use crate::element::{Element, PRELUDE};
use crate::instrumentation::SETTLING;
use crate::key::{Key, Keys};
use crate::kind::{Age, BrowserKind, BrowserOptions, ColorScheme};
use crate::process::BrowserProcess;
use crate::server::StaticServer;
use crate::setting::Setting;
use crate::waiting::until;

/// The page sees its new size, or where the pointer has been moved to, with the next frame, and is not
/// at rest before.
const REQUEST_FRAME: &str = "requestAnimationFrame(() => {})";

/// Clicks an element, and another one as soon as it is there.
const INTERRUPT: &str = "
    const find = id => document.querySelector(`[data-testid=${id}]`);
    const [start, stop] = arguments;
    return new Promise((done, fail) => {
        const press = () => {
            if (!find(stop)) return;
            observer.disconnect();
            find(stop).click();
            done();
        };
        const observer = new MutationObserver(press);
        observer.observe(document.body, {childList: true, subtree: true, attributes: true});
        find(start).click();
        press();
        setTimeout(() => fail(new Error(`no ${stop} appeared`)), 120_000);
    });
";

/// Chooses the option that begins with a name, as a person does from the list.
const CHOOSE: &str = r"
    const [id, name] = arguments;
    const list = document.querySelector(`[data-testid='${id}']`);
    const option = [...(list?.options ?? [])].find(option => option.text === name || option.text.startsWith(name + ' '));
    if (!option) return false;
    list.value = option.value;
    list.dispatchEvent(new Event('change', {bubbles: true}));
    return true;
";

/// Reports violations of the content security policy on the console: not every browser reports them
/// in a form that can be read.
const TELL_VIOLATIONS: &str = r"
() => addEventListener('securitypolicyviolation', event =>
    console.error(`forbidden by ${event.effectiveDirective}: ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`))";

/// The page's inner width and height in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
}

impl Size {
    /// A desktop window.
    pub const DESKTOP: Self = Self { width: 1280, height: 800 };
    /// A phone held upright.
    pub const PHONE: Self = Self { width: 390, height: 844 };
}

/// What a page's time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    /// That of the clock on the wall, for measurements and pictures.
    Real,
    /// Its patience ends when a case says so, and what is read is read at rest: see `settling.rs`.
    Case,
}

/// A headless browser as a new visitor has it, showing the page as a static host serves it. Its tab
/// has a user context of its own, so that cookies, storage and caches are empty at first and not
/// shared.
pub struct Browser {
    process: Arc<BrowserProcess>,
    user_context: String,
    tab: Tab,
    console: Console,
    server: Arc<StaticServer>,
    pace: Pace,
    setting: Setting,
    notes: Mutex<Vec<String>>,
}

impl Browser {
    /// Starts a browser process and opens a tab in it at desktop size; it shows nothing yet.
    ///
    /// # Errors
    /// When a variable of the environment is not set, or a program does not start.
    pub async fn start(kind: BrowserKind) -> Result<Self> {
        Self::start_in(kind, BrowserOptions::default().colors).await
    }

    /// Like [`Browser::start`], for a case that needs a browser of this age.
    ///
    /// # Errors
    /// When a variable of the environment is not set, or a program does not start.
    pub(crate) async fn start_of(kind: BrowserKind, age: Age) -> Result<Self> {
        let options = BrowserOptions { age, ..BrowserOptions::default() };
        Self::visit(Arc::new(BrowserProcess::start(kind, options).await?)).await
    }

    /// Like [`Browser::start`], for visitors who prefer these colours.
    ///
    /// # Errors
    /// When a variable of the environment is not set, or a program does not start.
    pub async fn start_in(kind: BrowserKind, colors: ColorScheme) -> Result<Self> {
        let options = BrowserOptions { colors, ..BrowserOptions::default() };
        Self::visit_at(Pace::Real, Arc::new(BrowserProcess::start(kind, options).await?)).await
    }

    /// Opens a tab at desktop size for a case, in a new user context of a browser that runs; it
    /// shows nothing yet.
    pub(crate) async fn visit(process: Arc<BrowserProcess>) -> Result<Self> {
        Self::visit_at(Pace::Case, process).await
    }

    async fn visit_at(pace: Pace, process: Arc<BrowserProcess>) -> Result<Self> {
        let dist = Setting::from_environment()?.dist;
        let server = match pace {
            Pace::Real => StaticServer::start_plain(&dist).await?,
            Pace::Case => StaticServer::start(&dist).await?,
        };
        let user_context = process.connection().create_user_context().await?;
        Self::open_tab(pace, process, Arc::new(server), user_context).await
    }

    async fn open_tab(
        pace: Pace,
        process: Arc<BrowserProcess>,
        server: Arc<StaticServer>,
        user_context: String,
    ) -> Result<Self> {
        let setting = Setting::from_environment()?;
        let tab = Tab::open(process.connection().clone(), &user_context).await?;
        let settling = if pace == Pace::Case { SETTLING } else { "() => {}" };
        tab.prelude(&format!("() => {{ ({settling})(); ({PRELUDE})(); ({TELL_VIOLATIONS})(); }}")).await?;
        // Firefox gets the colours when it starts.
        if (process.kind(), process.colors()) == (BrowserKind::Chromium, ColorScheme::Dark) {
            tab.prefer_dark().await?;
        }
        let console = Console::new(process.errors().clone(), tab.id(), &user_context);
        let browser = Self { process, user_context, tab, console, server, pace, setting, notes: Mutex::default() };
        browser.resize(Size::DESKTOP).await?;
        Ok(browser)
    }

    /// Opens a tab for another visitor, who has never been here and sees none of this visitor's
    /// storage. The new tab is in front from then on, so this one is not drawn until the other has
    /// quit.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn another(&self) -> Result<Self> {
        Self::visit_at(self.pace, self.process.clone()).await
    }

    /// Opens a second tab of this visitor, with the same storage. It is in front from then on and
    /// is closed with this one: do not quit it.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn second_tab(&self) -> Result<Self> {
        Self::open_tab(self.pace, self.process.clone(), self.server.clone(), self.user_context.clone()).await
    }

    /// Closes the tab and deletes all that it has stored. A browser process without other visitors
    /// ends.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn quit(self) -> Result<()> {
        let Self { process, user_context, tab, .. } = self;
        drop(tab);
        match Arc::try_unwrap(process) {
            Ok(process) => process.close().await.context("the browser does not end"),
            Err(process) => process.connection().remove_user_context(&user_context).await,
        }
    }

    /// Which browser this is.
    pub fn kind(&self) -> BrowserKind {
        self.process.kind()
    }

    /// How much memory the browser takes with all its processes, in bytes, with pages that they
    /// share counted once; `None` where the system does not report it.
    pub fn memory(&self) -> Option<u64> {
        self.process.memory()
    }

    /// Slows the page's main thread down by this factor from now on, as on a phone. Workers keep
    /// their speed.
    ///
    /// # Errors
    /// Firefox cannot do this.
    pub async fn slow_processor(&self, factor: u32) -> Result<()> {
        self.tab.slow_processor(factor).await
    }

    /// Starts a profile of the page's main thread.
    ///
    /// # Errors
    /// Firefox cannot do this.
    pub async fn start_profile(&self) -> Result<()> {
        self.tab.start_profile().await
    }

    /// Ends the profile. Returns the functions with the milliseconds spent in each of them without
    /// its callees, the longest first.
    ///
    /// # Errors
    /// When no profile was started.
    pub async fn end_profile(&self) -> Result<Vec<(String, f64)>> {
        self.tab.end_profile().await
    }

    /// The reasons why the page cannot be installed, by Chromium's names, such as `in-incognito`.
    ///
    /// # Errors
    /// Firefox cannot do this.
    pub async fn installability_errors(&self) -> Result<Vec<String>> {
        self.tab.installability_errors().await
    }

    /// Where the built page, the bots and the pictures are.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The tab, for the verbs of other files.
    pub(crate) fn tab(&self) -> &Tab {
        &self.tab
    }

    /// Opens an address of the page: `""`, `"#/connect-four"`. If only the part from `#` on
    /// differs, the page is not loaded anew, as in a person's browser; [`Browser::reload`] does
    /// that.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub async fn open(&self, route: &str) -> Result<()> {
        self.open_address(&format!("{}{route}", self.server.address())).await
    }

    /// Opens an address of another server.
    ///
    /// # Errors
    /// When it cannot be loaded.
    pub async fn open_address(&self, address: &str) -> Result<()> {
        self.tab.navigate(address).await.with_context(|| format!("cannot open {address}"))
    }

    /// Loads the page anew.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub async fn reload(&self) -> Result<()> {
        // A browser may mistake a change of the address, which the page makes a moment after a
        // match, for the end of the loading.
        self.script_at_once("window.isLeft = true", vec![]).await?;
        self.tab.reload().await.context("cannot reload")?;
        let is_new = "return !window.isLeft && document.readyState === 'complete'";
        self.wait_for("the page is loaded again", async || Ok(self.script_at_once(is_new, vec![]).await? == true)).await
    }

    /// Goes back in the history.
    ///
    /// # Errors
    /// When there is nothing to go back to.
    pub async fn back(&self) -> Result<()> {
        self.tab.traverse_history(-1).await.context("cannot go back")
    }

    /// Goes forward in the history.
    ///
    /// # Errors
    /// When there is nothing to go forward to.
    pub async fn forward(&self) -> Result<()> {
        self.tab.traverse_history(1).await.context("cannot go forward")
    }

    /// The page's title.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn title(&self) -> Result<String> {
        let title = self.script("return document.title", vec![]).await?;
        Ok(title.as_str().context("a title is text")?.to_owned())
    }

    /// The part of the address from `#` on, or empty. [`Browser::open`] takes it, also in another
    /// browser.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn route(&self) -> Result<String> {
        let route = self.script("return location.hash", vec![]).await?;
        Ok(route.as_str().context("a part of an address is text")?.to_owned())
    }

    /// Sets the size of the page's viewport.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn resize(&self, size: Size) -> Result<()> {
        self.tab.set_viewport(size.width, size.height).await?;
        self.script_at_once(REQUEST_FRAME, vec![]).await.map(drop)
    }

    /// Sets a window of this size at a zoom of 200 %: the page has half as many CSS pixels in
    /// either direction, each of two by two pixels of the screen.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn zoom_to_200_percent(&self, window: Size) -> Result<()> {
        self.tab.set_dense_viewport(window.width / 2, window.height / 2, 2).await?;
        self.script_at_once(REQUEST_FRAME, vec![]).await.map(drop)
    }

    /// The first element with this test id, once it can be seen.
    ///
    /// # Errors
    /// When no such element appears.
    pub async fn find(&self, id: &str) -> Result<Element> {
        until(&format!("nothing to see with data-testid={id}"), async || {
            let element = Element::find(&self.tab, id).await?;
            Ok(element.is_displayed().await?.then_some(element))
        })
        .await
    }

    /// The first element with this test id, seen or not: file inputs are often hidden behind a
    /// label.
    ///
    /// # Errors
    /// When no such element appears.
    pub async fn find_hidden(&self, id: &str) -> Result<Element> {
        until(&format!("nothing with data-testid={id}"), async || Ok(Some(Element::find(&self.tab, id).await?))).await
    }

    /// All elements with this test id that are in the page once it is at rest; may be empty.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn find_all(&self, id: &str) -> Result<Vec<Element>> {
        Element::find_all(&self.tab, id).await
    }

    /// Calls a function of `element.js` on the first element with this test id.
    async fn ask(&self, id: &str, function: &str, argument: Option<&str>) -> Result<Option<String>> {
        Ok(Element::ask_first(&self.tab, id, function, argument).await?.as_str().map(str::to_owned))
    }

    /// The text a person reads in the element with this test id.
    ///
    /// # Errors
    /// When the element does not appear.
    pub async fn text(&self, id: &str) -> Result<String> {
        until(&format!("no text in {id}"), async || self.ask(id, "text", None).await).await
    }

    /// An attribute of the element with this test id, `None` where it has none.
    ///
    /// # Errors
    /// When the element does not appear.
    pub async fn attribute(&self, id: &str, name: &str) -> Result<Option<String>> {
        until(&format!("no {name} of {id}"), async || Ok(Some(self.ask(id, "attribute", Some(name)).await?))).await
    }

    /// Clicks the element with this test id once it is there and not covered; clicks again if the
    /// click has missed it.
    ///
    /// # Errors
    /// When the element does not appear or stays covered.
    pub async fn click(&self, id: &str) -> Result<()> {
        until(&format!("{id} cannot be clicked"), async || Ok(Some(Element::click(&self.tab, id).await?))).await
    }

    /// Clicks the element with this test id, and as soon as the page has one with the other, that: for
    /// work that is to be stopped before it is done.
    ///
    /// # Errors
    /// When the first element does not appear, or the second does not within two minutes.
    pub async fn click_and_interrupt(&self, id: &str, interrupt: &str) -> Result<()> {
        self.find(id).await?;
        self.script_at_once(INTERRUPT, vec![json!(id), json!(interrupt)]).await.map(drop)
    }

    /// Drags one element and drops it on the other, once both are there and the first is not
    /// covered. The page is at rest between the steps, so it has seen each.
    ///
    /// # Errors
    /// When one of them does not appear or the first stays covered.
    pub async fn drag(&self, from: &str, to: &str) -> Result<()> {
        until(&format!("{from} cannot be dragged"), async || {
            let (target, held) = (self.find(to).await?, Element::find_clickable(&self.tab, from).await?);
            let [there, on] = [&held, &target].map(|element| Pointer::MoveTo(element.node()));
            self.tab.use_pointer(&[there, Pointer::Press]).await?;
            self.await_frame().await?;
            self.tab.use_pointer(&[on]).await?;
            self.await_frame().await?;
            self.tab.use_pointer(&[Pointer::Release]).await?;
            Ok(Some(()))
        })
        .await
    }

    /// Waits until the page has been drawn again.
    async fn await_frame(&self) -> Result<()> {
        self.script_at_once(REQUEST_FRAME, vec![]).await?;
        self.settle().await
    }

    /// Presses keys wherever the focus is: `"abc"`, `Key::Right`, `Key::Control + "a"`.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn keys(&self, keys: impl Into<Keys>) -> Result<()> {
        self.settle().await?;
        self.tab.press_keys(key_presses(keys.into().text(), &Key::HELD)).await
    }

    /// Types `text` into the field with this test id, replacing its content. The content is
    /// selected first, as a person does: if a field were emptied without a key, the page would not
    /// notice and might draw the old text again.
    ///
    /// # Errors
    /// When the field does not appear.
    pub async fn fill(&self, id: &str, text: &str) -> Result<()> {
        until(&format!("{id} cannot be filled"), async || Ok(Some(self.ask(id, "focusAndSelect", None).await?)))
            .await?;
        self.keys(text).await
    }

    /// Chooses the option whose text is `name`, or begins with `name` and a space, in the list with
    /// this test id.
    ///
    /// # Errors
    /// When there is no such option.
    pub async fn choose(&self, id: &str, name: &str) -> Result<()> {
        let choose = async || Ok(self.script(CHOOSE, vec![json!(id), json!(name)]).await? == true);
        self.wait_for(&format!("{name} can be chosen in {id}"), choose).await
    }

    /// Runs the body of a JavaScript function in the page, once that is at rest, and returns its
    /// result; the body reads `arguments`.
    ///
    /// # Errors
    /// When it throws, or the page does not come to rest.
    pub async fn script(&self, body: &str, arguments: Vec<Value>) -> Result<Value> {
        self.settle().await?;
        self.script_at_once(body, arguments).await
    }

    /// Like [`Browser::script`], at once: for a page that is kept from coming to rest.
    ///
    /// # Errors
    /// When it throws.
    pub async fn script_at_once(&self, body: &str, arguments: Vec<Value>) -> Result<Value> {
        self.tab.call(&format!("function () {{ {body}\n}}"), &[], &arguments).await
    }

    /// Waits until `holds` returns true; an error counts as false. `what` completes "waited in
    /// vain: ".
    ///
    /// # Errors
    /// When it never does within the limit.
    pub async fn wait_for(&self, what: &str, mut holds: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
        until(what, async || Ok(holds().await?.then_some(()))).await
    }

    /// Waits until `expected` accepts the text of the element with this test id.
    ///
    /// # Errors
    /// When it never does within the limit: the error has the last text.
    pub async fn wait_for_text(&self, id: &str, expected: impl Fn(&str) -> bool) -> Result<String> {
        let mut last = None;
        let waited = until(&format!("the text of {id} is another"), async || {
            let text = self.ask(id, "textOtherThan", last.as_deref()).await?;
            last = text.or(last.take());
            Ok(last.clone().filter(|text| expected(text)))
        })
        .await;
        waited.with_context(|| format!("{id} says {:?}", last.unwrap_or_default()))
    }

    /// The errors on the console so far, and responses with a status of 400 or more.
    pub fn console_errors(&self) -> Vec<String> {
        self.console.errors()
    }

    /// Records a note on the progress of the case: it is printed if the case fails, and always with
    /// `--nocapture`.
    pub fn note(&self, text: impl Into<String>) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(text.into());
    }

    /// The notes recorded so far.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Saves a picture of the visible part of the page as PNG.
    ///
    /// # Errors
    /// When the browser does not answer or the file cannot be written.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let picture = self.tab.capture_screenshot().await?;
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
    }
}
