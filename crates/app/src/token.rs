//! Tokens: the secrets that let a caller in, and what each may do.
//!
//! The local token lies in its own file for the person at this machine. Named tokens are kept only
//! as hashes; the secret is shown once, when it is made.

mod book;
mod moment;
mod secret;
mod source;
mod view;

pub use book::{BookError, LockedBook, TokenBook, TokenRecord};
pub use moment::moment;
pub use secret::{Hash, Secret, existing_secret, local_secret};
pub use source::{Refusal, TokenSource};
pub use view::TokenView;
