//! A player that reasons about hidden ranks from what moved, what fought and what held still, and weighs every move by
//! what it may win, what it leaves in danger, and how far it leads towards something worth attacking.

mod habits;
mod outlook;
mod paths;
mod stakes;
mod suspicion;

use super::board::{Board, Cell, Colour, Move};
use super::conversation::{Choice, Player};
use super::report::{Effect, Report};
use super::setup::{Setup, any_setup};
use crate::chance::Chance;
use habits::Habits;
use outlook::Outlook;
use paths::Paths;
use stakes::Stakes;
use suspicion::Suspicion;

// How much of the worth of a target counts as progress towards it.
const PROGRESS: f32 = 0.3;
// So much two equal moves may differ.
const MOOD: f32 = 0.5;

/// One game's worth of suspicion.
pub struct Sleuth {
    chance: Chance,
    suspicion: Suspicion,
    habits: Habits,
    quiet: u32,
}

impl Sleuth {
    /// Draws its setup, and what to do where two moves are as good, from `chance`.
    pub fn new(chance: Chance) -> Self {
        Self { chance, suspicion: Suspicion::default(), habits: Habits::default(), quiet: 0 }
    }

    fn mood(&mut self) -> f32 {
        MOOD * self.chance.below(1000) as f32 / 1000.0
    }
}

impl Player for Sleuth {
    fn setup(&mut self, colour: Colour) -> Setup {
        any_setup(colour, &mut self.chance)
    }

    fn watch(&mut self, board: &Board, report: &Report) {
        self.quiet = if report.effect == Effect::Ok { self.quiet + 1 } else { 0 };
        match board[report.step.from] {
            Cell::Foe(_) => self.suspicion.watch(board, report),
            _ => self.habits.note(board, report),
        }
    }

    fn choose(&mut self, board: &Board) -> Choice {
        let moves = board.moves();
        let thoughts = Thoughts::of(board, &self.suspicion, self.quiet);
        let mut best: Option<(f32, Move)> = None;
        for (&step, tedium) in moves.iter().zip(self.habits.tedium(board, &moves)) {
            let score = thoughts.score(step) - tedium + self.mood();
            if best.is_none_or(|(record, _)| score > record) {
                best = Some((score, step));
            }
        }
        let remark = best.and_then(|(_, step)| thoughts.remark(step));
        Choice { step: best.map(|(_, step)| step), remark }
    }
}

/// What is thought about before one move.
struct Thoughts {
    outlook: Outlook,
    paths: Paths,
}

impl Thoughts {
    fn of(board: &Board, suspicion: &Suspicion, quiet: u32) -> Self {
        let stakes = Stakes::of(board, suspicion.suspects(board), quiet);
        let paths = Paths::of(board, &stakes);
        Self { outlook: Outlook::of(board, stakes), paths }
    }

    fn score(&self, step: Move) -> f32 {
        let Some((rank, to)) = self.outlook.mover(step) else { return 0.0 };
        match self.outlook.target(to) {
            Some(foe) => self.outlook.attack(step.from, to, foe),
            None => {
                let progress = self.paths.pull(rank, to) - self.paths.pull(rank, step.from);
                self.outlook.step(step, to) + PROGRESS * progress
            }
        }
    }

    fn remark(&self, step: Move) -> Option<String> {
        let (_, to) = self.outlook.mover(step)?;
        let suspect = self.outlook.suspect(self.outlook.target(to)?);
        let (rank, chance) = suspect.likeliest();
        Some(format!("{step}: {} with {:.0} %", rank.letter(), 100.0 * chance))
    }
}
