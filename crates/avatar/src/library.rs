//! The folders of avatars: `config.json`, `corpus/sources.json`, and the index of what was added.

mod moving;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::encoder::{EncoderError, Encoders};
use crate::extract::Aids;
use crate::guide::ID;
use crate::index::{self, FileError, Index};
use crate::profile::{Profile, ProfileError, is_id};
use crate::remote::RemoteError;
use crate::sources::Sources;
use crate::wording;

/// The folder that holds every avatar's folder.
#[derive(Debug, Clone)]
pub struct Library {
    root: PathBuf,
    encoders: Arc<Encoders>,
    aids: Arc<Aids>,
}

/// One avatar's folder.
#[derive(Debug, Clone)]
pub struct Home {
    id: String,
    path: PathBuf,
    encoders: Arc<Encoders>,
    aids: Arc<Aids>,
}

/// Why an avatar cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// There is no such avatar.
    #[error("there is no avatar `{id}`{}", listed(known))]
    Unknown {
        /// The id that was asked for.
        id: String,
        /// The avatars there are.
        known: Vec<String>,
    },
    /// The id cannot be a folder's name.
    #[error(
        "`{0}` cannot be an avatar's id: expected lower-case letters, digits and `-`, at most 64"
    )]
    BadId(String),
    /// The avatar exists already.
    #[error("there is an avatar `{0}` already")]
    Exists(String),
    /// A folder holds no avatar that was exported.
    #[error("`{}` holds no avatar: expected its `config.json`", .0.display())]
    NoAvatar(PathBuf),
    /// The guide is made by the program, and what others change in it would not last.
    #[error(
        "`{ID}` comes with the program and holds its handbook alone, so it cannot be changed; `ensemble avatar create` makes an avatar of your own"
    )]
    Guide,
    /// None of the texts that were added can be used.
    #[error("avatar `{id}` has no text to make an index from{}", lost(damaged))]
    NoTexts {
        /// The avatar.
        id: String,
        /// The files whose texts are damaged or gone.
        damaged: Vec<String>,
    },
    /// Its `config.json` is wrong.
    #[error("`{}`: {problem}", path.display())]
    Profile {
        /// The file.
        path: PathBuf,
        /// Which field and why.
        problem: ProfileError,
    },
    /// Its `corpus/sources.json` is wrong.
    #[error("`{}`: {problem}", path.display())]
    Sources {
        /// The file.
        path: PathBuf,
        /// Where and why.
        problem: String,
    },
    /// A file cannot be read or written, or is damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// An encoder is missing or failed.
    #[error(transparent)]
    Encoder(#[from] EncoderError),
    /// The project that the avatar lives in does not do what it was asked.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// Another process is adding to this avatar.
    #[error("another process is adding to avatar `{0}`; try again when it is done")]
    Busy(String),
}

fn lost(files: &[String]) -> String {
    match files {
        [] => "; `ensemble avatar add` adds files".to_owned(),
        files => {
            let files: Vec<_> = files.iter().map(|file| format!("`{file}`")).collect();
            let files = files.join(", ");
            format!(": those of {files} are damaged; `ensemble avatar add` reads the files again")
        }
    }
}

fn listed(ids: &[String]) -> String {
    match ids {
        [] => "; `ensemble avatar create` makes one".to_owned(),
        ids => format!(
            "; there are {}",
            ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
        ),
    }
}

impl Library {
    /// The library in a folder, which need not exist yet.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), encoders: Arc::default(), aids: Arc::default() }
    }

    /// The same library with encoders that were pulled.
    #[must_use]
    pub fn encoded_by(mut self, encoders: Encoders) -> Self {
        self.encoders = Arc::new(encoders);
        self
    }

    /// The same library with what the machine has to read files with.
    #[must_use]
    pub fn aided_by(mut self, aids: Aids) -> Self {
        self.aids = Arc::new(aids);
        self
    }

    /// The encoders that indexes may be made with.
    pub(crate) fn encoders(&self) -> &Arc<Encoders> {
        &self.encoders
    }

    /// The ids of all avatars, sorted.
    pub fn ids(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let homes = entries.filter(|entry| entry.path().join("config.json").is_file());
        let mut ids: Vec<_> =
            homes.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        ids.retain(|id| is_id(id));
        ids.sort();
        ids
    }

    /// The folder of an avatar that exists.
    pub fn home(&self, id: &str) -> Result<Home, LibraryError> {
        let home = self.place(id)?;
        if home.config_file().is_file() {
            return Ok(home);
        }
        Err(LibraryError::Unknown { id: id.to_owned(), known: self.ids() })
    }

    /// Makes an avatar; the guide is made by the program itself.
    pub fn create(&self, profile: &Profile) -> Result<Home, LibraryError> {
        if profile.id == ID {
            return Err(LibraryError::Guide);
        }
        self.make(profile)
    }

    pub(crate) fn make(&self, profile: &Profile) -> Result<Home, LibraryError> {
        let home = self.place(&profile.id)?;
        if home.config_file().exists() {
            return Err(LibraryError::Exists(profile.id.clone()));
        }
        home.prepare()?;
        home.write_profile(profile)?;
        Ok(home)
    }

    fn place(&self, id: &str) -> Result<Home, LibraryError> {
        if !is_id(id) {
            return Err(LibraryError::BadId(id.to_owned()));
        }
        Ok(Home {
            id: id.to_owned(),
            path: self.root.join(id),
            encoders: self.encoders.clone(),
            aids: self.aids.clone(),
        })
    }
}

