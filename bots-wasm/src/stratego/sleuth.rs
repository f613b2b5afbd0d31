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

    /// Whom an attack is thought to meet: `4 8 DOWN: probably B (41 %)`.
    fn remark(&self, step: Move) -> Option<String> {
        let (_, to) = self.outlook.mover(step)?;
        let suspect = self.outlook.suspect(self.outlook.target(to)?);
        let (rank, chance) = suspect.likeliest();
        let letter = rank.letter();
        Some(match suspect.known {
            true => format!("{step}: it is {letter}"),
            false => format!("{step}: probably {letter} ({:.0} %)", 100.0 * chance),
        })
    }
}

// Behind all code, whose lines keep their numbers: the bots name them when they panic, and their bytes are frozen.
#[cfg(feature = "champions")]
mod veteran;

#[cfg(feature = "champions")]
pub use veteran::Veteran;

#[cfg(test)]
mod tests {
    use super::super::conversation::Conversation;
    use super::*;

    // What sleuth, who is RED, does on this board after its scout from 0 3 has fought so.
    #[track_caller]
    fn check(fight: &str, rows: [&str; 10], expected: &str) {
        for seed in 0..8 {
            let mut conversation = Conversation::new(Sleuth::new(Chance::seeded(seed)));
            conversation.hear("RED ./b 10 10");
            conversation.hear("START");
            for (y, row) in rows.into_iter().enumerate() {
                conversation.hear(if y == 3 { "9........." } else { row });
            }
            conversation.hear(fight);
            conversation.hear("NO_MOVE OK");
            let said = rows.map(|row| conversation.hear(row).words).concat();
            assert_eq!(said.trim_end(), expected, "seed {seed}");
        }
    }

    #[test]
    fn takes_what_it_beats_for_certain() {
        let rows = [
            "BF........",
            "B.........",
            "..........",
            "..........",
            "..++..++..",
            "..++..++..",
            "#3........",
            "..........",
            "..........",
            "...#...#..",
        ];
        check("0 3 DOWN 3 DIES 9 4", rows, "1 6 LEFT");
    }

    #[test]
    fn leaves_the_reach_of_what_beats_it() {
        let rows = [
            "BF........",
            "B.........",
            "..........",
            "..........",
            "..++..++..",
            "..++..++..",
            "..........",
            "..........",
            "#.........",
            "5......#..",
        ];
        check("0 3 DOWN 5 DIES 9 4", rows, "0 9 RIGHT");
    }

    #[test]
    fn the_spy_goes_for_the_marshal() {
        let rows = [
            "BF........",
            "B.........",
            "..........",
            "..........",
            "..++..++..",
            "..++..++..",
            "#s........",
            "..........",
            "..........",
            "...#...#..",
        ];
        check("0 3 DOWN 3 DIES 9 1", rows, "1 6 LEFT");
    }

    #[test]
    fn guards_its_flag_before_it_takes_something_better() {
        let rows = [
            "#F........",
            "3.........",
            "..........",
            "..........",
            "..++..++..",
            "..++..++..",
            "..........",
            ".....1#...",
            "..........",
            "...#...#..",
        ];
        check("0 3 UP 3 DIES 9 7", rows, "0 1 UP");
    }
}
