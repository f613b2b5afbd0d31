//! A browser with the page in it, and what a person does with one. Elements are named by their `data-testid`. Whatever
//! waits for an element waits until it is there, so no case needs a pause.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use tempfile::TempDir;
use thirtyfour::bidi::BrowsingContextId;
use thirtyfour::bidi::modules::browsing_context::Viewport;
use thirtyfour::{By, WebDriver, WebElement};

use crate::console::Console;
use crate::driver::Driver;
use crate::kind::{Age, Kind};
use crate::server::Server;
use crate::setting::{Program, Setting};
use crate::waiting::until;

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

/// A headless browser with a fresh profile, showing the page as a static host serves it.
pub struct Browser {
    kind: Kind,
    web: WebDriver,
    console: Console,
    server: Server,
    setting: Setting,
    // Dropped last: the browser writes there until its driver has ended.
    _driver: Driver,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser at desktop size; it shows nothing yet.
    ///
    /// # Errors
    /// When a variable of the environment is not set, or a program does not start.
    pub async fn start(kind: Kind) -> Result<Self> {
        Self::start_of(kind, Age::Current).await
    }

    /// Starts a browser of this age at desktop size; it shows nothing yet.
    ///
    /// # Errors
    /// When a variable of the environment is not set, or a program does not start.
    pub async fn start_of(kind: Kind, age: Age) -> Result<Self> {
        // Another case of this process may have done so before; then there is nothing to do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let setting = Setting::from_environment()?;
        let program = Program::from_environment(kind)?;
        let server = Server::start(&setting.dist).await?;
        let driver = Driver::start(kind, &program.driver).await?;
        let profile = TempDir::new()?;
        let wanted = kind.session(age, &program.browser, profile.path())?;
        let web = WebDriver::new(driver.address(), wanted).await.with_context(|| format!("{kind} does not start"))?;
        let console = Console::listen(&web.bidi().await?).await?;
        let browser = Self { kind, web, console, server, setting, _driver: driver, _profile: profile };
        browser.resize(Size::DESKTOP).await?;
        Ok(browser)
    }

    /// Ends the browser, so that nothing of it is left when the next one starts.
    ///
    /// # Errors
    /// When it does not answer.
    pub async fn quit(self) -> Result<()> {
        self.web.quit().await.context("the browser does not end")
    }

    /// Which browser this is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Where the built page, the bots and the pictures are.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The thirtyfour session, for what has no verb here.
    pub fn web(&self) -> &WebDriver {
        &self.web
    }

