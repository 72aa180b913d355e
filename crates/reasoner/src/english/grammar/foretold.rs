//! `Ann will marry Bob`: what is told of the future or as a wish, kept apart from what is so.
//! In rules and choices `will` says nothing of its own.

use super::super::chart::Parse;
use super::super::morphology::{Form, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{Determiner, Join, Np, Vp};
use super::Grammar;

const FORETELLING: &[&str] = &["will", "would", "shall"];

impl Grammar<'_> {
    /// A verb phrase of this subject, under `will` or `would` where a plain statement has it.
    pub(super) fn foretold(&self, at: usize, subject: &Parse<Np>, vp: &Parse<Vp>) -> Parse<Vp> {
        if !is_definite(&subject.value) || !self.is_plain() {
            return vp.clone();
        }
        let from = subject.end;
        let tells = |p: usize| FORETELLING.contains(&self.lower(p));
        // `the man who will come`
        let clause = |p: usize| ["who", "that", "which"].contains(&self.lower(p - 1));
        let describes = (at + 1..vp.end).any(|p| tells(p) && clause(p));
        if !tells(from) {
            // `is a nurse and will be a doctor`: one part of it.
            let later = (from + 1..vp.end).any(|p| tells(p) && self.follows_mark(p));
            return vp.clone().plus(UNSURE * u32::from(later || describes));
        }
        // `will come and is happy`
        let mixed = (from + 2..vp.end).any(|p| self.follows_mark(p) && self.is_now(p));
        let word = if self.lower(from) == "would" { "would" } else { "will" };
        vp.with(under(word, &vp.value)).plus(UNSURE * u32::from(mixed || describes))
    }

    fn follows_mark(&self, at: usize) -> bool {
        at > 0 && ["and", "but", ","].contains(&self.lower(at - 1))
    }

    fn is_now(&self, at: usize) -> bool {
        let now = |(_, form): &(String, Form)| matches!(form, Form::Third | Form::Past);
        ["is", "are", "was", "were", "has", "does", "did"].contains(&self.lower(at))
            || verb_forms(self.lower(at)).iter().any(now)
                && !verb_forms(self.lower(at)).iter().any(|(_, form)| *form == Form::Base)
    }

    /// Whether nothing in the sentence makes it a rule or a choice.
    fn is_plain(&self) -> bool {
        const RULES: &[&str] =
            &["if", "when", "whenever", "unless", "or", "either", "neither", "only", "except"];
        !(0..self.len()).any(|p| RULES.contains(&self.lower(p)))
    }
}

fn under(word: &str, vp: &Vp) -> Vp {
    match vp {
        Vp::Not(inner) => Vp::Not(Box::new(under(word, inner))),
        Vp::Join(Join::And, _) | Vp::Under(..) | Vp::Be(_) | Vp::Do(_) => {
            Vp::Under(word.to_owned(), Form::Base, Box::new(vp.clone()))
        }
        Vp::Join(..) | Vp::Normally(_) => vp.clone(),
    }
}

/// Whether a phrase speaks of fixed things, so that the sentence is no rule.
fn is_definite(np: &Np) -> bool {
    match np {
        Np::Name(_) => true,
        Np::Pronoun(pronoun) => pronoun != "you",
        Np::Nominal(n) => {
            n.name.is_some() || matches!(n.determiner, Determiner::The | Determiner::Of(_))
        }
        Np::Join(join, items) => *join == Join::And && items.iter().all(is_definite),
        Np::Asked => false,
    }
}
