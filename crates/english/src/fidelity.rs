//! Whether a sentence that was put into other words still says the same: every name, number, word with a
//! meaning, denial, quantifier and modal verb must be there, in its order, and nothing else.
//! Articles, forms of `be` and `do`, `who` and `that`, and commas are free; so are words that say nothing.

use crate::lexicon::{is_closed, is_preposition, key};
use crate::morphology::{Form, graded, nouns, verbs};
use crate::repair::reworded_plainly;
use crate::tokens::{Kind, Token, sentences};

/// How other words say something else.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfaithful {
    /// A word of the original is gone.
    #[error("`{0}` of the original is missing")]
    Missing(String),
    /// A word was added.
    #[error("`{0}` is not in the original")]
    Added(String),
    /// The words are there, in another order.
    #[error("`{0}` stands in another place than in the original")]
    Moved(String),
}

/// What a word says, in any of the ways it may be understood.
#[derive(Debug, Clone)]
struct Sign {
    ways: Vec<String>,
    shown: String,
}

impl Sign {
    fn is(&self, other: &Self) -> bool {
        self.ways.iter().any(|way| other.ways.contains(way))
    }

    /// Whether it may be said again at the beginning of a further sentence.
    fn names(&self) -> bool {
        self.ways.iter().any(|way| way.starts_with("name:") || way.starts_with("word:"))
    }
}

/// Words whose change would change what is said, by what they say.
const SIGNS: &[(&str, &[&str])] = &[
    ("not", &["not", "no", "never", "nobody", "nothing", "none", "neither", "nor"]),
    (
        "every",
        &[
            "every",
            "each",
            "all",
            "any",
            "everyone",
            "everybody",
            "everything",
            "anyone",
            "anybody",
            "anything",
            "whoever",
        ],
    ),
    ("some", &["some", "someone", "somebody", "something", "few", "several"]),
    ("if", &["if", "when", "whenever"]),
    ("he", &["he", "him", "his", "himself"]),
    ("she", &["she", "her", "hers", "herself"]),
    ("it", &["it", "its", "itself"]),
    ("they", &["they", "them", "their", "theirs", "themselves"]),
    ("we", &["we", "us", "our", "i", "me", "my"]),
    ("you", &["you", "your"]),
    ("was", &["was", "were"]),
];

/// The same, each for itself.
const ALONE: &[&str] = &[
    "only", "without", "unless", "except", "or", "either", "most", "many", "more", "less", "fewer",
    "least", "than", "may", "can", "could", "might", "must", "should", "would", "will", "shall",
    "same", "other", "until", "since", "by", "up", "both", "now", "once", "first", "last",
];

/// Whether other words say the same as the original.
pub fn check(original: &str, rewritten: &str) -> Result<(), Unfaithful> {
    let given: Vec<Sign> = signs(original).concat();
    let put = signs(rewritten);
    let all: Vec<&Sign> = put.iter().flatten().collect();
    let wrong = |sign: &Sign, place: Option<&Sign>| {
        if !given.iter().any(|other| other.is(sign)) {
            return Unfaithful::Added(sign.shown.clone());
        }
        match place.filter(|missing| !all.iter().any(|other| other.is(missing))) {
            Some(missing) => Unfaithful::Missing(missing.shown.clone()),
            None => Unfaithful::Moved(sign.shown.clone()),
        }
    };
    let (mut at, mut before): (usize, Vec<&Sign>) = (0, Vec::new());
    for (number, sentence) in put.iter().enumerate() {
        let mut rest = sentence.as_slice();
        // `Ann sings. Ann is a lawyer.`: who is spoken of may be said again.
        while let Some((first, more)) = rest.split_first()
            && number > 0
            && first.names()
            && before.iter().any(|other| other.is(first))
            && !given.get(at).is_some_and(|next| next.is(first))
        {
            rest = more;
        }
        for sign in rest {
            match given.get(at).filter(|next| next.is(sign)) {
                Some(_) => at += 1,
                None => return Err(wrong(sign, given.get(at))),
            }
        }
        before.extend(sentence);
    }
    match given.get(at) {
        Some(missing) => Err(Unfaithful::Missing(missing.shown.clone())),
        None => Ok(()),
    }
}

fn signs(text: &str) -> Vec<Vec<Sign>> {
    let mut found = Vec::new();
    for sentence in sentences(&reworded_plainly(text)) {
        let mut past = false;
        let tokens = sentence.tokens.iter().enumerate();
        let signs = tokens.filter_map(|(at, token)| {
            // `did sing` is `sang`.
            past |= *token.lower == *"did";
            let sign = sign(token, at == 0, past)?;
            past &= !sign.ways.iter().any(|way| way.ends_with(" past"));
            Some(sign)
        });
        found.push(signs.collect());
    }
    found
}

fn sign(token: &Token, opens: bool, past: bool) -> Option<Sign> {
    let text: &str = &token.lower;
    let one = |way: String| Some(Sign { ways: vec![way], shown: token.text.clone() });
    match token.kind {
        Kind::Mark => return None,
        Kind::Number => return one(format!("number:{text}")),
        Kind::Code | Kind::Quoted => return one(format!("name:{}", key(&token.text))),
        Kind::Word | Kind::Capital => {}
    }
    if let Some((said, _)) = SIGNS.iter().find(|(_, words)| words.contains(&text)) {
        return one((*said).to_owned());
    }
    if ALONE.contains(&text) || (is_preposition(text) && text != "of") {
        return one(text.to_owned());
    }
    if is_closed(text) && (opens || token.kind == Kind::Word) {
        return None;
    }
    let mut ways = words(text, past);
    if token.kind == Kind::Capital {
        ways.push(format!("name:{}", key(&token.text)));
    }
    Some(Sign { ways, shown: token.text.clone() })
}

fn words(text: &str, past: bool) -> Vec<String> {
    let mut ways = vec![format!("word:{text}")];
    ways.extend(nouns(text).into_iter().map(|(lemma, _)| format!("word:{lemma}")));
    ways.extend(graded(text, "er").map(|lemma| format!("word:{lemma} more")));
    for (lemma, form) in verbs(text) {
        let told = match form {
            Form::Past | Form::Participle => true,
            Form::Base => past,
            Form::Third | Form::Gerund => false,
        };
        ways.push(format!("word:{lemma}{}", if told { " past" } else { "" }));
    }
    ways
}
