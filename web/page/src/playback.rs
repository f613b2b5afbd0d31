//! Which turn of a match is shown, and when the next one is. Knows no match, only the positions at
//! which stepping stops; takes the time in milliseconds.

use botyard_web_games::StepPositions;

use crate::message::PlaybackMessage;
use crate::speeds::{SPEEDS, USUAL_SPEED};

/// The steps per second at speed 1 unless the game has its own pace.
const PACE: f64 = 2.0;
/// The longest time that a turn is shown while a person plays, who should not have to wait, in
/// milliseconds.
const LIVE_PACE: f64 = 360.0;
/// The shortest time between two drawings, in milliseconds: at higher speeds, several steps are
/// shown together.
const FRAME: f64 = 16.0;

/// The playback of a match.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    /// How many turns have been played in the position that is shown.
    pub at: usize,
    /// Whether the last step was one forward, which can be animated.
    pub moves: bool,
    /// The steps per second at speed 1.
    pub pace: f64,
    mode: PlaybackMode,
    speed: usize,
    /// When the position was first shown.
    shown: f64,
}

/// How the shown position advances automatically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlaybackMode {
    /// It does not.
    Paused,
    /// Step by step.
    Playing,
    /// The newest turn is shown as soon as there is one.
    Following,
}

impl Default for Playback {
    fn default() -> Self {
        Self {
            at: 0,
            moves: false,
            pace: PACE,
            mode: PlaybackMode::Playing,
            speed: USUAL_SPEED,
            shown: f64::NEG_INFINITY,
        }
    }
}

impl Playback {
    /// Applies a control. `is_over` means that no turn will follow the newest.
    pub fn update(&mut self, message: PlaybackMessage, stops: &StepPositions, is_over: bool, now: f64) {
        match message {
            PlaybackMessage::Toggle => self.toggle(stops.newest(), is_over, now),
            PlaybackMessage::Step(by) => self.step(by, stops, now),
            PlaybackMessage::Go(turn) => self.go(turn, stops, now),
            PlaybackMessage::GoLast if is_over => self.go(stops.newest(), stops, now),
            PlaybackMessage::GoLast => self.follow(stops, now),
            PlaybackMessage::Speed(index) => self.choose_speed(index),
        }
    }

    /// Whether the shown position advances automatically.
    pub fn is_playing(&self) -> bool {
        self.mode != PlaybackMode::Paused
    }

    /// Ends a pause.
    pub fn resume(&mut self) {
        if self.mode == PlaybackMode::Paused {
            self.mode = PlaybackMode::Playing;
        }
    }

    /// Back to the start, keeping the speed. The start is shown as long as any turn.
    pub fn rewind(&mut self, now: f64) {
        *self = Self { speed: self.speed, pace: self.pace, shown: now, ..Self::default() };
    }

    /// Shows the first stop that comes after no fewer turns, and stays there.
    pub fn go(&mut self, turn: usize, stops: &StepPositions, now: f64) {
        let turn = stops.at_or_after(turn);
        self.moves = turn > self.at && turn == stops.after(self.at);
        self.at = turn;
        self.mode = PlaybackMode::Paused;
        self.shown = now;
    }

    /// Shows the newest position, and each new one later, until the visitor looks at another one or
    /// pauses.
    fn follow(&mut self, stops: &StepPositions, now: f64) {
        self.go(stops.newest(), stops, now);
        self.mode = PlaybackMode::Following;
    }

    /// Some steps forward or back.
    fn step(&mut self, by: isize, stops: &StepPositions, now: f64) {
        let number = stops.number(self.at).saturating_add_signed(by);
        self.go(stops.turn(number), stops, now);
    }

    /// Plays or pauses; at the end of a match it starts again.
    fn toggle(&mut self, newest: usize, is_over: bool, now: f64) {
        if self.is_playing() {
            self.mode = PlaybackMode::Paused;
        } else if is_over && self.at >= newest {
            self.rewind(now);
        } else {
            self.mode = PlaybackMode::Playing;
        }
    }

    /// Takes the next step if it is time, and returns in how many milliseconds to call again;
    /// `None` while there is no next step. `is_over` means that no turn will follow the newest.
    pub fn advance(&mut self, stops: &StepPositions, is_over: bool, is_live: bool, now: f64) -> Option<f64> {
        let (newest, follows) = (stops.newest(), self.mode == PlaybackMode::Following);
        if self.at > newest {
            self.at = newest;
        }
        if self.is_playing() && self.at < newest && (follows || now >= self.shown + self.wait(is_live)) {
            let next = stops.after(self.at);
            let last = (0..self.steps(is_live)).fold(self.at, |at, _| stops.after(at));
            self.at = if follows { newest } else { last };
            self.moves = self.at == next;
            self.shown = now;
        }
        if self.is_playing() && self.at == newest && is_over {
            self.mode = PlaybackMode::Paused;
        }
        (self.is_playing() && self.at < newest).then(|| (self.shown + self.wait(is_live) - now).max(0.0))
    }

    /// How much longer the position has to be shown to be shown for this long; `None` if it has been.
    /// Both are in milliseconds.
    pub fn rest(&self, rest: f64, now: f64) -> Option<f64> {
        let wait = self.shown + rest - now;
        (wait > 0.0).then_some(wait)
    }

    /// How long a position is shown before the next.
    fn wait(&self, is_live: bool) -> f64 {
        self.pause(is_live) * self.steps(is_live) as f64
    }

