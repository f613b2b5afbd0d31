//! A case, and how it is written down. Knows nothing of what a case does, nor when and where it is
//! run.

use std::pin::Pin;

use anyhow::Result;

use crate::browser::Browser;
use crate::kind::{Age, BrowserKind};

/// Which browser process a case gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserInstance {
    /// One that it shares with other cases, in a user context of its own.
    Shared,
    /// One of its own: it does what might outlive it, or spoil the browser for others.
    Own,
    /// One of its own, while no other case runs: it measures time, or the page does.
    OwnAlone,
    /// One that it shares with other cases, and Chromium only: in Firefox the page is known not to
    /// do this yet.
    SharedChromium,
    /// One of its own that lacks JSPI. Chromium has no switch that takes it away, so the case is
    /// run in Firefox only.
    OwnWithoutJspi,
}

impl BrowserInstance {
    /// The browsers in which such a case is run.
    pub(crate) fn kinds(self) -> &'static [BrowserKind] {
        match self {
            Self::Shared | Self::Own | Self::OwnAlone => &BrowserKind::ALL,
            Self::SharedChromium => &[BrowserKind::Chromium],
            Self::OwnWithoutJspi => &[BrowserKind::Firefox],
        }
    }

    /// How much its browser can do.
    pub(crate) fn age(self) -> Age {
        match self {
            Self::Shared | Self::SharedChromium | Self::Own | Self::OwnAlone => Age::Current,
            Self::OwnWithoutJspi => Age::WithoutJspi,
        }
    }
}

/// What a case promises: to be done, or why it failed.
pub type CaseFuture<'a> = Pin<Box<dyn Future<Output = Result<()>> + 'a>>;

/// Something that must hold in each browser.
#[derive(Clone, Copy)]
pub struct BrowserCase {
    /// The path of its module, with the crate in front.
    pub module: &'static str,
    /// The name of its function.
    pub name: &'static str,
    /// Which browser process it gets.
    pub process: BrowserInstance,
    /// The environment variables that say where something is that it needs; it is not run where one
    /// of these is not.
    pub needs: &'static [&'static str],
    /// The function.
    pub run: for<'a> fn(&'a Browser) -> CaseFuture<'a>,
}

impl BrowserCase {
    /// The name by which it is chosen, without the browser:
    /// `connect_four::a_move_can_be_taken_back`.
    pub(crate) fn path(&self) -> String {
        let module = self.module.split_once("::").map_or("", |(_, module)| module);
        [module, self.name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("::")
    }
}

/// Writes each case once as `async fn name(browser: &Browser) -> Result<()>`, and makes a function
/// `cases` that lists them for [`run_cases`](crate::run_cases). A case shares a browser process
/// with others unless `#[own_process]`, `#[alone]`, `#[chromium_only]` or `#[without_jspi]` is
/// above it: see [`BrowserInstance`]. `#[needs = "VARIABLE"]` below that names something that it
/// cannot do without.
#[macro_export]
macro_rules! in_each_browser {
    ($($(#[$($note:tt)*])* async fn $name:ident($browser:ident: $type:ty) -> $result:ty $body:block)*) => {
        $(async fn $name($browser: $type) -> $result $body)*

        /// The cases of this file.
        pub fn cases() -> Vec<$crate::BrowserCase> {
            vec![$($crate::BrowserCase {
                module: module_path!(),
                name: stringify!($name),
                process: $crate::process_of!($([$($note)*])*),
                needs: $crate::needs_of!($([$($note)*])*),
                run: |browser| Box::pin($name(browser)),
            }),*]
        }
    };
}

/// Reads the attributes of a case.
#[doc(hidden)]
#[macro_export]
macro_rules! process_of {
    () => { $crate::BrowserInstance::Shared };
    ([own_process] $($others:tt)*) => { $crate::BrowserInstance::Own };
    ([chromium_only] $($others:tt)*) => { $crate::BrowserInstance::SharedChromium };
    ([alone] $($others:tt)*) => { $crate::BrowserInstance::OwnAlone };
    ([without_jspi] $($others:tt)*) => { $crate::BrowserInstance::OwnWithoutJspi };
    ([doc = $text:expr] $($others:tt)*) => { $crate::process_of!($($others)*) };
    ([needs = $variable:expr] $($others:tt)*) => { $crate::process_of!($($others)*) };
}

/// Reads what the attributes of a case say that it needs.
#[doc(hidden)]
#[macro_export]
macro_rules! needs_of {
    (@ [$($found:expr),*]) => { &[$($found),*] };
    (@ [$($found:expr),*] [needs = $variable:expr] $($others:tt)*) => {
        $crate::needs_of!(@ [$($found,)* $variable] $($others)*)
    };
    (@ [$($found:expr),*] [$($other:tt)*] $($others:tt)*) => { $crate::needs_of!(@ [$($found),*] $($others)*) };
    ($($notes:tt)*) => { $crate::needs_of!(@ [] $($notes)*) };
}

#[cfg(test)]
mod tests {
    use super::*;

    in_each_browser! {
        async fn shares(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        #[own_process]
        async fn loops(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        /// The case records timings, so it runs alone.
        #[alone]
        async fn measures(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        #[without_jspi]
        #[needs = "A_TOOL"]
        #[needs = "ANOTHER"]
        async fn interprets(_browser: &Browser) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn cases_are_listed_with_their_attributes() {
        let needs: Vec<_> = cases().iter().map(|case| case.needs).collect();
        assert_eq!(needs, [&[][..], &[], &[], &["A_TOOL", "ANOTHER"]]);
        let listed: Vec<_> = cases().iter().map(|case| (case.path(), case.process)).collect();
        assert_eq!(
            listed,
            [
                ("case::tests::shares".to_owned(), BrowserInstance::Shared),
                ("case::tests::loops".to_owned(), BrowserInstance::Own),
                ("case::tests::measures".to_owned(), BrowserInstance::OwnAlone),
                ("case::tests::interprets".to_owned(), BrowserInstance::OwnWithoutJspi),
            ]
        );
    }
}
