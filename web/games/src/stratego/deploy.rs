//! Setting up an army by hand: the tray, the setups that can be taken as they are, and one's own.

use botyard_engine::games::stratego::{ArmySetup, Colour, Rank, Square, StandardSetup, Stratego, StrategoAction};
use botyard_engine::seat::Seat;
use web_sys::HtmlInputElement;
use yew::{
    Callback, Html, NodeRef, Properties, UseReducerHandle, UseStateHandle, function_component, html, use_node_ref,
    use_reducer_eq, use_state, use_state_eq,
};

use super::army_draft::{ArmyDraft, SetupAction, SetupEditor, SetupNotice};
use super::board::{BoardDrawing, draw};
use super::drag::{DragArea, DragSpot};
use super::grid::Grid;
use super::piece::picture;
use super::saved_setups::{self, SavedSetup};
use super::seen_board::{SeenBoard, SeenPiece};
use super::words;
use crate::BoardAnnotations;

/// The longest name of a setup of one's own.
const NAME_MAX: &str = "24";

/// See [`Deploy`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The position, in which this person's army does not stand yet.
    pub position: Stratego,
    /// The seat that sets up.
    pub actor: Seat,
    /// The army that this person set up last.
    pub army: Option<ArmySetup>,
    /// Plays the setup.
    pub act: Callback<StrategoAction>,
}

/// The board and the tray.
#[function_component]
pub fn Deploy(props: &Props) -> Html {
    let colour = Colour::from_seat(props.actor);
    let table = use_reducer_eq(|| {
        SetupEditor::new(props.army.map_or(ArmyDraft::new(colour), |army| ArmyDraft::from_setup(colour, &army)))
    });
    let lifted = use_state_eq(|| None::<DragSpot>);
    let seeing = seeing(props, &table.draft);
    let onlift = {
        let lifted = lifted.clone();
        Callback::from(move |spot| lifted.set(spot))
    };
    let ondrop = dispatch(&table, |(from, to)| SetupAction::Drag(from, to));
    html! {
        <DragArea class="stratego deploys" picture={face_of(&table.draft)} {onlift} {ondrop} onchoose={dispatch(&table, SetupAction::Choose)}>
            { board(&table, *lifted, &seeing) }
            <div class="stratego-side">
                { tray(&table) }
                <p class="stratego-said" role="status" data-testid="said">{ for table.said.as_ref().map(words::setup_notice) }</p>
                { ready(props, &table) }
                <Setups {colour} setup={table.draft.setup()} take={dispatch(&table, SetupAction::Take)} say={dispatch(&table, SetupAction::Say)} />
            </div>
        </DragArea>
    }
}

/// The army of a setup that was played on a side of the board, for this side.
pub fn again(colour: Colour, played: Colour, action: StrategoAction) -> Option<ArmySetup> {
    match action {
        StrategoAction::Setup(setup) => Some(if played == colour { setup } else { setup.flipped() }),
        _ => None,
    }
}

fn dispatch<T: 'static>(
    table: &UseReducerHandle<SetupEditor>,
    doing: impl Fn(T) -> SetupAction + 'static,
) -> Callback<T> {
    let dispatcher = table.dispatcher();
    Callback::from(move |what| dispatcher.dispatch(doing(what)))
}

/// The board with the army as it is so far.
fn seeing(props: &Props, draft: &ArmyDraft) -> SeenBoard {
    let mut seeing = SeenBoard::new(&props.position, Some(props.actor));
    for square in Square::all().filter(|&square| draft.is_home(square)) {
        seeing.set_face(square, draft.rank(square).map(|rank| SeenPiece::open(draft.colour(), rank)));
    }
    seeing
}

fn face_of(draft: &ArmyDraft) -> Callback<DragSpot, Html> {
    let draft = *draft;
    Callback::from(move |spot| {
        let rank = match spot {
            DragSpot::Square(square) => draft.rank(square),
            DragSpot::Heap(rank) => Some(rank),
            DragSpot::Tray => None,
        };
        rank.map_or_else(Html::default, |rank| picture(SeenPiece::open(draft.colour(), rank)))
    })
}

fn board(table: &UseReducerHandle<SetupEditor>, lifted: Option<DragSpot>, seeing: &SeenBoard) -> Html {
    let draft = table.draft;
    let on_square = |spot| match spot {
        Some(DragSpot::Square(square)) => Some(square),
        _ => None,
    };
    let (hand, lifted) = (on_square(table.hand), on_square(lifted));
    let grab = Square::all().filter(|&square| draft.rank(square).is_some()).collect::<Vec<_>>();
    // Bots have not drawn anything yet.
    let (home, annotations) = (Some(draft.colour()), &BoardAnnotations::default());
    let drawing = BoardDrawing { seeing, clash: None, moves: false, hand, targets: &[], lifted, home, annotations };
    let onkey = {
        let dispatcher = table.dispatcher();
        Callback::from(move |(square, key): (Square, String)| {
            let doing = meaning(square, &key);
            let is_ours = doing.is_some();
            doing.into_iter().for_each(|doing| dispatcher.dispatch(doing));
            is_ours
        })
    };
    html! {
        <div class="stratego-board" data-testid="board">
            { draw(&drawing) }
            <Grid name="Your army" seeing={seeing.clone()} {grab} {hand} targets={Vec::new()} is_yours=true takes_focus=true
                onchoose={dispatch(table, |square| SetupAction::Choose(DragSpot::Square(square)))} {onkey} />
        </div>
    }
}

