//! The top of the page: its name, the games, and the dialogs that can be opened from anywhere.

use botyard_web_games::game_uis;
use web_sys::Element;
use yew::{Html, Properties, function_component, html, use_effect_with, use_node_ref};

use super::Send;
use super::icon::{Icon, icon};
use crate::address::Address;
use crate::message::{Dialog, Message, Panel};
use crate::state::Layout;
use crate::task::Task;

/// See [`Header`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The name of the game that is shown.
    pub game_ui: &'static str,
    /// How the page is laid out.
    pub layout: Layout,
    /// Called with the visitor's actions.
    pub send: Send,
}

/// The top of the page.
#[function_component]
pub fn Header(props: &Props) -> Html {
    let tabs = use_node_ref();
    use_effect_with((props.game_ui, tabs.clone()), |(_, tabs)| {
        if let Some(tabs) = tabs.cast::<Element>() {
            keep_in_sight(&tabs);
        }
    });
    let tab = |game_ui: &&'static dyn botyard_web_games::GameUi| {
        let is_current = game_ui.name() == props.game_ui && props.layout != Layout::Start;
        let current = is_current.then_some("page");
        let address = Address::of_game(game_ui.name()).to_string();
        html! { <a class="game-tab" href={address} aria-current={current} data-testid={format!("game-{}", game_ui.name())}>{ game_ui.title() }</a> }
    };
    html! {
        <header class="top">
            <h1><a class="brand" href={Address::of_start().to_string()} data-testid="start-link"><span class="brand-mark" aria-hidden="true" />{ "Botyard" }</a></h1>
            <nav class="game-tabs" aria-label="Games" ref={tabs}>{ for game_uis().iter().map(tab) }</nav>
            <nav class="tasks" aria-label="Tasks">{ for Task::ALL.into_iter().map(|task| task_tab(props, task)) }</nav>
            <div class="top-tools">
                { tool(props, Icon::Folder, "Open", "open", Message::Dialog(Some(Dialog::Open))) }
                { tool(props, Icon::Share, "Share", "share", Message::Share) }
                { tool(props, Icon::Help, "Help", "help", Message::Panel(Panel::Learn)) }
            </div>
        </header>
    }
}

/// The button that lays the page out for a task.
fn task_tab(props: &Props, task: Task) -> Html {
    let onclick = props.send.reform(move |_| Message::Task(task));
    let testid = match task {
        Task::Watch => "tab-watch",
        Task::Write => "tab-write",
        Task::Measure => "tab-series",
    };
    let is_shown = props.layout == Layout::Task(task);
    html! { <button type="button" class="task" aria-pressed={is_shown.to_string()} data-testid={testid} {onclick}>{ task.name() }</button> }
}

/// Scrolls to the tab of the game that is shown: a phone has no room for all tabs.
fn keep_in_sight(tabs: &Element) {
    let Ok(Some(current)) = tabs.query_selector("[aria-current]") else { return };
    let (frame, tab) = (tabs.get_bounding_client_rect(), current.get_bounding_client_rect());
    let over = (tab.right() - frame.right()).max(0.0) + (tab.left() - frame.left()).min(0.0);
    tabs.set_scroll_left(tabs.scroll_left() + over as i32);
}

fn tool(props: &Props, picture: Icon, name: &'static str, testid: &'static str, message: Message) -> Html {
    let onclick = props.send.reform(move |_| message.clone());
    html! {
        <button type="button" class="quiet" {onclick} data-testid={testid} title={name}>{ icon(picture) }<span class="wide">{ name }</span></button>
    }
}
