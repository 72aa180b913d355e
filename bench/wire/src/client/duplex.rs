//! Load over a wire that carries frames both ways.

use std::collections::HashMap;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value;

use super::message::{Era, INITIALIZE, INITIALIZED, Reply, added, tool_call, write_add};
use super::{Sample, nanos};
use crate::plan::WINDOW;

/// A wire's frames; sending waits for `flush`, so that several go out together.
pub(crate) trait Frames: Send {
    fn push(&mut self, json: &[u8]);
    fn flush(&mut self) -> anyhow::Result<()>;
    /// Reads once and hands on every frame that is complete.
    fn pull(&mut self, each: &mut dyn FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()>;
}

/// One connection after its handshake.
pub(crate) struct Duplex {
    frames: Box<dyn Frames>,
    next_id: u64,
    text: Vec<u8>,
}

impl Duplex {
    pub(crate) fn open(mut frames: Box<dyn Frames>) -> anyhow::Result<Self> {
        frames.push(INITIALIZE.as_bytes());
        frames.flush()?;
        let mut duplex = Self { frames, next_id: 1, text: Vec::new() };
        let answer = duplex.await_reply(0)?;
        answer.get("serverInfo").context("the handshake named no server")?;
        duplex.frames.push(INITIALIZED.as_bytes());
        duplex.frames.flush()?;
        Ok(duplex)
    }

    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        let id = self.take_id();
        self.frames.push(tool_call(id, tool, arguments, Era::Legacy).as_bytes());
        self.frames.flush()?;
        self.await_reply(id)
    }

    pub(super) fn ping_pong(&mut self, until: Instant) -> anyhow::Result<Sample> {
        let mut sample = Sample::default();
        while Instant::now() < until {
            let id = self.push_add();
            let start = Instant::now();
            self.frames.flush()?;
            let mut answered = None;
            while answered.is_none() {
                self.frames.pull(&mut |frame| {
                    answered = Some(added(frame)?);
                    Ok(())
                })?;
            }
            if answered != Some(id) {
                bail!("call {id} was answered as {answered:?}");
            }
            sample.calls += 1;
            sample.latencies.push(nanos(start));
        }
        Ok(sample)
    }

    pub(super) fn pipelined(&mut self, until: Instant) -> anyhow::Result<Sample> {
        let mut sample = Sample::default();
        let mut under_way: HashMap<u64, Instant> = HashMap::with_capacity(WINDOW);
        let mut more = WINDOW;
        loop {
            let sent = Instant::now();
            for _ in 0..more {
                under_way.insert(self.push_add(), sent);
            }
            self.frames.flush()?;
            if under_way.is_empty() {
                return Ok(sample);
            }
            let mut answered = 0;
            self.frames.pull(&mut |frame| {
                let id = added(frame)?;
                let start = under_way.remove(&id).with_context(|| format!("{id} came twice"))?;
                sample.latencies.push(nanos(start));
                answered += 1;
                Ok(())
            })?;
            sample.calls += answered as u64;
            more = if Instant::now() < until { answered } else { 0 };
        }
    }

    fn push_add(&mut self) -> u64 {
        let id = self.take_id();
        self.text.clear();
        write_add(&mut self.text, id, Era::Legacy);
        self.frames.push(&self.text);
        id
    }

    fn take_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    fn await_reply(&mut self, id: u64) -> anyhow::Result<Value> {
        let mut found = None;
        while found.is_none() {
            self.frames.pull(&mut |frame| {
                let reply = Reply::read(frame)?;
                if reply.id == Some(id) {
                    found = Some(reply.result);
                }
                Ok(())
            })?;
        }
        match found {
            Some(Ok(result)) => Ok(result),
            Some(Err(error)) => bail!("call {id}: {error}"),
            None => bail!("call {id} was not answered"),
        }
    }
}
