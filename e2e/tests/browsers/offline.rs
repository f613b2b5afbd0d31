//! A page that was visited opens without a network, can be installed, and waits with a new version
//! until the visitor wants it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, BrowserKind, NetworkLink, StaticServer, in_each_browser};
use serde_json::json;

use crate::folder::copy;
use crate::match_page::{MatchPage, native};
use crate::paste::paste;

/// Whether the page's own service worker serves it, and keeps a file whose name begins with START.
const KEEPS: &str = "
    if (!navigator.serviceWorker.controller) return false;
    for (const name of await caches.keys()) {
        const kept = await (await caches.open(name)).keys();
        if (kept.some(({url}) => new URL(url).pathname.startsWith(`/some/folder/START`))) return true;
    }
    return false;
";

/// What an installed page would be called and show, with each icon's true size.
const MANIFEST: &str = "
    const address = document.querySelector('link[rel=manifest]').href;
    const manifest = await (await fetch(address)).json();
    const size = async icon => {
        const picture = await createImageBitmap(await (await fetch(new URL(icon.src, address))).blob());
        return [icon.sizes, `${picture.width}x${picture.height}`, icon.purpose ?? 'any'];
    };
    return {
        name: manifest.short_name,
        display: manifest.display,
        start: new URL(manifest.start_url, address).pathname,
        icons: await Promise.all(manifest.icons.map(size)),
    };
";

/// The body of a script that promises the result of an asynchronous one.
fn promise(body: &str) -> String {
    format!("return (async () => {{ {body} }})();")
}

/// Whether the browser keeps a file of the page whose name begins with `start`.
async fn is_kept(browser: &Browser, start: &str) -> Result<bool> {
    Ok(browser.script(&promise(KEEPS).replace("START", start), vec![]).await? == true)
}

/// Waits until the browser keeps such a file.
async fn wait_until_kept(browser: &Browser, start: &str) -> Result<()> {
    // A page is kept some seconds after it was opened.
    browser.advance(Duration::from_secs(8)).await?;
    browser.wait_for(&format!("the browser keeps {start}"), async || is_kept(browser, start).await).await
}

/// Renames a file in the lists of the page and of its worker, as if its content had changed:
/// returns its path, and the path where it must be.
fn give_another_name(folder: &Path, start: &str) -> Result<[PathBuf; 2]> {
    let lists = ["index.html", "service-worker.js"].map(|name| folder.join(name));
    let listed = fs::read_to_string(&lists[1])?;
    let (_, rest) =
        listed.split_once(&format!("\"{start}-")).with_context(|| format!("no file begins with {start}"))?;
    let (hash, ending) = rest.split_once('.').context("it has an ending")?;
    let (ending, _) = ending.split_once('"').context("its name has an end")?;
    let [old, new] = [hash, "0123456789abcdef"].map(|hash| format!("{start}-{hash}.{ending}"));
    for list in lists {
        fs::write(&list, fs::read_to_string(&list)?.replace(&old, &new))?;
    }
    Ok([old, new].map(|name| folder.join(name)))
}

/// Puts another version of the page into its folder.
fn put_new_version(folder: &Path) -> Result<()> {
    let (page, worker) = (folder.join("index.html"), folder.join("service-worker.js"));
    let text = fs::read_to_string(&page)?;
    fs::write(page, text.replacen("</head>", "<meta name=\"new-version\"></head>", 1))?;
    let text = fs::read_to_string(&worker)?;
    let (_, rest) = text.split_once('\n').context("the first line is the version")?;
    fs::write(worker, format!("const VERSION = \"another\";\n{rest}"))?;
    Ok(())
}

/// Puts another version of the page into its folder, and makes the browser find it: the page that
/// is shown reports it.
pub async fn find_new_version(browser: &Browser, folder: &Path) -> Result<()> {
    put_new_version(folder)?;
    let look = promise("await (await navigator.serviceWorker.ready).update(); return true");
    browser.script(&look, vec![]).await?;
    browser.wait_for_text("new-version", |text| text.contains("A new version of this page is ready.")).await?;
    Ok(())
}

