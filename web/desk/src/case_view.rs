//! Draws the panel of cases as nodes. Decides nothing: presses are reported by the elements' names.

use botyard_engine::cases::CaseVerdict;
use botyard_web_protocol::BotKey;
use serde_json::Value;

use super::case_form::CaseForm;
use super::case_list::{CaseList, KeptCase};
use super::case_result::CaseResult;
use super::controls::{button, option, select};
use super::node::{ViewNode, node};
use super::own_bots::{AfterBuild, OwnBots};
use super::store::SeriesStoreError;

/// The data to draw.
pub(crate) struct CaseView<'a> {
    pub(crate) list: &'a CaseList,
    pub(crate) own_bots: &'a OwnBots,
    /// The turn that may be kept.
    pub(crate) form: Option<&'a CaseForm>,
    /// How many bots are still playing.
    pub(crate) waiting: usize,
    /// Why cases are not kept, if they are not.
    pub(crate) store_error: Option<SeriesStoreError>,
}

/// The panel.
pub(crate) fn draw(view: &CaseView<'_>) -> Value {
    let is_empty = view.list.shown().next().is_none();
    let body = node("div").with("class", "series-body").child(announcement(view));
    let mut body = body.children(view.form.map(CaseForm::draw)).children(store_error_banner(view));
    if is_empty && view.form.is_none() {
        let hint = "No tests of this game yet. “Save as test …” in the inspector saves a turn with what a bot has to do in it: \
                    new builds are tested at this position.";
        body = body.child(node("p").with("class", "hint").testid("cases-none").text(hint));
    }
    if !is_empty {
        body = body.child(tools(view)).child(table(view.list)).children(older(view.list)).children(reasons(view.list));
    }
    if !is_empty && view.list.columns().next().is_none() {
        let hint = "Choose a bot to be asked, or drop its file.";
        body = body.child(node("p").with("class", "hint").text(hint));
    }
    body.child(view.own_bots.draw()).children(series_hint(view)).into_value()
}

/// A hint about own bots of which no series is played although that was chosen for new builds: the
/// page has only the bots that it plays itself.
fn series_hint(view: &CaseView<'_>) -> Option<ViewNode> {
    let has_host_bots = view.list.bots.iter().any(|bot| matches!(BotKey::from(&*bot.key), BotKey::Host(_)));
    let hint = "No series follows when a bot of this computer has changed: the page plays series of its own bots only, and \
                has no build from before the change. “Keep its builds”, beside a module or a script in a seat, makes \
                its file a build here, which plays a series against the one before; programs play theirs with \
                `botyard series`.";
    let is_missed = has_host_bots && view.own_bots.after_build == AfterBuild::Series;
    is_missed.then(|| node("p").with("class", "hint").testid("no-host-series").text(hint))
}

/// The announcement for screen readers.
fn announcement(view: &CaseView<'_>) -> ViewNode {
    let said = match view.waiting {
        0 => counts(view.list),
        _ => "Bots are being asked.".to_owned(),
    };
    node("p").with("class", "unseen").with("role", "status").text(said)
}

/// How many answers pass, of those that are known.
fn counts(list: &CaseList) -> String {
    let cells = || list.shown().flat_map(|kept| list.columns().filter_map(|bot| list.result(kept.number, &bot.key)));
    let judged = cells().filter(|result| matches!(result, CaseResult::Judged(..))).count();
    let passed = cells().filter(|result| matches!(result, CaseResult::Judged(CaseVerdict::Pass, _))).count();
    let count = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    let verdict = match passed {
        _ if judged == 0 => return String::new(),
        0 => "none passes".to_owned(),
        _ if passed == judged => "all pass".to_owned(),
        _ => format!("{passed} of {judged} pass"),
    };
    format!("{}, {}: {verdict}.", count(list.shown().count(), "test"), count(list.columns().count(), "bot"))
}

fn store_error_banner(view: &CaseView<'_>) -> Option<ViewNode> {
    let sentence = match view.store_error? {
        SeriesStoreError::Full => {
            "This browser's storage is full: new tests are lost when you close the page, unless you export them."
        }
        SeriesStoreError::Unavailable => {
            "This browser does not keep tests (its storage is switched off or does not answer): export them."
        }
    };
    Some(node("p").with("class", "banner").testid("cases-unkept").text(sentence))
}

fn tools(view: &CaseView<'_>) -> ViewNode {
    let list = view.list;
    let is_asked = |key: &str| list.columns().any(|bot| bot.key == key);
    let others = list.bots.iter().filter(|bot| !is_asked(&bot.key)).map(|bot| option(&bot.key, &bot.name, false));
    let others = std::iter::once(option("", "Ask another bot …", true)).chain(others);
    let run = match view.waiting {
        0 => button("run-cases", "Run all").with("class", "primary"),
        waiting => button("stop-cases", &format!("Stop ({waiting} left)")),
    };
    let export = button("export-cases", "Export").with("title", "Save the tests as a file for `botyard check --cases`");
    node("div")
        .with("class", "series-progress")
        .child(node("p").testid("cases-state").text(if view.waiting == 0 {
            counts(list)
        } else {
            "Asking …".to_owned()
        }))
        .child(node("div").with("class", "row").child(run).child(export))
        .child(node("label").with("class", "setting").child(select("case-bot", "Ask another bot", others)))
}

