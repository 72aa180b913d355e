//! Verb phrases: auxiliaries, `be` with its complements, and which words can be the verb.
//! What a verb takes is in `taken`.

mod shape;
mod taken;

use super::super::chart::{Parse, Parses};
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::{Form, verb_forms};
use super::super::read::UNSURE;
use super::super::syntax::{Complement, Determiner, Np, Tense, Verb, Vp};
use super::{Grammar, Mode};
pub(crate) use shape::lacks_object;
pub(super) use shape::wrap_modal;
use shape::{add_adverb, denied_apart, denies_again, in_past, turns_active, turns_past, undergone};

impl Grammar<'_> {
    /// A verb phrase, possibly several joined.
    pub(crate) fn vp(&self, at: usize, mode: Mode) -> Parses<Vp> {
        self.vps.at(at, mode as u8, || {
            let item = |p| self.simple_vp(p, mode);
            let mut found = self.joined(at, &item, &Vp::Join);
            for parse in &mut found {
                parse.cost += turns_active(&parse.value);
                parse.cost += 3 * u32::from(turns_past(&parse.value));
                if mode == Mode::Singular {
                    parse.cost += ends_in_noun(&parse.value);
                }
            }
            found
        })
    }

    /// A verb phrase with nothing joined above its auxiliary.
    pub(crate) fn simple_vp(&self, at: usize, mode: Mode) -> Parses<Vp> {
        self.simple_vps.at(at, mode as u8, || {
            if at >= self.len() {
                return Vec::new();
            }
            let mut found = self.negated_vp(at, mode);
            found.extend(self.adverb_vp(at, mode));
            found.extend(self.be_vp(at, mode));
            found.extend(self.auxiliary_vp(at, mode));
            found.extend(self.main_vp(at, mode));
            let ways: Vec<_> = found.iter().flat_map(|vp| self.ways(vp)).collect();
            let contrasted: Vec<_> = found.iter().flat_map(|vp| self.but_not(vp)).collect();
            let last: Vec<_> = found.iter().flat_map(|vp| self.said_last(vp, mode)).collect();
            found.extend(last);
            found.extend(ways);
            found.extend(contrasted);
            found.extend(self.again(at, mode));
            found.extend(self.either_taken(at, mode));
            found.extend(self.neither_taken(at, mode));
            found
        })
    }

    fn negated_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let from = match (self.is(at, "never"), self.words(at, &["no", "longer"])) {
            (true, _) => at + 1,
            (_, Some(end)) => end,
            _ if self.is(at, "not")
                && matches!(mode, Mode::Base | Mode::Participle | Mode::Gerund) =>
            {
                at + 1
            }
            _ => return Vec::new(),
        };
        // `makes cakes but not bread`: one more thing rather than a verb.
        let thing = at > 0
            && self.is(at - 1, "but")
            && entry(self.lower(from)).is_some_and(|e| e.noun.is_some());
        self.simple_vp(from, mode)
            .iter()
            .map(|vp| {
                let alone = u32::from(thing && vp.end == from + 1);
                vp.with(Vp::Not(Box::new(vp.value.clone()))).plus(2 * alone)
            })
            .collect()
    }

    fn adverb_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        if self.one_of(at, closed::NORMALLY) {
            return self
                .simple_vp(at + 1, mode)
                .iter()
                .map(|vp| vp.with(Vp::Normally(Box::new(vp.value.clone()))))
                .collect();
        }
        let Some((adverb, end)) = self.adverb(at).filter(|(adverb, _)| !adverb.contains('_'))
        else {
            return Vec::new();
        };
        let inner = self.simple_vp(end, mode);
        let late = u32::from(!adverb.is_empty() && !goes_first(&adverb));
        inner
            .iter()
            .filter_map(|vp| add_adverb(&vp.value, &adverb).map(|value| vp.with(value).plus(late)))
            .collect()
    }

    fn be_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let forms: &[&str] = match mode {
            Mode::Singular => &["is", "was", "'s", "am"],
            Mode::Plural => &["are", "were"],
            Mode::Base => &["be"],
            Mode::Participle => &["been"],
            Mode::Gerund => &["being"],
        };
        // `china's growth`: after an ordinary noun it says whose, not what.
        let owning = self.lower(at) == "'s" && {
            let before = at.checked_sub(1).map_or("", |p| self.lower(p));
            let bare = !self.head_noun(at + 1).is_empty() && self.graded(at + 1).is_empty();
            let named = at.checked_sub(1).is_some_and(|p| self.is_capital(p));
            !closed::is_closed(before) && (!named || bare)
        };
        if owning || !self.one_of(at, forms) {
            return Vec::new();
        }
        let past = self.one_of(at, &["was", "were"]);
        let found = self.after_be(at + 1, mode).into_iter();
        found
            .map(|vp| if past { Parse::new(undergone(vp.value), vp.end, vp.cost) } else { vp })
            .collect()
    }

    /// What follows a form of `be`; also used after the subject of a question.
    pub(crate) fn after_be(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let mut at = at;
        let mut normally = false;
        while let Some((_, end)) = self.adverb(at).filter(|(adverb, end)| {
            adverb.is_empty() && *end < self.len() && !self.one_of(at, &["even", "too"])
        }) {
            at = end;
        }
        if self.one_of(at, closed::NORMALLY) {
            normally = true;
            at += 1;
        }
        let only = self.words(at, &["not", "only"]).is_some();
        let denied = (!only && self.one_of(at, &["not", "never"]))
            .then_some(at + 1)
            .or_else(|| self.words(at, &["no", "longer"]));
        let mut from = denied.unwrap_or(at);
        if self.one_of(from, closed::NORMALLY) {
            normally = true;
            from += 1;
        }
        let plural_name =
            |c: &Complement| mode == Mode::Plural && matches!(c, Complement::Np(Np::Name(_)));
        let complements = self.complement(from);
        let mut found: Vec<Parse<Vp>> = complements
            .iter()
            .map(|c| c.with(Vp::Be(c.value.clone())).plus(2 * u32::from(plural_name(&c.value))))
            .collect();
        found.extend(self.mixed(from, mode));
        if denied.is_none() {
            found.extend(self.ranked_to(from));
        }
        // `are not both` denies what the two of them are together: the clause says it.
        if mode == Mode::Plural && denied.is_none() && self.is(from, "both") {
            // `Ann and Bob are both tall`
            found.extend(self.complement(from + 1).iter().map(|c| c.with(Vp::Be(c.value.clone()))));
        }
        if denied.is_some() {
            let both = self.is(from, "both");
            let apart = found.iter().filter(|_| !both);
            let apart: Vec<_> =
                apart.filter_map(|p| Some(p.with(denied_apart(&p.value)?))).collect();
            found = found
                .into_iter()
                .filter(|p| !denies_again(&p.value))
                .map(|p| Parse::new(Vp::Not(Box::new(p.value)), p.end, p.cost))
                .collect();
            found.extend(apart);
        }
        if normally {
            found = found
                .into_iter()
                .map(|p| Parse::new(Vp::Normally(Box::new(p.value)), p.end, p.cost))
                .collect();
        }
        found
    }

    fn auxiliary_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let word = self.lower(at);
        let finite = matches!(mode, Mode::Singular | Mode::Plural);
        let fits = match word {
            "has" | "does" => mode == Mode::Singular,
            "do" => mode == Mode::Plural,
            "have" => matches!(mode, Mode::Plural | Mode::Base),
            "had" | "did" | "will" | "would" | "shall" | "can" | "could" | "must" | "should"
            | "may" | "might" => finite,
            _ => false,
        };
        if !fits {
            return Vec::new();
        }
        self.note(at);
        let only = self.words(at + 1, &["not", "only"]).is_some();
        let denied = !only && self.one_of(at + 1, &["not", "never"]);
        let from = if denied { at + 2 } else { at + 1 };
        let inner_mode =
            if ["has", "have", "had"].contains(&word) { Mode::Participle } else { Mode::Base };
        if ["do", "does", "did"].contains(&word) && !denied {
            return Vec::new();
        }
        let mut found = Vec::new();
        for vp in self.simple_vp(from, inner_mode).iter() {
            let past = matches!(word, "has" | "have" | "had" | "did");
            let value = if past { in_past(vp.value.clone()) } else { vp.value.clone() };
            // `Ann may not come`: she is not allowed to, or perhaps she will not.
            if word == "may" && denied {
                let perhaps = wrap_modal("might", denied, value.clone());
                found.push(vp.with(perhaps));
            }
            found.push(vp.with(wrap_modal(word, denied, value)));
        }
        if inner_mode == Mode::Base && !denied {
            let joined = self.vp(from, Mode::Base);
            found.extend(
                joined
                    .iter()
                    .filter(|vp| matches!(vp.value, Vp::Join(..)))
                    .map(|vp| vp.with(wrap_modal(word, denied, vp.value.clone()))),
            );
        }
        if denied {
            let joined = self.vp(from, inner_mode);
            found.extend(
                joined
                    .iter()
                    .filter(|vp| matches!(vp.value, Vp::Join(..)))
                    .map(|vp| vp.with(wrap_modal(word, denied, vp.value.clone()))),
            );
        }
        found
    }

    fn main_vp(&self, at: usize, mode: Mode) -> Vec<Parse<Vp>> {
        let word = self.lower(at);
        let token_is_name = at > 0 && self.token(at).is_none_or(|t| t.is_capital());
        let noun_rather = verb_forms(word).iter().all(|(lemma, _)| is_mostly_noun(lemma));
        // `used to smoke`: what was so and is no more.
        let base = |(_, form): &(String, Form)| *form == Form::Base;
        let no_more = word == "used"
            && self.is(at + 1, "to")
            && verb_forms(self.lower(at + 2)).iter().any(base);
        if token_is_name
            || no_more
            || word == "people"
            || PARTICLES_ONLY.contains(&word)
            || (noun_rather && support_forms(word).is_empty() && !self.does_it(at))
            || (closed::is_closed(word) && word != "like" && support_forms(word).is_empty())
        {
            return Vec::new();
        }
        let mut found = Vec::new();
        let forms = verb_forms(word);
        let passive =
            self.lower(at + 1) == "by" && forms.iter().any(|(_, f)| *f == Form::Participle);
        for (lemma, form) in forms.iter().cloned().chain(support_forms(word)) {
            if form == Form::Past && passive {
                continue;
            }
            let tense = match (mode, form) {
                (Mode::Singular, Form::Third) | (Mode::Plural | Mode::Base, Form::Base) => {
                    Tense::Present
                }
                (Mode::Singular | Mode::Plural, Form::Past)
                | (Mode::Participle, Form::Participle) => Tense::Past,
                (Mode::Gerund, Form::Gerund) => Tense::Progressive,
                _ => continue,
            };
            self.note(at);
            let rare = matches!(form, Form::Base | Form::Third) && is_rather_noun(word, &lemma);
            let itself = word != lemma && entry(word).is_some_and(|e| e.noun.is_some());
            let verb = Verb {
                lemma,
                passive: None,
                tense,
                adverbs: Vec::new(),
                objects: Vec::new(),
                phrases: Vec::new(),
            };
            if verb.lemma == "get" {
                found.extend(self.gets_done(at + 1, tense));
            }
            let rest = self.verb_rest(at + 1, verb).into_iter();
            let cost = match self.follows_person(at) {
                true => 0,
                false => u32::from(rare) + 2 * u32::from(rare && itself),
            };
            found.extend(rest.map(|vp| vp.plus(cost)));
        }
        found
    }

    /// `Adam values honesty`: after the name of a person stands a verb.
    fn follows_person(&self, at: usize) -> bool {
        let person = |p: usize| {
            self.is_capital(p)
                && entry(self.lower(p))
                    .is_some_and(|e| e.capital && e.person && e.adjective.is_none())
        };
        let first = if self.one_of(0, &["if", "when"]) { 1 } else { 0 };
        let joined = at > 0 && self.one_of(at - 1, &["either", "neither", "and", "or", "nor"]);
        at > 0 && person(at - 1) || joined && person(first)
    }

    /// `gets awarded`: the same as `is awarded`.
    fn gets_done(&self, at: usize, tense: Tense) -> Vec<Parse<Vp>> {
        let passive = |c: &Complement| matches!(c, Complement::Act(verb) if verb.passive.is_some());
        let done = self.act(at).into_iter().filter(|c| passive(&c.value));
        let as_told = |vp: Vp| if tense == Tense::Past { undergone(vp) } else { vp };
        done.map(|c| Parse::new(as_told(Vp::Be(c.value)), c.end, c.cost)).collect()
    }

    /// `hosts a party`: a word that is mostly a noun, in a verb's form and with an object.
    fn does_it(&self, at: usize) -> bool {
        const OPENINGS: &[&str] =
            &["a", "an", "the", "his", "her", "its", "their", "my", "this", "every", "no"];
        let formed = verb_forms(self.lower(at)).iter().any(|(_, form)| *form != Form::Base);
        formed && at > 0 && OPENINGS.contains(&self.lower(at + 1))
    }

    fn is_participle(&self, at: usize) -> bool {
        verb_forms(self.lower(at)).iter().any(|(_, form)| *form == Form::Participle)
    }

    /// Whether the word may be the verb of a clause.
    pub(super) fn may_be_verb(&self, at: usize) -> bool {
        let forms = verb_forms(self.lower(at));
        let finite =
            |(_, form): &(String, Form)| matches!(form, Form::Base | Form::Third | Form::Past);
        at < self.len() && !closed::is_closed(self.lower(at)) && forms.iter().any(finite)
    }

    /// Whether a verb phrase of its own begins here.
    pub(super) fn is_finite_verb(&self, at: usize) -> bool {
        const AUXILIARIES: &[&str] = &[
            "is", "was", "has", "had", "does", "did", "can", "could", "will", "would", "must",
            "should", "may", "might",
        ];
        self.may_be_verb(at) || AUXILIARIES.contains(&self.lower(at))
    }
}

