//! What has been mentioned: whom `he` and `the dog` may refer to.
//! It holds the last two sentences only and knows nothing of syntax.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::closed::{EACH_OTHER, SPEAKER, SPEAKERS};
use super::gender::{self, Gender};
use super::lexicon::{Entry, entry};
use super::meaning::constant_key;
use super::names::Names;
use crate::logic::Term;

/// How many sentences back a pronoun may reach.
const MEMORY: u32 = 2;

/// Something mentioned.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Referent {
    /// What it is; several for a group.
    pub terms: Vec<Term>,
    /// The noun it was introduced with, nothing for a name.
    pub noun: Option<String>,
    /// It was introduced by a name.
    pub named: bool,
    /// The letter it was given: `a man X`.
    pub label: Option<String>,
    /// It was the subject.
    pub subject: bool,
    /// It was introduced by an indefinite phrase in this place.
    pub indefinite: bool,
    /// That phrase was in the plural.
    pub several: bool,
    /// In which sentence.
    pub sentence: u32,
    /// It was met, called or given something, as people are.
    #[serde(default)]
    pub person: bool,
    /// It was said to be something that people are not.
    #[serde(default)]
    pub thing: bool,
}

/// The memory of a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Discourse {
    referents: Vec<Referent>,
    /// What `the capital of France` was said to be; nothing when it was said to be two things.
    identified: BTreeMap<String, Option<Term>>,
    sentence: u32,
    witnesses: u32,
    /// Every name heard, however long ago.
    names: Arc<Names>,
}

impl Discourse {
    /// The number of the sentence being read.
    pub fn sentence(&self) -> u32 {
        self.sentence
    }

    /// A number for the next thing said to exist.
    pub fn witnesses(&self) -> u32 {
        self.witnesses
    }

    /// Takes over what a sentence mentioned and moves on to the next.
    pub fn advance(&mut self, mentioned: Vec<Referent>, witnesses: u32) {
        self.sentence += 1;
        self.witnesses += witnesses;
        self.referents.extend(mentioned);
        let oldest = self.sentence.saturating_sub(MEMORY);
        self.referents.retain(|r| r.sentence >= oldest);
    }

    /// Keeps what a description was said to be.
    pub fn identify(&mut self, description: &str, term: &Term) {
        let known =
            self.identified.entry(description.to_owned()).or_insert_with(|| Some(term.clone()));
        if known.as_ref() != Some(term) {
            *known = None;
        }
    }

    /// What a description was said to be.
    pub fn identified(&self, description: &str) -> Option<&Term> {
        self.identified.get(description)?.as_ref()
    }

    /// Takes note of a name.
    pub fn hear(&mut self, constant: &str, written: &str) {
        if self.names.written(constant).is_none() {
            Arc::make_mut(&mut self.names).hear(constant, written);
        }
    }

    /// The names heard so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The same memory without the names, which are many.
    pub fn without_names(&self) -> Self {
        Self {
            referents: self.referents.clone(),
            identified: self.identified.clone(),
            sentence: self.sentence,
            witnesses: self.witnesses,
            names: Arc::default(),
        }
    }

    /// The same memory, to go on from without copying the names.
    pub fn resumed(&self) -> Self {
        Self { names: Arc::new(Names::after(self.names.clone())), ..self.without_names() }
    }

    /// What was mentioned in the sentences before, oldest first.
    pub fn referents(&self) -> &[Referent] {
        &self.referents
    }
}

/// Whom a pronoun means, given what is in reach; nobody when two would do equally well.
pub fn resolve(pronoun: &str, reach: &[Referent]) -> Option<Vec<Term>> {
    if pronoun == EACH_OTHER {
        return None;
    }
    let rank = |r: &Referent| {
        let variable = r.indefinite && matches!(r.terms.as_slice(), [Term::Variable(_)]);
        let group = pronoun == "they" && r.terms.len() > 1;
        let preferred = preference(pronoun, r) || is_told_thing(r, reach);
        (r.sentence, preferred, group, r.subject, variable)
    };
    let fits = reach.iter().filter(|r| agrees(pronoun, r, reach));
    let best = fits.clone().max_by_key(|r| rank(r))?;
    if ["he", "she"].contains(&pronoun) {
        let here: Vec<&Referent> = fits.filter(|r| r.sentence == best.sentence).collect();
        return one_person(&here);
    }
    if pronoun == "they" && best.terms.len() == 1 && best.terms.iter().all(Term::is_ground) {
        let here: Vec<&Referent> = reach.iter().filter(|r| r.sentence == best.sentence).collect();
        if let Some(people) = together(best, &here) {
            return people;
        }
    }
    let equal = |r: &&Referent| rank(r) == rank(best) && r.terms != best.terms;
    let plural = |r: &&Referent| r.several && r.sentence == best.sentence && r.terms != best.terms;
    let thing = best.noun.is_some() && !is_person(best) && !best.several;
    let rival = |r: &&Referent| {
        r.sentence == best.sentence && r.named && r.subject && !best.subject && !best.indefinite
    };
    // `The editor runs on Linux`: what may be a person or a thing is not passed over.
    let passed = |r: &&Referent| r.subject && r.sentence >= best.sentence && may_be_thing(r);
    let doubtful = fits.clone().any(|r| equal(&r))
        || (pronoun == "it" && !may_be_thing(best) && reach.iter().any(|r| passed(&r)))
        || (pronoun == "it" && fits.clone().any(|r| rival(&r)))
        || (pronoun == "they" && thing && fits.clone().any(|r| plural(&r)));
    (!doubtful).then(|| best.terms.clone())
}

