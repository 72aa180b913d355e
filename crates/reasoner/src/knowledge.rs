//! What a session was told: sentences with their meaning and clauses, in order.
//! It stores and assembles; deciding questions is `ask`.

use std::collections::BTreeSet;

use crate::classical::Premise;
use crate::english::discourse::Discourse;
use crate::english::lexicon::entry;
use crate::english::meaning::Meaning;
use crate::english::read::{Reading, statement};
use crate::english::tokens::sentences;
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::program::Sourced;
use crate::{lower, narrative, order, postulates};

/// A sentence taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// As written.
    pub text: String,
    /// What it says.
    pub meaning: Meaning,
    /// What it says, with the things it says exist named.
    pub formula: Formula,
    /// The clauses it adds, first those of the statement, then what it takes for granted.
    pub clauses: Vec<Clause>,
}

/// What became of one sentence of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// As written.
    pub text: String,
    /// Parsed, ambiguous or rejected.
    pub reading: Reading,
    /// Its number, when it was taken in.
    pub statement: Option<usize>,
}

/// Everything a session knows.
#[derive(Debug, Clone, Default)]
pub struct Knowledge {
    statements: Vec<Statement>,
    discourse: Discourse,
}

impl Knowledge {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes in a text, sentence by sentence.
    pub fn tell(&mut self, text: &str) -> Vec<Told> {
        let mut outcome = Vec::new();
        for sentence in sentences(text) {
            let reading = statement(&sentence, &self.discourse);
            let number = match &reading {
                Reading::Parsed(meaning) => {
                    Some(self.add(sentence.text.clone(), (**meaning).clone()))
                }
                Reading::Ambiguous(_) | Reading::Rejected(_) => None,
            };
            outcome.push(Told { text: sentence.text, reading, statement: number });
        }
        outcome
    }

    /// Takes in one meaning and says its number.
    pub fn add(&mut self, text: String, mut meaning: Meaning) -> usize {
        let number = self.statements.len();
        let label = (number + 1).to_string();
        let (formula, witnesses) = lower::name_witnesses(&meaning.formula, &label);
        let named = |v: u32| {
            witnesses
                .iter()
                .find(|(variable, _)| *variable == v)
                .map_or(Term::Variable(v), |(_, term)| term.clone())
        };
        let mut mentioned = std::mem::take(&mut meaning.mentioned);
        for referent in &mut mentioned {
            referent.terms = referent.terms.iter().map(|term| term.map(&named)).collect();
        }
        mentioned.retain(|referent| referent.terms.iter().all(Term::is_ground));
        let mut clauses = lower::clauses(&formula, &label);
        clauses.extend(meaning.presupposed.iter().cloned().map(fact));
        for (description, term) in &meaning.identified {
            self.discourse.identify(description, term);
        }
        self.discourse.advance(mentioned, u32::try_from(witnesses.len()).unwrap_or(0));
        self.statements.push(Statement { text, meaning, formula, clauses });
        number
    }

    /// The sentences, in order.
    pub fn statements(&self) -> &[Statement] {
        &self.statements
    }

    /// What has been mentioned lately.
    pub fn discourse(&self) -> &Discourse {
        &self.discourse
    }

    /// The program: clauses of sentences, the state a narrative leads to, the meaning of words.
    pub fn program(&self, asked: &Formula) -> Vec<Sourced> {
        let story = narrative::Story::tell(&self.statements);
        let mut program = Vec::new();
        for (number, statement) in self.statements.iter().enumerate() {
            for clause in &statement.clauses {
                if !story.as_ref().is_some_and(|story| story.covers(number, clause)) {
                    program.push(Sourced { clause: clause.clone(), origin: Some(number) });
                }
            }
        }
        program.extend(story.iter().flat_map(|story| story.facts(asked)));
        let told: Vec<Formula> = program.iter().map(|sourced| formula(&sourced.clause)).collect();
        let atoms = told.iter().flat_map(|f| f.atoms()).chain(asked.atoms());
        let is_name =
            |constant: &str| self.statements.iter().any(|s| s.meaning.names.contains_key(constant));
        let words = postulates::rules(atoms, &is_name);
        program.extend(words.into_iter().map(|clause| Sourced { clause, origin: None }));
        program
    }

