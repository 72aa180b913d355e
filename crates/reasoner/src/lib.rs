//! Facts and rules in English or Prolog, answers with their proof.
//!
//! The service's place in the house: its name on every wire is settled here, its tables are still
//! empty, and it says so to whoever asks.

use kernel::{Service, ServiceInfo};

/// The service as the house sees it.
pub fn service() -> Service {
    Service::new(ServiceInfo {
        name: "reasoner",
        server_name: "mcr".to_owned(),
        server_version: "0.1.0".to_owned(),
        description: "Facts and rules in English or Prolog, answers with their proof",
        instructions: "This build serves no tools of this service yet.".to_owned(),
    })
}
