//! What the predicate of a verb or a description is called, under `can`, `wants to` and the like.

use super::super::closed::THERE;
use super::super::morphology::{Form, gerund, third, verb_forms};
use super::super::syntax::Verb;
use super::Builder;
use super::description::predicate_key;

impl Builder<'_> {
    pub(super) fn verb_name(&self, verb: &Verb, active: bool, tail: &[&str]) -> String {
        let mut parts: Vec<String> = verb.adverbs.clone();
        parts.retain(|adverb| adverb != THERE);
        let (first, particle) = match verb.lemma.split_once(' ') {
            Some((first, particle)) => (first, Some(particle)),
            None => (verb.lemma.as_str(), None),
        };
        let inner = match (&verb.passive, self.prefix.last()) {
            (Some(participle), Some(_)) if !active => format!("be_{participle}"),
            (Some(participle), None) if !active => participle.clone(),
            (_, Some((_, Form::Base))) => first.to_owned(),
            (_, Some((_, Form::Gerund))) => gerund(first),
            _ => third(first),
        };
        parts.push(inner);
        parts.extend(particle.map(str::to_owned));
        parts.extend(tail.iter().map(|t| (*t).to_owned()));
        let name = predicate_key(&parts.join(" "));
        self.prefixed(&name)
    }

    /// The predicate under `can`, `wants to` and the like.
    pub(super) fn prefixed(&self, name: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        for (index, (prefix, _)) in self.prefix.iter().enumerate() {
            let form = index.checked_sub(1).map(|i| self.prefix[i].1);
            words.push(reform(prefix, form));
        }
        words.push(name.to_owned());
        words.join("_")
    }

    /// The same with `be` before a complement.
    pub(super) fn with_prefix(&self, be: &str, name: &str) -> String {
        match self.prefix.last() {
            None => name.to_owned(),
            Some((_, Form::Gerund)) => self.prefixed(&format!("being_{name}")),
            Some(_) => self.prefixed(&format!("{be}_{name}")),
        }
    }
}

/// A prefix such as `wants_to` in the form the words before it ask for.
fn reform(prefix: &str, form: Option<Form>) -> String {
    let Some(form) = form else { return prefix.to_owned() };
    let (first, rest) = prefix.split_once('_').unwrap_or((prefix, ""));
    let lemma =
        verb_forms(first).iter().find(|(_, f)| *f == Form::Third).map(|(lemma, _)| lemma.clone());
    let first = match (lemma, form) {
        (Some(lemma), Form::Base) => lemma,
        (Some(lemma), Form::Gerund) => gerund(&lemma),
        _ => first.to_owned(),
    };
    if rest.is_empty() { first } else { format!("{first}_{rest}") }
}
