//! The protocol's requests, answered from an endpoint's tables.

mod prompts;
mod resources;

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use kernel::{Call, Principal, Scope, ToolError, TraceContext};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestParams, CompleteResult, CustomRequest,
    CustomResult, ErrorCode, Extensions, GetPromptRequestParams, GetPromptResponse, Implementation,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    LoggingLevel, PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, SetLevelRequestParams,
    SubscribeRequestParams, SubscriptionFilter, Tool, UnsubscribeRequestParams,
};
#[cfg(feature = "conformance")]
use rmcp::model::{CancelTaskParams, GetTaskParams, GetTaskResult, UpdateTaskParams};
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use tokio_util::sync::DropGuard;
use tracing::{Instrument, Span};

#[cfg(feature = "conformance")]
use super::conformance;
use super::side::{Side, rank};
use super::{convert, frames, news, span};
use crate::clients::{Presence, Who};
use crate::core::Core;
use crate::hub::{Membership, Wants};
use crate::metrics::{Operation, Wire};
use crate::order::Turn;
use crate::pipeline;
use crate::registry::{Endpoint, Exposed};

const LEVELS: [LoggingLevel; 8] = [
    LoggingLevel::Debug,
    LoggingLevel::Info,
    LoggingLevel::Notice,
    LoggingLevel::Warning,
    LoggingLevel::Error,
    LoggingLevel::Critical,
    LoggingLevel::Alert,
    LoggingLevel::Emergency,
];

/// Methods that the stateless revision no longer has.
const LEGACY_METHODS: [&str; 5] =
    ["initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"];

type Context = RequestContext<RoleServer>;

/// One client's view of an endpoint.
pub(crate) struct Handler {
    pub(super) core: Arc<Core>,
    pub(super) endpoint: Arc<Endpoint>,
    wire: Wire,
    principal: Option<Principal>,
    membership: Arc<OnceLock<(Arc<Membership>, DropGuard)>>,
    level: AtomicU8,
    presence: OnceLock<Presence>,
}

/// Who brought a message that came by HTTP.
fn bearer(extensions: &Extensions) -> Option<&Principal> {
    extensions.get::<http::request::Parts>()?.extensions.get::<Principal>()
}

impl Handler {
    /// A view for a client known as `principal`; without one, each request brings its own.
    pub(super) fn new(
        core: Arc<Core>,
        endpoint: Arc<Endpoint>,
        wire: Wire,
        principal: Option<Principal>,
    ) -> Self {
        let level = AtomicU8::new(rank(LoggingLevel::Info));
        let presence = OnceLock::new();
        Self { core, endpoint, wire, principal, membership: Arc::default(), level, presence }
    }

    /// Its subscriptions, for the connection to ask whether it is still of use.
    pub(super) fn subscriptions(&self) -> Arc<OnceLock<(Arc<Membership>, DropGuard)>> {
        self.membership.clone()
    }

    fn principal(&self, context: &RequestContext<RoleServer>) -> Result<Principal, ErrorData> {
        if let Some(principal) = &self.principal {
            return Ok(principal.clone());
        }
        let principal = bearer(&context.extensions);
        principal.cloned().ok_or_else(|| ErrorData::internal_error("no principal", None))
    }

    fn reader(&self, context: &RequestContext<RoleServer>) -> Result<Call, ErrorData> {
        let principal = self.principal(context)?;
        if !principal.scopes.allows(Scope::Read) {
            self.core.metrics.refused("scope");
            let error = ToolError::denied(format!("`{}` lacks the scope `read`", principal.id))
                .with_code("INSUFFICIENT_SCOPE");
            return Err(convert::protocol_error(&error));
        }
        Ok(self.call(principal, context))
    }

    fn call(&self, principal: Principal, context: &RequestContext<RoleServer>) -> Call {
        let trace = context.meta.get_traceparent().map(|traceparent| TraceContext {
            traceparent: traceparent.to_owned(),
            tracestate: context.meta.get_tracestate().map(str::to_owned),
        });
        self.note(&principal, context);
        Call::new(principal).cancelled_by(context.ct.clone()).traced(trace)
    }

    /// Notes who asks, and that they are here where a connection or a session stays.
    fn note(&self, principal: &Principal, context: &RequestContext<RoleServer>) {
        let about = context.client_info();
        let (name, version) =
            about.as_ref().map_or(("", ""), |it| (it.name.as_str(), it.version.as_str()));
        let revision = self::version(context);
        let who = Who { name, version, principal: &principal.id, wire: self.wire, revision };
        if self.principal.is_some() || !is_modern(context) {
            self.presence.get_or_init(|| self.core.clients.stays(who));
        }
        self.core.clients.heard(who);
    }

