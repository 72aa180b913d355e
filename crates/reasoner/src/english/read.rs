//! Reads one sentence: parsed, ambiguous or rejected, never guessed.

use std::collections::{BTreeMap, BTreeSet};

use super::chart::Parse;
use super::closed::{is_closed, pronoun};
use super::discourse::{Discourse, is_letter};
use super::effort;
use super::grammar::Grammar;
use super::lexicon::entry;
use super::meaning::{Meaning, Refusal, meaning};
use super::morphology::{noun_forms, verb_forms};
use super::syntax::Sentence;
use super::tokens::{Kind, RawSentence, Token};
use crate::config::{SENTENCE_EFFORT, SENTENCE_WORDS};
use crate::logic::{Formula, Term};

/// Analyses that stray this far from the reading rules are not taken.
pub(crate) const TOO_FAR: u32 = 6;

/// Added to an analysis that can be meant in two ways: if it would be the best, there is none.
pub(crate) const UNSURE: u32 = 1000;

/// What became of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reading {
    /// It has one meaning.
    Parsed(Box<Meaning>),
    /// It has several, none preferred.
    Ambiguous(Vec<Meaning>),
    /// It has none.
    Rejected(Rejection),
}

/// Why a sentence was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The first word that fits nothing.
    pub word: String,
    /// Where it starts in the text, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What is wrong.
    pub reason: String,
    /// The nearest pattern that would be understood.
    pub pattern: String,
    /// Sentences near it that are understood.
    pub offers: Vec<String>,
}

/// Reads a statement.
pub fn statement(sentence: &RawSentence, discourse: &Discourse) -> Reading {
    match bounded(sentence, || statement_within(sentence, discourse)) {
        Ok(reading) => reading,
        Err(why) => Reading::Rejected(why),
    }
}

/// Reads a sentence that is not too long, within what reading one may take.
pub(super) fn bounded<T>(sentence: &RawSentence, read: impl FnOnce() -> T) -> Result<T, Rejection> {
    let words = sentence.tokens.len();
    if words > SENTENCE_WORDS {
        return Err(refused(sentence, &Refusal::Words { words, most: SENTENCE_WORDS }));
    }
    effort::within(read).map_err(|_| refused(sentence, &Refusal::Long(SENTENCE_EFFORT)))
}

fn statement_within(sentence: &RawSentence, discourse: &Discourse) -> Reading {
    let grammar = Grammar::new(&sentence.tokens);
    let parses = grammar.statement();
    let lettered = sentence.tokens.iter().any(|token| is_letter(&token.text));
    let reading = choose(sentence, &grammar, parses, discourse);
    let Reading::Parsed(meaning) = &reading else { return reading };
    let why = if !lettered && hangs_on_one(&meaning.formula) {
        Refusal::Unsure("whether one of them or all of them are meant")
    } else if offers_itself(&meaning.formula) {
        Refusal::Unsure("how a thing can be an alternative to itself")
    } else {
        return reading;
    };
    Reading::Rejected(rejection(sentence, &grammar, Some(&why)))
}

/// `The budget is fine if expenses do not exceed income`: a denial of things that the rest of the
/// sentence does not speak of.
fn hangs_on_one(formula: &Formula) -> bool {
    let Formula::All(_, inner) = formula else { return false };
    let Formula::Implies(such, then) = &**inner else { return false };
    let Formula::And(parts) = &**such else { return false };
    let variables = |formulas: &[&Formula]| -> BTreeSet<u32> {
        let atoms = formulas.iter().flat_map(|formula| formula.atoms());
        atoms.flat_map(|atom| atom.variables()).collect()
    };
    let said: Vec<&Formula> = parts.iter().filter(|p| matches!(p, Formula::Atom(_))).collect();
    let denied: Vec<&Formula> = parts.iter().filter(|p| matches!(p, Formula::Not(_))).collect();
    let (said, denied, then) = (variables(&said), variables(&denied), variables(&[then]));
    denied.iter().any(|v| said.contains(v) && !then.contains(v)) && then.is_empty()
}

/// `Cars from Detroit are either cars or vans`: what is given is offered as one of several.
fn offers_itself(formula: &Formula) -> bool {
    let Formula::All(_, inner) = formula else { return false };
    let Formula::Implies(such, then) = &**inner else { return false };
    let (Formula::One(offered) | Formula::Or(offered)) = &**then else { return false };
    let given: &[Formula] =
        if let Formula::And(parts) = &**such { parts } else { std::slice::from_ref(such) };
    offered.iter().any(|part| given.contains(part))
}

