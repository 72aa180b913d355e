//! Standard input and output: one client, the person who started the process; ends at end of file.

use std::sync::Arc;

use kernel::Principal;
use tokio::io::{AsyncRead, AsyncWrite};

use super::lines::LineReader;
use super::stream::serve_lines;
use crate::auth::Admitted;
use crate::core::Gateway;
use crate::mcp::Connection;
use crate::metrics::Wire;
use crate::registry::Endpoint;

impl Gateway {
    /// Serves `endpoint` on standard input and output until the input ends.
    pub async fn serve_stdio(&self, endpoint: Arc<Endpoint>) {
        let admitted = Admitted::for_good(Principal::local());
        let connection = Connection { endpoint, wire: Wire::Stdio, admitted, idle: None };
        let reader = LineReader::new(input(), self.core.limits.line_bytes);
        serve_lines(self.core.clone(), connection, reader, output()).await;
    }
}

type Input = Box<dyn AsyncRead + Send + Unpin>;
type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// A pipe is read as it becomes readable. Opening it by its path gives it a mode of its own and
/// leaves the one that others share as it is; what is no pipe is read on a thread.
#[cfg(target_os = "linux")]
fn input() -> Input {
    match tokio::net::unix::pipe::OpenOptions::new().open_receiver("/proc/self/fd/0") {
        Ok(pipe) => Box::new(pipe),
        Err(_) => Box::new(tokio::io::stdin()),
    }
}

#[cfg(target_os = "linux")]
fn output() -> Output {
    match tokio::net::unix::pipe::OpenOptions::new().open_sender("/proc/self/fd/1") {
        Ok(pipe) => Box::new(pipe),
        Err(_) => Box::new(tokio::io::stdout()),
    }
}

#[cfg(not(target_os = "linux"))]
fn input() -> Input {
    Box::new(tokio::io::stdin())
}

#[cfg(not(target_os = "linux"))]
fn output() -> Output {
    Box::new(tokio::io::stdout())
}
