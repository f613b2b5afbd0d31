//! Which turns lost the games of the series that is shown, as far as that is known. The program of
//! cases finds them, because it has the rules; the page passes questions and answers on.

use std::collections::BTreeMap;

use botyard_engine::judge::Judgement;
use botyard_web_protocol::series::{LostGame, LostTurn};

use super::controls::button;
use super::game_list::Filter;
use super::node::{ViewNode, node};
use super::series::{ListedGame, Series};

/// The games of which it is known who wins each position. This program has no rules; a test compares
/// these lists with the engine's.
const JUDGED: [&str; 1] = ["connect-four"];
/// The games of which the chances are estimated, in matches of two.
const ESTIMATED: [&str; 2] = ["stratego", "generals"];

/// The turns that are known, by the numbers of the games.
#[derive(Default)]
pub(crate) struct LostTurns {
    found: BTreeMap<u64, LostTurn>,
    /// The games that are still analysed.
    waiting: Vec<u64>,
}

impl LostTurns {
    /// The turn that lost a game.
    pub(crate) fn of(&self, game: &ListedGame) -> Option<&LostTurn> {
        self.found.get(&game.number)
    }

    /// What is to be asked to know the turns that lost these games of a series; none if they are known.
    pub(crate) fn ask(&mut self, series_number: u32, series: &Series, games: &[&ListedGame]) -> Vec<LostGame> {
        let name = &series.description.match_spec.game;
        let unknown = games.iter().filter(|game| !self.found.contains_key(&game.number));
        let asked = unknown.filter_map(|game| {
            let replay = game.replay.as_ref()?;
            let replay = if replay.starts_with('{') { replay.clone() } else { format!("{name}/r/{replay}") };
            Some(LostGame { series: series_number, number: game.number, replay })
        });
        let asked: Vec<_> = asked.collect();
        self.waiting = asked.iter().map(|game| game.number).collect();
        asked
    }

    /// No further answers are waited for.
    pub(crate) fn stop(&mut self) {
        self.waiting.clear();
    }

    pub(crate) fn add(&mut self, lost: LostTurn) {
        self.waiting.retain(|number| *number != lost.number);
        self.found.insert(lost.number, lost);
    }

    /// The part above the list of a bot's losses: the button that asks, or how many are known and what
    /// was lost. `None` of a game without a judge, and above other lists.
    pub(crate) fn draw(&self, series: &Series, games: &[&ListedGame], filter: Filter) -> Option<ViewNode> {
        let name = &*series.description.match_spec.game;
        let is_judged = JUDGED.contains(&name);
        let is_estimated = ESTIMATED.contains(&name) && games.iter().all(|game| game.seats.len() == 2);
        if !(is_judged || is_estimated) || !matches!(filter, Filter::Losses(_)) || games.is_empty() {
            return None;
        }
        let known: Vec<_> = games.iter().filter_map(|game| self.of(game)).collect();
        let count = |from: Judgement| known.iter().filter(|lost| lost.from == Some(from)).count();
        let (won, drawn) = (count(Judgement::Win), count(Judgement::Draw));
        let decided = known.iter().filter(|lost| lost.before.is_some()).count();
        let told = match is_judged {
            true => format!("{won} lost from a won position, {drawn} from a drawn one"),
            false => format!("{decided} decided by one turn, by estimate"),
        };
        let row = node("div").with("class", "row").testid("series-losses");
        let row = match (self.waiting.is_empty(), known.len(), games.len()) {
            (true, 0, _) => row,
            (true, known, all) if known == all => row.text(format!("Of {all}, {told}.")),
            (_, known, all) => row.text(format!("Of {known} of {all}, {told}.")),
        };
        Some(match (self.waiting.is_empty(), known.len() < games.len()) {
            (false, _) => row.child(button("stop-losses", "Stop")),
            (true, true) => row.child(button("find-losses", "Find the turns that lost")),
            (true, false) => row,
        })
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::catalog::{self, Playable, Visitor};

    use super::*;
    use crate::game_list::{ListOrder, listed_games};
    use crate::series::tests::{line, series};

    #[test]
    fn the_lists_of_games_are_those_of_the_engine() {
        struct IsKnown;
        impl Visitor for IsKnown {
            type Out = (bool, bool);
            fn visit<G: Playable>(self) -> (bool, bool) {
                (G::JUDGE.is_some(), G::WIN_FEATURES.is_some())
            }
        }
        let with = |known| catalog::NAMES.iter().filter(move |name| catalog::visit(name, IsKnown) == Some(known));
        assert_eq!(with((true, false)).copied().collect::<Vec<_>>(), JUDGED);
        assert_eq!(with((false, true)).copied().collect::<Vec<_>>(), ESTIMATED);
    }

    #[test]
    fn each_lost_game_is_asked_once() {
        let mut series = series(4);
        for (unit, rotation) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            series.add_line(line(unit, rotation, [2, 1], vec![])).expect("a game of the series");
        }
        let losses = Filter::Losses(0);
        let games = listed_games(&series, losses, ListOrder::Schedule);
        assert!(games.len() > 1);
        let mut turns = LostTurns::default();
        let drawn = |turns: &LostTurns| turns.draw(&series, &games, losses).expect("a part").into_value().to_string();
        assert!(drawn(&turns).contains("Find the turns that lost"));
        assert!(turns.draw(&series, &games, Filter::All).is_none());
        let asked = turns.ask(5, &series, &games);
        assert_eq!(asked.len(), games.len());
        assert_eq!((asked[0].series, &*asked[0].replay), (5, "connect-four/r/abc.def"));
        for LostGame { series, number, .. } in asked {
            assert!(drawn(&turns).contains("Stop"));
            let (before, from, sentence) = (Some(3), Some(Judgement::Win), "Turn 4.".to_owned());
            turns.add(LostTurn { series, number, before, from, sentence });
        }
        let all = games.len();
        assert!(drawn(&turns).contains(&format!("Of {all}, {all} lost from a won position, 0 from a drawn one.")));
        assert_eq!(turns.ask(5, &series, &games), []);
    }
}
