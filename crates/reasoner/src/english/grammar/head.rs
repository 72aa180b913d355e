//! Nouns: one word, several that make one, and the words before it that belong to it.

use super::super::chart::Parse;
use super::super::closed;
use super::super::compounds::is_one_noun;
use super::super::lexicon::{entry, is_role};
use super::super::morphology::{Form, graded_adjective, noun_forms, unknown_noun, verb_forms};
use super::super::read::TOO_FAR;
use super::super::relational::{is_field, is_relational};
use super::super::tokens::{Kind, Token};
use super::Grammar;
use super::adjective::is_participle;

/// A noun found at a position.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Head {
    pub(super) noun: Option<String>,
    pub(super) people: Option<bool>,
    pub(super) plural: bool,
}

impl Grammar<'_> {
    /// One or more nouns, the last of which is the head.
    pub(super) fn compound(&self, at: usize) -> Vec<Parse<Head>> {
        let mut found = Vec::new();
        let mut front: Vec<String> = Vec::new();
        let mut cost = 0;
        let mut end = at;
        while end < (at + 6).min(self.len()) {
            if let Some((words, plural, after)) = self.set_noun(end) {
                front.push(words);
                let noun = Some(front.join(" "));
                found.push(Parse::new(Head { noun, people: None, plural }, after, cost));
                end = after;
                continue;
            }
            if end > at && ADVERBS.contains(&self.lower(end)) {
                break;
            }
            for (lemma, plural, extra) in self.head_noun(end) {
                // `British band White Town`: a kind and a name beside it, not a kind of town.
                if self.is_capital(end) && (at..end).any(|p| !self.is_capital(p)) {
                    continue;
                }
                let thing = front.is_empty() && ["thing", "people"].contains(&lemma.as_str());
                // `a person living here` lives; it is no kind of living.
                let doing = lemma.ends_with("ing")
                    && front.last().is_some_and(|word| {
                        word == "person" || entry(word).is_some_and(|e| e.person)
                    });
                let people = front.last().is_some_and(|word| word == "people");
                let there =
                    end > at && self.is_somewhere(end) && (people || self.is_introduced(at));
                let extra =
                    extra + u32::from(doing) + 3 * u32::from(there) + self.said_of_name(at, end);
                let mut words = front.clone();
                words.push(lemma);
                let people = thing.then(|| words.first().is_some_and(|word| word == "people"));
                let noun = (!thing).then(|| words.join(" "));
                found.push(Parse::new(Head { noun, people, plural }, end + 1, cost + extra));
            }
            // `the music Ann Lee plays`: a name after a noun is no part of it.
            let letters = self.token(end).is_some_and(|t| t.text.chars().any(char::is_lowercase));
            if end > at && self.is_capital(end) && letters && !self.is_capital(end - 1) {
                break;
            }
            let field = self.opens_noun(end) && (at..end).all(|p| self.opens_noun(p));
            let modifier = field.then(|| (self.lower(end).to_owned(), 0));
            let Some((word, extra)) = modifier.or_else(|| self.noun_modifier(end)) else { break };
            // `a student learning piano` learns; it is no kind of piano.
            let doing = word.ends_with("ing")
                && front.last().is_some_and(|word| entry(word).is_some_and(|e| e.person));
            front.push(word);
            cost += extra + 2 * u32::from(doing);
            end += 1;
        }
        found
    }

    /// `wide receiver`: two or three words that make one noun, singular or plural.
    pub(crate) fn set_noun(&self, at: usize) -> Option<(String, bool, usize)> {
        for length in [3, 2] {
            let end = at + length;
            if end > self.len() {
                continue;
            }
            let front: Vec<&str> = (at..end - 1).map(|p| self.lower(p)).collect();
            let last = self.lower(end - 1);
            let mut forms = noun_forms(last).to_vec();
            forms.push((last.to_owned(), false));
            let found = forms.into_iter().find_map(|(lemma, plural)| {
                let words = format!("{} {lemma}", front.join(" "));
                is_one_noun(&words).then_some((words, plural))
            });
            if let Some((words, plural)) = found {
                (at..end).for_each(|p| self.note(p));
                return Some((words, plural, end));
            }
        }
        None
    }

    /// `a statue standing in the park`: what it does there, not a kind of standing.
    pub(super) fn is_somewhere(&self, at: usize) -> bool {
        const PLACED: &[&str] = &["lie", "hang", "reside", "dwell", "lean", "float", "hover"];
        let there = |(lemma, form): &(String, Form)| {
            let lemma = lemma.as_str();
            *form == Form::Gerund && (closed::ALONE.contains(&lemma) || PLACED.contains(&lemma))
        };
        verb_forms(self.lower(at)).iter().any(there) && self.preposition(at + 1).is_some()
    }

    /// Whether a determiner stands shortly before a noun.
    fn is_introduced(&self, at: usize) -> bool {
        (at.saturating_sub(3)..at).any(|p| DETERMINERS.contains(&self.lower(p)))
    }

    /// `electrical engineer`, `criminal lawyer`: whether the word here makes one noun with the next.
    pub(crate) fn opens_noun(&self, at: usize) -> bool {
        let word = self.lower(at);
        if at > 0 && self.is_capital(at) {
            return false;
        }
        let follows = |p: usize| !self.head_noun(p).is_empty() && !self.is_capital(p);
        let works = |p: usize| follows(p) && works_in_field(self.lower(p));
        is_relational(word) && (follows(at + 1) || self.opens_noun(at + 1))
            || is_field(word) && (works(at + 1) || follows(at + 1) && works(at + 2))
    }

    /// `Video Gag airs`: after a name, a word that may be its verb is rather that.
    fn said_of_name(&self, at: usize, end: usize) -> u32 {
        let named = end > at && (at..end).all(|p| self.is_capital(p)) && !self.is_capital(end);
        let forms = verb_forms(self.lower(end));
        let thirds = forms.iter().filter(|(_, form)| *form == Form::Third);
        let commonness = thirds.map(|(lemma, _)| entry(lemma).and_then(|e| e.verb)).max();
        let particle = closed::PARTICLES.contains(&self.lower(end + 1));
        let goes_on = self.preposition(end + 1).is_some() && at == 0 || particle;
        let called = at > 0 && ["named", "called"].contains(&self.lower(at - 1));
        // `found in Peru lives in water`, `that Paul drinks milk`
        let introduced = at > 0 && DETERMINERS.contains(&self.lower(at - 1));
        let ordinary = at == 0 && entry(self.lower(at)).is_some_and(|e| !e.capital);
        let alone =
            at == 0 && end == 1 && entry(self.lower(0)).is_some_and(|e| e.person && e.capital);
        let common = !introduced && !ordinary && (alone || commonness.flatten() >= Some(4));
        4 * u32::from(named && commonness.is_some() && (goes_on || called || common))
    }

    /// `northwest of`
    pub(super) fn is_direction(&self, at: usize) -> bool {
        let of = |(words, _): &(&[&str], &str)| {
            words.len() == 2 && self.lower(at) == words[0] && self.lower(at + 1) == words[1]
        };
        self.lower(at).ends_with("st") && closed::LONG_PREPOSITIONS.iter().any(of)
            || ["north", "south"].contains(&self.lower(at)) && self.lower(at + 1) == "of"
    }

    pub(super) fn head_noun(&self, at: usize) -> Vec<(String, bool, u32)> {
        let Some(token) = self.token(at) else { return Vec::new() };
        let word = token.lower.as_str();
        let being =
            at > 0 && ["being", "beings"].contains(&word) && self.adjective_word(at - 1).is_some();
        let letter = word.len() == 1 && !token.is_capital();
        if token.kind != Kind::Word || letter || (closed::is_closed(word) && !being) {
            return Vec::new();
        }
        if ADVERBS.contains(&word) && !(at > 0 && DETERMINERS.contains(&self.lower(at - 1))) {
            return Vec::new();
        }
        // `This book is mine`: whose it is, not a mine.
        const BEFORE_MINE: &[&str] =
            &["is", "are", "was", "were", "be", "not", "of", "than", "and", "or"];
        if word == "mine" && (at == 0 || BEFORE_MINE.contains(&self.lower(at - 1))) {
            return Vec::new();
        }
        // `located northwest of Rome`: where it is, not a northwest.
        let placed = at > 0 && self.lower(at - 1) != "the" && self.is_direction(at);
        if placed {
            return Vec::new();
        }
        let of_two = self.lower(at + 1) == "of" && self.lower(at + 2) == "two";
        if of_two && graded_adjective(word, "er").is_some() {
            return Vec::new();
        }
        // `the second single`: the single that comes second, not a second that is single.
        let ordered = closed::ordinal(word).is_some() && at > 0 && self.lower(at - 1) == "the";
        if ordered && !self.compound(at + 1).is_empty() {
            return Vec::new();
        }
        if word == "people" {
            self.note(at);
            return vec![("people".to_owned(), true, 0)];
        }
        let rarely =
            entry(word).is_some_and(|e| !e.capital && e.noun < Some(2) && e.adjective >= Some(3));
        let introduced = at > 0 && DETERMINERS.contains(&self.lower(at - 1));
        let lot = word == "lot" && self.lower(at.saturating_sub(1)) == "a";
        let forms = noun_forms(word);
        let no_noun = ((rarely || is_verb_form(word)) && !introduced) || lot;
        let known = if no_noun { &[][..] } else { &forms[..] };
        let capital = at > 0 && token.text.starts_with(char::is_uppercase);
        let class = known.iter().any(|(lemma, _)| entry(lemma).is_some_and(|e| e.capital));
        let described = entry(word).is_some_and(|e| !e.capital && e.adjective > e.noun);
        let acted = entry(word).is_some_and(|e| e.verb.unwrap_or(0) >= e.noun.unwrap_or(0) + 4);
        let particle = acted || closed::PARTICLES.contains(&word);
        // `All Windows are ...`: a plural nobody writes like a name is hardly meant.
        let alone = at > 0 && ALL.contains(&self.lower(at - 1));
        let several =
            |(lemma, plural): &(String, bool)| *plural && !entry(lemma).is_some_and(|e| e.person);
        let name = capital && !class && alone && known.iter().any(several);
        let cost = u32::from(capital && !class)
            + u32::from(described)
            + 2 * u32::from(particle)
            + TOO_FAR * u32::from(name);
        let mut found: Vec<_> =
            known.iter().map(|(lemma, plural)| (lemma.clone(), *plural, cost)).collect();
        // `the tallest building` is no tallest that builds.
        let graded = graded_adjective(word, "est").is_some();
        let open = !rarely && !graded && entry(word).is_none() && verb_forms(word).is_empty();
        if found.is_empty() && open && word.chars().all(|c| c.is_alphabetic() || c == '-') {
            let (lemma, plural) = unknown_noun(word);
            let called = introduced && !self.token(at + 1).is_some_and(Token::is_capital);
            if !capital || plural || called {
                found.push((lemma, plural, 1));
            }
        }
        // `an Olympian`: those who are so called.
        let demonym = ["ian", "ese", "can"].iter().any(|ending| word.ends_with(ending));
        let only_adjective = entry(word).is_some_and(|e| e.noun.is_none() && e.adjective.is_some());
        let after = self
            .token(at + 1)
            .is_some_and(|t| t.kind == Kind::Word && !closed::is_closed(&t.lower));
        let third = |(_, form): &(String, Form)| *form == Form::Third;
        let after = after && !verb_forms(self.lower(at + 1)).iter().any(third);
        let one = at > 0 && self.one_of(at - 1, &["a", "an"]);
        if found.is_empty() && capital && one && demonym && only_adjective && !after {
            found.push((word.to_owned(), false, 1));
        }
        if !found.is_empty() {
            self.note(at);
        }
        found
    }

    fn noun_modifier(&self, at: usize) -> Option<(String, u32)> {
        let token = self.token(at)?;
        let word = token.lower.as_str();
        if token.kind != Kind::Word || (closed::is_closed(word) && !(at > 0 && token.is_capital()))
        {
            return None;
        }
        let counts = closed::number_word(word).is_some();
        if token.text.chars().count() == 1 || counts || ADVERBS.contains(&word) {
            return None;
        }
        let formed = word.rsplit_once('-').is_some_and(|(_, last)| is_participle(last));
        if at > 0 && token.is_capital() && !formed {
            let described = entry(word).is_some_and(|e| e.capital && e.adjective.is_some())
                || self.describes_alone(at)
                || self.tells_origin(at);
            return Some((word.to_owned(), u32::from(described)));
        }
        if closed::ordinal(word).is_some() || ["last", "next"].contains(&word) {
            return None;
        }
        const PLURALS: &[&str] =
            &["sports", "arts", "sales", "savings", "customs", "goods", "news", "systems", "games"];
        if PLURALS.contains(&word) {
            return Some((word.to_owned(), 0));
        }
        // `admissions office`: so many of what the office is for.
        const OFFICES: &[&str] = &[
            "agency",
            "board",
            "center",
            "centre",
            "committee",
            "department",
            "desk",
            "director",
            "division",
            "manager",
            "office",
            "officer",
            "policy",
            "section",
            "team",
            "unit",
        ];
        let several = noun_forms(word).iter().any(|(lemma, plural)| *plural && !is_role(lemma));
        if several && self.one_of(at + 1, OFFICES) && verb_forms(word).is_empty() {
            return Some((word.to_owned(), 0));
        }
        let third = |(_, form): &(String, _)| *form == Form::Third;
        if verb_forms(word).iter().any(third) {
            return None;
        }
        let Some(known) = entry(word) else {
            let plain = word.chars().all(|c| c.is_alphabetic() || c == '-');
            // `a 20-year-old student`: what the last part describes describes the noun.
            let last = word.rsplit_once('-').map_or("", |(_, last)| last);
            let describes =
                !token.is_capital() && entry(last).is_some_and(|e| e.adjective > e.noun);
            let open = plain && !describes && verb_forms(word).is_empty();
            let singular = noun_forms(word).is_empty() && !unknown_noun(word).1;
            return (open && singular).then(|| (word.to_owned(), 1));
        };
        let singular = known.noun.is_some()
            && (!noun_forms(word).iter().any(|(_, plural)| *plural) || known.noun >= Some(3));
        let gerund = word.ends_with("ing") && known.noun.is_some();
        let adjective = known.adjective.is_some() && !is_mostly_noun(word);
        ((singular || gerund) && !is_verb_form(word))
            .then_some((word.to_owned(), u32::from(adjective)))
    }
}

