//! The crate at its boundary, in one binary.

#[cfg(test)]
mod exchanging;
