//! Sentences about things at large: most of them, and all of them except some.

use super::super::chart::Parse;
use super::super::syntax::{Determiner, Np, Sentence, Vp};
use super::{Grammar, Mode};

impl Grammar<'_> {
    /// `most birds can fly`: a rule with exceptions nobody named.
    pub(super) fn most(&self, at: usize) -> Vec<Parse<Sentence>> {
        const OPENINGS: &[&[&str]] = &[
            &["most", "of", "the"],
            &["almost", "all", "of", "the"],
            &["almost", "all"],
            &["almost", "every"],
            &["nearly", "all"],
            &["nearly", "every"],
            &["most"],
        ];
        let opening = OPENINGS.iter().find_map(|words| Some((words, self.words(at, words)?)));
        let Some((words, from)) = opening else { return Vec::new() };
        let plural = words.last() != Some(&"every");
        let mode = if plural { Mode::Plural } else { Mode::Singular };
        let mut found = Vec::new();
        for nominal in self.nominal(from, &Determiner::Every) {
            // `most expensive` compares; it does not count.
            if nominal.value.plural != plural {
                continue;
            }
            let subject = Np::Nominal(Box::new(nominal.value));
            for vp in self.vp(nominal.end, mode).iter() {
                found.push(Parse::new(
                    normally(&subject, &vp.value, Vec::new()),
                    vp.end,
                    nominal.cost + vp.cost,
                ));
            }
        }
        found
    }

    /// `everyone except Tom likes pizza`
    pub(super) fn all_except(&self, subject: &Parse<Np>, modes: &[Mode]) -> Vec<Parse<Sentence>> {
        let at = self.past_comma(subject.end);
        let general = matches!(&subject.value, Np::Nominal(n) if matches!(n.determiner, Determiner::Every | Determiner::No));
        if !general || !self.one_of(at, &["except", "but"]) {
            return Vec::new();
        }
        let from = if self.is(at + 1, "for") { at + 2 } else { at + 1 };
        let mut found = Vec::new();
        for except in self.np(from).iter() {
            let after = self.past_comma(except.end);
            for vp in modes.iter().flat_map(|mode| self.vp(after, *mode).to_vec()) {
                found.push(Parse::new(
                    normally(&subject.value, &vp.value, each(&except.value)),
                    vp.end,
                    subject.cost + except.cost + vp.cost,
                ));
            }
        }
        found
    }
}

fn normally(subject: &Np, vp: &Vp, exceptions: Vec<Np>) -> Sentence {
    let vp = if let Vp::Normally(inner) = vp { inner } else { vp };
    Sentence::Normally(Box::new(Sentence::Clause(subject.clone(), vp.clone())), exceptions)
}

/// The things a phrase names one by one.
pub(super) fn each(np: &Np) -> Vec<Np> {
    match np {
        Np::Join(_, items) => items.clone(),
        other @ Np::Name(_)
        | other @ Np::Pronoun(_)
        | other @ Np::Nominal(_)
        | other @ Np::Asked => vec![other.clone()],
    }
}
