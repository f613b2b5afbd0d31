//! Why a match was lost: the judgement of every turn, and the turn that decided it. Knows no game
//! but by its judge, and no clock: a turn is given up after a number of positions, so that every
//! computer writes the same report.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalog::{self, Playable, Visitor};
use crate::game::Outcome;
use crate::judge::{Judge, JudgedActions, Judgement};
use crate::replay::{Turn, TurnResult};
use crate::seat::Seat;

/// The number of positions after which a turn is given up, unless a person chooses another one.
pub const USUAL_NODES: u64 = 20_000_000;

/// Why turns are not analysed.
pub const TOO_MANY: &str = "not analysed: too many positions";

/// What is known about the turns of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LossReport {
    /// The seat that lost; `None` if the match is not over, or drawn.
    pub loser: Option<Seat>,
    /// The loser's last turn, counted from 0, that turned a win or a draw into a loss. `None` if no
    /// analysed turn did.
    pub decisive: Option<usize>,
    /// The turns, in order.
    pub turns: Vec<JudgedTurn>,
}

/// A turn with its judgements.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedTurn {
    /// The seat that had the turn.
    pub seat: Seat,
    /// Its action in the words of the protocol; `None` if it was a fault.
    pub action: Option<String>,
    /// The judgements of all legal actions, for this seat; `None` if the turn is not analysed.
    pub judged: Option<Vec<JudgedAction>>,
}

/// A legal action with its judgement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgedAction {
    /// The action in the words of the protocol.
    pub action: String,
    /// The result of perfect play after it, for the seat whose turn it is.
    pub judgement: Judgement,
}

impl JudgedTurn {
    /// The result of perfect play before the turn, for its seat; `None` if it is not analysed.
    pub fn before(&self) -> Option<Judgement> {
        self.judged.as_ref()?.iter().map(|judged| judged.judgement).max()
    }

    /// The result of perfect play after the turn's action, for its seat.
    pub fn after(&self) -> Option<Judgement> {
        let played = |judged: &&JudgedAction| Some(&judged.action) == self.action.as_ref();
        self.judged.as_ref()?.iter().find(played).map(|judged| judged.judgement)
    }

    /// Whether the action made the result worse.
    pub fn is_mistake(&self) -> bool {
        self.after().is_some_and(|after| Some(after) < self.before())
    }

    /// The actions that keep the result that the seat had before the turn.
    pub fn keeping(&self) -> Vec<&str> {
        let before = self.before();
        let keeping = self.judged.iter().flatten().filter(|judged| Some(judged.judgement) == before);
        keeping.map(|judged| judged.action.as_str()).collect()
    }

    /// A sentence without its period on a mistake: `4 turned a win into a loss; 2 kept it`. `None`
    /// if the turn is not known to be one.
    pub fn describe_mistake(&self) -> Option<String> {
        if !self.is_mistake() {
            return None;
        }
        let (before, after) = (self.before()?.describe(), self.after()?.describe());
        let (action, keeping) = (self.action.as_ref()?, list_words(&self.keeping()));
        Some(format!("{action} turned {before} into {after}; {keeping} kept it"))
    }
}

/// Words as a list for people: `2`, `2 and 3`, `2, 3 and 5`.
fn list_words(words: &[&str]) -> String {
    match words {
        [first @ .., before, last] => [first, &[&*format!("{before} and {last}")]].concat().join(", "),
        _ => words.concat(),
    }
}

impl LossReport {
    fn new(turns: Vec<JudgedTurn>, outcome: Option<&Outcome>) -> Self {
        let winner = outcome.and_then(Outcome::winner);
        let loser = winner.map(|winner| Seat::new(1 - winner.index()));
        let is_decisive =
            |turn: &JudgedTurn| Some(turn.seat) == loser && turn.is_mistake() && turn.after() == Some(Judgement::Loss);
        Self { loser, decisive: turns.iter().rposition(is_decisive), turns }
    }

    /// A sentence on why the match was lost: `Turn 9: 4 turned a win into a loss; 2 kept it.`
    pub fn sentence(&self) -> String {
        let Some(loser) = self.loser else { return "The match has no loser.".to_owned() };
        if let Some((at, turn)) = self.turns.iter().enumerate().next_back()
            && turn.seat == loser
            && turn.action.is_none()
        {
            return match turn.before() {
                Some(before) => {
                    format!("Turn {}: a fault lost the match; the position was {}.", at + 1, before.describe())
                }
                None => format!("Turn {}: a fault lost the match.", at + 1),
            };
        }
        let mistake = self.decisive.and_then(|at| Some((at + 1, self.turns[at].describe_mistake()?)));
        if let Some((number, mistake)) = mistake {
            return format!("Turn {number}: {mistake}.");
        }
        let own = || self.turns.iter().enumerate().filter(|(_, turn)| turn.seat == loser);
        match own().find(|(_, turn)| turn.judged.is_some()) {
            None => format!("The loser's turns are {TOO_MANY}."),
            Some((at, _)) if own().all(|(_, turn)| turn.judged.is_some()) => {
                format!("The match was lost at turn {} already, the loser's first.", at + 1)
            }
            Some((at, _)) => {
                format!("The match was lost at turn {} already; the loser's turns before it are {TOO_MANY}.", at + 1)
            }
        }
    }
}

