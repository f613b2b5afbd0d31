//! Accessibility: axe-core finds no violation in any view, light or dark, on a desktop or a phone;
//! more views are in `accessible_views.rs`. xtask finds axe-core and knows where it comes from;
//! where it is missing, the case is not run, and xtask's account says that.

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::json;
use sha2::{Digest, Sha256};

/// SHA-256 of the only accepted `axe.min.js`, axe-core 4.14.1.
const SHA256: &str = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c";

/// The violations in the view, one per line: the rule, why, and where. The argument lists the
/// rules; an empty list means all rules.
const VIOLATIONS: &str = r"
    const [only] = arguments;
    const chosen = only.length > 0 ? {runOnly: {type: 'rule', values: only}} : {rules: {'label-content-name-mismatch': {enabled: true}}};
    return axe.run(document, {resultTypes: ['violations'], ...chosen}).then(({violations}) => violations.flatMap(({id, nodes}) =>
        nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')} ${node.html.slice(0, 160)}`)));
";

/// Makes the page dark: its styles for visitors who prefer dark colours apply to all.
const DARKEN: &str = r"
    window.darkened ??= [];
    const darken = rules => [...rules].forEach(rule => {
        const words = rule.media?.mediaText;
        if (!words?.includes('prefers-color-scheme: dark')) return;
        window.darkened.push([rule, words]);
        rule.media.mediaText = 'all';
    });
    const inner = [...document.querySelectorAll('*')].flatMap(element => element.shadowRoot ?? []);
    const sheets = [document, ...inner].flatMap(root => [...root.styleSheets, ...root.adoptedStyleSheets]);
    sheets.forEach(sheet => darken(sheet.cssRules));
    document.documentElement.style.colorScheme = 'dark';
";

/// Makes the page light again.
const LIGHTEN: &str = r"
    window.darkened.splice(0).forEach(([rule, words]) => { rule.media.mediaText = words; });
    document.documentElement.style.colorScheme = '';
";

/// Stops all animations: colours that are still changing cannot be judged.
const STILL: &str = r"
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
";

/// The rules on colours: all other rules give the same result for a dark and a light page.
const COLOUR_RULES: &[&str] = &["color-contrast", "link-in-text-block"];

/// Connect Four, by a link to a match that is over.
const CONNECT_FOUR: &str = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";
/// The other games.
const OTHER_GAMES: &[&str] = &["#/stratego", "#/generals", "#/bitmartyr"];

/// The source of axe-core.
fn axe() -> Result<String> {
    let path = std::env::var("BOTYARD_AXE")?;
    let source = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let found: String = Sha256::digest(&source).iter().map(|byte| format!("{byte:02x}")).collect();
    ensure!(found == SHA256, "{path} has the hash {found}, not that of the axe-core that is known");
    Ok(source)
}

/// The colours in which a view is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The colours of a light page.
    Light,
    /// The colours of a dark page.
    Dark,
    /// The colours of a dark page, for a view that is also judged light in this size: only rules on
    /// colours are checked.
    DarkColours,
}

impl Look {
    /// The rules by which a view is judged; empty for all rules.
    fn rules(self) -> &'static [&'static str] {
        match self {
            Self::Light | Self::Dark => &[],
            Self::DarkColours => COLOUR_RULES,
        }
    }
}

/// Light on a desktop and on a phone, and dark on a desktop.
const LOOKS: &[(Size, Look)] =
    &[(Size::DESKTOP, Look::Light), (Size::DESKTOP, Look::DarkColours), (Size::PHONE, Look::Light)];

/// Judges views by axe-core, one after the other.
pub struct AxeCheck<'a> {
    browser: &'a Browser,
    source: String,
    /// The sizes and colours in which each view is judged.
    looks: &'static [(Size, Look)],
    found: Vec<String>,
}

impl<'a> AxeCheck<'a> {
    /// A check that has judged no view yet.
    pub fn new(browser: &'a Browser, looks: &'static [(Size, Look)]) -> Result<Self> {
        Ok(Self { browser, source: axe()?, looks, found: Vec::new() })
    }

    /// Judges the view that is shown now and stops its animations. The page has the size of a
    /// desktop before and after.
    pub async fn judge(&mut self, view: &str) -> Result<()> {
        self.judge_without("", view).await
    }

    /// Like [`AxeCheck::judge`], without one of the rules.
    pub async fn judge_without(&mut self, rule: &str, view: &str) -> Result<()> {
        let browser = self.browser;
        if browser.script("return !globalThis.axe", vec![]).await? == true {
            browser.script(STILL, vec![]).await?;
            browser.script(&self.source, vec![]).await?;
        }
        for &(size, look) in self.looks {
            browser.resize(size).await?;
            if look != Look::Light {
                darken(browser).await?;
            }
            let violations = violations(browser, look.rules()).await?;
            if look != Look::Light {
                browser.script(LIGHTEN, vec![]).await?;
            }
            let counted = violations.into_iter().filter(|line| line.split(':').next() != Some(rule));
            self.found.extend(counted.map(|line| format!("{view}, {look:?}, {} px wide: {line}", size.width)));
        }
        browser.resize(Size::DESKTOP).await
    }

