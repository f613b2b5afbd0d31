//! Builds of the visitor's bots: every other file of the same name is one, and all of them are
//! kept.

use anyhow::{Result, ensure};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

use crate::cases::COUNT_VERDICTS;
use crate::match_page::{MatchPage, native};
use crate::saved::saved_text;

/// The visitor's own bots among the choices of the first seat's menu.
const OWN: &str = "return [...document.querySelectorAll('[data-testid=seat-0-choice] option')]\
    .map(option => option.text).filter(text => text.startsWith('mine.wasm'))";

/// Stores a bot as earlier versions of the page did.
const KEEP_AS_BEFORE: &str = "
    return (async () => {
        const bot = await (await fetch(arguments[0])).arrayBuffer();
        const cache = await caches.open('botyard-bots');
        await cache.put(`/kept-bots/connect-four/${bot.byteLength}/${encodeURIComponent('mine.wasm')}`, new Response(bot));
        return true;
    })();
";

/// Whether the script that stores bots is loaded, and the page shows a seat, which lists them.
const BOTS_ARE_HERE: &str =
    "return typeof window.botLibrary === 'function' && !!document.querySelector('[data-testid=seat-0]')";

/// The notes that the browser keeps.
const NOTES: &str = "
    return new Promise(done => indexedDB.open('botyard-bots').onsuccess = opened => {
        const builds = opened.target.result.transaction('builds').objectStore('builds').getAll();
        builds.onsuccess = () => { opened.target.result.close(); done(builds.result.map(build => build[2])); };
    });
";

/// Stores the results of each build's run, as the editor does.
const KEEP_RESULTS: &str = "
    return (async () => {
        const { builds } = await botLibrary({ type: 'list', game: 'connect-four' });
        const results = JSON.stringify({ counted: 10, games: 10, opponents: [] });
        for (const { name, sha256 } of builds) await botLibrary({ type: 'keepResults', game: 'connect-four', name, sha256, results });
        return true;
    })();
";

/// How many games are recorded for each build.
const COUNTED: &str = "
    return botLibrary({ type: 'list', game: 'connect-four' })
        .then(({ builds }) => builds.map(({ results }) => JSON.parse(results ?? '{}').counted ?? null));
";

/// The note in the first field of notes, which is the newest build's.
const SHOWN_NOTE: &str = "return document.querySelector('[data-testid=bot-note]')?.value ?? null";

/// Whether the first seat has one of the visitor's bots.
const IS_OWN_SEATED: &str =
    "return document.querySelector('[data-testid=seat-0-choice]').selectedOptions[0].text.startsWith('mine.wasm')";

/// For each row of the table of a series, the number of its build, if that is not cut off.
const BUILDS_IN_SIGHT: &str = "
    return [...document.querySelectorAll('[data-testid=series-table] tbody th')].map(head => {
        const words = document.createRange();
        words.selectNodeContents(head.querySelector('.build') ?? head);
        const { left, right } = words.getBoundingClientRect(), cell = head.getBoundingClientRect();
        return left >= cell.left - 1 && right <= cell.right + 1 ? words.toString() : '';
    });
";

/// How many columns of the table of cases are builds of a file.
const COLUMNS: &str = "return [...document.querySelectorAll('[data-testid=cases-table] thead th')]\
    .filter(head => head.textContent.startsWith(arguments[0].replace('.wasm', ''))).length";

/// Creates a file in the page's own file system, which has the same handles as the visitor's, and
/// makes the picker return it.
const PICK_OWN_FILE: &str = "
    window.rewrite = async bot => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle('mine.wasm', { create: true });
        const writing = await handle.createWritable();
        await writing.write(await (await fetch(bot)).arrayBuffer());
        await writing.close();
        return handle;
    };
    window.showOpenFilePicker = async () => [await rewrite(arguments[0])];
";

/// Changes the file that `PICK_OWN_FILE` created.
const REWRITE: &str = "return rewrite(arguments[0]).then(() => true)";

