//! From the configuration to a running house: store, services, gateway, listeners, and its end.

mod descriptors;
mod engines;
#[cfg(feature = "oauth")]
mod oauth;
mod projects;
mod reasoner;
mod record;
mod signals;
pub mod theater;
mod tokens;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use gateway::auth::Auth;
use gateway::config::{HttpGuard, Limits};
use gateway::mcr::Dialect;
use gateway::transport::ListenError;
use gateway::{Aggregate, Endpoint, Gateway, GatewayParts, Selection};
use kernel::{NewEvent, Owners, Principal, Service, Timestamp};
use serde_json::{Map, Value, json};
use store::{Durability, Store};

use crate::arguments::ServeArgs;
use crate::avatars;
use crate::config::{Config, ServiceName};
use crate::console;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::{Failure, cannot_listen};
use crate::house::{self, About, House, Listeners, Premises};
use crate::logging;
use crate::private_file;
use crate::storage::{self, MissingKey};
use crate::token::TokenSource;

use engines::Engines;
pub use projects::existing as existing_root;
pub use reasoner::state as reasoner_state;
pub use signals::asked_to_stop;

const NOT_OFF: &str = "off";

/// Everything that runs.
pub struct Serving {
    gateway: Gateway,
    house: Arc<House>,
    engines: Engines,
    tokens: tokens::Watch,
    #[cfg(feature = "oauth")]
    keys: Option<oauth::Watch>,
    grace: Duration,
}

/// Who may come in: the tokens of the data folder, or, for a single run on loopback, everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// A token is asked for.
    Tokens,
    /// A token is asked for, except of programs on this machine that come to the reasoner's socket.
    Guests,
    /// Nobody is asked.
    Open,
}

impl Serving {
    /// Opens the store and makes the services and the gateway; nothing listens yet.
    pub async fn start(
        data: &DataDir,
        config: &Config,
        environment: &Environment,
        door: Door,
    ) -> Result<Self, Failure> {
        let store_config = storage::store_config(data, config, environment, MissingKey::Make)?;
        if let Err(error) = private_file::sweep(data.root()) {
            tracing::warn!(%error, "what a killed process left behind stays");
        }
        let store = tokio::task::spawn_blocking(move || Store::open(store_config)).await;
        let store = store.map_err(|error| Failure::new(Exit::Failure, error))?;
        let store = store.map_err(storage::refused)?;
        let token_file = data.resolve(&config.server.token_file);
        let (source, _) = TokenSource::open(&token_file, &data.tokens_file())?;
        let engines = Engines::open(&store, data, config, environment).await?;
        let premises = Premises {
            environment: environment.clone(),
            data: data.clone(),
            config: config.clone(),
        };
        let owners = store.owners().await.map_err(unreadable)?;
        let (house, services) = services(&store, &engines, premises, &owners)?;
        let auth = match door {
            Door::Tokens | Door::Guests => tokens::accepted(source),
            Door::Open => Auth::open(),
        };
        #[cfg(feature = "oauth")]
        let (auth, keys) = oauth::join(auth, data, &config.oauth)?;
        let head = store.journal().head().await.map_err(unreadable)?;
        let gateway = Gateway::new(GatewayParts {
            services,
            aggregate: aggregate(config),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            limits: limits(config),
            auth: auth.clone(),
            http: HttpGuard {
                allowed_hosts: config.server.allowed_hosts.clone(),
                allowed_origins: config.server.allowed_origins.clone(),
            },
            feed: store.feed(),
            head: head.seq,
            owners,
            recorder: config.journal.calls.then(|| record::recorder(store.clone())),
            instances: Some(avatars::instances(&engines.shelf)),
            adopt: logging::adopt(),
            dialect: Some(Dialect { service: "reasoner", guests: door == Door::Guests }),
        })
        .map_err(|error| Failure::new(Exit::Config, error))?;
        house.guests.get_or_init(|| Box::new(gateway.guests()));
        house.doorman.get_or_init(|| tokens::doorman(auth.clone()));
        let tokens = tokens::Watch::start(auth, gateway.stopping());
        let grace = Duration::from_secs(config.shutdown.grace_seconds);
        #[cfg(feature = "oauth")]
        let keys = keys.map(|keys| keys.watch(gateway.stopping()));
        Ok(Self {
            gateway,
            house,
            engines,
            tokens,
            #[cfg(feature = "oauth")]
            keys,
            grace,
        })
    }

