//! Notes that what a bot did is allowed under other options. Knows no game: games say so of their
//! reasons.

use botyard_engine::anymatch::AnyMatch;
use botyard_engine::catalog::{self, Playable, Visitor};
use botyard_engine::fault::{ExplainReason, Remedy, printable};
use botyard_engine::seat::Seat;

/// A note for each bot with a fault that would have been none under other options, once for each.
pub fn find_notes(game: &dyn AnyMatch) -> Vec<(Seat, String)> {
    let faults = game.faults();
    if faults.is_empty() {
        return Vec::new();
    }
    let Some(explain) = catalog::visit(game.game(), Explain) else { return Vec::new() };
    let mut notes: Vec<(Seat, String)> = Vec::new();
    for (_, seat, fault) in &faults {
        if let Remedy::ChangeSettings(remedy) = fault.why.remedy(explain)
            && notes.iter().all(|(noted, _)| noted != seat)
        {
            let replay = game.replay();
            let name = replay["players"][seat.index()]["name"].as_str().unwrap_or_default();
            notes.push((*seat, format!("{}. {remedy}.", printable(&fault.sentence(name, explain)))));
        }
    }
    notes
}

/// How a game explains its reasons.
struct Explain;

impl Visitor for Explain {
    type Out = ExplainReason;
    fn visit<G: Playable>(self) -> ExplainReason {
        G::explain_reason
    }
}
