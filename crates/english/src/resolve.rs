//! Whom pronouns and `the` mean, by fixed rules. A pronoun means the one thing that agrees with it in its
//! own sentence before it, or else the one in the sentence before, or the one before that; if two agree,
//! the sentence is refused. `the NOUN` means the last one mentioned, or else the one that there is.

use crate::drs::{Act, Drs, Number, Said};
use crate::lexicon::{Sex, sex_of_name, sex_of_noun};
use crate::logic::Thing;

/// Something mentioned in the sentences before.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// The noun it was mentioned with.
    pub noun: Option<String>,
    /// The constant of the name it was mentioned with.
    pub name: Option<String>,
    /// The noun was in the plural.
    pub several: bool,
    /// How many sentences ago, from 1.
    pub ago: u32,
    /// `the NOUN` may mean it: it was introduced as `a NOUN`.
    pub introduced: bool,
}

/// A pronoun that means nothing, or two things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// The pronoun, in the form `he`, `she`, `it`, `they`.
    pub pronoun: String,
    /// What it may mean, as nouns and names.
    pub candidates: Vec<String>,
}

#[derive(Debug, Clone)]
struct Candidate {
    thing: Thing,
    noun: Option<String>,
    name: Option<String>,
    adjectives: Vec<String>,
    sex: Sex,
    several: bool,
    ago: u32,
    introduced: bool,
}

enum Open {
    The { referent: u32, noun: String, adjectives: Vec<String> },
    Pronoun { word: String, referent: u32 },
}

/// Puts what they mean in the place of pronouns and definite phrases; what definite phrases take for
/// granted is moved to `taken`.
pub fn resolve(
    act: &mut Act,
    known: &[Known],
    taken: &mut Vec<(String, String)>,
) -> Result<(), Unresolved> {
    loop {
        let mut reach = before(known);
        let open = boxes(act).into_iter().find_map(|drs| find(drs, &mut reach));
        let Some(open) = open else { return Ok(()) };
        let (referent, meant) = match &open {
            Open::The { referent, noun, adjectives } => {
                (*referent, definite(noun, adjectives, &reach, taken))
            }
            Open::Pronoun { word, referent } => (*referent, pronoun(word, *referent, &reach, act)?),
        };
        for drs in boxes_mut(act) {
            settle(drs, &open, referent);
            drs.replace(referent, &meant);
        }
    }
}

fn boxes(act: &Act) -> Vec<&Drs> {
    match act {
        Act::Tell(drs) => vec![drs],
        Act::Ask(_, _, boxes) => boxes.iter().collect(),
    }
}

fn boxes_mut(act: &mut Act) -> Vec<&mut Drs> {
    match act {
        Act::Tell(drs) => vec![drs],
        Act::Ask(_, _, boxes) => boxes.iter_mut().collect(),
    }
}

fn before(known: &[Known]) -> Vec<Candidate> {
    let candidate = |(number, one): (usize, &Known)| Candidate {
        thing: Thing::Known(number),
        noun: one.noun.clone(),
        name: one.name.clone(),
        adjectives: Vec::new(),
        sex: match (&one.noun, &one.name) {
            (Some(noun), _) => sex_of_noun(noun),
            (None, Some(name)) => sex_of_name(name),
            (None, None) => Sex::Unknown,
        },
        several: one.several,
        ago: one.ago,
        introduced: one.introduced,
    };
    known.iter().enumerate().map(candidate).collect()
}

