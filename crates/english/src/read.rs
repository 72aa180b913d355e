//! Reads one sentence: its one meaning, or why it has none.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::chart::{Chart, Unparsed};
use crate::drs::{Act, Drs, Number, Said, act};
use crate::grammar::ensemble;
use crate::lexicon::{is_unknown, key, lexical};
use crate::logic::{Formula, Thing, written};
use crate::lower::{Lowering, Side};
use crate::resolve::{Known, Unresolved, resolve};
use crate::term::Term;
use crate::tokens::{Sentence, Token};

/// How much one sentence may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Words.
    pub words: usize,
    /// Steps of the chart.
    pub steps: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { words: 80, steps: 2_000_000 }
    }
}

/// What a sentence means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    /// What it says; of a question, what is asked, with its variable free.
    pub formula: Formula,
    /// What its definite phrases take for granted: a noun or adjective of a constant.
    pub taken: Vec<(String, String)>,
    /// Names as they were written, by constant.
    pub names: BTreeMap<String, String>,
    /// What it mentioned, for the sentences after it.
    pub mentioned: Vec<Mention>,
}

/// Something a sentence mentioned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// What.
    pub thing: Thing,
    /// The noun it was mentioned with.
    pub noun: Option<String>,
    /// It was introduced as `a NOUN`.
    pub introduced: bool,
    /// The noun was in the plural.
    pub several: bool,
}

/// What a question asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Whether it is so.
    Truth,
    /// Which things make it so.
    Which(u32),
    /// How many do.
    Count(u32),
    /// Where a thing is.
    Where(Thing),
    /// Why it is so.
    Why,
    /// Whether it would be so if this were.
    Suppose(Formula),
}

/// What a sentence is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// To tell.
    Tell,
    /// To ask.
    Ask(Ask),
}

/// A sentence read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// What it is for.
    pub purpose: Purpose,
    /// What it means.
    pub meaning: Meaning,
}

/// Why a sentence has no meaning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The grammar goes no further than this word.
    #[error("the grammar knows nothing that goes on with `{0}` here")]
    Word(String),
    /// The sentence is not finished.
    #[error("the sentence ends before it is complete")]
    Unfinished,
    /// A word that no table knows, in a place that does not tell what it is.
    #[error("`{0}` is not known, and its place does not tell what it is")]
    Unknown(String),
    /// A pronoun that means nothing that was mentioned.
    #[error("nothing that was mentioned agrees with `{0}`")]
    NoAntecedent(String),
    /// A pronoun that could mean several.
    #[error("`{pronoun}` could mean {}", list(candidates))]
    Antecedents {
        /// The pronoun.
        pronoun: String,
        /// What it could mean.
        candidates: Vec<String>,
    },
    /// It has several meanings.
    #[error("it has {} meanings: {}", .0.len(), .0.join(" / "))]
    Ambiguous(Vec<String>),
    /// It says nothing.
    #[error("it says nothing of anything")]
    Empty,
    /// It is too long or takes too much.
    #[error("{0}")]
    Limit(String),
    /// A defect of the grammar.
    #[error("the grammar is at fault: {0}")]
    Grammar(String),
}

/// A sentence that has no meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub reason: Reason,
    /// The word that was the trouble, if one was.
    pub word: Option<String>,
    /// The place of that word in the sentence.
    pub place: usize,
}

fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(" or ")
}

/// What a sentence follows.
#[derive(Clone, Copy)]
pub struct Context<'c> {
    /// What was mentioned in the sentences before, oldest first.
    pub known: &'c [Known],
    /// Whether a constant was used as a name before.
    pub is_name: &'c dyn Fn(&str) -> bool,
}

impl Context<'_> {
    /// Nothing was said before.
    pub const NOTHING: Context<'static> = Context { known: &[], is_name: &|_| false };
}

