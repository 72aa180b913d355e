//! The language model a service may ask, as the configuration names it.

use std::path::Path;
use std::sync::Arc;

use models::{Endpoint, Gguf, Patience, Patient, Provider, SharedModel};

use crate::config::ModelProvider;
use crate::data::DataDir;
use crate::exit::Exit;
use crate::failure::Failure;

/// A service's settings of its model; files are relative to the data folder.
pub(crate) struct Wanted<'a> {
    pub(crate) provider: ModelProvider,
    pub(crate) url: &'a str,
    pub(crate) name: &'a str,
    pub(crate) server: Option<&'a Path>,
    pub(crate) key_file: Option<&'a Path>,
    pub(crate) certificates: Option<&'a Path>,
    pub(crate) patience: Patience,
}

impl Wanted<'_> {
    /// The model, unless there is to be none.
    pub(crate) fn model(self, data: &DataDir) -> Result<Option<SharedModel>, Failure> {
        let provider = match self.provider {
            ModelProvider::Off => return Ok(None),
            ModelProvider::Gguf => return Ok(Some(self.local(data))),
            ModelProvider::Openai => Provider::OpenAi,
            ModelProvider::Anthropic => Provider::Anthropic,
            ModelProvider::Ollama => Provider::Ollama,
        };
        let key = match self.key_file {
            Some(file) => Some(text(data, "key", file)?.trim().to_owned()),
            None => None,
        };
        let mut endpoint = Endpoint::new(provider, self.url, self.name, key);
        if let Some(file) = self.certificates {
            endpoint = endpoint.trusting(text(data, "certificates", file)?.into_bytes());
        }
        Ok(Some(Arc::new(Patient::new(Arc::new(endpoint), self.patience))))
    }
}

impl Wanted<'_> {
    /// The model in a file; loading it may take as long as one answer.
    fn local(self, data: &DataDir) -> SharedModel {
        let program = self.server.map(Path::to_owned);
        let gguf = Gguf::new(data.resolve(Path::new(self.name)), program, self.patience.timeout);
        let timeout = self.patience.timeout.saturating_mul(2);
        Arc::new(Patient::new(Arc::new(gguf), Patience { timeout, ..self.patience }))
    }
}

fn text(data: &DataDir, what: &str, file: &Path) -> Result<String, Failure> {
    let path = data.resolve(file);
    std::fs::read_to_string(&path).map_err(|error| {
        let message = format!("cannot read the model's {what} `{}`: {error}", path.display());
        Failure::new(Exit::Config, message)
    })
}
