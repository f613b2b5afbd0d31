//! The visitor's own bots: the rows of their builds, and the action for new ones. Keeps none of
//! them, and loads none.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use botyard_web_protocol::program_store::ListedBuild;
use botyard_web_protocol::{BotKey, numbered_build};

use super::controls::{button, option, select};
use super::node::{ViewNode, node};

/// The prefix of the names of notes' fields; the bot's key follows.
const NOTE: &str = "note:";

/// A build that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeptBuild {
    /// The name of its file.
    pub(crate) name: String,
    /// Which file of that name it is, from 1.
    pub(crate) build: u32,
    pub(crate) sha256: String,
    /// When it was first kept, as text.
    pub(crate) since: String,
    pub(crate) note: String,
    /// How many files came with it.
    pub(crate) files: u32,
    /// Why its results mean little for other builds, as text; empty if they mean something.
    pub(crate) failure: String,
    /// How often another tab has changed its note.
    pub(crate) note_changes: u32,
}

/// The action for a new build, besides seating it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum AfterBuild {
    #[default]
    Wait,
    Match,
    Cases,
    Series,
}

impl AfterBuild {
    const ALL: [(Self, &str, &str); 4] = [
        (Self::Wait, "wait", "do nothing"),
        (Self::Match, "match", "play the match again"),
        (Self::Cases, "cases", "run all tests"),
        (Self::Series, "series", "play a series against the one before"),
    ];
}

/// See the module.
#[derive(Default)]
pub(crate) struct OwnBots {
    /// Those of the game that is shown, those of one name in their order.
    pub(crate) builds: Vec<KeptBuild>,
    /// Whether the browser lets a page watch files and folders.
    pub(crate) can_watch: bool,
    /// Builds' results against each opponent, by their keys, if the visitor has requested them.
    pub(crate) records: BTreeMap<String, String>,
    /// The name of the file that is watched.
    pub(crate) watched: Option<String>,
    /// The name of the file that was watched when the page was left.
    pub(crate) was_watched: Option<String>,
    pub(crate) after_build: AfterBuild,
}

impl KeptBuild {
    /// The page's key for it.
    pub(crate) fn key(&self) -> String {
        BotKey::Dropped(self.name.clone(), self.build).to_string()
    }
}

impl From<ListedBuild> for KeptBuild {
    fn from(listed: ListedBuild) -> Self {
        let ListedBuild { name, number: build, sha256, since, note, files, failure, results: _ } = listed;
        Self { name, build, sha256, since, note, files, failure, note_changes: 0 }
    }
}

impl OwnBots {
    /// Takes the builds as they are kept now.
    pub(crate) fn take_builds(&mut self, mut builds: Vec<KeptBuild>) {
        for build in &mut builds {
            let is_it = |known: &&KeptBuild| (&known.name, &known.sha256) == (&build.name, &build.sha256);
            if let Some(known) = self.builds.iter().find(is_it) {
                build.note_changes = known.note_changes + u32::from(known.note != build.note);
            }
        }
        self.builds = builds;
    }

    /// The newest earlier build of the same bot that has not failed.
    pub(crate) fn build_before(&self, key: &str) -> Option<&KeptBuild> {
        self.earlier_builds(key).filter(|build| build.failure.is_empty()).max_by_key(|build| build.build)
    }

    /// Whether the bot of a build had one before.
    pub(crate) fn is_rebuilt(&self, key: &str) -> bool {
        self.earlier_builds(key).next().is_some()
    }

    fn earlier_builds(&self, key: &str) -> impl Iterator<Item = &KeptBuild> {
        let of = self.builds.iter().find(|build| build.key() == key);
        let is_earlier = move |build: &&KeptBuild| of.is_some_and(|of| build.name == of.name && build.build < of.build);
        self.builds.iter().filter(is_earlier)
    }

    /// The SHA-256 of the build of this key; empty if there is none.
    pub(crate) fn sha256(&self, key: &str) -> &str {
        self.builds.iter().find(|build| build.key() == key).map_or("", |build| &build.sha256)
    }

    /// A build's name beside the others: the first has its number, too, once there are more.
    fn label(&self, build: &KeptBuild) -> String {
        let is_only = build.build == 1 && !self.builds.iter().any(|other| other.name == build.name && other.build > 1);
        if is_only { build.name.clone() } else { numbered_build(&build.name, build.build) }
    }

