//! The inspector: a bot's input, output and stderr, and how long it took.

use std::rc::Rc;
use std::time::Duration;

use botyard_engine::fault::printable;
use botyard_engine::seat::Seat;
use botyard_web_games::{SeatStyle, TurnInput, find_game_ui};
use botyard_web_protocol::BotFile;
use botyard_web_ui::Select;
use botyard_web_ui::{Part, part};
use yew::{Html, MouseEvent, html};

use super::bot_report::BotReportView;
use super::curve::Curve;
use super::rerun::{self, Rerun};
use super::{Send, Sometimes};
use crate::excerpt::quoted;
use crate::message::{CasesMessage, InspectionScope, Message, PlaybackMessage};
use crate::shown_match::renamed_script;
use crate::state::{BotReport, RerunView, TurnTime};

/// How many files of a bot are offered.
const LEFT: usize = 50;

/// The text in the place of a person's transcript.
const PERSON: &str = "A person played here. A bot can be asked what the person was asked, and any turn can be saved as a test: \
                      a bot gets to it that plays as the person did until then.";

/// The inspector.
#[derive(PartialEq)]
pub struct Inspector {
    /// The players that can be inspected: seat, side, name.
    pub sides: Vec<(Seat, SeatStyle, String)>,
    /// The game.
    pub game_ui: &'static str,
    /// The seat that is inspected.
    pub seat: Seat,
    /// Whether a person has played there.
    pub is_person: bool,
    /// How much of the match is shown.
    pub scope: InspectionScope,
    /// How long a bot has for a turn, if each has its own limit.
    pub limit: Option<Duration>,
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// How long its turns took.
    pub times: Rc<Vec<TurnTime>>,
    /// What it has reported, if anything.
    pub report: Option<BotReport>,
    /// The turn counts between which the shown passages were written.
    pub range: (usize, usize),
    /// The bot's input in the turn that is shown, if the transcript does not have it; and how many
    /// turns have been played with that turn.
    pub input: Option<(usize, TurnInput)>,
    /// The files that the bots have left in their folders.
    pub left: Rc<[BotFile]>,
    /// Why the bots' words are missing, if they can be had.
    pub note: Option<String>,
    /// Advice about the bot's fault, if one is shown.
    pub advice: Option<String>,
    /// The rerun of its seat, if it can be played.
    pub rerun: Option<RerunView>,
    /// Whether there is a turn of its that can be kept as a case.
    pub can_be_kept: bool,
    /// Whether that turn can be stepped through.
    pub has_steps: bool,
    /// Called with the visitor's actions.
    pub send: Send,
}

impl Part for Inspector {
    fn draw(&self) -> Html {
        if self.sides.is_empty() {
            return html! { <p class="hint">{ "This match has no bots." }</p> };
        }
        html! {
            <>
                <div class="inspected">
                    { bots(self) }
                    <div class="chips" role="group" aria-label="Turns shown">
                        { scope(self, "This turn", "inspect-turn", InspectionScope::Turn) }{ scope(self, "All", "inspect-all", InspectionScope::Match) }
                        { drawing_button(self) }{ keep_button(self) }{ steps_button(self) }
                    </div>
                </div>
                { part(Curve { times: self.times.clone(), at: self.at, limit: self.limit, send: self.send.clone() }) }
                if let Some(report) = &self.report { { part(BotReportView { report: report.clone(), at: self.at, send: self.send.clone() }) } }
                { left(self) }
                if let Some(note) = &self.note { <p class="hint" role="status" data-testid="words-note">{ note }</p> }
                if let Some(advice) = &self.advice {
                    <p class="advice" data-testid="advice">{ advice }</p>
                    { script_name(self) }
                }
                if let Some(view) = self.rerun.clone() { { part(Rerun { view, send: self.send.clone() }) } }
                if let Some(answers) = self.rerun.as_ref().and_then(|rerun| rerun.answers.as_ref()) {
                    <div class="scroll words" data-testid="inspector" tabindex="0" role="log" aria-live="off" aria-label="What the bots read and wrote">
                        { rerun::answers(answers) }
                    </div>
                } else if self.is_person {
                    <p class="hint" data-testid="inspected-person">{ PERSON }</p>
                } else {
                    { transcript(self) }
                }
            </>
        }
    }
}

/// The interpreter's name for a script, if its file has another name. It is shown beside the
/// advice, where people look on stderr for the place of the error.
fn script_name(props: &Inspector) -> Html {
    let side = props.sides.iter().find(|(seat, ..)| *seat == props.seat);
    let Some((_, language)) = side.and_then(|(.., name)| renamed_script(name)) else { return Html::default() };
    let sentence = format!("On stderr, the script's first file is always called {}.", language.main_file());
    html! { <p class="advice" data-testid="script-name">{ sentence }</p> }
}

