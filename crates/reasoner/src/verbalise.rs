//! Logic back to English, from the same words: every sentence made here is read again and kept
//! only if it means exactly what it was made from.

mod existential;
mod phrase;
mod phrasebook;
mod plain;

use std::collections::BTreeMap;

use crate::english::discourse::Discourse;
use crate::english::read::{Reading, statement};
use crate::english::tokens::sentences;
use crate::knowledge::Knowledge;
use crate::logic::{Atom, Clause, Literal, Term};
use crate::lower;
use crate::proof::Proof;
pub(crate) use phrase::{article, listed, unnamed};
use phrase::{phrases, term_text};
pub use phrasebook::Phrasebook;

/// How to put things.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// As people say it: `Every dog barks.`
    #[default]
    Conversational,
    /// With every variable in sight: `If something is a dog then it barks.`
    Formal,
}

/// An English sentence that means exactly this clause, if the controlled language has one.
pub fn verbalise(clause: &Clause, style: Style) -> Option<String> {
    candidates(clause, style)
        .into_iter()
        .map(|text| finish(&text))
        .find(|text| reads_as(text, clause))
        .or_else(|| existential::sentence(std::slice::from_ref(clause), style))
}

/// A statement in English, clause by clause; what has no sentence is put in plain words.
pub fn paraphrase(clauses: &[Clause], style: Style) -> String {
    paraphrases(clauses, style).join(" ")
}

/// The same, where clauses that speak of the same unnamed things come together.
pub(crate) fn paraphrases(clauses: &[Clause], style: Style) -> Vec<String> {
    let together = |group: Vec<Clause>| {
        let whole = existential::sentence(&group, style);
        whole.unwrap_or_else(|| plain::together(&group, style))
    };
    existential::groups(clauses).into_iter().map(together).collect()
}

/// A clause in English, in plain words where it has no sentence.
pub(crate) fn told(clause: &Clause, style: Style) -> String {
    plain::together(std::slice::from_ref(clause), style)
}

/// A proof in English, one step per line, the leaves in the user's own words.
pub fn explain(proof: &Proof, knowledge: &Knowledge) -> String {
    explain_by(proof, knowledge, &|_| "You said".to_owned())
}

/// The same, where `who` says by a statement's number who said it.
pub fn explain_by(proof: &Proof, knowledge: &Knowledge, who: &dyn Fn(usize) -> String) -> String {
    let mut lines = Vec::new();
    tell_step(proof, (knowledge, who), 0, &mut lines);
    lines.join("\n")
}

type Said<'a> = (&'a Knowledge, &'a dyn Fn(usize) -> String);

fn tell_step(proof: &Proof, (knowledge, who): Said<'_>, depth: usize, lines: &mut Vec<String>) {
    let said = told(&fact(proof.conclusion.clone()), Style::Conversational);
    let from = proof.origin.and_then(|origin| Some((origin, knowledge.statements().get(origin)?)));
    let source = match from {
        Some((_, told)) if proof.premises.is_empty() && told.text == said => String::new(),
        Some((origin, told)) => format!(" {}: \"{}\"", who(origin), told.text),
        None => " It is what the words mean.".to_owned(),
    };
    lines.push(format!("{}{said}{source}", "  ".repeat(depth)));
    let below = proof.premises.iter();
    below.for_each(|premise| tell_step(premise, (knowledge, who), depth + 1, lines));
}

fn fact(head: Literal) -> Clause {
    Clause::Rule { head, body: Vec::new() }
}

/// Whether a sentence means exactly one clause, this one, whatever its variables are called.
fn reads_as(text: &str, clause: &Clause) -> bool {
    reads_as_all(text, std::slice::from_ref(clause))
}

/// Whether a sentence means exactly these clauses, whatever their variables and unnamed things are
/// called.
fn reads_as_all(text: &str, clauses: &[Clause]) -> bool {
    let Some(sentence) = sentences(text).into_iter().next().filter(|_| sentences(text).len() == 1)
    else {
        return false;
    };
    let Reading::Parsed(meaning) = statement(&sentence, &Discourse::default()) else {
        return false;
    };
    let found = lower::clauses(&meaning.formula, "w");
    unnamed_alike(&found) == unnamed_alike(clauses)
}

/// The clauses with variables and unnamed things called by the order of their appearance.
fn unnamed_alike(clauses: &[Clause]) -> Vec<Clause> {
    let mut order: BTreeMap<String, usize> = BTreeMap::new();
    let all = clauses.iter().map(|clause| {
        canonical(clause).map_atoms(&mut |atom: &Atom| {
            let arguments = atom.arguments.iter().map(|term| numbered(term, &mut order)).collect();
            Atom::new(atom.predicate.clone(), arguments)
        })
    });
    all.collect()
}