    /// How long a step would be shown.
    fn pause(&self, is_live: bool) -> f64 {
        let pause = 1000.0 / self.pace / self.speed();
        if is_live { pause.min(LIVE_PACE) } else { pause }
    }

    /// How many steps are shown together.
    fn steps(&self, is_live: bool) -> usize {
        (FRAME / self.pause(is_live)).round().max(1.0) as usize
    }

    /// How much faster than usual.
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// The place of the speed, unless it is the usual one.
    pub fn unusual_speed(&self) -> Option<usize> {
        Some(self.speed).filter(|&speed| speed != USUAL_SPEED)
    }

    /// Chooses a speed by its place in [`SPEEDS`].
    pub fn choose_speed(&mut self, index: usize) {
        self.speed = index.min(SPEEDS.len() - 1);
    }

    /// The place of the speed in [`SPEEDS`].
    pub fn speed_index(&self) -> usize {
        self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_shown_one_at_a_time_at_the_chosen_speed() {
        let mut player = Playback::default();
        assert_eq!(player.advance(&StepPositions::Every(3), true, false, 0.0), Some(500.0));
        assert_eq!(player.at, 1);
        assert_eq!(player.advance(&StepPositions::Every(3), true, false, 200.0), Some(300.0));
        assert_eq!(player.at, 1);
        player.choose_speed(3);
        assert_eq!(player.advance(&StepPositions::Every(3), true, false, 250.0), Some(250.0));
        assert_eq!(player.at, 2);
        assert_eq!(player.advance(&StepPositions::Every(3), true, false, 500.0), None);
        assert!((player.at, player.is_playing()) == (3, false), "the end of a match ends the playing");
    }

    #[test]
    fn a_match_that_goes_on_is_waited_for() {
        let mut player = Playback::default();
        player.advance(&StepPositions::Every(1), false, true, 0.0);
        assert_eq!(player.advance(&StepPositions::Every(1), false, true, 1.0), None);
        assert!(player.is_playing());
        // The answer to a person's move comes at once when the move has been seen long enough.
        player.advance(&StepPositions::Every(2), false, true, 5000.0);
        assert_eq!(player.at, 2);
        assert_eq!(player.advance(&StepPositions::Every(3), false, true, 5001.0), Some(LIVE_PACE - 1.0));
    }

    #[test]
    fn the_fastest_speeds_show_several_turns_a_frame() {
        let mut player = Playback::default();
        player.choose_speed(SPEEDS.len() - 1);
        assert_eq!(player.advance(&StepPositions::Every(20), true, false, 0.0), Some(15.625));
        assert!((player.at, player.moves) == (8, false), "motion explains one step");
        player.advance(&StepPositions::Every(20), true, false, 16.0);
        assert_eq!(player.advance(&StepPositions::Every(20), true, false, 32.0), None);
        assert_eq!(player.at, 20, "and never more than there are");
    }

    #[test]
    fn going_to_a_turn_pauses_and_only_one_step_forward_is_motion() {
        let mut player = Playback::default();
        player.go(9, &StepPositions::Every(4), 0.0);
        assert!((player.at, player.is_playing(), player.moves) == (4, false, false));
        player.step(-1, &StepPositions::Every(4), 0.0);
        assert!((player.at, player.moves) == (3, false));
        player.step(1, &StepPositions::Every(4), 0.0);
        assert!((player.at, player.moves) == (4, true));
        player.step(-9, &StepPositions::Every(4), 0.0);
        assert_eq!(player.at, 0);
    }

    #[test]
    fn playing_at_the_end_starts_again() {
        let mut player = Playback::default();
        player.go(4, &StepPositions::Every(4), 0.0);
        player.toggle(4, true, 10.0);
        assert!((player.at, player.is_playing()) == (0, true));
        assert_eq!(
            player.advance(&StepPositions::Every(4), true, false, 10.0),
            Some(500.0),
            "the start is shown first"
        );
    }

    /// It used to be played at the usual pace from there on, and fell behind.
    #[test]
    fn the_newest_turn_is_followed_until_another_is_looked_at() {
        let mut player = Playback::default();
        player.follow(&StepPositions::Every(4), 0.0);
        assert_eq!(player.at, 4);
        assert_eq!((player.advance(&StepPositions::Every(9), false, false, 1.0), player.at), (None, 9));
        player.step(-1, &StepPositions::Every(9), 2.0);
        player.advance(&StepPositions::Every(12), false, false, 3.0);
        assert_eq!(player.at, 8);
    }

    #[test]
    fn a_match_that_was_taken_back_is_followed_back() {
        let mut player = Playback::default();
        player.go(6, &StepPositions::Every(6), 0.0);
        player.advance(&StepPositions::Every(2), false, true, 1.0);
        assert_eq!(player.at, 2);
    }

    #[test]
    fn where_all_act_at_once_a_step_is_one_of_all_of_them() {
        let stops = StepPositions::Some(std::rc::Rc::new(vec![0, 3, 6, 9]));
        let mut player = Playback { pace: 4.0, ..Playback::default() };
        assert_eq!(player.advance(&stops, true, false, 0.0), Some(250.0));
        assert_eq!(player.at, 3);
        player.step(1, &stops, 1.0);
        assert!((player.at, player.moves) == (6, true));
        player.go(1, &stops, 1.0);
        assert!((player.at, player.moves) == (3, false), "within a round there is nothing to be seen");
        player.step(-1, &stops, 1.0);
        assert_eq!(player.at, 0);
        player.step(99, &stops, 1.0);
        assert_eq!(player.at, 9);
    }
}
