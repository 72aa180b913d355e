//! Prompts to interview an avatar: a model asks the questions, the tools keep it honest.

use std::sync::Arc;

use kernel::{Call, Completing, Params, PromptReply, PromptSpec, PromptTable, ToolError};

use crate::profile::Profile;
use crate::shelf::Shelf;
use crate::tools::one::OneAvatar;
use crate::tools::{all_ids, on};

const INTERVIEW: &str = "interview_avatar";
const COMPARE: &str = "trace_an_idea";

fn interview_spec() -> PromptSpec {
    PromptSpec::new(INTERVIEW, "Interview an avatar about a topic, citing every answer")
        .needs("topic", "What to talk about")
}

fn trace_spec() -> PromptSpec {
    PromptSpec::new(COMPARE, "Follow an idea through an avatar's works in the order they appeared")
        .needs("idea", "The idea to follow")
}

const ID: &str = "The avatar's id; may be left out where there is only one";

/// The table for all avatars.
pub(crate) fn table(shelf: &Arc<Shelf>) -> PromptTable {
    PromptTable::of(shelf)
        .add(interview_spec().takes("avatar", ID), |shelf, _, given| async move {
            let avatar = given.get("avatar").map(str::to_owned);
            filled(shelf, avatar, given, interview).await
        })
        .completed_by(complete)
        .add(trace_spec().takes("avatar", ID), |shelf, _, given| async move {
            let avatar = given.get("avatar").map(str::to_owned);
            filled(shelf, avatar, given, trace).await
        })
        .completed_by(complete)
        .done()
}

/// The table for one avatar.
pub(crate) fn table_of(one: &Arc<OneAvatar>) -> PromptTable {
    PromptTable::of(one)
        .add(interview_spec(), |one: Arc<OneAvatar>, _, given| async move {
            filled(one.shelf.clone(), Some(one.id.clone()), given, interview).await
        })
        .add(trace_spec(), |one: Arc<OneAvatar>, _, given| async move {
            filled(one.shelf.clone(), Some(one.id.clone()), given, trace).await
        })
        .done()
}

async fn filled(
    shelf: Arc<Shelf>,
    avatar: Option<String>,
    given: Params,
    write: fn(&Profile, &Params) -> String,
) -> Result<PromptReply, ToolError> {
    on(shelf, avatar, move |_, it| Ok(PromptReply::user(write(it.profile(), &given)))).await
}

fn interview(profile: &Profile, given: &Params) -> String {
    format!(
        "Interview {name} ({description}) about: {topic}\n\n\
         Ask one question at a time with the tool generate_response (avatar `{id}`), four or five in all, each \
         growing out of the answer before. Give every answer as the tool gave it, with its citations. Where the \
         tool refuses, say that the writings do not cover it and ask something else. Add nothing the tool did not \
         say. End with three sentences that sum up what was said, each with its source and page.\n\n\
         Tone: {tone}",
        name = profile.name,
        description = profile.description,
        topic = given.path("topic"),
        id = profile.id,
        tone = profile.system_prompt.tone,
    )
}

fn trace(profile: &Profile, given: &Params) -> String {
    format!(
        "Follow the idea \"{idea}\" through the works of {name}.\n\n\
         Call query_corpus (avatar `{id}`, limit 20, threshold 0.5) with the idea and with two or three other \
         ways to say it. Order the passages by the year of their source, quote each exactly with source and page, \
         and say in one sentence how it differs from the one before. Leave out passages that speak of something \
         else. If nothing is found, say so.",
        idea = given.path("idea"),
        name = profile.name,
        id = profile.id,
    )
}

async fn complete(shelf: Arc<Shelf>, _: Call, typed: Completing) -> Result<Vec<String>, ToolError> {
    if typed.name != "avatar" {
        return Ok(Vec::new());
    }
    let ids = all_ids(shelf).await?;
    Ok(ids.into_iter().filter(|id| id.starts_with(&typed.value)).collect())
}
