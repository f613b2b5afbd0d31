//! The match that a line-up plays, as hosts know it: its players and the bytes of its bots.

use botyard_engine::anymatch::MatchSpec;
use botyard_engine::replay::{PlayerInfo, PlayerKind};
use botyard_engine::seat::Seat;
use botyard_sandbox::prices::PRICES_VERSION;
use botyard_web_games::{AnyRecord, GameUi};
use botyard_web_protocol::BotKey;

use crate::bot_library::{BotLibrary, LibraryBot, ModuleBytes};
use crate::lineup::{Lineup, PERSON, SeatChoice};
use crate::shown_match::{ShownMatch, ShownPhase};

/// The board before any match.
pub fn empty(game_ui: &'static dyn GameUi, lineup: &Lineup, library: &BotLibrary) -> ShownMatch {
    let record =
        game_ui.open(&match_spec(game_ui, &lineup.fit(), library)).expect("a game can be played by as many as it says");
    ShownMatch::new(0, record, ShownPhase::Waiting)
}

/// The match of a record before its first turn, with these players.
pub fn spec_again(game_ui: &dyn GameUi, record: &dyn AnyRecord, players: Vec<PlayerInfo>) -> MatchSpec {
    MatchSpec {
        game: game_ui.name().to_owned(),
        settings: record.settings(),
        seed: record.seed(),
        players,
        terms: record.terms(),
    }
}

/// The next match before its first turn.
pub fn match_spec(game_ui: &dyn GameUi, lineup: &Lineup, library: &BotLibrary) -> MatchSpec {
    MatchSpec {
        game: game_ui.name().to_owned(),
        settings: lineup.settings.clone(),
        seed: lineup.seed,
        players: lineup.seats.iter().map(|choice| player_info(choice, library)).collect(),
        terms: lineup.match_terms(),
    }
}

/// The player for a seat's choice.
pub fn player_info(choice: &SeatChoice, library: &BotLibrary) -> PlayerInfo {
    let sha256 = |key: &BotKey| library.ready(key).map(|(_, sha256)| sha256.to_owned());
    match choice {
        SeatChoice::Person => PlayerInfo { name: PERSON.to_owned(), kind: PlayerKind::Person, ..PlayerInfo::default() },
        SeatChoice::Absent(name) => PlayerInfo { name: name.clone(), ..PlayerInfo::default() },
        SeatChoice::Bot(key) => {
            let bot = library.bot(key);
            let name = bot.map_or_else(|| key.to_string(), |bot| bot.name.clone());
            let kind = bot.map_or(PlayerKind::Module, LibraryBot::kind);
            let prices = (kind == PlayerKind::Module).then_some(PRICES_VERSION);
            let interpreter = bot.and_then(|bot| bot.interpreter.clone());
            PlayerInfo { name, kind, sha256: sha256(key), interpreter, prices }
        }
    }
}

/// The bots of a match, in the form that hosts need.
pub(super) struct LoadedBots {
    /// The seats of the host's own bots, with their numbers.
    pub(super) host_bots: Vec<(Seat, u32)>,
    /// The modules of the others, in the order of seats.
    pub(super) modules: Vec<ModuleBytes>,
}

impl LoadedBots {
    /// The bots of a line-up; `None` if one is not loaded yet.
    pub(super) fn find(lineup: &Lineup, library: &BotLibrary) -> Option<Self> {
        let keys = lineup.seats.iter().enumerate().filter_map(|(index, choice)| match choice {
            SeatChoice::Bot(key) => Some((Seat::new(index), key)),
            _ => None,
        });
        let (here, sent): (Vec<_>, Vec<_>) = keys.partition(|(_, key)| library.host_bot(key).is_some());
        let host_bots = here.into_iter().filter_map(|(seat, key)| Some((seat, library.host_bot(key)?))).collect();
        let modules: Option<_> = sent.into_iter().map(|(_, key)| Some(library.ready(key)?.0.clone())).collect();
        Some(Self { host_bots, modules: modules? })
    }
}
