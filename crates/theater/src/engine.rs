//! WebAssembly: engines, compiled components, live instances, and the clock that stops them.
//!
//! A guest that may wait runs on a stack of its own, which is left while it waits; the others run on
//! their thread's. It knows guests and host functions but not who sends messages.

mod calls;
mod exports;
mod library;
mod limiter;
mod live;
mod ticker;

use std::path::PathBuf;
use std::sync::OnceLock;

use wasmtime::{
    Cache, CacheConfig, Config, Engine, InstanceAllocationStrategy, PoolingAllocationConfig,
};

pub(crate) use calls::{Answer, GuestCall, Response, Stream};
pub(crate) use library::{Library, Script};
pub(crate) use limiter::Limiter;
pub(crate) use live::{Live, Stillborn};
pub(crate) use ticker::Ticker;

use crate::error::TheaterError;

/// Addresses that a memory outside the pool may grow into before it moves.
const GROWTH: u64 = 16 * 1024 * 1024;
/// Addresses behind such a memory that nothing may touch.
const GUARD: u64 = 64 * 1024;

/// Where an instance gets its memory from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lane {
    /// From slots made in advance: quick, and small instances only.
    Pooled,
    /// From the system, when the pool is full or too small.
    OnDemand,
    /// From the system, with every instruction counted.
    Metered,
}

/// The engines, each made when it is first needed.
#[derive(Debug)]
pub(crate) struct Engines {
    pooled: OnceLock<Engine>,
    on_demand: OnceLock<Engine>,
    metered: OnceLock<Engine>,
    cache: OnceLock<Option<Cache>>,
    folder: PathBuf,
    slots: u32,
}

impl Engines {
    /// Engines whose compiled code is kept in `folder`, with `slots` instances in the pool.
    pub(crate) fn new(folder: PathBuf, slots: u32) -> Self {
        Self {
            pooled: OnceLock::new(),
            on_demand: OnceLock::new(),
            metered: OnceLock::new(),
            cache: OnceLock::new(),
            folder,
            slots,
        }
    }

    /// Where compiled code is kept; it has a thread of its own, so it is made when it is needed.
    fn cache(&self) -> Option<Cache> {
        let open = || {
            let mut config = CacheConfig::new();
            config.with_directory(&self.folder);
            // Without the cache every start compiles, which is slow but right.
            Cache::new(config)
                .inspect_err(|error| tracing::warn!(%error, "compiled components are not kept"))
                .ok()
        };
        self.cache.get_or_init(open).clone()
    }

    /// The engine of a lane.
    pub(crate) fn get(&self, lane: Lane) -> Result<&Engine, TheaterError> {
        let cell = match lane {
            Lane::Pooled => &self.pooled,
            Lane::OnDemand => &self.on_demand,
            Lane::Metered => &self.metered,
        };
        if let Some(engine) = cell.get() {
            return Ok(engine);
        }
        let engine = Engine::new(&self.config(lane))
            .map_err(|error| TheaterError::System(format!("wasmtime: {error:#}")))?;
        Ok(cell.get_or_init(|| engine))
    }

    /// Moves the clock of every engine on.
    pub(crate) fn tick(&self) {
        for cell in [&self.pooled, &self.on_demand, &self.metered] {
            if let Some(engine) = cell.get() {
                engine.increment_epoch();
            }
        }
    }

    fn config(&self, lane: Lane) -> Config {
        let mut config = Config::new();
        config.wasm_component_model(true);
        config.epoch_interruption(true);
        config.consume_fuel(lane == Lane::Metered);
        // A replay must see the same bits.
        config.cranelift_nan_canonicalization(true);
        config.relaxed_simd_deterministic(true);
        config.generate_address_map(false);
        config.cache(self.cache());
        if lane == Lane::Pooled {
            config.allocation_strategy(InstanceAllocationStrategy::Pooling(self.pool()));
        } else {
            // Addresses are for every instance here, so a memory gets what it has and some to grow
            // into; when that is used up it moves.
            config.memory_reservation(0);
            config.memory_reservation_for_growth(GROWTH);
            config.memory_guard_size(GUARD);
            config.guard_before_linear_memory(false);
        }
        config
    }

    fn pool(&self) -> PoolingAllocationConfig {
        let slots = self.slots;
        let mut pool = PoolingAllocationConfig::new();
        pool.total_component_instances(slots)
            .total_core_instances(slots.saturating_mul(4))
            .total_memories(slots)
            .total_tables(slots.saturating_mul(2))
            .total_stacks(slots)
            .max_memories_per_component(1)
            .max_tables_per_component(8)
            // What a slot keeps it keeps for ever, whether an actor lives in it or not.
            .max_unused_warm_slots(100)
            .linear_memory_keep_resident(0)
            .table_keep_resident(0);
        pool
    }
}
