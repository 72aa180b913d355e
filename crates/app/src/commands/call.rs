//! `call`: one tool of a running server, or in this process when none runs.

use std::io::Read;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::arguments::CallArgs;
use crate::client::Client;
use crate::config::Config;
use crate::context::Context;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::output::Report;
use crate::runtime;
use crate::serving::{Door, Serving, socket_path};

/// What the tool answered.
#[derive(Debug, Serialize)]
struct Answer {
    tool: String,
    output: Value,
}

impl Report for Answer {
    fn text(&self) -> String {
        format!("{:#}\n", self.output)
    }
}

/// Runs the command.
pub fn run(context: &Context, arguments: &CallArgs) -> Result<Exit, Failure> {
    let input = input(&arguments.input)?;
    let data = context.data()?;
    let loaded = context.load(&data, Vec::new())?;
    let runtime = runtime::small()?;
    let place = Place { data: &data, config: &loaded.config, environment: &context.environment };
    let output = runtime.block_on(call(&place, arguments, input))?;
    context.output.report(&Answer { tool: arguments.tool.clone(), output })?;
    Ok(Exit::Ok)
}

/// Calls a tool of the server that runs on `data`, or in this process when none does.
pub(super) fn tool(
    context: &Context,
    data: &DataDir,
    tool: &str,
    input: Map<String, Value>,
) -> Result<Value, Failure> {
    let loaded = context.load(data, Vec::new())?;
    let runtime = runtime::small()?;
    let place = Place { data, config: &loaded.config, environment: &context.environment };
    let arguments = CallArgs {
        tool: tool.to_owned(),
        input: String::new(),
        url: None,
        token_file: None,
        in_process: false,
    };
    runtime.block_on(call(&place, &arguments, input))
}

/// Calls a tool of the server that runs on `data`; none if no server runs.
pub(super) fn running_tool(
    context: &Context,
    data: &DataDir,
    tool: &str,
    input: Map<String, Value>,
) -> Result<Option<Value>, Failure> {
    let loaded = context.load(data, Vec::new())?;
    let Some(path) = socket_path(data, &loaded.config) else { return Ok(None) };
    runtime::small()?.block_on(async {
        match Client::socket(&path).await {
            Some(mut client) => ask(&mut client, tool, input).await.map(Some),
            None => Ok(None),
        }
    })
}

fn input(text: &str) -> Result<Map<String, Value>, Failure> {
    let text = if text == "-" {
        let mut read = String::new();
        std::io::stdin()
            .read_to_string(&mut read)
            .map_err(|error| Failure::new(Exit::Failure, error))?;
        read
    } else {
        text.to_owned()
    };
    serde_json::from_str(&text).map_err(|error| {
        Failure::new(Exit::Usage, format!("the arguments are not a JSON object: {error}"))
    })
}

/// Where the tool would run if no server does.
struct Place<'a> {
    data: &'a DataDir,
    config: &'a Config,
    environment: &'a Environment,
}

async fn call(
    place: &Place<'_>,
    arguments: &CallArgs,
    input: Map<String, Value>,
) -> Result<Value, Failure> {
    if let Some(mut client) = running(place.data, place.config, arguments).await? {
        return ask(&mut client, &arguments.tool, input).await;
    }
    in_process(place, arguments, input).await
}

/// The server to ask; none if the tool is to run here.
async fn running(
    data: &DataDir,
    config: &Config,
    arguments: &CallArgs,
) -> Result<Option<Client>, Failure> {
    if arguments.in_process {
        return Ok(None);
    }
    if let Some(url) = &arguments.url {
        let token_file = arguments.token_file.clone();
        let file = token_file.unwrap_or_else(|| data.resolve(&config.server.token_file));
        return Client::url(url, &file).map(Some);
    }
    match socket_path(data, config) {
        Some(path) => Ok(Client::socket(&path).await),
        None => Ok(None),
    }
}

async fn ask(client: &mut Client, tool: &str, input: Map<String, Value>) -> Result<Value, Failure> {
    let result = client.ask("tools/call", json!({ "name": tool, "arguments": input })).await?;
    if result["isError"] == true {
        let message = result["content"][0]["text"].as_str().unwrap_or("the tool gave no reason");
        let error = &result["_meta"]["ensemble/error"];
        let denied = error["code"] == "INSUFFICIENT_SCOPE";
        let exit = if denied { Exit::Auth } else { Exit::Tool };
        let failure = Failure::new(exit, message);
        return Err(match error["code"].as_str() {
            Some(code) => failure.code(code),
            None => failure,
        });
    }
    Ok(result["structuredContent"].clone())
}

async fn in_process(
    place: &Place<'_>,
    arguments: &CallArgs,
    input: Map<String, Value>,
) -> Result<Value, Failure> {
    let Place { data, config, environment } = place;
    data.prepare()?;
    let serving = Serving::start(data, config, environment, Door::Tokens).await?;
    let answer = serving.call(&arguments.tool, input).await;
    serving.stop().await?;
    answer.map_err(|error| {
        let failure = Failure::new(Exit::Tool, &error.message).code(error.code.as_ref());
        match error.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}