fn numbered(term: &Term, order: &mut BTreeMap<String, usize>) -> Term {
    let Term::Witness(name, arguments) = term else { return term.clone() };
    let next = order.len();
    let number = *order.entry(name.clone()).or_insert(next);
    let arguments = arguments.iter().map(|term| numbered(term, order)).collect();
    Term::Witness(format!("w{number}"), arguments)
}

/// The clause with its variables numbered in order of appearance.
pub fn canonical(clause: &Clause) -> Clause {
    let mut order: BTreeMap<u32, u32> = BTreeMap::new();
    for atom in crate::knowledge::formula(clause).atoms() {
        for argument in &atom.arguments {
            if let Term::Variable(variable) = argument {
                let next = u32::try_from(order.len()).unwrap_or(u32::MAX);
                order.entry(*variable).or_insert(next);
            }
        }
    }
    let rename = |v: u32| Term::Variable(order.get(&v).copied().unwrap_or(v));
    let many = |literals: &[Literal]| literals.iter().map(|l| l.map(&rename)).collect();
    match clause {
        Clause::Rule { head, body } => Clause::Rule { head: head.map(&rename), body: many(body) },
        Clause::Choice { heads, body, exclusive } => {
            Clause::Choice { heads: many(heads), body: many(body), exclusive: *exclusive }
        }
        Clause::Never(body) => Clause::Never(many(body)),
        Clause::Default { head, body, exceptions } => Clause::Default {
            head: head.map(&rename),
            body: many(body),
            exceptions: many(exceptions),
        },
        Clause::Formula(_) => clause.clone(),
    }
}

fn candidates(clause: &Clause, style: Style) -> Vec<String> {
    match clause {
        Clause::Rule { head, body } if body.is_empty() => facts(head),
        Clause::Rule { head, body } => rules(std::slice::from_ref(head), body, "", style),
        Clause::Choice { heads, body, exclusive } => choices(heads, body, *exclusive, style),
        Clause::Never(body) => nevers(body),
        Clause::Default { head, body, exceptions } => defaults(head, body, exceptions),
        Clause::Formula(_) => Vec::new(),
    }
}

fn facts(head: &Literal) -> Vec<String> {
    let mut names = Names::new(std::slice::from_ref(head));
    match head.atom.variables().len() {
        0 if head.positive => names.clause_texts(head),
        0 => {
            let mut found = names.clause_texts(head);
            let affirmed = names.clause_texts(&head.negated()).into_iter();
            found.extend(affirmed.map(|text| format!("it is not true that {text}")));
            found
        }
        1 => {
            names.first = Opening::Every;
            names.clause_texts(head)
        }
        _ => Vec::new(),
    }
}

fn rules(heads: &[Literal], body: &[Literal], mark: &str, style: Style) -> Vec<String> {
    let mut found = Vec::new();
    if style == Style::Conversational {
        found.extend(every(heads, body, mark));
    }
    let all: Vec<Literal> = body.iter().chain(heads).cloned().collect();
    let mut names = Names::new(&all);
    let Some(conditions) = names.joined(body, "and") else { return found };
    let word = if mark == "xor" { "or" } else { "and" };
    let Some(consequence) = names.joined(heads, if mark.is_empty() { word } else { "or" }) else {
        return found;
    };
    let either = if mark == "xor" { "either " } else { "" };
    found.push(format!("if {conditions} then {either}{consequence}"));
    found
}

/// `every dog barks`, when the body is one noun about one thing.
fn every(heads: &[Literal], body: &[Literal], mark: &str) -> Vec<String> {
    let ([head], [class]) = (heads, body) else { return Vec::new() };
    let [Term::Variable(variable)] = class.atom.arguments.as_slice() else { return Vec::new() };
    if !class.positive
        || !mark.is_empty()
        || head.atom.arguments.first() != Some(&Term::Variable(*variable))
    {
        return Vec::new();
    }
    let noun = class.atom.predicate.replace('_', " ");
    let mut names = Names::new(std::slice::from_ref(head));
    let mut found = Vec::new();
    for every in [format!("every {noun}"), format!("every {noun} thing")] {
        names.known.insert(*variable, every);
        found.extend(names.clause_texts(head));
    }
    found
}

fn choices(heads: &[Literal], body: &[Literal], exclusive: bool, style: Style) -> Vec<String> {
    if !body.is_empty() {
        return rules(heads, body, if exclusive { "xor" } else { "or" }, style);
    }
    let mut names = Names::new(heads);
    let either = if exclusive { "either " } else { "" };
    let mut found: Vec<String> = names.joined(heads, "or").into_iter().collect();
    found.extend(among(heads));
    found.iter().map(|text| format!("{either}{text}")).collect()
}

