//! A match on its board: the mouse, a tap or the arrow keys point at a cell, and a team can be
//! highlighted. Knows no drawing, and of the rules only what the position says.

use std::rc::Rc;

use botyard_engine::game::Game;
use botyard_engine::games::bitmartyr::{
    BitMartyr, BitMartyrBoard, BitMartyrSettings, HEALTH_MAX, MissingOrder, Orders, Unit,
};
use botyard_engine::replay::Turn;
use botyard_engine::seat::Seat;
use botyard_web_ui::canvas::{CanvasMap, CellStep, nearby_cells};
use botyard_web_ui::{browser, part};
use yew::{AttrValue, Callback, Component, Context, Html, KeyboardEvent, NodeRef, Properties, classes, html};

use super::board_drawing::BitMartyrDrawing;
use super::sides::{Palette, colour, glyph, side};
use super::unit::{UnitAnswer, answer, input, team_input};
use super::unit_panel::Lens;
use super::words;
use crate::BoardAnnotations;

/// See [`BitMartyrMatch`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The position.
    pub position: Rc<BitMartyr>,
    /// The turns played from it, up to the next position that is shown.
    pub next: Rc<[Turn<Orders>]>,
    /// The settings of the match.
    pub settings: Rc<BitMartyrSettings>,
    /// What the bots have drawn.
    pub annotations: Rc<BoardAnnotations>,
    /// Offers to run a seat's bot on an input.
    pub try_bot: Callback<(Seat, String)>,
}

/// An action of a person.
pub enum BitMartyrBoardMessage {
    /// Moves the mouse over a cell, or off all cells.
    Hover(Option<usize>),
    /// Taps a cell.
    Tap(usize),
    /// Moves the cursor.
    Step(CellStep),
    /// Goes to the next unit.
    NextUnit,
    /// Stops pointing at a cell.
    LetGo,
    /// Highlights a team, or ends that.
    Choose(Option<Seat>),
    /// Changes to the other colours.
    Recolour,
    /// Runs the bot of the unit that is pointed at, on this unit's input alone.
    Try,
    /// Runs it with all that it reads.
    TryTeam,
}

/// The board.
pub struct BitMartyrMatch {
    board: Rc<BitMartyrBoard>,
    hover: Option<usize>,
    cursor: Option<usize>,
    /// Whether a cell has ever been shown in detail: then there is always room for it.
    has_pointed: bool,
    chosen: Option<Seat>,
    palette: Palette,
    /// The cell that a key has moved to.
    reveal: Option<usize>,
    /// The text that screen readers announce.
    spoken: AttrValue,
    chart: NodeRef,
}

impl Component for BitMartyrMatch {
    type Message = BitMartyrBoardMessage;
    type Properties = Props;

    fn create(context: &Context<Self>) -> Self {
        Self {
            board: Rc::new(context.props().position.board().clone()),
            hover: None,
            cursor: None,
            has_pointed: false,
            chosen: None,
            palette: Palette::default(),
            reveal: None,
            spoken: AttrValue::default(),
            chart: NodeRef::default(),
        }
    }

    fn changed(&mut self, context: &Context<Self>, _: &Props) -> bool {
        let board = context.props().position.board();
        if *board != *self.board {
            self.board = Rc::new(board.clone());
        }
        let is_there = |cell: &usize| *cell < self.board.cells();
        (self.hover, self.cursor) = (self.hover.filter(is_there), self.cursor.filter(is_there));
        true
    }

