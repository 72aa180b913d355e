//! The public keys of the authorization server, kept as their file or URL has them.
//!
//! A file that cannot be read any more lets nobody in, as with local tokens. A server that does not
//! answer is another matter: its last keys are kept until it does.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gateway::auth::{Auth, ProtectedResource};
use gateway::oauth::{Expected, ResourceServer};
use http::{Request, StatusCode};
use http_body_util::Full;
use outbound::Trust;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::Oauth;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;

const LOOK_EVERY: Duration = Duration::from_millis(500);
const FETCH_EVERY: Duration = Duration::from_secs(60);
const FETCH_AGAIN_AFTER: Duration = Duration::from_secs(5);
const FETCH_WITHIN: Duration = Duration::from_secs(5);
const MOST_SET_BYTES: usize = 1 << 20;

/// Where the keys come from and who uses them.
pub(super) struct Keys {
    server: Arc<ResourceServer>,
    source: Source,
}

enum Source {
    File(PathBuf),
    Url(String),
}

/// What changes whenever a file is replaced or written: inode, length, time of change.
type Stamp = Option<(u64, u64, i64, i64)>;

/// Lets the tokens of the configured server in beside the local ones.
pub(super) fn join(
    auth: Auth,
    data: &DataDir,
    oauth: &Oauth,
) -> Result<(Auth, Option<Keys>), Failure> {
    let (Some(issuer), Some(audience)) = (oauth.issuer.clone(), oauth.audience.clone()) else {
        return Ok((auth, None));
    };
    let source = match (&oauth.jwks_file, &oauth.jwks_url) {
        (Some(file), _) => Source::File(data.resolve(file)),
        (None, Some(url)) => Source::Url(url.clone()),
        (None, None) => return Ok((auth, None)),
    };
    let resource = ProtectedResource::new(&audience, &issuer);
    let resource = resource.map_err(|error| Failure::new(Exit::Config, error))?;
    let leeway = Duration::from_secs(oauth.leeway_seconds);
    let server = Arc::new(ResourceServer::new(&Expected { issuer, audience, leeway }));
    if let Source::File(path) = &source {
        read(&server, path).map_err(|message| {
            Failure::new(Exit::Config, format!("`{}`: {message}", path.display()))
                .hint("`oauth.jwks_file` names a JSON Web Key Set")
        })?;
    }
    let auth = auth.with_verifier(server.verifier(), resource);
    Ok((auth, Some(Keys { server, source })))
}

/// Keeps the keys fresh for as long as the gateway runs.
pub(super) struct Watch(JoinHandle<()>);

impl Keys {
    pub(super) fn watch(self, stop: CancellationToken) -> Watch {
        Watch(tokio::spawn(async move {
            tokio::select! {
                () = self.follow() => {}
                () = stop.cancelled() => {}
            }
        }))
    }

    async fn follow(self) {
        match self.source {
            Source::File(path) => follow_file(&self.server, &path).await,
            Source::Url(url) => follow_url(&self.server, &url).await,
        }
    }
}

impl Watch {
    pub(super) async fn stopped(self) {
        if let Err(error) = self.0.await {
            tracing::warn!(%error, "the watch over the keys ended badly");
        }
    }
}

async fn follow_file(server: &ResourceServer, path: &Path) {
    // The first round reads again what `join` read, since the file may have changed in between.
    let mut seen: Option<Stamp> = None;
    loop {
        let now = stamp(path);
        if seen != Some(now) {
            match read(server, path) {
                Ok(count) => tracing::info!(count, "read the keys of the authorization server"),
                Err(error) => {
                    server.forget_keys();
                    let path = path.display();
                    tracing::error!(%path, %error, "no foreign token is accepted");
                }
            }
            seen = Some(now);
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn follow_url(server: &ResourceServer, url: &str) {
    loop {
        let fetched = tokio::time::timeout(FETCH_WITHIN, fetch(url)).await;
        let fetched = fetched.unwrap_or_else(|_| Err("no answer in time".to_owned()));
        let taken =
            fetched.and_then(|text| server.replace_keys(&text).map_err(|error| error.to_string()));
        let pause = match taken {
            Ok(count) => {
                tracing::debug!(count, "fetched the keys of the authorization server");
                FETCH_EVERY
            }
            Err(error) => {
                tracing::warn!(%url, %error, "the keys of the authorization server stay as they are");
                FETCH_AGAIN_AFTER
            }
        };
        tokio::time::sleep(pause).await;
    }
}

async fn fetch(url: &str) -> Result<String, String> {
    let request = Request::get(url).header("accept", "application/json");
    let request = request.body(Full::default()).map_err(|error| error.to_string())?;
    let answer = outbound::exchange(request, &Trust::default(), MOST_SET_BYTES).await;
    let answer = answer.map_err(|error| error.to_string())?;
    if answer.status() != StatusCode::OK {
        return Err(format!("the answer was {}", answer.status()));
    }
    String::from_utf8(answer.into_body().into()).map_err(|error| error.to_string())
}

fn read(server: &ResourceServer, path: &Path) -> Result<usize, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    server.replace_keys(&text).map_err(|error| error.to_string())
}

fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.ino(), metadata.len(), metadata.mtime(), metadata.mtime_nsec()))
}
