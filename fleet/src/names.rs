//! Names in subjects: of workers, tournaments and versions. A name is one token of a subject, so
//! that no program can send in another's name.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most bytes of a name.
const BYTES: usize = 64;

/// A name that can be one token of a subject: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Token(String);

/// Why a text is not a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("invalid name: expected 1 to {BYTES} of the letters A to Z and a to z, digits, `_` and `-`")]
pub struct TokenError;

impl Token {
    /// Reads a name.
    ///
    /// # Errors
    /// If it is empty, too long, or has other characters.
    pub fn parse(text: &str) -> Result<Self, TokenError> {
        let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        match (1..=BYTES).contains(&text.len()) && text.bytes().all(is_of_name) {
            true => Ok(Self(text.to_owned())),
            false => Err(TokenError),
        }
    }

    /// A name made of any text: other characters become `-`.
    pub fn made_of(text: &str) -> Self {
        let name: String =
            text.chars().take(BYTES).map(|char| if char.is_ascii_alphanumeric() { char } else { '-' }).collect();
        Self(if name.is_empty() { "-".to_owned() } else { name })
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl TryFrom<String> for Token {
    type Error = TokenError;
    fn try_from(text: String) -> Result<Self, TokenError> {
        Self::parse(&text)
    }
}

impl From<Token> for String {
    fn from(token: Token) -> Self {
        token.0
    }
}

/// The versions that must be the same in submitter and worker, so that the same games result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The program's version.
    pub program: String,
    /// The version of the price table that modules' time is counted with.
    pub prices: u32,
    /// The version of these messages.
    pub messages: u32,
}

/// The version of [`messages`](crate::messages).
pub const MESSAGES_VERSION: u32 = 6;

impl Versions {
    /// The versions of a program with this price table.
    pub fn new(program: &str, prices: u32) -> Self {
        Self { program: program.to_owned(), prices, messages: MESSAGES_VERSION }
    }

    /// The name in the subjects of these versions' batches: workers of other versions do not get
    /// them.
    pub fn token(&self) -> Token {
        Token::made_of(&format!("{}-p{}-m{}", self.program, self.prices, self.messages))
    }
}

impl fmt::Display for Versions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, prices, messages } = self;
        write!(formatter, "botyard {program} with prices {prices} and messages {messages}")
    }
}

/// The programs that a worker must be able to run for a batch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Capability {
    /// Modules: every worker.
    #[serde(rename = "modules")]
    Modules,
    /// Executables of a system and processor, such as `linux-x86_64`: workers that allow them.
    #[serde(rename = "executables")]
    Executables(Token),
    /// Like [`Capability::Executables`], in a complete sandbox: workers that allow executables and
    /// have all restrictions.
    #[serde(rename = "sandboxed")]
    Sandboxed(Token),
}

impl Capability {
    /// Executables of this computer's kind.
    pub fn executables_here() -> Self {
        Self::Executables(system_here())
    }

    /// Executables of this computer's kind, in a complete sandbox.
    pub fn sandboxed_here() -> Self {
        Self::Sandboxed(system_here())
    }

    /// Everything that a worker on a computer of this kind may be able to run.
    pub fn all_here() -> [Self; 3] {
        [Self::Modules, Self::executables_here(), Self::sandboxed_here()]
    }

    /// The capability's name in subjects.
    pub fn token(&self) -> Token {
        match self {
            Self::Modules => Token("modules".to_owned()),
            Self::Executables(system) => Token::made_of(&format!("executables-{system}")),
            Self::Sandboxed(system) => Token::made_of(&format!("sandboxed-{system}")),
        }
    }
}

/// This computer's system and processor.
pub fn system_here() -> Token {
    Token::made_of(&format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_token_of_a_subject() {
        for text in ["a", "node-3_b", &"x".repeat(64)] {
            assert_eq!(Token::parse(text).expect("a name").as_str(), text);
        }
        for text in ["", "a.b", "*", ">", "a b", "ä", "a\n", &"x".repeat(65)] {
            assert_eq!(Token::parse(text), Err(TokenError), "{text:?}");
            assert!(serde_json::from_value::<Token>(text.into()).is_err(), "{text:?}");
        }
        assert_eq!(Token::made_of("0.1.0 ä").as_str(), "0-1-0--");
    }

    #[test]
    fn other_versions_have_other_names() {
        let ours = Versions::new("0.1.0", 4);
        let others = [Versions::new("0.1.1", 4), Versions::new("0.1.0", 5), Versions { messages: 9, ..ours.clone() }];
        assert!(others.iter().all(|other| other.token() != ours.token()));
    }
}
