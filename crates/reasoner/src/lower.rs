//! From formulas to clauses: rules where a rule says the same, a formula where none does.

use std::collections::BTreeSet;

use crate::english::lexicon::entry;
use crate::logic::{Atom, Clause, Formula, Literal, Term};

/// Turns a statement into clauses; `label` makes the names of its witnesses its own.
pub fn clauses(formula: &Formula, label: &str) -> Vec<Clause> {
    let mut lowering = Lowering { label, witnesses: 0, found: Vec::new() };
    lowering.split(formula, &Context::default());
    lowering.found
}

#[derive(Debug, Clone, Default)]
struct Context {
    universals: Vec<u32>,
    body: Vec<Literal>,
}

struct Lowering<'a> {
    label: &'a str,
    witnesses: u32,
    found: Vec<Clause>,
}

impl Lowering<'_> {
    fn split(&mut self, formula: &Formula, context: &Context) {
        match formula {
            Formula::Atom(atom) => self.rule(Literal::holds(atom.clone()), context),
            Formula::And(parts) => parts.iter().for_each(|part| self.split(part, context)),
            Formula::All(variables, inner) => {
                let mut inside = context.clone();
                inside.universals.extend(variables);
                self.split(inner, &inside);
            }
            Formula::Some(variables, inner) => {
                let inner = self.with_witnesses(variables, inner, context);
                self.split(&inner, context);
            }
            Formula::Implies(a, b) => self.implication(a, b, context, formula),
            Formula::Iff(a, b) => {
                self.implication(a, b, context, &Formula::Implies(a.clone(), b.clone()));
                self.implication(b, a, context, &Formula::Implies(b.clone(), a.clone()));
            }
            Formula::Not(inner) => self.denial(inner, context),
            Formula::Or(parts) => self.choice(parts, false, context, formula),
            Formula::One(parts) => self.choice(parts, true, context, formula),
            Formula::Normally(a, b, exceptions) => {
                self.default((a, b), exceptions, context, formula)
            }
        }
    }

    fn rule(&mut self, head: Literal, context: &Context) {
        self.found.push(Clause::Rule { head, body: context.body.clone() });
    }

    fn keep(&mut self, formula: &Formula, context: &Context) {
        let mut whole = formula.clone();
        if !context.body.is_empty() {
            let body = context.body.iter().map(Literal::formula).collect();
            whole = Formula::Implies(Box::new(Formula::and(body)), Box::new(whole));
        }
        if !context.universals.is_empty() {
            whole = Formula::All(context.universals.clone(), Box::new(whole));
        }
        self.found.push(Clause::Formula(whole));
    }

    fn with_witnesses(&mut self, variables: &[u32], inner: &Formula, context: &Context) -> Formula {
        // What there is depends only on the things it is said to have to do with.
        let said: BTreeSet<u32> = inner.atoms().iter().flat_map(|a| a.variables()).collect();
        let needed: BTreeSet<u32> =
            context.universals.iter().copied().filter(|v| said.contains(v)).collect();
        let arguments: Vec<Term> = needed.into_iter().map(Term::Variable).collect();
        let named: Vec<(u32, String)> =
            variables.iter().map(|v| (*v, self.witness_name(*v, inner))).collect();
        inner.map(&|v| match named.iter().find(|(variable, _)| *variable == v) {
            Some((_, name)) => Term::Witness(name.clone(), arguments.clone()),
            None => Term::Variable(v),
        })
    }

    /// What normally follows, with a witness for each thing it says there is.
    fn witnessed(&mut self, formula: &Formula, context: &Context) -> Formula {
        match formula {
            Formula::Some(variables, inner) => {
                let inner = self.with_witnesses(variables, inner, context);
                self.witnessed(&inner, context)
            }
            Formula::And(parts) => {
                Formula::and(parts.iter().map(|part| self.witnessed(part, context)).collect())
            }
            Formula::Atom(_)
            | Formula::Not(_)
            | Formula::Or(_)
            | Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Normally(..) => formula.clone(),
        }
    }

    fn witness_name(&mut self, variable: u32, inner: &Formula) -> String {
        self.witnesses += 1;
        let noun = noun_of(variable, inner).unwrap_or("thing");
        format!("{noun}_{}_{}", self.label, self.witnesses)
    }

    fn implication(&mut self, a: &Formula, b: &Formula, context: &Context, whole: &Formula) {
        let Some(bodies) = alternatives(a) else {
            self.keep(whole, context);
            return;
        };
        for body in bodies {
            let mut inside = context.clone();
            for literal in body {
                let new =
                    literal.atom.variables().into_iter().filter(|v| !inside.universals.contains(v));
                let new: Vec<u32> = new.collect();
                inside.universals.extend(new);
                inside.body.push(literal);
            }
            self.split(b, &inside);
        }
    }

    fn denial(&mut self, inner: &Formula, context: &Context) {
        match inner {
            Formula::Atom(atom) => self.rule(Literal::denies(atom.clone()), context),
            Formula::Not(inner) => self.split(inner, context),
            Formula::Or(parts) => parts.iter().for_each(|part| self.denial(part, context)),
            Formula::Some(variables, inner) => {
                let mut inside = context.clone();
                inside.universals.extend(variables);
                self.denial(inner, &inside);
            }
            Formula::All(variables, inner) => {
                let inner = self.with_witnesses(variables, inner, context);
                self.denial(&inner, context);
            }
            Formula::Implies(a, b) => {
                self.split(a, context);
                self.denial(b, context);
            }
            Formula::And(parts) => match literals(parts) {
                Some(parts) => {
                    let mut body = context.body.clone();
                    body.extend(parts);
                    self.found.push(Clause::Never(body));
                }
                None => self.keep(&inner.clone().negated(), context),
            },
            Formula::One(_) | Formula::Iff(..) | Formula::Normally(..) => {
                self.keep(&inner.clone().negated(), context);
            }
        }
    }

    fn choice(&mut self, parts: &[Formula], exclusive: bool, context: &Context, whole: &Formula) {
        match literals(parts) {
            Some(heads) => {
                let body = context.body.clone();
                self.found.push(Clause::Choice { heads, body, exclusive });
            }
            None => self.keep(whole, context),
        }
    }

    fn default(
        &mut self,
        (a, b): (&Formula, &Formula),
        exceptions: &[Formula],
        context: &Context,
        whole: &Formula,
    ) {
        let (a, b) = (&mut a.clone(), self.witnessed(b, context));
        let b = &gathered(a, b);
        let heads = alternatives(b).filter(|options| options.len() == 1).and_then(|mut o| o.pop());
        let except: Option<Vec<_>> = exceptions.iter().map(alternatives).collect();
        let (Some(bodies), Some(heads), Some(except)) = (alternatives(a), heads, except) else {
            self.keep(whole, context);
            return;
        };
        let exceptions: Vec<Literal> =
            except.into_iter().flatten().map(|all| self.exception(all, a, b)).collect();
        for body in bodies {
            let mut all = context.body.clone();
            all.extend(body);
            for head in &heads {
                let clause = Clause::Default {
                    head: head.clone(),
                    body: all.clone(),
                    exceptions: exceptions.clone(),
                };
                self.found.push(clause);
            }
        }
    }
}

