//! The table of what a service lets people read: fixed resources, templates, and lists of both.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::Serialize;

use crate::{Call, Params, ToolError, UriTemplate, UriTemplateError};

/// What a resource holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// Text of the given MIME type.
    Text {
        /// Its MIME type.
        mime: String,
        /// The text itself.
        text: String,
    },
    /// Bytes of the given MIME type.
    Blob {
        /// Its MIME type.
        mime: String,
        /// The bytes themselves.
        bytes: Vec<u8>,
    },
}

impl Contents {
    /// A value as JSON.
    pub fn json(value: &impl Serialize) -> Result<Self, ToolError> {
        let text = serde_json::to_string(value)
            .map_err(|error| ToolError::internal(format!("encoding the resource: {error}")))?;
        Ok(Self::Text { mime: "application/json".to_owned(), text })
    }

    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { mime: "text/plain".to_owned(), text: text.into() }
    }
}

/// A fixed resource's declaration.
#[derive(Debug, Clone)]
pub struct ResourceSpec {
    /// Where it is.
    pub uri: &'static str,
    /// What a list calls it.
    pub name: &'static str,
    /// What it holds, in a sentence.
    pub description: &'static str,
    /// Its MIME type.
    pub mime: &'static str,
}

/// A template's declaration.
#[derive(Debug, Clone)]
pub struct TemplateSpec {
    /// The template as written.
    pub uri_template: &'static str,
    /// What a list calls it.
    pub name: &'static str,
    /// What its resources hold, in a sentence.
    pub description: &'static str,
    /// Their MIME type.
    pub mime: &'static str,
}

/// One resource in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where it is.
    pub uri: String,
    /// What the list calls it.
    pub name: String,
    /// What it holds, in a sentence.
    pub description: String,
    /// Its MIME type.
    pub mime: String,
}

/// Part of a list, and where the next part starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    /// What this part holds.
    pub items: Vec<T>,
    /// What to ask with for the next part; none at the end.
    pub next: Option<String>,
}

/// A variable whose value somebody is typing.
#[derive(Debug, Clone)]
pub struct Completing {
    /// The variable's or argument's name.
    pub name: String,
    /// What was typed so far.
    pub value: String,
    /// The variables already given.
    pub given: Params,
}

type Answer<T> = BoxFuture<'static, Result<T, ToolError>>;
type Read = Arc<dyn Fn(Call, Params) -> Answer<Contents> + Send + Sync>;
type List = Arc<dyn Fn(Call, Option<String>) -> Answer<Page<Entry>> + Send + Sync>;
pub(crate) type Complete = Arc<dyn Fn(Call, Completing) -> Answer<Vec<String>> + Send + Sync>;

/// A fixed resource and how it is read.
#[derive(Clone)]
pub struct Resource {
    /// Its declaration.
    pub spec: ResourceSpec,
    read: Read,
}

/// A template, how its resources are read and how its variables are completed.
#[derive(Clone)]
pub struct Template {
    /// Its declaration.
    pub spec: TemplateSpec,
    uri: UriTemplate,
    read: Read,
    complete: Option<Complete>,
}

impl Template {
    /// The parsed template.
    pub fn uri(&self) -> &UriTemplate {
        &self.uri
    }
}

/// What a service lets people read.
#[derive(Clone, Default)]
pub struct ResourceTable {
    fixed: Vec<Resource>,
    templates: Vec<Template>,
    list: Option<List>,
}

impl ResourceTable {
    /// Starts a table whose readers share `state`.
    pub fn of<S>(state: &Arc<S>) -> ResourceTableBuilder<S> {
        ResourceTableBuilder { state: state.clone(), table: Self::default(), problem: None }
    }

    /// The fixed resources.
    pub fn fixed(&self) -> &[Resource] {
        &self.fixed
    }

    /// The templates.
    pub fn templates(&self) -> &[Template] {
        &self.templates
    }