/// The cheapest analyses that mean something decide.
pub(crate) fn choose(
    sentence: &RawSentence,
    grammar: &Grammar<'_>,
    mut parses: Vec<Parse<Sentence>>,
    discourse: &Discourse,
) -> Reading {
    let torn = parses.iter().filter(|p| (UNSURE..UNSURE + TOO_FAR).contains(&p.cost));
    let torn = torn.map(|parse| parse.cost - UNSURE).min();
    parses.retain(|parse| parse.cost < TOO_FAR);
    parses.sort_by_key(|parse| parse.cost);
    if torn.is_some_and(|torn| parses.first().is_none_or(|best| torn <= best.cost)) {
        let reason = Refusal::Unsure("which of two parts a shared word belongs to");
        return Reading::Rejected(rejection(sentence, grammar, Some(&reason)));
    }
    let reflexive = sentence
        .tokens
        .iter()
        .any(|token| pronoun(&token.lower).is_some() || is_letter(&token.text));
    let mut refusal = None;
    let mut found: Vec<(u32, Meaning)> = Vec::new();
    for parse in &parses {
        if found.first().is_some_and(|(cost, _)| parse.cost > *cost) {
            break;
        }
        match meaning(&parse.value, discourse) {
            Ok(one) if is_within_itself(&one.formula, reflexive) => {
                let why = "a thing within itself";
                refusal = refusal.or(Some(Refusal::Unsupported(why)));
            }
            Ok(one) if !reflexive && relates_to_itself(&one.formula) => {
                let why = "a thing related to itself without saying so";
                refusal = refusal.or(Some(Refusal::Unsupported(why)));
            }
            Ok(mut one) => {
                one.canonical();
                one.cost = parse.cost;
                if !found.iter().any(|(_, other)| other.formula == one.formula) {
                    found.push((parse.cost, one));
                }
            }
            Err(reason @ Refusal::Unsure(_)) if found.is_empty() => {
                return Reading::Rejected(rejection(sentence, grammar, Some(&reason)));
            }
            Err(reason) => refusal = refusal.or(Some(reason)),
        }
    }
    let mut meanings: Vec<Meaning> = found.into_iter().map(|(_, meaning)| meaning).collect();
    match meanings.len() {
        0 => Reading::Rejected(rejection(sentence, grammar, refusal.as_ref())),
        1 => Reading::Parsed(Box::new(meanings.remove(0))),
        _ => Reading::Ambiguous(meanings),
    }
}

/// Whether something is said to be at, in or on itself, or to be nothing but itself.
fn is_within_itself(formula: &Formula, reflexive: bool) -> bool {
    let within = |predicate: &str| {
        let last = predicate.rsplit('_').next().unwrap_or(predicate);
        let place = ["at", "in", "on", "to", "from"].contains(&last);
        predicate == "same_as" || place && (last == predicate || !reflexive)
    };
    formula.atoms().iter().any(|atom| match atom.arguments.as_slice() {
        [a, b] => a == b && within(&atom.predicate),
        _ => false,
    })
}

/// Whether an atom says something of any thing and the same thing again; names may be repeated.
fn relates_to_itself(formula: &Formula) -> bool {
    formula.atoms().iter().any(|atom| {
        let repeated = |(index, term): (usize, &Term)| {
            !term.is_ground() && atom.arguments[..index].contains(term)
        };
        atom.arguments.iter().enumerate().any(repeated)
    })
}

/// A question that is not taken for this reason.
pub(crate) fn refused(sentence: &RawSentence, why: &Refusal) -> Rejection {
    rejection(sentence, &Grammar::new(&sentence.tokens), Some(why))
}

fn rejection(
    sentence: &RawSentence,
    grammar: &Grammar<'_>,
    refusal: Option<&Refusal>,
) -> Rejection {
    let unknown = sentence.tokens.iter().find(|token| is_unknown(token));
    let token = unknown.or_else(|| sentence.tokens.get(grammar.furthest()));
    let word = token.map(|t| t.text.clone()).unwrap_or_default();
    let reason = match refusal {
        Some(refusal) => refusal.to_string(),
        None => format!("`{word}` is not understood here"),
    };
    Rejection {
        reason,
        start: token.map_or(sentence.start, |t| t.start),
        end: token.map_or(sentence.start, |t| t.end),
        pattern: pattern(sentence).to_owned(),
        offers: Vec::new(),
        word,
    }
}

/// Whether no table knows the word and it is no name.
fn is_unknown(token: &Token) -> bool {
    let word = token.lower.as_str();
    token.kind == Kind::Word
        && !token.is_capital()
        && !is_closed(word)
        && entry(word).is_none()
        && noun_forms(word).is_empty()
        && verb_forms(word).is_empty()
}

