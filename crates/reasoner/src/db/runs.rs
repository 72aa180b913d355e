//! The SQL of recorded runs of strategies.

use kernel::Timestamp;
use store::sql::params;
use store::{Reader, SqlError, Tx};

use super::{number, unsigned};

/// One case of a curriculum that was run.
#[derive(Debug, Clone)]
pub(crate) struct RunRow {
    /// The strategy.
    pub strategy: String,
    /// What tells its version from others.
    pub hash: String,
    /// The curriculum.
    pub source: String,
    /// The case.
    pub example: String,
    /// `query` or `assert`.
    pub operation: String,
    /// Whether it came to what it should.
    pub succeeded: bool,
    /// How long it took.
    pub latency_us: u64,
    /// What it cost.
    pub cost_usd: f64,
    /// When it was run.
    pub at: Timestamp,
}

/// Writes a run down.
pub(crate) fn add_run(tx: &mut Tx<'_>, run: &RunRow) -> Result<usize, SqlError> {
    tx.execute(
        "INSERT INTO reasoner_run
         (strategy, hash, source, example, operation, succeeded, latency_us, cost_usd, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            run.strategy,
            run.hash,
            run.source,
            run.example,
            run.operation,
            run.succeeded,
            number(run.latency_us),
            run.cost_usd,
            run.at.0
        ],
    )
}

/// What the runs of one strategy come to.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tally {
    /// The strategy.
    pub strategy: String,
    /// How many cases were run.
    pub runs: u64,
    /// How many came to what they should.
    pub right: u64,
    /// How long they took together.
    pub latency_us: u64,
    /// What they cost together.
    pub cost_usd: f64,
}

/// What the recorded runs of each strategy come to.
pub(crate) fn tallies(reader: &Reader<'_>) -> Result<Vec<Tally>, SqlError> {
    reader.query(
        "SELECT strategy, count(*), sum(succeeded), sum(latency_us), sum(cost_usd)
         FROM reasoner_run GROUP BY strategy ORDER BY strategy",
        params![],
        |row| {
            Ok(Tally {
                strategy: row.get(0)?,
                runs: unsigned(row.get(1)?),
                right: unsigned(row.get(2)?),
                latency_us: unsigned(row.get(3)?),
                cost_usd: row.get(4)?,
            })
        },
    )
}

/// The newest runs of a strategy.
pub(crate) fn runs(
    reader: &Reader<'_>,
    strategy: &str,
    limit: usize,
) -> Result<Vec<RunRow>, SqlError> {
    reader.query(
        "SELECT strategy, hash, source, example, operation, succeeded, latency_us, cost_usd, at
         FROM reasoner_run WHERE strategy = $1 ORDER BY key DESC LIMIT $2",
        params![strategy, number(limit as u64)],
        |row| {
            Ok(RunRow {
                strategy: row.get(0)?,
                hash: row.get(1)?,
                source: row.get(2)?,
                example: row.get(3)?,
                operation: row.get(4)?,
                succeeded: row.get(5)?,
                latency_us: unsigned(row.get(6)?),
                cost_usd: row.get(7)?,
                at: Timestamp(row.get(8)?),
            })
        },
    )
}