/// The one of these that `he` or `she` means: the only one known to be a he or she, if no other
/// person may be, or else the only person; a name that need not be a person's gives way to both.
fn one_person(here: &[&Referent]) -> Option<Vec<Term>> {
    let sure = distinct(here.iter().filter(|r| gender(r).is_some()).collect());
    let people = here.iter().filter(|r| gender(r).is_none() && is_surely_person(r));
    let people = distinct(people.filter(|r| !sure.contains(&&r.terms)).collect());
    let others = here.iter().filter(|r| gender(r).is_none() && !is_surely_person(r));
    let subjects = distinct(others.clone().filter(|r| r.subject).collect());
    let others = distinct(others.collect());
    match (sure.as_slice(), people.as_slice(), others.as_slice()) {
        ([one], [], _) => Some((*one).clone()),
        ([], [one], _) if subjects.is_empty() => Some((*one).clone()),
        ([], [], [one]) => Some((*one).clone()),
        ([], [], _) => match subjects.as_slice() {
            [one] => Some((*one).clone()),
            _ => None,
        },
        _ => None,
    }
}

/// What these are, each once.
fn distinct<'r>(found: Vec<&&'r Referent>) -> Vec<&'r Vec<Term>> {
    let mut terms: Vec<&Vec<Term>> = Vec::new();
    for referent in found {
        if !terms.contains(&&referent.terms) {
            terms.push(&referent.terms);
        }
    }
    terms
}

/// `Tom met Ann. They left.`: both of them; nobody when others may be meant too. Nothing is said of
/// anything but people mentioned one by one.
fn together(best: &Referent, here: &[&Referent]) -> Option<Option<Vec<Term>>> {
    let single = |r: &&&Referent| r.terms.len() == 1 && !r.several && agrees_as_person(r);
    let mut people: Vec<Term> = Vec::new();
    for referent in here.iter().filter(single).filter(|r| is_surely_person(r)) {
        if !people.contains(&referent.terms[0]) {
            people.push(referent.terms[0].clone());
        }
    }
    let counted = people.len() > 1 && people.contains(&best.terms[0]);
    let fixed = people.iter().all(Term::is_ground) && !here.iter().any(|r| r.several);
    counted.then(|| fixed.then_some(people))
}

/// Whether a pronoun that was not resolved could mean something in reach.
pub fn is_contested(pronoun: &str, reach: &[Referent]) -> bool {
    reach.iter().filter(|r| agrees(pronoun, r, reach)).count() > 1
}

/// Whether it was said to be something that people are not, here or before.
fn is_told_thing(referent: &Referent, reach: &[Referent]) -> bool {
    referent.named && reach.iter().any(|r| r.thing && r.terms == referent.terms)
}

/// The word table's entry for the head of a referent's noun.
fn word(referent: &Referent) -> Option<Entry> {
    let noun = referent.noun.as_deref()?;
    entry(noun.rsplit(' ').next().unwrap_or(noun))
}

/// Whether its noun is one for people and for things, so that nobody can tell.
fn may_be_thing(referent: &Referent) -> bool {
    let gendered = referent.noun.as_deref().is_some_and(|noun| gender::of_noun(noun).is_some());
    is_person(referent)
        && !gendered
        && !is_creature(referent)
        && word(referent).is_some_and(|e| e.person && e.thing)
}

/// Whether its noun names an animal rather than the people called after it: `heron`, `tiger`.
fn is_creature(referent: &Referent) -> bool {
    let noun = referent.noun.as_deref().unwrap_or_default();
    ANIMALS.contains(&noun.rsplit(' ').next().unwrap_or(noun))
}

/// Nouns that the word table has for people first and that are mostly things.
const THINGS: &[&str] =
    &["monitor", "washer", "counter", "charger", "recorder", "scanner", "printer", "bumper"];

