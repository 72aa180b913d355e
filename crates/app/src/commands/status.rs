//! `status`: whether a server runs on this data folder, or at a URL, and how it is.

use serde::Serialize;
use serde_json::Value;

use crate::arguments::StatusArgs;
use crate::client::Client;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::{Report, columns};
use crate::serving::socket_path;

/// What the server says of itself.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Status(Value);

impl Report for Status {
    fn text(&self) -> String {
        let of = |path: &str| match self.0.pointer(path) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null) | None => "-".to_owned(),
            Some(other) => other.to_string(),
        };
        let services: Vec<_> = self.0["services"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|service| service["name"].as_str())
            .collect();
        let row = |name: &str, value: String| [name.to_owned(), value];
        columns(&[
            row("version", of("/version")),
            row("process", of("/pid")),
            row("since", of("/started_at")),
            row("http", of("/listeners/http")),
            row("tcp", of("/listeners/tcp")),
            row("unix", of("/listeners/unix")),
            row("services", services.join(", ")),
            row("events", of("/journal/head")),
            row("head", of("/journal/hash")),
        ])
    }
}

/// Runs the command.
pub fn run(context: &Context, arguments: &StatusArgs) -> Result<Exit, Failure> {
    let data = context.served_data()?;
    let loaded = context.load(&data, Vec::new())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    let status = runtime.block_on(async {
        let client = match &arguments.url {
            Some(url) => {
                let file = data.resolve(&loaded.config.server.token_file);
                Some(Client::url(url, &file)?)
            }
            None => match socket_path(&data, &loaded.config) {
                Some(path) => Client::socket(&path).await,
                None => None,
            },
        };
        let Some(mut client) = client else {
            let message = format!("no server runs on {}", data.root().display());
            return Err(Failure::new(Exit::Unreachable, message)
                .hint(format!("start one: {}", context.typed("serve"))));
        };
        client.status().await
    })?;
    context.output.report(&Status(status))?;
    Ok(Exit::Ok)
}
