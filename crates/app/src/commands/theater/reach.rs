//! The theater as a command reaches it: in a running server, or in this process.

use serde_json::{Map, Value, json};

use crate::client::Client;
use crate::context::Context;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::serving::{Door, Serving, socket_path};

/// The theater as it was reached.
pub(super) struct Reached {
    /// The data folder that the theater uses.
    pub(super) data: DataDir,
    /// Whether its actors run elsewhere.
    pub(super) remote: bool,
    way: Way,
}

enum Way {
    Running(Client),
    Here(Box<Serving>),
}

impl Reached {
    /// Asks the running server, or opens the theater here when there is none.
    pub(super) async fn of(context: &Context) -> Result<Self, Failure> {
        let data = context.data()?;
        let config = context.load(&data, Vec::new())?.config;
        let remote = config.theater.remote_address().is_some();
        if let Some(path) = socket_path(&data, &config)
            && let Some(client) = Client::socket(&path).await
        {
            return Ok(Self { data, remote, way: Way::Running(client) });
        }
        data.prepare()?;
        let serving = Serving::start(&data, &config, &context.environment, Door::Tokens).await?;
        Ok(Self { data, remote, way: Way::Here(Box::new(serving)) })
    }

    /// Calls a tool.
    pub(super) async fn call(&mut self, tool: &str, input: Value) -> Result<Value, Failure> {
        match &mut self.way {
            Way::Running(client) => {
                let asked = json!({ "name": tool, "arguments": input });
                let result = client.ask("tools/call", asked).await?;
                if result["isError"] == true {
                    let told = result["content"][0]["text"].as_str();
                    return Err(Failure::new(Exit::Tool, told.unwrap_or("no reason was given")));
                }
                Ok(result["structuredContent"].clone())
            }
            Way::Here(serving) => {
                let input: Map<String, Value> = input.as_object().cloned().unwrap_or_default();
                serving.call(tool, input).await.map_err(told)
            }
        }
    }

    /// Reads a resource that is JSON.
    pub(super) async fn read(&mut self, uri: &str) -> Result<Value, Failure> {
        let text = match &mut self.way {
            Way::Running(client) => {
                let read = client.ask("resources/read", json!({ "uri": uri })).await?;
                read["contents"][0]["text"].as_str().unwrap_or_default().to_owned()
            }
            Way::Here(serving) => serving.read(uri).await.map_err(told)?,
        };
        serde_json::from_str(&text)
            .map_err(|error| Failure::new(Exit::Failure, format!("`{uri}`: {error}")))
    }

    /// Ends what was opened here.
    pub(super) async fn leave(self) -> Result<(), Failure> {
        match self.way {
            Way::Running(_) => Ok(()),
            Way::Here(serving) => serving.stop().await,
        }
    }
}

fn told(error: kernel::ToolError) -> Failure {
    let failure = Failure::new(Exit::Tool, &error.message);
    match error.hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}
