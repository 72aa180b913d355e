//! What is said of a thing: complements of `be` and verbs with their arguments.

use super::super::closed::{EQUALS, KINDS, THERE};
use super::super::drs::{Condition as Said, Drs};
use super::super::lexicon::entry;
use super::super::morphology::graded;
use super::super::syntax::{
    Adjective, Complement, Determiner, Join, Modifier, Nominal, Np, Tense, Verb, Vp,
};
use super::description::predicate_key;
use super::quantifier::each_named_place;
use super::{Builder, Outcome, Place, Refusal, unsure};
use crate::logic::{Atom, Term};

/// Verbs whose first of two objects is the receiver.
const DATIVE: &[&str] = &[
    "give", "hand", "pass", "send", "show", "teach", "tell", "offer", "sell", "lend", "bring",
    "award", "owe", "grant", "throw", "read", "write", "pay",
];

/// What is done with a thing where somebody is.
const HANDLED: &[&str] = &[
    "abandon", "acquire", "collect", "discard", "drop", "get", "grab", "leave", "pick", "put",
    "set", "take",
];

/// People who are counted as part of something.
const BELONGING: &[&str] =
    &["citizen", "employee", "inhabitant", "member", "pupil", "resident", "worker"];

const ORDINALS: &[&str] = &[
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
];