    /// Whether some resource of this table lives at `uri`.
    pub fn knows(&self, uri: &str) -> bool {
        self.fixed.iter().any(|resource| resource.spec.uri == uri)
            || self.templates.iter().any(|template| template.uri.matches(uri).is_some())
    }

    /// What the resource at `uri` holds; `None` if no resource of this table lives there.
    pub async fn read(&self, uri: &str, call: Call) -> Option<Result<Contents, ToolError>> {
        if let Some(resource) = self.fixed.iter().find(|resource| resource.spec.uri == uri) {
            return Some((resource.read)(call, Params::default()).await);
        }
        for template in &self.templates {
            if let Some(params) = template.uri.matches(uri) {
                return Some((template.read)(call, params).await);
            }
        }
        None
    }

    /// The resources that exist beyond the fixed ones, part by part.
    pub async fn list(&self, call: Call, after: Option<String>) -> Result<Page<Entry>, ToolError> {
        match &self.list {
            Some(list) => list(call, after).await,
            None => Ok(Page { items: Vec::new(), next: None }),
        }
    }

    /// Values for a variable of the template written `uri_template`; `None` if there is no such one.
    pub async fn complete(
        &self,
        uri_template: &str,
        call: Call,
        completing: Completing,
    ) -> Option<Result<Vec<String>, ToolError>> {
        let template =
            self.templates.iter().find(|template| template.spec.uri_template == uri_template)?;
        match &template.complete {
            Some(complete) => Some(complete(call, completing).await),
            None => Some(Ok(Vec::new())),
        }
    }
}

/// A table being filled.
pub struct ResourceTableBuilder<S> {
    state: Arc<S>,
    table: ResourceTable,
    problem: Option<UriTemplateError>,
}

impl<S: Send + Sync + 'static> ResourceTableBuilder<S> {
    /// Declares a fixed resource with the function that reads it.
    #[must_use]
    pub fn fixed<F, Fut>(mut self, spec: ResourceSpec, reader: F) -> Self
    where
        F: Fn(Arc<S>, Call) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Contents, ToolError>> + Send + 'static,
    {
        let state = self.state.clone();
        let read: Read = Arc::new(move |call, _| Box::pin(reader(state.clone(), call)));
        self.table.fixed.push(Resource { spec, read });
        self
    }

    /// Declares a template with the function that reads its resources.
    #[must_use]
    pub fn template<F, Fut>(mut self, spec: TemplateSpec, reader: F) -> Self
    where
        F: Fn(Arc<S>, Call, Params) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Contents, ToolError>> + Send + 'static,
    {
        match UriTemplate::parse(spec.uri_template) {
            Ok(uri) => {
                let state = self.state.clone();
                let read: Read =
                    Arc::new(move |call, params| Box::pin(reader(state.clone(), call, params)));
                self.table.templates.push(Template { spec, uri, read, complete: None });
            }
            Err(problem) => self.problem = self.problem.or(Some(problem)),
        }
        self
    }

    /// Completes the variables of the template declared last.
    #[must_use]
    pub fn completed_by<F, Fut>(mut self, completer: F) -> Self
    where
        F: Fn(Arc<S>, Call, Completing) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        let state = self.state.clone();
        if let Some(template) = self.table.templates.last_mut() {
            template.complete = Some(Arc::new(move |call, completing| {
                Box::pin(completer(state.clone(), call, completing))
            }));
        }
        self
    }

    /// Lists the resources that exist beyond the fixed ones.
    #[must_use]
    pub fn listed_by<F, Fut>(mut self, lister: F) -> Self
    where
        F: Fn(Arc<S>, Call, Option<String>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Page<Entry>, ToolError>> + Send + 'static,
    {
        let state = self.state.clone();
        self.table.list =
            Some(Arc::new(move |call, after| Box::pin(lister(state.clone(), call, after))));
        self
    }

    /// The finished table, or the template that cannot be read.
    pub fn done(self) -> Result<ResourceTable, UriTemplateError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(self.table),
        }
    }
}
