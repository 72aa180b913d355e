//! nDCG@10 of words alone and of words with meaning.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::path::Path;

use avatar::Hit;

use super::corpora::{Collection, Made, cranfield, make, scifact};
use crate::Failed;
use crate::setup::Setup;

const DEPTH: usize = 10;
const LOOKED_AT: usize = 100;

/// The line of the Cranfield collection.
pub(crate) fn of_cranfield(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    line(setup, &cranfield(folder)?)
}

/// The line of SciFact's training claims.
pub(crate) fn of_scifact(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    line(setup, &scifact(folder)?)
}

fn line(setup: &Setup, collection: &Collection) -> Result<String, Failed> {
    let made = build(setup, collection)?;
    let [words, fused] = means(collection, &made, [|hit| hit.bm25, |hit| hit.score])?;
    let (name, encoder) = (collection.name, setup.name());
    Ok(format!("nDCG@10 {name:<10} BM25 {words:.4}, with {encoder:<16} {fused:.4}\n"))
}

/// Each of the first passages of every query with its signals and whether it is relevant, as CSV.
pub(crate) fn scores(setup: &Setup, folder: &Path) -> Result<String, Failed> {
    let mut text = String::from("set,query,relevant,words,cosine,bm25\n");
    for collection in [cranfield(folder)?, scifact(folder)?] {
        let made = build(setup, &collection)?;
        for (id, query) in &collection.queries {
            let Some(relevant) = collection.relevant.get(id) else { continue };
            for hit in made.corpus.search(query, LOOKED_AT * 2)? {
                let Some((_, place)) = made.corpus.passage(&hit)? else { continue };
                let fits = u8::from(relevant.contains(&place.source_id));
                writeln!(
                    text,
                    "{},{id},{fits},{},{},{}",
                    collection.name, hit.words, hit.cosine, hit.bm25
                )?;
            }
        }
    }
    Ok(text)
}

pub(crate) fn build(setup: &Setup, collection: &Collection) -> Result<Made, Failed> {
    make(
        setup,
        &collection.name.to_lowercase(),
        collection
            .documents
            .iter()
            .map(|(id, title, text)| (id.as_str(), title.as_str(), text.as_str())),
    )
}

/// The mean over all queries, with the passages in each of two orders.
fn means(
    collection: &Collection,
    made: &Made,
    orders: [fn(&Hit) -> f32; 2],
) -> Result<[f64; 2], Failed> {
    let (mut sums, mut count) = ([0.0; 2], 0.0);
    for (id, query) in &collection.queries {
        let Some(relevant) = collection.relevant.get(id).filter(|it| !it.is_empty()) else {
            continue;
        };
        let mut hits = made.corpus.search(query, made.corpus.passages())?;
        for (sum, by) in sums.iter_mut().zip(orders) {
            hits.sort_by(|left, right| by(right).total_cmp(&by(left)));
            *sum += ndcg(&ranked(made, &hits)?, relevant);
        }
        count += 1.0;
    }
    Ok(sums.map(|sum| sum / count))
}

/// The documents of the first passages, each once.
fn ranked(made: &Made, hits: &[Hit]) -> Result<Vec<String>, Failed> {
    let mut seen = HashSet::new();
    let mut ranked = Vec::new();
    for hit in hits.iter().take(LOOKED_AT) {
        let Some((_, place)) = made.corpus.passage(hit)? else { continue };
        if seen.insert(place.source_id.clone()) {
            ranked.push(place.source_id);
        }
    }
    Ok(ranked)
}

fn ndcg(ranked: &[String], relevant: &BTreeSet<String>) -> f64 {
    let gain = |at: usize| 1.0 / f64::from(u32::try_from(at).unwrap_or(0) + 2).log2();
    let found = ranked.iter().take(DEPTH).enumerate();
    let found: f64 = found.filter(|(_, id)| relevant.contains(*id)).map(|(at, _)| gain(at)).sum();
    let best: f64 = (0..relevant.len().min(DEPTH)).map(gain).sum();
    found / best
}
