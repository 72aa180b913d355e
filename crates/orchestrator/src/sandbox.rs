//! The wall around agents: what a job sees of this machine, as words for bubblewrap. What is not
//! listed is not there. Nothing here knows jobs, approvals or the database.

pub(crate) mod bring_back;
pub(crate) mod repository;

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;
use tokio::sync::OnceCell;

use crate::config::{SandboxConfig, SandboxKind, Visible};
use crate::error::Refusal;
use crate::process::proxy::check_host;

/// Where the house's socket, helpers and objects stand inside.
pub(crate) const SOCKET: &str = "/run/ensemble/house";
pub(crate) const OBJECTS: &str = "/run/ensemble/objects";
pub(crate) const HELPERS: &str = "/run/ensemble/bin";
/// Where programs inside find the proxy.
pub(crate) const PROXY_PORT: u16 = 3128;

const LONGEST_PROBE: Duration = Duration::from_secs(20);

/// Files of `/etc` that programs need and that hold no secret.
const SETTINGS: [&str; 22] = [
    "alternatives",
    "bash.bashrc",
    "ca-certificates",
    "crypto-policies",
    "debian_version",
    "fonts",
    "group",
    "host.conf",
    "inputrc",
    "java-17-openjdk",
    "java-21-openjdk",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "os-release",
    "passwd",
    "pki",
    "ssl",
    "terminfo",
];

/// Folders of toolchains below the home folder, readable where they are.
const TOOLCHAINS: [&str; 16] = [
    ".asdf",
    ".bun/bin",
    ".cargo/bin",
    ".deno/bin",
    ".local/bin",
    ".local/lib",
    ".local/share/claude",
    ".local/share/mise",
    ".local/share/uv",
    ".nvm/versions",
    ".pyenv",
    ".rustup",
    ".sdkman/candidates",
    ".volta",
    "go/bin",
    "sdk",
];

/// The words that come before the program that is to run behind the wall.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wall {
    words: Vec<String>,
    /// What is shown from outside.
    shown: Vec<PathBuf>,
}

impl Wall {
    /// Programs and libraries, and nothing else: no network, no capability, no other process.
    pub(crate) fn bare() -> Self {
        let mut wall = Self::default();
        wall.add(&["--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net"]);
        wall.add(&["--unshare-uts", "--unshare-cgroup-try", "--disable-userns"]);
        wall.add(&["--new-session", "--die-with-parent", "--cap-drop", "ALL"]);
        wall.add(&["--ro-bind", "/usr", "/usr"]);
        for name in ["bin", "sbin", "lib", "lib32", "lib64", "libx32"] {
            let path = format!("/{name}");
            match std::fs::read_link(&path) {
                Ok(target) => wall.add(&["--symlink", &target.to_string_lossy(), &path]),
                Err(_) => wall.add(&["--ro-bind-try", &path, &path]),
            }
        }
        for name in SETTINGS {
            let path = format!("/etc/{name}");
            wall.add(&["--ro-bind-try", &path, &path]);
        }
        wall.add(&["--proc", "/proc", "--dev", "/dev"]);
        wall
    }

    fn add(&mut self, words: &[&str]) {
        self.words.extend(words.iter().map(|word| (*word).to_owned()));
    }

    /// Shows `from` at `to`, to be read.
    pub(crate) fn read_at(&mut self, from: &Path, to: &Path) -> Result<(), Refusal> {
        self.bind("--ro-bind", from, to)
    }

    /// Shows a path where it is, to be read.
    pub(crate) fn read(&mut self, path: &Path) -> Result<(), Refusal> {
        self.bind("--ro-bind", path, path)
    }

    /// The same if it is there.
    pub(crate) fn read_if_there(&mut self, path: &Path) -> Result<(), Refusal> {
        self.bind("--ro-bind-try", path, path)
    }

    /// Shows `from` at `to`, to be written.
    pub(crate) fn write_at(&mut self, from: &Path, to: &Path) -> Result<(), Refusal> {
        self.bind("--bind", from, to)
    }

    /// Shows a path where it is, to be written.
    pub(crate) fn write(&mut self, path: &Path) -> Result<(), Refusal> {
        self.bind("--bind", path, path)
    }

    fn bind(&mut self, how: &str, from: &Path, to: &Path) -> Result<(), Refusal> {
        self.shown.push(to.to_owned());
        let (from, to) = (text(from)?.to_owned(), text(to)?.to_owned());
        self.add(&[how, &from, &to]);
        Ok(())
    }

    /// Makes a folder empty that would be seen because something around it is shown.
    pub(crate) fn hide(&mut self, path: &Path) -> Result<(), Refusal> {
        let around = self.shown.iter().any(|shown| path.starts_with(shown));
        if (around || path.starts_with("/usr")) && path.exists() {
            let path = text(path)?.to_owned();
            self.add(&["--tmpfs", &path]);
        }
        Ok(())
    }

