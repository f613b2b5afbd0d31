//! The page as a whole: it loads, without errors, from any folder of a plain static host.

use std::fs;

use crate::match_page::MatchPage;
use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Size, StaticServer, in_each_browser};
use serde_json::Value;

/// Runs in a worker, as the page's worker does: JSPI must be available without flags and without
/// special headers.
const JSPI_IN_A_WORKER: &str = r"
    const source = `postMessage(typeof WebAssembly.Suspending + ' ' + typeof WebAssembly.promising)`;
    const address = URL.createObjectURL(new Blob([source], {type: 'text/javascript'}));
    return new Promise(resolve => {
        new Worker(address, {type: 'module'}).onmessage = event => resolve(event.data);
    });
";

/// A match of Connect Four.
const LINK: &str = "AoCqYEmd.Ax09LIDOHw";

/// Matches of all games: a game in each line, and a link at its end.
const LINKS: &str = include_str!("../../../engine/tests/vectors/links-v1-v2.txt");

/// Steps to another turn, which the address is going to name, and goes back before it does.
const LEAVE_AFTER_A_STEP: &str = r"
    document.querySelector(`[data-testid='first']`).click();
    history.back();
    return new Promise(resolve => addEventListener('popstate', resolve, { once: true })).then(() => {});
";

/// Puts elements in the place of all texts, as browsers do that translate a page, but for those that
/// ask not to be.
const TRANSLATE: &str = "
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    const translated = texts.filter(text => text.data.trim() && !text.parentElement.closest('[translate=no], script, style, svg'));
    translated.forEach(text => text.replaceWith(Object.assign(document.createElement('font'), { textContent: text.data })));
    return translated.length;
";

/// The panels that are not always shown.
const PANELS: [&str; 2] = ["tab-inspector", "tab-moves"];

/// How many policies the page has in its head.
const POLICY: &str = "return document.querySelectorAll('head > meta[http-equiv=Content-Security-Policy]').length";

/// What previews of a link show, and the installed page on a phone: texts, and the sizes of the
/// pictures.
const PREVIEW: &str = "
    const content = name => document.querySelector(`meta[property='${name}'], meta[name='${name}']`)?.content;
    const size = async address => {
        const picture = await createImageBitmap(await (await fetch(address)).blob());
        return `${picture.width}x${picture.height}`;
    };
    const words = ['og:title', 'og:description', 'og:image:alt', 'og:type', 'twitter:card', 'description'].map(content);
    const icon = document.querySelector('link[rel=apple-touch-icon]').href;
    return Promise.all([size(content('og:image')), size(icon)]).then(sizes => ({ words, sizes }));
";

/// Applies the styles of a medium to all media.
const AS_IN: &str = "
    const [medium] = arguments;
    const take = rules => [...rules].forEach(rule => {
        if (rule.media?.mediaText.includes(medium)) rule.media.mediaText = 'all';
    });
    [...document.styleSheets, ...document.adoptedStyleSheets].forEach(sheet => take(sheet.cssRules));
";

/// Which parts of the page are displayed.
const PARTS: &str = "
    const parts = ['.field', '.status', '.seats', '.rounds', '.top', '.transport', '.tabs', '.controls'];
    return parts.filter(part => document.querySelector(part)?.getBoundingClientRect().height > 0);
";

/// What moves, or is held where it begins to.
const MOTION: &str = "return document.getAnimations().map(one => one.animationName ?? one.transitionProperty)";

/// Whether a moving bar is seen in the placeholder of a page that is not loaded yet.
const LOADING: &str = "
    const bar = document.querySelector('.loading');
    const {left, top, width, height} = bar.getBoundingClientRect();
    const isSeen = width > 0 && bar.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    return isSeen && bar.getAnimations({ subtree: true }).some(one => one.playState === 'running');
";

/// How many rows the list of moves has.
const ROWS: &str = "return document.querySelectorAll('.rounds li').length";

