//! The language that a bot is written in, as far as its name or its module shows it. Knows no games
//! and runs nothing.

use botyard_languages::ScriptLanguage;

use crate::replay::{PlayerInfo, PlayerKind};

/// A language that advice knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BotLanguage {
    /// C.
    C,
    /// C++.
    Cpp,
    /// Rust.
    Rust,
    /// A language of scripts that has an interpreter. One that is translated calls the same functions.
    Script(ScriptLanguage),
}

impl BotLanguage {
    /// All languages.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::C, Self::Cpp, Self::Rust].into_iter().chain(ScriptLanguage::interpreted().map(Self::Script))
    }

    /// The language's name for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::Cpp => "C++",
            Self::Rust => "Rust",
            Self::Script(language) => language.name(),
        }
    }

    /// The language of a bot that has played, and whose `module` may be here; `None` if it is
    /// unknown.
    pub fn of_bot(player_info: &PlayerInfo, module: Option<&[u8]>) -> Option<Self> {
        let of_name = Self::of_source(&player_info.name);
        match player_info.kind {
            PlayerKind::Person => None,
            PlayerKind::Module if Self::is_script(player_info) => of_name.filter(|language| language.is_interpreted()),
            PlayerKind::Module => Self::of_module(module?),
            PlayerKind::Executable => {
                of_name.filter(|language| matches!(language, Self::Script(script) if script.can_be_program()))
            }
        }
    }

    /// Whether a bot that has played is a script, in an interpreter of the host's.
    pub fn is_script(player_info: &PlayerInfo) -> bool {
        let is_named_so = || Self::of_source(&player_info.name).is_some_and(Self::is_interpreted);
        player_info.kind == PlayerKind::Module && (player_info.interpreter.is_some() || is_named_so())
    }

    /// Whether a source plays as it is.
    fn is_interpreted(self) -> bool {
        matches!(self, Self::Script(_))
    }

    /// The language of a source file, or of a player, of this name. The number of a player or of a
    /// build may follow the file's: `mine.js (2)`, `mine.py, build 2`.
    pub fn of_source(name: &str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        let ending = ending.split([' ', ',']).next()?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "c" => Self::C,
            "cc" | "cpp" | "cxx" => Self::Cpp,
            "rs" => Self::Rust,
            _ => Self::Script(ScriptLanguage::of_file(&name[..stem.len() + 1 + ending.len()])?.played_language()),
        })
    }

    /// The language that the compilers of a module have named in it.
    fn of_module(module: &[u8]) -> Option<Self> {
        let producers = find_producers(module)?;
        let is_named = |is_it: fn(&[u8]) -> bool, length| producers.windows(length).any(is_it);
        // A module in Rust or in C++ has a part in C, too: its C library.
        if is_named(|bytes| bytes == b"\x04Rust", 5) {
            Some(Self::Rust)
        } else if is_named(|bytes| bytes == b"C_plus_plus", 11) {
            Some(Self::Cpp)
        } else if is_named(|bytes| matches!(bytes, [3, b'C', b'0'..=b'9', b'0'..=b'9']), 4) {
            Some(Self::C)
        } else {
            None
        }
    }
}

/// The beginning of the content of the custom section in which compilers name themselves: the
/// length of its name, and the name.
const PRODUCERS: &[u8] = b"\x09producers";

/// The bytes after the section's name in a module, if it has such a section.
fn find_producers(module: &[u8]) -> Option<&[u8]> {
    // Sections follow each other behind eight bytes.
    let mut rest = module.get(8..)?;
    loop {
        let (&id, after) = rest.split_first()?;
        let (length, after) = split_number(after)?;
        let (content, next) = after.split_at_checked(length)?;
        if let (0, Some(producers)) = (id, content.strip_prefix(PRODUCERS)) {
            return Some(producers);
        }
        rest = next;
    }
}

