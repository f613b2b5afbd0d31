//! Draws the panel of series as nodes. Decides nothing: presses are reported by the elements'
//! names.

use botyard_engine::tournament::Format;
use botyard_engine::tournament::report::Results;
use botyard_engine::tournament::statistics::{Anchor, FieldRatings};
use botyard_web_protocol::PRICES_VERSION;
use serde_json::Value;

use super::comparison_view::{sprt, statements};
use super::controls::{button, option, select};
use super::field_form::{FieldForm, format_name};
use super::game_list::{Filter, ListOrder, listed_games};
use super::lost_turns::LostTurns;
use super::node::{ViewNode, node};
use super::pace::TimeLeft;
use super::result_parts::{draw_remarks, draw_table, results};
use super::series::{DECIDED_GAMES_MAX, ListedGame, ListedResult, Series, SeriesDescription};
use super::store::SeriesStoreError;

/// The data to draw.
pub(crate) struct SeriesView<'a> {
    pub(crate) series: Option<&'a Series>,
    pub(crate) phase: SeriesPhase,
    /// Games in a second, if games are being played.
    pub(crate) rate: Option<f64>,
    /// How long the others will take, if it can be estimated.
    pub(crate) time_left: Option<TimeLeft>,
    /// When a series was begun, by its number in the store; empty if that is not known.
    pub(crate) time_of: fn(u32) -> String,
    pub(crate) filter: Filter,
    pub(crate) order: ListOrder,
    /// How many games are listed at most.
    pub(crate) list_limit: usize,
    /// Why results are not stored, if they are not.
    pub(crate) store_error: Option<SeriesStoreError>,
    /// All series of the store by their numbers there, the newest first.
    pub(crate) stored_list: &'a [(u32, SeriesDescription)],
    /// Which of them is shown; `None` for a series that the store does not have.
    pub(crate) shown_id: Option<u32>,
    /// Which turns lost its games.
    pub(crate) lost_turns: &'a LostTurns,
    /// The ratings of a tournament, as far as they have been computed.
    pub(crate) ratings: Option<&'a FieldRatings>,
    /// The form of the next tournament.
    pub(crate) form: &'a FieldForm,
}

/// How far the series is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum SeriesPhase {
    /// No game is played.
    #[default]
    Stopped,
    /// Games are played.
    Playing,
}

/// The panel.
pub(crate) fn draw(view: &SeriesView<'_>) -> Value {
    let parts = match view.series {
        Some(series) => series_parts(view, series),
        None => {
            let hint = "No series yet. Choose two bots under Players and press \u{201c}Play 100 games\u{201d} there: they play each other \
                        with new seeds, in both seats.";
            let none = node("p").with("class", "hint").testid("series-none").text(hint);
            [none].into_iter().chain(unread_banner(view)).collect()
        }
    };
    // The number of children is always the same: the form stays open, and keeps the focus.
    let body = node("div").with("class", "series-body").child(announcement(view)).child(view.form.draw());
    body.child(node("div").with("class", "series-parts").children(series_choice(view)).children(parts)).into_value()
}

fn series_parts(view: &SeriesView<'_>, series: &Series) -> Vec<ViewNode> {
    let mut parts = vec![progress(view, series)];
    parts.extend(store_error_banner(view));
    let results = results(series, view.ratings);
    parts.extend(tables(series, &results));
    parts.push(statements(series, &results));
    if series.is_series() {
        parts.extend(sprt(series));
        parts.push(super::number_help::help());
    }
    parts.extend(draw_remarks(series, &results.remarks(Anchor::Mean)));
    parts.extend(prices_remark(series));
    parts.push(games(view, series));
    parts
}

/// Says that the series began with an earlier version of the prices.
fn prices_remark(series: &Series) -> Option<ViewNode> {
    let version = series.description.earlier_prices()?;
    let text = format!(
        "The first games of this series are of an earlier version of Botyard, which counted the time of modules by other prices \
         (version {version}, now {PRICES_VERSION}). In later games a bot may run out of time at another point."
    );
    Some(node("p").with("class", "hint").testid("series-prices").text(text))
}

/// The table of the participants, and in a tournament the crosstable.
fn tables(series: &Series, results: &Results<'_>) -> Vec<ViewNode> {
    let crosstable = results.crosstable().map(|crosstable| draw_table("series-crosstable", &crosstable));
    let tables = [draw_table("series-table", &results.table())].into_iter().chain(crosstable);
    // With keys, the tables of a tournament can be scrolled sideways.
    tables.map(|table| if series.is_series() { table } else { table.with("tabindex", 0) }).collect()
}

