//! The process's surroundings, captured once and handed down as a value.
//!
//! Nothing else in the workspace asks the operating system for variables or folders.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The operating system whose conventions decide where files live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux and everything else that follows XDG.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

/// Variables, platform and the path of this program.
#[derive(Debug, Clone)]
pub struct Environment {
    variables: BTreeMap<String, String>,
    platform: Platform,
    program: PathBuf,
}

impl Environment {
    /// The surroundings of this process; variables that are not UTF-8 are left out.
    pub fn of_process() -> Self {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let platform = match std::env::consts::OS {
            "macos" => Platform::MacOs,
            "windows" => Platform::Windows,
            _ => Platform::Linux,
        };
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ensemble"));
        Self { variables, platform, program }
    }

    /// Surroundings made by hand.
    pub fn new(
        platform: Platform,
        program: impl Into<PathBuf>,
        variables: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        Self { variables: variables.into_iter().collect(), platform, program: program.into() }
    }

    /// A variable that is set and not empty.
    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Every variable, by name.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &str)> {
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The platform whose conventions hold.
    pub fn platform(&self) -> Platform {
        self.platform
    }

    /// The program to start again, as an absolute path.
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The user's home folder.
    pub fn home(&self) -> Option<PathBuf> {
        let name = match self.platform {
            Platform::Windows => "USERPROFILE",
            Platform::Linux | Platform::MacOs => "HOME",
        };
        self.variable(name).map(PathBuf::from)
    }

    /// The folder a program's data belongs in when nobody says otherwise.
    pub fn data_home(&self) -> Option<PathBuf> {
        match self.variable("XDG_DATA_HOME") {
            Some(folder) if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
            _ => Some(self.home()?.join(".local/share")),
        }
    }

    /// The folder XDG programs keep their settings in.
    pub fn config_home(&self) -> Option<PathBuf> {
        match self.variable("XDG_CONFIG_HOME") {
            Some(folder) if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
            _ => Some(self.home()?.join(".config")),
        }
    }

    /// The folder programs keep what they remember in, outside of what they are given.
    pub fn state_home(&self) -> Option<PathBuf> {
        match self.variable("XDG_STATE_HOME") {
            Some(folder) if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
            _ => Some(self.home()?.join(".local/state")),
        }
    }

    /// The first file of this name on the search path.
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        let path = self.variable("PATH")?;
        std::env::split_paths(path).map(|folder| folder.join(name)).find(|file| file.is_file())
    }
}
