//! Checks dependencies' licences and sources by the lists in `deny.toml`. The same file serves
//! cargo-deny, which also checks advisories; this check needs neither the network nor minutes to
//! install.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

use super::SuiteRun;
use super::outcome::StepOutcome;
use crate::licence_list::LicenceList;
use crate::metadata::{Metadata, Package};

/// The part of `deny.toml` that is read here.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
}

#[derive(Deserialize)]
struct Licences {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
}

/// A package with licences that no other package may have.
#[derive(Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    package: String,
    allow: Vec<String>,
}

/// Checks every package of the graph, for all systems and features; and for each that is shipped,
/// that the text of its licence is found.
pub fn check(suite: &SuiteRun<'_>) -> Result<StepOutcome> {
    let checkout = suite.checkout;
    let text = std::fs::read_to_string(checkout.root().join("deny.toml")).context("cannot read deny.toml")?;
    let deny: Deny = basic_toml::from_str(&text).context("deny.toml is not as expected")?;
    let packages = Metadata::ask(checkout.cargo_with_lints(), &["--all-features"])?.packages;
    let home = home(&packages).context("no dependency comes from a registry")?;
    let complaints: Vec<String> = packages.iter().filter_map(|package| deny.complaint(package, home)).collect();
    if !complaints.is_empty() {
        bail!("deny.toml does not allow:\n  {}", complaints.join("\n  "));
    }
    eprintln!("    {} packages, {}", packages.len(), summary(&packages));
    LicenceList::new(checkout).refresh()?;
    Ok(StepOutcome::passed())
}

impl Deny {
    /// Why the package is not allowed; `None` if it is. The project's own packages have no source
    /// and are not checked.
    fn complaint(&self, package: &Package, home: &str) -> Option<String> {
        let source = package.source.as_deref()?;
        let name = format!("{} {}", package.name, package.version);
        if source != home {
            return Some(format!("{name} comes from {source}"));
        }
        let Some(licence) = &package.license else { return Some(format!("{name} names no licence")) };
        match Expression::parse_mode(licence, ParseMode::LAX) {
            Err(error) => Some(format!("{name} has a licence that cannot be read: {licence} ({})", error.reason)),
            Ok(expression) => (!expression.evaluate(|wanted| self.allows(&package.name, wanted)))
                .then(|| format!("{name} is under {licence}")),
        }
    }

    fn allows(&self, package: &str, licence: &LicenseReq) -> bool {
        let exceptions = self.licenses.exceptions.iter().filter(|exception| exception.package == package);
        let mut allowed = self.licenses.allow.iter().chain(exceptions.flat_map(|exception| &exception.allow));
        allowed.any(|name| *name == licence.to_string())
    }
}

/// The registry that all packages must come from: that of serde, which is the one that cargo uses
/// by default.
fn home(packages: &[Package]) -> Option<&str> {
    let serde = packages.iter().find(|package| package.name == "serde")?;
    serde.source.as_deref().filter(|source| source.starts_with("registry+"))
}

fn summary(packages: &[Package]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for licence in packages.iter().filter_map(|package| package.license.as_deref()) {
        *counts.entry(licence).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let most = counts.iter().take(3).map(|(licence, count)| format!("{count} under {licence}"));
    most.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = r#"
        [licenses]
        allow = ["MIT", "Apache-2.0"]
        exceptions = [{ crate = "odd", allow = ["MPL-2.0"] }]
    "#;

    fn complaint(name: &str, licence: &str, source: &str) -> Option<String> {
        let deny: Deny = basic_toml::from_str(DENY).unwrap();
        let package = Package {
            name: name.into(),
            version: "1.0.0".into(),
            license: Some(licence.into()),
            source: Some(source.into()),
            ..Package::default()
        };
        deny.complaint(&package, HOME)
    }

    const HOME: &str = "registry+https://example.com/index";

    #[test]
    fn one_of_two_licences_is_enough_but_both_of_two_are_needed() {
        assert_eq!(complaint("a", "MIT OR GPL-3.0-only", HOME), None);
        assert_eq!(complaint("a", "MIT/Apache-2.0", HOME), None);
        assert_eq!(complaint("a", "MIT AND GPL-3.0-only", HOME).unwrap(), "a 1.0.0 is under MIT AND GPL-3.0-only");
    }

    #[test]
    fn an_exception_is_for_one_package() {
        assert_eq!(complaint("odd", "MPL-2.0", HOME), None);
        assert!(complaint("other", "MPL-2.0", HOME).is_some());
    }

    #[test]
    fn other_registries_are_refused() {
        assert!(complaint("a", "MIT", "registry+https://example.org/index").unwrap().contains("comes from"));
    }
}