    /// Takes the action for new builds.
    pub(crate) fn choose(&mut self, name: &str) {
        let named = AfterBuild::ALL.into_iter().find(|(_, known, _)| *known == name);
        self.after_build = named.map_or(self.after_build, |(after_build, ..)| after_build);
    }

    /// Takes a note, if this is the name of its field; returns whose it is.
    pub(crate) fn note(&mut self, name: &str, note: &str) -> Option<&KeptBuild> {
        let key = name.strip_prefix(NOTE)?;
        let build = self.builds.iter_mut().find(|build| build.key() == key)?;
        note.trim().clone_into(&mut build.note);
        Some(build)
    }

    /// The list of builds, the newest of each bot first, with the actions for all of them.
    pub(crate) fn draw(&self) -> ViewNode {
        let watch = match &self.watched {
            Some(name) => vec![button("unwatch", &format!("Stop watching {name}"))],
            None if self.can_watch => {
                vec![button("watch", "Watch a file …"), button("watch-folder", "Watch a folder …")]
            }
            None => Vec::new(),
        };
        let add = button("add-folder", "Add a folder …")
            .with("title", "A folder with a module (.wasm) and the files that it reads, or with a bot.js");
        let again = self.was_watched.as_ref().filter(|_| self.watched.is_none()).map(|name| {
            button("watch-again", &format!("Watch {name} again")).with(
                "title",
                "It was watched when the page was left. The browser may ask whether the page may read it.",
            )
        });
        let export = (!self.builds.is_empty()).then(|| {
            button("export-bots", "Export bots")
                .with("title", "Save all builds of all games as a file for another browser")
        });
        let choices =
            AfterBuild::ALL.map(|(after_build, name, text)| option(name, text, after_build == self.after_build));
        let mut builds: Vec<_> = self.builds.iter().collect();
        builds.sort_by_key(|build| (build.name.clone(), Reverse(build.build)));
        let hint = "Drop a .wasm or .js file, or a folder with its files, on the page: one of the same name is a new build of that bot.";
        let hint = self.builds.is_empty().then(|| node("p").with("class", "hint").text(hint));
        let after_build = node("label").with("class", "setting").child(node("span").text("When a new build comes"));
        let after_build = after_build.child(select("after-build", "When a new build comes", choices));
        node("div")
            .with("class", "series-parts")
            .child(node("h2").text("Your bots"))
            .children(hint)
            .child(
                node("ol")
                    .with("class", "series-games")
                    .testid("own-builds")
                    .children(builds.into_iter().map(|build| self.row(build))),
            )
            .child(after_build)
            .child(node("div").with("class", "row").child(add).children(again).children(watch).children(export))
    }

