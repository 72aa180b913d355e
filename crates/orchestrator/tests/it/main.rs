//! The orchestrator through its tools, on a temporary store and real repositories.

#[cfg(test)]
mod closes;
#[cfg(test)]
mod desk;
#[cfg(test)]
mod projects;
#[cfg(test)]
mod sessions;
