//! The form in which a turn is kept as a case: the expected answer of a bot, and the case's name.
//! Keeps nothing and draws no list.

use botyard_engine::cases::{Case, CaseError, Expectation};
use serde_json::Value;

use super::controls::{button, option, select};
use super::node::{ViewNode, node};

/// The escape of a line break within an action, in fields.
const LINE_BREAK: &str = "\\n";

/// A turn that may be kept.
pub(crate) struct CaseForm {
    replay: Value,
    seat: usize,
    turn: usize,
    /// The key of the bot that played, if it is here.
    pub(crate) bot: Option<String>,
    /// The names of the players.
    players: String,
    kind: ExpectedKind,
    actions: String,
    within: String,
    name: String,
    note: String,
}

/// The relation between a bot's answer and the named actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ExpectedKind {
    Not,
    OneOf,
    /// Any action passes: the bot only must not have a fault.
    NoFault,
}

impl ExpectedKind {
    const ALL: [(Self, &str, &str); 3] = [
        (Self::Not, "not", "must not play"),
        (Self::OneOf, "one-of", "has to play one of"),
        (Self::NoFault, "no-fault", "has to play without a fault"),
    ];
}

impl CaseForm {
    /// The form for a turn. It expects another action than the one that was played, or no fault
    /// where it was a fault.
    ///
    /// # Errors
    /// Why the turn cannot be kept.
    pub(crate) fn new(replay: Value, seat: usize, turn: usize, bot: Option<String>) -> Result<Self, CaseError> {
        let kept = Case::keep(replay.clone(), seat, turn, Expectation::default(), String::new(), String::new())?;
        let open = kept.open()?;
        let (own, others): (Vec<_>, Vec<_>) =
            open.players().iter().enumerate().partition(|(index, _)| *index == open.seat.index());
        let names = |players: Vec<(usize, &botyard_engine::replay::PlayerInfo)>| {
            players.into_iter().map(|(_, player)| player.name.clone()).collect::<Vec<_>>().join(", ")
        };
        let players = format!("{} against {}", names(own), names(others));
        let (kind, actions) = match open.played() {
            Some(played) => (ExpectedKind::Not, played.trim_end().replace('\n', LINE_BREAK)),
            None => (ExpectedKind::NoFault, String::new()),
        };
        let name = format!("turn {turn}: {players}");
        Ok(Self { replay, seat, turn, bot, players, kind, actions, within: String::new(), name, note: String::new() })
    }

    /// Takes the value of a field, if it is one of this form.
    pub(crate) fn change(&mut self, name: &str, value: &str) {
        let value = value.trim();
        match name {
            "case-kind" => {
                let named = ExpectedKind::ALL.into_iter().find(|(_, known, _)| *known == value);
                self.kind = named.map_or(self.kind, |(kind, ..)| kind);
            }
            "case-actions" => self.actions = value.to_owned(),
            "case-within" => self.within = value.to_owned(),
            "case-name" => self.name = value.to_owned(),
            "case-note" => self.note = value.to_owned(),
            _ => {}
        }
    }

    /// The name of the case.
    pub(crate) fn name(&self) -> String {
        if self.name.is_empty() { format!("turn {}: {}", self.turn, self.players) } else { self.name.clone() }
    }

    /// The case, under this name.
    ///
    /// # Errors
    /// A sentence that says which field to change.
    pub(crate) fn make_case(&self, name: String) -> Result<Case, String> {
        let words = self.actions.split(',').map(str::trim).filter(|words| !words.is_empty());
        let actions: Vec<_> = words.map(|words| words.replace(LINE_BREAK, "\n")).collect();
        if actions.is_empty() && self.kind != ExpectedKind::NoFault {
            return Err("Name an action that the bot has to play, or must not play.".to_owned());
        }
        let within_ms: Option<f64> = match self.within.trim_end_matches("ms").trim() {
            "" => None,
            text => Some(
                text.replace(',', ".")
                    .parse()
                    .map_err(|_| format!("`{}` is not a time: expected a number of milliseconds.", self.within))?,
            ),
        };
        if within_ms.is_some_and(|within| within <= 0.0) {
            return Err("The time must be more than 0 ms.".to_owned());
        }
        let expect = match self.kind {
            ExpectedKind::Not => Expectation { not: actions, within_ms, ..Expectation::default() },
            ExpectedKind::OneOf => Expectation { one_of: actions, within_ms, ..Expectation::default() },
            ExpectedKind::NoFault => Expectation { within_ms, ..Expectation::default() },
        };
        Case::keep(self.replay.clone(), self.seat, self.turn, expect, name, self.note.clone())
            .map_err(|why| format!("Cannot keep this: {why}."))
    }