    /// The class of names of which none was given, when all general sentences are about one kind.
    pub fn presumed(&self, asked: &Meaning) -> Vec<Clause> {
        let Some(kind) = self.common_kind() else { return Vec::new() };
        let told = self.statements.iter().map(|s| &s.meaning).chain([asked]);
        let names: BTreeSet<&String> = told.flat_map(|meaning| meaning.names.keys()).collect();
        let classed = |name: &str| {
            self.statements.iter().flat_map(|s| &s.clauses).any(|clause| gives_class(clause, name))
        };
        let unclassed = names.into_iter().filter(|name| !classed(name));
        unclassed.map(|name| fact(Atom::new(kind.clone(), vec![Term::constant(name)]))).collect()
    }

    /// The noun that every general sentence is about, some of them with a further restriction.
    fn common_kind(&self) -> Option<String> {
        let mut common: Option<BTreeSet<String>> = None;
        let mut narrowed = false;
        let (mut people, mut persons) = (true, false);
        for statement in &self.statements {
            let Formula::All(_, inner) = &statement.formula else { continue };
            let such =
                if let Formula::Implies(such, _) = &**inner { such.atoms() } else { Vec::new() };
            let nouns = such.iter().filter(|a| a.arguments.len() == 1 && is_noun(&a.predicate));
            let nouns: BTreeSet<String> = nouns.map(|a| a.predicate.clone()).collect();
            narrowed |= !nouns.is_empty() && such.len() > 1;
            persons |= nouns.contains("person");
            people &= nouns.is_empty()
                || nouns.iter().any(|noun| noun == "person" || postulates::names_people(noun));
            common = Some(match common {
                Some(before) => before.intersection(&nouns).cloned().collect(),
                None => nouns,
            });
        }
        if people && persons {
            return Some("person".to_owned());
        }
        common.filter(|_| narrowed)?.into_iter().next()
    }

    /// The same as formulas, for classical reasoning.
    pub fn premises(&self, program: &[Sourced], asked: &Formula) -> Vec<Premise> {
        let mut premises: Vec<Premise> = program
            .iter()
            .map(|sourced| Premise { formula: formula(&sourced.clause), origin: sourced.origin })
            .collect();
        for (number, statement) in self.statements.iter().enumerate() {
            if let Some((_, members)) = &statement.meaning.listing {
                let atoms = premises.iter().flat_map(|p| p.formula.atoms()).chain(asked.atoms());
                let axioms = order::axioms(members, atoms);
                premises.extend(
                    axioms.into_iter().map(|formula| Premise { formula, origin: Some(number) }),
                );
            }
        }
        premises
    }
}

fn is_noun(predicate: &str) -> bool {
    let head = predicate.rsplit('_').next().unwrap_or(predicate);
    entry(head).is_none_or(|e| e.noun.is_some() && e.noun >= e.adjective)
}

/// Whether a clause says of what class a name is.
fn gives_class(clause: &Clause, name: &str) -> bool {
    let about = |literal: &Literal| {
        literal.atom.arguments.as_slice() == [Term::constant(name)]
            && is_noun(&literal.atom.predicate)
    };
    match clause {
        Clause::Rule { head, body } => body.is_empty() && head.positive && about(head),
        Clause::Choice { .. } | Clause::Never(_) | Clause::Default { .. } | Clause::Formula(_) => {
            false
        }
    }
}

fn fact(atom: Atom) -> Clause {
    Clause::Rule { head: Literal::holds(atom), body: Vec::new() }
}

/// A clause as a closed formula.
pub fn formula(clause: &Clause) -> Formula {
    let conjunction = |body: &[Literal]| Formula::and(body.iter().map(Literal::formula).collect());
    let inner = match clause {
        Clause::Rule { head, body } if body.is_empty() => head.formula(),
        Clause::Rule { head, body } => {
            Formula::Implies(Box::new(conjunction(body)), Box::new(head.formula()))
        }
        Clause::Choice { heads, body, exclusive } => {
            let heads: Vec<Formula> = heads.iter().map(Literal::formula).collect();
            let choice = if *exclusive { Formula::One(heads) } else { Formula::Or(heads) };
            if body.is_empty() {
                choice
            } else {
                Formula::Implies(Box::new(conjunction(body)), Box::new(choice))
            }
        }
        Clause::Never(body) => conjunction(body).negated(),
        Clause::Default { head, body, exceptions } => {
            let exceptions = exceptions.iter().map(Literal::formula).collect();
            Formula::Normally(Box::new(conjunction(body)), Box::new(head.formula()), exceptions)
        }
        Clause::Formula(formula) => return formula.clone(),
    };
    let mut variables: Vec<u32> = inner.atoms().iter().flat_map(|a| a.variables()).collect();
    variables.sort_unstable();
    variables.dedup();
    if variables.is_empty() { inner } else { Formula::All(variables, Box::new(inner)) }
}
