//! The cases that are kept, the bots that play them, and the results. Knows no workers, no store
//! and no drawing.

use std::collections::{BTreeMap, BTreeSet};

use botyard_engine::case_file::{self, CaseFileError, HEADING};
use botyard_engine::cases::{Case, CaseVerdict, OpenCase};
use botyard_web_protocol::BotKey;
use botyard_web_protocol::series::FieldBot;

use super::case_result::CaseResult;
use super::kept_verdict::KeptVerdict;

/// The number of a case, as long as the program runs.
pub(crate) type CaseNumber = u32;

/// A case that is kept.
#[derive(Debug)]
pub(crate) struct KeptCase {
    pub(crate) number: CaseNumber,
    /// Its number in the store.
    pub(crate) id: Option<u32>,
    pub(crate) case: Case,
    pub(crate) open: OpenCase,
}

/// A case that was taken off the list.
#[derive(Debug)]
pub(crate) struct RemovedCase {
    /// Its place.
    at: usize,
    pub(crate) kept: KeptCase,
    results: BTreeMap<(CaseNumber, String), CaseResult>,
}

/// How many cases a bot passes, how many not, and how many it has not answered yet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CaseCounts {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) waiting: usize,
}

/// How many builds of a bot have a column without having been chosen.
const NEWEST_BUILDS: usize = 3;

/// See the module.
#[derive(Default)]
pub(crate) struct CaseList {
    cases: Vec<KeptCase>,
    numbers: CaseNumber,
    /// The game that is shown, and the bots that play it.
    pub(crate) game: String,
    pub(crate) bots: Vec<FieldBot>,
    /// The keys of the bots with a column.
    columns: Vec<String>,
    /// Which of them have a column although there are newer builds.
    chosen: BTreeSet<String>,
    results: BTreeMap<(CaseNumber, String), CaseResult>,
}

impl CaseList {
    /// Changes to this game, with these bots. Own bots have a column from the start. Returns the
    /// keys of own bots that are new; `None` if it is another game than before.
    pub(crate) fn show_game(&mut self, game: String, bots: Vec<FieldBot>) -> Option<Vec<String>> {
        let is_other = self.game != game;
        if is_other {
            self.columns.clear();
            self.chosen.clear();
        }
        let is_new = |bot: &&FieldBot| bot.is_own && (is_other || !self.bots.iter().any(|known| known.key == bot.key));
        let new: Vec<_> = bots.iter().filter(is_new).map(|bot| bot.key.clone()).collect();
        (self.game, self.bots) = (game, bots);
        self.columns.retain(|key| self.bots.iter().any(|bot| bot.key == *key));
        new.iter().for_each(|key| self.add_column(key));
        (!is_other).then_some(new)
    }

    /// Adds a column for this bot, if it is one of the game.
    pub(crate) fn add_column(&mut self, key: &str) {
        if self.bots.iter().any(|bot| bot.key == key) && !self.columns.iter().any(|column| column == key) {
            self.columns.push(key.to_owned());
        }
    }

    /// Adds a column for this bot, however many newer builds of it there are.
    pub(crate) fn choose_column(&mut self, key: &str) {
        self.add_column(key);
        self.chosen.insert(key.to_owned());
    }

    /// Removes this bot's column.
    pub(crate) fn remove_column(&mut self, key: &str) {
        self.chosen.remove(key);
        self.columns.retain(|column| column != key);
        self.results.retain(|(_, column), _| column != key);
    }

    /// The bots with a column: of the builds of one bot the newest, and those that were chosen.
    pub(crate) fn columns(&self) -> impl Iterator<Item = &FieldBot> {
        let shown = self.columns.iter().filter(|key| !self.is_left_out(key));
        shown.filter_map(|key| self.bots.iter().find(|bot| bot.key == *key))
    }

    /// How many builds have no column because there are newer ones.
    pub(crate) fn count_older_builds(&self) -> usize {
        self.columns.iter().filter(|key| self.is_left_out(key)).count()
    }

    fn is_left_out(&self, key: &str) -> bool {
        let Some((build, name)) = build_of(key) else { return false };
        let is_newer = |bot: &&FieldBot| build_of(&bot.key).is_some_and(|(newer, of)| of == name && newer > build);
        !self.chosen.contains(key) && self.bots.iter().filter(is_newer).count() >= NEWEST_BUILDS
    }

