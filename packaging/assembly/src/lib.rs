//! Puts the page together from built parts: reads in `index.html` which parts there are, has
//! wasm-bindgen write the scripts of the programs, and fills in the page. Trunk understands the
//! same file. Compiles nothing, and does not know what the parts are for.

mod links;
mod programs;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::links::PartLink;
use self::programs::{BoundProgram, ProgramRole};

/// The page itself.
const PAGE: &str = "index.html";

/// The files of a page: contents by paths below the page's folder, with `/` between the parts.
pub type PageFiles = BTreeMap<String, Vec<u8>>;

/// The form of the page; `index.html` names a profile of cargo for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageForm {
    /// Small, for visitors.
    Shipped,
    /// Built quickly, for developers.
    Quick,
}

impl PageForm {
    /// The attribute that names the profile of a program.
    fn profile_attribute(self) -> &'static str {
        match self {
            Self::Shipped => "data-cargo-profile-release",
            Self::Quick => "data-cargo-profile-dev",
        }
    }
}

/// Puts a page together, again and again: programs that are the same as before are not read anew.
pub struct PageAssembler {
    /// The folder of `index.html`, from which its links are seen.
    root: PathBuf,
    /// The folder where cargo leaves the programs of all profiles for the browser.
    built: PathBuf,
    form: PageForm,
    /// The programs of the last time, by their names.
    bound: BTreeMap<String, BoundProgram>,
}

impl PageAssembler {
    /// An assembler of the page whose `index.html` is in `root`, of the programs in `built`.
    pub fn new(root: &Path, built: &Path, form: PageForm) -> Self {
        Self { root: root.to_owned(), built: built.to_owned(), form, bound: BTreeMap::new() }
    }

    /// The files of the page, of the parts as they are now.
    ///
    /// # Errors
    /// When a part is missing, or `index.html` has a link that is not understood.
    pub fn assemble(&mut self) -> Result<PageFiles> {
        let path = self.root.join(PAGE);
        let html = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let links = links::read(&html).with_context(|| format!("{PAGE} is not as expected"))?;
        self.bind_programs(&links)?;
        let (mut page, mut end, mut files) = (String::new(), 0, PageFiles::new());
        for link in &links {
            page.push_str(&html[end..link.place.start]);
            page.push_str(&self.add_part(link, &mut files)?);
            end = link.place.end;
        }
        page.push_str(&html[end..]);
        files.insert(PAGE.to_owned(), page.into_bytes());
        Ok(files)
    }

    /// Binds the programs that have changed since the last time, all at once.
    fn bind_programs(&mut self, links: &[PartLink<'_>]) -> Result<()> {
        let mut before = std::mem::take(&mut self.bound);
        let programs = links.iter().filter(|link| link.kind == "rust").map(|link| {
            let (name, profile) = (link.attribute("data-bin")?, link.attribute(self.form.profile_attribute())?);
            let path = self.built.join(profile).join(name).with_extension("wasm");
            Ok((name.to_owned(), path, before.remove(name)))
        });
        self.bound = programs::bind_all(programs.collect::<Result<Vec<_>>>()?)?;
        Ok(())
    }

    /// Adds the files of a part, and returns what stands in the page for its link.
    fn add_part(&self, link: &PartLink<'_>, files: &mut PageFiles) -> Result<String> {
        match link.kind {
            "rust" => {
                let name = link.attribute("data-bin")?;
                let role = ProgramRole::of(link.attribute("data-type")?)?;
                files.extend(self.bound[name].files(name, role));
                Ok(role.in_page(name))
            }
            "css" => {
                let name = self.add_file(link, files)?;
                Ok(format!(r#"<link rel="stylesheet" href="./{name}">"#))
            }
            "copy-file" => self.add_file(link, files).map(|_| String::new()),
            "copy-dir" => {
                let folder = link.attribute("data-target-path")?;
                add_folder(&self.root.join(link.attribute("href")?), folder, files)?;
                Ok(String::new())
            }
            other => bail!("nothing is known of links to {other:?}"),
        }
    }

    /// Adds the file of a link beside the page, and returns its name.
    fn add_file<'a>(&self, link: &PartLink<'a>, files: &mut PageFiles) -> Result<&'a str> {
        let href = link.attribute("href")?;
        let name = href.rsplit('/').next().unwrap_or(href);
        files.insert(name.to_owned(), read(&self.root.join(href))?);
        Ok(name)
    }
}

/// Writes the files of a page into a folder, which is emptied before.
///
/// # Errors
/// When the folder cannot be emptied or written.
pub fn write(files: &PageFiles, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("it lies in the page's folder"))
            .and_then(|()| fs::write(&path, bytes))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn add_folder(folder: &Path, name: &str, files: &mut PageFiles) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        let name = if name.is_empty() { last.into_owned() } else { format!("{name}/{last}") };
        if path.is_dir() {
            add_folder(&path, &name, files)?;
        } else {
            files.insert(name, read(&path)?);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with a part of each kind.
    const HTML: &str = r#"<head><link rel="icon" href="data:,">
<link data-trunk rel="css" href="made/page.css">
<link data-trunk rel="rust" data-bin="page" data-type="main" data-cargo-profile-release="small" data-cargo-profile-dev="fast">
<link data-trunk rel="rust" data-bin="helper" data-type="worker"
      data-cargo-profile-release="small" data-cargo-profile-dev="fast">
<link data-trunk rel="copy-file" href="web/room.js">
<link data-trunk rel="copy-dir" href="made/bots" data-target-path="bots">
</head>"#;
    /// A program that is empty but for a section without meaning, of this name of one letter.
    fn program(name: u8) -> [u8; 12] {
        [0, b'a', b's', b'm', 1, 0, 0, 0, 0, 2, 1, name]
    }

    fn checkout() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let files =
            [("index.html", HTML), ("made/page.css", "a{}"), ("web/room.js", "go()"), ("made/bots/in/one", "bot")];
        let files: PageFiles = files.map(|(name, text)| (name.to_owned(), text.into())).into();
        write(&files, folder.path()).unwrap();
        for profile in ["small", "fast"] {
            fs::create_dir_all(folder.path().join("built").join(profile)).unwrap();
        }
        folder
    }

