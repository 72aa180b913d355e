//! Prepositional phrases, adverbs and phrases of time.

use super::super::chart::Parse;
use super::super::closed;
use super::super::lexicon::entry;
use super::super::morphology::noun_forms;
use super::super::syntax::{Complement, Determiner, Frame, Join, Modifier, Nominal, Np};
use super::super::tokens::Kind;
use super::Grammar;

const PERIODS: &[&str] = &[
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "weekend",
    "month",
    "year",
    "night",
    "morning",
    "afternoon",
    "evening",
    "summer",
    "winter",
    "spring",
    "autumn",
    "fall",
    "semester",
    "season",
    "time",
];

/// Whether a noun names a stretch of time.
pub(crate) fn is_period(noun: &str) -> bool {
    PERIODS.contains(&noun) || ["decade", "century", "term"].contains(&noun)
}

impl Grammar<'_> {
    /// A preposition with its noun phrase.
    pub(crate) fn prepositional(&self, at: usize) -> Vec<Parse<(String, Np)>> {
        if self.is(at, "either") {
            return self.shared_preposition(at + 1, Join::Either);
        }
        let mut found = self.single_prepositional(at);
        found.extend(self.shared_preposition(at, Join::Or));
        found.extend(self.for_each_period(at));
        found
    }

    /// `20 euros an hour`, `eight hours a day`: per hour, per day.
    pub(super) fn for_each_period(&self, at: usize) -> Option<Parse<(String, Np)>> {
        const PERIODS: &[&str] =
            &["second", "minute", "hour", "day", "night", "week", "month", "quarter", "year"];
        let counted =
            at > 1 && self.is_number(at - 2) && !noun_forms(self.lower(at - 1)).is_empty();
        if !counted || !self.one_of(at, &["a", "an"]) || !self.one_of(at + 1, PERIODS) {
            return None;
        }
        // `eight hours a day` says how often.
        if self.frequency(at - 2).is_some() {
            return None;
        }
        // `20 students a year ago`, `gave 3 students a day off`
        if ["ago", "before", "after", "earlier", "later", "off"].contains(&self.lower(at + 2)) {
            return None;
        }
        let np = self.simple_np(at + 1).iter().find(|np| np.end == at + 2)?.value.clone();
        Some(Parse::new(("per".to_owned(), np), at + 2, 0))
    }

    /// `in French or in English`: one phrase when the preposition is the same.
    fn shared_preposition(&self, at: usize, join: Join) -> Vec<Parse<(String, Np)>> {
        let item = |p: usize| self.single_prepositional(p);
        let same = |items: &[(String, Np)]| items.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let series = self.series(at, &["or"], &item).into_iter().filter(|s| same(&s.value));
        series
            .filter_map(|s| {
                let name = s.value.first()?.0.clone();
                let nps = s.value.into_iter().map(|(_, np)| np).collect();
                Some(Parse::new((name, Np::Join(join, nps)), s.end, s.cost))
            })
            .collect()
    }

    fn single_prepositional(&self, at: usize) -> Vec<Parse<(String, Np)>> {
        if self.fixed_phrase(at).is_some() {
            return Vec::new();
        }
        let Some((name, end)) = self.preposition(at) else { return Vec::new() };
        let counts = ["about", "around"].contains(&name.as_str())
            && self.token(end).is_some_and(|t| t.kind == Kind::Number)
            && !self.tells_topic(at);
        // `40 hours per week` says how often.
        let often =
            name == "per" && at > 1 && self.is_number(at - 2) && self.frequency(at - 2).is_some();
        // `before she left`: the subject of a clause.
        let clause = self.one_of(end, &["he", "she", "they", "we", "i"]);
        if name == "than" || (name == "over" && self.is_number(end)) || counts || often || clause {
            return Vec::new();
        }
        let permits = at > 0 && closed::PERMITTED.contains(&self.lower(at - 1));
        let done = permits && entry(self.lower(end)).is_some_and(|e| e.verb.is_some());
        let verb_like = name == "to"
            && (self.is_base_verb(end) || done)
            && !self.goes_there(at)
            && (self.adjective_word(end).is_none() || self.compound(end + 1).is_empty())
            && !self.is_turned_to(at);
        let bare =
            |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::Bare && !n.plural);
        let is_verb = |np: &Np| {
            let first = match np {
                Np::Join(_, items) => items.first(),
                Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => None,
            };
            verb_like && bare(first.unwrap_or(np))
        };
        let nps = self.np(end);
        let found = nps.iter().filter(|np| !is_verb(&np.value));
        let mut found: Vec<_> = found
            .map(|np| {
                let taken = if name == "without" { at_all(&np.value) } else { np.value.clone() };
                np.with((name.clone(), taken)).plus(u32::from(unlike(&np.value)))
            })
            .collect();
        if ["in", "at", "from", "near"].contains(&name.as_str()) {
            found.extend(
                self.place_in_place(end).map(|np| np.with((name.clone(), np.value.clone()))),
            );
        }
        found
    }

    /// `walks to work`, `goes to school`
    fn goes_there(&self, at: usize) -> bool {
        const PLACES: &[&str] = &["work", "school", "bed", "church", "prison", "college"];
        let going = |lemma: &str| {
            ["walk", "go", "drive", "travel", "run", "come", "cycle", "get"].contains(&lemma)
        };
        let before = at.checked_sub(1).map_or("", |p| self.lower(p));
        PLACES.contains(&self.lower(at + 1))
            && super::super::morphology::verb_forms(before).iter().any(|(lemma, _)| going(lemma))
    }

    /// `listens to rap`: after these verbs `to` opens no action.
    fn is_turned_to(&self, at: usize) -> bool {
        const TURNED: &[&str] =
            &["listen", "belong", "subscribe", "contribute", "react", "refer", "object", "talk"];
        let before = at.checked_sub(1).map_or("", |p| self.lower(p));
        let forms = super::super::morphology::verb_forms(before);
        forms.iter().any(|(lemma, _)| TURNED.contains(&lemma.as_str()))
    }

    /// `Athens, Ohio`: the first place is in the second.
    fn place_in_place(&self, at: usize) -> Option<Parse<Np>> {
        let first = self.name(at).into_iter().next()?;
        let second =
            self.name(first.end + 1).into_iter().next().filter(|_| self.is(first.end, ","))?;
        let comma = self.is(second.end, ",");
        let end = if comma { second.end + 1 } else { second.end };
        let listed = self.one_of(end, &["and", "or"]) || (comma && !self.name(end).is_empty());
        let Np::Name(name) = first.value else { return None };
        let nominal = Nominal {
            determiner: Determiner::The,
            adjectives: Vec::new(),
            noun: None,
            people: None,
            name: Some(name),
            plural: false,
            modifiers: vec![Modifier::Is(Complement::At("in".to_owned(), second.value))],
        };
        (!listed).then(|| Parse::new(Np::Nominal(Box::new(nominal)), end, 0))
    }

    /// Whether the word is above all a verb in its base form.
    pub(crate) fn is_base_verb(&self, at: usize) -> bool {
        let known = entry(self.lower(at)).unwrap_or_default();
        known.verb.is_some_and(|verb| verb + 2 >= known.noun.unwrap_or(0))
    }

    /// An adverb or a phrase that works like one, named by its words.
    /// `for life`, `in person`: phrases that say how something is done and describe no noun.
    pub(crate) fn fixed_phrase(&self, at: usize) -> Option<(String, usize)> {
        const PHRASES: &[&[&str]] = &[
            &["for", "life"],
            &["part", "time"],
            &["full", "time"],
            &["for", "free"],
            &["for", "fun"],
            &["in", "person"],
            &["on", "time"],
            &["on", "foot"],
            &["by", "heart"],
            &["at", "a", "time"],
            &["up", "to", "date"],
        ];
        if ["full-time", "part-time"].contains(&self.lower(at)) && self.compound(at + 1).is_empty()
        {
            self.note(at);
            return Some((self.lower(at).replace('-', "_"), at + 1));
        }
        let found = PHRASES.iter().find_map(|words| Some((words, self.words(at, words)?)));
        found.map(|(words, end)| (words.join("_"), end))
    }

    pub(crate) fn adverb(&self, at: usize) -> Option<(String, usize)> {
        if let Some(found) = self.frequency(at) {
            return Some(found);
        }
        let well = self.words(at, &["as", "well"]).filter(|end| !self.is(*end, "as"));
        if let Some(end) = well.or_else(|| self.words(at, &["at", "all"])) {
            return Some((String::new(), end));
        }
        if let Some(found) = self.fixed_phrase(at) {
            return Some(found);
        }
        if let Some(end) = self.words(at, &["a", "lot"]) {
            return (!self.is(end, "of")).then(|| ("a_lot".to_owned(), end));
        }
        let word = self.lower(at);
        if self.one_of(at, closed::EMPTY_ADVERBS) {
            return Some((String::new(), at + 1));
        }
        if self.one_of(at, &[closed::THERE, "here"]) {
            return Some((closed::THERE.to_owned(), at + 1));
        }
        if closed::is_closed(word)
            || self.is_direction(at)
            || closed::DEGREES.contains(&word)
            || closed::NORMALLY.contains(&word)
            || closed::PREPOSITIONS.contains(&word)
        {
            return None;
        }
        let known = entry(word)?;
        let usual = known.adverb?
            >= known
                .noun
                .unwrap_or(0)
                .max(known.adjective.unwrap_or(0))
                .max(known.verb.unwrap_or(0))
                .min(8)
            || word.ends_with("ly")
            || USUALLY_ADVERBS.contains(&word);
        let is_adverb = usual && !NOT_ADVERBS.contains(&word);
        is_adverb.then(|| {
            self.note(at);
            (word.to_owned(), at + 1)
        })
    }

    /// `every day`, `at least once a week`, `twice a month`, `three times per year`
    fn frequency(&self, at: usize) -> Option<(String, usize)> {
        let period = |p: usize| {
            let period = self.lower(p).trim_end_matches('s');
            PERIODS.contains(&period)
                || closed::WEEKDAYS.contains(&period) && self.one_of(p, &[self.lower(p)])
        };
        if self.one_of(at, &["every", "each"]) && period(at + 1) {
            return Some((format!("every_{}", self.lower(at + 1)), at + 2));
        }
        if self.is(at, "all") && period(at + 1) && !self.lower(at + 1).ends_with('s') {
            let end = if self.is(at + 2, "long") { at + 3 } else { at + 2 };
            return Some((format!("all_{}", self.lower(at + 1)), end));
        }
        // `last summer`, `next week`
        if self.one_of(at, &["last", "next"]) && period(at + 1) && self.lower(at + 1) != "time" {
            return Some((format!("{}_{}", self.lower(at), self.lower(at + 1)), at + 2));
        }
        if self.is(at, "every") && self.is_number(at + 1) && period(at + 2) {
            return Some((format!("every_{}_{}", self.lower(at + 1), self.lower(at + 2)), at + 3));
        }
        let (prefix, from) = match self.words(at, &["at", "least"]) {
            Some(end) => ("at_least_", end),
            None => ("", at),
        };
        let spells = self.is_number(from)
            && self.one_of(from + 1, &["days", "hours", "weeks", "months", "nights", "minutes"]);
        if let Some(end) = self.words(from + 2, &["in", "advance"]).filter(|_| spells) {
            let (count, unit) = (self.lower(from), self.lower(from + 1));
            return Some((format!("{prefix}{count}_{unit}_in_advance"), end));
        }
        let spells = spells && self.one_of(from + 2, &["a", "per"]);
        let (count, after) = match self.lower(from) {
            _ if spells => (format!("{}_{}", self.lower(from), self.lower(from + 1)), from + 2),
            word @ ("once" | "twice") => (word.to_owned(), from + 1),
            _ if self.is(from + 1, "times") => (format!("{}_times", self.lower(from)), from + 2),
            _ => return None,
        };
        if self.one_of(after, &["a", "per", "every", "each"]) && period(after + 1) {
            return Some((format!("{prefix}{count}_a_{}", self.lower(after + 1)), after + 2));
        }
        (!count.is_empty() && (self.lower(from) != "once" || !prefix.is_empty()))
            .then(|| (format!("{prefix}{count}"), after))
    }

    /// A phrase that sets the scene before or after a sentence.
    pub(crate) fn time_frame(&self, at: usize) -> Option<(Frame, usize)> {
        const AFTER: &[&[&str]] = &[
            &["after", "that"],
            &["following", "that"],
            &["afterwards"],
            &["then"],
            &["later"],
            &["next"],
        ];
        for words in AFTER {
            if let Some(end) = self.words(at, words) {
                return Some((Frame::Then, end));
            }
        }
        let days: [(&[&str], i32); 7] = [
            (&["yesterday"], -1),
            (&["today"], 0),
            (&["this", "morning"], 1),
            (&["this", "afternoon"], 2),
            (&["this", "evening"], 3),
            (&["tonight"], 4),
            (&["tomorrow"], 5),
        ];
        days.iter()
            .find_map(|(words, rank)| self.words(at, words).map(|end| (Frame::Time(*rank), end)))
    }
}

