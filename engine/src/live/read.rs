//! Reads a host's messages, as serde would, by way of one JSON value. It is written by hand,
//! because this is all that a page must read before its first board, and the code that serde
//! derives for it is several times as large. Knows no connection; serde writes the messages.

use std::time::Duration;

use serde_json::Value;

use super::{BotFile, FromHost, HostBot, HostBotFile, MatchProgress, TrialEnding, TrialResult};
use crate::anymatch::MatchSpec;
use crate::fault::{Fault, FaultKind};
use crate::game::Outcome;
use crate::replay::{MatchClock, MatchTerms, PlayerInfo, PlayerKind, SeatTerms, Turn, TurnResult, Waiting};
use crate::seat::Seat;
use crate::transcript::{Passage, Stream};

impl FromHost {
    /// Reads a message; `None` if this version does not know it.
    pub fn read(text: &str) -> Option<Self> {
        Self::from_value(serde_json::from_str(text).ok()?)
    }
}

/// A type that can be read from a JSON value, in the form that serde derives.
pub trait FromMessage: Sized {
    /// Reads the value; `None` if it does not have this form.
    fn from_value(value: Value) -> Option<Self>;
}

/// Takes out the field of this name; `null` if the message does not have it.
pub fn read_field<T: FromMessage>(object: &mut Value, name: &str) -> Option<T> {
    T::from_value(object.get_mut(name).map(Value::take).unwrap_or_default())
}

/// Implements [`FromMessage`] for a struct whose JSON keys are its field names.
#[macro_export]
macro_rules! read_fields {
    ($object:ty { $($field:ident),+ $(,)? }) => {
        impl $crate::live::read::FromMessage for $object {
            fn from_value(mut value: ::serde_json::Value) -> Option<Self> {
                Some(Self { $($field: $crate::live::read::read_field(&mut value, stringify!($field))?),+ })
            }
        }
    };
}

/// The name of an enum's variant and its content: `null` for a variant without content.
pub fn read_variant(value: Value) -> Option<(String, Value)> {
    match value {
        Value::String(name) => Some((name, Value::Null)),
        Value::Object(fields) if fields.len() == 1 => fields.into_iter().next(),
        _ => None,
    }
}

impl FromMessage for FromHost {
    fn from_value(value: Value) -> Option<Self> {
        let (name, mut value) = read_variant(value)?;
        let of = &mut value;
        Some(match name.as_str() {
            "ready" => Self::Ready { suspends: read_field(of, "suspends")? },
            "residents" => Self::HostBots(FromMessage::from_value(value)?),
            "opened" => Self::Opened { id: read_field(of, "id")?, match_spec: read_field(of, "opening")? },
            "progress" => Self::Progress(FromMessage::from_value(value)?),
            "left" => Self::Left { id: read_field(of, "id")?, files: read_field(of, "files")? },
            "not-opened" => Self::NotOpened { id: read_field(of, "id")?, why: read_field(of, "why")? },
            "checked" => Self::Checked {
                id: read_field(of, "id")?,
                verdict: read_field(of, "verdict")?,
                interpreter: read_field(of, "interpreter")?,
            },
            "tried" => Self::Tried { id: read_field(of, "id")?, tried: read_field(of, "tried")? },
            "refused" => Self::Refused { seat: read_field(of, "seat")?, why: read_field(of, "why")? },
            "ended" => Self::Ended { why: read_field(of, "why")? },
            _ => return None,
        })
    }
}

read_fields!(MatchProgress { id, first, turns, passages, awaited, outcome, done });

impl FromMessage for Turn<Value> {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        // An action that is written as `null` is one too.
        let result = match (of.get_mut("action").map(Value::take), read_field::<Option<Fault>>(of, "fault")?) {
            (Some(action), None) => TurnResult::Action(action),
            (None, Some(fault)) => TurnResult::from(fault),
            _ => return None,
        };
        let used: Option<u64> = read_field(of, "used_ns")?;
        let used = Duration::from_nanos(used.unwrap_or_default());
        Some(Self { seat: read_field(of, "seat")?, result, words: read_field(of, "words")?, used })
    }
}

