//! Folders as bots: a module plays with the files beside it, as it does natively, and a watched
//! folder plays with its present files.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use botyard_e2e::{Browser, in_each_browser};
use serde_json::{Value, json};

use crate::javascript::plays_as_natively;
use crate::match_page::{MatchPage, native};

/// A bot that prints the content of `lines/book.txt`.
const BOOK_BOT: &str = include_str!("../../../native/tests/programs/book.wat");
const BOOK: &str = "p\n4\n4\n4\n4\n";
const OTHER_BOOK: &str = "p\n3\n3\n3\n3\n";

/// Simulates a folder of files `[path, content]` that is dropped (`dropFolder`) or chosen
/// (`window.chosen`): a script cannot create the entries of a real drag.
const MAKE_FOLDERS: &str = "
    const bytes = content => Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
    const entry = (name, files) => ({
        name, isDirectory: true, isFile: false,
        createReader: () => {
            const names = [...new Set(files.map(([path]) => path.split('/')[0]))];
            const read = name => {
                const own = files.find(([path]) => path === name);
                const below = files.filter(([path]) => path.startsWith(name + '/')).map(([path, content]) => [path.slice(name.length + 1), content]);
                return own ? { name, isDirectory: false, isFile: true, file: take => take(new File([bytes(own[1])], name)) } : entry(name, below);
            };
            // A browser returns the entries in parts.
            return { readEntries: take => take(names.splice(0, 1).map(read)) };
        },
    });
    DataTransferItem.prototype.webkitGetAsEntry = () => window.dropped;
    window.dropFolder = (name, files) => {
        window.dropped = entry(name, files);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([], name));
        document.querySelector('[data-testid=seat-0]').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        window.dropped = undefined;
    };
    HTMLInputElement.prototype.click = function () {
        const file = ([path, content]) => Object.defineProperty(new File([bytes(content)], path.split('/').at(-1)), 'webkitRelativePath', { value: path });
        if (this.webkitdirectory) {
            Object.defineProperty(this, 'files', { value: window.chosen.map(file) });
            this.dispatchEvent(new Event('change'));
        }
    };
";

/// Creates a folder in the page's own file system, which has the same handles as the visitor's, and
/// makes the picker return it.
const PICK_OWN_FOLDER: &str = "
    window.write = async (path, content) => {
        let folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('mine', { create: true });
        const names = path.split('/');
        for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
        const writing = await (await folder.getFileHandle(names.at(-1), { create: true })).createWritable();
        await writing.write(Uint8Array.from(atob(content), letter => letter.charCodeAt(0)));
        await writing.close();
    };
    window.showOpenFilePicker ??= () => {};
    window.showDirectoryPicker = async () => (await navigator.storage.getDirectory()).getDirectoryHandle('mine');
    return (async () => {
        for (const [path, content] of arguments[0]) await write(path, content);
        return true;
    })();
";

/// The files of a folder as the page receives them.
fn files(files: &[(&str, &[u8])]) -> Value {
    files.iter().map(|(path, bytes)| json!([path, BASE64_STANDARD.encode(bytes)])).collect()
}

/// The folder of the bot with this book, with a hidden file.
fn with_book(book: &str) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let module = wat::parse_str(BOOK_BOT)?;
    Ok(vec![
        ("bot.wasm", module),
        ("lines/book.txt", book.into()),
        (".hidden", b"x".to_vec()),
        ("lines/.hidden", Vec::new()),
    ])
}

fn slices<'a>(files: &'a [(&'static str, Vec<u8>)]) -> Vec<(&'a str, &'a [u8])> {
    files.iter().map(|(path, bytes)| (*path, &**bytes)).collect()
}

fn write(folder: &Path, files: &[(&str, &[u8])]) -> Result<()> {
    for (path, bytes) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().context("it is in a folder")?)?;
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

async fn drop_folder(browser: &Browser, name: &str, content: &[(&str, &[u8])]) -> Result<()> {
    browser.script("dropFolder(...arguments)", vec![json!(name), files(content)]).await.map(drop)
}

/// Drops a folder on the first seat, and ensures that it plays as the same folder does natively.
async fn dropped_plays_as_natively(browser: &Browser, name: &str, content: &[(&str, &[u8])]) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join(name);
    write(&path, content)?;
    drop_folder(browser, name, content).await?;
    browser.wait_for_text("toast", |text| text.starts_with(name) && text.contains(" will play ")).await?;
    let path = path.to_str().context("a path in UTF-8")?;
    plays_as_natively(browser, "connect-four", [path, "builtin:random"]).await
}

