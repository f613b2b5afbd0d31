//! The map editor: maps are generated, painted, checked, opened, saved, shared and played on. Knows
//! no match; the engine checks maps.

use std::ops::RangeInclusive;
use std::rc::Rc;

use botyard_engine::games::generals::{ARMY_MAX, Generals, GeneralsMap, MapParams, SIDE_MAX, Tile, unplayed};
use botyard_engine::replay::link::{self, LinkCodec};
use botyard_web_ui::browser;
use botyard_web_ui::canvas::{CanvasMap, CellStep, tool};
use botyard_web_ui::number;
use web_sys::{File, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::{Callback, Component, Context, Html, KeyboardEvent, NodeRef, Properties, TargetCast, html};

use super::map_draft::MapDraft;
use super::map_drawing::GeneralsDrawing;
use super::map_generator::MapGenerator;
use super::map_marks::MapMarks;
use super::visible_map::VisibleMap;

/// See [`MapEditor`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The map that is edited at first.
    pub map: GeneralsMap,
    /// How many can play.
    pub players: RangeInclusive<usize>,
    /// The seed of the first generated map.
    pub seed: u64,
    /// Plays the next match on a map.
    pub take: Callback<GeneralsMap>,
    /// Closes it.
    pub close: Callback<()>,
}

/// The tools for painting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaintTool {
    /// Open ground.
    Open,
    /// A mountain.
    Mountain,
    /// A city with the army that is set.
    City,
    /// A capital.
    Capital,
}

/// With its name, the key that chooses it, and how tests find it.
const TOOLS: [(PaintTool, &str, &str, &str); 4] = [
    (PaintTool::Open, "Open ground", "1", "tool-open"),
    (PaintTool::Mountain, "Mountain", "2", "tool-mountain"),
    (PaintTool::City, "City", "3", "tool-city"),
    (PaintTool::Capital, "Capital", "4", "tool-capital"),
];

/// A person's action.
pub enum MapEditorMessage {
    /// Paints a cell; whether a stroke begins.
    Stroke(usize, bool),
    /// Presses a key on the map.
    Press(String),
    /// Takes another tool.
    Take(PaintTool),
    /// Cities get this army.
    Army(u32),
    /// A map was drawn from a seed, or could not be.
    Drawn(u64, Result<GeneralsMap, String>),
    /// Makes it this many rows high.
    Rows(usize),
    /// Makes it this many columns wide.
    Columns(usize),
    /// Undoes the last change.
    Undo,
    /// Redoes it.
    Redo,
    /// Opens a text.
    Open(String),
    /// Opens the map in the text field.
    OpenPasted,
    /// Reads a file.
    Read(File),
    /// Saves the map as a file.
    Save,
    /// Copies a link to it.
    Share,
    /// The clipboard took it, or did not.
    Copied(bool),
    /// Plays on it.
    Use,
}

/// The editor, which is open as long as it is part of the page.
pub struct MapEditor {
    draft: MapDraft,
    picture: Rc<VisibleMap>,
    tool: PaintTool,
    /// The tile that the current stroke paints.
    stroke: Tile,
    army: u32,
    cursor: Option<usize>,
    reveal: Option<usize>,
    /// What was done, or why it failed.
    note: String,
    /// The link that was shared.
    link: Option<String>,
    dialog: NodeRef,
    chart: NodeRef,
    text: NodeRef,
}

impl Component for MapEditor {
    type Message = MapEditorMessage;
    type Properties = Props;

    fn create(context: &Context<Self>) -> Self {
        let draft = MapDraft::from_map(&context.props().map);
        Self {
            picture: Rc::new(draft.picture()),
            draft,
            tool: PaintTool::Mountain,
            stroke: Tile::Empty,
            army: 40,
            cursor: None,
            reveal: None,
            note: String::new(),
            link: None,
            dialog: NodeRef::default(),
            chart: NodeRef::default(),
            text: NodeRef::default(),
        }
    }

