//! Data that the page keeps while it shows another game: each game's bots and line-up, and a
//! person's unfinished match.

use botyard_web_games::{GameUi, find_game_ui};

use crate::bot_library::{BotLibrary, StoredBuild};
use crate::lineup::Lineup;
use crate::message::InspectionScope;
use crate::shown_match::{ResumePoint, ShownPhase};
use crate::state::PageState;

/// Things kept by game name.
#[derive(Default)]
pub(crate) struct PausedMatches {
    games: PerGame<(BotLibrary, Lineup)>,
    matches: PerGame<ResumePoint>,
}

/// At most one entry per game. There are so few that a map's code would be larger than the data.
struct PerGame<T>(Vec<(&'static str, T)>);

impl<T> Default for PerGame<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> PerGame<T> {
    fn insert(&mut self, game: &'static str, thing: T) {
        self.take(game);
        self.0.push((game, thing));
    }

    fn take(&mut self, game: &str) -> Option<T> {
        let at = self.0.iter().position(|(name, _)| *name == game)?;
        Some(self.0.swap_remove(at).1)
    }
}

impl PausedMatches {
    /// The bots and the line-up of each game that is not shown.
    pub(crate) fn lineups(&self) -> &[(&'static str, (BotLibrary, Lineup))] {
        &self.games.0
    }

    /// The bots and the line-up of a game that is not shown, to be changed.
    pub(crate) fn lineup_mut(&mut self, game: &str) -> Option<(&mut BotLibrary, &mut Lineup)> {
        let (_, (library, lineup)) = self.games.0.iter_mut().find(|(name, _)| *name == game)?;
        Some((library, lineup))
    }

    /// The bots of each game that is not shown, to be changed.
    pub(crate) fn libraries_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut BotLibrary)> {
        self.games.0.iter_mut().map(|(game, (library, _))| (*game, library))
    }

    /// The matches.
    pub(crate) fn matches(&self) -> &[(&'static str, ResumePoint)] {
        &self.matches.0
    }

    /// Keeps a match and replaces one of the same game.
    pub(crate) fn put_match(&mut self, game: &'static str, earlier: ResumePoint) {
        self.matches.insert(game, earlier);
    }
}

impl PageState {
    /// Whether closing the page would lose a person's match.
    pub fn has_unfinished(&self) -> bool {
        self.could_go_on() || !self.visit.aside.matches.0.is_empty()
    }

    /// Whether a person has started a match that can be played again up to the current turn.
    pub(crate) fn could_go_on(&self) -> bool {
        self.shown.shown_match.phase == ShownPhase::Playing && self.can_take_back()
    }

    /// Keeps a person's match so that it can be continued.
    pub(crate) fn put_match_aside(&mut self) {
        if self.could_go_on() {
            self.visit.aside.matches.insert(self.context.game_ui.name(), self.shown.shown_match.so_far());
        }
    }

    /// Drops the kept match, because a person has started another one.
    pub(crate) fn forget_match(&mut self) {
        self.visit.aside.matches.take(self.context.game_ui.name());
    }

    /// Adds a file that was dropped on a game during an earlier visit.
    pub(crate) fn add_stored_bot(&mut self, game: &str, build: StoredBuild) {
        if game == self.context.game_ui.name() {
            self.context.library.add_stored(build);
            return self.setup.lineup.seat_absent(&self.context.library);
        }
        if let Some(game_ui) = find_game_ui(game) {
            let seed = self.setup.lineup.seed;
            let fresh = || (BotLibrary::new(game_ui.bots()), Lineup::of_bots(game_ui, seed));
            let (mut library, lineup) = self.visit.aside.games.take(game_ui.name()).unwrap_or_else(fresh);
            library.add_stored(build);
            self.visit.aside.games.insert(game_ui.name(), (library, lineup));
        }
    }

    /// Replaces the bots and the line-up with those of another game.
    pub(crate) fn change_game(&mut self, game_ui: &'static dyn GameUi) {
        let (mut library, lineup) = self
            .visit
            .aside
            .games
            .take(game_ui.name())
            .unwrap_or_else(|| (BotLibrary::new(game_ui.bots()), Lineup::of_bots(game_ui, self.setup.lineup.seed)));
        library.continue_ids(&self.context.library);
        library.add_host_bots(self.bots.host.bots(), game_ui.name());
        let (mut left, lineup) =
            (std::mem::replace(&mut self.context.library, library), std::mem::replace(&mut self.setup.lineup, lineup));
        left.drop_requests();
        self.visit.aside.games.insert(self.context.game_ui.name(), (left, lineup));
        self.context.game_ui = game_ui;
        self.shown.inspection.scope = InspectionScope::Turn;
    }

    /// Continues the kept match; returns whether there was one.
    pub(crate) fn go_on(&mut self) -> bool {
        let Some(earlier) = self.visit.aside.matches.take(self.context.game_ui.name()) else { return false };
        let lineup = Lineup::of_record(&*earlier.record, &self.context.library, self.setup.lineup.terms);
        if lineup.absent().is_some() {
            return false;
        }
        self.setup.lineup = lineup.clone();
        self.begin_match(lineup, Some(earlier));
        self.context.show_notice("Your match continues.");
        true
    }
}