    fn add_program(checkout: &Path, name: &str, bytes: &[u8]) {
        fs::write(checkout.join("built").join(name).with_extension("wasm"), bytes).unwrap();
    }

    #[test]
    fn a_page_has_the_parts_that_it_names() {
        let folder = checkout();
        add_program(folder.path(), "fast/page", &program(b'p'));
        add_program(folder.path(), "fast/helper", &program(b'h'));
        let mut assembler = PageAssembler::new(folder.path(), &folder.path().join("built"), PageForm::Quick);
        let files = assembler.assemble().unwrap();
        let names: Vec<_> = files.keys().map(String::as_str).collect();
        let expected =
            ["bots/in/one", "helper.js", "helper_bg.wasm", "helper_loader.js", "index.html", "page.css", "page.js"];
        assert_eq!(names, [&expected[..], &["page_bg.wasm", "room.js"]].concat());
        assert_eq!(files["helper_loader.js"], b"import init from './helper.js';await init();");
        let page = String::from_utf8(files["index.html"].clone()).unwrap();
        assert!(
            page.starts_with(
                "<head><link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"./page.css\">\n"
            ),
            "{page}"
        );
        assert!(page.contains("await init({ module_or_path: './page_bg.wasm' });\n</script>\n\n\n\n</head>"), "{page}");
    }

    #[test]
    fn the_forms_are_of_programs_of_different_profiles() {
        let folder = checkout();
        add_program(folder.path(), "small/page", &program(b'p'));
        add_program(folder.path(), "small/helper", &program(b'h'));
        let assemble = |form| PageAssembler::new(folder.path(), &folder.path().join("built"), form).assemble();
        assert!(assemble(PageForm::Shipped).is_ok());
        let error = assemble(PageForm::Quick).unwrap_err().to_string();
        assert!(error.starts_with("cannot read ") && error.ends_with(".wasm"), "{error}");
    }

    #[test]
    fn a_program_that_has_changed_is_read_anew() {
        let folder = checkout();
        add_program(folder.path(), "fast/page", &program(b'p'));
        add_program(folder.path(), "fast/helper", &program(b'h'));
        let mut assembler = PageAssembler::new(folder.path(), &folder.path().join("built"), PageForm::Quick);
        let first = assembler.assemble().unwrap();
        assert_eq!(assembler.assemble().unwrap(), first);
        add_program(folder.path(), "fast/helper", &program(b'x'));
        let second = assembler.assemble().unwrap();
        assert_ne!(second["helper_bg.wasm"], first["helper_bg.wasm"]);
        assert_eq!(second["page_bg.wasm"], first["page_bg.wasm"]);
    }
}
