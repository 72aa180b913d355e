//! Reads case files and runs one case through the engine's public face; knows nothing of which
//! cases there are. Shared by the conformity and the differential tests; see `README.md` here.

#![expect(clippy::expect_used, reason = "what a test needs and does not find must stop it")]

use prolog::{Answer, Budget, Error, Program, Query, Session, Term, Truth, View};

/// As many answers as the oracle shows.
const MAX_ANSWERS: usize = 20;

/// One goal with the program it runs in and the outcome it must have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Case {
    pub(crate) place: String,
    pub(crate) program: String,
    pub(crate) goal: String,
    pub(crate) expected: Vec<String>,
    /// Why the outcome is not SWI-Prolog's; empty if it is.
    pub(crate) deliberate: String,
    /// SWI-Prolog's outcome where it differs.
    pub(crate) swi: Vec<String>,
}

/// All cases of a text; a line that is none of the format's is a failure, never skipped.
pub(crate) fn parse(file: &str, text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut program = String::new();
    let mut in_goal = false;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        if in_goal && let Some(more) = line.strip_prefix("  ") {
            let case = cases.last_mut().expect("a goal before its continuation");
            case.goal.push('\n');
            case.goal.push_str(more);
            continue;
        }
        in_goal = false;
        if line.is_empty() {
            program.clear();
        } else if let Some(clause) = line.strip_prefix('|') {
            program.push_str(clause.strip_prefix(' ').unwrap_or(clause));
            program.push('\n');
        } else if let Some(goal) = line.strip_prefix("? ") {
            cases.push(Case {
                place,
                program: program.clone(),
                goal: goal.to_owned(),
                ..Case::default()
            });
            in_goal = true;
        } else if let Some(reason) = line.strip_prefix("deliberate: ") {
            let case = cases.last_mut().expect("a case before `deliberate:`");
            case.deliberate.push_str(reason);
        } else if let Some(theirs) = line.strip_prefix("swi ") {
            cases.last_mut().expect("a case before `swi`").swi.push(theirs.to_owned());
        } else if is_outcome(line) {
            let case = cases.last_mut().expect("a goal before its outcome");
            case.expected.push(line.to_owned());
        } else {
            assert!(line.starts_with('#'), "{place}: `{line}`?");
        }
    }
    cases
}

fn is_outcome(line: &str) -> bool {
    ["> ", "= ", "! ", "!! "].iter().any(|prefix| line.starts_with(prefix))
        || line == "no"
        || line == "..."
}

/// What the engine makes of a goal, in the lines of the file format.
pub(crate) fn run(library: &Program, program: &str, goal: &str, budget: Budget) -> Vec<String> {
    let mut session = Session::new(library);
    let consulted = match session.consult(program) {
        Ok(consulted) => consulted,
        Err(error) => return vec![error_line(&error)],
    };
    let mut lines = Vec::new();
    let mut query = match session.query(&format!("{goal} ."), budget) {
        Ok(query) => query,
        Err(error) => return vec![error_line(&error)],
    };
    collect(&mut query, &mut lines);
    let output = format!("{}{}", consulted.output, query.output());
    if !output.is_empty() {
        lines.insert(0, format!("> {}", quoted(&output)));
    }
    lines
}

fn collect(query: &mut Query<'_>, lines: &mut Vec<String>) {
    for item in query {
        match item {
            Ok(_) if lines.len() == MAX_ANSWERS => {
                lines.push("...".to_owned());
                return;
            }
            Ok(answer) => {
                let undefined = matches!(answer.truth, Truth::Undefined);
                let note = if undefined { " % undefined" } else { "" };
                lines.push(answer_line(&answer) + note);
            }
            Err(error) => {
                lines.push(error_line(&error));
                return;
            }
        }
    }
    if lines.is_empty() {
        lines.push("no".to_owned());
    }
}

fn answer_line(answer: &Answer) -> String {
    let named: Vec<&(String, Term)> =
        answer.bindings.iter().filter(|(name, _)| !name.starts_with('_')).collect();
    let shared = |name: &str| {
        named.iter().filter(|(_, value)| variables(value).iter().any(|v| v == name)).count() > 1
    };
    let shown: Vec<_> = named
        .iter()
        .filter(|(_, value)| {
            let View::Var(name) = value.view() else { return true };
            shared(name)
        })
        .collect();
    if shown.is_empty() {
        return "= true".to_owned();
    }
    let mut labels = Vec::new();
    let texts: Vec<String> =
        shown.iter().map(|(name, value)| format!("{name}={}", text(value, &mut labels))).collect();
    format!("= {}", texts.join(", "))
}

fn error_line(error: &Error) -> String {
    let term = match error {
        Error::Syntax(_) => return "! syntax_error".to_owned(),
        Error::Thrown(ball) => &ball.term,
        Error::Budget(_) => return "!! limit".to_owned(),
        other => return format!("!! api {other}"),
    };
    let formal = (term.name() == Some("error") && term.arity() == 2).then(|| term.arg(0)).flatten();
    let Some(formal) = formal.filter(|f| !matches!(f.view(), View::Var(_))) else {
        return format!("!! {}", relabel(&term.to_string(), &variables(term), &mut Vec::new()));
    };
    match formal.name() {
        Some("syntax_error") => "! syntax_error".to_owned(),
        Some("resource_error") => "!! limit".to_owned(),
        _ => format!("! {}", relabel(&formal.to_string(), &variables(&formal), &mut Vec::new())),
    }
}

/// A term as an argument is written, its variables called `_1`, `_2`, ... in order.
fn text(term: &Term, labels: &mut Vec<String>) -> String {
    let wrapped = Term::compound("p", std::slice::from_ref(term)).to_string();
    let inner = wrapped.strip_prefix("p(").and_then(|rest| rest.strip_suffix(')'));
    relabel(inner.unwrap_or(&wrapped), &variables(term), labels)
}

/// The names of a term's variables, left to right.
fn variables(term: &Term) -> Vec<String> {
    let mut names = Vec::new();
    let mut pending = vec![term.clone()];
    while let Some(term) = pending.pop() {
        match term.view() {
            View::Var(name) if !names.iter().any(|n| n == name) => names.push(name.to_owned()),
            View::Compound(_, args) => pending.extend(args.into_iter().rev()),
            View::Var(_)
            | View::Atom(_)
            | View::Int(_)
            | View::Big(_)
            | View::Float(_)
            | View::Str(_) => {}
        }
    }
    names
}

/// Replaces the words of `text` outside quotes that are in `names`.
fn relabel(text: &str, names: &[String], labels: &mut Vec<String>) -> String {
    if names.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        if let Some(open) = quote {
            out.push(c);
            if c == '\\' {
                out.extend(chars.next());
            } else if c == open {
                quote = None;
            }
        } else if c.is_alphanumeric() || c == '_' {
            let mut word = String::from(c);
            while let Some(c) = chars.next_if(|c| c.is_alphanumeric() || *c == '_') {
                word.push(c);
            }
            out.push_str(&label(word, names, labels));
        } else {
            quote = matches!(c, '\'' | '"').then_some(c);
            out.push(c);
        }
    }
    out
}

fn label(word: String, names: &[String], labels: &mut Vec<String>) -> String {
    if !names.contains(&word) {
        return word;
    }
    let index = labels.iter().position(|known| *known == word).unwrap_or_else(|| {
        labels.push(word);
        labels.len() - 1
    });
    format!("_{}", index + 1)
}

/// A text as the oracle quotes it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