/// The same of animals.
const ANIMALS: &[&str] = &[
    "adder",
    "badger",
    "booby",
    "bullfinch",
    "canary",
    "chameleon",
    "crane",
    "cub",
    "cuckoo",
    "dodo",
    "dragon",
    "drake",
    "ewe",
    "fledgling",
    "gadfly",
    "gibbon",
    "gopher",
    "gull",
    "hammerhead",
    "harrier",
    "heron",
    "hog",
    "jackass",
    "jay",
    "loon",
    "merlin",
    "omnivore",
    "ostrich",
    "piranha",
    "predator",
    "primate",
    "rhea",
    "scorpion",
    "shrew",
    "shrimp",
    "skunk",
    "swift",
    "tiger",
    "thoroughbred",
    "warbler",
    "wasp",
    "weasel",
    "whale",
    "wolverine",
    "wren",
];

fn is_person(referent: &Referent) -> bool {
    referent.noun.as_deref().is_none_or(|noun| {
        let last = noun.rsplit(' ').next().unwrap_or(noun);
        let told = last == "person" || gender::of_noun(last).is_some();
        told || (entry(last).is_none_or(|e| e.person) && !THINGS.contains(&last))
    })
}

fn agrees(pronoun: &str, referent: &Referent, reach: &[Referent]) -> bool {
    let group = referent.terms.len() > 1;
    let person = is_person(referent);
    match pronoun {
        "he" => !group && agrees_as_person(referent) && gender(referent) != Some(Gender::Female),
        "she" => !group && agrees_as_person(referent) && gender(referent) != Some(Gender::Male),
        "it" => {
            let unheard = word(referent).is_none() && referent.noun.as_deref() != Some("you");
            let fits = match referent.noun {
                Some(_) => !person || unheard || is_creature(referent),
                None => !is_surely_person(referent) || is_told_thing(referent, reach),
            };
            !group && !referent.several && fits
        }
        _ => true,
    }
}

/// The constant a referent is known by, if it is a single one.
fn constant(referent: &Referent) -> Option<&str> {
    match referent.terms.as_slice() {
        [Term::Constant(constant)] => Some(constant),
        _ => None,
    }
}

fn gender(referent: &Referent) -> Option<Gender> {
    match (&referent.noun, constant(referent)) {
        (Some(noun), _) => gender::of_noun(noun),
        (None, Some(name)) => gender::of_name(name),
        (None, None) => None,
    }
}

/// Whether it can be a person at all: no speaker, and no place that something is in.
fn agrees_as_person(referent: &Referent) -> bool {
    let spoken = constant(referent)
        .is_some_and(|c| [SPEAKER, SPEAKERS].iter().any(|speaker| constant_key(speaker) == c));
    let placed = referent.noun.is_none()
        && !referent.subject
        && constant(referent).and_then(entry).is_some_and(|e| e.place);
    // `works as a nurse`: the kind, and no nurse.
    let kind =
        referent.noun.is_some() && constant(referent).is_some_and(|c| !c.starts_with("the_"));
    let known = referent.noun.as_deref().is_none_or(|noun| {
        entry(noun.rsplit(' ').next().unwrap_or(noun)).is_some() || referent.subject
    });
    is_person(referent) && known && !spoken && !placed && !kind
}

/// Whether nothing but a person can be meant.
fn is_surely_person(referent: &Referent) -> bool {
    match (&referent.noun, constant(referent)) {
        (Some(_), _) => is_person(referent),
        (None, name) => referent.person || name.is_some_and(gender::is_given),
    }
}

fn preference(pronoun: &str, referent: &Referent) -> bool {
    match pronoun {
        "it" => !referent.named,
        _ => true,
    }
}

/// The thing a letter was given to.
pub fn labelled(letter: &str, reach: &[Referent]) -> Option<Term> {
    let found = reach.iter().rev().find(|r| r.label.as_deref() == Some(letter))?;
    found.terms.first().cloned()
}

/// Whether a name is a letter that can stand for a variable.
pub fn is_letter(name: &str) -> bool {
    name.len() == 1 && name.chars().all(|c| c.is_ascii_uppercase())
}

/// The thing `the noun` means, if an indefinite phrase with that noun is in reach, or just one with
/// a longer name that ends in it (`a soccer player`, `the player`), and whether that phrase spoke
/// of several.
pub fn mentioned(noun: &str, reach: &[Referent]) -> Option<(Term, bool)> {
    let ends = |name: &str| name.rsplit([' ', '_']).next() == Some(noun);
    let single = || reach.iter().rev().filter(|r| r.indefinite && r.terms.len() == 1);
    let named = |r: &Referent, is: &dyn Fn(&str) -> bool| r.noun.as_deref().is_some_and(is);
    let exact = single().find(|r| named(r, &|name| name == noun));
    let found = exact.or_else(|| {
        let mut ending = single().filter(|r| named(r, &ends));
        ending.next().filter(|_| ending.next().is_none())
    })?;
    found.terms.first().map(|term| (term.clone(), found.several))
}
