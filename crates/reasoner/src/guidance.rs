//! The prompt that teaches a model Ensemble English and asks it to put a text into it.

use std::sync::Arc;

use kernel::{Call, Params, PromptReply, PromptSpec, PromptTable, ToolError};

use crate::ensemble::LANGUAGE;
use crate::state::Reasoner;

/// The table.
pub(crate) fn table(reasoner: &Arc<Reasoner>) -> PromptTable {
    PromptTable::of(reasoner).add(writing(), write_english).done()
}

fn writing() -> PromptSpec {
    PromptSpec::new("write_english", "Put a text into Ensemble English, which strict sessions read")
        .needs("text", "The text to put into Ensemble English")
}

async fn write_english(_: Arc<Reasoner>, _: Call, given: Params) -> Result<PromptReply, ToolError> {
    let text = given.path("text");
    Ok(PromptReply::user(format!(
        "Put the text at the end into Ensemble English, one sentence a line, and nothing else. Keep every \
         name, number, denial and quantifier; add nothing; leave out what cannot be said.\n\n{LANGUAGE}\n\n\
         The text:\n\n{text}"
    )))
}
