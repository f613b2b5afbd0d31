//! Stratego as a person meets it: setting up an army, moving by clicks, drags and keys, and fog.

use crate::match_page::MatchPage;
use anyhow::{Context, Result};
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use serde_json::{Value, json};

/// The names of the cells by column and row, as a screen reader has them.
const CELLS: &str = "return Object.fromEntries([...document.querySelectorAll('[data-testid^=cell-]')] \
    .map(cell => [cell.dataset.testid.slice(5), cell.getAttribute('aria-label')]))";
/// The first piece that can be picked up now, as the test id of its cell; null while it is not the
/// person's turn.
const MOVABLE: &str =
    "return document.querySelector('.stratego:not(.deploys) .stratego-cell[data-grab]')?.dataset.testid ?? null";
/// The first square the piece in hand can go to.
const TARGET: &str =
    "return document.querySelector(\".stratego-cell[aria-label$='can be reached']\")?.dataset.testid ?? null";
/// The place of the focused cell in the drawing: its column and row as they are seen.
const PLACE: &str = "const at = [...document.querySelectorAll('.stratego-cell')].indexOf(document.activeElement); \
    return [at % 10, Math.floor(at / 10)]";
const HANDED: &str = "return [...document.querySelectorAll('.stratego-letter')].length";

/// Whether a fight is shown beside the board; if it is one, it is shown twice, as a move and its
/// answer are when both are fights.
const TWO_FIGHTS: &str = "const [first, second] = document.querySelectorAll('.stratego-fight'); \
    if (first && !second) first.after(first.cloneNode(true)); \
    return !!first";
/// Which sides of an element are outside the board's room, and in which directions it scrolls.
const CUT_OFF: &str = "const one = document.querySelector(arguments[0]); \
    const [inner, room] = [one, one.closest('.field')].map(of => of.getBoundingClientRect()); \
    const out = ['top', 'left'].filter(side => inner[side] < room[side] - 1); \
    out.push(...['bottom', 'right'].filter(side => inner[side] > room[side] + 1)); \
    if (one.scrollHeight > one.clientHeight) out.push('scrolls down'); \
    return one.scrollWidth > one.clientWidth ? [...out, 'scrolls to the right'] : out";

/// The seed of the bot's match: with it no scout of the bot crosses the whole board to fight in its
/// first move.
const SEED: u64 = 7;

/// A person at a board of Stratego.
struct Field<'a> {
    browser: &'a Browser,
    match_page: MatchPage<'a>,
}

impl<'a> Field<'a> {
    /// Plays a match of two weak bots to its end.
    async fn of_finished_match(browser: &'a Browser) -> Result<Self> {
        let field = Self { browser, match_page: MatchPage::new(browser) };
        browser.open("#/stratego").await?;
        for seat in 0..2 {
            field.match_page.seat(seat, "dummy").await?;
        }
        field.match_page.begin().await?;
        field.match_page.to_the_end().await?;
        Ok(field)
    }

    /// Opens a match of a person and a bot, before the armies are placed.
    async fn opened(browser: &'a Browser, person: usize, bot: &str) -> Result<Self> {
        browser.open("#/stratego").await?;
        Self::seated(browser, person, bot).await
    }

    /// Like `opened`, on the page as it is.
    async fn seated(browser: &'a Browser, person: usize, bot: &str) -> Result<Self> {
        let match_page = MatchPage::new(browser);
        match_page.seat(person, "Me").await?;
        match_page.seat(1 - person, bot).await?;
        match_page.seed(SEED).await?;
        match_page.begin().await?;
        browser.find("tray").await?;
        Ok(Self { browser, match_page })
    }

    /// Like `opened`, with a shuffled army placed, at the person's turn.
    async fn begun(browser: &'a Browser, person: usize, bot: &str) -> Result<Self> {
        let field = Self::opened(browser, person, bot).await?;
        browser.click("shuffle").await?;
        browser.click("ready").await?;
        field.movable().await?;
        Ok(field)
    }

    async fn cells(&self) -> Result<serde_json::Map<String, Value>> {
        match self.browser.script(CELLS, vec![]).await? {
            Value::Object(cells) if cells.len() == 100 => Ok(cells),
            other => anyhow::bail!("the board has no 100 cells: {other}"),
        }
    }

    /// How many cells have a name with this ending.
    async fn count(&self, ending: &str) -> Result<usize> {
        Ok(self.cells().await?.values().filter(|name| name.as_str().is_some_and(|name| name.ends_with(ending))).count())
    }

