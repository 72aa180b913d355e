//! The connections to a remote theater: a few that are shared, one command on each at a time,
//! because the protocol answers in order and a slow actor would hold up everybody else.
//!
//! A server that cannot be reached is asked again ever more rarely. A command that may have been
//! carried out is never sent twice, unless doing it twice is the same as doing it once.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::error::RemoteError;
use super::generation::{Generation, probe};
use super::link::{Broken, Hearing, Link};
use super::wire::{Told, reason};
use crate::lock::lock;
use crate::protocol::wire::Command;

/// Connections for commands.
const MOST_LINES: usize = 16;
const CONNECTING: Duration = Duration::from_secs(5);
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How the server was when it was last tried.
#[derive(Default)]
struct Known {
    generation: Option<Generation>,
    failures: u32,
    /// Not to be tried before this, and why.
    resting: Option<(Instant, String)>,
}

/// The connections to one server.
pub(super) struct Lines {
    pub(super) address: String,
    chosen: Option<Generation>,
    /// How long an answer may take.
    within: Duration,
    idle: Mutex<Vec<Arc<Link>>>,
    places: Semaphore,
    known: Mutex<Known>,
}

impl Lines {
    pub(super) fn new(address: String, chosen: Option<Generation>, within: Duration) -> Self {
        Self {
            address,
            chosen,
            within,
            idle: Mutex::default(),
            places: Semaphore::new(MOST_LINES),
            known: Mutex::default(),
        }
    }

    /// Why the server cannot be reached, if that is so.
    pub(super) fn trouble(&self) -> Option<String> {
        lock(&self.known).resting.as_ref().map(|(_, why)| why.clone())
    }

    /// How the server speaks.
    pub(super) async fn generation(&self) -> Result<Generation, RemoteError> {
        if let Some(known) = self.known_generation() {
            return Ok(known);
        }
        let link = self.connect(deaf()).await?;
        lock(&self.idle).push(link);
        let unknown = || RemoteError::Lost(self.address.clone());
        self.known_generation().ok_or_else(unknown)
    }

    fn known_generation(&self) -> Option<Generation> {
        self.chosen.or_else(|| lock(&self.known).generation)
    }

    /// Asks and gives the answer; an error that the server tells is an error.
    pub(super) async fn ask(&self, command: &Command) -> Result<Told, RemoteError> {
        let _place = self.places.acquire().await;
        let link = self.idle_or_new().await?;
        let mut asked = self.ask_on(&link, command).await;
        if matches!(asked, Err(RemoteError::Lost(_))) && is_repeatable(command) {
            let fresh = self.connect(deaf()).await?;
            asked = self.ask_on(&fresh, command).await;
            self.put_back(fresh);
        }
        self.put_back(link);
        asked
    }

    /// Asks on a connection of one's own.
    pub(super) async fn ask_on(&self, link: &Link, command: &Command) -> Result<Told, RemoteError> {
        let address = || self.address.clone();
        match link.ask(command, self.within).await {
            Ok(Told::Error(error)) => {
                Err(RemoteError::Refused { address: address(), reason: reason(&error) })
            }
            Ok(told) => Ok(told),
            Err(Broken::Lost) => Err(RemoteError::Lost(address())),
            Err(Broken::Late) => {
                Err(RemoteError::NoAnswer { address: address(), after: self.within })
            }
        }
    }

    async fn idle_or_new(&self) -> Result<Arc<Link>, RemoteError> {
        let idle = {
            let mut idle = lock(&self.idle);
            idle.retain(|link| !link.is_over());
            idle.pop()
        };
        match idle {
            Some(link) => Ok(link),
            None => self.connect(deaf()).await,
        }
    }

    fn put_back(&self, link: Arc<Link>) {
        if !link.is_over() {
            lock(&self.idle).push(link);
        }
    }

    /// A new connection, unless the last try failed just now.
    pub(super) async fn connect(&self, hearing: Hearing) -> Result<Arc<Link>, RemoteError> {
        self.check_pause()?;
        match self.reach(hearing).await {
            Ok(link) => {
                let mut known = lock(&self.known);
                (known.failures, known.resting) = (0, None);
                Ok(Arc::new(link))
            }
            Err(why) => Err(self.failed(why)),
        }
    }

    fn check_pause(&self) -> Result<(), RemoteError> {
        let known = lock(&self.known);
        let Some((until, why)) = &known.resting else { return Ok(()) };
        let again = until.saturating_duration_since(Instant::now());
        if again.is_zero() {
            return Ok(());
        }
        Err(RemoteError::Unreachable { address: self.address.clone(), why: why.clone(), again })
    }

    fn failed(&self, why: String) -> RemoteError {
        let mut known = lock(&self.known);
        // Another server may answer next time.
        known.generation = None;
        let again = FIRST_PAUSE.saturating_mul(1 << known.failures.min(10)).min(LONGEST_PAUSE);
        known.failures += 1;
        known.resting = Some((Instant::now() + again, why.clone()));
        RemoteError::Unreachable { address: self.address.clone(), why, again }
    }

    async fn reach(&self, hearing: Hearing) -> Result<Link, String> {
        let generation = match self.known_generation() {
            Some(known) => known,
            None => {
                let found = probe(|| self.dial()).await?;
                lock(&self.known).generation = Some(found);
                found
            }
        };
        Ok(Link::new(self.dial().await?, generation.dialect(), hearing))
    }

    async fn dial(&self) -> Result<TcpStream, String> {
        let dialing = tokio::time::timeout(CONNECTING, TcpStream::connect(&self.address)).await;
        let stream = dialing.map_err(|_| "connecting took too long".to_owned())?;
        let stream = stream.map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(stream)
    }
}

/// Hears nothing: on connections for commands, nothing is told unasked that anybody waits for.
pub(super) fn deaf() -> Hearing {
    Box::new(|_| {})
}

/// Whether a command may be sent again when nobody knows if it was carried out.
fn is_repeatable(command: &Command) -> bool {
    match command {
        Command::ListActors
        | Command::SubscribeToActor { .. }
        | Command::GetActorManifest { .. }
        | Command::GetActorStatus { .. }
        | Command::GetActorState { .. }
        | Command::GetActorEvents { .. }
        | Command::GetActorMetrics { .. } => true,
        Command::StartActor { .. }
        | Command::StopActor { .. }
        | Command::TerminateActor { .. }
        | Command::UnsubscribeFromActor { .. }
        | Command::SendActorMessage { .. }
        | Command::RequestActorMessage { .. }
        | Command::RestartActor { .. }
        | Command::UpdateActorComponent { .. }
        | Command::UpdateActorPackage { .. }
        | Command::OpenChannel { .. }
        | Command::SendOnChannel { .. }
        | Command::CloseChannel { .. }
        | Command::NewStore {} => false,
    }
}
