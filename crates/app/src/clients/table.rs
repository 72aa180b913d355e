//! One row per client: its name, where its file lies, what an entry looks like.

use std::path::PathBuf;

use serde_json::Value;

use super::Format;
use super::entry::{self, Entry};
use crate::environment::{Environment, Platform};

/// A program that can be told about the house.
#[derive(Debug)]
pub struct Client {
    /// The name on the command line.
    pub name: &'static str,
    /// The name people know.
    pub title: &'static str,
    /// The format of its file.
    pub format: Format,
    /// The key that holds all servers.
    pub section: &'static str,
    file: fn(&Environment) -> Option<PathBuf>,
    shape: fn(&Entry) -> Value,
}

impl Client {
    /// Where its file lies, unless no variable tells the home folder.
    pub fn file(&self, environment: &Environment) -> Option<PathBuf> {
        (self.file)(environment)
    }

    /// The entry in this client's words.
    pub fn value(&self, entry: &Entry) -> Value {
        (self.shape)(entry)
    }
}

/// Every client, by name.
pub static CLIENTS: [Client; 9] = [
    Client {
        name: "claude-code",
        title: "Claude Code",
        format: Format::Json,
        section: "mcpServers",
        file: claude_code,
        shape: entry::typed,
    },
    Client {
        name: "claude-desktop",
        title: "Claude Desktop",
        format: Format::Json,
        section: "mcpServers",
        file: claude_desktop,
        shape: entry::claude_desktop,
    },
    Client {
        name: "codex",
        title: "Codex",
        format: Format::Toml,
        section: "mcp_servers",
        file: codex,
        shape: entry::codex,
    },
    Client {
        name: "cursor",
        title: "Cursor",
        format: Format::Json,
        section: "mcpServers",
        file: |environment| in_home(environment, ".cursor/mcp.json"),
        shape: entry::usual,
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        format: Format::Json,
        section: "mcpServers",
        file: |environment| in_home(environment, ".gemini/settings.json"),
        shape: entry::gemini,
    },
    Client {
        name: "goose",
        title: "Goose",
        format: Format::Yaml,
        section: "extensions",
        file: goose,
        shape: entry::goose,
    },
    Client {
        name: "vscode",
        title: "VS Code",
        format: Format::Json,
        section: "servers",
        file: vscode,
        shape: entry::typed,
    },
    Client {
        name: "windsurf",
        title: "Windsurf",
        format: Format::Json,
        section: "mcpServers",
        file: |environment| in_home(environment, ".codeium/windsurf/mcp_config.json"),
        shape: entry::windsurf,
    },
    Client {
        name: "zed",
        title: "Zed",
        format: Format::Json,
        section: "context_servers",
        file: zed,
        shape: entry::usual,
    },
];

/// The client of that name.
pub fn find(name: &str) -> Option<&'static Client> {
    CLIENTS.iter().find(|client| client.name == name)
}

fn in_home(environment: &Environment, path: &str) -> Option<PathBuf> {
    Some(environment.home()?.join(path))
}

/// The folder applications keep their settings in: not the same as where XDG programs do.
fn application_folder(environment: &Environment) -> Option<PathBuf> {
    match environment.platform() {
        Platform::Linux => environment.config_home(),
        Platform::MacOs => in_home(environment, "Library/Application Support"),
        Platform::Windows => environment.variable("APPDATA").map(PathBuf::from),
    }
}

fn claude_code(environment: &Environment) -> Option<PathBuf> {
    match environment.variable("CLAUDE_CONFIG_DIR") {
        Some(folder) => Some(PathBuf::from(folder).join(".claude.json")),
        None => in_home(environment, ".claude.json"),
    }
}

fn claude_desktop(environment: &Environment) -> Option<PathBuf> {
    Some(application_folder(environment)?.join("Claude/claude_desktop_config.json"))
}

fn codex(environment: &Environment) -> Option<PathBuf> {
    match environment.variable("CODEX_HOME") {
        Some(folder) => Some(PathBuf::from(folder).join("config.toml")),
        None => in_home(environment, ".codex/config.toml"),
    }
}

fn goose(environment: &Environment) -> Option<PathBuf> {
    match environment.platform() {
        Platform::Windows => {
            Some(application_folder(environment)?.join("Block/goose/config/config.yaml"))
        }
        Platform::Linux | Platform::MacOs => {
            Some(environment.config_home()?.join("goose/config.yaml"))
        }
    }
}

fn vscode(environment: &Environment) -> Option<PathBuf> {
    Some(application_folder(environment)?.join("Code/User/mcp.json"))
}

fn zed(environment: &Environment) -> Option<PathBuf> {
    match environment.platform() {
        Platform::Windows => Some(application_folder(environment)?.join("Zed/settings.json")),
        Platform::Linux | Platform::MacOs => {
            Some(environment.config_home()?.join("zed/settings.json"))
        }
    }
}
