//! One goal over one program in one call: answers, output, constraints that are left, limits.

use std::collections::BTreeMap;
use std::sync::Arc;

use kernel::Call;
use prolog::{Origin, Program, Session, Truth};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{check_text, computed};
use crate::config::Limits;
use crate::error::Refusal;
use crate::live::refused;
use crate::state::Reasoner;
use crate::tell::refuse_over;

/// What to run.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct Run {
    /// The program, as one would load it into SWI-Prolog; its directives run
    #[serde(default)]
    program: String,
    /// The goal
    goal: String,
    /// Most answers to list; `reasoner.max_answers` at most
    max_answers: Option<usize>,
}

/// One answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Found {
    /// The variables of the goal that have a value
    bindings: BTreeMap<String, String>,
    /// Constraints that are left
    #[serde(skip_serializing_if = "Vec::is_empty")]
    constraints: Vec<String>,
    /// Neither true nor false in the well-founded model
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    undefined: bool,
}

/// What it came to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ran {
    /// Whether the goal has an answer
    success: bool,
    /// The answers in order
    answers: Vec<Found>,
    /// There are more answers than were asked for
    more: bool,
    /// What directives and the goal wrote
    output: String,
    /// What loading warned of
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    /// What was thrown and not caught, or the limit that was reached, after the answers
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Calls made
    inferences: u64,
}

pub(super) async fn run(reasoner: Arc<Reasoner>, _call: Call, input: Run) -> Result<Ran, Refusal> {
    let limits = reasoner.config.limits.clone();
    check_text(&reasoner, "goal", &input.goal)?;
    refuse_over("bytes of `program`", input.program.len(), limits.text_bytes)?;
    computed(move || ran(&input, &limits)).await
}

fn ran(input: &Run, limits: &Limits) -> Result<Ran, Refusal> {
    let mut session = Session::new(&Program::empty());
    let loaded = session
        .consult_with(&input.program, Origin::default(), limits.budget())
        .map_err(refused)?;
    let most = input.max_answers.unwrap_or(limits.answers).min(limits.answers);
    let goal = input.goal.trim().trim_start_matches("?-").trim().trim_end_matches('.');
    let mut query = session.query(goal, limits.budget()).map_err(refused)?.naming_variables();
    let (mut answers, mut more, mut error) = (Vec::new(), false, None);
    for next in query.by_ref() {
        if answers.len() == most {
            more = true;
            break;
        }
        match next {
            Ok(answer) => answers.push(found(&answer)),
            Err(stopped) => error = Some(refused(stopped).to_string()),
        }
    }
    Ok(Ran {
        success: !answers.is_empty(),
        answers,
        more,
        output: loaded.output + query.output(),
        warnings: loaded.warnings,
        error,
        inferences: query.spent().inferences,
    })
}

fn found(answer: &prolog::Answer) -> Found {
    let own = |name: &str, term: &prolog::Term| term.to_string() == name;
    let bound = answer.bindings.iter().filter(|(name, term)| !own(name, term));
    Found {
        bindings: bound.map(|(name, term)| (name.clone(), term.to_string())).collect(),
        constraints: answer.residual.iter().map(ToString::to_string).collect(),
        undefined: answer.truth == Truth::Undefined,
    }
}
