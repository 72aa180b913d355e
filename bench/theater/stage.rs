//! A theater in a temporary folder with the actors that are measured.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use store::{Store, StoreConfig};
use tempfile::TempDir;
use theater::{MIGRATIONS, Theater, TheaterConfig, workshop};

pub(crate) struct Scene {
    pub(crate) theater: Arc<Theater>,
    store: Store,
    folder: TempDir,
}

const TIMER: (&str, &str) =
    (include_str!("../../actors/timer/timer.wat"), include_str!("../../actors/timer/world.wit"));

const COUNTER: (&str, &str) = (
    include_str!("../../actors/counter/counter.wat"),
    include_str!("../../actors/counter/world.wit"),
);

impl Scene {
    pub(crate) async fn open() -> Result<Self, Box<dyn Error>> {
        Self::open_in(TempDir::new()?).await
    }

    pub(crate) async fn open_in(folder: TempDir) -> Result<Self, Box<dyn Error>> {
        let mut config = StoreConfig::new(folder.path().join("bench.db"));
        config.migrations = vec![MIGRATIONS];
        let store = Store::open(config)?;
        let mut config = TheaterConfig::new(folder.path().join("theater"));
        config.request_timeout = Duration::from_secs(120);
        let theater = Theater::open(config, store.clone()).await?;
        let scene = Self { theater, store, folder };
        scene.put("counter", COUNTER)?;
        scene.put("timer", TIMER)?;
        let rascal = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guests");
        let text = fs::read_to_string(rascal.join("rascal.wat"))?;
        let prelude = fs::read_to_string(rascal.join("prelude.wat"))?;
        let world = fs::read_to_string(rascal.join("rascal.wit"))?;
        scene.put("rascal", (&text.replace(";; prelude", &prelude), &world))?;
        Ok(scene)
    }

    fn put(&self, name: &str, (text, world): (&str, &str)) -> Result<(), Box<dyn Error>> {
        let component = workshop::component(text, world)?;
        Ok(fs::write(self.component(name), component)?)
    }

    /// Where the component of an actor is.
    pub(crate) fn component(&self, name: &str) -> PathBuf {
        self.folder.path().join("theater/actors").join(format!("{name}.wasm"))
    }

    pub(crate) async fn close(self) -> TempDir {
        self.theater.close().await;
        self.store.close().await;
        self.folder
    }
}

pub(crate) fn manifest(name: &str, more: &str) -> String {
    format!(
        "name = '{name}'\nversion = '1'\ncomponent = '{name}.wasm'\n\
         [[handlers]]\ntype = 'runtime'\n[[handlers]]\ntype = 'message-server'\n{more}"
    )
}
