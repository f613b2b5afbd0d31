//! The players of the next match, its seed, and the bots' time limits. Knows names of bots, not
//! their bytes.

use botyard_engine::replay::{MatchTerms, PlayerInfo, PlayerKind, SeatTerms, SharedTerms};
use botyard_engine::seat::Seat;
use botyard_web_games::{AnyRecord, FormChange, FormDraft, FormEdit, FormState, GameUi, PageBot};
use botyard_web_protocol::BotKey;
use serde_json::Value;

use super::bot_library::BotLibrary;

/// A choice of a player for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeatChoice {
    /// The person at this page.
    Person,
    /// The bot with this key in the library.
    Bot(BotKey),
    /// A player of an opened match that is not here; its name.
    Absent(String),
}

/// The name of a person's seat in files and links.
pub const PERSON: &str = "human";

/// Reads a typed seed.
pub fn seed(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// The next match.
#[derive(Debug, Clone, PartialEq)]
pub struct Lineup {
    /// In the order of seats.
    pub seats: Vec<SeatChoice>,
    /// The seed of modules' randomness and clocks.
    pub seed: u64,
    /// The limits of its bots.
    pub terms: SharedTerms,
    /// The seats' own limits, which come with a record.
    pub own_terms: Vec<SeatTerms>,
    /// The game's settings in the file form; `null` for those that the seed draws.
    pub settings: Value,
    /// The values in the game's form, if they cannot be played as they are. The settings then lack
    /// these values, and are perhaps for another number of seats.
    pub draft: Option<FormDraft>,
}

impl Lineup {
    /// Bots of the page against each other.
    pub fn of_bots(game_ui: &dyn GameUi, seed: u64) -> Self {
        let seats = (0..game_ui.usual_seats()).map(|index| bot(game_ui, index)).collect();
        let (terms, own_terms) = (SharedTerms::default(), Vec::new());
        Self { seats, seed, terms, own_terms, settings: Value::Null, draft: None }
    }

    /// Bots of the page by their names against each other.
    pub fn of_names(game_ui: &dyn GameUi, names: &[&str], seed: u64) -> Self {
        let named = |name: &&str| game_ui.bots().iter().find(|bot| bot.name == *name);
        let bots = names.iter().filter_map(named).map(|bot| SeatChoice::Bot(BotKey::Bundled(bot.file.to_owned())));
        Self { seats: bots.collect(), ..Self::of_bots(game_ui, seed) }
    }

    /// The line-up for a match that the visitor has not started: if the visitor has set nothing, it
    /// is a short one.
    pub fn demo(&self, game_ui: &dyn GameUi) -> Self {
        let settings = match &self.settings {
            own if self.draft.is_none() && !own.is_null() => own.clone(),
            _ => game_ui.demo_settings(self.seats.len(), self.seed),
        };
        Self { settings, draft: None, ..self.clone() }
    }

    /// The line-up with settings that can be played: the usual ones while others are still being
    /// typed.
    pub fn fit(&self) -> Self {
        let settings = if self.draft.is_none() { self.settings.clone() } else { Value::Null };
        Self { settings, draft: None, ..self.clone() }
    }

    /// The players of a match, as far as they are here, under its terms; under `terms` if the
    /// record has none.
    pub fn of_record(record: &dyn AnyRecord, library: &BotLibrary, terms: SharedTerms) -> Self {
        let choice = |player: &PlayerInfo| match library.played_by(player) {
            Some(bot) => SeatChoice::Bot(bot.key.clone()),
            None => SeatChoice::Absent(player.name.clone()),
        };
        let seats = record.players().iter().map(|player| match player.kind {
            PlayerKind::Person => SeatChoice::Person,
            PlayerKind::Module | PlayerKind::Executable => choice(player),
        });
        let of_match = record.terms().shared();
        let (mut terms, own_terms) = match record.has_usual_terms() {
            true => (terms, Vec::new()),
            false => (SharedTerms { waiting: terms.waiting, ..of_match }, record.terms().seats),
        };
        // Modules do not work while they are not asked.
        if record.players().iter().any(|player| player.kind == PlayerKind::Executable) {
            terms.waiting = of_match.waiting.or(terms.waiting);
        }
        // The next match has the newest protocol.
        let own_terms = own_terms.into_iter().map(|own| SeatTerms { protocol: None, ..own }).collect();
        let (seats, seed, settings) = (seats.collect(), record.seed(), record.settings());
        Self { seats, seed, terms, own_terms, settings, draft: None }
    }

    /// The terms of the next match.
    pub fn match_terms(&self) -> MatchTerms {
        MatchTerms { seats: self.own_terms.clone(), ..self.terms.into() }
    }

    /// Gives players that were not here their seats, if they are here now.
    pub fn seat_absent(&mut self, library: &BotLibrary) {
        for choice in &mut self.seats {
            if let SeatChoice::Absent(name) = choice
                && let Some(bot) = library.bots().iter().find(|bot| bot.name == *name)
            {
                *choice = SeatChoice::Bot(bot.key.clone());
            }
        }
    }

    /// Gives players of this match that were not here their seats, if it is known by now which bots
    /// they are.
    pub fn seat_known(&mut self, players: &[PlayerInfo], library: &BotLibrary) {
        for (choice, player) in self.seats.iter_mut().zip(players) {
            if matches!(choice, SeatChoice::Absent(name) if *name == player.name)
                && let Some(bot) = library.played_by(player)
            {
                *choice = SeatChoice::Bot(bot.key.clone());
            }
        }
    }

    /// Applies a person's change in the game's form.
    pub fn edit(&mut self, game_ui: &dyn GameUi, edit: &FormEdit<Value>) {
        let draft = self.draft.as_ref().map(|draft| &draft.values);
        let (settings, seats, seed) = (self.settings.clone(), self.seats.len(), self.seed);
        match edit.apply(FormState { settings, draft, seats, seed }) {
            FormChange::Unchanged => {}
            FormChange::Usual => self.set(game_ui, Value::Null),
            FormChange::Settings(settings) => self.set(game_ui, settings),
            FormChange::Values(settings, values) => self.write(game_ui, settings, values),
        }
    }

    /// Takes other settings; seats come or go if they are for another number.
    pub fn set(&mut self, game_ui: &dyn GameUi, settings: Value) {
        let seats = game_ui.seats_of(&settings).unwrap_or(self.seats.len());
        self.resize(game_ui, seats);
        (self.settings, self.draft) = (settings, None);
    }

    /// Takes the values of the game's form, and settings for everything without a value. Values
    /// that cannot be played are kept with the reason.
    fn write(&mut self, game_ui: &dyn GameUi, settings: Value, values: Value) {
        match game_ui.parse_form(&settings, &values, self.seats.len(), self.seed) {
            Ok(parsed) => (self.settings, self.draft) = (parsed, None),
            Err(problem) => (self.settings, self.draft) = (settings, Some(FormDraft { values, problem })),
        }
    }

    /// Changes the seed; parts of the settings that are left to chance are drawn again from it.
    pub fn reseed(&mut self, game_ui: &dyn GameUi, seed: u64) {
        self.seed = seed;
        self.renew(game_ui);
    }

    /// Has this many seats, if the game can have them. Settings that are for another number, and
    /// cannot be for this one, are kept as a draft where the game can write them down, and else
    /// given up.
    pub fn resize(&mut self, game_ui: &dyn GameUi, seats: usize) {
        let seats = seats.clamp(*game_ui.seats().start(), *game_ui.seats().end());
        self.seats.truncate(seats);
        self.own_terms.truncate(seats);
        let taken = self.seats.len();
        self.seats.extend((taken..seats).map(|index| bot(game_ui, index)));
        if self.draft.is_some() || self.is_for_others(game_ui) {
            self.renew(game_ui);
        }
    }

    /// Settings that are like these for the seats and the seed that there are now.
    fn renew(&mut self, game_ui: &dyn GameUi) {
        let draft = self.draft.take().map(|draft| draft.values);
        if let Some(values) = draft.or_else(|| game_ui.form_values(&self.settings)) {
            return self.write(game_ui, self.settings.clone(), values);
        }
        match game_ui.redraw_settings(&self.settings, self.seed) {
            Some(settings) => self.settings = settings,
            None if self.is_for_others(game_ui) => self.settings = Value::Null,
            None => {}
        }
    }

    /// Whether the settings are for another number of seats.
    fn is_for_others(&self, game_ui: &dyn GameUi) -> bool {
        game_ui.seats_of(&self.settings).is_some_and(|meant| meant != self.seats.len())
    }

    /// Puts somebody else on a seat.
    pub fn choose(&mut self, seat: Seat, choice: SeatChoice) {
        if let Some(taken) = self.seats.get_mut(seat.index()) {
            *taken = choice;
        }
    }

    /// Resets the seats that this bot has to their default player; returns these seats.
    pub fn replace(&mut self, game_ui: &dyn GameUi, key: &BotKey) -> Vec<Seat> {
        let is_it = |choice: &SeatChoice| *choice == SeatChoice::Bot(key.clone());
        let seats = (0..self.seats.len()).filter(|&index| is_it(&self.seats[index])).map(Seat::new).collect();
        self.replace_those(game_ui, is_it);
        seats
    }

    /// Resets the seats of players that are not loaded to their default player.
    pub fn replace_absent(&mut self, game_ui: &dyn GameUi) {
        self.replace_those(game_ui, |choice| matches!(choice, SeatChoice::Absent(_)));
    }

    /// Puts the usual bots on the seats of persons; returns them.
    pub fn replace_persons(&mut self, game_ui: &dyn GameUi) -> Vec<SeatChoice> {
        self.replace_those(game_ui, |choice| *choice == SeatChoice::Person)
    }

    fn replace_those(&mut self, game_ui: &dyn GameUi, is_one: impl Fn(&SeatChoice) -> bool) -> Vec<SeatChoice> {
        let seats = self.seats.iter_mut().enumerate().filter(|(_, taken)| is_one(taken));
        let replaced = seats.map(|(index, taken)| {
            *taken = bot(game_ui, index);
            taken.clone()
        });
        replaced.collect()
    }

    /// Everybody moves one seat on.
    pub fn swap(&mut self) {
        self.seats.rotate_right(1);
    }

    /// The seat that a dropped file takes: the first that is neither a person's nor a dropped
    /// file's already, else the last.
    pub fn seat_for_file(&self) -> Seat {
        let is_free = |choice: &SeatChoice| match choice {
            SeatChoice::Person | SeatChoice::Bot(BotKey::Dropped(..)) => false,
            SeatChoice::Bot(_) | SeatChoice::Absent(_) => true,
        };
        Seat::new(self.seats.iter().position(is_free).unwrap_or(self.seats.len().saturating_sub(1)))
    }

    /// Whether this bot has a seat.
    pub fn has_bot(&self, key: &BotKey) -> bool {
        self.seats.iter().any(|choice| matches!(choice, SeatChoice::Bot(bot) if bot == key))
    }

    /// The seat of the newest build of the same file, if one plays.
    pub fn seat_of_build(&self, key: &BotKey) -> Option<Seat> {
        let BotKey::Dropped(name, _) = key else { return None };
        let builds = self.seats.iter().enumerate().filter_map(|(index, choice)| match choice {
            SeatChoice::Bot(BotKey::Dropped(of, build)) if of == name => Some((*build, index)),
            _ => None,
        });
        builds.max().map(|(_, index)| Seat::new(index))
    }

    /// The seat of any build of this file, if one plays.
    pub fn seat_of_draft(&self, name: &str) -> Option<Seat> {
        let is_it = |choice: &SeatChoice| matches!(choice, SeatChoice::Bot(BotKey::Dropped(of, _)) if of == name);
        self.seats.iter().position(is_it).map(Seat::new)
    }

    /// The seat and name of a player that is not here, if there is one.
    pub fn absent(&self) -> Option<(Seat, &str)> {
        self.seats.iter().enumerate().find_map(|(index, choice)| match choice {
            SeatChoice::Absent(name) => Some((Seat::new(index), name.as_str())),
            _ => None,
        })
    }
}

/// The default player of a seat.
fn bot(game_ui: &dyn GameUi, index: usize) -> SeatChoice {
    let keys = game_ui.bots().iter().map(|bot: &PageBot| BotKey::Bundled(bot.file.to_owned()));
    // Scripts are no default: their interpreter has to be fetched, and a page may have none.
    keys.filter(|key| !key.is_script()).cycle().nth(index).map_or(SeatChoice::Person, SeatChoice::Bot)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineup(seats: &[SeatChoice]) -> Lineup {
        let (seats, terms, own_terms) = (seats.to_vec(), SharedTerms::default(), Vec::new());
        Lineup { seats, seed: 1, terms, own_terms, settings: Value::Null, draft: None }
    }

    fn bot(key: &str) -> SeatChoice {
        SeatChoice::Bot(BotKey::from(key))
    }

    #[test]
    fn a_file_takes_the_first_seat_of_a_bot_of_the_page() {
        assert_eq!(lineup(&[bot("a"), bot("b")]).seat_for_file(), Seat::new(0));
        assert_eq!(lineup(&[SeatChoice::Person, bot("b")]).seat_for_file(), Seat::new(1));
        assert_eq!(lineup(&[bot("file:x"), bot("b")]).seat_for_file(), Seat::new(1));
        assert_eq!(lineup(&[bot("file:x"), SeatChoice::Person]).seat_for_file(), Seat::new(1));
    }

    #[test]
    fn a_build_takes_the_seat_of_the_one_before() {
        let lineup = lineup(&[bot("file:x"), bot("build:2:x"), bot("file:y")]);
        let seat = |key: &str| lineup.seat_of_build(&BotKey::from(key));
        assert_eq!(seat("build:3:x"), Some(Seat::new(1)), "of the newest");
        assert_eq!((seat("build:2:y"), seat("file:z"), seat("b")), (Some(Seat::new(2)), None, None));
    }

    #[test]
    fn swapping_moves_everybody_one_seat_on() {
        let mut lineup = lineup(&[SeatChoice::Person, bot("b")]);
        lineup.swap();
        assert_eq!(lineup.seats, [bot("b"), SeatChoice::Person]);
    }
}
