//! What the reasoner lets people read: sessions, knowledge bases, ontologies.

use std::sync::Arc;

use kernel::{
    Call, Completing, Contents, Entry, Page, Params, ResourceSpec, ResourceTable, TemplateSpec,
    ToolError, UriTemplateError,
};
use serde_json::json;

use crate::db;
use crate::ensemble::LANGUAGE;
use crate::error::Refusal;
use crate::state::{Reasoner, session_uri};
use crate::tools::{OntologyData, SessionData};

const JSON: &str = "application/json";
const PAGE: usize = 200;

/// The table.
pub(crate) fn table(reasoner: &Arc<Reasoner>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(reasoner)
        .fixed(
            ResourceSpec {
                uri: "reasoner://sessions",
                name: "sessions",
                description: "Your sessions, by name",
                mime: JSON,
            },
            sessions,
        )
        .fixed(
            ResourceSpec {
                uri: "reasoner://ontologies",
                name: "ontologies",
                description: "Your ontologies with their rules",
                mime: JSON,
            },
            ontologies,
        )
        .fixed(
            ResourceSpec {
                uri: "reasoner://english",
                name: "english",
                description: "Ensemble English: how to write sentences that a strict session reads",
                mime: "text/markdown",
            },
            english,
        )
        .template(
            TemplateSpec {
                uri_template: "reasoner://session/{id}",
                name: "session",
                description: "A session with what it was told",
                mime: JSON,
            },
            session,
        )
        .completed_by(complete)
        .template(
            TemplateSpec {
                uri_template: "reasoner://session/{id}/kb",
                name: "knowledge base",
                description: "The knowledge base of a session as Prolog text",
                mime: "text/x-prolog",
            },
            knowledge_base,
        )
        .completed_by(complete)
        .listed_by(list)
        .done()
}

async fn sessions(reasoner: Arc<Reasoner>, call: Call) -> Result<Contents, ToolError> {
    let owner = call.principal.id.to_string();
    let most = reasoner.config.limits.sessions;
    let rows = reasoner.look_up(move |reader| db::sessions(reader, &owner, "", most)).await?;
    let shown: Vec<_> = rows
        .iter()
        .map(|row| json!({ "id": row.id, "createdAt": row.created_at, "version": row.version }))
        .collect();
    Contents::json(&shown)
}

async fn english(_: Arc<Reasoner>, _: Call) -> Result<Contents, ToolError> {
    Ok(Contents::Text { mime: "text/markdown".to_owned(), text: LANGUAGE.to_owned() })
}

async fn ontologies(reasoner: Arc<Reasoner>, call: Call) -> Result<Contents, ToolError> {
    let owner = call.principal.id.to_string();
    let rows = reasoner.look_up(move |reader| db::ontologies(reader, &owner)).await?;
    let shown: Vec<_> = rows.into_iter().map(OntologyData::of).collect();
    Contents::json(&shown)
}

async fn session(
    reasoner: Arc<Reasoner>,
    call: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let live = reasoner.read(&call.principal.id, params.path("id")).await?;
    Contents::json(&SessionData::of(&live))
}

async fn knowledge_base(
    reasoner: Arc<Reasoner>,
    call: Call,
    params: Params,
) -> Result<Contents, ToolError> {
    let live = reasoner.read(&call.principal.id, params.path("id")).await?;
    Ok(Contents::Text { mime: "text/x-prolog".to_owned(), text: live.facts() })
}

async fn list(
    reasoner: Arc<Reasoner>,
    call: Call,
    after: Option<String>,
) -> Result<Page<Entry>, ToolError> {
    let (owner, after) = (call.principal.id.to_string(), after.unwrap_or_default());
    let rows = reasoner.look_up(move |reader| db::sessions(reader, &owner, &after, PAGE)).await?;
    let next = (rows.len() == PAGE).then(|| rows.last().map(|row| row.id.clone())).flatten();
    let items = rows.into_iter().map(|row| Entry {
        uri: session_uri(&row.id),
        name: row.id,
        description: "A session with what it was told".to_owned(),
        mime: JSON.to_owned(),
    });
    Ok(Page { items: items.collect(), next })
}

async fn complete(
    reasoner: Arc<Reasoner>,
    call: Call,
    completing: Completing,
) -> Result<Vec<String>, ToolError> {
    let owner = call.principal.id.to_string();
    let found = reasoner.look_up(move |reader| db::sessions(reader, &owner, "", 10_000)).await;
    let rows = found.map_err(|error: Refusal| ToolError::from(error))?;
    let names = rows.into_iter().map(|row| row.id);
    Ok(names.filter(|id| id.starts_with(&completing.value)).take(100).collect())
}
