//! What a session was told: sentences with their meaning and clauses, in order.
//! It stores and assembles; deciding questions is `ask`.

use std::collections::BTreeSet;

use crate::classical::Premise;
use crate::english::discourse::Discourse;
use crate::english::lexicon::entry;
use crate::english::meaning::Meaning;
use crate::english::read::{Reading, statement};
use crate::english::tokens::sentences;
use crate::ensemble::{self, Strictness};
use crate::logic::{Atom, Clause, Formula, Literal, Term};
use crate::narrative::possession;
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
    /// The next label for the things a statement says exist.
    label: u64,
    moves: bool,
    ends: bool,
    tells_more_than_places: bool,
    lists: bool,
    strictness: Strictness,
}

/// Where a session stood.
#[derive(Debug)]
pub struct Mark {
    statements: usize,
    discourse: Discourse,
    label: u64,
    kinds: (bool, bool, bool, bool),
}

impl Knowledge {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing yet, to be told in this English.
    pub fn reading(strictness: Strictness) -> Self {
        Self { strictness, ..Self::default() }
    }

    /// Which English it reads.
    pub fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// Takes in a text, sentence by sentence.
    pub fn tell(&mut self, text: &str) -> Vec<Told> {
        if self.strictness == Strictness::Strict {
            return self.tell_strictly(text);
        }
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

    fn tell_strictly(&mut self, text: &str) -> Vec<Told> {
        let mut outcome = Vec::new();
        for sentence in english::tokens::sentences(text) {
            let reading = ensemble::statement(&sentence, &self.discourse);
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
    pub fn add(&mut self, text: String, meaning: Meaning) -> usize {
        self.add_labelled(text, meaning, self.label + 1)
    }

    /// Takes in one meaning whose things are told apart by `label`, which must be new and greater
    /// than those before.
    pub fn add_labelled(&mut self, text: String, mut meaning: Meaning, label: u64) -> usize {
        self.label = label;
        let label = label.to_string();
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
        for (description, term) in &mut meaning.identified {
            *term = term.map(&named);
            if term.is_ground() {
                self.discourse.identify(description, term);
            }
        }
        self.discourse.advance(mentioned, u32::try_from(witnesses.len()).unwrap_or(0));
        self.push(Statement { text, meaning, formula, clauses })
    }

    /// Takes in clauses told as such and says their number.
    pub fn add_clauses(&mut self, text: String, clauses: Vec<Clause>, label: u64) -> usize {
        self.label = label;
        let formula = Formula::and(clauses.iter().map(formula).collect());
        let meaning = Meaning::of(formula.clone());
        self.push(Statement { text, meaning, formula, clauses })
    }

    /// A session that was told nothing but has heard of the same things lately.
    pub fn clone_mentioned(&self) -> Self {
        let (discourse, strictness) = (self.discourse.resumed(), self.strictness);
        Self { discourse, label: self.label, strictness, ..Self::default() }
    }

    /// Where things stand, to come back to.
    pub fn mark(&self) -> Mark {
        Mark {
            statements: self.statements.len(),
            discourse: self.discourse.without_names(),
            label: self.label,
            kinds: (self.moves, self.ends, self.tells_more_than_places, self.lists),
        }
    }

    /// Forgets everything told since.
    pub fn back_to(&mut self, mark: Mark) {
        self.statements.truncate(mark.statements);
        self.discourse = mark.discourse;
        for statement in &self.statements {
            hear(&mut self.discourse, &statement.meaning);
        }
        self.label = mark.label;
        (self.moves, self.ends, self.tells_more_than_places, self.lists) = mark.kinds;
    }

    /// Passes over a label whose statement was taken back.
    pub fn skip(&mut self, label: u64) {
        self.label = label;
        self.discourse.advance(Vec::new(), 0);
    }

    fn push(&mut self, statement: Statement) -> usize {
        let number = self.statements.len();
        self.moves |= narrative::moves(&statement);
        self.ends |= possession::ends(&statement);
        self.tells_more_than_places |= !narrative::tells_place(&statement);
        self.lists |= statement.meaning.listing.is_some();
        hear(&mut self.discourse, &statement.meaning);
        self.statements.push(statement);
        number
    }

    /// The label the next statement would get.
    pub fn next_label(&self) -> u64 {
        self.label + 1
    }

    /// Whether the order of the sentences matters: events move, pass or use up things.
    pub fn is_story(&self) -> bool {
        let told = self.strictness == Strictness::Checked;
        let places = !(self.tells_more_than_places || self.statements.is_empty());
        told && (self.moves || self.ends || places)
    }

    /// Whether a sentence lists the members of a set, which brings axioms of order.
    pub fn lists(&self) -> bool {
        self.lists
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
        let story = match self.strictness {
            Strictness::Strict => None,
            Strictness::Checked => narrative::Story::tell(&self.statements),
        };
        self.program_of(story.as_ref(), asked)
    }

    /// The program when nothing moves: what was said of places holds all the time.
    pub fn program_at_rest(&self, asked: &Formula) -> Option<Vec<Sourced>> {
        (self.is_story() && !self.moves && !self.ends).then(|| self.program_of(None, asked))
    }

    fn program_of(&self, story: Option<&narrative::Story>, asked: &Formula) -> Vec<Sourced> {
        let mut program = Vec::new();
        let told = self.strictness == Strictness::Checked;
        let ended =
            if self.ends && told { possession::ended(&self.statements) } else { Vec::new() };
        for (number, statement) in self.statements.iter().enumerate() {
            for clause in &statement.clauses {
                let over = possession::covers(&ended, number, clause);
                if !over && !story.is_some_and(|story| story.covers(number, clause)) {
                    program.push(Sourced { clause: clause.clone(), origin: Some(number) });
                }
            }
        }
        program.extend(possession::facts(&ended));
        program.extend(story.iter().flat_map(|story| story.facts(asked)));
        let told: Vec<Formula> = program.iter().map(|sourced| formula(&sourced.clause)).collect();
        let atoms = told.iter().flat_map(|f| f.atoms()).chain(asked.atoms());
        let mut words = postulates::rules(atoms, &|constant| self.is_name(constant));
        words.retain(|rule| !denied_outright(rule, &program));
        program.extend(words.into_iter().map(|clause| Sourced { clause, origin: None }));
        program
    }

    /// Whether a constant was written as a name.
    pub fn is_name(&self, constant: &str) -> bool {
        self.discourse.names().written(constant).is_some()
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
            let mut nouns: BTreeSet<String> = nouns.map(|a| a.predicate.clone()).collect();
            // `Cars made here are cars or vans`: whether a thing is a car is what it is about.
            if let Formula::Implies(_, then) = &**inner
                && matches!(**then, Formula::One(_) | Formula::Or(_))
            {
                nouns.retain(|noun| !then.atoms().iter().any(|a| a.predicate == *noun));
            }
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
    pub fn premises<'p>(
        &self,
        program: impl Iterator<Item = &'p Sourced>,
        asked: &Formula,
    ) -> Vec<Premise> {
        let mut premises: Vec<Premise> = program
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

fn hear(discourse: &mut Discourse, meaning: &Meaning) {
    meaning.names.iter().for_each(|(constant, written)| discourse.hear(constant, written));
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

/// Whether somebody said of the very words of a rule that it is not so, a sea horse is no horse, or
/// left it open: `if a sea horse is a horse`.
pub(crate) fn denied_outright(rule: &Clause, told: &[Sourced]) -> bool {
    let Some((class, of, true)) = between_classes(rule) else { return false };
    let compound = class.strip_suffix(of).is_some_and(|front| front.ends_with('_'));
    told.iter().filter(|sourced| sourced.origin.is_some()).any(|sourced| {
        between_classes(&sourced.clause) == Some((class, of, false))
            || compound && leaves_open(&sourced.clause, class, of)
    })
}

/// Whether a clause speaks of things of one class that may or may not be of another.
fn leaves_open(clause: &Clause, class: &str, of: &str) -> bool {
    let said = |literals: &[Literal], name: &str| literals.iter().any(|l| l.atom.predicate == name);
    match clause {
        Clause::Rule { body, .. } | Clause::Default { body, .. } | Clause::Never(body) => {
            said(body, class) && said(body, of)
        }
        Clause::Choice { heads, body, .. } => {
            said(body, class) && (said(body, of) || said(heads, of))
        }
        Clause::Formula(formula) => {
            let atoms = formula.atoms();
            let speaks = |name: &str| atoms.iter().any(|atom| atom.predicate == name);
            speaks(class) && speaks(of)
        }
    }
}

/// What is said of a class: which, of what, and whether it is said or denied.
fn between_classes(clause: &Clause) -> Option<(&str, &str, bool)> {
    let Clause::Rule { head, body } = clause else { return None };
    let [one] = body.as_slice() else { return None };
    let unary = one.positive && one.atom.arguments.len() == 1 && head.atom.arguments.len() == 1;
    unary.then_some((&one.atom.predicate, &head.atom.predicate, head.positive))
}

/// The predicates of a formula with their numbers of places.
pub(crate) fn words(formula: &Formula) -> impl Iterator<Item = (String, usize)> {
    formula.atoms().into_iter().map(|a| (a.predicate.clone(), a.arguments.len()))
}

impl Meaning {
    /// A meaning that is nothing but its formula.
    pub fn of(formula: Formula) -> Self {
        Self {
            formula,
            presupposed: Vec::new(),
            identified: Vec::new(),
            names: std::collections::BTreeMap::new(),
            time: None,
            event: false,
            listing: None,
            mentioned: Vec::new(),
            asked: None,
            generic: false,
            foretold: false,
            cost: 0,
        }
    }
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
