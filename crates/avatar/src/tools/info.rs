//! `get_avatar_info`: who speaks, and from how much.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::corpus::Corpus;
use crate::shelf::Shelf;

/// Nothing is asked for.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GetAvatarInfo {}

/// The avatar.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct AvatarInfo {
    /// Its id
    id: String,
    /// The name people know
    name: String,
    /// Who this is
    description: String,
    /// What it knows about
    expertise: Vec<String>,
    /// How many words its corpus has
    corpus_size: usize,
    /// How many documents its corpus has
    document_count: usize,
    /// How it finds and answers
    #[serde(rename = "_meta")]
    meta: InfoMeta,
}

#[derive(Debug, Serialize, JsonSchema)]
struct InfoMeta {
    /// What the writings are
    corpus_description: String,
    /// How many passages the corpus has
    passage_count: usize,
    /// The last year the writings can know of
    last_year: Option<i32>,
    /// How passages are found: `bm25`, or `bm25+` and the encoder's name
    retrieval: String,
    /// How answers are made: `extractive`, or `drafted` by a model and checked
    answers: &'static str,
}

/// The avatar's card.
pub(crate) fn of(shelf: &Shelf, corpus: &Corpus) -> AvatarInfo {
    let profile = corpus.profile();
    let retrieval = match corpus.encoder() {
        "none" => "bm25".to_owned(),
        encoder => format!("bm25+{encoder}"),
    };
    AvatarInfo {
        id: profile.id.clone(),
        name: profile.name.clone(),
        description: profile.description.clone(),
        expertise: profile.expertise.clone(),
        corpus_size: corpus.words(),
        document_count: corpus.documents().len(),
        meta: InfoMeta {
            corpus_description: profile.corpus.description.clone(),
            passage_count: corpus.passages(),
            last_year: profile.last_year(),
            retrieval,
            answers: if shelf.model().is_some() { "drafted" } else { "extractive" },
        },
    }
}