impl Builder<'_> {
    /// What a form of `be` says of a thing.
    pub(crate) fn complement(
        &mut self,
        complement: &Complement,
        subject: &Term,
        drs: &mut Drs,
    ) -> Outcome {
        match complement {
            Complement::Adjective(adjective) if unsure::mixes(&adjective.governs) => {
                Err(Refusal::Unsure(unsure::MIXED))
            }
            Complement::Adjective(adjective) => self.described(adjective, subject, drs),
            Complement::Np(np) => self.class(np, subject, drs),
            Complement::At(preposition, np) if preposition == "without" => {
                let with = Complement::At("with".to_owned(), np.clone());
                self.negation(drs, &mut |b, drs| b.complement(&with, subject, drs))
            }
            Complement::At(preposition, np) if preposition == "with" && is_had(np) => {
                let name = if self.prefix.is_empty() {
                    "has".to_owned()
                } else {
                    self.with_prefix("be", "with")
                };
                self.apply(&name, vec![subject.clone()], std::slice::from_ref(np), drs)
            }
            Complement::At(preposition, np) => {
                let parts = self.parted(&[(preposition.clone(), np.clone())])?;
                let (words, nps): (Vec<String>, Vec<Np>) = parts.into_iter().unzip();
                let name = self.with_prefix("be", &words.join("_"));
                self.apply(&name, vec![subject.clone()], &nps, drs)
            }
            Complement::Than(adjective, less, np) => {
                self.than((adjective, *less), np, subject, drs)
            }
            Complement::As(adjective, np) => {
                let name = format!("as_{}_as", predicate_key(adjective));
                let name = self.with_prefix("be", &name);
                self.apply(&name, vec![subject.clone()], std::slice::from_ref(np), drs)
            }
            Complement::Rank(adjective, rank, among) => {
                let name = self.with_prefix("be", &rank_name(adjective, *rank));
                let (name, nps) = match among {
                    Some(np) => (format!("{name}_of"), vec![np.clone()]),
                    None => (name, Vec::new()),
                };
                self.apply(&name, vec![subject.clone()], &nps, drs)
            }
            Complement::Act(verb) => self.act(verb, subject, drs),
            Complement::Under(words, form, inner) => {
                self.under((words, *form), inner, subject, drs)
            }
            Complement::Join(Join::Either, parts)
                if parts.iter().all(|part| matches!(part, Complement::Not(_))) =>
            {
                Err(Refusal::Unsure("what `either` leaves out between two denials"))
            }
            Complement::Join(Join::Or | Join::Either, _) if self.is_allowed() => {
                Err(super::FREE_CHOICE)
            }
            Complement::Join(join, parts) if unsure::shares_noun(*join, parts) => {
                Err(Refusal::Unsure("whether `or` joins what is said of the noun"))
            }
            Complement::Join(join, parts) if unsure::shares_owner(*join, parts) => {
                Err(Refusal::Unsure("whether `of` belongs to both"))
            }
            Complement::Join(join, parts) if unsure::shares_agent(*join, parts) => {
                Err(Refusal::Unsure("whether `by` belongs to both"))
            }
            Complement::Join(join, parts) => {
                self.join(*join, parts, drs, &mut |b, part, drs| b.complement(part, subject, drs))
            }
            Complement::Not(inner) => {
                self.negation(drs, &mut |b, drs| b.complement(inner, subject, drs))
            }
        }
    }

    /// What an adjective says, with what it governs.
    fn described(&mut self, adjective: &Adjective, subject: &Term, drs: &mut Drs) -> Outcome {
        let mut governs = self.parted(&adjective.governs)?;
        self.roles(&mut governs)?;
        let nps: Vec<Np> = governs.iter().map(|(_, np)| np.clone()).collect();
        let mut words = vec![adjective.words.join(" ")];
        words.extend(governs.iter().map(|(preposition, _)| preposition.clone()));
        let name = self.with_prefix("be", &predicate_key(&words.join(" ")));
        self.apply(&name, vec![subject.clone()], &nps, drs)
    }

    /// What is done or undergone; some words for it only say what or where a thing is.
    fn act(&mut self, verb: &Verb, subject: &Term, drs: &mut Drs) -> Outcome {
        if let Some(np) = classed(verb).filter(|_| self.prefix.is_empty()) {
            return self.class(np, subject, drs);
        }
        match located(verb).filter(|_| self.prefix.is_empty()) {
            Some(place) => self.complement(&place, subject, drs),
            None => self.verb(verb, subject, drs),
        }
    }

    fn class(&mut self, np: &Np, subject: &Term, drs: &mut Drs) -> Outcome {
        match np {
            Np::Name(_) if !subject.is_ground() && self.asked.is_none() => {
                Err(Refusal::Unsure("whether a name stands for a kind"))
            }
            // A value is nothing to speak of again.
            Np::Name(value) if super::when::is_value(np) => {
                if !self.prefix.is_empty() {
                    return Err(Refusal::Complement);
                }
                let value = self.named(value);
                drs.say(Atom::new(EQUALS, vec![subject.clone(), value]));
                Ok(())
            }
            Np::Name(_) | Np::Pronoun(_) | Np::Asked if self.is_foretold() => {
                Err(Refusal::Complement)
            }
            Np::Name(_) | Np::Pronoun(_) | Np::Asked => {
                self.apply("same_as", vec![subject.clone()], std::slice::from_ref(np), drs)
            }
            Np::Join(Join::Or, _) if self.is_allowed() => Err(super::FREE_CHOICE),
            Np::Join(join, items) => {
                self.join(*join, items, drs, &mut |b, item, drs| b.class(item, subject, drs))
            }
            Np::Nominal(nominal) if nominal.name.is_some() => {
                self.apply("same_as", vec![subject.clone()], std::slice::from_ref(np), drs)
            }
            Np::Nominal(nominal) if let Some(plain) = super::alone::the_only(nominal) => {
                self.only_one(&plain, subject, drs)
            }
            Np::Nominal(nominal) if let Some(friend) = super::mutual::with_somebody(nominal) => {
                self.class(&Np::Nominal(Box::new(friend)), subject, drs)
            }
            Np::Nominal(nominal) if let Some(kind) = kind_of(nominal) => {
                if !nominal.adjectives.is_empty() || !self.prefix.is_empty() {
                    return Err(Refusal::Unsure("whether the kind or each of them is meant"));
                }
                self.class(&kind, subject, drs)
            }
            Np::Nominal(nominal) => {
                let mut plain = nominal.clone();
                match &nominal.determiner {
                    Determiner::Amount(amount) if is_measure(nominal) => {
                        let measure = super::quantifier::amount_term(amount, nominal)?;
                        if !self.prefix.is_empty() {
                            return Err(Refusal::Complement);
                        }
                        drs.say(Atom::new(EQUALS, vec![subject.clone(), measure]));
                        return Ok(());
                    }
                    Determiner::A | Determiner::Some | Determiner::Bare | Determiner::The => {}
                    Determiner::Any if self.denied => {}
                    Determiner::Of(owner) => plain.modifiers.insert(0, Modifier::Of(owner.clone())),
                    Determiner::No => {
                        plain.determiner = Determiner::A;
                        return self.negation(drs, &mut |b, drs| {
                            b.class(&Np::Nominal(plain.clone()), subject, drs)
                        });
                    }
                    Determiner::Every
                    | Determiner::Any
                    | Determiner::NotEvery
                    | Determiner::Only
                    | Determiner::Which
                    | Determiner::Amount(_) => return Err(Refusal::Complement),
                }
                if !self.prefix.is_empty() {
                    return self.prefixed_class(&plain, subject, drs);
                }
                if plain.noun.is_none() && plain.adjectives.is_empty() && plain.modifiers.is_empty()
                {
                    return Err(Refusal::Complement);
                }
                if nominal.determiner == Determiner::The {
                    self.identify(&plain, subject)?;
                    plain.determiner = Determiner::Some;
                }
                self.restrict(&plain, subject, drs)
            }
        }
    }

    /// `Paris is the capital of France`: from now on, both are one.
    fn identify(&mut self, nominal: &Nominal, subject: &Term) -> Outcome {
        let told = self.place == Place::Main && !self.denied && self.prefix.is_empty();
        let fixed = told && !nominal.modifiers.is_empty() && subject.is_ground();
        if fixed && let Some(key) = self.fixed_key(nominal)? {
            self.meaning.identified.push((key, subject.clone()));
        }
        Ok(())
    }

    /// `wants to be a doctor`
    fn prefixed_class(&mut self, nominal: &Nominal, subject: &Term, drs: &mut Drs) -> Outcome {
        let owner = match nominal.modifiers.as_slice() {
            [] => None,
            [Modifier::Of(owner)] if self.is_foretold() => Some(owner.clone()),
            _ => return Err(Refusal::Complement),
        };
        let Some(noun) = &nominal.noun else { return Err(Refusal::Complement) };
        let mut words: Vec<String> =
            nominal.adjectives.iter().flat_map(|a| a.words.clone()).collect();
        words.push(noun.clone());
        words.extend(owner.is_some().then(|| "of".to_owned()));
        let name = self.with_prefix("be", &predicate_key(&words.join(" ")));
        self.apply(&name, vec![subject.clone()], owner.as_slice(), drs)
    }

    fn than(
        &mut self,
        (adjective, less): (&str, bool),
        np: &Np,
        subject: &Term,
        drs: &mut Drs,
    ) -> Outcome {
        let name = format!("{}_than", predicate_key(&graded(adjective, "er")));
        let name = self.with_prefix("be", &name);
        let subject = subject.clone();
        let np = &each_of(np, subject.is_ground() || self.denied || self.place != Place::Main);
        self.object_np(np, drs, &mut |_, other, drs| {
            let arguments =
                if less { vec![other, subject.clone()] } else { vec![subject.clone(), other] };
            drs.say(Atom::new(name.clone(), arguments));
            Ok(())
        })
    }

    /// What a verb says of its subject.
    pub(crate) fn verb(&mut self, verb: &Verb, subject: &Term, drs: &mut Drs) -> Outcome {
        let lacking = |(preposition, np): &(String, Np)| {
            let fixed = matches!(np, Np::Name(_))
                || matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare);
            preposition == "without" && !fixed
        };
        if verb.phrases.iter().any(lacking) {
            return Err(Refusal::Unsupported("`without` a single thing after a verb"));
        }
        if let Some(why) = unsure::verb(verb) {
            return Err(Refusal::Unsure(why));
        }
        if verb.passive.is_some() && unsure::mixes(&verb.phrases) {
            return Err(Refusal::Unsure(unsure::MIXED));
        }
        self.told_there(verb, subject)?;
        let dative = verb.objects.len() == 2 && DATIVE.contains(&verb.lemma.as_str());
        let mut verb = connected(&receiver_last(verb));
        verb.phrases = self.parted(&verb.phrases)?;
        self.roles(&mut verb.phrases)?;
        let of_one = subject.is_ground() || self.denied || self.place != Place::Main;
        for (_, np) in verb.phrases.iter_mut().filter(|(word, _)| word.ends_with("_than")) {
            *np = each_of(np, of_one);
        }
        let agent = verb
            .phrases
            .iter()
            .position(|(by, np)| by == "by" && verb.passive.is_some() && !is_no_agent(np));
        let phrases: Vec<&(String, Np)> = verb
            .phrases
            .iter()
            .enumerate()
            .filter(|(i, _)| Some(*i) != agent)
            .map(|(_, p)| p)
            .collect();
        let nps: Vec<Np> =
            verb.objects.iter().cloned().chain(phrases.iter().map(|(_, np)| np.clone())).collect();
        let tail: Vec<&str> = phrases.iter().map(|(preposition, _)| preposition.as_str()).collect();
        let name = self.verb_name(&verb, agent.is_some(), &tail);
        match agent {
            Some(index) => {
                let by = verb.phrases[index].1.clone();
                self.object_np(&by, drs, &mut |b, agent, drs| {
                    b.apply(&name, vec![agent, subject.clone()], &nps, drs)
                })
            }
            None if dative => self.given(&name, subject, &nps, drs),
            None => {
                self.apply(&name, vec![subject.clone()], &nps, drs)?;
                self.has_one(&verb, subject, drs);
                Ok(())
            }
        }
    }

    /// `Tom has a key`: from now on, his key is this one.
    fn has_one(&mut self, verb: &Verb, subject: &Term, drs: &Drs) {
        let told = self.place == Place::Main && !self.denied && self.prefix.is_empty();
        let alone = verb.phrases.is_empty() && ["have", "own"].contains(&verb.lemma.as_str());
        let ([Np::Nominal(nominal)], Term::Constant(owner)) = (verb.objects.as_slice(), subject)
        else {
            return;
        };
        let one = nominal.determiner == Determiner::A
            && nominal.name.is_none()
            && nominal.adjectives.is_empty()
            && nominal.modifiers.is_empty();
        let (Some(noun), true) = (&nominal.noun, told && alone && one) else { return };
        if let Some(Said::Atom(atom)) = drs.conditions.last()
            && let [_, thing] = atom.arguments.as_slice()
        {
            let key = format!("the_{}_of_{owner}", predicate_key(noun));
            self.meaning.identified.push((key, thing.clone()));
        }
    }

    /// `gave every student a pencil`: the receiver is named first, so there is one for each.
    fn given(&mut self, name: &str, subject: &Term, nps: &[Np], drs: &mut Drs) -> Outcome {
        let [thing, receiver, rest @ ..] = nps else {
            return self.apply(name, vec![subject.clone()], nps, drs);
        };
        self.object_np(receiver, drs, &mut |b, receiver, drs| {
            b.object_np(thing, drs, &mut |b, thing, drs| {
                b.apply(name, vec![subject.clone(), thing, receiver.clone()], rest, drs)
            })
        })
    }

    /// `there` says nothing new only of what was taken or left where somebody is.
    fn told_there(&self, verb: &Verb, subject: &Term) -> Outcome {
        let told = subject.is_ground() && verb.tense == Tense::Past && self.place == Place::Main;
        let definite = |np: &Np| match np {
            Np::Nominal(nominal) => nominal.determiner == Determiner::The,
            Np::Name(_) | Np::Pronoun(_) => true,
            Np::Join(..) | Np::Asked => false,
        };
        let act = verb.lemma.split([' ', '_']).next().unwrap_or_default();
        let handled = HANDLED.contains(&act) && verb.passive.is_none();
        let told = told && handled && verb.objects.iter().all(definite);
        if verb.adverbs.iter().any(|adverb| adverb == THERE) && !told {
            return Err(Refusal::Unsure("where `there` is"));
        }
        Ok(())
    }

    /// The verb phrase of `that Bob likes`, whose object is the thing described.
    pub(crate) fn vp_with_object(
        &mut self,
        vp: &Vp,
        subject: &Term,
        object: &Term,
        drs: &mut Drs,
    ) -> Outcome {
        match vp {
            Vp::Do(verb) => self.verb_with_object(verb, subject, object, drs),
            Vp::Be(Complement::Act(verb)) => self.verb_with_object(verb, subject, object, drs),
            Vp::Not(inner) => {
                self.negation(drs, &mut |b, drs| b.vp_with_object(inner, subject, object, drs))
            }
            Vp::Under(words, form, inner) => {
                self.prefix.push((words.clone(), *form));
                let outcome = self.vp_with_object(inner, subject, object, drs);
                self.prefix.pop();
                outcome
            }
            Vp::Join(..) | Vp::Be(_) | Vp::Normally(_) => {
                Err(Refusal::Unsupported("this clause after a noun"))
            }
        }
    }

    fn verb_with_object(
        &mut self,
        verb: &Verb,
        subject: &Term,
        object: &Term,
        drs: &mut Drs,
    ) -> Outcome {
        let mut phrases = self.parted(&verb.phrases)?;
        self.roles(&mut phrases)?;
        let tail: Vec<&str> = phrases.iter().map(|(preposition, _)| preposition.as_str()).collect();
        let nps: Vec<Np> = phrases.iter().map(|(_, np)| np.clone()).collect();
        let name = self.verb_name(verb, false, &tail);
        self.apply(&name, vec![subject.clone(), object.clone()], &nps, drs)
    }

    /// Phrases with `between A and B` as one phrase about both.
    fn parted(&self, phrases: &[(String, Np)]) -> Result<Vec<(String, Np)>, Refusal> {
        let mut parts = Vec::with_capacity(phrases.len());
        for (preposition, np) in phrases {
            match np {
                Np::Join(join, items) if preposition == "between" => {
                    let ([first, second], Join::And) = (items.as_slice(), join) else {
                        return Err(Refusal::Unsure("between which two things it is"));
                    };
                    parts.push((preposition.clone(), first.clone()));
                    parts.push(("and".to_owned(), second.clone()));
                }
                Np::Join(..) | Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => {
                    parts.push((preposition.clone(), np.clone()));
                }
            }
        }
        Ok(parts)
    }

    /// What follows `as`: a name, a fixed thing, or a role that stands for itself.
    fn roles(&mut self, phrases: &mut Vec<(String, Np)>) -> Outcome {
        let mut places = Vec::new();
        for (_, np) in phrases.iter_mut().filter(|(preposition, _)| preposition == "as") {
            *np = in_role(np);
            let Np::Nominal(role) = np else { continue };
            // `works as a nurse in Rome`: she works there.
            let placed = |m: &mut Modifier| matches!(m, Modifier::Is(Complement::At(..)));
            if role.determiner == Determiner::Bare {
                places.extend(role.modifiers.extract_if(.., placed));
            }
            if role.name.is_some() || role.modifiers.is_empty() {
                continue;
            }
            let Some(key) = self.fixed_key(role)? else {
                return Err(Refusal::Unsure("as what"));
            };
            let bare = role.determiner == Determiner::Bare;
            if let Some(name) = key.strip_prefix("the_").filter(|_| bare) {
                role.noun = Some(name.to_owned());
                role.adjectives.clear();
                role.modifiers.clear();
            }
        }
        for place in places {
            if let Modifier::Is(Complement::At(preposition, np)) = place {
                phrases.push((preposition, np));
            }
        }
        Ok(())
    }

    /// Says a predicate of the terms so far and the noun phrases still to be read.
    fn apply(&mut self, name: &str, terms: Vec<Term>, nps: &[Np], drs: &mut Drs) -> Outcome {
        let Some((np, rest)) = nps.split_first() else {
            drs.say(Atom::new(name, terms));
            return Ok(());
        };
        self.object_np(np, drs, &mut |b, term, drs| {
            let mut terms = terms.clone();
            terms.push(term);
            b.apply(name, terms, rest, drs)
        })
    }
}

