//! `generate_response`: an answer in which every claim is a quotation, or a refusal.

use kernel::ToolError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answer::{self, Answer, Asked, Quote};
use crate::config::Limits;
use crate::corpus::Corpus;

use super::corpus::{Where, check_question};

/// What to answer.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GenerateResponse {
    /// The current question or topic to respond to
    question: String,
    /// Conversation history for context
    #[serde(default)]
    context: Vec<Message>,
    /// Passages to ground the response in; only those that occur in the corpus count
    #[serde(default)]
    passages: Option<Vec<Given>>,
}

/// A message of the conversation.
#[derive(Debug, Deserialize, JsonSchema)]
struct Message {
    /// Who spoke, such as `user`
    #[serde(default)]
    role: String,
    /// What was said
    #[serde(default)]
    content: String,
}

/// A passage as `query_corpus` gives it, or its text alone.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Given {
    /// The text alone
    Text(String),
    /// A passage
    Passage {
        /// The text of the passage
        content: String,
        /// The work's title
        #[serde(default)]
        #[expect(dead_code, reason = "the corpus says where a passage stands, not the caller")]
        source: Option<Value>,
    },
}

impl Given {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Passage { content, .. } => content,
        }
    }
}

/// The answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Response {
    /// What the avatar says
    response: String,
    /// The quotations it rests on; none in a refusal
    citations: Vec<Citation>,
    /// `high`, `medium` or `low`
    confidence: &'static str,
    /// What the decision to answer rested on
    #[serde(rename = "_meta")]
    meta: ResponseMeta,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Citation {
    /// The work's title
    source: String,
    /// The printed page where it is a number, else the physical page; null where there are no pages
    page: Option<u32>,
    /// The words of the work, byte by byte
    quote: String,
    /// Where exactly they stand
    #[serde(rename = "_meta")]
    meta: Where,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ResponseMeta {
    /// How the answer was made
    mode: &'static str,
    /// Why there is no answer, if there is none
    refusal: Option<&'static str>,
    /// How likely the corpus answers, from 0 to 1
    likelihood: f32,
    /// How many of the given passages the corpus does not have
    passages_not_in_corpus: usize,
}

/// Answers.
pub(crate) fn respond(
    corpus: &Corpus,
    limits: &Limits,
    input: &GenerateResponse,
) -> Result<Response, ToolError> {
    check_question("question", &input.question, limits)?;
    let given: Option<Vec<&str>> =
        input.passages.as_ref().map(|given| given.iter().map(Given::text).collect());
    let given = given.filter(|given| !given.is_empty());
    let mut foreign = 0;
    for text in given.iter().flatten() {
        foreign += usize::from(corpus.chunks_with(&[text])?.is_empty());
    }
    let asked = Asked {
        question: &input.question,
        before: input
            .context
            .iter()
            .filter(|it| it.role != "assistant")
            .map(|it| it.content.as_str())
            .collect(),
        within: given,
    };
    let answer = answer::answer(corpus, &asked)?;
    Ok(response(answer, foreign))
}

fn response(answer: Answer, passages_not_in_corpus: usize) -> Response {
    let citation = |quote: Quote| Citation {
        source: quote.place.source.clone(),
        page: quote.place.page,
        meta: Where::from(&quote.place),
        quote: quote.text,
    };
    Response {
        response: answer.text,
        citations: answer.quotes.into_iter().map(citation).collect(),
        confidence: answer.confidence.name(),
        meta: ResponseMeta {
            mode: "extractive",
            refusal: answer.refusal.map(answer::Refusal::code),
            likelihood: answer.signals.likelihood,
            passages_not_in_corpus,
        },
    }
}