/// Reads one sentence after what was said before it.
pub fn read(sentence: &Sentence, context: Context<'_>, limits: Limits) -> Result<Reading, Refusal> {
    let tokens = &sentence.tokens;
    if tokens.len() > limits.words {
        let message = format!("it has more than {} words", limits.words);
        return Err(Refusal { reason: Reason::Limit(message), word: None, place: 0 });
    }
    let grammar = ensemble();
    let words: Vec<Arc<str>> = tokens.iter().map(|token| token.lower.clone()).collect();
    let over = |unparsed: Unparsed| Refusal {
        reason: Reason::Limit(unparsed.to_string()),
        word: None,
        place: 0,
    };
    let chart =
        Chart::fill(grammar, words, lexical(grammar, tokens, context.is_name), limits.steps)
            .map_err(over)?;
    let mood = if sentence.asks { "ask" } else { "tell" };
    let terms = meanings(&chart, mood).map_err(over)?;
    if terms.is_empty() {
        return Err(stuck(tokens, &chart));
    }
    let mut found: Vec<Reading> = Vec::new();
    let mut refusal = None;
    for term in terms {
        match reading(&term, tokens, context.known) {
            Ok(one) if !found.iter().any(|other| same(other, &one)) => found.push(one),
            Ok(_) => {}
            Err(reason) => refusal = refusal.or(Some(reason)),
        }
    }
    let refused = |reason: Reason| {
        let mut word = None;
        if let Reason::NoAntecedent(said) | Reason::Antecedents { pronoun: said, .. } = &reason {
            word = written_as(tokens, said);
        }
        let place = word.as_ref().and_then(|w| tokens.iter().position(|t| t.text == *w));
        Refusal { reason, word, place: place.unwrap_or(0) }
    };
    match (found.len(), refusal) {
        (0, Some(reason)) => Err(refused(reason)),
        (0, None) => Err(refused(Reason::Empty)),
        (1, _) => Ok(found.remove(0)),
        _ => Err(refused(Reason::Ambiguous(
            found.iter().map(|one| written(&one.meaning.formula)).collect(),
        ))),
    }
}

fn same(a: &Reading, b: &Reading) -> bool {
    written(&a.meaning.formula) == written(&b.meaning.formula)
}

/// The form of a pronoun that stands in the sentence.
fn written_as(tokens: &[Token], pronoun: &str) -> Option<String> {
    let forms: &[&str] = match pronoun {
        "he" => &["he", "him", "his"],
        "she" => &["she", "her"],
        "it" => &["it", "its"],
        _ => &["they", "them", "their"],
    };
    tokens.iter().find(|token| forms.contains(&&*token.lower)).map(|token| token.text.clone())
}

fn meanings(chart: &Chart<'_>, mood: &str) -> Result<Vec<Term>, Unparsed> {
    let grammar = ensemble();
    let Some(top) = grammar.category_named("TOP") else { return Ok(Vec::new()) };
    let wanted = grammar.features_of(top, &[("mood", mood)]);
    let mut found: Vec<(u32, Term)> = Vec::new();
    for edge in chart.whole(top) {
        if chart.agrees(edge, &wanted) {
            found.extend(chart.readings(edge)?);
        }
    }
    let best = found.iter().map(|(cost, _)| *cost).min().unwrap_or(0);
    Ok(found.into_iter().filter(|(cost, _)| *cost == best).map(|(_, term)| term).collect())
}

fn stuck(tokens: &[Token], chart: &Chart<'_>) -> Refusal {
    let place = chart.furthest();
    let unknown = tokens.iter().position(is_unknown).filter(|at| *at <= place);
    let at = unknown.unwrap_or(place);
    let word = tokens.get(at).map(|token| token.text.clone());
    let reason = match (&word, unknown) {
        (Some(word), Some(_)) => Reason::Unknown(word.clone()),
        (Some(word), None) => Reason::Word(word.clone()),
        (None, _) => Reason::Unfinished,
    };
    Refusal { reason, word, place: at }
}

fn reading(term: &Term, tokens: &[Token], known: &[Known]) -> Result<Reading, Reason> {
    let mut act = act(term).map_err(|error| Reason::Grammar(error.to_string()))?;
    let mut taken = Vec::new();
    resolve(&mut act, known, &mut taken).map_err(unresolved)?;
    let mut lowering = Lowering::default();
    let (purpose, formula, said) = match &act {
        Act::Tell(drs) => (Purpose::Tell, lowering.formula(drs, Side::Told), drs.clone()),
        Act::Ask(kind, asked, boxes) => asked_for(kind, *asked, boxes, &mut lowering)?,
    };
    let place = matches!(purpose, Purpose::Ask(Ask::Where(_)));
    if formula.atoms().is_empty() && !place {
        return Err(Reason::Empty);
    }
    all_taken(&said, &mut taken);
    let names = names(&said, tokens);
    let mentioned = mentioned(&said, &taken);
    Ok(Reading { purpose, meaning: Meaning { formula, taken, names, mentioned } })
}

