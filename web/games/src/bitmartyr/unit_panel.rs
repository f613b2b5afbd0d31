//! One cell in detail: its unit, the unit's surroundings, and a button that runs its bot.

use botyard_engine::games::bitmartyr::SIGHT;
use botyard_web_ui::Part;
use yew::{AttrValue, Callback, Html, MouseEvent, classes, html};

use crate::SeatStyle;

/// How many cells a unit sees in each row.
const ROW: usize = 5;

/// The panel.
#[derive(PartialEq)]
pub struct Lens {
    /// The cell's description.
    pub words: AttrValue,
    /// The team of the unit.
    pub team: Option<SeatStyle>,
    /// The 25 numbers that it sees.
    pub sight: Option<[i8; SIGHT]>,
    /// The order that its bot gave.
    pub said: Option<AttrValue>,
    /// Runs its bot on these numbers.
    pub try_unit: Callback<MouseEvent>,
    /// Runs its bot on all that it reads.
    pub try_team: Callback<MouseEvent>,
}

impl Part for Lens {
    fn draw(&self) -> Html {
        html! {
            <div class="bitmartyr-lens" data-testid="lens">
                <p data-testid="cell">{ &self.words }</p>
                { for self.sight.as_ref().map(table) }
                if let Some(said) = &self.said {
                    <p data-testid="answer">{ said }</p>
                    <div class="bitmartyr-try">
                        <button type="button" onclick={&self.try_unit} data-testid="try-unit">{ "Run its bot" }</button>
                        <button type="button" class="quiet" onclick={&self.try_team} data-testid="try-team" title="Run the bot with everything it reads this turn">{ "for the team" }</button>
                    </div>
                }
            </div>
        }
    }
}

fn table(sight: &[i8; SIGHT]) -> Html {
    let cell = |number: &i8| {
        let class = match *number {
            0 => None,
            1.. => Some("own"),
            _ => Some("other"),
        };
        // A minus sign that is as wide as the digits are high.
        let text = if *number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() };
        html! { <td class={classes!(class)}>{ text }</td> }
    };
    let row = |numbers: &[i8]| html! { <tr>{ for numbers.iter().map(cell) }</tr> };
    html! { <table class="bitmartyr-sight" data-testid="sight" aria-label="What the unit sees"><tbody>{ for sight.chunks(ROW).map(row) }</tbody></table> }
}
