//! Has a turn recorded that the visitor wants to step through: a match worker plays its match again,
//! in the program that records, which stays for the next turn.

use std::rc::Rc;

use botyard_engine::cases::{Case, Expectation, OpenCase};
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_web_protocol::match_worker::{FromMatchWorker, RecordingLimits, ToMatchWorker, TraceRequest, TurnTrace};
use botyard_web_protocol::series::{FromSeries, TracedTurn};
use botyard_web_protocol::{FromWorker, PlayRequest};
use js_sys::Uint8Array;
use wasm_bindgen::JsValue;

use super::CasesProgram;
use crate::match_worker::MatchWorkerHandle;
use crate::node::ViewNode;
use crate::post;
use crate::steps::{self, SourceLine, TurnSteps};

/// The most steps that are recorded at a time; lines are counted in all of them.
const STEPS: usize = 20_000;

/// The turn that is stepped through, and the worker that records turns.
#[derive(Default)]
pub(super) struct Tracing {
    /// The address of the program that records.
    pub(super) program: String,
    recorder: Option<Recorder>,
    turn: Option<TracingTurn>,
    ids: u32,
}

struct Recorder {
    worker: MatchWorkerHandle,
    is_up: bool,
}

/// A turn that is recorded, or was.
struct TracingTurn {
    id: u32,
    asked: TracedTurn,
    open: Box<OpenCase>,
    first_step: u64,
    phase: TracePhase,
    /// Whether the bot has answered as recorded.
    is_as_recorded: bool,
}

enum TracePhase {
    /// Its bot is being loaded.
    Loading,
    /// The worker that records starts, or compiles the bot's interpreter.
    Preparing(Uint8Array),
    /// The match is played up to the turn: how many turns have been.
    Playing(usize),
    Recorded(Box<TurnSteps>),
    /// A sentence that says why it cannot be stepped through.
    Failed(String),
}

impl TracingTurn {
    fn open(id: u32, asked: TracedTurn) -> Result<Self, String> {
        let case = Case::keep(
            asked.replay.clone(),
            asked.seat,
            asked.turn,
            Expectation::default(),
            String::new(),
            String::new(),
        );
        let open = case.and_then(|case| case.open()).map_err(|why| why.to_string())?;
        Ok(Self { id, asked, open: Box::new(open), first_step: 0, phase: TracePhase::Loading, is_as_recorded: true })
    }

    fn title(&self) -> String {
        format!("Turn {} of {}", self.asked.turn, self.open.players()[self.open.seat.index()].name)
    }

    fn take_trace(&mut self, trace: TurnTrace) {
        let index = self.open.index;
        self.phase = if trace.turns <= index || trace.followed < index {
            let [differs, asked] = [trace.followed, index].map(|index| self.open.number(index));
            TracePhase::Failed(format!("The bot plays otherwise at turn {differs}, so turn {asked} was not reached."))
        } else {
            let has_fault = self.open.played().is_none();
            self.is_as_recorded = trace.followed > index;
            TracePhase::Recorded(Box::new(TurnSteps::new(self.title(), trace, has_fault)))
        };
    }

    fn draw(&self) -> ViewNode {
        let title = self.title();
        match &self.phase {
            TracePhase::Loading => steps::draw_progress(&format!("{title}: loading the bot …")),
            TracePhase::Preparing(_) => {
                steps::draw_progress(&format!("{title}: preparing the interpreter to be watched …"))
            }
            TracePhase::Playing(turns) => {
                let all = self.open.index + 1;
                steps::draw_progress(&format!("{title}: playing the match again, {turns} of {all} turns …"))
            }
            TracePhase::Failed(why) => steps::draw_progress(why),
            TracePhase::Recorded(recorded) => {
                let note = match self.is_as_recorded {
                    true => "",
                    false => "The bot answers otherwise than in the record: this is its own turn.",
                };
                steps::draw(recorded, note)
            }
        }
    }
}

