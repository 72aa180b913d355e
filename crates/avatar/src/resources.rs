//! What an avatar lets people read: its card, its works, and every page of them.

use std::sync::Arc;

use kernel::{
    Call, Completing, Contents, Entry, Page, Params, ResourceTable, TemplateSpec, ToolError,
    UriTemplateError,
};
use serde_json::json;

use crate::corpus::Corpus;
use crate::library::LibraryError;
use crate::progress;
use crate::remote::There;
use crate::shelf::Shelf;
use crate::speaker::Speaker;
use crate::tools::one::OneAvatar;
use crate::tools::{all_ids, info, on};

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";

const CARD: TemplateSpec = TemplateSpec {
    uri_template: "avatar://{id}",
    name: "avatar",
    description: "Who the avatar is and how large its corpus is",
    mime: JSON,
};
const SOURCES: TemplateSpec = TemplateSpec {
    uri_template: "avatar://{id}/sources",
    name: "sources",
    description: "The avatar's works with their numbers, pages and catalogue entries",
    mime: JSON,
};
const INGESTION: TemplateSpec = TemplateSpec {
    uri_template: "avatar://{id}/ingestion",
    name: "ingestion",
    description: "How far the adding of writings has come, if some are being added",
    mime: JSON,
};
const PAGE: TemplateSpec = TemplateSpec {
    uri_template: "avatar://{id}/source/{n}/page/{p}",
    name: "page",
    description: "The text of a page, by its printed label or else its number; page 1 of a work without pages is all of it",
    mime: TEXT,
};

/// The table for all avatars.
pub(crate) fn table(shelf: &Arc<Shelf>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(shelf)
        .template(CARD, card)
        .completed_by(complete)
        .template(SOURCES, sources)
        .completed_by(complete)
        .template(INGESTION, ingestion)
        .completed_by(complete)
        .template(PAGE, page)
        .completed_by(complete)
        .listed_by(list)
        .done()
}

/// The table for one avatar; others look as if they did not exist.
pub(crate) fn table_of(one: &Arc<OneAvatar>) -> Result<ResourceTable, UriTemplateError> {
    ResourceTable::of(one)
        .template(CARD, |one, call, params| async move {
            card(only(&one, &params)?, call, params).await
        })
        .template(SOURCES, |one, call, params| async move {
            sources(only(&one, &params)?, call, params).await
        })
        .template(PAGE, |one, call, params| async move {
            page(only(&one, &params)?, call, params).await
        })
        .listed_by(|one: Arc<OneAvatar>, _, _| async move {
            Ok(Page { items: entries(&one.id), next: None })
        })
        .done()
}

fn only(one: &OneAvatar, params: &Params) -> Result<Arc<Shelf>, ToolError> {
    if params.path("id") == one.id {
        return Ok(one.shelf.clone());
    }
    Err(ToolError::not_found(format!("this server has avatar `{}` only", one.id))
        .with_code("UNKNOWN_AVATAR"))
}

async fn card(shelf: Arc<Shelf>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = params.path("id").to_owned();
    on(shelf, Some(id), |shelf, speaker| Contents::json(&info::of(shelf, speaker)?)).await
}

async fn sources(shelf: Arc<Shelf>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = params.path("id").to_owned();
    on(shelf, Some(id), |_, speaker| match speaker {
        Speaker::Here(corpus) => Contents::json(&works(corpus)),
        Speaker::There(there) => Contents::json(&works_there(there)?),
    })
    .await
}

fn works_there(there: &There) -> Result<serde_json::Value, ToolError> {
    let works = there.works()?;
    let works = works.iter().enumerate().map(|(number, work)| {
        json!({
            "number": work.number.unwrap_or(number + 1),
            "id": work.source_id,
            "title": work.title,
            "year": work.year,
            "words": work.words,
        })
    });
    Ok(json!({ "avatar": there.profile().id, "sources": works.collect::<Vec<_>>() }))
}

