//! A connection that carries frames both ways: stdio, TCP, Unix socket, WebSocket.
//!
//! It answers what cannot be understood, keeps the number of calls under way within bounds, gives
//! each call its place in line, and lets cancellations pass everything that waits.

use std::collections::{HashMap, VecDeque};
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorData, GetExtensions, GetMeta,
    ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt};
use serde_json::Map;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::frames::{Decoded, decode};
use super::handler::Handler;
use super::outbox::{FrameSink, Outbox};
use super::silence::Silence;
use crate::auth::Admitted;
use crate::core::Core;
use crate::hub::Membership;
use crate::metrics::Wire;
use crate::order::{Lines, Turn};
use crate::registry::Endpoint;

/// Requests that may wait for a place while further frames are still read.
const BACKLOG: usize = 256;

/// How long a client is given to read what is left when its connection ends.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// What a frame reader yields.
pub(crate) enum Incoming {
    Frame(Bytes),
    /// A frame longer than the limit, which was thrown away.
    TooLong {
        limit: usize,
        key: &'static str,
    },
}

/// Where frames come from. `next` must lose nothing when it is dropped half-way.
pub(crate) trait Frames: Send + 'static {
    fn next(&mut self) -> impl Future<Output = Option<Incoming>> + Send;
    /// Whether a client that sends nothing more also reads nothing more.
    fn ends_both_ways(&self) -> bool;
}

/// Who is at the other end, and what they are served.
pub(crate) struct Connection {
    pub(crate) endpoint: Arc<Endpoint>,
    pub(crate) wire: Wire,
    pub(crate) admitted: Admitted,
    /// How long silence is borne; for ever on stdio.
    pub(crate) idle: Option<Duration>,
}

/// Serves one connection until its end, and says goodbye on it.
pub(crate) async fn serve<S: FrameSink>(
    core: Arc<Core>,
    connection: Connection,
    frames: impl Frames,
    outbox: Arc<Outbox<S>>,
) {
    let Connection { endpoint, wire, admitted: Admitted { principal, lease }, idle } = connection;
    let counted = core.metrics.connected(wire);
    let gone = core.stop.child_token();
    let handler = Handler::new(core.clone(), endpoint.clone(), wire, Some(principal));
    let duplex = Duplex {
        frames,
        outbox: outbox.clone(),
        unsent: false,
        endpoint,
        permits: Arc::new(Semaphore::new(core.limits.in_flight_per_connection)),
        in_flight: Arc::default(),
        lines: Lines::default(),
        backlog: VecDeque::new(),
        ended: false,
        opened: false,
        silence: idle.map(Silence::new),
        subscriptions: handler.subscriptions(),
        gone: gone.clone(),
    };
    let mut talking = std::pin::pin!(talk(handler, duplex, gone.clone()));
    tokio::select! {
        () = &mut talking => {}
        () = lease.ended() => {
            tracing::info!("a connection was closed because its token is accepted no more");
            gone.cancel();
            talking.await;
        }
    }
    match tokio::time::timeout(CLOSE_WITHIN, outbox.close()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a client stopped reading"),
        Err(_) => tracing::debug!("a client did not read to the end"),
    }
    drop(counted);
}

async fn talk<F: Frames, S: FrameSink>(
    handler: Handler,
    duplex: Duplex<F, S>,
    gone: CancellationToken,
) {
    match handler.serve_with_ct(duplex, gone).await {
        Ok(running) => {
            if let Err(error) = running.waiting().await {
                tracing::warn!(%error, "a connection ended badly");
            }
        }
        Err(error) => tracing::debug!(%error, "a connection ended before it was opened"),
    }
}

type InFlight = Arc<Mutex<HashMap<RequestId, OwnedSemaphorePermit>>>;

struct Duplex<F, S> {
    frames: F,
    outbox: Arc<Outbox<S>>,
    /// A refusal may not have gone out whole.
    unsent: bool,
    endpoint: Arc<Endpoint>,
    permits: Arc<Semaphore>,
    in_flight: InFlight,
    lines: Lines,
    backlog: VecDeque<ClientJsonRpcMessage>,
    ended: bool,
    /// The client has said which protocol it speaks.
    opened: bool,
    silence: Option<Silence>,
    subscriptions: Arc<OnceLock<(Arc<Membership>, DropGuard)>>,
    /// Fires when nobody is there to read an answer.
    gone: CancellationToken,
}

enum Step {
    Place(OwnedSemaphorePermit),
    Came(Option<Incoming>),
    Silent,
}

impl<F: Frames, S: FrameSink> Transport<RoleServer> for Duplex<F, S> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.active();
        let place = answered(&message).and_then(|id| lock(&self.in_flight).remove(id));
        self.outbox.send(message, place)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            self.send_refusal().await;
            let step = self.step().await?;
            let incoming = match step {
                Step::Place(permit) => match self.backlog.pop_front() {
                    Some(message) => return Some(self.admit(message, permit)),
                    None => continue,
                },
                Step::Silent if self.in_use() => continue,
                Step::Silent => return None,
                Step::Came(None) => {
                    self.ended = true;
                    if self.frames.ends_both_ways() {
                        self.gone.cancel();
                    }
                    continue;
                }
                Step::Came(Some(incoming)) => incoming,
            };
            self.active();
            if let Some(message) = self.take(incoming) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

