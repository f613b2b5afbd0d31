//! The keys. The manual explains the page and its functions.

use botyard_web_ui::Part;
use yew::{Html, html};

use super::Send;
use super::dialog::Modal;
use crate::state::common_keys;

/// The help.
#[derive(PartialEq)]
pub struct Help {
    /// The keys of the game.
    pub game: &'static [(&'static str, &'static str)],
    /// Called when it closes.
    pub send: Send,
}

impl Part for Help {
    fn draw(&self) -> Html {
        let key = |(key, meaning): (&'static str, &'static str)| html! { <><dt>{ key }</dt><dd>{ meaning }</dd></> };
        html! {
            <Modal title="Keys" testid="help-dialog" send={&self.send}>
                <dl class="keys">{ for self.game.iter().copied().chain(common_keys()).map(key) }</dl>
                <p><a href="licences.html" target="_blank" data-testid="licences">{ "Licences" }</a></p>
            </Modal>
        }
    }
}
