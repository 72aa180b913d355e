//! The real program, run in a home folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A home folder in which the program runs with nothing else around it.
pub(crate) struct Home {
    folder: TempDir,
}

/// What a run left behind.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.folder.path().join(inside)
    }

    pub(crate) fn write(&self, inside: &str, text: &str) {
        let path = self.path(inside);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, inside: &str) -> String {
        fs::read_to_string(self.path(inside)).unwrap()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        self.run_with(arguments, &[])
    }

    pub(crate) fn run_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
        let mut command = program();
        command.args(arguments).env_clear().env("HOME", self.folder.path());
        command.envs(variables.iter().copied()).current_dir(self.folder.path());
        Ran::of(command.output().unwrap())
    }

    /// The data of the envelope of a run that must succeed.
    pub(crate) fn json(&self, arguments: &[&str]) -> Value {
        let mut line = arguments.to_vec();
        line.push("--json");
        let ran = self.run(&line);
        assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
        let envelope = ran.envelope();
        assert_eq!(envelope["ok"], true);
        envelope["data"].clone()
    }
}

#[expect(clippy::disallowed_methods, reason = "the test runs the program it tests")]
fn program() -> Command {
    Command::new(Path::new(env!("CARGO_BIN_EXE_ensemble")))
}

impl Ran {
    fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn envelope(&self) -> Value {
        assert_eq!(self.stdout.lines().count(), 1, "one line: {}", self.stdout);
        let envelope: Value = serde_json::from_str(&self.stdout).unwrap();
        assert_eq!(envelope["schema"], 1);
        envelope
    }
}
