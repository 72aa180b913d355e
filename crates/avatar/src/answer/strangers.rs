//! Names that the corpus has never seen: what is asked about them is not known, however near it comes to
//! something else.

use crate::index::Lexicon;
use crate::words::{Terms, Word, is_stop_word, words};

use super::heart::Answered;

/// The least letters by which a name is known again in another form.
const BEGINNING: usize = 4;

/// The names in a question, if the corpus has none of them in any form; where yes or no would answer,
/// those that it does not have.
pub(super) fn strangers(lexicon: &Lexicon, question: &str, answered: Answered) -> Vec<String> {
    let Some(mut names) = names(question) else { return Vec::new() };
    let mut stemmer = Terms::new();
    let mut known = |word: &Word| {
        let term = stemmer.of(&word.folded);
        let half = BEGINNING.max(term.chars().count() / 2);
        let beginning: String = term.chars().take(half).collect();
        lexicon.weigh(term).frequency > 0 || lexicon.has_beginning(&beginning)
    };
    match answered {
        Answered::ByYesOrNo => names.retain(|name| !known(name)),
        Answered::ByThings if names.iter().any(&mut known) => return Vec::new(),
        Answered::ByThings => {}
    }
    names.into_iter().map(|word| question[word.span].to_owned()).collect()
}

/// The words of a question that are written like names; none can be told where every word is.
fn names(question: &str) -> Option<Vec<Word>> {
    let mut names = Vec::new();
    for word in words(question).filter(|word| !begins(question, word)) {
        let written = &question[word.span.clone()];
        if !written.starts_with(char::is_uppercase) || written == "I" {
            continue;
        }
        if is_stop_word(&word.folded) {
            return None;
        }
        names.push(word);
    }
    Some(names)
}

/// Whether a word begins a sentence or a quotation, where every word has a capital.
fn begins(question: &str, word: &Word) -> bool {
    let before = question[..word.span.start].trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':', '“', '"', '(', '‘', '\''])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::LexiconBuilder;

    #[test]
    fn names_are_strangers_only_if_none_is_known_in_any_form() {
        let mut builder = LexiconBuilder::default();
        for term in ["california", "twigg", "bridg"] {
            let number = builder.number(term);
            builder.count(number);
        }
        builder.end_passage();
        let lexicon = builder.done();
        for (question, expected) in [
            ("Who was Zaphod?", &["Zaphod"][..]),
            ("When did Zaphod Beeblebrox cross the bridge?", &["Zaphod", "Beeblebrox"]),
            ("What did Graham Twigg propose?", &[]),
            ("Where do Californian farmers live?", &[]),
            ("What Is The Price Of Wheat?", &[]),
            ("Was I there? Nobody knows.", &[]),
            ("Which bridge fell?", &[]),
        ] {
            let found = strangers(&lexicon, question, Answered::ByThings);
            assert_eq!(found, expected, "{question}");
        }
        let question = "Did Twigg cross the bridge in Zaphod?";
        assert_eq!(strangers(&lexicon, question, Answered::ByYesOrNo), ["Zaphod"]);
    }
}
