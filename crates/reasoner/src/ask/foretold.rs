//! What was told of the future answers what is asked of it, and nothing else.

use std::collections::BTreeSet;

use crate::english::morphology::third;
use crate::english::question::{Asks, Question};
use crate::knowledge::{Knowledge, formula};
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::program::Sourced;

/// The same question in the words of what was told of the future, if that was.
pub(super) fn as_told(knowledge: &Knowledge, question: &Question) -> Option<Question> {
    let (Formula::Atom(asked), Asks::Truth) = (&question.meaning.formula, &question.asks) else {
        return None;
    };
    if !question.meaning.foretold {
        return None;
    }
    let clauses = knowledge.statements().iter().flat_map(|statement| &statement.clauses);
    let told = clauses.flat_map(|clause| words(&formula(clause))).find(|(name, arity)| {
        *arity == asked.arguments.len() && plain(name).as_deref() == Some(asked.predicate.as_str())
    });
    let (name, _) = told?;
    let mut question = question.clone();
    question.meaning.formula = Formula::Atom(Atom::new(name, asked.arguments.clone()));
    question.meaning.foretold = false;
    Some(question)
}

/// What will be so counts as so, and the other way round.
pub(super) fn rules(program: &[Sourced], asked: &Formula) -> Vec<Clause> {
    let told = program.iter().flat_map(|sourced| words(&formula(&sourced.clause)));
    let all: BTreeSet<(String, usize)> = told.chain(words(asked)).collect();
    let mut found = Vec::new();
    for (name, arity) in &all {
        let Some(plain) = plain(name) else { continue };
        let variables = 0..u32::try_from(*arity).unwrap_or(0);
        let terms: Vec<Term> = variables.map(Term::Variable).collect();
        let (now, then) = (Atom::new(plain, terms.clone()), Atom::new(name.clone(), terms));
        for (head, body) in [(&now, &then), (&then, &now)] {
            found.push(Clause::Rule {
                head: Literal::holds(head.clone()),
                body: vec![Literal::holds(body.clone())],
            });
        }
    }
    found
}

fn words(formula: &Formula) -> Vec<(String, usize)> {
    let atoms = formula.atoms().into_iter();
    atoms.map(|atom| (atom.predicate.clone(), atom.arguments.len())).collect()
}

/// What is said of now by the words that are said of the future: `will_be_happy`, `will_sing`.
fn plain(name: &str) -> Option<String> {
    let rest = name.strip_prefix("will_").or_else(|| name.strip_prefix("would_"))?;
    if let Some(state) = rest.strip_prefix("be_") {
        return Some(state.to_owned());
    }
    Some(match rest.split_once('_') {
        Some((verb, rest)) => format!("{}_{rest}", third(verb)),
        None => third(rest),
    })
}
