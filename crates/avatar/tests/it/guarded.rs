//! Files that are not what they were: weights, texts and settings that somebody or something changed.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use avatar::answer::{self, Asked};
use avatar::config::Limits;
use avatar::remote::{Remote, RemoteError};
use avatar::weights::Weights;
use avatar::{Aids, Config, LibraryError, Profile, Shelf, guide, ingest};
use kernel::{Call, Principal};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::study::{Study, fixture};

#[test]
fn an_encoder_whose_file_has_another_digest_is_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let (models, note) = (folder.path().join("models"), folder.path().join("a.txt"));
    fs::create_dir(&models).unwrap();
    fs::write(&note, "The register was kept in the church.").unwrap();
    let manifest = Weights::manifest("all-minilm-l6-v2-int8").unwrap();
    let file = Weights::new(&models).path(&manifest.file);
    let mut config = Config::new(folder.path().join("avatars"));
    config.models = Some(models);
    for length in [manifest.file.bytes, 7] {
        fs::File::create(&file).unwrap().set_len(length).unwrap();
        for encoder in ["auto", manifest.id] {
            encoder.clone_into(&mut config.encoder);
            let shelf = Shelf::new(&config);
            let id = format!("a-{length}-{encoder}");
            let home = shelf.library().create(&Profile::new(&id, "A", "A")).unwrap();
            let files = std::slice::from_ref(&note);
            let refused = ingest::add(&home, files, shelf.limits(), &mut |_| {}).unwrap_err();
            assert!(matches!(refused, LibraryError::Encoder(_)));
            let said = refused.to_string();
            assert!(said.contains(&*file.to_string_lossy()), "{said}");
            assert!(said.contains("ensemble models pull all-minilm-l6-v2-int8"), "{said}");
            assert!(!home.index_file().exists(), "nothing was embedded");
        }
    }
}

/// On machines that no library is known for there is nothing to be wrong.
#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[test]
fn a_library_with_another_digest_is_never_loaded() {
    let folder = TempDir::new().unwrap();
    let weights = Weights::new(folder.path());
    let manifest = Weights::manifest("pdfium").unwrap();
    let file = weights.path(&manifest.file);
    fs::File::create(&file).unwrap().set_len(manifest.file.bytes).unwrap();
    fs::write(folder.path().join("book.pdf"), fixture("book.pdf")).unwrap();
    let shelf = Shelf::new(&Config::new(folder.path().join("avatars")))
        .aided_by(Aids { pdfium: weights.pdfium(), ..Aids::default() });
    let home = shelf.library().create(&Profile::new("a", "A", "A")).unwrap();
    let book = [folder.path().join("book.pdf")];
    let report = ingest::add(&home, &book, shelf.limits(), &mut |_| {}).unwrap();
    let warnings = report.added[0].warnings.join("\n");
    assert!(warnings.contains(&*file.to_string_lossy()), "{warnings}");
    assert!(warnings.contains("ensemble models pull pdfium"), "{warnings}");
}

#[test]
fn a_project_without_a_key_is_an_error_and_nobody_else_answers() {
    let folder = TempDir::new().unwrap();
    let remote = Remote::new("http://127.0.0.1:9", "", Duration::from_secs(1));
    let shelf = Shelf::new(&Config::new(folder.path())).beside(Some(remote));
    shelf.library().create(&Profile::new("parish", "Parish", "A parish")).unwrap();
    let refused = shelf.speaker("parish").unwrap_err();
    assert!(matches!(refused, LibraryError::Remote(RemoteError::NoKey { .. })), "{refused}");
    assert!(refused.to_string().contains("SUPABASE_ANON_KEY"), "{refused}");
    assert!(shelf.all_ids().is_err());
    assert!(shelf.speaker("ensemble-guide").is_ok(), "the guide is always here");
}

/// Where the text of the work that holds some words lies.
fn text_with(study: &Study, words: &str) -> PathBuf {
    let texts = fs::read_dir(study.home.index_file().with_file_name("texts")).unwrap();
    let mut texts = texts.map(|entry| entry.unwrap().path());
    let has = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.contains(words));
    texts.find(|path| path.extension().is_some_and(|it| it == "txt") && has(path)).unwrap()
}

fn two_works() -> Study {
    let study = Study::new();
    study.add("parish.txt", b"The register of the parish was kept in the church for a century.");
    study.add("canal.txt", b"The guards of the canal may sleep after midnight.");
    study
}

