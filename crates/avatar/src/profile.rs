//! An avatar's `config.json`: who speaks, from which writings, in which voice.
//!
//! Both ways to write the server's block, `mcp` and `mcpServer`, are read; keys of other programs
//! are left alone.

mod checks;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::wording;

/// Everything a `config.json` says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    /// The avatar's id: lower-case letters, digits and `-`.
    pub id: String,
    /// The name people know.
    pub name: String,
    /// Who this is, in a sentence.
    pub description: String,
    /// Year of birth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i32>,
    /// Year of death; nothing after it can be answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub death_year: Option<i32>,
    /// What the avatar knows about.
    #[serde(default)]
    pub expertise: Vec<String>,
    /// The writings.
    pub corpus: CorpusProfile,
    /// The voice.
    pub system_prompt: SystemPrompt,
    /// How texts are cut and embedded.
    #[serde(default)]
    pub vector_store: VectorStore,
    /// The MCP server's block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp: Option<McpBlock>,
    /// The MCP server's block under its other name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mcp_server: Option<McpBlock>,
    /// Keys this program does not use.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// What a profile says of the writings.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CorpusProfile {
    /// What the writings are, in a sentence.
    pub description: String,
    /// When they were written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_range: Option<DateRange>,
    /// The works, as a catalogue.
    #[serde(default)]
    pub sources: Vec<CatalogueEntry>,
}

/// When the writings were written; dates such as `1990-01-31`, or years.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DateRange {
    /// The first date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The last date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
}

/// A work in the catalogue.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CatalogueEntry {
    /// Its title.
    pub title: String,
    /// What kind of work it is, such as `book`.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it appeared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i32>,
    /// Keys this program does not use.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The voice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SystemPrompt {
    /// Who speaks.
    pub identity: String,
    /// How.
    pub tone: String,
    /// What is never done.
    pub constraints: Vec<String>,
    /// How works are named.
    pub citation_style: String,
}

/// How texts are cut and embedded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct VectorStore {
    /// The table of a remote store.
    pub table: String,
    /// The embedding model of a remote store.
    pub embedding_model: String,
    /// Its dimensions.
    pub embedding_dimensions: u32,
    /// How long a passage is, in tokens.
    pub chunk_size: u32,
    /// How much two passages share, in tokens.
    pub chunk_overlap: u32,
}

impl Default for VectorStore {
    fn default() -> Self {
        Self {
            table: "avatar_chunks".to_owned(),
            embedding_model: "text-embedding-3-small".to_owned(),
            embedding_dimensions: 1536,
            chunk_size: 512,
            chunk_overlap: 50,
        }
    }
}

/// The MCP server's block.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct McpBlock {
    /// The name given to clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The version given to clients.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The tools shown; none named means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tools: Option<Vec<String>>,
    /// Where the server is reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// Why a `config.json` cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", named(field))]
pub struct ProfileError {
    /// The path of the bad field; empty where the file as a whole is wrong.
    pub field: String,
    /// What is wrong with it.
    pub problem: String,
}

fn named(field: &str) -> String {
    if field.is_empty() { String::new() } else { format!("`{field}`: ") }
}

/// The tools an avatar may show.
pub(crate) const TOOLS: [&str; 3] = ["query_corpus", "generate_response", "get_avatar_info"];

impl Profile {
    /// Reads and checks a `config.json`.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let wrong = |(field, problem)| ProfileError { field, problem };
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return Err(wrong((String::new(), "is empty, expected an object".to_owned())));
        }
        let mut reader = serde_json::Deserializer::from_str(text);
        let profile: Self = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
            let path = error.path().to_string();
            wrong(wording::complaint(&path, &error.into_inner().to_string()))
        })?;
        reader.end().map_err(|error| wrong(wording::complaint("", &error.to_string())))?;
        checks::check(&profile)?;
        Ok(profile)
    }

    /// A profile to start from.
    pub fn new(id: &str, name: &str, description: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: name.to_owned(),
            description: description.to_owned(),
            birth_year: None,
            death_year: None,
            expertise: Vec::new(),
            corpus: CorpusProfile {
                description: format!("The writings of {name}"),
                ..CorpusProfile::default()
            },
            system_prompt: SystemPrompt {
                identity: format!("A guide to the writings of {name}"),
                tone: "plain and exact".to_owned(),
                constraints: vec!["Say only what the writings say".to_owned()],
                citation_style: "title and page".to_owned(),
            },
            vector_store: VectorStore::default(),
            mcp: Some(McpBlock {
                name: Some(format!("avatar-{id}")),
                version: Some("1.0.0".to_owned()),
                tools: Some(TOOLS.map(str::to_owned).to_vec()),
                url: None,
            }),
            mcp_server: None,
            other: Map::new(),
        }
    }

    /// The name given to MCP clients.
    pub fn server_name(&self) -> String {
        let named = self.blocks().find_map(|block| block.name.clone());
        named.unwrap_or_else(|| format!("avatar-{}", self.id))
    }

    /// The version given to MCP clients.
    pub fn server_version(&self) -> String {
        self.blocks().find_map(|block| block.version.clone()).unwrap_or_else(|| "1.0.0".to_owned())
    }

    /// Whether a tool is shown.
    pub fn shows(&self, tool: &str) -> bool {
        let named = self.blocks().find_map(|block| block.tools.as_ref());
        named.is_none_or(|tools| tools.iter().any(|name| name == tool))
    }

    /// The last year the writings can know of.
    pub fn last_year(&self) -> Option<i32> {
        let range = self.corpus.date_range.as_ref();
        let end = range.and_then(|range| range.end.as_deref()).and_then(year);
        [self.death_year, end].into_iter().flatten().min()
    }

    /// Whether the avatar speaks as the author rather than about the author.
    pub fn speaks_as_author(&self) -> bool {
        let identity = self.system_prompt.identity.to_lowercase();
        let first = self.name.to_lowercase();
        ["you are ", "i am ", "as "]
            .iter()
            .any(|start| identity.strip_prefix(start).is_some_and(|rest| rest.starts_with(&first)))
    }

    fn blocks(&self) -> impl Iterator<Item = &McpBlock> {
        self.mcp.iter().chain(&self.mcp_server)
    }
}

