//! The real program, run in a home folder of its own.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

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

/// A program that ends with the test, however the test ends.
pub(crate) struct Running(Child);

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Waits for it to end by itself.
    pub(crate) fn wait(&mut self) -> i32 {
        self.0.wait().unwrap().code().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.0.try_wait().unwrap().is_none() {
            self.0.kill().unwrap();
            self.0.wait().unwrap();
        }
    }
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
        Ran::of(self.command(arguments).envs(variables.iter().copied()).output().unwrap())
    }

    /// Starts the program, which runs until the value is dropped, and gives its output.
    pub(crate) fn start(&self, arguments: &[&str]) -> (Running, ChildStdout) {
        let mut child = self.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let stdout = child.stdout.take().unwrap();
        (Running(child), stdout)
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_ensemble"), arguments)
    }

    /// Runs another program of this package in the same home.
    pub(crate) fn run_of(&self, program: &str, arguments: &[&str]) -> Ran {
        Ran::of(self.command_of(program, arguments).output().unwrap())
    }

    #[expect(clippy::disallowed_methods, reason = "the test runs the program it tests")]
    pub(crate) fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).env_clear().env("HOME", self.folder.path());
        command.current_dir(self.folder.path());
        command
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