impl CasesProgram {
    /// Has a turn recorded, in the place of the one before.
    pub(super) fn trace(self: &Rc<Self>, asked: TracedTurn) {
        let mut state = self.0.borrow_mut();
        state.tracing.ids += 1;
        let key = asked.bot.clone();
        match TracingTurn::open(state.tracing.ids, asked) {
            Ok(turn) => state.tracing.turn = Some(turn),
            Err(why) => {
                state.tracing.turn = None;
                drop(state);
                return post_steps(steps::draw_progress(&format!("This turn cannot be recorded: {why}.")));
            }
        }
        let module = state.modules.get(&key).cloned();
        let is_wanted = module.is_none() && state.wanted.insert(key.clone());
        drop(state);
        if is_wanted {
            post(&FromSeries::Load(key));
        } else if module.is_some() {
            return self.take_traced_module(&key, module);
        }
        self.draw_steps();
    }

    /// The module of a bot is here, or cannot be had.
    pub(super) fn take_traced_module(self: &Rc<Self>, key: &str, module: Option<Uint8Array>) {
        let mut state = self.0.borrow_mut();
        let is_waiting = |turn: &&mut TracingTurn| turn.asked.bot == key && matches!(turn.phase, TracePhase::Loading);
        let Some(turn) = state.tracing.turn.as_mut().filter(is_waiting) else { return };
        turn.phase = match module {
            Some(module) => TracePhase::Preparing(module),
            None => TracePhase::Failed("The bot could not be loaded.".to_owned()),
        };
        drop(state);
        self.record();
    }

    /// Has the worker record the turn whose bot is here, once it is up.
    fn record(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let Tracing { program, recorder, turn, .. } = &mut state.tracing;
        if let Some(TracingTurn { id, open, first_step, phase: TracePhase::Preparing(module), .. }) = turn {
            let recorder = recorder.get_or_insert_with(|| self.start_recorder(program));
            if recorder.is_up {
                let player = PlayerInfo { kind: PlayerKind::Module, ..PlayerInfo::default() };
                let (match_spec, record) = open.repeat(player);
                let (script, host_bots, record) = (Vec::new(), Vec::new(), Some(record));
                let request = TraceRequest {
                    play: PlayRequest { id: *id, match_spec, script, host_bots, record },
                    window: open.window(),
                    limits: RecordingLimits { steps: STEPS, first_step: *first_step },
                };
                let copy = module.slice(0, module.length()).buffer();
                recorder.worker.post(&ToMatchWorker::Trace(request), [copy.into()]);
            }
        }
        drop(state);
        self.draw_steps();
    }

    fn start_recorder(self: &Rc<Self>, program: &str) -> Recorder {
        let (heard, failed) = (Rc::downgrade(self), Rc::downgrade(self));
        let handle_message = move |message, beside: Vec<JsValue>| {
            heard.upgrade().iter().for_each(|program| program.take_recorder_message(message_of(&message), &beside));
        };
        let handle_error = move |why: String| {
            failed.upgrade().iter().for_each(|program| program.lose_recorder(&why));
        };
        Recorder { worker: MatchWorkerHandle::start(program, handle_message, handle_error), is_up: false }
    }

    fn take_recorder_message(self: &Rc<Self>, message: RecorderMessage, beside: &[JsValue]) {
        let mut state = self.0.borrow_mut();
        let Tracing { recorder, turn, .. } = &mut state.tracing;
        match message {
            RecorderMessage::Ready => {
                recorder.iter_mut().for_each(|recorder| recorder.is_up = true);
                drop(state);
                return self.record();
            }
            RecorderMessage::Turns(id, turns) => {
                let current =
                    turn.as_mut().filter(|turn| turn.id == id && !matches!(turn.phase, TracePhase::Recorded(_)));
                current.into_iter().for_each(|turn| turn.phase = TracePhase::Playing(turns));
            }
            RecorderMessage::Failed(id, why) => {
                if id.is_none() {
                    *recorder = None;
                }
                let current = turn.as_mut().filter(|turn| id.is_none_or(|id| turn.id == id));
                current.into_iter().for_each(|turn| turn.phase = TracePhase::Failed(why.clone()));
            }
            RecorderMessage::Traced(id) => {
                let text = beside.first().and_then(JsValue::as_string);
                let trace = text.and_then(|text| serde_json::from_str::<TurnTrace>(&text).ok());
                let current = turn.as_mut().filter(|turn| turn.id == id);
                current.zip(trace).into_iter().for_each(|(turn, trace)| turn.take_trace(trace));
            }
            RecorderMessage::Other => return,
        }
        drop(state);
        self.draw_steps();
    }