/// `smoother than roads made of stone`: than each of them.
fn each_of(np: &Np, of_one: bool) -> Np {
    match np {
        Np::Nominal(nominal)
            if nominal.determiner == Determiner::Bare
                && nominal.plural
                && !nominal.modifiers.is_empty()
                || nominal.determiner == Determiner::A && nominal.noun.is_some() && !of_one =>
        {
            let mut each = nominal.clone();
            each.determiner = Determiner::Every;
            Np::Nominal(each)
        }
        other @ Np::Name(_)
        | other @ Np::Pronoun(_)
        | other @ Np::Nominal(_)
        | other @ Np::Join(..)
        | other @ Np::Asked => other.clone(),
    }
}

/// `a kind of fruit`: what is one is a fruit.
fn kind_of(nominal: &Nominal) -> Option<Np> {
    let noun = nominal.noun.as_deref().filter(|noun| KINDS.contains(noun));
    let ([Modifier::Of(Np::Nominal(of))], Some(_)) = (nominal.modifiers.as_slice(), noun) else {
        return None;
    };
    let one = nominal.determiner == Determiner::A && of.determiner == Determiner::Bare;
    one.then(|| Np::Nominal(of.clone()))
}

/// `works as a teacher`: the role, not some teacher.
fn in_role(np: &Np) -> Np {
    match np {
        Np::Nominal(n)
            if matches!(n.determiner, Determiner::A | Determiner::Bare) && n.noun.is_some() =>
        {
            let mut role = n.clone();
            role.determiner = Determiner::Bare;
            role.plural = false;
            Np::Nominal(role)
        }
        Np::Join(join, items) => Np::Join(*join, items.iter().map(in_role).collect()),
        other @ Np::Name(_)
        | other @ Np::Pronoun(_)
        | other @ Np::Nominal(_)
        | other @ Np::Asked => other.clone(),
    }
}

