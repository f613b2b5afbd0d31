//! The form of a tournament between several bots: its format, the participants, and how often they
//! meet. Knows names and keys of bots, which the page sends, and loads none.

use std::collections::BTreeMap;

use botyard_engine::tournament::{Format, PAIR};
use botyard_web_protocol::series::{FieldBot, FromSeries};

use super::controls::{button, option, select};
use super::node::{ViewNode, node};

/// The prefix of the boxes' names; the bot's key follows.
const BOT: &str = "bot:";
/// How many games a pairing has unless the visitor chooses another number.
const GAMES: u64 = 20;
/// A pairing has at least a game for each seat.
const GAMES_MIN: u64 = PAIR as u64;
/// More games than these of a pairing cannot be shown in a page.
const GAMES_MAX: u64 = 10_000;

/// The values of the form.
pub(crate) struct FieldForm {
    bots: Vec<FieldBot>,
    format: Format,
    games: u64,
    /// Whether a bot takes part, if the visitor has chosen.
    choices: BTreeMap<String, bool>,
    /// The bot that meets all others in a gauntlet, if one has been chosen.
    challenger: Option<String>,
}

impl Default for FieldForm {
    fn default() -> Self {
        let (format, games) = (Format::RoundRobin, GAMES);
        Self { bots: Vec::new(), format, games, choices: BTreeMap::new(), challenger: None }
    }
}

/// A format's name for people.
pub(crate) fn format_name(format: Format) -> String {
    format.name().replace('-', " ")
}

/// The format of this name; a series for any other.
fn read_format(name: &str) -> Format {
    name.parse().unwrap_or(Format::Series)
}

impl FieldForm {
    /// These bots can take part from now on.
    pub(crate) fn set_bots(&mut self, bots: Vec<FieldBot>) {
        self.bots = bots;
    }

    /// Takes the value of a field; returns whether the field belongs to this form.
    ///
    /// # Errors
    /// A sentence that says why the value is refused.
    pub(crate) fn change(&mut self, name: &str, value: &str) -> Result<bool, String> {
        match name {
            "field-format" => self.format = read_format(value),
            "field-challenger" => self.challenger = Some(value.to_owned()),
            "field-games" => match value.trim().parse() {
                Ok(games) if (GAMES_MIN..=GAMES_MAX).contains(&games) => self.games = games,
                _ => return Err(format!("`{value}` is not a number of games: expected {GAMES_MIN} to {GAMES_MAX}.")),
            },
            _ => {
                let Some(key) = name.strip_prefix(BOT) else { return Ok(false) };
                self.choices.insert(key.to_owned(), value == "true");
            }
        }
        Ok(true)
    }

    /// The request to the page: to load the bots, and to have them play. The bot that meets all
    /// others is the first.
    pub(crate) fn request(&self) -> FromSeries {
        let (first, others): (Vec<_>, Vec<_>) = self.present().partition(|bot| self.is_challenger(bot));
        let bots = first.into_iter().chain(others).map(|bot| bot.key.clone()).collect();
        FromSeries::Field { format: self.format, bots, games: Some(self.games) }
    }

    fn present(&self) -> impl Iterator<Item = &FieldBot> {
        self.bots.iter().filter(|bot| self.takes_part(bot))
    }

    /// By default every bot takes part, except the page's scripts, because a tournament with them
    /// takes long, and builds that fail in their games.
    fn takes_part(&self, bot: &FieldBot) -> bool {
        self.choices.get(&bot.key).copied().unwrap_or(!bot.has_failed && (bot.is_own || !bot.is_script))
    }

    fn is_challenger(&self, bot: &FieldBot) -> bool {
        self.format == Format::Gauntlet && self.challenger.as_ref() == Some(&bot.key)
    }

    /// The form.
    pub(crate) fn draw(&self) -> ViewNode {
        let formats = Format::ALL.into_iter().filter(|format| format.has_fixed_pairs());
        let formats = formats.map(|format| option(format.name(), &format_name(format), format == self.format));
        let boxes = self.bots.iter().map(|bot| {
            let name = format!("{BOT}{}", bot.key);
            let mut input = node("input").with("type", "checkbox").with("name", &name).testid(&name);
            if self.takes_part(bot) {
                input = input.with("checked", "");
            }
            node("label").with("key", &name).child(input).text(&*bot.name)
        });
        let challengers = self.present().map(|bot| option(&bot.key, &bot.name, self.is_challenger(bot)));
        let challenger = (self.format == Format::Gauntlet).then(|| {
            setting("bot that meets all others", select("field-challenger", "Bot that meets all others", challengers))
        });
        let games = node("input").with("name", "field-games").with("value", self.games).with("inputmode", "numeric");
        let games = games.with("aria-label", "Games of each pairing").testid("field-games");
        let count = self.present().count();
        let seats = self.format.seats(count).max(1) as u64;
        let all = self.format.pairing_count(count) as u64 * self.games.next_multiple_of(seats);
        node("details")
            .with("class", "field-form")
            .child(node("summary").testid("field-form").text("Tournament"))
            .child(setting("format", select("field-format", "Format", formats)))
            .child(
                node("div")
                    .with("class", "field-bots")
                    .with("role", "group")
                    .with("aria-label", "Bots")
                    .children(boxes),
            )
            // Always present, so that the next elements stay in place.
            .child(node("div").children(challenger))
            .child(setting("games of each pairing", games))
            .child(button("field-play", &format!("Play the tournament: {all} games")).with("class", "primary"))
    }
}

fn setting(name: &str, field: ViewNode) -> ViewNode {
    node("label").with("class", "setting").child(node("span").text(name)).child(field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> FieldForm {
        let mut form = FieldForm::default();
        let bot = |name: &str| {
            let (key, is_script) = (format!("four-{name}"), name.ends_with(".js"));
            FieldBot { key, name: name.to_owned(), is_own: false, is_script, has_failed: name == "e" }
        };
        form.set_bots(["a", "b", "c", "d.js", "e"].map(bot).to_vec());
        form
    }

    fn asked(form: &FieldForm) -> (Format, String, u64) {
        let FromSeries::Field { format, bots, games: Some(games) } = form.request() else {
            panic!("it asks for a tournament")
        };
        (format, bots.join(" "), games)
    }

    #[test]
    fn everybody_takes_part_until_somebody_says_otherwise() {
        let mut form = form();
        assert_eq!(asked(&form), (Format::RoundRobin, "four-a four-b four-c".to_owned(), 20));
        for (name, value) in [("bot:four-b", "false"), ("field-games", " 6 "), ("field-format", "gauntlet")] {
            assert_eq!(form.change(name, value), Ok(true), "{name}");
        }
        assert_eq!(form.change("filter", "all"), Ok(false));
        assert!(form.change("field-games", "1").is_err() && form.change("field-games", "many").is_err());
        assert_eq!(form.change("field-challenger", "four-c"), Ok(true));
        assert_eq!(asked(&form), (Format::Gauntlet, "four-c four-a".to_owned(), 6));
        assert_eq!(form.change("bot:four-b", "true"), Ok(true));
        assert_eq!(asked(&form), (Format::Gauntlet, "four-c four-a four-b".to_owned(), 6));
        let drawn = form.draw().into_value().to_string();
        assert!(drawn.contains("Play the tournament: 12 games"), "two pairings of six: {drawn}");
        assert_eq!(form.change("bot:four-d.js", "true"), Ok(true), "scripts do not until somebody says so");
        assert_eq!(asked(&form).1, "four-c four-a four-b four-d.js");
    }
}
