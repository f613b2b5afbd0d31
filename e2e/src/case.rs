//! Runs one case in one browser, and keeps a picture of the page when it fails. Knows nothing of what a case does.

use std::panic::AssertUnwindSafe;

use anyhow::Result;
use futures_util::FutureExt;

use crate::browser::Browser;
use crate::kind::Kind;

/// Writes each case once as `async fn name(browser: &Browser) -> Result<()>`, and makes a test of it for every browser:
/// `name::chromium`, `name::firefox`.
#[macro_export]
macro_rules! in_each_browser {
    ($($(#[$note:meta])* async fn $name:ident($browser:ident: $type:ty) -> $result:ty $body:block)*) => {$(
        $(#[$note])*
        mod $name {
            use super::*;

            async fn case($browser: $type) -> $result $body

            #[test]
            fn chromium() -> $result {
                $crate::run($crate::Kind::Chromium, stringify!($name), async |browser| case(browser).await)
            }

            #[test]
            fn firefox() -> $result {
                $crate::run($crate::Kind::Firefox, stringify!($name), async |browser| case(browser).await)
            }
        }
    )*};
}

/// Runs a case in a fresh browser.
///
/// # Errors
/// That of the case, with the errors on the page's console and the place of the picture.
pub fn run(kind: Kind, name: &str, case: impl AsyncFnOnce(&Browser) -> Result<()>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let browser = Browser::start(kind).await?;
        // A failed assertion must not leave the browser running.
        let outcome = AssertUnwindSafe(case(&browser)).catch_unwind().await;
        let outcome = match outcome {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(error.context(traces(&browser, name).await)),
            Err(_) => Err(anyhow::anyhow!("an assertion failed; {}", traces(&browser, name).await)),
        };
        browser.quit().await?;
        outcome
    })
}

/// What is left of a case that failed, in words.
async fn traces(browser: &Browser, name: &str) -> String {
    let path = browser.setting().pictures.join(format!("{name}-{}.png", browser.kind()));
    let picture = match browser.screenshot(&path).await {
        Ok(()) => format!("picture in {}", path.display()),
        Err(error) => format!("no picture ({error:#})"),
    };
    format!("{picture}; errors on the console: {:?}", browser.console_errors())
}
