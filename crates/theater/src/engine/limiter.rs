//! What one instance may take of memory and tables, and which limit it ran into.

use wasmtime::ResourceLimiter;

const TABLE_ELEMENTS: usize = 100_000;
const INSTANCES: usize = 64;

/// The limits of one instance and what it uses.
#[derive(Debug)]
pub(crate) struct Limiter {
    memory: usize,
    used: usize,
    peak: usize,
    reached: Option<&'static str>,
}

impl Limiter {
    /// A limiter that allows `memory` bytes.
    pub(crate) fn new(memory: u64) -> Self {
        let memory = usize::try_from(memory).unwrap_or(usize::MAX);
        Self { memory, used: 0, peak: 0, reached: None }
    }

    /// Forgets which limit was reached, because a new call begins.
    pub(crate) fn begin(&mut self) {
        self.reached = None;
    }

    /// The limit that was reached since the last call, if one was.
    pub(crate) fn reached(&mut self) -> Option<&'static str> {
        self.reached.take()
    }

    /// Bytes of memory in use, and the most there ever were.
    pub(crate) fn memory(&self) -> (usize, usize) {
        (self.used, self.peak)
    }
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let used = self.used.saturating_add(desired.saturating_sub(current));
        if used > self.memory {
            self.reached = Some("memory");
            return Ok(false);
        }
        if maximum.is_some_and(|maximum| desired > maximum) {
            return Ok(false);
        }
        self.used = used;
        self.peak = self.peak.max(used);
        // Whoever could go on with less did not fail by the limit.
        self.reached = None;
        Ok(true)
    }

    fn table_growing(
        &mut self,
        _: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        if desired > TABLE_ELEMENTS {
            self.reached = Some("table");
            return Ok(false);
        }
        Ok(maximum.is_none_or(|maximum| desired <= maximum))
    }

    fn instances(&self) -> usize {
        INSTANCES
    }
}
