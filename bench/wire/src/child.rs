//! A server in a process of its own: started, asked for its memory, and ended with its handle.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use tempfile::TempDir;

use crate::plan::{Kind, Wire};

/// The unit in which Linux tells programs of processor time.
const TICK: Duration = Duration::from_millis(10);

/// A running server.
pub(crate) struct Server {
    pub(crate) wire: Wire,
    /// Where it listens; empty on stdio.
    pub(crate) address: String,
    pub(crate) process: Process,
    _folder: TempDir,
}

impl Server {
    pub(crate) fn start(kind: Kind, wire: Wire) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut command = command(std::env::current_exe()?);
        command.args(["serve", kind.name(), wire.name()]).arg(folder.path());
        let mut process = Process::start(command)?;
        let mut address = String::new();
        if wire != Wire::Stdio {
            let stdout = process.child.stdout.as_mut().context("the server has no output")?;
            BufReader::new(stdout).read_line(&mut address)?;
            if address.is_empty() {
                bail!("the {} server on {} did not start", kind.name(), wire.name());
            }
        }
        Ok(Self { wire, address: address.trim().to_owned(), process, _folder: folder })
    }
}

/// A child process that ends with this value.
pub(crate) struct Process {
    child: Child,
}

#[expect(clippy::disallowed_methods, reason = "a benchmark starts what it measures")]
pub(crate) fn command(program: PathBuf) -> Command {
    Command::new(program)
}

impl Process {
    pub(crate) fn start(mut command: Command) -> anyhow::Result<Self> {
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{}`", command.get_program().display()))?;
        Ok(Self { child })
    }

    /// Its standard output and input, for the one client that speaks over them.
    pub(crate) fn pipes(&mut self) -> anyhow::Result<(ChildStdout, ChildStdin)> {
        let pipes = self.child.stdout.take().zip(self.child.stdin.take());
        pipes.context("the server's pipes are in use")
    }

    pub(crate) fn memory(&self) -> anyhow::Result<Memory> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            kib.map(|kib| kib / 1024.0).with_context(|| format!("no `{name}` in the status"))
        };
        Ok(Memory { resident: field("VmRSS:")?, peak: field("VmHWM:")? })
    }

    /// Processor time it has used, in user and kernel mode.
    pub(crate) fn processor_time(&self) -> anyhow::Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields = stat.rsplit_once(") ").map(|(_, fields)| fields).context("no statistics")?;
        let ticks = |field: usize| fields.split(' ').nth(field)?.parse::<u64>().ok();
        let ticks = ticks(11).zip(ticks(12)).context("no processor time in the statistics")?;
        Ok(TICK * u32::try_from(ticks.0 + ticks.1)?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail only for a child that has ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Memory of a process in MiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) resident: f64,
    pub(crate) peak: f64,
}
