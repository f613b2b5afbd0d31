//! Series of games between two bundled bots, the same every time: seeds count up, and each is
//! played from both sides.

use botyard::bots;
use botyard_host::module::ModuleLoader;
use botyard_host::{HostedMatch, Interrupt, NoAudience, SeatBody, play_match};

/// The score of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeriesScore {
    /// Games that each bot won.
    pub won: [u32; 2],
    /// Drawn games.
    pub drawn: u32,
    /// Games that ended with a bot's fault, whichever bot won them.
    pub faults: u32,
    /// Actions of both in all games.
    pub turns: usize,
}

/// Plays this many games between these bots of a game for two.
pub fn series(loader: &ModuleLoader, game: &str, names: [&str; 2], games: u32) -> SeriesScore {
    let bodies = names.map(|name| {
        let bot = bots::find(name, Some(game)).unwrap_or_else(|| panic!("there is no bot {name} for {game}"));
        let module = bot.module().unwrap_or_else(|| panic!("{name} needs the interpreter of JavaScript"));
        SeatBody::Module(loader.load(&module).expect("a bundled bot may run"))
    });
    let mut score = SeriesScore::default();
    for number in 0..games {
        let swapped = number % 2 == 1;
        let mut players: Vec<_> = names.map(str::to_owned).into_iter().zip(bodies.clone()).collect();
        players.rotate_left(usize::from(swapped));
        score.add(HostedMatch::new(game, u64::from(number / 2), players), swapped);
    }
    score
}

impl SeriesScore {
    fn add(&mut self, hosted_match: HostedMatch, swapped: bool) {
        let finished =
            play_match(hosted_match, &mut NoAudience, &Interrupt::default()).expect("the match can be played");
        let outcome = finished.outcome().expect("nobody stopped it");
        match outcome.winner() {
            Some(seat) => self.won[seat.index() ^ usize::from(swapped)] += 1,
            None => self.drawn += 1,
        }
        self.faults += u32::from(outcome.blamed.is_some());
        self.turns += finished.turn_count();
    }
}
