//! The table of a service's tools: each declared once, its schemas taken from its types.

mod arguments;
mod portable;
mod schema;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::{Call, Scope, ToolError};
use arguments::Arguments;
pub use schema::Schema;

/// What a tool does to the world, as clients are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It changes nothing.
    ReadOnly,
    /// It adds, and what was there stays.
    Additive,
    /// It may change or remove what was there.
    Destructive,
}

/// Which calls of one connection wait for one another; the others run as they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// None.
    Free,
    /// Those with an equal value of this argument, or of the other one that names the same kind
    /// of thing.
    By(&'static str, Option<&'static str>),
    /// Every call of the service.
    Alone,
}

/// The word for the thing that `argument` names by `value`.
pub fn named_thing(argument: &str, value: &Value) -> String {
    format!("{argument}/{value}")
}

/// A tool's declaration, without its handler.
#[derive(Debug, Clone)]
pub struct ToolSpec {
    /// The name it is called by.
    pub name: &'static str,
    /// What it does, for a person or a model choosing a tool.
    pub description: &'static str,
    /// What it does to the world.
    pub effect: Effect,
    /// Whether calling it again with the same arguments changes nothing more.
    pub idempotent: bool,
    /// Whether it reaches outside this machine or its declared folders.
    pub open_world: bool,
    /// The permission it needs.
    pub scope: Scope,
    /// Which calls of one connection wait for one another.
    pub order: Order,
    /// Its own time limit, where the default does not fit.
    pub timeout: Option<Duration>,
    /// The JSON schema of its input.
    pub input_schema: Schema,
    /// The JSON schema of its output.
    pub output_schema: Schema,
}

/// A tool that changes nothing and needs the scope `read`.
pub fn read(name: &'static str, description: &'static str) -> ToolSpec {
    ToolSpec {
        name,
        description,
        effect: Effect::ReadOnly,
        idempotent: true,
        open_world: false,
        scope: Scope::Read,
        order: Order::Free,
        timeout: None,
        input_schema: Schema::default(),
        output_schema: Schema::default(),
    }
}

/// A tool that adds something and needs `scope`.
pub fn write(name: &'static str, scope: Scope, description: &'static str) -> ToolSpec {
    ToolSpec { effect: Effect::Additive, idempotent: false, scope, ..read(name, description) }
}

impl ToolSpec {
    /// It may change or remove what was there.
    #[must_use]
    pub fn destructive(mut self) -> Self {
        self.effect = Effect::Destructive;
        self
    }

    /// Calling it again with the same arguments changes nothing more.
    #[must_use]
    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// It reaches outside this machine.
    #[must_use]
    pub fn open_world(mut self) -> Self {
        self.open_world = true;
        self
    }

    /// Calls with an equal value of `argument` run one after another, in the order they came.
    #[must_use]
    pub fn ordered_by(mut self, argument: &'static str) -> Self {
        self.order = Order::By(argument, None);
        self
    }

    /// As `ordered_by`, for a tool that also makes the thing that `other` names.
    #[must_use]
    pub fn ordered_by_both(mut self, argument: &'static str, other: &'static str) -> Self {
        self.order = Order::By(argument, Some(other));
        self
    }

    /// It runs after every earlier call of its service, and every later one runs after it.
    #[must_use]
    pub fn ordered_alone(mut self) -> Self {
        self.order = Order::Alone;
        self
    }

    /// What a call names that other calls may name too: one word for each thing.
    pub fn names(&self, arguments: &Map<String, Value>) -> Vec<String> {
        let Order::By(argument, other) = self.order else { return Vec::new() };
        let named = [Some(argument), other].into_iter().flatten();
        named.filter_map(|name| Some(named_thing(argument, arguments.get(name)?))).collect()
    }

