//! Statements as JSON, and the clauses they stand for.

use serde::Deserialize;
use serde_json::Value;

use crate::error::Refusal;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Statement {
    statement_type: Option<String>,
    fact: Option<Part>,
    rule: Option<Rule>,
    error: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Rule {
    head: Part,
    body: Vec<Part>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    predicate: String,
    arguments: Vec<Value>,
    #[serde(default)]
    is_negative: bool,
}

fn wrong(code: &'static str, message: String) -> Refusal {
    Refusal::Coded { kind: kernel::ErrorKind::InvalidInput, code, message }
}

/// The clauses that one statement or a list of them stands for.
pub(super) fn clauses(answer: &str) -> Result<String, Refusal> {
    let value: Value = serde_json::from_str(answer).map_err(|error| {
        wrong("JSON_PARSING_FAILED", format!("the model's answer is not JSON: {error}"))
    })?;
    let values = match value {
        Value::Array(values) => values,
        one @ (Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Object(_)) => vec![one],
    };
    let mut text = String::new();
    for value in values {
        let statement: Statement = serde_json::from_value(value)
            .map_err(|error| wrong("INVALID_SIR_STRUCTURE", error.to_string()))?;
        text.push_str(&clause(&statement)?);
        text.push('\n');
    }
    Ok(text)
}

fn clause(statement: &Statement) -> Result<String, Refusal> {
    if let Some(error) = &statement.error {
        return Err(wrong("NO_FACTS_EXTRACTED", format!("the model found nothing: {error}")));
    }
    match (statement.statement_type.as_deref(), &statement.fact, &statement.rule) {
        (Some("fact") | None, Some(fact), _) => Ok(format!("{}.", literal(fact)?)),
        (Some("rule") | None, _, Some(rule)) => {
            let body: Result<Vec<String>, Refusal> = rule.body.iter().map(literal).collect();
            Ok(format!("{} :- {}.", literal(&rule.head)?, body?.join(", ")))
        }
        _ => Err(wrong(
            "INVALID_SIR_STRUCTURE",
            "a statement needs `statementType` and `fact` or `rule`".to_owned(),
        )),
    }
}

fn literal(part: &Part) -> Result<String, Refusal> {
    let arguments: Result<Vec<String>, Refusal> = part.arguments.iter().map(argument).collect();
    let sign = if part.is_negative { "-" } else { "" };
    let name = atom(&part.predicate);
    let arguments = arguments?;
    if arguments.is_empty() {
        return Ok(format!("{sign}{name}"));
    }
    Ok(format!("{sign}{name}({})", arguments.join(", ")))
}

fn argument(value: &Value) -> Result<String, Refusal> {
    match value {
        Value::String(text) if is_variable(text) => Ok(text.clone()),
        Value::String(text) => Ok(atom(text)),
        Value::Number(number) => Ok(number.to_string()),
        Value::Array(items) => {
            let items: Result<Vec<String>, Refusal> = items.iter().map(argument).collect();
            Ok(format!("[{}]", items?.join(", ")))
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => {
            Err(wrong("INVALID_SIR_ARGUMENT", format!("`{value}` cannot be an argument")))
        }
    }
}

fn is_variable(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

fn atom(text: &str) -> String {
    let plain = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
