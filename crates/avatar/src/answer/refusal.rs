//! A refusal that helps: what is not known, and what the corpus does cover.

use crate::corpus::Corpus;

use super::Refusal;

/// How many topics or titles are named.
const NAMED: usize = 5;

/// The refusal's text.
pub(super) fn text(corpus: &Corpus, why: Refusal, unknown: &[String]) -> String {
    let profile = corpus.profile();
    let mine = profile.speaks_as_author();
    let writings =
        if mine { "My writings".to_owned() } else { format!("The writings of {}", profile.name) };
    let mut text = match why {
        Refusal::NothingAdded => {
            return format!(
                "{writings} have not been added yet, so there is nothing to answer from."
            );
        }
        Refusal::NotCovered => format!("{writings} do not answer this."),
        Refusal::AfterItsTime => {
            let last = profile.last_year().map(|year| year.to_string()).unwrap_or_default();
            let asked = unknown.first().cloned().unwrap_or_default();
            format!("{writings} end in {last} and say nothing of {asked}.")
        }
    };
    if why == Refusal::NotCovered && !unknown.is_empty() {
        let words: Vec<_> = unknown.iter().take(NAMED).map(|word| format!("“{word}”")).collect();
        text.push_str(&format!(" They never mention {}.", words.join(", ")));
    }
    let topics: Vec<_> = match profile.expertise.as_slice() {
        [] => corpus.titles().into_iter().take(NAMED).map(str::to_owned).collect(),
        expertise => expertise.iter().take(NAMED).cloned().collect(),
    };
    if !topics.is_empty() {
        text.push_str(&format!(" What they cover: {}.", topics.join(", ")));
    }
    text
}