/// The pattern whose opening the sentence shares.
fn pattern(sentence: &RawSentence) -> &'static str {
    const PATTERNS: &[(&[&str], &str)] = &[
        (&["if", "when", "whenever"], "If someone VERBs something, then they are ADJECTIVE."),
        (&["every", "each", "all", "any", "no", "some"], "Every NOUN that VERBs is a NOUN."),
        (&["either"], "Either NAME is ADJECTIVE or NAME VERBs."),
        (&["there"], "There is a NOUN that VERBs."),
        (&["is", "are", "was", "were"], "Is NAME a NOUN?"),
        (&["does", "do", "did", "can", "will"], "Does NAME VERB the NOUN?"),
        (&["who", "what", "which", "where", "how", "why"], "Who VERBs the NOUN?"),
        (&["the", "a", "an"], "The NOUN VERBs the NOUN."),
    ];
    let first = sentence.tokens.first().map_or("", |t| t.lower.as_str());
    PATTERNS
        .iter()
        .find(|(openings, _)| openings.contains(&first))
        .map_or("NAME is a NOUN.", |(_, pattern)| pattern)
}

impl Meaning {
    /// The statement, and after `taking` what its definite phrases take for granted.
    pub fn told(&self) -> String {
        let taken: Vec<String> = self.presupposed.iter().map(ToString::to_string).collect();
        match taken.as_slice() {
            [] => self.formula.to_string(),
            _ => format!("{} taking {}", self.formula, taken.join(", ")),
        }
    }

    /// Numbers variables in the order they occur, so that equal meanings are equal.
    pub(crate) fn canonical(&mut self) {
        let mut order = BTreeMap::new();
        number_variables(&self.formula, &mut order);
        let formula = std::mem::replace(&mut self.formula, Formula::And(Vec::new()));
        self.formula = renumber(&formula, &order);
        let replace = |v: u32| Term::Variable(order.get(&v).copied().unwrap_or(v));
        for referent in &mut self.mentioned {
            referent.terms = referent.terms.iter().map(|t| t.map(&replace)).collect();
        }
        for (_, term) in &mut self.identified {
            *term = term.map(&replace);
        }
        self.asked = self.asked.map(|v| order.get(&v).copied().unwrap_or(v));
    }
}

fn number_variables(formula: &Formula, order: &mut BTreeMap<u32, u32>) {
    for atom in formula.atoms() {
        for argument in &atom.arguments {
            visit(argument, order);
        }
    }
}

fn visit(term: &Term, order: &mut BTreeMap<u32, u32>) {
    match term {
        Term::Variable(variable) => {
            let next = u32::try_from(order.len()).unwrap_or(u32::MAX);
            order.entry(*variable).or_insert(next);
        }
        Term::Constant(_) => {}
        Term::Witness(_, arguments) => arguments.iter().for_each(|a| visit(a, order)),
    }
}

fn renumber(formula: &Formula, order: &BTreeMap<u32, u32>) -> Formula {
    let mapped = formula.map(&|v| Term::Variable(order.get(&v).copied().unwrap_or(v)));
    rebind(mapped, order)
}

/// Renames bound variables, dropping those that nothing mentions.
fn rebind(formula: Formula, order: &BTreeMap<u32, u32>) -> Formula {
    let many = |parts: Vec<Formula>| parts.into_iter().map(|p| rebind(p, order)).collect();
    let names = |variables: Vec<u32>| {
        let mut kept: Vec<u32> =
            variables.into_iter().filter_map(|v| order.get(&v).copied()).collect();
        kept.sort_unstable();
        kept
    };
    match formula {
        Formula::Atom(atom) => Formula::Atom(atom),
        Formula::Not(inner) => Formula::Not(Box::new(rebind(*inner, order))),
        Formula::And(parts) => Formula::And(many(parts)),
        Formula::Or(parts) => Formula::Or(many(parts)),
        Formula::One(parts) => Formula::One(many(parts)),
        Formula::Implies(a, b) => {
            Formula::Implies(Box::new(rebind(*a, order)), Box::new(rebind(*b, order)))
        }
        Formula::Iff(a, b) => {
            Formula::Iff(Box::new(rebind(*a, order)), Box::new(rebind(*b, order)))
        }
        Formula::All(variables, inner) => match names(variables) {
            kept if kept.is_empty() => rebind(*inner, order),
            kept => Formula::All(kept, Box::new(rebind(*inner, order))),
        },
        Formula::Some(variables, inner) => match names(variables) {
            kept if kept.is_empty() => rebind(*inner, order),
            kept => Formula::Some(kept, Box::new(rebind(*inner, order))),
        },
        Formula::Normally(a, b, exceptions) => Formula::Normally(
            Box::new(rebind(*a, order)),
            Box::new(rebind(*b, order)),
            many(exceptions),
        ),
    }
}