/// The action of a key on a square, besides choosing it.
fn meaning(square: Square, key: &str) -> Option<SetupAction> {
    match key {
        "Escape" => return Some(SetupAction::LetGo),
        "Delete" | "Backspace" => return Some(SetupAction::Remove(square)),
        _ => {}
    }
    let mut letters = key.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let rank = Rank::ALL.into_iter().find(|rank| rank.letter().eq_ignore_ascii_case(&letter))?;
    Some(SetupAction::Put(square, rank))
}

/// The pieces that are not on the board yet, in a heap for each rank.
fn tray(table: &UseReducerHandle<SetupEditor>) -> Html {
    let heap = |rank: Rank| {
        let (left, name) = (table.draft.left(rank), words::rank(rank));
        let spot = DragSpot::Heap(rank);
        let pressed = (table.hand == Some(spot)).to_string();
        html! {
            <button type="button" class="stratego-heap" data-spot={spot.to_string()} data-grab={(left > 0).then_some("")} data-testid={format!("heap-{}", rank.letter())}
                aria-disabled={(left == 0).to_string()} aria-pressed={pressed} title={name}>
                { picture(SeenPiece::open(table.draft.colour(), rank)) }<span class="unseen">{ name }{ ", " }</span><span>{ left }</span><span class="unseen">{ " left" }</span>
            </button>
        }
    };
    html! {
        <div class="stratego-tray" role="group" aria-label="Tray" data-spot={DragSpot::Tray.to_string()} data-testid="tray">{ for Rank::ALL.into_iter().map(heap) }</div>
    }
}

/// The button that ends the setup; as long as the army cannot play, it shows the reason instead.
fn ready(props: &Props, table: &UseReducerHandle<SetupEditor>) -> Html {
    let warning = table.draft.find_problem(props.position.settings().partial_setup);
    let is_ready = warning.is_none();
    let onclick = {
        let (act, setup, dispatcher) = (props.act.clone(), table.draft.setup(), table.dispatcher());
        Callback::from(move |_| match warning {
            None => act.emit(StrategoAction::Setup(setup)),
            Some(why) => dispatcher.dispatch(SetupAction::Say(SetupNotice::Unready(why))),
        })
    };
    let colour = table.draft.colour();
    let draw = |below: usize| (js_sys::Math::random() * below as f64) as usize;
    let shuffle = dispatch(table, move |_| SetupAction::Take(ArmyDraft::shuffled(colour, draw)));
    let clear = dispatch(table, move |_| SetupAction::Take(ArmyDraft::new(colour)));
    html! {
        <div class="row">
            <button type="button" class={is_ready.then_some("primary")} aria-disabled={(!is_ready).to_string()} {onclick} data-testid="ready">{ "Ready" }</button>
            <button type="button" onclick={shuffle} data-testid="shuffle">{ "Shuffle" }</button>
            <button type="button" onclick={clear} data-testid="clear">{ "Clear" }</button>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct SetupsProps {
    colour: Colour,
    /// The army on the board now.
    setup: ArmySetup,
    /// Takes another army.
    take: Callback<ArmyDraft>,
    /// Shows the person a notice.
    say: Callback<SetupNotice>,
}

/// Setups to be taken as they are: the standard ones and one's own.
#[function_component]
fn Setups(props: &SetupsProps) -> Html {
    let own = use_state(saved_setups::all);
    let field = use_node_ref();
    let colour = props.colour;
    let chip = |name: &str, testid: String, setup: ArmySetup| {
        let onclick = props.take.reform(move |_| ArmyDraft::from_setup(colour, &setup));
        html! { <button type="button" class="chip" {onclick} data-testid={testid}><span>{ name.to_owned() }</span></button> }
    };
    let standard = StandardSetup::ALL.into_iter().enumerate();
    let kept = |(nth, kept): (usize, &SavedSetup)| html! { <span class="stratego-own">{ chip(&kept.name, format!("own-{nth}"), kept.setup(colour)) }{ forget(&own, &kept.name) }</span> };
    html! {
        <section class="stratego-setups" aria-label="Setups">
            <h2>{ "Setups" }</h2>
            <div class="row">
                { for standard.map(|(nth, standard)| chip(standard.name, format!("standard-{nth}"), standard.setup(colour))) }
                { for own.iter().enumerate().map(kept) }
            </div>
            <div class="row">
                <input ref={field.clone()} type="text" maxlength={NAME_MAX} placeholder="Name" aria-label="Name of this setup" data-testid="setup-name" />
                <button type="button" onclick={save(props, &own, field)} data-testid="save-setup">{ "Save" }</button>
            </div>
        </section>
    }
}

fn forget(own: &UseStateHandle<Vec<SavedSetup>>, name: &str) -> Html {
    let onclick = {
        let (own, name) = (own.clone(), name.to_owned());
        Callback::from(move |_| {
            saved_setups::forget(&name);
            own.set(saved_setups::all());
        })
    };
    let label = format!("Delete {name}");
    html! { <button type="button" class="quiet" aria-label={label.clone()} title={label} {onclick}>{ "×" }</button> }
}

fn save<E>(props: &SetupsProps, own: &UseStateHandle<Vec<SavedSetup>>, field: NodeRef) -> Callback<E> {
    let (own, say, colour, setup) = (own.clone(), props.say.clone(), props.colour, props.setup);
    Callback::from(move |_| {
        let name = field.cast::<HtmlInputElement>().map(|field| field.value()).unwrap_or_default();
        let name = match name.trim() {
            "" => format!("My setup {}", own.len() + 1),
            name => name.to_owned(),
        };
        let said = match saved_setups::save_setup(&name, colour, setup) {
            true => SetupNotice::Kept(name),
            false => SetupNotice::NotKept,
        };
        say.emit(said);
        own.set(saved_setups::all());
    })
}
