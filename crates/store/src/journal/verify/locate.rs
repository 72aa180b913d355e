//! Naming the byte: when an event does not have its hash, the one changed byte that explains it
//! is looked for by trying every other value of every byte.

use super::range::Names;
use super::{Fault, Field};
use crate::journal::hash::{Covered, Hasher, hex};

/// Fields past this size are not searched byte by byte; the search is quadratic in the size.
const SEARCHED: usize = 2048;
/// Past this many names, an event is not tried with each of them.
const NAMES: usize = 65_536;

/// Says what of the event at `covered` most likely changed.
pub(crate) fn locate(
    key: Option<[u8; 32]>,
    covered: &Covered<'_>,
    computed: &[u8; 32],
    stored: &[u8],
    names: &Names,
) -> Fault {
    let unknown = Fault::at(covered.seq, Field::Content, hex(computed), hex(stored));
    let Ok(stored): Result<[u8; 32], _> = stored.try_into() else {
        return Fault { field: Field::Hash, ..unknown };
    };
    // Any change of content changes the whole hash; one differing byte is the hash's own.
    let mut differing = (0..32).filter(|index| computed[*index] != stored[*index]);
    if let (Some(byte), None) = (differing.next(), differing.next()) {
        return Fault { field: Field::Hash, byte: Some(byte), ..unknown };
    }
    let mut search = Search { hasher: Hasher::new(key), stored };
    search
        .time(covered)
        .or_else(|| search.name(covered, names))
        .or_else(|| search.text(covered))
        .unwrap_or(unknown)
}

struct Search {
    hasher: Hasher,
    stored: [u8; 32],
}

impl Search {
    fn explains(&mut self, covered: &Covered<'_>) -> bool {
        self.hasher.link(covered) == self.stored
    }

    fn time(&mut self, covered: &Covered<'_>) -> Option<Fault> {
        let bytes = covered.at.to_be_bytes();
        for byte in 0..bytes.len() {
            for change in 1..=u8::MAX {
                let mut tried = bytes;
                tried[byte] ^= change;
                let at = i64::from_be_bytes(tried);
                if self.explains(&Covered { at, ..*covered }) {
                    let fault = Fault::at(covered.seq, Field::At, at, covered.at);
                    return Some(Fault { byte: Some(byte), ..fault });
                }
            }
        }
        None
    }

    /// Tries every other name: a changed reference leads to some name.
    fn name(&mut self, covered: &Covered<'_>, names: &Names) -> Option<Fault> {
        for name in names.iter().take(NAMES) {
            for field in [Field::Service, Field::Kind, Field::Stream, Field::Principal] {
                if self.explains(&with(covered, field, name)) {
                    let found = text(part(covered, field));
                    return Some(Fault::at(covered.seq, field, text(name), found));
                }
            }
        }
        None
    }

    fn text(&mut self, covered: &Covered<'_>) -> Option<Fault> {
        let fields = [
            Field::Service,
            Field::Kind,
            Field::Stream,
            Field::Principal,
            Field::Touches,
            Field::Data,
            Field::State,
        ];
        fields.into_iter().find_map(|field| self.bytes(covered, field))
    }

    fn bytes(&mut self, covered: &Covered<'_>, field: Field) -> Option<Fault> {
        let found = part(covered, field);
        if found.len() > SEARCHED {
            return None;
        }
        let mut tried = found.to_vec();
        for byte in 0..tried.len() {
            for change in 1..=u8::MAX {
                tried[byte] = found[byte] ^ change;
                if self.explains(&with(covered, field, &tried)) {
                    let fault = Fault::at(covered.seq, field, text(&tried), text(found));
                    return Some(Fault { byte: Some(byte), ..fault });
                }
            }
            tried[byte] = found[byte];
        }
        None
    }
}

fn part<'a>(covered: &Covered<'a>, field: Field) -> &'a [u8] {
    match field {
        Field::Service => covered.service,
        Field::Kind => covered.kind,
        Field::Stream => covered.stream,
        Field::Principal => covered.principal,
        Field::Touches => covered.touches,
        Field::Data => covered.data,
        Field::State => covered.state.unwrap_or_default(),
        Field::Seq
        | Field::At
        | Field::StreamPrev
        | Field::Hash
        | Field::Content
        | Field::Log
        | Field::File
        | Field::Anchor
        | Field::Segment
        | Field::Archive => &[],
    }
}

fn with<'a>(covered: &Covered<'a>, field: Field, bytes: &'a [u8]) -> Covered<'a> {
    let mut tried = *covered;
    match field {
        Field::Service => tried.service = bytes,
        Field::Kind => tried.kind = bytes,
        Field::Stream => tried.stream = bytes,
        Field::Principal => tried.principal = bytes,
        Field::Touches => tried.touches = bytes,
        Field::Data => tried.data = bytes,
        Field::State => tried.state = covered.state.map(|_| bytes),
        Field::Seq
        | Field::At
        | Field::StreamPrev
        | Field::Hash
        | Field::Content
        | Field::Log
        | Field::File
        | Field::Anchor
        | Field::Segment
        | Field::Archive => {}
    }
    tried
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
