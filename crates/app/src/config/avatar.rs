//! The avatars' settings.

use std::path::PathBuf;

use avatar::config::{Entailment, Rerank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reasoner::ModelProvider;
use crate::data::DataDir;

/// The avatars' settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Avatar {
    /// Folder of all avatars, relative to the data folder.
    pub folder: PathBuf,
    /// Folder of the encoders that were pulled, relative to the data folder.
    pub models: PathBuf,
    /// Encoder of new avatars: a name of `ensemble models list`, `static-en-1` for the one inside the
    /// program, `none` for words alone, or `auto` for the strongest that is here.
    pub encoder: String,
    /// Cross-encoder that puts the passages found in its order: an ONNX file with BERT's uncased vocabulary,
    /// relative to the data folder. Without one their order stays.
    pub reranker: Option<PathBuf>,
    /// Which number of the cross-encoder says that a passage answers, where it gives several.
    pub reranker_label: usize,
    /// How many of the best passages the cross-encoder reads.
    pub reranked_passages: usize,
    /// Entailment network that sentences drafted by the model must convince too: an ONNX file with BERT's
    /// uncased vocabulary, relative to the data folder. Without one the other gates decide.
    pub entailment: Option<PathBuf>,
    /// Which number of the entailment network says that a sentence follows, where it gives several.
    pub entailment_label: usize,
    /// Least likelihood in percent that counts as following.
    pub entailment_percent: u8,
    /// Program that reads the letters of scanned pages: `auto` for `tesseract` on the search path, `off`, or a
    /// path relative to the data folder.
    pub tesseract: String,
    /// Languages of scanned pages, as `tesseract -l` takes them.
    pub ocr_languages: String,
    /// Most seconds for reading one scanned page.
    pub ocr_seconds: u64,
    /// Library `pdfium` that reads PDFs, relative to the data folder. Without one the pulled one is used, and
    /// without that the reader inside the program.
    pub pdfium: Option<PathBuf>,
    /// Largest file in bytes that is added to an avatar.
    pub max_file_bytes: u64,
    /// Most text in bytes that one file may unfold to.
    pub max_text_bytes: u64,
    /// Most passages that one query may ask for.
    pub max_passages: u32,
    /// Longest question in bytes.
    pub max_question_bytes: u64,
    /// Whose wire format the model that drafts answers speaks: `openai`, `anthropic`, `ollama`, or `off`
    /// for answers by quotation alone.
    pub model_provider: ModelProvider,
    /// Base address of the model's server.
    pub model_url: String,
    /// Name of the model.
    pub model_name: String,
    /// File with the model's key, relative to the data folder.
    pub model_key_file: Option<PathBuf>,
    /// Most seconds for one draft of the model.
    pub model_seconds: u64,
    /// Address of a Supabase project whose avatars are asked first, where `SUPABASE_URL` is not set.
    pub supabase_url: Option<String>,
    /// File with the key to ask the project with, relative to the data folder, where `SUPABASE_ANON_KEY` is
    /// not set.
    pub supabase_key_file: Option<PathBuf>,
    /// File with the key that `avatar push` writes with, relative to the data folder, where
    /// `SUPABASE_SERVICE_KEY` is not set.
    pub supabase_service_key_file: Option<PathBuf>,
    /// Most seconds for one answer of the project.
    pub supabase_seconds: u64,
}

impl Default for Avatar {
    fn default() -> Self {
        let limits = avatar::config::Limits::default();
        Self {
            folder: PathBuf::from("avatars"),
            models: PathBuf::from("models"),
            encoder: "auto".to_owned(),
            reranker: None,
            reranker_label: 1,
            reranked_passages: 20,
            entailment: None,
            entailment_label: 1,
            entailment_percent: 50,
            tesseract: "auto".to_owned(),
            ocr_languages: "eng".to_owned(),
            ocr_seconds: 120,
            pdfium: None,
            max_file_bytes: limits.max_file_bytes,
            max_text_bytes: limits.max_text_bytes,
            max_passages: limits.max_passages,
            max_question_bytes: limits.max_question_bytes as u64,
            model_provider: ModelProvider::Off,
            model_url: "http://127.0.0.1:11434".to_owned(),
            model_name: String::new(),
            model_key_file: None,
            model_seconds: 60,
            supabase_url: None,
            supabase_key_file: None,
            supabase_service_key_file: None,
            supabase_seconds: 20,
        }
    }
}

impl Avatar {
    /// Makes every path that starts at the data folder one that is found from anywhere.
    pub fn found_from(&mut self, data: &DataDir) {
        for path in [&mut self.folder, &mut self.models] {
            *path = data.resolve(path);
        }
        let files = [
            &mut self.reranker,
            &mut self.entailment,
            &mut self.pdfium,
            &mut self.model_key_file,
            &mut self.supabase_key_file,
            &mut self.supabase_service_key_file,
        ];
        for file in files.into_iter().flatten() {
            *file = data.resolve(file);
        }
    }

    /// The cross-encoder, if one is configured.
    pub fn rerank(&self, data: &DataDir) -> Option<Rerank> {
        let file = self.reranker.as_deref()?;
        let (label, passages) = (self.reranker_label, self.reranked_passages);
        Some(Rerank { file: data.resolve(file), label, passages })
    }

    /// The entailment network, if one is configured.
    pub fn entailment(&self, data: &DataDir) -> Option<Entailment> {
        let file = self.entailment.as_deref()?;
        let least = f32::from(self.entailment_percent) / 100.0;
        Some(Entailment { file: data.resolve(file), label: self.entailment_label, least })
    }

    /// The settings as the service takes them.
    pub fn limits(&self) -> avatar::config::Limits {
        avatar::config::Limits {
            max_file_bytes: self.max_file_bytes,
            max_text_bytes: self.max_text_bytes,
            max_passages: self.max_passages,
            max_question_bytes: usize::try_from(self.max_question_bytes).unwrap_or(usize::MAX),
        }
    }
}
