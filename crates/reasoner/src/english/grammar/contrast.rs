//! Contrasts: what a verb takes and does not take, `makes cakes but not bread`, ways in which it is
//! done, `in person or remotely`, and sentences set against each other, `although Bob sleeps`.

use super::super::chart::Parse;
use super::super::syntax::{Determiner, Join, Np, Sentence, Verb, Vp};
use super::Grammar;

impl Grammar<'_> {
    /// `makes cakes but not bread`, `sings at home, but not at work`
    pub(super) fn but_not(&self, vp: &Parse<Vp>) -> Vec<Parse<Vp>> {
        let after = self.past_comma(vp.end);
        let Some(from) = self.words(after, &["but", "not"]) else { return Vec::new() };
        let Some((verb, wrap)) = innermost(&vp.value) else { return Vec::new() };
        let mut found = Vec::new();
        if verb.phrases.is_empty() && verb.adverbs.is_empty() && verb.objects.len() == 1 {
            for np in self.simple_np(from).iter() {
                let mut other = verb.clone();
                other.objects = vec![np.value.clone()];
                found.push(Parse::new(denied(vp, &other, &wrap), np.end, vp.cost + np.cost));
            }
        }
        for phrase in self.prepositional(from) {
            let (name, np) = phrase.value;
            let mut other = verb.clone();
            match other.phrases.iter().rposition(|(same, _)| *same == name) {
                Some(place) => other.phrases[place].1 = np,
                None if other.phrases.is_empty() => other.phrases.push((name, np)),
                None => continue,
            }
            found.push(Parse::new(denied(vp, &other, &wrap), phrase.end, vp.cost + phrase.cost));
        }
        if let Some((adverb, end)) = self.adverb(from).filter(|(adverb, _)| !adverb.is_empty()) {
            let mut other = verb.clone();
            other.adverbs.push(adverb);
            found.push(Parse::new(denied(vp, &other, &wrap), end, vp.cost));
        }
        found
    }

    /// `works in person or remotely`, `limps often and regularly`
    pub(super) fn ways(&self, vp: &Parse<Vp>) -> Vec<Parse<Vp>> {
        let join = match self.lower(vp.end) {
            "or" => Join::Or,
            "and" => Join::And,
            _ => return Vec::new(),
        };
        let Some((verb, wrap)) = innermost(&vp.value) else { return Vec::new() };
        let Some((adverb, end)) = self.adverb(vp.end + 1).filter(|(adverb, _)| !adverb.is_empty())
        else {
            return Vec::new();
        };
        // `sings well and often dances`: the word may belong to what follows.
        if self.may_be_verb(end) || self.is_finite_verb(end) {
            return Vec::new();
        }
        let mut other = verb.clone();
        let ends_in_adverb = verb.adverbs.last().is_some_and(|last| self.ends_with(vp.end, last));
        if ends_in_adverb {
            other.adverbs.pop();
        } else if verb.phrases.is_empty() || join == Join::And {
            return Vec::new();
        } else {
            other.phrases.pop();
        }
        other.adverbs.push(adverb);
        let both = vec![vp.value.clone(), wrap(Vp::Do(Box::new(other)))];
        vec![Parse::new(Vp::Join(join, both), end, vp.cost)]
    }

    /// `Ann sings although Bob sleeps`, `Ann sings, while Bob sleeps`: both are so.
    pub(super) fn although(&self, main: &Parse<Sentence>) -> Vec<Parse<Sentence>> {
        let at = self.past_comma(main.end);
        let set_off = at > main.end && self.one_of(at, &["while", "so"]);
        // `Ann is not sad because Bob sings`: what is denied cannot be told.
        let gives_reason = self.is(at, "because") && !self.is(at + 1, "of");
        if gives_reason && is_denied(&main.value) {
            return Vec::new();
        }
        let concedes = self.concedes(at).or((set_off || gives_reason).then_some(at + 1));
        let Some(from) = concedes else { return Vec::new() };
        let others = self.sentence(from);
        others
            .iter()
            .map(|other| {
                let both = vec![main.value.clone(), other.value.clone()];
                Parse::new(Sentence::Join(Join::And, both), other.end, main.cost + other.cost)
            })
            .collect()
    }

    /// `Although Ann sings, Bob sleeps`
    pub(super) fn although_first(&self, at: usize) -> Vec<Parse<Sentence>> {
        let because = self.is(at, "because") && !self.is(at + 1, "of");
        let opens = self.concedes(at).or(because.then_some(at + 1));
        let Some(from) = opens.filter(|_| at == 0) else { return Vec::new() };
        let mut found = Vec::new();
        for first in self.sentence(from).iter().filter(|first| self.is(first.end, ",")) {
            for main in self.sentence(first.end + 1).iter() {
                let both = vec![first.value.clone(), main.value.clone()];
                let value = Sentence::Join(Join::And, both);
                found.push(Parse::new(value, main.end, first.cost + main.cost));
            }
        }
        found
    }

    /// The position after a word that grants one thing beside another.
    fn concedes(&self, at: usize) -> Option<usize> {
        let one = self.one_of(at, &["although", "though", "whereas"]);
        one.then_some(at + 1).or_else(|| self.words(at, &["even", "though"]))
    }

    /// Whether the words before a position are those of an adverb.
    fn ends_with(&self, end: usize, adverb: &str) -> bool {
        let words: Vec<&str> = adverb.split('_').collect();
        let from = end.checked_sub(words.len());
        from.is_some_and(|from| words.iter().enumerate().all(|(i, w)| self.lower(from + i) == *w))
    }
}

/// Whether a denial stands in a sentence, so that a reason may be denied with it.
fn is_denied(sentence: &Sentence) -> bool {
    match sentence {
        Sentence::Clause(subject, vp) => matches!(vp, Vp::Not(_)) || is_none(subject),
        Sentence::Join(_, parts) => parts.iter().any(is_denied),
        Sentence::Not(_) | Sentence::If(..) | Sentence::Provided(..) | Sentence::Normally(..) => {
            true
        }
        Sentence::Framed(_, inner) => is_denied(inner),
        Sentence::There(_) | Sentence::Listing(..) => false,
    }
}

/// `nobody`, `not every dog`
fn is_none(subject: &Np) -> bool {
    match subject {
        Np::Nominal(n) => matches!(n.determiner, Determiner::No | Determiner::NotEvery),
        Np::Join(join, items) => *join == Join::Neither || items.iter().any(is_none),
        Np::Name(_) | Np::Pronoun(_) | Np::Asked => false,
    }
}

type Wrap = Box<dyn Fn(Vp) -> Vp>;

/// The verb of a phrase, and how to put another in its place under the same words.
fn innermost(vp: &Vp) -> Option<(Verb, Wrap)> {
    match vp {
        Vp::Do(verb) => Some(((**verb).clone(), Box::new(|vp| vp))),
        Vp::Under(words, form, inner) => {
            let (verb, wrap) = innermost(inner)?;
            let (words, form) = (words.clone(), *form);
            Some((verb, Box::new(move |vp| Vp::Under(words.clone(), form, Box::new(wrap(vp))))))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Be(_) | Vp::Normally(_) => None,
    }
}

fn denied(vp: &Parse<Vp>, other: &Verb, wrap: &Wrap) -> Vp {
    let other = wrap(Vp::Do(Box::new(other.clone())));
    Vp::Join(Join::And, vec![vp.value.clone(), Vp::Not(Box::new(other))])
}
