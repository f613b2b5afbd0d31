//! The named views, and pictures of all of them.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use botyard_e2e::{Browser, BrowserKind, ColorScheme, Size};
use tokio::time::sleep;

/// A view: its name, the address within the page, and a script that leads from there to the view.
type PageView = (&'static str, &'static str, &'static str);

/// Functions for the scripts. `shown` waits for an element and returns it, `press` presses it,
/// `end` waits for the end of the match that is shown, which bots play, and shows that end, and
/// `panel` shows the panels, which a phone has below the board.
const HELPERS: &str = "
    const find = (id, root = document) => root.querySelector(`[data-testid='${id}']`);
    const editor = () => find('bot-editor')?.shadowRoot ?? document;
    const until = async (what, look) => {
        const end = performance.now() + 120_000;
        while (performance.now() < end) {
            const found = look();
            if (found) return found;
            await new Promise(requestAnimationFrame);
        }
        throw new Error(`${what} does not come`);
    };
    const shown = id => until(id, () => find(id) ?? find(id, editor()));
    const press = async id => (await shown(id)).click();
    const end = async () => {
        // A running match is shown turn by turn.
        await until('the end', () => {
            find('last')?.click();
            return find('verdict') && !find('stop');
        });
    };
    const manual = () => until('the manual', () => find('manual-page')?.textContent);
    const panel = async id => {
        if (id) await press(id);
        document.querySelector('.side').scrollIntoView();
    };
";

const MATCH: &str = "#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M";

/// The layouts, which are looked at in every size: the start view, watching each game, writing,
/// measuring and the manual.
const LAYOUTS: [PageView; 12] = [
    ("start", "", "await shown('start');"),
    ("connect-four-end", MATCH, "await end();"),
    ("stratego-end", "#/stratego", "await end();"),
    ("generals-end", "#/generals", "await end();"),
    ("bitmartyr-end", "#/bitmartyr", "await end();"),
    ("editor", "#/connect-four/write", "await shown('write-text');"),
    ("run", "#/stratego/write", "await press('write-run'); await shown('run-table'); await end();"),
    (
        "words",
        "#/connect-four/write",
        "await press('write-run'); await shown('run-table'); await end(); await press('tab-inspector'); await press('inspect-all');",
    ),
    ("steps", "#/connect-four/write", "await press('steps-open'); await press('steps-begin');"),
    ("measure", "#/connect-four/measure", "await shown('field-form');"),
    (
        "series",
        "#/connect-four",
        "await end(); await press('play-series'); await until('its end', () => /^\\d+ games$/.test(find('series-state')?.textContent));",
    ),
    ("help", "#/connect-four/help", "await manual();"),
];

/// The other views, as on a phone and in a common window.
const VIEWS: [PageView; 17] = [
    ("connect-four-start", "#/connect-four", "await end(); await press('first');"),
    ("stratego-start", "#/stratego", "await end(); for (const id of ['first', 'forward', 'forward']) await press(id);"),
    ("generals-start", "#/generals", "await end(); await press('first');"),
    ("bitmartyr-start", "#/bitmartyr", "await end(); await press('first');"),
    ("settings", "#/generals", "await end(); await press('settings'); await panel();"),
    ("map-editor", "#/generals", "await end(); await press('settings'); await press('map-edit');"),
    ("moves", MATCH, "await end(); await panel('tab-moves');"),
    ("inspector", "#/connect-four", "await end(); await panel('tab-inspector');"),
    ("tournament", "#/connect-four", "await end(); await panel('tab-series'); await press('field-form');"),
    ("library", "#/connect-four", "await end(); await panel('tab-cases');"),
    ("protocol", "#/stratego/protocol", "await manual(); await panel();"),
    (
        "ladder",
        "#/stratego/write",
        "await press('write-run'); await shown('run-table'); await end(); await panel('tab-ladder');",
    ),
    ("share", MATCH, "await end(); await press('share');"),
    ("qr-code", MATCH, "await end(); await press('share'); await press('show-qr-code'); await shown('qr-code');"),
    ("open", MATCH, "await end(); await press('open');"),
    ("embed", "?embed#/connect-four/r/AoCqYEmd.Ah09KCno7w2z3-EWC9M", "await end();"),
    ("licences", "licences.html", ""),
];

const WINDOW: (&str, Size) = ("desktop", Size { width: 1440, height: 900 });
const PHONE: (&str, Size) = ("phone", Size::PHONE);
const SMALL_SIZES: [(&str, Size); 2] =
    [("low", Size { width: 1024, height: 768 }), ("small-phone", Size { width: 360, height: 640 })];

const COLORS: [(&str, ColorScheme); 2] = [("light", ColorScheme::Light), ("dark", ColorScheme::Dark)];

/// Takes pictures of all views with this part in their names: `FOLDER/NAME-phone-dark.png`. `rest` is
/// how long to wait before each picture.
///
/// # Errors
/// When a view is not reached or a picture cannot be written.
pub async fn take_all(kind: BrowserKind, folder: &Path, part: &str, rest: Duration) -> Result<()> {
    let common = LAYOUTS.iter().chain(&VIEWS).flat_map(|view| [(WINDOW, view), (PHONE, view)]);
    let small = LAYOUTS.iter().flat_map(|view| SMALL_SIZES.map(|size| (size, view)));
    let views: Vec<_> = common.chain(small).filter(|(_, (name, ..))| name.contains(part)).collect();
    for (colors, scheme) in COLORS {
        let browser = Browser::start_in(kind, scheme).await?;
        for &((size_name, size), &(name, route, script)) in &views {
            let file = folder.join(format!("{name}-{size_name}-{colors}.png"));
            // A new visitor has no panels open.
            let visitor = browser.another().await?;
            let taken = take(&visitor, size, route, script, rest, &file).await;
            visitor.quit().await?;
            taken.with_context(|| format!("no picture of {name}"))?;
            println!("{}", file.display());
        }
        browser.quit().await?;
    }
    Ok(())
}

async fn take(visitor: &Browser, size: Size, route: &str, script: &str, rest: Duration, file: &Path) -> Result<()> {
    visitor.resize(size).await?;
    visitor.open(route).await?;
    visitor.script(&format!("{HELPERS} return (async () => {{ {script} }})();"), vec![]).await?;
    sleep(rest).await;
    visitor.screenshot(file).await?;
    visitor.console_errors().iter().for_each(|error| println!("console: {error}"));
    Ok(())
}
