//! The models at their boundary, in one binary.

#[cfg(test)]
mod citations;
#[cfg(test)]
mod encrypted;
#[cfg(test)]
mod endpoints;
#[cfg(test)]
mod gguf;
