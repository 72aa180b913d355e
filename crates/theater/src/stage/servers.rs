//! The web servers of actors: what each has, kept in a file so that it is there again after a
//! restart, and the listeners, on this machine's loopback only.

mod serving;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::Stage;
use crate::ActorId;
use crate::lock::lock;
use crate::manifest::HandlerKind;
use crate::whole_file;

/// Servers of one actor at most.
const MOST_SERVERS: usize = 8;
/// Routes and middleware of one server at most.
const MOST_ROUTES: usize = 256;

/// A way through a server to one of its actor's handlers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Route {
    pub(crate) id: u64,
    pub(crate) path: String,
    /// The method, or `*`; none for middleware.
    pub(crate) method: Option<String>,
    pub(crate) handler: u64,
}

/// One server of an actor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Server {
    pub(crate) id: u64,
    pub(crate) address: SocketAddr,
    pub(crate) running: bool,
    pub(crate) routes: Vec<Route>,
}

impl Server {
    /// How many of its routes are middleware.
    pub(crate) fn middleware(&self) -> usize {
        self.routes.iter().filter(|route| route.method.is_none()).count()
    }
}

/// All servers and handlers of one actor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Book {
    pub(crate) handlers: Vec<String>,
    pub(crate) servers: Vec<Server>,
    next: u64,
}

impl Book {
    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// The server with this id.
    pub(crate) fn server(&mut self, id: u64) -> Result<&mut Server, String> {
        let found = self.servers.iter_mut().find(|server| server.id == id);
        found.ok_or_else(|| format!("there is no server {id} of this actor"))
    }

    /// Adds a server that does not run yet; gives its id.
    pub(crate) fn create(&mut self, host: Option<&str>, port: Option<u16>) -> Result<u64, String> {
        if self.servers.len() >= MOST_SERVERS {
            return Err(format!("the actor has {MOST_SERVERS} servers already"));
        }
        let address = SocketAddr::new(loopback(host)?, port.unwrap_or(0));
        let id = self.number();
        self.servers.push(Server { id, address, running: false, routes: Vec::new() });
        Ok(id)
    }

    /// Registers a handler's name; gives its id.
    pub(crate) fn register(&mut self, name: String) -> u64 {
        let known = self.handlers.iter().position(|handler| *handler == name);
        let at = known.unwrap_or(self.handlers.len());
        if known.is_none() {
            self.handlers.push(name);
        }
        at as u64 + 1
    }

    /// Adds a route, or middleware if it has no method; gives its id.
    pub(crate) fn add_route(&mut self, server: u64, mut route: Route) -> Result<u64, String> {
        let handlers = self.handlers.len() as u64;
        if !(1..=handlers).contains(&route.handler) {
            return Err(format!("there is no handler {}", route.handler));
        }
        if !route.path.starts_with('/') {
            return Err(format!("`{}` is no path, expected it to begin with `/`", route.path));
        }
        route.id = self.number();
        let server = self.server(server)?;
        if server.routes.len() >= MOST_ROUTES {
            return Err(format!("the server has {MOST_ROUTES} routes already"));
        }
        let id = route.id;
        server.routes.push(route);
        Ok(id)
    }

    /// Takes a route away.
    pub(crate) fn remove_route(&mut self, id: u64) -> Result<(), String> {
        for server in &mut self.servers {
            let before = server.routes.len();
            server.routes.retain(|route| route.id != id);
            if server.routes.len() < before {
                return Ok(());
            }
        }
        Err(format!("there is no route {id} of this actor"))
    }
}

fn loopback(host: Option<&str>) -> Result<IpAddr, String> {
    let host = host.unwrap_or("127.0.0.1");
    let address = match host {
        "localhost" => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        other => other.parse::<IpAddr>(),
    };
    match address {
        Ok(address) if address.is_loopback() => Ok(address),
        _ => Err(format!("`{host}` is no address of this machine alone, expected 127.0.0.1")),
    }
}

