//! The page's controls of a match, which are the same for every game: players, seed, end, link; and
//! the same match played by the native program.

mod four;
pub mod native;
mod two_teams;

use std::cmp::Ordering;

use anyhow::{Context as _, Result};
use botyard_e2e::{Browser, Key};
use serde_json::json;

pub use two_teams::TwoTeams;

/// Sends keys to an element, all of them in one task.
const TYPE: &str = r"
    const [id, keys] = arguments;
    const element = document.querySelector(`[data-testid='${id}']`);
    element.focus();
    for (const key of keys) {
        element.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    }
";

/// Remembers which match is shown when Play is pressed; initially none.
const NOTE_SHOWN: &str = r"
    window.noteShown ??= ({ target }) => {
        if (!target.closest?.(`[data-testid='play']`)) return;
        window.shownBefore = document.querySelector(`[data-testid='match']`).dataset.match;
    };
    addEventListener('click', window.noteShown, true);
    delete window.shownBefore;
";
/// Whether another match is shown than when Play was pressed.
const IS_ANOTHER: &str = r"
    const { shownBefore } = window, shown = document.querySelector(`[data-testid='match']`);
    return shownBefore !== undefined && !!shown && shown.dataset.match !== shownBefore;
";

/// Removes the focus, also from the editor, which handles keys itself: Firefox does not remove it
/// from an element below a shadow root when the host element is blurred.
const LEAVE_FOCUS: &str = "
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    active?.blur();
";

/// The controls of a match, in a browser.
pub struct MatchPage<'a> {
    browser: &'a Browser,
}

impl<'a> MatchPage<'a> {
    pub fn new(browser: &'a Browser) -> Self {
        Self { browser }
    }

    /// Chooses the player of a seat, and checks that the seat shows it: the page may show another
    /// game a moment before.
    pub async fn seat(&self, seat: usize, name: &str) -> Result<()> {
        let is_seated = async || {
            self.browser.choose(&format!("seat-{seat}-choice"), name).await?;
            let shown = self.shown_in_seat(seat).await?;
            Ok(shown == name || shown.starts_with(&format!("{name} ")))
        };
        self.browser.wait_for(&format!("{name} has seat {seat}"), is_seated).await
    }

    /// Waits until a seat shows this player.
    pub async fn seat_shows(&self, seat: usize, name: &str) -> Result<()> {
        let mut last = String::new();
        let shows = async || {
            last = self.shown_in_seat(seat).await?;
            Ok(last.starts_with(name))
        };
        let waited = self.browser.wait_for(&format!("seat {seat} shows {name}"), shows).await;
        waited.with_context(|| format!("it shows {last}"))
    }

    /// The option that a seat's list shows.
    async fn shown_in_seat(&self, seat: usize) -> Result<String> {
        let chosen = "const list = document.querySelector(`[data-testid='${arguments[0]}']`); \
            return list.selectedOptions[0]?.text ?? ''";
        let shown = self.browser.script(chosen, vec![json!(format!("seat-{seat}-choice"))]).await?;
        Ok(shown.as_str().unwrap_or_default().to_owned())
    }

    /// Sets the seed.
    pub async fn seed(&self, seed: u64) -> Result<()> {
        self.number("seed", seed).await
    }

    /// Sets a number in a form, and checks that the form has taken it: the page may draw the field
    /// anew meanwhile, which loses the typed text.
    pub async fn number(&self, id: &str, number: u64) -> Result<()> {
        let number = number.to_string();
        let take = async || {
            self.browser.fill(id, &number).await?;
            // Leaving the field sets the number. A Firefox window in the background sometimes sends
            // no `change` event.
            self.browser.find(id).await?.send_keys(Key::Tab).await?;
            let change = "document.querySelector(`[data-testid='${arguments[0]}']`)\
                ?.dispatchEvent(new Event('change', { bubbles: true }))";
            self.browser.script(change, vec![json!(id)]).await?;
            Ok(self.browser.find(id).await?.value().await?.as_deref() == Some(&*number))
        };
        self.browser.wait_for(&format!("{id} takes {number}"), take).await
    }