impl Lowering<'_> {
    /// One literal for all that makes an exception together.
    fn exception(&mut self, mut all: Vec<Literal>, a: &Formula, b: &Formula) -> Literal {
        let atoms = a.atoms().into_iter().chain(b.atoms());
        let shared: BTreeSet<u32> = atoms.flat_map(Atom::variables).collect();
        let own: BTreeSet<u32> = all.iter().flat_map(|literal| literal.atom.variables()).collect();
        // `unless somebody suspends them`: whoever it is, one is enough.
        if all.len() == 1
            && own.is_subset(&shared)
            && let Some(one) = all.pop()
        {
            return one;
        }
        self.witnesses += 1;
        let variables = own.intersection(&shared).map(|v| Term::Variable(*v)).collect();
        let name = format!("exception_{}_{}", self.label, self.witnesses);
        let head = Literal::holds(Atom::new(name, variables));
        self.found.push(Clause::Rule { head: head.clone(), body: all });
        head
    }
}

impl Literal {
    /// The literal as a formula.
    pub fn formula(&self) -> Formula {
        let atom = Formula::Atom(self.atom.clone());
        if self.positive { atom } else { atom.negated() }
    }

    /// The literals of a formula that says several at once.
    pub(crate) fn all_of(formula: &Formula) -> Option<Vec<Self>> {
        match formula {
            Formula::Atom(_) | Formula::Not(_) => Self::of(formula).map(|literal| vec![literal]),
            Formula::And(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(Self::all_of).collect();
                Some(parts?.into_iter().flatten().collect())
            }
            Formula::Some(_, inner) => Self::all_of(inner),
            Formula::Or(_)
            | Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Normally(..) => None,
        }
    }

