//! The parts every connection shares, and the life of the gateway as a whole.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::BoxFuture;
use kernel::{
    Call, Event, EventFeed, FeedError, Owners, Principal, Service, ToolError, TraceContext,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Span;

use crate::auth::Auth;
use crate::clients::{ClientSeen, Clients};
use crate::config::{HttpGuard, Limits};
use crate::guard::Guard;
use crate::hub::Hub;
use crate::mcr::Dialect;
use crate::metrics::Metrics;
use crate::pipeline;
use crate::rate::Rate;
use crate::registry::{Aggregate, Endpoint, RegistryError};
use crate::transport::connections::Connections;

/// A call that was made, for the journal.
#[derive(Debug, Clone)]
pub struct CallRecord {
    /// Who called.
    pub principal: Arc<str>,
    /// The service called.
    pub service: &'static str,
    /// The tool called.
    pub tool: &'static str,
    /// What it was given, in JSON.
    pub arguments: Box<RawValue>,
    /// The code of the error it answered with, if it did.
    pub error: Option<String>,
    /// How long it took.
    pub took: Duration,
}

/// Writes call records down; waiting for it is how a full journal slows callers.
pub type Recorder = Arc<dyn Fn(CallRecord) -> BoxFuture<'static, ()> + Send + Sync>;

/// Finds the service behind `/mcp/{service}/{instance}`, such as one avatar.
pub type Instances = Arc<dyn Fn(&str, &str) -> Option<Service> + Send + Sync>;

/// Puts the span of a call under the trace its caller named.
pub type Adopt = Arc<dyn Fn(&Span, &TraceContext) + Send + Sync>;

/// What a gateway is made of.
pub struct GatewayParts {
    /// The services served.
    pub services: Vec<Service>,
    /// How the aggregate endpoint is made.
    pub aggregate: Aggregate,
    /// The version the aggregate endpoint gives to clients.
    pub version: String,
    /// Every bound.
    pub limits: Limits,
    /// Who may come in.
    pub auth: Auth,
    /// Which names HTTP may be reached by.
    pub http: HttpGuard,
    /// Events as they are committed.
    pub feed: EventFeed,
    /// The newest event at the start.
    pub head: u64,
    /// Who owns what.
    pub owners: Arc<Owners>,
    /// Where calls are written down, if they are.
    pub recorder: Option<Recorder>,
    /// Services that exist once for each of many things.
    pub instances: Option<Instances>,
    /// How spans join the traces of callers, where traces leave the process.
    pub adopt: Option<Adopt>,
    /// The service whose socket dialect `/ws` speaks beside MCP.
    pub dialect: Option<Dialect>,
}

pub(crate) struct Core {
    pub(crate) limits: Limits,
    pub(crate) auth: Auth,
    pub(crate) guard: Guard,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) rate: Rate,
    pub(crate) hub: Arc<Hub>,
    pub(crate) feed: EventFeed,
    pub(crate) owners: Arc<Owners>,
    pub(crate) recorder: Option<Recorder>,
    pub(crate) instances: Option<Instances>,
    pub(crate) adopt: Option<Adopt>,
    pub(crate) dialect: Option<Dialect>,
    pub(crate) services: Vec<Arc<Service>>,
    pub(crate) aggregate: Arc<Endpoint>,
    pub(crate) endpoints: HashMap<&'static str, Arc<Endpoint>>,
    pub(crate) version: String,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
    /// Room for HTTP, WebSocket and TCP together.
    pub(crate) connections: Arc<Connections>,
    /// Room for the owner's socket, which nobody else takes.
    pub(crate) owner_connections: Arc<Connections>,
    newest: AtomicU64,
}

/// The running gateway: listeners are added to it, and it is stopped as one.
#[derive(Clone)]
pub struct Gateway {
    pub(crate) core: Arc<Core>,
}

impl Gateway {
    /// Checks the tables of every service and starts to follow the journal.
    pub fn new(parts: GatewayParts) -> Result<Self, RegistryError> {
        let services: Vec<_> = parts.services.into_iter().map(Arc::new).collect();
        let aggregate = match &services[..] {
            // Alone, a service answers under its own name everywhere.
            [only] => Endpoint::of(only)?,
            several => Endpoint::aggregate(several, &parts.aggregate, &parts.version)?,
        };
        let mut endpoints = HashMap::new();
        for service in &services {
            endpoints.insert(service.info.name, Arc::new(Endpoint::of(service)?));
        }
        let metrics = Arc::new(Metrics::new());
        let core = Arc::new(Core {
            connections: Connections::new(parts.limits.connections),
            owner_connections: Connections::new(parts.limits.owner_connections),
            rate: Rate::new(parts.limits.rate_per_second, parts.limits.rate_burst),
            guard: Guard::new(&parts.http),
            hub: Hub::new(metrics.clone()),
            limits: parts.limits,
            auth: parts.auth,
            metrics,
            clients: Arc::default(),
            feed: parts.feed,
            owners: parts.owners,
            recorder: parts.recorder,
            instances: parts.instances,
            adopt: parts.adopt,
            dialect: parts.dialect,
            services,
            aggregate: Arc::new(aggregate),
            endpoints,
            version: parts.version,
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            newest: AtomicU64::new(parts.head),
        });
        core.metrics.journal_head(parts.head);
        core.tasks.spawn(follow_journal(core.clone(), parts.head));
        core.tasks.spawn(sweep(core.clone()));
        Ok(Self { core })
    }

