//! Facts and rules in controlled English, answers with their proof.
//!
//! English is read into logic, questions are decided and things are said back; all of that is pure.
//! Around it stand sessions in the store and the tools that offer them; no wire is known here.

pub mod ask;
pub mod classical;
pub mod config;
pub mod curriculum;
mod db;
pub mod doubt;
pub mod english;
pub mod ensemble;
pub mod error;
pub mod evaluate;
mod folder;
mod guidance;
pub mod knowledge;
mod live;
pub mod logic;
pub mod lower;
pub mod mind;
pub mod missing;
pub mod narrative;
pub mod notation;
pub mod order;
pub mod postulates;
pub mod prepared;
pub mod program;
pub mod prompts;
pub mod proof;
mod reply;
mod resources;
pub mod space;
mod state;
pub mod strategy;
mod tell;
mod tools;
pub mod verbalise;

use std::sync::Arc;

use kernel::{DeclarationError, EventTable, Health, Service, ServiceInfo};

pub use db::MIGRATIONS;
pub use state::Reasoner;

/// The service as the house sees it.
pub fn service(reasoner: &Arc<Reasoner>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(ServiceInfo {
        name: "reasoner",
        server_name: "mcr".to_owned(),
        server_version: env!("CARGO_PKG_VERSION").to_owned(),
        description: "Facts and rules in English or Prolog, answers with their proof",
        instructions: "session_create makes a session. Tell it plain sentences with session_assert \
                       and look at `sentences` for what was not understood. Ask with session_query: \
                       the verdict is yes, no, unknown or answers, `evidence` quotes the statements \
                       it rests on, `missing` says what would make it yes."
            .to_owned(),
    });
    service.tools = tools::table(reasoner);
    service.resources = resources::table(reasoner)?;
    service.prompts = guidance::table(reasoner);
    service.events = EventTable::new()
        .kind("session.created", "A session was made")
        .kind("session.deleted", "A session was deleted with everything it was told")
        .kind("kb.updated", "The knowledge base of a session changed")
        .kind("ontology.created", "An ontology was made")
        .kind("ontology.updated", "The rules of an ontology were replaced")
        .kind("ontology.deleted", "An ontology was deleted")
        .kind("curriculum.run", "A curriculum was run and its results recorded")
        .kind("strategy.chosen", "A principal chose the strategy of its sessions");
    let state = reasoner.clone();
    Ok(service.checked_by(move || {
        let state = state.clone();
        Box::pin(async move {
            match state.look_up(|reader| db::sessions(reader, "", "", 1)).await {
                Ok(_) => Health::Ready,
                Err(refusal) => Health::NotReady(refusal.to_string()),
            }
        })
    }))
}