    /// Sends keys to an element, all of them in one task.
    pub async fn press(&self, id: &str, keys: &[&str]) -> Result<()> {
        self.browser.script(TYPE, vec![json!(id), json!(keys)]).await?;
        Ok(())
    }

    /// Presses Play and waits until the new match is shown: the previous one may stay until the
    /// bots are loaded. A match that the page begins meanwhile does not count.
    pub async fn begin(&self) -> Result<()> {
        self.browser.script(NOTE_SHOWN, vec![]).await?;
        self.browser.click("play").await?;
        let is_another = async || Ok(self.browser.script(IS_ANOTHER, vec![]).await? == true);
        self.browser.wait_for("the match that was begun", is_another).await
    }

    /// Adds players, or removes some, until there are this many. Waits for each: a busy page draws
    /// it a while after the click.
    pub async fn seats(&self, count: usize) -> Result<()> {
        self.browser.find("seat-0").await?;
        let present = async || {
            let seats = "return document.querySelectorAll('[data-testid^=seat-][data-testid$=-choice]').length";
            let seats = self.browser.script(seats, vec![]).await?.as_u64().context("a number of seats")?;
            Ok::<_, anyhow::Error>(seats as usize)
        };
        loop {
            let before = present().await?;
            let (button, next) = match before.cmp(&count) {
                Ordering::Less => ("add-seat", before + 1),
                Ordering::Equal => return Ok(()),
                Ordering::Greater => ("remove-seat", before - 1),
            };
            self.browser.click(button).await?;
            self.browser.wait_for(&format!("{next} players"), async || Ok(present().await? == next)).await?;
        }
    }

    /// Waits until the match is over and its last position is shown.
    pub async fn to_the_end(&self) -> Result<()> {
        // A page that shows the end of a running match follows it from then on: requesting the end
        // again costs it work, and has no effect before the match is over.
        let mut is_followed = false;
        self.browser
            .wait_for("the match ends", async || {
                let is_live = self.is_live().await?;
                if is_live && is_followed {
                    return Ok(false);
                }
                self.browser.script(LEAVE_FOCUS, vec![]).await?;
                self.browser.keys(Key::End).await?;
                is_followed = is_live;
                Ok(!is_live && !self.browser.find_all("verdict").await?.is_empty() && !self.is_live().await?)
            })
            .await
    }

    /// Like [`MatchPage::to_the_end`], for the match in which this player plays.
    pub async fn to_the_end_of(&self, name: &str) -> Result<()> {
        self.seat_shows(0, name).await?;
        self.to_the_end().await
    }

    async fn is_live(&self) -> Result<bool> {
        Ok(self.browser.script("return document.querySelector('[data-testid=stop]') !== null", vec![]).await? == true)
    }

    /// The address in the dialog that shares the match.
    pub async fn link(&self) -> Result<String> {
        self.browser.click("share").await?;
        let link = self.browser.find("link").await?.value().await?.unwrap_or_default();
        self.browser.click("dialog-close").await?;
        Ok(link)
    }

    /// Plays a match of bundled bots here and natively; ensures that both have the same link.
    pub async fn plays_as_natively(&self, game: &str, bots: &[&str], seed: u64) -> Result<()> {
        self.plays_as_natively_under(game, bots, seed, &[]).await
    }

    /// Like [`MatchPage::plays_as_natively`], with the page's present settings, given as options of
    /// the program.
    pub async fn plays_as_natively_under(&self, game: &str, bots: &[&str], seed: u64, options: &[&str]) -> Result<()> {
        self.browser.find("seat-0").await?;
        let is_last_there = !self.browser.find_all(&format!("seat-{}", bots.len() - 1)).await?.is_empty();
        if !is_last_there {
            self.seats(bots.len()).await?;
        }
        for (seat, bot) in bots.iter().enumerate() {
            self.seat(seat, bot).await?;
        }
        self.seed(seed).await?;
        self.begin().await?;
        let link = native::play(self.browser, game, bots, seed, options)?;
        self.to_the_end().await?;
        assert_eq!(native::moves(&self.link().await?), native::moves(&link), "{bots:?} with seed {seed}");
        Ok(())
    }
}
