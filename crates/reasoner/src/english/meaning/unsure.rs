//! Clauses whose preferred analysis can be meant in two ways: they are refused rather than guessed.

use super::super::closed::{ALONE, KINDS};
use super::super::grammar::is_period;
use super::super::lexicon::{entry, is_role};
use super::super::morphology::{Form, verb_forms};
use super::super::syntax::{Complement, Determiner, Join, Modifier, Nominal, Np, Tense, Verb, Vp};
use super::quantifier::kind_of_kind;

/// Why a clause cannot be told for sure, if it cannot.
pub(super) fn clause(subject: &Np, vp: &Vp) -> Option<&'static str> {
    if is_one_somewhere(subject, vp) {
        return Some("whether `a` with a place means each or one of them");
    }
    if is_one_of_them(subject, vp) {
        return Some("whether `a` means each or one of them");
    }
    if is_spread(subject, vp) {
        return Some("whether each is in all of these places");
    }
    if is_list_of_kinds(subject, vp) || is_list_of_names(subject, vp) {
        return Some("whether each is all of these or they are these together");
    }
    if is_list_of_qualities(subject, vp) {
        return Some("whether each is all of these or they are these together");
    }
    if is_what_it_is(subject, vp) {
        return Some("whether this is what it does or what it is");
    }
    if is_described_last(subject) {
        return Some("whether what comes last is said of both kinds");
    }
    if is_said_again(subject, vp) || is_kind_among_kinds(subject, vp) {
        return Some("whether `the` means one of them or each");
    }
    let said = |vp: &Vp| matches!(vp, Vp::Be(Complement::Np(np)) if is_another(np));
    let another = is_another(subject) || said(vp) || matches!(vp, Vp::Not(vp) if said(vp));
    another.then_some("which other one is meant")
}

/// What a verb with nothing around it leaves open.
fn left_out(verb: &Verb) -> Option<&'static str> {
    let alone = verb.objects.is_empty() && verb.phrases.is_empty() && verb.adverbs.is_empty();
    match verb.lemma.as_str() {
        _ if !alone || verb.passive.is_some() => None,
        // `Ann failed but Bob did not`, `Bob has too`: what is left out was said before.
        "do" | "have" => Some("what is done"),
        // `No dogs allowed`: they allow nothing.
        "allow" | "permit" => Some("who is allowed what"),
        _ => None,
    }
}