impl<F: Frames, S: FrameSink> Duplex<F, S> {
    async fn step(&mut self) -> Option<Step> {
        let waiting = !self.backlog.is_empty();
        if self.ended && !waiting {
            return None;
        }
        let readable = !self.ended && self.backlog.len() < BACKLOG;
        let permits = self.permits.clone();
        let (frames, silence) = (&mut self.frames, &mut self.silence);
        let silent = async {
            match silence {
                Some(silence) => silence.reached().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            permit = permits.acquire_owned(), if waiting => permit.ok().map(Step::Place),
            incoming = frames.next(), if readable => Some(Step::Came(incoming)),
            () = silent, if !waiting => Some(Step::Silent),
        }
    }

    fn active(&mut self) {
        if let Some(silence) = &mut self.silence {
            silence.broken();
        }
    }

    fn in_use(&self) -> bool {
        let subscribed =
            self.subscriptions.get().is_some_and(|(membership, _)| membership.is_subscribed());
        subscribed || !lock(&self.in_flight).is_empty()
    }

    /// What goes on at once; a request may have to wait for its place.
    fn take(&mut self, incoming: Incoming) -> Option<ClientJsonRpcMessage> {
        let message = match incoming {
            Incoming::TooLong { limit, key } => {
                let reason = format!("a message may have at most {limit} bytes; raise {key}");
                let error = ErrorData::invalid_request(reason, None);
                self.refuse(ServerJsonRpcMessage::error(error, None));
                return None;
            }
            Incoming::Frame(frame) => match decode(&frame) {
                Decoded::Message(message) => *message,
                Decoded::Refused(answer) => {
                    self.refuse(*answer);
                    return None;
                }
                Decoded::Nothing => return None,
            },
        };
        match &message {
            ClientJsonRpcMessage::Request(request) => {
                if let ClientRequest::SubscriptionsListenRequest(_) = &request.request {
                    self.opened |= opens(&request.request);
                    // A subscription stays open for long and must not use up a place.
                    return Some(message);
                }
            }
            ClientJsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                {
                    self.withdraw(cancelled.params.request_id.as_ref());
                }
                return self.opened.then_some(message);
            }
            ClientJsonRpcMessage::Response(_) | ClientJsonRpcMessage::Error(_) => {
                return self.opened.then_some(message);
            }
        }
        if self.backlog.is_empty()
            && let Ok(permit) = self.permits.clone().try_acquire_owned()
        {
            return Some(self.admit(message, permit));
        }
        self.backlog.push_back(message);
        None
    }

    fn withdraw(&mut self, id: Option<&RequestId>) {
        let Some(id) = id else { return };
        drop(lock(&self.in_flight).remove(id));
        self.backlog.retain(
            |waiting| !matches!(waiting, ClientJsonRpcMessage::Request(request) if request.id == *id),
        );
    }

    /// Puts a refusal in line; it goes out before the next frame is read.
    fn refuse(&mut self, answer: ServerJsonRpcMessage) {
        self.outbox.put(answer, None);
        self.unsent = true;
    }

    /// The caller may be dropped while this waits, and goes on with it when it is called again.
    async fn send_refusal(&mut self) {
        if self.unsent {
            if let Err(error) = self.outbox.flush(|_| ()).await {
                // A closed connection is noticed by the next read.
                tracing::debug!(%error, "a refusal could not be sent");
            }
            self.unsent = false;
        }
    }

    fn admit(
        &mut self,
        mut message: ClientJsonRpcMessage,
        permit: OwnedSemaphorePermit,
    ) -> ClientJsonRpcMessage {
        if let ClientJsonRpcMessage::Request(request) = &mut message {
            self.opened |= opens(&request.request);
            drop(lock(&self.in_flight).insert(request.id.clone(), permit));
            if let Some(turn) = self.turn(&request.request) {
                request.request.extensions_mut().insert(turn);
            }
        }
        message
    }

    fn turn(&mut self, request: &ClientRequest) -> Option<Turn> {
        if let ClientRequest::CallToolRequest(call) = request {
            let Some(exposed) = self.endpoint.tool(&call.params.name) else {
                return self.lines.behind_barrier();
            };
            let none = Map::new();
            let arguments = call.params.arguments.as_ref().unwrap_or(&none);
            return Some(self.lines.place(exposed.service, &exposed.item.spec, arguments));
        }
        let orders_all = matches!(
            request,
            ClientRequest::SubscribeRequest(_)
                | ClientRequest::UnsubscribeRequest(_)
                | ClientRequest::SetLevelRequest(_)
        );
        if orders_all { Some(self.lines.barrier()) } else { self.lines.behind_barrier() }
    }
}

/// Whether the SDK takes this request as the one that opens the connection. Until then it gives
/// the whole connection up over anything but a request.
fn opens(request: &ClientRequest) -> bool {
    if matches!(request, ClientRequest::InitializeRequest(_)) {
        return true;
    }
    if matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)) {
        return false;
    }
    let meta = request.get_meta();
    let known = ProtocolVersion::KNOWN_VERSIONS;
    meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
        && meta.protocol_version().is_some_and(|version| known.contains(&version))
}

fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        ServerJsonRpcMessage::Response(response) => Some(&response.id),
        ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
        ServerJsonRpcMessage::Request(_) | ServerJsonRpcMessage::Notification(_) => None,
    }
}

fn lock(
    in_flight: &Mutex<HashMap<RequestId, OwnedSemaphorePermit>>,
) -> std::sync::MutexGuard<'_, HashMap<RequestId, OwnedSemaphorePermit>> {
    in_flight.lock().unwrap_or_else(PoisonError::into_inner)
}
