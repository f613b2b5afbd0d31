//! A short match of BitMartyr between two teams, in the page's form and in the native program's
//! options.

use anyhow::Result;

use super::MatchPage;

/// Presses Stop if a match is being played; returns whether none is.
const STOP: &str = "
    const stop = document.querySelector('[data-testid=stop]');
    stop?.click();
    return !stop;
";

/// The numbers in the form.
#[derive(Debug, Clone, Copy)]
pub struct TwoTeams {
    pub width: u64,
    pub height: u64,
    pub population: u64,
    pub duration: u64,
}

impl TwoTeams {
    /// A board on which even interpreted bots soon end a match.
    pub const SHORT: Self = Self { width: 20, height: 12, population: 2, duration: 20 };

    /// The fields' test ids, which are the program's options too.
    fn fields(self) -> [(&'static str, u64); 4] {
        let Self { width, height, population, duration } = self;
        [("width", width), ("height", height), ("population", population), ("duration", duration)]
    }

    /// The options of the native program.
    pub fn options(self) -> Vec<String> {
        self.fields().into_iter().flat_map(|(name, number)| [format!("--{name}"), number.to_string()]).collect()
    }
}

impl MatchPage<'_> {
    /// Sets up such a match in the form of BitMartyr.
    pub async fn set_up(&self, teams: TwoTeams) -> Result<()> {
        self.browser.click("settings").await?;
        for (id, number) in teams.fields() {
            self.number(id, number).await?;
        }
        self.seats(2).await
    }

    /// Stops the match that BitMartyr shows first, which is long, once its bots are loaded: fields
    /// that are set before would be drawn anew.
    pub async fn stop_first_match(&self) -> Result<()> {
        let begins = |text: &str| text.split(" / ").nth(1).is_some_and(|last| !last.starts_with('0'));
        self.browser.wait_for_text("turn", begins).await?;
        // The match may be over already.
        self.browser.wait_for("it has ended", async || Ok(self.browser.script(STOP, vec![]).await? == true)).await
    }
}
