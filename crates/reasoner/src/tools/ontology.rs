//! Ontologies: rules a principal's sessions share by reference.

use std::sync::Arc;

use kernel::{Call, NewEvent, Timestamp, Touch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::knowledge::Rules;
use super::{Done, check_name, check_text, done};
use crate::db::{self, OntologyRow};
use crate::error::Refusal;
use crate::live::trial;
use crate::notation;
use crate::state::{Reasoner, SERVICE};
use crate::tell::refuse_over;

/// An ontology to keep.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Keep {
    /// Its name
    name: String,
    /// Its facts and rules as Prolog text
    rules: Rules,
}

/// Which ontology.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    /// Its name
    name: String,
}

/// How to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct List {
    /// Show the rules as well
    #[serde(default)]
    include_rules: bool,
}

/// An ontology.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OntologyData {
    /// Its number
    id: String,
    /// Its name
    name: String,
    /// Its rules as Prolog text
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
}

impl OntologyData {
    pub(crate) fn of(row: OntologyRow) -> Self {
        Self { id: format!("ontology-{}", row.key), name: row.name, rules: Some(row.rules) }
    }
}

/// An ontology with the usual frame.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Shown {
    /// Whether it was done
    success: bool,
    /// The ontology
    data: OntologyData,
}

/// Ontologies with the usual frame.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Whether it was done
    success: bool,
    /// The ontologies, by name
    data: Vec<OntologyData>,
}

fn event(kind: &'static str, principal: &str, name: &str) -> Result<NewEvent, Refusal> {
    NewEvent::new(SERVICE, kind, format!("reasoner/{principal}/ontologies"))
        .by(principal)
        .touching(Touch::resource("reasoner://ontologies"))
        .data(&json!({ "name": name }))
        .map_err(|error| Refusal::Defect(error.message))
}

fn check(reasoner: &Reasoner, name: &str, rules: &str) -> Result<(), Refusal> {
    check_name("ontology", name)?;
    check_text(reasoner, "rules", rules)?;
    trial(&notation::read(rules)?, &reasoner.config.limits)
}

async fn shown(reasoner: &Reasoner, principal: &str, name: &str) -> Result<Shown, Refusal> {
    let (owner, wanted) = (principal.to_owned(), name.to_owned());
    let row = reasoner.look_up(move |reader| db::ontology(reader, &owner, &wanted)).await?;
    let row = row.ok_or_else(|| Refusal::NoOntology(name.to_owned()))?;
    Ok(Shown { success: true, data: OntologyData::of(row) })
}

pub(super) async fn create(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Keep,
) -> Result<Shown, Refusal> {
    let (principal, rules) = (call.principal.id.to_string(), input.rules.text());
    check(&reasoner, &input.name, &rules)?;
    let event = event("ontology.created", &principal, &input.name)?;
    let (owner, name, most) =
        (principal.clone(), input.name.clone(), reasoner.config.limits.ontologies);
    reasoner
        .record(event, move |tx| {
            refuse_over("ontologies", db::ontologies(tx, &owner)?.len() + 1, most)?;
            let made = db::create_ontology(tx, &owner, &name, &rules, Timestamp::now());
            made.map_err(|error| {
                if error.is_duplicate() { Refusal::OntologyExists(name) } else { error.into() }
            })
        })
        .await?;
    reasoner.reload_ontologies(&principal).await?;
    shown(&reasoner, &principal, &input.name).await
}

pub(super) async fn list(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: List,
) -> Result<Listed, Refusal> {
    let owner = call.principal.id.to_string();
    let rows = reasoner.look_up(move |reader| db::ontologies(reader, &owner)).await?;
    let shown = |row| {
        let data = OntologyData::of(row);
        OntologyData { rules: data.rules.filter(|_| input.include_rules), ..data }
    };
    Ok(Listed { success: true, data: rows.into_iter().map(shown).collect() })
}

pub(super) async fn get(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Named,
) -> Result<Shown, Refusal> {
    shown(&reasoner, &call.principal.id, &input.name).await
}

pub(super) async fn update(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Keep,
) -> Result<Shown, Refusal> {
    let (principal, rules) = (call.principal.id.to_string(), input.rules.text());
    check(&reasoner, &input.name, &rules)?;
    let event = event("ontology.updated", &principal, &input.name)?;
    let (owner, name) = (principal.clone(), input.name.clone());
    reasoner
        .record(event, move |tx| {
            match db::update_ontology(tx, &owner, &name, &rules, Timestamp::now())? {
                0 => Err(Refusal::NoOntology(name)),
                _ => Ok(()),
            }
        })
        .await?;
    reasoner.reload_ontologies(&principal).await?;
    shown(&reasoner, &principal, &input.name).await
}

pub(super) async fn delete(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Named,
) -> Result<Done, Refusal> {
    let principal = call.principal.id.to_string();
    let event = event("ontology.deleted", &principal, &input.name)?;
    let (owner, name) = (principal.clone(), input.name);
    reasoner
        .record(event, move |tx| match db::delete_ontology(tx, &owner, &name, Timestamp::now())? {
            0 => Err(Refusal::NoOntology(name)),
            _ => Ok(()),
        })
        .await?;
    reasoner.reload_ontologies(&principal).await?;
    Ok(done("Ontology deleted."))
}