/// Whether a text can be an avatar's id.
pub fn is_id(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=64).contains(&text.len()) && text.bytes().all(allowed)
}

fn year(date: &str) -> Option<i32> {
    date.split('-').next().filter(|year| year.len() == 4).and_then(|year| year.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OSTROM: &str = r#"{
        "id": "elinor-ostrom", "name": "Elinor Ostrom", "description": "Economist", "deathYear": 2012,
        "corpus": {"description": "Her books", "sources": [{"title": "Governing the Commons", "type": "book", "verified": true}]},
        "systemPrompt": {"identity": "You are Elinor Ostrom", "tone": "warm", "constraints": [], "citationStyle": "page"},
        "mcpServer": {"tools": ["query_corpus"]}, "eightPrinciples": []
    }"#;

    #[test]
    fn a_config_of_the_other_program_is_read_with_its_defaults() {
        let profile = Profile::parse(OSTROM).unwrap();
        assert_eq!(profile.vector_store.chunk_size, 512);
        assert_eq!(profile.server_name(), "avatar-elinor-ostrom");
        assert!(profile.shows("query_corpus") && !profile.shows("get_avatar_info"));
        assert_eq!(profile.last_year(), Some(2012));
        assert!(profile.speaks_as_author());
        assert!(profile.other.contains_key("eightPrinciples"));
    }

    #[test]
    fn a_bad_field_is_named_by_its_path() {
        for (from, to, field) in [
            ("\"Her books\"", "7", "corpus.description"),
            ("\"type\": \"book\"", "\"kind\": \"book\"", "corpus.sources[0].type"),
            ("\"book\"", "\"novel\"", "corpus.sources[0].type"),
            ("\"verified\"", "\"url\": \"not a url\", \"verified\"", "corpus.sources[0].url"),
            ("\"verified\"", "\"archiveUrl\": 7, \"verified\"", "corpus.sources[0].archiveUrl"),
            ("\"tools\"", "\"url\": \"here\", \"tools\"", "mcpServer.url"),
            ("2012", "2012, \"birthYear\": 2013", "deathYear"),
            ("2012", "\"2012\"", "deathYear"),
            ("\"sources\"", "\"dateRange\": \"yesterday\", \"sources\"", "corpus.dateRange"),
            (
                "\"sources\"",
                "\"dateRange\": {\"start\": \"yesterday\"}, \"sources\"",
                "corpus.dateRange.start",
            ),
            (
                "\"sources\"",
                "\"dateRange\": {\"end\": \"2000-13-45\"}, \"sources\"",
                "corpus.dateRange.end",
            ),
            (
                "\"sources\"",
                "\"dateRange\": {\"start\": \"1990\", \"end\": \"1950-12-31\"}, \"sources\"",
                "corpus.dateRange",
            ),
            ("elinor-ostrom", "Elinor", "id"),
            ("query_corpus", "query", "mcpServer.tools"),
            (
                "\"eightPrinciples\": []",
                "\"vectorStore\": {\"chunkSize\": 7}",
                "vectorStore.chunkSize",
            ),
        ] {
            let error = Profile::parse(&OSTROM.replace(from, to)).unwrap_err();
            assert_eq!(error.field, field, "{error}");
            let words = error.to_string();
            assert!(!words.contains("struct") && !words.contains("i32"), "{words}");
        }
        for (text, said) in [
            ("", "is empty, expected an object"),
            ("[]", "is a list, expected an object"),
            ("{\"id\": \"a\", ", "is no JSON"),
        ] {
            let error = Profile::parse(text).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn a_mark_of_byte_order_does_no_harm() {
        assert_eq!(Profile::parse(&format!("\u{feff}{OSTROM}")), Profile::parse(OSTROM));
    }
}
