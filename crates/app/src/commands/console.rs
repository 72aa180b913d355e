//! `console`: prints the link that opens the web console of the running server, token included.
//!
//! `serve` never prints it, because what a server prints ends in logs.

use serde::Serialize;
use serde_json::Value;

use crate::client::Client;
use crate::console;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::serving::socket_path;

#[derive(Debug, Serialize)]
struct Link {
    url: String,
}

impl Report for Link {
    fn text(&self) -> String {
        format!("{}\n", self.url)
    }
}

/// Runs the command.
pub fn run(context: &Context) -> Result<Exit, Failure> {
    let data = context.served_data()?;
    let loaded = context.load(&data, Vec::new())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Exit::Failure, error))?;
    let nobody = || {
        let message = format!("no server runs on {}", data.root().display());
        Failure::new(Exit::Unreachable, message)
            .hint(format!("start one: {}", context.typed("serve")))
    };
    let path = socket_path(&data, &loaded.config).ok_or_else(nobody)?;
    let status = runtime.block_on(async {
        let mut client = Client::socket(&path).await.ok_or_else(nobody)?;
        client.status().await
    })?;
    let address = status.pointer("/listeners/http").and_then(Value::as_str);
    let address = address.and_then(|text| text.parse().ok()).ok_or_else(|| {
        Failure::new(Exit::Unreachable, "the running server listens on no HTTP address")
            .hint("start it with `--http 127.0.0.1:7420`")
    })?;
    let file = data.resolve(&loaded.config.server.token_file);
    let token = std::fs::read_to_string(&file).map_err(|error| {
        Failure::new(Exit::Data, format!("token file `{}`: {error}", file.display()))
    })?;
    context.output.report(&Link { url: console::link(address, token.trim()) })?;
    Ok(Exit::Ok)
}