/// Two bots have a button each; the names of more would not fit in a row.
fn bots(props: &Inspector) -> Html {
    if let [_, _, _, ..] = props.sides.as_slice() {
        let name = |(seat, side, name): &(Seat, SeatStyle, String)| {
            (seat.index().to_string().into(), format!("{} · {}", side.name, quoted(name)).into())
        };
        let options: Vec<_> = props.sides.iter().map(name).collect();
        let chosen = |index: String| index.parse().ok().and_then(|index: u8| Seat::try_from(index).ok());
        let choose = props.send.sometimes(move |index| chosen(index).map(Message::Inspect));
        return html! { <Select label="Player" testid="inspect-bot" {options} value={props.seat.index().to_string()} {choose} /> };
    }
    html! { <div class="chips" role="group" aria-label="Player">{ for props.sides.iter().map(|side| bot(props, side)) }</div> }
}

fn bot(props: &Inspector, (seat, side, name): &(Seat, SeatStyle, String)) -> Html {
    let seat = *seat;
    let onclick = props.send.reform(move |_| Message::Inspect(seat));
    let glyph = find_game_ui(props.game_ui).map(|game_ui| game_ui.glyph(seat));
    html! {
        <button type="button" class="chip" aria-pressed={(seat == props.seat).to_string()} {onclick} title={side.name}
            data-testid={format!("inspect-{}", seat.index())}>
            <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ for glyph }</svg><span title={quoted(name)}>{ quoted(name) }</span>
        </button>
    }
}

fn scope(props: &Inspector, name: &'static str, testid: &'static str, scope: InspectionScope) -> Html {
    let onclick = props.send.reform(move |_| Message::InspectScope(scope));
    let pressed = (props.scope == scope).to_string();
    html! { <button type="button" class="chip" aria-pressed={pressed} {onclick} data-testid={testid}>{ name }</button> }
}

/// Draws the bot's annotations on the board, or no longer.
fn drawing_button(props: &Inspector) -> Html {
    let Some(report) = &props.report else { return Html::default() };
    let onclick = props.send.reform(|_| Message::ToggleDrawing);
    let title = "Show on the board what this bot draws: its lines on stderr that begin with @";
    html! { <button type="button" class="chip" {title} aria-pressed={report.is_drawn.to_string()} {onclick} data-testid="draw">{ "Drawings" }</button> }
}

/// Offers to keep the turn as a case, which the page calls a test.
fn keep_button(props: &Inspector) -> Html {
    if !props.can_be_kept {
        return Html::default();
    }
    let onclick = props.send.reform(|_| Message::Cases(CasesMessage::Offer));
    let title = "Save this turn with what a bot has to do in it, to test every build (k)";
    html! { <button type="button" class="chip" {title} aria-keyshortcuts="k" {onclick} data-testid="keep-case">{ "Save as test …" }</button> }
}

/// Offers to step through the turn.
fn steps_button(props: &Inspector) -> Html {
    if !props.has_steps {
        return Html::default();
    }
    let onclick = props.send.reform(|_| Message::Cases(CasesMessage::Trace));
    let title = "Show which lines ran in this turn, and the variables, step by step";
    html! { <button type="button" class="chip" {title} {onclick} data-testid="steps-of-turn">{ "Step through this turn" }</button> }
}

/// The files of the bot, to be downloaded.
fn left(props: &Inspector) -> Html {
    let own: Vec<_> = props.left.iter().filter(|file| file.seat == props.seat).collect();
    if own.is_empty() {
        return Html::default();
    }
    let link = |(number, file): (usize, &&BotFile)| {
        let name = file.path.rsplit('/').next().unwrap_or_default().to_owned();
        let title = format!("Download {}, {} bytes", printable(&file.path), file.bytes);
        html! {
            <a key={number} class="chip" href={file.address.clone()} download={name} {title} data-testid={format!("left-{number}")}>
                { printable(&file.path) }
            </a>
        }
    };
    html! {
        <p class="left" data-testid="left">
            { "Files in its folder: " }{ for own.iter().take(LEFT).enumerate().map(link) }
            if own.len() > LEFT { { format!("and {} more", own.len() - LEFT) } }
        </p>
    }
}

/// The transcript. The script fills its element. One attribute holds all that is to be shown, so
/// that a change never applies in part; another is set if words are missing for a reason that is
/// shown above. Pressed turns are shown, and an input is offered to be tried.
fn transcript(props: &Inspector) -> Html {
    let seat = props.seat;
    let onclick = props.send.sometimes(move |event: MouseEvent| {
        let (name, value) = super::pressed(&event)?;
        let is_input = name == "try";
        Some(if is_input {
            Message::Try(seat, value)
        } else {
            Message::Playback(PlaybackMessage::Go(value.parse().ok()?))
        })
    });
    let (from, to) = props.range;
    let noted = props.note.is_some().then_some("");
    let mut shown = format!("{from} {to} {}", props.at);
    if let Some((after, TurnInput { places, text })) = &props.input {
        shown.extend(["\n", &after.to_string(), " ", places, "\n", text]);
    }
    html! { <div class="transcript" {onclick}><bot-transcript data-shown={shown} data-noted={noted} /></div> }
}
