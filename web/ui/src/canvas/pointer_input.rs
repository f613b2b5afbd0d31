//! Gestures of fingers or the mouse on a map: tap, push, pinch, paint. Knows places in the view and
//! nothing of the map.

/// How far a finger may slip and still tap, in CSS pixels.
const SLIP: f64 = 7.0;
/// Strokes leave no gaps: places are at most so far apart, in CSS pixels.
const STRIDE: f64 = 4.0;

/// A gesture's effect.
#[derive(Debug, Clone, PartialEq)]
pub enum Gesture {
    /// No effect yet.
    None,
    /// A tap at a place.
    Tap(f64, f64),
    /// The map was pushed to the right and down.
    Push(f64, f64),
    /// Two fingers moved apart this many times, around a place that moved too.
    Pinch {
        /// How many times as far apart they are.
        factor: f64,
        /// Where the middle is now.
        x: f64,
        /// Where the middle is now.
        y: f64,
        /// How far the middle moved.
        right: f64,
        /// How far the middle moved.
        down: f64,
    },
    /// A stroke went over these places, in this order.
    Stroke(Vec<(f64, f64)>),
}

/// Up to two fingers.
#[derive(Debug, Clone, Default)]
pub struct PointerInput {
    fingers: Vec<PointerContact>,
    /// Whether the finger that is down paints.
    paints: bool,
    /// Whether it has done more than to go down.
    moved: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct PointerContact {
    id: i32,
    x: f64,
    y: f64,
}

impl PointerInput {
    /// A finger goes down.
    pub fn down(&mut self, id: i32, x: f64, y: f64, paints: bool) {
        self.fingers.retain(|finger| finger.id != id);
        // A second finger makes it a pinch, whatever gesture the first had begun.
        (self.paints, self.moved) = (paints && self.fingers.is_empty(), !self.fingers.is_empty());
        if self.fingers.len() < 2 {
            self.fingers.push(PointerContact { id, x, y });
        }
    }

    /// A finger moves.
    pub fn move_to(&mut self, id: i32, x: f64, y: f64) -> Gesture {
        let Some(at) = self.fingers.iter().position(|finger| finger.id == id) else { return Gesture::None };
        let before = self.fingers[at];
        let after = PointerContact { id, x, y };
        if let [one, other] = self.fingers[..] {
            self.fingers[at] = after;
            let (still, was) = if at == 0 { (other, one) } else { (one, other) };
            return pinch(still, was, after);
        }
        if !self.moved && (x - before.x).hypot(y - before.y) < SLIP {
            return Gesture::None;
        }
        self.moved = true;
        self.fingers[at] = after;
        if self.paints { Gesture::Stroke(between(before, after)) } else { Gesture::Push(x - before.x, y - before.y) }
    }

    /// A finger goes up.
    pub fn up(&mut self, id: i32) -> Gesture {
        let Some(at) = self.fingers.iter().position(|finger| finger.id == id) else { return Gesture::None };
        let PointerContact { x, y, .. } = self.fingers.remove(at);
        match (self.moved, self.paints) {
            (true, _) => Gesture::None,
            (false, true) => Gesture::Stroke(vec![(x, y)]),
            (false, false) => Gesture::Tap(x, y),
        }
    }

    /// The browser takes a finger for something else.
    pub fn lose(&mut self, id: i32) -> Gesture {
        self.fingers.retain(|finger| finger.id != id);
        Gesture::None
    }
}

fn pinch(still: PointerContact, was: PointerContact, is: PointerContact) -> Gesture {
    let apart = |finger: PointerContact| (finger.x - still.x).hypot(finger.y - still.y).max(1.0);
    Gesture::Pinch {
        factor: apart(is) / apart(was),
        x: (is.x + still.x) / 2.0,
        y: (is.y + still.y) / 2.0,
        right: (is.x - was.x) / 2.0,
        down: (is.y - was.y) / 2.0,
    }
}

fn between(from: PointerContact, to: PointerContact) -> Vec<(f64, f64)> {
    let steps = ((to.x - from.x).hypot(to.y - from.y) / STRIDE).ceil().max(1.0);
    let place = |step: f64| (from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps);
    (0..=steps as usize).map(|step| place(step as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finger_that_hardly_moves_taps() {
        let mut hand = PointerInput::default();
        hand.down(1, 10.0, 10.0, false);
        assert_eq!(hand.move_to(1, 13.0, 12.0), Gesture::None);
        assert_eq!(hand.up(1), Gesture::Tap(10.0, 10.0));
        assert_eq!(hand.move_to(1, 50.0, 50.0), Gesture::None, "a mouse that is only passing by");
    }

    #[test]
    fn a_finger_that_moves_pushes_or_paints() {
        let mut hand = PointerInput::default();
        hand.down(1, 10.0, 10.0, false);
        assert_eq!(hand.move_to(1, 30.0, 10.0), Gesture::Push(20.0, 0.0));
        assert_eq!(hand.move_to(1, 31.0, 12.0), Gesture::Push(1.0, 2.0));
        assert_eq!(hand.up(1), Gesture::None);
        hand.down(1, 0.0, 0.0, true);
        let places = vec![(0.0, 0.0), (4.0, 0.0), (8.0, 0.0)];
        assert_eq!(hand.move_to(1, 8.0, 0.0), Gesture::Stroke(places));
        assert_eq!(hand.move_to(1, 8.0, 2.0), Gesture::Stroke(vec![(8.0, 0.0), (8.0, 2.0)]));
        assert_eq!(hand.up(1), Gesture::None);
        hand.down(1, 5.0, 6.0, true);
        assert_eq!(hand.up(1), Gesture::Stroke(vec![(5.0, 6.0)]));
    }

    #[test]
    fn two_fingers_pinch_and_none_of_them_taps() {
        let mut hand = PointerInput::default();
        hand.down(1, 0.0, 0.0, true);
        hand.down(2, 10.0, 0.0, true);
        assert_eq!(hand.move_to(2, 20.0, 0.0), Gesture::Pinch { factor: 2.0, x: 10.0, y: 0.0, right: 5.0, down: 0.0 });
        assert_eq!(hand.up(1), Gesture::None);
        assert_eq!(hand.move_to(2, 24.0, 0.0), Gesture::Push(4.0, 0.0));
        assert_eq!(hand.up(2), Gesture::None);
    }
}
