//! The start view: a tile for each curated game. One of them moves at a time; it is the match that is
//! shown, so that opening it goes on with it.

use botyard_web_games::find_game_ui;

use crate::address::Address;
use crate::curated::CURATED;
use crate::lineup::Lineup;
use crate::message::Effect;
use crate::state::PageState;

/// How long the end of a game is shown in its tile before the game begins again, in milliseconds.
const REST: f64 = 2_000.0;

impl PageState {
    /// Opens the start view, unless the address names a place of its own; returns whether it has.
    pub(crate) fn open_start(&mut self, hash: &str) -> bool {
        if !hash.trim_start_matches(['#', '/']).is_empty() || self.context.browser.is_hosted {
            return false;
        }
        self.visit.close_manual();
        self.visit.address = Address::of_start();
        self.show_tile(0);
        true
    }

    /// Lets the game of this tile move, and no other.
    pub(crate) fn show_tile(&mut self, tile: usize) {
        let curated = &CURATED[tile];
        let is_shown = self.visit.tile.replace(tile) == Some(tile);
        let Some(game_ui) = find_game_ui(curated.game).filter(|_| !is_shown) else { return };
        self.with_plays(|plays, page| plays.put_match_aside(page));
        self.enter_game(game_ui);
        let lineup = Lineup::of_names(game_ui, &curated.bots, curated.seed);
        // A visitor who has chosen players keeps them for the next match.
        if self.setup.lineup == Lineup::of_bots(game_ui, self.setup.lineup.seed) {
            self.setup.lineup = lineup.clone();
        }
        self.with_plays(|plays, page| plays.begin_match(lineup.demo(page.context.game_ui), None, page));
    }

    /// Leaves the start view for the match that moves there.
    pub(crate) fn leave_start(&mut self) {
        if self.visit.tile.is_some() {
            let address = self.shown_address();
            self.visit.push_address(address, &mut self.context);
        }
    }

    /// Begins the game of the tile where it is worth watching, and again when its end has been shown
    /// for a while.
    pub(crate) fn repeat_tile(&mut self, tile: usize) {
        let stops = self.shown.shown_match.record.stops();
        let (from, is_at_end) = (CURATED[tile].from, self.shown.shows_end());
        if self.context.browser.is_still || (!is_at_end && self.shown.playback.at >= from) || stops.newest() < from {
            return;
        }
        let rest = if is_at_end { self.shown.playback.rest(REST, self.context.now) } else { None };
        if rest.is_none() {
            self.shown.playback.go(from, &stops, self.context.now);
            self.shown.playback.resume();
        }
        self.context.push(Effect::Wake(rest.unwrap_or_default()));
    }
}