in_each_browser! {
    #[core]
    async fn a_folder_is_a_bot_and_plays_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        match_page.seat(1, "random").await?;
        browser.script(MAKE_FOLDERS, vec![]).await?;
        let book = with_book(BOOK)?;
        dropped_plays_as_natively(browser, "mine", &slices(&book)).await?;
        ensure!(match_page.discs().await? >= 4, "it has played by its book");
        let own = async || browser.text("own-builds").await;
        browser.click("tab-cases").await?;
        browser.wait_for("its file is told", async || Ok(own().await?.contains(", 1 file"))).await?;

        // The same folder with another book is another build, however it comes.
        let chosen: Vec<_> = with_book(OTHER_BOOK)?.into_iter().map(|(path, bytes)| (format!("mine/{path}"), bytes)).collect();
        let chosen: Vec<_> = chosen.iter().map(|(path, bytes)| (&**path, &**bytes)).collect();
        browser.script("window.chosen = arguments[0]", vec![files(&chosen)]).await?;
        browser.click("series-add-folder").await?;
        match_page.seat_shows(0, "mine, build 2").await?;
        browser.wait_for("it is kept", async || Ok(own().await?.contains("mine, build 2"))).await?;
        // The folder plays series after a reload, too.
        browser.reload().await?;
        match_page.seat_shows(0, "mine, build 2 · your file").await?;
        // Later, one and the same mistake would pause the series.
        browser.choose("series-games-number", "20").await?;
        browser.click("play-series").await?;
        browser.wait_for_text("series-state", |text| text == "20 games").await?;

        browser.script(MAKE_FOLDERS, vec![]).await?;
        let starter = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../starters/connect-four/javascript/bot.js"))?;
        let script = format!("import {{ told }} from './told.js';\nconsole.error(told);\n{starter}");
        let script = [("bot.js", script.as_bytes()), ("told.js", b"import \"./own.js\";\nexport const told = 4;"), ("own.js", b""), ("README.md", b"#")];
        dropped_plays_as_natively(browser, "scripted.js", &script).await?;

        for (content, expected) in [
            (&[("book.txt", &b""[..])][..], "other cannot be used as a bot: it is a folder without a module (.wasm), a bot.js, a bot.ts or a bot.py: drop the bot's file."),
            (&[("a.wasm", b""), ("b.wasm", b"")], "several modules (a.wasm, b.wasm) and without a bot.wasm: drop the bot's file."),
            (&[("a.wasm", b"text")], "its a.wasm is not a WebAssembly module."),
            (&[("a.wasm", b"\0asm"), ("a", &vec![0; (16 << 20) + 1])], "have more than 16 MiB"),
        ] {
            drop_folder(browser, "other", content).await?;
            browser.wait_for_text("toast", |text| text.contains(expected)).await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Every change of a file in the folder makes a build.
    async fn a_watched_folder_is_played_by_what_it_is_now(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        let book = with_book(BOOK)?;
        ensure!(browser.script(PICK_OWN_FOLDER, vec![files(&slices(&book))]).await? == true, "it is there");
        browser.click("tab-cases").await?;
        browser.click("series-watch-folder").await?;
        match_page.seat_shows(0, "mine").await?;
        let rewrite = "return write(...arguments).then(() => true)";
        let other = json!(BASE64_STANDARD.encode(OTHER_BOOK));
        browser.script(rewrite, vec![json!("lines/book.txt"), other]).await?;
        match_page.seat_shows(0, "mine, build 2").await?;
        let module = std::fs::read(native::module(browser, "connect-four", "tactician"))?;
        browser.script(rewrite, vec![json!("bot.wasm"), json!(BASE64_STANDARD.encode(module))]).await?;
        match_page.seat_shows(0, "mine, build 3").await?;
        browser.click("series-unwatch").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The browser itself reads a folder, or a file, that is dragged from the system. In Firefox
    /// only a person can do that.
    #[chromium_only]
    async fn a_folder_of_the_system_is_dragged_onto_the_page(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("mine");
        write(&path, &slices(&with_book(BOOK)?))?;
        browser.open("#/connect-four").await?;
        match_page.to_the_end().await?;
        match_page.seat(1, "random").await?;
        browser.drop_path("seat-0", &path).await?;
        browser.wait_for_text("toast", |text| text.starts_with("mine") && text.contains(" will play ")).await?;
        let text = path.to_str().context("a path in UTF-8")?;
        plays_as_natively(browser, "connect-four", [text, "builtin:random"]).await?;
        ensure!(match_page.discs().await? >= 4, "it has played by its book");
        browser.drop_path("seat-0", &path.join("bot.wasm")).await?;
        match_page.seat_shows(0, "bot.wasm").await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
