//! Finds the turns that lost the games of a series, one game after the other, piece by piece. Of each
//! game, only the turn that lost it is wanted: no earlier turn is analysed.

use std::collections::VecDeque;
use std::rc::Rc;

use botyard_engine::loss_report::LossAnalysis;
use botyard_web_protocol::FoundMatch;
use botyard_web_protocol::series::{FromSeries, LostGame, LostTurn};
use gloo_timers::callback::Timeout;

use super::CasesProgram;
use super::analysis::{BegunAnalysis, PIECE};
use crate::post;
use crate::read::read;

/// The games that are left, the one that is analysed now first.
#[derive(Default)]
pub(super) struct LostGames {
    games: VecDeque<LostGame>,
    /// The analysis of the first one.
    analysis: Option<Box<dyn LossAnalysis>>,
    /// The next piece.
    next: Option<Timeout>,
}

impl LostGames {
    fn of(games: Vec<LostGame>) -> Self {
        Self { games: games.into(), ..Self::default() }
    }

    /// Does the next piece. Returns the turn that lost the first game once it is known.
    fn advance(&mut self) -> Option<LostTurn> {
        let game = self.games.front()?;
        let analysis = match self.analysis.take() {
            Some(analysis) => Ok(BegunAnalysis::Exact(analysis)),
            None => begin(&game.replay),
        };
        let found = |before, from, sentence| {
            let LostGame { series, number, .. } = *game;
            LostTurn { series, number, before, from, sentence }
        };
        let lost = match analysis {
            Ok(BegunAnalysis::Exact(mut analysis)) => {
                let is_done = analysis.advance(PIECE);
                let report = analysis.report();
                if report.decisive.is_none() && !is_done {
                    self.analysis = Some(analysis);
                    return None;
                }
                let from = report.decisive.and_then(|turn| report.turns[turn].before());
                found(report.decisive, from, report.sentence())
            }
            Ok(BegunAnalysis::Estimated(report)) => {
                found(report.decisive_turn().map(|turn| turn.at), None, report.sentence())
            }
            Err(why) => found(None, None, format!("This game cannot be analysed: {why}.")),
        };
        self.games.pop_front();
        Some(lost)
    }
}

/// Begins with the match of an address behind `#/`, or of a replay in the file form.
fn begin(replay: &str) -> Result<BegunAnalysis, String> {
    let FoundMatch { match_spec, turns, .. } = match replay.starts_with('{') {
        true => read("", replay),
        false => read("", &format!("#/{replay}")),
    }?;
    BegunAnalysis::begin(&match_spec.game, match_spec.players.len(), match_spec.settings, turns)
}

impl CasesProgram {
    /// Finds the turns that lost these games, in the place of those before.
    pub(super) fn find_lost_turns(self: &Rc<Self>, games: Vec<LostGame>) {
        self.0.borrow_mut().lost_games = LostGames::of(games);
        self.advance_lost_games();
    }

    fn advance_lost_games(self: &Rc<Self>) {
        let mut state = self.0.borrow_mut();
        let lost = state.lost_games.advance();
        lost.into_iter().for_each(|lost| post(&FromSeries::LostTurn(lost)));
        if !state.lost_games.games.is_empty() {
            let program = Rc::clone(self);
            state.lost_games.next = Some(Timeout::new(0, move || program.advance_lost_games()));
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::judge::Judgement;
    use serde_json::json;

    use super::*;

    fn game(number: u64, columns: &str) -> LostGame {
        let turn = |(at, column): (usize, u32)| json!({ "seat": at % 2, "action": column });
        let columns = columns.chars().filter_map(|column| column.to_digit(10));
        let turns: Vec<_> = columns.enumerate().map(turn).collect();
        let players = json!([{ "name": "a", "kind": "module" }, { "name": "b", "kind": "module" }]);
        let replay = json!({ "format": 1, "game": "connect-four", "settings": {}, "seed": 1, "players": players, "turns": turns });
        LostGame { series: 7, number, replay: replay.to_string() }
    }

    #[test]
    fn each_game_is_answered_once() {
        let unreadable = LostGame { series: 7, number: 3, replay: "stratego/r/x".to_owned() };
        let games =
            vec![game(1, "2165163547413276655433214514717"), game(2, "1351553546467553376443777371212"), unreadable];
        let mut games = LostGames::of(games);
        let mut lost = Vec::new();
        while !games.games.is_empty() {
            lost.extend(games.advance());
        }
        let found: Vec<_> = lost.iter().map(|lost| (lost.number, lost.before, lost.from)).collect();
        assert_eq!(found, [(1, Some(27), Some(Judgement::Win)), (2, Some(27), Some(Judgement::Draw)), (3, None, None)]);
        assert_eq!(lost[0].sentence, "Turn 28: 4 turned a win into a loss; 2 and 7 kept it.");
        assert!(lost[2].sentence.starts_with("This game cannot be analysed: "), "{}", lost[2].sentence);
    }
}
