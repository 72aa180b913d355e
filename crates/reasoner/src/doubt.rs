//! Whether an open answer is open because of the words: the same question over the same sentences,
//! with words of one stem taken for one word and names for members of the classes spoken of.
//! It decides nothing; it says what an answer would hang on.

use std::collections::{BTreeMap, BTreeSet};

use crate::classical::{self, Decision, Limits, Premise};
use crate::english::closed::PREPOSITIONS;
use crate::english::lexicon::entry;
use crate::english::morphology::{Form, noun_forms, verb_forms};
use crate::knowledge::formula;
use crate::logic::{Atom, Formula, Term};
use crate::postulates;

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
    /// The answer would be another if `a N` meant one of them rather than each, or the reverse.
    OneOrEach,
}

/// What the question and the sentences say, and which constants are names.
pub(crate) struct Open<'a> {
    pub(crate) premises: &'a [Premise],
    pub(crate) question: &'a Formula,
    pub(crate) names: &'a BTreeSet<String>,
    pub(crate) limits: Limits,
}

/// What an open answer hangs on; nothing when it is open however the words are taken.
pub(crate) fn doubts(open: &Open<'_>) -> Vec<Doubt> {
    let mut found = open.unmentioned();
    let links = Links::of(open);
    found.extend(open.near(&links));
    let (premises, question) = open.loosened(&links);
    // Looser words mean more cases: a smaller budget keeps the second look cheap.
    let limits = Limits {
        instances: open.limits.instances.min(50_000),
        individuals: open.limits.individuals.min(80),
        ..open.limits
    };
    match classical::decide(&premises, &question, limits) {
        Decision::Open => {}
        Decision::Entailed(_) | Decision::Refuted(_) => {
            found.extend(links.doubts());
            if found.is_empty() {
                found.push(Doubt::Loosely);
            }
        }
        // What cannot be checked stays in doubt.
        Decision::Inconsistent(_) | Decision::TooLarge => found.extend(links.doubts()),
    }
    if found.is_empty() && open.hangs_on_or() {
        found.push(Doubt::NotBoth);
    }
    found
}

/// Words taken for one another, and classes taken for granted.
struct Links {
    /// By the key of a predicate and its arity, the predicates of that key.
    predicates: BTreeMap<(String, usize), BTreeSet<String>>,
    constants: BTreeMap<String, String>,
    classes: Vec<(String, String)>,
}

impl Links {
    fn of(open: &Open<'_>) -> Self {
        let mut predicates: BTreeMap<(String, usize), BTreeSet<String>> = BTreeMap::new();
        let mut constants = BTreeSet::new();
        for atom in open.atoms() {
            let key = (predicate_key(&atom.predicate), atom.arguments.len());
            predicates.entry(key).or_default().insert(atom.predicate.clone());
            constants.extend(atom.arguments.iter().filter_map(|t| match t {
                Term::Constant(name) => Some(name.clone()),
                Term::Variable(_) | Term::Witness(..) => None,
            }));
        }
        let sorts = open.sorts();
        let named = open.names.iter().filter(|name| constants.contains(*name));
        let classes = named.flat_map(|name| sorts.iter().map(|sort| (name.clone(), sort.clone())));
        let classes = classes.collect();
        Self { predicates, constants: merged(&constants, open.names), classes }
    }