/// The first pronoun or definite phrase of a box; what was mentioned before it is then in reach.
fn find(drs: &Drs, reach: &mut Vec<Candidate>) -> Option<Open> {
    for said in &drs.said {
        match said {
            Said::The(referent) => return Some(described(drs, *referent)),
            Said::Pronoun(word, referent) => {
                return Some(Open::Pronoun { word: word.clone(), referent: *referent });
            }
            Said::Noun(noun, thing, number) => mention(reach, thing, Some((noun, *number))),
            Said::Adjective(adjective, thing) => {
                mention(reach, thing, None);
                if let Some(one) = reach.iter_mut().rev().find(|c| c.thing == *thing) {
                    one.adjectives.push(adjective.clone());
                }
            }
            Said::Name(name) => named(reach, name),
            Said::Taken(noun, name) => {
                if let Some(one) =
                    reach.iter_mut().rev().find(|c| c.thing == Thing::Constant(name.clone()))
                {
                    one.sex = sex_of_noun(noun);
                }
            }
            Said::Event(event) => {
                for thing in event.subject.iter().chain(&event.object) {
                    mention(reach, thing, None);
                }
            }
            Said::Relation(..) | Said::Same(..) => {}
            Said::Marked(_, _, inner) => {
                if let Some(open) = find(inner, reach) {
                    return Some(open);
                }
            }
            Said::Not(inner) => {
                if let Some(open) = within(&[inner], reach) {
                    return Some(open);
                }
            }
            Said::If(a, b) | Said::Iff(a, b) | Said::Any(a, b) | Said::Definite(a, b) => {
                if let Some(open) = within(&[a, b], reach) {
                    return Some(open);
                }
            }
            Said::Or(boxes) | Said::One(boxes) => {
                for inner in boxes {
                    if let Some(open) = within(&[inner], reach) {
                        return Some(open);
                    }
                }
            }
            Said::Normally(a, b, unless) => {
                let mut all = vec![a];
                all.extend(unless);
                all.push(b);
                if let Some(open) = within(&all, reach) {
                    return Some(open);
                }
            }
        }
    }
    None
}

/// Looks into boxes one after another; what they introduce is not in reach afterwards, but for names.
fn within(boxes: &[&Drs], reach: &mut Vec<Candidate>) -> Option<Open> {
    let outside = reach.len();
    for inner in boxes {
        if let Some(open) = find(inner, reach) {
            return Some(open);
        }
    }
    let inside = reach.split_off(outside);
    reach.extend(inside.into_iter().filter(|c| matches!(c.thing, Thing::Constant(_))));
    None
}

fn described(drs: &Drs, referent: u32) -> Open {
    let of = |thing: &Thing| *thing == Thing::Variable(referent);
    let mut noun = String::new();
    let mut adjectives = Vec::new();
    for said in &drs.said {
        if let Said::Noun(name, thing, _) = said
            && of(thing)
        {
            noun.clone_from(name);
        }
        if let Said::Adjective(name, thing) = said
            && of(thing)
        {
            adjectives.push(name.clone());
        }
    }
    Open::The { referent, noun, adjectives }
}

fn mention(reach: &mut Vec<Candidate>, thing: &Thing, noun: Option<(&String, Number)>) {
    if matches!(thing, Thing::Quantity(..) | Thing::Known(_)) {
        return;
    }
    let place = reach.iter().rposition(|candidate| candidate.thing == *thing);
    let place = place.unwrap_or_else(|| {
        reach.push(Candidate {
            thing: thing.clone(),
            noun: None,
            name: match thing {
                Thing::Constant(name) => Some(name.clone()),
                Thing::Variable(_) | Thing::Quantity(..) | Thing::Known(_) => None,
            },
            adjectives: Vec::new(),
            sex: match thing {
                Thing::Constant(name) => sex_of_constant(name),
                Thing::Variable(_) | Thing::Quantity(..) | Thing::Known(_) => Sex::Unknown,
            },
            several: false,
            ago: 0,
            introduced: matches!(thing, Thing::Variable(_)),
        });
        reach.len() - 1
    });
    if let Some((noun, number)) = noun
        && matches!(thing, Thing::Variable(_))
    {
        reach[place].noun = Some(noun.clone());
        reach[place].sex = sex_of_noun(noun);
        reach[place].several = number == Number::Plural;
    }
}

/// `the_dog` is called after its noun; any other constant is a name.
fn sex_of_constant(name: &str) -> Sex {
    match name.strip_prefix("the_") {
        Some(noun) => sex_of_noun(noun),
        None => sex_of_name(name),
    }
}

fn named(reach: &mut Vec<Candidate>, name: &str) {
    mention(reach, &Thing::Constant(name.to_owned()), None);
}

