//! The table of a service's prompts: ready texts a person fills in and sends to a model.

use std::sync::Arc;

use futures_util::future::BoxFuture;

use crate::resource::Complete;
use crate::{Call, Completing, Params, ToolError, nearest};

/// Something a prompt asks for.
#[derive(Debug, Clone)]
pub struct PromptArgument {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub description: &'static str,
    /// Whether the prompt cannot do without.
    pub required: bool,
}

/// A prompt's declaration.
#[derive(Debug, Clone)]
pub struct PromptSpec {
    /// The name it is asked for by.
    pub name: &'static str,
    /// What it is good for, in a sentence.
    pub description: &'static str,
    /// What it asks for.
    pub arguments: Vec<PromptArgument>,
}

impl PromptSpec {
    /// A prompt that asks for nothing.
    pub fn new(name: &'static str, description: &'static str) -> Self {
        Self { name, description, arguments: Vec::new() }
    }

    /// Adds an argument it cannot do without.
    #[must_use]
    pub fn needs(mut self, name: &'static str, description: &'static str) -> Self {
        self.arguments.push(PromptArgument { name, description, required: true });
        self
    }

    /// Adds an argument it can do without.
    #[must_use]
    pub fn takes(mut self, name: &'static str, description: &'static str) -> Self {
        self.arguments.push(PromptArgument { name, description, required: false });
        self
    }
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// One message of a filled-in prompt.
#[derive(Debug, Clone)]
pub struct PromptMessage {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// A filled-in prompt.
#[derive(Debug, Clone)]
pub struct PromptReply {
    /// The messages in order.
    pub messages: Vec<PromptMessage>,
}

impl PromptReply {
    /// One message by the person.
    pub fn user(text: impl Into<String>) -> Self {
        Self { messages: vec![PromptMessage { role: Role::User, text: text.into() }] }
    }
}

type Fill =
    Arc<dyn Fn(Call, Params) -> BoxFuture<'static, Result<PromptReply, ToolError>> + Send + Sync>;

/// A prompt and the function that fills it in.
#[derive(Clone)]
pub struct Prompt {
    /// Its declaration.
    pub spec: PromptSpec,
    fill: Fill,
    complete: Option<Complete>,
}

impl Prompt {
    /// Fills the prompt in, after checking that it was given what it needs.
    pub async fn fill(&self, call: Call, given: Params) -> Result<PromptReply, ToolError> {
        let known = || self.spec.arguments.iter().map(|argument| argument.name);
        if let Some((unknown, _)) = given.iter().find(|(name, _)| !known().any(|k| k == *name)) {
            let error = ToolError::invalid_input(format!(
                "prompt `{}` takes no argument `{unknown}`",
                self.spec.name
            ));
            return Err(match nearest(unknown, known()) {
                Some(near) => error.with_hint(format!("did you mean `{near}`?")),
                None => error,
            });
        }
        let needed = self.spec.arguments.iter().filter(|argument| argument.required);
        if let Some(missing) = needed.into_iter().find(|need| given.get(need.name).is_none()) {
            return Err(ToolError::invalid_input(format!(
                "prompt `{}` needs the argument `{}`",
                self.spec.name, missing.name
            )));
        }
        (self.fill)(call, given).await
    }

    /// Values for one of its arguments.
    pub async fn complete(
        &self,
        call: Call,
        completing: Completing,
    ) -> Result<Vec<String>, ToolError> {
        match &self.complete {
            Some(complete) => complete(call, completing).await,
            None => Ok(Vec::new()),
        }
    }
}

/// A service's prompts.
#[derive(Clone, Default)]
pub struct PromptTable {
    prompts: Vec<Prompt>,
}

impl PromptTable {
    /// Starts a table whose handlers share `state`.
    pub fn of<S>(state: &Arc<S>) -> PromptTableBuilder<S> {
        PromptTableBuilder { state: state.clone(), prompts: Vec::new() }
    }

    /// The prompts in the order they were declared.
    pub fn iter(&self) -> impl Iterator<Item = &Prompt> {
        self.prompts.iter()
    }

    /// The prompt called `name`.
    pub fn get(&self, name: &str) -> Option<&Prompt> {
        self.prompts.iter().find(|prompt| prompt.spec.name == name)
    }
}

/// A table being filled.
pub struct PromptTableBuilder<S> {
    state: Arc<S>,
    prompts: Vec<Prompt>,
}

impl<S: Send + Sync + 'static> PromptTableBuilder<S> {
    /// Declares a prompt with the function that fills it in.
    #[must_use]
    pub fn add<F, Fut>(mut self, spec: PromptSpec, filler: F) -> Self
    where
        F: Fn(Arc<S>, Call, Params) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<PromptReply, ToolError>> + Send + 'static,
    {
        let state = self.state.clone();
        let fill: Fill = Arc::new(move |call, given| Box::pin(filler(state.clone(), call, given)));
        self.prompts.push(Prompt { spec, fill, complete: None });
        self
    }

    /// Completes the arguments of the prompt declared last.
    #[must_use]
    pub fn completed_by<F, Fut>(mut self, completer: F) -> Self
    where
        F: Fn(Arc<S>, Call, Completing) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Vec<String>, ToolError>> + Send + 'static,
    {
        let state = self.state.clone();
        if let Some(prompt) = self.prompts.last_mut() {
            prompt.complete = Some(Arc::new(move |call, completing| {
                Box::pin(completer(state.clone(), call, completing))
            }));
        }
        self
    }

    /// The finished table.
    pub fn done(self) -> PromptTable {
        PromptTable { prompts: self.prompts }
    }
}