    fn operation(&self, method: &'static str, context: &RequestContext<RoleServer>) -> Operation {
        Operation::new(method, self.wire, version(context))
    }

    fn span(&self, call: &Call, tool: &str, operation: &Operation, context: &Context) -> Span {
        let span = span::of_call(tool, &self.endpoint, operation, context);
        if let (Some(adopt), Some(trace)) = (&self.core.adopt, &call.trace)
            && !span.is_disabled()
        {
            adopt(&span, trace);
        }
        span
    }

    fn log_level(&self, context: &RequestContext<RoleServer>) -> Option<LoggingLevel> {
        if context.meta.protocol_version().is_some() {
            return context.meta.log_level();
        }
        LEVELS.get(usize::from(self.level.load(Ordering::Relaxed))).copied()
    }

    fn membership(&self, peer: &Peer<RoleServer>, principal: &Principal) -> &Arc<Membership> {
        let (membership, _) = self.membership.get_or_init(|| {
            let wants = Wants {
                resource_list: true,
                tool_list: true,
                prompt_list: true,
                announcements: true,
            };
            let joined = self.core.hub.join(principal.clone(), wants, self.service_names());
            let membership = Arc::new(joined);
            let gone = self.core.stop.child_token();
            let interval = self.core.limits.update_interval;
            let pump = news::pump(membership.clone(), peer.clone(), interval, gone.clone());
            self.core.tasks.spawn(pump);
            (membership, gone.drop_guard())
        });
        membership
    }

    fn service_names(&self) -> Vec<&'static str> {
        self.endpoint.services.iter().map(|service| service.info.name).collect()
    }

    fn page<T>(
        &self,
        items: impl ExactSizeIterator<Item = T>,
        request: Option<&PaginatedRequestParams>,
    ) -> Result<(Vec<T>, Option<String>), ErrorData> {
        let start = match request.and_then(|request| request.cursor.as_deref()) {
            None => 0,
            Some(cursor) => cursor.parse().map_err(|_| bad_cursor(cursor))?,
        };
        let (total, most) = (items.len(), self.core.limits.page_items);
        let page: Vec<_> = items.skip(start).take(most).collect();
        let end = start + page.len();
        Ok((page, (end < total).then(|| end.to_string())))
    }
}

fn bad_cursor(cursor: &str) -> ErrorData {
    ErrorData::invalid_params(format!("cursor `{cursor}` was not given by this server"), None)
}

fn version(context: &RequestContext<RoleServer>) -> &'static str {
    let version = context.protocol_version();
    match version.as_ref().map(|version| version.as_str()) {
        Some("2024-11-05") => "2024-11-05",
        Some("2025-03-26") => "2025-03-26",
        Some("2025-06-18") => "2025-06-18",
        Some("2025-11-25") => "2025-11-25",
        Some("2026-07-28") => "2026-07-28",
        Some(_) | None => "",
    }
}

fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    version(context) == ProtocolVersion::V_2026_07_28.as_str()
}

async fn take_turn(context: &RequestContext<RoleServer>) -> Option<Turn> {
    let turn = context.extensions.get::<Turn>().cloned()?;
    turn.wait().await;
    Some(turn)
}

