//! What comes last after two nouns, `a maker of watches based in Geneva`: which of the two it
//! describes, or that nobody can tell. Only words are looked at here, never the discourse.

use super::super::chart::Parse;
use super::super::lexicon::{entry, is_role};
use super::super::read::{TOO_FAR, UNSURE};
use super::super::syntax::{Complement, Determiner, Join, Modifier, Nominal, Np, Verb, Vp};
use super::{Grammar, Mode};

/// More than the nearer noun gains by being nearer.
const FARTHER: u32 = 3;

/// What is done to bodies and places that somebody set up.
const SET_UP: &[&str] =
    &["base", "headquarter", "locate", "situate", "found", "form", "establish", "incorporate"];

/// What is done to things that somebody makes.
const MADE: &[&str] = &[
    "build",
    "compose",
    "construct",
    "design",
    "direct",
    "erect",
    "invent",
    "launch",
    "manufacture",
    "paint",
    "print",
    "produce",
    "publish",
    "record",
    "release",
    "translate",
    "write",
];

/// What is done to people.
const LIVED: &[&str] = &["bear", "educate", "employ", "marry", "raise"];

/// Parts of a place that have nothing of their own.
const SIDES: &[&str] = &[
    "bank",
    "center",
    "centre",
    "coast",
    "east",
    "edge",
    "foot",
    "heart",
    "middle",
    "north",
    "northeast",
    "northwest",
    "outskirt",
    "outskirts",
    "shore",
    "south",
    "southeast",
    "southwest",
    "west",
];

/// Bodies and places that somebody sets up.
const BODIES: &[&str] = &[
    "academy",
    "agency",
    "airline",
    "army",
    "association",
    "award",
    "band",
    "bank",
    "brand",
    "brewery",
    "business",
    "centre",
    "chain",
    "charity",
    "choir",
    "church",
    "city",
    "club",
    "college",
    "colony",
    "committee",
    "community",
    "company",
    "corporation",
    "council",
    "country",
    "court",
    "dynasty",
    "empire",
    "ensemble",
    "factory",
    "festival",
    "firm",
    "foundation",
    "gallery",
    "group",
    "hospital",
    "hotel",
    "institute",
    "institution",
    "journal",
    "kingdom",
    "label",
    "laboratory",
    "league",
    "library",
    "magazine",
    "mission",
    "monastery",
    "movement",
    "museum",
    "network",
    "newspaper",
    "office",
    "opera",
    "orchestra",
    "order",
    "organisation",
    "organization",
    "parish",
    "party",
    "plant",
    "port",
    "prize",
    "quartet",
    "republic",
    "restaurant",
    "school",
    "service",
    "settlement",
    "shop",
    "society",
    "startup",
    "state",
    "station",
    "store",
    "studio",
    "team",
    "theater",
    "theatre",
    "town",
    "tournament",
    "trio",
    "union",
    "university",
    "village",
    "website",
    "winery",
];

/// People or firms, nobody can tell.
const FIRMS: &[&str] = &[
    "brewer",
    "broadcaster",
    "builder",
    "carrier",
    "dealer",
    "developer",
    "distributor",
    "exporter",
    "importer",
    "insurer",
    "maker",
    "manufacturer",
    "operator",
    "producer",
    "provider",
    "publisher",
    "retailer",
    "seller",
    "supplier",
    "wholesaler",
];

/// Nouns that say of what kind the next one is.
const KINDS: &[&str] =
    &["kind", "type", "sort", "form", "species", "breed", "variety", "style", "genre"];

impl Grammar<'_> {
    /// `is a band from Glasgow, formed in 2006`: after a comma it is said of the subject.
    pub(super) fn said_last(&self, vp: &Parse<Vp>, mode: Mode) -> Vec<Parse<Vp>> {
        let Vp::Be(complement) = &vp.value else { return Vec::new() };
        let finite = matches!(mode, Mode::Singular | Mode::Plural);
        if !finite || !self.is(vp.end, ",") || vp.cost >= UNSURE {
            return Vec::new();
        }
        let Some(head) = last_noun(complement) else { return Vec::new() };
        let acts = self.act(vp.end + 1).into_iter().filter(|act| act.end == self.len());
        let mut found = Vec::new();
        for act in acts {
            let Complement::Act(verb) = &act.value else { continue };
            if verb.passive.is_none() || verb.phrases.is_empty() {
                continue;
            }
            let torn = UNSURE * u32::from(bears(head, verb) == Some(false));
            let both = vec![vp.value.clone(), Vp::Be(act.value.clone())];
            let cost = vp.cost + act.cost + torn;
            found.push(Parse::new(Vp::Join(Join::And, both), act.end, cost));
        }
        found
    }
}