/// The analysis of a match, from the last turn to the first, in pieces.
pub trait LossAnalysis {
    /// Searches at most about `nodes` further positions. Returns whether the analysis is done.
    fn advance(&mut self, nodes: u64) -> bool;
    /// Gives each turn this many positions, if that is more than before. An analysis that has given a
    /// turn up goes on with it.
    fn raise_limit(&mut self, nodes_per_turn: u64);
    /// The number of positions after which a turn is given up.
    fn limit(&self) -> u64;
    /// How many turns are analysed, and how many there are.
    fn progress(&self) -> (usize, usize);
    /// What is known now.
    fn report(&self) -> LossReport;
}

/// Begins to analyse a match of the named game, whose turns give up after this many positions each;
/// `None` if the game has no judge.
///
/// # Errors
/// Why the settings and turns are not a match of this game.
pub fn begin_analysis(
    game: &str,
    settings: Value,
    turns: Vec<Turn<Value>>,
    nodes_per_turn: u64,
) -> Option<Result<Box<dyn LossAnalysis>, String>> {
    struct Begin(Value, Vec<Turn<Value>>, u64);
    impl Visitor for Begin {
        type Out = Option<Result<Box<dyn LossAnalysis>, String>>;
        fn visit<G: Playable>(self) -> Self::Out {
            let judge = G::JUDGE?();
            let Self(settings, turns, nodes) = self;
            let begun = MatchAnalysis::<G>::begin(judge, settings, turns, nodes);
            Some(begun.map(|analysis| Box::new(analysis) as Box<dyn LossAnalysis>))
        }
    }
    catalog::visit(game, Begin(settings, turns, nodes_per_turn)).flatten()
}

/// The analysis of a match of one game.
struct MatchAnalysis<G: Playable> {
    judge: Box<dyn Judge<G>>,
    /// The position before each turn.
    positions: Vec<G>,
    turns: Vec<JudgedTurn>,
    outcome: Option<Outcome>,
    nodes_per_turn: u64,
    /// The number of turns that are not analysed yet: the first ones.
    remaining: usize,
    /// What the turn that is analysed now may still cost; `None` before it is begun.
    nodes_left: Option<u64>,
    is_done: bool,
}

impl<G: Playable> MatchAnalysis<G> {
    fn begin(
        judge: Box<dyn Judge<G>>,
        settings: Value,
        turns: Vec<Turn<Value>>,
        nodes_per_turn: u64,
    ) -> Result<Self, String> {
        let settings = serde_json::from_value(settings).map_err(|why| why.to_string())?;
        let mut game = G::start(&settings, G::USUAL_SEATS).map_err(|why| why.to_string())?;
        let (mut positions, mut judged, mut events) = (Vec::new(), Vec::new(), Vec::new());
        for turn in turns {
            let turn = turn.typed::<G::Action>().map_err(|why| why.to_string())?;
            positions.push(game.clone());
            let action = match &turn.result {
                TurnResult::Action(action) => {
                    game.play(turn.seat, action.clone(), &mut events).map_err(|why| why.to_string())?;
                    Some(write_words::<G>(action))
                }
                TurnResult::Fault(fault) => {
                    game.fault(turn.seat, fault, &mut events);
                    None
                }
            };
            judged.push(JudgedTurn { seat: turn.seat, action, judged: None });
        }
        Ok(Self {
            judge,
            remaining: judged.len(),
            is_done: judged.is_empty(),
            positions,
            turns: judged,
            outcome: game.outcome(),
            nodes_per_turn,
            nodes_left: None,
        })
    }

    fn keep(&mut self, judged: JudgedActions<G>) {
        self.remaining -= 1;
        self.nodes_left = None;
        self.is_done = self.remaining == 0;
        let named = judged.into_iter();
        let named = named.map(|(action, judgement)| JudgedAction { action: write_words::<G>(&action), judgement });
        self.turns[self.remaining].judged = Some(named.collect());
    }
}

/// An action in the words of the protocol.
fn write_words<G: Playable>(action: &G::Action) -> String {
    let mut words = Vec::new();
    G::write_canonical(action, &mut words);
    String::from_utf8_lossy(&words).into_owned()
}

impl<G: Playable> LossAnalysis for MatchAnalysis<G> {
    fn advance(&mut self, mut nodes: u64) -> bool {
        while !self.is_done && nodes > 0 {
            let left = *self.nodes_left.get_or_insert_with(|| {
                self.judge.begin(&self.positions[self.remaining - 1]);
                self.nodes_per_turn
            });
            let mut piece = nodes.min(left);
            let allowed = piece;
            let judged = self.judge.advance(&mut piece);
            // What is known without a search counts too, so that every piece comes to an end.
            let used = (allowed - piece).max(1);
            nodes = nodes.saturating_sub(used);
            match judged {
                Some(judged) => self.keep(judged),
                // Earlier positions are harder: with this one, all before it are given up.
                None if left <= used => (self.nodes_left, self.is_done) = (Some(0), true),
                None => self.nodes_left = Some(left - used),
            }
        }
        self.is_done
    }

    fn raise_limit(&mut self, nodes_per_turn: u64) {
        let further = nodes_per_turn.saturating_sub(self.nodes_per_turn);
        self.nodes_per_turn += further;
        self.nodes_left = self.nodes_left.map(|left| left + further);
        self.is_done = self.remaining == 0 || (self.is_done && further == 0);
    }

    fn limit(&self) -> u64 {
        self.nodes_per_turn
    }

    fn progress(&self) -> (usize, usize) {
        (self.turns.len() - self.remaining, self.turns.len())
    }

    fn report(&self) -> LossReport {
        LossReport::new(self.turns.clone(), self.outcome.as_ref())
    }
}