    /// Shows toolchains of the home folder, and what a configuration names.
    pub(crate) fn tools(&mut self, home: &Path, more: &Visible) -> Result<(), Refusal> {
        for path in ["/opt", "/nix/store"] {
            self.read_if_there(Path::new(path))?;
        }
        for name in TOOLCHAINS {
            let path = home.join(name);
            if path.exists() {
                self.read(&path)?;
            }
        }
        for path in &more.read {
            self.read(&named(path, home)?)?;
        }
        for path in &more.write {
            self.write(&named(path, home)?)?;
        }
        for path in &more.devices {
            self.bind("--dev-bind", path, path)?;
        }
        Ok(())
    }

    /// A file system in memory at `path`.
    pub(crate) fn memory(&mut self, path: &str) {
        self.add(&["--tmpfs", path]);
    }

    /// The whole line of words: the wall, the folder to begin in, then the program.
    pub(crate) fn around(
        mut self,
        folder: &Path,
        program: &[String],
    ) -> Result<Vec<String>, Refusal> {
        let folder = text(folder)?.to_owned();
        // Folders that lead to what is shown are made in memory; nobody is to fill them.
        self.add(&["--remount-ro", "/", "--chdir", &folder, "--"]);
        self.words.extend(program.iter().cloned());
        Ok(self.words)
    }
}

fn text(path: &Path) -> Result<&str, Refusal> {
    path.to_str().ok_or_else(|| {
        let why = "a path that the sandbox shows must be UTF-8".to_owned();
        Refusal::InvalidPath { path: path.to_owned(), why }
    })
}

/// A path of the configuration; `~` is the home folder. One that is missing is an error, because
/// somebody counts on it.
fn named(path: &Path, home: &Path) -> Result<PathBuf, Refusal> {
    let full = match path.strip_prefix("~") {
        Ok(rest) => home.join(rest),
        Err(_) => path.to_owned(),
    };
    if full.is_absolute() && full.exists() {
        return Ok(full);
    }
    let why = "the sandbox is to show it, but it is no absolute path of something that exists";
    Err(Refusal::InvalidPath { path: full, why: why.to_owned() })
}

/// The sandbox of an orchestrator.
#[derive(Debug)]
pub(crate) struct Sandbox {
    config: SandboxConfig,
    works: OnceCell<()>,
}

impl Sandbox {
    pub(crate) fn new(config: SandboxConfig) -> Self {
        Self { config, works: OnceCell::new() }
    }

    pub(crate) fn config(&self) -> &SandboxConfig {
        &self.config
    }

    /// Looks whether the configuration can be meant.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let all = self.config.projects.values().chain([&self.config.more]);
        for host in all.flat_map(|visible| &visible.hosts) {
            check_host(host).map_err(|why| Refusal::InvalidName {
                what: "host",
                name: host.clone(),
                why,
            })?;
        }
        Ok(())
    }

    /// Whether agents are confined.
    pub(crate) fn is_on(&self) -> bool {
        self.config.kind == SandboxKind::Bubblewrap
    }

    /// What a project's agents see beyond the usual.
    pub(crate) fn more(&self, project: &str) -> Visible {
        let mut more = self.config.more.clone();
        if let Some(own) = self.config.projects.get(project) {
            more.read.extend(own.read.iter().cloned());
            more.write.extend(own.write.iter().cloned());
            more.devices.extend(own.devices.iter().cloned());
            more.hosts.extend(own.hosts.iter().cloned());
        }
        more
    }

    /// Makes sure that the wall can be built on this machine; there is no lesser wall.
    pub(crate) async fn probe(&self) -> Result<(), Refusal> {
        if !self.is_on() {
            return Ok(());
        }
        self.works.get_or_try_init(|| try_wall(&self.config.program)).await.copied()
    }
}

async fn try_wall(program: &Path) -> Result<(), Refusal> {
    let truth = ["/usr/bin/true".to_owned()];
    let words = Wall::bare().around(Path::new("/"), &truth)?;
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).kill_on_drop(true).env_clear();
    let shown = program.display();
    let detail = match tokio::time::timeout(LONGEST_PROBE, command.output()).await {
        Ok(Ok(output)) if output.status.success() => return Ok(()),
        Ok(Ok(output)) => {
            let said = String::from_utf8_lossy(&output.stderr);
            format!("`{shown}` ended with {}: {}", output.status, said.trim())
        }
        Ok(Err(error)) => format!("`{shown}` cannot be started: {error}"),
        Err(_) => format!("`{shown}` did not end within {} s", LONGEST_PROBE.as_secs()),
    };
    Err(Refusal::Sandbox(detail))
}