pub(crate) fn support_forms(word: &str) -> Vec<(String, Form)> {
    let one = |lemma: &str, form| vec![(lemma.to_owned(), form)];
    match word {
        "has" => one("have", Form::Third),
        "have" => one("have", Form::Base),
        "had" => vec![("have".to_owned(), Form::Past), ("have".to_owned(), Form::Participle)],
        "having" => one("have", Form::Gerund),
        "does" => one("do", Form::Third),
        "do" => one("do", Form::Base),
        "did" => one("do", Form::Past),
        "done" => one("do", Form::Participle),
        "doing" => one("do", Form::Gerund),
        _ => Vec::new(),
    }
}

/// Adverbs that stand before their verb rather than after it.
fn goes_first(adverb: &str) -> bool {
    adverb.ends_with("ly")
        || ["often", "always", "sometimes", "rarely", "seldom", "never"].contains(&adverb)
}

/// A noun or adjective that is much more common than the verb; a form that is a noun itself, such
/// as `clothes`.
fn is_rather_noun(word: &str, lemma: &str) -> bool {
    let noun = |word: &str| entry(word).and_then(|e| e.noun).unwrap_or(0);
    let adjective = entry(lemma).and_then(|e| e.adjective).unwrap_or(0);
    let verb = entry(lemma).and_then(|e| e.verb).unwrap_or(0);
    noun(lemma) >= verb + 3 || adjective >= verb + 3 || (word != lemma && noun(word) >= verb + 3)
}