    fn update(&mut self, context: &Context<Self>, message: BitMartyrBoardMessage) -> bool {
        self.reveal = None;
        match message {
            // A transcript may name a cell of the board that was shown before.
            BitMartyrBoardMessage::Hover(cell) => self.hover = cell.filter(|cell| *cell < self.board.cells()),
            BitMartyrBoardMessage::Tap(cell) => self.point(Some(cell).filter(|cell| self.cursor != Some(*cell))),
            BitMartyrBoardMessage::Step(step) => self.go(self.step(step)),
            BitMartyrBoardMessage::NextUnit => self.go(self.next_unit()),
            BitMartyrBoardMessage::LetGo => self.point(None),
            BitMartyrBoardMessage::Choose(seat) => self.chosen = if self.chosen == seat { None } else { seat },
            BitMartyrBoardMessage::Recolour => {
                self.palette = match self.palette {
                    Palette::Distinct => Palette::Original,
                    Palette::Original => Palette::Distinct,
                }
            }
            BitMartyrBoardMessage::Try => {
                self.offer(context.props(), |props, cell| input(&props.settings, &props.position, cell))
            }
            BitMartyrBoardMessage::TryTeam => self.offer(context.props(), |props, cell| {
                let seat = props.position.board().unit(cell)?.team;
                team_input(&props.settings, &props.position, seat)
            }),
        }
        self.has_pointed |= self.focus().is_some();
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let position = &props.position;
        let sketch = BitMartyrDrawing {
            board: Rc::clone(&self.board),
            turn: position.turn(),
            palette: self.palette,
            chosen: self.chosen,
            focus: self.focus(),
            annotations: props.annotations.clone(),
        };
        let label = format!(
            "Board, {} rows and {} columns. Arrow keys move from cell to cell, n goes to the next unit, Enter runs its bot.",
            self.board.height(),
            self.board.width()
        );
        html! {
            <div class="bitmartyr">
                <CanvasMap<BitMartyrDrawing> {sketch} {label} testid="board" reveal={self.reveal} takes_focus=true node={&self.chart}
                    tap={link.callback(BitMartyrBoardMessage::Tap)} hover={link.callback(BitMartyrBoardMessage::Hover)} press={self.press(context)}>
                    <span class="bitmartyr-turn" data-testid="round">
                        { format!("Turn {}", position.turn()) }<span class="of">{ format!(" / {}", position.duration()) }</span>
                    </span>
                </CanvasMap<BitMartyrDrawing>>
                <div class="bitmartyr-side">
                    { self.legend(context) }
                    { self.lens(context) }
                    { self.colours(context) }
                </div>
                <p class="unseen" aria-live="polite" data-testid="spoken">{ &self.spoken }</p>
                { nearby_cells([self.board.height(), self.board.width()], self.cursor, true, |cell| words::cell(&self.board, cell)) }
                <p class="unseen" data-testid="summary">{ words::describe_board(position) }</p>
            </div>
        }
    }
}

impl BitMartyrMatch {
    /// The cell that is shown in detail: the one under the mouse, or else the one that was pointed
    /// at.
    fn focus(&self) -> Option<usize> {
        self.hover.or(self.cursor)
    }

    fn point(&mut self, cell: Option<usize>) {
        self.cursor = cell;
        self.spoken = cell.map_or_else(String::new, |cell| words::cell(&self.board, cell)).into();
    }

    /// Points at a cell by key. The cell under the mouse no longer counts.
    fn go(&mut self, cell: usize) {
        self.hover = None;
        self.reveal = Some(cell);
        self.point(Some(cell));
    }

    /// The cell a step away; the board has no edge.
    fn step(&self, step: CellStep) -> usize {
        let (width, height) = (self.board.width(), self.board.height());
        let Some(from) = self.focus() else { return height / 2 * width + width / 2 };
        let (down, right) = step.offset();
        let wrapped = |at: usize, by: isize, side: usize| (at + side).saturating_add_signed(by) % side;
        wrapped(from / width, down, height) * width + wrapped(from % width, right, width)
    }

    /// The next unit, row by row; of the highlighted team if there is one.
    fn next_unit(&self) -> usize {
        let from = self.focus().map_or(0, |cell| cell + 1);
        let units = || {
            let meant = self.board.units().filter(|(_, unit)| self.chosen.is_none_or(|team| team == unit.team));
            meant.map(|(cell, _)| cell)
        };
        units().find(|&cell| cell >= from).or_else(|| units().next()).unwrap_or(from.saturating_sub(1))
    }

    fn offer(&self, props: &Props, input: impl FnOnce(&Props, usize) -> Option<String>) {
        let Some(cell) = self.cursor.or(self.hover) else { return };
        let seat = props.position.board().unit(cell).map(|unit| unit.team);
        if let (Some(seat), Some(input)) = (seat, input(props, cell)) {
            props.try_bot.emit((seat, input));
        }
    }