    fn update(&mut self, context: &Context<Self>, message: MapEditorMessage) -> bool {
        self.reveal = None;
        match message {
            MapEditorMessage::Stroke(cell, begins) => {
                self.cursor = None;
                self.paint(cell, begins);
            }
            MapEditorMessage::Press(key) => self.press(&key),
            MapEditorMessage::Take(tool) => self.tool = tool,
            MapEditorMessage::Army(army) => (self.army, self.tool) = (army, PaintTool::City),
            MapEditorMessage::Drawn(seed, drawn) => self.drawn(seed, drawn),
            MapEditorMessage::Rows(rows) => self.draft.resize(rows, self.draft.columns()),
            MapEditorMessage::Columns(columns) => self.draft.resize(self.draft.rows(), columns),
            MapEditorMessage::Undo => self.draft.undo(),
            MapEditorMessage::Redo => self.draft.redo(),
            MapEditorMessage::Open(text) => self.open(&text),
            MapEditorMessage::OpenPasted => {
                let text = self.text.cast::<HtmlTextAreaElement>().map(|field| field.value());
                self.open(&text.unwrap_or_default());
            }
            MapEditorMessage::Read(file) => read(&file, context),
            MapEditorMessage::Save => self.save(context.props()),
            MapEditorMessage::Share => self.share(context),
            MapEditorMessage::Copied(took) => self.note = copied(took).to_owned(),
            MapEditorMessage::Use => {
                if let Ok(map) = self.draft.map(&context.props().players) {
                    context.props().take.emit(map);
                    context.props().close.emit(());
                }
            }
        }
        let picture = self.draft.picture();
        if picture != *self.picture {
            self.picture = Rc::new(picture);
            self.link = None;
            self.cursor = self.cursor.filter(|&cell| cell < self.picture.len());
        }
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let close = props.close.reform(|_: yew::Event| ());
        let shut = props.close.reform(|_: yew::MouseEvent| ());
        // Keys and files are the editor's while it is open.
        let keep = Callback::from(|event: KeyboardEvent| event.stop_propagation());
        let ondrop = link.batch_callback(|event: yew::DragEvent| {
            event.prevent_default();
            event.stop_propagation();
            event.data_transfer().and_then(|data| data.files()?.get(0)).map(MapEditorMessage::Read)
        });
        html! {
            <dialog ref={&self.dialog} class="modal generals-editor" aria-label="Map" data-testid="map-editor" onclose={close} onkeydown={keep} {ondrop}>
                <div class="modal-body">
                    <header><h2>{ "Map" }</h2><button type="button" class="quiet" aria-label="Close" onclick={shut} data-testid="map-close"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6 6 18" /></svg></button></header>
                    <div class="generals-desk">
                        <div class="generals-easel">{ self.chart(context) }</div>
                        <div class="generals-drawer">
                            { self.brushes(context) }
                            { self.remarks(props) }
                            { self.chance(context) }
                            { self.files(context) }
                        </div>
                    </div>
                </div>
            </dialog>
        }
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if let Some(dialog) = self.dialog.cast::<HtmlDialogElement>().filter(|_| first) {
            // It fails only if the dialog is open already.
            let _ = dialog.show_modal();
            if let Some(chart) = self.chart.cast::<HtmlElement>() {
                // Focus is a convenience: if it cannot be moved, it stays.
                let _ = chart.focus();
            }
        }
    }
}

impl MapEditor {
    fn tile(&self) -> Tile {
        match self.tool {
            PaintTool::Open => Tile::Empty,
            PaintTool::Mountain => Tile::Mountain,
            PaintTool::City => Tile::City(self.army),
            PaintTool::Capital => Tile::Capital,
        }
    }

    /// A stroke that begins on a cell of its own kind erases instead.
    fn paint(&mut self, cell: usize, begins: bool) {
        if begins {
            let tile = self.tile();
            self.stroke = if self.draft.tile(cell) == tile { Tile::Empty } else { tile };
            self.draft.begin();
        }
        self.draft.paint(cell, self.stroke);
    }

    fn press(&mut self, key: &str) {
        match (key, self.cursor) {
            ("Enter" | " ", Some(cell)) => self.paint(cell, true),
            ("e", _) => self.draft.undo(),
            ("r", _) => self.draft.redo(),
            _ => self.choose(key),
        }
    }

