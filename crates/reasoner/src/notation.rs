//! Clauses as Prolog text and back: what a knowledge base looks like on the wire.
//!
//! Where Prolog has no clause of the kind, a term stands for it: `a ; b :- c.`, `exactly_one([a, b])`,
//! `false :- a, b.`, `normally(a, [Exceptions]) :- b.` and `axiom(Formula)`.

mod formula;
mod split;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use prolog::{Dialect, View};

use crate::logic::{Atom, Clause, Literal, Term};

/// A clause of a Prolog text.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// As written, without comments, with its full stop.
    pub text: String,
    /// The same as logic; nothing where only the engine can run it.
    pub logic: Vec<Clause>,
}

/// A text that is not Prolog.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}, in `{text}`")]
pub struct NotProlog {
    /// The line in the whole text, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
    /// The clause that cannot be read.
    pub text: String,
}

/// Reads a Prolog text clause by clause.
pub fn read(text: &str) -> Result<Vec<Piece>, NotProlog> {
    read_in(&mut Dialect::default(), text)
}

/// Reads a Prolog text in a dialect, which its directives change.
pub fn read_in(dialect: &mut Dialect, text: &str) -> Result<Vec<Piece>, NotProlog> {
    split::clauses(text).into_iter().map(|part| piece(dialect, &part)).collect()
}

/// Reads a Prolog text; what cannot be read is kept as it is written.
pub fn read_unchecked(dialect: &mut Dialect, text: &str) -> Vec<Piece> {
    let parts = split::clauses(text).into_iter();
    let read = parts.map(|part| {
        piece(dialect, &part)
            .unwrap_or_else(|_| Piece { text: format!("{}.", part.text), logic: Vec::new() })
    });
    read.collect()
}

fn piece(dialect: &mut Dialect, part: &split::Part) -> Result<Piece, NotProlog> {
    let fail = |message: String| NotProlog { line: part.line, message, text: part.text.clone() };
    if !part.ended {
        return Err(fail("the clause has no full stop at its end".to_owned()));
    }
    let term = dialect.read(&part.text).map_err(|error| match error {
        prolog::Error::Syntax(syntax) => fail(syntax.message),
        other @ (prolog::Error::Thrown(_)
        | prolog::Error::Budget(_)
        | prolog::Error::NoSuchClause(_)) => fail(other.to_string()),
    })?;
    if matches!(term.view(), View::Var(_) | View::Int(_) | View::Float(_) | View::Str(_)) {
        return Err(fail("a clause must be a fact or a rule".to_owned()));
    }
    let logic = match Names::default().clause(&term) {
        _ if is_directive(&term) => Vec::new(),
        Some(clause) => vec![clause],
        None => exclusions(&term).unwrap_or_default(),
    };
    Ok(Piece { text: format!("{}.", part.text), logic })
}

/// Whether a clause says what to do, not what is so.
fn is_directive(term: &prolog::Term) -> bool {
    matches!(term.view(), View::Compound(":-" | "?-", parts) if parts.len() == 1)
        || matches!(term.view(), View::Compound("-->", _))
}

/// `exclusive([cat, dog])`: nothing is two of these.
fn exclusions(term: &prolog::Term) -> Option<Vec<Clause>> {
    let View::Compound("exclusive", parts) = term.view() else { return None };
    let items = parts.first()?.items()?;
    let names: Option<Vec<&str>> = items.iter().map(prolog::Term::name).collect();
    let (names, mut found) = (names?, Vec::new());
    let about = |name: &str| Literal::holds(Atom::new(name, vec![Term::Variable(0)]));
    for (at, one) in names.iter().enumerate() {
        for other in &names[at + 1..] {
            found.push(Clause::Never(vec![about(one), about(other)]));
        }
    }
    Some(found)
}

/// Whether a text is meant as Prolog rather than English: it reads as clauses with arguments.
pub fn is_prolog(text: &str) -> bool {
    let text = text.trim().trim_start_matches("?-");
    let parts = split::clauses(text);
    let Some(part) = parts.first() else { return false };
    let Ok(term) = Dialect::default().read(&part.text) else {
        return text.starts_with(":-");
    };
    let symbolic = |name: &str| !name.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    term.arity() > 0
        && (text.contains('(') || text.contains(":-") || term.name().is_some_and(symbolic))
}

/// A goal in Prolog as a conjunction of literals, with the names of its variables.
pub fn goal(text: &str) -> Option<(Vec<Literal>, Vec<String>)> {
    let term = prolog::Term::parse(text).ok()?;
    let mut names = Names::default();
    let literals = names.body(&term)?;
    Some((literals, names.order))
}

