//! Files that people put into a folder: only regular ones of a bounded size are read. What they
//! hold is not known here.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The longest file that is read.
const MOST_BYTES: u64 = 4 << 20;

/// The files of a folder below `base` that end with `ending`, in order. The folder need not be
/// there, its base must.
pub(crate) fn files(base: &Path, folder: &str, ending: &str) -> io::Result<Vec<PathBuf>> {
    if !std::fs::metadata(base)?.is_dir() {
        return Err(io::Error::new(ErrorKind::NotADirectory, "it is no folder"));
    }
    let entries = match std::fs::read_dir(base.join(folder)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    Ok(paths)
}

/// The text of a file.
pub(crate) fn text(path: &Path) -> io::Result<String> {
    // Opening a pipe would wait for somebody to write to it, so it is looked at first.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is no regular file"));
    }
    let mut text = String::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        let problem = format!("it has over {MOST_BYTES} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
    }
    Ok(text)
}
