//! The gateway's tests at its boundary: real sockets, real frames, in one binary.

#[cfg(test)]
mod client;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod frames;
#[cfg(test)]
mod gate;
#[cfg(test)]
mod house;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod matrix;
#[cfg(feature = "oauth")]
#[cfg(test)]
mod oauth;
#[cfg(test)]
mod plain;
#[cfg(test)]
mod removed;
#[cfg(test)]
mod spans;
#[cfg(test)]
mod work;
