//! Zip archives for tests, stored or packed.

/// An archive of files; `packed` ones hold raw deflate data already.
pub(crate) fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let files: Vec<_> = files.iter().map(|(name, bytes)| (*name, *bytes, 0_u16)).collect();
    write(&files)
}

/// An archive with one file of zeros that unfolds to `size` bytes.
pub(crate) fn bomb(name: &str, size: usize) -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec(&vec![b' '; size], 9);
    write(&[(name, &packed, 8)])
}

fn write(files: &[(&str, &[u8], u16)]) -> Vec<u8> {
    let (mut bytes, mut list) = (Vec::new(), Vec::new());
    for (name, content, method) in files {
        let at = u32::try_from(bytes.len()).unwrap();
        let size = u32::try_from(content.len()).unwrap().to_le_bytes();
        let length = u16::try_from(name.len()).unwrap().to_le_bytes();
        let common = |to: &mut Vec<u8>| {
            to.extend([20, 0, 0, 0]);
            to.extend(method.to_le_bytes());
            to.extend([0; 8]);
            to.extend(size);
            to.extend(size);
            to.extend(length);
            to.extend([0; 2]);
        };
        bytes.extend(b"PK\x03\x04");
        common(&mut bytes);
        bytes.extend(name.as_bytes());
        bytes.extend(*content);
        list.extend(b"PK\x01\x02\x14\x00");
        common(&mut list);
        list.extend([0; 10]);
        list.extend(at.to_le_bytes());
        list.extend(name.as_bytes());
    }
    let (start, size) = (bytes.len(), list.len());
    bytes.extend(&list);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let count = u16::try_from(files.len()).unwrap().to_le_bytes();
    bytes.extend(count);
    bytes.extend(count);
    bytes.extend(u32::try_from(size).unwrap().to_le_bytes());
    bytes.extend(u32::try_from(start).unwrap().to_le_bytes());
    bytes.extend([0; 2]);
    bytes
}