    /// Goes to an address of the page: `""`, `"#/connect-four"`. Where only the part behind `#` is another, the page is not
    /// loaded anew, as in a person's browser; [`Browser::reload`] does that.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub async fn open(&self, route: &str) -> Result<()> {
        let address = format!("{}{route}", self.server.address());
        self.web.goto(&address).await.with_context(|| format!("cannot open {address}"))
    }

    /// Loads the page anew.
    ///
    /// # Errors
    /// When the page cannot be loaded.
    pub async fn reload(&self) -> Result<()> {
        self.web.refresh().await.context("cannot reload")
    }

    /// Goes back in the history.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn back(&self) -> Result<()> {
        self.web.back().await.context("cannot go back")
    }

    /// Goes forward in the history.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn forward(&self) -> Result<()> {
        self.web.forward().await.context("cannot go forward")
    }

    /// The page's title.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn title(&self) -> Result<String> {
        self.web.title().await.context("no title")
    }

    /// The part of the address that [`Browser::open`] takes: from `#` on, or empty. Another browser can be sent there.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn route(&self) -> Result<String> {
        let address = self.web.current_url().await?;
        Ok(address.fragment().map(|route| format!("#{route}")).unwrap_or_default())
    }

    /// Gives the page this much room.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn resize(&self, size: Size) -> Result<()> {
        let tab = BrowsingContextId::from(self.web.window().await?.to_string());
        let room = Viewport { width: size.width, height: size.height };
        self.web.bidi().await?.browsing_context().set_viewport(tab, Some(room)).await?;
        Ok(())
    }

    /// The first element with this test id, as soon as it is there and can be seen.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn find(&self, id: &str) -> Result<WebElement> {
        until(&format!("nothing to see with data-testid={id}"), async || {
            let element = self.now(id).await?;
            Ok(element.is_displayed().await?.then_some(element))
        })
        .await
    }

    /// The first element with this test id, seen or not: file inputs are often hidden behind a label.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn find_hidden(&self, id: &str) -> Result<WebElement> {
        until(&format!("nothing with data-testid={id}"), async || Ok(Some(self.now(id).await?))).await
    }

    /// All elements with this test id that are there now, none included.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn find_all(&self, id: &str) -> Result<Vec<WebElement>> {
        Ok(self.web.find_all(selector(id)).await?)
    }

    async fn now(&self, id: &str) -> Result<WebElement> {
        Ok(self.web.find(selector(id)).await?)
    }

    /// The words a person reads in the element with this test id.
    ///
    /// # Errors
    /// When it does not come.
    pub async fn text(&self, id: &str) -> Result<String> {
        until(&format!("no text in {id}"), async || Ok(Some(self.now(id).await?.text().await?))).await
    }

    /// An attribute or property of the element with this test id, `None` where it has none.
    ///
    /// # Errors
    /// When the element does not come.
    pub async fn attribute(&self, id: &str, name: &str) -> Result<Option<String>> {
        until(&format!("no {name} of {id}"), async || Ok(Some(self.now(id).await?.attr(name).await?))).await
    }

    /// Clicks the element with this test id as soon as it is there and nothing covers it.
    ///
    /// # Errors
    /// When it does not come or stays covered.
    pub async fn click(&self, id: &str) -> Result<()> {
        until(&format!("{id} cannot be clicked"), async || Ok(Some(self.now(id).await?.click().await?))).await
    }

    /// Presses keys wherever the focus is: `"abc"`, `Key::Right`, `Key::Control + "a"`.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn keys(&self, keys: impl Into<thirtyfour::TypingData>) -> Result<()> {
        Ok(self.web.active_element().await?.send_keys(keys).await?)
    }

    /// Types `text` into the field with this test id in the place of what it holds. What is there is selected, as a person does: a
    /// driver's own command empties a field without a key, and a page that hears nothing of that may draw the old text again.
    ///
    /// # Errors
    /// When the field does not come.
    pub async fn fill(&self, id: &str, text: &str) -> Result<()> {
        let field = self.find(id).await?;
        self.script("const [field] = arguments; field.focus(); field.select();", vec![field.to_json()?]).await?;
        Ok(field.send_keys(text).await?)
    }

    /// Runs the body of a JavaScript function in the page and gives back what it returns; it reads `arguments`.
    ///
    /// # Errors
    /// When it throws.
    pub async fn script(&self, body: &str, arguments: Vec<Value>) -> Result<Value> {
        Ok(self.web.execute(body, arguments).await?.json().clone())
    }

    /// Waits until `holds` says yes; an error counts as a no for now. `what` completes "waited in vain: ".
    ///
    /// # Errors
    /// When it never does.
    pub async fn wait_for(&self, what: &str, mut holds: impl AsyncFnMut() -> Result<bool>) -> Result<()> {
        until(what, async || Ok(holds().await?.then_some(()))).await
    }

    /// Waits until the text of the element with this test id is as `expected` wants it.
    ///
    /// # Errors
    /// When it never is: the text it had in the end.
    pub async fn wait_for_text(&self, id: &str, expected: impl Fn(&str) -> bool) -> Result<String> {
        let mut last = String::new();
        let waited = until(&format!("the text of {id} is another"), async || {
            last = self.now(id).await?.text().await?;
            Ok(expected(&last).then_some(()))
        })
        .await;
        waited.with_context(|| format!("{id} says {last:?}"))?;
        Ok(last)
    }

    /// The errors on the console so far, and the answers of 400 and more.
    pub fn console_errors(&self) -> Vec<String> {
        self.console.errors()
    }

    /// Saves what can be seen of the page as PNG.
    ///
    /// # Errors
    /// When the browser does not answer or the file cannot be written.
    pub async fn screenshot(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let picture = self.web.screenshot_as_png().await?;
        std::fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn selector(id: &str) -> By {
    By::Css(format!("[data-testid='{id}']"))
}
