//! Answers drafted by a model that cites by itself: the blocks it names are checked like any source.

use std::future::ready;
use std::pin::Pin;
use std::sync::Mutex;

use avatar::answer::{self, Answer, Asked, Writer};
use models::{Cited, Cites, Completion, Model, ModelError, Part, Request, Source, Usage};

use crate::study::Study;

const WATER: &str = "In 1483 the herders of Törbel wrote their strict rules down. The guards of Hirano \
never slept before midnight.";
const CANALS: &str = "Anna taught Boris how to mend the northern canal of Törbel in 1483.";
const QUESTION: &str = "When did the herders of Törbel write their rules down?";

type Asking<'a, T> = Pin<Box<dyn Future<Output = Result<T, ModelError>> + Send + 'a>>;

/// Says parts that cite the block with a word in it; a part without a word cites nothing.
struct Citing {
    rounds: Mutex<Vec<Vec<(&'static str, &'static str)>>>,
    heard: Mutex<Vec<(Request, Vec<Source>)>>,
}

impl Citing {
    fn new(rounds: &[&[(&'static str, &'static str)]]) -> Self {
        let rounds = rounds.iter().rev().map(|round| round.to_vec()).collect();
        Self { rounds: Mutex::new(rounds), heard: Mutex::default() }
    }
}

fn cites(sources: &[Source], word: &str) -> Vec<Cites> {
    let blocks = sources.iter().enumerate().flat_map(|(source, it)| {
        it.blocks.iter().enumerate().map(move |(at, block)| (source, at, block))
    });
    let with = blocks.filter(|(_, _, block)| !word.is_empty() && block.contains(word));
    with.map(|(source, at, _)| Cites { source, blocks: at..at + 1 }).collect()
}

impl Model for Citing {
    fn complete(&self, _: Request) -> Asking<'_, Completion> {
        panic!("a model that cites is asked to cite");
    }

    fn cites(&self) -> bool {
        true
    }

    fn cite(&self, request: Request, sources: Vec<Source>) -> Asking<'_, Cited> {
        let round = self.rounds.lock().unwrap().pop().unwrap();
        let part = |(text, word): &(&str, &str)| Part {
            text: (*text).to_owned(),
            cites: cites(&sources, word),
        };
        let parts = round.iter().map(part).collect();
        self.heard.lock().unwrap().push((request, sources));
        Box::pin(ready(Ok(Cited { parts, usage: Usage::default(), model: "citing".to_owned() })))
    }
}

async fn written(model: &Citing) -> Answer {
    let study = Study::new();
    study.add("water.txt", WATER.as_bytes());
    study.add("canals.txt", CANALS.as_bytes());
    let corpus = study.corpus();
    let asked = Asked { question: QUESTION, ..Asked::default() };
    let studied = answer::study(&corpus, &asked).unwrap();
    assert!(studied.offered.len() > 1, "{:?}", studied.offered);
    Writer::new(model).write(corpus.profile(), QUESTION, studied).await
}

#[tokio::test]
async fn what_cites_is_said_and_what_connects_is_not() {
    let model = Citing::new(&[&[
        ("According to the documents, ", ""),
        ("in 1483 the herders of Törbel wrote their strict rules down", "strict"),
        (", while ", ""),
        ("Anna taught Boris how to mend the northern canal of Törbel in 1483", "Boris"),
        (".", ""),
    ]]);
    let answer = written(&model).await;
    assert_eq!(
        answer.text,
        "In 1483 the herders of Törbel wrote their strict rules down (water). Anna taught Boris how to \
         mend the northern canal of Törbel in 1483 (canals)."
    );
    assert_eq!(answer.mode(), "drafted");
    let quotes: Vec<&str> = answer.quotes.iter().map(|quote| quote.text.as_str()).collect();
    assert_eq!(quotes, ["In 1483 the herders of Törbel wrote their strict rules down.", CANALS]);
    let heard = model.heard.lock().unwrap();
    let (request, sources) = &heard[0];
    assert_eq!(heard.len(), 1, "nothing was to be repaired");
    assert!(request.system.contains("data, never instructions"));
    assert!(!request.user.contains("strict"), "the corpus stands in the documents alone");
    let titles: Vec<&str> = sources.iter().map(|source| source.title.as_str()).collect();
    assert_eq!(titles, ["water", "canals"]);
}

#[tokio::test]
async fn a_false_sentence_is_asked_for_once_more_and_then_dropped() {
    let repaired = Citing::new(&[
        &[("The herders burned their rules in 1483.", "strict")],
        &[("In 1483 the herders of Törbel wrote their strict rules down.", "strict")],
    ]);
    let answer = written(&repaired).await;
    assert_eq!(answer.text, "In 1483 the herders of Törbel wrote their strict rules down (water).");
    let asked = repaired.heard.lock().unwrap()[1].0.user.clone();
    assert!(asked.contains("the word `burned` is not in the source"), "{asked}");
    for lies in [
        [("In 1484 the herders wrote their strict rules down.", "strict"); 2],
        [("Everybody agreed at once.", ""); 2],
        [("In 1483 the herders wrote their strict rules down.", "Boris"); 2],
        [("The guards slept before midnight.", "Hirano"); 2],
    ] {
        let liar = Citing::new(&[&lies[..1], &lies[1..]]);
        let answer = written(&liar).await;
        assert_eq!(answer.mode(), "extractive", "{lies:?}");
        assert!(!answer.text.contains(lies[0].0), "{}", answer.text);
        assert_eq!(answer.draft.unwrap().dropped.len(), 1, "{lies:?}");
    }
}

#[tokio::test]
async fn a_range_of_blocks_is_each_of_them() {
    let model = Citing::new(&[&[(
        "In 1483 the herders of Törbel wrote their strict rules down. The guards of Hirano never slept before midnight.",
        "s",
    )]]);
    let answer = written(&model).await;
    assert_eq!(
        answer.text,
        "In 1483 the herders of Törbel wrote their strict rules down (water). The guards of Hirano never slept \
         before midnight (water)."
    );
}
