//! `theater:simple/process`: programs that run beside the actor.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentType, Lift, Linker, Lower};

use super::Guest;
use super::programs::Wish;
use crate::chain::Blob;
use crate::stage::Cut;

type Cx<'a> = StoreContextMut<'a, Guest>;

#[derive(ComponentType, Lift, Serialize, Clone, Copy)]
#[component(variant)]
enum OutputMode {
    #[component(name = "raw")]
    Raw,
    #[component(name = "line-by-line")]
    LineByLine,
    #[component(name = "json")]
    Json,
    #[component(name = "chunked")]
    Chunked,
}

#[derive(ComponentType, Lift, Serialize, Clone)]
#[component(record)]
struct ProcessConfig {
    program: String,
    args: Vec<String>,
    cwd: Option<String>,
    env: Vec<(String, String)>,
    #[component(name = "buffer-size")]
    buffer_size: u32,
    #[component(name = "stdout-mode")]
    stdout_mode: OutputMode,
    #[component(name = "stderr-mode")]
    stderr_mode: OutputMode,
    #[component(name = "chunk-size")]
    chunk_size: Option<u32>,
}

#[derive(ComponentType, Lower, Serialize, Deserialize)]
#[component(record)]
struct ProcessStatus {
    pid: u64,
    running: bool,
    #[component(name = "exit-code")]
    exit_code: Option<i32>,
    #[component(name = "start-time")]
    start_time: u64,
}

pub(super) fn link(linker: &mut Linker<Guest>) -> wasmtime::Result<()> {
    let mut host = linker.instance("theater:simple/process")?;
    host.func_wrap("os-spawn", |mut cx: Cx<'_>, (config,): (ProcessConfig,)| {
        let function = "theater:simple/process/os-spawn";
        Ok((cx.data_mut().answer(function, &config, |guest| spawn(guest, &config))?,))
    })?;
    host.func_wrap_async("os-write-stdin", |mut cx: Cx<'_>, (pid, data): (u64, Vec<u8>)| {
        Box::new(async move {
            let function = "theater:simple/process/os-write-stdin";
            let blob = Blob::from(data);
            let guest = cx.data_mut();
            let write = write(guest, pid, blob.clone());
            Ok((guest.answer_later(function, &(pid, &blob), write).await?,))
        })
    })?;
    host.func_wrap("os-status", |mut cx: Cx<'_>, (pid,): (u64,)| {
        let function = "theater:simple/process/os-status";
        Ok((cx.data_mut().answer(function, &pid, |guest| status(guest, pid))?,))
    })?;
    host.func_wrap("os-signal", |mut cx: Cx<'_>, (pid, signal): (u64, u32)| {
        let function = "theater:simple/process/os-signal";
        let sent = cx.data_mut().answer(function, &(pid, signal), |guest| {
            let named = i32::try_from(signal).ok().and_then(Signal::from_named_raw);
            let named = named.ok_or_else(|| format!("{signal} is no signal"))?;
            let stage = guest.turn.stage().ok_or("no theater")?;
            stage.processes.signal(guest.actor, pid, named)
        })?;
        Ok((sent,))
    })?;
    host.func_wrap("os-kill", |mut cx: Cx<'_>, (pid,): (u64,)| {
        let function = "theater:simple/process/os-kill";
        let killed = cx.data_mut().answer(function, &pid, |guest| {
            let stage = guest.turn.stage().ok_or("no theater")?;
            stage.processes.signal(guest.actor, pid, Signal::KILL)
        })?;
        Ok((killed,))
    })
}

/// Hands a program its input, once what the actor did before is on the disk.
fn write(
    guest: &Guest,
    pid: u64,
    blob: Blob,
) -> impl Future<Output = Result<u32, String>> + Send + use<> {
    let (stage, actor) = (guest.turn.stage().cloned(), guest.actor);
    async move {
        let stage = stage.ok_or("no theater")?;
        stage.acknowledged(actor).await.map_err(|error| error.to_string())?;
        let written = u32::try_from(blob.0.len()).map_err(|error| error.to_string())?;
        let write = move || stage.processes.write(actor, pid, &blob.0);
        let wrote = tokio::task::spawn_blocking(write).await;
        wrote.map_err(|error| error.to_string())?.map(|()| written)
    }
}

fn spawn(guest: &mut Guest, config: &ProcessConfig) -> Result<u64, String> {
    let grant = &guest.grants.process;
    let program = &config.program;
    let listed = grant.allowed_programs.as_ref();
    if listed.is_some_and(|all| !all.contains(program)) {
        return Err(format!("program `{program}` is not in the handler's `allowed_programs`"));
    }
    let folder = folder(guest, config.cwd.as_deref())?;
    let most = usize::try_from(grant.max_output_buffer).unwrap_or(usize::MAX);
    let buffer = (config.buffer_size as usize).clamp(1, most.max(1));
    let piece = config.chunk_size.map_or(buffer, |size| (size as usize).clamp(1, most.max(1)));
    let cut = |mode: OutputMode| match mode {
        OutputMode::Raw => Cut::Raw(buffer),
        OutputMode::LineByLine | OutputMode::Json => Cut::Lines(buffer),
        OutputMode::Chunked => Cut::Pieces(piece),
    };
    let cuts = [cut(config.stdout_mode), cut(config.stderr_mode)];
    let wish = Wish {
        program: program.clone(),
        arguments: config.args.clone(),
        folder: Some(folder),
        environment: config.env.clone(),
    };
    let most = grant.max_processes as usize;
    let stage = guest.turn.stage().cloned().ok_or("no theater")?;
    stage.spawn(guest.actor, &wish, cuts, most)
}

/// Where a program runs: in a permitted folder, or in the actor's own if none is named.
fn folder(guest: &Guest, asked: Option<&str>) -> Result<PathBuf, String> {
    let stage = guest.turn.stage().ok_or("no theater")?;
    let Some(asked) = asked else {
        let own = stage.config.folder.join("files").join(guest.actor.to_string());
        fs::create_dir_all(&own).map_err(|error| error.to_string())?;
        return Ok(own);
    };
    let real = fs::canonicalize(asked).map_err(|error| format!("`{asked}`: {error}"))?;
    let within =
        |folder: &Path| fs::canonicalize(folder).is_ok_and(|folder| real.starts_with(folder));
    let paths = guest.grants.process.allowed_paths.as_ref();
    if paths.is_some_and(|paths| !paths.iter().any(|path| within(Path::new(path)))) {
        return Err(format!("`{asked}` is outside the handler's `allowed_paths`"));
    }
    if !stage.config.files.iter().any(|path| within(path)) {
        return Err(format!("`{asked}` is outside the folders that `theater.files` allows"));
    }
    Ok(real)
}

fn status(guest: &Guest, pid: u64) -> Result<ProcessStatus, String> {
    let stage = guest.turn.stage().ok_or("no theater")?;
    let condition = stage.processes.condition(guest.actor, pid)?;
    Ok(ProcessStatus {
        pid,
        running: condition.exit_code.is_none(),
        exit_code: condition.exit_code,
        start_time: condition.started_ms,
    })
}
