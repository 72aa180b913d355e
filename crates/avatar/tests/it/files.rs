//! Which files are which works: each file is one, and stays the same one.

use std::fs;

use crate::study::Study;

impl Study {
    /// Writes a file, and the folders it lies in.
    fn put(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The id, the file, the title and the text of each work.
    fn works(&self) -> Vec<[String; 4]> {
        let corpus = self.corpus();
        let work = |it: &avatar::Document| {
            [it.id.clone(), it.file.clone(), it.title.clone(), corpus.text(it).unwrap()]
        };
        corpus.documents().iter().map(work).collect()
    }
}

#[test]
fn files_that_differ_in_their_ending_are_works_of_their_own() {
    let study = Study::new();
    study.put("f/notes.md", "The abbot of Whitby had nine cats.\n");
    study.put("f/notes.txt", "The dean of Ripon had two parrots.\n");
    let report = study.add_files(&[study.path("f")]);
    assert_eq!((report.added.len(), report.replaced.len(), report.documents), (2, 0, 2));
    let expected = [
        ["notes", "notes.md", "notes", "The abbot of Whitby had nine cats."],
        ["notes.txt", "notes.txt", "notes.txt", "The dean of Ripon had two parrots."],
    ];
    assert_eq!(study.works(), expected);
    let again = study.add_files(&[study.path("f")]);
    assert_eq!((again.unchanged.len(), again.replaced.len()), (2, 0));
    study.put("f/notes.txt", "The dean of Ripon had three parrots.\n");
    let changed = study.add_files(&[study.path("f/notes.txt")]);
    assert_eq!((changed.replaced.len(), changed.documents), (1, 2));
    let works = study.works();
    assert_eq!(works[0], expected[0]);
    assert_eq!(
        (works[1][0].as_str(), &works[1][3][..]),
        ("notes.txt", "The dean of Ripon had three parrots.")
    );
}

#[test]
fn books_whose_chapters_share_names_are_kept_apart() {
    let study = Study::new();
    for (book, animal) in [("hill", "goats"), ("marsh", "herons"), ("deep/marsh", "eels")] {
        for chapter in 1..=2 {
            let text = format!("# {animal} {chapter}\n\nChapter {chapter} counts the {animal}.\n");
            study.put(&format!("books/{book}/chapter-{chapter}.md"), &text);
        }
    }
    let report = study.add_files(&[study.path("books")]);
    assert_eq!((report.added.len(), report.refused.len()), (6, 0));
    for [id, file, title, text] in study.works() {
        let animal = title.split(' ').next().unwrap().to_owned();
        assert!(text.contains(&format!("counts the {animal}")), "{id} {file} {title} {text}");
        let book = if animal == "goats" { "hill" } else { "marsh" };
        assert!(file.contains(book), "{file}");
    }
    let ids: std::collections::BTreeSet<_> =
        study.works().into_iter().map(|it| it[0].clone()).collect();
    assert_eq!(ids.len(), 6, "{ids:?}");
    let again = study.add_files(&[study.path("books/marsh"), study.path("books/hill")]);
    assert_eq!((again.unchanged.len(), again.added.len(), again.replaced.len()), (4, 0, 0));
}

#[test]
fn a_title_follows_its_file_unless_a_person_gave_another() {
    let study = Study::new();
    study.put("a/essay.md", "# First thoughts\n\nWater is shared by all.\n");
    study.add_files(&[study.path("a/essay.md")]);
    study.put("b/essay.md", "# Of cities\n\nStreets are shared by all.\n");
    study.add_files(&[study.path("b/essay.md")]);
    study.put("a/essay.md", "# Second thoughts\n\nWater is shared by some.\n");
    study.add_files(&[study.path("a/essay.md")]);
    let titles = |study: &Study| study.works().iter().map(|it| it[2].clone()).collect::<Vec<_>>();
    assert_eq!(titles(&study), ["Second thoughts", "Of cities"]);
    let listed = study.path("avatars/study/corpus/sources.json");
    let json = fs::read_to_string(&listed).unwrap();
    assert!(json.contains("Second thoughts") && !json.contains("First thoughts"), "{json}");
    fs::write(&listed, json.replace("Second thoughts", "On Water, 1902")).unwrap();
    for round in ["Third", "Fourth"] {
        study.put("a/essay.md", &format!("# {round} thoughts\n\nWater is shared by {round}.\n"));
        study.add_files(&[study.path("a/essay.md")]);
        assert_eq!(titles(&study), ["On Water, 1902", "Of cities"]);
    }
}

#[test]
fn a_file_that_was_moved_is_still_the_same_work() {
    let study = Study::new();
    study.put("old/essay.md", "Water is shared by all who dwell in the valley.\n");
    study.add_files(&[study.path("old")]);
    fs::rename(study.path("old"), study.path("new")).unwrap();
    assert_eq!(study.add_files(&[study.path("new")]).unchanged.len(), 1);
    study.put("new/essay.md", "Water is shared by some who dwell in the valley.\n");
    let report = study.add_files(&[study.path("new")]);
    assert_eq!((report.replaced.len(), report.documents), (1, 1));
}

#[test]
fn what_a_file_said_before_may_be_said_by_another() {
    let study = Study::new();
    study.put("f/a.md", "The abbot of Whitby had nine cats.\n");
    study.put("f/b.md", "The dean of Ripon had two parrots.\n");
    study.add_files(&[study.path("f")]);
    study.put("f/a.md", "The abbot of Whitby had eight cats.\n");
    study.put("f/c.md", "The abbot of Whitby had nine cats.\n");
    study.put("f/d.md", "The dean of Ripon\nhad two parrots.\n");
    let report = study.add_files(&[study.path("f")]);
    assert_eq!((report.replaced.len(), report.added.len(), report.unchanged.len()), (1, 1, 1));
    assert_eq!(report.refused[0].problem, "its text is the same as that of `b.md`");
    let said: Vec<_> = study.works().into_iter().map(|it| [it[0].clone(), it[3].clone()]).collect();
    let expected = [
        ["a", "The abbot of Whitby had eight cats."],
        ["b", "The dean of Ripon had two parrots."],
        ["c", "The abbot of Whitby had nine cats."],
    ];
    assert_eq!(said, expected);
}

#[test]
fn what_an_older_release_read_is_read_again() {
    let study = Study::new();
    study.put("essay.md", "Water is shared by all who dwell in the valley.\n");
    study.add_files(&[study.path("essay.md")]);
    for entry in fs::read_dir(study.path("avatars/study/index/texts")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(path, text.replace("\"reading\":3", "\"reading\":0")).unwrap();
    }
    let report = study.add_files(&[study.path("essay.md")]);
    assert_eq!((report.replaced.len(), report.documents), (1, 1));
    assert_eq!(study.add_files(&[study.path("essay.md")]).unchanged.len(), 1);
}
