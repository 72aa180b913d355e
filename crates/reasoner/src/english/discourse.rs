//! What has been mentioned: whom `he` and `the dog` may refer to.
//! It holds the last two sentences only and knows nothing of syntax.

use super::lexicon::entry;
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
    /// In which sentence.
    pub sentence: u32,
}

/// The memory of a conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Discourse {
    referents: Vec<Referent>,
    sentence: u32,
    witnesses: u32,
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

    /// What was mentioned in the sentences before, oldest first.
    pub fn referents(&self) -> &[Referent] {
        &self.referents
    }
}

/// Whom a pronoun means, given what is in reach; later entries were mentioned later.
pub fn resolve(pronoun: &str, reach: &[Referent]) -> Option<Vec<Term>> {
    let fits: Vec<&Referent> = reach.iter().filter(|r| agrees(pronoun, r)).collect();
    let best = fits.iter().enumerate().max_by_key(|(index, r)| {
        let variable = r.indefinite && matches!(r.terms.as_slice(), [Term::Variable(_)]);
        let group = pronoun == "they" && r.terms.len() > 1;
        (variable, r.sentence, group, r.subject, preference(pronoun, r), *index)
    });
    best.map(|(_, r)| r.terms.clone())
}

fn agrees(pronoun: &str, referent: &Referent) -> bool {
    let group = referent.terms.len() > 1;
    let person = referent.noun.as_deref().is_none_or(|noun| {
        let last = noun.rsplit(' ').next().unwrap_or(noun);
        last == "person" || entry(last).is_none_or(|e| e.person)
    });
    match pronoun {
        "he" | "she" => !group && person,
        "it" => !group && (referent.noun.is_none() || !person),
        _ => true,
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

/// The thing `the noun` means, if an indefinite phrase with that noun is in reach.
pub fn mentioned(noun: &str, reach: &[Referent]) -> Option<Term> {
    let found = reach
        .iter()
        .rev()
        .find(|r| r.indefinite && r.noun.as_deref() == Some(noun) && r.terms.len() == 1)?;
    found.terms.first().cloned()
}