async fn is_new(browser: &Browser) -> Result<bool> {
    Ok(browser.script("return !!document.querySelector('meta[name=new-version]')", vec![]).await? == true)
}

/// Opens the page in this folder, and waits until the browser keeps it.
pub async fn open_until_kept(browser: &Browser, folder: &Path) -> Result<StaticServer> {
    let server = StaticServer::start(folder).await?;
    browser.open_address(&format!("{}#/connect-four", server.address())).await?;
    MatchPage::new(browser).to_the_end().await?;
    wait_until_kept(browser, "bots/connect-four-random").await?;
    Ok(server)
}

in_each_browser! {
    /// All bots of visited games play, including those that were not chosen yet; series run, and
    /// the editor and the manual open. A game that was not visited reports what is missing.
    #[core]
    #[browsers_differ]
    async fn a_visited_page_plays_without_a_network(browser: &Browser) -> Result<()> {
        let server = StaticServer::start(&browser.setting().dist).await?;
        let line = NetworkLink::open(server.port(), None).await?;
        browser.open_address(&format!("{}#/connect-four", StaticServer::address_at(line.port()))).await?;
        for file in ["bots/connect-four-negamax", "bots/javascript", "manual/connect-four", "editor/editor"] {
            wait_until_kept(browser, file).await?;
        }
        // Regression: a visitor who came to a game by a pasted link had none of its bots.
        paste(browser, &native::play(browser, "stratego", &["forfax", "dummy"], 7, &[])?).await?;
        for file in ["bots/stratego-sleuth", "bots/stratego-gambler", "manual/stratego"] {
            wait_until_kept(browser, file).await?;
        }
        drop(line);
        drop(server);
        browser.reload().await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(0, "forfax").await?;
        match_page.seat(1, "dummy").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.click("game-connect-four").await?;
        match_page.seat(0, "negamax").await?;
        match_page.seat(1, "lookahead").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        match_page.seat(0, "tactician").await?;
        match_page.seat(1, "random").await?;
        browser.choose("series-games-number", "20").await?;
        browser.click("play-series").await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;
        browser.click("help").await?;
        browser.wait_for_text("manual-page", |text| !text.is_empty()).await?;
        browser.click("tab-write").await?;
        browser.find("write-text").await?;
        browser.click("tab-inspector").await?;
        browser.click("game-bitmartyr").await?;
        let says_what_it_lacks = async || {
            for toast in browser.find_all("toast").await? {
                let text = toast.text().await?;
                if text.starts_with("Cannot load the bot ") && text.contains(": no connection. ") {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        browser.wait_for("a word on the bots that are not kept", says_what_it_lacks).await
    }

    /// Regression: such a browser fetches its match worker before anything is kept, and did not
    /// have it at the next visit.
    #[without_jspi]
    async fn a_browser_that_cannot_suspend_a_module_keeps_the_interpreter(browser: &Browser) -> Result<()> {
        let server = StaticServer::start(&browser.setting().dist).await?;
        let line = NetworkLink::open(server.port(), None).await?;
        browser.open_address(&format!("{}#/connect-four", StaticServer::address_at(line.port()))).await?;
        for file in ["interpreter", "bots/connect-four-random"] {
            wait_until_kept(browser, file).await?;
        }
        drop(line);
        drop(server);
        browser.reload().await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(0, "random").await?;
        match_page.seat(1, "random").await?;
        match_page.begin().await?;
        match_page.to_the_end().await
    }

    #[browsers_differ]
    async fn a_new_version_waits_until_the_visitor_wants_it(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        let _server = open_until_kept(browser, folder.path()).await?;
        browser.click("first").await?;
        browser.click("forward").await?;
        let turn = browser.wait_for_text("turn", |text| text.contains("\n1 / ")).await?;
        let shown = browser.attribute("match", "data-match").await?;
        find_new_version(browser, folder.path()).await?;
        assert_eq!((browser.text("turn").await?, browser.attribute("match", "data-match").await?), (turn.clone(), shown));
        browser.click("new-version-later").await?;
        browser.reload().await?;
        // The new version still waits, and the notice is shown again.
        browser.find("new-version").await?;
        assert!(!is_new(browser).await?);
        let last = turn.rsplit('/').next().unwrap_or_default();
        let route = browser.route().await?;
        assert!(route.contains("/r/"), "the address has the match: {route}");
        // The page may be replaced before the click command is answered.
        browser.script("setTimeout(() => document.querySelector(`[data-testid='new-version-use']`).click())", vec![]).await?;
        browser.wait_for("the new version", async || is_new(browser).await).await?;
        browser.wait_for("the match", async || Ok(browser.text("turn").await?.ends_with(last) && browser.route().await? == route)).await?;
        assert!(browser.find_all("new-version").await?.is_empty());
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: changed files of a visited game were kept only if the page showed that game when
    /// the new version came.
    #[browsers_differ]
    async fn a_new_version_has_the_games_that_were_visited(browser: &Browser) -> Result<()> {
        let folder = tempfile::tempdir()?;
        copy(&browser.setting().dist, folder.path())?;
        let server = StaticServer::start(folder.path()).await?;
        let line = NetworkLink::open(server.port(), None).await?;
        browser.open_address(&format!("{}#/stratego", StaticServer::address_at(line.port()))).await?;
        for name in ["forfax", "dummy", "gambler"] {
            wait_until_kept(browser, &format!("bots/stratego-{name}")).await?;
        }
        for file in ["manual/stratego", "manual/all"] {
            wait_until_kept(browser, file).await?;
        }
        browser.click("game-connect-four").await?;
        for file in ["bots/connect-four-random", "manual/connect-four"] {
            wait_until_kept(browser, file).await?;
        }
        // A module may have a section of any name, here `x`.
        let changed = [("bots/stratego-forfax", b"\0\x02\x01x".as_slice()), ("manual/stratego", b"\n"), ("manual/all", b"\n")];
        for (start, added) in changed {
            let [old, new] = give_another_name(folder.path(), start)?;
            fs::write(new, [fs::read(&old)?.as_slice(), added].concat())?;
            fs::remove_file(old)?;
        }
        // The host lacks this file, which must not be an obstacle.
        let [missing, _] = give_another_name(folder.path(), "bots/stratego-gambler")?;
        fs::remove_file(missing)?;
        find_new_version(browser, folder.path()).await?;
        // The page may be gone before a click has been answered for.
        browser.script("setTimeout(() => document.querySelector(`[data-testid='new-version-use']`).click())", vec![]).await?;
        browser.wait_for("the new version", async || is_new(browser).await).await?;
        browser.find("game-stratego").await?;
        wait_until_kept(browser, "bots/stratego-forfax-0123456789abcdef").await?;
        assert!(!is_kept(browser, "bots/generals-").await?, "nobody has visited that game");
        drop(line);
        drop(server);
        browser.click("game-stratego").await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(0, "forfax").await?;
        match_page.seat(1, "dummy").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.click("help").await?;
        browser.wait_for_text("manual-page", |text| !text.is_empty()).await.map(drop)
    }

    #[core]
    #[browsers_differ]
    async fn it_can_be_installed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        let manifest = browser.script(&promise(MANIFEST), vec![]).await?;
        assert_eq!(manifest, json!({
            "name": "Botyard",
            "display": "standalone",
            "start": "/some/folder/",
            "icons": [["192x192", "192x192", "any"], ["512x512", "512x512", "any"], ["512x512", "512x512", "maskable"]],
        }));
        if browser.kind() == BrowserKind::Chromium {
            // A case's visit is like one in a private window; that must be the only obstacle.
            let errors = browser.installability_errors().await?;
            assert!(errors.iter().all(|error| error == "in-incognito"), "{errors:?}");
        }
        Ok(())
    }
}