/// The announcement for screen readers: a sentence for each quarter, and for the end.
fn announcement(view: &SeriesView<'_>) -> ViewNode {
    let said = view.series.map(|series| {
        let (counted, all) = (series.counted(), series.description.games);
        match (view.phase, series.is_over()) {
            (_, true) if series.repeated_failure().is_some() => {
                format!("The series is paused after {counted} games, because a bot fails again and again.")
            }
            (_, true) => {
                format!("The series is over after {counted} games. {}", results(series, None).points_sentence())
            }
            (SeriesPhase::Stopped, _) => format!("The series is stopped after {counted} games."),
            (SeriesPhase::Playing, _) => match 4 * counted / all.max(1) {
                0 => "A series is being played.".to_owned(),
                quarters => format!("{} % of the games are played.", 25 * quarters),
            },
        }
    });
    node("p").with("class", "unseen").with("role", "status").text(said.unwrap_or_default())
}

/// Which series is shown, where there are others.
fn series_choice(view: &SeriesView<'_>) -> Option<ViewNode> {
    let is_other =
        view.stored_list.len() > 1 || view.stored_list.first().is_some_and(|(id, _)| Some(*id) != view.shown_id);
    is_other.then(|| {
        let game = |(_, description): &(u32, SeriesDescription)| description.match_spec.game.clone();
        let is_one_game = view.stored_list.iter().all(|one| game(one) == game(&view.stored_list[0]));
        let stored = |one: &(u32, SeriesDescription)| {
            let (id, description) = one;
            let game = if is_one_game { String::new() } else { format!("{}: ", game(one)) };
            let time = Some((view.time_of)(*id)).filter(|time| !time.is_empty());
            let time = time.map(|time| format!(", {time}")).unwrap_or_default();
            let text = format!("{game}{}, {} games{time}", who_plays(description), description.games);
            option(&id.to_string(), &text, Some(*id) == view.shown_id)
        };
        let none = view.shown_id.is_none().then(|| option("", "not kept", true));
        let list = select("series", "Which series", none.into_iter().chain(view.stored_list.iter().map(stored)));
        node("label").with("class", "setting").child(node("span").text("Series")).child(list)
    })
}

/// The participants of a series: `a and b`, `a against b and c`, `round robin of 4 bots`.
fn who_plays(description: &SeriesDescription) -> String {
    // More names would not fit the list.
    const NAMES: usize = 2;
    let names: Vec<_> = description.match_spec.players.iter().map(|player| &*player.name).collect();
    match (description.format, &names[..]) {
        (Format::Series, names) => names.join(" and "),
        (Format::Gauntlet, [first, others @ ..]) if others.len() <= NAMES => {
            format!("{first} against {}", others.join(" and "))
        }
        (Format::Gauntlet, [first, others @ ..]) => format!("{first} against {} bots", others.len()),
        (format, names) => format!("{} of {} bots", format_name(format), names.len()),
    }
}

fn progress(view: &SeriesView<'_>, series: &Series) -> ViewNode {
    let (counted, all) = (series.counted(), series.description.games);
    let rate = view.rate.filter(|rate| *rate >= 1.0).map(|rate| format!(", {rate:.0} a second")).unwrap_or_default();
    let left = view.time_left.and_then(TimeLeft::text).map(|left| format!(", {left}")).unwrap_or_default();
    let most = if series.description.test.ends_series { "up to " } else { "" };
    let failure = series.repeated_failure();
    let failure = failure.map(|failure| failure.sentence(series.names()[failure.participant.index()]));
    let state = match (view.phase, series.is_over()) {
        (_, _) if series.description.is_imported => format!("{counted} games from a file"),
        (_, true) if let Some(why) = &failure => format!("Paused after {counted} of {all} games: {why}"),
        (_, true) if counted < all => format!("Decided after {counted} of {all} games"),
        (_, true) => format!("{counted} games"),
        (SeriesPhase::Playing, _) => format!("{counted} of {most}{all} games{rate}{left}"),
        (SeriesPhase::Stopped, _) => format!("Stopped after {counted} of {all} games"),
    };
    let mut tools = node("div").with("class", "row");
    if !series.is_over() {
        tools = match view.phase {
            SeriesPhase::Stopped => tools.child(button("go-on", "Go on").with("class", "primary")),
            SeriesPhase::Playing => tools.child(button("stop", "Stop")),
        };
    }
    if failure.is_some() {
        tools = tools.child(button("keep-going", "Go on anyway").with("class", "primary"));
    }
    if series.can_be_decided() {
        let title = format!("Play up to {DECIDED_GAMES_MAX} games in all, until the sequential test decides");
        tools = tools.child(button("decide", "Play until decided").with("title", title));
    }
    if counted > 0 {
        tools = tools.child(button("export", "Export").with("title", "Save all games, a line of JSON for each"));
    }
    if view.phase == SeriesPhase::Stopped {
        tools = tools.child(button("remove", "Remove"));
    }
    let bar = node("progress").with("max", all).with("value", counted).with("aria-label", "Games played");
    node("div")
        .with("class", "series-progress")
        .child(node("p").testid("series-state").text(state))
        .child(bar)
        .child(tools)
}

