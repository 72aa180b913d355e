//! The tools of the service, each declared once; one avatar's server shows the same three.

pub(crate) mod corpus;
pub(crate) mod info;
pub(crate) mod one;
pub(crate) mod response;

use std::sync::Arc;

use kernel::{Call, ToolError, ToolSpec, ToolTable, read};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::shelf::Shelf;
use crate::speaker::Speaker;
use crate::wording;

use corpus::{Passages, QueryCorpus};
use info::{AvatarInfo, GetAvatarInfo};
use response::{GenerateResponse, Response};

pub(super) fn query_corpus_spec() -> ToolSpec {
    read(
        "query_corpus",
        "Find passages of the avatar's writings by words and meaning, with source, page and a score from 0 to 1",
    )
}

pub(super) fn generate_response_spec(shelf: &Shelf) -> ToolSpec {
    read(
        "generate_response",
        "Answer a question from the avatar's writings: every claim is a quotation with its source and page, or the answer says that the writings do not cover it",
    )
    .timeout(shelf.time_to_answer())
}

pub(super) fn get_avatar_info_spec() -> ToolSpec {
    read(
        "get_avatar_info",
        "Say who the avatar is, what it knows about and how large its corpus is, in words and documents",
    )
}

/// What to ask, and of which avatar.
#[derive(Debug, JsonSchema)]
pub(super) struct For<T> {
    /// The avatar's id; may be left out where there is only one
    avatar: Option<String>,
    #[schemars(flatten)]
    input: T,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for For<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut arguments = Map::deserialize(from)?;
        let avatar = match arguments.remove("avatar") {
            None | Some(Value::Null) => None,
            Some(Value::String(id)) => Some(id),
            Some(other) => {
                let problem = format!("argument `avatar` is `{other}`, expected an avatar's id");
                return Err(D::Error::custom(problem));
            }
        };
        Ok(Self { avatar, input: decoded(arguments)? })
    }
}

/// Arguments as a tool takes them; what is wrong is said without the names of types.
fn decoded<T: DeserializeOwned, E: Error>(arguments: Map<String, Value>) -> Result<T, E> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let problem = wording::sentence(&path, &error.into_inner().to_string());
        E::custom(if problem.starts_with('`') { format!("argument {problem}") } else { problem })
    })
}

/// An argument that is null is one that was left out.
fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    from: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(from)?.unwrap_or_default())
}

/// The table for all avatars.
pub(super) fn table(shelf: &Arc<Shelf>) -> ToolTable {
    ToolTable::of(shelf)
        .add(query_corpus_spec(), query_corpus)
        .add(generate_response_spec(shelf), generate_response)
        .add(get_avatar_info_spec(), get_avatar_info)
        .done()
}

async fn query_corpus(
    shelf: Arc<Shelf>,
    _: Call,
    input: For<QueryCorpus>,
) -> Result<Passages, ToolError> {
    let For { avatar, input } = input;
    on(shelf, avatar, move |shelf, speaker| corpus::query(speaker, shelf.limits(), &input)).await
}

async fn generate_response(
    shelf: Arc<Shelf>,
    _: Call,
    input: For<GenerateResponse>,
) -> Result<Response, ToolError> {
    let For { avatar, input } = input;
    response::respond(shelf, avatar, input).await
}

async fn get_avatar_info(
    shelf: Arc<Shelf>,
    _: Call,
    input: For<GetAvatarInfo>,
) -> Result<AvatarInfo, ToolError> {
    on(shelf, input.avatar, info::of).await
}

/// Runs work on an avatar on a blocking thread: it may read the index from disk or ask a project.
pub(super) async fn on<T: Send + 'static>(
    shelf: Arc<Shelf>,
    avatar: Option<String>,
    work: impl FnOnce(&Shelf, &Speaker) -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    waited(move || {
        let speaker = shelf.choose(avatar.as_deref())?;
        work(&shelf, &speaker)
    })
    .await
}

/// The ids of all avatars.
pub(super) async fn all_ids(shelf: Arc<Shelf>) -> Result<Vec<String>, ToolError> {
    waited(move || Ok(shelf.all_ids()?)).await
}

async fn waited<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    kernel::work::blocking(work).await?
}
