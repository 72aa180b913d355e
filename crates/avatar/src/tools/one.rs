//! The tools of one avatar's own server: the spec's three, with nothing to choose.

use std::sync::Arc;

use kernel::{Call, ToolError, ToolTable};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Map;

use crate::profile::Profile;
use crate::shelf::Shelf;

use super::corpus::{self, Passages, QueryCorpus};
use super::info::{self, AvatarInfo, GetAvatarInfo};
use super::response::{self, GenerateResponse, Response};
use super::{decoded, generate_response_spec, get_avatar_info_spec, on, query_corpus_spec};

/// One avatar of the shelf.
pub(crate) struct OneAvatar {
    /// The shelf it stands on.
    pub(crate) shelf: Arc<Shelf>,
    /// Its id.
    pub(crate) id: String,
}

#[derive(Debug, JsonSchema)]
#[schemars(transparent)]
struct Asked<T>(T);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Asked<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        decoded(Map::deserialize(from)?).map(Self)
    }
}

/// The table, with the tools that the avatar's profile shows.
pub(crate) fn table(one: &Arc<OneAvatar>, profile: &Profile) -> ToolTable {
    let mut table = ToolTable::of(one);
    if profile.shows("query_corpus") {
        table = table.add(query_corpus_spec(), query_corpus);
    }
    if profile.shows("generate_response") {
        table = table.add(generate_response_spec(&one.shelf), generate_response);
    }
    if profile.shows("get_avatar_info") {
        table = table.add(get_avatar_info_spec(), get_avatar_info);
    }
    table.done()
}

async fn query_corpus(
    one: Arc<OneAvatar>,
    _: Call,
    Asked(input): Asked<QueryCorpus>,
) -> Result<Passages, ToolError> {
    on(one.shelf.clone(), Some(one.id.clone()), move |shelf, speaker| {
        corpus::query(speaker, shelf.limits(), &input)
    })
    .await
}

async fn generate_response(
    one: Arc<OneAvatar>,
    _: Call,
    Asked(input): Asked<GenerateResponse>,
) -> Result<Response, ToolError> {
    response::respond(one.shelf.clone(), Some(one.id.clone()), input).await
}

async fn get_avatar_info(
    one: Arc<OneAvatar>,
    _: Call,
    _: GetAvatarInfo,
) -> Result<AvatarInfo, ToolError> {
    on(one.shelf.clone(), Some(one.id.clone()), info::of).await
}
