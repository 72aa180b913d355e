//! The data folder: where it is, what lies in it, and who may look inside.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;

/// The name of the data folder inside a root of projects.
const PROJECTS_FOLDER: &str = ".televibe";

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// No variable says where the home folder is.
    #[error("no data folder: neither `XDG_DATA_HOME` nor `HOME` is set")]
    Nowhere,
    /// The folder is missing and cannot be made.
    #[error("data folder `{}` cannot be created: {cause}", path.display())]
    Create {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// The folder is there but nothing can be written into it.
    #[error("data folder `{}` is not writable: {cause}", path.display())]
    Unwritable {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        Self::new(Exit::Data, error).hint("name a folder you own with `--data DIR`")
    }
}

/// The folder that holds everything the house keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataDir {
    root: PathBuf,
}

impl DataDir {
    /// The folder named by `--data`, else the platform's default; nothing is created.
    pub fn locate(named: Option<&Path>, environment: &Environment) -> Result<Self, DataError> {
        Self::named(named, environment, "ensemble")
    }

    /// The same for the demonstration, whose default folder is not the one people keep things in.
    pub fn locate_demo(named: Option<&Path>, environment: &Environment) -> Result<Self, DataError> {
        Self::named(named, environment, "ensemble-demo")
    }

    fn named(
        named: Option<&Path>,
        environment: &Environment,
        usual: &str,
    ) -> Result<Self, DataError> {
        let root = match named {
            Some(path) => path.to_owned(),
            None => environment.data_home().ok_or(DataError::Nowhere)?.join(usual),
        };
        Ok(Self { root })
    }

    /// Makes the folder (owner only) if it is missing and proves that it can be written.
    pub fn prepare(&self) -> Result<(), DataError> {
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&self.root)
            .map_err(|cause| DataError::Create { path: self.root.clone(), cause })?;
        tempfile::Builder::new()
            .prefix(".writable-")
            .tempfile_in(&self.root)
            .and_then(|probe| probe.close())
            .map_err(|cause| DataError::Unwritable { path: self.root.clone(), cause })
    }

    /// The folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the folder exists.
    pub fn exists(&self) -> bool {
        fs::metadata(&self.root).is_ok_and(|metadata| metadata.is_dir())
    }

    /// The configuration file that is read when `--config` names no other.
    pub fn config_file(&self) -> PathBuf {
        self.root.join("ensemble.toml")
    }

    /// The secret of the person at this machine.
    pub fn token_file(&self) -> PathBuf {
        self.root.join("token")
    }

    /// The secret that the journal's heads are signed with.
    pub fn key_file(&self) -> PathBuf {
        self.root.join("house.key")
    }

    /// The signed heads, as far as those elsewhere are on their disks.
    pub fn heads_file(&self) -> PathBuf {
        self.root.join("heads")
    }

    /// The named tokens, as hashes.
    pub fn tokens_file(&self) -> PathBuf {
        self.root.join("tokens.json")
    }

    /// The database with the journal and the services' tables; in a folder that `televibecode` made
    /// for a root of projects it has the name its specification gives it.
    pub fn database(&self) -> PathBuf {
        let of_projects = self.root.file_name().is_some_and(|name| name == PROJECTS_FOLDER);
        self.root.join(if of_projects { "state.db" } else { "ensemble.db" })
    }

    /// The data folder of the orchestrator that serves `root` alone.
    pub fn of_projects(root: &Path) -> PathBuf {
        let folder = root.join(PROJECTS_FOLDER);
        std::path::absolute(&folder).unwrap_or(folder)
    }

    /// A path from the configuration: relative ones start at the data folder.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.root.join(path)
    }
}
