//! The store's tests at its boundary, in one binary.

#[cfg(test)]
mod crash;
#[cfg(test)]
mod failing;
#[cfg(test)]
mod heads;
#[cfg(test)]
mod journal;
#[cfg(test)]
mod model;
#[cfg(test)]
mod opening;
#[cfg(test)]
mod sealing;
#[cfg(test)]
mod state;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tampering;
#[cfg(test)]
mod writing;
