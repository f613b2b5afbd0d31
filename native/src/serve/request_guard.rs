//! Decides which requests are answered. Every page in the browser, and every program on this
//! computer, can send requests to the server; only a page that was opened with the token may use
//! it. Knows no match.

use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Request, StatusCode};
use botyard_page_policy::ContentSecurityPolicy;
use sha2::{Digest, Sha256};

use botyard_host::module::hexadecimal;

/// The length of a token in bytes: 128 bits.
const TOKEN: usize = 16;

/// The secret that a page must send to use the server.
#[derive(Clone)]
pub(super) struct AccessToken(String);

impl AccessToken {
    /// A new random token.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hexadecimal(&bytes)))
    }

    /// Its text for a URL. It follows the `#`, a part that browsers do not send to servers.
    pub(super) fn words(&self) -> &str {
        &self.0
    }

    /// A path below `folder` that cannot be guessed without the token, and that does not reveal it.
    pub(super) fn secret_path(&self, folder: &str) -> String {
        format!("{folder}/{}", hexadecimal(&Sha256::digest(format!("{folder} {}", self.0))))
    }

    /// Whether `offered` is the token. Compares hashes, so that the time does not reveal how much
    /// of it is right.
    pub(super) fn is(&self, offered: &str) -> bool {
        Sha256::digest(offered) == Sha256::digest(&self.0)
    }
}

/// The rules for requests.
pub(super) struct RequestGuard {
    /// The only accepted host name: `127.0.0.1:PORT`. Any other name was made to point here (DNS
    /// rebinding).
    authority: String,
    origin: String,
    headers: HeaderMap,
}

impl RequestGuard {
    /// For a server at this port, whose page has this policy.
    pub(super) fn new(port: u16, policy: &ContentSecurityPolicy) -> Self {
        let authority = format!("127.0.0.1:{port}");
        let origin = format!("http://{authority}");
        Self { headers: headers(&authority, policy), authority, origin }
    }

    /// The page's origin.
    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether a request for a file may be answered.
    ///
    /// # Errors
    /// The status to answer with instead.
    pub(super) fn allows_request<B>(&self, request: &Request<B>) -> Result<(), StatusCode> {
        let is_ours = |value: &HeaderValue| value == self.authority.as_str();
        let mut hosts = request.headers().get_all(HOST).iter();
        let named = hosts.next().is_some_and(is_ours) && hosts.next().is_none();
        let asked = request.uri().authority().is_none_or(|authority| authority.as_str() == self.authority);
        if !(named && asked) {
            return Err(StatusCode::MISDIRECTED_REQUEST);
        }
        let mut origins = request.headers().get_all(ORIGIN).iter();
        origins.all(|origin| origin == self.origin.as_str()).then_some(()).ok_or(StatusCode::FORBIDDEN)
    }

    /// Whether a request for a socket may be answered. It must have an `Origin`, which browsers
    /// always send.
    ///
    /// # Errors
    /// The status to answer with instead.
    pub(super) fn allows_socket<B>(&self, request: &Request<B>) -> Result<(), StatusCode> {
        self.allows_request(request)?;
        request.headers().contains_key(ORIGIN).then_some(()).ok_or(StatusCode::FORBIDDEN)
    }

    /// The headers of every response.
    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }
}

fn headers(authority: &str, policy: &ContentSecurityPolicy) -> HeaderMap {
    let policy = HeaderValue::from_str(&policy.for_server(authority)).expect("hashes and numbers can be said");
    let same = HeaderValue::from_static("same-origin");
    [
        (CONTENT_SECURITY_POLICY, policy),
        (X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
        (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("cross-origin-resource-policy"), same.clone()),
        (HeaderName::from_static("cross-origin-opener-policy"), same),
        // Another program may serve another page at this port later, so browsers must check whether
        // a file has changed.
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ]
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(target: &str, headers: &[(&str, &str)]) -> Request<()> {
        let request = Request::builder().uri(target);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(()).expect("a request")
    }

    #[track_caller]
    fn check(headers: &[(&str, &str)], file: u16, socket: u16) {
        let guard = RequestGuard::new(8090, &ContentSecurityPolicy::default());
        let status = |admitted: Result<(), StatusCode>| admitted.err().map_or(200, |status| status.as_u16());
        let request = request("/", headers);
        assert_eq!((status(guard.allows_request(&request)), status(guard.allows_socket(&request))), (file, socket));
    }

    const OURS: (&str, &str) = ("host", "127.0.0.1:8090");

    #[test]
    fn the_page_itself_is_answered() {
        check(&[OURS, ("origin", "http://127.0.0.1:8090")], 200, 200);
        // A browser that opens an address sends no origin, but for a socket it always does.
        check(&[OURS], 200, 403);
    }

    #[test]
    fn a_name_that_was_made_to_point_here_is_refused() {
        for host in ["rebound.example:8090", "127.0.0.1", "127.0.0.1:80", "localhost:8090", "127.0.0.1:8090.x", ""] {
            check(&[("host", host), ("origin", "http://127.0.0.1:8090")], 421, 421);
        }
        check(&[], 421, 421);
        check(&[OURS, ("host", "rebound.example:8090")], 421, 421);
    }

    #[test]
    fn other_pages_are_refused() {
        for origin in ["https://example.org", "http://localhost:8090", "https://127.0.0.1:8090", "null", ""] {
            check(&[OURS, ("origin", origin)], 403, 403);
        }
        check(&[OURS, ("origin", "http://127.0.0.1:8090"), ("origin", "null")], 403, 403);
    }

    #[test]
    fn a_request_for_another_server_is_refused() {
        let guard = RequestGuard::new(8090, &ContentSecurityPolicy::default());
        let named = request("http://rebound.example/", &[OURS]);
        assert_eq!(guard.allows_request(&named), Err(StatusCode::MISDIRECTED_REQUEST));
    }

    #[test]
    fn a_token_is_long_and_never_the_same() {
        let token = || AccessToken::new().expect("randomness");
        let (one, other) = (token(), token());
        assert_eq!(one.words().len(), 32);
        assert!(one.is(one.words()) && !one.is(other.words()));
        assert!(!one.is("") && !one.is(&one.words()[..31]) && !one.is(&format!("{}0", one.words())));
    }
}
