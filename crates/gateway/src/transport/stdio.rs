//! Standard input and output: one client, the person who started the process; ends at end of file.

use kernel::Principal;

use super::lines::LineReader;
use super::stream::serve_lines;
use crate::core::Gateway;
use crate::mcp::Connection;
use crate::metrics::Wire;
use crate::registry::Endpoint;

impl Gateway {
    /// Serves `endpoint` on standard input and output until the input ends.
    pub async fn serve_stdio(&self, endpoint: std::sync::Arc<Endpoint>) {
        let connection =
            Connection { endpoint, wire: Wire::Stdio, principal: Principal::local(), idle: None };
        let reader = LineReader::new(tokio::io::stdin(), self.core.limits.line_bytes);
        serve_lines(self.core.clone(), connection, reader, tokio::io::stdout()).await;
    }
}