/// A clause as one line of Prolog text.
pub fn text(clause: &Clause) -> String {
    let list = |literals: &[Literal]| {
        literals.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let tail = |body: &[Literal]| {
        if body.is_empty() { String::new() } else { format!(" :- {}", list(body)) }
    };
    match clause {
        Clause::Rule { .. } => clause.to_string(),
        Clause::Choice { heads, body, exclusive: true } => {
            format!("exactly_one([{}]){}.", list(heads), tail(body))
        }
        Clause::Choice { heads, body, exclusive: false } => {
            let heads: Vec<String> = heads.iter().map(ToString::to_string).collect();
            format!("{}{}.", heads.join(" ; "), tail(body))
        }
        Clause::Never(body) => format!("false :- {}.", list(body)),
        Clause::Default { head, body, exceptions } if exceptions.is_empty() => {
            format!("normally({head}){}.", tail(body))
        }
        Clause::Default { head, body, exceptions } => {
            format!("normally({head}, [{}]){}.", list(exceptions), tail(body))
        }
        Clause::Formula(formula) => format!("axiom({}).", formula::text(formula)),
    }
}

/// What the Prolog engine runs for a clause; nothing for what only classical reasoning can use.
pub fn program(clause: &Clause) -> Vec<String> {
    let rule = |head: &Literal, body: &[Literal]| {
        let body = body.to_vec();
        Clause::Rule { head: head.clone(), body }.to_string()
    };
    match clause {
        Clause::Rule { .. } => vec![clause.to_string()],
        Clause::Never(body) => (0..body.len())
            .map(|at| {
                let mut rest = body.clone();
                let head = rest.remove(at).negated();
                rule(&head, &rest)
            })
            .collect(),
        Clause::Choice { heads, body, exclusive: true } => {
            let mut rules = Vec::new();
            for one in heads {
                for other in heads.iter().filter(|other| *other != one) {
                    let needed: Vec<Literal> = std::iter::once(one).chain(body).cloned().collect();
                    rules.push(rule(&other.negated(), &needed));
                }
            }
            rules
        }
        Clause::Default { head, body, exceptions } => {
            let mut goals: Vec<String> = body.iter().map(ToString::to_string).collect();
            goals.push(format!("\\+ {}", head.negated()));
            goals.extend(exceptions.iter().map(|exception| format!("\\+ {exception}")));
            vec![format!("{head} :- {}.", goals.join(", "))]
        }
        Clause::Choice { exclusive: false, .. } | Clause::Formula(_) => Vec::new(),
    }
}

/// Predicates the engine defines itself; they are computed, not told.
static DEFINED: LazyLock<BTreeSet<(String, usize)>> = LazyLock::new(|| {
    let builtins = prolog::builtins().into_iter().map(|(name, arity, _)| (name.to_owned(), arity));
    let control = [(",", 2), (";", 2), ("->", 2), ("*->", 2), ("!", 0), ("\\+", 1), ("not", 1)];
    let control = control.into_iter().map(|(name, arity)| (name.to_owned(), arity));
    builtins.chain(prolog::library()).chain(control).collect()
});

/// Whether the engine defines a predicate itself.
pub fn is_defined(name: &str, arity: usize) -> bool {
    DEFINED.contains(&(name.to_owned(), arity))
}

/// The variables of one clause, numbered as they come.
#[derive(Debug, Default)]
struct Names {
    numbers: BTreeMap<String, u32>,
    order: Vec<String>,
}

impl Names {
    fn clause(&mut self, term: &prolog::Term) -> Option<Clause> {
        if let View::Compound(":-", parts) = term.view()
            && let [head, body] = parts.as_slice()
        {
            let body = self.body(body)?;
            return self.headed(head, body);
        }
        self.headed(term, Vec::new())
    }

    fn headed(&mut self, head: &prolog::Term, body: Vec<Literal>) -> Option<Clause> {
        match head.view() {
            View::Atom("false" | "fail") => (!body.is_empty()).then_some(Clause::Never(body)),
            View::Compound(";", _) => {
                let heads = self.alternatives(head)?;
                Some(Clause::Choice { heads, body, exclusive: false })
            }
            View::Compound("exactly_one", parts) => {
                let heads = self.literals(parts.first()?)?;
                Some(Clause::Choice { heads, body, exclusive: true })
            }
            View::Compound("normally", parts) => {
                let head = self.literal(parts.first()?)?;
                let exceptions = match parts.get(1) {
                    Some(list) => self.literals(list)?,
                    None => Vec::new(),
                };
                Some(Clause::Default { head, body, exceptions })
            }
            View::Compound("axiom", parts) if parts.len() == 1 && body.is_empty() => {
                formula::read(self, parts.first()?).map(Clause::Formula)
            }
            View::Compound("not", parts) if parts.len() == 1 => {
                let head = self.literal(parts.first()?)?.negated();
                Some(Clause::Rule { head, body })
            }
            View::Var(_)
            | View::Atom(_)
            | View::Int(_)
            | View::Big(_)
            | View::Float(_)
            | View::Str(_)
            | View::Compound(..) => {
                let head = self.literal(head)?;
                Some(Clause::Rule { head, body })
            }
        }
    }

    fn alternatives(&mut self, term: &prolog::Term) -> Option<Vec<Literal>> {
        let View::Compound(";", parts) = term.view() else {
            return self.literal(term).map(|literal| vec![literal]);
        };
        let mut all = Vec::new();
        for part in &parts {
            all.extend(self.alternatives(part)?);
        }
        Some(all)
    }

    fn literals(&mut self, list: &prolog::Term) -> Option<Vec<Literal>> {
        list.items()?.iter().map(|item| self.literal(item)).collect()
    }

    fn body(&mut self, term: &prolog::Term) -> Option<Vec<Literal>> {
        if matches!(term.view(), View::Atom("true")) {
            return Some(Vec::new());
        }
        let View::Compound(",", parts) = term.view() else {
            return self.literal(term).map(|literal| vec![literal]);
        };
        let mut all = Vec::new();
        for part in &parts {
            all.extend(self.body(part)?);
        }
        Some(all)
    }

    fn literal(&mut self, term: &prolog::Term) -> Option<Literal> {
        if let View::Compound("-", parts) = term.view()
            && let [inner] = parts.as_slice()
        {
            return self.literal(inner).map(|literal| literal.negated());
        }
        self.atom(term).map(Literal::holds)
    }

    fn atom(&mut self, term: &prolog::Term) -> Option<Atom> {
        let (name, parts) = match term.view() {
            View::Atom(name) => (name.to_owned(), Vec::new()),
            View::Compound(name, parts) => (name.to_owned(), parts),
            View::Var(_) | View::Int(_) | View::Big(_) | View::Float(_) | View::Str(_) => {
                return None;
            }
        };
        if is_defined(&name, parts.len()) {
            return None;
        }
        let arguments: Option<Vec<Term>> = parts.iter().map(|part| self.term(part)).collect();
        Some(Atom::new(name, arguments?))
    }

    fn term(&mut self, term: &prolog::Term) -> Option<Term> {
        match term.view() {
            View::Var(name) => Some(Term::Variable(self.number(name))),
            View::Atom("[]") => None,
            View::Atom(name) => Some(Term::constant(name)),
            View::Int(value) if value >= 0 => Some(Term::Constant(value.to_string())),
            View::Compound(".", _) => None,
            View::Compound(name, parts) if name.starts_with(|c: char| c.is_ascii_lowercase()) => {
                let name = name.to_owned();
                let parts: Option<Vec<Term>> = parts.iter().map(|part| self.term(part)).collect();
                Some(Term::Witness(name, parts?))
            }
            View::Compound(..) | View::Int(_) | View::Big(_) | View::Float(_) | View::Str(_) => {
                None
            }
        }
    }

    fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name).filter(|_| name != "_") {
            return *number;
        }
        let number = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        self.order.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Knowledge;

    #[test]
    fn what_english_says_reads_back_from_its_prolog_text() {
        let mut knowledge = Knowledge::new();
        let told = "Every human is mortal. Socrates is a human. Bob is either tall or rich. \
                    Bob is tall or Bob is kind. Normally birds fly except penguins. No cat is a dog. \
                    It is not true that Ann is tall and Ann is short. Ann is not old. \
                    If someone is hungry and not lazy then they cook. Ann has 3 cats.";
        let heard = knowledge.tell(told);
        assert!(heard.iter().all(|one| one.statement.is_some()), "{heard:?}");
        for clause in knowledge.statements().iter().flat_map(|statement| &statement.clauses) {
            let written = text(clause);
            let pieces = read(&written).unwrap();
            let [piece] = pieces.as_slice() else { panic!("{written}: {pieces:?}") };
            let back: Vec<_> = piece.logic.iter().map(crate::verbalise::canonical).collect();
            assert_eq!(back, [crate::verbalise::canonical(clause)], "{written}");
        }
    }

    #[test]
    fn only_what_logic_can_say_becomes_logic() {
        let pieces = read(
            "parent(ann, bob). % a comment\n old(X) :- age(X, N), N > 60. p([a]). \
             size(a, 1.5). q('it. is', X) :- r(X). -bad(ann). not(sad(ann)).",
        )
        .unwrap();
        let logic: Vec<bool> = pieces.iter().map(|piece| !piece.logic.is_empty()).collect();
        assert_eq!(logic, [true, false, false, false, true, true, true]);
        let head = Literal::denies(Atom::new("sad", vec![Term::constant("ann")]));
        assert_eq!(pieces[6].logic, [Clause::Rule { head, body: Vec::new() }]);
        assert_eq!(read("exclusive([cat, dog, bird]).").unwrap()[0].logic.len(), 3);
        assert!(read("p(a").is_err() && read("p(a)").is_err() && read("p(a) q.").is_err());
        assert!(is_prolog("p(a)") && is_prolog("?- p(X).") && !is_prolog("Bob (a man) is tall."));
    }
}
