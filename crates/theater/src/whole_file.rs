//! Files that are there whole or not at all, whoever else writes the same one, and after a power cut.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// How the names of files end that are being written.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Writes a file in one step, its folder as well; of two writers at once either may win.
pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new().suffix(UNFINISHED).tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_data()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_of_the_same_file_do_not_get_in_each_others_way() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/one");
        let content = vec![7; 100_000];
        std::thread::scope(|threads| {
            for _ in 0..8 {
                threads.spawn(|| {
                    for _ in 0..10 {
                        write(&path, &content).unwrap();
                    }
                });
            }
        });
        assert_eq!(fs::read(&path).unwrap(), content);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }
}
