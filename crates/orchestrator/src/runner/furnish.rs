//! What Claude Code finds in a terminal, for a session of ours: the person's memory, skills, commands,
//! subagents and servers, those of the session's profile, and those of the repository if its owner
//! trusts it. Settings and permissions are never taken over: what may be done is the gate's to say.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::Launch;
use crate::config::Config;
use crate::error::Refusal;
use crate::projects::Trust;

/// Files of a repository that are read as memory.
const MEMORY: [&str; 4] = ["CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"];
/// Folders whose entries an agent can use.
const FOLDERS: [&str; 3] = ["skills", "commands", "agents"];
/// The file of servers in a repository and in a profile.
const SERVERS: &str = ".mcp.json";
/// The profile that need not exist.
const DEFAULT: &str = "default";
/// More than this of one folder is not taken over.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// What was furnished besides files.
pub(super) struct Furnished {
    /// Servers by name.
    pub(super) servers: Map<String, Value>,
}

/// What a repository tells agents, by the names of its files.
pub(super) fn told_by(repository: &Path) -> Vec<String> {
    let folders = FOLDERS.map(|name| format!(".claude/{name}"));
    let files = MEMORY.iter().copied().chain([SERVERS, ".claude/rules"]).map(str::to_owned);
    files.chain(folders).filter(|name| repository.join(name).exists()).collect()
}

/// Where the files of a profile are: a folder, or one file of memory; none for the default one.
pub(super) fn profile(config: &Config, name: &str) -> Result<Option<PathBuf>, Refusal> {
    let folder = config.folder.join("profiles");
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    let place = folder.join(format!("{name}.md"));
    if name.starts_with('.') || name.is_empty() || !name.chars().all(plain) {
        return Err(Refusal::UnknownProfile { name: name.to_owned(), place });
    }
    for found in [folder.join(name), place.clone()] {
        if found.exists() {
            return Ok(Some(found));
        }
    }
    if name == DEFAULT {
        return Ok(None);
    }
    Err(Refusal::UnknownProfile { name: name.to_owned(), place })
}

/// Fills the session's folder of settings anew and gives the servers.
pub(super) fn furnish(launch: &Launch<'_>, own: &Path) -> Result<Furnished, Refusal> {
    let failed = |source| Refusal::file("furnish the agent in", own)(source);
    for name in FOLDERS.iter().chain(&["memory"]) {
        match fs::remove_dir_all(own.join(name)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(failed(error));
            }
            _ => {}
        }
    }
    let mut room = Room { own, imports: Vec::new(), servers: Map::new() };
    if let Some(home) = &launch.config.runner.claude_home {
        room.memory("person.md", &home.folder.join("CLAUDE.md")).map_err(failed)?;
        room.folders(&home.folder).map_err(failed)?;
        room.servers_of_person(&home.servers, &launch.project.path);
    }
    if let Some(found) = profile(launch.config, &launch.session.superclaude_profile)? {
        let memory = if found.is_dir() { found.join("CLAUDE.md") } else { found.clone() };
        room.memory("profile.md", &memory).map_err(failed)?;
        room.folders(&found).map_err(failed)?;
        room.servers_in(&found.join(SERVERS));
    }
    if launch.project.trust == Some(Trust::Trusted) {
        room.repository(&launch.session.workspace_path).map_err(failed)?;
    }
    let text: String = room.imports.iter().map(|import| format!("@{import}\n")).collect();
    fs::write(own.join("CLAUDE.md"), text).map_err(failed)?;
    Ok(Furnished { servers: room.servers })
}

struct Room<'a> {
    own: &'a Path,
    imports: Vec<String>,
    servers: Map<String, Value>,
}

impl Room<'_> {
    /// Takes over a file of memory: it must be readable where the agent is.
    fn memory(&mut self, name: &str, source: &Path) -> std::io::Result<()> {
        if !source.is_file() {
            return Ok(());
        }
        let folder = self.own.join("memory");
        fs::create_dir_all(&folder)?;
        fs::copy(source, folder.join(name))?;
        self.import(&folder.join(name));
        Ok(())
    }

    fn import(&mut self, path: &Path) {
        self.imports.push(path.to_string_lossy().replace(' ', "\\ "));
    }

    fn folders(&self, source: &Path) -> std::io::Result<()> {
        for name in FOLDERS {
            let from = source.join(name);
            if !from.is_dir() {
                continue;
            }
            let mut left = MOST_BYTES;
            if !copy(&from, &self.own.join(name), &mut left)? {
                tracing::warn!(folder = %from.display(), "is too large to be taken over whole");
            }
        }
        Ok(())
    }

    /// What the worktree itself says; its files are read there, so that the agent sees its own changes.
    fn repository(&mut self, worktree: &Path) -> std::io::Result<()> {
        for name in MEMORY {
            let path = worktree.join(name);
            if path.is_file() {
                self.import(&path);
            }
        }
        let rules = fs::read_dir(worktree.join(".claude/rules")).into_iter().flatten().flatten();
        let mut rules: Vec<PathBuf> = rules.map(|entry| entry.path()).collect();
        rules.sort();
        for rule in rules.iter().filter(|path| path.extension().is_some_and(|it| it == "md")) {
            self.import(rule);
        }
        self.folders(&worktree.join(".claude"))?;
        self.servers_in(&worktree.join(SERVERS));
        Ok(())
    }

    fn servers_in(&mut self, path: &Path) {
        if let Some(file) = read(path) {
            self.take(&file["mcpServers"]);
        }
    }

    /// The person's servers for every project and those for this one.
    fn servers_of_person(&mut self, path: &Path, project: &Path) {
        if let Some(file) = read(path) {
            self.take(&file["mcpServers"]);
            self.take(&file["projects"][&*project.to_string_lossy()]["mcpServers"]);
        }
    }

    fn take(&mut self, servers: &Value) {
        for (name, server) in servers.as_object().into_iter().flatten() {
            self.servers.insert(name.clone(), server.clone());
        }
    }
}

fn read(path: &Path) -> Option<Value> {
    let text = fs::read(path).ok()?;
    match serde_json::from_slice(&text) {
        Ok(value) => Some(value),
        Err(error) => {
            tracing::warn!(path = %path.display(), %error, "its servers cannot be read");
            None
        }
    }
}

/// Copies a folder; says whether all of it fitted. Links are followed once, as an agent would.
fn copy(from: &Path, to: &Path, left: &mut u64) -> std::io::Result<bool> {
    fs::create_dir_all(to)?;
    let mut whole = true;
    for entry in fs::read_dir(from)?.flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if metadata.is_dir() && !entry.file_type()?.is_symlink() {
            whole &= copy(&path, &target, left)?;
        } else if metadata.is_file() {
            match left.checked_sub(metadata.len()) {
                Some(rest) => {
                    *left = rest;
                    fs::copy(&path, &target)?;
                }
                None => whole = false,
            }
        }
    }
    Ok(whole)
}