    /// The worker that records has ended: the next turn starts another one.
    fn lose_recorder(&self, why: &str) {
        let mut state = self.0.borrow_mut();
        state.tracing.recorder = None;
        state
            .tracing
            .turn
            .iter_mut()
            .for_each(|turn| turn.phase = TracePhase::Failed(format!("The turn cannot be recorded: {why}.")));
        drop(state);
        self.draw_steps();
    }

    /// Handles a press in the panel of steps; returns whether it was one.
    pub(super) fn act_on_steps(self: &Rc<Self>, name: &str, value: &str) -> bool {
        if !name.starts_with("step-") {
            return false;
        }
        let mut state = self.0.borrow_mut();
        let Some(turn) = &mut state.tracing.turn else { return true };
        let TracePhase::Recorded(recorded) = &mut turn.phase else { return true };
        let line = recorded.line();
        match (name, line) {
            ("step-go", _) => recorded.go(value.parse().unwrap_or_default()),
            ("step-back", _) => recorded.go_back(),
            ("step-forward", _) => recorded.go_forward(),
            ("step-over", _) => recorded.go_over(),
            ("step-next-run", Some(line)) => recorded.go_to_next_run(&line),
            ("step-last-run", Some(line)) => recorded.go_to_last_run(&line),
            ("step-value", _) => recorded.go_to_value(value),
            ("step-line", _) => {
                let line = value.split_once(' ').and_then(|(line, file)| Some((line.parse().ok()?, file.to_owned())));
                line.into_iter().for_each(|(line, file)| recorded.go_around_to(&SourceLine { file, line }));
            }
            ("step-earlier" | "step-later", _) => {
                let step = STEPS as u64;
                turn.first_step =
                    if name == "step-later" { turn.first_step + step } else { turn.first_step.saturating_sub(step) };
                turn.phase = TracePhase::Loading;
                let key = turn.asked.bot.clone();
                let module = state.modules.get(&key).cloned();
                drop(state);
                self.take_traced_module(&key, module);
                return true;
            }
            _ => {}
        }
        drop(state);
        self.draw_steps();
        true
    }

    fn draw_steps(&self) {
        let view = self.0.borrow().tracing.turn.as_ref().map(TracingTurn::draw);
        view.into_iter().for_each(post_steps);
    }
}

fn post_steps(view: ViewNode) {
    post(&FromSeries::Steps(view.into_value()));
}

/// What the worker that records says.
enum RecorderMessage {
    Ready,
    /// The match of this number has so many turns.
    Turns(u32, usize),
    /// The match of this number cannot be played, or none can: a sentence.
    Failed(Option<u32>, String),
    /// The match of this number was recorded.
    Traced(u32),
    Other,
}

fn message_of(message: &FromMatchWorker) -> RecorderMessage {
    match message {
        FromMatchWorker::Host(FromWorker::Ready { suspends: true }) => RecorderMessage::Ready,
        FromMatchWorker::Host(FromWorker::Ready { suspends: false }) => {
            let why = "This browser cannot suspend a module, so turns cannot be recorded in it. `botyard trace` can.";
            RecorderMessage::Failed(None, why.to_owned())
        }
        FromMatchWorker::Host(FromWorker::Progress(progress)) => {
            RecorderMessage::Turns(progress.id, progress.first + progress.turns.len())
        }
        FromMatchWorker::Host(FromWorker::NotOpened { id, why }) => RecorderMessage::Failed(Some(*id), why.clone()),
        FromMatchWorker::Traced(id) => RecorderMessage::Traced(*id),
        _ => RecorderMessage::Other,
    }
}