    /// Sets its own time limit.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}

type Run = Arc<
    dyn Fn(Call, Map<String, Value>) -> BoxFuture<'static, Result<Value, ToolError>> + Send + Sync,
>;

/// A tool: what it is called, what it takes and gives, and the function behind it.
#[derive(Clone)]
pub struct Tool {
    /// Its declaration.
    pub spec: ToolSpec,
    run: Run,
}

impl Tool {
    /// Calls the tool; a panic inside becomes an `Internal` error of this call alone.
    pub async fn call(
        &self,
        call: Call,
        arguments: Map<String, Value>,
    ) -> Result<Value, ToolError> {
        let work = call.work.clone();
        let running = AssertUnwindSafe(work.of(async { (self.run)(call, arguments).await }));
        running.catch_unwind().await.unwrap_or_else(|panic| {
            let what = crate::work::panic_text(panic.as_ref());
            tracing::error!(tool = self.spec.name, panic = %what, "a tool panicked");
            Err(ToolError::internal(format!("`{}` failed inside: {what}", self.spec.name))
                .with_hint("this is a defect of the server; its log has the details"))
        })
    }
}

/// A service's tools.
#[derive(Clone, Default)]
pub struct ToolTable {
    tools: Vec<Tool>,
    by_name: HashMap<&'static str, usize>,
}

impl ToolTable {
    /// Starts a table whose handlers share `state`.
    pub fn of<S>(state: &Arc<S>) -> ToolTableBuilder<S> {
        ToolTableBuilder { state: state.clone(), tools: Vec::new() }
    }

    /// The tools in the order they were declared.
    pub fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.tools.iter()
    }

    /// The tool called `name`.
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.by_name.get(name).map(|index| &self.tools[*index])
    }

    /// Calls the tool called `name`, as every wire does.
    pub async fn call(
        &self,
        name: &str,
        call: Call,
        arguments: Map<String, Value>,
    ) -> Result<Value, ToolError> {
        let Some(tool) = self.get(name) else {
            return Err(unknown_tool(name, self.by_name.keys().copied()));
        };
        tool.call(call, arguments).await
    }
}

/// The error for a tool that does not exist, naming the one that was likely meant.
pub fn unknown_tool<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> ToolError {
    let error =
        ToolError::not_found(format!("there is no tool `{name}`")).with_code("UNKNOWN_TOOL");
    match crate::nearest(name, known) {
        Some(near) => error.with_hint(format!("did you mean `{near}`?")),
        None => error.with_hint("tools/list names every tool"),
    }
}

/// A table being filled.
pub struct ToolTableBuilder<S> {
    state: Arc<S>,
    tools: Vec<Tool>,
}

impl<S: Send + Sync + 'static> ToolTableBuilder<S> {
    /// Declares a tool with the free async function that serves it.
    #[must_use]
    pub fn add<I, O, E, F, Fut>(mut self, mut spec: ToolSpec, handler: F) -> Self
    where
        I: DeserializeOwned + JsonSchema,
        O: Serialize + JsonSchema,
        E: Into<ToolError>,
        F: Fn(Arc<S>, Call, I) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, E>> + Send + 'static,
    {
        spec.input_schema = Schema::of_input::<I>();
        spec.output_schema = Schema::of_output::<O>();
        let (name, schema) = (spec.name, spec.input_schema.clone());
        let known = LazyLock::new(move || Arguments::of(name, &schema.get()));
        let state = self.state.clone();
        let run: Run = Arc::new(move |call, arguments| {
            let input = match known.decode::<I>(arguments) {
                Ok(input) => input,
                Err(error) => return Box::pin(std::future::ready(Err(error))),
            };
            let answer = handler(state.clone(), call, input);
            Box::pin(async move {
                let output = answer.await.map_err(Into::into)?;
                serde_json::to_value(output)
                    .map_err(|error| ToolError::internal(format!("encoding the answer: {error}")))
            })
        });
        self.tools.push(Tool { spec, run });
        self
    }

    /// The finished table.
    pub fn done(self) -> ToolTable {
        let by_name =
            self.tools.iter().enumerate().map(|(index, tool)| (tool.spec.name, index)).collect();
        ToolTable { tools: self.tools, by_name }
    }
}