fn store_error_banner(view: &SeriesView<'_>) -> Option<ViewNode> {
    let sentence = match view.store_error? {
        SeriesStoreError::Full => {
            "This browser's storage is full: what was kept before stays, and games from now on are gone with the page unless \
             you export them."
        }
        SeriesStoreError::Unavailable => {
            "This browser does not keep the results (its storage is switched off or does not answer): the series goes on, and \
             is gone with the page unless you export it."
        }
    };
    Some(banner(sentence))
}

/// A notice that the store cannot be read, although it may have series.
fn unread_banner(view: &SeriesView<'_>) -> Option<ViewNode> {
    let is_unread = view.store_error == Some(SeriesStoreError::Unavailable);
    is_unread.then(|| {
        banner(
            "The series that this browser keeps cannot be read (its storage is switched off or does not answer). Load the page \
             again to try once more.",
        )
    })
}

fn banner(sentence: &str) -> ViewNode {
    node("p").with("class", "banner").testid("series-unkept").text(sentence)
}

fn games(view: &SeriesView<'_>, series: &Series) -> ViewNode {
    let names = series.names();
    let filters = Filter::all(names.len()).map(|filter| {
        let text = match filter {
            Filter::All => "all games".to_owned(),
            Filter::Losses(participant) => format!("losses of {}", names[participant]),
            Filter::Faults => "with a fault".to_owned(),
        };
        option(&filter.name(), &text, filter == view.filter)
    });
    let orders = ListOrder::ALL.map(|order| {
        let text = match order {
            ListOrder::Schedule => "in order",
            ListOrder::Shortest => "shortest first",
            ListOrder::Longest => "longest first",
        };
        option(order.name(), text, order == view.order)
    });
    let games = listed_games(series, view.filter, view.order);
    let rows = games.iter().take(view.list_limit).map(|game| game_row(series, game, view));
    let list = node("ol").with("class", "series-games").testid("series-games").children(rows);
    let rest = games.len().saturating_sub(view.list_limit);
    let more = (rest > 0).then(|| button("more", &format!("Show more ({rest})")));
    let none = if view.filter == Filter::All { "No game is over yet." } else { "No such game yet." };
    let empty = games.is_empty().then(|| node("p").with("class", "hint").text(none));
    node("div")
        .with("class", "series-list")
        .child(node("div").with("class", "row").child(select("filter", "Which games", filters)).child(select(
            "order",
            "In which order",
            orders,
        )))
        .children(view.lost_turns.draw(series, &games, view.filter))
        .child(list)
        .children(empty)
        .children(more)
}

/// A game leads to its end on the board, or to the turn that lost it. One that is too long for a link is opened by a message.
fn game_row(series: &Series, game: &ListedGame, view: &SeriesView<'_>) -> ViewNode {
    // Whose result it is: his whose losses are listed, else the first bot's.
    let whose = match view.filter {
        Filter::Losses(participant) => participant,
        Filter::All | Filter::Faults => game.seats.iter().copied().min().unwrap_or_default(),
    };
    let (seat, result) = game.result_of(whose).unwrap_or((0, ListedResult::Void));
    let (class, result) = match result {
        ListedResult::Won => ("won", "won"),
        ListedResult::Drawn => ("drawn", "drawn"),
        ListedResult::Lost => ("lost", "lost"),
        ListedResult::Void => ("drawn", "void"),
    };
    let names = series.names();
    let faults = game.faults.iter().map(|&(who, kind)| format!("{kind} of {}", names[who]));
    let faults = faults.collect::<Vec<_>>().join(", ");
    let number = game.number.to_string();
    let lost = view.lost_turns.of(game);
    let row = match &game.replay {
        Some(link) if !link.starts_with('{') => {
            let name = &series.description.match_spec.game;
            let turn = lost.and_then(|lost| lost.before).unwrap_or(game.turns);
            node("a").with("href", format!("#/{name}/r/{link}?t={turn}"))
        }
        Some(_) => node("button").with("type", "button").with("data-do", "open").with("value", &number),
        None => node("span"),
    };
    let row = row
        .with("class", if series.is_series() { "series-game" } else { "series-game of-field" })
        .child(node("span").with("class", "number").text(&*number))
        .child(node("b").with("class", class).text(result))
        .child(node("span").text(who_played(series, game, whose, seat)))
        .child(node("span").text(format!("{} turns", game.turns)))
        .child(node("span").with("class", "fault").with("title", &faults).text(faults));
    let lost = lost.map(|lost| node("small").with("class", "lost-turn").text(&*lost.sentence));
    node("li").with("key", &number).child(row.children(lost))
}

