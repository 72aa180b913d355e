//! What a sentence says, as boxes: built from the reduced term of its parse.
//! Whom pronouns and `the` mean is `resolve`; formulas are made by `lower`.

use std::collections::HashMap;

use crate::logic::Thing;
use crate::term::{Condition, Term};

/// A box: new referents, and what holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Drs {
    /// New referents.
    pub referents: Vec<u32>,
    /// What holds, in the order of the words.
    pub said: Vec<Said>,
}

/// One thing that is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A noun of a thing, and whether it stood in the plural.
    Noun(String, Thing, Number),
    /// An adjective of a thing.
    Adjective(String, Thing),
    /// A relation between two things.
    Relation(String, Thing, Thing),
    /// An event or state.
    Event(Event),
    /// Two are the same.
    Same(Thing, Thing),
    /// It is not so.
    Not(Drs),
    /// If the first then the second.
    If(Drs, Drs),
    /// At least one.
    Or(Vec<Drs>),
    /// Exactly one.
    One(Vec<Drs>),
    /// Both or neither.
    Iff(Drs, Drs),
    /// Normally, unless.
    Normally(Drs, Drs, Option<Drs>),
    /// Told, all that the first box describes are as the second says; sought, one of them.
    Any(Drs, Drs),
    /// The one thing that the first box describes is as the second says.
    Definite(Drs, Drs),
    /// What is said of somebody under a modal verb or in the past.
    Marked(String, Thing, Drs),
    /// A definite phrase looks for what was mentioned.
    The(u32),
    /// So does a pronoun.
    Pronoun(String, u32),
    /// A name was used.
    Name(String),
    /// Taken for granted: a noun of a named thing.
    Taken(String, String),
}

/// Whether a noun stood in the plural.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// One.
    Singular,
    /// Several.
    Plural,
}

/// An event or state with its parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Event {
    /// The verb, or nothing for a state.
    pub verb: Option<String>,
    /// The adjective or preposition of a state.
    pub state: Option<String>,
    /// Who does it or is so.
    pub subject: Option<Thing>,
    /// What it is done to.
    pub object: Option<Thing>,
    /// Prepositions with what they govern.
    pub roles: Vec<(String, Thing)>,
    /// How it is done.
    pub manner: Vec<String>,
    /// A state that is past.
    pub past: bool,
}

/// What a sentence is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// It tells something.
    Tell(Drs),
    /// It asks: what for, the referent asked for, and the boxes.
    Ask(String, Option<u32>, Vec<Drs>),
}

/// A meaning that the grammar should not have made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the grammar made no box of `{0}`")]
pub struct Malformed(pub String);

/// Builds what a reduced term says.
pub fn act(term: &Term) -> Result<Act, Malformed> {
    if let Term::Box(_, conditions) = term
        && let [Condition { name, terms }] = conditions.as_slice()
        && **name == *"ask"
    {
        return ask(terms);
    }
    Ok(Act::Tell(boxed(term)?))
}

fn ask(terms: &[Term]) -> Result<Act, Malformed> {
    let wrong = || Malformed(format!("{terms:?}"));
    let (kind, rest) = terms.split_first().ok_or_else(wrong)?;
    let kind = symbol(kind)?;
    let (asked, rest) = match rest.split_first() {
        Some((Term::Variable(variable), rest)) => (Some(*variable), rest),
        _ => (None, rest),
    };
    let boxes: Result<Vec<Drs>, Malformed> = rest.iter().map(boxed).collect();
    Ok(Act::Ask(kind, asked, boxes?))
}

fn boxed(term: &Term) -> Result<Drs, Malformed> {
    let Term::Box(referents, conditions) = term else {
        return Err(Malformed(format!("{term:?}")));
    };
    let mut events: HashMap<u32, usize> = HashMap::new();
    let mut drs = Drs { referents: Vec::new(), said: Vec::new() };
    for condition in conditions {
        let Condition { name, terms } = condition;
        match (&**name, terms.as_slice()) {
            (
                "v" | "st" | "subj" | "obj" | "role" | "manner" | "tense",
                [Term::Variable(e), rest @ ..],
            ) => {
                let place = *events.entry(*e).or_insert_with(|| {
                    drs.said.push(Said::Event(Event::default()));
                    drs.said.len() - 1
                });
                if let Some(Said::Event(event)) = drs.said.get_mut(place) {
                    take(event, name, rest)?;
                }
            }
            (name, terms) => drs.said.push(said(name, terms)?),
        }
    }
    drs.referents = referents.iter().copied().filter(|r| !events.contains_key(r)).collect();
    Ok(drs)
}

fn take(event: &mut Event, name: &str, rest: &[Term]) -> Result<(), Malformed> {
    match (name, rest) {
        ("v", [verb]) => event.verb = Some(symbol(verb)?),
        ("st", [state]) => event.state = Some(symbol(state)?),
        ("subj", [who]) => event.subject = Some(thing(who)?),
        ("obj", [what]) => event.object = Some(thing(what)?),
        ("role", [preposition, what]) => event.roles.push((symbol(preposition)?, thing(what)?)),
        ("manner", [how]) => event.manner.push(symbol(how)?),
        // `past_yes`: the past of a verb that says how things are; `past`: of `did`.
        ("tense", [tense]) => event.past |= ["past_yes", "past"].contains(&symbol(tense)?.as_str()),
        _ => return Err(Malformed(name.to_owned())),
    }
    Ok(())
}