    /// The cases of the game that is shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &KeptCase> {
        self.cases.iter().filter(|kept| kept.open.game() == self.game)
    }

    pub(crate) fn case(&self, number: CaseNumber) -> Option<&KeptCase> {
        self.cases.iter().find(|kept| kept.number == number)
    }

    /// The name, with a number after it if another case has it.
    pub(crate) fn distinct_name(&self, name: String) -> String {
        case_file::distinct_name(name, |name| self.cases.iter().any(|kept| kept.case.name == name))
    }

    /// Adds a case with its number in the store, if it has one.
    pub(crate) fn add(&mut self, case: Case, open: OpenCase, id: Option<u32>) -> CaseNumber {
        self.numbers += 1;
        self.cases.push(KeptCase { number: self.numbers, id, case, open });
        self.numbers
    }

    /// Adds the cases of a file that are not here yet; returns which are new, and the game of the
    /// first that it has.
    ///
    /// # Errors
    /// If the text is not such a file, or a case cannot be used.
    pub(crate) fn import(&mut self, text: &str) -> Result<(Vec<CaseNumber>, Option<String>), CaseFileError> {
        let cases = case_file::read(text)?;
        let game = cases.first().map(|(_, open)| open.game().to_owned());
        let mut added = Vec::new();
        for (case, open) in cases {
            // Compared in the form of files: there a record is written in one of several ways.
            let text = case_file::write(&case);
            if !self.cases.iter().any(|kept| case_file::write(&kept.case) == text) {
                added.push(self.add(case, open, None));
            }
        }
        Ok((added, game))
    }

    /// The text of a file with all cases of the game that is shown.
    pub(crate) fn export(&self) -> String {
        let cases = self.shown().map(|kept| format!("\n{}", case_file::write(&kept.case)));
        std::iter::once(HEADING.to_owned()).chain(cases).collect()
    }

    /// The case has this number in the store from now on.
    pub(crate) fn set_id(&mut self, number: CaseNumber, id: u32) {
        self.cases.iter_mut().filter(|kept| kept.number == number).for_each(|kept| kept.id = Some(id));
    }

    /// Removes a case from the list, with its results.
    pub(crate) fn remove(&mut self, number: CaseNumber) -> Option<RemovedCase> {
        let at = self.cases.iter().position(|kept| kept.number == number)?;
        let results = self.results.extract_if(.., |(of, _), _| *of == number).collect();
        Some(RemovedCase { at, kept: self.cases.remove(at), results })
    }

    /// Puts a case back that was taken off the list. It has no number in the store any more.
    pub(crate) fn put_back(&mut self, RemovedCase { at, kept, results }: RemovedCase) {
        self.cases.insert(at.min(self.cases.len()), KeptCase { id: None, ..kept });
        self.results.extend(results.into_iter().filter(|(_, result)| *result != CaseResult::Waiting));
    }

    pub(crate) fn result(&self, number: CaseNumber, key: &str) -> Option<&CaseResult> {
        self.results.get(&(number, key.to_owned()))
    }

    /// The results of a bot in all cases that are shown.
    pub(crate) fn count(&self, key: &str) -> CaseCounts {
        let mut counts = CaseCounts::default();
        for result in self.shown().filter_map(|kept| self.result(kept.number, key)) {
            *match result {
                CaseResult::Waiting => &mut counts.waiting,
                CaseResult::Judged(CaseVerdict::Pass, _) => &mut counts.passed,
                CaseResult::Judged(..) | CaseResult::Failed(_) => &mut counts.failed,
            } += 1;
        }
        counts
    }

    pub(crate) fn set_result(&mut self, number: CaseNumber, key: &str, result: CaseResult) {
        if self.case(number).is_some() {
            self.results.insert((number, key.to_owned()), result);
        }
    }

    /// Forgets the results of a bot that has changed.
    pub(crate) fn forget_results(&mut self, key: &str) {
        self.results.retain(|(_, of), _| of != key);
    }

    /// The number of a case by its number in the store.
    pub(crate) fn number_of(&self, id: u32) -> Option<CaseNumber> {
        self.cases.iter().find(|kept| kept.id == Some(id)).map(|kept| kept.number)
    }

    /// Takes a verdict of an earlier visit, if its bot is here and has not played the case since.
    /// Bots that had columns get them again.
    pub(crate) fn restore(&mut self, verdict: &KeptVerdict) {
        let Some(number) = self.number_of(verdict.case) else { return };
        let is_shown = self.case(number).is_some_and(|kept| kept.open.game() == self.game);
        if is_shown && self.bots.iter().any(|bot| bot.key == verdict.bot) {
            self.add_column(&verdict.bot);
            self.results.entry((number, verdict.bot.clone())).or_insert_with(|| verdict.result.clone());
        }
    }

    /// Removes the results that are waited for: no bot is playing any more.
    pub(crate) fn forget_waiting(&mut self) {
        self.results.retain(|_, result| *result != CaseResult::Waiting);
    }
}

