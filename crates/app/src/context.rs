//! What a command works with: the surroundings, the global flags, the way out.

use std::os::unix::net::UnixStream;

use crate::arguments::GlobalArgs;
use crate::config::{Loaded, Setting, Sources};
use crate::data::DataDir;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::output::Output;
use crate::serving::socket_path;

/// What every command is given.
#[derive(Debug)]
pub struct Context {
    /// The process's surroundings.
    pub environment: Environment,
    /// The flags every command takes.
    pub global: GlobalArgs,
    /// Where to print.
    pub output: Output,
}

impl Context {
    /// The data folder a command works on: the one that was named, else the usual one; where that
    /// holds nothing yet and the demonstration is being served, the demonstration's.
    pub fn data(&self) -> Result<DataDir, Failure> {
        let usual = self.own_data()?;
        let empty = !usual.database().exists();
        Ok(if empty { self.served_demo().unwrap_or(usual) } else { usual })
    }

    /// The data folder of the server to ask: the demonstration's where only that one is served.
    pub fn served_data(&self) -> Result<DataDir, Failure> {
        let usual = self.own_data()?;
        Ok(if self.is_served(&usual) { usual } else { self.served_demo().unwrap_or(usual) })
    }

    /// The folder that a server of this command's would serve; it may not exist yet.
    pub fn own_data(&self) -> Result<DataDir, Failure> {
        Ok(DataDir::locate(self.global.data.as_deref(), &self.environment)?)
    }

    /// The command as it is to be typed to reach the same folder.
    pub fn typed(&self, command: &str) -> String {
        match &self.global.data {
            Some(folder) => format!("ensemble --data {} {command}", folder.display()),
            None => format!("ensemble {command}"),
        }
    }

    fn served_demo(&self) -> Option<DataDir> {
        let unnamed = self.global.data.is_none();
        let demo = unnamed.then(|| self.demo_data().ok()).flatten()?;
        self.is_served(&demo).then_some(demo)
    }

    /// Whether a server answers on the socket in a folder.
    fn is_served(&self, data: &DataDir) -> bool {
        let loaded = data.exists().then(|| self.load(data, Vec::new()).ok()).flatten();
        let path = loaded.and_then(|loaded| socket_path(data, &loaded.config));
        path.is_some_and(|path| UnixStream::connect(path).is_ok())
    }

    /// The data folder of the demonstration; it may not exist yet.
    pub fn demo_data(&self) -> Result<DataDir, Failure> {
        Ok(DataDir::locate_demo(self.global.data.as_deref(), &self.environment)?)
    }

    /// The configuration, with a command's own flags on top.
    pub fn load(&self, data: &DataDir, flags: Vec<Setting>) -> Result<Loaded, Failure> {
        let flags = self.global.settings().into_iter().chain(flags).collect();
        let sources = Sources {
            data,
            file: self.global.config.as_deref(),
            environment: &self.environment,
            flags,
        };
        Ok(Loaded::read(&sources)?)
    }
}