fn said(name: &str, terms: &[Term]) -> Result<Said, Malformed> {
    Ok(match (name, terms) {
        ("n", [noun, what, number]) => {
            let several = symbol(number)? == "pl";
            let number = if several { Number::Plural } else { Number::Singular };
            Said::Noun(symbol(noun)?, thing(what)?, number)
        }
        ("a", [adjective, what]) => Said::Adjective(symbol(adjective)?, thing(what)?),
        ("r", [relation, a, b]) => Said::Relation(symbol(relation)?, thing(a)?, thing(b)?),
        ("eq", [a, b]) => Said::Same(thing(a)?, thing(b)?),
        ("not", [inner]) => Said::Not(boxed(inner)?),
        ("if", [a, b]) => Said::If(boxed(a)?, boxed(b)?),
        ("iff", [a, b]) => Said::Iff(boxed(a)?, boxed(b)?),
        ("or", [a, b]) => Said::Or(vec![boxed(a)?, boxed(b)?]),
        ("one", [a, b]) => Said::One(vec![boxed(a)?, boxed(b)?]),
        ("normally", [a, b]) => Said::Normally(boxed(a)?, boxed(b)?, None),
        ("normally", [a, b, c]) => Said::Normally(boxed(a)?, boxed(b)?, Some(boxed(c)?)),
        ("any", [a, b]) => Said::Any(boxed(a)?, boxed(b)?),
        ("def", [a, b]) => Said::Definite(boxed(a)?, boxed(b)?),
        ("mark", [mark, who, inner]) => Said::Marked(symbol(mark)?, thing(who)?, boxed(inner)?),
        ("the", [Term::Variable(x)]) => Said::The(*x),
        ("the", [noun, what]) => Said::Taken(symbol(noun)?, symbol(what)?),
        ("pronoun", [pronoun, Term::Variable(x)]) => Said::Pronoun(symbol(pronoun)?, *x),
        ("name", [what]) => Said::Name(symbol(what)?),
        _ => return Err(Malformed(name.to_owned())),
    })
}

fn symbol(term: &Term) -> Result<String, Malformed> {
    let Term::Symbol(text) = term else { return Err(Malformed(format!("{term:?}"))) };
    Ok(text.to_string())
}

fn thing(term: &Term) -> Result<Thing, Malformed> {
    if let Term::Variable(variable) = term {
        return Ok(Thing::Variable(*variable));
    }
    let text = symbol(term)?;
    Ok(match text.split_once('_') {
        Some((number, unit)) if number.parse::<f64>().is_ok() => {
            Thing::Quantity(number.to_owned(), unit.to_owned())
        }
        _ => Thing::Constant(text),
    })
}

impl Drs {
    /// Puts something in the place of a referent, everywhere.
    pub fn replace(&mut self, from: u32, to: &Thing) {
        self.referents.retain(|referent| *referent != from);
        for said in &mut self.said {
            said.replace(from, to);
        }
    }
}

impl Said {
    /// The boxes in it, in the order of the words.
    pub fn inner(&self) -> Vec<&Drs> {
        match self {
            Self::Not(inner) | Self::Marked(_, _, inner) => vec![inner],
            Self::If(a, b) | Self::Iff(a, b) | Self::Any(a, b) | Self::Definite(a, b) => vec![a, b],
            Self::Or(boxes) | Self::One(boxes) => boxes.iter().collect(),
            Self::Normally(a, b, unless) => {
                let mut all = vec![a];
                all.extend(unless);
                all.push(b);
                all
            }
            Self::Noun(..)
            | Self::Adjective(..)
            | Self::Relation(..)
            | Self::Event(_)
            | Self::Same(..)
            | Self::The(_)
            | Self::Pronoun(..)
            | Self::Name(_)
            | Self::Taken(..) => Vec::new(),
        }
    }

    /// The same, to change them.
    pub fn inner_mut(&mut self) -> Vec<&mut Drs> {
        match self {
            Self::Not(inner) | Self::Marked(_, _, inner) => vec![inner],
            Self::If(a, b) | Self::Iff(a, b) | Self::Any(a, b) | Self::Definite(a, b) => vec![a, b],
            Self::Or(boxes) | Self::One(boxes) => boxes.iter_mut().collect(),
            Self::Normally(a, b, unless) => {
                let mut all = vec![a];
                all.extend(unless);
                all.push(b);
                all
            }
            Self::Noun(..)
            | Self::Adjective(..)
            | Self::Relation(..)
            | Self::Event(_)
            | Self::Same(..)
            | Self::The(_)
            | Self::Pronoun(..)
            | Self::Name(_)
            | Self::Taken(..) => Vec::new(),
        }
    }

    fn replace(&mut self, from: u32, to: &Thing) {
        let put = |thing: &mut Thing| {
            if *thing == Thing::Variable(from) {
                *thing = to.clone();
            }
        };
        match self {
            Self::Noun(_, a, _) | Self::Adjective(_, a) => put(a),
            Self::Relation(_, a, b) | Self::Same(a, b) => {
                put(a);
                put(b);
            }
            Self::Event(event) => {
                event.subject.iter_mut().for_each(put);
                event.object.iter_mut().for_each(put);
                event.roles.iter_mut().for_each(|(_, thing)| put(thing));
            }
            Self::Not(inner) => inner.replace(from, to),
            Self::If(a, b) | Self::Iff(a, b) | Self::Any(a, b) | Self::Definite(a, b) => {
                a.replace(from, to);
                b.replace(from, to);
            }
            Self::Or(boxes) | Self::One(boxes) => {
                boxes.iter_mut().for_each(|b| b.replace(from, to))
            }
            Self::Normally(a, b, unless) => {
                a.replace(from, to);
                b.replace(from, to);
                unless.iter_mut().for_each(|unless| unless.replace(from, to));
            }
            Self::Marked(_, who, inner) => {
                put(who);
                inner.replace(from, to);
            }
            Self::The(_) | Self::Pronoun(..) | Self::Name(_) | Self::Taken(..) => {}
        }
    }
}