/// Which build of which bot a key means, if it is one of the visitor's.
fn build_of(key: &str) -> Option<(u32, String)> {
    match BotKey::from(key) {
        BotKey::Dropped(name, build) => Some((build, name)),
        BotKey::Bundled(_) | BotKey::Host(_) => None,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::case_form::tests::form;

    pub(crate) fn bot(key: &str, name: &str) -> FieldBot {
        FieldBot { key: key.to_owned(), name: name.to_owned(), is_own: false, is_script: false, has_failed: false }
    }

    pub(crate) fn own(key: &str, name: &str) -> FieldBot {
        FieldBot { is_own: true, ..bot(key, name) }
    }

    /// Two cases of Connect Four, and an own bot beside one of the page's.
    pub(crate) fn list() -> CaseList {
        let mut list = CaseList::default();
        list.show_game("connect-four".to_owned(), vec![bot("four-random", "random"), own("file:mine", "mine")]);
        for _ in 0..2 {
            let case = form().make_case(list.distinct_name(form().name())).expect("a case");
            let open = case.open().expect("it can be judged");
            list.add(case, open, None);
        }
        list
    }

    fn columns(list: &CaseList) -> Vec<&str> {
        list.columns().map(|bot| &*bot.name).collect()
    }

    #[test]
    fn own_bots_are_asked_and_others_if_they_are_to() {
        let mut list = list();
        assert_eq!(columns(&list), ["mine"]);
        list.add_column("four-random");
        list.add_column("four-random");
        list.add_column("four-unknown");
        assert_eq!(columns(&list), ["mine", "random"]);
        list.remove_column("file:mine");
        let new = list.show_game("connect-four".to_owned(), vec![own("file:mine", "mine"), own("build:2:mine", "new")]);
        assert_eq!(new, Some(vec!["build:2:mine".to_owned()]));
        assert_eq!(columns(&list), ["new"], "one that was removed stays away, and one that is gone too");
        assert_eq!(list.show_game("stratego".to_owned(), Vec::new()), None);
        assert_eq!((columns(&list), list.shown().count()), (vec![], 0));
    }

    #[test]
    fn of_many_builds_the_newest_are_asked_and_those_that_were_chosen() {
        let mut list = list();
        let builds = (2..=30).map(|build| own(&format!("build:{build}:mine"), &format!("mine, build {build}")));
        let bots: Vec<_> = [own("file:mine", "mine"), own("file:other", "other")].into_iter().chain(builds).collect();
        list.show_game("connect-four".to_owned(), bots);
        assert_eq!(columns(&list), ["other", "mine, build 28", "mine, build 29", "mine, build 30"]);
        assert_eq!(list.count_older_builds(), 27);
        list.choose_column("file:mine");
        assert_eq!((columns(&list)[0], list.count_older_builds()), ("mine", 26));
        list.remove_column("file:mine");
        assert_eq!((columns(&list)[0], list.count_older_builds()), ("other", 26));
    }

    #[test]
    fn verdicts_of_earlier_visits_are_those_of_the_bots_that_are_here() {
        let mut list = list();
        list.set_id(1, 70);
        let kept = |case, bot: &str| KeptVerdict {
            case,
            bot: bot.to_owned(),
            identity: String::new(),
            result: CaseResult::Judged(CaseVerdict::Pass, None),
        };
        list.set_result(1, "file:mine", CaseResult::Waiting);
        for verdict in [kept(70, "four-random"), kept(70, "file:mine"), kept(70, "file:gone"), kept(71, "four-random")]
        {
            list.restore(&verdict);
        }
        assert_eq!(columns(&list), ["mine", "random"], "the bots that were asked then");
        assert_eq!(list.result(1, "four-random"), Some(&kept(70, "four-random").result));
        assert_eq!(list.result(1, "file:mine"), Some(&CaseResult::Waiting), "it is asked again already");
        assert_eq!(list.result(2, "four-random"), None);
        assert_eq!(list.count("four-random"), CaseCounts { passed: 1, ..CaseCounts::default() });
        list.set_result(2, "file:mine", CaseResult::Judged(CaseVerdict::NotReached(3), None));
        assert_eq!(list.count("file:mine"), CaseCounts { passed: 0, failed: 1, waiting: 1 });
    }

    #[test]
    fn what_is_exported_is_imported_once() {
        let mut list = list();
        let text = list.export();
        let (added, game) = list.import(&text).expect("a file of cases");
        assert_eq!((added.len(), game.as_deref()), (0, Some("connect-four")), "they are here");
        let mut other = CaseList::default();
        assert_eq!(other.import(&text).map(|(added, _)| added), Ok(vec![1, 2]));
        other.show_game("connect-four".to_owned(), Vec::new());
        assert_eq!(other.export(), text);
        let names: Vec<_> = other.shown().map(|kept| &*kept.case.name).collect();
        assert_eq!(names, ["turn 4: mine.wasm against a", "turn 4: mine.wasm against a (2)"]);
        other.remove(1);
        assert_eq!(other.shown().count(), 1);
    }

    #[test]
    fn a_case_that_was_removed_is_put_back_with_its_results() {
        let mut list = list();
        list.set_id(1, 70);
        let text = list.export();
        list.set_result(1, "file:mine", CaseResult::Judged(CaseVerdict::Pass, None));
        list.set_result(1, "four-random", CaseResult::Waiting);
        let removed = list.remove(1).expect("it is there");
        assert_eq!((removed.kept.id, list.shown().count(), list.result(1, "file:mine")), (Some(70), 1, None));
        list.put_back(removed);
        assert_eq!(list.export(), text, "at its place");
        assert_eq!(list.result(1, "file:mine"), Some(&CaseResult::Judged(CaseVerdict::Pass, None)));
        assert_eq!(list.result(1, "four-random"), None, "nobody asks it any more");
        assert_eq!(list.case(1).and_then(|kept| kept.id), None, "the store has given its number away, perhaps");
    }
}
