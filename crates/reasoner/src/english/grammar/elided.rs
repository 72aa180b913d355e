//! What is left out because it was said before: the subject of `Either paper cups or glass cups`, of
//! `or he sings` and of `nor is it red`, and the verb of `either drink tea or coffee`.

use super::super::chart::Parse;
use super::super::morphology::Form;
use super::super::syntax::{Complement, Determiner, Join, Nominal, Np, Sentence, Verb, Vp};
use super::verb::wrap_modal;
use super::{Grammar, Mode};

impl Grammar<'_> {
    /// `Either paper cups or glass cups.`: said of cups. What `Either red or blue.` speaks of
    /// nobody can tell.
    pub(super) fn without_subject(&self, at: usize) -> Vec<Parse<Sentence>> {
        if at != 0 || !self.is(at, "either") {
            return Vec::new();
        }
        let whole = self.complement(at);
        let whole = whole.iter().filter(|c| c.end == self.len());
        whole
            .filter_map(|c| match &c.value {
                Complement::Join(Join::Either, parts) => {
                    let subject = Np::Nominal(Box::new(divided(parts)?));
                    Some(c.with(Sentence::Clause(subject, Vp::Be(c.value.clone()))))
                }
                Complement::Join(..)
                | Complement::Adjective(_)
                | Complement::Np(_)
                | Complement::At(..)
                | Complement::Than(..)
                | Complement::As(..)
                | Complement::Rank(..)
                | Complement::Act(_)
                | Complement::Under(..)
                | Complement::Not(_) => None,
            })
            .collect()
    }

    /// `either sings, or he dances`, `neither sings nor does he dance`: a pronoun that repeats the
    /// subject.
    pub(super) fn again(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        if at < 2 || !matches!(mode, Mode::Singular | Mode::Plural) {
            return Vec::new();
        }
        match self.lower(at - 1) {
            "or" | "nor" if self.repeats_subject(at, mode) && self.is_second_part(at) => {
                self.vp(at + 1, mode).to_vec()
            }
            "nor" if self.repeats_subject(at + 1, mode) => self.turned_round(at, mode),
            _ => Vec::new(),
        }
    }

    /// `is it red`, `does he dance`, `can Rex swim`
    fn turned_round(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let plural = mode == Mode::Plural;
        let from = at + 2;
        match self.lower(at) {
            "is" | "was" if !plural => self.after_be(from, mode),
            "are" | "were" if plural => self.after_be(from, mode),
            "does" if !plural => self.simple_vp(from, Mode::Base).to_vec(),
            "do" if plural => self.simple_vp(from, Mode::Base).to_vec(),
            "did" => self.simple_vp(from, Mode::Base).to_vec(),
            "has" if !plural => self.simple_vp(from, Mode::Participle).to_vec(),
            "have" if plural => self.simple_vp(from, Mode::Participle).to_vec(),
            word @ ("can" | "could" | "will" | "would" | "must" | "should") => {
                let inner = self.simple_vp(from, Mode::Base);
                let wrap = |vp: &Parse<Vp>| vp.with(wrap_modal(word, false, vp.value.clone()));
                inner.iter().map(wrap).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the word is a pronoun for the subject, or the subject's own name again.
    fn repeats_subject(&self, at: usize, mode: Mode) -> bool {
        let first = if self.one_of(0, &["if", "when"]) { 1 } else { 0 };
        let named = self.is_capital(at)
            && self.token(at).map(|t| &t.text) == self.token(first).map(|t| &t.text);
        match mode {
            Mode::Plural => self.is(at, "they"),
            Mode::Singular => named || self.one_of(at, &["he", "she", "it"]),
            Mode::Base | Mode::Participle | Mode::Gerund => false,
        }
    }

    /// Whether an `either` or `neither` after the subject waits for its second part, and nobody
    /// was named since whom the pronoun could mean.
    fn is_second_part(&self, at: usize) -> bool {
        let Some(mark) = (1..at).rev().find(|p| self.one_of(*p, &["either", "neither"])) else {
            return false;
        };
        let opens = [",", "if", "then", "that", "when", "unless"].contains(&self.lower(mark - 1));
        let it = self.one_of(at, &["it", "they"]);
        !opens && (it || (mark..at).all(|p| !self.is_capital(p)))
    }

    /// `either drinks tea or coffee`: one of them, not both.
    pub(super) fn either_taken(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        if !self.is(at, "either") {
            return Vec::new();
        }
        let inner = self.simple_vp(at + 1, mode);
        let inner = inner.iter().filter(|vp| !self.may_go_on((at, vp.end)));
        inner
            .filter_map(|vp| match &vp.value {
                Vp::Do(verb) => Some(vp.with(Vp::Do(Box::new(parted(verb)?)))),
                Vp::Be(Complement::Act(verb)) => {
                    let verb = parted(verb).filter(takes_names)?;
                    Some(vp.with(Vp::Be(Complement::Act(Box::new(verb)))))
                }
                // `either works in person or remotely`
                Vp::Join(Join::Or, parts) => Some(vp.with(Vp::Join(Join::Either, parts.clone()))),
                Vp::Be(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) => None,
            })
            .collect()
    }

    /// `neither drinks tea nor coffee`, `neither enjoys singing nor dancing`
    pub(super) fn neither_taken(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        if !self.is(at, "neither") {
            return Vec::new();
        }
        let mut found = Vec::new();
        for vp in self.simple_vp(at + 1, mode).iter().filter(|vp| self.is(vp.end, "nor")) {
            let from = vp.end + 1;
            match &vp.value {
                Vp::Do(verb) if verb.phrases.is_empty() && verb.objects.len() == 1 => {
                    let verb_like = !self.is_capital(from) && self.may_be_verb(from);
                    for np in self.simple_np(from).iter().filter(|_| !verb_like) {
                        let mut other = verb.clone();
                        other.objects = vec![np.value.clone()];
                        let both = vec![vp.value.clone(), Vp::Do(other)];
                        let cost = vp.cost + np.cost;
                        found.push(Parse::new(Vp::Join(Join::Neither, both), np.end, cost));
                    }
                }
                Vp::Under(words, form @ Form::Gerund, _) => {
                    for other in self.simple_vp(from, Mode::Gerund).iter() {
                        let inner = Box::new(other.value.clone());
                        let other_vp = Vp::Under(words.clone(), *form, inner);
                        let both = vec![vp.value.clone(), other_vp];
                        let cost = vp.cost + other.cost;
                        found.push(Parse::new(Vp::Join(Join::Neither, both), other.end, cost));
                    }
                }
                Vp::Do(_) | Vp::Under(..) | Vp::Be(_) | Vp::Join(..) | Vp::Not(_) => {}
                Vp::Normally(_) => {}
            }
        }
        found
    }

    /// `either made in China or the US`
    pub(super) fn either_governed(&self, at: usize) -> Vec<Parse<Complement>> {
        if !self.is(at, "either") {
            return Vec::new();
        }
        let acts = self.act(at + 1).into_iter().filter(|c| !self.may_go_on((at, c.end)));
        acts.filter_map(|c| {
            let Complement::Act(verb) = &c.value else { return None };
            let verb = Box::new(parted(verb).filter(takes_names)?);
            Some(Parse::new(Complement::Act(verb), c.end, c.cost))
        })
        .collect()
    }

    /// Whether the word after the last `or` may be a verb of its own.
    fn may_go_on(&self, (at, end): (usize, usize)) -> bool {
        let mark = (at..end).rev().find(|p| self.lower(*p) == "or");
        mark.is_none_or(|p| !self.is_capital(p + 1) && self.may_be_verb(p + 1))
    }
}

/// What is divided: the noun that all parts share.
fn divided(parts: &[Complement]) -> Option<Nominal> {
    let head = |part: &Complement| {
        let bare = |n: &&Nominal| {
            matches!(n.determiner, Determiner::Bare | Determiner::A) && n.name.is_none()
        };
        let noun = part.nominal().filter(bare)?.noun.as_deref()?;
        Some(noun.rsplit(' ').next().unwrap_or(noun).to_owned())
    };
    let shared = head(parts.first()?)?;
    let all = parts.iter().all(|part| head(part).as_ref() == Some(&shared));
    all.then(|| Nominal {
        determiner: Determiner::Every,
        adjectives: Vec::new(),
        noun: Some(shared),
        people: None,
        name: None,
        plural: true,
        modifiers: Vec::new(),
    })
}

/// The same verb with what it takes last divided.
fn parted(verb: &Verb) -> Option<Verb> {
    let mut verb = verb.clone();
    let last = match verb.phrases.last_mut() {
        Some((_, np)) => np,
        None => verb.objects.last_mut()?,
    };
    let Np::Join(join @ Join::Or, _) = last else { return None };
    *join = Join::Either;
    Some(verb)
}

/// `either made in China or cheap`: only names are sure to stand beside a name.
fn takes_names(verb: &Verb) -> bool {
    let last = verb.phrases.last().map(|(_, np)| np).or(verb.objects.last());
    let named = |np: &Np| matches!(np, Np::Name(_));
    matches!(last, Some(Np::Join(_, items)) if items.iter().all(named))
}