    /// Waits for the person's turn: returns the cell of a piece that can move.
    async fn movable(&self) -> Result<String> {
        self.wait_for_cell("the person's turn", MOVABLE).await
    }

    async fn target(&self) -> Result<String> {
        self.wait_for_cell("a square to go to", TARGET).await
    }

    async fn wait_for_cell(&self, what: &str, script: &str) -> Result<String> {
        let mut found = None;
        self.browser
            .wait_for(what, async || {
                found = self.browser.script(script, vec![]).await?.as_str().map(str::to_owned);
                Ok(found.is_some())
            })
            .await?;
        found.context("it has been waited for")
    }

    /// Waits until the match has continued from this many turns, by the person's move and the bot's
    /// answer.
    async fn goes_on_from(&self, turns: u64) -> Result<()> {
        self.browser.wait_for("a move and its answer", async || Ok(self.turns().await? >= turns + 2)).await
    }

    async fn turns(&self) -> Result<u64> {
        let text = self.browser.text("turn").await?;
        let after = text.rsplit('/').next().unwrap_or_default().trim();
        let number: String = after.chars().take_while(char::is_ascii_digit).collect();
        number.parse().with_context(|| format!("no number of turns in {text:?}"))
    }

    /// The column and row of the focused cell, as they are seen.
    async fn place(&self) -> Result<(i64, i64)> {
        let place = self.browser.script(PLACE, vec![]).await?;
        let number = |nth: usize| place[nth].as_i64().filter(|&number| number >= 0).context("a cell of the board");
        Ok((number(0)?, number(1)?))
    }

    async fn drag(&self, from: &str, to: &str) -> Result<()> {
        self.browser.drag(from, to).await
    }

    async fn name(&self, cell: &str) -> Result<String> {
        self.browser.attribute(cell, "aria-label").await?.context("every cell has a name")
    }

    /// Waits until a cell has a name with this ending.
    async fn becomes(&self, cell: &str, ending: &str) -> Result<()> {
        let what = format!("{cell} becomes {ending}");
        self.browser.wait_for(&what, async || Ok(self.name(cell).await?.ends_with(ending))).await
    }
}