/// Why a verb with everything around it cannot be told for sure, if it cannot.
pub(super) fn verb(verb: &Verb) -> Option<&'static str> {
    if let Some(why) = left_out(verb) {
        return Some(why);
    }
    if verb.takes().any(is_another) {
        return Some("which other one is meant");
    }
    // `Bob likes Ann more than Eve`: more than Eve does, or more than he likes her.
    let compared = |(p, np): &(String, Np)| {
        ["more_than", "less_than"].contains(&p.as_str()) && is_somebody(np)
    };
    if verb.objects.iter().any(is_somebody) && verb.phrases.iter().any(compared) {
        return Some("whether the last one is compared with the first or the second");
    }
    // `is owned by the Louvre in Paris`: which of the two is there.
    let placed = |(p, np): &(String, Np)| {
        ["in", "at"].contains(&p.as_str())
            && matches!(np, Np::Name(name) if !name.starts_with(|c: char| c.is_ascii_digit()))
    };
    if verb.passive.is_some()
        && verb.phrases.iter().any(|(p, np)| p == "by" && super::when::is_month_or_name(np))
    {
        return Some("whether this is a month or a name");
    }
    if goes_on_doing(&verb.phrases) {
        return Some("what the phrase after the action belongs to");
    }
    let by_name = |(p, np): &(String, Np)| {
        p == "by" && matches!(np, Np::Name(_)) && !super::when::is_when(np)
    };
    let after_agent = verb.phrases.windows(2).any(|pair| by_name(&pair[0]) && placed(&pair[1]));
    if verb.passive.is_some() && verb.tense != Tense::Past && after_agent {
        return Some("what the phrase after the name belongs to");
    }
    // `visited Rome in 1990 and Paris in 1995`: the second part has left its verb out.
    let joined = |np: &Np| matches!(np, Np::Join(Join::And | Join::Or, _));
    if verb.phrases.windows(2).any(|pair| joined(&pair[0].1)) {
        return Some("what the phrase after the last part belongs to");
    }
    // `avoids dishes with nuts`: hardly only some of them.
    const TOWARDS: &[&str] = &[
        "avoid", "like", "love", "hate", "dislike", "fear", "prefer", "enjoy", "admire", "respect",
        "reject", "refuse", "ignore", "oppose", "support", "trust", "distrust", "forbid", "ban",
        "punish", "dread", "despise", "detest", "adore", "favor", "favour",
    ];
    let kind = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && n.plural && !n.modifiers.is_empty() && kind_of_kind(n).is_none());
    if TOWARDS.contains(&verb.lemma.as_str()) && verb.objects.iter().any(kind) {
        return Some("whether some of them or each of them is meant");
    }
    // `closes tickets without a test`: the ticket has none, or it is done without one.
    let lacks = |np: &Np| matches!(np, Np::Nominal(n) if n.modifiers.iter().any(|m| matches!(m, Modifier::Is(Complement::At(p, _)) if p == "without")));
    if verb.takes().any(lacks) {
        return Some("what the phrase with `without` belongs to");
    }
    // `gave a pencil to every student`: the same one, or one for each.
    let one = |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::A | Determiner::Some) && n.name.is_none());
    let each = |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::Every | Determiner::No));
    if verb.objects.last().is_some_and(one) && verb.phrases.iter().any(|(_, np)| each(np)) {
        return Some("whether there is one for all of them or one for each");
    }
    // `30 cities in Spain and Italy`: in each of them, or together.
    let counted =
        |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::Amount(_)));
    let both = |np: &Np| matches!(np, Np::Join(Join::And, _));
    let phrases = || verb.phrases.iter().map(|(_, np)| np);
    if verb.takes().any(counted) && phrases().any(both) {
        return Some("whether so many are meant of each or together");
    }
    // `sells suitable toys for children`: suitable for them.
    let suits = |np: &Np| matches!(np, Np::Nominal(n) if says(n, FIT));
    if verb.objects.iter().any(suits) && verb.phrases.iter().any(|(p, _)| p == "for") {
        return Some("what the phrase with `for` belongs to");
    }
    if let Some(why) = measure_or_part(verb) {
        return Some(why);
    }
    if verb.adverbs.iter().any(|adverb| adverb == "at_a_time") {
        return Some("how many there are at a time");
    }
    let others = |words: &[&str]| verb.phrases.iter().any(|(p, _)| !words.contains(&p.as_str()));
    match verb.lemma.as_str() {
        "include" if !verb.phrases.is_empty() => Some("what the phrase after the list belongs to"),
        "locate" | "situate"
            if verb.phrases.len() > 1 && others(&["in", "at", "on", "near", "within"]) =>
        {
            Some("what the phrase after the place belongs to")
        }
        _ => None,
    }
}

/// Parts named together, how long before, and what a thing or an action is with.
fn measure_or_part(verb: &Verb) -> Option<&'static str> {
    let both = |np: &Np| matches!(np, Np::Join(Join::And, _));
    let one = |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::A | Determiner::Some) && n.name.is_none());
    // `consists of Ann and Bob`: of both together.
    let made_of = ["consist", "compose", "comprise"].contains(&verb.lemma.as_str());
    if made_of && verb.takes().any(both) {
        return Some("whether it is of each or of all of them together");
    }
    // `applies six weeks in advance`, `left two days before Ann`: how long before.
    let lasts = |np: &Np| matches!(np, Np::Nominal(n) if matches!(n.determiner, Determiner::Amount(_)) && n.noun.as_deref().is_some_and(is_period));
    let ahead = |(p, np): &(String, Np)| {
        ["before", "after"].contains(&p.as_str())
            || matches!(np, Np::Nominal(n) if n.noun.as_deref() == Some("advance"))
    };
    if verb.objects.iter().any(lasts) && verb.phrases.iter().any(ahead) {
        return Some("how long before or after");
    }
    // `bought a house in Rome with a garden`: the house has it.
    let part = |(p, np): &(String, Np)| {
        p == "with"
            && matches!(np, Np::Nominal(n) if n.noun.as_deref().is_some_and(|noun| !is_role(noun)))
    };
    if verb.objects.last().is_some_and(one) && verb.phrases.iter().skip(1).any(part) {
        return Some("what the phrase with `with` belongs to");
    }
    None
}

