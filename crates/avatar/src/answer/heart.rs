//! The heart of a question: what it asks of the things it names. `When was the tower sold?` asks of a
//! tower when it was sold; what tells when it was built is about the tower and no answer.
//!
//! Read from the order of words, without a grammar. Knows neither texts nor indexes.

use crate::asking;
use crate::encoder::Fixed;
use crate::words::{Terms, Word, is_stop_word, words};

use super::measures::Measure;

const ASKING: [&str; 9] = ["how", "what", "when", "where", "which", "who", "whom", "whose", "why"];
const HELPING: [&str; 21] = [
    "am", "are", "be", "can", "could", "did", "do", "does", "had", "has", "have", "is", "may",
    "might", "must", "shall", "should", "was", "were", "will", "would",
];
/// What stands for a thing, so that what follows is done by it.
const STANDING: [&str; 8] = ["he", "i", "it", "one", "she", "they", "we", "you"];
/// What opens a thing's name.
const OPENING: [&str; 22] = [
    "a", "all", "an", "any", "each", "every", "her", "his", "its", "my", "no", "our", "some",
    "that", "the", "their", "these", "this", "those", "your", "both", "own",
];
/// What is done, is or happens without being told in these words.
const EMPTY: [&str; 33] = [
    "another", "call", "called", "come", "consist", "do", "done", "exist", "found", "get", "go",
    "happen", "happened", "kind", "known", "last", "like", "located", "make", "mean", "name",
    "names", "occur", "one", "reason", "situated", "sort", "take", "term", "type", "use", "way",
    "word",
];
/// Words that are German where a question begins with `was`.
const GERMAN: [&str; 14] = [
    "das", "dem", "den", "der", "des", "die", "ein", "eine", "hat", "ist", "sind", "und", "war",
    "wird",
];
/// What is done with things and does not end as such words do.
const PARTICIPLES: &str = "begun born bought bound broken brought built burnt cast caught chosen cut done drawn dug fed felt \
fought found given gone ground grown heard held hit hung hurt kept known laid led left lent lit lost made met paid put read \
run said seen sent set shot shown shut sold spent split spread spun stolen struck sung sunk sworn taken taught thrown told \
torn understood won worn wound woven written";

/// What a question asks, and of what.
#[derive(Debug, Clone, Default)]
pub(super) struct Heart {
    /// What an answer says by itself: what was done, the attribute.
    pub(super) asked: Vec<Sought>,
    /// What it is about; what goes before may have named it.
    pub(super) things: Vec<Sought>,
    /// What is measured, if an amount is asked for.
    pub(super) measure: Option<Measure>,
    /// Whether it asks what something is called.
    pub(super) names: bool,
    /// What would answer.
    pub(super) answered: Answered,
}

/// What would answer a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Answered {
    /// Yes or no.
    ByYesOrNo,
    /// Something that it asks for.
    #[default]
    ByThings,
}

/// A word that an answer has, or one near it.
#[derive(Debug, Clone)]
pub(super) struct Sought {
    /// Its term.
    pub(super) term: String,
    /// Its folded form.
    pub(super) folded: String,
    /// What it means.
    pub(super) vector: Vec<f32>,
    /// Whether it is written as a name.
    pub(super) name: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Asking,
    Helping,
    Standing,
    Opening,
    Joining,
    Owner,
    Name,
    Plain,
}

struct Reader<'a> {
    question: &'a str,
    words: Vec<Word>,
    roles: Vec<Role>,
    stemmer: Terms,
    heart: Heart,
}

impl Heart {
    /// Reads what a question asks.
    pub(super) fn of(question: &str) -> Self {
        let words: Vec<Word> = words(question).collect();
        let roles = words.iter().map(|word| role(question, word)).collect();
        let heart = Heart { names: asking::asks_for_name(&words), ..Heart::default() };
        let mut reader = Reader { question, words, roles, stemmer: Terms::new(), heart };
        reader.read();
        reader.heart
    }

    /// How many words an answer has of it, a measure counted as one.
    pub(super) fn words(&self) -> usize {
        self.asked.len() + self.things.len() + usize::from(self.measure.is_some())
    }
}

fn is(word: Option<&Word>) -> bool {
    word.is_some_and(|word| ["is", "are", "was", "were"].contains(&word.folded.as_str()))
}

fn role(question: &str, word: &Word) -> Role {
    let folded = word.folded.as_str();
    let written = &question[word.span.clone()];
    let first = question[..word.span.start].trim().is_empty();
    let name = written.starts_with(char::is_uppercase) && !first;
    if ASKING.contains(&folded) {
        Role::Asking
    } else if HELPING.contains(&folded) {
        Role::Helping
    } else if STANDING.contains(&folded) {
        Role::Standing
    } else if OPENING.contains(&folded) {
        Role::Opening
    } else if is_stop_word(folded) {
        Role::Joining
    } else if written.ends_with("'s") || written.ends_with("’s") {
        Role::Owner
    } else if name || folded.starts_with(|it: char| it.is_ascii_digit()) {
        Role::Name
    } else {
        Role::Plain
    }
}

