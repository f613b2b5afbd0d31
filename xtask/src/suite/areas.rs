//! Areas of the project: which paths belong to them, and which tests of the complete run are worth
//! running after a change there. Runs nothing.

use std::collections::BTreeSet;
use std::process::Command;

use crate::checkout::Checkout;

/// An area: `cargo xtask test --area NAME` runs its part of the complete run.
pub struct Area {
    /// Its name.
    pub name: &'static str,
    /// Beginnings of the paths that belong to it.
    paths: &'static [&'static str],
    /// Its test executables.
    pub tests: &'static [&'static str],
    /// The modules of its browser cases.
    pub cases: &'static [&'static str],
    /// Steps that the default run does not have.
    pub steps: &'static [&'static str],
}

/// Where the files of the browser cases are.
const CASES: &str = "e2e/tests/browsers/";

/// The areas. A path can belong to several.
pub const AREAS: [Area; 10] = [
    Area {
        name: "hostile",
        paths: &["sandbox/", "hostile/", "native/host/", "driver/", "engine/src/referee", "native/tests/hostile"],
        tests: &["hostile", "traps", "bounds", "refuse", "cli"],
        cases: &["hostile", "depth", "shortage"],
        steps: &[],
    },
    Area {
        name: "hosts",
        paths: &[
            "sandbox/",
            "driver/",
            "native/host/",
            "web/worker/",
            "web/protocol/",
            "engine/src/referee",
            "engine/src/codec",
        ],
        tests: &["hosts", "hosts_leave_nothing", "fresh", "files", "accepted", "driver"],
        cases: &["hosts", "interpreter", "wasi", "javascript", "python", "typescript", "turn_steps"],
        steps: &["engine-alone"],
    },
    Area {
        name: "games",
        paths: &["engine/src/games/", "web/games/", "bots-wasm/"],
        tests: &[
            "connect_four",
            "loss_report",
            "win_models",
            "stratego",
            "generals",
            "bitmartyr",
            "properties",
            "links_by_bots",
            "strength",
            "search",
        ],
        cases: &[
            "connect_four",
            "stratego",
            "generals",
            "bitmartyr",
            "other_formats",
            "unit_maps",
            "drawings",
            "loss_report",
        ],
        steps: &[],
    },
    Area {
        name: "series",
        paths: &[
            "engine/src/tournament",
            "web/desk/",
            "native/src/cli/commands/tournament",
            "native/src/cli/commands/series",
        ],
        tests: &["cli"],
        cases: &["series", "series_storage", "series_numbers", "ladder", "cases", "rerun", "changed_builds"],
        steps: &[],
    },
    Area { name: "fleet", paths: &["fleet/", "native/tests/fleet"], tests: &["fleet"], cases: &["fleet"], steps: &[] },
    Area {
        name: "editor",
        paths: &["web/editor/", "web/storage/", "web/page/js/bot_", "web/protocol/", "languages/", "starters/"],
        tests: &["starters"],
        cases: &[
            "write",
            "draft_notices",
            "run_drafts",
            "shared_drafts",
            "steps",
            "builds",
            "folders",
            "code_editor",
            "loop_of_author",
            "editor_by_ear",
            "starters",
            "without_npm",
        ],
        steps: &[],
    },
    Area {
        name: "layout",
        // What drives the browsers: these cases look at frames, use all of its input, and wait for the
        // page in every way.
        paths: &["web/css/", "web/ui/", "web/page/src/", "web/page/js/", "index.html", "e2e/src/"],
        tests: &[],
        cases: &[
            "layout",
            "layouts",
            "page",
            "accessibility",
            "accessible_views",
            "screen_reader",
            "steady",
            "manual",
            "transcript",
        ],
        steps: &[],
    },
    Area {
        name: "offline",
        // With the servers of cases, and with what builds and packages the page.
        paths: &["web/offline/", "web/embed/", "packaging/", "index.html", "picture/", "e2e/src/", "xtask/"],
        tests: &[],
        cases: &["offline", "deferred", "standalone", "embed", "visitors", "without_npm"],
        steps: &["page"],
    },
    Area {
        name: "systems",
        // With what builds for other systems.
        paths: &["native/", "fleet/", "Cargo.toml", "Cargo.lock", "xtask/"],
        tests: &["serve", "cli"],
        cases: &["served"],
        steps: &["elsewhere"],
    },
    Area {
        name: "documents",
        paths: &[
            "docs/",
            "README.md",
            "web/README.md",
            "xtask/README.md",
            "engine/src/",
            "sandbox/src/",
            "driver/src/",
            "manual/",
        ],
        tests: &["docs"],
        cases: &[],
        steps: &["documentation"],
    },
];

