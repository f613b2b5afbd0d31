//! Writes the content security policy into each page, with the hashes of its inline scripts and
//! styles.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use botyard_page_policy::ContentSecurityPolicy;

use crate::files::list;

/// The element after which the policy is written: browsers look for the character set in the first
/// 1,024 bytes only.
const CHARACTER_SET: &str = r#"<meta charset="utf-8">"#;

/// Writes the policy into each page in `folder`. The inline scripts and styles may not change
/// afterwards.
///
/// # Errors
/// When a page has content that its policy would forbid, or cannot be read or written.
pub fn write_policies(folder: &Path) -> Result<()> {
    for file in list(folder)?.iter().filter(|file| file.name.ends_with(".html")) {
        let html = fs::read_to_string(&file.path).with_context(|| format!("cannot read {}", file.name))?;
        let html = with_policy(&html).with_context(|| format!("{} gets no policy", file.name))?;
        fs::write(&file.path, html).with_context(|| format!("cannot write {}", file.name))?;
    }
    Ok(())
}

fn with_policy(html: &str) -> Result<String> {
    ensure!(!html.contains(" style=\""), "it has a style attribute, which the policy forbids: use a class");
    let (before, after) = html.split_once(CHARACTER_SET).with_context(|| format!("it has no {CHARACTER_SET}"))?;
    let policy = ContentSecurityPolicy::of_pages([html]).for_page();
    let meta = format!(r#"<meta http-equiv="Content-Security-Policy" content="{policy}">"#);
    Ok(format!("{before}{CHARACTER_SET}{meta}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of `printf 'go()' | openssl dgst -sha256 -binary | base64`.
    const GO: &str = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='";

    #[test]
    fn each_page_gets_a_policy_with_the_hashes_of_its_own_scripts() {
        let folder = tempfile::tempdir().unwrap();
        let page = |script: &str| format!("<head>{CHARACTER_SET}<script>{script}</script></head>");
        for (name, script) in [("index.html", "go()"), ("other.html", "stop()"), ("page.js", "go()")] {
            fs::write(folder.path().join(name), page(script)).unwrap();
        }
        write_policies(folder.path()).unwrap();
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let start = format!("<head>{CHARACTER_SET}<meta http-equiv=\"Content-Security-Policy\" content=\"default-src");
        assert!(text("index.html").starts_with(&start) && text("index.html").contains(GO), "{}", text("index.html"));
        assert!(text("other.html").starts_with(&start) && !text("other.html").contains(GO));
        assert_eq!(text("page.js"), page("go()"), "no page");
    }

    #[test]
    fn a_page_that_its_policy_would_break_is_refused() {
        let check = |body: &str, expected: &str| {
            let error = with_policy(&format!("{CHARACTER_SET}{body}")).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        };
        check("<p style=\"height:1px\">", "it has a style attribute");
        assert!(with_policy("<head></head>").unwrap_err().to_string().starts_with("it has no <meta charset"));
    }

    /// The pages of this checkout, before they are filled in.
    #[test]
    fn our_own_pages_take_a_policy() {
        for (page, scripts, styles) in
            [(include_str!("../../index.html"), 2, 0), (include_str!("../../web/worker/wasi-test.html"), 0, 1)]
        {
            let html = with_policy(page).unwrap();
            let hashes = |rule: &str| {
                let rules = html.split("; ").find(|part| part.starts_with(rule)).unwrap();
                rules.matches("'sha256-").count()
            };
            assert_eq!((hashes("script-src"), hashes("style-src")), (scripts, styles));
        }
    }
}