/// `Ann, Bob or Eve is guilty`, where the alternatives differ in nothing but the subject.
fn among(heads: &[Literal]) -> Vec<String> {
    let Some((first, others)) = heads.split_first() else { return Vec::new() };
    let rest = |literal: &Literal| literal.atom.arguments.get(1..).map(<[Term]>::to_vec);
    let alike = |other: &Literal| {
        other.positive == first.positive
            && other.atom.predicate == first.atom.predicate
            && rest(other) == rest(first)
    };
    let subjects = heads.iter().map(|l| l.atom.arguments.first().and_then(term_text));
    let objects = rest(first).unwrap_or_default();
    let objects: Option<Vec<String>> = objects.iter().map(term_text).collect();
    let (Some(subjects), Some(objects)) = (subjects.collect::<Option<Vec<String>>>(), objects)
    else {
        return Vec::new();
    };
    let Some((last, front)) = subjects.split_last().filter(|_| others.iter().all(alike)) else {
        return Vec::new();
    };
    let lists = [subjects.join(" or "), format!("{} or {last}", front.join(", "))];
    let said = |list: String| phrases(first, &[vec![list], objects.clone()].concat());
    lists.into_iter().flat_map(said).collect()
}

fn nevers(body: &[Literal]) -> Vec<String> {
    let mut names = Names::new(body);
    names
        .joined(body, "and")
        .map(|joined| format!("it is not true that {joined}"))
        .into_iter()
        .collect()
}

fn defaults(head: &Literal, body: &[Literal], exceptions: &[Literal]) -> Vec<String> {
    let ([class], Some(Term::Variable(variable))) = (body, head.atom.arguments.first()) else {
        return Vec::new();
    };
    let mut names = Names::new(std::slice::from_ref(head));
    names.known.insert(*variable, format!("every {}", class.atom.predicate.replace('_', " ")));
    let except: Vec<String> =
        exceptions.iter().map(|e| format!("a {}", e.atom.predicate.replace('_', " "))).collect();
    let tail =
        if except.is_empty() { String::new() } else { format!(" except {}", except.join(" and ")) };
    names.clause_texts(head).into_iter().map(|text| format!("normally {text}{tail}")).collect()
}

/// How the first mention of a variable opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opening {
    Something,
    Every,
}

/// What variables are called in one sentence.
struct Names {
    known: BTreeMap<u32, String>,
    single: bool,
    first: Opening,
}

impl Names {
    fn new(literals: &[Literal]) -> Self {
        let variables: std::collections::BTreeSet<u32> =
            literals.iter().flat_map(|l| l.atom.variables()).collect();
        // `It` is never the thing its own clause is about.
        let again = |literal: &Literal| {
            let places = literal.atom.arguments.iter();
            places.filter(|term| matches!(term, Term::Variable(_))).count()
                > literal.atom.variables().len()
        };
        let single = variables.len() < 2 && !literals.iter().any(again);
        Self { known: BTreeMap::new(), single, first: Opening::Something }
    }

    fn term(&mut self, term: &Term) -> Option<String> {
        let Term::Variable(variable) = term else { return term_text(term) };
        if let Some(name) = self.known.get(variable) {
            return Some(name.clone());
        }
        let letter = char::from(b'X' - u8::try_from(self.known.len()).ok()?);
        let (now, later) = match (self.first, self.single) {
            (Opening::Every, _) => ("everything".to_owned(), "it".to_owned()),
            (_, true) => ("something".to_owned(), "it".to_owned()),
            (_, false) => (format!("something {letter}"), letter.to_string()),
        };
        self.known.insert(*variable, later);
        Some(now)
    }

    /// The arguments of a literal; what comes back to the subject is `itself`.
    fn terms(&mut self, literal: &Literal) -> Option<Vec<String>> {
        let arguments = &literal.atom.arguments;
        let mut terms: Vec<String> =
            arguments.iter().map(|t| self.term(t)).collect::<Option<_>>()?;
        for (at, argument) in arguments.iter().enumerate().skip(1) {
            if arguments.first() == Some(argument) && terms[at] == "it" {
                "itself".clone_into(&mut terms[at]);
            }
        }
        Some(terms)
    }

    fn clause_texts(&mut self, literal: &Literal) -> Vec<String> {
        let before = self.known.clone();
        let Some(terms) = self.terms(literal) else { return Vec::new() };
        let texts = phrases(literal, &terms);
        if texts.is_empty() {
            self.known = before;
        }
        texts
    }

    /// One clause per literal, each the phrase that reads back as the literal alone.
    fn joined(&mut self, literals: &[Literal], word: &str) -> Option<String> {
        let mut parts = Vec::new();
        for literal in literals {
            let choice = phrase::best(literal)?;
            let terms = self.terms(literal)?;
            parts.push(phrases(literal, &terms).into_iter().nth(choice)?);
        }
        Some(parts.join(&format!(" {word} ")))
    }
}

fn finish(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", chars.as_str())
}

/// Whether a literal about stand-in names reads back from a phrase.
pub(crate) fn says(text: &str, literal: &Literal) -> bool {
    reads_as(&finish(text), &fact(literal.clone()))
}
