//! One tool for both: a question is asked, anything else is told.

use std::sync::Arc;

use kernel::Call;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::{self, Asserted};
use super::query::{self, Answered};
use crate::error::Refusal;
use crate::state::Reasoner;

/// What to handle.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Handle {
    /// The session
    session_id: String,
    /// A question or statements
    natural_language_text: String,
}

/// What it came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Handled {
    /// `query` or `assert`
    operation: &'static str,
    /// The answer, when it was a question
    #[serde(flatten)]
    answered: Option<Answered>,
    /// What was told, when it was not
    #[serde(flatten)]
    asserted: Option<Asserted>,
}

pub(super) async fn handle(
    reasoner: Arc<Reasoner>,
    call: Call,
    input: Handle,
) -> Result<Handled, Refusal> {
    let Handle { session_id, natural_language_text: text } = input;
    if text.trim_end().ends_with('?') || text.trim_start().starts_with("?-") {
        let answered = query::plain(&reasoner, &call.principal.id, &session_id, text).await?;
        return Ok(Handled { operation: "query", answered: Some(answered), asserted: None });
    }
    let asserted = knowledge::plain(reasoner, call, session_id, text).await?;
    Ok(Handled { operation: "assert", answered: None, asserted: Some(asserted) })
}
