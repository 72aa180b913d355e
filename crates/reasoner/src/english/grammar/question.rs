//! Questions in their own word order: the auxiliary before the subject.

use super::super::chart::Parse;
use super::super::closed;
use super::super::syntax::{Determiner, Np, Number, Sentence, Vp};
use super::clause::number;
use super::{Grammar, Mode};

const MODALS: &[&str] =
    &["can", "could", "must", "should", "may", "might", "will", "would", "shall"];

/// What may follow a subject that ends at a position.
type Rest<'r> = &'r dyn Fn(&Grammar<'_>, &Np, usize) -> Vec<Parse<Vp>>;

impl Grammar<'_> {
    /// The cheapest analyses of the whole input as a yes-or-no question.
    pub fn yes_no(&self) -> Vec<Parse<Sentence>> {
        let end = self.len();
        self.inverted(0).into_iter().filter(|parse| parse.end == end).collect()
    }

    /// Noun phrases from a position on.
    pub fn noun_phrases(&self, at: usize) -> Vec<Parse<Np>> {
        self.np(at).to_vec()
    }

    /// Sentences from a position on, for the conditions of questions.
    pub fn sentences_at(&self, at: usize) -> Vec<Parse<Sentence>> {
        self.sentence(at).to_vec()
    }

    fn inverted(&self, at: usize) -> Vec<Parse<Sentence>> {
        let word = self.lower(at);
        let mut found = Vec::new();
        if self.one_of(at, &["is", "are", "was", "were", "am"]) {
            if self.is(at + 1, "there") {
                found.extend(
                    self.np(at + 2).iter().map(|np| np.with(Sentence::There(np.value.clone()))),
                );
            }
            let opening = self
                .words(at + 1, &["it", "true", "that"])
                .or_else(|| self.words(at + 1, &["it", "the", "case", "that"]));
            if let Some(end) = opening {
                return self.top(end);
            }
            let singular = ["is", "was", "am"].contains(&word);
            self.after_subject(at + 1, &mut found, &|grammar, subject, end| {
                let fits = match number(subject) {
                    Number::Singular => singular,
                    Number::Plural => !singular,
                    Number::Any => true,
                };
                let mode = if singular { Mode::Singular } else { Mode::Plural };
                if fits { grammar.after_be(end, mode) } else { Vec::new() }
            });
            return found;
        }
        let mode = match word {
            "do" | "does" | "did" => Mode::Base,
            "has" | "have" | "had" => Mode::Participle,
            modal if MODALS.contains(&modal) => Mode::Base,
            _ => return found,
        };
        self.note(at);
        let prefix = MODALS.contains(&word) && !["will", "would", "shall"].contains(&word);
        self.after_subject(at + 1, &mut found, &|grammar, subject, end| {
            // `do fish live`: several of them.
            let unlike = match number(subject) {
                Number::Singular => word == "do" && !is_speaker(subject),
                Number::Plural => word == "does",
                Number::Any => false,
            };
            let mut vps = grammar.vp(end, mode).to_vec();
            vps.iter_mut().for_each(|vp| vp.cost += u32::from(unlike));
            if !prefix {
                return vps;
            }
            let under = |vp: Vp| {
                Vp::Under(word.to_owned(), super::super::morphology::Form::Base, Box::new(vp))
            };
            vps.into_iter().map(|vp| Parse::new(under(vp.value), vp.end, vp.cost)).collect()
        });
        found
    }

    fn after_subject(&self, at: usize, found: &mut Vec<Parse<Sentence>>, rest: Rest<'_>) {
        for subject in self.np(at).iter() {
            for vp in rest(self, &subject.value, subject.end) {
                let clause = Sentence::Clause(asked_for(&subject.value), vp.value);
                found.push(Parse::new(clause, vp.end, subject.cost + vp.cost));
            }
        }
    }
}

fn is_speaker(subject: &Np) -> bool {
    matches!(subject, Np::Name(name) if name == closed::SPEAKER)
}

/// `is anyone not a man`: whether there is one, not whether it is so of each.
fn asked_for(subject: &Np) -> Np {
    match subject {
        Np::Nominal(nominal) if nominal.determiner == Determiner::Any => {
            let mut some = nominal.clone();
            some.determiner = Determiner::Some;
            Np::Nominal(some)
        }
        Np::Join(join, items) => Np::Join(*join, items.iter().map(asked_for).collect()),
        Np::Nominal(_) | Np::Name(_) | Np::Pronoun(_) | Np::Asked => subject.clone(),
    }
}
