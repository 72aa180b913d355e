//! Descriptions: what adjectives, a noun and its modifiers say of a thing.

use super::super::closed::ordinal;
use super::super::drs::Drs;
use super::super::lexicon::entry;
use super::super::morphology::{graded_adjective, plural};
use super::super::syntax::{Adjective, Complement, Determiner, Join, Modifier, Nominal, Np, Vp};
use super::noun::constant_key;
use super::{Builder, Outcome, Refusal};
use crate::logic::{Atom, Term};

/// Adjectives that change what the noun means, so that the two stay one word.
const PRIVATIVE: &[&str] = &[
    "former",
    "fake",
    "alleged",
    "potential",
    "future",
    "so-called",
    "artificial",
    "ex",
    "false",
    "mock",
    "would-be",
    "only",
    "same",
    "different",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "last",
    "next",
    "previous",
    "main",
    "other",
    "similar",
    "most",
    "best",
    "worst",
    "largest",
    "biggest",
    "highest",
    "lowest",
    "smallest",
    "oldest",
    "youngest",
    "longest",
    "particular",
    "certain",
    "various",
    "preceding",
    "following",
    "aspiring",
    "late",
    "favorite",
    "favourite",
    "accused",
    "apparent",
    "attempted",
    "counterfeit",
    "erstwhile",
    "fictional",
    "fictitious",
    "honorary",
    "hypothetical",
    "imaginary",
    "likely",
    "one-time",
    "onetime",
    "ostensible",
    "possible",
    "presumed",
    "pretend",
    "presumptive",
    "probable",
    "prospective",
    "purported",
    "putative",
    "reputed",
    "rumored",
    "rumoured",
    "self-appointed",
    "self-declared",
    "self-described",
    "self-proclaimed",
    "self-professed",
    "self-styled",
    "supposed",
    "suspected",
    "wannabe",
];

/// Adjectives that say what a thing is to its owner: `her favorite song`.
const OF_OWNER: &[&str] = &["favorite", "favourite", "former", "future", "potential", "main"];

/// Whether an adjective changes what its noun means.
pub fn changes_noun(adjective: &str) -> bool {
    PRIVATIVE.contains(&adjective)
}

/// `a big fan`, `a heavy smoker`: how much, not what they are like.
fn says_how_much(adjective: &Adjective, noun: Option<&str>) -> bool {
    const MUCH: &[&str] = &["big", "huge", "great", "heavy", "hard", "avid"];
    const DOERS: &[&str] = &[
        "fan",
        "supporter",
        "admirer",
        "lover",
        "eater",
        "smoker",
        "drinker",
        "sleeper",
        "reader",
    ];
    let much = adjective.words.last().is_some_and(|word| MUCH.contains(&word.as_str()));
    much && noun.is_some_and(|noun| DOERS.contains(&noun))
}

/// `a good cook`: good as one, and nothing of what else somebody does.
fn is_relative(adjective: &Adjective, noun: &str) -> bool {
    const RELATIVE: &[&str] = &[
        "bad",
        "better",
        "competent",
        "excellent",
        "experienced",
        "good",
        "great",
        "incompetent",
        "inexperienced",
        "mediocre",
        "skilful",
        "skilled",
        "skillful",
        "terrible",
        "worse",
    ];
    const ANYBODY: &[&str] = &[
        "adult",
        "baby",
        "being",
        "boy",
        "character",
        "child",
        "citizen",
        "female",
        "fellow",
        "girl",
        "guy",
        "human",
        "individual",
        "kid",
        "lady",
        "male",
        "man",
        "one",
        "person",
        "soul",
        "thing",
        "woman",
    ];
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    let does = entry(head).is_some_and(|e| e.person) && !ANYBODY.contains(&head);
    does && adjective.words.last().is_some_and(|word| RELATIVE.contains(&word.as_str()))
}

/// `tallest`, `most popular`
fn is_superlative(adjective: &Adjective) -> bool {
    match adjective.words.as_slice() {
        [one] => {
            graded_adjective(one, "est").is_some()
                && entry(one).is_none_or(|e| e.adjective.is_none())
        }
        [first, _] => first == "most" || first == "least",
        _ => false,
    }
}

