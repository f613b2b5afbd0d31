//! Runs a bot of the match alone: its input, which can be edited, and its output.

use botyard_engine::fault::printable;
use botyard_web_protocol::{TrialEnding, TrialResult};
use web_sys::HtmlTextAreaElement;
use yew::{Html, Properties, TargetCast, function_component, html, use_state_eq};

use super::dialog::Modal;
use super::{Send, curve};
use crate::excerpt::{quoted, sentence};
use crate::message::Message;
use crate::state::{PageState, TrialPhase, TrialState};

/// The most characters of its output that are shown, so that a flood does not freeze the page.
const SHOWN: usize = 20_000;

/// The dialog; empty if no bot was chosen.
pub fn trial(state: &PageState, send: &Send) -> Html {
    let Some(trial) = &state.plays.trial else { return Html::default() };
    let player = state.shown.shown_match.record.players().get(trial.seat.index());
    let name = player.map_or_else(String::new, |player| quoted(&player.name));
    let side = state.context.game_ui.seat_style(trial.seat).name;
    html! {
        <Modal title={format!("Run {name} ({side})")} testid="trial-dialog" notice={state.context.notices.shown().cloned()} {send}>
            <Bench trial={trial.clone()} substitute={state.shown.substitute_of(trial.seat, &state.context.library)} meaning={meaning(state, trial)} {send} />
        </Modal>
    }
}

/// The meaning of the answer in the game; `None` if the bot has not ended.
fn meaning(state: &PageState, trial: &TrialState) -> Option<String> {
    let TrialPhase::Done(Ok(tried)) = &trial.stage else { return None };
    let status = match tried.ending {
        TrialEnding::Exited(status) => Some(status),
        _ => None,
    };
    state.shown.shown_match.record.explain_run(trial.seat, &tried.stdout, status)
}

/// See [`Bench`].
#[derive(Properties, PartialEq)]
struct Props {
    trial: TrialState,
    substitute: Option<String>,
    meaning: Option<String>,
    send: Send,
}

/// The content of the dialog.
#[function_component]
fn Bench(props: &Props) -> Html {
    let input = use_state_eq(|| props.trial.input.clone());
    let edit = {
        let input = input.clone();
        move |event: yew::InputEvent| input.set(event.target_unchecked_into::<HtmlTextAreaElement>().value())
    };
    let run = {
        let input = input.clone();
        props.send.reform(move |_| Message::RunTrial((*input).clone()))
    };
    let runs = matches!(props.trial.stage, TrialPhase::Fetching(_) | TrialPhase::Running);
    html! {
        <>
            if let Some(substitute) = &props.substitute { <p data-testid="trial-substitute">{ substitute }</p> }
            <label class="stacked">
                <span class="hint">{ "Input to send, followed by end of file. The bot runs separately; the match does not change. \
                    A bot that uses random numbers may answer differently: random numbers differ here." }</span>
                <textarea rows="8" spellcheck="false" autocomplete="off" value={(*input).clone()} oninput={edit} data-testid="trial-input" />
            </label>
            <div class="row">
                <button type="button" class="primary" onclick={run} data-testid="trial-run">{ if runs { "Running …" } else { "Run" } }</button>
            </div>
            <div aria-live="polite" class="stacked">{ result(&props.trial.stage, props.meaning.as_deref()) }</div>
        </>
    }
}

fn result(stage: &TrialPhase, meaning: Option<&str>) -> Html {
    match stage {
        TrialPhase::Offered | TrialPhase::Fetching(_) | TrialPhase::Running => Html::default(),
        TrialPhase::Done(Err(why)) => html! { <p data-testid="trial-ending">{ why }</p> },
        TrialPhase::Done(Ok(tried)) => html! {
            <>
                <p data-testid="trial-ending">{ ending(tried) }</p>
                if tried.stdout.is_empty() {
                    <p data-testid="trial-silent">{ "No output." }</p>
                } else {
                    { passage("printed", &tried.stdout, "trial-stdout") }
                }
                if let Some(meaning) = meaning { <p data-testid="trial-meaning">{ meaning }</p> }
                { passage("stderr", &tried.stderr, "trial-stderr") }
            </>
        },
    }
}

fn ending(tried: &TrialResult) -> String {
    let spent = curve::words(tried.spent);
    match &tried.ending {
        TrialEnding::Exited(status) => format!("Ended with exit status {status} after {spent}."),
        TrialEnding::Failed(why) => format!("Failed after {spent}: {}.", sentence(&printable(why))),
        TrialEnding::OutOfTime => format!("Ran out of time after {spent}."),
        TrialEnding::Waiting => format!("Stuck waiting after {spent}: what it waits for never happens."),
    }
}

/// The text of a stream.
fn passage(stream: &'static str, text: &str, testid: &'static str) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    let text = text.trim_end_matches('\n');
    let cut = text.char_indices().nth(SHOWN).map(|(at, _)| at);
    // Line by line: line ends are the only control characters that take effect.
    let lines: Vec<_> = text[..cut.unwrap_or(text.len())].lines().map(printable).collect();
    html! {
        <div class={format!("passage {stream}")}>
            <span class="stream">{ stream }</span><pre data-testid={testid}>{ lines.join("\n") }if cut.is_some() { { " …" } }</pre>
        </div>
    }
}