/// The noun that says last what a subject is.
fn last_noun(complement: &Complement) -> Option<&Nominal> {
    if let Complement::Join(Join::And, parts) = complement {
        return parts.last().and_then(last_noun);
    }
    complement.nominal()
}

/// What it costs that the second of two nouns takes what comes last.
pub(super) fn cost(outer: &Nominal, inner: &Np) -> u32 {
    let inner = match inner {
        Np::Nominal(inner) => inner,
        Np::Join(_, items) => match items.last() {
            Some(Np::Nominal(last)) => last,
            _ => return 0,
        },
        Np::Name(_) | Np::Pronoun(_) | Np::Asked => return 0,
    };
    let Some(last) = inner.modifiers.last() else { return 0 };
    if inner.noun.is_none() && inner.name.is_some() {
        return aside_cost(outer, last);
    }
    let (Some(far), Some(near)) = (outer.noun.as_deref(), inner.noun.as_deref()) else { return 0 };
    let clause = matches!(last, Modifier::That(_));
    let Some(told) = told(last) else { return 0 };
    if SIDES.contains(&near) {
        return FARTHER;
    }
    if KINDS.contains(&far) {
        return 0;
    }
    let with = matches!(told, Told::With(_));
    // `the district with the largest area`
    let the = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::The);
    let tells_which =
        inner.determiner == Determiner::The && matches!(told, Told::With(np) if the(np));
    let (outer_bears, inner_bears) = match told {
        Told::Done(verb) => (bears(outer, verb), bears(inner, verb)),
        Told::With(_) | Told::Like => (None, None),
    };
    let bare = inner.determiner == Determiner::Bare;
    match (outer_bears, inner_bears) {
        (Some(false), Some(true)) => 0,
        _ if tells_which => 0,
        (Some(true) | None, Some(false)) => FARTHER,
        (Some(true), None) if bare => FARTHER,
        _ if clause => 0,
        (None, _) | (_, None) if !with && is_role(far) != is_role(near) => 0,
        _ => UNSURE,
    }
}

/// `a band from Glasgow, formed in 2006`, `a town in Italy, which is old`
fn aside_cost(outer: &Nominal, last: &Modifier) -> u32 {
    let person = outer.noun.as_deref().is_some_and(is_role);
    match last {
        Modifier::Is(Complement::Act(verb)) if bears(outer, verb) != Some(false) => TOO_FAR,
        Modifier::That(_) if outer.noun.is_some() && !person => UNSURE,
        Modifier::Is(_) | Modifier::That(_) | Modifier::Of(_) | Modifier::ThatOther(..) => 0,
    }
}

/// What is said last.
enum Told<'v> {
    Done(&'v Verb),
    With(&'v Np),
    Like,
}

fn told(last: &Modifier) -> Option<Told<'_>> {
    match last {
        Modifier::Is(Complement::Act(verb)) | Modifier::That(Vp::Be(Complement::Act(verb)))
            if verb.passive.is_some() =>
        {
            Some(Told::Done(verb))
        }
        Modifier::Is(Complement::At(preposition, np)) if preposition == "with" => {
            Some(Told::With(np))
        }
        Modifier::Is(Complement::Adjective(_)) => Some(Told::Like),
        Modifier::Is(_) | Modifier::That(_) | Modifier::Of(_) | Modifier::ThatOther(..) => None,
    }
}

/// Whether this can be done to such a thing, as far as the words tell.
pub(super) fn bears(nominal: &Nominal, verb: &Verb) -> Option<bool> {
    let noun = nominal.noun.as_deref()?;
    let head = noun.rsplit(' ').next().unwrap_or(noun);
    let person = head == "person" || is_role(head);
    let firm = FIRMS.contains(&head);
    let known = entry(head).is_some();
    let lemma = verb.lemma.as_str();
    if SET_UP.contains(&lemma) {
        let body = BODIES.contains(&head) || entry(head).is_some_and(|e| e.place);
        let placed = ["base", "locate", "situate"].contains(&lemma);
        return match (body, firm, person) {
            (true, ..) => Some(true),
            (_, true, _) => None,
            (_, _, true) => (!placed).then_some(false),
            _ if ["locate", "situate"].contains(&lemma) => {
                (nominal.determiner == Determiner::Bare).then_some(false)
            }
            _ => known.then_some(false),
        };
    }
    if MADE.contains(&lemma) {
        return if firm { None } else { known.then_some(!person) };
    }
    if LIVED.contains(&lemma) {
        return if BODIES.contains(&head) { Some(false) } else { known.then_some(person) };
    }
    None
}
