//! When a page is at rest, and its clock: what a case reads is read at rest, and no delay of a
//! second or more ends before the case says so. The functions that do this in the page and in its
//! workers are in `settling.js`.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;

use crate::browser::Browser;

/// A function that each document of a case, and each worker, calls before its own scripts.
pub(crate) const SETTLING: &str = include_str!("settling.js");

/// Counts the import that follows as unfinished until it is there: scripts cannot replace `import`
/// as they replace functions.
const COUNTED: &str = "settling.count(\"an import\", ";

impl Browser {
    /// Lets the page be patient for this long: ends its delays of a second or more that end within
    /// this time, in their order, and waits until the page is at rest after each. Other delays take
    /// the time that they take.
    ///
    /// # Errors
    /// When the page does not come to rest.
    pub async fn advance(&self, time: Duration) -> Result<()> {
        self.tab().call("time => settling.advance(time)", &[], &[json!(time.as_millis() as u64)]).await.map(drop)
    }

    /// Holds series once they have this many games, in this document and in later ones; `None` lets
    /// them play on, within the 3 s in which a series looks for idle workers.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn hold_series(&self, games: Option<u64>) -> Result<()> {
        self.in_each_document(&format!("settling.holdSeries({})", json!(games))).await
    }

    /// From now on, also in other documents, the page is at rest although it waits for something with
    /// this in its name: what the case holds back itself. `fetching bots/` is in the names of all
    /// requests for bots.
    ///
    /// # Errors
    /// When the browser does not answer.
    pub async fn overlook(&self, part: &str) -> Result<()> {
        self.in_each_document(&format!("settling.overlook({})", json!(part))).await
    }

    /// Runs a script in the document that is shown, and in each later one before its own scripts.
    async fn in_each_document(&self, script: &str) -> Result<()> {
        self.tab().prelude(&format!("() => {{ {script} }}")).await?;
        self.tab().call(&format!("() => {{ if (globalThis.settling) {script} }}"), &[], &[]).await.map(drop)
    }

    /// Waits until the page is at rest. Whatever looks at the page or acts on it does this first;
    /// [`Browser::script_at_once`] does not.
    ///
    /// # Errors
    /// When the page does not come to rest: the error names what it waits for.
    pub(crate) async fn settle(&self) -> Result<()> {
        self.tab().call("() => globalThis.settling?.whenSettled()", &[], &[]).await.map(drop)
    }
}

/// A script as a case's server sends it: it counts what it imports while it runs, and that of a
/// worker says when the worker is at rest.
pub(crate) fn instrument(script: &str, is_of_worker: bool) -> String {
    let counted = count_imports(script);
    if is_of_worker { format!("({SETTLING})();\n{counted}") } else { counted }
}

/// Imports with an address that is no call: others are none of ours.
fn count_imports(script: &str) -> String {
    const IMPORT: &str = "import(";
    let mut counted = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(at) = rest.find(IMPORT) {
        let (before, from_import) = rest.split_at(at);
        let is_word = !before.ends_with(|last: char| last.is_alphanumeric() || ['_', '$', '.'].contains(&last));
        let parts = from_import[IMPORT.len()..].find(['(', ')']).map(|end| IMPORT.len() + end + 1);
        let end = parts.filter(|&end| from_import[..end].ends_with(')'));
        counted.push_str(before);
        let (import, after) = from_import.split_at(end.unwrap_or(IMPORT.len()));
        match end.filter(|_| is_word) {
            Some(_) => counted.extend([COUNTED, import, ")"]),
            None => counted.push_str(import),
        }
        rest = after;
    }
    counted + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_counted_and_words_like_them_are_not() {
        let check = |script: &str, expected: &str| assert_eq!(count_imports(script), expected);
        check("a=()=>import(\"./b.js\");c", "a=()=>settling.count(\"an import\", import(\"./b.js\"));c");
        check(
            "import(a.b),import(c)",
            "settling.count(\"an import\", import(a.b)),settling.count(\"an import\", import(c))",
        );
        for same in ["import a from 'b';", "reimport(a)", "it.import(a)", "import(a(b))", "import("] {
            check(same, same);
        }
    }

    #[test]
    fn a_script_of_a_worker_begins_with_ours() {
        assert_eq!(instrument("go();", true), format!("({SETTLING})();\ngo();"));
        assert_eq!(instrument("go();", false), "go();");
    }
}
