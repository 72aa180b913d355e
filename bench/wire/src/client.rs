//! A lean client: as little work for each call as makes sure that the answer is right.

mod duplex;
mod http;
mod lines;
mod message;
mod websocket;

use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

pub(crate) use duplex::{Duplex, Frames};
pub(crate) use http::{Exchange, HttpClient};
pub(crate) use lines::LineFrames;
pub(crate) use message::{INITIALIZE, Reply, request};

use crate::child::Server;
use crate::plan::{Kind, Load, TOKEN, Wire};

/// What a client did in one slice of time.
#[derive(Default)]
pub(crate) struct Sample {
    pub(crate) calls: u64,
    pub(crate) took: Duration,
    /// Nanoseconds from each call to its answer.
    pub(crate) latencies: Vec<u32>,
}

impl Sample {
    pub(crate) fn rate(&self) -> f64 {
        self.calls as f64 / self.took.as_secs_f64()
    }
}

/// The time since `start` as latencies are kept.
fn nanos(start: Instant) -> u32 {
    u32::try_from(start.elapsed().as_nanos()).unwrap_or(u32::MAX)
}

/// A client of one server.
pub(crate) enum Client {
    Duplex(Duplex),
    Http(HttpClient),
}

impl Client {
    /// Connects, shows the token where one is asked for, and shakes hands.
    pub(crate) fn connect(kind: Kind, server: &mut Server) -> anyhow::Result<Self> {
        let asks = kind != Kind::Bare;
        Ok(match server.wire {
            Wire::Stdio => {
                let (source, sink) = server.process.pipes()?;
                Self::Duplex(Duplex::open(Box::new(LineFrames::new(source, sink)))?)
            }
            Wire::Tcp => {
                let mut frames = LineFrames::tcp(&server.address)?;
                if asks {
                    frames.show_token(TOKEN)?;
                }
                Self::Duplex(Duplex::open(Box::new(frames))?)
            }
            Wire::Unix => Self::Duplex(Duplex::open(Box::new(LineFrames::unix(&server.address)?))?),
            Wire::Websocket => {
                let frames = websocket::WebSocketFrames::open(&server.address, TOKEN)?;
                Self::Duplex(Duplex::open(Box::new(frames))?)
            }
            Wire::HttpModern => Self::Http(HttpClient::modern(&server.address, TOKEN)),
            Wire::HttpLegacy => Self::Http(HttpClient::legacy(&server.address, TOKEN)?),
        })
    }

    /// Calls `add` under `load` for about `slice`, then waits until all is written down.
    pub(crate) fn run(&mut self, load: Load, slice: Duration) -> anyhow::Result<(Sample, u64)> {
        let start = Instant::now();
        let until = start + slice;
        let mut sample = match (&mut *self, load) {
            (Self::Duplex(duplex), Load::PingPong) => duplex.ping_pong(until)?,
            (Self::Duplex(duplex), Load::Pipelined) => duplex.pipelined(until)?,
            (Self::Http(http), Load::PingPong) => http.run(1, until)?,
            (Self::Http(http), Load::Connections(count)) => http.run(count, until)?,
            (Self::Duplex(_), Load::Connections(_)) | (Self::Http(_), Load::Pipelined) => {
                bail!("{load} does not fit this wire")
            }
        };
        let events = self.settle()?;
        sample.took = start.elapsed();
        Ok((sample, events))
    }

    /// Calls a tool and gives its structured answer.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> anyhow::Result<Value> {
        let result = match self {
            Self::Duplex(duplex) => duplex.call(tool, arguments)?,
            Self::Http(http) => http.call(tool, arguments)?,
        };
        let structured = result.get("structuredContent").cloned();
        structured.with_context(|| format!("`{tool}` answered {result}"))
    }

    /// Waits until every event is written and says how many there are.
    fn settle(&mut self) -> anyhow::Result<u64> {
        let settled = self.call("settle", &serde_json::json!({}))?;
        settled["events"].as_u64().context("`settle` gave no number of events")
    }
}