    fn constant(&self, name: &str) -> String {
        self.constants.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    fn atom(&self, atom: &Atom) -> Atom {
        let arguments = atom.arguments.iter().map(|term| self.term(term)).collect();
        Atom::new(predicate_key(&atom.predicate), arguments)
    }

    fn term(&self, term: &Term) -> Term {
        match term {
            Term::Variable(_) => term.clone(),
            Term::Constant(name) => Term::Constant(self.constant(name)),
            Term::Witness(name, arguments) => {
                Term::Witness(name.clone(), arguments.iter().map(|t| self.term(t)).collect())
            }
        }
    }

    /// `leads(x)` and `leads(x, y)` under one key: who leads leads something, and the reverse.
    fn across_arities(&self) -> Vec<Formula> {
        let mut found = Vec::new();
        for (key, arity) in self.predicates.keys() {
            if *arity < 2 || !self.predicates.contains_key(&(key.clone(), arity - 1)) {
                continue;
            }
            let all: Vec<u32> = (0..u32::try_from(*arity).unwrap_or(0)).collect();
            let (front, last) = all.split_at(arity - 1);
            let atom = |variables: &[u32]| {
                let terms = variables.iter().map(|v| Term::Variable(*v)).collect();
                Formula::Atom(Atom::new(key.clone(), terms))
            };
            let some = Formula::Some(last.to_vec(), Box::new(atom(&all)));
            let both = Formula::Iff(Box::new(atom(front)), Box::new(some));
            found.push(Formula::All(front.to_vec(), Box::new(both)));
        }
        found
    }

    /// `football_player(x)` and `plays(x, football)`
    fn agents(&self, open: &Open<'_>) -> Vec<Formula> {
        let mut found = BTreeSet::new();
        let x = Term::Variable(0);
        for ((agent, _), names) in self.predicates.iter().filter(|((_, arity), _)| *arity == 1) {
            let Some((front, last)) = names.first().and_then(|name| name.split_once('_')) else {
                continue;
            };
            let doing = |atom: &&Atom| {
                predicate_key(&atom.predicate) == stem(last)
                    && matches!(atom.arguments.as_slice(), [_, Term::Constant(what)] if what == front)
            };
            if open.atoms().any(|atom| doing(&atom)) {
                let done =
                    Atom::new(stem(last), vec![x.clone(), Term::Constant(self.constant(front))]);
                let is = Atom::new(agent.clone(), vec![x.clone()]);
                let both = Formula::Iff(Box::new(Formula::Atom(is)), Box::new(Formula::Atom(done)));
                found.insert(Formula::All(vec![0], Box::new(both)));
            }
        }
        found.into_iter().collect()
    }

    /// A dormitory may have been meant as a Yale dormitory, where both are spoken of.
    fn heads(&self) -> Vec<Formula> {
        let classes = self.predicates.iter().filter(|((_, arity), _)| *arity == 1);
        let classes: Vec<(&String, &String)> = classes
            .flat_map(|((key, _), names)| names.iter().map(move |name| (key, name)))
            .collect();
        let mut found = Vec::new();
        for (key, name) in &classes {
            let longer = format!("_{name}");
            for (whole, _) in classes.iter().filter(|(_, other)| other.ends_with(&longer)) {
                let atom = |name: &str| Formula::Atom(Atom::new(name, vec![Term::Variable(0)]));
                let rule = Formula::Implies(Box::new(atom(key)), Box::new(atom(whole)));
                found.push(Formula::All(vec![0], Box::new(rule)));
            }
        }
        found
    }

    /// Who does something in a place is in it.
    fn visits(&self) -> Vec<Formula> {
        let (x, y) = (Term::Variable(0), Term::Variable(1));
        let there = |name: &str| {
            let last = name.rsplit('_').next().unwrap_or(name);
            ["in", "at", "on", "inside", "within", "during"].contains(&last)
        };
        let doing = self.predicates.iter().filter(|((key, arity), names)| {
            *arity == 2 && key != "in" && names.iter().any(|name| there(name))
        });
        let rules = doing.map(|((key, _), _)| {
            let atom = |name: &str| Formula::Atom(Atom::new(name, vec![x.clone(), y.clone()]));
            let rule = Formula::Implies(Box::new(atom(key)), Box::new(atom("in")));
            Formula::All(vec![0, 1], Box::new(rule))
        });
        rules.collect()
    }

    /// What is in a house may have been meant as a house.
    fn of_places(&self, open: &Open<'_>) -> Vec<Formula> {
        // A sentence may have become several clauses; its witnesses have the same names in all of them.
        let told: Vec<&Atom> = open.premises.iter().flat_map(|p| p.formula.atoms()).collect();
        let inside = |a: &&&Atom| a.arguments.len() == 2 && place_key(&a.predicate).is_some();
        let there: BTreeSet<&Term> = told
            .iter()
            .filter(inside)
            .filter_map(|a| a.arguments.get(1))
            .filter(|term| matches!(term, Term::Witness(..)))
            .collect();
        let classes = told.iter().filter(|a| a.arguments.len() == 1);
        let classes = classes.filter(|a| a.arguments.first().is_some_and(|t| there.contains(t)));
        let places: BTreeSet<String> = classes.map(|a| predicate_key(&a.predicate)).collect();
        let (x, y) = (Term::Variable(0), Term::Variable(1));
        let atom = |name: &str, terms: &[&Term]| {
            Formula::Atom(Atom::new(name, terms.iter().map(|t| (*t).clone()).collect()))
        };
        let mut found = Vec::new();
        let binary = self.predicates.keys().filter(|(_, arity)| *arity == 2);
        for (key, _) in binary.filter(|(key, _)| place_key(key).is_some()) {
            for class in &places {
                let there = Formula::and(vec![atom(key, &[&x, &y]), atom(class, &[&y])]);
                let rule = Formula::Implies(Box::new(there), Box::new(atom(class, &[&x])));
                found.push(Formula::All(vec![0, 1], Box::new(rule)));
            }
        }
        found
    }

    fn doubts(&self) -> Vec<Doubt> {
        let mut found = Vec::new();
        for alike in self.predicates.values() {
            let mut alike = alike.iter();
            if let Some(first) = alike.next() {
                found.extend(alike.map(|other| Doubt::Alike(first.clone(), other.clone())));
            }
        }
        found.extend(self.constants.iter().map(|(a, b)| Doubt::Alike(a.clone(), b.clone())));
        let classes = self.classes.iter();
        found.extend(classes.map(|(name, class)| Doubt::Class(name.clone(), class.clone())));
        found
    }
}

impl<'a> Open<'a> {
    fn atoms(&self) -> impl Iterator<Item = &'a Atom> {
        let told = self.premises.iter().flat_map(|premise| premise.formula.atoms());
        told.chain(self.question.atoms())
    }