impl FromMessage for Fault {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        let kind: String = read_field(of, "kind")?;
        let kind = FaultKind::from_name(&kind)?;
        let text = |text: Option<String>| text.unwrap_or_default();
        Some(Self { kind, received: text(read_field(of, "received")?), why: text(read_field(of, "why")?).into() })
    }
}

impl FromMessage for Passage {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        let (stream, is_remark): (String, Option<bool>) = (read_field(of, "stream")?, read_field(of, "remark")?);
        let stream = match stream.as_str() {
            "stdin" => Stream::Stdin,
            "stdout" => Stream::Stdout,
            "stderr" => Stream::Stderr,
            "ended" if is_remark == Some(true) => Stream::Remark,
            "ended" => Stream::Ended,
            _ => return None,
        };
        Some(Self {
            seat: read_field(of, "seat")?,
            turn: read_field(of, "turn")?,
            stream,
            text: read_field(of, "text")?,
        })
    }
}

read_fields!(Outcome { places, blamed });

impl FromMessage for MatchSpec {
    fn from_value(mut value: Value) -> Option<Self> {
        let of = &mut value;
        let terms: Option<MatchTerms> = read_field(of, "terms")?;
        Some(Self {
            game: read_field(of, "game")?,
            settings: read_field(of, "settings")?,
            seed: read_field(of, "seed")?,
            players: read_field(of, "players")?,
            terms: terms.unwrap_or_default(),
        })
    }
}

read_fields!(PlayerInfo { name, kind, sha256, interpreter, prices });

impl FromMessage for PlayerKind {
    fn from_value(value: Value) -> Option<Self> {
        match value.as_str()? {
            "module" => Some(Self::Module),
            "executable" => Some(Self::Executable),
            "person" => Some(Self::Person),
            _ => None,
        }
    }
}

impl FromMessage for MatchTerms {
    fn from_value(mut value: Value) -> Option<Self> {
        let turn: Option<u64> = read_field(&mut value, "turn_ns")?;
        let clock: Option<MatchClock> = read_field(&mut value, "clock")?;
        let seats: Option<Vec<SeatTerms>> = read_field(&mut value, "seats")?;
        let turn = turn.map(Duration::from_nanos);
        let waiting = read_field(&mut value, "waiting")?;
        Some(Self { turn, clock: clock.unwrap_or_default(), waiting, seats: seats.unwrap_or_default() })
    }
}

impl FromMessage for Waiting {
    fn from_value(value: Value) -> Option<Self> {
        match value.as_str()? {
            "pondering" => Some(Self::Pondering),
            "stopped" => Some(Self::Stopped),
            _ => None,
        }
    }
}

impl FromMessage for SeatTerms {
    fn from_value(mut value: Value) -> Option<Self> {
        let (turn, protocol): (Option<u64>, _) =
            (read_field(&mut value, "turn_ns")?, read_field(&mut value, "protocol")?);
        Some(Self { turn: turn.map(Duration::from_nanos), protocol })
    }
}

impl FromMessage for MatchClock {
    fn from_value(value: Value) -> Option<Self> {
        let (name, mut value) = read_variant(value)?;
        match name.as_str() {
            "virtual" => Some(Self::Virtual { percent: read_field(&mut value, "percent")? }),
            "wall" => Some(Self::Wall),
            _ => None,
        }
    }
}

read_fields!(HostBot { id, name, kind, game, trouble, changes, file });
read_fields!(HostBotFile { name, address });

read_fields!(BotFile { seat, path, bytes, address });

read_fields!(TrialResult { stdout, stderr, ending, spent });

impl FromMessage for TrialEnding {
    fn from_value(value: Value) -> Option<Self> {
        let (name, value) = read_variant(value)?;
        match name.as_str() {
            "exited" => Some(Self::Exited(value.as_i64()?.try_into().ok()?)),
            "failed" => Some(Self::Failed(FromMessage::from_value(value)?)),
            "out-of-time" => Some(Self::OutOfTime),
            "waiting" => Some(Self::Waiting),
            _ => None,
        }
    }
}

impl FromMessage for Duration {
    fn from_value(mut value: Value) -> Option<Self> {
        let (seconds, nanoseconds): (u64, u32) = (read_field(&mut value, "secs")?, read_field(&mut value, "nanos")?);
        // No host writes a fraction of more than a second.
        (nanoseconds < 1_000_000_000).then(|| Self::new(seconds, nanoseconds))
    }
}

