//! The page's controls of a match, which every game has: its players, its seed, its end, its link;
//! and the same match played by the native program.

mod four;
pub mod native;
mod two_teams;

use std::cmp::Ordering;

use anyhow::{Context as _, Result, ensure};
use botyard_e2e::{Browser, Key};
use serde_json::{Value, json};

pub use two_teams::TwoTeams;

/// Presses keys on an element, all of them before anything else can happen.
const TYPE: &str = r"
    const [id, keys] = arguments;
    const element = document.querySelector(`[data-testid='${id}']`);
    element.focus();
    for (const key of keys) {
        element.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
    }
";

/// Notes from now on which match is shown when Play is pressed; none has been so far.
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

/// Takes the focus from where it is, also in the editor, whose keys are its own: Firefox does not
/// take it from what is below a shadow root when the element above is told to give it up.
const LEAVE_FOCUS: &str = "
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    active?.blur();
";

/// For scripts: `frameTimes(step)` calls `step` with a number in each frame until it says `true`,
/// and promises the median and the longest time between two frames, in milliseconds.
const FRAME_TIMES: &str = r"
    const frameTimes = step => new Promise(resolve => {
        const times = [];
        let last = performance.now();
        const frame = now => {
            times.push(now - last);
            last = now;
            if (step(times.length)) {
                const sorted = times.slice(1).sort((a, b) => a - b);
                return resolve([sorted[sorted.length >> 1], sorted[sorted.length - 1]]);
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
";

/// Some frames in which nothing is done.
const AT_REST: &str = "return frameTimes(number => number > 30)";
/// This many times longer than at rest a frame may take, a quarter of a second on any common
/// screen: that finds accidents only, and no machine is too slow or too busy for it.
const SMOOTH: f64 = 15.0;

/// The controls of a match, in a browser.
pub struct MatchPage<'a> {
    browser: &'a Browser,
}

impl<'a> MatchPage<'a> {
    pub fn new(browser: &'a Browser) -> Self {
        Self { browser }
    }

    /// Chooses who plays a seat, and sees that it is so: the page may show another game a moment
    /// before.
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

    /// Whom a seat's list shows, in the words of its option.
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

    /// Sets a number in a form, and sees that the form has taken it: the page may draw the field
    /// anew while somebody types, and what was typed goes nowhere then.
    pub async fn number(&self, id: &str, number: u64) -> Result<()> {
        let number = number.to_string();
        let take = async || {
            self.browser.fill(id, &number).await?;
            // Leaving the field takes the number. A Firefox that is not in front of others
            // sometimes does not say so.
            self.browser.find(id).await?.send_keys(Key::Tab).await?;
            let change = "document.querySelector(`[data-testid='${arguments[0]}']`)\
                ?.dispatchEvent(new Event('change', { bubbles: true }))";
            self.browser.script(change, vec![json!(id)]).await?;
            Ok(self.browser.find(id).await?.value().await?.as_deref() == Some(&*number))
        };
        self.browser.wait_for(&format!("{id} takes {number}"), take).await
    }

    /// Presses keys on an element, all of them before anything else can happen.
    pub async fn press(&self, id: &str, keys: &[&str]) -> Result<()> {
        self.browser.script(TYPE, vec![json!(id), json!(keys)]).await?;
        Ok(())
    }

    /// Presses Play and waits until the match that it begins is shown: the one before may stay
    /// until its bots are here. What the page begins by itself until then is not that match.
    pub async fn begin(&self) -> Result<()> {
        self.browser.script(NOTE_SHOWN, vec![]).await?;
        self.browser.click("play").await?;
        let is_another = async || Ok(self.browser.script(IS_ANOTHER, vec![]).await? == true);
        self.browser.wait_for("the match that was begun", is_another).await
    }

    /// Adds players, or removes some, until there are so many. Each is waited for: a page that is
    /// busy draws it a while after the click.
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
        // A page that was sent to the end of a match follows it from then on: to ask for that again
        // takes it some work, and brings nothing before the match is over.
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

    /// The same for the match in which this player plays.
    pub async fn to_the_end_of(&self, name: &str) -> Result<()> {
        self.seat_shows(0, name).await?;
        self.to_the_end().await
    }

    /// Runs a script that gives back `frameTimes`, and ensures that the page did not stand still
    /// meanwhile.
    pub async fn moves_smoothly(&self, what: &str, script: &str, arguments: Vec<Value>) -> Result<()> {
        let measure = async |script: &str, arguments| {
            let times = self.browser.script(&format!("{FRAME_TIMES}{script}"), arguments).await?;
            Ok::<_, anyhow::Error>([0, 1].map(|at| times[at].as_f64().unwrap_or(f64::INFINITY)))
        };
        let [median, longest] = measure(script, arguments).await?;
        let [at_rest, _] = measure(AT_REST, vec![]).await?;
        let told = format!("{what}: median frame {median:.1} ms, longest {longest:.1} ms, at rest {at_rest:.1} ms");
        self.browser.note(&told);
        ensure!(median < SMOOTH * at_rest, "the page stood still: {told}");
        Ok(())
    }

    async fn is_live(&self) -> Result<bool> {
        Ok(self.browser.script("return document.querySelector('[data-testid=stop]') !== null", vec![]).await? == true)
    }

    /// The address that sharing shows.
    pub async fn link(&self) -> Result<String> {
        self.browser.click("share").await?;
        let link = self.browser.find("link").await?.value().await?.unwrap_or_default();
        self.browser.click("dialog-close").await?;
        Ok(link)
    }

    /// Plays a match of our modules here and natively; both have the same link.
    pub async fn plays_as_natively(&self, game: &str, bots: &[&str], seed: u64) -> Result<()> {
        self.plays_as_natively_under(game, bots, seed, &[]).await
    }

    /// The same under the settings that the page has now, which are these options of the program.
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
