//! What a service is: a value made of tools, resources, prompts and events.
//!
//! A service crate fills the tables of this crate; the gateway reads them. Nothing here knows a
//! wire format, a database or any particular service.

mod call;
mod error;
mod event;
mod feed;
mod nearest;
mod principal;
mod prompt;
mod resource;
mod service;
mod shown;
mod things;
mod time;
mod tool;
mod uri;
pub mod work;

pub use call::{Call, LogLevel, LogLine, Progress, TraceContext};
pub use error::{ErrorKind, ToolError};
pub use event::{Event, EventKind, EventTable, NewEvent, Touch};
pub use feed::{EventFeed, FeedError, Follower};
pub use nearest::nearest;
pub use principal::{Principal, Scope, Scopes, UnknownScope};
pub use prompt::{
    Prompt, PromptArgument, PromptMessage, PromptReply, PromptSpec, PromptTable,
    PromptTableBuilder, Role,
};
pub use resource::{
    Completing, Contents, Entry, Page, Resource, ResourceSpec, ResourceTable, ResourceTableBuilder,
    Template, TemplateSpec,
};
pub use service::{DeclarationError, Health, Service, ServiceInfo};
pub use shown::shown;
pub use things::{KeepOwner, Owner, Owners, Thing, ThingKind, Things};
pub use time::{Timestamp, TimestampError};
pub use tool::{
    Effect, Order, Schema, Tool, ToolSpec, ToolTable, ToolTableBuilder, named_thing, read,
    unknown_tool, write,
};
pub use uri::{Params, UriTemplate, UriTemplateError};
