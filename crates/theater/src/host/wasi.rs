//! The part of WASI preview 2 that components of JavaScript and Python ask for before they can begin:
//! clocks and randomness, which are recorded like any host call, an empty environment, output that
//! becomes log events. Files, sockets and whatever else is imported are there but end the call.

use std::sync::LazyLock;
use std::time::Instant;

use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::types::{ComponentInstance, ComponentItem};
use wasmtime::component::{
    Component, ComponentType, Lift, Linker, LinkerInstance, Lower, Resource, ResourceType,
};

use super::Guest;
use crate::chain::Blob;

type Cx<'a> = StoreContextMut<'a, Guest>;
type Host<'a> = LinkerInstance<'a, Guest>;

/// The most bytes of one call for randomness.
const MOST_BYTES: u64 = 1024 * 1024;
/// The most bytes of one write to an output.
const MOST_WRITTEN: u64 = 64 * 1024;

/// What the monotonic clock counts from.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

struct InputStream;
struct OutputStream;
struct IoError;
struct Other;

#[derive(ComponentType, Lower, Serialize, Deserialize)]
#[component(record)]
struct Datetime {
    seconds: u64,
    nanoseconds: u32,
}

#[derive(ComponentType, Lift, Lower)]
#[component(variant)]
enum StreamError {
    #[component(name = "last-operation-failed")]
    LastOperationFailed(Resource<IoError>),
    #[component(name = "closed")]
    Closed,
}

/// Whether an import belongs to WASI.
pub(crate) fn is_wasi(name: &str) -> bool {
    name.starts_with("wasi:")
}

/// Gives a guest what it imports of WASI.
pub(crate) fn link(linker: &mut Linker<Guest>, component: &Component) -> wasmtime::Result<()> {
    let engine = component.engine().clone();
    for (name, import) in component.component_type().imports(&engine) {
        let ComponentItem::ComponentInstance(instance) = import.ty else { continue };
        if is_wasi(name) {
            provide(&mut linker.instance(name)?, name, &instance, &engine)?;
        }
    }
    Ok(())
}

fn provide(
    host: &mut Host<'_>,
    name: &str,
    instance: &ComponentInstance,
    engine: &wasmtime::Engine,
) -> wasmtime::Result<()> {
    let interface = name.split('@').next().unwrap_or(name);
    for (item, export) in instance.exports(engine) {
        match export.ty {
            ComponentItem::Resource(_) => {
                let kind = match item {
                    "input-stream" => ResourceType::host::<InputStream>(),
                    "output-stream" => ResourceType::host::<OutputStream>(),
                    "error" => ResourceType::host::<IoError>(),
                    _ => ResourceType::host::<Other>(),
                };
                host.resource(item, kind, |_, _| Ok(()))?;
            }
            ComponentItem::ComponentFunc(_) => {
                if !function(host, interface, item)? {
                    let missing = format!("`{interface}.{item}` is not provided to actors");
                    host.func_new(item, move |_, _, _, _| {
                        Err(wasmtime::Error::msg(missing.clone()))
                    })?;
                }
            }
            ComponentItem::CoreFunc(_)
            | ComponentItem::Module(_)
            | ComponentItem::Component(_)
            | ComponentItem::ComponentInstance(_)
            | ComponentItem::Type(_) => {}
        }
    }
    Ok(())
}

/// Defines a function if it is one of those that are provided.
fn function(host: &mut Host<'_>, interface: &str, name: &str) -> wasmtime::Result<bool> {
    match interface {
        "wasi:clocks/wall-clock" | "wasi:clocks/monotonic-clock" => clock(host, interface, name),
        "wasi:random/random" | "wasi:random/insecure" | "wasi:random/insecure-seed" => {
            random(host, name)
        }
        "wasi:io/streams" => stream(host, name),
        "wasi:filesystem/preopens" if name == "get-directories" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Vec::<(Resource<Other>, String)>::new(),)))?;
            Ok(true)
        }
        _ if interface.starts_with("wasi:cli/") => command_line(host, name),
        _ => Ok(false),
    }
}

