//! The avatar's engine at its boundary: folders of files in, cited text out.

#[cfg(test)]
mod answers;
#[cfg(test)]
mod archive;
#[cfg(test)]
mod asking;
#[cfg(test)]
mod capped;
#[cfg(test)]
mod citing;
#[cfg(test)]
mod drafts;
#[cfg(test)]
mod files;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod guarded;
#[cfg(test)]
mod guide;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod margins;
#[cfg(test)]
mod moving;
#[cfg(test)]
mod near_misses;
#[cfg(test)]
mod networks;
#[cfg(test)]
mod onnx;
#[cfg(test)]
mod scans;
#[cfg(test)]
mod scripts;
#[cfg(test)]
mod study;
#[cfg(test)]
mod typeset;
