//! Compiled components, ready to be brought to life: each compiled once, kept in memory and on disk.
//!
//! The disk cache is wasmtime's own, in a folder only this program writes; a component's bytes are
//! kept beside it, because an actor must come back after its file is gone.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use kernel::Timestamp;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, InstancePre, Linker};

use super::exports::Exports;
use super::{Engines, Lane};
use crate::chain::Hash;
use crate::error::TheaterError;
use crate::host::{self, Guest};
use crate::lock::lock;
use crate::manifest::{HandlerKind, Located, Manifest, Stamp};
use crate::whole_file;

/// Scripts kept in memory; beyond that, unused ones are dropped.
const MOST_SCRIPTS: usize = 512;

/// Microseconds after which a file's time tells every later change.
const SETTLED_AFTER: i64 = 50_000;

/// A component that is compiled and linked.
pub(crate) struct Script {
    /// Which engine it is compiled for.
    pub(crate) lane: Lane,
    /// Whether it imports something that waits.
    pub(super) waits: bool,
    pub(super) pre: InstancePre<Guest>,
    pub(super) exports: Exports,
}

type Key = (Hash, Lane, Vec<HandlerKind>);

/// All scripts.
pub(crate) struct Library {
    engines: Arc<Engines>,
    folder: PathBuf,
    scripts: Mutex<HashMap<Key, Arc<Script>>>,
    files: Mutex<HashMap<PathBuf, (Stamp, Hash)>>,
}

impl Library {
    /// A library that keeps components in `folder`.
    pub(crate) fn new(engines: Arc<Engines>, folder: PathBuf) -> Self {
        Self { engines, folder, scripts: Mutex::default(), files: Mutex::default() }
    }

    /// Makes ready what the first start needs, if it can be made.
    pub(crate) fn warm(&self) {
        if let Err(error) = self.engines.get(Lane::Pooled) {
            tracing::warn!(%error, "the engine of the actors cannot be made yet");
        }
    }

    /// The hash of a file that was kept and has not changed since.
    pub(crate) fn known(&self, file: &Located) -> Option<Hash> {
        let files = lock(&self.files);
        files.get(&file.path).filter(|(stamp, _)| *stamp == file.stamp).map(|(_, hash)| *hash)
    }

    /// Notes that a file was kept. A file that was changed just now may change again without its
    /// time showing it, so it is looked at again the next time.
    pub(crate) fn remember(&self, file: Located, hash: Hash) {
        let (seconds, nanoseconds) = file.stamp.3;
        let micros = seconds.saturating_mul(1_000_000).saturating_add(nanoseconds / 1000);
        if Timestamp::now().0.saturating_sub(micros) < SETTLED_AFTER {
            return;
        }
        let mut files = lock(&self.files);
        if files.len() >= MOST_SCRIPTS {
            files.clear();
        }
        files.insert(file.path, (file.stamp, hash));
    }

    /// Keeps a component's bytes and gives their hash.
    pub(crate) fn keep(&self, bytes: &[u8]) -> Result<Hash, TheaterError> {
        let digest = Hash::of(bytes);
        let path = self.path(digest);
        if !path.exists() {
            whole_file::write(&path, bytes)
                .map_err(|error| TheaterError::System(format!("`{}`: {error}", path.display())))?;
        }
        Ok(digest)
    }

    /// The script of a kept component for actors of `manifest`.
    pub(crate) fn script(
        &self,
        digest: Hash,
        manifest: &Manifest,
        lane: Lane,
    ) -> Result<Arc<Script>, TheaterError> {
        let mut kinds: Vec<_> = manifest.handlers.iter().map(|handler| handler.kind()).collect();
        kinds.sort_unstable();
        let key = (digest, lane, kinds);
        if let Some(script) = lock(&self.scripts).get(&key) {
            return Ok(script.clone());
        }
        let script = Arc::new(self.make(digest, manifest, lane)?);
        let mut scripts = lock(&self.scripts);
        if scripts.len() >= MOST_SCRIPTS {
            scripts.retain(|_, script| Arc::strong_count(script) > 1);
        }
        scripts.insert(key, script.clone());
        Ok(script)
    }

    fn path(&self, digest: Hash) -> PathBuf {
        self.folder.join(format!("{digest}.wasm"))
    }

    fn make(&self, digest: Hash, manifest: &Manifest, lane: Lane) -> Result<Script, TheaterError> {
        let name = manifest.component.clone();
        let wrong = |problem: String| TheaterError::Component { name: name.clone(), problem };
        let bytes = fs::read(self.path(digest))
            .map_err(|error| wrong(format!("its kept bytes cannot be read: {error}")))?;
        if Hash::of(&bytes) != digest {
            return Err(wrong("its kept bytes were altered on the disk".to_owned()));
        }
        check_kind(&bytes).map_err(wrong)?;
        let engine = self.engines.get(lane)?;
        let component = Component::from_binary(engine, &bytes)
            .map_err(|error| wrong(format!("it cannot be compiled: {error:#}")))?;
        check_imports(&component, manifest).map_err(wrong)?;
        let exports = Exports::find(&component, manifest).map_err(wrong)?;
        let mut linker = Linker::new(engine);
        let kinds = manifest.handlers.iter().map(|handler| handler.kind());
        host::link(&mut linker, kinds)
            .and_then(|()| host::wasi::link(&mut linker, &component))
            .map_err(|error| TheaterError::System(format!("linking: {error:#}")))?;
        let pre = linker
            .instantiate_pre(&component)
            .map_err(|error| wrong(format!("it cannot be linked: {error:#}")))?;
        let waits = waits(&component);
        Ok(Script { lane, waits, pre, exports })
    }
}

/// Tells a component from the modules it may be taken for.
fn check_kind(bytes: &[u8]) -> Result<(), String> {
    let Some(([b'\0', b'a', b's', b'm'], rest)) = bytes.split_first_chunk() else {
        return Err("it is not WebAssembly".to_owned());
    };
    if rest.starts_with(&[1, 0, 0, 0]) {
        let marker = b"__pack_types";
        let pack = bytes.windows(marker.len()).any(|window| window == marker);
        return Err(if pack {
            "it is a Pack module of Theater 0.3, expected a component".to_owned()
        } else {
            "it is a core module, expected a component; `wasm-tools component new` makes one"
                .to_owned()
        });
    }
    Ok(())
}

/// Whether a component imports a function that waits.
fn waits(component: &Component) -> bool {
    let engine = component.engine();
    component.component_type().imports(engine).any(|(name, import)| {
        let ComponentItem::ComponentInstance(instance) = import.ty else { return false };
        instance.exports(engine).any(|(function, _)| host::waits(name, function))
    })
}

/// Refuses a component that wants an interface its manifest does not declare.
fn check_imports(component: &Component, manifest: &Manifest) -> Result<(), String> {
    let engine = component.engine();
    for (name, _) in component.component_type().imports(engine) {
        let wanted = HandlerKind::ALL.into_iter().find(|kind| kind.interface() == name);
        if let Some(kind) = wanted.filter(|kind| manifest.handler(*kind).is_none()) {
            return Err(format!(
                "it imports `{name}`, which no declared handler provides; the manifest needs \
                 `[[handlers]]` with `type = \"{}\"`",
                kind.name()
            ));
        }
    }
    Ok(())
}
