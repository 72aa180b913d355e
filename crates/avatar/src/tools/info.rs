//! `get_avatar_info`: who speaks, and from how much.

use kernel::ToolError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::encoder::NONE;
use crate::shelf::Shelf;
use crate::speaker::Speaker;

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
    /// How passages are found: `bm25`, or `bm25+` and the encoder's name, after `supabase:` where a project finds them
    retrieval: String,
    /// How answers are made: `extractive`, or `drafted` by a model and checked
    answers: &'static str,
}

/// How large a corpus is and how it is searched.
struct Size {
    words: usize,
    documents: usize,
    passages: usize,
    retrieval: String,
}

/// The avatar's card.
pub(crate) fn of(shelf: &Shelf, speaker: &Speaker) -> Result<AvatarInfo, ToolError> {
    let profile = speaker.profile();
    let size = size(speaker)?;
    Ok(AvatarInfo {
        id: profile.id.clone(),
        name: profile.name.clone(),
        description: profile.description.clone(),
        expertise: profile.expertise.clone(),
        corpus_size: size.words,
        document_count: size.documents,
        meta: InfoMeta {
            corpus_description: profile.corpus.description.clone(),
            passage_count: size.passages,
            last_year: profile.last_year(),
            retrieval: size.retrieval + if shelf.reranks() { "+rerank" } else { "" },
            answers: if shelf.writer().is_some() { "drafted" } else { "extractive" },
        },
    })
}

fn size(speaker: &Speaker) -> Result<Size, ToolError> {
    let retrieval = |encoder: &str| match encoder {
        "" | NONE => "bm25".to_owned(),
        encoder => format!("bm25+{encoder}"),
    };
    match speaker {
        Speaker::Here(corpus) => Ok(Size {
            words: corpus.words(),
            documents: corpus.documents().len(),
            passages: corpus.passages(),
            retrieval: retrieval(corpus.encoder()),
        }),
        Speaker::There(there) => {
            let (words, passages) = there.size()?;
            let documents = there.works()?.len();
            let retrieval = format!("supabase:{}", retrieval(&there.card().encoder));
            Ok(Size { words, documents, passages, retrieval })
        }
    }
}
