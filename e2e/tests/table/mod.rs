//! A Connect Four table on the page: who sits there, what stands on the board, when it is whose turn.

// Each test program uses its own part of this module.
#![allow(dead_code)]

use anyhow::{Result, bail};
use botyard_e2e::{Browser, Key};
use serde_json::{Value, json};

/// The longest time between two frames in the next second and a half, in milliseconds.
pub const LONGEST_FRAME: &str = r"
    return new Promise(resolve => {
        let [start, last, longest] = [performance.now(), performance.now(), 0];
        const frame = now => {
            longest = Math.max(longest, now - last);
            last = now;
            now - start < 1500 ? requestAnimationFrame(frame) : resolve(longest);
        };
        requestAnimationFrame(frame);
    });
";

/// Chooses the option that begins with a name, as a person does from the list.
const CHOOSE: &str = r"
    const [id, name] = arguments;
    const list = document.querySelector(`[data-testid='${id}']`);
    const option = [...list.options].find(option => option.text === name || option.text.startsWith(name + ' '));
    if (!option) return false;
    list.value = option.value;
    list.dispatchEvent(new Event('change', {bubbles: true}));
    return true;
";

/// What stands in each cell, from the top row down: the words of the table for screen readers.
const BOARD: &str = "return [...document.querySelectorAll('[data-testid^=cell-]')].map(cell => cell.textContent)";

pub struct Table<'a> {
    browser: &'a Browser,
}

impl<'a> Table<'a> {
    pub fn new(browser: &'a Browser) -> Self {
        Self { browser }
    }

    /// Chooses who plays a seat.
    pub async fn seat(&self, seat: usize, name: &str) -> Result<()> {
        let id = format!("seat-{seat}-choice");
        let choose = async || Ok(self.browser.script(CHOOSE, vec![json!(id), json!(name)]).await? == true);
        self.browser.wait_for(&format!("{name} can be chosen for seat {seat}"), choose).await
    }

    /// Waits until a seat shows this player.
    pub async fn seat_shows(&self, seat: usize, name: &str) -> Result<()> {
        let chosen = "const list = document.querySelector(`[data-testid='${arguments[0]}']`); \
            return list.selectedOptions[0]?.text ?? ''";
        let id = json!(format!("seat-{seat}-choice"));
        let shows = async || {
            let text = self.browser.script(chosen, vec![id.clone()]).await?;
            Ok(text.as_str().is_some_and(|text| text.starts_with(name)))
        };
        self.browser.wait_for(&format!("seat {seat} shows {name}"), shows).await
    }

    /// Sets the seed.
    pub async fn seed(&self, seed: u64) -> Result<()> {
        self.browser.fill("seed", &seed.to_string()).await?;
        // Leaving the field takes the number.
        self.browser.find("seed").await?.send_keys(Key::Tab).await?;
        Ok(())
    }

    /// What stands in each of the 42 cells.
    pub async fn board(&self) -> Result<Vec<String>> {
        match self.browser.script(BOARD, vec![]).await? {
            Value::Array(cells) if cells.len() == 42 => {
                Ok(cells.iter().map(|cell| cell.as_str().unwrap_or_default().to_owned()).collect())
            }
            other => bail!("the board has no 42 cells: {other}"),
        }
    }

    /// How many discs are on the board.
    pub async fn discs(&self) -> Result<usize> {
        Ok(self.board().await?.iter().filter(|cell| *cell != "empty").count())
    }

    /// Waits until the match is over and its last position is shown.
    pub async fn to_the_end(&self) -> Result<()> {
        self.browser
            .wait_for("the match ends", async || {
                self.browser.script("document.activeElement?.blur()", vec![]).await?;
                self.browser.keys(Key::End).await?;
                Ok(!self.browser.find_all("verdict").await?.is_empty() && !self.is_live().await?)
            })
            .await
    }

    /// The same for the match in which this player plays.
    pub async fn to_the_end_of(&self, name: &str) -> Result<()> {
        self.seat_shows(0, name).await?;
        self.to_the_end().await
    }

    async fn is_live(&self) -> Result<bool> {
        Ok(self.browser.script("return document.querySelector('[data-testid=stop]') !== null", vec![]).await? == true)
    }

    /// Waits until the person may drop a disc and so many are on the board.
    pub async fn awaits_person(&self, discs: usize) -> Result<()> {
        let what = format!("the person's turn at {discs} discs");
        self.browser
            .wait_for(&what, async || Ok(self.open_column().await?.is_some() && self.discs().await? == discs))
            .await
    }

    /// The first column a person may use now.
    async fn open_column(&self) -> Result<Option<u64>> {
        let open = "return Number(document.querySelector('.four-column[aria-disabled=false]')?.dataset.testid.slice(4)) || null";
        Ok(self.browser.script(open, vec![]).await?.as_u64())
    }

    /// Plays the first open column whenever it is the person's turn, until the match is over.
    pub async fn play_on(&self, drop: impl AsyncFn(u64) -> Result<()>) -> Result<()> {
        let mut moves = 0;
        while moves < 22 {
            let mut column = None;
            self.browser
                .wait_for("the person's turn, or the end", async || {
                    column = self.open_column().await?;
                    Ok(column.is_some() || !self.browser.find_all("verdict").await?.is_empty())
                })
                .await?;
            let Some(column) = column else { return Ok(()) };
            let before = self.discs().await?;
            drop(column).await?;
            moves += 1;
            self.browser.wait_for("the disc falls", async || Ok(self.discs().await? > before)).await?;
        }
        bail!("a game of Connect Four has at most 21 moves a side");
    }

    /// The address that sharing shows.
    pub async fn link(&self) -> Result<String> {
        self.browser.click("share").await?;
        let link = self.browser.find("link").await?.value().await?.unwrap_or_default();
        self.browser.click("dialog-close").await?;
        Ok(link)
    }
}
