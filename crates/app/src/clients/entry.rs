//! How a client is told to reach the house.

use serde_json::{Value, json};

/// What one entry in a client's file says.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The key it stands under.
    pub name: String,
    /// How the client gets to the house.
    pub reach: Reach,
}

/// The two ways to the house.
#[derive(Debug, Clone)]
pub enum Reach {
    /// The client starts the program and talks over its pipes.
    Program {
        /// The program's absolute path.
        command: String,
        /// Its arguments.
        arguments: Vec<String>,
    },
    /// The client calls a running server.
    Url {
        /// The endpoint.
        url: String,
        /// The token to present.
        token: String,
    },
}

/// `command`, or `url` with headers: what most clients agree on.
pub(super) fn usual(entry: &Entry) -> Value {
    addressed(entry, "url", "headers")
}

/// The same with the `type` that some clients ask for.
pub(super) fn typed(entry: &Entry) -> Value {
    let mut value = usual(entry);
    value["type"] = match entry.reach {
        Reach::Program { .. } => json!("stdio"),
        Reach::Url { .. } => json!("http"),
    };
    value
}

/// Gemini CLI tells Streamable HTTP from the older transport by the key.
pub(super) fn gemini(entry: &Entry) -> Value {
    addressed(entry, "httpUrl", "headers")
}

/// Windsurf's word for the address.
pub(super) fn windsurf(entry: &Entry) -> Value {
    addressed(entry, "serverUrl", "headers")
}

/// Codex reads literal headers from `http_headers` only.
pub(super) fn codex(entry: &Entry) -> Value {
    addressed(entry, "url", "http_headers")
}

/// Claude Desktop starts programs only, so a bridge does the calling. The header travels in a
/// variable because the application splits arguments at spaces on some platforms.
pub(super) fn claude_desktop(entry: &Entry) -> Value {
    match &entry.reach {
        Reach::Program { .. } => usual(entry),
        Reach::Url { url, token } => json!({
            "command": "npx",
            "args": [
                "-y", "mcp-remote", url, "--allow-http",
                "--header", "Authorization:${ENSEMBLE_BEARER}",
            ],
            "env": { "ENSEMBLE_BEARER": bearer(token) },
        }),
    }
}

/// Goose has its own words for everything, and finds an extension by the name inside the entry.
pub(super) fn goose(entry: &Entry) -> Value {
    let mut value = match &entry.reach {
        Reach::Program { command, arguments } => {
            json!({ "type": "stdio", "cmd": command, "args": arguments })
        }
        Reach::Url { url, token } => json!({
            "type": "streamable_http",
            "uri": url,
            "headers": { "Authorization": bearer(token) },
        }),
    };
    value["name"] = json!(entry.name);
    value["description"] = json!("Actors, coding jobs, cited answers and proofs");
    value["enabled"] = json!(true);
    value["timeout"] = json!(300);
    value
}

fn addressed(entry: &Entry, address: &str, headers: &str) -> Value {
    match &entry.reach {
        Reach::Program { command, arguments } => json!({ "command": command, "args": arguments }),
        Reach::Url { url, token } => {
            json!({ address: url, headers: { "Authorization": bearer(token) } })
        }
    }
}

fn bearer(token: &str) -> String {
    format!("Bearer {token}")
}
