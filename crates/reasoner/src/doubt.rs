//! Whether an open answer is open because of the words: the same question over the same sentences,
//! with words of one stem taken for one word and names for members of the classes spoken of.
//! It decides nothing; it says what an answer would hang on.

mod granted;
mod links;
mod stems;

use std::collections::BTreeSet;

use crate::classical::{self, Decision, Limits, Premise};
use crate::english::lexicon::entry;
use crate::knowledge::formula;
use crate::logic::{Atom, Formula, Term};
use crate::postulates;
pub(crate) use granted::granted;
use links::Links;
use stems::{one_letter_apart, stems};

/// Why an open answer may be due to the words used.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// Nothing that was said mentions this word of the question.
    Unmentioned(String),
    /// The answer would be another if these meant the same.
    Alike(String, String),
    /// The answer would be another if this thing were of this class.
    Class(String, String),
    /// The answer would be another if what is said of a kind, a place or a shorter name were said
    /// of each member, of what is there, of the longer name.
    Loosely,
    /// The answer would be another if `or` left out both.
    NotBoth,
    /// The answer would be another if the condition of this sentence about a named thing held.
    Condition(String),
    /// The answer would be another if `a N` meant one of them rather than each, or the reverse.
    OneOrEach,
    /// The answer would be another if this sentence told what a word means: whoever is such is one.
    Definition(String),
    /// More things bear on the question than are tried one by one.
    Untried,
}

/// What the question and the sentences say, and which constants are names.
pub(crate) struct Open<'a> {
    pub(crate) premises: &'a [Premise],
    pub(crate) question: &'a Formula,
    pub(crate) names: &'a BTreeSet<String>,
    /// The words of the question that some sentence has.
    pub(crate) mentioned: BTreeSet<String>,
    pub(crate) limits: Limits,
}

/// More doubts than this help nobody.
const MOST: usize = 5;

/// What an open answer hangs on; nothing when it is open however the words are taken.
pub(crate) fn doubts(open: &Open<'_>) -> Vec<Doubt> {
    let mut found = open.unmentioned();
    let links = Links::of(open);
    found.extend(open.near(&links));
    match open.decided_loosely(&links) {
        // Open either way, but words that may mean the same could still matter with more told.
        Decision::Open => {
            found.extend(links.doubts().into_iter().filter(|d| matches!(d, Doubt::Alike(..))));
        }
        Decision::Entailed(_) | Decision::Refuted(_) => {
            found.extend(links.doubts());
            if found.is_empty() {
                found.push(Doubt::Loosely);
            }
        }
        // What cannot be checked stays in doubt.
        Decision::Inconsistent(_) | Decision::TooLarge(_) => found.extend(links.doubts()),
    }
    if found.is_empty() && open.hangs_on_or() {
        found.push(Doubt::NotBoth);
    }
    let mut told = BTreeSet::new();
    found.retain(|doubt| told.insert(doubt.clone()));
    found.truncate(MOST);
    found
}