    /// The endpoint of one service, or of all of them together.
    pub fn endpoint(&self, service: Option<&str>) -> Option<Arc<Endpoint>> {
        match service {
            Some(name) => self.core.endpoints.get(name).cloned(),
            None => Some(self.core.aggregate.clone()),
        }
    }

    /// The endpoint of one of the many things a service serves, such as one avatar.
    pub fn instance(&self, service: &str, instance: &str) -> Option<Arc<Endpoint>> {
        self.core.find_endpoint(service, Some(instance))
    }

    /// Calls a tool of any service without a wire between.
    pub async fn call(
        &self,
        tool: &str,
        principal: Principal,
        arguments: Map<String, Value>,
    ) -> Result<Value, ToolError> {
        let call = Call::new(principal);
        pipeline::call_tool(&self.core, &self.core.aggregate, tool, call, arguments).await
    }

    /// Tells which clients are connected or were heard a short while ago. It does not keep the
    /// gateway, so that a service of the gateway may have it.
    pub fn guests(&self) -> impl Fn() -> Vec<ClientSeen> + Send + Sync + 'static {
        let clients = Arc::clone(&self.core.clients);
        move || clients.present()
    }

    /// Fires when the gateway begins to stop.
    pub fn stopping(&self) -> CancellationToken {
        self.core.stop.clone()
    }

    /// Stops accepting, lets calls under way finish or cancels them after `grace`, and waits for
    /// every task. Says whether all of them ended in time.
    pub async fn stop(&self, grace: Duration) -> bool {
        self.core.stop.cancel();
        self.core.tasks.close();
        tokio::time::timeout(grace, self.core.tasks.wait()).await.is_ok()
    }
}

async fn follow_journal(core: Arc<Core>, head: u64) {
    let mut follower = core.feed.follow(head);
    loop {
        let event = tokio::select! {
            event = follower.next() => event,
            () = core.stop.cancelled() => return,
        };
        match event {
            Ok(event) => core.deliver(&event),
            Err(FeedError::Archived { sealed }) => follower = core.feed.follow(sealed),
            Err(FeedError::Closed) => return,
            Err(error @ FeedError::History(_)) => {
                tracing::error!(%error, "subscribers wait for the journal");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

async fn sweep(core: Arc<Core>) {
    let mut every = tokio::time::interval(Duration::from_secs(60));
    loop {
        tokio::select! {
            _ = every.tick() => core.rate.sweep(),
            () = core.stop.cancelled() => return,
        }
    }
}

impl Core {
    /// The endpoint of a service, or of one of the many things it serves.
    pub(crate) fn find_endpoint(
        &self,
        service: &str,
        instance: Option<&str>,
    ) -> Option<Arc<Endpoint>> {
        let Some(instance) = instance else { return self.endpoints.get(service).cloned() };
        let found = self.instances.as_ref().and_then(|find| find(service, instance))?;
        Endpoint::of(&Arc::new(found)).ok().map(Arc::new)
    }

    /// The newest event that was told to anybody.
    pub(crate) fn head(&self) -> u64 {
        self.newest.load(Ordering::Acquire)
    }

    /// Whether clients are told of such an event as a message.
    pub(crate) fn is_announced(&self, event: &Event) -> bool {
        let mut services = self.services.iter().filter(|it| it.info.name == &*event.service);
        services.any(|service| {
            let mut kinds = service.events.kinds().iter();
            kinds.any(|kind| kind.announced && kind.name == &*event.kind)
        })
    }

    fn deliver(&self, event: &Arc<Event>) {
        self.newest.store(event.seq, Ordering::Release);
        self.metrics.journal_head(event.seq);
        let mut touches = event.touches.clone();
        for service in &self.services {
            touches.extend(service.events.touched_by(event));
        }
        let tells = |principal: &Principal| self.tells(principal, event);
        self.hub.deliver(event, &touches, self.is_announced(event), &tells);
    }
}
