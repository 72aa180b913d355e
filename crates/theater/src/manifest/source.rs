//! Where manifests, components and states come from: folders that are allowed, the content store,
//! and the web where that is switched on.

use std::fs;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use crate::content::ContentStore;
use crate::error::TheaterError;
use crate::web::{Asked, Web};

/// How long something on the web is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

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
    /// The way to what is on the web.
    pub web: Arc<Web>,
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
            Reference::Url(url) => self.download(&url),
        }
    }

    /// The file that `text` names, if it names one, as it is now.
    pub(crate) fn located(
        &self,
        text: &str,
        base: Option<&Path>,
    ) -> Result<Option<Located>, TheaterError> {
        let Reference::Path(path) = Reference::read(text) else { return Ok(None) };
        let real = self.find(&path, base)?;
        // Whoever cannot be asked is read, and that says what is wrong.
        let Ok(metadata) = fs::metadata(&real) else { return Ok(None) };
        let changed = (metadata.ctime(), metadata.ctime_nsec());
        let stamp = (metadata.dev(), metadata.ino(), metadata.len(), changed);
        Ok(Some(Located { path: real, stamp }))
    }

    fn file(&self, path: &Path, base: Option<&Path>) -> Result<Fetched, TheaterError> {
        let unreadable =
            |why: String| TheaterError::Unreadable { what: path.display().to_string(), why };
        let real = self.find(path, base)?;
        let bytes = self.read(&real).map_err(|error| unreadable(error.to_string()))?;
        if bytes.len() as u64 > self.max_bytes {
            let limit = self.max_bytes;
            return Err(unreadable(format!("it is larger than {limit} bytes")));
        }
        Ok(Fetched { bytes, folder: real.parent().map(Path::to_owned) })
    }

    /// Where a file really is, which must be in an allowed folder.
    fn find(&self, path: &Path, base: Option<&Path>) -> Result<PathBuf, TheaterError> {
        let candidates: Vec<PathBuf> = match (path.is_absolute(), base) {
            (true, _) => vec![path.to_owned()],
            (false, Some(base)) => vec![base.join(path)],
            (false, None) => self.folders.iter().map(|folder| folder.join(path)).collect(),
        };
        let mut why = "no such file in the allowed folders".to_owned();
        for candidate in candidates {
            match fs::canonicalize(&candidate) {
                // Links are followed before the check, so none leads out of the allowed folders.
                Ok(real) if self.is_allowed(&real) => return Ok(real),
                Ok(_) => {
                    return Err(TheaterError::Refused {
                        what: path.display().to_string(),
                        why: "it is outside the folders that `theater.folders` allows".to_owned(),
                    });
                }
                Err(error) => why = error.to_string(),
            }
        }
        Err(TheaterError::Unreadable { what: path.display().to_string(), why })
    }

    fn download(&self, url: &str) -> Result<Fetched, TheaterError> {
        let refused = |why| TheaterError::Refused { what: url.to_owned(), why };
        let unreadable = |why| TheaterError::Unreadable { what: url.to_owned(), why };
        let asked = Asked {
            method: "GET".to_owned(),
            uri: url.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        };
        let (sender, receiver) = sync_channel(1);
        let most = usize::try_from(self.max_bytes).unwrap_or(usize::MAX);
        let told = move |answer| drop(sender.try_send(answer));
        self.web.ask(asked, most, told).map_err(refused)?;
        let answer = receiver.recv_timeout(PATIENCE);
        let answer = answer.map_err(|_| unreadable("no answer came in time".to_owned()))?;
        let answer = answer.map_err(unreadable)?;
        if answer.status != 200 {
            return Err(unreadable(format!("the answer has status {}", answer.status)));
        }
        Ok(Fetched { bytes: answer.body, folder: None })
    }

    fn is_allowed(&self, real: &Path) -> bool {
        let folders = self.folders.iter().filter_map(|folder| fs::canonicalize(folder).ok());
        folders.into_iter().any(|folder| real.starts_with(folder))
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let file = fs::File::open(path)?;
        let expected = file.metadata()?.len().min(self.max_bytes) + 1;
        let mut bytes = Vec::with_capacity(usize::try_from(expected).unwrap_or_default());
        file.take(self.max_bytes + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// A file as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Located {
    /// Where it really is.
    pub path: PathBuf,
    /// Which file it is, its size and when it was last changed.
    pub stamp: Stamp,
}

/// The device, the file's number there, its size, and when it was last changed.
pub(crate) type Stamp = (u64, u64, u64, (i64, i64));

/// What a reference named.
#[derive(Debug)]
pub(crate) struct Fetched {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The folder of the file they came from.
    pub folder: Option<PathBuf>,
}
