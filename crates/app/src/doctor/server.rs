//! A live question to the server that runs on this data folder, over each wire it listens on.

use super::{Finding, Subject};
use crate::client::Client;
use crate::failure::Failure;
use crate::serving::socket_path;

pub(super) fn round_trip(subject: &Subject<'_>) -> Finding {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = match runtime {
        Ok(runtime) => runtime,
        Err(error) => return Finding::fail(error.to_string(), "free some memory or threads"),
    };
    let fix = "look into the log of `ensemble serve`";
    match runtime.block_on(ask(subject)) {
        Ok(Some(wires)) => Finding::ok(format!("the server answers over {}", wires.join(" and "))),
        Ok(None) => Finding::ok("no server runs now"),
        Err(failure) => {
            Finding::fail(failure.message, failure.hint.unwrap_or_else(|| fix.to_owned()))
        }
    }
}

async fn ask(subject: &Subject<'_>) -> Result<Option<Vec<String>>, Failure> {
    let config = &subject.config;
    let Some(path) = socket_path(&subject.data, config) else { return Ok(None) };
    let Some(mut socket) = Client::socket(&path).await else { return Ok(None) };
    let status = socket.status().await?;
    let mut wires = vec!["the Unix socket".to_owned()];
    if let Some(address) = status["listeners"]["http"].as_str() {
        let file = subject.data.resolve(&config.server.token_file);
        let mut http = Client::url(&format!("http://{address}/mcp"), &file)?;
        http.status().await?;
        wires.push(format!("http://{address}/mcp"));
    }
    Ok(Some(wires))
}
