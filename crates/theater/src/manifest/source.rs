//! Where manifests, components and states come from: folders that are allowed, the content store,
//! and the web where that is switched on.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::content::ContentStore;
use crate::error::TheaterError;

/// A place that a manifest, a component or a state is named by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reference {
    /// A file.
    Path(PathBuf),
    /// Something in the content store, as `store://ID/LABEL` or `store://ID/hash/SHA1`.
    Store(String),
    /// Something on the web.
    Url(String),
}

impl Reference {
    /// Reads a reference; relative paths stay relative.
    pub(crate) fn read(text: &str) -> Self {
        if let Some(rest) = text.strip_prefix("store:") {
            Self::Store(rest.trim_start_matches("//").to_owned())
        } else if text.starts_with("http://") || text.starts_with("https://") {
            Self::Url(text.to_owned())
        } else {
            Self::Path(PathBuf::from(text.strip_prefix("file://").unwrap_or(text)))
        }
    }
}

/// What references may reach.
#[derive(Debug)]
pub(crate) struct Sources {
    /// The folders that files may be read from.
    pub folders: Vec<PathBuf>,
    /// The content store.
    pub content: ContentStore,
    /// The most bytes of one file.
    pub max_bytes: u64,
}

impl Sources {
    /// The bytes that `text` names, and where they were found; relative paths start at `base` or
    /// else at an allowed folder.
    pub(crate) fn fetch(&self, text: &str, base: Option<&Path>) -> Result<Fetched, TheaterError> {
        match Reference::read(text) {
            Reference::Path(path) => self.file(&path, base),
            Reference::Store(name) => {
                Ok(Fetched { bytes: self.content.fetch(&name)?, folder: None })
            }
            Reference::Url(url) => Err(TheaterError::Refused {
                what: url,
                why: "references to the web are off in this build".to_owned(),
            }),
        }
    }

    fn file(&self, path: &Path, base: Option<&Path>) -> Result<Fetched, TheaterError> {
        let unreadable =
            |why: String| TheaterError::Unreadable { what: path.display().to_string(), why };
        let candidates: Vec<PathBuf> = match (path.is_absolute(), base) {
            (true, _) => vec![path.to_owned()],
            (false, Some(base)) => vec![base.join(path)],
            (false, None) => self.folders.iter().map(|folder| folder.join(path)).collect(),
        };
        let mut problem = "no such file in the allowed folders".to_owned();
        for candidate in candidates {
            let real = match fs::canonicalize(&candidate) {
                Ok(real) => real,
                Err(error) => {
                    problem = error.to_string();
                    continue;
                }
            };
            // Links are followed before the check, so none leads out of the allowed folders.
            if !self.is_allowed(&real) {
                return Err(TheaterError::Refused {
                    what: path.display().to_string(),
                    why: "it is outside the folders that `theater.folders` allows".to_owned(),
                });
            }
            let bytes = self.read(&real).map_err(|error| unreadable(error.to_string()))?;
            if bytes.len() as u64 > self.max_bytes {
                let limit = self.max_bytes;
                return Err(unreadable(format!("it is larger than {limit} bytes")));
            }
            return Ok(Fetched { bytes, folder: real.parent().map(Path::to_owned) });
        }
        Err(unreadable(problem))
    }

    fn is_allowed(&self, real: &Path) -> bool {
        let folders = self.folders.iter().filter_map(|folder| fs::canonicalize(folder).ok());
        folders.into_iter().any(|folder| real.starts_with(folder))
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        fs::File::open(path)?.take(self.max_bytes + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// What a reference named.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The folder of the file they came from.
    pub folder: Option<PathBuf>,
}
