//! A body of writing that answers with citations or not at all.
//!
//! The service's place in the house: its name on every wire is settled here, its tables are still
//! empty, and it says so to whoever asks.

use kernel::{Service, ServiceInfo};

/// The service as the house sees it.
pub fn service() -> Service {
    Service::new(ServiceInfo {
        name: "avatar",
        server_name: "avatar".to_owned(),
        server_version: "0.1.0".to_owned(),
        description: "A body of writing that answers with citations or not at all",
        instructions: "This build serves no tools of this service yet.".to_owned(),
    })
}
