//! What a guest is called for and what it answers, as values that events can hold.

use std::sync::Arc;

use serde::Serialize;

use crate::chain::Blob;
use crate::manifest::HandlerKind;
use crate::web::{Answered, Asked};

type Bytes = Arc<[u8]>;

/// A call of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GuestCall {
    /// The first call.
    Init(String),
    /// A message that wants no answer.
    Send(Bytes),
    /// A message that wants one.
    Request(Arc<str>, Bytes),
    /// Somebody opens a channel.
    ChannelOpen(String, Bytes),
    /// A message on a channel.
    ChannelMessage(String, Bytes),
    /// A channel was closed.
    ChannelClose(String),
    /// A child failed.
    ChildError(String, String),
    /// A child ended.
    ChildExit(String, Option<Bytes>),
    /// A program of the actor said something.
    ProcessOutput(u64, Stream, Bytes),
    /// A program of the actor ended.
    ProcessExit(u64, i32),
    /// A request to a server of the actor.
    Http(u64, Arc<Asked>),
    /// A request that may or may not go on.
    Middleware(u64, Arc<Asked>),
}

/// Which output of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// A guest's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The state from here on.
    pub(crate) state: Option<Vec<u8>>,
    /// What the function gave.
    pub(crate) response: Response,
}

/// What a function gave besides the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Response {
    /// Nothing.
    None,
    /// The answer to a request, or none if it comes later.
    Reply(Option<Bytes>),
    /// Whether a channel is wanted, and the first message on it.
    Channel(bool, Option<Bytes>),
    /// The answer of a server.
    Http(Arc<Answered>),
    /// Whether a request goes on, and how it then reads.
    Proceed(bool, Arc<Asked>),
}

impl Response {
    /// The response as an event holds it.
    pub(crate) fn blobs(&self) -> Vec<Blob> {
        match self {
            Self::None => Vec::new(),
            Self::Reply(reply) => reply.iter().cloned().map(Blob).collect(),
            Self::Channel(accepted, message) => {
                let accepted = Blob::from(if *accepted { "accepted" } else { "refused" });
                std::iter::once(accepted).chain(message.iter().cloned().map(Blob)).collect()
            }
            Self::Http(answered) => vec![head(&**answered), Blob::from(answered.body.as_slice())],
            Self::Proceed(proceed, asked) => {
                let proceed = Blob::from(if *proceed { "proceed" } else { "refuse" });
                vec![proceed, head(&**asked), Blob::from(asked.body.as_slice())]
            }
        }
    }
}

pub(super) const ACTOR: &str = "theater:simple/actor";
const MESSAGES: &str = "theater:simple/message-server-client";
const CHILDREN: &str = "theater:simple/supervisor-handlers";
const PROCESSES: &str = "theater:simple/process-handlers";
const WEB: &str = "theater:simple/http-handlers";

impl GuestCall {
    /// The interface and the function.
    pub(crate) fn place(&self) -> (&'static str, &'static str) {
        self.function().rsplit_once('.').unwrap_or_default()
    }

