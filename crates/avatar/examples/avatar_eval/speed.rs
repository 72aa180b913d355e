//! How fast a large corpus is opened and searched, and how much memory that takes.
//!
//! The corpus is made by `ingesting` in another process, whose memory would count here.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Instant;

use avatar::Corpus;
use avatar::answer::{self, Asked};

use super::corpora::scifact;
use super::ingesting::large;
use crate::Failed;
use crate::setup::Setup;

const QUERIES: usize = 200;

/// The table.
pub(crate) fn table(setup: &Setup, data: &Path) -> Result<String, Failed> {
    let place = setup.place(&large())?;
    let started = Instant::now();
    let corpus = Corpus::open(&place.home)?;
    let opened = started.elapsed().as_secs_f64() * 1e3;
    let mut text = format!("speed with {}, {} passages\n", setup.name(), corpus.passages());
    let bytes = fs::metadata(place.home.index_file())?.len() as f64 / 1e6;
    writeln!(text, "  opened in {opened:.0} ms, index {bytes:.0} MB")?;
    let queries: Vec<String> =
        scifact(data)?.queries.into_iter().map(|(_, query)| query).take(QUERIES).collect();
    corpus.search("warm", 1)?;
    let mut alone = Vec::new();
    let query = timed(&queries, |query| {
        let query = corpus.query(query)?;
        let started = Instant::now();
        std::hint::black_box(corpus.find(&query, 10));
        alone.push(started.elapsed().as_secs_f64() * 1e3);
        Ok(())
    })?;
    let answers = timed(&queries, |question| {
        answer::answer(&corpus, &Asked { question, ..Asked::default() })?;
        Ok(())
    })?;
    for (name, spent) in [("search alone", alone), ("query", query), ("answer", answers)] {
        let [middle, most] = [50, 99].map(|percent| at(&spent, percent));
        writeln!(text, "  {name:<13} p50 {middle:>6.2} ms  p99 {most:>6.2} ms")?;
    }
    writeln!(text, "  resident {} MB", resident()?)?;
    Ok(text)
}

fn timed(
    queries: &[String],
    mut run: impl FnMut(&str) -> Result<(), Failed>,
) -> Result<Vec<f64>, Failed> {
    let mut spent = Vec::new();
    for query in queries {
        let started = Instant::now();
        run(query)?;
        spent.push(started.elapsed().as_secs_f64() * 1e3);
    }
    Ok(spent)
}

fn at(spent: &[f64], percent: usize) -> f64 {
    let mut spent = spent.to_vec();
    spent.sort_by(f64::total_cmp);
    spent[(spent.len() * percent / 100).min(spent.len() - 1)]
}

fn resident() -> Result<u64, Failed> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? / 1024)
}
