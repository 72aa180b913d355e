//! How fast a large corpus is added, opened and searched.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use avatar::answer::{self, Asked};
use avatar::config::Limits;
use avatar::{Corpus, Profile, ingest};
use tempfile::TempDir;

use super::corpora::scifact;
use crate::{Failed, Setup};

const QUERIES: usize = 200;

/// The table: the books again and again until there are many passages.
pub(crate) fn table(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let mut profile = Profile::new("speed", "Speed", "Speed");
    profile.vector_store.chunk_size = 128;
    profile.vector_store.chunk_overlap = 0;
    let temporary = TempDir::new()?;
    let home = setup.library(temporary.path()).create(&profile)?;
    let chapters = chapters(&folder.join("books"))?;
    let files = temporary.path().join("files");
    fs::create_dir_all(&files)?;
    let mut paths = Vec::new();
    let mut bytes = 0;
    for copy in 0..16 {
        for (number, chapter) in chapters.iter().enumerate() {
            let path = files.join(format!("{copy}-{number}.xhtml"));
            let text = chapter.replacen("<p>", &format!("<p>Copy {copy}. "), 1);
            bytes += text.len();
            fs::write(&path, text)?;
            paths.push(path);
        }
    }
    let started = Instant::now();
    let report = ingest::add(&home, &paths, &Limits::default(), &mut |_| {})?;
    let spent = started.elapsed();
    let rate = bytes as f64 / 1e6 / spent.as_secs_f64();
    let mut text = String::from("speed\n");
    writeln!(
        text,
        "  {} passages, {} words added in {:.1} s, {rate:.1} MB/s",
        report.passages,
        report.words,
        spent.as_secs_f64()
    )?;
    let started = Instant::now();
    let corpus = Corpus::open(&home)?;
    writeln!(
        text,
        "  opened in {:.0} ms, index {:.0} MB",
        started.elapsed().as_secs_f64() * 1e3,
        fs::metadata(home.index_file())?.len() as f64 / 1e6
    )?;
    let queries: Vec<String> =
        scifact(folder)?.queries.into_iter().map(|(_, query)| query).take(QUERIES).collect();
    let mut search = timed(&queries, |query| {
        corpus.search(query, 10)?;
        Ok(())
    })?;
    let mut answers = timed(&queries, |question| {
        answer::answer(&corpus, &Asked { question, ..Asked::default() })?;
        Ok(())
    })?;
    writeln!(
        text,
        "  search   p50 {:.2} ms  p99 {:.2} ms",
        at(&mut search, 50),
        at(&mut search, 99)
    )?;
    writeln!(
        text,
        "  answer   p50 {:.2} ms  p99 {:.2} ms",
        at(&mut answers, 50),
        at(&mut answers, 99)
    )?;
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

fn at(spent: &mut [f64], percent: usize) -> f64 {
    spent.sort_by(f64::total_cmp);
    spent[(spent.len() * percent / 100).min(spent.len() - 1)]
}

fn resident() -> Result<u64, Failed> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").trim().parse::<u64>()? / 1024)
}

fn chapters(folder: &Path) -> Result<Vec<String>, Failed> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        for entry in fs::read_dir(folder)?.flatten() {
            found.push(fs::read_to_string(entry.path())?);
        }
    }
    Ok(found)
}