    /// The function's full name.
    pub(crate) fn function(&self) -> &'static str {
        match self {
            Self::Init(_) => "theater:simple/actor.init",
            Self::Send(_) => "theater:simple/message-server-client.handle-send",
            Self::Request(..) => "theater:simple/message-server-client.handle-request",
            Self::ChannelOpen(..) => "theater:simple/message-server-client.handle-channel-open",
            Self::ChannelMessage(..) => {
                "theater:simple/message-server-client.handle-channel-message"
            }
            Self::ChannelClose(_) => "theater:simple/message-server-client.handle-channel-close",
            Self::ChildError(..) => "theater:simple/supervisor-handlers.handle-child-error",
            Self::ChildExit(..) => "theater:simple/supervisor-handlers.handle-child-exit",
            Self::ProcessOutput(_, Stream::Out, _) => {
                "theater:simple/process-handlers.handle-stdout"
            }
            Self::ProcessOutput(_, Stream::Err, _) => {
                "theater:simple/process-handlers.handle-stderr"
            }
            Self::ProcessExit(..) => "theater:simple/process-handlers.handle-exit",
            Self::Http(..) => "theater:simple/http-handlers.handle-request",
            Self::Middleware(..) => "theater:simple/http-handlers.handle-middleware",
        }
    }

    /// The parameters as an event holds them.
    pub(crate) fn params(&self) -> Vec<Blob> {
        match self {
            Self::Init(id) => vec![Blob::from(id.as_str())],
            Self::Send(data) => vec![Blob(data.clone())],
            Self::Request(id, data) => vec![Blob(id.clone().into()), Blob(data.clone())],
            Self::ChannelOpen(id, data) | Self::ChannelMessage(id, data) => {
                vec![Blob::from(id.as_str()), Blob(data.clone())]
            }
            Self::ChannelClose(id) => vec![Blob::from(id.as_str())],
            Self::ChildError(id, error) => {
                vec![Blob::from(id.as_str()), Blob::from(error.as_str())]
            }
            Self::ChildExit(id, result) => {
                let id = Blob::from(id.as_str());
                std::iter::once(id).chain(result.clone().map(Blob)).collect()
            }
            Self::ProcessOutput(number, _, data) => vec![numeral(number), Blob(data.clone())],
            Self::ProcessExit(number, code) => vec![numeral(number), numeral(code)],
            Self::Http(handler, asked) | Self::Middleware(handler, asked) => {
                vec![numeral(handler), head(&**asked), Blob::from(asked.body.as_slice())]
            }
        }
    }

    /// The call that an event holds.
    pub(crate) fn read(function: &str, params: &[Blob]) -> Option<Self> {
        let text = |at: usize| params.get(at).map(Blob::text);
        let bytes = |at: usize| params.get(at).map(|blob| blob.0.clone());
        let asked = || {
            let head: Asked = serde_json::from_slice(&bytes(1)?).ok()?;
            Some(Arc::new(Asked { body: bytes(2)?.to_vec(), ..head }))
        };
        let (interface, name) = function.rsplit_once('.')?;
        Some(match (interface, name) {
            (ACTOR, "init") => Self::Init(text(0)?),
            (MESSAGES, "handle-send") => Self::Send(bytes(0)?),
            (MESSAGES, "handle-request") => Self::Request(text(0)?.into(), bytes(1)?),
            (MESSAGES, "handle-channel-open") => Self::ChannelOpen(text(0)?, bytes(1)?),
            (MESSAGES, "handle-channel-message") => Self::ChannelMessage(text(0)?, bytes(1)?),
            (MESSAGES, "handle-channel-close") => Self::ChannelClose(text(0)?),
            (CHILDREN, "handle-child-error") => Self::ChildError(text(0)?, text(1)?),
            (CHILDREN, "handle-child-exit") => Self::ChildExit(text(0)?, bytes(1)),
            (PROCESSES, "handle-stdout") => {
                Self::ProcessOutput(text(0)?.parse().ok()?, Stream::Out, bytes(1)?)
            }
            (PROCESSES, "handle-stderr") => {
                Self::ProcessOutput(text(0)?.parse().ok()?, Stream::Err, bytes(1)?)
            }
            (PROCESSES, "handle-exit") => {
                Self::ProcessExit(text(0)?.parse().ok()?, text(1)?.parse().ok()?)
            }
            (WEB, "handle-request") => Self::Http(text(0)?.parse().ok()?, asked()?),
            (WEB, "handle-middleware") => Self::Middleware(text(0)?.parse().ok()?, asked()?),
            _ => return None,
        })
    }
}

/// The head of a request or an answer.
fn head(of: &impl Serialize) -> Blob {
    // Numbers and text always have a JSON form.
    Blob::from(serde_json::to_vec(of).unwrap_or_default())
}

fn numeral(number: &impl ToString) -> Blob {
    Blob::from(number.to_string().as_str())
}

/// The functions that a handler asks a component to export.
pub(super) fn required(kind: HandlerKind) -> &'static [(&'static str, &'static str)] {
    match kind {
        HandlerKind::MessageServer => &[
            (MESSAGES, "handle-send"),
            (MESSAGES, "handle-request"),
            (MESSAGES, "handle-channel-open"),
            (MESSAGES, "handle-channel-message"),
            (MESSAGES, "handle-channel-close"),
        ],
        HandlerKind::Supervisor => {
            &[(CHILDREN, "handle-child-error"), (CHILDREN, "handle-child-exit")]
        }
        HandlerKind::Process => &[
            (PROCESSES, "handle-stdout"),
            (PROCESSES, "handle-stderr"),
            (PROCESSES, "handle-exit"),
        ],
        HandlerKind::HttpFramework => &[(WEB, "handle-request"), (WEB, "handle-middleware")],
        HandlerKind::Runtime
        | HandlerKind::Store
        | HandlerKind::Timing
        | HandlerKind::Random
        | HandlerKind::Environment
        | HandlerKind::Filesystem
        | HandlerKind::HttpClient => &[],
    }
}