/// `adding salt`: an action and what it is done to, read as a kind of thing.
pub(super) fn is_doing(np: &Np) -> bool {
    let Np::Nominal(nominal) = np else { return false };
    let first = nominal.adjectives.first().and_then(|a| a.words.first());
    let noun = nominal.noun.as_deref().and_then(|noun| Some(noun.split_once(' ')?.0));
    let acts = |word: &str| {
        let done = |(lemma, form): &(String, Form)| {
            *form == Form::Gerund && !ALONE.contains(&lemma.as_str())
        };
        verb_forms(word).iter().any(done) && entry(word).is_none_or(|e| e.adjective < Some(3))
    };
    nominal.determiner == Determiner::Bare && first.map(String::as_str).or(noun).is_some_and(acts)
}

/// `solved by adding salt to the water`: the water belongs to what is added.
fn goes_on_doing(phrases: &[(String, Np)]) -> bool {
    let described = |np: &Np| matches!(np, Np::Nominal(n) if !n.modifiers.is_empty());
    phrases.iter().enumerate().any(|(index, (preposition, np))| {
        let followed = phrases.get(index + 1).is_some_and(|(_, next)| !super::when::is_when(next));
        preposition == "by" && is_doing(np) && (followed || described(np))
    })
}

/// `the capital and largest city of Chile`: whether both are of Chile.
pub(super) fn shares_owner(join: Join, parts: &[Complement]) -> bool {
    let of = |complement: &Complement| {
        let modifiers = &complement.nominal()?.modifiers;
        Some(modifiers.iter().any(|m| matches!(m, Modifier::Of(_))))
    };
    let the = |complement: &Complement| {
        complement.nominal().is_some_and(|nominal| nominal.determiner == Determiner::The)
    };
    let said: Vec<Option<bool>> = parts.iter().map(of).collect();
    join == Join::And
        && parts.first().is_some_and(the)
        && said.windows(2).any(|pair| pair == [Some(false), Some(true)])
}

/// `owned and developed by Ann`: whether Ann does both.
pub(super) fn shares_agent(join: Join, parts: &[Complement]) -> bool {
    let by = |complement: &Complement| match complement {
        Complement::Act(verb) if verb.passive.is_some() => {
            let by = verb.phrases.iter().any(|(preposition, _)| preposition == "by");
            (by || verb.phrases.is_empty()).then_some(by)
        }
        Complement::Adjective(adjective) if adjective.governs.is_empty() => {
            adjective.words.last().is_some_and(|word| word.ends_with("ed")).then_some(false)
        }
        Complement::Act(_)
        | Complement::Adjective(_)
        | Complement::Np(_)
        | Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => None,
    };
    let said: Vec<Option<bool>> = parts.iter().map(by).collect();
    join != Join::Neither && said.windows(2).any(|pair| pair == [Some(false), Some(true)])
}

/// `a product sold in Rome or made by Ann`: whether it is a product in either case.
pub(super) fn shares_noun(join: Join, parts: &[Complement]) -> bool {
    let described = |complement: &Complement| {
        complement.nominal().is_some_and(|nominal| {
            matches!(
                nominal.modifiers.last(),
                Some(Modifier::Is(Complement::Act(_) | Complement::At(..)))
            )
        })
    };
    let describes =
        |complement: &Complement| matches!(complement, Complement::Act(_) | Complement::At(..));
    join == Join::Or && parts.windows(2).any(|pair| described(&pair[0]) && describes(&pair[1]))
}

/// Why a phrase that joins a name or kind with one thing cannot be told for sure.
pub(super) const MIXED: &str = "what `and` or `or` before `a` joins";

