//! The theater through its tools, resources and prompts, with real guests and a real store.

mod channels;
mod counting;
mod misbehaving;
mod protocol;
mod replaying;
mod scene;
mod supervising;
