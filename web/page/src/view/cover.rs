//! The cover over the board while one person hands over to another, whose view differs.

use botyard_web_games::SeatStyle;
use web_sys::HtmlElement;
use yew::{Html, Properties, function_component, html, use_effect_with, use_node_ref};

use super::Send;
use crate::message::Message;

/// See [`Cover`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The seat whose person is expected.
    pub side: SeatStyle,
    /// Called when that person is here.
    pub send: Send,
}

/// The cover. It takes the focus, because the element that had it no longer exists.
#[function_component]
pub fn Cover(props: &Props) -> Html {
    let button = use_node_ref();
    {
        let button = button.clone();
        use_effect_with(props.side, move |_| {
            let button = button.cast::<HtmlElement>();
            button.into_iter().for_each(|button| drop(button.focus()));
        });
    }
    let onclick = props.send.reform(|_| Message::Uncover);
    let name = props.side.name;
    html! {
        <div class="cover" data-testid="cover">
            <p>{ format!("Hand over to {name}. No one else should look.") }</p>
            <button ref={button} type="button" class="primary" {onclick} data-testid="uncover">{ format!("I am {name}: show the board") }</button>
        </div>
    }
}
