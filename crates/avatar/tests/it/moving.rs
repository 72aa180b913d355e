//! Whole avatars: what goes from a folder goes from the avatar; avatars are deleted, copied out and taken in.

use std::fs;

use avatar::config::Limits;
use avatar::{Library, LibraryError, Profile, ingest};
use tempfile::TempDir;

fn library(folder: &TempDir) -> Library {
    Library::new(folder.path().join("avatars"))
}

#[test]
fn a_file_that_goes_from_a_folder_goes_from_the_avatar() {
    let folder = TempDir::new().unwrap();
    let home = library(&folder).create(&Profile::new("notes", "Notes", "Notes")).unwrap();
    let files = folder.path().join("files");
    fs::create_dir(&files).unwrap();
    fs::write(files.join("bell.txt"), "The bell was cast in Lyon.").unwrap();
    fs::write(files.join("mill.txt"), "The mill was sold in 1800.").unwrap();
    let add = || {
        ingest::add(&home, std::slice::from_ref(&files), &Limits::default(), &mut |_| {}).unwrap()
    };
    assert_eq!((add().added.len(), add().removed.len()), (2, 0));
    fs::remove_file(files.join("bell.txt")).unwrap();
    fs::rename(files.join("mill.txt"), files.join("the-mill.txt")).unwrap();
    let report = add();
    assert_eq!((report.removed, report.documents), (vec!["bell".to_owned()], 1));
    let away = folder.path().join("away");
    fs::rename(&files, &away).unwrap();
    assert_eq!(add().documents, 1, "a folder that is not there may only be unplugged");
}

#[test]
fn an_avatar_is_copied_out_deleted_and_taken_in() {
    let folder = TempDir::new().unwrap();
    let library = library(&folder);
    let home = library.create(&Profile::new("notes", "Notes", "Notes")).unwrap();
    let file = folder.path().join("bell.txt");
    fs::write(&file, "The bell was cast in Lyon.").unwrap();
    ingest::add(&home, &[file], &Limits::default(), &mut |_| {}).unwrap();
    let copy = folder.path().join("copy");
    library.export("notes", &copy).unwrap();
    assert!(library.export("notes", &copy).is_err(), "nothing is written over");
    assert!(matches!(library.import(&copy), Err(LibraryError::Exists(id)) if id == "notes"));
    library.delete("notes").unwrap();
    assert!(library.ids().is_empty());
    assert_eq!(fs::read_dir(folder.path().join("avatars")).unwrap().count(), 0);
    assert_eq!(library.import(&copy).unwrap(), "notes");
    let taken = avatar::Corpus::open(&library.home("notes").unwrap()).unwrap();
    assert_eq!((taken.documents().len(), taken.passages()), (1, 1));
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    assert!(matches!(library.import(&empty), Err(LibraryError::NoAvatar(_))));
    assert!(matches!(library.delete("nobody"), Err(LibraryError::Unknown { .. })));
}
