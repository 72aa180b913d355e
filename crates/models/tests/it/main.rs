//! The models at their boundary, in one binary.

#[cfg(test)]
mod endpoints;