impl FromMessage for Value {
    fn from_value(value: Value) -> Option<Self> {
        Some(value)
    }
}

impl FromMessage for String {
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl FromMessage for bool {
    fn from_value(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromMessage for u64 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()
    }
}

impl FromMessage for u32 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromMessage for usize {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromMessage for u8 {
    fn from_value(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromMessage for Seat {
    fn from_value(value: Value) -> Option<Self> {
        u8::from_value(value)?.try_into().ok()
    }
}

impl<T: FromMessage> FromMessage for Option<T> {
    fn from_value(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::from_value(value).map(Some) }
    }
}

impl<T: FromMessage> FromMessage for Vec<T> {
    fn from_value(value: Value) -> Option<Self> {
        let Value::Array(values) = value else { return None };
        let mut all = Self::with_capacity(values.len());
        for value in values {
            all.push(T::from_value(value)?);
        }
        Some(all)
    }
}

impl<T: FromMessage> FromMessage for Result<T, String> {
    fn from_value(value: Value) -> Option<Self> {
        let (name, value) = read_variant(value)?;
        match name.as_str() {
            "Ok" => T::from_value(value).map(Ok),
            "Err" => String::from_value(value).map(Err),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player_infos() -> Vec<PlayerInfo> {
        let named = |name: &str, kind| PlayerInfo { name: name.to_owned(), kind, ..PlayerInfo::default() };
        let known = PlayerInfo {
            sha256: Some("ab12".to_owned()),
            interpreter: Some("cd".to_owned()),
            prices: Some(7),
            ..named("a", PlayerKind::Module)
        };
        vec![known, named("b", PlayerKind::Executable), named("ü", PlayerKind::Person)]
    }

    fn match_specs() -> Vec<MatchSpec> {
        let turn = Some(Duration::from_millis(5));
        let seats = vec![SeatTerms::default(), SeatTerms { turn, protocol: Some(1) }];
        let waiting = Some(Waiting::Stopped);
        let slow = MatchTerms { turn, clock: MatchClock::Virtual { percent: 50 }, waiting, seats };
        let wall = MatchTerms { clock: MatchClock::Wall, ..MatchTerms::default() };
        let match_spec = |terms, settings| MatchSpec {
            game: "generals".to_owned(),
            settings,
            seed: u64::MAX,
            players: player_infos(),
            terms,
        };
        vec![
            match_spec(MatchTerms::default(), Value::Null),
            match_spec(slow, serde_json::json!({"map": [1, -2, null, 0.5], "turns": 3})),
            match_spec(wall, Value::Bool(false)),
        ]
    }

    fn progress() -> MatchProgress {
        let seat = Seat::new(63);
        let turn = |result, words, used| Turn { seat, result, words, used };
        let fault = |kind| TurnResult::from(Fault { kind, received: String::new(), why: "as \"so\"\n".into() });
        let mut turns: Vec<_> = FaultKind::ALL.map(|kind| turn(fault(kind), None, Duration::ZERO)).into();
        let flooded = Fault::new(FaultKind::Flooded, b"4\n", "");
        turns.push(turn(TurnResult::from(flooded), Some("4".to_owned()), Duration::from_nanos(u64::MAX)));
        turns.push(turn(TurnResult::Action(Value::Null), None, Duration::from_nanos(1)));
        turns.push(turn(TurnResult::Action(serde_json::json!(["a", 4])), Some(String::new()), Duration::ZERO));
        let streams = [Stream::Stdin, Stream::Stdout, Stream::Stderr, Stream::Ended, Stream::Remark];
        let passages = streams.map(|stream| Passage { seat, turn: 4, stream, text: "\u{1f600}".to_owned() });
        let outcome = Some(Outcome::win(Seat::new(1), 3).blaming(Seat::new(0)));
        MatchProgress {
            id: u32::MAX,
            first: 9,
            turns,
            passages: passages.into(),
            awaited: vec![seat],
            outcome,
            done: true,
        }
    }

    /// At least one of each.
    fn all() -> Vec<FromHost> {
        let text = |text: &str| text.to_owned();
        let (id, seat) = (4, Seat::new(2));
        let endings = [
            TrialEnding::Exited(-1),
            TrialEnding::Failed(text("it broke")),
            TrialEnding::OutOfTime,
            TrialEnding::Waiting,
        ];
        let tried = endings.map(|ending| {
            let spent = Duration::new(3, 999_999_999);
            FromHost::Tried { id, tried: Ok(TrialResult { stdout: text("a"), stderr: text("b"), ending, spent }) }
        });
        let bots = [(Some("stratego"), None), (None, Some("it is gone"))].map(|(game, trouble)| HostBot {
            id,
            name: text("mine"),
            kind: PlayerKind::Executable,
            game: game.map(text),
            trouble: trouble.map(text),
            changes: trouble.map(|_| 3),
            file: game.map(|game| HostBotFile { name: text(game), address: text("host-bots/x/1") }),
        });
        let files = vec![BotFile { seat, path: text("a/b"), bytes: 1 << 40, address: text("blob:x") }];
        let going = MatchProgress { outcome: None, done: false, turns: Vec::new(), ..progress() };
        let drawn = MatchProgress { outcome: Some(Outcome::draw(2)), ..going.clone() };
        let opened = match_specs().into_iter().map(|match_spec| FromHost::Opened { id, match_spec });
        let others = [
            FromHost::Ready { suspends: true },
            FromHost::HostBots(bots.into()),
            FromHost::HostBots(Vec::new()),
            FromHost::Progress(progress()),
            FromHost::Progress(going),
            FromHost::Progress(drawn),
            FromHost::Left { id, files },
            FromHost::NotOpened { id, why: text("No.") },
            FromHost::Checked { id, verdict: Ok(text("ab")), interpreter: None },
            FromHost::Checked { id, verdict: Ok(text("ab")), interpreter: Some(text("cd")) },
            FromHost::Checked { id, verdict: Err(text("No.")), interpreter: None },
            FromHost::Tried { id, tried: Err(text("No.")) },
            FromHost::Refused { seat, why: text("it is not your turn") },
            FromHost::Ended { why: text("It has ended.") },
        ];
        others.into_iter().chain(tried).chain(opened).collect()
    }

    #[test]
    fn it_reads_what_serde_writes_and_as_serde_reads_it() {
        for said in all() {
            let text = serde_json::to_string(&said).expect("text keys only");
            assert_eq!(FromHost::read(&text).as_ref(), Some(&said), "{text}");
            assert_eq!(serde_json::from_str::<FromHost>(&text).expect("the same words"), said);
        }
    }

    #[test]
    fn what_serde_refuses_is_refused() {
        for text in [
            "",
            "{",
            "null",
            "{}",
            r#""ready""#,
            r#"{"ready":{}}"#,
            r#"{"ready":{"suspends":1}}"#,
            r#"{"reddy":{"suspends":true}}"#,
            r#"{"ready":{"suspends":true},"ended":{"why":""}}"#,
            r#"{"refused":{"seat":64,"why":""}}"#,
            r#"{"refused":{"seat":-1,"why":""}}"#,
            r#"{"left":{"id":4294967296,"files":[]}}"#,
            r#"{"tried":{"id":1,"tried":{"Ok":{"stdout":"","stderr":"","ending":{"exited":2147483648},"spent":{"secs":0,"nanos":0}}}}}"#,
            r#"{"progress":{"id":1,"first":0,"turns":[{"seat":0}],"passages":[],"awaited":[],"outcome":null,"done":true}}"#,
        ] {
            assert_eq!(FromHost::read(text), None, "{text}");
            assert!(serde_json::from_str::<FromHost>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_new_is_passed_over_and_what_has_a_default_may_be_missing() {
        for text in [
            r#"{"ready":{"suspends":true,"news":[1]}}"#,
            r#"{"opened":{"id":1,"opening":{"game":"x","seed":1,"players":[{"name":"a","kind":"module"}],"terms":{}}}}"#,
            r#"{"progress":{"id":1,"first":0,"turns":[{"seat":0,"fault":{"kind":"exited"}}],"passages":[],"awaited":[],"done":true}}"#,
        ] {
            let read = FromHost::read(text);
            assert!(read.is_some(), "{text}");
            assert_eq!(read, serde_json::from_str(text).ok(), "{text}");
        }
    }
}