/// `essential for cars or a metal`
pub(super) fn mixes(phrases: &[(String, Np)]) -> bool {
    let a_thing = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::A);
    phrases.iter().any(|(_, np)| match np {
        Np::Join(_, items) => items.windows(2).any(|pair| !a_thing(&pair[0]) && a_thing(&pair[1])),
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => false,
    })
}

/// `simultaneously sings and dances`: the word holds for both together.
pub(super) fn at_once(parts: &[Vp]) -> bool {
    const TOGETHER: &[&str] =
        &["simultaneously", "concurrently", "jointly", "alternately", "respectively"];
    parts.iter().any(|vp| match vp {
        Vp::Do(verb) | Vp::Be(Complement::Act(verb)) => {
            verb.adverbs.iter().any(|adverb| TOGETHER.contains(&adverb.as_str()))
        }
        Vp::Under(words, _, inner) => {
            TOGETHER.iter().any(|word| words.starts_with(word))
                || at_once(std::slice::from_ref(inner))
        }
        Vp::Not(inner) | Vp::Normally(inner) => at_once(std::slice::from_ref(inner)),
        Vp::Join(..) | Vp::Be(_) => false,
    })
}

/// `produced and directed Dune`, `wins or loses at the finals`
pub(super) fn shares_object(parts: &[Vp]) -> bool {
    const OWN: &[&str] = &[
        "live",
        "stay",
        "sit",
        "stand",
        "work",
        "participate",
        "invest",
        "specialize",
        "reside",
        "travel",
        "arrive",
        "sleep",
    ];
    let verb = |vp: &Vp| match vp {
        Vp::Do(verb) if verb.passive.is_none() => Some((**verb).clone()),
        Vp::Do(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => None,
    };
    parts.windows(2).any(|pair| {
        let (Some(first), Some(second)) = (verb(&pair[0]), verb(&pair[1])) else { return false };
        let alone =
            first.objects.is_empty() && first.phrases.is_empty() && first.adverbs.is_empty();
        let object = !second.objects.is_empty() && !ALONE.contains(&first.lemma.as_str());
        let place = second.objects.is_empty()
            && !OWN.contains(&second.lemma.as_str())
            && second
                .phrases
                .first()
                .is_some_and(|(p, _)| ["at", "in", "on", "during"].contains(&p.as_str()));
        alone && (object || place)
    })
}

/// Why a description cannot be told for sure, if it cannot.
pub(super) fn description(nominal: &Nominal) -> Option<&'static str> {
    let noun = nominal.noun.as_deref()?;
    let non =
        nominal.adjectives.iter().any(|a| a.words.iter().any(|word| word.starts_with("non-")));
    if non && noun.contains(' ') {
        return Some("what `non-` belongs to");
    }
    // `a good place for families`: good for them.
    let fit = says(nominal, FIT) || says(nominal, GOOD);
    let meant = |m: &Modifier| matches!(m, Modifier::Is(Complement::At(p, _)) if p == "for");
    if fit && nominal.modifiers.iter().any(meant) {
        return Some("what the phrase with `for` belongs to");
    }
    // `an alloy of copper and zinc`: of both, but not of each.
    let together = ["alloy", "blend", "combination", "mix", "mixture", "sum", "union", "compound"];
    let both = |m: &Modifier| matches!(m, Modifier::Of(Np::Join(Join::And, _)));
    if together.contains(&noun) && nominal.modifiers.iter().any(both) {
        return Some("whether it is of each or of all of them together");
    }
    // `the people of France and Spain`: some of one and some of the other.
    if nominal.plural && nominal.modifiers.iter().any(both) {
        return Some("whether each of them is of all of these");
    }
    // `volunteers in each district`, `customers in three countries`
    let spread = |m: &Modifier| {
        matches!(m, Modifier::Is(Complement::At(p, Np::Nominal(n)))
            if p != "with" && matches!(n.determiner, Determiner::Every | Determiner::Amount(_)))
    };
    let open = matches!(
        nominal.determiner,
        Determiner::Bare | Determiner::A | Determiner::Some | Determiner::Every
    );
    if open && nominal.modifiers.iter().any(spread) {
        return Some("whether each is in all of these places");
    }
    let indefinite =
        |n: &Nominal| matches!(n.determiner, Determiner::A | Determiner::Some | Determiner::No);
    let clause = |n: &Nominal| {
        n.modifiers.iter().any(|m| matches!(m, Modifier::That(_) | Modifier::ThatOther(..)))
    };
    let alike = |n: &Nominal| n.noun.as_deref().map(is_role) == Some(is_role(noun));
    let torn = nominal.modifiers.iter().any(|modifier| match modifier {
        Modifier::Of(Np::Nominal(owner)) => indefinite(owner) && clause(owner) && alike(owner),
        Modifier::Of(_) | Modifier::Is(_) | Modifier::That(_) | Modifier::ThatOther(..) => false,
    });
    (torn && indefinite(nominal)).then_some("which of the two nouns the clause describes")
}

