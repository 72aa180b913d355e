//! Questions that suppose something: `What if Zeus is a man?`, `If Zeus were a man, would he be
//! mortal?`, `Zeus is a man. Is he mortal?` It finds what is supposed and what is asked; what would
//! follow is `follows`.

use super::words::uncapital;
use super::{Explained, Reply, Wish, decided, follows, not_one, understood};
use crate::config::Limits;
use crate::english::closed::pronoun;
use crate::english::discourse::Discourse;
use crate::english::meaning::Meaning;
use crate::english::question::{Question, Understood, question};
use crate::english::read::{Reading, statement};
use crate::english::tokens::{RawSentence, Token, sentences};
use crate::ensemble::Strictness;
use crate::error::Refusal;
use crate::knowledge::Knowledge;
use crate::live::Live;

/// A session in which something is supposed, and what is asked of it.
pub(super) struct Supposed {
    /// The session with what is supposed.
    pub live: Live,
    /// What is asked; what would follow, when nothing is.
    pub asked: Option<Question>,
}

impl Supposed {
    /// Answers what is asked.
    pub(super) fn reply(
        &self,
        told: &Live,
        text: &str,
        wish: Wish,
        limits: &Limits,
    ) -> Result<Reply, Refusal> {
        let reply = match &self.asked {
            Some(question) => decided(&self.live, question, text, wish, limits)?,
            None => follows::reply(told, &self.live, wish, limits)?,
        };
        let supposed = self.live.supposed().into_iter().map(str::to_owned).collect();
        Ok(Reply { supposed, ..reply })
    }

    /// How it is understood.
    pub(super) fn explained(&self) -> Explained {
        let supposed = self.live.supposed().join(" ");
        let mut explained = match &self.asked {
            Some(question) => Explained::of(&self.live, question),
            None => Explained {
                text: "The question asks what would newly follow.".to_owned(),
                goal: String::new(),
            },
        };
        explained.text = format!("{supposed} {}", explained.text);
        explained
    }
}

/// What a text supposes and asks; nothing when it supposes nothing.
pub(super) fn supposed(
    live: &Live,
    text: &str,
    limits: &Limits,
) -> Result<Option<Supposed>, Refusal> {
    if live.knowledge.strictness() == Strictness::Strict {
        return Ok(None);
    }
    let mut all = sentences(text);
    let last = all.pop();
    all.retain(|sentence| !says_nothing(sentence));
    all.extend(last);
    let Some(first) = all.first().filter(|first| all.len() > 1 || may_suppose(first)) else {
        return Ok(None);
    };
    let mut heard = Heard { text, knowledge: live.knowledge.clone(), taken: Vec::new() };
    let asked = if all.len() > 1 || opening(first) > 0 {
        heard.opened(&all)?
    } else {
        heard.trailing(first).map(Asked::Question)
    };
    let asked = match asked {
        Some(Asked::Question(question)) => Some(*question),
        Some(Asked::Follows) => None,
        None => return Ok(None),
    };
    Ok(Some(Supposed { live: live.supposing(heard.taken, limits)?, asked }))
}

enum Asked {
    Question(Box<Question>),
    Follows,
}

/// How many words say that something is supposed.
fn opening(sentence: &RawSentence) -> usize {
    let words: Vec<&str> = sentence.tokens.iter().take(5).map(|t| t.lower.as_str()).collect();
    match words.as_slice() {
        ["what", "would", "follow" | "happen", "if", ..] => 4,
        ["what", "if", ..] => 2,
        ["suppose" | "assume" | "imagine" | "supposing" | "assuming", "that", ..] => 2,
        ["suppose" | "assume" | "imagine" | "supposing" | "assuming", ..] => 1,
        ["if", ..] if sentence.asks => 1,
        _ => 0,
    }
}

/// Words people open with that say nothing.
fn says_nothing(sentence: &RawSentence) -> bool {
    const OPENERS: &[&str] = &[
        "hello",
        "hi",
        "hey",
        "thanks",
        "thank you",
        "please",
        "ok",
        "okay",
        "well",
        "so",
        "good",
        "great",
        "good morning",
        "good evening",
    ];
    let words: Vec<&str> = sentence.tokens.iter().map(|token| token.lower.as_str()).collect();
    OPENERS.contains(&words.join(" ").as_str())
}

fn may_suppose(sentence: &RawSentence) -> bool {
    let would = |token: &Token| token.lower == "would";
    let trails = || {
        sentence.asks
            && sentence.tokens.iter().any(would)
            && sentence.tokens.iter().any(|token| token.lower == "if")
    };
    opening(sentence) > 0 || trails()
}

/// What was supposed so far, and the session it is heard in.
struct Heard<'t> {
    text: &'t str,
    knowledge: Knowledge,
    taken: Vec<(String, Meaning)>,
}

