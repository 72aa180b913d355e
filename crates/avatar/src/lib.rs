//! Ask a body of writing: passages with their pages, answers that quote or refuse.
//!
//! An avatar is a folder with a `config.json` and an index; adding files and answering questions
//! need neither a network nor a language model. The service knows no wire and no environment.

pub mod answer;
mod asking;
mod chunks;
pub mod config;
mod corpus;
mod encoder;
mod error;
mod extract;
pub mod guide;
mod index;
pub mod ingest;
mod library;
mod profile;
mod progress;
mod prompts;
pub mod remote;
mod rerank;
mod resources;
mod search;
mod sentences;
mod shelf;
mod sources;
mod speaker;
mod tools;
mod verify;
pub mod weights;
mod wording;
mod words;

use std::sync::Arc;

use kernel::{DeclarationError, Service, ServiceInfo};

pub use config::Config;
pub use corpus::{Corpus, Place};
pub use encoder::{EncoderError, Encoders};
pub use extract::{Aids, ExtractError, Format, PageMark, Picture, Recognise, SectionMark};
pub use index::{Document, FileError, Vectors};
pub use library::{Home, Library, LibraryError};
pub use profile::{Profile, ProfileError, is_id};
pub use search::{Hit, Query, Within};
pub use shelf::Shelf;
pub use sources::{Origin, Source, Sources};
pub use speaker::Speaker;
pub use verify::Verified;

/// The service of every avatar: its tools take the avatar's id where there are several.
pub fn service(shelf: &Arc<Shelf>) -> Result<Service, DeclarationError> {
    let mut service = Service::new(ServiceInfo {
        name: "avatar",
        server_name: "avatar".to_owned(),
        server_version: env!("CARGO_PKG_VERSION").to_owned(),
        description: "A body of writing that answers with citations or not at all",
        instructions: "query_corpus finds passages, generate_response answers from them with \
                       quotations or says that the writings do not, get_avatar_info says who \
                       speaks. Name the avatar where there are several; avatar://{id} describes one."
            .to_owned(),
    });
    service.tools = tools::table(shelf);
    service.resources = resources::table(shelf)?;
    service.prompts = prompts::table(shelf);
    Ok(service)
}

/// The service of one avatar, under the name its `config.json` gives.
pub fn service_of(shelf: &Arc<Shelf>, id: &str) -> Result<Service, LibraryError> {
    let speaker = shelf.speaker(id)?;
    let profile = speaker.profile();
    let one = Arc::new(tools::one::OneAvatar { shelf: shelf.clone(), id: id.to_owned() });
    let mut service = Service::new(ServiceInfo {
        name: "avatar",
        server_name: profile.server_name(),
        server_version: profile.server_version(),
        description: "One avatar: passages with their pages, answers that quote or refuse",
        instructions: format!("{}: {}", profile.name, profile.description),
    });
    service.tools = tools::one::table(&one, profile);
    if let Ok(resources) = resources::table_of(&one) {
        service.resources = resources;
    }
    service.prompts = prompts::table_of(&one);
    Ok(service)
}
