//! Shows where dropped bots are kept, lists them, and lists the local server's bots that cannot
//! play, with the reasons.

use botyard_engine::fault::printable;
use botyard_web_protocol::{BotKey, HostBot};
use botyard_web_ui::Part;
use yew::{Html, html};

use super::Send;
use super::icon::{Icon, icon};
use crate::excerpt::{quoted, sentence};
use crate::message::{Message, Panel};

/// The small print below the seats.
#[derive(PartialEq)]
pub struct HostBots {
    /// Whether a native program plays for the page.
    pub is_hosted: bool,
    /// The program's bots that cannot play.
    pub unready: Vec<HostBot>,
    /// Whether the editor is open.
    pub is_writing: bool,
    /// The dropped bots: keys and names.
    pub files: Vec<(BotKey, String)>,
    /// Called with the file that the visitor removes.
    pub send: Send,
}

impl Part for HostBots {
    fn draw(&self) -> Html {
        let trust = match self.is_hosted {
            true => "Drop a bot (.wasm, .js or a folder) here: the local server plays it, on this computer.",
            false => "Drop a bot (.wasm, .js or a folder) here: it never leaves this browser.",
        };
        html! {
            <>
                <p class="hint trust">
                    { trust }
                    if !self.is_writing {
                        { " " }
                        <button type="button" onclick={self.send.reform(|_| Message::Panel(Panel::Write))} data-testid="write">{ "Write a bot" }</button>
                    }
                </p>
                if !self.files.is_empty() {
                    <ul class="files" aria-label="Your bots" data-testid="files">{ for self.files.iter().map(|file| own(self, file)) }</ul>
                }
                if !self.unready.is_empty() {
                    <details class="more" data-testid="unready">
                        <summary>{ count(self.unready.len()) }</summary>
                        { for self.unready.iter().map(reason) }
                    </details>
                }
            </>
        }
    }
}

fn own(props: &HostBots, (key, name): &(BotKey, String)) -> Html {
    let remove = format!("Remove {}", quoted(name));
    let onclick = props.send.reform({
        let key = key.clone();
        move |_| Message::Forget(key.clone())
    });
    html! {
        <li key={key.to_string()}><span title={quoted(name)}>{ quoted(name) }</span>
            <button type="button" class="quiet" {onclick} title={remove.clone()} aria-label={remove}>{ icon(Icon::Close) }</button>
        </li>
    }
}

fn count(bots: usize) -> String {
    match bots {
        1 => "1 bot on this computer is not ready".to_owned(),
        bots => format!("{bots} bots on this computer are not ready"),
    }
}

fn reason(bot: &HostBot) -> Html {
    let trouble = bot.trouble.as_deref().unwrap_or_default();
    html! { <p class="hint"><strong>{ quoted(&bot.name) }</strong>{ format!(": {}", sentence(&printable(trouble))) }</p> }
}
