//! Networks that somebody configured: a cross-encoder that orders passages, and one that judges drafts.
//!
//! The networks here are made byte by byte and count a word, so that what they say is known.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use avatar::answer::{self, Asked, Judge, Writer};
use avatar::config::{Entailment, Rerank};
use avatar::{Config, Corpus, LibraryError, Profile, Shelf, Within, ingest};
use models::Scripted;
use serde_json::json;
use tempfile::TempDir;

use crate::onnx::{MIDNIGHT, counting};

const QUESTION: &str = "When did the guards of the canal sleep?";
const WORKS: [(&str, &str); 4] = [
    ("a.txt", "The guards of the canal sleep when the sluices are shut for the winter."),
    ("b.txt", "The guards of the canal may sleep after midnight, and at midnight they change."),
    ("c.txt", "The guards were paid in shares of water."),
    ("d.txt", "Sheep cross the pass before midnight."),
];

/// Avatars whose only one has four works, with networks in the same folder.
struct House {
    folder: TempDir,
    config: Config,
}

impl House {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let config = Config::new(folder.path().join("avatars"));
        let house = Self { folder, config };
        let shelf = Shelf::new(&house.config);
        let home = shelf.library().create(&Profile::new("canal", "Canal", "Guards")).unwrap();
        let files: Vec<PathBuf> =
            WORKS.iter().map(|(name, text)| house.write(name, text.as_bytes())).collect();
        ingest::add(&home, &files, shelf.limits(), &mut |_| {}).unwrap();
        house
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn corpus(&self) -> Arc<Corpus> {
        Shelf::new(&self.config).open("canal").unwrap()
    }

    /// The works in the order they are found, and each place's score.
    fn found(&self) -> Result<Vec<(String, f32)>, LibraryError> {
        let corpus = self.corpus();
        let hits = corpus.search_within(QUESTION, 4, &Within::default())?;
        let title = |hit| corpus.passage(hit).unwrap().unwrap().1.source;
        Ok(hits.iter().map(|hit| (title(hit), hit.score)).collect())
    }
}

fn order(found: &[(String, f32)]) -> Vec<&str> {
    found.iter().map(|(title, _)| title.as_str()).collect()
}

#[test]
fn a_cross_encoder_orders_what_it_reads_and_nothing_changes_without_one() {
    let mut house = House::new();
    let plain = house.found().unwrap();
    assert_eq!(order(&plain)[0], "a", "{plain:?}");
    let file = house.write("rerank.onnx", &counting(MIDNIGHT, &[3.0], &[-1.0]));
    house.config.rerank = Some(Rerank { file: file.clone(), label: 1, passages: 20 });
    let reranked = house.found().unwrap();
    assert_eq!(order(&reranked)[0], "b", "it has the word twice: {reranked:?}");
    let scores = |found: &[(String, f32)]| found.iter().map(|it| it.1).collect::<Vec<_>>();
    assert_eq!(scores(&reranked), scores(&plain), "a place keeps its score");
    house.config.rerank = Some(Rerank { file, label: 1, passages: 1 });
    assert_eq!(order(&house.found().unwrap()), order(&plain), "it reads no more than it may");
}

#[test]
fn the_number_at_the_label_counts_where_there_are_several() {
    let mut house = House::new();
    let file = house.write("rerank.onnx", &counting(MIDNIGHT, &[-3.0, 3.0], &[0.0, 0.0]));
    house.config.rerank = Some(Rerank { file: file.clone(), label: 1, passages: 20 });
    assert_eq!(order(&house.found().unwrap())[0], "b");
    house.config.rerank = Some(Rerank { file: file.clone(), label: 0, passages: 20 });
    assert_eq!(order(&house.found().unwrap())[0], "a");
    house.config.rerank = Some(Rerank { file, label: 7, passages: 20 });
    let wrong = house.found().unwrap_err().to_string();
    assert!(wrong.contains("it has 2 labels, and none is 7"), "{wrong}");
}

#[test]
fn a_file_that_is_no_network_is_an_error_that_names_it() {
    let mut house = House::new();
    for (name, bytes) in [("broken.onnx", Some("not a network")), ("missing.onnx", None)] {
        let file = house.folder.path().join(name);
        bytes.map(|bytes| house.write(name, bytes.as_bytes()));
        house.config.rerank = Some(Rerank { file, label: 1, passages: 20 });
        let wrong = house.found().unwrap_err().to_string();
        assert!(wrong.contains(name) && wrong.contains("cannot be opened"), "{wrong}");
    }
}

#[test]
fn answers_look_where_the_cross_encoder_points() {
    let mut house = House::new();
    let file = house.write("rerank.onnx", &counting(MIDNIGHT, &[3.0], &[-1.0]));
    house.config.rerank = Some(Rerank { file, label: 1, passages: 20 });
    let corpus = house.corpus();
    let asked = Asked { question: QUESTION, ..Asked::default() };
    let answer = answer::answer(&corpus, &asked).unwrap();
    assert!(answer.refusal.is_none(), "{}", answer.text);
    let all: String = WORKS.iter().map(|(_, text)| *text).collect();
    assert!(answer.quotes.iter().all(|quote| all.contains(&quote.text)));
}

#[tokio::test]
async fn a_drafted_sentence_must_convince_the_entailment_network_too() {
    let house = House::new();
    let corpus = house.corpus();
    let study = answer::study(&corpus, &Asked { question: QUESTION, ..Asked::default() }).unwrap();
    let number =
        |word: &str| study.offered.iter().position(|it| it.text.contains(word)).unwrap() + 1;
    let with = json!({ "say": WORKS[1].1, "from": [number("midnight")] });
    let without = json!({ "say": WORKS[0].1, "from": [number("winter")] });
    let model = Scripted::new().line("canal", &format!("{with}\n{without}"));
    let entailment = |name: &str, steps: &[f32]| Entailment {
        file: house.write(name, &counting(MIDNIGHT, steps, &[0.0, -1.0, 0.0])),
        label: 1,
        least: 0.5,
    };
    let judged = |entailment: Option<Entailment>| {
        let judge = entailment.map(|it| Arc::new(Judge::new(&it)));
        let (writer, study) = (Writer::new(&model).judged_by(judge), study.clone());
        let corpus = corpus.clone();
        async move { writer.write(corpus.profile(), QUESTION, study).await }
    };
    let free = judged(None).await;
    assert_eq!(free.draft.unwrap().kept, 2, "without a judge both pass");
    let strict = judged(Some(entailment("nli.onnx", &[0.0, 9.0, 0.0]))).await;
    let said = "The guards of the canal may sleep after midnight, and at midnight they change (b).";
    assert_eq!(strict.text, said);
    let dropped = strict.draft.unwrap().dropped;
    assert!(
        dropped.iter().all(|it| it.to_string() == "it does not follow from the source"),
        "{dropped:?}"
    );
    assert!(!dropped.is_empty());
    let never = judged(Some(entailment("never.onnx", &[0.0, -9.0, 0.0]))).await;
    assert_eq!(never.mode(), "extractive");
    let missing = Entailment { file: house.folder.path().join("no.onnx"), label: 1, least: 0.5 };
    let broken = judged(Some(missing)).await;
    assert_eq!(broken.mode(), "extractive", "without its judge nothing drafted is said");
    assert!(broken.draft.unwrap().problem.unwrap().contains("no.onnx"));
}