    /// Another tool, or another cell.
    fn choose(&mut self, key: &str) {
        if let Some((tool, ..)) = TOOLS.iter().find(|(_, _, own, _)| *own == key) {
            self.tool = *tool;
        } else if let Some(step) = CellStep::of_key(key).filter(|_| key.starts_with("Arrow")) {
            let from = self.cursor.unwrap_or(self.picture.len() / 2);
            self.cursor = self.cursor.and_then(|from| self.picture.step(from, step)).or(Some(from));
            self.reveal = self.cursor;
        }
    }

    fn drawn(&mut self, seed: u64, drawn: Result<GeneralsMap, String>) {
        self.note = match drawn {
            Ok(map) => {
                self.draft.replace(&map);
                format!("Generated from seed {seed}.")
            }
            Err(why) => format!("Not generated: {why}."),
        };
    }

    fn open(&mut self, text: &str) {
        self.note = match text.parse::<GeneralsMap>() {
            Ok(map) => {
                self.draft.replace(&map);
                "Opened.".to_owned()
            }
            Err(why) => format!("Not a map: {why}."),
        };
    }

    fn save(&mut self, props: &Props) {
        self.note = match self.draft.map(&props.players) {
            Ok(map) => {
                browser::save(&format!("generals-{}x{}.map", map.rows(), map.columns()), &map.to_string());
                String::new()
            }
            Err(why) => why,
        };
    }

    fn share(&mut self, context: &Context<Self>) {
        let shared = self.draft.map(&context.props().players).and_then(|map| shared(&map));
        match shared {
            Ok(address) => {
                self.link = Some(address.clone());
                let link = context.link().clone();
                wasm_bindgen_futures::spawn_local(async move {
                    link.send_message(MapEditorMessage::Copied(browser::copy(&address).await));
                });
            }
            Err(why) => self.note = why,
        }
    }

    fn chart(&self, context: &Context<Self>) -> Html {
        let link = context.link();
        let words = self.cursor.map_or_else(String::new, |cell| self.picture.words(cell));
        let marks = MapMarks { cursor: self.cursor, armed: self.cursor.is_some(), ..MapMarks::default() };
        let press = link.callback(|event: KeyboardEvent| {
            let key = event.key();
            // These would scroll.
            if key == " " || key.starts_with("Arrow") {
                event.prevent_default();
            }
            MapEditorMessage::Press(key)
        });
        let label = "Map. Arrow keys move from cell to cell, Enter paints, 1 to 4 choose what to paint.";
        html! {
            <>
                <CanvasMap<GeneralsDrawing> sketch={GeneralsDrawing { picture: Rc::clone(&self.picture), marks, annotations: Rc::default() }} {label} caption={words.clone()} reveal={self.reveal} paints=true takes_focus=true testid="draft"
                    node={&self.chart} tap={Callback::noop()} press={press}
                    paint={link.callback(|(cell, begins)| MapEditorMessage::Stroke(cell, begins))}>
                    <div class="generals-orders" role="group" aria-label="Steps">
                        { tool(html! { "↶" }, "Undo (e)", "map-undo", self.draft.can_undo(), link.callback(|_| MapEditorMessage::Undo)) }
                        { tool(html! { "↷" }, "Redo (r)", "map-redo", self.draft.can_redo(), link.callback(|_| MapEditorMessage::Redo)) }
                    </div>
                </CanvasMap<GeneralsDrawing>>
                <p class="unseen" aria-live="polite" data-testid="draft-spoken">{ words }</p>
            </>
        }
    }

