//! The crates that are compiled into the program and the page's programs, as cargo names them.
//! Macros run in the compiler and are not shipped.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use super::component::{Component, ComponentPlace};
use super::texts;
use crate::checkout::Checkout;
use crate::metadata::{Dependency, GraphNode, Metadata, Package};
use crate::targets;

/// The packages of the page's programs.
const PAGE: [&str; 3] = ["botyard-web", "botyard-web-worker", "botyard-web-desk"];
/// The package of the program.
const PROGRAM: [&str; 1] = ["botyard"];

/// The crates of the program on this system, and those of the page.
///
/// # Errors
/// When cargo fails, or a package names no licence.
pub fn components(checkout: &Checkout) -> Result<Vec<Component>> {
    let host = targets::host()?;
    let mut components = Vec::new();
    for (target, roots, place) in
        [(&*host, &PROGRAM[..], ComponentPlace::Program), (targets::PAGE, &PAGE[..], ComponentPlace::Page)]
    {
        let metadata = Metadata::ask(checkout.cargo_alone(), &["--locked", "--filter-platform", target])?;
        for package in metadata.shipped_with(roots) {
            components.push(package.component(place)?);
        }
    }
    Ok(components)
}

impl Metadata {
    /// The packages that are compiled into the packages of these names, without the project's own.
    fn shipped_with(&self, roots: &[&str]) -> Vec<&Package> {
        let packages: BTreeMap<&str, &Package> =
            self.packages.iter().map(|package| (package.id.as_str(), package)).collect();
        let graph = self.resolve.iter().flat_map(|graph| &graph.nodes);
        let nodes: BTreeMap<&str, &GraphNode> = graph.map(|node| (node.id.as_str(), node)).collect();
        let is_root = |package: &&Package| package.source.is_none() && roots.contains(&&*package.name);
        let mut waiting: Vec<&str> = self.packages.iter().filter(is_root).map(|package| package.id.as_str()).collect();
        let mut found: BTreeSet<&str> = waiting.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            let dependencies = nodes.get(id).into_iter().flat_map(|node| &node.deps);
            for dependency in dependencies.filter(|dependency| dependency.is_compiled_in()) {
                let id = dependency.pkg.as_str();
                if packages.get(id).is_some_and(|package| !package.is_macro()) && found.insert(id) {
                    waiting.push(id);
                }
            }
        }
        found
            .into_iter()
            .filter_map(|id| packages.get(id).copied())
            .filter(|package| package.source.is_some())
            .collect()
    }
}

impl Dependency {
    fn is_compiled_in(&self) -> bool {
        self.dep_kinds.iter().any(|kind| kind.kind.is_none())
    }
}

impl Package {
    fn is_macro(&self) -> bool {
        self.targets.iter().any(|target| target.is("proc-macro"))
    }

    fn component(&self, place: ComponentPlace) -> Result<Component> {
        let name = format!("{} {}", self.name, self.version);
        let licence = self.license.clone().with_context(|| format!("{name} names no licence"))?;
        let chosen = texts::choose(&licence).with_context(|| name.clone())?;
        let folder = self.manifest_path.parent().context("a manifest lies in a folder")?;
        let text = texts::in_folder(folder, &chosen)?;
        Ok(Component { name, licence, chosen, authors: self.authors.clone(), text, places: [place].into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const METADATA: &str = r#"{
        "target_directory": "target",
        "packages": [
            {"id": "us", "name": "botyard", "version": "1", "license": "MIT", "source": null, "manifest_path": "us/Cargo.toml", "authors": [], "targets": [{"name": "it", "kind": ["lib"]}]},
            {"id": "a", "name": "a", "version": "1", "license": "MIT", "source": "registry", "manifest_path": "a/Cargo.toml", "authors": [], "targets": [{"name": "it", "kind": ["lib"]}]},
            {"id": "b", "name": "b", "version": "1", "license": "MIT", "source": "registry", "manifest_path": "b/Cargo.toml", "authors": [], "targets": [{"name": "it", "kind": ["lib"]}]},
            {"id": "m", "name": "m", "version": "1", "license": "MIT", "source": "registry", "manifest_path": "m/Cargo.toml", "authors": [], "targets": [{"name": "it", "kind": ["proc-macro"]}]},
            {"id": "t", "name": "t", "version": "1", "license": "MIT", "source": "registry", "manifest_path": "t/Cargo.toml", "authors": [], "targets": [{"name": "it", "kind": ["lib"]}]}
        ],
        "resolve": {"nodes": [
            {"id": "us", "deps": [
                {"pkg": "a", "dep_kinds": [{"kind": "dev"}, {"kind": null}]},
                {"pkg": "m", "dep_kinds": [{"kind": null}]},
                {"pkg": "t", "dep_kinds": [{"kind": "dev"}, {"kind": "build"}]}
            ]},
            {"id": "a", "deps": [{"pkg": "b", "dep_kinds": [{"kind": null}]}]},
            {"id": "b", "deps": []},
            {"id": "m", "deps": [{"pkg": "t", "dep_kinds": [{"kind": null}]}]},
            {"id": "t", "deps": []}
        ]}
    }"#;

    #[test]
    fn what_only_compiles_or_tests_is_not_shipped() {
        let metadata: Metadata = serde_json::from_str(METADATA).unwrap();
        let names = |roots: &[&str]| -> Vec<String> {
            metadata.shipped_with(roots).iter().map(|package| package.name.clone()).collect()
        };
        assert_eq!(names(&["botyard"]), ["a", "b"]);
        assert_eq!(names(&["botyard-web"]), [""; 0]);
    }
}
