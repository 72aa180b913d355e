//! The content store of the actors: files named by their SHA-1, and labels that point to them.
//!
//! The layout is Theater's, so a store can be carried over; names from guests never become paths.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha1::{Digest, Sha1};

use crate::error::TheaterError;
use crate::whole_file::{self, UNFINISHED};

/// The folder of all stores.
#[derive(Debug, Clone)]
pub struct ContentStore {
    folder: PathBuf,
}

impl ContentStore {
    /// The stores in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The bytes that `ID/LABEL` or `ID/hash/SHA1` names.
    pub fn fetch(&self, name: &str) -> Result<Vec<u8>, TheaterError> {
        let unreadable = |why: &str| TheaterError::Unreadable {
            what: format!("store://{name}"),
            why: why.to_owned(),
        };
        let (id, rest) = name.split_once('/').ok_or_else(|| unreadable("no label is given"))?;
        let store = self.store(id).map_err(|error| unreadable(&error))?;
        let hash = match rest.strip_prefix("hash/") {
            Some(hash) => Some(hash.to_owned()),
            None => store.labelled(rest).map_err(|error| unreadable(&error))?,
        };
        let hash = hash.ok_or_else(|| unreadable("there is no such label"))?;
        store.get(&hash).map_err(|error| unreadable(&error))
    }

    /// One store by its id.
    pub fn store(&self, id: &str) -> Result<Shelf, String> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if id.is_empty() || id.len() > 64 || !id.bytes().all(plain) {
            return Err(format!("`{id}` is no store id, expected letters, digits, `-` and `_`"));
        }
        Ok(Shelf { folder: self.folder.join(id) })
    }
}

/// One store.
#[derive(Debug, Clone)]
pub struct Shelf {
    folder: PathBuf,
}

fn text(error: &io::Error) -> String {
    error.to_string()
}

/// The SHA-1 that names `content`, in hexadecimal.
pub(crate) fn address(content: &[u8]) -> String {
    Sha1::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Shelf {
    /// Keeps `content` and gives its hash.
    pub fn put(&self, content: &[u8]) -> Result<String, String> {
        let hash = address(content);
        let path = self.content_path(&hash)?;
        if !path.exists() {
            whole_file::write(&path, content).map_err(|error| text(&error))?;
        }
        Ok(hash)
    }

    /// The content named by `hash`; what was altered on the disk is refused.
    pub fn get(&self, hash: &str) -> Result<Vec<u8>, String> {
        let content = fs::read(self.content_path(hash)?)
            .map_err(|_| format!("there is no content `{hash}`"))?;
        if address(&content) != hash.to_ascii_lowercase() {
            return Err(format!("content `{hash}` was altered on the disk"));
        }
        Ok(content)
    }

    /// Whether content named by `hash` is there.
    pub fn exists(&self, hash: &str) -> Result<bool, String> {
        Ok(self.content_path(hash)?.exists())
    }

    /// Points `label` to `hash`.
    pub fn label(&self, label: &str, hash: &str) -> Result<(), String> {
        if !self.exists(hash)? {
            return Err(format!("there is no content `{hash}`"));
        }
        whole_file::write(&self.label_path(label)?, hash.as_bytes()).map_err(|error| text(&error))
    }

    /// The hash that `label` points to.
    pub fn labelled(&self, label: &str) -> Result<Option<String>, String> {
        match fs::read_to_string(self.label_path(label)?) {
            Ok(hash) => Ok(Some(hash.trim().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(text(&error)),
        }
    }

    /// Takes `label` away; the content stays.
    pub fn unlabel(&self, label: &str) -> Result<(), String> {
        match fs::remove_file(self.label_path(label)?) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(text(&error)),
        }
    }

    /// All labels, sorted.
    pub fn labels(&self) -> Result<Vec<String>, String> {
        let mut labels: Vec<_> =
            names(&self.folder.join("labels"))?.iter().map(|name| unescape(name)).collect();
        labels.sort();
        Ok(labels)
    }

    /// The hashes of all content, sorted.
    pub fn contents(&self) -> Result<Vec<String>, String> {
        let mut hashes = names(&self.folder.join("data"))?;
        hashes.sort();
        Ok(hashes)
    }

    /// The size of all content together.
    pub fn size(&self) -> Result<u64, String> {
        let data = self.folder.join("data");
        let sizes = self.contents()?.into_iter().map(|name| fs::metadata(data.join(name)));
        sizes.map(|file| Ok(file.map_err(|error| text(&error))?.len())).sum()
    }

    fn content_path(&self, hash: &str) -> Result<PathBuf, String> {
        if hash.len() != 40 || !hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(format!("`{hash}` is no hash, expected 40 hexadecimal digits"));
        }
        Ok(self.folder.join("data").join(hash.to_ascii_lowercase()))
    }

    fn label_path(&self, label: &str) -> Result<PathBuf, String> {
        let name = escape(label);
        if name.is_empty() || name.len() > 200 {
            return Err(format!("`{label}` is no label, expected 1 to 200 characters"));
        }
        Ok(self.folder.join("labels").join(name))
    }
}

fn names(folder: &Path) -> Result<Vec<String>, String> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(text(&error)),
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    Ok(names.filter(|name| !name.ends_with(UNFINISHED)).collect())
}

/// A label as a file name: everything but letters, digits, `-` and `_` as `%XX`.
fn escape(label: &str) -> String {
    let mut name = String::new();
    for byte in label.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(char::from(byte)),
            other => name.push_str(&format!("%{other:02X}")),
        }
    }
    name
}

fn unescape(name: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = tail.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_and_labels_come_back_and_no_name_leaves_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = ContentStore::new(folder.path()).store("s-1").unwrap();
        let hash = shelf.put(b"hello").unwrap();
        assert_eq!(shelf.get(&hash).unwrap(), b"hello");
        for label in ["plain", "../../etc/passwd", "a b/ü"] {
            shelf.label(label, &hash).unwrap();
            assert_eq!(shelf.labelled(label).unwrap().as_ref(), Some(&hash));
        }
        assert_eq!(shelf.labels().unwrap(), ["../../etc/passwd", "a b/ü", "plain"]);
        let labels = fs::read_dir(folder.path().join("s-1/labels")).unwrap().count();
        assert_eq!(labels, 3);
        assert!(shelf.get("../labels/plain").is_err());
        assert!(ContentStore::new(folder.path()).store("../x").is_err());
    }
}
