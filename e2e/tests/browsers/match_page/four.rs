//! The controls of a match of Connect Four: the board, and dropping discs.

use anyhow::{Result, bail};
use serde_json::Value;

use super::MatchPage;

/// The content of each cell, from the top row down: the text of the table for screen readers.
const BOARD: &str = "return [...document.querySelectorAll('[data-testid^=cell-]')].map(cell => cell.textContent)";

impl MatchPage<'_> {
    /// The contents of the 42 cells.
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

    /// Waits until the person may drop a disc and this many are on the board.
    pub async fn awaits_person(&self, discs: usize) -> Result<()> {
        let what = format!("the person's turn at {discs} discs");
        self.browser
            .wait_for(&what, async || Ok(self.open_column().await?.is_some() && self.discs().await? == discs))
            .await
    }

    /// The first column in which the person may drop a disc now.
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
}
