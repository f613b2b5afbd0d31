//! Where dropped bots go, and which bots of this computer cannot play, and why not.

use botyard_engine::fault::printable;
use yew::{Html, Properties, function_component, html};

use crate::messages::Resident;

/// See [`Residents`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether a native program plays for the page.
    pub is_hosted: bool,
    /// The program's bots that cannot play.
    pub unready: Vec<Resident>,
}

/// The small print below the seats.
#[function_component]
pub fn Residents(props: &Props) -> Html {
    let trust = match props.is_hosted {
        true => "Drop a .wasm bot here: the botyard program plays it, on this computer.",
        false => "Drop a .wasm bot here: it never leaves this browser.",
    };
    html! {
        <>
            <p class="hint trust">{ trust }</p>
            if !props.unready.is_empty() {
                <details class="more" data-testid="unready">
                    <summary>{ count(props.unready.len()) }</summary>
                    { for props.unready.iter().map(reason) }
                </details>
            }
        </>
    }
}

fn count(bots: usize) -> String {
    match bots {
        1 => "1 bot on this computer is not ready".to_owned(),
        bots => format!("{bots} bots on this computer are not ready"),
    }
}

fn reason(bot: &Resident) -> Html {
    let trouble = bot.trouble.as_deref().unwrap_or_default();
    html! { <p class="hint"><strong>{ printable(&bot.name) }</strong>{ format!(": {}", printable(trouble)) }</p> }
}