in_each_browser! {
    #[core]
    async fn a_person_sets_up_and_moves_by_clicks(browser: &Browser) -> Result<()> {
        let field = Field::opened(browser, 1, "dummy").await?;
        browser.click("ready").await?;
        browser.wait_for_text("said", |said| said == "40 pieces are still in the tray.").await?;
        browser.click("shuffle").await?;
        browser.click("ready").await?;
        for _ in 0..3 {
            let (piece, turns) = (field.movable().await?, field.turns().await?);
            browser.click(&piece).await?;
            browser.click(&field.target().await?).await?;
            field.goes_on_from(turns).await?;
        }
        Ok(())
    }

    /// Regression: while the bot thought, arrows on a cell went through the turns.
    #[core]
    async fn arrows_stay_on_the_board_while_no_move_is_due(browser: &Browser) -> Result<()> {
        let field = Field::of_finished_match(browser).await?;
        let turn = browser.text("turn").await?;
        browser.script("document.querySelector('.stratego-cell[tabindex=\"0\"]').focus()", vec![]).await?;
        let (column, row) = field.place().await?;
        browser.keys(Key::Left).await?;
        browser.keys(Key::Up).await?;
        assert_eq!(field.place().await?, (column - 1, row - 1));
        assert_eq!(browser.text("turn").await?, turn);
        // After a click, arrow keys go through the turns.
        browser.click("cell-4-7").await?;
        browser.keys(Key::Left).await?;
        browser.wait_for_text("turn", |text| text != turn).await?;
        Ok(())
    }

    #[core]
    #[browsers_differ]
    async fn pieces_are_dragged(browser: &Browser) -> Result<()> {
        let field = Field::opened(browser, 1, "dummy").await?;
        field.drag("heap-F", "cell-4-9").await?;
        field.becomes("cell-4-9", "blue flag").await?;
        field.drag("heap-9", "cell-5-9").await?;
        field.becomes("cell-5-9", "blue scout").await?;
        field.drag("cell-4-9", "cell-5-9").await?;
        field.becomes("cell-5-9", "blue flag").await?;
        field.becomes("cell-4-9", "blue scout").await?;
        field.drag("cell-4-9", "tray").await?;
        field.becomes("cell-4-9", "empty").await?;
        browser.click("standard-0").await?;
        browser.click("ready").await?;
        let turns = { field.movable().await?; field.turns().await? };
        // The front of the standard setup begins with a scout on 0 6 and a major on 1 6.
        field.drag("cell-1-6", "cell-1-5").await?;
        field.goes_on_from(turns).await
    }

    async fn an_army_that_is_walled_in_says_so(browser: &Browser) -> Result<()> {
        browser.open("#/stratego").await?;
        browser.click("settings").await?;
        browser.click("partial-setup").await?;
        let field = Field::seated(browser, 1, "dummy").await?;
        browser.click("clear").await?;
        for (cell, letter) in [("cell-0-9", "8"), ("cell-0-8", "b"), ("cell-1-9", "b"), ("cell-5-9", "f")] {
            browser.script("document.querySelector(`[data-testid=${arguments[0]}]`).focus()", vec![json!(cell)]).await?;
            browser.keys(letter).await?;
        }
        field.becomes("cell-5-9", "blue flag").await?;
        browser.click("ready").await?;
        browser.find("no-move").await?;
        let turns = field.turns().await?;
        browser.click("no-move").await?;
        field.goes_on_from(turns).await
    }

    async fn letters_place_pieces_and_own_setups_are_kept(browser: &Browser) -> Result<()> {
        let field = Field::opened(browser, 1, "dummy").await?;
        browser.click("standard-1").await?;
        browser.fill("setup-name", "mine").await?;
        browser.click("save-setup").await?;
        browser.click("clear").await?;
        browser.script("document.querySelector('[data-testid=cell-4-6]').focus()", vec![]).await?;
        browser.keys("s").await?;
        field.becomes("cell-4-6", "blue spy").await?;
        browser.keys(Key::Delete).await?;
        field.becomes("cell-4-6", "empty").await?;
        browser.reload().await?;
        let field = Field::opened(browser, 0, "dummy").await?;
        assert_eq!(browser.text("own-0").await?, "mine");
        browser.click("own-0").await?;
        field.becomes("cell-3-0", "red flag").await
    }

    async fn fog_hides_the_other_army(browser: &Browser) -> Result<()> {
        let field = Field::begun(browser, 1, "dummy").await?;
        assert_eq!(field.count("red, unknown").await?, 40);
        assert_eq!(browser.script(HANDED, vec![]).await?, json!(40), "forty letters are one's own");
        browser.script("document.querySelector('[data-testid=tab-inspector]').click()", vec![]).await?;
        browser.find("veiled").await?;
        browser.click("share").await?;
        browser.wait_for_text("toast", |text| text.contains("when the match is over")).await?;
        browser.click("resign").await?;
        browser.wait_for_text("verdict", |text| text.contains("resigned")).await?;
        browser.wait_for("everything is shown at the end", async || Ok(field.count("red, unknown").await? == 0)).await
    }

    async fn the_same_modules_and_seed_play_the_same_match_as_natively(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/stratego").await?;
        for (seed, bots) in [(7, ["forfax", "dummy"]), (8, ["dummy", "forfax"]), (9, ["sleuth", "forfax"])] {
            match_page.plays_as_natively("stratego", &bots, seed).await?;
        }
        Ok(())
    }

    /// Regression: the two pieces of a fight were below the edge of a phone on its side.
    async fn a_phone_in_landscape_shows_a_battle(browser: &Browser) -> Result<()> {
        browser.open("#/stratego").await?;
        let match_page = MatchPage::new(browser);
        match_page.seat(0, "forfax").await?;
        match_page.seat(1, "dummy").await?;
        match_page.seed(SEED).await?;
        match_page.begin().await?;
        match_page.to_the_end().await?;
        browser.resize(Size { width: 640, height: 400 }).await?;
        browser
            .wait_for("a move that is a fight", async || {
                let is_fight = browser.script(TWO_FIGHTS, vec![]).await? == true;
                if !is_fight {
                    let turn = browser.text("turn").await?;
                    browser.keys(Key::Left).await?;
                    browser.wait_for_text("turn", |text| text != turn).await?;
                }
                Ok(is_fight)
            })
            .await?;
        assert_eq!(browser.script(CUT_OFF, vec![json!(".stratego-news")]).await?, json!([]));
        Ok(())
    }

    async fn a_phone_has_room_for_everything(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 360, height: 740 }).await?;
        let field = Field::opened(browser, 1, "dummy").await?;
        let wide = "return document.documentElement.scrollWidth > innerWidth";
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out to the right");
        browser.click("shuffle").await?;
        browser.click("ready").await?;
        browser.click(&field.movable().await?).await?;
        browser.click(&field.target().await?).await?;
        assert_eq!(browser.script(wide, vec![]).await?, false, "nothing sticks out to the right");
        Ok(())
    }
}
