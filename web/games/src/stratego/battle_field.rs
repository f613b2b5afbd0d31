//! The board after the setup: shows the match, and lets a person move by clicks, drags and keys.

use std::rc::Rc;

use botyard_engine::games::stratego::{Colour, Square, Stratego, StrategoAction};
use botyard_engine::seat::Seat;
use yew::{Callback, Component, Context, Html, Properties, html};

use super::board::{BoardDrawing, draw};
use super::drag::{DragArea, DragSpot};
use super::fallen::{army, fight};
use super::grid::Grid;
use super::move_outcome::MoveOutcome;
use super::piece::picture;
use super::pointing::{PointMeaning, can_grab, is_stuck, meaning, targets};
use super::seen_board::{SeenBoard, words};
use crate::BoardAnnotations;

/// See [`BattleField`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The position.
    pub position: Stratego,
    /// The last move.
    pub clash: Option<MoveOutcome>,
    /// The move before that.
    pub answered: Option<MoveOutcome>,
    /// What the bots have drawn.
    pub annotations: Rc<BoardAnnotations>,
    /// Whether the last move is animated.
    pub moves: bool,
    /// The seat whose view is shown; `None` if everything is.
    pub eyes: Option<Seat>,
    /// The seat whose side is nearest.
    pub side: Option<Seat>,
    /// The person who may move now.
    pub actor: Option<Seat>,
    /// Plays that person's action.
    pub act: Callback<StrategoAction>,
}

/// The board and the fallen pieces.
#[derive(Default)]
pub struct BattleField {
    /// The square of the selected piece.
    hand: Option<Square>,
    /// The square whose piece is being dragged.
    lifted: Option<Square>,
    /// Why the last try was refused.
    said: Option<&'static str>,
}

/// An action of a person.
pub enum FieldAction {
    /// Points at a square.
    Choose(Square),
    /// Begins to drag a piece, or ends.
    Lift(Option<DragSpot>),
    /// Has dragged a piece from one square to another.
    Drag(DragSpot, DragSpot),
    /// Clears the selection.
    LetGo,
    /// Declares that no piece can move.
    NoMove,
}

impl Component for BattleField {
    type Message = FieldAction;
    type Properties = Props;

    fn create(_: &Context<Self>) -> Self {
        Self::default()
    }

    fn changed(&mut self, context: &Context<Self>, before: &Props) -> bool {
        let now = context.props();
        if (&now.position, now.actor) != (&before.position, before.actor) {
            *self = Self::default();
        }
        true
    }

    fn update(&mut self, context: &Context<Self>, doing: FieldAction) -> bool {
        let props = context.props();
        if props.actor.is_none() {
            return false;
        }
        self.said = None;
        match doing {
            FieldAction::Choose(square) => self.choose(props, square),
            FieldAction::Lift(spot) => self.lift(spot),
            FieldAction::Drag(from, to) => self.drag(props, from, to),
            FieldAction::LetGo => self.hand = None,
            FieldAction::NoMove => props.act.emit(StrategoAction::NoMove),
        }
        true
    }

    fn view(&self, context: &Context<Self>) -> Html {
        let (props, link) = (context.props(), context.link());
        let seeing = SeenBoard::new(&props.position, props.eyes).turned_to(props.side);
        let below = if seeing.is_turned { Colour::Red } else { Colour::Blue };
        let drawn = seeing.clone();
        let face_of = Callback::from(move |spot| match spot {
            DragSpot::Square(square) => drawn.face(square).map_or_else(Html::default, picture),
            _ => Html::default(),
        });
        html! {
            <DragArea class="stratego" picture={face_of} onlift={link.callback(FieldAction::Lift)} ondrop={link.callback(|(from, to)| FieldAction::Drag(from, to))}
                onchoose={link.batch_callback(|spot| match spot { DragSpot::Square(square) => Some(FieldAction::Choose(square)), _ => None })}>
                { self.board(context, &seeing) }
                <div class="stratego-side">
                    { army(&props.position, below.other()) }
                    { self.news(context, &seeing) }
                    { army(&props.position, below) }
                </div>
            </DragArea>
        }
    }
}

impl BattleField {
    fn choose(&mut self, props: &Props, square: Square) {
        match meaning(&props.position, self.hand, square) {
            PointMeaning::Take(square) => self.hand = Some(square),
            PointMeaning::LetGo => self.hand = None,
            PointMeaning::Refuse(why) => self.said = Some(why),
            PointMeaning::Play(action) => {
                self.hand = None;
                props.act.emit(action);
            }
        }
    }

    fn lift(&mut self, spot: Option<DragSpot>) {
        self.lifted = match spot {
            Some(DragSpot::Square(square)) => Some(square),
            _ => None,
        };
        self.hand = self.lifted;
    }

    fn drag(&mut self, props: &Props, from: DragSpot, to: DragSpot) {
        if let (DragSpot::Square(from), DragSpot::Square(to)) = (from, to) {
            self.hand = Some(from);
            self.choose(props, to);
            self.hand = None;
        }
    }

    fn board(&self, context: &Context<Self>, seeing: &SeenBoard) -> Html {
        let (props, link) = (context.props(), context.link());
        let colour = props.actor.map(Colour::from_seat);
        let grab: Vec<_> = Square::all().filter(|&square| can_grab(&props.position, colour, square)).collect();
        let targets = self.hand.map(|hand| targets(&props.position, hand)).unwrap_or_default();
        let drawing = BoardDrawing {
            seeing,
            clash: props.clash,
            moves: props.moves,
            hand: self.hand,
            targets: &targets,
            lifted: self.lifted,
            home: None,
            annotations: &props.annotations,
        };
        let onkey = {
            let link = link.clone();
            Callback::from(move |(_, key): (Square, String)| {
                let is_ours = key == "Escape";
                if is_ours {
                    link.send_message(FieldAction::LetGo);
                }
                is_ours
            })
        };
        html! {
            <div class="stratego-board" data-testid="board">
                { draw(&drawing) }
                <Grid name="The board" seeing={seeing.clone()} {grab} hand={self.hand} targets={targets.clone()} is_yours={props.actor.is_some()} takes_focus={props.side.is_some()}
                    onchoose={link.callback(FieldAction::Choose)} {onkey} />
            </div>
        }
    }

    /// The sentence beside the board: why a try was refused, which piece is selected, or the
    /// results of the last two moves, because a reply may come before people have seen the result
    /// of their own move.
    fn news(&self, context: &Context<Self>, seeing: &SeenBoard) -> Html {
        let props = context.props();
        let is_stuck = props.actor.is_some() && is_stuck(&props.position);
        let held = self.hand.and_then(|hand| seeing.face(hand)).map(|face| format!("Selected: {}.", words(face)));
        let said = self.said.map(str::to_owned).or(held);
        let shows_fights = said.is_none() && !is_stuck;
        let moves = [(props.answered, "fight-before"), (props.clash, "fight")];
        let fights = moves.into_iter().filter(|_| shows_fights);
        let fights = fights.filter_map(|(clash, testid)| fight(clash?, testid));
        html! {
            <div class="stratego-news">
                <p class={if self.said.is_some() { "stratego-said refused" } else { "stratego-said" }} role="status" data-testid="said">{ for said }</p>
                { for fights }
                if is_stuck {
                    <button type="button" class="primary" onclick={context.link().callback(|_| FieldAction::NoMove)} data-testid="no-move">{ "No piece can move" }</button>
                }
            </div>
        }
    }
}
