//! Series: many games between the same bots, in workers of this tab.

use crate::accessibility;
use crate::match_page::{MatchPage, native};
use crate::saved::saved_text;
use anyhow::Result;
use botyard_e2e::{Browser, Key, Size, in_each_browser};
use botyard_hostile::cast;
use serde_json::Value;

/// The texts of the table, row by row.
const TABLE: &str = "return [...document.querySelectorAll('[data-testid=series-table] tbody tr')]\
    .map(row => [...row.cells].map(cell => cell.textContent))";

/// How many turns the listed games have.
const LENGTHS: &str = "return [...document.querySelectorAll('.series-game')]\
    .map(game => parseInt(game.children[3].textContent))";

/// Whether the list has lost games, and no others. The argument is how their labels begin: in a
/// tournament, with the bot's name; in a series, with the player.
const ARE_LOSSES_OF: &str = "
    const games = [...document.querySelectorAll('.series-game')], start = arguments[0];
    return games.length > 0
        && games.every(game => game.children[1].textContent === 'lost' && game.children[2].textContent.startsWith(start));
";

/// The cells of the crosstable, row by row, with the names of the columns as the first row.
const CROSSTABLE: &str = "return [...document.querySelectorAll('[data-testid=series-crosstable] tr')]\
    .map(row => [...row.cells].map(cell => cell.textContent))";

