//! Passages in the order of a network that reads question and passage together, where one is configured.
//!
//! The network decides which passages come first. How many of them are relevant stays what the calibrated
//! scores say: each place keeps its score.

use crate::corpus::Corpus;
use crate::library::LibraryError;
use crate::search::Hit;

/// How many passages are to be found so that the best `limit` can be chosen.
pub(crate) fn wide(corpus: &Corpus, limit: usize) -> usize {
    let read = corpus.encoders().reranker().map_or(0, |reranker| reranker.passages);
    limit.max(read)
}

/// The best `limit` of the passages found, best first.
pub(crate) fn reranked(
    corpus: &Corpus,
    question: &str,
    mut hits: Vec<Hit>,
    limit: usize,
) -> Result<Vec<Hit>, LibraryError> {
    if let Some(reranker) = corpus.encoders().reranker() {
        let read = hits.len().min(reranker.passages);
        let mut texts = Vec::new();
        for hit in &hits[..read] {
            texts.push(corpus.passage(hit)?.map(|(text, _)| text).unwrap_or_default());
        }
        let network = reranker.pairs.network()?;
        let scores = network.scores(question, &texts)?;
        let places: Vec<f32> = hits.iter().map(|hit| hit.score).collect();
        for (hit, score) in hits.iter_mut().zip(scores) {
            hit.rerank = Some(score);
        }
        // Passages that the network says the same of stay in their order.
        let value = |hit: &Hit| hit.rerank.unwrap_or(-1.0);
        hits.sort_by(|left, right| value(right).total_cmp(&value(left)));
        hits.iter_mut().zip(places).for_each(|(hit, place)| hit.score = place);
    }
    hits.truncate(limit);
    Ok(hits)
}