impl<'a> Open<'a> {
    fn atoms(&self) -> impl Iterator<Item = &'a Atom> {
        let told = self.premises.iter().flat_map(|premise| premise.formula.atoms());
        told.chain(self.question.atoms())
    }

    /// Words of the question that no sentence has, in no form.
    fn unmentioned(&self) -> Vec<Doubt> {
        let asked: BTreeSet<&str> =
            self.question.atoms().iter().map(|a| a.predicate.as_str()).collect();
        let new = asked.into_iter();
        let new = new.filter(|name| !self.mentioned.contains(*name) && !stems(name).is_empty());
        new.map(|name| Doubt::Unmentioned(name.to_owned())).collect()
    }

    /// Names of the question that may be another's.
    fn near(&self, links: &Links) -> Vec<Doubt> {
        let asked = self.question.atoms();
        let asked = asked.iter().flat_map(|atom| &atom.arguments);
        let constants: BTreeSet<&String> = asked.filter_map(constant).collect();
        let told: BTreeSet<&String> = self
            .premises
            .iter()
            .flat_map(|premise| premise.formula.atoms())
            .flat_map(|atom| &atom.arguments)
            .filter_map(constant)
            .filter(|name| self.names.contains(*name))
            .collect();
        let alike = constants.into_iter().filter_map(|name| {
            let spelt = || {
                let new = self.names.contains(name) && !told.contains(name);
                new.then(|| told.iter().find(|other| one_letter_apart(name, other)).copied())?
            };
            let other = links.constants.get(name).or_else(spelt)?;
            Some(Doubt::Alike(name.clone(), other.clone()))
        });
        alike.collect()
    }

    /// Names with the classes nobody told of them, where something is said of the name that a rule
    /// says of the members of the class.
    fn classes(&self, constants: &BTreeSet<String>) -> Vec<(String, String)> {
        let sorts = self.sorts();
        let mut told: BTreeSet<(&str, &str, usize)> = BTreeSet::new();
        for atom in self.atoms() {
            for (place, argument) in atom.arguments.iter().enumerate() {
                if let Term::Constant(name) = argument
                    && self.names.contains(name)
                    && constants.contains(name)
                {
                    told.insert((name, &atom.predicate, place));
                }
            }
        }
        let mut found = BTreeSet::new();
        for premise in self.premises.iter().filter(|premise| premise.origin.is_some()) {
            for (sort, predicate, place) in said_of_members(&premise.formula) {
                if !sorts.contains(sort) {
                    continue;
                }
                let such = told.iter().filter(|(_, p, k)| *p == predicate && *k == place);
                found.extend(such.map(|(name, ..)| ((*name).to_owned(), sort.to_owned())));
            }
        }
        found.into_iter().collect()
    }

    /// Classes that narrow or divide what rules are about, and that nothing can be concluded to be in.
    fn sorts(&self) -> BTreeSet<String> {
        let (mut needed, mut reached) = (BTreeSet::new(), BTreeSet::new());
        for premise in self.premises.iter().filter(|premise| premise.origin.is_some()) {
            // What may be one thing or another is not concluded to be either.
            if !matches!(premise.formula, Formula::One(_) | Formula::Or(_)) {
                polarity(&premise.formula, true, &mut reached);
            }
            needed.extend(narrowing(&premise.formula));
        }
        let asked: BTreeSet<String> =
            self.question.atoms().iter().map(|a| a.predicate.clone()).collect();
        let noun = |name: &String| {
            let head = name.rsplit('_').next().unwrap_or(name);
            entry(head).is_none_or(|e| e.noun.is_some() && e.noun >= e.adjective)
        };
        let alone = self.question.atoms().len() == 1;
        let open = |name: &String| {
            let known = reached.contains(name) || (alone && asked.contains(name));
            !known && noun(name)
        };
        needed.into_iter().filter(open).collect()
    }

    /// Whether the answer would be another if every `or` that was told left out both.
    fn hangs_on_or(&self) -> bool {
        let mut premises = self.premises.to_vec();
        for premise in premises.iter_mut().filter(|premise| premise.origin.is_some()) {
            premise.formula = exclusive(&premise.formula);
        }
        if premises == self.premises {
            return false;
        }
        let decided = classical::decide(&premises, self.question, self.limits);
        matches!(decided, Decision::Entailed(_) | Decision::Refuted(_))
    }

    /// What the question comes to when the words are taken loosely.
    fn decided_loosely(&self, links: &Links) -> Decision {
        let (premises, question) = self.loosened(links);
        // Looser words mean more cases: a smaller budget keeps the second look cheap.
        let limits = Limits {
            instances: self.limits.instances.min(50_000),
            individuals: self.limits.individuals.min(80),
            ..self.limits
        };
        classical::decide(&premises, &question, limits)
    }

    /// Whether the question is decided when the words are taken loosely.
    pub(crate) fn is_decided_loosely(&self) -> bool {
        let decided = self.decided_loosely(&Links::of(self));
        matches!(decided, Decision::Entailed(_) | Decision::Refuted(_))
    }

    fn loosened(&self, links: &Links) -> (Vec<Premise>, Formula) {
        let granted = |formula: Formula| Premise { formula, origin: None };
        let is_name = |constant: &str| self.names.contains(constant);
        let mut all: Vec<Premise> = self.premises.to_vec();
        let kinds = postulates::loose_kinds(self.atoms(), &is_name);
        all.extend(kinds.iter().map(|clause| granted(formula(clause))));
        all.extend(links.classes.iter().map(|(name, class)| {
            granted(Formula::Atom(Atom::new(class.clone(), vec![Term::constant(name)])))
        }));
        for premise in &mut all {
            premise.formula = premise.formula.map_atoms(&|atom| links.atom(atom));
        }
        all.extend(links.across_arities().into_iter().map(granted));
        all.extend(links.heads().into_iter().map(granted));
        all.extend(links.visits().into_iter().map(granted));
        all.extend(links.agents(self).into_iter().map(granted));
        all.extend(links.of_places(self).into_iter().map(granted));
        all.extend(links.degrees(self).into_iter().map(granted));
        (all, self.question.map_atoms(&|atom| links.atom(atom)))
    }
}

