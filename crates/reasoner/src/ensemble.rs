//! Ensemble English in a session: what the grammar made of a sentence, as the session's logic.
//! How sentences are read is the crate `english`; what follows from them is decided elsewhere.

use english::tokens::Sentence;
use english::{Ask, Context, Known, Limits, Mention, Purpose, Thing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::english::discourse::{Discourse, Referent};
use crate::english::meaning::Meaning;
use crate::english::question::{Asks, Question, Understood};
use crate::english::read::{Reading, Rejection};
use crate::logic::{Atom, Formula, Term};

/// Which English a session reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strictness {
    /// Ensemble English only: each sentence has the one meaning that the handbook says, or none.
    Strict,
    /// Free English, refused where it can be read in two ways.
    #[default]
    Checked,
}

impl Strictness {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Checked => "checked",
        }
    }

    /// By its name; what nobody knows is the usual.
    pub(crate) fn named(name: &str) -> Self {
        if name == Self::Strict.name() { Self::Strict } else { Self::Checked }
    }
}

/// What the handbook, the resource and the prompt say of the language.
pub const LANGUAGE: &str = include_str!("../../../docs/handbook/13-english.md");

/// Reads a statement of Ensemble English after what was mentioned before it.
pub fn statement(sentence: &Sentence, discourse: &Discourse) -> Reading {
    let reach = Reach::of(discourse);
    match english::read(sentence, reach.context(), Limits::default()) {
        Ok(reading) => Reading::Parsed(Box::new(reach.meaning(reading.meaning, None, discourse))),
        Err(refusal) => Reading::Rejected(reach.rejection(sentence, &refusal)),
    }
}

/// Reads a question of Ensemble English.
pub fn question(text: &str, discourse: &Discourse) -> Option<Understood> {
    let mut sentence = english::tokens::sentences(text).pop()?;
    sentence.asks = true;
    let reach = Reach::of(discourse);
    Some(match english::read(&sentence, reach.context(), Limits::default()) {
        Ok(english::Reading { purpose, meaning }) => {
            let (asks, asked) = match purpose {
                Purpose::Tell | Purpose::Ask(Ask::Truth) => (Asks::Truth, None),
                Purpose::Ask(Ask::Which(variable)) => (Asks::Which, Some(variable)),
                Purpose::Ask(Ask::Count(variable)) => (Asks::Count, Some(variable)),
                Purpose::Ask(Ask::Why) => (Asks::Why, None),
                Purpose::Ask(Ask::Where(thing)) => {
                    (Asks::Where { thing: reach.term(&thing), before: None }, None)
                }
                Purpose::Ask(Ask::Suppose(given)) => {
                    (Asks::WhatIf(vec![reach.formula(&given)]), None)
                }
            };
            let meaning = reach.meaning(meaning, asked, discourse);
            Understood::Question(Box::new(Question { asks, meaning }))
        }
        Err(refusal) => Understood::Not(Reading::Rejected(reach.rejection(&sentence, &refusal))),
    })
}

/// What a sentence can speak of without saying it again.
struct Reach<'d> {
    known: Vec<Known>,
    terms: Vec<Term>,
    is_name: Box<dyn Fn(&str) -> bool + 'd>,
}

impl<'d> Reach<'d> {
    fn of(discourse: &'d Discourse) -> Self {
        let is_name = Box::new(|name: &str| discourse.names().written(name).is_some());
        let mut reach = Self { known: Vec::new(), terms: Vec::new(), is_name };
        for referent in discourse.referents() {
            let [term] = referent.terms.as_slice() else { continue };
            reach.known.push(Known {
                noun: referent.noun.as_ref().map(|noun| noun.replace(' ', "_")),
                name: match term {
                    Term::Constant(name) if referent.named => Some(name.clone()),
                    Term::Constant(_) | Term::Variable(_) | Term::Witness(..) => None,
                },
                several: referent.several,
                ago: discourse.sentence().saturating_sub(referent.sentence),
                introduced: referent.indefinite,
            });
            reach.terms.push(term.clone());
        }
        reach
    }

