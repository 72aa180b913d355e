//! `generate_response`: an answer in which every claim is a quotation or held by one, or a refusal.

use std::sync::Arc;

use kernel::ToolError;
use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::answer::{self, Answer, Asked, Draft, Quote, Study};
use crate::config::Limits;
use crate::shelf::Shelf;
use crate::speaker::Speaker;

use super::corpus::{Where, check_question};
use super::{on, or_default};

/// What to answer.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct GenerateResponse {
    /// The current question or topic to respond to
    question: String,
    /// Conversation history for context
    #[serde(default, deserialize_with = "or_default")]
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
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
enum Given {
    /// The text alone
    Text(String),
    /// A passage
    Passage {
        /// The text of the passage
        content: String,
        /// The work's title
        #[schemars(default)]
        #[expect(dead_code, reason = "the corpus says where a passage stands, not the caller")]
        source: Option<Value>,
    },
}

impl<'de> Deserialize<'de> for Given {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let given = match Value::deserialize(from)? {
            Value::String(text) => Some(Self::Text(text)),
            Value::Object(mut passage) => match passage.remove("content") {
                Some(Value::String(content)) => {
                    Some(Self::Passage { content, source: passage.remove("source") })
                }
                _ => None,
            },
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => None,
        };
        given.ok_or_else(|| {
            D::Error::custom("is neither a text nor a passage with its text as `content`")
        })
    }
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
    /// How the answer was made: `extractive`, or `drafted` by a model and checked
    mode: &'static str,
    /// Why there is no answer, if there is none
    refusal: Option<&'static str>,
    /// How likely the corpus answers, from 0 to 1
    likelihood: f32,
    /// How many of the given passages the corpus does not have
    passages_not_in_corpus: usize,
    /// How the model took part, where one is configured
    draft: Option<DraftMeta>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct DraftMeta {
    /// The model
    model: String,
    /// How many sentences it drafted
    drafted: usize,
    /// How many of them passed the gates
    kept: usize,
    /// Why the others did not
    dropped: Vec<String>,
    /// Whether it was asked a second time
    repaired: bool,
    /// Why it gave no draft, if it gave none
    problem: Option<String>,
}

impl From<Draft> for DraftMeta {
    fn from(draft: Draft) -> Self {
        let Draft { model, drafted, kept, dropped, repaired, problem } = draft;
        let dropped = dropped.iter().map(ToString::to_string).collect();
        Self { model, drafted, kept, dropped, repaired, problem }
    }
}

/// Answers.
pub(crate) async fn respond(
    shelf: Arc<Shelf>,
    avatar: Option<String>,
    input: GenerateResponse,
) -> Result<Response, ToolError> {
    let input = Arc::new(input);
    let asked = input.clone();
    let (profile, study, foreign) = on(shelf.clone(), avatar, move |shelf, speaker| {
        let (study, foreign) = study(speaker, shelf.limits(), &asked)?;
        Ok((speaker.profile().clone(), study, foreign))
    })
    .await?;
    let answer = match shelf.writer() {
        Some(writer) => writer.write(&profile, &input.question, study).await,
        None => study.answer,
    };
    Ok(response(answer, foreign))
}

/// The answer by quotation, and how many of the given passages the corpus does not have.
fn study(
    speaker: &Speaker,
    limits: &Limits,
    input: &GenerateResponse,
) -> Result<(Study, usize), ToolError> {
    check_question("question", &input.question, limits)?;
    let given: Option<Vec<&str>> =
        input.passages.as_ref().map(|given| given.iter().map(Given::text).collect());
    let given = given.filter(|given| !given.is_empty());
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
    Ok(speaker.study(&asked)?)
}

fn response(answer: Answer, passages_not_in_corpus: usize) -> Response {
    let citation = |quote: Quote| Citation {
        source: quote.place.source.clone(),
        page: quote.place.page,
        meta: Where::from(&quote.place),
        quote: quote.text,
    };
    let mode = answer.mode();
    Response {
        response: answer.text,
        citations: answer.quotes.into_iter().map(citation).collect(),
        confidence: answer.confidence.name(),
        meta: ResponseMeta {
            mode,
            refusal: answer.refusal.map(answer::Refusal::code),
            likelihood: answer.signals.likelihood,
            passages_not_in_corpus,
            draft: answer.draft.map(DraftMeta::from),
        },
    }
}