    /// Fails with all violations, if there are any.
    pub fn end(self) -> Result<()> {
        ensure!(self.found.is_empty(), "{}", self.found.join("\n"));
        Ok(())
    }
}

/// The violations of these rules in the view that is shown now; of all rules if the list is empty.
async fn violations(browser: &Browser, rules: &[&str]) -> Result<Vec<String>> {
    Ok(serde_json::from_value(browser.script(VIOLATIONS, vec![json!(rules)]).await?)?)
}

/// Judges games with their panels; for Connect Four, all panels and the dialogs.
async fn judge_views(browser: &Browser, routes: &[&str]) -> Result<()> {
    let mut axe = AxeCheck::new(browser, LOOKS)?;
    for &route in routes {
        browser.open(route).await?;
        browser.reload().await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("settings").await?;
        axe.judge(route).await?;
        browser.click("tab-inspector").await?;
        browser.find("inspector").await?;
        axe.judge(&format!("{route}, inspector")).await?;
        if ["#/generals", "#/bitmartyr"].contains(&route) {
            browser.find("board-chart").await?.send_keys(Key::Right).await?;
            browser.find_hidden("nearby").await?;
            axe.judge(&format!("{route}, a cell")).await?;
            let dialog = if route == "#/generals" {
                browser.click("map-edit").await?;
                "map-editor"
            } else {
                browser.find("board-chart").await?.send_keys("n").await?;
                browser.keys(Key::Enter).await?;
                "trial-input"
            };
            browser.find(dialog).await?;
            axe.judge(dialog).await?;
            browser.keys(Key::Escape).await?;
            browser.wait_for("it is closed", async || Ok(browser.find_all(dialog).await?.is_empty())).await?;
        }
        if route == "#/stratego" {
            MatchPage::new(browser).seat(0, "Me").await?;
            MatchPage::new(browser).begin().await?;
            browser.find("tray").await?;
            axe.judge("an army").await?;
            // The page keeps the choice of players: the next look needs a match that ends without a
            // person.
            MatchPage::new(browser).seat(0, "forfax").await?;
        }
        if route == CONNECT_FOUR {
            browser.choose("rerun-bot", "negamax").await?;
            browser.wait_for_text("rerun-told", |told| told.contains("differ")).await?;
            axe.judge("a rerun").await?;
            browser.click("rerun-close").await?;
            browser.click("keep-case").await?;
            browser.find("series-keep-case").await?;
            axe.judge("a new case").await?;
            browser.click("series-keep-case").await?;
            browser.find("cases-table").await?;
            axe.judge("cases").await?;
            MatchPage::new(browser).seat(0, "tactician").await?;
            MatchPage::new(browser).seat(1, "random").await?;
            browser.click("play-series").await?;
            browser.find("series-state").await?;
            axe.judge("series").await?;
            browser.click("tab-write").await?;
            browser.find("write-text").await?;
            axe.judge("editor").await?;
            browser.click("steps-open").await?;
            browser.click("steps-begin").await?;
            browser.click("step-try-0").await?;
            browser.click("step-check").await?;
            browser.wait_for_text("step-result", |text| text.starts_with('✗')).await?;
            axe.judge("steps").await?;
            for dialog in ["share", "open"] {
                browser.click(dialog).await?;
                if dialog == "share" {
                    browser.click("export-text").await?;
                    browser.find("board-text").await?;
                    axe.judge("text of the board").await?;
                    browser.click("show-qr-code").await?;
                    browser.find("qr-code").await?;
                }
                axe.judge(dialog).await?;
                browser.click("dialog-close").await?;
            }
            for page in ["help", "protocol", "starters"] {
                browser.open(&format!("#/connect-four/{page}")).await?;
                browser.wait_for_text("manual-page", |text| !text.is_empty()).await?;
                axe.judge(page).await?;
            }
            browser.fill("manual-search", "column").await?;
            browser.find("manual-found").await?;
            axe.judge("a search").await?;
            browser.find("manual-search").await?.send_keys(Key::Control + "a").await?;
            browser.keys(Key::Delete).await?;
            browser.click("manual-help").await?;
            browser.click("manual-keys").await?;
            axe.judge("keys").await?;
            browser.click("dialog-close").await?;
            browser.open("licences.html").await?;
            axe.judge("licences").await?;
        }
    }
    axe.end()
}

/// Has the page look dark until it is loaded again.
pub async fn darken(browser: &Browser) -> Result<()> {
    browser.script(DARKEN, vec![]).await.map(drop)
}

/// Judges the document that a browser shows now, and stops its animations.
pub async fn check_document(browser: &Browser) -> Result<()> {
    browser.script(STILL, vec![]).await?;
    browser.script(&axe()?, vec![]).await?;
    let found = violations(browser, &[]).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

in_each_browser! {
    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_view_of_connect_four(browser: &Browser) -> Result<()> {
        judge_views(browser, &[CONNECT_FOUR]).await
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_view_of_the_other_games(browser: &Browser) -> Result<()> {
        judge_views(browser, OTHER_GAMES).await
    }
}
