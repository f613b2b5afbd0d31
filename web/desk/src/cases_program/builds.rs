//! The visitor's builds, which the program of cases lists: reads their rows, does the chosen action
//! with each new one, and has files watched. Of cases, knows only how to have them played.

use std::rc::Rc;

use botyard_engine::tournament::Format;
use botyard_web_protocol::BotKey;
use botyard_web_protocol::program_store::{BuildList, ReportSubject, ToBotLibrary};
use botyard_web_protocol::series::FromSeries;
use serde_json::{Value, json};
use wasm_bindgen_futures::spawn_local;

use super::CasesProgram;
use crate::bot_record::BotRecord;
use crate::case_list::CaseCounts;
use crate::own_bots::{AfterBuild, KeptBuild};
use crate::post;
use crate::program::Program;

impl CasesProgram {
    /// Lists the builds again: there are other bots, and these new ones among them, or another tab
    /// has changed a note.
    pub(super) fn update_builds(self: &Rc<Self>, new: Option<Vec<String>>) {
        let program = Rc::clone(self);
        spawn_local(async move {
            program.list_builds().await;
            program.restore_verdicts();
            // Several are not built at once: they are imported.
            if let Some([key]) = new.as_deref() {
                program.follow_build(key);
            }
            program.draw();
        });
    }

    /// Reads the rows of the builds of the game that is shown.
    async fn list_builds(&self) {
        let (store, game) = {
            let state = self.0.borrow();
            (Rc::clone(&state.store), state.list.game.clone())
        };
        let Ok(found) = store.ask_bots(ToBotLibrary::List { game: game.clone() }).await else { return };
        let BuildList { can_watch, watched, builds } = found;
        let mut state = self.0.borrow_mut();
        if state.list.game == game {
            state.own_bots.can_watch = can_watch;
            state.own_bots.was_watched = watched;
            state.own_bots.take_builds(builds.into_iter().map(KeptBuild::from).collect());
        }
    }

    /// Does the action for new builds with a new build of a bot.
    pub(super) fn follow_build(self: &Rc<Self>, key: &str) {
        let after_build = {
            let own_bots = &self.0.borrow().own_bots;
            if own_bots.is_rebuilt(key) { own_bots.after_build } else { AfterBuild::Wait }
        };
        match after_build {
            AfterBuild::Wait => {}
            AfterBuild::Match => post(&FromSeries::Play),
            AfterBuild::Cases => self.run(|_, column| column == key),
            AfterBuild::Series => self.play_against_old(key),
        }
    }

    /// Has a draft that the editor has run play all cases.
    pub(super) fn ask_run(self: &Rc<Self>, key: &str) {
        {
            let mut state = self.0.borrow_mut();
            state.run = Some(key.to_owned());
            state.list.add_column(key);
        }
        self.run(|_, column| column == key);
    }

    /// Reports the cases' results of the last run draft to the editor.
    pub(super) fn report_run(&self) {
        let state = self.0.borrow();
        let Some(key) = &state.run else { return };
        let CaseCounts { passed, failed, waiting } = state.list.count(key);
        let report = json!({
            "game": state.list.game,
            "run": key,
            "file": BotKey::from(&**key).dropped_file(),
            "passed": passed,
            "failed": failed,
            "waiting": waiting,
        });
        state.store.report(ReportSubject::Cases, &report);
    }

    /// Has the page play a series of a build against the one before.
    pub(super) fn play_against_old(&self, key: &str) {
        let before = self.0.borrow().own_bots.build_before(key).map(KeptBuild::key);
        if let Some(before) = before {
            post(&FromSeries::Field { format: Format::Series, bots: vec![key.to_owned(), before], games: None });
        }
    }

    /// Counts a build's results against each opponent in the saved series.
    pub(super) fn count_record(self: &Rc<Self>, key: &str) {
        let state = self.0.borrow();
        let build = state.own_bots.builds.iter().find(|build| build.key() == key);
        let Some(sha256) = build.map(|build| build.sha256.clone()) else { return };
        let (program, store, key) = (Rc::clone(self), Rc::clone(&state.store), key.to_owned());
        spawn_local(async move {
            let mut record = BotRecord::default();
            for (id, _) in store.list().await.unwrap_or_default() {
                if let Ok(Some(stored)) = store.load(id).await {
                    record.add_series(&stored.description, &stored.lines, &sha256);
                }
            }
            program.0.borrow_mut().own_bots.records.insert(key, record.describe());
            program.draw();
        });
    }

    /// Has the page's script do something that concerns the visitor's bots.
    pub(super) fn tell_bots(&self, request: ToBotLibrary) {
        let store = Rc::clone(&self.0.borrow().store);
        spawn_local(async move {
            // A change that the browser does not keep lasts as long as the page.
            let _ = store.ask_bots::<Value>(request).await;
        });
    }

    /// Lets the visitor pick a file or a folder to be watched, or watches the one of an earlier
    /// visit again.
    pub(super) fn watch(self: &Rc<Self>, request: impl FnOnce(String) -> ToBotLibrary) {
        let (program, store, request) = {
            let state = self.0.borrow();
            (Rc::clone(self), Rc::clone(&state.store), request(state.list.game.clone()))
        };
        spawn_local(async move {
            // The visitor may have picked no file, or may not have allowed the browser to read it.
            if let Ok(name) = store.ask_bots(request).await {
                program.0.borrow_mut().own_bots.watched = Some(name);
                program.draw();
            }
        });
    }
}
