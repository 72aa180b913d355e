//! WebAssembly actors whose every event is chained and replayable.
//!
//! The service's place in the house: its name on every wire is settled here, its tables are still
//! empty, and it says so to whoever asks.

use kernel::{Service, ServiceInfo};

/// The service as the house sees it.
pub fn service() -> Service {
    Service::new(ServiceInfo {
        name: "theater",
        server_name: "theater-mcp".to_owned(),
        server_version: "0.1.0".to_owned(),
        description: "WebAssembly actors whose every event is chained and replayable",
        instructions: "This build serves no tools of this service yet.".to_owned(),
    })
}