/// Adjectives that ask for whom.
const FIT: &[&str] = &[
    "suitable",
    "unsuitable",
    "ideal",
    "appropriate",
    "inappropriate",
    "fit",
    "unfit",
    "eligible",
    "sufficient",
    "adequate",
];

/// Adjectives that may say for whom.
const GOOD: &[&str] = &[
    "good",
    "bad",
    "great",
    "perfect",
    "important",
    "useful",
    "necessary",
    "essential",
    "safe",
    "dangerous",
    "healthy",
    "unhealthy",
    "difficult",
    "easy",
    "hard",
    "right",
    "wrong",
    "convenient",
    "popular",
    "beneficial",
    "harmful",
    "nice",
    "valuable",
];

fn says(nominal: &Nominal, words: &[&str]) -> bool {
    nominal.adjectives.iter().any(|a| a.words.iter().any(|w| words.contains(&w.as_str())))
}

/// `the owner of a dog`: any of them, or the one there is?
pub(super) fn is_general(nominal: &Nominal) -> bool {
    // `a person's mother's brother`
    fn indefinite(np: &Np) -> bool {
        let Np::Nominal(n) = np else { return false };
        let owned = matches!(&n.determiner, Determiner::Of(owner) if indefinite(owner));
        let of = |m: &Modifier| matches!(m, Modifier::Of(owner) if indefinite(owner));
        n.determiner == Determiner::A || owned || n.modifiers.iter().any(of)
    }
    nominal.modifiers.iter().any(|modifier| match modifier {
        Modifier::Of(np) | Modifier::Is(Complement::At(_, np)) => indefinite(np),
        Modifier::Is(_) | Modifier::That(_) | Modifier::ThatOther(..) => false,
    })
}

/// `The Great Lakes are Lake Erie and Lake Huron`
fn is_list_of_names(subject: &Np, vp: &Vp) -> bool {
    let named = matches!(subject, Np::Name(_));
    let name = |part: &Complement| matches!(part, Complement::Np(Np::Name(_)));
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    named && parts.iter().all(name)
}

/// `Cellists and flautists in the orchestra`: both in it, or the flautists alone.
fn is_described_last(subject: &Np) -> bool {
    let Np::Join(_, items) = subject else { return false };
    let Some((last, others)) = items.split_last() else { return false };
    let kind = |np: &Np| match np {
        Np::Nominal(n) if n.determiner == Determiner::Bare && n.plural => Some(n.modifiers.len()),
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => None,
    };
    kind(last).is_some_and(|modifiers| modifiers > 0)
        && others.iter().all(|np| kind(np).is_some_and(|modifiers| modifiers == 0))
}

/// `another company`: other than one that was named, or than the one that is spoken of.
fn is_another(np: &Np) -> bool {
    matches!(np, Np::Nominal(n) if matches!(&n.determiner, Determiner::Amount(it) if it == "another"))
}

/// `The guitar is a type of lute`: one guitar is no type.
fn is_kind_among_kinds(subject: &Np, vp: &Vp) -> bool {
    let one = matches!(subject, Np::Nominal(n) if n.determiner == Determiner::The && !n.plural && n.name.is_none());
    let vp = if let Vp::Not(denied) = vp { denied.as_ref() } else { vp };
    let Vp::Be(Complement::Np(Np::Nominal(nominal))) = vp else { return false };
    let of = matches!(nominal.modifiers.first(), Some(Modifier::Of(_)));
    one && of && nominal.noun.as_deref().is_some_and(|noun| KINDS.contains(&noun))
}

