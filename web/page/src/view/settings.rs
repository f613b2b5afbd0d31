//! The start of the next match: the seed, which is always visible, and the settings, which are
//! collapsed.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::{MatchClock, PlayerKind, SharedTerms, Waiting};
use botyard_web_games::FormDraft;
use botyard_web_games::find_game_ui;
use botyard_web_ui::Part;
use botyard_web_ui::browser;
use botyard_web_ui::{Select, optional_number, use_typed};
use web_sys::HtmlInputElement;
use yew::{Html, Properties, TargetCast, function_component, html};

use super::Send;
use super::icon::{Icon, icon};
use crate::lineup;
use crate::message::{Message, SetupMessage};

/// The settings.
#[derive(PartialEq)]
pub struct SettingsPanel {
    /// The game.
    pub game_ui: &'static str,
    /// The next match.
    pub match_spec: MatchSpec,
    /// The form's values, if they cannot be played.
    pub draft: Option<FormDraft>,
    /// The limits of its bots.
    pub terms: SharedTerms,
    /// Called with the visitor's changes.
    pub send: Send,
}

impl Part for SettingsPanel {
    fn draw(&self) -> Html {
        html! {
            <div class="settings">
                <Seed seed={self.match_spec.seed} send={&self.send} />
                { more(self) }
            </div>
        }
    }
}

/// See [`Seed`].
#[derive(Properties, PartialEq)]
struct SeedProps {
    seed: u64,
    send: Send,
}

/// The seed.
#[function_component]
fn Seed(props: &SeedProps) -> Html {
    let typed = use_typed();
    let onchange = props.send.reform(|event: yew::Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        Message::Setup(SetupMessage::SeedTyped(input.value()))
    });
    let value = typed.or(&props.seed.to_string());
    let is_invalid = lineup::seed(&value).is_none().to_string();
    let dice = props.send.reform(|_| Message::Setup(SetupMessage::Seed(browser::chance())));
    let copy = props.send.reform(|_| Message::CopySeed);
    html! {
        <div class="seed">
            <label for="seed">{ "Seed" }</label>
            <input id="seed" type="text" inputmode="numeric" pattern="[0-9]*" autocomplete="off" {value} oninput={typed.oninput()} {onchange} onblur={typed.onblur()} aria-invalid={is_invalid} data-testid="seed" />
            <button type="button" class="quiet" onclick={dice} aria-label="New random seed" title="New random seed" data-testid="dice">{ icon(Icon::Dice) }</button>
            <button type="button" class="quiet" onclick={copy} aria-label="Copy the seed" title="Copy the seed" data-testid="copy-seed">{ icon(Icon::Copy) }</button>
        </div>
    }
}

/// The collapsed part. Opened, it is scrolled into sight: below the seats, the line between the
/// panels would cut it off.
fn more(props: &SettingsPanel) -> Html {
    let ontoggle = |_: yew::Event| browser::show(".settings > .more[open]");
    html! {
        <details class="more" {ontoggle}>
            <summary data-testid="settings">{ "Settings" }</summary>
            { limit(props) }
            { clock(props) }
            { waiting(props) }
            { form(props) }
        </details>
    }
}

/// The time for one answer, if each answer has its own limit.
fn limit(props: &SettingsPanel) -> Html {
    let Some(usual) = props.match_spec.limits().ok().filter(|limits| limits.bank.is_none()) else {
        return Html::default();
    };
    let take = props.send.reform(|limit| Message::Setup(SetupMessage::Limit(limit)));
    let values = [props.terms.turn, Some(usual.turn)].map(|limit| limit.map(|limit| limit.as_secs_f64()));
    optional_number("Time for a move", "seconds", "time-limit", values, (0.001, 600.0), take)
}

/// How bots' time is counted.
fn clock(props: &SettingsPanel) -> Html {
    const SPEEDS: [(u32, &str); 5] =
        [(25, "quarter speed"), (50, "half speed"), (100, "standard"), (200, "double speed"), (400, "four times")];
    let word = |percent: u32| format!("virtual-{percent}");
    let mut options: Vec<_> = SPEEDS.iter().map(|&(percent, name)| (word(percent).into(), name.into())).collect();
    let (value, hint) = match props.terms.clock {
        MatchClock::Virtual { percent } => {
            if SPEEDS.iter().all(|&(known, _)| known != percent) {
                options.push((word(percent).into(), format!("{percent} %").into()));
            }
            (word(percent), "Bots' time is counted in instructions: results are the same on every computer.")
        }
        MatchClock::Wall => ("wall".to_owned(), "Bots' time is measured in real time: results vary from run to run."),
    };
    options.push(("wall".into(), "real time".into()));
    let choose = props.send.reform(|chosen: String| {
        let percent = chosen.strip_prefix("virtual-").and_then(|percent| percent.parse().ok());
        Message::Setup(SetupMessage::Clock(percent.map_or(MatchClock::Wall, |percent| MatchClock::Virtual { percent })))
    });
    html! {
        <>
            <label class="setting"><span>{ "Bot CPU speed" }</span><Select label="Bot CPU speed" testid="clock" {options} value={value} {choose} /></label>
            <p class="hint">{ hint }</p>
        </>
    }
}

/// What executables may do while they are not asked, if one plays.
fn waiting(props: &SettingsPanel) -> Html {
    const CHOICES: [(&str, &str, Option<Waiting>); 3] = [
        ("usual", "as usual here", None),
        ("pondering", "may think", Some(Waiting::Pondering)),
        ("stopped", "are stopped", Some(Waiting::Stopped)),
    ];
    let has_executable = props.match_spec.players.iter().any(|player| player.kind == PlayerKind::Executable);
    if !has_executable && props.terms.waiting.is_none() {
        return Html::default();
    }
    let options: Vec<_> = CHOICES.iter().map(|&(word, name, _)| (word.into(), name.into())).collect();
    let chosen = CHOICES.iter().find(|(.., waiting)| *waiting == props.terms.waiting);
    let value = chosen.map_or("usual", |(word, ..)| word).to_owned();
    let choose = props.send.reform(|chosen: String| {
        let choice = CHOICES.iter().find(|(word, ..)| *word == chosen);
        Message::Setup(SetupMessage::Waiting(choice.and_then(|(.., waiting)| *waiting)))
    });
    html! {
        <label class="setting"><span>{ "Waiting executables" }</span><Select label="Waiting executables" testid="waiting" {options} value={value} {choose} /></label>
    }
}

/// The form of the game.
fn form(props: &SettingsPanel) -> Html {
    let edit = props.send.reform(|edit| Message::Setup(SetupMessage::Edit(edit)));
    find_game_ui(props.game_ui)
        .map(|game_ui| game_ui.form(&props.match_spec, props.draft.clone(), edit))
        .unwrap_or_default()
}
