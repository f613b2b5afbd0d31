//! The pieces that each side has lost, and the fight that was last. Both are known to everybody.

use botyard_engine::games::stratego::{Colour, CombatEffect, Rank, Stratego};
use yew::{Html, classes, html};

use super::move_outcome::MoveOutcome;
use super::piece::picture;
use super::seen_board::SeenPiece;
use super::words;

/// The value of an army before any piece has fallen.
pub const FULL: u32 = 148;

/// The total value of a side's fallen pieces.
pub fn worth(position: &Stratego, colour: Colour) -> u32 {
    let fallen = position.fallen(colour);
    Rank::ALL.into_iter().map(|rank| u32::from(fallen[rank.index()]) * rank.value()).sum()
}

/// A side's fallen pieces.
pub fn army(position: &Stratego, colour: Colour) -> Html {
    let fallen = position.fallen(colour);
    let name = words::side(colour);
    let count: u32 = fallen.iter().map(|&count| u32::from(count)).sum();
    let lost = Rank::ALL.into_iter().filter(|rank| fallen[rank.index()] > 0);
    html! {
        <section class="stratego-fallen" aria-label={format!("Lost by {name}")} data-testid={format!("fallen-{name}")}>
            <h2>{ format!("{name} has lost ") }<span>{ loss_text(count, worth(position, colour)) }</span></h2>
            <ul>{ for lost.map(|rank| heap(colour, rank, fallen[rank.index()])) }</ul>
        </section>
    }
}

fn loss_text(count: u32, worth: u32) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => format!("1 piece, worth {worth}"),
        _ => format!("{count} pieces, worth {worth}"),
    }
}

fn heap(colour: Colour, rank: Rank, count: u8) -> Html {
    let name = words::rank(rank);
    html! {
        <li title={name}>{ picture(SeenPiece::open(colour, rank)) }<span class="unseen">{ format!("{name} ") }</span>{ format!("×{count}") }</li>
    }
}

/// The pieces that met, and those that fell.
pub fn fight(clash: MoveOutcome, testid: &'static str) -> Option<Html> {
    let (attacker, defender) = clash.ranks()?;
    let verb = match clash.effect {
        CombatEffect::Kills(..) | CombatEffect::VictoryFlag => "takes",
        CombatEffect::Dies(..) => "falls to",
        CombatEffect::BothDie(..) | CombatEffect::Ok => "falls with",
    };
    let fighter = |colour: Colour, rank: Rank, stands: bool| {
        html! {
            <span class={classes!("stratego-fighter", (!stands).then_some("fallen"))}>{ picture(SeenPiece::open(colour, rank)) }<small>{ words::rank(rank) }</small></span>
        }
    };
    // Hidden from screen readers: the sentence above the board tells every viewer the same.
    Some(html! {
        <p class="stratego-fight" aria-hidden="true" data-testid={testid}>
            { fighter(clash.by, attacker, clash.attacker_stands()) }<span>{ verb }</span>{ fighter(clash.by.other(), defender, clash.defender_stands()) }
        </p>
    })
}
