//! What a command works with: the surroundings, the global flags, the way out.

use crate::arguments::GlobalArgs;
use crate::config::{Loaded, Setting, Sources};
use crate::data::DataDir;
use crate::environment::Environment;
use crate::failure::Failure;
use crate::output::Output;

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
    /// The data folder; it may not exist yet.
    pub fn data(&self) -> Result<DataDir, Failure> {
        Ok(DataDir::locate(self.global.data.as_deref(), &self.environment)?)
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