/// Defects of the panel: controls without a name, controls too small for a finger, texts whose
/// contrast with their background is below WCAG AA.
const UNUSABLE: &str = r"
    const shown = [...document.querySelectorAll('.series-body *')].filter(one => one.getClientRects().length);
    const told = (why, one) => `${why}: ${one.outerHTML.slice(0, 120)}`;
    const nameless = shown.filter(one => one.matches('button, select, input, summary, a, progress, [role=img]')
        && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length || one.title));
    const small = shown.filter(one => one.matches('button, select, input, summary, a')).filter(one => {
        const frame = (one.closest('label') ?? one).getBoundingClientRect();
        return Math.round(frame.width) < 24 || Math.round(frame.height) < 24;
    });
    const parts = colour => colour.match(/[\d.]+/g).map(Number);
    const light = colour => {
        const [red, green, blue] = parts(colour).map(part => part / 255)
            .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = one => {
        for (; one; one = one.parentElement) {
            const colour = getComputedStyle(one).backgroundColor;
            if ((parts(colour)[3] ?? 1) === 1) return colour;
        }
        return 'rgb(255, 255, 255)';
    };
    const pale = shown.filter(one => !one.closest('.unseen, option') && [...one.childNodes].some(
        child => child.nodeType === 3 && child.data.trim())).filter(one => {
        const [a, b] = [getComputedStyle(one).color, behind(one)].map(light).sort((a, b) => b - a);
        return (a + 0.05) / (b + 0.05) < 4.5;
    });
    return [...nameless.map(one => told('no name', one)), ...small.map(one => told('too small', one)),
        ...pale.map(one => told('too pale', one))];
";

/// More games than are played while a case waits.
pub const MANY: u64 = 10_000;

/// Sets up a series of Connect Four and begins it.
pub async fn begin(browser: &Browser, bots: [&str; 2], games: u64, seed: u64) -> Result<()> {
    browser.open("#/connect-four").await?;
    begin_here(browser, bots, games, seed).await
}

/// Like [`begin`], in the game that is shown.
pub async fn begin_here(browser: &Browser, bots: [&str; 2], games: u64, seed: u64) -> Result<()> {
    let match_page = MatchPage::new(browser);
    for (seat, bot) in bots.into_iter().enumerate() {
        match_page.seat(seat, bot).await?;
    }
    match_page.seed(seed).await?;
    browser.choose("series-games-number", &games.to_string()).await?;
    browser.click("play-series").await?;
    // Another series may still be shown.
    let is_shown = async || {
        let table = browser.script(TABLE, vec![]).await?;
        Ok((0..bots.len()).all(|row| table[row][0].as_str().is_some_and(|name| name.starts_with(bots[row]))))
    };
    browser.wait_for("the series of these bots", is_shown).await
}

/// Waits until all games of the series count.
pub async fn is_over(browser: &Browser, games: u64) -> Result<()> {
    browser.wait_for_text("series-state", |text| text == format!("{games} games")).await.map(drop)
}

/// How many games count, from the panel's text: `Stopped after 12 of 20 games`.
pub fn played(state: &str) -> u64 {
    state.split(' ').find_map(|word| word.parse().ok()).unwrap_or(0)
}

/// The same series played by the native program: its JSON document, and the lines of its file in
/// the order in which they were written.
pub fn native_series(browser: &Browser, bots: [&str; 2], games: u64, seed: u64) -> Result<(Value, String)> {
    native_games(browser, &["series", "connect-four"], &bots, games, seed)
}

/// Games that the native program plays: `what` is the command with the game and options.
pub fn native_games(browser: &Browser, what: &[&str], bots: &[&str], games: u64, seed: u64) -> Result<(Value, String)> {
    let folder = tempfile::tempdir()?;
    let lines = folder.path().join("lines.jsonl");
    let bots: Vec<_> = bots.iter().map(|bot| format!("builtin:{bot}")).collect();
    let (games, seed) = (games.to_string(), seed.to_string());
    let options = ["--games", &games, "--seed", &seed, "--json", "--quiet", "--jsonl"];
    let arguments = what.iter().copied().chain(bots.iter().map(String::as_str)).chain(options);
    let printed = native::program(browser, arguments.map(AsRef::as_ref).chain([lines.as_os_str()]))?;
    Ok((serde_json::from_slice(&printed)?, std::fs::read_to_string(&lines)?))
}

/// The standings of a tournament, from a document of the native program: names, places, and the
/// numbers of games; then the crosstable.
fn native_standings(document: &Value) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let players = list(&document["players"]);
    let elo = |value: &Value| value.as_f64().map(|elo| format!("{:+.0}", elo.round() + 0.0));
    let standings = players.iter().map(|player| {
        let rating = &player["rating"];
        let interval = match (elo(&rating["low"]), elo(&rating["high"])) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("at least {low}"),
            (None, Some(high)) => format!("at most {high}"),
            (None, None) if rating["value"].is_null() => String::new(),
            (None, None) => "n/a".to_owned(),
        };
        let estimate = elo(&player["estimate"]).map(|estimate| format!("~{estimate}"));
        let value = elo(&rating["value"]).or(estimate).unwrap_or_else(|| "n/a".to_owned());
        let mut row = vec![text(&player["name"]), text(&player["place"]), value, interval];
        row.extend(["won", "drawn", "lost"].map(|count| text(&player[count])));
        row
    });
    let names: Vec<_> = players.iter().map(|player| text(&player["name"])).collect();
    let against = |one: &String, other: &String| {
        let seats = |pairing: &Value| list(&pairing["players"]).iter().map(text).collect::<Vec<_>>();
        let pairings = list(&document["pairings"]);
        let found = pairings
            .iter()
            .find(|pairing| one != other && seats(pairing).contains(one) && seats(pairing).contains(other));
        found.map_or_else(String::new, |pairing| {
            let results = &pairing["results"][seats(pairing).iter().position(|name| name == one).unwrap_or_default()];
            ["won", "drawn", "lost"].map(|count| text(&results[count])).join("-")
        })
    };
    let crosstable = names
        .iter()
        .map(|one| std::iter::once(one.clone()).chain(names.iter().map(|other| against(one, other))).collect());
    (standings.collect(), crosstable.collect())
}

/// Ensures that the page shows the standings of this document.
async fn holds_standings(browser: &Browser, document: &Value) -> Result<()> {
    let (standings, crosstable) = native_standings(document);
    let rows = |value: Value| -> Result<Vec<Vec<String>>> { Ok(serde_json::from_value(value)?) };
    let mut shown = rows(browser.script(TABLE, vec![]).await?)?;
    shown.iter_mut().for_each(|row| row.truncate(7));
    assert_eq!(shown, standings);
    assert_eq!(rows(browser.script(CROSSTABLE, vec![]).await?)?[1..], crosstable);
    Ok(())
}