/// `without any fees` says what `without fees` says.
fn at_all(np: &Np) -> Np {
    match np {
        Np::Nominal(n) if n.determiner == Determiner::Any && n.plural && n.modifiers.is_empty() => {
            let mut bare = n.clone();
            bare.determiner = Determiner::Bare;
            Np::Nominal(bare)
        }
        other @ Np::Nominal(_)
        | other @ Np::Name(_)
        | other @ Np::Pronoun(_)
        | other @ Np::Join(..)
        | other @ Np::Asked => other.clone(),
    }
}

/// `on the desk and a lamp`: what comes after `and` is rather something else.
fn unlike(np: &Np) -> bool {
    let sort = |np: &Np| matches!(np, Np::Nominal(n) if n.determiner == Determiner::A);
    match np {
        Np::Join(Join::And, items) => {
            items.windows(2).any(|pair| !sort(&pair[0]) && sort(&pair[1]))
        }
        Np::Join(..) | Np::Name(_) | Np::Pronoun(_) | Np::Nominal(_) | Np::Asked => false,
    }
}

const USUALLY_ADVERBS: &[&str] = &[
    "often",
    "early",
    "late",
    "well",
    "abroad",
    "overseas",
    "always",
    "together",
    "twice",
    "there",
    "here",
    "online",
    "offline",
    "upstairs",
    "downstairs",
    "first",
    "last",
    "outdoors",
    "indoors",
    "hard",
    "fast",
    "home",
];

const NOT_ADVERBS: &[&str] = &[
    "only",
    "likely",
    "friendly",
    "lovely",
    "lively",
    "family",
    "then",
    "next",
    "later",
    "yesterday",
    "tomorrow",
    "tonight",
    "down",
    "up",
    "off",
    "out",
    "back",
    "away",
];