#[test]
fn a_damaged_text_is_named_and_never_quoted() {
    let study = two_works();
    let corpus = study.corpus();
    let asked = |question| answer::answer(&corpus, &Asked { question, ..Asked::default() });
    let question = "Where was the register of the parish kept?";
    assert_eq!(asked(question).unwrap().quotes.len(), 1);
    let path = text_with(&study, "register");
    // A letter's case is all that changes: the length and the words stay.
    let damaged = fs::read_to_string(&path).unwrap().replace("The register", "the register");
    for text in [Some(damaged.as_str()), Some("\u{fffd}"), None] {
        match text {
            Some(text) => fs::write(&path, text).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let said = asked(question).unwrap_err().to_string();
        assert!(said.contains("`parish.txt`") && said.contains("avatar add"), "{said}");
    }
    fs::write(study.path("more.txt"), "More of the same kind.").unwrap();
    let files = [study.path("more.txt")];
    let added = ingest::add(&study.home, &files, &Limits::default(), &mut |_| {});
    assert!(added.unwrap_err().to_string().contains("`parish.txt`"));
    let again = study.add_files(&[study.path("parish.txt")]);
    assert_eq!(again.replaced.len(), 1, "its file is read again");
    assert_eq!(study.ask(question).quotes.len(), 1);
}

#[test]
fn a_rebuild_names_damaged_texts_and_never_ends_with_none() {
    let study = two_works();
    let [parish, canal] = ["register", "midnight"].map(|words| text_with(&study, words));
    let damaged = fs::read_to_string(&parish).unwrap().replace("century", "decades");
    fs::write(&parish, damaged).unwrap();
    let rebuilt = ingest::rebuild(&study.home, None).unwrap();
    assert_eq!((rebuilt.documents, rebuilt.damaged), (1, vec!["parish.txt".to_owned()]));
    assert!(study.ask("Where was the register of the parish kept?").refusal.is_some());
    assert_eq!(ingest::rebuild(&study.home, None).unwrap().damaged.len(), 1, "it is still known");
    let before = fs::read(study.home.index_file()).unwrap();
    fs::remove_file(&canal).unwrap();
    let refused = ingest::rebuild(&study.home, None).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("`parish.txt`") && said.contains("`canal.txt`"), "{said}");
    assert_eq!(fs::read(study.home.index_file()).unwrap(), before, "the index is as it was");
    let empty = ingest::rebuild(&Study::new().home, None).unwrap_err();
    assert!(matches!(empty, LibraryError::NoTexts { .. }), "{empty}");
}

#[test]
fn the_guide_takes_no_changes_and_mends_itself() {
    let folder = TempDir::new().unwrap();
    let shelf = Shelf::new(&Config::new(folder.path()));
    let library = shelf.library();
    let created = library.create(&Profile::new(guide::ID, "Mine", "Mine")).unwrap_err();
    assert!(matches!(created, LibraryError::Guide), "{created}");
    let pages = shelf.open(guide::ID).unwrap().documents().len();
    let home = library.home(guide::ID).unwrap();
    let file = folder.path().join("mine.txt");
    fs::write(&file, "My own text.").unwrap();
    let added = ingest::add(&home, &[file], shelf.limits(), &mut |_| {}).unwrap_err();
    let removed = ingest::remove(&home, &["01-start".to_owned()]).unwrap_err();
    for refused in [added, removed] {
        assert!(refused.to_string().contains("cannot be changed"), "{refused}");
    }
    for text in fs::read_dir(home.index_file().with_file_name("texts")).unwrap() {
        fs::write(text.unwrap().path(), "damaged").unwrap();
    }
    let speaker = Shelf::new(&Config::new(folder.path())).speaker(guide::ID).unwrap();
    let asked = Asked { question: "How do I approve a push?", ..Asked::default() };
    let (study, _) = speaker.study(&asked).unwrap();
    assert!(study.answer.refusal.is_none(), "{}", study.answer.text);
    assert_eq!(shelf.open(guide::ID).unwrap().documents().len(), pages);
}

#[tokio::test]
async fn wrong_arguments_are_named_in_words_for_people() {
    let folder = TempDir::new().unwrap();
    let shelf = Arc::new(Shelf::new(&Config::new(folder.path())));
    let home = shelf.library().create(&Profile::new("canal", "Canal", "Guards")).unwrap();
    let work = folder.path().join("canal.txt");
    fs::write(&work, "The guards of the canal may sleep after midnight.").unwrap();
    ingest::add(&home, &[work], shelf.limits(), &mut |_| {}).unwrap();
    let all = avatar::service(&shelf).unwrap();
    let one = avatar::service_of(&shelf, "canal").unwrap();
    let question = "When may the guards of the canal sleep?";
    for service in [&all, &one] {
        let call = async |tool: &str, input: Value| {
            let input = input.as_object().cloned().unwrap();
            service.tools.call(tool, Call::new(Principal::local()), input).await
        };
        for (tool, input, said) in [
            ("query_corpus", json!({ "query": 5 }), "`query` is `5`, expected a text"),
            (
                "query_corpus",
                json!({ "query": "x", "limit": "a" }),
                "`limit` is \"a\", expected a whole",
            ),
            (
                "generate_response",
                json!({ "question": "x", "passages": [5] }),
                "`passages[0]` is neither a text",
            ),
            (
                "generate_response",
                json!({ "question": "x", "context": ["a"] }),
                "`context[0]` is \"a\", expected an object",
            ),
        ] {
            let refused = call(tool, input).await.unwrap_err();
            assert!(refused.message.contains(said), "{}", refused.message);
        }
        for (tool, input) in [
            ("generate_response", json!({ "question": question, "context": null })),
            ("generate_response", json!({ "question": question, "passages": null })),
            ("query_corpus", json!({ "query": question, "sources": null })),
        ] {
            let answered = call(tool, input).await;
            assert!(answered.is_ok(), "{answered:?}");
        }
    }
}
