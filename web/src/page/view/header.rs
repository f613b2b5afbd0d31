//! The top of the page: its name, the games, and what can be opened from anywhere.

use yew::{Html, Properties, function_component, html};

use super::Send;
use super::icon::{Icon, icon};
use crate::games::rooms;
use crate::page::address::Address;
use crate::page::message::{Dialog, Message};

/// See [`Header`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The name of the game that is shown.
    pub room: &'static str,
    /// Hears what is opened.
    pub send: Send,
}

/// The top of the page.
#[function_component]
pub fn Header(props: &Props) -> Html {
    let tab = |room: &&'static dyn crate::games::Room| {
        let current = (room.name() == props.room).then_some("page");
        let address = Address::of_game(room.name()).to_string();
        html! { <a class="game-tab" href={address} aria-current={current} data-testid={format!("game-{}", room.name())}>{ room.title() }</a> }
    };
    html! {
        <header class="top">
            <h1 class="brand"><span class="brand-mark" aria-hidden="true" />{ "Botyard" }</h1>
            <nav class="game-tabs" aria-label="Games">{ for rooms().iter().map(tab) }</nav>
            <p class="tagline">{ "Programs that talk over stdin and stdout play each other, and you." }</p>
            <div class="top-tools">
                { tool(props, Icon::Folder, "Open", "open", Message::Dialog(Some(Dialog::Open))) }
                { tool(props, Icon::Share, "Share", "share", Message::Share) }
                { tool(props, Icon::Help, "Help", "help", Message::Dialog(Some(Dialog::Help))) }
            </div>
        </header>
    }
}

fn tool(props: &Props, picture: Icon, name: &'static str, testid: &'static str, message: Message) -> Html {
    let onclick = props.send.reform(move |_| message.clone());
    html! {
        <button type="button" class="quiet" {onclick} data-testid={testid} title={name}>{ icon(picture) }<span class="wide">{ name }</span></button>
    }
}