/// The areas that a change of these paths belongs to. A file of cases belongs to those that have them.
fn touched<'a>(paths: impl Iterator<Item = &'a str>) -> BTreeSet<&'static str> {
    let areas_of = |path: &'a str| {
        let cases = path.strip_prefix(CASES).and_then(|file| file.split(['/', '.']).next());
        AREAS.iter().filter(move |area| {
            area.paths.iter().any(|start| path.starts_with(start))
                || cases.is_some_and(|name| area.cases.contains(&name))
        })
    };
    paths.flat_map(areas_of).map(|area| area.name).collect()
}

/// One line that names the areas whose complete part is worth running after the present change:
/// what is not committed, and what is not in the upstream branch. `None` if there is no such change
/// or git does not report it.
pub fn advice(checkout: &Checkout) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(checkout.root()).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let upstream = git(&["merge-base", "HEAD", "@{upstream}"]);
    let base = upstream.as_deref().map_or("HEAD", str::trim);
    let changed =
        [git(&["diff", "--name-only", base])?, git(&["ls-files", "--others", "--exclude-standard"])?].concat();
    let names = touched(changed.lines());
    let options: Vec<_> = names.iter().map(|name| format!("--area {name}")).collect();
    (!names.is_empty()).then(|| {
        format!("what else tests this change: `cargo xtask test {}`; everything: `--complete`", options.join(" "))
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::executables::is_test_name;
    use super::*;

    fn is_case_module(root: &Path, name: &str) -> bool {
        root.join(CASES).join(name).with_extension("rs").is_file()
    }

    #[test]
    fn what_areas_name_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for area in &AREAS {
            for path in area.paths {
                let (folder, start) = path.rsplit_once('/').unwrap_or(("", path));
                let entries = std::fs::read_dir(root.join(folder)).unwrap();
                let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
                assert!(names.into_iter().any(|name| name.starts_with(start)), "{}: {path}", area.name);
            }
            assert!(area.tests.iter().all(|name| is_test_name(root, name)), "{}: {:?}", area.name, area.tests);
            assert!(area.cases.iter().all(|name| is_case_module(root, name)), "{}: {:?}", area.name, area.cases);
        }
    }

    #[test]
    fn every_file_of_cases_is_in_an_area() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for entry in std::fs::read_dir(root.join(CASES)).unwrap() {
            let path = entry.unwrap().path();
            let has_cases = std::fs::read_to_string(&path).is_ok_and(|text| text.contains("in_each_browser! {"));
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(!has_cases || AREAS.iter().any(|area| area.cases.contains(&&*name)), "{name} is in no area");
        }
    }

    #[test]
    fn a_change_belongs_to_the_areas_of_its_paths() {
        let paths = ["fleet/src/lib.rs", "README.md", "web/css/page.css"];
        assert_eq!(touched(paths.into_iter()), BTreeSet::from(["documents", "fleet", "layout", "systems"]));
        assert_eq!(touched(["e2e/tests/browsers/without_npm.rs"].into_iter()), BTreeSet::from(["editor", "offline"]));
        assert!(touched(["LICENSE"].into_iter()).is_empty());
    }
}
