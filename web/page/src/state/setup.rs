//! The next match, as the visitor sets it up. Starts nothing.

use std::time::Duration;

use botyard_engine::anymatch::MatchSpec;
use botyard_web_games::{AnyRecord, GameUi};
use botyard_web_protocol::BotKey;
use botyard_web_ui::decimal::shortest;

use super::Context;
use super::match_spec::match_spec;
use crate::bot_library::{BotLibrary, LibraryBot};
use crate::excerpt::quoted;
use crate::lineup::{self, Lineup, SeatChoice};
use crate::message::SetupMessage;

/// The shortest limit that can be set: a shorter one would be a mistake.
const SHORTEST: Duration = Duration::from_millis(1);
/// The longest.
const LONGEST: Duration = Duration::from_secs(600);
/// How many builds of a file can be chosen, the newest; each run of a draft makes one. All are in
/// the editor's list of builds.
const LISTED_BUILDS: usize = 3;

/// The next match.
pub struct Setup {
    /// Its players, seed, terms and settings.
    pub lineup: Lineup,
    /// Whether the visitor has chosen its seed.
    pub(super) is_seed_chosen: bool,
}

impl Setup {
    /// A match that the visitor has not changed yet.
    pub(super) fn new(lineup: Lineup) -> Self {
        Self { lineup, is_seed_chosen: false }
    }

    /// Changes the next match.
    ///
    /// # Errors
    /// A sentence that says why the match stays as it was.
    pub(super) fn update(&mut self, message: SetupMessage, game_ui: &dyn GameUi) -> Result<(), String> {
        match message {
            SetupMessage::Choose(seat, choice) => self.lineup.choose(seat, choice),
            SetupMessage::Seed(seed) => self.choose_seed(seed, game_ui),
            SetupMessage::SeedTyped(text) => {
                let seed = lineup::seed(&text).ok_or_else(|| self.refuse_seed(&text))?;
                self.choose_seed(seed, game_ui);
            }
            SetupMessage::Limit(seconds) => {
                self.lineup.terms.turn = seconds.map(limit).transpose()?;
            }
            SetupMessage::Clock(clock) => self.lineup.terms.clock = clock,
            SetupMessage::Waiting(waiting) => self.lineup.terms.waiting = waiting,
            SetupMessage::Edit(edit) => self.lineup.edit(game_ui, &edit),
            SetupMessage::Seats(seats) => self.lineup.resize(game_ui, seats),
        }
        Ok(())
    }

    /// The bots to choose from: of each file of the visitor's the newest builds, and those that
    /// have a seat.
    pub fn listed_bots<'a>(&'a self, library: &'a BotLibrary) -> impl Iterator<Item = &'a LibraryBot> {
        let is_seated = |key: &BotKey| self.lineup.has_bot(key);
        let is_listed = move |bot: &&LibraryBot| match &bot.key {
            BotKey::Dropped(..) => library.is_among_newest(&bot.key, LISTED_BUILDS) || is_seated(&bot.key),
            _ => true,
        };
        library.bots().iter().filter(is_listed)
    }

    /// Sets up an opened game, if it is one between the bots that are set up: an author who
    /// changes a bot then plays the same game again, with the changed bot.
    pub(super) fn set_up_again(&mut self, record: &dyn AnyRecord, context: &Context) {
        let mut left = self.lineup.seats.clone();
        let played = Lineup::of_record(record, &context.library, self.lineup.terms);
        let now = |played: &SeatChoice| {
            let at = left.iter().position(|choice| is_same_bot(choice, played))?;
            Some(left.swap_remove(at))
        };
        let Some(seats) = played.seats.iter().map(now).collect::<Option<Vec<_>>>().filter(|_| left.is_empty()) else {
            return;
        };
        let mut lineup = Lineup { seats, draft: None, ..self.lineup.clone() };
        lineup.reseed(context.game_ui, record.seed());
        let opened = context.game_ui.open(&match_spec(context.game_ui, &lineup, &context.library));
        if opened.is_ok_and(|opened| opened.settings() == record.settings()) {
            self.lineup = lineup;
        }
    }

    /// The next match before its first turn.
    pub fn match_spec(&self, context: &Context) -> MatchSpec {
        match_spec(context.game_ui, &self.lineup, &context.library)
    }

    fn choose_seed(&mut self, seed: u64, game_ui: &dyn GameUi) {
        self.lineup.reseed(game_ui, seed);
        self.is_seed_chosen = true;
    }

    fn refuse_seed(&self, text: &str) -> String {
        let (text, seed, most) = (quoted(text.trim()), self.lineup.seed, u64::MAX);
        format!("Invalid seed `{text}`: expected a whole number from 0 to {most}. The seed stays {seed}.")
    }
}

/// A limit from seconds.
///
/// # Errors
/// A sentence, if it is not one that can be set.
fn limit(seconds: f64) -> Result<Duration, String> {
    let limit = Duration::try_from_secs_f64(seconds).ok().filter(|limit| (SHORTEST..=LONGEST).contains(limit));
    limit.ok_or_else(|| {
        let [least, most] = [SHORTEST, LONGEST].map(|limit| shortest(limit.as_secs_f64()));
        format!("The time for a move must be {least} to {most} seconds. It stays as it was.")
    })
}

/// Whether both choices are builds of one bot.
fn is_same_bot(one: &SeatChoice, other: &SeatChoice) -> bool {
    match (one, other) {
        (SeatChoice::Bot(BotKey::Dropped(one, _)), SeatChoice::Bot(BotKey::Dropped(other, _))) => one == other,
        _ => one == other,
    }
}
