//! Three actors that talk: a guest orders of a waiter, who tells the till.

use std::fs;
use std::io;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use theater::workshop;

use super::{Tools, text};
use crate::exit::Exit;
use crate::failure::Failure;

/// Orders of the guest, one and a half seconds apart.
const ORDERS: &str = "40";

const COUNTER: [&str; 2] = [
    include_str!("../../../../actors/counter/counter.wat"),
    include_str!("../../../../actors/counter/world.wit"),
];
const RELAY: [&str; 2] =
    [include_str!("../../demo/relay.wat"), include_str!("../../demo/relay.wit")];

/// The handlers a relay needs beside messages.
const WAITING: &str = "\n[[handlers]]\ntype = \"timing\"\nconfig = {}\n";
/// The handler a counter needs beside messages.
const LOGGING: &str = "\n[[handlers]]\ntype = \"runtime\"\nconfig = {}\n";

/// Builds, starts and sets them talking.
pub(super) async fn fill(tools: &Tools<'_>, root: &Path) -> Result<(), Failure> {
    let folder = root.join("theater/actors");
    let failed = |error: io::Error| {
        Failure::new(Exit::Data, format!("cannot write to `{}`: {error}", folder.display()))
    };
    fs::create_dir_all(&folder).map_err(failed)?;
    build(&folder, "counter", COUNTER)?;
    build(&folder, "relay", RELAY)?;
    let manifests = [
        ("till", manifest("till", "Counts what is ordered", "counter", LOGGING)),
        ("waiter", manifest("waiter", "Passes orders on to the till", "relay", WAITING)),
        ("guest", manifest("guest", "Orders of the waiter for a minute", "relay", WAITING)),
    ];
    let mut last: Option<String> = None;
    for (name, manifest) in manifests {
        let path = folder.join(format!("{name}.toml"));
        fs::write(&path, manifest).map_err(failed)?;
        let mut input = json!({ "manifest": path });
        if let Some(to) = &last {
            input["initial_state"] = json!({ "to": to });
        }
        let started = tools.call("start_actor", input).await?;
        last = Some(text(&started, "/actor_id").to_owned());
    }
    let order = json!({ "actor_id": last, "data": STANDARD.encode(ORDERS) });
    tools.call("send_message", order).await?;
    Ok(())
}

fn build(folder: &Path, name: &str, [source, world]: [&str; 2]) -> Result<(), Failure> {
    let component = workshop::component(source, world)
        .map_err(|error| Failure::new(Exit::Failure, format!("actor `{name}`: {error}")))?;
    let path = folder.join(format!("{name}.wasm"));
    fs::write(&path, component)
        .map_err(|error| Failure::new(Exit::Data, format!("`{}`: {error}", path.display())))
}

fn manifest(name: &str, about: &str, component: &str, handlers: &str) -> String {
    format!(
        "name = \"{name}\"\nversion = \"0.1.0\"\ndescription = \"{about}\"\n\
         component = \"{component}.wasm\"\n\n[[handlers]]\ntype = \"message-server\"\nconfig = {{}}\n{handlers}"
    )
}