in_each_browser! {
    #[core]
    #[browsers_differ]
    async fn loads_without_an_error(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        let is_titled = async || Ok(browser.title().await?.ends_with(" · Connect Four · Botyard"));
        browser.wait_for("a title with the match", is_titled).await?;
        let started = "return performance.getEntriesByType('resource').some(entry => entry.name.endsWith('.wasm'))";
        browser.wait_for("the page asks for its module", async || Ok(browser.script(started, vec![]).await? == true)).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        // A page whose programs are never loaded.
        let folder = tempfile::tempdir()?;
        for entry in fs::read_dir(&browser.setting().dist)? {
            let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
            if path.extension().is_some_and(|ending| ending == "html" || ending == "css") {
                fs::copy(path, folder.path().join(name))?;
            }
        }
        // Nor does the script say so that would end the wait.
        let page = folder.path().join("index.html");
        fs::write(&page, fs::read_to_string(&page)?.replace("const explain = why => {", "const explain = () => { return;"))?;
        let server = StaticServer::start(folder.path()).await?;
        browser.open_address(&server.address()).await?;
        browser.wait_for("a bar moves", async || Ok(browser.script(LOADING, vec![]).await? == true)).await?;
        Ok(())
    }

    /// Regression: the board's counters stood still, because the page wrote into texts that a
    /// translation had replaced.
    async fn a_translated_page_goes_on(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.find("board").await?;
        ensure!(browser.script(TRANSLATE, vec![]).await?.as_u64() > Some(10), "prose is translated");
        let page = MatchPage::new(browser);
        page.begin().await?;
        page.to_the_end().await?;
        browser.click("first").await?;
        browser.click("forward").await?;
        browser.wait_for_text("turn", |text| text.contains("1 / ")).await?;
        browser.click("help").await?;
        ensure!(browser.script(TRANSLATE, vec![]).await?.as_u64() > Some(10), "the help is translated");
        browser.keys(Key::Escape).await?;
        for tab in ["tab-moves", "tab-inspector", "help", "tab-moves", "game-generals"] {
            browser.click(tab).await?;
            browser.script(TRANSLATE, vec![]).await?;
        }
        browser.find("board").await?;
        ensure!(browser.console_errors().is_empty(), "{:?}", browser.console_errors());
        Ok(())
    }

    /// Paper does not scroll: all moves are there while the page is printed.
    async fn all_moves_are_printed(browser: &Browser) -> Result<()> {
        browser.open("#/stratego").await?;
        MatchPage::new(browser).to_the_end().await?;
        let rows = async || Ok::<_, anyhow::Error>(browser.script(ROWS, vec![]).await?.as_u64().unwrap_or_default());
        let turns = browser.text("turn").await?.rsplit("/ ").next().and_then(|turns| turns.parse::<u64>().ok());
        let rounds = turns.context("the number of turns")?.div_ceil(2);
        // The list is drawn a frame after the board.
        let is_part = async || Ok((1..rounds).contains(&rows().await?));
        browser.wait_for("a part of the rows", is_part).await?;
        browser.script("dispatchEvent(new Event('beforeprint'))", vec![]).await?;
        browser.wait_for("all rows", async || Ok(rows().await? >= rounds)).await?;
        browser.script("dispatchEvent(new Event('afterprint'))", vec![]).await?;
        browser.wait_for("the visible rows alone", is_part).await
    }

    async fn a_link_has_a_preview_and_a_match_a_title(browser: &Browser) -> Result<()> {
        for game in ["connect-four", "stratego", "generals", "bitmartyr"] {
            browser.open(&format!("#/{game}")).await?;
            let players = "return [...document.querySelectorAll('[data-testid^=seat-][data-testid$=-choice]')].map(seat => seat.selectedOptions[0].text.split(' · ')[0])";
            let names_all = async || {
                let (title, players) = (browser.title().await?, browser.script(players, vec![]).await?);
                let mut players = players.as_array().into_iter().flatten().filter_map(Value::as_str).peekable();
                Ok(players.peek().is_some() && players.all(|player| title.contains(player)) && title.ends_with(" · Botyard"))
            };
            browser.wait_for(&format!("a title with the players of {game}"), names_all).await?;
        }
        let preview = browser.script(PREVIEW, vec![]).await?;
        assert_eq!(preview["sizes"], serde_json::json!(["1200x630", "180x180"]));
        let is_said = |words: &Value| words.as_str().is_some_and(|words| !words.is_empty());
        assert!(preview["words"].as_array().is_some_and(|words| words.iter().all(is_said)), "{preview}");
        Ok(())
    }

    /// Board, players and moves are printed; controls are not.
    async fn paper_has_the_board_and_the_moves(browser: &Browser) -> Result<()> {
        for game in ["connect-four", "stratego", "generals", "bitmartyr"] {
            let line = LINKS.lines().find(|line| line.split(' ').next() == Some(game));
            let link = line.and_then(|line| line.split(' ').next_back()).context("a link of each game")?;
            browser.open(&format!("#/{game}/r/{link}")).await?;
            MatchPage::new(browser).to_the_end().await?;
            browser.script(AS_IN, vec!["print".into()]).await?;
            let parts = browser.script(PARTS, vec![]).await?;
            assert_eq!(parts, serde_json::json!([".field", ".status", ".seats", ".rounds"]), "{game}");
            let picture = format!("print-{game}-{}.png", browser.kind());
            browser.screenshot(&browser.setting().pictures.join(picture)).await?;
            browser.reload().await?;
        }
        Ok(())
    }

    /// A disc falls and is then ringed, unless the visitor wants no motion.
    async fn reduced_motion_stops_animations(browser: &Browser) -> Result<()> {
        browser.open(&format!("#/connect-four/r/{LINK}")).await?;
        browser.click("first").await?;
        browser.hold_animations().await?;
        browser.click("forward").await?;
        assert_eq!(browser.script(MOTION, vec![]).await?, serde_json::json!(["fall", "ring"]));
        browser.script(AS_IN, vec!["prefers-reduced-motion: reduce".into()]).await?;
        browser.click("forward").await?;
        assert_eq!(browser.script(MOTION, vec![]).await?, serde_json::json!([]));
        Ok(())
    }

    async fn the_browser_can_suspend_a_module(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        let found = browser.script(JSPI_IN_A_WORKER, vec![]).await?;
        assert_eq!(found, Value::from("function function"));
        Ok(())
    }

    async fn a_match_that_was_left_writes_no_address(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.script(&format!("location.hash = '#/connect-four/r/{LINK}'"), vec![]).await?;
        browser.wait_for("the match of the link", async || Ok(browser.route().await?.contains(LINK))).await?;
        browser.wait_for_text("verdict", |text| text.contains("wins")).await?;
        browser.script(LEAVE_AFTER_A_STEP, vec![]).await?;
        let left = browser.route().await?;
        assert!(!left.contains(LINK), "{left}");
        Ok(())
    }

    /// Every game is played and looked at under the page's own policy, without a violation.
    #[core]
    async fn the_page_keeps_to_its_own_policy(browser: &Browser) -> Result<()> {
        let table = MatchPage::new(browser);
        for game in ["connect-four", "stratego", "generals", "bitmartyr"] {
            browser.open(&format!("#/{game}")).await?;
            browser.wait_for("the game", async || Ok(browser.route().await?.contains(game))).await?;
            table.to_the_end().await?;
            for panel in PANELS {
                browser.click(panel).await?;
            }
        }
        browser.click("share").await?;
        browser.click("download").await?;
        assert_eq!(browser.script(POLICY, vec![]).await?, Value::from(1));
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The other cases rely on it: a violation is an error on the console.
    async fn what_the_policy_forbids_is_noticed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        for (script, rule) in [
            ("document.body.setAttribute('style', 'color: red')", "style-src"),
            ("document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = true'}))", "script-src"),
            ("fetch('https://elsewhere.invalid/').catch(() => {})", "connect-src"),
        ] {
            browser.script(script, vec![]).await?;
            let noticed = async || Ok(browser.console_errors().iter().any(|error| error.contains(rule)));
            browser.wait_for(&format!("a violation of {rule}"), noticed).await?;
        }
        assert_eq!(browser.script("return [getComputedStyle(document.body).color === 'rgb(255, 0, 0)', window.ran]", vec![]).await?,
            serde_json::json!([false, null]));
        Ok(())
    }

    /// The licences are a page of their own, which loads nothing else.
    #[core]
    async fn the_help_names_the_version_and_leads_to_the_licences(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.click("help").await?;
        assert_eq!(browser.text("version").await?, concat!("Botyard ", env!("CARGO_PKG_VERSION")));
        let address = browser.attribute("licences", "href").await?.unwrap_or_default();
        browser.open(&address).await?;
        let text = browser.script("return document.body.innerText", vec![]).await?;
        let text = text.as_str().unwrap_or_default();
        for words in ["wasmtime ", "yew ", "Rust's standard library", "Permission is hereby granted, free of charge"] {
            assert!(text.contains(words), "{words} is missing");
        }
        browser.resize(Size::PHONE).await?;
        assert_eq!(browser.script("return document.documentElement.scrollWidth > innerWidth", vec![]).await?, false);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    async fn an_error_on_the_console_is_noticed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        browser.script("console.error('on purpose')", vec![]).await?;
        browser.wait_for("the error", async || Ok(browser.console_errors().iter().any(|error| error.contains("on purpose")))).await
    }

    async fn a_missing_file_is_noticed(browser: &Browser) -> Result<()> {
        browser.open("").await?;
        browser.script("fetch('no-such-file.wasm')", vec![]).await?;
        browser.wait_for("the answer", async || Ok(browser.console_errors().iter().any(|error| error.contains("404")))).await
    }
}
