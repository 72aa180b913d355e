//! The form in which answers are compared with SWI-Prolog's.

use prolog::{Dialect, Term, View};

/// Answers listed for one goal.
pub(crate) const MOST: usize = 50;
/// The variable that holds an answer as text.
pub(crate) const TEXT: &str = "Text__";

/// The goals of a program.
pub(crate) fn goals(text: &str) -> Vec<String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("% ?- "));
    lines.map(|line| line.trim().trim_end_matches('.').to_owned()).collect()
}

/// A goal that binds [`TEXT`] to what its variables are.
pub(crate) fn wrapped(program: &str, goal: &str) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut dialect = Dialect::default();
    for line in program.lines().filter(|line| line.starts_with(":- op(")) {
        drop(dialect.read(line.trim_end().trim_end_matches('.')));
    }
    if let Ok(term) = dialect.read(goal) {
        variables(&term, &mut names);
    }
    let pairs: Vec<String> = names.iter().map(|name| format!("'{name}'={name}")).collect();
    let list = pairs.join(",");
    format!(
        "call(({goal})), copy_term([{list}], Copy__, Goals__), numbervars(Copy__, 0, End__), \
         msort(Goals__, Sorted__), numbervars(Sorted__, End__, _), \
         format(atom({TEXT}), '~q ~q', [Copy__, Sorted__])"
    )
}

fn variables(term: &Term, names: &mut Vec<String>) {
    match term.view() {
        View::Var(name) if !name.starts_with('_') && !names.iter().any(|own| own == name) => {
            names.push(name.to_owned());
        }
        View::Compound(_, parts) => parts.iter().for_each(|part| variables(part, names)),
        View::Var(_)
        | View::Atom(_)
        | View::Int(_)
        | View::Big(_)
        | View::Float(_)
        | View::Str(_) => {}
    }
}

/// The text of an answer.
pub(crate) fn answer(term: Option<&Term>) -> String {
    term.and_then(Term::name).unwrap_or_default().replace("user:", "")
}

/// An error without its context.
pub(crate) fn error(term: &Term) -> String {
    let formal = term.arg(0).filter(|_| term.name() == Some("error") && term.arity() == 2);
    nameless(&formal.unwrap_or_else(|| term.clone()).to_string())
}

/// Variables that have no name all look the same.
pub(crate) fn nameless(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        let before = out.chars().rev().nth(1);
        if c == '_' && !before.is_some_and(|b| b.is_alphanumeric() || b == '_') {
            while rest.peek().is_some_and(|next| next.is_ascii_digit() || *next == 'G') {
                rest.next();
            }
        }
    }
    out
}

/// A text on one line.
pub(crate) fn quoted(text: &str) -> String {
    nameless(text).replace('\\', "\\\\").replace('\n', "\\n")
}