/// Whether a noun names those who do some work: `lawyer`, but not `person`.
fn works_in_field(word: &str) -> bool {
    const ANYBODY: &[&str] = &[
        "adult",
        "baby",
        "boy",
        "child",
        "citizen",
        "enemy",
        "fellow",
        "friend",
        "girl",
        "guy",
        "human",
        "individual",
        "kid",
        "lady",
        "man",
        "member",
        "neighbor",
        "neighbour",
        "parent",
        "people",
        "person",
        "resident",
        "woman",
    ];
    let forms = noun_forms(word);
    let known = forms.iter().any(|(lemma, _)| {
        entry(lemma).is_some_and(|e| e.person) && !ANYBODY.contains(&lemma.as_str())
    });
    let unknown = forms.is_empty() && {
        let (lemma, _) = unknown_noun(word);
        ["er", "or", "ist", "ian"].iter().any(|ending| lemma.ends_with(ending))
    };
    known || unknown
}

/// Words that say how or where rather than what: `conducts electricity well`.
const ADVERBS: &[&str] = &[
    "abroad",
    "downstairs",
    "here",
    "indoors",
    "now",
    "often",
    "outdoors",
    "overseas",
    "there",
    "together",
    "twice",
    "upstairs",
    "well",
];

/// Determiners of plurals.
const ALL: &[&str] = &["all", "no", "some", "most", "many"];

/// Words after which a noun may stand that elsewhere is rather a verb.
const DETERMINERS: &[&str] =
    &["a", "an", "the", "all", "every", "each", "no", "some", "any", "his", "her", "its", "their"];

/// A form of a common verb that the table also lists as a rare noun.
fn is_verb_form(word: &str) -> bool {
    let forms = noun_forms(word);
    let commonness = forms.iter().filter_map(|(lemma, _)| entry(lemma)?.noun).max();
    let common = |lemma: &str| entry(lemma).and_then(|e| e.verb) >= Some(5);
    let verbs = verb_forms(word);
    // An inflected form is a verb sooner than a base form is: `found`, but `a bear`.
    match commonness {
        Some(0) => verbs.iter().any(|(lemma, _)| common(lemma)),
        Some(1) => verbs.iter().any(|(lemma, _)| lemma != word && common(lemma)),
        _ => false,
    }
}

/// Before another noun the word is part of a compound rather than an adjective.
pub(super) fn is_mostly_noun(word: &str) -> bool {
    let known = entry(word).unwrap_or_default();
    word != "kind" && known.noun.is_some_and(|noun| noun >= known.adjective.unwrap_or(0) + 2)
}
