//! Data that the page keeps while it shows another game: each game's bots and line-up, and a
//! person's unfinished match.

use botyard_web_games::{GameUi, find_game_ui};
use botyard_web_protocol::HostBot;

use super::Visit;
use crate::bot_library::{BotLibrary, StoredBuild};
use crate::lineup::Lineup;
use crate::shown_match::ResumePoint;
use crate::state::{Context, Setup};

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

    /// Takes out the match of a game.
    pub(crate) fn take_match(&mut self, game: &str) -> Option<ResumePoint> {
        self.matches.take(game)
    }
}

impl Visit {
    /// Adds a file that was dropped on a game during an earlier visit.
    pub(crate) fn add_stored_bot(&mut self, game: &str, build: StoredBuild, setup: &mut Setup, context: &mut Context) {
        if game == context.game_ui.name() {
            context.library.add_stored(build);
            return setup.lineup.seat_absent(&context.library);
        }
        if let Some(game_ui) = find_game_ui(game) {
            let seed = setup.lineup.seed;
            let fresh = || (BotLibrary::new(game_ui.bots()), Lineup::of_bots(game_ui, seed));
            let (mut library, lineup) = self.aside.games.take(game_ui.name()).unwrap_or_else(fresh);
            library.add_stored(build);
            self.aside.games.insert(game_ui.name(), (library, lineup));
        }
    }

    /// Replaces the bots and the line-up with those of another game, among them bots of the server.
    pub(crate) fn change_game(
        &mut self,
        game_ui: &'static dyn GameUi,
        host_bots: &[HostBot],
        setup: &mut Setup,
        context: &mut Context,
    ) {
        let (mut library, lineup) = self
            .aside
            .games
            .take(game_ui.name())
            .unwrap_or_else(|| (BotLibrary::new(game_ui.bots()), Lineup::of_bots(game_ui, setup.lineup.seed)));
        library.continue_ids(&context.library);
        library.add_host_bots(host_bots, game_ui.name());
        let (mut left, lineup) =
            (std::mem::replace(&mut context.library, library), std::mem::replace(&mut setup.lineup, lineup));
        left.drop_requests();
        self.aside.games.insert(context.game_ui.name(), (left, lineup));
        context.game_ui = game_ui;
    }
}
