//! Serves the fixtures of the MCP conformance suite on the real gateway, to anybody on this machine.
//!
//! Prints the URL it listens on and stops at SIGINT.

use std::error::Error;
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use gateway::auth::Auth;
use gateway::config::{HttpGuard, Limits};
use gateway::conformance::Fixtures;
use gateway::{Aggregate, Gateway, GatewayParts};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let fixtures = Fixtures::new()?;
    let gateway = Gateway::new(GatewayParts {
        services: vec![fixtures.service],
        aggregate: Aggregate::default(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        limits: Limits::default(),
        auth: Auth::open(),
        http: HttpGuard::default(),
        feed: fixtures.feed,
        owners: kernel::Owners::in_memory(),
        head: 0,
        recorder: None,
        instances: None,
        adopt: None,
        dialect: None,
    })?;
    let address = gateway.listen_http(SocketAddr::from(([127, 0, 0, 1], 0)), Router::new()).await?;
    let mut out = std::io::stdout();
    writeln!(out, "http://{address}/mcp")?;
    out.flush()?;
    tokio::signal::ctrl_c().await?;
    gateway.stop(Duration::from_secs(2)).await;
    Ok(())
}
