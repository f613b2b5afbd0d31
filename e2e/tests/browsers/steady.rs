//! The page's layout is steady: board and player have the same place in every position of a match.

use crate::match_page::MatchPage;
use anyhow::Result;
use botyard_e2e::{Browser, Key, Size, in_each_browser};

/// Records from now on, frame by frame, the places of the board and the player: top, left, width
/// and height of each.
const NOTE: &str = "
    const seen = window.seenPlaces = [];
    const place = element => {
        const frame = element.getBoundingClientRect();
        return [frame.top + scrollY, frame.left, frame.width, frame.height].map(Math.round).join(' ');
    };
    const note = () => {
        const things = document.querySelectorAll('.field, .field canvas, .stratego-drawing, .four, [data-testid=toggle]');
        const now = [...things].map(place).join(', ');
        if (!seen.includes(now)) seen.push(now);
        settling.requestFrame(note);
    };
    note();
";

/// How many steps are measured one by one, before the end.
const STEPS: usize = 60;

in_each_browser! {
    /// Regression: the board moved by a line of text, and a click aimed before that hit another
    /// cell.
    #[own_process]
    async fn board_and_player_stay_in_their_place(browser: &Browser) -> Result<()> {
        for game in ["connect-four", "stratego", "generals", "bitmartyr"] {
            for size in [Size::PHONE, Size::DESKTOP] {
                browser.resize(size).await?;
                browser.open(&format!("#/{game}")).await?;
                let match_page = MatchPage::new(browser);
                match_page.to_the_end().await?;
                browser.keys(Key::Home).await?;
                browser.script(NOTE, vec![]).await?;
                for _ in 0..STEPS {
                    browser.keys(Key::Right).await?;
                }
                browser.keys(Key::End).await?;
                browser.find("verdict").await?;
                let places = browser.script("return window.seenPlaces", vec![]).await?;
                assert!(places.as_array().is_some_and(|places| places.len() == 1), "{game}: {places:#}");
            }
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Regression: the second person saw the first one's army.
    async fn the_board_is_covered_between_two_persons(browser: &Browser) -> Result<()> {
        let match_page = MatchPage::new(browser);
        browser.open("#/stratego").await?;
        for seat in 0..2 {
            match_page.seat(seat, "Me").await?;
        }
        match_page.begin().await?;
        for side in ["blue", "red"] {
            browser.click("shuffle").await?;
            browser.click("ready").await?;
            browser.wait_for_text("cover", |text| text.contains(side)).await?;
            let is_covered = async || Ok(browser.find_all("board").await?.is_empty());
            browser.wait_for("nothing of the board is left", is_covered).await?;
            let has_focus = "return document.activeElement?.dataset.testid === 'uncover'";
            browser.wait_for("the button has the focus", async || Ok(browser.script(has_focus, vec![]).await? == true)).await?;
            browser.keys(Key::Enter).await?;
            browser.find("board").await?;
        }
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
