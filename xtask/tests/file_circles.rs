//! Within a package no files use each other in a circle, directly or through others, so that each
//! can be read after those that it uses. What the `mod.rs` above a file declares counts as the
//! file's own, because the file is part of that module.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

/// Packages whose files must not change: records name the bundled bots by the bytes that are
/// compiled from them.
const FROZEN: [&str; 1] = ["bots-wasm"];

/// A module by its path below the package: `["referee", "host"]`. The package itself is the empty
/// path.
type ModulePath = Vec<String>;

/// The paths that a file uses from other files, and the names that it re-exports.
#[derive(Default)]
struct FileNames {
    module: ModulePath,
    named: BTreeSet<ModulePath>,
    /// Re-exported names of children, with the child's path.
    passed_on: BTreeMap<String, ModulePath>,
}

impl FileNames {
    /// Adds a path such as `super::host::Run`, if its first segment leads to another file of the
    /// package.
    fn add(&mut self, segments: &[String]) {
        let Some((first, mut rest)) = segments.split_first() else { return };
        let mut base = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().saturating_sub(1)].to_vec(),
            // A child, if there is one of this name; `resolve` decides.
            _ => [self.module.as_slice(), std::slice::from_ref(first)].concat(),
        };
        while first == "super" && rest.first().is_some_and(|segment| segment == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend_from_slice(rest);
        self.named.insert(base);
    }

    fn add_use(&mut self, before: &[String], tree: &syn::UseTree, is_passed_on: bool) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_use(&with(path.ident.to_string()), &path.tree, is_passed_on),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.add_use(before, item, is_passed_on));
            }
            syn::UseTree::Name(syn::UseName { ident }) | syn::UseTree::Rename(syn::UseRename { ident, .. }) => {
                let path = with(ident.to_string());
                if is_passed_on && path.len() > 1 {
                    let child = path.iter().filter(|segment| *segment != "self").cloned().collect::<Vec<_>>();
                    let target = [self.module.as_slice(), &child].concat();
                    self.passed_on.insert(ident.to_string(), target);
                } else {
                    self.add(&path);
                }
            }
            syn::UseTree::Glob(_) => self.add(before),
        }
    }
}

impl<'a> Visit<'a> for FileNames {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_passed_on = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_use(&[], &item.tree, is_passed_on);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.add(&segments);
        }
        visit::visit_path(self, path);
    }

    // Tests are in the file that they test, and may use anything.
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
        });
        if !is_test {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The modules below `folder`, whose own path is `module`.
fn read_modules(folder: &Path, module: &[String], found: &mut BTreeMap<ModulePath, FileNames>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            // Programs and tests are not part of the library.
            if !["bin", "tests"].contains(&stem.as_str()) {
                read_modules(&path, &[module, &[stem]].concat(), found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && stem != "tests" {
            let module = match stem.as_str() {
                "mod" | "lib" | "main" => module.to_vec(),
                _ => [module, &[stem]].concat(),
            };
            let text = fs::read_to_string(&path).expect("sources are text");
            let file = syn::parse_file(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            let mut names = FileNames { module: module.clone(), ..FileNames::default() };
            names.visit_file(&file);
            let known = found.entry(module).or_default();
            known.module = names.module;
            known.named.extend(names.named);
            known.passed_on.extend(names.passed_on);
        }
    }
}

/// The file in which a path is declared: that of its longest prefix that is a module, or of the
/// child whose name the module re-exports.
fn resolve(modules: &BTreeMap<ModulePath, FileNames>, path: &[String]) -> Option<ModulePath> {
    let known = (0..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]))?;
    let module = &modules[&path[..known]];
    match path.get(known).and_then(|name| module.passed_on.get(name)) {
        Some(child) if child.as_slice() != path => resolve(modules, child),
        _ => Some(path[..known].to_vec()),
    }
}

/// A circle of files, if there is one: each uses the next, and the last uses the first.
fn find_circle(modules: &BTreeMap<ModulePath, FileNames>) -> Option<Vec<ModulePath>> {
    let uses: BTreeMap<&ModulePath, BTreeSet<ModulePath>> = modules
        .iter()
        .map(|(module, file)| {
            let files = file.named.iter().filter_map(|path| resolve(modules, path));
            // A module is above itself.
            (module, files.filter(|other| !module.starts_with(other)).collect())
        })
        .collect();
    let mut done = BTreeSet::new();
    modules.keys().find_map(|module| follow(&uses, module, &mut Vec::new(), &mut done))
}

fn follow(
    uses: &BTreeMap<&ModulePath, BTreeSet<ModulePath>>,
    module: &ModulePath,
    way: &mut Vec<ModulePath>,
    done: &mut BTreeSet<ModulePath>,
) -> Option<Vec<ModulePath>> {
    if let Some(start) = way.iter().position(|before| before == module) {
        return Some(way[start..].to_vec());
    }
    if !done.insert(module.clone()) {
        return None;
    }
    way.push(module.clone());
    let circle = uses[module].iter().find_map(|next| follow(uses, next, way, done));
    way.pop();
    circle
}

#[test]
fn no_files_of_a_package_use_each_other_in_a_circle() {
    let root = support::root();
    let circles: Vec<_> = support::packages()
        .iter()
        .filter(|package| !FROZEN.iter().any(|frozen| package.as_path() == Path::new(frozen)))
        .filter_map(|package| {
            let mut modules = BTreeMap::new();
            read_modules(&root.join(package).join("src"), &[], &mut modules);
            let circle = find_circle(&modules)?;
            let names: Vec<_> = circle.iter().map(|module| module.join("::")).collect();
            Some(format!("{}: {}", package.display(), names.join(" -> ")))
        })
        .collect();
    assert!(circles.is_empty(), "files that use each other:\n{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found() {
    let modules = |files: &[(&str, &str)]| {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let mut found = BTreeMap::new();
        read_modules(folder.path(), &[], &mut found);
        find_circle(&found).map(|circle| circle.iter().map(|module| module.join("::")).collect::<Vec<_>>())
    };
    let lib = ("lib.rs", "mod a; mod b; pub use a::One;");
    assert_eq!(modules(&[lib, ("a.rs", "use super::b::Two; pub struct One(Two);"), ("b.rs", "pub struct Two;")]), None);
    let circle = Some(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(modules(&[lib, ("a.rs", "use super::b::Two;"), ("b.rs", "use super::a::One;")]), circle);
    // By a path in an expression, and by a name that the package re-exports.
    assert_eq!(modules(&[lib, ("a.rs", "fn f() { crate::b::g() }"), ("b.rs", "use crate::One;")]), circle);
    let part = [("a/mod.rs", "mod c; use c::Four; struct Three;"), ("a/c.rs", "use super::Three; pub struct Four;")];
    assert_eq!(modules(&[lib, part[0], part[1], ("b.rs", "")]), None, "a part of its module");
    let test = ("b.rs", "#[cfg(test)] mod tests { use super::super::a::One; }");
    assert_eq!(modules(&[lib, ("a.rs", "use super::b::Two;"), test]), None);
}