fn unresolved(problem: Unresolved) -> Reason {
    if problem.candidates.is_empty() {
        Reason::NoAntecedent(problem.pronoun)
    } else {
        Reason::Antecedents { pronoun: problem.pronoun, candidates: problem.candidates }
    }
}

fn asked_for(
    kind: &str,
    asked: Option<u32>,
    boxes: &[Drs],
    lowering: &mut Lowering,
) -> Result<(Purpose, Formula, Drs), Reason> {
    let mut all = Drs::default();
    boxes.iter().for_each(|one| all.said.extend(one.said.iter().cloned()));
    let [first, rest @ ..] = boxes else { return Err(Reason::Empty) };
    let formula = lowering.formula(first, Side::Sought);
    let malformed = || Reason::Grammar(format!("a question of the kind `{kind}`"));
    let (ask, formula) = match (kind, asked, rest) {
        ("truth", ..) => (Ask::Truth, formula),
        ("why", ..) => (Ask::Why, formula),
        ("which", Some(variable), _) => (Ask::Which(variable), formula),
        ("count", Some(variable), _) => (Ask::Count(variable), formula),
        ("where", Some(variable), _) => (Ask::Where(place_of(first, variable)?), formula),
        ("suppose", _, [then, ..]) => {
            let supposed = lowering.formula(first, Side::Told);
            (Ask::Suppose(supposed), lowering.formula(then, Side::Sought))
        }
        _ => return Err(malformed()),
    };
    Ok((Purpose::Ask(ask), formula, all))
}

/// The one thing whose place is asked for.
fn place_of(drs: &Drs, variable: u32) -> Result<Thing, Reason> {
    let same = drs.said.iter().find_map(|said| {
        let Said::Same(Thing::Variable(asked), other) = said else { return None };
        (*asked == variable).then(|| other.clone())
    });
    same.ok_or_else(|| Reason::Word("where".to_owned()))
}

/// Every noun that a name was used with: `group A` is a group.
fn all_taken(drs: &Drs, taken: &mut Vec<(String, String)>) {
    each(drs, &mut |said| {
        if let Said::Taken(noun, name) = said {
            let fact = (noun.clone(), name.clone());
            if !taken.contains(&fact) {
                taken.push(fact);
            }
        }
    });
}

fn names(drs: &Drs, tokens: &[Token]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    each(drs, &mut |said| {
        if let Said::Name(name) = said {
            found.insert(name.clone(), spelled(name, tokens));
        }
    });
    found
}

/// A constant as it stands in the sentence.
fn spelled(name: &str, tokens: &[Token]) -> String {
    for start in 0..tokens.len() {
        for end in start + 1..=tokens.len().min(start + 6) {
            let text: Vec<&str> = tokens[start..end].iter().map(|t| t.text.as_str()).collect();
            let text = text.join(" ");
            if key(&text) == name {
                return text;
            }
        }
    }
    name.to_owned()
}

/// Goes through everything a box says, in order.
fn each(drs: &Drs, visit: &mut dyn FnMut(&Said)) {
    for said in &drs.said {
        visit(said);
        said.inner().into_iter().for_each(|inner| each(inner, visit));
    }
}

/// Names, definite things, and what the sentence says there is.
fn mentioned(drs: &Drs, taken: &[(String, String)]) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let mut add = |mention: Mention| {
        if !found.iter().any(|other| other.thing == mention.thing) {
            found.push(mention);
        }
    };
    each(drs, &mut |said| {
        if let Said::Name(name) = said {
            add(Mention {
                thing: Thing::Constant(name.clone()),
                noun: taken.iter().find(|(_, of)| of == name).map(|(noun, _)| noun.clone()),
                introduced: false,
                several: false,
            });
        }
        if let Said::Noun(noun, thing @ Thing::Variable(variable), number) = said
            && drs.referents.contains(variable)
        {
            add(Mention {
                thing: thing.clone(),
                noun: Some(noun.clone()),
                introduced: true,
                several: *number == Number::Plural,
            });
        }
        let Said::Event(event) = said else { return };
        for thing in event.subject.iter().chain(&event.object) {
            if let Thing::Constant(name) = thing
                && let Some((noun, _)) = taken.iter().rev().find(|(_, of)| of == name)
            {
                let (thing, noun) = (thing.clone(), Some(noun.clone()));
                add(Mention { thing, noun, introduced: false, several: false });
            }
        }
    });
    found
}
