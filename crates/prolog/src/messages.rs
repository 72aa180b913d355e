//! What a ball means in words, as SWI-Prolog prints it. Reads terms; knows nothing of the machine.

use crate::term::{Term, View};

/// What somebody may have meant by a predicate that does not exist.
#[derive(Debug, Clone, Default)]
pub(crate) struct Nearest {
    /// Predicates of the same name with other arities.
    pub(crate) same_name: Vec<String>,
    /// The predicate with the most similar name.
    pub(crate) similar: Option<String>,
}

/// A ball in words.
pub(crate) fn message(ball: &Term, nearest: &Nearest) -> String {
    if let View::Compound("error", parts) = ball.view()
        && let [formal, context] = parts.as_slice()
        && let Some(text) = formal_error(formal, context, nearest)
    {
        return text;
    }
    format!("Unhandled exception: Unknown message: {ball}")
}

fn formal_error(formal: &Term, context: &Term, nearest: &Nearest) -> Option<String> {
    let (name, parts) = match formal.view() {
        View::Atom(name) => (name.to_owned(), Vec::new()),
        View::Compound(name, parts) => (name.to_owned(), parts),
        View::Var(_) | View::Int(_) | View::Big(_) | View::Float(_) | View::Str(_) => return None,
    };
    Some(match (name.as_str(), parts.as_slice()) {
        ("instantiation_error", []) => "Arguments are not sufficiently instantiated".to_owned(),
        ("existence_error", [kind, what]) if kind.name() == Some("procedure") => {
            unknown_procedure(what, nearest)
        }
        ("existence_error", [kind, what]) => format!("Unknown {kind}: {what}"),
        ("type_error", [kind, value]) if kind.name() == Some("evaluable") => {
            format!("Arithmetic: evaluable `{value}' does not exist")
        }
        ("type_error", [kind, value]) => {
            format!("Type error: `{kind}' expected, found `{value}' ({})", sort(value))
        }
        ("domain_error", [kind, value]) => {
            format!("Domain error: `{kind}' expected, found `{value}'")
        }
        ("evaluation_error", [what]) => format!("Arithmetic: evaluation error: {what}"),
        ("permission_error", [action, kind, what]) => {
            format!("No permission to {action} {kind} `{what}'")
        }
        ("representation_error", [what]) => format!("Cannot represent due to `{what}'"),
        ("resource_error", [what]) => format!("Not enough resources: {what}"),
        ("syntax_error", [what]) => format!("Syntax error: {what}"),
        ("uninstantiation_error", [what]) => {
            format!("Cannot unify {what} with a value: it must be a variable")
        }
        ("format", [what]) => format!("Format error: {what}"),
        _ => format!("Unknown error term: {formal} {}", said(context)),
    })
}

fn said(context: &Term) -> String {
    match context.view() {
        View::Var(_) => String::new(),
        View::Atom(_)
        | View::Int(_)
        | View::Big(_)
        | View::Float(_)
        | View::Str(_)
        | View::Compound(..) => format!("({context})"),
    }
}

fn unknown_procedure(what: &Term, nearest: &Nearest) -> String {
    let mut text = format!("Unknown procedure: {what}");
    if !nearest.same_name.is_empty() {
        text.push_str("; however there are definitions for: ");
        text.push_str(&nearest.same_name.join(", "));
    } else if let Some(similar) = &nearest.similar {
        text.push_str(&format!("; is `{similar}` meant?"));
    }
    text
}

/// What kind of thing a value is.
fn sort(value: &Term) -> &'static str {
    match value.view() {
        View::Var(_) => "a var",
        View::Atom("[]") => "an empty_list",
        View::Atom(_) => "an atom",
        View::Int(_) | View::Big(_) => "an integer",
        View::Float(_) => "a float",
        View::Str(_) => "a string",
        View::Compound(".", _) => "a list",
        View::Compound(..) => "a compound",
    }
}

/// How many letters two names differ by, up to a limit.
pub(crate) fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.iter().enumerate() {
            let here = (diagonal + usize::from(a != b)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = here;
        }
    }
    row.last().copied().filter(|found| *found <= most)
}
