//! Facts and rules in controlled English, answers with their proof.
//!
//! What stands here reads English into logic, decides questions and says things back; all of it is
//! pure. The tools that will offer it on a wire are still missing, and the service says so.

pub mod ask;
pub mod classical;
pub mod doubt;
pub mod english;
pub mod knowledge;
pub mod logic;
pub mod lower;
pub mod narrative;
pub mod order;
pub mod postulates;
pub mod program;
pub mod proof;
pub mod space;
pub mod verbalise;

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