/// A number in a module's encoding (LEB128, at most five bytes), and the bytes after it.
fn split_number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let last = bytes.iter().take(5).position(|byte| byte & 0x80 == 0)?;
    let (number, rest) = bytes.split_at(last + 1);
    Some((number.iter().rev().fold(0, |number, byte| (number << 7) | usize::from(byte & 0x7f)), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAVASCRIPT: BotLanguage = BotLanguage::Script(ScriptLanguage::JavaScript);
    const PYTHON: BotLanguage = BotLanguage::Script(ScriptLanguage::Python);

    /// A module whose compilers claim these languages, behind a section of 200 bytes.
    fn module_in(languages: &[&str]) -> Vec<u8> {
        let text = |text: &str| [&[text.len() as u8][..], text.as_bytes()].concat();
        let values: Vec<u8> = languages.iter().flat_map(|language| [text(language), vec![0]].concat()).collect();
        let field = [text("language"), vec![languages.len() as u8], values].concat();
        let producers = [text("producers"), vec![1], field].concat();
        let length = producers.len() as u8;
        assert!(length < 128, "a number of one byte");
        [&b"\0asm\x01\0\0\0"[..], &[10, 0xc8, 1], &[3; 200], &[0, length], &producers].concat()
    }

    #[test]
    fn a_module_names_its_language() {
        for (languages, expected) in [
            (&["C11", "Rust"][..], Some(BotLanguage::Rust)),
            (&["C11", "C_plus_plus_17"], Some(BotLanguage::Cpp)),
            (&["C99"], Some(BotLanguage::C)),
            (&["Zig"], None),
            (&[], None),
        ] {
            assert_eq!(BotLanguage::of_module(&module_in(languages)), expected, "{languages:?}");
        }
        let module = module_in(&["Rust"]);
        for end in 0..module.len() {
            assert_eq!(BotLanguage::of_module(&module[..end]), None, "a module that is cut off has no whole section");
        }
    }

    #[test]
    fn a_bot_without_a_module_is_known_by_its_name() {
        let player = |name: &str, kind| PlayerInfo { name: name.to_owned(), kind, ..PlayerInfo::default() };
        let rust = module_in(&["Rust"]);
        for (name, kind, expected) in [
            ("mine.py", PlayerKind::Executable, Some(PYTHON)),
            ("mine", PlayerKind::Executable, None),
            ("mine.js", PlayerKind::Module, Some(JAVASCRIPT)),
            ("mine.ts", PlayerKind::Module, Some(JAVASCRIPT)),
            ("mine.py", PlayerKind::Module, Some(PYTHON)),
            ("mine.wasm", PlayerKind::Module, Some(BotLanguage::Rust)),
            ("mine.c", PlayerKind::Module, Some(BotLanguage::Rust)),
            ("mine.py", PlayerKind::Person, None),
        ] {
            assert_eq!(BotLanguage::of_bot(&player(name, kind), Some(&rust)), expected, "{name}");
        }
        assert_eq!(BotLanguage::of_bot(&player("mine.wasm", PlayerKind::Module), None), None);
        for (name, expected) in [
            ("mine.js, build 2", Some(JAVASCRIPT)),
            ("mine.py, build 2", Some(PYTHON)),
            ("mine.py (2)", Some(PYTHON)),
            ("mine, build 2", None),
        ] {
            let script = PlayerInfo { interpreter: Some("ab".to_owned()), ..player(name, PlayerKind::Module) };
            assert_eq!(BotLanguage::of_bot(&script, Some(&rust)), expected, "{name}");
            assert!(BotLanguage::is_script(&script), "{name}");
        }
        // Links do not always have hashes.
        assert!(BotLanguage::is_script(&player("mine.py", PlayerKind::Module)));
        assert!(!BotLanguage::is_script(&player("mine.py", PlayerKind::Executable)));
        assert!(!BotLanguage::is_script(&player("mine.wasm", PlayerKind::Module)));
    }
}
