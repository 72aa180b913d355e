//! Sessions: made, shown, deleted.

use std::collections::BTreeSet;
use std::sync::Arc;

use kernel::{Call, NewEvent, Timestamp, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Done, check_name, computed, done};
use crate::db;
use crate::ensemble::Strictness;
use crate::error::Refusal;
use crate::knowledge::{formula, words};
use crate::live::{Entry, Live};
use crate::state::{Reasoner, SERVICE, session_uri, stream};
use crate::tell::refuse_over;

/// What to create.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Create {
    /// The name it shall have; made up if not given
    session_id: Option<String>,
    /// The ontologies it rests on; all of yours if not given
    ontologies: Option<Vec<String>>,
    /// Which English it reads: `strict` is Ensemble English only, where each sentence has the one
    /// meaning that `reasoner://english` says; `checked` is free English
    #[serde(default)]
    strictness: Strictness,
}

/// Which session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Get {
    /// The session
    session_id: String,
    /// The version to show, or a time; the newest if not given
    as_of: Option<super::history::AsOf>,
}

/// Which session.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Delete {
    /// The session
    session_id: String,
}

/// A session.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionData {
    /// Its name
    id: String,
    /// Its knowledge base as Prolog text
    facts: String,
    /// The predicates it speaks of
    lexicon_summary: String,
    /// When it was made
    created_at: String,
    /// How many changes it has seen
    version: u64,
    /// Which English it reads
    strictness: Strictness,
    /// What it was told, each with the number it can be retracted by
    statements: Vec<Statement>,
    /// The ontologies it rests on; all of yours if not given
    #[serde(skip_serializing_if = "Option::is_none")]
    ontologies: Option<Vec<String>>,
    /// Those of them that were deleted since
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_ontologies: Vec<String>,
}

/// One thing a session was told.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Statement {
    /// Its number
    label: u64,
    /// As it was read
    text: String,
    /// As it was told, where a model put it into this text
    #[serde(rename = "rewrittenFrom", skip_serializing_if = "Option::is_none")]
    rewritten_from: Option<String>,
    /// The clauses it became
    clauses: Vec<String>,
    /// Who told it
    author: String,
    /// When
    at: String,
    /// The strategy that read it
    strategy: String,
}

/// A session with the usual frame.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Shown {
    /// Whether it was done
    success: bool,
    /// The session
    data: SessionData,
    /// What was done
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

impl SessionData {
    pub(crate) fn of(live: &Live) -> Self {
        let statement = |Entry { row, facts }: &Entry| Statement {
            label: row.label,
            text: row.text.clone(),
            rewritten_from: row.original.clone(),
            clauses: facts.clone(),
            author: row.author.clone(),
            at: row.at.to_string(),
            strategy: row.strategy.clone(),
        };
        Self {
            id: live.row.id.clone(),
            facts: live.facts(),
            lexicon_summary: lexicon(live),
            created_at: live.row.created_at.to_string(),
            version: live.row.version,
            strictness: live.row.strictness,
            statements: live.entries.iter().map(statement).collect(),
            ontologies: live.chosen(),
            missing_ontologies: live.gone(),
        }
    }
}

/// The predicates a session speaks of, one a line.
pub(crate) fn lexicon(live: &Live) -> String {
    let clauses = live.knowledge.statements().iter().flat_map(|statement| &statement.clauses);
    let names: BTreeSet<(String, usize)> =
        clauses.flat_map(|clause| words(&formula(clause)).collect::<Vec<_>>()).collect();
    if names.is_empty() {
        return String::new();
    }
    let lines = names.iter().map(|(name, arity)| format!("- {name}/{arity}"));
    format!("Known predicates (name/arity):\n{}", lines.collect::<Vec<_>>().join("\n"))
}

pub(super) async fn create(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Create,
) -> Result<Shown, Refusal> {
    let principal = call.principal.id.to_string();
    let id = match input.session_id {
        Some(id) => id,
        None => made_up()?,
    };
    check_name("session", &id)?;
    let known = reasoner.ontologies(&principal).await?;
    for name in input.ontologies.iter().flatten() {
        if !known.items.iter().any(|(other, _)| other == name) {
            return Err(Refusal::NoOntology(name.clone()));
        }
    }
    make(&reasoner, &principal, &id, (input.ontologies, input.strictness)).await?;
    let live = reasoner.read(&principal, &id).await?;
    let message = Some(format!("Session `{id}` was created."));
    Ok(Shown { success: true, data: SessionData::of(&live), message })
}

/// Makes an empty session.
pub(super) async fn make(
    reasoner: &Reasoner,
    principal: &str,
    id: &str,
    (ontologies, strictness): (Option<Vec<String>>, Strictness),
) -> Result<(), Refusal> {
    let chosen = ontologies.map(|names| json!(names).to_string());
    let event = NewEvent::new(SERVICE, "session.created", stream(principal, id))
        .by(principal)
        .touching(Touch::resource("reasoner://sessions"))
        .touching(Touch::ResourceList)
        .data(&json!({ "sessionId": id }))
        .map_err(|error| Refusal::Defect(error.message))?;
    let (owner, id, most) = (principal.to_owned(), id.to_owned(), reasoner.config.limits.sessions);
    reasoner
        .record(event, move |tx| {
            refuse_over("sessions", db::count_sessions(tx, &owner)? + 1, most)?;
            let made = db::create_session(
                tx,
                &owner,
                &id,
                Timestamp::now(),
                (chosen.as_deref(), strictness),
            );
            made.map_err(|error| {
                if error.is_duplicate() { Refusal::SessionExists(id) } else { error.into() }
            })
        })
        .await?;
    Ok(())
}

/// A name nobody can guess.
pub(super) fn made_up() -> Result<String, Refusal> {
    let mut bytes = [0_u8; 9];
    getrandom::fill(&mut bytes).map_err(|error| Refusal::Defect(error.to_string()))?;
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("session-{digits}"))
}

pub(super) async fn get(reasoner: Arc<Reasoner>, call: Call, input: Get) -> Result<Shown, Refusal> {
    let principal = call.principal.id.to_string();
    let data = match input.as_of {
        Some(as_of) => {
            let live = as_of.live(&reasoner, &principal, &input.session_id).await?;
            computed(move || Ok(SessionData::of(&live))).await?
        }
        None => {
            let live = reasoner.read(&principal, &input.session_id).await?;
            computed(move || Ok(SessionData::of(&live))).await?
        }
    };
    Ok(Shown { success: true, data, message: None })
}

pub(super) async fn delete(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Delete,
) -> Result<Done, Refusal> {
    let (principal, id) = (call.principal.id.to_string(), input.session_id);
    let event = NewEvent::new(SERVICE, "session.deleted", stream(&principal, &id))
        .by(principal.clone())
        .touching(Touch::resource("reasoner://sessions"))
        .touching(Touch::resource(session_uri(&id)))
        .touching(Touch::ResourceList)
        .data(&json!({ "sessionId": id }))
        .map_err(|error| Refusal::Defect(error.message))?;
    let (owner, name) = (principal.clone(), id.clone());
    reasoner
        .record(event, move |tx| {
            let row = db::session(tx, &owner, &name)?.ok_or(Refusal::NoSession(name))?;
            Ok(db::delete_session(tx, row.key)?)
        })
        .await?;
    reasoner.forget(&principal, &id);
    Ok(done("Session deleted."))
}
