//! The images of a page as files that other programs read.
//!
//! What is a file already (JPEG, JPEG 2000) stays as it is, a fax gets a TIFF's head, and bare samples
//! become PNM.

use lopdf::{Dictionary, Document, Object};

use super::STREAM;
use super::content::Image;
use crate::extract::Picture;

/// Smaller images are marks and logos.
const LEAST_SIDE: usize = 24;
/// More samples than this are nobody's page.
const MOST_SAMPLES: usize = STREAM;

/// The images of a page that can be made files, in the order they are drawn.
pub(super) fn of(document: &Document, images: &[Image<'_>]) -> Result<Vec<Picture>, String> {
    let mut found = Vec::new();
    let mut problem = None;
    for image in images {
        match picture(document, image) {
            Ok(Some(picture)) => found.push(picture),
            Ok(None) => {}
            Err(kind) => problem = Some(kind),
        }
    }
    match problem {
        Some(problem) if found.is_empty() => Err(problem),
        _ => Ok(found),
    }
}

fn picture(document: &Document, image: &Image<'_>) -> Result<Option<Picture>, String> {
    let dictionary = &image.stream.dict;
    let [width, height] = [&b"Width"[..], b"Height"].map(|name| size(document, dictionary, name));
    let (Some(width), Some(height)) = (width, height) else { return Ok(None) };
    if width.min(height) < LEAST_SIDE {
        return Ok(None);
    }
    let filters = image.stream.filters().unwrap_or_default();
    let bytes = match filters.as_slice() {
        [b"DCTDecode" | b"JPXDecode"] => image.stream.content.clone(),
        [b"CCITTFaxDecode"] => fax(document, dictionary, (width, height), &image.stream.content),
        [.., b"DCTDecode" | b"JPXDecode" | b"CCITTFaxDecode" | b"JBIG2Decode"] => {
            let names: Vec<_> = filters.iter().map(|it| String::from_utf8_lossy(it)).collect();
            return Err(format!("their images are packed by {}", names.join(" and ")));
        }
        _ => {
            let plain = image.stream.get_plain_content_with_limit(STREAM);
            let plain = plain.map_err(|error| error.to_string())?;
            Samples::of(document, dictionary, (width, height))
                .and_then(|samples| samples.file(&plain))
                .ok_or("their images have colours that are not understood")?
        }
    };
    let dots = width as f32 * 72.0 / image.width.abs().max(1.0);
    Ok(Some(Picture { bytes, dots_per_inch: dots.clamp(70.0, 1200.0) as u32 }))
}

fn size(document: &Document, dictionary: &Dictionary, name: &[u8]) -> Option<usize> {
    let value = dictionary.get_deref(name, document).ok()?.as_i64().ok()?;
    usize::try_from(value).ok().filter(|size| (1..=60_000).contains(size))
}

/// A fax in a TIFF of one strip.
fn fax(document: &Document, image: &Dictionary, size: (usize, usize), data: &[u8]) -> Vec<u8> {
    let settings = match image.get_deref(b"DecodeParms", document) {
        Ok(Object::Array(several)) => several.first().and_then(|it| it.as_dict().ok()),
        Ok(one) => one.as_dict().ok(),
        Err(_) => None,
    };
    let setting = |name: &[u8]| settings.and_then(|it| it.get_deref(name, document).ok());
    let kind = setting(b"K").and_then(|it| it.as_i64().ok()).unwrap_or(0);
    let columns = setting(b"Columns").and_then(|it| it.as_i64().ok()).unwrap_or(1728);
    let black_is_one = setting(b"BlackIs1").and_then(|it| it.as_bool().ok()).unwrap_or(false);
    let mask = image.get(b"ImageMask").and_then(Object::as_bool).unwrap_or(false);
    let turned = black_is_one && !mask && !inverted(document, image);
    let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    let columns = u32::try_from(columns).unwrap_or(0);
    let entries: [(u16, u32); 10] = [
        (256, columns),
        (257, number(size.1)),
        (258, 1),
        (259, if kind < 0 { 4 } else { 3 }),
        (262, u32::from(turned)),
        (273, 8 + 2 + 10 * 12 + 4),
        (277, 1),
        (278, number(size.1)),
        (279, number(data.len())),
        (292, u32::from(kind > 0)),
    ];
    let mut file = b"II*\0\x08\0\0\0\x0a\0".to_vec();
    for (tag, value) in entries {
        file.extend_from_slice(&tag.to_le_bytes());
        // Each entry is one number of four bytes.
        file.extend_from_slice(&[4, 0, 1, 0, 0, 0]);
        file.extend_from_slice(&value.to_le_bytes());
    }
    file.extend_from_slice(&[0; 4]);
    file.extend_from_slice(data);
    file
}

/// Whether the image says that its samples count the other way.
fn inverted(document: &Document, image: &Dictionary) -> bool {
    let range = image.get_deref(b"Decode", document).and_then(Object::as_array);
    let ends =
        range.ok().and_then(|it| Some((it.first()?.as_float().ok()?, it.get(1)?.as_float().ok()?)));
    ends.is_some_and(|(first, last)| first > last)
}

/// How bare samples are to be understood.
struct Samples {
    width: usize,
    height: usize,
    bits: usize,
    parts: usize,
    /// Colours by number, three bytes each, where samples are numbers of colours.
    colours: Option<Vec<u8>>,
    inverted: bool,
}

impl Samples {
    fn of(document: &Document, image: &Dictionary, size: (usize, usize)) -> Option<Self> {
        let mask = image.get(b"ImageMask").and_then(Object::as_bool).unwrap_or(false);
        let bits = if mask { 1 } else { self::size(document, image, b"BitsPerComponent")? };
        let space = image.get_deref(b"ColorSpace", document).ok();
        let (parts, colours) = if mask { (1, None) } else { understood(document, space?)? };
        let fine =
            matches!(bits, 1 | 2 | 4 | 8) && size.0.checked_mul(size.1)? * parts <= MOST_SAMPLES;
        fine.then(|| Self {
            width: size.0,
            height: size.1,
            bits,
            parts,
            colours,
            inverted: inverted(document, image),
        })
    }

    /// A PNM file of the samples: grey for one part, colours for more.
    fn file(&self, data: &[u8]) -> Option<Vec<u8>> {
        let row = (self.width * self.parts * self.bits).div_ceil(8);
        if data.len() < row * self.height {
            return None;
        }
        let grey = self.parts == 1 && self.colours.is_none();
        let kind = if grey { "P5" } else { "P6" };
        let mut file = format!("{kind}\n{} {}\n255\n", self.width, self.height).into_bytes();
        for row in data.chunks_exact(row).take(self.height) {
            for at in 0..self.width {
                let mut parts = [0; 4];
                for (part, value) in parts.iter_mut().take(self.parts).enumerate() {
                    *value = self.sample(row, at * self.parts + part);
                }
                self.write(parts.get(..self.parts).unwrap_or_default(), &mut file);
            }
        }
        Some(file)
    }

    fn sample(&self, row: &[u8], at: usize) -> u8 {
        let bit = at * self.bits;
        let shift = 8 - self.bits - bit % 8;
        row[bit / 8] >> shift & (0xff >> (8 - self.bits))
    }

    fn write(&self, parts: &[u8], file: &mut Vec<u8>) {
        if let (Some(colours), [number]) = (&self.colours, parts) {
            let at = usize::from(*number) * 3;
            file.extend_from_slice(colours.get(at..at + 3).unwrap_or(&[0; 3]));
            return;
        }
        let most = 0xff_u8 >> (8 - self.bits);
        let level = |part: &u8| {
            let level = (u16::from(*part) * 255 / u16::from(most)) as u8;
            if self.inverted { 255 - level } else { level }
        };
        match parts {
            [c, m, y, k] => {
                let white = u16::from(255 - level(k));
                let mixed = |part| (u16::from(255 - level(part)) * white / 255) as u8;
                file.extend([mixed(c), mixed(m), mixed(y)]);
            }
            others => file.extend(others.iter().map(level)),
        }
    }
}

/// How many parts a colour has, and the colours themselves where they are numbered.
fn understood(document: &Document, space: &Object) -> Option<(usize, Option<Vec<u8>>)> {
    if let Ok(name) = space.as_name() {
        return parts_of(name).map(|parts| (parts, None));
    }
    let list = space.as_array().ok()?;
    let deref = |at: usize| document.dereference(list.get(at)?).ok().map(|(_, it)| it);
    match deref(0)?.as_name().ok()? {
        b"ICCBased" => {
            let parts = size(document, &deref(1)?.as_stream().ok()?.dict, b"N")?;
            matches!(parts, 1 | 3 | 4).then_some((parts, None))
        }
        b"Indexed" | b"I" => {
            let (parts, _) = understood(document, deref(1)?)?;
            let table = deref(3)?;
            let table = match table.as_str() {
                Ok(bytes) => bytes.to_vec(),
                Err(_) => table.as_stream().ok()?.get_plain_content_with_limit(4096).ok()?,
            };
            let colours = match parts {
                1 => table.iter().flat_map(|grey| [*grey; 3]).collect(),
                3 => table,
                _ => return None,
            };
            Some((1, Some(colours)))
        }
        name => parts_of(name).map(|parts| (parts, None)),
    }
}

fn parts_of(name: &[u8]) -> Option<usize> {
    match name {
        b"DeviceGray" | b"G" | b"CalGray" => Some(1),
        b"DeviceRGB" | b"RGB" | b"CalRGB" => Some(3),
        b"DeviceCMYK" | b"CMYK" => Some(4),
        _ => None,
    }
}