    fn brushes(&self, context: &Context<Self>) -> Html {
        let link = context.link();
        let brush = |&(tool, name, key, testid): &(PaintTool, &'static str, &str, &'static str)| {
            let onclick = link.callback(move |_| MapEditorMessage::Take(tool));
            html! {
                <button type="button" class="chip" aria-pressed={(self.tool == tool).to_string()} title={format!("{name} ({key})")} {onclick} data-testid={testid}>{ name }</button>
            }
        };
        let army = number(
            "Units in a city",
            // The name is enough: the fields below have no unit beside them.
            "",
            "map-army",
            self.army.into(),
            (0.0, ARMY_MAX.into()),
            link.callback(|army| MapEditorMessage::Army(army as u32)),
        );
        html! {
            <section aria-label="Paint">
                <div class="chips" role="group" aria-label="What to paint">{ for TOOLS.iter().map(brush) }</div>
                { army }
                { number("Rows", "", "map-rows", self.draft.rows() as f64, (1.0, SIDE_MAX as f64), link.callback(|rows| MapEditorMessage::Rows(rows as usize))) }
                { number("Columns", "", "map-columns", self.draft.columns() as f64, (1.0, SIDE_MAX as f64), link.callback(|columns| MapEditorMessage::Columns(columns as usize))) }
            </section>
        }
    }

    fn remarks(&self, props: &Props) -> Html {
        let remarks = self.draft.remarks(&props.players);
        let is_bad = remarks.iter().any(|remark| remark.is_bad);
        html! { <ul class={if is_bad { "generals-remarks bad" } else { "generals-remarks" }} aria-live="polite" data-testid="map-remarks">
            { for remarks.into_iter().map(|remark| html! { <li>{ remark.text }</li> }) }
        </ul> }
    }

    fn chance(&self, context: &Context<Self>) -> Html {
        let Props { map, players, seed, .. } = context.props();
        let params = MapParams { seed: *seed, ..MapParams::new(map.rows(), map.columns(), map.capitals().count()) };
        let drawn = context.link().callback(|(seed, drawn)| MapEditorMessage::Drawn(seed, drawn));
        html! { <MapGenerator {params} players={players.clone()} {drawn} /> }
    }

    fn files(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let is_bad = self.draft.map(&props.players).is_err();
        let onchange = link.batch_callback(|event: yew::Event| {
            let field: HtmlInputElement = event.target_unchecked_into();
            field.files().and_then(|files| files.get(0)).map(MapEditorMessage::Read)
        });
        html! {
            <section class="stacked" aria-label="File">
                <details class="more">
                    <summary data-testid="map-file">{ "Open or save" }</summary>
                    <div class="stacked">
                        <textarea ref={&self.text} rows="3" spellcheck="false" placeholder="Paste a map: n m k, then its cells" aria-label="A map as text" data-testid="map-text" />
                        <div class="row">
                            <button type="button" onclick={link.callback(|_| MapEditorMessage::OpenPasted)} data-testid="map-open">{ "Open the text" }</button>
                            <button type="button" onclick={link.callback(|_| MapEditorMessage::Save)} data-testid="map-save">{ "Save" }</button>
                        </div>
                        <label class="stacked"><span class="hint">{ "or a file" }</span><input type="file" {onchange} data-testid="map-open-file" /></label>
                    </div>
                </details>
                if let Some(address) = &self.link {
                    <input type="text" readonly=true value={address.clone()} aria-label="Link to the map" data-testid="map-link" />
                }
                <p class="hint" role="status" data-testid="map-note">{ &self.note }</p>
                <div class="row">
                    <button type="button" class="primary" aria-disabled={is_bad.to_string()} onclick={link.callback(|_| MapEditorMessage::Use)} data-testid="map-use">{ "Use for the next match" }</button>
                    <button type="button" onclick={link.callback(|_| MapEditorMessage::Share)} data-testid="map-share">{ "Share" }</button>
                </div>
            </section>
        }
    }
}

fn read(file: &File, context: &Context<MapEditor>) {
    let (file, link) = (file.clone(), context.link().clone());
    wasm_bindgen_futures::spawn_local(async move {
        let bytes = browser::read(&file).await;
        link.send_message(MapEditorMessage::Open(String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()));
    });
}

/// The URL of a match on this map before its first turn, which shows the map and lets people play
/// on it.
fn shared(map: &GeneralsMap) -> Result<String, String> {
    let payload = link::write(&unplayed(map)).map_err(|why| why.to_string())?;
    Ok(format!("{}#/{}/r/{payload}", browser::base_url(), Generals::NAME))
}

fn copied(took: bool) -> &'static str {
    match took {
        true => "The link was copied.",
        false => "The link was not copied. Select it and copy it yourself.",
    }
}
