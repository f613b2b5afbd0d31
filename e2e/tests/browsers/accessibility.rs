//! Accessibility: axe-core finds nothing to object to in any view, light or dark. What it is and
//! where it comes from is xtask's concern; where it is not, the case is not run, and the account
//! says so.

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The only contents of the file that are run: axe-core 4.14.1, `axe.min.js`.
const SHA256: &str = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c";

/// What is wrong with the view, in lines: the rule, why, and where.
const VIOLATIONS: &str = r"
    return axe.run(document, {resultTypes: ['violations'], rules: {'label-content-name-mismatch': {enabled: true}}}).then(({violations}) => violations.flatMap(({id, nodes}) =>
        nodes.map(node => `${id}: ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')} ${node.html.slice(0, 160)}`)));
";

/// Has the page look dark: what its styles say for those who prefer that holds for everybody.
const DARKEN: &str = r"
    const darken = rules => [...rules].forEach(rule => {
        if (rule.media?.mediaText.includes('prefers-color-scheme: dark')) rule.media.mediaText = 'all';
    });
    [...document.styleSheets].forEach(sheet => darken(sheet.cssRules));
    document.documentElement.style.colorScheme = 'dark';
";

/// Has nothing move: colours that are still changing are nobody's.
const STILL: &str = r"
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
";

/// The games, and links to matches of them that are over.
const VIEWS: [&str; 4] = ["#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M", "#/stratego", "#/generals", "#/bitmartyr"];

/// The source of axe-core.
fn axe() -> Result<String> {
    let path = std::env::var("BOTYARD_AXE")?;
    let source = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    let found: String = Sha256::digest(&source).iter().map(|byte| format!("{byte:02x}")).collect();
    ensure!(found == SHA256, "{path} has the hash {found}, not that of the axe-core that is known");
    Ok(source)
}

async fn check(browser: &Browser, view: &str, found: &mut Vec<String>) -> Result<()> {
    let violations = browser.script(VIOLATIONS, vec![]).await?;
    let lines = violations.as_array().context("lines")?.iter().filter_map(Value::as_str);
    found.extend(lines.map(|line| format!("{view}: {line}")));
    Ok(())
}

/// Looks at one game with all of its panels, and at the dialogs.
async fn check_views(browser: &Browser, source: &str, look: &str, found: &mut Vec<String>) -> Result<()> {
    for route in VIEWS {
        browser.open(route).await?;
        browser.reload().await?;
        browser.script(STILL, vec![]).await?;
        if look == "dark" {
            darken(browser).await?;
        }
        browser.script(source, vec![]).await?;
        MatchPage::new(browser).to_the_end().await?;
        browser.click("settings").await?;
        check(browser, &format!("{route} {look}"), found).await?;
        browser.click("tab-inspector").await?;
        browser.find("inspector").await?;
        check(browser, &format!("{route} {look}, inspector"), found).await?;
        if ["#/generals", "#/bitmartyr"].contains(&route) {
            browser.find("board-chart").await?.send_keys(Key::Right).await?;
            browser.find_hidden("nearby").await?;
            check(browser, &format!("{route} {look}, a cell"), found).await?;
            let dialog = if route == "#/generals" {
                browser.click("map-edit").await?;
                "map-editor"
            } else {
                browser.find("board-chart").await?.send_keys("n").await?;
                browser.keys(Key::Enter).await?;
                "trial-input"
            };
            browser.find(dialog).await?;
            check(browser, &format!("{dialog}, {look}"), found).await?;
            browser.keys(Key::Escape).await?;
            browser.wait_for("it is closed", async || Ok(browser.find_all(dialog).await?.is_empty())).await?;
        }
        if route == "#/stratego" {
            MatchPage::new(browser).seat(0, "Me").await?;
            MatchPage::new(browser).begin().await?;
            browser.find("tray").await?;
            check(browser, &format!("an army, {look}"), found).await?;
            // The page keeps who plays: the next look is at a match that ends by itself.
            MatchPage::new(browser).seat(0, "forfax").await?;
        }
        if route == VIEWS[0] {
            browser.choose("rerun-bot", "negamax").await?;
            browser.wait_for_text("rerun-told", |told| told.contains("differ")).await?;
            check(browser, &format!("a rerun, {look}"), found).await?;
            browser.click("rerun-close").await?;
            browser.click("keep-case").await?;
            browser.find("series-keep-case").await?;
            check(browser, &format!("a new case, {look}"), found).await?;
            browser.click("series-keep-case").await?;
            browser.find("cases-table").await?;
            check(browser, &format!("cases, {look}"), found).await?;
            MatchPage::new(browser).seat(0, "tactician").await?;
            MatchPage::new(browser).seat(1, "random").await?;
            browser.click("play-series").await?;
            browser.find("series-state").await?;
            check(browser, &format!("series, {look}"), found).await?;
            browser.click("tab-write").await?;
            browser.find("write-text").await?;
            check(browser, &format!("editor, {look}"), found).await?;
            browser.click("steps-open").await?;
            browser.click("steps-begin").await?;
            browser.click("step-try-0").await?;
            browser.click("step-check").await?;
            browser.wait_for_text("step-result", |text| text.starts_with('✗')).await?;
            check(browser, &format!("steps, {look}"), found).await?;
            for dialog in ["share", "open"] {
                browser.click(dialog).await?;
                if dialog == "share" {
                    browser.click("export-text").await?;
                    browser.find("board-text").await?;
                    check(browser, &format!("text of the board, {look}"), found).await?;
                    browser.click("show-qr-code").await?;
                    browser.find("qr-code").await?;
                }
                check(browser, &format!("{dialog}, {look}"), found).await?;
                browser.click("dialog-close").await?;
            }
            for page in ["help", "protocol", "starters"] {
                browser.open(&format!("#/connect-four/{page}")).await?;
                browser.wait_for_text("manual-page", |text| !text.is_empty()).await?;
                check(browser, &format!("{page}, {look}"), found).await?;
            }
            browser.fill("manual-search", "column").await?;
            browser.find("manual-found").await?;
            check(browser, &format!("a search, {look}"), found).await?;
            browser.find("manual-search").await?.send_keys(Key::Control + "a").await?;
            browser.keys(Key::Delete).await?;
            browser.click("manual-help").await?;
            browser.click("manual-keys").await?;
            check(browser, &format!("keys, {look}"), found).await?;
            browser.click("dialog-close").await?;
            browser.open("licences.html").await?;
            browser.script(source, vec![]).await?;
            check(browser, &format!("licences, {look}"), found).await?;
        }
    }
    Ok(())
}

async fn objects_to_nothing(browser: &Browser, look: &str) -> Result<()> {
    let mut found = Vec::new();
    check_views(browser, &axe()?, look, &mut found).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

/// Has the page look dark until it is loaded again.
pub async fn darken(browser: &Browser) -> Result<()> {
    browser.script(DARKEN, vec![]).await.map(drop)
}

/// Looks at what a browser shows now, of which nothing moves from then on.
pub async fn check_document(browser: &Browser) -> Result<()> {
    let mut found = Vec::new();
    browser.script(STILL, vec![]).await?;
    browser.script(&axe()?, vec![]).await?;
    check(browser, "the document", &mut found).await?;
    ensure!(found.is_empty(), "{}", found.join("\n"));
    Ok(())
}

in_each_browser! {
    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_light_view(browser: &Browser) -> Result<()> {
        objects_to_nothing(browser, "light").await
    }

    #[needs = "BOTYARD_AXE"]
    async fn axe_objects_to_no_dark_view(browser: &Browser) -> Result<()> {
        objects_to_nothing(browser, "dark").await
    }
}
