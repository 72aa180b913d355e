//! The kernel's tests at its boundary, in one binary.

#[cfg(test)]
mod tools;