/// `a house with a garden` has it; `with Bob` or `with a friend` is company.
fn is_had(np: &Np) -> bool {
    match np {
        Np::Nominal(nominal) if nominal.name.is_none() => {
            nominal.noun.as_deref().is_some_and(|noun| {
                let head = noun.rsplit(' ').next().unwrap_or(noun);
                let counted = matches!(nominal.determiner, Determiner::Amount(_));
                head != "person" && entry(head).is_some_and(|e| !e.person)
                    || counted && BELONGING.contains(&head)
            })
        }
        Np::Join(_, items) => items.iter().all(is_had),
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => false,
    }
}

/// `is classified as a reserve` says that it is one.
fn classed(verb: &Verb) -> Option<&Np> {
    const CLASSED: &[&str] = &["classify", "categorize", "categorise", "class"];
    let [(preposition, np)] = verb.phrases.as_slice() else { return None };
    let plain = CLASSED.contains(&verb.lemma.as_str())
        && verb.passive.is_some()
        && verb.objects.is_empty()
        && verb.adverbs.is_empty();
    (plain && preposition == "as").then_some(np)
}

/// `is located in Rome` says that it is in Rome.
fn located(verb: &Verb) -> Option<Complement> {
    let [(preposition, np)] = verb.phrases.as_slice() else { return None };
    let plain = ["locate", "situate"].contains(&verb.lemma.as_str())
        && verb.passive.is_some()
        && verb.objects.is_empty()
        && verb.adverbs.is_empty()
        && !["by", "for", "as", "with"].contains(&preposition.as_str());
    plain.then(|| Complement::At(preposition.clone(), np.clone()))
}

