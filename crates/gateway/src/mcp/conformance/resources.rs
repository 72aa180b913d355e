//! The resources the suite reads: all of them are what any service could declare.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kernel::{Contents, Params, ResourceSpec, ResourceTableBuilder, TemplateSpec, ToolError};
use serde_json::json;

use super::Shared;
use super::content::PIXEL;

pub(super) fn declare(table: ResourceTableBuilder<Shared>) -> ResourceTableBuilder<Shared> {
    let fixed = |uri, name, description, mime| ResourceSpec { uri, name, description, mime };
    table
        .fixed(
            fixed("test://static-text", "static-text", "A text that never changes", "text/plain"),
            |_, _| async { Ok(Contents::text("This is the content of the static text resource.")) },
        )
        .fixed(
            fixed("test://static-binary", "static-binary", "One pixel", "image/png"),
            |_, _| async { pixel() },
        )
        .fixed(
            fixed("test://watched-resource", "watched", "Something to subscribe to", "text/plain"),
            |_, _| async { Ok(Contents::text("Watch this.")) },
        )
        .template(
            TemplateSpec {
                uri_template: "test://template/{id}/data",
                name: "template",
                description: "Data for any id",
                mime: "application/json",
            },
            |_, _, params: Params| async move { templated(&params) },
        )
        .completed_by(|_, _, completing| async move {
            let ids = ["123", "456", "789"].into_iter().map(str::to_owned);
            Ok(ids.filter(|id| id.starts_with(&completing.value)).collect())
        })
}

fn pixel() -> Result<Contents, ToolError> {
    let bytes = BASE64_STANDARD.decode(PIXEL);
    let bytes = bytes.map_err(|error| ToolError::internal(error.to_string()))?;
    Ok(Contents::Blob { mime: "image/png".to_owned(), bytes })
}

fn templated(params: &Params) -> Result<Contents, ToolError> {
    let id = params.get("id").unwrap_or_default();
    Contents::json(&json!({
        "id": id,
        "templateTest": true,
        "data": format!("Data for ID: {id}"),
    }))
}
