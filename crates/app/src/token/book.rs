//! The named tokens in `tokens.json`: who, what they may do, until when. No secrets.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use kernel::{Scope, Scopes, Timestamp};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::secret::{Hash, Secret};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::private_file;

/// One token as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenRecord {
    /// Its name, which is also the name of the principal that calls with it.
    pub name: String,
    /// The hash of its secret.
    pub hash: Hash,
    /// What it may do.
    #[serde(serialize_with = "write_scopes", deserialize_with = "read_scopes")]
    pub scopes: Scopes,
    /// When it was made.
    pub created_at: Timestamp,
    /// How many tokens of this name were made before it and revoked.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub before: u32,
    /// When it ends; never when unset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl TokenRecord {
    /// Who calls with it: never the same as with another token, also not one of the same name.
    pub fn principal(&self) -> String {
        match self.before {
            0 => self.name.clone(),
            before => format!("{}~{}", self.name, before + 1),
        }
    }

    /// Whether the token no longer counts at `now`.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.expires_at.is_some_and(|end| end <= now)
    }
}

/// Why the book of tokens cannot be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read or written.
    #[error("cannot use the tokens in `{}`: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The file is not what this program writes.
    #[error("`{}` is not a list of tokens: {cause}", path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// What the parser said.
        cause: serde_json::Error,
    },
    /// The name is taken.
    #[error("a token named `{0}` exists already")]
    Taken(String),
    /// The name cannot be used.
    #[error(
        "`{0}` cannot name a token, expected 1 to 64 letters, digits, `.`, `-` or `_`, and not `local`"
    )]
    Name(String),
    /// No such token.
    #[error("no token is named `{name}`{}", nearest.as_ref().map(|near| format!(", did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// The name asked for.
        name: String,
        /// The name most like it.
        nearest: Option<String>,
    },
}

impl From<BookError> for Failure {
    fn from(error: BookError) -> Self {
        match &error {
            BookError::File { .. } => Self::new(Exit::Data, error),
            BookError::Broken { .. } => Self::new(Exit::Data, error)
                .hint("restore the file from a backup, or move it away and make new tokens"),
            BookError::Name(_) => Self::new(Exit::Usage, error),
            BookError::Taken(_) => Self::new(Exit::Failure, error)
                .hint("choose another name, or revoke the old token first"),
            BookError::Unknown { .. } => {
                Self::new(Exit::Failure, error).hint("`ensemble token list` shows all names")
            }
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    version: u32,
    tokens: Vec<TokenRecord>,
    /// How many tokens of each name were revoked.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    revoked: BTreeMap<String, u32>,
}

/// The file of named tokens.
#[derive(Debug)]
pub struct TokenBook {
    path: PathBuf,
    records: Vec<TokenRecord>,
    revoked: BTreeMap<String, u32>,
}

/// The book while nobody else changes it; the lock ends with the value.
#[derive(Debug)]
pub struct LockedBook {
    book: TokenBook,
    _lock: File,
}

impl TokenBook {
    /// Reads the file; a missing one is an empty book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (records, revoked) = Default::default();
                return Ok(Self { path: path.to_owned(), records, revoked });
            }
            Err(cause) => return Err(BookError::File { path: path.to_owned(), cause }),
        };
        let broken = |cause| BookError::Broken { path: path.to_owned(), cause };
        let page: Page = serde_json::from_str(&text).map_err(broken)?;
        if page.version != 1 {
            let message = format!("version {} is newer than this program", page.version);
            return Err(broken(de::Error::custom(message)));
        }
        Ok(Self { path: path.to_owned(), records: page.tokens, revoked: page.revoked })
    }

    /// The tokens, in the order they were made.
    pub fn records(&self) -> &[TokenRecord] {
        &self.records
    }

    fn failed(&self, cause: io::Error) -> BookError {
        BookError::File { path: self.path.clone(), cause }
    }
}

impl LockedBook {
    /// Waits until nobody else changes the book, then reads it.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let lock = lock(&path.with_extension("lock"))
            .map_err(|cause| BookError::File { path: path.to_owned(), cause })?;
        Ok(Self { book: TokenBook::open(path)?, _lock: lock })
    }

    /// Whether a token of this name can be made.
    pub fn check_new(&self, name: &str) -> Result<(), BookError> {
        check_name(name)?;
        match self.book.records.iter().any(|record| record.name == name) {
            true => Err(BookError::Taken(name.to_owned())),
            false => Ok(()),
        }
    }

    /// The token of this name.
    pub fn named(&self, name: &str) -> Result<&TokenRecord, BookError> {
        let records = &self.book.records;
        records.iter().find(|record| record.name == name).ok_or_else(|| {
            let names = records.iter().map(|record| record.name.as_str());
            let nearest = kernel::nearest(name, names).map(str::to_owned);
            BookError::Unknown { name: name.to_owned(), nearest }
        })
    }

    /// Makes a token and returns its secret, which is kept nowhere else.
    pub fn add(
        &mut self,
        name: &str,
        scopes: Scopes,
        expires_at: Option<Timestamp>,
    ) -> Result<Secret, BookError> {
        self.check_new(name)?;
        let book = &mut self.book;
        let secret = Secret::random().map_err(|cause| book.failed(cause))?;
        book.records.push(TokenRecord {
            name: name.to_owned(),
            hash: secret.hash(),
            scopes,
            created_at: Timestamp::now(),
            before: book.revoked.get(name).copied().unwrap_or(0),
            expires_at,
        });
        self.save()?;
        Ok(secret)
    }

    /// Takes a token out; a running server refuses it from then on.
    pub fn revoke(&mut self, name: &str) -> Result<TokenRecord, BookError> {
        let record = self.named(name)?.clone();
        self.book.records.retain(|other| other.name != name);
        *self.book.revoked.entry(record.name.clone()).or_default() += 1;
        self.save()?;
        Ok(record)
    }

    fn save(&self) -> Result<(), BookError> {
        let book = &self.book;
        let (tokens, revoked) = (book.records.clone(), book.revoked.clone());
        let page = Page { version: 1, tokens, revoked };
        let mut text = serde_json::to_string_pretty(&page)
            .map_err(|cause| BookError::Broken { path: book.path.clone(), cause })?;
        text.push('\n');
        private_file::replace(&book.path, text.as_bytes(), private_file::OWNER_ONLY)
            .map_err(|cause| book.failed(cause))
    }
}

fn lock(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    let file = options
        .write(true)
        .create(true)
        .truncate(false)
        .mode(private_file::OWNER_ONLY)
        .open(path)?;
    file.lock()?;
    Ok(file)
}

/// `local` is the principal of the local token; a named one must not pass for it.
fn check_name(name: &str) -> Result<(), BookError> {
    let fits = (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-_".contains(&byte))
        && name != "local";
    if fits { Ok(()) } else { Err(BookError::Name(name.to_owned())) }
}

fn write_scopes<S: Serializer>(scopes: &Scopes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(scopes.iter().map(Scope::name))
}

fn read_scopes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scopes, D::Error> {
    let names = Vec::<String>::deserialize(deserializer)?;
    names
        .iter()
        .map(|name| name.parse::<Scope>())
        .collect::<Result<_, _>>()
        .map_err(de::Error::custom)
}