/// `An accessory for the system is compatible with that system`
fn is_said_again(subject: &Np, vp: &Vp) -> bool {
    let the = |np: &Np| match np {
        Np::Nominal(n) if n.determiner == Determiner::The => n.noun.clone(),
        Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Join(..) | Np::Asked => None,
    };
    let Np::Nominal(nominal) = subject else { return false };
    if !matches!(nominal.determiner, Determiner::Bare | Determiner::A) {
        return false;
    }
    let inner = nominal.modifiers.iter().find_map(|modifier| match modifier {
        Modifier::Of(np) | Modifier::Is(Complement::At(_, np)) => the(np),
        Modifier::Is(_) | Modifier::That(_) | Modifier::ThatOther(..) => None,
    });
    let phrases = match vp {
        Vp::Be(Complement::Adjective(adjective)) => &adjective.governs,
        Vp::Be(Complement::Act(verb)) | Vp::Do(verb) => &verb.phrases,
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) => return false,
    };
    inner.is_some() && phrases.iter().any(|(_, np)| the(np) == inner)
}

/// `Photography is capturing light`
fn is_what_it_is(subject: &Np, vp: &Vp) -> bool {
    let activity = |n: &Nominal| {
        n.determiner == Determiner::Bare
            && !n.plural
            && n.noun.as_deref().is_some_and(|noun| !is_role(noun))
    };
    let doing = |verb: &Verb| {
        verb.passive.is_none() && verb.tense == Tense::Progressive && !verb.objects.is_empty()
    };
    matches!(subject, Np::Nominal(n) if activity(n))
        && matches!(vp, Vp::Be(Complement::Act(verb)) if doing(verb))
}

/// `A museum is in Paris`: hardly every museum, but not surely one.
fn is_one_somewhere(subject: &Np, vp: &Vp) -> bool {
    let named = |np: &Np| match np {
        Np::Name(_) => true,
        Np::Nominal(nominal) => nominal.determiner == Determiner::The,
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    };
    let place = match vp {
        Vp::Be(Complement::At(_, np)) => named(np),
        Vp::Be(Complement::Adjective(adjective)) => {
            adjective.governs.iter().any(|(_, np)| named(np))
        }
        Vp::Be(Complement::Act(verb)) => {
            verb.lemma == "know"
                || ["locate", "situate"].contains(&verb.lemma.as_str())
                    && verb.phrases.iter().any(|(_, np)| named(np))
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => {
            false
        }
    };
    let Np::Nominal(nominal) = subject else { return false };
    let there = nominal.modifiers.iter().any(|modifier| match modifier {
        Modifier::Is(Complement::At(preposition, np)) => {
            ["in", "at", "on"].contains(&preposition.as_str()) && matches!(np, Np::Name(_))
        }
        Modifier::Is(_) | Modifier::Of(_) | Modifier::That(_) | Modifier::ThatOther(..) => false,
    });
    // `A man in Rome won the prize`: one of them did.
    let happened = matches!(vp, Vp::Do(verb) if verb.tense == Tense::Past);
    (place || there && !happened) && nominal.determiner == Determiner::A && nominal.name.is_none()
}

/// `A company owns the stadium`, `A man rides a bicycle he bought`: hardly each of them does.
fn is_one_of_them(subject: &Np, vp: &Vp) -> bool {
    /// Of these there is but one, so that each of a kind may have to do with it.
    const ONLY: &[&str] = &[
        "sea",
        "ocean",
        "sky",
        "sun",
        "moon",
        "earth",
        "world",
        "air",
        "ground",
        "water",
        "wild",
        "forest",
        "desert",
        "jungle",
        "night",
        "day",
        "morning",
        "evening",
        "law",
        "internet",
        "universe",
        "environment",
        "economy",
        "future",
        "past",
        "public",
        "government",
    ];
    let clause = |m: &Modifier| matches!(m, Modifier::That(_) | Modifier::ThatOther(..));
    let Np::Nominal(one) = subject else { return false };
    let open = one.determiner == Determiner::A
        && one.name.is_none()
        && one.noun.as_deref().is_some_and(|noun| !["person", "thing"].contains(&noun))
        && !one.modifiers.iter().any(clause);
    let verb = match vp {
        Vp::Do(verb) if verb.tense == Tense::Present => verb,
        Vp::Be(Complement::Act(verb)) if verb.tense == Tense::Present => verb,
        Vp::Do(_) | Vp::Be(_) | Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) => {
            return false;
        }
    };
    let certain = |np: &Np| match np {
        Np::Name(_) => true,
        Np::Nominal(n) if n.determiner == Determiner::The => {
            !n.noun.as_deref().is_some_and(|noun| ONLY.contains(&noun))
        }
        Np::Nominal(n) => n.modifiers.iter().any(|modifier| match modifier {
            Modifier::That(vp) | Modifier::ThatOther(_, vp) => super::tense(vp) == Tense::Past,
            Modifier::Of(_) | Modifier::Is(_) => false,
        }),
        Np::Pronoun(_) | Np::Join(..) | Np::Asked => false,
    };
    open && verb.takes().any(certain)
}

