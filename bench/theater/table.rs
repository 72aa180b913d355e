//! The table of figures.

use std::io::Write;
use std::time::Duration;

/// Rows of what was measured, how much it was and how much it may be.
#[derive(Default)]
pub(crate) struct Table(Vec<[String; 3]>);

impl Table {
    pub(crate) fn row(&mut self, what: &str, found: String, wanted: &str) {
        self.0.push([what.to_owned(), found, wanted.to_owned()]);
    }

    pub(crate) fn print(&self) -> Result<(), Box<dyn std::error::Error>> {
        let mut out = std::io::stdout().lock();
        writeln!(out, "| measure | found | wanted |\n|---|---|---|")?;
        for [what, found, wanted] in &self.0 {
            writeln!(out, "| {what} | {found} | {wanted} |")?;
        }
        Ok(())
    }
}

/// The middle and the slowest hundredth of some times.
pub(crate) fn percentiles(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    (at(50), at(99))
}

pub(crate) fn shown(times: Vec<Duration>) -> String {
    let (middle, slow) = percentiles(times);
    format!("p50 {middle:.1?}, p99 {slow:.1?}")
}
