//! A whole match of each game without a pointer and without looking, by keys and by what a screen
//! reader announces. Every cell has a name, every move is announced, the focus is never lost, the
//! verdict is announced.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use botyard_e2e::{Browser, Key, Keys, in_each_browser};
use serde_json::json;

use crate::match_page::MatchPage;

/// Records from now on the announcements of live regions (`announced`), and the element that had
/// the focus when it was lost (`lost`). Screen readers do not announce a region that appears with
/// its text, so such regions do not count.
const LISTEN: &str = "
    const [announced, lost, texts] = [window.announced = [], window.lost = [], new WeakMap()];
    const LIVE = ':is([aria-live], [role=status], [role=alert], output):not([aria-live=off])';
    const read = region => region.textContent.replace(/\\s+/g, ' ').trim();
    const know = root => [root, ...root.querySelectorAll(LIVE)].filter(part => part.matches(LIVE)).forEach(part => texts.set(part, read(part)));
    know(document.body);
    new MutationObserver(changes => {
        const regions = new Set();
        for (const {target, addedNodes} of changes) {
            const region = (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(LIVE);
            if (region) regions.add(region);
            else addedNodes.forEach(node => node.nodeType === Node.ELEMENT_NODE && know(node));
        }
        regions.forEach(region => {
            const text = read(region);
            if (text && text !== texts.get(region)) announced.push(text);
            texts.set(region, text);
        });
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
    let last;
    // While one part of the page takes the place of another, the focus may be nowhere; not at rest.
    settling.watch(() => {
        const focused = document.activeElement;
        const isThere = focused && focused !== document.body;
        if (isThere) last = focused.dataset.testid ?? focused.getAttribute('aria-label') ?? focused.outerHTML.slice(0, 80);
        else if (last) lost.push(`${last} at ${document.querySelector('[data-testid=turn]')?.textContent}`);
    });
";

/// The records of `LISTEN`.
const HEARD: &str = "return { announced: window.announced, lost: window.lost }";

/// Whether the focused element is, or is in, an element that a selector finds.
const HAS_FOCUS: &str = "return document.activeElement?.closest(arguments[0]) !== null";

/// Whether the element that a selector finds comes before the focused one.
const IS_BEFORE: &str = "
    const found = document.querySelector(arguments[0]);
    return !!found && (document.activeElement.compareDocumentPosition(found) & Node.DOCUMENT_POSITION_PRECEDING) > 0;
";

/// Shows all turns as for paper; then the turns as text.
const PRINT: &str = "dispatchEvent(new Event('beforeprint'))";
const TURNS: &str = "
    const turns = [...document.querySelectorAll('[data-testid=move-list] button .unseen')];
    dispatchEvent(new Event('afterprint'));
    return turns.map(turn => turn.textContent.replace(/^turn \\d+: /, ''));
";

/// A map of Generals on which an army has gone around once before another can reach its path.
const SMALL_MAP: &str = "3 4 2\n3 1 1 1\n1 1 1 1\n1 1 1 3\n";

/// From a cell to the next one, four times, and back at last.
const AROUND: [Key; 4] = [Key::Right, Key::Down, Key::Left, Key::Up];

/// More presses of Tab than the page has tab stops.
const PLACES: usize = 120;

/// A person with a keyboard and a screen reader.
struct Reader<'a> {
    browser: &'a Browser,
}

impl<'a> Reader<'a> {
    /// Opens a game, and waits until the match that begins is over.
    async fn open(browser: &'a Browser, game: &str) -> Result<Self> {
        browser.open(&format!("#/{game}")).await?;
        let reader = Self { browser };
        browser.find("board").await?;
        MatchPage::new(browser).to_the_end().await?;
        Ok(reader)
    }

    /// Listens to the page from now on.
    async fn listen(&self) -> Result<()> {
        self.browser.script(LISTEN, vec![]).await.map(drop)
    }

    async fn has_focus(&self, selector: &str) -> Result<bool> {
        Ok(self.browser.script(HAS_FOCUS, vec![json!(selector)]).await? == true)
    }

    /// Presses Tab, or Shift and Tab, until an element that a selector finds has the focus.
    async fn tab_to(&self, selector: &str) -> Result<()> {
        let is_before = self.browser.script(IS_BEFORE, vec![json!(selector)]).await? == true;
        let keys = if is_before { Key::Shift + Key::Tab } else { Keys::from(Key::Tab) };
        for _ in 0..PLACES {
            if self.has_focus(selector).await? {
                return Ok(());
            }
            self.browser.keys(keys.clone()).await?;
        }
        anyhow::bail!("{selector} is not reached by {keys:?}");
    }

    /// Chooses from a list by typing the beginning of an entry.
    async fn choose(&self, seat: usize, name: &str) -> Result<()> {
        self.tab_to(&format!("[data-testid=seat-{seat}-choice]")).await?;
        self.browser.keys(name).await?;
        MatchPage::new(self.browser).seat_shows(seat, name).await
    }

    /// Writes into a field of the settings, which are unfolded, and checks that the form has taken
    /// it: the page may draw the field anew meanwhile.
    async fn set(&self, field: &str, number: &str) -> Result<()> {
        let take = async || {
            self.tab_to(&format!("[data-testid={field}]")).await?;
            self.browser.keys(Key::Control + "a").await?;
            self.browser.keys(number).await?;
            self.browser.keys(Key::Tab).await?;
            // A Firefox window in the background sometimes sends no `change` event.
            let change = "document.querySelector(`[data-testid='${arguments[0]}']`)?.dispatchEvent(new Event('change', { bubbles: true }))";
            self.browser.script(change, vec![json!(field)]).await?;
            Ok(self.browser.find(field).await?.value().await?.as_deref() == Some(number))
        };
        self.browser.wait_for(&format!("{field} takes {number}"), take).await
    }

    /// Presses the button that a selector finds.
    async fn press(&self, selector: &str) -> Result<()> {
        self.tab_to(selector).await?;
        self.browser.keys(Key::Enter).await
    }

    /// Begins the match.
    async fn play(&self) -> Result<()> {
        let shown = async || self.browser.attribute("match", "data-match").await;
        let before = shown().await?;
        self.tab_to("[data-testid=play]").await?;
        self.browser.keys(Key::Enter).await?;
        self.browser.wait_for("the match that was begun", async || Ok(shown().await? != before)).await
    }

    /// Waits until it is the person's turn; false if the match is over.
    async fn is_asked(&self) -> Result<bool> {
        let mut asked = None;
        let state = "
            const over = document.querySelector('[data-testid=verdict]');
            const status = document.querySelector('[data-testid=status]')?.textContent ?? '';
            return over ? false : status.includes('Your turn') ? true : null;
        ";
        let waits = async || {
            asked = self.browser.script(state, vec![]).await?.as_bool();
            Ok(asked.is_some())
        };
        self.browser.wait_for("the person's turn, or the end", waits).await?;
        asked.context("it has been waited for")
    }

    async fn announced(&self) -> Result<Vec<String>> {
        let heard = self.browser.script(HEARD, vec![]).await?;
        ensure!(heard["lost"].as_array().is_some_and(Vec::is_empty), "the focus was lost: {}", heard["lost"]);
        Ok(serde_json::from_value(heard["announced"].clone())?)
    }

    /// Checks that every cell of the board has a name for screen readers, and that all names
    /// differ.
    async fn cells_have_names(&self, role: &str, cells: &str, count: usize) -> Result<()> {
        let names = "return [...document.querySelectorAll(arguments[0])].map(cell => cell.getAttribute('aria-label') ?? cell.textContent)";
        let names: Vec<String> = serde_json::from_value(self.browser.script(names, vec![json!(cells)]).await?)?;
        ensure!(names.len() == count, "{} cells: {names:?}", names.len());
        let distinct: BTreeSet<_> = names.iter().collect();
        ensure!(distinct.len() == count && !names.contains(&String::new()), "{names:?}");
        let counts = self.browser.count_accessible_each(cells, role, &names).await?;
        for (name, found) in names.iter().zip(counts) {
            ensure!(found == 1, "{found} cells are called {name:?}");
        }
        Ok(())
    }

    /// Checks that the moves that `is_said` selects were announced, that the verdict was announced
    /// last, and that the focus was never lost.
    async fn has_heard_all(&self, is_said: impl Fn(&str) -> bool) -> Result<()> {
        self.browser.script(PRINT, vec![]).await?;
        let turns: Vec<String> = serde_json::from_value(self.browser.script(TURNS, vec![]).await?)?;
        let verdict = self.browser.text("verdict").await?;
        let announced = self.announced().await?;
        let all = announced.join("\n").to_lowercase();
        let unsaid: Vec<_> = turns.iter().filter(|turn| is_said(turn) && !all.contains(&turn.to_lowercase())).collect();
        ensure!(
            turns.len() > 4 && unsaid.is_empty(),
            "of {} turns were not said: {unsaid:#?}\n{announced:#?}",
            turns.len()
        );
        let last = announced.last().context("something was said")?;
        ensure!(last.contains(&verdict), "the verdict {verdict:?} comes last, not {last:?}");
        self.browser.note(format!("{} turns, {} announcements", turns.len(), announced.len()));
        assert_eq!(self.browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}

impl Reader<'_> {
    /// How many cells of the table around the cursor have the announced name.
    async fn count_nearby(&self, spoken: &str) -> Result<usize> {
        let name = spoken.split(", selected").next().unwrap_or(spoken);
        self.browser.count_accessible("[data-testid=nearby]", "cell", name).await
    }

    /// Checks that the table around the cursor has a cell of this name.
    async fn is_named_nearby(&self, spoken: &str) -> Result<()> {
        let is_there = async || Ok(self.count_nearby(spoken).await? == 1);
        self.browser.wait_for(&format!("one cell is called {spoken:?}"), is_there).await
    }

    /// Moves the cursor to a square of Stratego by the arrow keys.
    async fn walk_to(&self, cell: &str) -> Result<()> {
        let places = format!(
            "const cells = [...document.querySelectorAll('.stratego-cell')];
             return [document.activeElement, {cell}].map(cell => cells.indexOf(cell)).flatMap(at => [at % 10, Math.floor(at / 10)])"
        );
        let places = self.browser.script(&places, vec![]).await?;
        let places: Vec<i64> = serde_json::from_value(places)?;
        let [column, row, to_column, to_row] = places[..] else { anyhow::bail!("{places:?}") };
        ensure!(places.iter().all(|&place| place >= 0), "a cell is not there: {places:?}");
        for (from, to, back, on) in [(column, to_column, Key::Left, Key::Right), (row, to_row, Key::Up, Key::Down)] {
            for _ in 0..(to - from).abs() {
                self.browser.keys(if to < from { back } else { on }).await?;
            }
        }
        Ok(())
    }
}

in_each_browser! {
    #[core]
    #[browsers_differ]
    async fn connect_four_is_played_by_keys_and_ear(browser: &Browser) -> Result<()> {
        let reader = Reader::open(browser, "connect-four").await?;
        reader.choose(0, "Me").await?;
        reader.choose(1, "random").await?;
        reader.listen().await?;
        reader.play().await?;
        let mut is_first = true;
        while reader.is_asked().await? {
            if is_first {
                reader.cells_have_names("cell", "[data-testid^=cell-]", 42).await?;
                reader.tab_to(".four-column").await?;
                is_first = false;
            }
            // If a column is full, the next one is tried.
            for key in [Key::Right, Key::Right, Key::Right, Key::Left, Key::Left, Key::Left, Key::Left, Key::Left] {
                if !reader.has_focus("[aria-disabled=true]").await? {
                    break;
                }
                browser.keys(key).await?;
            }
            let before = browser.text("turn").await?;
            browser.keys(Key::Enter).await?;
            browser.wait_for("a move", async || Ok(browser.text("turn").await? != before)).await?;
        }
        reader.cells_have_names("cell", "[data-testid^=cell-]", 42).await?;
        reader.has_heard_all(|_| true).await
    }

    async fn stratego_is_played_by_keys_and_ear(browser: &Browser) -> Result<()> {
        let reader = Reader::open(browser, "stratego").await?;
        reader.choose(0, "Me").await?;
        reader.choose(1, "forfax").await?;
        reader.press("[data-testid=settings]").await?;
        reader.set("max-turns", "10").await?;
        reader.listen().await?;
        reader.play().await?;
        browser.find("tray").await?;
        reader.cells_have_names("gridcell", ".stratego-cell", 100).await?;
        for button in ["shuffle", "ready"] {
            reader.tab_to(&format!("[data-testid={button}]")).await?;
            browser.keys(Key::Enter).await?;
        }
        // The board gets the focus in place of the button that ended the setup. Until then, the
        // page still waits for the setup.
        browser.wait_for("the board has the focus", async || reader.has_focus("[role=grid]").await).await?;
        while reader.is_asked().await? {
            let before = browser.text("turn").await?;
            reader.walk_to("document.querySelector('.stratego-cell[data-grab]')").await?;
            browser.keys(Key::Enter).await?;
            browser.wait_for_text("said", |text| text.starts_with("Selected: ")).await?;
            reader.walk_to("document.querySelector(`.stratego-cell[aria-label$='can be reached']`)").await?;
            browser.keys(Key::Enter).await?;
            browser.wait_for("a move", async || Ok(browser.text("turn").await? != before)).await?;
        }
        reader.cells_have_names("gridcell", ".stratego-cell", 100).await?;
        reader.has_heard_all(|_| true).await
    }

    async fn generals_is_played_by_keys_and_ear(browser: &Browser) -> Result<()> {
        let reader = Reader::open(browser, "generals").await?;
        browser.drop_bytes("board", "small.txt", SMALL_MAP.as_bytes()).await?;
        browser.wait_for_text("verdict", |text| text == "Not started yet: press Play.").await?;
        reader.choose(0, "Me").await?;
        reader.choose(1, "random").await?;
        reader.press("[data-testid=settings]").await?;
        reader.set("garrison", "10").await?;
        reader.set("rounds", "8").await?;
        reader.listen().await?;
        reader.play().await?;
        let mut round = 0;
        while reader.is_asked().await? {
            if round == 0 {
                reader.tab_to("[data-testid=board-chart]").await?;
                // The cursor begins at the person's capital, and every cell is announced.
                browser.keys(Key::Right).await?;
                browser.wait_for_text("spoken", |text| text.contains("'s capital, ")).await?;
                for key in AROUND {
                    let before = browser.text("spoken").await?;
                    browser.keys(key).await?;
                    let spoken = browser.wait_for_text("spoken", |text| text != before && text.starts_with("row ")).await?;
                    reader.is_named_nearby(&spoken).await?;
                }
                browser.keys(Key::Enter).await?;
                browser.wait_for_text("spoken", |text| text.contains(", selected")).await?;
            }
            let before = browser.text("turn").await?;
            match AROUND.get(round) {
                Some(&key) => browser.keys(key).await?,
                None => browser.keys("p").await?,
            }
            browser.wait_for("a round", async || Ok(browser.text("turn").await? != before)).await?;
            round += 1;
        }
        let announced = reader.announced().await?;
        let marches = announced.iter().filter(|said| said.contains("lue marches ")).count();
        ensure!(marches >= AROUND.len(), "{announced:#?}");
        // At the end, the others' moves, which were out of sight, are listed, too.
        reader.has_heard_all(|turn| turn.starts_with("blue ")).await
    }

    async fn bitmartyr_is_watched_by_keys_and_ear(browser: &Browser) -> Result<()> {
        let reader = Reader::open(browser, "bitmartyr").await?;
        reader.listen().await?;
        reader.tab_to("[data-testid=first]").await?;
        browser.keys(Key::Enter).await?;
        reader.tab_to("[data-testid=forward]").await?;
        let last = browser.text("turn").await?.rsplit("/ ").next().and_then(|last| last.trim().parse::<u64>().ok());
        let last = last.context("a number of turns")?;
        for turn in 1..=last {
            browser.keys(Key::Enter).await?;
            let is_shown = |text: &str| text.split_whitespace().nth(1) == Some(&turn.to_string());
            browser.wait_for_text("turn", is_shown).await?;
        }
        browser.find("verdict").await?;
        let announced = reader.announced().await?;
        for turn in 1..=last {
            let words = format!("urn {turn} of {last}: ");
            ensure!(announced.iter().any(|said| said.contains(&words)), "turn {turn} was not said: {announced:#?}");
        }
        let verdict = browser.text("verdict").await?;
        ensure!(announced.last().is_some_and(|said| said.contains(&verdict)), "{announced:#?}");
        // Units one after the other, and cells by the arrows; a key shows the input of a unit's
        // bot.
        browser.keys(Key::Home).await?;
        reader.tab_to("[data-testid=board-chart]").await?;
        for key in ["n", "n", "n"] {
            let before = browser.text("spoken").await?;
            browser.keys(key).await?;
            let name = browser.wait_for_text("spoken", |text| text != before && text.contains(" unit, health ")).await?;
            reader.is_named_nearby(&name).await?;
        }
        for key in [Key::Right, Key::Down, Key::Left, Key::Up] {
            let before = browser.text("spoken").await?;
            browser.keys(key).await?;
            let name = browser.wait_for_text("spoken", |text| text != before && text.starts_with("row ")).await?;
            reader.is_named_nearby(&name).await?;
        }
        browser.keys(Key::Enter).await?;
        browser.find("trial-input").await?;
        browser.keys(Key::Escape).await?;
        browser.wait_for("the board has the focus again", async || reader.has_focus("[data-testid=board-chart]").await).await?;
        reader.announced().await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
