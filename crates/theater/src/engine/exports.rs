//! What a guest can be called for: the functions it exports, their parameters and answers.

use std::sync::Arc;

use wasmtime::component::{
    Component, ComponentExportIndex, ComponentNamedList, ComponentType, Instance, Lift, Lower,
    TypedFunc,
};
use wasmtime::{AsContextMut, Store};

use crate::chain::Blob;
use crate::error::CallFailure;
use crate::host::Guest;
use crate::manifest::{HandlerKind, Manifest};

type Bytes = Arc<[u8]>;
type State = Option<Bytes>;
type NewState = Option<Vec<u8>>;
type Plain = (Result<(NewState,), String>,);
type Func<P, R> = TypedFunc<(State, P), R>;

/// A call of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GuestCall {
    /// The first call.
    Init(String),
    /// A message that wants no answer.
    Send(Bytes),
    /// A message that wants one.
    Request(String, Bytes),
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
        }
    }
}

#[derive(ComponentType, Lift)]
#[component(record)]
struct ChannelAccept {
    accepted: bool,
    message: Option<Vec<u8>>,
}

#[derive(ComponentType, Lower, Clone, Copy)]
#[component(enum)]
#[repr(u8)]
#[expect(
    dead_code,
    reason = "the interface names them all, though every failure is told as internal"
)]
enum ActorErrorType {
    #[component(name = "operation-timeout")]
    OperationTimeout,
    #[component(name = "channel-closed")]
    ChannelClosed,
    #[component(name = "shutting-down")]
    ShuttingDown,
    #[component(name = "function-not-found")]
    FunctionNotFound,
    #[component(name = "type-mismatch")]
    TypeMismatch,
    #[component(name = "internal")]
    Internal,
    #[component(name = "serialization-error")]
    SerializationError,
    #[component(name = "update-component-error")]
    UpdateComponentError,
    #[component(name = "paused")]
    Paused,
}

#[derive(ComponentType, Lower)]
#[component(record)]
struct WitActorError {
    #[component(name = "error-type")]
    error_type: ActorErrorType,
    data: Option<Bytes>,
}

const ACTOR: &str = "theater:simple/actor";
const MESSAGES: &str = "theater:simple/message-server-client";
const CHILDREN: &str = "theater:simple/supervisor-handlers";

impl GuestCall {
    /// The interface and the function.
    pub(crate) fn place(&self) -> (&'static str, &'static str) {
        match self {
            Self::Init(_) => (ACTOR, "init"),
            Self::Send(_) => (MESSAGES, "handle-send"),
            Self::Request(..) => (MESSAGES, "handle-request"),
            Self::ChannelOpen(..) => (MESSAGES, "handle-channel-open"),
            Self::ChannelMessage(..) => (MESSAGES, "handle-channel-message"),
            Self::ChannelClose(_) => (MESSAGES, "handle-channel-close"),
            Self::ChildError(..) => (CHILDREN, "handle-child-error"),
            Self::ChildExit(..) => (CHILDREN, "handle-child-exit"),
        }
    }

    /// The function's full name.
    pub(crate) fn function(&self) -> String {
        let (interface, function) = self.place();
        format!("{interface}.{function}")
    }

    /// The parameters as an event holds them.
    pub(crate) fn params(&self) -> Vec<Blob> {
        match self {
            Self::Init(id) => vec![Blob::from(id.as_str())],
            Self::Send(data) => vec![Blob(data.clone())],
            Self::Request(id, data)
            | Self::ChannelOpen(id, data)
            | Self::ChannelMessage(id, data) => vec![Blob::from(id.as_str()), Blob(data.clone())],
            Self::ChannelClose(id) => vec![Blob::from(id.as_str())],
            Self::ChildError(id, error) => {
                vec![Blob::from(id.as_str()), Blob::from(error.as_str())]
            }
            Self::ChildExit(id, result) => {
                let id = Blob::from(id.as_str());
                std::iter::once(id).chain(result.clone().map(Blob)).collect()
            }
        }
    }

    /// The call that an event holds.
    pub(crate) fn read(function: &str, params: &[Blob]) -> Option<Self> {
        let text = |at: usize| params.get(at).map(Blob::text);
        let bytes = |at: usize| params.get(at).map(|blob| blob.0.clone());
        let (interface, name) = function.rsplit_once('.')?;
        Some(match (interface, name) {
            (ACTOR, "init") => Self::Init(text(0)?),
            (MESSAGES, "handle-send") => Self::Send(bytes(0)?),
            (MESSAGES, "handle-request") => Self::Request(text(0)?, bytes(1)?),
            (MESSAGES, "handle-channel-open") => Self::ChannelOpen(text(0)?, bytes(1)?),
            (MESSAGES, "handle-channel-message") => Self::ChannelMessage(text(0)?, bytes(1)?),
            (MESSAGES, "handle-channel-close") => Self::ChannelClose(text(0)?),
            (CHILDREN, "handle-child-error") => Self::ChildError(text(0)?, text(1)?),
            (CHILDREN, "handle-child-exit") => Self::ChildExit(text(0)?, bytes(1)),
            _ => return None,
        })
    }
}

/// The functions that a handler asks a component to export.
fn required(kind: HandlerKind) -> &'static [(&'static str, &'static str)] {
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
        HandlerKind::Runtime
        | HandlerKind::Store
        | HandlerKind::Timing
        | HandlerKind::Random
        | HandlerKind::Environment
        | HandlerKind::Filesystem
        | HandlerKind::Process
        | HandlerKind::HttpClient
        | HandlerKind::HttpFramework => &[],
    }
}

/// Where a component's functions are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exports {
    places: Vec<((&'static str, &'static str), ComponentExportIndex)>,
}

