//! Many facts at once: how a fact is put is looked up for each sort of fact, not for each fact.
//! Facts are of one sort when they have the same predicate and their things are written alike.

use rustc_hash::FxHashMap;

use super::phrase::{phrases, term_text};
use super::{Style, fact, finish, paraphrase, reads_as};
use crate::english::closed::is_closed;
use crate::english::lexicon::entry;
use crate::english::morphology::noun_forms;
use crate::logic::{Clause, Literal, Term};

/// The wordings found so far.
#[derive(Debug, Default)]
pub struct Phrasebook {
    /// By sort, the wording that was read back, if there is one.
    found: FxHashMap<(String, bool, String), Option<usize>>,
}

impl Phrasebook {
    /// A clause in English; what is no plain fact is put as if it came alone.
    pub fn paraphrase(&mut self, clauses: &[Clause]) -> String {
        let [Clause::Rule { head, body }] = clauses else {
            return paraphrase(clauses, Style::Conversational);
        };
        let alone = || paraphrase(clauses, Style::Conversational);
        if !body.is_empty() || !head.atom.variables().is_empty() {
            return alone();
        }
        let terms: Option<Vec<String>> = head.atom.arguments.iter().map(term_text).collect();
        let Some(terms) = terms else { return alone() };
        match self.wording(head, &terms) {
            Some(at) => phrases(head, &terms).get(at).map_or_else(alone, |text| finish(text)),
            None => alone(),
        }
    }

    fn wording(&mut self, head: &Literal, terms: &[String]) -> Option<usize> {
        let sorts: Vec<String> = head.atom.arguments.iter().map(sort).collect();
        let key = (head.atom.predicate.clone(), head.positive, sorts.join(" "));
        if let Some(known) = self.found.get(&key) {
            return *known;
        }
        let clause = fact(head.clone());
        let read = |text: &String| reads_as(&finish(text), &clause);
        let found = phrases(head, terms).iter().position(read);
        self.found.insert(key, found);
        found
    }
}

/// How a thing is written, as far as reading it goes.
fn sort(term: &Term) -> String {
    let Term::Constant(name) = term else { return String::new() };
    let part = |word: &str| match word {
        "the" => "the".to_owned(),
        _ if word.chars().all(|c| c.is_ascii_digit()) => format!("{}", word.len()),
        _ => {
            let known = entry(word).is_some() || !noun_forms(word).is_empty();
            let letters = word.chars().all(char::is_alphabetic);
            let short = word.chars().count() == 1;
            format!(
                "{}{}{}{}",
                u8::from(known),
                u8::from(letters),
                u8::from(short),
                u8::from(is_closed(word))
            )
        }
    };
    // Words of the dictionary differ in how they are read, so each is its own sort.
    let plain = |word: &str| if entry(word).is_some() { word.to_owned() } else { part(word) };
    name.split('_').map(plain).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_put_as_if_they_came_alone() {
        let text = "parent_of(ann, bob). parent_of(carl, dora). tall(ann). tall(person_7). likes(ann, cats). \
                    likes(ann, dogs). in(the_cat, the_house). odd_thing(x1, 'Y z'). -tall(bob). p(X) :- q(X).";
        let pieces = crate::notation::read(text).unwrap();
        let mut book = Phrasebook::default();
        for piece in &pieces {
            let alone = paraphrase(&piece.logic, Style::Conversational);
            assert_eq!(book.paraphrase(&piece.logic), alone, "{}", piece.text);
        }
    }
}
