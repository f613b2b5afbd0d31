//! Cargo's metadata of the workspace's packages and of those that they use. Knows nothing of what
//! it is used for.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::run::read;

/// The part of `cargo metadata` that is read here.
#[derive(Deserialize)]
pub struct Metadata {
    pub packages: Vec<Package>,
    pub target_directory: PathBuf,
    /// Which packages use which; `None` if dependencies were left out.
    pub resolve: Option<Graph>,
}

/// A package of any version.
#[derive(Default, Deserialize)]
pub struct Package {
    pub id: String,
    pub name: String,
    pub version: String,
    pub license: Option<String>,
    /// Where the package comes from; `None` for the project's own.
    pub source: Option<String>,
    pub manifest_path: PathBuf,
    pub authors: Vec<String>,
    pub targets: Vec<PackageTarget>,
}

/// A library or program of a package.
#[derive(Deserialize)]
pub struct PackageTarget {
    pub name: String,
    /// `lib`, `bin`, `proc-macro` and others.
    pub kind: Vec<String>,
}

/// Packages are named by their `id`.
#[derive(Deserialize)]
pub struct Graph {
    pub nodes: Vec<GraphNode>,
}

/// A package of the graph and what it uses.
#[derive(Deserialize)]
pub struct GraphNode {
    pub id: String,
    pub deps: Vec<Dependency>,
}

/// Something that a package uses.
#[derive(Deserialize)]
pub struct Dependency {
    pub pkg: String,
    pub dep_kinds: Vec<DependencyKind>,
}

/// What a dependency is used for.
#[derive(Deserialize)]
pub struct DependencyKind {
    /// `dev` or `build`; `None` for dependencies that are compiled into the package.
    pub kind: Option<String>,
}

impl Metadata {
    /// Runs `cargo metadata` with these arguments and those that choose the format.
    ///
    /// # Errors
    /// When cargo fails.
    pub fn ask(mut cargo: Command, arguments: &[&str]) -> Result<Self> {
        let text = read(cargo.args(["metadata", "--format-version", "1"]).args(arguments))?;
        serde_json::from_str(&text).context("cargo's metadata is not as expected")
    }
}

impl PackageTarget {
    /// Whether the target is of this kind.
    pub fn is(&self, kind: &str) -> bool {
        self.kind.iter().any(|own| own == kind)
    }
}
