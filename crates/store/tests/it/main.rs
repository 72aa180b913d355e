//! The store's tests at its boundary, in one binary.

#[cfg(test)]
mod journal;
#[cfg(test)]
mod support;
#[cfg(test)]
mod writing;