    /// The formula as a literal, if it is one.
    pub fn of(formula: &Formula) -> Option<Self> {
        match formula {
            Formula::Atom(atom) => Some(Self::holds(atom.clone())),
            Formula::Not(inner) => Self::of(inner).map(|literal| literal.negated()),
            Formula::And(_)
            | Formula::Or(_)
            | Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Some(..)
            | Formula::Normally(..) => None,
        }
    }
}

fn literals(parts: &[Formula]) -> Option<Vec<Literal>> {
    parts.iter().map(Literal::of).collect()
}

/// What normally follows without its own conditions, which go to the others: `members may borrow
/// books` is about members and books.
fn gathered(given: &mut Formula, then: Formula) -> Formula {
    match then {
        Formula::All(_, inner) => gathered(given, *inner),
        Formula::Implies(also, inner) => {
            let before = std::mem::replace(given, Formula::And(Vec::new()));
            *given = Formula::and(vec![before, *also]);
            gathered(given, *inner)
        }
        other @ Formula::Atom(_)
        | other @ Formula::Not(_)
        | other @ Formula::And(_)
        | other @ Formula::Or(_)
        | other @ Formula::One(_)
        | other @ Formula::Iff(..)
        | other @ Formula::Some(..)
        | other @ Formula::Normally(..) => other,
    }
}

/// A condition as alternatives, each a conjunction of literals.
fn alternatives(formula: &Formula) -> Option<Vec<Vec<Literal>>> {
    match formula {
        Formula::Atom(_) => Some(vec![vec![Literal::of(formula)?]]),
        Formula::Not(inner) => match &**inner {
            Formula::Or(parts) => {
                alternatives(&Formula::And(parts.iter().map(|p| p.clone().negated()).collect()))
            }
            Formula::Not(inner) => alternatives(inner),
            Formula::Atom(_)
            | Formula::And(_)
            | Formula::One(_)
            | Formula::Implies(..)
            | Formula::Iff(..)
            | Formula::All(..)
            | Formula::Some(..)
            | Formula::Normally(..) => Some(vec![vec![Literal::of(formula)?]]),
        },
        Formula::Some(_, inner) => alternatives(inner),
        Formula::Or(parts) => {
            let options: Option<Vec<_>> = parts.iter().map(alternatives).collect();
            Some(options?.into_iter().flatten().collect())
        }
        Formula::And(parts) => {
            let mut so_far: Vec<Vec<Literal>> = vec![Vec::new()];
            for part in parts {
                let options = alternatives(part)?;
                so_far = so_far
                    .iter()
                    .flat_map(|front| {
                        options.iter().map(|back| [front.clone(), back.clone()].concat())
                    })
                    .collect();
                if so_far.len() > 16 {
                    return None;
                }
            }
            Some(so_far)
        }
        Formula::One(_)
        | Formula::Implies(..)
        | Formula::Iff(..)
        | Formula::All(..)
        | Formula::Normally(..) => None,
    }
}

/// The noun that introduces a variable: the first one-place atom about it that is one.
fn noun_of(variable: u32, formula: &Formula) -> Option<&str> {
    let about = |atom: &&Atom| {
        atom.arguments.len() == 1 && atom.arguments.first() == Some(&Term::Variable(variable))
    };
    let names: Vec<&str> =
        formula.atoms().into_iter().filter(about).map(|a| a.predicate.as_str()).collect();
    let noun = |name: &&&str| {
        let head = name.rsplit('_').next().unwrap_or(name);
        entry(head).is_none_or(|e| e.noun.is_some() && e.noun >= e.adjective)
    };
    names.iter().find(noun).or(names.first()).copied()
}

/// Names the things a statement says exist, so that later sentences can speak of them.
pub fn name_witnesses(formula: &Formula, label: &str) -> (Formula, Vec<(u32, Term)>) {
    let Formula::Some(variables, inner) = formula else { return (formula.clone(), Vec::new()) };
    let mut named = Vec::new();
    for (index, variable) in variables.iter().enumerate() {
        let noun = noun_of(*variable, inner).unwrap_or("thing");
        named.push((*variable, Term::Witness(format!("{noun}_{label}_{}", index + 1), Vec::new())));
    }
    let replaced = inner.map(&|v| {
        named
            .iter()
            .find(|(variable, _)| *variable == v)
            .map_or(Term::Variable(v), |(_, t)| t.clone())
    });
    (replaced, named)
}