/// `Some towns are in Ohio and Texas`
fn is_spread(subject: &Np, vp: &Vp) -> bool {
    let several = matches!(subject, Np::Nominal(nominal) if nominal.plural);
    let places = match vp {
        Vp::Be(Complement::At(_, np)) => Some(np),
        Vp::Be(Complement::Act(verb)) if ["locate", "situate"].contains(&verb.lemma.as_str()) => {
            verb.phrases.first().map(|(_, np)| np)
        }
        Vp::Join(..) | Vp::Not(_) | Vp::Under(..) | Vp::Normally(_) | Vp::Be(_) | Vp::Do(_) => None,
    };
    several && matches!(places, Some(Np::Join(Join::And, _)))
}

/// `Genres are history, portrait and landscape`
fn is_list_of_kinds(subject: &Np, vp: &Vp) -> bool {
    let several = matches!(subject, Np::Nominal(nominal) if nominal.plural);
    let kind = |complement: &Complement| {
        complement.nominal().is_some_and(|nominal| {
            nominal.determiner == Determiner::Bare && !nominal.plural && nominal.noun.is_some()
        })
    };
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    several && parts.iter().filter(|part| kind(part)).count() > 1
}

/// `The languages are Finnish and Russian`, `The colors are red and white`: some are one, some the
/// other.
fn is_list_of_qualities(subject: &Np, vp: &Vp) -> bool {
    let Np::Nominal(nominal) = subject else { return false };
    let hue = nominal
        .noun
        .as_deref()
        .is_some_and(|noun| ["color", "colour"].contains(&noun.rsplit(' ').next().unwrap_or(noun)));
    let national = |complement: &Complement| match complement {
        Complement::Adjective(adjective) => {
            let word = adjective.words.last().and_then(|word| entry(word));
            adjective.governs.is_empty() && (hue || word.is_some_and(|e| e.capital))
        }
        Complement::Np(Np::Nominal(n)) => {
            let word = n.noun.as_deref().and_then(entry);
            n.determiner == Determiner::Bare && !n.plural && word.is_some_and(|e| e.capital)
        }
        Complement::Np(np) => matches!(np, Np::Name(_)),
        Complement::At(..)
        | Complement::Than(..)
        | Complement::As(..)
        | Complement::Rank(..)
        | Complement::Act(_)
        | Complement::Under(..)
        | Complement::Join(..)
        | Complement::Not(_) => false,
    };
    let Vp::Be(Complement::Join(Join::And, parts)) = vp else { return false };
    nominal.plural && parts.iter().filter(|part| national(part)).count() > 1
}

/// Whether a phrase names somebody who can do what others do.
fn is_somebody(np: &Np) -> bool {
    match np {
        Np::Name(name) => {
            let place = entry(&name.to_lowercase()).is_some_and(|e| e.place);
            name.starts_with(char::is_uppercase) && !place
        }
        Np::Pronoun(pronoun) => ["he", "she"].contains(&pronoun.as_str()),
        Np::Nominal(_) | Np::Join(..) | Np::Asked => false,
    }
}
