//! The service at its boundary, in one binary.

#[cfg(test)]
mod asked;
#[cfg(test)]
mod curricula;
#[cfg(test)]
mod everyday;
#[cfg(test)]
mod frames;
#[cfg(test)]
mod logic;
#[cfg(test)]
mod ontologies;
#[cfg(test)]
mod payloads;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod questions;
#[cfg(test)]
mod reaching;
#[cfg(test)]
mod service;
#[cfg(test)]
mod sifting;
#[cfg(test)]
mod stopping;
#[cfg(test)]
mod strategies;
#[cfg(test)]
mod strict;
#[cfg(test)]
mod texts;
#[cfg(test)]
mod worded;