impl Home {
    /// What the machine has to read files with.
    pub(crate) fn aids(&self) -> &Aids {
        &self.aids
    }

    /// The same folder with the encoder inside the binary alone.
    #[must_use]
    pub(crate) fn without_pulled_encoders(mut self) -> Self {
        self.encoders = Arc::default();
        self
    }

    /// The encoders that its index may be made with.
    pub(crate) fn encoders(&self) -> &Arc<Encoders> {
        &self.encoders
    }

    /// The avatar's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Where its `config.json` lies.
    pub fn config_file(&self) -> PathBuf {
        self.path.join("config.json")
    }

    /// Where its index lies.
    pub fn index_file(&self) -> PathBuf {
        self.path.join("index/corpus.index")
    }

    /// Where vectors are kept while an index is being made.
    pub(crate) fn embedded(&self) -> PathBuf {
        self.path.join("index/embedded")
    }

    pub(crate) fn handbook(&self) -> PathBuf {
        self.path.join("corpus/handbook")
    }

    pub(crate) fn texts(&self) -> PathBuf {
        self.path.join("index/texts")
    }

    pub(crate) fn sources_file(&self) -> PathBuf {
        self.path.join("corpus/sources.json")
    }

    /// Reads its `config.json`.
    pub fn profile(&self) -> Result<Profile, LibraryError> {
        let path = self.config_file();
        let text = fs::read_to_string(&path).map_err(|error| FileError::io(&path, error))?;
        let wrong = |problem| LibraryError::Profile { path: path.clone(), problem };
        let profile = Profile::parse(&text).map_err(wrong)?;
        if profile.id != self.id {
            let problem = format!("is `{}`, but the folder is `{}`", profile.id, self.id);
            return Err(wrong(ProfileError { field: "id".to_owned(), problem }));
        }
        Ok(profile)
    }

    /// Reads its `corpus/sources.json`; one that is missing has no entries.
    pub fn sources(&self) -> Result<Sources, LibraryError> {
        let path = self.sources_file();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Sources::default()),
            Err(error) => return Err(FileError::io(&path, error).into()),
        };
        let text = text.trim_start_matches('\u{feff}');
        let mut reader = serde_json::Deserializer::from_str(text);
        serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let place = error.path().to_string();
            let problem = wording::sentence(&place, &error.into_inner().to_string());
            LibraryError::Sources { path, problem }
        })
    }

    /// Opens its index; one that is missing has no documents.
    pub(crate) fn index(&self) -> Result<Index, LibraryError> {
        let path = self.index_file();
        if !path.exists() {
            return Ok(Index::empty(self.texts()));
        }
        Ok(index::read(&path, &self.texts())?)
    }

    pub(crate) fn write_profile(&self, profile: &Profile) -> Result<(), LibraryError> {
        write_json(&self.config_file(), profile)
    }

    pub(crate) fn write_sources(&self, sources: &Sources) -> Result<(), LibraryError> {
        write_json(&self.sources_file(), sources)
    }

    /// Makes the folders.
    pub(crate) fn prepare(&self) -> Result<(), LibraryError> {
        for folder in [self.path.join("corpus"), self.texts()] {
            fs::create_dir_all(&folder).map_err(|error| FileError::io(&folder, error))?;
        }
        Ok(())
    }

    /// Whether a writer holds the avatar now.
    pub(crate) fn is_held(&self) -> bool {
        let Ok(file) = File::open(self.path.join("index/lock")) else { return false };
        matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock))
    }

    /// Holds the avatar for one writer until the file is dropped.
    pub(crate) fn lock(&self) -> Result<File, LibraryError> {
        let path = self.path.join("index/lock");
        let file = File::create(&path).map_err(|error| FileError::io(&path, error))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(fs::TryLockError::WouldBlock) => Err(LibraryError::Busy(self.id.clone())),
            Err(fs::TryLockError::Error(error)) => Err(FileError::io(&path, error).into()),
        }
    }
}

fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), LibraryError> {
    let failed = |error: serde_json::Error| FileError::io(path, io::Error::other(error));
    let mut text = serde_json::to_string_pretty(value).map_err(failed)?;
    text.push('\n');
    Ok(index::write_whole(path, text.as_bytes())?)
}
