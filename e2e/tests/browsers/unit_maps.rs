//! The input of a bot of BitMartyr in the inspector: as text, and as a map of each unit's cells,
//! linked with the board in both directions.

use anyhow::{Context, Result};
use botyard_e2e::{Browser, Key, in_each_browser};
use serde_json::json;

use crate::bitmartyr::{BitMartyrPage, HOVER};

/// The maps in the transcript: the name and the numbers of each.
const MAPS: &str = "
    const numbers = map => [...map.querySelectorAll('td')].map(cell => cell.textContent).join(' ');
    return [...document.querySelectorAll('[data-testid=transcript-map]')].map(map => [map.caption.textContent, numbers(map)]);
";

/// Moves the mouse over a cell of such a map; returns the cell's place on the board.
const POINT_IN_MAP: &str = "
    const map = document.querySelectorAll('[data-testid=transcript-map]')[arguments[0]];
    const cell = map.querySelectorAll('td')[arguments[1]];
    cell.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    return cell.title.split(':')[0];
";

/// Whether the cell under the mouse is marked in every map that shows it.
const MARKED_IN_MAPS: &str = "
    const { pointed } = document.querySelector('.fields .chart-canvas[tabindex]').dataset;
    const all = document.querySelectorAll(`[data-testid=transcript-map] td[data-cell='${pointed}']`);
    return all.length > 0 && [...all].every(cell => cell.classList.contains('pointed'));
";

/// Reports the mouse over the team's last unit to the transcript, as the board does.
const POINT_AT_LAST_UNIT: &str = "
    const [, places] = document.querySelector('bot-transcript').dataset.shown.split('\\n');
    document.querySelector('.fields .chart-canvas[tabindex]').dataset.pointed = places.split(' ').at(-1);
";

/// Whether the map of the unit under the mouse is in sight.
const MAP_IN_SIGHT: &str = "
    const unit = document.querySelector('[data-testid=transcript-map] .centre.pointed');
    const [place, room] = [unit, document.querySelector('.panel.inspector')].map(of => of?.getBoundingClientRect());
    return !!unit && place.top >= room.top && place.bottom <= room.bottom + 1;
";

in_each_browser! {
    /// Regression: only the input of one unit was shown and linked.
    async fn what_a_bot_read_is_shown_unit_by_unit_beside_the_board(browser: &Browser) -> Result<()> {
        let torus = BitMartyrPage::open(browser, &["up", "right"], [21, 21, 60, 2]).await?;
        torus.play(2).await?;
        browser.click("tab-inspector").await?;
        browser.click("inspect-0").await?;
        // As text, that of the turn that is shown.
        browser.keys(Key::Home).await?;
        browser.wait_for_text("inspector", |text| text.contains(" 2147483647 0 ")).await?;
        browser.keys(Key::End).await?;
        browser.wait_for_text("inspector", |text| text.contains(" 2147483647 1 ")).await?;
        browser.keys(Key::Home).await?;
        browser.wait_for_text("inspector", |text| text.contains(" 2147483647 0 ")).await?;
        browser.click("try-input").await?;
        let input = browser.find("trial-input").await?.value().await?.unwrap_or_default();
        assert_eq!(input.split_whitespace().count(), 3 + 60 * 25);
        browser.keys(Key::Escape).await?;
        // Cells of the maps point at the board.
        browser.click("transcript-grid").await?;
        browser.find("transcript-map").await?;
        let maps = browser.script(MAPS, vec![]).await?;
        assert_eq!(maps.as_array().map(Vec::len), Some(48), "as many as are drawn at once");
        for (map, cell) in [(0_usize, 12), (0, 0), (47, 24), (47, 12)] {
            let place = browser.script(POINT_IN_MAP, vec![json!(map), json!(cell)]).await?;
            let place = place.as_str().context("a place")?;
            browser.wait_for_text("cell", |text| text.starts_with(&format!("{place}: "))).await?;
            if cell == 12 {
                let says_the_same = async || Ok(json!([place, torus.sight().await?.join(" ")]) == maps[map]);
                browser.wait_for("the board says the same", says_the_same).await?;
            }
        }
        // The board points at the maps.
        browser.script(HOVER, vec![json!("board-chart"), json!(0.5), json!(0.5)]).await?;
        let is_marked = async || Ok(browser.script(MARKED_IN_MAPS, vec![]).await? == true);
        browser.wait_for("the cell under the mouse", is_marked).await?;
        browser.script(POINT_AT_LAST_UNIT, vec![]).await?;
        let in_sight = async || Ok(browser.script(MAP_IN_SIGHT, vec![]).await? == true);
        browser.wait_for("the map of the last unit", in_sight).await?;
        browser.wait_for_text("transcript-maps-earlier", |text| text == "12 earlier maps …").await?;
        browser.click("transcript-maps-earlier").await?;
        browser.wait_for_text("transcript-maps-later", |text| text == "12 later maps …").await?;
        assert_eq!(browser.script(MAPS, vec![]).await?, maps);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }
}
