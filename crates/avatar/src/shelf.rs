//! The avatars in use: each is opened once and opened again when its files change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::{Config, Limits};
use crate::corpus::Corpus;
use crate::library::{Library, LibraryError};

/// The avatars of a folder.
#[derive(Debug)]
pub struct Shelf {
    library: Library,
    limits: Limits,
    open: Mutex<HashMap<String, Arc<Corpus>>>,
}

impl Shelf {
    /// The avatars of the configured folder; nothing is opened yet.
    pub fn new(config: &Config) -> Self {
        Self {
            library: Library::new(&config.folder),
            limits: config.limits.clone(),
            open: Mutex::new(HashMap::new()),
        }
    }

    /// The folder of all avatars.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// What one call or one file may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// An avatar as its files say now. Blocks while an index is read.
    pub fn open(&self, id: &str) -> Result<Arc<Corpus>, LibraryError> {
        let home = self.library.home(id)?;
        let known = self.open.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some(corpus) = known.filter(|corpus| corpus.is_current(&home)) {
            return Ok(corpus);
        }
        let corpus = Arc::new(Corpus::open(&home)?);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(id.to_owned(), corpus.clone());
        Ok(corpus)
    }

    /// The avatar that is meant: the one named, else the only one there is.
    pub fn choose(&self, named: Option<&str>) -> Result<Arc<Corpus>, ChooseError> {
        if let Some(id) = named {
            return Ok(self.open(id)?);
        }
        match &self.library.ids()[..] {
            [] => Err(ChooseError::None),
            [only] => Ok(self.open(only)?),
            several => Err(ChooseError::Several(several.to_vec())),
        }
    }
}

/// Why it is not clear which avatar is meant.
#[derive(Debug, thiserror::Error)]
pub enum ChooseError {
    /// There is none.
    #[error("there are no avatars yet; `ensemble avatar create` makes one")]
    None,
    /// There are several and none was named.
    #[error("`avatar` is missing; expected one of {}", .0.join(", "))]
    Several(Vec<String>),
    /// The one named cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
}
