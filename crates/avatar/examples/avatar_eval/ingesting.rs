//! How fast files are added: beside the encoder's own speed, and by words alone.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use avatar::config::Limits;
use avatar::{Corpus, Hit, Profile, ingest};

use crate::Failed;
use crate::setup::{Place, Setup};

/// How often the books are repeated for a large corpus.
const COPIES: usize = 13;
/// Of how many chapters a slow encoder gets one, and how often.
const ONE_OF: usize = 6;
const MORE_COPIES: usize = 117;
/// How many chapters the encoder's own speed is compared on, and how often.
const CHAPTERS: usize = 12;
const ROUNDS: usize = 3;

/// The profile of the large corpus: short passages, so that there are many.
pub(crate) fn large() -> Profile {
    let mut profile = Profile::new("large", "Large", "Large");
    profile.vector_store.chunk_size = 128;
    profile.vector_store.chunk_overlap = 0;
    profile
}

/// The table; the large corpus is kept for `speed` if there is a folder for it.
pub(crate) fn table(setup: &Setup, data: &Path) -> Result<String, Failed> {
    let chapters = chapters(&data.join("books"))?;
    let mut text = format!("ingesting with {}\n", setup.name());
    let place = setup.place(&large())?;
    let (one_of, times) = if setup.is_pulled() { (ONE_OF, MORE_COPIES) } else { (1, COPIES) };
    let chapters: Vec<String> = chapters.into_iter().step_by(one_of).collect();
    let paths = copies(&place, &chapters, times)?;
    // What an earlier run added is not added again, so a quick encoder is measured in a folder of its own.
    let measured = if setup.is_pulled() { None } else { Some(setup.passing().place(&large())?) };
    if measured.is_some() {
        add(&place, &paths)?;
    }
    let measured = measured.as_ref().unwrap_or(&place);
    let (spent, passages) = add(measured, &paths)?;
    let bytes = text_bytes(measured)? as f64 / 1e6;
    let seconds = spent.as_secs_f64();
    writeln!(
        text,
        "  {passages} passages, {bytes:.0} MB of text, every passage {times} times: {seconds:.1} s, {:.1} MB/s",
        bytes / seconds
    )?;
    Ok(text)
}

/// The table of a pulled encoder's own speed and that of adding files with it.
pub(crate) fn beside_the_encoder(setup: &Setup, data: &Path) -> Result<String, Failed> {
    let chapters = chapters(&data.join("books"))?;
    let (mut spent, mut own_time, mut passages) = (Duration::MAX, Duration::MAX, 0);
    // In turns, and the least of each: a busy moment of the machine falls on both or on neither.
    for _ in 0..ROUNDS {
        let place = setup.passing().place(&Profile::new("beside", "Beside", "Beside"))?;
        let paths = copies(&place, &chapters[..CHAPTERS.min(chapters.len())], 1)?;
        let (time, count) = add(&place, &paths)?;
        passages = count;
        spent = spent.min(time);
        own_time = own_time.min(own(setup, &place)?);
    }
    Ok(format!(
        "ingesting beside {} alone\n  {passages} passages: encoder {:.2} s, ingestion {:.2} s, {:.2} of the encoder's speed\n",
        setup.name(),
        own_time.as_secs_f64(),
        spent.as_secs_f64(),
        own_time.as_secs_f64() / spent.as_secs_f64()
    ))
}

fn add(place: &Place, paths: &[PathBuf]) -> Result<(Duration, usize), Failed> {
    let started = Instant::now();
    let report = ingest::add(&place.home, paths, &Limits::default(), &mut |_| {})?;
    Ok((started.elapsed(), report.passages))
}

/// How long the encoder by itself takes for the passages of an avatar.
fn own(setup: &Setup, place: &Place) -> Result<Duration, Failed> {
    let corpus = Corpus::open(&place.home)?;
    let mut texts = Vec::new();
    for chunk in 0..corpus.passages() {
        let hit = Hit { chunk, score: 0.0, bm25: 0.0, words: 0.0, cosine: 0.0, rerank: None };
        if let Some((text, at)) = corpus.passage(&hit)? {
            texts.push(format!("{}. {text}", at.source));
        }
    }
    let encoders = setup.encoders();
    encoders.encode(&["warm".to_owned()])?;
    let started = Instant::now();
    encoders.encode(&texts)?;
    Ok(started.elapsed())
}

fn text_bytes(place: &Place) -> Result<usize, Failed> {
    Ok(Corpus::open(&place.home)?.documents().iter().map(|document| document.bytes).sum())
}

fn copies(place: &Place, chapters: &[String], copies: usize) -> Result<Vec<PathBuf>, Failed> {
    let mut paths = Vec::new();
    for copy in 0..copies {
        for (number, chapter) in chapters.iter().enumerate() {
            let path = place.files.join(format!("{copy}-{number}.xhtml"));
            fs::write(&path, chapter.replacen("<p>", &format!("<p>Copy {copy}. "), 1))?;
            paths.push(path);
        }
    }
    Ok(paths)
}

fn chapters(folder: &Path) -> Result<Vec<String>, Failed> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        let mut files: Vec<PathBuf> =
            fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
        files.sort();
        for file in files {
            found.push(fs::read_to_string(file)?);
        }
    }
    Ok(found)
}