    /// Words of the question that no sentence has, in no form.
    fn unmentioned(&self) -> Vec<Doubt> {
        let told = self.premises.iter().filter(|premise| premise.origin.is_some());
        let told: BTreeSet<&str> = told
            .flat_map(|premise| premise.formula.atoms())
            .map(|a| a.predicate.as_str())
            .collect();
        let asked: BTreeSet<&str> =
            self.question.atoms().iter().map(|a| a.predicate.as_str()).collect();
        let new = asked.into_iter().filter(|name| !told.contains(name) && !stems(name).is_empty());
        new.map(|name| Doubt::Unmentioned(name.to_owned())).collect()
    }

    /// Names of the question that may be another's.
    fn near(&self, links: &Links) -> Vec<Doubt> {
        let asked = self.question.atoms();
        let asked = asked.iter().flat_map(|atom| &atom.arguments);
        let constants: BTreeSet<&String> = asked
            .filter_map(|term| match term {
                Term::Constant(name) => Some(name),
                Term::Variable(_) | Term::Witness(..) => None,
            })
            .collect();
        let alike = constants.into_iter().filter_map(|name| {
            let other = links.constants.get(name)?;
            Some(Doubt::Alike(name.clone(), other.clone()))
        });
        alike.collect()
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
        (all, self.question.map_atoms(&|atom| links.atom(atom)))
    }
}