    /// Handles a key if it means something here, before the page or the browser does.
    fn press(&self, context: &Context<Self>) -> Callback<KeyboardEvent> {
        let (points, link, seats) = (self.focus().is_some(), context.link().clone(), context.props().position.seats());
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let message = match key.as_str() {
                "n" => BitMartyrBoardMessage::NextUnit,
                "Escape" if points => BitMartyrBoardMessage::LetGo,
                "Enter" if points => BitMartyrBoardMessage::Try,
                key if key.starts_with("Arrow") && !event.shift_key() => match CellStep::of_key(key) {
                    Some(step) => BitMartyrBoardMessage::Step(step),
                    None => return,
                },
                key => match key.parse::<usize>() {
                    Ok(0) => BitMartyrBoardMessage::Choose(None),
                    Ok(number) if number <= seats => BitMartyrBoardMessage::Choose(Some(Seat::new(number - 1))),
                    _ => return,
                },
            };
            event.prevent_default();
            event.stop_propagation();
            link.send_message(message);
        })
    }

    /// The teams: colour, letter and number of units; a click highlights a team. The numbers are
    /// those after the turn; the list of moves has those before it, of the units that got orders.
    fn legend(&self, context: &Context<Self>) -> Html {
        let team = |index: usize| {
            let seat = Seat::new(index);
            let onclick = context.link().callback(move |_| BitMartyrBoardMessage::Choose(Some(seat)));
            let title = format!("Highlight {} ({})", side(seat).name, index + 1);
            html! {
                <button type="button" class="bitmartyr-team" {title} {onclick} data-testid={format!("team-{index}")}
                    aria-pressed={(self.chosen == Some(seat)).to_string()}>
                    <svg class="glyph" viewBox="0 0 20 20" aria-hidden="true">{ glyph(seat) }</svg>
                    <span>{ side(seat).name }</span><b>{ self.board.count(seat) }</b>
                </button>
            }
        };
        let position = &context.props().position;
        let heading = match position.turn() {
            0 => "Units at the start".to_owned(),
            turn => format!("Units after turn {turn}"),
        };
        html! {
            <div class="bitmartyr-legend">
                <p class="hint" data-testid="counted">{ heading }</p>
                <div class="bitmartyr-teams" role="group" aria-label="Teams">{ for (0..position.seats()).map(team) }</div>
                <p class="hint">{ "Counts are from before the turn." }</p>
            </div>
        }
    }

    /// A legend of the brightness, and a button for the colours of the original.
    fn colours(&self, context: &Context<Self>) -> Html {
        let onclick = context.link().callback(|_| BitMartyrBoardMessage::Recolour);
        let shade = |health: u8| {
            let [red, green, blue] = colour(Unit { team: Seat::new(3), health }, self.palette, None);
            let x = (health - 1) * 20;
            html! { <rect x={x.to_string()} width="20" height="16" fill={format!("rgb({red} {green} {blue})")} /> }
        };
        html! {
            <div class="bitmartyr-colours hint">
                <p>{ "health 1 " }<svg viewBox="0 0 100 16" aria-hidden="true">{ for (1..=HEALTH_MAX).map(shade) }</svg>{ " 5" }</p>
                <button type="button" class="chip" {onclick} aria-pressed={(self.palette == Palette::Original).to_string()} data-testid="original-colours">{ "Original colours" }</button>
            </div>
        }
    }

    fn lens(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let Some(cell) = self.focus() else {
            let words = match browser::matches_media("(hover: none) and (pointer: coarse)") {
                true => "Tap a unit to see what its bot sees.",
                false => "Point at a unit, or use the arrow keys, to see what its bot sees.",
            };
            let class = classes!("hint", "bitmartyr-hint", self.has_pointed.then_some("reserved"));
            return html! { <p {class}>{ words }</p> };
        };
        let unit = self.board.unit(cell);
        let said =
            answer(&props.position, &props.next, cell).map(|answer| answer_text(&answer, props.settings.missing));
        part(Lens {
            words: words::cell(&self.board, cell).into(),
            sight: unit.map(|unit| self.board.around(unit.team, cell)),
            said,
            team: unit.map(|unit| side(unit.team)),
            try_unit: link.callback(|_| BitMartyrBoardMessage::Try),
            try_team: link.callback(|_| BitMartyrBoardMessage::TryTeam),
        })
    }
}

/// The order that a unit got, in a sentence.
fn answer_text(answer: &UnitAnswer, missing: MissingOrder) -> AttrValue {
    match answer {
        UnitAnswer::Awaited => "Its bot has not answered yet.".into(),
        UnitAnswer::Over => "The match is over: its bot is no longer asked.".into(),
        UnitAnswer::Order(order) => format!("Its bot ordered: {}.", words::order(*order, missing)).into(),
        UnitAnswer::Fault => "Its bot gave no orders.".into(),
    }
}