/// Waits until these bots are in the menu.
async fn has_own(browser: &Browser, names: &[&str]) -> Result<()> {
    let names: Vec<_> = names.iter().map(|name| format!("{name} · your file")).collect();
    browser
        .wait_for(&format!("{names:?} in the menu"), async || Ok(browser.script(OWN, vec![]).await? == json!(names)))
        .await
}

/// Opens the page in a tab, and waits until the bots' store is ready.
async fn open_with_store(tab: &Browser) -> Result<()> {
    tab.open("#/connect-four").await?;
    let is_here = async || Ok(tab.script(BOTS_ARE_HERE, vec![]).await? == true);
    tab.wait_for("the bots of earlier visits", is_here).await
}

/// Drops a bundled bot as `mine.wasm`.
async fn drop_mine(browser: &Browser, bot: &str) -> Result<()> {
    let module = std::fs::read(native::module(browser, "connect-four", bot))?;
    browser.drop_bytes("board", "mine.wasm", &module).await
}

/// Damages an exported library in many ways; the page reports each, and keeps the builds that are
/// undamaged.
async fn damaged_files_say_what_is_wrong(browser: &Browser, saved: &str) -> Result<()> {
    let changed = |change: &dyn Fn(&mut Value)| -> Result<String> {
        let mut library: Value = serde_json::from_str(saved)?;
        change(&mut library["builds"][0]);
        Ok(library.to_string())
    };
    let flipped = |build: &mut Value| {
        let module = build["module"].as_str().unwrap_or_default();
        build["module"] = format!("{}AAAA", &module[..module.len() - 4]).into();
    };
    // A module of version 2, and its hash.
    let newer = |build: &mut Value| {
        build["module"] = "AGFzbQIAAAA=".into();
        build["sha256"] = "593ab0b4d166fc4aa2d6956ea38019e2c575134f8139b0a18235f7abd595103f".into();
    };
    for (text, expected) in [
        (saved[..saved.len() - 9].to_owned(), "are not kept: the file is cut off, or was not saved by this page."),
        (
            "{\"format\":\"botyard-bots-7\"}".to_owned(),
            "are not kept: the file was not saved by this page, or by a newer one.",
        ),
        (
            changed(&flipped)?,
            "1 of 2 bots of botyard.bots are kept. Damaged: mine.wasm, build 1: its module is not the one that was saved",
        ),
        (changed(&|build| build["module"] = "%".into())?, "mine.wasm, build 1: its module is unreadable."),
        (changed(&newer)?, "mine.wasm, build 1: it is not a WebAssembly module."),
        (changed(&|build| build["name"] = "../mine.wasm".into())?, "../mine.wasm, build 1: it has no usable name."),
        (changed(&|build| build["build"] = 0.into())?, "mine.wasm, build 0: its build has no number."),
        (changed(&|build| build["game"] = "chess".into())?, "mine.wasm, build 1: this page does not know its game."),
        (changed(&|build| build["time"] = "now".into())?, "mine.wasm, build 1: its date or its note is unreadable."),
        (
            changed(&|build| build["results"] = "{\"opponents\":[{}]}".into())?,
            "mine.wasm, build 1: what came of running it is unreadable.",
        ),
        (
            changed(&|build| build["games"] = json!([false, 1, -1]))?,
            "mine.wasm, build 1: what is known of its games is unreadable.",
        ),
        (changed(&|build| *build = Value::Null)?, "Damaged: one, build ?: it has no usable name."),
    ] {
        browser.drop_bytes("board", "botyard.bots", text.as_bytes()).await?;
        browser.wait_for_text("toast", |told| told.contains(expected)).await?;
    }
    Ok(())
}