fn table(list: &CaseList) -> ViewNode {
    let columns: Vec<_> = list.columns().collect();
    let heads = columns.iter().map(|bot| {
        let title = format!("Ask {} no more", bot.name);
        let remove = button("leave-out", "×").with("value", &bot.key).with("class", "quiet");
        node("th").with("scope", "col").text(&*bot.name).child(remove.with("title", &title).with("aria-label", &title))
    });
    let head = node("tr").child(node("th").with("scope", "col").text("test")).children(heads);
    let head = head.child(node("td"));
    let rows = list.shown().map(|kept| {
        let cells = columns.iter().map(|bot| cell(list.result(kept.number, &bot.key)));
        let title = format!("Remove {}", kept.case.name);
        let remove = button("remove-case", "×").with("value", kept.number).with("class", "quiet");
        let remove = node("td").child(remove.with("title", &title).with("aria-label", &title));
        node("tr").with("key", kept.number).child(row_head(kept)).children(cells).child(remove)
    });
    let table =
        node("table").testid("cases-table").child(node("thead").child(head)).child(node("tbody").children(rows));
    node("div").with("class", "series-table cases").child(table)
}

/// A hint on where the other builds are.
fn older(list: &CaseList) -> Option<ViewNode> {
    let said = match list.count_older_builds() {
        0 => return None,
        1 => "1 older build is not shown: ask it above.".to_owned(),
        count => format!("{count} older builds are not shown: ask them above."),
    };
    Some(node("p").with("class", "hint").testid("cases-older").text(said))
}

/// A case's name leads to its turn on the board.
fn row_head(kept: &KeptCase) -> ViewNode {
    let title = match &*kept.case.note {
        "" => kept.case.name.clone(),
        note => format!("{}: {note}", kept.case.name),
    };
    let open = button("open-case", &kept.case.name).with("class", "quiet").with("value", kept.number);
    node("th").with("scope", "row").with("title", title).child(open)
}

fn cell(result: Option<&CaseResult>) -> ViewNode {
    let word = match result {
        None => "–",
        Some(CaseResult::Waiting) => "…",
        Some(CaseResult::Judged(CaseVerdict::Pass, _)) => "pass",
        Some(CaseResult::Judged(CaseVerdict::Fail(_), _)) => "FAIL",
        Some(CaseResult::Judged(CaseVerdict::NotReached(_), _)) => "not reached",
        Some(CaseResult::Failed(_)) => "no answer",
    };
    node("td").text(word)
}

/// Why bots do not pass.
fn reasons(list: &CaseList) -> Option<ViewNode> {
    let is_only = list.shown().count() == 1;
    let mut all = Vec::new();
    for bot in list.columns() {
        for kept in list.shown() {
            let why = match list.result(kept.number, &bot.key) {
                Some(CaseResult::Judged(_, Some(why)) | CaseResult::Failed(why)) => why,
                _ => continue,
            };
            let of = if is_only { String::new() } else { format!(", {}", kept.case.name) };
            let said = node("p").text(format!("{}{of}: ", bot.name)).sentence(why);
            let mut reason = node("li").child(said);
            if !kept.case.note.is_empty() {
                reason = reason.child(node("p").with("class", "hint").text(format!("note: {}", kept.case.note)));
            }
            all.push(reason);
        }
    }
    let list = |all: Vec<ViewNode>| node("ol").with("class", "series-games").testid("cases-reasons").children(all);
    (!all.is_empty()).then(|| list(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_list::tests::{bot, list, own};

    /// Regression: no series followed, and no text explained why.
    #[test]
    fn bots_of_the_native_program_are_told_to_play_no_series() {
        let is_told = |bots: Vec<_>, after_build| {
            let mut list = list();
            list.show_game("connect-four".to_owned(), bots);
            let own_bots = OwnBots { after_build, ..OwnBots::default() };
            let view = CaseView { list: &list, own_bots: &own_bots, form: None, waiting: 0, store_error: None };
            draw(&view).to_string().contains("No series follows")
        };
        let host_bots = || vec![bot("here:3", "mine.py"), own("file:mine", "mine")];
        assert!(is_told(host_bots(), AfterBuild::Series));
        assert!(!is_told(host_bots(), AfterBuild::Cases), "it is asked the cases");
        assert!(!is_told(vec![own("file:mine", "mine")], AfterBuild::Series), "its builds play series");
    }

    #[test]
    fn verdicts_have_reasons() {
        let mut list = list();
        list.add_column("four-random");
        let (pass, fail) = (CaseVerdict::Pass, CaseVerdict::Fail("it played `5`".to_owned()));
        list.set_result(1, "file:mine", CaseResult::Judged(fail, Some("it played `5`".to_owned())));
        list.set_result(2, "file:mine", CaseResult::Judged(pass, None));
        list.set_result(1, "four-random", CaseResult::Waiting);
        list.set_result(9, "four-random", CaseResult::Waiting);
        let form = crate::case_form::tests::form();
        let drawn = draw(&CaseView {
            list: &list,
            own_bots: &OwnBots::default(),
            form: Some(&form),
            waiting: 0,
            store_error: None,
        })
        .to_string();
        for text in [
            "FAIL",
            "\"pass\"",
            "…",
            "–",
            "2 tests, 2 bots: 1 of 2 pass.",
            r#""mine, turn 4: mine.wasm against a: ","it played ",["code",{},"5"]]"#,
            "Run all",
        ] {
            assert!(drawn.contains(text), "{text}: {drawn}");
        }
        assert!(!drawn.contains("not shown"), "{drawn}");
        let builds = ["file:mine", "build:2:mine", "build:3:mine", "build:4:mine"];
        list.show_game("connect-four".to_owned(), builds.map(|key| own(key, "mine")).to_vec());
        let hint = older(&list).expect("a build is left out").into_value().to_string();
        assert!(hint.contains("1 older build is not shown: ask it above."), "{hint}");
        let empty = CaseList::default();
        let drawn =
            draw(&CaseView { list: &empty, own_bots: &OwnBots::default(), form: None, waiting: 0, store_error: None })
                .to_string();
        assert!(drawn.contains("No tests of this game yet"), "{drawn}");
    }
}
