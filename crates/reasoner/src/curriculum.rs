//! Curricula: files of lessons with the answers they should get, and what a run of one came to.

use std::path::{Path, PathBuf};

use crate::folder;

/// A set of lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Curriculum {
    /// Its name in calls.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Where it comes from.
    pub path: Option<PathBuf>,
    /// Its lessons.
    pub lessons: Vec<Lesson>,
}

/// What is told to a fresh session, and what is then tried.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lesson {
    /// What is told.
    pub told: String,
    /// What is tried.
    pub cases: Vec<Case>,
}

/// One thing tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The line it stands on.
    pub line: usize,
    /// A question or a sentence.
    pub input: String,
    /// What it should come to.
    pub expected: Expected,
}

/// What a case should come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// A question: a verdict, a number, or names.
    Answer(String),
    /// A sentence: its clauses.
    Clauses(Vec<String>),
    /// A sentence that must not be taken in.
    Refused,
}

/// A file that is no curriculum.
#[derive(Debug, thiserror::Error)]
pub enum CurriculumError {
    /// It cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is not what it should be.
    #[error("line {line} of `{id}`: {problem}")]
    Line {
        /// The curriculum.
        id: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: &'static str,
    },
}

const OURS: [(&str, &str); 9] = [
    ("reading", include_str!("../curricula/reading.txt")),
    ("everyday", include_str!("../curricula/everyday.txt")),
    ("classes", include_str!("../curricula/classes.txt")),
    ("syllogisms", include_str!("../curricula/syllogisms.txt")),
    ("conditions", include_str!("../curricula/conditions.txt")),
    ("relations", include_str!("../curricula/relations.txt")),
    ("defaults", include_str!("../curricula/defaults.txt")),
    ("stories", include_str!("../curricula/stories.txt")),
    ("prolog", include_str!("../curricula/prolog.txt")),
];

/// Ours, and those in the files `curricula/*.txt` of a folder.
pub fn curricula(folder: Option<&Path>) -> Vec<Result<Curriculum, CurriculumError>> {
    let mut found: Vec<_> = OURS.iter().map(|(id, text)| read(id, text)).collect();
    let Some(folder) = folder else { return found };
    match folder::files(folder, "curricula", "txt") {
        Ok(paths) => found.extend(paths.iter().map(|path| load(path))),
        Err(source) => found.push(Err(CurriculumError::File { path: folder.to_owned(), source })),
    }
    found
}

/// Reads a file.
pub fn load(path: &Path) -> Result<Curriculum, CurriculumError> {
    let failed = |source| CurriculumError::File { path: path.to_owned(), source };
    let text = folder::text(path).map_err(failed)?;
    let id = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut curriculum = read(&id.unwrap_or_default(), &text)?;
    curriculum.path = Some(path.to_owned());
    Ok(curriculum)
}

/// Reads a text.
pub fn read(id: &str, text: &str) -> Result<Curriculum, CurriculumError> {
    let mut curriculum = Curriculum {
        id: id.to_owned(),
        name: id.to_owned(),
        path: None,
        lessons: vec![Lesson::default()],
    };
    for (number, line) in text.lines().enumerate() {
        let fail = |problem| CurriculumError::Line { id: id.to_owned(), line: number + 1, problem };
        let line = line.trim();
        if line.is_empty() {
            curriculum.lessons.push(Lesson::default());
            continue;
        }
        if let Some(name) = line.strip_prefix("# ") {
            curriculum.name = name.to_owned();
            continue;
        }
        let Some(lesson) = curriculum.lessons.last_mut() else { continue };
        match case(line, number + 1).map_err(fail)? {
            Some(case) => lesson.cases.push(case),
            None => {
                lesson.told.push_str(line);
                lesson.told.push('\n');
            }
        }
    }
    curriculum.lessons.retain(|lesson| !lesson.cases.is_empty());
    Ok(curriculum)
}

fn case(line: &str, number: usize) -> Result<Option<Case>, &'static str> {
    let (mark, rest) = line.split_at(line.char_indices().nth(2).map_or(line.len(), |(at, _)| at));
    let arrow = || rest.rsplit_once(" -> ").ok_or("a case needs ` -> ` and what it should come to");
    let made = |input: &str, expected| {
        Ok(Some(Case { line: number, input: input.trim().to_owned(), expected }))
    };
    match mark {
        "? " => {
            let (input, answer) = arrow()?;
            made(input, Expected::Answer(answer.trim().to_owned()))
        }
        "= " => {
            let (input, clauses) = arrow()?;
            let clauses = clauses.split("  ").map(|clause| clause.trim().to_owned()).collect();
            made(input, Expected::Clauses(clauses))
        }
        "! " => made(rest, Expected::Refused),
        _ => Ok(None),
    }
}

impl Curriculum {
    /// How many cases it has.
    pub fn cases(&self) -> usize {
        self.lessons.iter().map(|lesson| lesson.cases.len()).sum()
    }
}
