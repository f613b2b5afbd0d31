//! A case, and the macro that defines cases. Knows nothing of what a case does, nor when and where
//! it is run.

use std::pin::Pin;

use anyhow::Result;

use crate::browser::Browser;
use crate::kind::{Age, BrowserKind};

/// Which browser process a case gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserInstance {
    /// A process that it shares with other cases, in a user context of its own.
    Shared,
    /// Its own process: the case has effects that might outlive it, or disturb other cases.
    Own,
    /// Its own process, while no other case runs: the case or the page measures time.
    OwnAlone,
    /// A process that it shares with other cases, in Chromium only: in Firefox the page is known
    /// not to support this yet.
    SharedChromium,
    /// Its own process without JSPI. Chromium has no switch that disables JSPI, so the case is run
    /// in Firefox only.
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

    /// How much the case's browser can do.
    pub(crate) fn age(self) -> Age {
        match self {
            Self::Shared | Self::SharedChromium | Self::Own | Self::OwnAlone => Age::Current,
            Self::OwnWithoutJspi => Age::WithoutJspi,
        }
    }
}

/// What a case returns: success, or why it failed.
pub type CaseFuture<'a> = Pin<Box<dyn Future<Output = Result<()>> + 'a>>;

/// A test that must pass in each browser.
#[derive(Clone, Copy)]
pub struct BrowserCase {
    /// The path of the case's module, with the crate in front.
    pub module: &'static str,
    /// The name of the case's function.
    pub name: &'static str,
    /// The browser process that the case gets.
    pub process: BrowserInstance,
    /// Whether the case belongs to the default run: it is short, tests what only a browser can test,
    /// and is chosen by its value. There are about 50 of these; a run with `--core` runs no others.
    pub is_core: bool,
    /// Whether browsers are known to differ in what the case tests. If not, and the case shares its
    /// browser, a run with `--alternate` runs it in one of them.
    pub browsers_differ: bool,
    /// Environment variables with the places of files that the case needs; it is not run unless all
    /// of them are set.
    pub needs: &'static [&'static str],
    /// The function.
    pub run: for<'a> fn(&'a Browser) -> CaseFuture<'a>,
}

impl BrowserCase {
    /// The name that selects the case, without the browser:
    /// `connect_four::a_move_can_be_taken_back`.
    pub(crate) fn path(&self) -> String {
        let module = self.module.split_once("::").map_or("", |(_, module)| module);
        [module, self.name].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("::")
    }
}

/// Takes cases, each written once as `async fn name(browser: &Browser) -> Result<()>`, and defines
/// a function `cases` that lists them for [`run_cases`](crate::run_cases). A case shares a browser
/// process with others unless `#[own_process]`, `#[alone]`, `#[chromium_only]` or `#[without_jspi]`
/// is above it: see [`BrowserInstance`]. `#[core]` sets [`BrowserCase::is_core`], `#[browsers_differ]`
/// sets [`BrowserCase::browsers_differ`]. `#[needs = "VARIABLE"]` names an environment variable
/// without which the case is not run.
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
                is_core: $crate::is_core!($([$($note)*])*),
                browsers_differ: $crate::browsers_differ!($([$($note)*])*),
                needs: $crate::needs_of!($([$($note)*])*),
                run: |browser| Box::pin($name(browser)),
            }),*]
        }
    };
}

/// Chooses the browser process from the attributes of a case.
#[doc(hidden)]
#[macro_export]
macro_rules! process_of {
    () => { $crate::BrowserInstance::Shared };
    ([own_process] $($others:tt)*) => { $crate::BrowserInstance::Own };
    ([chromium_only] $($others:tt)*) => { $crate::BrowserInstance::SharedChromium };
    ([alone] $($others:tt)*) => { $crate::BrowserInstance::OwnAlone };
    ([without_jspi] $($others:tt)*) => { $crate::BrowserInstance::OwnWithoutJspi };
    ([doc = $text:expr] $($others:tt)*) => { $crate::process_of!($($others)*) };
    ([core] $($others:tt)*) => { $crate::process_of!($($others)*) };
    ([browsers_differ] $($others:tt)*) => { $crate::process_of!($($others)*) };
    ([needs = $variable:expr] $($others:tt)*) => { $crate::process_of!($($others)*) };
}

/// Whether `core` is among the attributes of a case.
#[doc(hidden)]
#[macro_export]
macro_rules! is_core {
    () => { false };
    ([core] $($others:tt)*) => { true };
    ([$($other:tt)*] $($others:tt)*) => { $crate::is_core!($($others)*) };
}

/// Whether `browsers_differ` is among the attributes of a case.
#[doc(hidden)]
#[macro_export]
macro_rules! browsers_differ {
    () => { false };
    ([browsers_differ] $($others:tt)*) => { true };
    ([$($other:tt)*] $($others:tt)*) => { $crate::browsers_differ!($($others)*) };
}

/// Collects the variables of the `needs` attributes of a case.
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

        #[core]
        #[own_process]
        async fn loops(_browser: &Browser) -> Result<()> {
            Ok(())
        }

        /// The case depends on fonts.
        #[browsers_differ]
        #[core]
        async fn is_laid_out(_browser: &Browser) -> Result<()> {
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
        assert_eq!(needs, [&[][..], &[], &[], &[], &["A_TOOL", "ANOTHER"]]);
        let names = |is_listed: fn(&BrowserCase) -> bool| -> Vec<_> {
            cases().iter().filter(|case| is_listed(case)).map(|case| case.name).collect()
        };
        assert_eq!(names(|case| case.is_core), ["loops", "is_laid_out"]);
        assert_eq!(names(|case| case.browsers_differ), ["is_laid_out"]);
        let listed: Vec<_> = cases().iter().map(|case| (case.path(), case.process)).collect();
        assert_eq!(
            listed,
            [
                ("case::tests::shares".to_owned(), BrowserInstance::Shared),
                ("case::tests::loops".to_owned(), BrowserInstance::Own),
                ("case::tests::is_laid_out".to_owned(), BrowserInstance::Shared),
                ("case::tests::measures".to_owned(), BrowserInstance::OwnAlone),
                ("case::tests::interprets".to_owned(), BrowserInstance::OwnWithoutJspi),
            ]
        );
    }
}
