//! The journal as a log: heads under a signature, kept elsewhere, and proofs that need no journal.

use std::path::PathBuf;

use store::{
    Begun, Field, HeadsConfig, OpenError, ProofError, Store, StoreConfig, VerifyOptions,
    VerifyReport, is_consistent,
};
use tempfile::TempDir;

use crate::support::{append, config, folder, path};

fn outside(folder: &TempDir) -> PathBuf {
    folder.path().join("elsewhere/heads")
}

fn signed(folder: &TempDir, begun: Begun) -> StoreConfig {
    let inside = folder.path().join("heads");
    let heads = HeadsConfig { seed: [7; 32], inside, outside: vec![outside(folder)], begun };
    StoreConfig { heads: Some(heads), ..config(folder) }
}

async fn verify(folder: &TempDir) -> VerifyReport {
    let journal = Store::open_read_only(&signed(folder, Begun::Earlier)).unwrap();
    journal.verify(VerifyOptions::default()).await.unwrap()
}

async fn run(folder: &TempDir, begun: Begun, events: u64) {
    let store = Store::open(signed(folder, begun)).unwrap();
    append(&store, events).await;
    assert_eq!(store.close().await, 0);
}

fn copy(folder: &TempDir) -> Vec<u8> {
    std::fs::read(path(folder)).unwrap()
}

#[tokio::test]
async fn a_journal_set_back_to_an_earlier_day_is_found_by_its_heads() {
    let folder = folder();
    run(&folder, Begun::Now, 300).await;
    let earlier = copy(&folder);
    run(&folder, Begun::Earlier, 300).await;
    let report = verify(&folder).await;
    assert_eq!(report.faults, []);
    assert!(report.heads >= 4, "{}", report.heads);
    std::fs::write(path(&folder), earlier).unwrap();
    let report = verify(&folder).await;
    let fault = report.first_broken().unwrap();
    assert_eq!(fault.field, Field::Anchor);
    assert!(fault.found.contains("cut off at 300"), "{fault}");
    let refused = Store::open(signed(&folder, Begun::Earlier)).err().unwrap();
    assert!(matches!(refused, OpenError::Anchor { .. }), "{refused}");
}

#[tokio::test]
async fn heads_that_are_missing_cut_or_forged_are_damage() {
    let folder = folder();
    for begun in [Begun::Now, Begun::Earlier, Begun::Earlier] {
        run(&folder, begun, 100).await;
    }
    let file = outside(&folder);
    let whole = std::fs::read_to_string(&file).unwrap();
    let cut = whole.lines().next().unwrap().to_owned() + "\n";
    let forged = whole.replacen("100 ", "101 ", 1);
    let blurred = whole.replacen(' ', "x", 1);
    for (text, word) in [
        (cut, "heads up to size"),
        (forged, "not the house's"),
        (blurred, "line 1 is none"),
        (String::new(), "an empty file"),
    ] {
        std::fs::write(&file, text).unwrap();
        let report = verify(&folder).await;
        assert!(report.faults.iter().any(|fault| fault.found.contains(word)), "{word}: {report:?}");
    }
    std::fs::remove_file(&file).unwrap();
    let report = verify(&folder).await;
    assert_eq!(report.first_broken().map(|fault| fault.field), Some(Field::Anchor));
    // The house starts all the same, and the loss is on the record.
    let store = Store::open(signed(&folder, Begun::Earlier)).unwrap();
    let last = store.journal().since(300, 10).await.unwrap();
    assert_eq!(&*last[0].kind, "heads.missing");
    store.close().await;
    assert_eq!(verify(&folder).await.faults, []);
}

#[tokio::test]
async fn a_proof_holds_by_itself_and_every_changed_letter_breaks_it() {
    let folder = folder();
    run(&folder, Begun::Now, 4500).await;
    let journal = Store::open_read_only(&signed(&folder, Begun::Earlier)).unwrap();
    let key = journal.public_key().unwrap();
    for seq in [1, 2, 63, 64, 65, 4096, 4097, 4499, 4500] {
        let proof = journal.prove(seq).await.unwrap();
        assert_eq!(proof.event.seq, seq);
        assert!(proof.path.len() <= 13, "{}", proof.path.len());
        proof.check(&key).unwrap();
        assert_eq!(proof.check(&[1; 32]), Err(ProofError::Signature));
    }
    let proof = journal.prove(77).await.unwrap();
    let text = serde_json::to_value(&proof).unwrap();
    for field in text["event"].as_object().unwrap().keys() {
        let mut forged = text.clone();
        let value = &text["event"][field];
        forged["event"][field] = if let Some(number) = value.as_i64() {
            (number + 1).into()
        } else {
            let mut letters = value.as_str().unwrap().to_owned();
            let place = letters.find(|letter: char| letter.is_ascii_digit()).unwrap_or(0);
            let next = if letters[place..].starts_with('1') { "2" } else { "1" };
            letters.replace_range(place..=place, next);
            letters.into()
        };
        let forged: store::Proof = serde_json::from_value(forged).unwrap();
        assert!(forged.check(&key).is_err(), "{field}");
    }
    assert!(journal.prove(4501).await.is_err());
}

#[tokio::test]
async fn one_head_is_shown_to_have_grown_out_of_another() {
    let folder = folder();
    run(&folder, Begun::Now, 700).await;
    let journal = Store::open_read_only(&signed(&folder, Begun::Earlier)).unwrap();
    let key = journal.public_key().unwrap();
    let old = journal.prove(700).await.unwrap().head;
    run(&folder, Begun::Earlier, 900).await;
    let new = journal.prove(1).await.unwrap().head;
    assert_eq!((old.size, new.size), (700, 1600));
    let path = journal.consistency(old.size).await.unwrap();
    let (old, new) = ((old.size, old.check(&key).unwrap()), (new.size, new.check(&key).unwrap()));
    assert!(is_consistent(old, new, &path));
    assert!(!is_consistent((699, old.1), new, &path));
}