fn works(corpus: &Corpus) -> serde_json::Value {
    let entry = |id: &str| corpus.sources().sources.iter().find(|source| source.id == id);
    let works = corpus.documents().iter().enumerate().map(|(number, document)| {
        json!({
            "number": number + 1,
            "id": document.id,
            "title": document.title,
            "year": document.year,
            "format": document.format,
            "file": document.file,
            "words": document.words,
            "pages": document.pages.len(),
            "warnings": document.warnings,
            "added_at": document.added_at,
            "catalogue": entry(&document.id),
        })
    });
    json!({ "avatar": corpus.profile().id, "sources": works.collect::<Vec<_>>() })
}

/// What another process adds to the avatar now, or was adding when it was cut off.
async fn ingestion(shelf: Arc<Shelf>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = params.path("id").to_owned();
    let looked = tokio::task::spawn_blocking(move || {
        let home = shelf.library().home(&id)?;
        let stage = progress::noted(&home);
        // Looking takes hold of the lock for a moment, so it is done only where a writer left a note.
        Ok::<_, LibraryError>((stage.is_some() && home.is_held(), stage))
    });
    let looked = looked.await.map_err(|error| ToolError::internal(error.to_string()))?;
    let (running, stage) = looked?;
    let mut shown = json!(stage);
    if !shown.is_object() {
        shown = json!({});
    }
    shown["running"] = running.into();
    Contents::json(&shown)
}

async fn page(shelf: Arc<Shelf>, _: Call, params: Params) -> Result<Contents, ToolError> {
    let id = params.path("id").to_owned();
    let (number, label) = (params.path("n").to_owned(), params.path("p").to_owned());
    on(shelf, Some(id), move |_, speaker| match speaker {
        Speaker::Here(corpus) => page_of(corpus, &number, &label),
        Speaker::There(_) => Err(ToolError::not_found(
            "a Supabase project has passages and no pages; query_corpus finds them",
        )),
    })
    .await
}

fn page_of(corpus: &Corpus, number: &str, label: &str) -> Result<Contents, ToolError> {
    let works = corpus.documents();
    let work = number.parse::<usize>().ok().and_then(|number| works.get(number.checked_sub(1)?));
    let Some(work) = work else {
        let message = format!("there is no source `{number}`; expected 1 to {}", works.len());
        return Err(ToolError::not_found(message));
    };
    if work.pages.is_empty() && label == "1" {
        return Ok(Contents::text(corpus.text(work)?));
    }
    let printed = work.pages.iter().position(|page| page.label.as_deref() == Some(label));
    let physical = || work.pages.iter().position(|page| page.index.to_string() == label);
    let found =
        printed.or_else(physical).map(|at| corpus.page_text(work, at)).transpose()?.flatten();
    found.map(Contents::text).ok_or_else(|| {
        ToolError::not_found(format!(
            "`{}` has no page `{label}`; it has {}",
            work.title,
            work.pages.len()
        ))
    })
}

async fn list(shelf: Arc<Shelf>, _: Call, _: Option<String>) -> Result<Page<Entry>, ToolError> {
    let ids = all_ids(shelf).await?;
    Ok(Page { items: ids.iter().flat_map(|id| entries(id)).collect(), next: None })
}

fn entries(id: &str) -> Vec<Entry> {
    let entry = |uri: String, name: String, spec: &TemplateSpec| Entry {
        uri,
        name,
        description: spec.description.to_owned(),
        mime: spec.mime.to_owned(),
    };
    vec![
        entry(format!("avatar://{id}"), id.to_owned(), &CARD),
        entry(format!("avatar://{id}/sources"), format!("{id}: sources"), &SOURCES),
    ]
}

async fn complete(shelf: Arc<Shelf>, _: Call, typed: Completing) -> Result<Vec<String>, ToolError> {
    if typed.name != "id" {
        return Ok(Vec::new());
    }
    let ids = all_ids(shelf).await?;
    Ok(ids.into_iter().filter(|id| id.starts_with(&typed.value)).collect())
}