    /// The form.
    pub(crate) fn draw(&self) -> ViewNode {
        let kinds = ExpectedKind::ALL.map(|(kind, name, text)| option(name, text, kind == self.kind));
        let field = |name: &'static str, label: &str, value: &str, hint: &str| {
            let input = node("input").with("name", name).with("value", value).with("placeholder", hint).testid(name);
            setting(label, input.with("aria-label", label))
        };
        let actions = match self.kind {
            ExpectedKind::NoFault => None,
            ExpectedKind::Not | ExpectedKind::OneOf => {
                Some(field("case-actions", "actions", &self.actions, "as the bot prints them: 3, 5"))
            }
        };
        node("div")
            .with("class", "series-parts")
            .testid("case-form")
            .child(node("h2").text(format!("Save turn {} of {}", self.turn, self.players)))
            .child(setting("the bot", select("case-kind", "What the bot has to do", kinds)))
            // Always present, so that the next elements stay in place.
            .child(node("div").children(actions))
            .child(field("case-within", "in at most (ms)", &self.within, "any time"))
            .child(field("case-name", "name", &self.name, ""))
            .child(field("case-note", "note", &self.note, "why it is kept"))
            .child(
                node("div")
                    .with("class", "row")
                    .child(button("keep-case", "Save").with("class", "primary"))
                    .child(button("cancel-case", "Cancel")),
            )
    }
}

fn setting(name: &str, field: ViewNode) -> ViewNode {
    node("label").with("class", "setting").child(node("span").text(name)).child(field)
}

#[cfg(test)]
pub(crate) mod tests {
    use serde_json::json;

    use super::*;

    /// A match of four turns, of which the last is this one.
    pub(crate) fn replay(last: Value) -> Value {
        let mut turns: Vec<_> =
            [4, 4, 3].iter().enumerate().map(|(ply, column)| json!({"seat": ply % 2, "action": column})).collect();
        turns.push(last);
        json!({
            "format": 1, "game": "connect-four", "settings": {}, "seed": 5, "turns": turns,
            "players": [{"name": "a", "kind": "module"}, {"name": "mine.wasm", "kind": "module"}],
        })
    }

    pub(crate) fn form() -> CaseForm {
        CaseForm::new(replay(json!({"seat": 1, "action": 5})), 2, 4, None).expect("there is such a turn")
    }

    #[test]
    fn what_was_played_must_not_be_played() {
        let form = form();
        assert_eq!(form.name(), "turn 4: mine.wasm against a");
        let case = form.make_case(form.name()).expect("it can be kept");
        assert_eq!(case.expect, Expectation { not: vec!["5".to_owned()], ..Expectation::default() });
        let fault = json!({"seat": 1, "fault": {"kind": "timeout"}});
        let form = CaseForm::new(replay(fault), 2, 4, None).expect("there is such a turn");
        assert_eq!(form.make_case(form.name()).expect("it can be kept").expect, Expectation::default());
    }

    #[test]
    fn where_an_action_was_missing_the_bot_has_to_play_at_all() {
        let replay = |action: &str| {
            json!({
                "format": 1, "game": "bitmartyr", "settings": {"board": "E1E/3", "duration": 1}, "seed": 5,
                "players": [{"name": "a", "kind": "module"}], "turns": [{"seat": 0, "action": action}],
            })
        };
        let form = CaseForm::new(replay("0-"), 1, 1, None).expect("there is such a turn");
        assert_eq!(form.make_case(form.name()).expect("it can be kept").expect, Expectation::default());
        let mut form = CaseForm::new(replay("00"), 1, 1, None).expect("there is such a turn");
        form.change("case-actions", "0");
        let refused = "Cannot keep this: `0` cannot be played in this turn: orders: 1, units: 2.";
        assert_eq!(form.make_case(form.name()), Err(refused.to_owned()));
    }

    #[test]
    fn other_things_can_be_expected() {
        let mut form = form();
        for (name, value) in [
            ("case-kind", "one-of"),
            ("case-actions", " 3,2 "),
            ("case-within", "2,5 ms"),
            ("case-name", "fork"),
            ("case-note", "walks into it"),
        ] {
            form.change(name, value);
        }
        let case = form.make_case(form.name()).expect("it can be kept");
        let expect = Expectation {
            one_of: vec!["3".to_owned(), "2".to_owned()],
            within_ms: Some(2.5),
            ..Expectation::default()
        };
        assert_eq!((case.expect, &*case.name, &*case.note), (expect, "fork", "walks into it"));
        form.change("case-actions", "9");
        assert_eq!(
            form.make_case(form.name()),
            Err("Cannot keep this: `9` is not an action: columns are 1 to 7.".to_owned())
        );
        form.change("case-actions", "");
        assert!(form.make_case(form.name()).is_err());
        form.change("case-kind", "no-fault");
        form.change("case-within", "soon");
        assert!(form.make_case(form.name()).is_err_and(|why| why.starts_with("`soon` is not a time")));
        form.change("case-within", "-5");
        assert_eq!(form.make_case(form.name()), Err("The time must be more than 0 ms.".to_owned()));
    }
}