impl Reader<'_> {
    fn read(&mut self) {
        let asking = self.roles.iter().position(|role| *role == Role::Asking);
        match asking {
            Some(at) => self.read_from(at),
            None if self.roles.first() == Some(&Role::Helping) && !self.is_german() => {
                self.heart.answered = Answered::ByYesOrNo;
                self.clause(1, is(self.words.first()));
                if self.heart.asked.is_empty() && self.heart.things.len() > 1 {
                    // `Is the tower in Lyon?`
                    self.heart.asked = self.heart.things.split_off(1);
                }
            }
            None => {}
        }
    }

    /// Whether `was` asks for a thing, as it does in German.
    fn is_german(&self) -> bool {
        let folded = |it: &Word| GERMAN.contains(&it.folded.as_str());
        self.words.first().is_some_and(|it| it.folded == "was") && self.words.iter().any(folded)
    }

    fn read_from(&mut self, at: usize) {
        let after = |role: &Role| *role == Role::Helping;
        let helping = self.roles[at..].iter().position(after).map(|on| at + on);
        let plain = self.roles[at..].iter().position(|it| *it == Role::Plain).map(|on| at + on);
        let asker = self.words[at].folded.clone();
        let next = self.words.get(at + 1).map_or("", |it| it.folded.as_str());
        if asker == "how" {
            self.heart.measure = Measure::asked_by(next);
        }
        let amount = asker == "how" && ["many", "much"].contains(&next);
        let Some(helping) = helping else {
            // `Who patrolled the hills?`
            let kind = ["which", "what", "whose"].contains(&asker.as_str()) || amount;
            self.done(at + 1, kind);
            return;
        };
        if plain.is_some_and(|plain| plain < helping)
            && asker != "how"
            && self.verb_before(at, helping)
        {
            let kind = ["which", "what", "whose"].contains(&asker.as_str());
            self.done(at + 1, kind);
            return;
        }
        if amount {
            // `How many steps were there?`
            for at in at + 2..helping {
                self.ask(at);
            }
        }
        let is = is(self.words.get(helping));
        if is && helping == at + 1 && ["what", "who"].contains(&asker.as_str()) {
            self.attribute(helping + 1);
        } else {
            self.clause(helping + 1, is);
        }
        if self.heart.measure.is_none() && (asker == "how" || asker == "what") {
            let by = self.heart.asked.iter().find_map(|it| Measure::named_by(&it.folded));
            self.heart.measure = by.filter(|_| amount || asker == "what");
        }
        if self.heart.measure.is_some() {
            self.heart.asked.retain(|it| Measure::named_by(&it.folded).is_none());
        }
    }

    /// Whether something is done before the first helping word: `Who wrote what was read?`
    fn verb_before(&self, at: usize, helping: usize) -> bool {
        let between = &self.roles[at + 1..helping];
        between
            .iter()
            .any(|it| matches!(it, Role::Opening | Role::Joining | Role::Name | Role::Owner))
    }

    /// What is asked where the asking word does it itself: the end of the first run of plain words.
    fn done(&mut self, from: usize, kind: bool) {
        let is_plain = |at: &usize| self.roles.get(*at) == Some(&Role::Plain);
        let Some(first) = (from..self.words.len()).find(is_plain) else { return };
        let last = (first..self.words.len()).take_while(is_plain).last().unwrap_or(first);
        let verb = if kind && last > first { last } else { first };
        for at in from..self.words.len() {
            match at == verb {
                true => self.ask(at),
                false if at > verb => self.mention(at),
                false => {}
            }
        }
    }

    /// `What is the diameter of the lens?`: what it is, of a thing.
    fn attribute(&mut self, from: usize) {
        let is_plain = |at: &usize| self.roles.get(*at) == Some(&Role::Plain);
        let empty = |at: &usize| EMPTY.contains(&self.words[*at].folded.as_str());
        let full = (from..self.words.len()).find(|at| is_plain(at) && !empty(at));
        let Some(first) = full.or_else(|| (from..self.words.len()).find(is_plain)) else {
            return self.mentions(from);
        };
        let end = (first..self.words.len()).take_while(is_plain).last().unwrap_or(first);
        for at in from..self.words.len() {
            match (first..=end).contains(&at) {
                true => self.ask(at),
                false if at > end || self.roles[at] != Role::Plain => self.mention(at),
                false => {}
            }
        }
    }

    /// `... was the tower sold?`: a thing, and what it did or what was done with it.
    fn clause(&mut self, from: usize, is: bool) {
        let mut at = from;
        let mut thing = false;
        while at < self.words.len() {
            let role = self.roles[at];
            if role != Role::Plain {
                thing |= matches!(role, Role::Standing | Role::Name);
                self.mention(at);
                at += 1;
                continue;
            }
            let is_plain = |at: &usize| self.roles.get(*at) == Some(&Role::Plain);
            let last = (at..self.words.len()).take_while(is_plain).last().unwrap_or(at);
            let before = self.roles[at - 1];
            let free = matches!(before, Role::Standing | Role::Name) && thing;
            let after_joint = before == Role::Joining || before == Role::Opening;
            let verb = match (free, last > at) {
                (true, _) => Some(at),
                (false, true) if !is || self.is_participle(last) => Some(last),
                (false, false) if thing && !after_joint => Some(at),
                (false, _) => None,
            };
            thing = true;
            let Some(verb) = verb else {
                (at..=last).for_each(|at| self.mention(at));
                at = last + 1;
                continue;
            };
            // Yes or no would say all that is told of the thing.
            let told = self.heart.answered == Answered::ByYesOrNo;
            for word in at..self.words.len() {
                if word == verb || told && word > verb {
                    self.ask(word)
                } else {
                    self.mention(word)
                }
            }
            return;
        }
    }

    fn is_participle(&self, at: usize) -> bool {
        let word = self.words[at].folded.as_str();
        word.ends_with("ed") || PARTICIPLES.split_whitespace().any(|it| it == word)
    }

    fn mentions(&mut self, from: usize) {
        (from..self.words.len()).for_each(|at| self.mention(at));
    }

    fn mention(&mut self, at: usize) {
        if let Some(sought) = self.sought(at) {
            self.heart.things.push(sought);
        }
    }

    fn ask(&mut self, at: usize) {
        let empty = EMPTY.contains(&self.words[at].folded.as_str());
        if let Some(sought) = self.sought(at).filter(|_| !empty) {
            self.heart.asked.push(sought);
        }
    }

    fn sought(&mut self, at: usize) -> Option<Sought> {
        let name = match self.roles[at] {
            Role::Plain => false,
            Role::Name | Role::Owner => true,
            Role::Asking | Role::Helping | Role::Standing | Role::Opening | Role::Joining => {
                return None;
            }
        };
        let word = &self.words[at];
        let written = &self.question[word.span.clone()];
        let bare = written.strip_suffix("'s").or_else(|| written.strip_suffix("’s"));
        let folded = match bare {
            Some(bare) => words(bare).next().map(|it| it.folded).unwrap_or_default(),
            None => word.folded.clone(),
        };
        let vector = Fixed::built_in().map(|it| it.encode(&folded)).unwrap_or_default();
        Some(Sought { term: self.stemmer.of(&folded).to_owned(), folded, vector, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str) -> (String, String) {
        let heart = Heart::of(question);
        let joined =
            |all: &[Sought]| all.iter().map(|it| it.folded.as_str()).collect::<Vec<_>>().join(" ");
        (joined(&heart.asked), joined(&heart.things))
    }

    #[test]
    fn what_is_asked_is_told_from_what_it_is_asked_of() {
        for (question, asked, things) in [
            ("When was the tower sold?", "sold", "tower"),
            (
                "When did the herders of Törbel write down their rules?",
                "write",
                "herders torbel rules",
            ),
            ("Where was Clara Benning born?", "born", "clara benning"),
            ("Who patrolled the hills of Hirano?", "patrolled", "hills hirano"),
            ("Who is the owner of the ferry?", "owner", "ferry"),
            ("What is Ann's phone number?", "phone number", "ann"),
            ("What is the diameter of the lens?", "diameter", "lens"),
            ("Which boat brought the oil?", "brought", "oil"),
            ("How many steps were there to the lantern?", "steps", "lantern"),
            ("How wide is the bridge?", "", "bridge"),
            ("How much did the repairs cost?", "", "repairs"),
            ("When did you buy your bicycle?", "buy", "bicycle"),
            ("Did Ann live in Munich?", "live munich", "ann"),
            ("Where is your workshop?", "", "workshop"),
            ("How tall is the water tower?", "", "water tower"),
            ("Where is the water tower?", "", "water tower"),
            ("What is the name of your cat?", "cat", ""),
            ("Who was Otto Lind?", "", "otto lind"),
            ("The tower was sold.", "", ""),
            ("Was ist der Preis der Brücke?", "", ""),
            ("Was the bell cast in Lyon?", "cast lyon", "bell"),
        ] {
            assert_eq!(read(question), (asked.to_owned(), things.to_owned()), "{question}");
        }
    }
}
