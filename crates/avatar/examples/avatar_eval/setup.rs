//! What is measured with: an encoder, and a place for avatars that may outlive the run.

use std::fs;
use std::path::{Path, PathBuf};

use avatar::weights::Weights;
use avatar::{Encoders, Home, Library, LibraryError, Profile};
use tempfile::TempDir;

use crate::Failed;

/// The encoder that is measured, and where avatars lie.
pub(crate) struct Setup {
    encoder: String,
    models: PathBuf,
    kept: Option<PathBuf>,
}

/// An avatar's folder with one for its files beside it.
pub(crate) struct Place {
    pub(crate) home: Home,
    pub(crate) files: PathBuf,
    _temporary: Option<TempDir>,
}

impl Setup {
    /// An encoder among those of a folder, and the folder that avatars stay in.
    pub(crate) fn new(encoder: &str, models: Option<PathBuf>, kept: Option<PathBuf>) -> Self {
        Self { encoder: encoder.to_owned(), models: models.unwrap_or_default(), kept }
    }

    /// The encoder's name.
    pub(crate) fn name(&self) -> &str {
        &self.encoder
    }

    /// Whether the encoder is one that was pulled: those are slow.
    pub(crate) fn is_pulled(&self) -> bool {
        Weights::manifest(&self.encoder).is_some()
    }

    /// The same encoder, with avatars that go when they are dropped.
    pub(crate) fn passing(&self) -> Self {
        Self { encoder: self.encoder.clone(), models: self.models.clone(), kept: None }
    }

    /// The encoder.
    pub(crate) fn encoders(&self) -> Encoders {
        Encoders::new(Weights::new(&self.models), &self.encoder)
    }

    /// The avatar of a profile, as it was left or new.
    pub(crate) fn place(&self, profile: &Profile) -> Result<Place, Failed> {
        let (folder, temporary) = match &self.kept {
            Some(kept) => (kept.join(&self.encoder), None),
            None => {
                let temporary = TempDir::new()?;
                (temporary.path().to_owned(), Some(temporary))
            }
        };
        let files = folder.join("files").join(&profile.id);
        fs::create_dir_all(&files)?;
        let library = Library::new(folder.join("avatars")).encoded_by(self.encoders());
        let home = match library.create(profile) {
            Err(LibraryError::Exists(id)) => library.home(&id)?,
            made => made?,
        };
        Ok(Place { home, files, _temporary: temporary })
    }
}

impl Place {
    /// Writes documents given as id, title and text to files.
    pub(crate) fn write<'a>(
        &self,
        documents: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    ) -> Result<Vec<PathBuf>, Failed> {
        let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
        let mut paths = Vec::new();
        for (id, title, text) in documents {
            let path = self.file(id);
            let page = format!("<title>{}</title><p>{}</p>", escape(title), escape(text));
            fs::write(&path, page)?;
            paths.push(path);
        }
        Ok(paths)
    }

    /// Where the file of a document lies.
    pub(crate) fn file(&self, id: &str) -> PathBuf {
        self.files.join(Path::new(id).with_extension("html"))
    }
}