impl Exports {
    /// Finds what `manifest` declares, or says which function is missing.
    pub(crate) fn find(component: &Component, manifest: &Manifest) -> Result<Self, String> {
        let declared = manifest.handlers.iter().flat_map(|handler| required(handler.kind()));
        let mut places = Vec::new();
        for place in std::iter::once(&(ACTOR, "init")).chain(declared) {
            let (interface, function) = *place;
            let found = component
                .get_export_index(None, interface)
                .and_then(|instance| component.get_export_index(Some(&instance), function));
            match found {
                Some(index) => places.push((*place, index)),
                None => return Err(format!("it does not export `{interface}.{function}`")),
            }
        }
        Ok(Self { places })
    }

    fn index(&self, place: (&str, &str)) -> Option<&ComponentExportIndex> {
        self.places.iter().find(|(known, _)| *known == place).map(|(_, index)| index)
    }
}

/// Functions of an instance, looked up when they are first called.
#[derive(Default)]
pub(crate) struct Functions {
    init: Option<Func<(String,), Plain>>,
    send: Option<Func<(Bytes,), Plain>>,
    request: Option<RequestFunc>,
    channel_open: Option<OpenFunc>,
    channel_message: Option<Func<(String, Bytes), Plain>>,
    channel_close: Option<Func<(String,), Plain>>,
    child_error: Option<Func<(String, WitActorError), Plain>>,
    child_exit: Option<Func<(String, Option<Bytes>), Plain>>,
}

type RequestFunc = Func<(String, Bytes), (Result<(NewState, (Option<Vec<u8>>,)), String>,)>;
type OpenFunc = Func<(String, Bytes), (Result<(NewState, (ChannelAccept,)), String>,)>;

/// What a call needs: the instance and where its functions are.
pub(crate) struct Target<'a> {
    pub(crate) store: &'a mut Store<Guest>,
    pub(crate) instance: Instance,
    pub(crate) exports: &'a Exports,
}

/// Why a call gave no answer.
pub(crate) enum Unanswered {
    /// The guest answered with an error.
    Said(String),
    /// The call did not come back.
    Broke(wasmtime::Error),
    /// It could not be made.
    Missing(CallFailure),
}

impl From<wasmtime::Error> for Unanswered {
    fn from(error: wasmtime::Error) -> Self {
        Self::Broke(error)
    }
}

fn resolve<P, R>(
    cached: &mut Option<Func<P, R>>,
    target: &mut Target<'_>,
    place: (&str, &str),
) -> Result<Func<P, R>, Unanswered>
where
    (State, P): ComponentNamedList + Lower,
    R: ComponentNamedList + Lift,
{
    if let Some(function) = cached {
        return Ok(*function);
    }
    let index = target.exports.index(place).ok_or(Unanswered::Missing(CallFailure::Missing))?;
    let found = target.instance.get_typed_func(target.store.as_context_mut(), index);
    let function = found.map_err(|error| {
        let (interface, name) = place;
        let problem = format!("`{interface}.{name}` has another type: {error:#}");
        Unanswered::Missing(CallFailure::Instance(problem))
    })?;
    *cached = Some(function);
    Ok(function)
}

impl Functions {
    /// Calls the guest.
    pub(crate) fn call(
        &mut self,
        mut target: Target<'_>,
        call: &GuestCall,
        state: State,
    ) -> Result<Answer, Unanswered> {
        let place = call.place();
        let target = &mut target;
        let said = Unanswered::Said;
        let plain = |result: Plain| {
            let (state,) = result.0.map_err(said)?;
            Ok(Answer { state, response: Response::None })
        };
        match call {
            GuestCall::Init(id) => {
                let function = resolve(&mut self.init, target, place)?;
                plain(function.call(&mut *target.store, (state, (id.clone(),)))?)
            }
            GuestCall::Send(data) => {
                let function = resolve(&mut self.send, target, place)?;
                plain(function.call(&mut *target.store, (state, (data.clone(),)))?)
            }
            GuestCall::Request(id, data) => {
                let function = resolve(&mut self.request, target, place)?;
                let params = (state, (id.clone(), data.clone()));
                let (result,) = function.call(&mut *target.store, params)?;
                let (state, (reply,)) = result.map_err(said)?;
                Ok(Answer { state, response: Response::Reply(reply.map(Into::into)) })
            }
            GuestCall::ChannelOpen(id, data) => {
                let function = resolve(&mut self.channel_open, target, place)?;
                let params = (state, (id.clone(), data.clone()));
                let (result,) = function.call(&mut *target.store, params)?;
                let (state, (accept,)) = result.map_err(said)?;
                let message = accept.message.map(Into::into);
                Ok(Answer { state, response: Response::Channel(accept.accepted, message) })
            }
            GuestCall::ChannelMessage(id, data) => {
                let function = resolve(&mut self.channel_message, target, place)?;
                let params = (state, (id.clone(), data.clone()));
                plain(function.call(&mut *target.store, params)?)
            }
            GuestCall::ChannelClose(id) => {
                let function = resolve(&mut self.channel_close, target, place)?;
                plain(function.call(&mut *target.store, (state, (id.clone(),)))?)
            }
            GuestCall::ChildError(id, error) => {
                let function = resolve(&mut self.child_error, target, place)?;
                let data = Some(error.as_bytes().into());
                let error = WitActorError { error_type: ActorErrorType::Internal, data };
                plain(function.call(&mut *target.store, (state, (id.clone(), error)))?)
            }
            GuestCall::ChildExit(id, result) => {
                let function = resolve(&mut self.child_exit, target, place)?;
                let params = (state, (id.clone(), result.clone()));
                plain(function.call(&mut *target.store, params)?)
            }
        }
    }
}
