//! Calls per second for each principal and tool.

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultKeyedRateLimiter, Quota};
use kernel::{ErrorKind, Principal, ToolError};

type Key = (Arc<str>, &'static str);

/// The limiter, or none where calls are not limited.
pub(crate) struct Rate {
    limiter: Option<DefaultKeyedRateLimiter<Key>>,
    per_second: u32,
}

impl Rate {
    pub(crate) fn new(per_second: u32) -> Self {
        let quota = NonZeroU32::new(per_second).map(Quota::per_second);
        Self { limiter: quota.map(DefaultKeyedRateLimiter::keyed), per_second }
    }

    pub(crate) fn check(&self, principal: &Principal, tool: &'static str) -> Result<(), ToolError> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(&(principal.id.clone(), tool)).map_err(|_| {
            let per_second = self.per_second;
            ToolError::new(
                ErrorKind::RateLimited,
                format!("`{}` called `{tool}` more than {per_second} times a second", principal.id),
            )
            .with_hint("wait a moment, or raise limits.calls_per_second")
        })
    }

    /// Forgets principals that have not called for a while.
    pub(crate) fn sweep(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
        }
    }
}