in_each_browser! {
    /// A bot of an earlier version of the page is build 1; a newer file is build 2, and plays
    /// against it at a click.
    #[core]
    async fn a_newer_file_is_a_build_and_plays_against_the_older(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.find("seat-0").await?;
        let name = native::served_bot(browser, "connect-four", "random")?;
        ensure!(browser.script(KEEP_AS_BEFORE, vec![json!(name)]).await? == true, "it was kept");
        browser.reload().await?;
        has_own(browser, &["mine.wasm"]).await?;
        ensure!(browser.script("return caches.open('botyard-bots').then(cache => cache.keys()).then(keys => keys.length)", vec![]).await? == 0, "it has moved");
        drop_mine(browser, "random").await?;
        browser.wait_for_text("toast", |text| text.starts_with("mine.wasm will play")).await?;
        has_own(browser, &["mine.wasm"]).await?;
        drop_mine(browser, "tactician").await?;
        let two = ["mine.wasm, build 1", "mine.wasm, build 2"];
        has_own(browser, &two).await?;
        MatchPage::new(browser).seat_shows(0, "mine.wasm, build 2").await?;
        browser.click("tab-cases").await?;
        browser.fill("bot-note", "second try").await?;
        browser.keys(Key::Tab).await?;
        browser.wait_for("the note is kept", async || Ok(browser.script(NOTES, vec![]).await? == json!(["", "second try"]))).await?;
        browser.reload().await?;
        has_own(browser, &two).await?;
        browser.click("tab-cases").await?;
        let is_noted = async || Ok(browser.script(SHOWN_NOTE, vec![]).await? == "second try");
        browser.wait_for("the newest build's note comes first", is_noted).await?;
        ensure!(browser.script(KEEP_RESULTS, vec![]).await? == true, "what came of running them is kept");
        let text = saved_text(browser, &["series-export-bots"]).await?;
        // Regression: a series had 100 games whatever was chosen, and both names were cut before
        // the numbers of the builds.
        browser.choose("series-games-number", "20").await?;
        browser.click("series-new-against-old").await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;
        assert_eq!(browser.script(BUILDS_IN_SIGHT, vec![]).await?, json!(["build 2", "build 1"]));
        browser.click("series-remove").await?;
        browser.find("series-none").await?;
        browser.click("toast-undo").await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;
        // The games of the restored series are stored again, too.
        browser.click("tab-cases").await?;
        browser.click("series-record").await?;
        browser.wait_for_text("bot-record", |text| text.starts_with("mine.wasm, build 1: ") && text.ends_with(" lost")).await?;
        // Another visitor gets both in a file.
        let other = browser.another().await?;
        other.open("#/connect-four").await?;
        let is_ready = async || Ok(other.script("return !!globalThis.botLibrary", vec![]).await? == true);
        other.wait_for("what keeps bots", is_ready).await?;
        other.drop_bytes("board", "botyard.bots", text.as_bytes()).await?;
        other.wait_for_text("toast", |told| told.starts_with("Imported 1 bot with 2 builds.")).await?;
        has_own(&other, &two).await?;
        // Regression: the file had no counts.
        assert_eq!(other.script(COUNTED, vec![]).await?, json!([10, 10]));
        // Regression: the hint about dropping stayed where the page was drawn after this script.
        other.reload().await?;
        has_own(&other, &two).await?;
        other.script("document.body.dispatchEvent(new DragEvent('dragenter', { bubbles: true }))", vec![]).await?;
        let hints = async || other.script("return document.querySelectorAll('.drop-hint').length", vec![]).await;
        other.wait_for("the hint", async || Ok(hints().await? == 1)).await?;
        other.drop_bytes("board", "botyard.bots", text.as_bytes()).await?;
        other.wait_for("the hint goes", async || Ok(hints().await? == 0)).await?;
        // The notice of this import would come between those of the damaged files.
        other.wait_for_text("toast", |told| told.starts_with("Imported 1 bot with 2 builds.")).await?;
        damaged_files_say_what_is_wrong(&other, &text).await?;
        has_own(&other, &two).await?;
        MatchPage::new(&other).seat(1, "mine.wasm, build 2").await?;
        MatchPage::new(&other).begin().await?;
        let remove = "document.querySelector('[aria-label=\"Remove mine.wasm, build 1\"]').click()";
        other.script(remove, vec![]).await?;
        other.wait_for("one build is kept", async || Ok(other.script(NOTES, vec![]).await? == json!(["second try"]))).await?;
        other.keys("u").await?;
        other.wait_for("both are kept", async || Ok(other.script(NOTES, vec![]).await? == json!(["", "second try"]))).await?;
        has_own(&other, &two).await?;
        other.script(remove, vec![]).await?;
        other.wait_for("one build is kept", async || Ok(other.script(NOTES, vec![]).await? == json!(["second try"]))).await?;
        other.reload().await?;
        has_own(&other, &two[1..]).await?;
        assert_eq!(other.console_errors(), Vec::<String>::new());
        other.quit().await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the other tab showed them only when it was loaded again.
    async fn notes_and_removals_reach_other_tabs(browser: &Browser) -> Result<()> {
        let two = ["mine.wasm, build 1", "mine.wasm, build 2"];
        let is_noted = async |tab: &Browser, note: &str| {
            tab.wait_for(note, async || Ok(tab.script(SHOWN_NOTE, vec![]).await? == note)).await
        };
        open_with_store(browser).await?;
        drop_mine(browser, "random").await?;
        browser.wait_for_text("toast", |text| text.starts_with("mine.wasm will play")).await?;
        has_own(browser, &["mine.wasm"]).await?;
        drop_mine(browser, "tactician").await?;
        has_own(browser, &two).await?;
        MatchPage::new(browser).seat_shows(0, two[1]).await?;
        browser.click("tab-cases").await?;
        // Text typed into the field in this tab must not stay there.
        browser.fill("bot-note", "slow").await?;
        browser.keys(Key::Tab).await?;
        let second = browser.second_tab().await?;
        open_with_store(&second).await?;
        has_own(&second, &two).await?;
        second.click("tab-cases").await?;
        second.find("bot-note").await?;
        is_noted(&second, "slow").await?;
        second.fill("bot-note", "fast").await?;
        second.keys(Key::Tab).await?;
        is_noted(browser, "fast").await?;
        second.script("document.querySelector('[aria-label=\"Remove mine.wasm, build 2\"]').click()", vec![]).await?;
        has_own(&second, &["mine.wasm"]).await?;
        has_own(browser, &["mine.wasm"]).await?;
        ensure!(browser.script(IS_OWN_SEATED, vec![]).await? == false, "it has no seat any more");
        second.keys("u").await?;
        has_own(&second, &two).await?;
        has_own(browser, &two).await?;
        is_noted(browser, "fast").await?;
        // Regression: builds that the store had deleted stayed listed in every tab.
        let trim = "return botLibrary({ type: 'trim', game: 'connect-four', name: 'mine.wasm', most: 0 }).then(() => true)";
        second.script(trim, vec![]).await?;
        for tab in [&second, browser] {
            has_own(tab, &two[1..]).await?;
        }
        assert_eq!(second.console_errors(), Vec::<String>::new());
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The table of cases shows the newest builds, and says how many it leaves out; a long name
    /// makes nothing wider than a phone.
    async fn thirty_builds_of_a_long_name_fit(browser: &Browser) -> Result<()> {
        let name = format!("{}.wasm", "a-bot-with-a-very-long-name".repeat(3));
        browser.open("#/connect-four").await?;
        let match_page = MatchPage::new(browser);
        match_page.to_the_end().await?;
        let module = std::fs::read(native::module(browser, "connect-four", "random"))?;
        for build in 0..30 {
            // A custom section makes it a different file.
            let file = [&module[..], &[0, 3, 1, b'n', build]].concat();
            browser.drop_bytes("board", &name, &file).await?;
        }
        let kept = async || Ok::<_, anyhow::Error>(browser.script(NOTES, vec![]).await?.as_array().map_or(0, Vec::len));
        browser.wait_for("thirty builds", async || Ok(kept().await? == 30)).await?;
        browser.click("tab-inspector").await?;
        browser.click("keep-case").await?;
        browser.click("series-keep-case").await?;
        browser.wait_for_text("cases-older", |text| text.starts_with("27 older builds are not shown")).await?;
        let columns = browser.script(COLUMNS, vec![json!(name)]).await?;
        ensure!(columns == 3, "{columns} columns");
        browser.resize(Size::PHONE).await?;
        for panel in ["tab-players", "tab-moves", "tab-inspector", "tab-ladder", "tab-cases", "tab-series", "tab-write", "help"] {
            browser.click(panel).await?;
            let wide = browser.script("return document.documentElement.scrollWidth - innerWidth", vec![]).await?;
            ensure!(wide.as_f64().is_some_and(|wide| wide <= 0.0), "{panel} is {wide} px too wide");
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Every change of a watched file becomes a build, which plays or is asked cases at once.
    async fn a_watched_file_runs_again_by_itself(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        let address = |bot| native::served_bot(browser, "connect-four", bot);
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        browser.script(PICK_OWN_FILE, vec![json!(address("random")?)]).await?;
        browser.click("tab-cases").await?;
        browser.click("series-watch").await?;
        match_page.seat_shows(0, "mine.wasm").await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        let shown = async || browser.attribute("match", "data-match").await;
        let before = shown().await?;
        browser.choose("series-after-build", "play the match again").await?;
        browser.script(REWRITE, vec![json!(address("tactician")?)]).await?;
        match_page.seat_shows(0, "mine.wasm, build 2").await?;
        browser.wait_for("the match of the new build", async || Ok(shown().await? != before)).await?;
        // Regression: "will play red in the next match" stayed beside that match.
        ensure!(browser.find_all("toast").await?.is_empty(), "the next match has begun");
        match_page.to_the_end().await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        browser.click("keep-case").await?;
        browser.click("series-keep-case").await?;
        let row = "return [...document.querySelectorAll('[data-testid=cases-table] tbody td')].map(cell => cell.textContent).slice(0, -1)";
        browser.wait_for("build 2 fails", async || Ok(browser.script(row, vec![]).await?[1] == "FAIL")).await?;
        browser.choose("series-after-build", "run all tests").await?;
        browser.script(REWRITE, vec![json!(address("negamax")?)]).await?;
        let judged = async || {
            let cells = browser.script(row, vec![]).await?;
            Ok(["pass", "FAIL", "not reached"].iter().any(|word| cells[2] == *word))
        };
        browser.wait_for("build 3 is judged", judged).await?;
        // After a reload the verdicts are still shown, a new build does as before, and a click
        // watches the file again.
        let before = browser.script(row, vec![]).await?;
        let is_judged = |cell: &&Value| ["pass", "FAIL", "not reached"].iter().any(|word| **cell == *word);
        let judged = before.as_array().into_iter().flatten().filter(is_judged).count();
        let are_kept = async || Ok(browser.script(COUNT_VERDICTS, vec![]).await?.as_u64() >= Some(judged as u64));
        browser.wait_for("the verdicts are in the store", are_kept).await?;
        browser.reload().await?;
        browser.click("tab-cases").await?;
        browser.wait_for("the verdicts are kept", async || Ok(browser.script(row, vec![]).await? == before)).await?;
        let after_build = async || browser.find("series-after-build").await?.value().await;
        browser.wait_for("what a new build does", async || Ok(after_build().await?.as_deref() == Some("cases"))).await?;
        browser.script(PICK_OWN_FILE, vec![json!(address("random")?)]).await?;
        browser.click("series-watch-again").await?;
        browser.find("series-unwatch").await?;
        browser.script(REWRITE, vec![json!(address("negamax-varied")?)]).await?;
        match_page.seat_shows(0, "mine.wasm, build 4").await?;
        browser.click("series-unwatch").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
