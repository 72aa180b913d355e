//! The service at its boundary, in one binary.

#[cfg(test)]
mod curricula;
#[cfg(test)]
mod everyday;
#[cfg(test)]
mod logic;
#[cfg(test)]
mod service;
