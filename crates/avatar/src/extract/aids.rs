//! What else a machine may have to read files with: a program that reads the letters of pictures, and
//! the library `pdfium`.
//!
//! Which they are and where they lie is the caller's business; without them nothing is missing but what
//! only they can read.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A picture of a page or of a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// An image file: JPEG, JPEG 2000, TIFF or PNM.
    pub bytes: Vec<u8>,
    /// How many of its dots make an inch of the page.
    pub dots_per_inch: u32,
}

/// Reads the letters of a picture, or says why it cannot.
pub type Recognise = Arc<dyn Fn(&Picture) -> Result<String, String> + Send + Sync>;

/// What a machine has to read files with.
#[derive(Clone, Default)]
pub struct Aids {
    /// Reads the letters of a picture.
    pub recognise: Option<Recognise>,
    /// Where the library `pdfium` lies.
    pub pdfium: Option<PathBuf>,
}

impl fmt::Debug for Aids {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Aids")
            .field("recognise", &self.recognise.is_some())
            .field("pdfium", &self.pdfium)
            .finish()
    }
}