    fn row(&self, build: &KeptBuild) -> ViewNode {
        let (key, name) = (build.key(), self.label(build));
        let compare = self.build_before(&key).map(|before| {
            let title = format!("Play a series of {name} against {}", self.label(before));
            button("new-against-old", "New against old").with("value", &key).with("title", title)
        });
        let note =
            node("input").with("name", format!("{NOTE}{key}")).with("value", &build.note).with("placeholder", "note");
        // A field keeps showing the text typed into it, even if its value changes: a new field
        // replaces it.
        let note = note.with("key", build.note_changes);
        let note = note.with("aria-label", format!("Note on {name}")).testid("bot-note");
        let hash = build.sha256.get(..8).unwrap_or_default();
        let facts = node("span").with("class", "hint").with("title", format!("SHA-256 {}", build.sha256));
        let files = match build.files {
            0 => String::new(),
            1 => ", 1 file".to_owned(),
            files => format!(", {files} files"),
        };
        let failure = if build.failure.is_empty() { String::new() } else { format!(", {}", build.failure) };
        let facts = facts.text(format!("{hash}, {}{files}{failure}", build.since));
        let record = button("record", "Record").with("value", &key);
        let record = record.with("title", "Its results against each opponent in saved series");
        let row = node("div").with("class", "row").child(note).children(compare).child(record);
        let counts = self.records.get(&key).map(|record| node("p").testid("bot-record").text(record));
        let item = node("li").with("key", &key).child(node("b").text(&*name)).child(node("p").child(facts));
        item.child(row).children(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(name: &str, build: u32) -> KeptBuild {
        let (sha256, since, note) = ("ab".repeat(32), "today".to_owned(), String::new());
        let (files, failure) = (build - 1, String::new());
        KeptBuild { name: name.to_owned(), build, sha256, since, note, files, failure, note_changes: 0 }
    }

    /// Otherwise the typed text would stay in its field.
    #[test]
    fn a_note_that_another_tab_has_changed_gets_another_field() {
        let mut bots = OwnBots { builds: vec![build("a", 1), build("b", 1)], ..OwnBots::default() };
        bots.note("note:file:a", "slow");
        let note_changes = |bots: &OwnBots| bots.builds.iter().map(|build| build.note_changes).collect::<Vec<_>>();
        let noted = |note: &str| vec![KeptBuild { note: note.to_owned(), ..build("a", 1) }, build("b", 1)];
        bots.take_builds(noted("slow"));
        assert_eq!(note_changes(&bots), [0, 0], "it was changed here");
        let drawn = |bots: &OwnBots| bots.draw().into_value().to_string();
        let before = drawn(&bots);
        bots.take_builds(noted("fast"));
        assert_eq!(note_changes(&bots), [1, 0]);
        let after = before.replace("slow", "fast").replacen("\"key\":\"0\"", "\"key\":\"1\"", 1);
        assert_ne!(before, after);
        assert_eq!(drawn(&bots), after);
        bots.take_builds(noted("fast"));
        assert_eq!(note_changes(&bots), [1, 0]);
    }

    #[test]
    fn a_build_that_has_failed_is_not_the_one_before() {
        let failed = KeptBuild { failure: "played no turn".to_owned(), ..build("a", 2) };
        let mut bots = OwnBots { builds: vec![build("a", 1), failed, build("a", 3)], ..OwnBots::default() };
        assert_eq!(bots.build_before("build:3:a").map(|build| build.build), Some(1));
        assert_eq!(bots.draw().into_value().to_string().matches("today, 1 file, played no turn").count(), 1);
        bots.builds.remove(0);
        assert_eq!(bots.build_before("build:3:a"), None);
        assert!(bots.is_rebuilt("build:3:a") && !bots.is_rebuilt("build:2:a"), "the match can be played again");
    }

    #[test]
    fn the_newest_build_comes_first_and_plays_against_the_one_before() {
        let builds = vec![build("a", 1), build("a", 3), build("a", 4), build("b", 1)];
        let mut bots = OwnBots { builds, ..OwnBots::default() };
        assert_eq!(bots.build_before("build:4:a").map(|build| build.build), Some(3));
        assert_eq!(bots.build_before("build:3:a").map(|build| build.build), Some(1));
        assert_eq!((bots.build_before("file:a"), bots.build_before("build:2:a")), (None, None));
        let drawn = bots.draw().into_value().to_string();
        let at = |text: &str| drawn.find(text).expect("it is said");
        assert!(at("a, build 4") < at("a, build 3") && at("a, build 3") < at("Note on b"), "{drawn}");
        assert!(drawn.contains("Note on a, build 1") && !drawn.contains("Note on b, build 1"), "{drawn}");
        assert_eq!(drawn.matches("New against old").count(), 2);
        assert!(!drawn.contains("Watch a"), "this browser cannot");
        assert!(drawn.contains("today, 3 files") && drawn.contains("today, 2 files") && !drawn.contains("0 file"));
        bots.was_watched = Some("a.wasm".to_owned());
        assert!(bots.draw().into_value().to_string().contains("Watch a.wasm again"));
        bots.watched = Some("a.wasm".to_owned());
        assert!(!bots.draw().into_value().to_string().contains("Watch a.wasm again"), "it is watched");
        bots.choose("cases");
        bots.choose("dance");
        assert_eq!(bots.after_build, AfterBuild::Cases);
        assert_eq!(bots.note("note:build:3:a", " fast ").map(|build| build.build), Some(3));
        assert_eq!(bots.note("case-note", "x"), None);
        assert_eq!(bots.builds[1].note, "fast");
    }
}
