//! The service at its boundary, in one binary.

#[cfg(test)]
mod curricula;
mod everyday;
#[cfg(test)]
mod service;