impl Heard<'_> {
    /// Sentences that each suppose something, said outright or not, the last of which may ask.
    fn opened(&mut self, all: &[RawSentence]) -> Result<Option<Asked>, Refusal> {
        for (at, sentence) in all.iter().enumerate() {
            let (words, last) = (opening(sentence), at + 1 == all.len());
            if words == 0 && last {
                return self.asked(sentence).map(Some);
            }
            if words == 0 && sentence.asks {
                let expected = "one question is expected, after what is supposed for it";
                return Err(Refusal::NotUnderstood(format!("\"{}\": {expected}", sentence.text)));
            }
            let rest = self.part(sentence, words, sentence.tokens.len());
            let reading = read(&rest, self.knowledge.discourse());
            let whole = words == 0 || sentence.tokens[0].lower != "if";
            match reading {
                Reading::Parsed(meaning) if whole => self.take(&rest, *meaning),
                Reading::Parsed(_) | Reading::Ambiguous(_) | Reading::Rejected(_) => {
                    if let Some(question) = self.divided(sentence, words).filter(|_| last) {
                        return Ok(Some(Asked::Question(question)));
                    }
                    if whole {
                        return Err(not_one(&reading, &sentence.text));
                    }
                    // A condition in a question: whether the whole of it holds.
                    let alone = self.taken.is_empty();
                    return if alone { Ok(None) } else { self.asked(sentence).map(Some) };
                }
            }
        }
        Ok(Some(Asked::Follows))
    }

    /// The question after what is supposed, which may suppose more at its end.
    fn asked(&mut self, sentence: &RawSentence) -> Result<Asked, Refusal> {
        let trailing = may_suppose(sentence).then(|| self.trailing(sentence)).flatten();
        match trailing {
            Some(question) => Ok(Asked::Question(question)),
            None => {
                let question = understood(sentence, self.knowledge.discourse(), self.text)?;
                Ok(Asked::Question(Box::new(question)))
            }
        }
    }

    /// `if S, Q`, with or without the comma.
    fn divided(&mut self, sentence: &RawSentence, from: usize) -> Option<Box<Question>> {
        let lower = |at: usize| sentence.tokens[at].lower.as_str();
        let commas = (from + 1..sentence.tokens.len()).rev().filter(|at| lower(*at) == ",");
        let begins = (from + 1..sentence.tokens.len()).filter(|at| is_asking(lower(*at)));
        for at in commas.chain(begins) {
            let mut after = at + usize::from(lower(at) == ",");
            after += usize::from(sentence.tokens.get(after).is_some_and(|t| t.lower == "then"));
            if after >= sentence.tokens.len() {
                continue;
            }
            let condition = self.part(sentence, from, at);
            let asked = self.part(sentence, after, sentence.tokens.len());
            if let Some(question) = self.both(&condition, &asked) {
                return Some(question);
            }
        }
        None
    }

    /// `would Q if S`
    fn trailing(&mut self, sentence: &RawSentence) -> Option<Box<Question>> {
        let at = sentence.tokens.iter().rposition(|token| token.lower == "if")?;
        let condition = self.part(sentence, at + 1, sentence.tokens.len());
        let asked = self.part(sentence, 0, at);
        let refers = asked.tokens.iter().any(|token| pronoun(&token.lower).is_some());
        if refers {
            return self.both(&condition, &asked);
        }
        // `would Plato be mortal if he were a human`: the question names whom the condition means.
        let Understood::Question(question) = question(&asked, self.knowledge.discourse()) else {
            return None;
        };
        let mut discourse = self.knowledge.discourse().clone();
        discourse.advance(question.meaning.mentioned.clone(), 0);
        let Reading::Parsed(meaning) = read(&condition, &discourse) else { return None };
        self.take(&condition, *meaning);
        Some(question)
    }

    /// The question, if both parts are understood; then the condition is supposed.
    fn both(&mut self, condition: &RawSentence, asked: &RawSentence) -> Option<Box<Question>> {
        let Reading::Parsed(meaning) = read(condition, self.knowledge.discourse()) else {
            return None;
        };
        let mut supposed = self.knowledge.clone();
        supposed.add(String::new(), (*meaning).clone());
        let Understood::Question(question) = question(asked, supposed.discourse()) else {
            return None;
        };
        self.take(condition, *meaning);
        Some(question)
    }

    fn take(&mut self, sentence: &RawSentence, meaning: Meaning) {
        let first = sentence.text.split_whitespace().next().unwrap_or_default();
        let first = first.trim_end_matches('.');
        let named = first == "I" || meaning.names.values().any(|name| name.starts_with(first));
        let said = if named { sentence.text.clone() } else { uncapital(&sentence.text) };
        let text = format!("Suppose that {said}.");
        self.knowledge.add(text.clone(), meaning.clone());
        self.taken.push((text, meaning));
    }

    /// Some words of a sentence as one of its own.
    fn part(&self, sentence: &RawSentence, from: usize, to: usize) -> RawSentence {
        let tokens = sentence.tokens.get(from..to).unwrap_or_default().to_vec();
        let start = tokens.first().map_or(sentence.start, |token| token.start);
        let end = tokens.last().map_or(start, |token| token.end);
        let text = self.text.get(start..end).unwrap_or_default().to_owned();
        RawSentence { text, start, tokens, asks: sentence.asks }
    }
}

/// Words a question begins with.
fn is_asking(word: &str) -> bool {
    const ASKING: &[&str] = &[
        "would", "will", "is", "are", "was", "were", "does", "do", "did", "can", "could", "must",
        "who", "what", "which", "how", "where",
    ];
    ASKING.contains(&word)
}

/// Reads what is supposed; `were` may stand for `is`.
fn read(sentence: &RawSentence, discourse: &Discourse) -> Reading {
    let reading = statement(sentence, discourse);
    if matches!(reading, Reading::Parsed(_)) {
        return reading;
    }
    let spoken = |form: &str| {
        let mut plain = sentence.clone();
        for token in plain.tokens.iter_mut().filter(|token| token.lower == "were") {
            (token.text, token.lower) = (form.to_owned(), form.to_owned());
        }
        statement(&plain, discourse)
    };
    let forms = ["is", "are"].iter().filter(|_| sentence.tokens.iter().any(|t| t.lower == "were"));
    forms
        .map(|form| spoken(form))
        .find(|reading| matches!(reading, Reading::Parsed(_)))
        .unwrap_or(reading)
}