fn clock(host: &mut Host<'_>, interface: &str, name: &str) -> wasmtime::Result<bool> {
    match (interface, name) {
        ("wasi:clocks/wall-clock", "now") => host.func_wrap(name, |mut cx: Cx<'_>, ()| {
            let now = cx.data_mut().answer("wasi:clocks/wall-clock/now", &(), |_| {
                let micros = u64::try_from(Timestamp::now().0).unwrap_or_default();
                let nanoseconds = u32::try_from(micros % 1_000_000 * 1000).unwrap_or_default();
                Datetime { seconds: micros / 1_000_000, nanoseconds }
            })?;
            Ok((now,))
        })?,
        ("wasi:clocks/wall-clock", "resolution") => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Datetime { seconds: 0, nanoseconds: 1000 },)))?
        }
        (_, "now") => host.func_wrap(name, |mut cx: Cx<'_>, ()| {
            let now = cx.data_mut().answer("wasi:clocks/monotonic-clock/now", &(), |_| {
                u64::try_from(BEGINNING.elapsed().as_nanos()).unwrap_or(u64::MAX)
            })?;
            Ok((now,))
        })?,
        (_, "resolution") => host.func_wrap(name, |_: Cx<'_>, ()| Ok((1_u64,)))?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn random(host: &mut Host<'_>, name: &str) -> wasmtime::Result<bool> {
    match name {
        "get-random-bytes" | "get-insecure-random-bytes" => {
            host.func_wrap(name, |mut cx: Cx<'_>, (size,): (u64,)| {
                if size > MOST_BYTES {
                    let problem = format!("{size} random bytes, expected at most {MOST_BYTES}");
                    return Err(wasmtime::Error::msg(problem));
                }
                let function = "wasi:random/random/get-random-bytes";
                let blob = cx.data_mut().answer(function, &size, |_| {
                    let mut bytes = vec![0; usize::try_from(size).unwrap_or_default()];
                    fill(&mut bytes);
                    Blob::from(bytes)
                })?;
                Ok((blob.0,))
            })?;
        }
        "get-random-u64" | "get-insecure-random-u64" => {
            host.func_wrap(name, |mut cx: Cx<'_>, ()| {
                let function = "wasi:random/random/get-random-u64";
                Ok((cx.data_mut().answer(function, &(), |_| number())?,))
            })?;
        }
        "insecure-seed" | "get-insecure-seed" => {
            host.func_wrap(name, |mut cx: Cx<'_>, ()| {
                let function = "wasi:random/insecure-seed/insecure-seed";
                Ok((cx.data_mut().answer(function, &(), |_| (number(), number()))?,))
            })?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn fill(bytes: &mut [u8]) {
    if let Err(error) = getrandom::fill(bytes) {
        tracing::error!(%error, "the system gives no randomness");
    }
}

fn number() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

fn command_line(host: &mut Host<'_>, name: &str) -> wasmtime::Result<bool> {
    match name {
        "get-environment" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Vec::<(String, String)>::new(),)))?;
        }
        "get-arguments" => host.func_wrap(name, |_: Cx<'_>, ()| Ok((Vec::<String>::new(),)))?,
        "initial-cwd" | "get-initial-cwd" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((None::<String>,)))?;
        }
        "get-stdin" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Resource::<InputStream>::new_own(0),)))?;
        }
        "get-stdout" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Resource::<OutputStream>::new_own(1),)))?;
        }
        "get-stderr" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((Resource::<OutputStream>::new_own(2),)))?;
        }
        "get-terminal-stdin" | "get-terminal-stdout" | "get-terminal-stderr" => {
            host.func_wrap(name, |_: Cx<'_>, ()| Ok((None::<Resource<Other>>,)))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

fn stream(host: &mut Host<'_>, name: &str) -> wasmtime::Result<bool> {
    type Output = Resource<OutputStream>;
    type Input = Resource<InputStream>;
    type Done<T> = Result<T, StreamError>;
    match name {
        "[method]output-stream.check-write" => {
            host.func_wrap(name, |_: Cx<'_>, (_,): (Output,)| Ok((Done::Ok(MOST_WRITTEN),)))?;
        }
        "[method]output-stream.write" | "[method]output-stream.blocking-write-and-flush" => {
            host.func_wrap(name, |mut cx: Cx<'_>, (output, data): (Output, Vec<u8>)| {
                let text = String::from_utf8_lossy(&data).into_owned();
                let written = (output.rep(), &text);
                cx.data_mut().answer("wasi:io/streams/write", &written, |guest| {
                    tracing::info!(target: "theater::actor", actor = %guest.actor, "{text}");
                })?;
                Ok((Done::Ok(()),))
            })?;
        }
        "[method]output-stream.flush" | "[method]output-stream.blocking-flush" => {
            host.func_wrap(name, |_: Cx<'_>, (_,): (Output,)| Ok((Done::Ok(()),)))?;
        }
        "[method]input-stream.read" | "[method]input-stream.blocking-read" => {
            host.func_wrap(name, |_: Cx<'_>, (_, _): (Input, u64)| {
                Ok((Done::<Vec<u8>>::Err(StreamError::Closed),))
            })?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}