/// `connects Buda and Pest` says what `connects Buda to Pest` says.
fn connected(verb: &Verb) -> Verb {
    let joins = ["connect", "link"].contains(&verb.lemma.as_str());
    let both = match verb.objects.as_slice() {
        [one] if joins => each_named_place(one).unwrap_or_else(|| one.clone()),
        _ => return verb.clone(),
    };
    let alone = !verb.phrases.iter().any(|(p, _)| ["to", "with"].contains(&p.as_str()));
    let mut verb = verb.clone();
    if let Np::Join(Join::And, items) = both
        && let [first, second] = items.as_slice()
        && alone
    {
        verb.objects = vec![first.clone()];
        verb.phrases.insert(0, ("to".to_owned(), second.clone()));
    }
    verb
}

fn receiver_last(verb: &Verb) -> Verb {
    let mut verb = verb.clone();
    if verb.objects.len() == 2 && DATIVE.contains(&verb.lemma.as_str()) {
        let receiver = verb.objects.remove(0);
        verb.phrases.insert(0, ("to".to_owned(), receiver));
    }
    verb
}

/// `second_oldest`, `leftmost`
pub(crate) fn rank_name(adjective: &str, rank: u32) -> String {
    let top = match adjective {
        "left" | "right" | "top" | "bottom" => format!("{adjective}most"),
        other => predicate_key(&graded(other, "est")),
    };
    let ordinal = usize::try_from(rank)
        .ok()
        .and_then(|r| r.checked_sub(2))
        .and_then(|index| ORDINALS.get(index + 1));
    match ordinal {
        Some(ordinal) => format!("{ordinal}_{top}"),
        None => top,
    }
}