fn listed(exposed: &Exposed<kernel::Tool>) -> Tool {
    let shown = convert::tool(&exposed.name, &exposed.item);
    #[cfg(feature = "conformance")]
    let shown = conformance::listed(exposed, shown);
    shown
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        #[cfg_attr(not(feature = "conformance"), expect(unused_mut, reason = "fixtures add to it"))]
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .enable_resources()
            .enable_resources_subscribe()
            .enable_resources_list_changed()
            .enable_prompts()
            .enable_prompts_list_changed()
            .enable_completions()
            .enable_logging()
            .build();
        #[cfg(feature = "conformance")]
        conformance::announce(&self.endpoint, &mut capabilities);
        let endpoint = &self.endpoint;
        let mut about = Implementation::new(&endpoint.server_name, &endpoint.server_version);
        about.description = Some(endpoint.description.clone());
        let mut config = ServerConfig::new(capabilities).with_server_info(about);
        config.instructions =
            (!endpoint.instructions.is_empty()).then(|| endpoint.instructions.clone());
        config
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let known = self.principal.as_ref().or_else(|| bearer(&context.extensions));
        if let Some(principal) = known {
            self.membership(&context.peer, principal);
        }
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let started = Instant::now();
        self.reader(&context)?;
        let (tools, next) = self.page(self.endpoint.tools.iter(), request.as_ref())?;
        let tools = tools.into_iter().map(listed).collect();
        self.core.metrics.operation(&self.operation("tools/list", &context), started.elapsed());
        let mut result = ListToolsResult::with_all_items(tools);
        result.next_cursor = next;
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.endpoint.tool(name).map(listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let turn = take_turn(&context).await;
        let started = Instant::now();
        let principal = self.principal(&context)?;
        let progress_token = context.meta.get_progress_token();
        let side = Side::new(context.peer.clone(), progress_token, self.log_level(&context));
        let (progress, log) = (side.clone(), side.clone());
        let call = self
            .call(principal, &context)
            .in_line(turn.as_ref().map(Turn::place))
            .reporting(move |report| progress.progress(report))
            .logging(move |line| log.log(line));
        let mut operation = self.operation("tools/call", &context);
        let span = self.span(&call, &request.name, &operation, &context);
        let arguments = request.arguments.unwrap_or_default();
        let answer =
            pipeline::call_tool(&self.core, &self.endpoint, &request.name, call, arguments)
                .instrument(span.clone());
        #[cfg(feature = "conformance")]
        let exchange =
            conformance::Exchange::new(&context, request.input_responses, request.request_state);
        #[cfg(feature = "conformance")]
        let answer = exchange.around(answer);
        let answer = answer.await;
        side.finish().await;
        drop(turn);
        span::end(&span, &answer);
        operation.answered(self.endpoint.tool(&request.name), &answer);
        self.core.metrics.operation(&operation, started.elapsed());
        #[cfg(feature = "conformance")]
        if let Some(answered) = exchange.tool_answer() {
            return answered;
        }
        Ok(convert::tool_result(answer).into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        resources::list(self, request, context).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        resources::list_templates(self, request.as_ref(), &context)
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        resources::read(self, request, context).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        resources::subscribe(self, request, context).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        resources::unsubscribe(self, request, context).await
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        let mut accepted = requested.clone();
        if let Some(uris) = &mut accepted.resource_subscriptions {
            uris.retain(|uri| self.endpoint.owner_of(uri).is_some());
            uris.truncate(self.core.limits.subscriptions_per_connection);
        }
        Some(accepted)
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let principal = self.reader(context.request_context())?.principal;
        let filter = context.accepted();
        let wants = Wants {
            resource_list: filter.resources_list_changed == Some(true),
            tool_list: filter.tools_list_changed == Some(true),
            prompt_list: filter.prompts_list_changed == Some(true),
            announcements: false,
        };
        let membership = self.core.hub.join(principal.clone(), wants, self.service_names());
        let uris = filter.resource_subscriptions.iter().flatten();
        for uri in uris.filter(|uri| self.core.shows(&principal, uri)) {
            membership.subscribe(uri, usize::MAX);
        }
        loop {
            let news = tokio::select! {
                news = membership.news() => news,
                () = context.cancelled() => return Ok(()),
                () = self.core.stop.cancelled() => return Ok(()),
            };
            if !news::send(context.sink(), news).await {
                return Ok(());
            }
            tokio::time::sleep(self.core.limits.update_interval).await;
        }
    }

    async fn list_prompts(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        prompts::list(self, request.as_ref(), &context)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompts::get(self, request, context).await
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        prompts::complete(self, request, context).await
    }

    async fn set_level(
        &self,
        request: SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if is_modern(&context) {
            return Err(no_method("logging/setLevel"));
        }
        let turn = take_turn(&context).await;
        self.level.store(rank(request.level), Ordering::Relaxed);
        drop(turn);
        Ok(())
    }

    #[cfg(feature = "conformance")]
    async fn get_task(
        &self,
        request: GetTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetTaskResult, ErrorData> {
        self.reader(&context)?;
        conformance::get(&request.task_id)
    }

    #[cfg(feature = "conformance")]
    async fn update_task(
        &self,
        request: UpdateTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.reader(&context)?;
        conformance::update(&request.task_id, request.input_responses)
    }

    #[cfg(feature = "conformance")]
    async fn cancel_task(
        &self,
        request: CancelTaskParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.reader(&context)?;
        conformance::cancel(&request.task_id)
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = request.method.as_str();
        if is_modern(&context) && LEGACY_METHODS.contains(&method) {
            return Err(no_method(method));
        }
        match frames::explain_params(method, request.params.as_ref()) {
            Some(reason) => Err(ErrorData::invalid_params(reason, None)),
            None => Err(no_method(method)),
        }
    }
}

fn no_method(method: &str) -> ErrorData {
    let message = format!("there is no method `{method}`");
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None)
}