/// Lines in the order of the schedule, without the times that the games took.
pub fn sorted(lines: &str) -> Result<Vec<Value>> {
    let mut lines: Vec<Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    lines.iter_mut().for_each(|line| line["duration_ns"] = Value::Null);
    lines.sort_by_key(|line| (line["unit"].as_u64(), line["rotation"].as_u64()));
    Ok(lines)
}

/// Ensures that the table is that of a native series.
pub async fn holds_table(browser: &Browser, document: &Value) -> Result<()> {
    let table = browser.script(TABLE, vec![]).await?;
    let players = document["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    assert_eq!(players.len(), 2);
    for (row, player) in players.iter().enumerate() {
        for (column, name) in [(0, "name"), (1, "won"), (2, "drawn"), (3, "lost")] {
            let expected = player[name].as_str().map_or_else(|| player[name].to_string(), str::to_owned);
            assert_eq!(table[row][column], *expected, "{name} of player {row}");
        }
    }
    Ok(())
}

/// The lines of the file that the page exports.
pub async fn exported(browser: &Browser) -> Result<Vec<Value>> {
    sorted(&saved_text(browser, &["series-export"]).await?)
}

in_each_browser! {
    /// The native program gets the same table and the same games.
    #[core]
    async fn a_series_counts_as_natively(browser: &Browser) -> Result<()> {
        let (bots, games, seed) = (["tactician", "random"], 100, 42);
        begin(browser, bots, games, seed).await?;
        is_over(browser, games).await?;
        let (document, lines) = native_series(browser, bots, games, seed)?;
        holds_table(browser, &document).await?;
        assert_eq!(exported(browser).await?, sorted(&lines)?);
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// Two modules, one of which computes for four fifths of its time before each answer, on all
    /// processors: neither is ever late.
    async fn a_bot_that_needs_most_of_its_time_is_never_late(browser: &Browser) -> Result<()> {
        browser.open("#/connect-four").await?;
        browser.click("settings").await?;
        browser.fill("time-limit", "0.005").await?;
        browser.find("time-limit").await?.send_keys(Key::Tab).await?;
        let folder = tempfile::tempdir()?;
        let program = std::fs::read(browser.setting().bots.join("hostile-busy.wasm"))?;
        for (seat, (name, role)) in [("busy", "4000 4"), ("quick", "0 5")].into_iter().enumerate() {
            let file = folder.path().join(name).with_extension("wasm");
            std::fs::write(&file, cast(program.clone(), role))?;
            browser.drop_file(&format!("seat-{seat}"), &file).await?;
            MatchPage::new(browser).seat_shows(seat, name).await?;
        }
        browser.choose("series-games-number", "500").await?;
        browser.click("play-series").await?;
        is_over(browser, 500).await?;
        let lines = exported(browser).await?;
        assert_eq!(lines.len(), 500);
        for line in lines {
            let (played, busy) = (&line["result"]["played"], usize::from(line["players"][1] == "busy.wasm"));
            assert!(played["times"][busy]["longest_ns"].as_u64() >= Some(4_000_000), "it needs most of its time: {line}");
            assert_eq!(played["faults"], Value::Null, "{line}");
        }
        Ok(())
    }

    /// A click or a key on a game of the list opens it at its end.
    async fn a_listed_game_is_shown_at_its_end(browser: &Browser) -> Result<()> {
        let (bots, games) = (["random", "tactician"], 20);
        begin(browser, bots, games, 3).await?;
        is_over(browser, games).await?;
        browser.choose("series-filter", "losses of random").await?;
        let are_filtered = async || Ok(browser.script(ARE_LOSSES_OF, vec!["player ".into()]).await? == true);
        browser.wait_for("the list has the losses of random alone", are_filtered).await?;
        browser.choose("series-order", "longest first").await?;
        let lengths = async || -> Result<Vec<u64>> {
            let listed = browser.script(LENGTHS, vec![]).await?;
            Ok(listed.as_array().into_iter().flatten().filter_map(Value::as_u64).collect())
        };
        let is_sorted = async || Ok(lengths().await?.is_sorted_by(|one, other| one >= other));
        browser.wait_for("the longest game comes first", is_sorted).await?;
        let longest = lengths().await?[0];
        browser.script("document.querySelector('a.series-game').focus()", vec![]).await?;
        browser.keys(Key::Enter).await?;
        browser.wait_for_text("verdict", |text| text.contains("tactician wins")).await?;
        let turn = browser.text("turn").await?;
        assert!(turn.contains(&longest.to_string()), "{turn} of {longest}");
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    /// The native program gets the same standings, ratings and games from the same round robin and
    /// the same gauntlet.
    async fn a_tournament_counts_as_natively(browser: &Browser) -> Result<()> {
        let (games, seed, match_page) = (20, 11, MatchPage::new(browser));
        browser.open("#/stratego").await?;
        match_page.seed(seed).await?;
        browser.click("tab-series").await?;
        browser.click("field-form").await?;
        browser.click("bot:stratego-veteran").await?;
        match_page.number("field-games", games).await?;
        for (format, bots, played) in [
            ("round-robin", ["sleuth", "forfax", "dummy"], 60),
            ("gauntlet", ["forfax", "sleuth", "dummy"], 40),
        ] {
            browser.choose("series-field-format", &format.replace('-', " ")).await?;
            if format == "gauntlet" {
                browser.choose("series-field-challenger", "forfax").await?;
            }
            browser.click("series-field-play").await?;
            is_over(browser, played).await?;
            let command = ["tournament", "stratego", "--format", format];
            let (document, lines) = native_games(browser, &command, &bots, games, seed)?;
            holds_standings(browser, &document).await?;
            assert_eq!(exported(browser).await?, sorted(&lines)?);
        }
        browser.choose("series-filter", "losses of dummy").await?;
        let are_filtered = async || Ok(browser.script(ARE_LOSSES_OF, vec!["dummy,".into()]).await? == true);
        browser.wait_for("the list has the losses of dummy alone", are_filtered).await?;
        browser.script("document.querySelector('a.series-game').click()", vec![]).await?;
        browser.wait_for_text("verdict", |text| text.contains("forfax wins")).await?;
        // Stored like a series.
        browser.reload().await?;
        browser.click("tab-series").await?;
        is_over(browser, 40).await?;
        assert_eq!(browser.console_errors(), Vec::<String>::new());
        Ok(())
    }

    #[core]
    async fn an_exported_tournament_is_imported(browser: &Browser) -> Result<()> {
        let bots = ["sleuth", "forfax", "dummy"];
        let (document, lines) = native_games(browser, &["tournament", "stratego"], &bots, 2, 3)?;
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("tournament.jsonl");
        std::fs::write(&path, lines)?;
        browser.open("#/connect-four").await?;
        browser.click("tab-series").await?;
        browser.find("series-none").await?;
        browser.choose_file("series-import", &path).await?;
        browser.wait_for_text("series-state", |text| text == "6 games from a file").await?;
        holds_standings(browser, &document).await
    }

    /// On a small phone in dark mode all controls in the panel have a name and are large enough,
    /// all texts can be read, and the panel is not wider than the window.
    async fn a_small_phone_has_room_for_a_tournament(browser: &Browser) -> Result<()> {
        browser.resize(Size { width: 360, height: 740 }).await?;
        browser.open("#/stratego").await?;
        accessibility::darken(browser).await?;
        browser.click("tab-series").await?;
        browser.click("field-form").await?;
        browser.choose("series-field-format", "gauntlet").await?;
        browser.click("bot:stratego-veteran").await?;
        browser.click("series-field-play").await?;
        is_over(browser, 40).await?;
        assert_eq!(browser.script(UNUSABLE, vec![]).await?, serde_json::json!([]));
        let wide = browser.script("return document.documentElement.scrollWidth > innerWidth", vec![]).await?;
        assert_eq!(wide, false, "nothing sticks out to the right");
        let picture = format!("series-phone-{}.png", browser.kind());
        browser.screenshot(&browser.setting().pictures.join(picture)).await
    }
}