/// `sells bread and cakes`: a verb with nothing after it that may be one more thing.
fn ends_in_noun(vp: &Vp) -> u32 {
    let Vp::Join(_, parts) = vp else { return 0 };
    let thing = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && n.modifiers.is_empty());
    let pairs = parts.windows(2).filter_map(|pair| match (&pair[0], &pair[1]) {
        (Vp::Do(first), Vp::Do(second)) if first.objects.last().is_some_and(thing) => {
            is_alone(second).then(|| entry(&second.lemma).unwrap_or_default())
        }
        _ => None,
    });
    pairs
        .map(|word| match (word.noun, word.verb) {
            (None, _) => 0,
            (noun, verb) if noun >= verb => 3,
            (Some(_), _) => UNSURE,
        })
        .max()
        .unwrap_or(0)
}

/// A verb that is rarely without an object, and has none here.
fn is_alone(verb: &Verb) -> bool {
    verb.tense == Tense::Present
        && verb.passive.is_none()
        && verb.objects.is_empty()
        && verb.phrases.is_empty()
        && verb.adverbs.is_empty()
        && !closed::ALONE.contains(&verb.lemma.as_str())
        && !closed::INTRANSITIVE.contains(&verb.lemma.as_str())
}

/// A common noun that the table also lists as a rare verb.
fn is_mostly_noun(lemma: &str) -> bool {
    entry(lemma).is_some_and(|e| e.verb == Some(0) && e.noun >= Some(4))
}

/// `wakes up early`: words that the table also lists as rare verbs.
const PARTICLES_ONLY: &[&str] = &["up", "down", "out", "off", "in", "on", "over"];