/// The same with every `or` that says something left to one of its parts.
fn exclusive(formula: &Formula) -> Formula {
    match formula {
        Formula::Or(parts) => Formula::One(parts.clone()),
        Formula::All(variables, inner) => {
            Formula::All(variables.clone(), Box::new(exclusive(inner)))
        }
        Formula::Implies(such, then) => Formula::Implies(such.clone(), Box::new(exclusive(then))),
        Formula::And(parts) => Formula::And(parts.iter().map(exclusive).collect()),
        Formula::Atom(_)
        | Formula::Not(_)
        | Formula::One(_)
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

/// Constants that may be one thing: `flu` and `the_flu`, `Nadal` and `Rafa Nadal`.
fn merged(constants: &BTreeSet<String>, names: &BTreeSet<String>) -> BTreeMap<String, String> {
    const PLACES: &[&str] = &["city", "town", "village", "state", "country", "island", "district"];
    let mut found = BTreeMap::new();
    let keyed: Vec<(&String, BTreeSet<String>)> =
        constants.iter().map(|name| (name, stems(name))).collect();
    for (name, words) in &keyed {
        let alike = keyed.iter().find(|(other, others)| {
            let named = names.contains(*name) && !other.starts_with("the_");
            let kinds = !names.contains(*name) && !names.contains(*other);
            let part = (named || kinds) && words.is_subset(others);
            let place = PLACES.iter().any(|place| **other == format!("the_{place}_of_{name}"));
            other != name
                && !words.is_empty()
                && ((words == others && other > name) || (part && words != others) || place)
        });
        if let Some((other, _)) = alike {
            found.insert((*name).clone(), (*other).clone());
        }
    }
    found
}

/// A predicate by the stems of its words; words of grammar and degree do not count.
fn predicate_key(name: &str) -> String {
    if place_key(name).is_some() && !name.ends_with("from") {
        return "in".to_owned();
    }
    let words: Vec<String> = stems(without_front(name)).into_iter().collect();
    if words.is_empty() { name.to_owned() } else { words.join("+") }
}

/// The predicate, if it says where something is or comes from.
fn place_key(name: &str) -> Option<&str> {
    const PLACES: &[&str] = &["in", "at", "on", "within", "inside", "part_of"];
    let known = PLACES.contains(&name) || postulates::is_placed(name);
    (known || name.ends_with("comes_from") || name == "com").then_some(name)
}

/// `chooses_to_drive_to` without its choosing.
fn without_front(name: &str) -> &str {
    let base = |rest: &str| {
        let word = rest.split('_').next().unwrap_or(rest);
        verb_forms(word).iter().any(|(_, form)| *form == Form::Base)
    };
    let mut rest = name;
    while let Some((_, after)) = rest.split_once("_to_").filter(|(_, after)| base(after)) {
        rest = after;
    }
    rest
}

fn stems(name: &str) -> BTreeSet<String> {
    const EMPTY: &[&str] = &[
        "the",
        "be",
        "being",
        "is",
        "can",
        "could",
        "may",
        "might",
        "must",
        "should",
        "located",
        "situated",
        "often",
        "always",
        "very",
        "has",
        "does",
        "gets",
        "become",
        "becomes",
        "able",
        "available",
        "than",
        "more",
    ];
    let is_manner =
        |word: &str| word.ends_with("ly") && entry(word).is_some_and(|e| e.adverb.is_some());
    let says_little = |word: &str| {
        word.is_empty() || EMPTY.contains(&word) || PREPOSITIONS.contains(&word) || is_manner(word)
    };
    name.split('_').filter(|word| !says_little(word)).map(stem).collect()
}

/// What a word shares with others of its family: `planner` and `plans`.
fn stem(word: &str) -> String {
    const ENDINGS: &[&str] =
        &["ation", "ness", "ment", "ing", "ion", "ist", "ers", "er", "or", "ed", "y", "e", "s"];
    let lemma = verb_forms(word).first().map(|(lemma, _)| lemma.clone());
    let lemma = lemma.or_else(|| noun_forms(word).first().map(|(lemma, _)| lemma.clone()));
    let lemma = lemma.unwrap_or_else(|| word.to_owned());
    let bare = ENDINGS
        .iter()
        .find_map(|ending| lemma.strip_suffix(ending).filter(|rest| rest.chars().count() > 2));
    let bare = bare.unwrap_or(&lemma);
    let mut letters: Vec<char> = bare.chars().collect();
    if letters.len() > 3 && letters[letters.len() - 1] == letters[letters.len() - 2] {
        letters.pop();
    }
    letters.into_iter().collect()
}
