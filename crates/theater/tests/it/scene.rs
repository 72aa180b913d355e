//! A theater in a temporary folder, and guests built from their sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use kernel::{Call, Contents, Principal, Service, ToolError};
use serde_json::{Value, json};
use store::{Store, StoreConfig};
use tempfile::TempDir;
use theater::{MIGRATIONS, Theater, TheaterConfig, workshop};

/// A running theater.
pub(crate) struct Scene {
    pub(crate) theater: Arc<Theater>,
    pub(crate) service: Service,
    pub(crate) store: Store,
    folder: Arc<TempDir>,
}

/// The component of a guest: `actors/NAME` of the product, or `tests/guests/NAME.wat`.
pub(crate) fn guest(name: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let product = root.join("../../actors").join(name);
    let (text, world) = if product.is_dir() {
        (product.join(format!("{name}.wat")), product.join("world.wit"))
    } else {
        let guests = root.join("tests/guests");
        (guests.join(format!("{name}.wat")), guests.join(format!("{name}.wit")))
    };
    let read = |path: PathBuf| {
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let text = with_prelude(root, &read(text));
    workshop::component(&text, &read(world)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Test guests share what they name by `;; prelude`, `;; quiet` and `;; channels`.
fn with_prelude(root: &Path, text: &str) -> String {
    let shared =
        |name: &str| fs::read_to_string(root.join(format!("tests/guests/{name}.wat"))).unwrap();
    let mut text = text.to_owned();
    for name in ["prelude", "quiet", "channels"] {
        text = text.replace(&format!("  ;; {name}\n"), &shared(name));
    }
    text
}

pub(crate) fn base64(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}

impl Scene {
    /// A theater in a new folder.
    pub(crate) async fn open() -> Self {
        Self::open_in(Arc::new(TempDir::new().unwrap()), |_| {}).await
    }

    /// A theater in a new folder, with other settings.
    pub(crate) async fn open_with(change: impl FnOnce(&mut TheaterConfig)) -> Self {
        Self::open_in(Arc::new(TempDir::new().unwrap()), change).await
    }

    /// The theater of a folder that had one before.
    pub(crate) async fn open_in(
        folder: Arc<TempDir>,
        change: impl FnOnce(&mut TheaterConfig),
    ) -> Self {
        let mut store = StoreConfig::new(folder.path().join("test.db"));
        store.migrations = vec![MIGRATIONS];
        let store = Store::open(store).unwrap();
        let mut config = TheaterConfig::new(folder.path().join("theater"));
        change(&mut config);
        let theater = Theater::open(config, store.clone()).await.unwrap();
        let service = theater::service(&theater).unwrap();
        service.verify().unwrap();
        Self { theater, service, store, folder }
    }

    /// Closes the theater in good order and gives its folder.
    pub(crate) async fn close(self) -> Arc<TempDir> {
        self.theater.close().await;
        self.store.close().await;
        self.folder
    }

    /// Puts a guest where manifests find it.
    pub(crate) fn stage(&self, name: &str) {
        self.put(&format!("{name}.wasm"), &guest(name));
    }

    /// Puts a file where manifests find it.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.folder.path().join("theater/actors").join(name), bytes).unwrap();
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) async fn call(&self, tool: &str, input: Value) -> Result<Value, ToolError> {
        let input = input.as_object().unwrap().clone();
        self.service.tools.call(tool, Call::new(Principal::local()), input).await
    }

    /// Starts an actor and gives its id.
    pub(crate) async fn start(&self, manifest: &str) -> String {
        let started = self.call("start_actor", json!({ "manifest": manifest })).await.unwrap();
        started["actor_id"].as_str().unwrap().to_owned()
    }

    /// Starts a staged guest that takes messages, with more lines in its manifest.
    pub(crate) async fn start_guest(&self, name: &str, more: &str) -> String {
        self.stage(name);
        self.start(&manifest(name, more)).await
    }

    /// Asks an actor and gives its answer as text.
    pub(crate) async fn ask(&self, id: &str, data: &str) -> Result<String, ToolError> {
        let input = json!({ "actor_id": id, "data": base64(data) });
        let answer = self.call("request_message", input).await?;
        let bytes = STANDARD.decode(answer["data"].as_str().unwrap()).unwrap();
        Ok(String::from_utf8(bytes).unwrap())
    }

    pub(crate) async fn send(&self, id: &str, data: &str) -> Result<Value, ToolError> {
        self.call("send_message", json!({ "actor_id": id, "data": base64(data) })).await
    }

    pub(crate) async fn read(&self, uri: &str) -> Result<Value, ToolError> {
        let read = self.service.resources.read(uri, Call::new(Principal::local())).await;
        match read.unwrap_or_else(|| panic!("no resource at {uri}"))? {
            Contents::Text { text, .. } => Ok(serde_json::from_str(&text).unwrap()),
            Contents::Blob { .. } => panic!("expected text at {uri}"),
        }
    }

    pub(crate) async fn status(&self, id: &str) -> String {
        let actor = self.read(&format!("theater://actor/{id}")).await.unwrap();
        actor["status"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn events(&self, id: &str) -> Vec<Value> {
        let uri = format!("theater://events/{id}?after=&limit=1000");
        self.read(&uri).await.unwrap().as_array().unwrap().clone()
    }
}

/// The manifest of a staged guest that uses the runtime and takes messages.
pub(crate) fn manifest(name: &str, more: &str) -> String {
    format!(
        "name = '{name}'\nversion = '1'\ncomponent = '{name}.wasm'\n\
         [[handlers]]\ntype = 'runtime'\n[[handlers]]\ntype = 'message-server'\n{more}"
    )
}
