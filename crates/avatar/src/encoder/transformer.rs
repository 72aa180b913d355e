//! Sentence transformers in ONNX files, run by `rten`: the mean over a text's tokens.

use std::fmt;
use std::sync::Arc;

use rten::ThreadPool;

use super::EncoderError;
use super::fixed::Fixed;
use super::network::{Network, Pieces, spread};
use super::wordpiece;
use crate::weights::Pulled;

/// A sentence transformer.
pub(crate) struct Transformer {
    about: Pulled,
    vocabulary: &'static Fixed,
    network: Network,
}

impl fmt::Debug for Transformer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Transformer").field("about", &self.about).finish_non_exhaustive()
    }
}

impl Transformer {
    /// Opens an encoder whose files were pulled and verified.
    pub(crate) fn open(about: Pulled) -> Result<Self, EncoderError> {
        let name = about.name().to_owned();
        let wrong = |problem: String| EncoderError::Open { name: name.clone(), problem };
        let vocabulary = Fixed::built_in();
        let vocabulary = vocabulary.ok_or_else(|| wrong("there is no vocabulary".to_owned()))?;
        let network = Network::open(&about.network).map_err(wrong)?;
        Ok(Self { about, vocabulary, network })
    }

    pub(super) fn name(&self) -> &str {
        self.about.name()
    }

    pub(super) fn dimensions(&self) -> usize {
        self.about.dimensions()
    }

    /// The vector of a text; of a text longer than the network's window, the mean of its parts.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<f32>, EncoderError> {
        self.encode_on(text, None)
    }

    /// The vectors of texts, one text to a thread.
    pub(super) fn encode_all(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EncoderError> {
        spread(texts.len(), |at, pool| self.encode_on(&texts[at], Some(pool)))
    }

    fn encode_on(
        &self,
        text: &str,
        pool: Option<&Arc<ThreadPool>>,
    ) -> Result<Vec<f32>, EncoderError> {
        let mut sum = vec![0.0; self.dimensions()];
        for tokens in wordpiece::windows(self.vocabulary, text, self.about.window()) {
            let kinds = vec![0; tokens.len()];
            let part = unit(self.window(&Pieces { tokens, kinds }, pool)?);
            sum.iter_mut().zip(&part).for_each(|(sum, part)| *sum += part);
        }
        Ok(unit(sum))
    }

    /// The mean of what the network says of each token of a window.
    fn window(
        &self,
        pieces: &Pieces,
        pool: Option<&Arc<ThreadPool>>,
    ) -> Result<Vec<f32>, EncoderError> {
        let wrong = |problem| EncoderError::Run { name: self.name().to_owned(), problem };
        let (shape, values) = self.network.run::<3>(pieces, pool).map_err(wrong)?;
        if shape != [1, pieces.tokens.len(), self.dimensions()] {
            return Err(wrong(format!("its output has the shape {shape:?}")));
        }
        let mut mean = vec![0.0; self.dimensions()];
        for row in values.chunks_exact(self.dimensions()) {
            mean.iter_mut().zip(row).for_each(|(mean, value)| *mean += value);
        }
        Ok(mean)
    }
}

fn unit(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Weights;

    /// A field of a protocol buffer that holds bytes.
    fn bytes(number: u64, inner: &[u8]) -> Vec<u8> {
        [varint(number << 3 | 2), varint(inner.len() as u64), inner.to_vec()].concat()
    }

    fn text(number: u64, inner: &str) -> Vec<u8> {
        bytes(number, inner.as_bytes())
    }

    fn count(number: u64, value: u64) -> Vec<u8> {
        [varint(number << 3), varint(value)].concat()
    }

    fn varint(mut value: u64) -> Vec<u8> {
        let mut found = Vec::new();
        while value >= 0x80 {
            found.push((value & 0x7f) as u8 | 0x80);
            value >>= 7;
        }
        found.push(value as u8);
        found
    }

    fn node(kind: &str, inputs: &[&str], output: &str, more: &[u8]) -> Vec<u8> {
        let inputs: Vec<u8> = inputs.iter().flat_map(|input| text(1, input)).collect();
        bytes(1, &[inputs, text(2, output), text(4, kind), more.to_vec()].concat())
    }

    /// A network whose output is each token's number times a fixed row.
    fn network(row: &[f32]) -> Vec<u8> {
        let to_float = [text(1, "to"), count(3, 1), count(20, 2)].concat();
        let raw: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes()).collect();
        let dims: Vec<u8> = [1, 1, row.len() as u64].iter().flat_map(|it| count(1, *it)).collect();
        let axis = [count(1, 1), count(2, 7), text(8, "axis"), bytes(9, &2_i64.to_le_bytes())];
        let value =
            |name: &str, kind: u64| [text(1, name), bytes(2, &bytes(1, &count(1, kind)))].concat();
        let graph = [
            node("Cast", &["input_ids"], "cast", &bytes(5, &to_float)),
            node("Unsqueeze", &["cast", "axis"], "column", &[]),
            node("Mul", &["column", "row"], "hidden", &[]),
            text(2, "test"),
            bytes(5, &[dims, count(2, 1), text(8, "row"), bytes(9, &raw)].concat()),
            bytes(5, &axis.concat()),
            bytes(11, &value("input_ids", 7)),
            bytes(12, &value("hidden", 1)),
        ];
        [count(1, 8), bytes(8, &count(2, 17)), bytes(7, &graph.concat())].concat()
    }

    #[test]
    fn a_text_becomes_the_mean_of_its_tokens_at_unit_length() {
        let folder = tempfile::TempDir::new().unwrap();
        let weights = Weights::new(folder.path());
        let manifest = Weights::manifest("gte-small").unwrap();
        let file = weights.path(&manifest.file);
        std::fs::File::create(&file).unwrap().set_len(manifest.file.bytes).unwrap();
        let about = weights.pulled(manifest.id).unwrap();
        let mut row = vec![0.0; about.dimensions()];
        (row[0], row[7]) = (3.0, -4.0);
        std::fs::write(&about.network, network(&row)).unwrap();
        let encoder = Transformer::open(about.clone()).unwrap();
        for words in ["hello", "", &"many words ".repeat(600)] {
            let vector = encoder.encode(words).unwrap();
            assert!((vector[0] - 0.6).abs() < 1e-5 && (vector[7] + 0.8).abs() < 1e-5, "{words}");
        }
        let texts: Vec<String> = (0..9).map(|at| "word ".repeat(at * 70)).collect();
        let alone: Vec<_> = texts.iter().map(|text| encoder.encode(text).unwrap()).collect();
        assert_eq!(encoder.encode_all(&texts).unwrap(), alone);
        assert!(encoder.encode_all(&[]).unwrap().is_empty());
        std::fs::write(&about.network, "not a network").unwrap();
        assert!(matches!(Transformer::open(about.clone()), Err(EncoderError::Open { .. })));
        std::fs::write(&about.network, network(&[1.0])).unwrap();
        let failed = Transformer::open(about).unwrap().encode("hello");
        assert!(matches!(failed, Err(EncoderError::Run { .. })), "{failed:?}");
    }
}
