//! Whole sessions out and in: as Prolog text or as JSON with every statement's origin.

use std::sync::Arc;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session::SessionData;
use super::{check_text, computed};
use crate::error::Refusal;
use crate::live::{Live, trial};
use crate::notation;
use crate::state::Reasoner;
use crate::tell::{self, Clash, Manner};

/// The forms a session can take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Form {
    /// Prolog text
    #[default]
    Prolog,
    /// JSON with author, time and strategy of each statement
    Json,
}

/// What to export.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Export {
    /// The session
    session_id: String,
    /// `prolog` or `json`
    #[serde(default)]
    format: Form,
}

/// A session to take away.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Exported {
    /// Whether it was done
    success: bool,
    /// The session
    data: String,
    /// The form it has
    format: &'static str,
}

pub(super) async fn export(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Export,
) -> Result<Exported, Refusal> {
    let live = reasoner.read(&call.principal.id, &input.session_id).await?;
    let json = input.format == Form::Json;
    let data = computed(move || {
        if !json {
            return Ok(live.facts());
        }
        serde_json::to_string(&SessionData::of(&live))
            .map_err(|error| Refusal::Defect(error.to_string()))
    })
    .await?;
    Ok(Exported { success: true, data, format: if json { "json" } else { "prolog" } })
}

/// What to import.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Import {
    /// The session that takes it in
    session_id: String,
    /// Prolog text, or what an export in JSON gave
    data: String,
    /// `prolog` or `json`
    #[serde(default)]
    format: Form,
}

/// What was imported.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Imported {
    /// Whether it was done
    success: bool,
    /// The clauses that were added
    added_facts: Vec<String>,
    /// The whole knowledge base as Prolog text
    full_knowledge_base: String,
    /// What does not go together with it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<Clash>,
    /// What was taken back for it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    superseded: Vec<String>,
    /// How many changes the session has seen
    version: u64,
}

/// The part of an export that is read back.
#[derive(Debug, Deserialize)]
struct Foreign {
    statements: Vec<ForeignStatement>,
}

#[derive(Debug, Deserialize)]
struct ForeignStatement {
    text: String,
}

pub(super) async fn import(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Import,
) -> Result<Imported, Refusal> {
    check_text(&reasoner, "data", &input.data)?;
    let principal = call.principal.id.to_string();
    let manner = Manner {
        strategy: "import".to_owned(),
        author: principal.clone(),
        strict: true,
        on_contradiction: reasoner.config.on_contradiction,
        action: "import",
    };
    let texts = match input.format {
        Form::Prolog => vec![input.data],
        Form::Json => {
            let foreign: Foreign = serde_json::from_str(&input.data)
                .map_err(|error| Refusal::Invalid(format!("`data` is no export: {error}")))?;
            foreign.statements.into_iter().map(|statement| statement.text).collect()
        }
    };
    let (limits, json) = (reasoner.config.limits.clone(), input.format == Form::Json);
    let (told, live) = reasoner
        .change(&principal, &input.session_id, move |live: &mut Live| {
            let (mut outcomes, mut news) = (Vec::new(), Vec::new());
            for text in texts {
                if !json {
                    trial(&notation::read(&text)?, &limits)?;
                }
                let (more, found) = tell::read(live, &text)?;
                outcomes.extend(more);
                news.extend(found);
            }
            tell::take_in(live, outcomes, news, &manner, &limits)
        })
        .await?;
    Ok(Imported {
        success: true,
        added_facts: told.added,
        full_knowledge_base: live.facts(),
        contradictions: told.clashes,
        superseded: told.superseded,
        version: live.row.version,
    })
}