impl Builder<'_> {
    /// What adjectives, noun and modifiers say of a thing.
    pub(crate) fn restrict(&mut self, nominal: &Nominal, term: &Term, drs: &mut Drs) -> Outcome {
        // What `can` or `wants to` says of the verb it does not say of the things around it.
        let prefix = std::mem::take(&mut self.prefix);
        let outcome = self.describe(nominal, term, drs);
        self.prefix = prefix;
        outcome
    }

    fn describe(&mut self, nominal: &Nominal, term: &Term, drs: &mut Drs) -> Outcome {
        let (bound, free): (Vec<&Adjective>, Vec<&Adjective>) =
            nominal.adjectives.iter().partition(|a| {
                is_superlative(a)
                    || a.words.iter().any(|w| PRIVATIVE.contains(&w.as_str()))
                    || says_how_much(a, nominal.noun.as_deref())
            });
        for adjective in free {
            let mut words = adjective.words.clone();
            words.extend(nominal.noun.clone().filter(|noun| is_relative(adjective, noun)));
            drs.say(Atom::new(predicate_key(&words.join(" ")), vec![term.clone()]));
        }
        let says = |word: &str| bound.iter().any(|a| a.words.iter().any(|w| w == word));
        if says("same") {
            return Err(Refusal::Unsupported("`same` without what it is the same as"));
        }
        if says("different") {
            return Err(Refusal::Unsupported("`different` without what it is different from"));
        }
        if let Some(why) = super::unsure::description(nominal) {
            return Err(Refusal::Unsure(why));
        }
        let Some(noun) = &nominal.noun else {
            if !bound.is_empty() {
                return Err(Refusal::Unsupported("this adjective without a noun"));
            }
            return self.modify(&nominal.modifiers, term, drs);
        };
        let best = matches!(bound.as_slice(), [one] if is_superlative(one));
        let among = matches!(
            nominal.modifiers.as_slice(),
            [Modifier::Of(_)] | [Modifier::Is(Complement::At(..))]
        );
        let in_order = bound.iter().any(|a| {
            a.words.iter().any(|w| ordinal(w).is_some() || ["last", "next"].contains(&w.as_str()))
        });
        let narrowed = nominal.modifiers.iter().any(|m| {
            matches!(
                m,
                Modifier::Is(Complement::Act(_)) | Modifier::That(_) | Modifier::ThatOther(..)
            )
        });
        if best && !among && !nominal.modifiers.is_empty() || in_order && narrowed {
            return Err(Refusal::Unsure("among which things this is the most"));
        }
        if best && among {
            return self.best_of(nominal, noun, term, drs);
        }
        let alone = bound.len() == nominal.adjectives.len();
        if in_order && among && alone {
            return self.in_order(nominal, noun, term, drs);
        }
        let owned = matches!(nominal.modifiers.as_slice(), [Modifier::Of(_)])
            && bound.iter().all(|a| a.words.iter().all(|w| OF_OWNER.contains(&w.as_str())));
        if !bound.is_empty() && (!alone || !nominal.modifiers.is_empty() && !owned) {
            return Err(Refusal::Unsupported("this adjective with other descriptions"));
        }
        let mut words: Vec<String> = bound.iter().flat_map(|a| a.words.clone()).collect();
        words.push(noun.clone());
        let words = among_the(nominal, words);
        let predicate = predicate_key(&words.join(" "));
        let (of, others): (Vec<&Modifier>, Vec<&Modifier>) =
            nominal.modifiers.iter().partition(|m| matches!(m, Modifier::Of(_)));
        if of.len() > 1 {
            return Err(Refusal::Unsupported("two owners of one thing"));
        }
        match of.first() {
            Some(Modifier::Of(owner)) => {
                let group = nominal.plural && nominal.determiner == Determiner::The;
                let name = match group {
                    true => format!("{}_of", predicate_key(&plural(&words.join(" ")))),
                    false => format!("{predicate}_of"),
                };
                self.of_owner(&name, owner, term, drs)?;
            }
            _ => drs.say(Atom::new(predicate, vec![term.clone()])),
        }
        others.into_iter().try_for_each(|m| self.modify(std::slice::from_ref(m), term, drs))
    }

    /// Says of a thing what it is to its owner.
    fn of_owner(&mut self, name: &str, owner: &Np, term: &Term, drs: &mut Drs) -> Outcome {
        // Nothing is its own owner: `its rate` is the rate of something else.
        let own = self.reach.iter().rposition(|r| r.terms.as_slice() == std::slice::from_ref(term));
        let own = own.map(|at| self.reach.remove(at));
        let owning = std::mem::replace(&mut self.owning, true);
        let outcome = self.object_np(owner, drs, &mut |_, owner, drs| {
            drs.say(Atom::new(name, vec![term.clone(), owner]));
            Ok(())
        });
        self.owning = owning;
        self.reach.extend(own);
        outcome
    }

    /// `the second single from the album`
    fn in_order(&mut self, nominal: &Nominal, noun: &str, term: &Term, drs: &mut Drs) -> Outcome {
        let (among, preposition) = match nominal.modifiers.first() {
            Some(Modifier::Of(np)) => (np, "of"),
            Some(Modifier::Is(Complement::At(preposition, np))) => (np, preposition.as_str()),
            _ => return Err(Refusal::Unsupported("this phrase after the first of a kind")),
        };
        let mut words: Vec<String> =
            nominal.adjectives.iter().flat_map(|a| a.words.clone()).collect();
        words.push(noun.to_owned());
        let name = predicate_key(&format!("{} {preposition}", words.join(" ")));
        self.of_owner(&name, among, term, drs)
    }

    /// `the tallest student in the class`
    fn best_of(&mut self, nominal: &Nominal, noun: &str, term: &Term, drs: &mut Drs) -> Outcome {
        let (among, of) = match nominal.modifiers.first() {
            Some(Modifier::Of(np)) => (np, "of"),
            Some(Modifier::Is(Complement::At(preposition, np)))
                if ["in", "among"].contains(&preposition.as_str()) =>
            {
                (np, "of")
            }
            _ => return Err(Refusal::Unsupported("this phrase after the best of a kind")),
        };
        let mut words: Vec<String> =
            nominal.adjectives.iter().flat_map(|a| a.words.clone()).collect();
        words.push(noun.to_owned());
        let name = format!("{}_{of}", predicate_key(&among_the(nominal, words).join(" ")));
        drs.say(Atom::new(predicate_key(noun), vec![term.clone()]));
        self.of_owner(&name, among, term, drs)
    }

    fn modify(&mut self, modifiers: &[Modifier], term: &Term, drs: &mut Drs) -> Outcome {
        for modifier in modifiers {
            match modifier {
                Modifier::Of(_) => return Err(Refusal::Unsupported("`of` after this word")),
                Modifier::Is(complement) => self.complement(complement, term, drs)?,
                Modifier::That(Vp::Join(Join::And, _)) if self.denied => {
                    return Err(Refusal::Unsure(
                        "whether a denial before `and` denies one or both",
                    ));
                }
                Modifier::That(vp) => {
                    let outer = self.subject.replace(term.clone());
                    self.vp(vp, term, drs)?;
                    self.subject = outer;
                }
                Modifier::ThatOther(subject, vp) => self.that_other(subject, vp, term, drs)?,
            }
        }
        Ok(())
    }

    fn that_other(&mut self, subject: &Np, vp: &Vp, term: &Term, drs: &mut Drs) -> Outcome {
        self.object_np(subject, drs, &mut |b, subject, drs| {
            b.vp_with_object(vp, &subject, term, drs)
        })
    }
}