fn constant(term: &Term) -> Option<&String> {
    match term {
        Term::Constant(name) => Some(name),
        Term::Variable(_) | Term::Witness(..) => None,
    }
}

/// The same with every `or` that says something left to one of its parts.
fn exclusive(formula: &Formula) -> Formula {
    with_alternatives(formula, &|alternatives| {
        if let Formula::Or(parts) = alternatives {
            Formula::One(parts.clone())
        } else {
            alternatives.clone()
        }
    })
}

/// The same with every `either ... or` that says something allowing both.
pub(crate) fn inclusive(formula: &Formula) -> Formula {
    with_alternatives(formula, &|alternatives| {
        if let Formula::One(parts) = alternatives {
            Formula::Or(parts.clone())
        } else {
            alternatives.clone()
        }
    })
}

fn with_alternatives(formula: &Formula, change: &dyn Fn(&Formula) -> Formula) -> Formula {
    let inside = |formula: &Formula| with_alternatives(formula, change);
    match formula {
        Formula::Or(_) | Formula::One(_) => change(formula),
        Formula::All(variables, inner) => Formula::All(variables.clone(), Box::new(inside(inner))),
        Formula::Implies(such, then) => Formula::Implies(such.clone(), Box::new(inside(then))),
        Formula::And(parts) => Formula::And(parts.iter().map(inside).collect()),
        Formula::Atom(_)
        | Formula::Not(_)
        | Formula::Iff(..)
        | Formula::Some(..)
        | Formula::Normally(..) => formula.clone(),
    }
}

/// The classes of a rule's subject that stand beside other conditions, or are divided by it.
fn narrowing(formula: &Formula) -> Vec<String> {
    let Formula::All(_, inner) = formula else { return Vec::new() };
    let Formula::Implies(such, then) = &**inner else { return Vec::new() };
    let conditions = such.atoms();
    let divided = matches!(**then, Formula::One(_) | Formula::Or(_));
    let classes = conditions.iter().filter(|a| a.arguments.len() == 1);
    let classes = classes.filter(|_| divided || conditions.len() > 1);
    classes.map(|a| a.predicate.clone()).collect()
}

/// What a rule says of the members of the classes in its condition: class, predicate and place.
fn said_of_members(formula: &Formula) -> Vec<(&str, &str, usize)> {
    let Formula::All(_, inner) = formula else { return Vec::new() };
    let Formula::Implies(such, _) = &**inner else { return Vec::new() };
    let such = such.atoms();
    let classes = such.into_iter().filter(|atom| atom.arguments.len() == 1);
    let mut found = Vec::new();
    for class in classes {
        for atom in inner.atoms() {
            for (place, argument) in atom.arguments.iter().enumerate() {
                if class.arguments.first() == Some(argument) && atom.predicate != class.predicate {
                    found.push((class.predicate.as_str(), atom.predicate.as_str(), place));
                }
            }
        }
    }
    found
}

/// The one-place predicates a formula can conclude.
fn polarity(formula: &Formula, positive: bool, reached: &mut BTreeSet<String>) {
    match formula {
        Formula::Atom(atom) => {
            if positive && atom.arguments.len() == 1 {
                reached.insert(atom.predicate.clone());
            }
        }
        Formula::Not(inner) => polarity(inner, !positive, reached),
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| polarity(part, positive, reached));
        }
        Formula::All(_, inner) | Formula::Some(_, inner) => polarity(inner, positive, reached),
        Formula::Implies(a, b) | Formula::Normally(a, b, _) => {
            polarity(a, !positive, reached);
            polarity(b, positive, reached);
        }
        Formula::One(parts) => parts.iter().for_each(|part| polarity(part, true, reached)),
        Formula::Iff(a, b) => [a, b].into_iter().for_each(|part| polarity(part, true, reached)),
    }
}
