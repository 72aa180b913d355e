//! The Supabase project that avatars may live in, as variables and settings name it.

use std::path::Path;
use std::time::Duration;

use avatar::remote::Remote;

use crate::config::Config;
use crate::data::DataDir;
use crate::environment::Environment;
use crate::exit::Exit;
use crate::failure::Failure;

const URL: &str = "SUPABASE_URL";
const ANON_KEY: &str = "SUPABASE_ANON_KEY";
/// The key that passes row-level security by, under both names that people give it.
const SERVICE_KEYS: [&str; 2] = ["SUPABASE_SERVICE_KEY", "SUPABASE_SERVICE_ROLE_KEY"];

/// Where a project is looked for; variables win over settings.
pub struct Project<'a> {
    /// The data folder, which files are relative to.
    pub data: &'a DataDir,
    /// The settings.
    pub config: &'a Config,
    /// The variables.
    pub environment: &'a Environment,
}

impl Project<'_> {
    /// The project to ask, under the least key there is; none where no address is named. One without a key
    /// is there all the same: asking it is an error, and nobody else answers in its place.
    pub fn to_ask(&self) -> Result<Option<Remote>, Failure> {
        let Some(url) = self.url() else { return Ok(None) };
        let anon = match self.environment.variable(ANON_KEY) {
            Some(key) => Some(key.to_owned()),
            None => self.file(self.config.avatar.supabase_key_file.as_deref())?,
        };
        let key = match anon {
            Some(key) => Some(key),
            None => self.service_key()?,
        };
        if key.is_none() {
            tracing::warn!(
                "a Supabase project is named and no key; set `{ANON_KEY}`, or no avatar can be asked"
            );
        }
        Ok(Some(self.remote(url, &key.unwrap_or_default())))
    }

    /// The project to write to.
    pub fn to_write(&self) -> Result<Remote, Failure> {
        let missing = |what: &str, variable: &str| {
            let message = format!("there is no {what} of a Supabase project to push to");
            Failure::new(Exit::Config, message).hint(format!("set `{variable}`"))
        };
        let url = self.url().ok_or_else(|| missing("address", URL))?;
        let key = self.service_key()?.ok_or_else(|| missing("service key", SERVICE_KEYS[0]))?;
        Ok(self.remote(url, &key))
    }

    fn url(&self) -> Option<&str> {
        let variable = self.environment.variable(URL);
        variable.or(self.config.avatar.supabase_url.as_deref()).filter(|url| !url.is_empty())
    }

    fn service_key(&self) -> Result<Option<String>, Failure> {
        let mut variables = SERVICE_KEYS.iter().filter_map(|name| self.environment.variable(name));
        match variables.next() {
            Some(key) => Ok(Some(key.to_owned())),
            None => self.file(self.config.avatar.supabase_service_key_file.as_deref()),
        }
    }

    fn file(&self, file: Option<&Path>) -> Result<Option<String>, Failure> {
        let Some(file) = file else { return Ok(None) };
        let path = self.data.resolve(file);
        std::fs::read_to_string(&path).map(Some).map_err(|error| {
            let message = format!("cannot read the key of Supabase `{}`: {error}", path.display());
            Failure::new(Exit::Config, message)
        })
    }

    fn remote(&self, url: &str, key: &str) -> Remote {
        let timeout = Duration::from_secs(self.config.avatar.supabase_seconds.max(1));
        Remote::new(url, key.trim(), timeout)
    }
}
