//! The functions that a guest exports: found, checked and called.

use std::sync::Arc;

use wasmtime::component::{
    Component, ComponentExportIndex, ComponentNamedList, ComponentType, Instance, Lift, Lower,
    TypedFunc,
};
use wasmtime::{AsContextMut, Store};

use super::calls::{ACTOR, Answer, GuestCall, Response, Stream, required};
use crate::error::CallFailure;
use crate::host::{Guest, HttpRequest, HttpResponse, MiddlewareResult};
use crate::manifest::Manifest;

type Bytes = Arc<[u8]>;
type State = Option<Bytes>;
type NewState = Option<Vec<u8>>;
type Plain = (Result<(NewState,), String>,);
type Func<P, R> = TypedFunc<(State, P), R>;

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
    process_stdout: Option<Func<(u64, Bytes), Plain>>,
    process_stderr: Option<Func<(u64, Bytes), Plain>>,
    process_exit: Option<Func<(u64, i32), Plain>>,
    http: Option<HttpFunc>,
    middleware: Option<MiddlewareFunc>,
}

type RequestFunc = Func<(Arc<str>, Bytes), (Result<(NewState, (Option<Vec<u8>>,)), String>,)>;
type HttpFunc = Func<(u64, HttpRequest), (Result<(NewState, (HttpResponse,)), String>,)>;
type MiddlewareFunc = Func<(u64, HttpRequest), (Result<(NewState, (MiddlewareResult,)), String>,)>;
type OpenFunc = Func<(String, Bytes), (Result<(NewState, (ChannelAccept,)), String>,)>;

/// What a call needs: the instance and where its functions are.
pub(crate) struct Target<'a> {
    pub(crate) store: &'a mut Store<Guest>,
    pub(crate) instance: Instance,
    pub(crate) exports: &'a Exports,
    /// Whether it may wait, and so needs a stack that can be left.
    pub(crate) waits: bool,
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
    call: &GuestCall,
) -> Result<Func<P, R>, Unanswered>
where
    (State, P): ComponentNamedList + Lower,
    R: ComponentNamedList + Lift,
{
    if let Some(function) = cached {
        return Ok(*function);
    }
    let place = call.place();
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

async fn invoke<P, R>(
    function: Func<P, R>,
    target: &mut Target<'_>,
    params: (State, P),
) -> wasmtime::Result<R>
where
    (State, P): ComponentNamedList + Lower,
    R: ComponentNamedList + Lift + 'static,
{
    if target.waits {
        function.call_async(&mut *target.store, params).await
    } else {
        function.call(&mut *target.store, params)
    }
}

impl Functions {
    /// Calls the guest.
    pub(crate) async fn call(
        &mut self,
        mut target: Target<'_>,
        call: &GuestCall,
        state: State,
    ) -> Result<Answer, Unanswered> {
        let target = &mut target;
        let said = Unanswered::Said;
        let plain = |result: Plain| {
            let (state,) = result.0.map_err(said)?;
            Ok(Answer { state, response: Response::None })
        };
        match call {
            GuestCall::Init(id) => {
                let function = resolve(&mut self.init, target, call)?;
                plain(invoke(function, target, (state, (id.clone(),))).await?)
            }
            GuestCall::Send(data) => {
                let function = resolve(&mut self.send, target, call)?;
                plain(invoke(function, target, (state, (data.clone(),))).await?)
            }
            GuestCall::Request(id, data) => {
                let function = resolve(&mut self.request, target, call)?;
                let params = (state, (id.clone(), data.clone()));
                let (result,) = invoke(function, target, params).await?;
                let (state, (reply,)) = result.map_err(said)?;
                Ok(Answer { state, response: Response::Reply(reply.map(Into::into)) })
            }
            GuestCall::ChannelOpen(id, data) => {
                let function = resolve(&mut self.channel_open, target, call)?;
                let params = (state, (id.clone(), data.clone()));
                let (result,) = invoke(function, target, params).await?;
                let (state, (accept,)) = result.map_err(said)?;
                let message = accept.message.map(Into::into);
                Ok(Answer { state, response: Response::Channel(accept.accepted, message) })
            }
            GuestCall::ChannelMessage(id, data) => {
                let function = resolve(&mut self.channel_message, target, call)?;
                let params = (state, (id.clone(), data.clone()));
                plain(invoke(function, target, params).await?)
            }
            GuestCall::ChannelClose(id) => {
                let function = resolve(&mut self.channel_close, target, call)?;
                plain(invoke(function, target, (state, (id.clone(),))).await?)
            }
            GuestCall::ChildError(id, error) => {
                let function = resolve(&mut self.child_error, target, call)?;
                let data = Some(error.as_bytes().into());
                let error = WitActorError { error_type: ActorErrorType::Internal, data };
                plain(invoke(function, target, (state, (id.clone(), error))).await?)
            }
            GuestCall::ChildExit(id, result) => {
                let function = resolve(&mut self.child_exit, target, call)?;
                let params = (state, (id.clone(), result.clone()));
                plain(invoke(function, target, params).await?)
            }
            GuestCall::ProcessOutput(number, stream, data) => {
                let known = match stream {
                    Stream::Out => &mut self.process_stdout,
                    Stream::Err => &mut self.process_stderr,
                };
                let function = resolve(known, target, call)?;
                plain(invoke(function, target, (state, (*number, data.clone()))).await?)
            }
            GuestCall::ProcessExit(number, code) => {
                let function = resolve(&mut self.process_exit, target, call)?;
                plain(invoke(function, target, (state, (*number, *code))).await?)
            }
            GuestCall::Http(handler, asked) => {
                let function = resolve(&mut self.http, target, call)?;
                let params = (state, (*handler, HttpRequest::from(&**asked)));
                let (result,) = invoke(function, target, params).await?;
                let (state, (response,)) = result.map_err(said)?;
                Ok(Answer { state, response: Response::Http(Arc::new(response.into())) })
            }
            GuestCall::Middleware(handler, asked) => {
                let function = resolve(&mut self.middleware, target, call)?;
                let params = (state, (*handler, HttpRequest::from(&**asked)));
                let (result,) = invoke(function, target, params).await?;
                let (state, (MiddlewareResult { proceed, request },)) = result.map_err(said)?;
                Ok(Answer { state, response: Response::Proceed(proceed, Arc::new(request.into())) })
            }
        }
    }
}
