//! Conditions without a subject of their own, `if not treated`, and subjects said twice.

use super::super::chart::Parse;
use super::super::syntax::{Complement, Condition, Determiner, Np, Sentence, Vp};
use super::Grammar;

impl Grammar<'_> {
    /// `Stings hurt if not treated`: the subject again, left out.
    pub(super) fn if_done(&self, main: &Parse<Sentence>, at: usize) -> Vec<Parse<Sentence>> {
        let Some(condition) = self.condition_word(at) else { return Vec::new() };
        let Sentence::Clause(subject, _) = &main.value else { return Vec::new() };
        let Some(subject) = left_out(subject) else { return Vec::new() };
        let conditions = self.done_or_not(at + 1).into_iter();
        conditions
            .map(|c| {
                let when = Sentence::Clause(subject.clone(), c.value);
                let value =
                    Sentence::Provided(condition, Box::new(main.value.clone()), Box::new(when));
                Parse::new(value, c.end, main.cost + c.cost)
            })
            .collect()
    }

    /// `If not treated, stings hurt`
    pub(super) fn if_done_first(&self, at: usize) -> Vec<Parse<Sentence>> {
        let Some(condition) = self.condition_word(at) else { return Vec::new() };
        let mut found = Vec::new();
        for when in self.done_or_not(at + 1).iter().filter(|when| self.is(when.end, ",")) {
            for main in self.sentence(when.end + 1).iter() {
                let Sentence::Clause(subject, _) = &main.value else { continue };
                let Some(subject) = left_out(subject) else { continue };
                let clause = Sentence::Clause(subject, when.value.clone());
                let value =
                    Sentence::Provided(condition, Box::new(main.value.clone()), Box::new(clause));
                found.push(Parse::new(value, main.end, when.cost + main.cost));
            }
        }
        found
    }

    fn condition_word(&self, at: usize) -> Option<Condition> {
        match self.lower(at) {
            "if" | "when" => Some(Condition::If),
            "unless" => Some(Condition::Unless),
            _ => None,
        }
    }

    /// `treated`, `not treated at once`: a participle alone.
    fn done_or_not(&self, at: usize) -> Vec<Parse<Vp>> {
        let denied = self.is(at, "not");
        let from = if denied { at + 1 } else { at };
        let done = |c: &Complement| matches!(c, Complement::Act(verb) if verb.passive.is_some());
        let acts = self.act(from).into_iter().filter(|c| done(&c.value));
        acts.map(|c| {
            let vp = Vp::Be(c.value);
            let vp = if denied { Vp::Not(Box::new(vp)) } else { vp };
            Parse::new(vp, c.end, c.cost)
        })
        .collect()
    }
}

/// How a subject is spoken of again where it is left out; of `the product` nobody knows whether one
/// or each is meant.
fn left_out(subject: &Np) -> Option<Np> {
    match subject {
        Np::Name(_) => Some(subject.clone()),
        Np::Nominal(n) if !n.modifiers.is_empty() => None,
        Np::Nominal(n) => match n.determiner {
            Determiner::Bare if n.plural => Some(Np::Pronoun("they".to_owned())),
            Determiner::Every | Determiner::A => Some(Np::Pronoun("they".to_owned())),
            Determiner::Bare
            | Determiner::Any
            | Determiner::NotEvery
            | Determiner::No
            | Determiner::Some
            | Determiner::The
            | Determiner::Only
            | Determiner::Which
            | Determiner::Of(_)
            | Determiner::Amount(_) => None,
        },
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => None,
    }
}

/// `If grapes are sweet, grapes are ripe`: those that are sweet.
pub(super) fn spoken_again(first: &Sentence, second: &Sentence) -> Sentence {
    match (first, second) {
        (Sentence::Clause(Np::Nominal(once), _), Sentence::Clause(Np::Nominal(again), vp))
            if once == again && once.determiner == Determiner::Bare && once.plural =>
        {
            Sentence::Clause(Np::Pronoun("they".to_owned()), vp.clone())
        }
        _ => second.clone(),
    }
}