    /// Opens every listener that is asked for and writes down that the house serves.
    pub async fn listen(
        &self,
        data: &DataDir,
        config: &Config,
        arguments: &ServeArgs,
    ) -> Result<Listeners, Failure> {
        self.engines.start().await?;
        let mut listeners = Listeners { stdio: arguments.stdio, ..Listeners::default() };
        let everything = self.endpoint(None)?;
        // A process started for its standard input does not take the port unless it is told to.
        let http = config.server.http.0.filter(|_| !arguments.stdio || arguments.http.is_some());
        if let Some(address) = http {
            let bound = self.gateway.listen_http(address, console::routes()).await;
            listeners.http = Some(bound.map_err(|error| refused(error, arguments))?);
        }
        if let Some(address) = config.server.tcp.0 {
            listeners.tcp = Some(self.gateway.listen_tcp(address, everything.clone()).await?);
        }
        if let (Some(theater::Playhouse::Own(theater)), Some(address)) =
            (&self.engines.theater, config.theater.listen.0)
        {
            let bound = theater.listen(address).await;
            let bound = bound.map_err(|error| cannot_listen("theater.listen", address, &error))?;
            listeners.theater = Some(bound);
        }
        if let Some(path) = socket_path(data, config) {
            match self.gateway.listen_unix(&path, everything).await {
                Ok(()) => listeners.unix = Some(path),
                Err(error) if arguments.unix.is_some() => return Err(error.into()),
                Err(error) => tracing::warn!(%error, "going on without the Unix socket"),
            }
        }
        let known = self.house.listeners.get_or_init(|| listeners.clone());
        let key = self.house.store.journal().public_key();
        let key = key.map(|key| blake3::Hash::from_bytes(key).to_hex().to_string());
        note(&self.house, "house.started", &json!({ "listeners": known, "key": key })).await?;
        Ok(listeners)
    }

    /// The endpoint of one service, or of everything that runs.
    pub fn endpoint(&self, service: Option<&str>) -> Result<Arc<Endpoint>, Failure> {
        self.gateway.endpoint(service).ok_or_else(|| {
            let name = service.unwrap_or_default();
            Failure::new(Exit::Config, format!("service `{name}` does not run"))
        })
    }

    /// Whether a service of this name runs.
    pub fn serves(&self, service: &str) -> bool {
        self.gateway.endpoint(Some(service)).is_some()
    }

    /// Calls a tool as the person at this machine.
    pub async fn call(
        &self,
        tool: &str,
        input: Map<String, Value>,
    ) -> Result<Value, kernel::ToolError> {
        self.gateway.call(tool, Principal::local(), input).await
    }

    /// Reads a resource of the theater as the person at this machine.
    pub async fn read(&self, uri: &str) -> Result<String, kernel::ToolError> {
        let missing = || kernel::ToolError::not_found(format!("there is no resource `{uri}`"));
        let theater = self.engines.theater.as_ref().ok_or_else(missing)?;
        let service =
            theater.service().map_err(|error| kernel::ToolError::internal(error.to_string()))?;
        let read = service.resources.read(uri, kernel::Call::new(Principal::local())).await;
        match read.ok_or_else(missing)?? {
            kernel::Contents::Text { text, .. } => Ok(text),
            kernel::Contents::Blob { .. } => Err(missing()),
        }
    }

    /// Serves everything, or one avatar, on standard input and output until the input ends.
    pub async fn stdio(&self, avatar: Option<&str>) -> Result<(), Failure> {
        let endpoint = match avatar {
            None => self.endpoint(None)?,
            Some(id) => self
                .gateway
                .instance("avatar", id)
                .ok_or_else(|| Failure::new(Exit::Config, format!("there is no avatar `{id}`")))?,
        };
        self.gateway.serve_stdio(endpoint).await;
        Ok(())
    }

    /// Stops in good order: no new calls, the running ones finish or are cancelled, the journal is
    /// closed last.
    pub async fn stop(self) -> Result<(), Failure> {
        if !self.gateway.stop(self.grace).await {
            tracing::warn!("some calls did not end in time and were left");
        }
        self.engines.stop().await;
        self.tokens.stopped().await;
        #[cfg(feature = "oauth")]
        if let Some(keys) = self.keys {
            keys.stopped().await;
        }
        let noted = match self.house.listeners.get() {
            Some(_) => note(&self.house, "house.stopped", &json!({})).await,
            // A process that never listened has nothing to say to the record.
            None => Ok(()),
        };
        let lost = self.house.store.close().await;
        if lost > 0 {
            let message = format!("{lost} events could not be written to the journal");
            return Err(Failure::new(Exit::Data, message));
        }
        noted
    }
}

/// Where the Unix socket is, unless it is off.
pub fn socket_path(data: &DataDir, config: &Config) -> Option<PathBuf> {
    let path = &config.server.unix;
    (path.as_os_str() != NOT_OFF).then(|| data.resolve(path))
}

/// Why HTTP cannot be served, with the setting of the program that was started.
fn refused(error: ListenError, arguments: &ServeArgs) -> Failure {
    if let (ListenError::InUse { address, .. }, true) = (&error, arguments.mcr) {
        let message = format!("{address} is in use by another program");
        let hint = "stop that program, or choose another port with `mcr --port` or `reasoner.port`";
        return Failure::new(Exit::PortInUse, message).hint(hint);
    }
    error.into()
}

impl From<ListenError> for Failure {
    fn from(error: ListenError) -> Self {
        let exit = match &error {
            ListenError::InUse { .. } => Exit::PortInUse,
            ListenError::Exposed(_) | ListenError::NotLoopback(_) => Exit::Config,
            ListenError::Address { .. } | ListenError::Socket { .. } => Exit::Failure,
        };
        Self::new(exit, error)
    }
}

