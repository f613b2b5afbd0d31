//! The page's content security policy: what a browser lets the page load and do. The packaged page
//! has it in its head, so that it holds on any static host; the local server also sends it as a
//! header, and leaves out the rules for visitors of a host. Knows neither files nor a network.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

/// The sockets that a page may open wherever it is hosted: those of a local server, on any port.
const ANY_LOCAL_SERVER: &str = "127.0.0.1:*";

/// Beginning and end of the element that makes browsers keep the page. The packaged page has it;
/// the local server leaves it out, so that its page is always the program's own.
pub const OFFLINE_SCRIPT: [&str; 2] = [r#"<script type="module" data-offline"#, "</script>"];

/// The page without its [`OFFLINE_SCRIPT`].
pub fn without_offline_script(html: &str) -> String {
    let [start, end] = OFFLINE_SCRIPT;
    let cut = html.split_once(start).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    cut.map_or_else(|| html.to_owned(), |(before, after)| [before, after].concat())
}

/// A policy that allows no content from other hosts, and only those inline scripts and styles that
/// the pages were built with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContentSecurityPolicy {
    /// The hashes of the inline scripts.
    scripts: Vec<String>,
    /// The hashes of the inline styles.
    styles: Vec<String>,
}

impl ContentSecurityPolicy {
    /// The policy for these pages, which are HTML.
    ///
    /// ```
    /// # use botyard_page_policy::ContentSecurityPolicy;
    /// let policy = ContentSecurityPolicy::of_pages(["<script>go()</script>"]);
    /// assert!(policy.for_page().contains("'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='"));
    /// ```
    pub fn of_pages<'a>(pages: impl IntoIterator<Item = &'a str>) -> Self {
        let mut policy = Self::default();
        for page in pages {
            // Browsers hash the text that they have parsed, in which each line ends with one
            // character.
            let page = page.replace("\r\n", "\n");
            policy.scripts.extend(inline(&page, "script").map(hash));
            policy.styles.extend(inline(&page, "style").map(hash));
        }
        policy
    }

    /// The policy for a page's own head, as the `content` in double quotes of its
    /// `<meta http-equiv="Content-Security-Policy">`.
    pub fn for_page(&self) -> String {
        self.rules(ANY_LOCAL_SERVER).join("; ")
    }

    /// The policy for the header of a server at this authority, such as `127.0.0.1:8090`.
    pub fn for_server(&self, authority: &str) -> String {
        let mut rules = self.rules(authority);
        // Browsers accept this rule in a header only.
        rules.push("frame-ancestors 'none'".to_owned());
        rules.join("; ")
    }

    fn rules(&self, sockets: &str) -> Vec<String> {
        vec![
            "default-src 'none'".to_owned(),
            with_hashes("script-src 'self' 'wasm-unsafe-eval'", &self.scripts),
            "worker-src 'self' blob:".to_owned(),
            format!("connect-src 'self' ws://{sockets} blob: data:"),
            // No style attributes: the page sets an element's style as a property, from a script.
            with_hashes("style-src 'self'", &self.styles),
            "img-src 'self' data: blob:".to_owned(),
            "media-src 'self' blob:".to_owned(),
            "font-src 'self'".to_owned(),
            "manifest-src 'self'".to_owned(),
            "base-uri 'none'".to_owned(),
            "form-action 'none'".to_owned(),
        ]
    }
}

fn with_hashes(rule: &str, hashes: &[String]) -> String {
    hashes.iter().fold(rule.to_owned(), |rule, hash| format!("{rule} {hash}"))
}

/// The contents of elements of this name that have no file of their own.
fn inline<'a>(html: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let starts: Vec<usize> = html.match_indices(&open).map(|(at, _)| at + open.len()).collect();
    starts.into_iter().filter_map(move |start| {
        let (attributes, rest) = html[start..].split_once('>')?;
        let (content, _) = rest.split_once(&close)?;
        (!attributes.contains("src=")).then_some(content)
    })
}

/// A content's hash in the notation of policies.
fn hash(content: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of `printf 'go()' | openssl dgst -sha256 -binary | base64`.
    const GO: &str = "'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='";

    #[test]
    fn only_scripts_without_a_file_are_hashed() {
        let html = r#"<script src="a.js"></script><script type="module">go()</script>"#;
        let policy = ContentSecurityPolicy::of_pages([html]);
        assert_eq!((policy.scripts, policy.styles), (vec![GO.to_owned()], vec![]));
    }

    #[test]
    fn a_content_with_other_line_ends_has_the_hash_that_browsers_compute() {
        let hashes = |html| ContentSecurityPolicy::of_pages([html]).scripts;
        assert_eq!(hashes("<script>\r\ngo()\r\n</script>"), hashes("<script>\ngo()\n</script>"));
    }

    #[test]
    fn only_the_offline_script_is_left_out() {
        let [start, end] = OFFLINE_SCRIPT;
        let html = format!("<script>a()</script>{start} src=\"./offline.js\">{end}<script>b()</script>");
        assert_eq!(without_offline_script(&html), "<script>a()</script><script>b()</script>");
        assert_eq!(without_offline_script("<script>a()</script>"), "<script>a()</script>");
    }

    #[test]
    fn a_script_ends_at_its_own_end() {
        let policy = ContentSecurityPolicy::of_pages(["<style>go()</style><script>if (a < b) go()</script>"]);
        assert_eq!((policy.styles, policy.scripts), (vec![GO.to_owned()], vec![hash("if (a < b) go()")]));
    }

    #[test]
    fn the_policies_differ_in_what_browsers_accept_and_servers_know() {
        let policy = ContentSecurityPolicy::of_pages(["<script>go()</script><style>a{}</style>"]);
        let (page, server) = (policy.for_page(), policy.for_server("127.0.0.1:8090"));
        assert!(page.contains("ws://127.0.0.1:* ") && !page.contains("frame-ancestors"), "{page}");
        assert_eq!(
            server,
            page.replace("127.0.0.1:*", "127.0.0.1:8090") + "; frame-ancestors 'none'",
            "all other rules are the same"
        );
        assert!(page.contains(&format!("script-src 'self' 'wasm-unsafe-eval' {GO}; ")), "{page}");
        assert!(!page.contains("unsafe-inline") && !page.contains("'unsafe-eval'"), "{page}");
        assert!(!page.contains('"'), "it stands in double quotes");
    }
}