/// `one of the oldest mills`: several may be that, and the oldest mill is only one.
fn among_the(nominal: &Nominal, mut words: Vec<String>) -> Vec<String> {
    let ranks = |word: &String| {
        word == "most"
            || word == "last"
            || ordinal(word).is_some()
            || graded_adjective(word, "est").is_some()
    };
    let ranked = nominal.adjectives.iter().any(|a| a.words.iter().any(ranks));
    if ranked && nominal.plural && nominal.determiner == Determiner::Some {
        if let Some(noun) = words.last_mut() {
            *noun = plural(noun);
        }
        words.insert(0, "one of the".to_owned());
    }
    words
}

/// A noun or adjective as a predicate name.
pub(crate) fn predicate_key(words: &str) -> String {
    constant_key(words)
}

/// Adjectives and noun as the name of a kind.
pub(super) fn kind_key(nominal: &Nominal) -> String {
    let mut words: Vec<String> = nominal.adjectives.iter().flat_map(|a| a.words.clone()).collect();
    let any = if nominal.people == Some(false) { "things" } else { "people" };
    let noun = nominal.noun.clone().unwrap_or_else(|| any.to_owned());
    words.push(if nominal.plural && nominal.noun.is_some() { plural(&noun) } else { noun });
    constant_key(&words.join(" "))
}
