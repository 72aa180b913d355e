//! The demonstration: a data folder of its own with one thing to try in each service.
//!
//! Everything in it is made through the services' own tools, as any client could make it; nothing
//! here knows how they work. A card in the folder says that it may be removed as a whole.

mod actors;
mod card;
mod repository;

use std::path::Path;

use serde_json::{Map, Value, json};

use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::serving::Serving;

pub use card::{Found, claim, is_demo};
pub use repository::PROJECT;

/// The session of the reasoner that knows something.
const KNOWLEDGE: &str = "tea-house";
const STATEMENTS: &str = include_str!("../demo/statements.txt");

/// The avatar that answers from the handbook.
const GUIDE: &str = "ensemble-guide";

/// Fills a claimed folder through the services that run on it.
pub async fn fill(serving: &Serving, data: &DataDir) -> Result<(), Failure> {
    let tools = Tools { serving };
    let root = std::path::absolute(data.root()).map_err(|error| Failure::new(Exit::Data, error))?;
    if serving.serves("theater") {
        actors::fill(&tools, &root).await?;
    }
    if serving.serves("reasoner") {
        tools.call("session_create", json!({ "sessionId": KNOWLEDGE })).await?;
        let told = json!({ "sessionId": KNOWLEDGE, "naturalLanguageText": STATEMENTS });
        tools.call("session_assert", told).await?;
    }
    if serving.serves("avatar") {
        // The first look at the guide puts the handbook into its index.
        tools.call("get_avatar_info", json!({ "avatar": GUIDE })).await?;
    }
    if serving.serves("orchestrator") {
        repository::fill(&tools, &root).await?;
    }
    card::settle(data)
}

/// Four lines that say what to click or call, and one that says how it goes away.
pub fn guide(data: &Path, link: Option<&str>) -> String {
    let folder = data.display();
    let way_in = link.map_or_else(|| format!("ensemble --data {folder} console"), str::to_owned);
    format!(
        "\nfour things to try; the console opens with {way_in}\n  \
         Approvals  an agent waits to push a tea to the menu: read its exact command, then approve it\n  \
         Actors     `guest` orders of `waiter`, who tells `till`: ask `waiter` for 5, see the count, step back\n  \
         Reasoning  open `{KNOWLEDGE}` and ask: Is Ada awake? Then: Is Ben awake?\n  \
         Avatars    ensemble --data {folder} avatar ask {GUIDE} \"How do I approve a push?\"\n\
         to remove all of it, stop this and run: ensemble --data {folder} demo clean\n"
    )
}

/// The services' tools as a person at this machine calls them.
struct Tools<'a> {
    serving: &'a Serving,
}

impl Tools<'_> {
    async fn call(&self, tool: &str, input: Value) -> Result<Value, Failure> {
        let input: Map<String, Value> = input.as_object().cloned().unwrap_or_default();
        self.serving.call(tool, input).await.map_err(|error| {
            Failure::new(Exit::Tool, format!("the demonstration: `{tool}`: {}", error.message))
                .hint("`ensemble demo clean` removes what was made so far")
        })
    }
}

/// The text a tool answered with at a place.
fn text<'a>(answer: &'a Value, pointer: &str) -> &'a str {
    answer.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}