/// In a series, which player the bot was; in a tournament, also the names of the players: `a,
/// player 1, against b`.
fn who_played(series: &Series, game: &ListedGame, whose: usize, seat: usize) -> String {
    let player = format!("player {}", seat + 1);
    if series.is_series() {
        return player;
    }
    let names = series.names();
    let others: Vec<_> = game.seats.iter().filter(|&&other| other != whose).map(|&other| names[other]).collect();
    format!("{}, {player}, against {}", names[whose], others.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::tests::{failing_series, line, series, tournament, void};

    /// All texts of the panel, in order.
    fn texts(node: &Value) -> Vec<&str> {
        match node {
            Value::String(text) => vec![text],
            Value::Array(parts) => parts.iter().skip(2).flat_map(texts).collect(),
            _ => Vec::new(),
        }
    }

    fn drawn(series: Option<&Series>, phase: SeriesPhase) -> Value {
        let (rate, filter, order, list_limit, stored_list, shown_id) =
            (None, Filter::All, ListOrder::Schedule, 2, &[][..], None);
        let (store_error, form) = (Some(SeriesStoreError::Unavailable), &FieldForm::default());
        let ratings = series.map(|series| FieldRatings::estimate(series.counted_games_of_all().field(), Anchor::Mean));
        let ratings = ratings.as_ref();
        let (time_left, time_of): (_, fn(u32) -> String) = (None, |_| "03:09".to_owned());
        draw(&SeriesView {
            series,
            phase,
            rate,
            time_left,
            time_of,
            filter,
            order,
            list_limit,
            store_error,
            stored_list,
            shown_id,
            lost_turns: &LostTurns::default(),
            ratings,
            form,
        })
    }

    #[test]
    fn what_is_not_known_says_why() {
        let series = series(20);
        let value = drawn(Some(&series), SeriesPhase::Playing);
        let all = texts(&value);
        assert!(all.contains(&"0 of 20 games"), "{all:?}");
        assert_eq!(all.iter().filter(|text| **text == "n/a: no games").count(), 6, "{all:?}");
        assert!(!all.contains(&"n/a"), "{all:?}");
        assert!(all.contains(&"Stop") && !all.contains(&"Go on"), "{all:?}");
        assert!(all.iter().any(|text| text.starts_with("This browser does not keep")), "{all:?}");
        let value = drawn(None, SeriesPhase::Stopped);
        let all = texts(&value);
        assert!(all.iter().any(|text| text.starts_with("No series yet")), "{all:?}");
        assert!(all.iter().any(|text| text.contains("cannot be read (")), "{all:?}");
    }

    /// Regression: the panel had only `n/a`, where the native program gave the reason.
    #[test]
    fn numbers_that_cannot_be_known_say_why_beside_others() {
        let mut series = series(4);
        for (unit, rotation, places) in [(0, 0, [1, 2]), (0, 1, [2, 1]), (1, 0, [1, 2]), (1, 1, [2, 1])] {
            series.add_line(line(unit, rotation, places, vec![])).expect("a game of the series");
        }
        let value = drawn(Some(&series), SeriesPhase::Stopped);
        let all = texts(&value);
        let said = |what: &str| all[all.iter().position(|text| *text == what).expect("it is said") + 1];
        assert_eq!(said("likely better"), "n/a: one side has too few points", "{all:?}");
        assert!(!all.contains(&"won pairs per lost"), "no pair was lost: {all:?}");
        assert_eq!((said("score"), said("even pairs")), ("100.0 %", "0.0 %"), "{all:?}");
    }

    #[test]
    fn a_paused_series_says_why_and_can_go_on() {
        let value = drawn(Some(&failing_series(true)), SeriesPhase::Stopped);
        let all = texts(&value);
        let expected = "Paused after 10 of 40 games: other has failed in the same way in 5 units in a row (timeout, in games \
                        of 3 turns)";
        assert!(all.contains(&expected) && all.contains(&"Go on anyway"), "{all:?}");
        assert!(!all.contains(&"Go on") && !all.contains(&"Play until decided"), "{all:?}");
    }

    #[test]
    fn a_series_that_is_not_decided_can_be_played_until_it_is() {
        let mut series = series(8);
        for (unit, rotation) in (0..4).flat_map(|unit| [(unit, 0), (unit, 1)]) {
            let places = if rotation == 0 { [1, 2] } else { [2, 1] };
            series.add_line(line(unit, rotation, places, vec![])).expect("a game of the series");
        }
        let value = drawn(Some(&series), SeriesPhase::Stopped);
        assert!(texts(&value).contains(&"Play until decided"), "{value}");
        series.description.extend_until_decided();
        let series = series.rebuild().expect("the same series");
        let value = drawn(Some(&series), SeriesPhase::Playing);
        let all = texts(&value);
        assert!(all.contains(&"8 of up to 20000 games") && !all.contains(&"Play until decided"), "{all:?}");
    }

    #[test]
    fn void_games_are_named_with_the_reason() {
        let mut series = series(4);
        for text in [void(0, 1), void(0, 1), line(0, 0, [1, 2], vec![])] {
            series.add_line(text).expect("a game of the series");
        }
        let value = drawn(Some(&series), SeriesPhase::Stopped);
        let expected = "1 unit has a game that could not be played: it counts for nobody. Void: game 2: other ran \
                        for 61s of real time without using up its virtual time.";
        let all = texts(&value);
        assert!(all.contains(&expected), "{all:?}");
    }

    /// The lines have the time limit: a quarter of it is used.
    #[test]
    fn the_longest_turn_is_compared_with_the_limit() {
        let mut series = series(2);
        series.add_line(line(0, 0, [1, 2], vec![])).expect("a game of the series");
        assert!(!texts(&drawn(None, SeriesPhase::Stopped)).contains(&"of limit"));
        series.add_line(line(0, 1, [1, 2], vec![])).expect("a game of the series");
        for shown in [&series, &tournament(Format::Gauntlet, 2)] {
            let value = drawn(Some(shown), SeriesPhase::Stopped);
            let all = texts(&value);
            assert!(all.contains(&"of limit") && all.contains(&"25.0 %"), "{all:?}");
        }
    }

    #[test]
    fn a_tournament_has_standings_and_a_crosstable() {
        let value = drawn(Some(&tournament(Format::RoundRobin, 2)), SeriesPhase::Stopped);
        let all = texts(&value);
        let place = |text: &str| all.iter().position(|found| *found == text).expect("it is said");
        assert!(place("mine") < place("other") && place("other") < place("third"), "{all:?}");
        assert!(all.contains(&"4-0-0") && all.contains(&"0-0-4"), "{all:?}");
        assert!(all.iter().any(|text| text.starts_with("mine, other, third: no rating (")), "{all:?}");
        assert!(all.contains(&"mine, player 1, against other") && all.contains(&"12 games"), "{all:?}");
        assert!(!all.iter().any(|text| text.starts_with("SPRT")), "{all:?}");
    }

    #[test]
    fn a_series_is_named_after_its_players() {
        let called = |series: &Series| who_plays(&series.description);
        assert_eq!(called(&series(20)), "mine and other");
        assert_eq!(called(&tournament(Format::Gauntlet, 2)), "mine against other and third");
        assert_eq!(called(&tournament(Format::RoundRobin, 2)), "round robin of 3 bots");
    }

    #[test]
    fn games_lead_to_their_end_and_repeated_ones_are_told() {
        let mut series = series(6);
        for (unit, rotation) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            // The second pair repeats the first.
            let text = line(unit, rotation, [1, 2], vec![]).replace(r#""digest":"01"#, r#""digest":"00"#);
            series.add_line(text).expect("a game of the series");
        }
        let value = drawn(Some(&series), SeriesPhase::Stopped);
        let text = value.to_string();
        assert!(text.contains("#/connect-four/r/abc.def?t=10"), "the first unit has 10 turns: {text}");
        let all = texts(&value);
        assert!(all.contains(&"Show more (2)"), "{all:?}");
        assert!(all.iter().any(|text| text.starts_with("1 of 2 pairs of games repeat")), "{all:?}");
        assert!(all.contains(&"Stopped after 4 of 6 games"), "{all:?}");
    }
}
