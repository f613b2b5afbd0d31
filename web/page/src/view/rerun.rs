//! A rerun in the inspector: the choice of the bot, its result, and both answers beside each other.

use botyard_web_protocol::BotKey;
use botyard_web_ui::{Part, Select};
use yew::{Html, html};

use super::passage::passage_view;
use super::{Send, curve};
use crate::message::{Message, RerunMessage};
use crate::state::{AnswerView, RerunView};

/// See the module.
#[derive(PartialEq)]
pub struct Rerun {
    /// The data to show.
    pub view: RerunView,
    /// Called with the visitor's actions.
    pub send: Send,
}

impl Part for Rerun {
    fn draw(&self) -> Html {
        let RerunView { bots, asked, told, plays_on, .. } = &self.view;
        let options = bots.iter().map(|(key, name)| (key.to_string().into(), name.clone().into()));
        let options: Vec<_> =
            std::iter::once(("".into(), "What would another bot have played?".into())).chain(options).collect();
        let choose = self.send.reform(|key: String| {
            Message::Rerun(match key.is_empty() {
                true => RerunMessage::Close,
                false => RerunMessage::Start(BotKey::from(key.as_str())),
            })
        });
        let asked = asked.as_ref().map(BotKey::to_string).unwrap_or_default();
        let send = |message: RerunMessage| self.send.reform(move |_| Message::Rerun(message.clone()));
        html! {
            <div class="rerun" data-testid="rerun">
                <Select label="Ask another bot what this player was asked" testid="rerun-bot" {options} value={asked} {choose} />
                <p aria-live="polite" data-testid="rerun-told">{ told.as_deref().unwrap_or_default() }</p>
                if told.is_some() {
                    <div class="row">
                        if *plays_on {
                            <button type="button" class="quiet" onclick={send(RerunMessage::PlayOn)} data-testid="rerun-play-on">{ "Play on from here" }</button>
                        }
                        <button type="button" class="quiet" onclick={send(RerunMessage::Close)} data-testid="rerun-close">{ "Close comparison" }</button>
                    </div>
                }
            </div>
        }
    }
}

/// Both answers beside each other.
pub fn answers(answers: &[AnswerView; 2]) -> Html {
    html! { <div class="answers">{ for answers.iter().map(answer) }</div> }
}

fn answer(answer: &AnswerView) -> Html {
    html! {
        <section data-testid="rerun-answer">
            <h2>{ &answer.name }</h2>
            <p>{ &answer.words }</p>
            if !answer.used.is_zero() { <p class="hint">{ curve::words(answer.used) }</p> }
            { for answer.passages.iter().map(|passage| passage_view(passage)) }
        </section>
    }
}
