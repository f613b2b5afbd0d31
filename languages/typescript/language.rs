//! What TypeScript declares of itself: it is translated into JavaScript, by the script that
//! `build.mjs` bundles of `src/`.

use crate::ScriptLanguage;
use crate::description::ScriptDescription;
use crate::javascript;
pub(crate) use crate::javascript::WAYS;

/// A translated file keeps its name, so that errors name the file that its author knows.
pub(crate) const SCRIPT: ScriptDescription = ScriptDescription {
    id: "typescript",
    name: "TypeScript",
    translation: Some((ScriptLanguage::JavaScript, "typescript.js")),
    endings: &["ts", "mts"],
    declarations: Some(".d.ts"),
    main_file: "bot.ts",
    arguments: &["/bot.ts"],
    section: b"botyard.typescript",
    ..javascript::SCRIPT
};

pub(crate) const STARTER_FILES: &[(&str, &str)] =
    &[("botyard.d.ts", include_str!("starter/botyard.d.ts")), ("tsconfig.json", include_str!("starter/tsconfig.json"))];

pub(crate) const OTHER_IDS: &[&str] = &["ts"];

pub(crate) const PAGE_BYTES: usize = 40_000;

/// The names in quotes, and those of the files that they may stand for: `search.ts` for `search`, and
/// for `search.js`, to which it would be translated elsewhere.
pub(crate) fn find_imports(path: &str, text: &str) -> Vec<String> {
    let stem = |name: &str| {
        let stem = name.rsplit_once('.').filter(|(_, ending)| javascript::SCRIPT.endings.contains(ending));
        stem.map_or(name, |(stem, _)| stem).to_owned()
    };
    let implied = |name: String| {
        let stem = stem(&name);
        [name].into_iter().chain(SCRIPT.endings.iter().map(move |ending| format!("{stem}.{ending}")))
    };
    javascript::find_imports(path, text).into_iter().flat_map(implied).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_a_file_that_is_translated() {
        let found = |name: &str| find_imports("bot.ts", &format!("import './{name}'"));
        assert_eq!(found("a"), ["a", "a.ts", "a.mts"]);
        assert_eq!(found("a.js"), ["a.js", "a.ts", "a.mts"]);
        assert_eq!(found("a.ts"), ["a.ts", "a.ts.ts", "a.ts.mts"]);
    }
}