/// `20 euros`: so much of something, not so many things.
fn is_measure(nominal: &Nominal) -> bool {
    const UNITS: &[&str] = &[
        "euro",
        "dollar",
        "pound",
        "cent",
        "percent",
        "meter",
        "metre",
        "kilometer",
        "kilometre",
        "mile",
        "foot",
        "inch",
        "gram",
        "kilogram",
        "ton",
        "liter",
        "litre",
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "month",
        "year",
        "degree",
        "point",
    ];
    nominal.adjectives.is_empty()
        && nominal.noun.as_deref().is_some_and(|noun| UNITS.contains(&noun))
}

/// `finished by 1990`, `sent by email`, `solved by adding salt`: when or how, not by whom.
fn is_no_agent(np: &Np) -> bool {
    is_means(np) || super::when::is_when(np) || unsure::is_doing(np)
}

/// `sent by email`: how, not by whom.
fn is_means(np: &Np) -> bool {
    const MEANS: &[&str] = &[
        "accident",
        "air",
        "bicycle",
        "bike",
        "boat",
        "bus",
        "car",
        "cash",
        "check",
        "cheque",
        "credit card",
        "default",
        "design",
        "email",
        "e-mail",
        "fax",
        "ferry",
        "foot",
        "hand",
        "law",
        "letter",
        "mail",
        "mistake",
        "phone",
        "plane",
        "post",
        "rail",
        "road",
        "sea",
        "ship",
        "subway",
        "taxi",
        "telephone",
        "text message",
        "train",
        "tram",
        "truck",
    ];
    let measure = |n: &Nominal| matches!(n.determiner, Determiner::Amount(_)) && is_measure(n);
    if matches!(np, Np::Nominal(n) if measure(n)) {
        return true;
    }
    matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare
        && !n.plural
        && n.adjectives.is_empty()
        && n.noun.as_deref().is_some_and(|noun| MEANS.contains(&noun)))
}