fn unreadable(error: store::ReadError) -> Failure {
    Failure::new(Exit::Damage, error).hint("`ensemble audit verify` says what is damaged")
}

/// The services that were chosen, or all.
fn enabled(config: &Config) -> Vec<ServiceName> {
    const ALL: [ServiceName; 5] = [
        ServiceName::House,
        ServiceName::Theater,
        ServiceName::Orchestrator,
        ServiceName::Avatar,
        ServiceName::Reasoner,
    ];
    let chosen = &config.services.enabled;
    ALL.into_iter().filter(|name| chosen.is_empty() || chosen.contains(name)).collect()
}

/// The services that run, the house's own among them unless others were chosen.
fn services(
    store: &Store,
    engines: &Engines,
    premises: Premises,
    owners: &Arc<Owners>,
) -> Result<(Arc<House>, Vec<Service>), Failure> {
    let Premises { data, config, .. } = &premises;
    let enabled = enabled(config);
    let declared = |error| Failure::new(Exit::Failure, error);
    let mut services = Vec::new();
    for name in &enabled {
        match name {
            ServiceName::House => {}
            ServiceName::Theater => {
                let service = engines.theater.as_ref().map(theater::Playhouse::service).transpose();
                services.extend(service.map_err(declared)?);
            }
            ServiceName::Orchestrator => {
                let service = engines.orchestrator.as_ref().map(orchestrator::service).transpose();
                services.extend(service.map_err(declared)?);
            }
            ServiceName::Avatar => {
                services.push(avatar::service(&engines.shelf).map_err(declared)?);
            }
            ServiceName::Reasoner => services.push(reasoner::start(store, data, config)?),
        }
    }
    let house = Arc::new(House {
        store: store.clone(),
        started_at: Timestamp::now(),
        services: services.iter().map(About::of).collect(),
        neighbours: services.iter().map(neighbour).collect(),
        listeners: OnceLock::new(),
        premises,
        doorman: OnceLock::new(),
        guests: OnceLock::new(),
        owners: owners.clone(),
        things: services.iter().map(|it| (it.info.name, it.things.clone())).collect(),
    });
    if enabled.contains(&ServiceName::House) {
        let own = house::service(&house).map_err(declared)?;
        services.insert(0, own);
    }
    Ok((house, services))
}

fn neighbour(service: &Service) -> house::Neighbour {
    house::Neighbour {
        name: service.info.name,
        tools: service.tools.clone(),
        resources: service.resources.clone(),
    }
}

fn aggregate(config: &Config) -> Aggregate {
    let prefix = &config.aggregate.prefix;
    let prefixes = [
        (ServiceName::House, &prefix.house),
        (ServiceName::Theater, &prefix.theater),
        (ServiceName::Orchestrator, &prefix.orchestrator),
        (ServiceName::Avatar, &prefix.avatar),
        (ServiceName::Reasoner, &prefix.reasoner),
    ];
    Aggregate {
        selection: Selection {
            include: config.aggregate.include.clone(),
            exclude: config.aggregate.exclude.clone(),
        },
        prefixes: prefixes.map(|(name, prefix)| (name.name().to_owned(), prefix.clone())).into(),
    }
}

fn limits(config: &Config) -> Limits {
    let limits = &config.limits;
    let bytes = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
    Limits {
        body_bytes: bytes(limits.body_bytes),
        line_bytes: bytes(limits.line_bytes),
        frame_bytes: bytes(limits.frame_bytes),
        in_flight_per_connection: bytes(limits.in_flight_per_connection.into()),
        in_flight_http: bytes(limits.in_flight_http.into()),
        sessions: bytes(limits.sessions.into()),
        connections: descriptors::room_for(bytes(limits.connections.into())),
        owner_connections: bytes(limits.owner_connections.into()),
        header_time: Duration::from_secs(limits.header_seconds),
        body_time: Duration::from_secs(limits.body_seconds),
        idle: Duration::from_secs(limits.idle_seconds),
        call_timeout: Duration::from_secs(limits.call_timeout_seconds),
        rate_per_second: limits.rate_per_second,
        rate_burst: limits.rate_burst,
        subscriptions_per_connection: bytes(limits.subscriptions_per_connection.into()),
        update_interval: Duration::from_millis(limits.update_interval_ms),
        page_items: bytes(limits.page_items.into()),
    }
}

async fn note(house: &House, kind: &'static str, data: &Value) -> Result<(), Failure> {
    let failed = |error: String| Failure::new(Exit::Data, error);
    let event = NewEvent::new("house", kind, house::STREAM)
        .touching(kernel::Touch::resource("ensemble://status"))
        .data(data)
        .map_err(|error| failed(error.message))?;
    let written = house.store.write(Durability::Normal, move |tx| tx.append(event)).await;
    written.map(|_| ()).map_err(|error| failed(error.to_string()))
}
