//! The avatars in use: each is opened once and opened again when its files change.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use models::SharedModel;

use crate::answer::{Judge, Writer};
use crate::config::{Config, Limits};
use crate::corpus::Corpus;
use crate::extract::Aids;
use crate::guide;
use crate::library::{Library, LibraryError};
use crate::profile::is_id;
use crate::remote::{Remote, There};
use crate::speaker::Speaker;

/// The avatars of a folder.
pub struct Shelf {
    library: Library,
    limits: Limits,
    open: Mutex<HashMap<String, Arc<Corpus>>>,
    model: Option<SharedModel>,
    judge: Option<Arc<Judge>>,
    remote: Option<Arc<Remote>>,
    time_for_a_draft: Duration,
}

/// How long an answer may take beside its drafts.
const TIME_WITHOUT_A_DRAFT: Duration = Duration::from_secs(30);

impl Shelf {
    /// The avatars of the configured folder; nothing is opened yet.
    pub fn new(config: &Config) -> Self {
        Self {
            library: Library::new(&config.folder).encoded_by(config.encoders()),
            limits: config.limits.clone(),
            open: Mutex::new(HashMap::new()),
            model: None,
            judge: config.judge().map(Arc::new),
            remote: None,
            time_for_a_draft: Duration::ZERO,
        }
    }

    /// The same avatars with a model that drafts their answers and may take so long for each draft.
    #[must_use]
    pub fn drafted_by(mut self, model: Option<SharedModel>, time: Duration) -> Self {
        self.model = model;
        self.time_for_a_draft = time;
        self
    }

    /// The same avatars with what the machine has to read files with.
    #[must_use]
    pub fn aided_by(mut self, aids: Aids) -> Self {
        self.library = self.library.aided_by(aids);
        self
    }

    /// The same avatars and those of a project, which are asked first.
    #[must_use]
    pub fn beside(mut self, remote: Option<Remote>) -> Self {
        self.remote = remote.map(Arc::new);
        self
    }

    /// How long an answer may take: a model is asked at most twice.
    pub(crate) fn time_to_answer(&self) -> Duration {
        TIME_WITHOUT_A_DRAFT + 2 * self.time_for_a_draft
    }

    /// What puts answers into words, if a model is configured.
    pub fn writer(&self) -> Option<Writer<'_>> {
        let model = self.model.as_ref()?;
        Some(Writer::new(model.as_ref()).judged_by(self.judge.clone()))
    }

    /// Whether a network puts passages in its order.
    pub(crate) fn reranks(&self) -> bool {
        self.library.encoders().reranker().is_some()
    }

    /// The folder of all avatars.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// What one call or one file may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The ids of all avatars, the guide among them.
    pub fn ids(&self) -> Vec<String> {
        let mut ids = self.library.ids();
        if !ids.iter().any(|id| id == guide::ID) {
            ids.push(guide::ID.to_owned());
            ids.sort();
        }
        ids
    }

    /// An avatar as its files say now. Blocks while an index is read.
    pub fn open(&self, id: &str) -> Result<Arc<Corpus>, LibraryError> {
        let cached = self.open.lock().unwrap_or_else(PoisonError::into_inner).contains_key(id);
        if id == guide::ID && !cached {
            guide::ensure(&self.library)?;
        }
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

    /// The ids of all avatars, those of the project among them. Blocks while the project is asked.
    pub fn all_ids(&self) -> Result<Vec<String>, LibraryError> {
        let mut ids = self.ids();
        if let Some(remote) = &self.remote {
            ids.extend(remote.ids()?);
            ids.sort();
            ids.dedup();
        }
        Ok(ids)
    }

    /// An avatar of the project, or else of this machine. Blocks while it is asked for or read.
    pub fn speaker(&self, id: &str) -> Result<Speaker, LibraryError> {
        let remote = self.remote.as_ref().filter(|_| id != guide::ID && is_id(id));
        if let Some(remote) = remote
            && let Some(card) = remote.card(id)?.filter(|card| card.active)
        {
            let there = There::new(remote, self.library.encoders(), card);
            return Ok(Speaker::There(Box::new(there)));
        }
        self.open(id).map(Speaker::Here)
    }

    /// The avatar that is meant: the one named, else the only one there is beside the guide.
    pub fn choose(&self, named: Option<&str>) -> Result<Speaker, ChooseError> {
        if let Some(id) = named {
            return Ok(self.speaker(id)?);
        }
        let own: Vec<String> = self.all_ids()?.into_iter().filter(|id| id != guide::ID).collect();
        match &own[..] {
            [] => Ok(self.speaker(guide::ID)?),
            [only] => Ok(self.speaker(only)?),
            _ => Err(ChooseError::Several(self.all_ids()?)),
        }
    }
}

/// Why it is not clear which avatar is meant.
#[derive(Debug, thiserror::Error)]
pub enum ChooseError {
    /// There are several and none was named.
    #[error("`avatar` is missing; expected one of {}", .0.join(", "))]
    Several(Vec<String>),
    /// The one named cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
}