/// The servers of all actors.
pub(crate) struct Servers {
    folder: PathBuf,
    runtime: Option<Handle>,
    books: RwLock<HashMap<ActorId, Book>>,
    listening: Mutex<HashMap<(ActorId, u64), CancellationToken>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Servers {
    /// Servers whose books are kept in `folder`.
    pub(crate) fn new(folder: PathBuf) -> Self {
        let runtime = Handle::try_current().ok();
        Self {
            folder,
            runtime,
            books: RwLock::default(),
            listening: Mutex::default(),
            tasks: Mutex::default(),
        }
    }

    fn path(&self, actor: ActorId) -> PathBuf {
        self.folder.join(format!("{actor}.json"))
    }

    /// What an actor has.
    pub(crate) fn book(&self, actor: ActorId) -> Book {
        let books = self.books.read().unwrap_or_else(PoisonError::into_inner);
        books.get(&actor).cloned().unwrap_or_default()
    }

    /// Changes what an actor has, and keeps it.
    pub(crate) fn change<T>(
        &self,
        actor: ActorId,
        change: impl FnOnce(&mut Book) -> Result<T, String>,
    ) -> Result<T, String> {
        let mut books = self.books.write().unwrap_or_else(PoisonError::into_inner);
        let book = books.entry(actor).or_default();
        let changed = change(book)?;
        let text = serde_json::to_vec(book).map_err(|error| error.to_string())?;
        let path = self.path(actor);
        whole_file::write(&path, &text)
            .map_err(|error| format!("`{}`: {error}", path.display()))?;
        Ok(changed)
    }

    /// Stops listening for one server.
    pub(crate) fn silence(&self, actor: ActorId, server: u64) {
        if let Some(stop) = lock(&self.listening).remove(&(actor, server)) {
            stop.cancel();
        }
    }

    /// Whoever listens or listened until just now, to be waited for.
    pub(crate) fn listeners(&self) -> Vec<JoinHandle<()>> {
        std::mem::take(&mut *lock(&self.tasks))
    }

    /// Stops listening for an actor's servers, or for all; of an actor nothing is kept.
    pub(super) fn end(&self, of: Option<ActorId>) {
        let mut listening = lock(&self.listening);
        listening.retain(|(actor, _), stop| {
            let ends = of.is_none_or(|of| of == *actor);
            if ends {
                stop.cancel();
            }
            !ends
        });
        drop(listening);
        if let Some(actor) = of {
            let mut books = self.books.write().unwrap_or_else(PoisonError::into_inner);
            if books.remove(&actor).is_some() {
                // A book that stays behind belongs to nobody.
                drop(std::fs::remove_file(self.path(actor)));
            }
        }
    }
}

impl Stage {
    /// Lets a server of an actor listen; gives the port.
    pub(crate) fn listen(&self, actor: ActorId, id: u64) -> Result<u16, String> {
        let server = self.servers.book(actor).server(id)?.clone();
        if lock(&self.servers.listening).contains_key(&(actor, id)) {
            return Ok(server.address.port());
        }
        let stage = self.me().ok_or("no theater")?;
        let runtime = self.servers.runtime.clone().ok_or("nothing is served here")?;
        let told = |error: std::io::Error| format!("`{}`: {error}", server.address);
        let listener = TcpListener::bind(server.address).map_err(told)?;
        listener.set_nonblocking(true).map_err(told)?;
        let bound = listener.local_addr().map_err(told)?;
        self.servers.change(actor, |book| {
            let server = book.server(id)?;
            server.address = bound;
            server.running = true;
            Ok(())
        })?;
        let stop = CancellationToken::new();
        lock(&self.servers.listening).insert((actor, id), stop.clone());
        let task = runtime.spawn(serving::serve(stage, (actor, id), listener, stop));
        let mut tasks = lock(&self.servers.tasks);
        tasks.retain(|task| !task.is_finished());
        tasks.push(task);
        Ok(bound.port())
    }

    /// Brings back the servers that actors had.
    pub(super) fn reopen_servers(&self) {
        for actor in self.all() {
            let declares = actor.birth.manifest.handler(HandlerKind::HttpFramework).is_some();
            if !declares || !actor.status().is_alive() {
                continue;
            }
            let id = actor.id();
            let book = std::fs::read(self.servers.path(id)).ok();
            let book = book.and_then(|text| serde_json::from_slice::<Book>(&text).ok());
            let Some(book) = book else { continue };
            let running: Vec<_> = book.servers.iter().filter(|it| it.running).cloned().collect();
            let mut books = self.servers.books.write().unwrap_or_else(PoisonError::into_inner);
            books.insert(id, book);
            drop(books);
            for server in running {
                if let Err(error) = self.listen(id, server.id) {
                    tracing::error!(actor = %id, error, "a server of an actor cannot listen again");
                }
            }
        }
    }
}

/// Whether a route's path fits a request's: word by word, `:word` and `{word}` fit any one, a last
/// `*` everything.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let mut words = path.trim_matches('/').split('/');
    let mut wanted = pattern.trim_matches('/').split('/').peekable();
    while let Some(want) = wanted.next() {
        if want == "*" && wanted.peek().is_none() {
            return true;
        }
        let any = want.starts_with(':') || (want.starts_with('{') && want.ends_with('}'));
        match words.next() {
            Some(word) if word == want || (any && !word.is_empty()) => {}
            _ => return false,
        }
    }
    words.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_fit_word_by_word() {
        for (pattern, path, expected) in [
            ("/", "/", true),
            ("/a/b", "/a/b", true),
            ("/a/b", "/a/b/", true),
            ("/a/b", "/a", false),
            ("/a", "/a/b", false),
            ("/a/:id", "/a/7", true),
            ("/a/{id}", "/a/7", true),
            ("/a/:id", "/a/", false),
            ("/a/*", "/a/b/c", true),
            ("/*", "/", true),
            ("/b/*", "/a/b", false),
        ] {
            assert_eq!(fits(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn a_server_is_for_this_machine_alone() {
        for host in ["0.0.0.0", "example.org", "192.168.0.1", "::"] {
            assert!(loopback(Some(host)).is_err(), "{host}");
        }
        assert!(loopback(None).is_ok() && loopback(Some("::1")).is_ok());
    }
}
