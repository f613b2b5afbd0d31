//! Games that this computer could not begin, whichever bots play them: it had no memory or no file
//! descriptors left. They are tried again after a while, then void, and in the end the tournament
//! stops with an error. Knows no bots and no store.

use std::time::{Duration, Instant};

use botyard_host::{HostError, Interrupt};

use super::TournamentError;

/// How long a thread waits before each further attempt at a game: the resources of other games are
/// free after a while.
const WAITS: [Duration; 3] = [Duration::from_millis(50), Duration::from_millis(250), Duration::from_secs(1)];

/// This many games in a row that a thread could not begin are not the end yet: one bot may need
/// more memory than the others.
const VOID_MAX: u32 = 4;

/// How soon a waiting thread notices that it has to stop.
const STEP: Duration = Duration::from_millis(20);

/// The attempts of one thread at its games.
#[derive(Debug)]
pub struct GameRetries {
    waits: &'static [Duration],
    void_in_a_row: u32,
}

impl Default for GameRetries {
    fn default() -> Self {
        Self { waits: &WAITS, void_in_a_row: 0 }
    }
}

/// The result of the attempts at a game.
#[derive(Debug)]
pub enum AttemptResult<T> {
    /// The game was played, or stopped.
    Played(T),
    /// The host could not play the game: no player has lost.
    Void(HostError),
}

impl GameRetries {
    /// Plays a game, again and again if this computer cannot begin it.
    ///
    /// # Errors
    /// If a game cannot be played at all, or this computer could not begin several games in a row.
    pub fn play<T>(
        &mut self,
        interrupt: &Interrupt,
        mut play: impl FnMut() -> Result<T, HostError>,
    ) -> Result<AttemptResult<T>, TournamentError> {
        let mut waits = self.waits.iter();
        loop {
            let why = match play() {
                Err(why) if why.is_shortage() => why,
                played => {
                    self.void_in_a_row = 0;
                    return match played {
                        Ok(played) => Ok(AttemptResult::Played(played)),
                        Err(why @ HostError::Void(..)) => Ok(AttemptResult::Void(why)),
                        Err(why) => Err(why.into()),
                    };
                }
            };
            let Some(&wait) = waits.next() else {
                self.void_in_a_row += 1;
                return match self.void_in_a_row {
                    VOID_MAX => Err(TournamentError::Shortage { games: VOID_MAX, why }),
                    _ => Ok(AttemptResult::Void(why)),
                };
            };
            let end = Instant::now() + wait;
            while Instant::now() < end && !interrupt.is_raised() {
                std::thread::sleep(STEP.min(wait));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use botyard_engine::seat::Seat;

    use super::*;

    const NO_WAITS: [Duration; 2] = [Duration::ZERO; 2];

    fn shortage() -> HostError {
        let why = "Too many open files (os error 24)".to_owned();
        HostError::NoRun { seat: Seat::new(1), why, is_lasting: false }
    }

    fn retries() -> GameRetries {
        GameRetries { waits: &NO_WAITS, ..GameRetries::default() }
    }

    /// Regression: a single failed start ended the whole tournament.
    #[test]
    fn what_this_computer_cannot_begin_is_tried_again_and_then_void() {
        let (interrupt, mut retries) = (Interrupt::default(), retries());
        let mut attempts = 0;
        let played = retries.play(&interrupt, || {
            attempts += 1;
            if attempts > NO_WAITS.len() { Ok("played") } else { Err(shortage()) }
        });
        assert!(matches!(played, Ok(AttemptResult::Played("played"))), "{played:?}");
        attempts = 0;
        let void = retries.play(&interrupt, || {
            attempts += 1;
            Err::<(), _>(shortage())
        });
        assert!(matches!(void, Ok(AttemptResult::Void(HostError::NoRun { .. }))), "{void:?}");
        assert_eq!(attempts, 1 + NO_WAITS.len());
    }

    #[test]
    fn games_that_are_void_in_a_row_end_a_tournament() {
        let (interrupt, mut retries) = (Interrupt::default(), retries());
        let mut play = |is_short| retries.play(&interrupt, || if is_short { Err(shortage()) } else { Ok(()) });
        // A game that is played in between shows that the computer can begin games.
        for is_short in [true, true, true, false, true, true, true] {
            assert!(matches!(play(is_short), Ok(AttemptResult::Void(_))) == is_short);
        }
        let why = play(true).expect_err("the fourth in a row").to_string();
        for part in ["could not begin 4 games in a row", "Too many open files", "--concurrency"] {
            assert!(why.contains(part), "{why}");
        }
    }

    #[test]
    fn other_failures_are_not_tried_again() {
        let mut attempts = 0;
        let failed = retries().play(&Interrupt::default(), || {
            attempts += 1;
            Err::<(), _>(HostError::Stuck)
        });
        assert!(matches!(failed, Err(TournamentError::Host(HostError::Stuck))), "{failed:?}");
        assert_eq!(attempts, 1);
    }
}
