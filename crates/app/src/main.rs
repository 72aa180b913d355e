//! The `ensemble` binary.
fn main() {}