/// What `the NOUN` means.
fn definite(
    noun: &str,
    adjectives: &[String],
    reach: &[Candidate],
    taken: &mut Vec<(String, String)>,
) -> Thing {
    let fits = |candidate: &&Candidate| {
        let called = candidate.noun.as_deref().is_some_and(|name| {
            name == noun || name.strip_suffix(noun).is_some_and(|front| front.ends_with('_'))
        });
        candidate.introduced
            && called
            && adjectives.iter().all(|adjective| candidate.adjectives.contains(adjective))
    };
    if let Some(found) = reach.iter().rev().find(fits) {
        return found.thing.clone();
    }
    let mut name = "the_".to_owned();
    for adjective in adjectives {
        name.push_str(adjective);
        name.push('_');
    }
    name.push_str(noun);
    for said in adjectives.iter().map(String::as_str).chain([noun]) {
        let fact = (said.to_owned(), name.clone());
        if !taken.contains(&fact) {
            taken.push(fact);
        }
    }
    Thing::Constant(name)
}

fn pronoun(word: &str, referent: u32, reach: &[Candidate], act: &Act) -> Result<Thing, Unresolved> {
    let rivals: Vec<&Thing> =
        boxes(act).into_iter().flat_map(|drs| beside(drs, referent)).collect();
    let fits = |candidate: &&Candidate| {
        candidate.thing != Thing::Variable(referent)
            && !rivals.contains(&&candidate.thing)
            && agrees(word, candidate)
    };
    let nearest = reach.iter().filter(fits).map(|candidate| candidate.ago).min();
    let found: Vec<&Candidate> =
        reach.iter().filter(fits).filter(|candidate| Some(candidate.ago) == nearest).collect();
    match found.as_slice() {
        [one] => Ok(one.thing.clone()),
        several => {
            let candidates = several.iter().map(|one| called(one)).collect();
            Err(Unresolved { pronoun: word.to_owned(), candidates })
        }
    }
}

fn called(candidate: &Candidate) -> String {
    match (&candidate.name, &candidate.noun) {
        (Some(name), _) if name.starts_with("the_") => name.replace('_', " "),
        (Some(name), _) => name.clone(),
        (None, Some(noun)) => format!("the {}", noun.replace('_', " ")),
        (None, None) => String::new(),
    }
}

fn agrees(pronoun: &str, candidate: &Candidate) -> bool {
    let sex = candidate.sex;
    match pronoun {
        "he" => !candidate.several && matches!(sex, Sex::Male | Sex::Person | Sex::Unknown),
        "she" => !candidate.several && matches!(sex, Sex::Female | Sex::Person | Sex::Unknown),
        "it" => !candidate.several && matches!(sex, Sex::Thing | Sex::Animal | Sex::Unknown),
        _ => candidate.several || sex != Sex::Thing,
    }
}

/// What takes part in an event together with a referent: `Ann sees her` is about another.
fn beside(drs: &Drs, referent: u32) -> Vec<&Thing> {
    let mut found = Vec::new();
    for said in &drs.said {
        if let Said::Event(event) = said {
            let roles = event.roles.iter().map(|(_, thing)| thing);
            let all: Vec<&Thing> = event.subject.iter().chain(&event.object).chain(roles).collect();
            if all.contains(&&Thing::Variable(referent)) {
                found.extend(all);
            }
        }
        if let Said::Relation(_, a, b) = said
            && *b == Thing::Variable(referent)
        {
            found.push(a);
        }
        said.inner().into_iter().for_each(|inner| found.extend(beside(inner, referent)));
    }
    found
}

/// Removes what a resolved phrase said of its referent.
fn settle(drs: &mut Drs, open: &Open, referent: u32) {
    let described = matches!(open, Open::The { .. });
    let own = Thing::Variable(referent);
    drs.said.retain(|said| {
        let looks = matches!(said, Said::The(x) | Said::Pronoun(_, x) if *x == referent);
        let describes =
            matches!(said, Said::Noun(_, what, _) | Said::Adjective(_, what) if *what == own);
        !(looks || described && describes)
    });
    for inner in drs.said.iter_mut().flat_map(Said::inner_mut) {
        settle(inner, open, referent);
    }
}