    fn context(&self) -> Context<'_> {
        Context { known: &self.known, is_name: &*self.is_name }
    }

    fn meaning(
        &self,
        read: english::Meaning,
        asked: Option<u32>,
        discourse: &Discourse,
    ) -> Meaning {
        let mentioned = |mention: &Mention| Referent {
            terms: vec![self.term(&mention.thing)],
            noun: mention.noun.as_ref().map(|noun| noun.replace('_', " ")),
            named: read.names.contains_key(&mention.thing.to_string()),
            label: None,
            subject: false,
            indefinite: mention.introduced,
            several: mention.several,
            sentence: discourse.sentence(),
            person: false,
            thing: false,
        };
        let mut meaning = Meaning::of(self.formula(&read.formula));
        meaning.mentioned = read.mentioned.iter().map(mentioned).collect();
        meaning.presupposed = read
            .taken
            .iter()
            .map(|(noun, of)| Atom::new(noun.clone(), vec![Term::constant(of)]))
            .collect();
        meaning.names = read.names;
        meaning.asked = asked;
        meaning.canonical();
        meaning
    }

    fn term(&self, thing: &Thing) -> Term {
        match thing {
            Thing::Variable(variable) => Term::Variable(*variable),
            Thing::Constant(name) => Term::constant(name),
            Thing::Quantity(number, unit) => {
                Term::constant(&english::logic::quantity(number, unit))
            }
            Thing::Known(number) => {
                self.terms.get(*number).cloned().unwrap_or_else(|| Term::constant("unknown"))
            }
        }
    }

    fn formula(&self, read: &english::Formula) -> Formula {
        let one = |inner: &english::Formula| Box::new(self.formula(inner));
        let many = |parts: &[english::Formula]| parts.iter().map(|p| self.formula(p)).collect();
        match read {
            english::Formula::Atom(name, things) => {
                let terms = things.iter().map(|thing| self.term(thing)).collect();
                Formula::Atom(Atom::new(name.clone(), terms))
            }
            english::Formula::Not(inner) => Formula::Not(one(inner)),
            english::Formula::And(parts) => Formula::and(many(parts)),
            english::Formula::Or(parts) => Formula::Or(many(parts)),
            english::Formula::One(parts) => Formula::One(many(parts)),
            english::Formula::Implies(a, b) => Formula::Implies(one(a), one(b)),
            english::Formula::Iff(a, b) => Formula::Iff(one(a), one(b)),
            english::Formula::All(variables, inner) => Formula::All(variables.clone(), one(inner)),
            english::Formula::Some(variables, inner) => {
                Formula::Some(variables.clone(), one(inner))
            }
            english::Formula::Normally(variables, a, b, unless) => {
                let exceptions = match unless.as_deref() {
                    Some(english::Formula::Or(parts)) => many(parts),
                    Some(other) => vec![self.formula(other)],
                    None => Vec::new(),
                };
                let normally = Formula::Normally(one(a), one(b), exceptions);
                if variables.is_empty() {
                    normally
                } else {
                    Formula::All(variables.clone(), Box::new(normally))
                }
            }
        }
    }

    fn rejection(&self, sentence: &Sentence, refusal: &english::Refusal) -> Rejection {
        let context = self.context();
        let accepts = |text: &str| english::is_read(text, sentence.asks, context);
        let offers = english::offers(sentence, refusal, context, &accepts);
        let token = sentence.tokens.get(refusal.place).filter(|_| refusal.word.is_some());
        let pattern = match (offers.sentences.first(), &offers.part) {
            (Some(first), _) => first.clone(),
            (None, Some(part)) => part.clone(),
            (None, None) if sentence.asks => "Is NAME a NOUN?".to_owned(),
            (None, None) => "NAME is a NOUN.".to_owned(),
        };
        Rejection {
            word: refusal.word.clone().unwrap_or_default(),
            start: token.map_or(0, |token| token.start),
            end: token.map_or(0, |token| token.end),
            reason: refusal.reason.to_string(),
            pattern,
            offers: offers.sentences,
        }
    }
}

/// Sentences near one that free English refuses, each of which `accepts` takes.
pub(crate) fn offers(
    text: &str,
    discourse: &Discourse,
    accepts: &dyn Fn(&str) -> bool,
) -> Vec<String> {
    let Some(sentence) = english::tokens::sentences(text).into_iter().next() else {
        return Vec::new();
    };
    let reach = Reach::of(discourse);
    let place = |refusal: english::Refusal| {
        english::offers(&sentence, &refusal, reach.context(), accepts).sentences
    };
    match english::read(&sentence, reach.context(), Limits::default()) {
        Ok(_) => Vec::new(),
        Err(refusal) => place(refusal),
    }
}
