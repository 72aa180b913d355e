//! The theater through its tools, resources and prompts, with real guests and a real store.

mod counting;
mod scene;
