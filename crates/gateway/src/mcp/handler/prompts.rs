//! Prompts, and completions of their arguments and of resource templates.

use std::collections::HashMap;

use kernel::{Completing, Params};
use rmcp::ErrorData;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, GetPromptRequestParams,
    GetPromptResponse, JsonObject, ListPromptsResult, PaginatedRequestParams, Reference,
};

use super::resources::no_resource;
use super::{Context, Handler};
#[cfg(feature = "conformance")]
use crate::mcp::conformance;
use crate::mcp::convert;
use crate::pipeline::bounded;
use crate::registry::Endpoint;

pub(super) fn list(
    handler: &Handler,
    request: Option<&PaginatedRequestParams>,
    context: &Context,
) -> Result<ListPromptsResult, ErrorData> {
    handler.reader(context)?;
    let (page, next) = handler.page(handler.endpoint.prompts.iter(), request)?;
    let prompts = page.into_iter().map(|it| convert::prompt(&it.name, &it.item)).collect();
    let mut result = ListPromptsResult::with_all_items(prompts);
    result.next_cursor = next;
    Ok(result)
}

pub(super) async fn get(
    handler: &Handler,
    request: GetPromptRequestParams,
    context: Context,
) -> Result<GetPromptResponse, ErrorData> {
    let call = handler.reader(&context)?;
    let Some(exposed) = handler.endpoint.prompt(&request.name) else {
        return Err(no_prompt(&handler.endpoint, &request.name));
    };
    let given = text_arguments(request.arguments)?;
    let time = handler.core.limits.call_timeout;
    let reply = bounded(&request.name, time, call, |call| exposed.item.fill(call, given));
    #[cfg(feature = "conformance")]
    let exchange =
        conformance::Exchange::new(&context, request.input_responses, request.request_state);
    #[cfg(feature = "conformance")]
    let reply = exchange.around(reply);
    let reply = reply.await.map_err(|error| convert::protocol_error(&error))?;
    #[cfg(feature = "conformance")]
    if let Some(answered) = exchange.prompt_answer() {
        return Ok(answered);
    }
    Ok(convert::prompt_result(exposed.item.spec.description, reply).into())
}

pub(super) async fn complete(
    handler: &Handler,
    request: CompleteRequestParams,
    context: Context,
) -> Result<CompleteResult, ErrorData> {
    let call = handler.reader(&context)?;
    let mut given = Params::default();
    let arguments: HashMap<String, String> =
        request.context.and_then(|context| context.arguments).unwrap_or_default();
    arguments.into_iter().for_each(|(name, value)| given.insert(name, value));
    let completing =
        Completing { name: request.argument.name, value: request.argument.value, given };
    let time = handler.core.limits.call_timeout;
    let values = match request.r#ref {
        Reference::Prompt(prompt) => {
            let Some(exposed) = handler.endpoint.prompt(&prompt.name) else {
                return Err(no_prompt(&handler.endpoint, &prompt.name));
            };
            bounded(&prompt.name, time, call, |call| exposed.item.complete(call, completing)).await
        }
        Reference::Resource(reference) => {
            let owner = handler.endpoint.services.iter().find(|service| {
                let mut templates = service.resources.templates().iter();
                templates.any(|template| template.spec.uri_template == reference.uri)
            });
            let Some(service) = owner else { return Err(no_resource(&reference.uri)) };
            let complete = |call| async {
                let values = service.resources.complete(&reference.uri, call, completing).await;
                values.unwrap_or_else(|| Ok(Vec::new()))
            };
            bounded(&reference.uri, time, call, complete).await
        }
        _ => return Err(ErrorData::invalid_params("unknown kind of reference", None)),
    };
    let values = values.map_err(|error| convert::protocol_error(&error))?;
    Ok(CompleteResult::new(completion(values)))
}

fn text_arguments(arguments: Option<JsonObject>) -> Result<Params, ErrorData> {
    let mut params = Params::default();
    for (name, value) in arguments.unwrap_or_default() {
        let Some(text) = value.as_str() else {
            return Err(ErrorData::invalid_params(
                format!("argument `{name}` must be a string"),
                None,
            ));
        };
        params.insert(name, text);
    }
    Ok(params)
}

fn completion(mut values: Vec<String>) -> CompletionInfo {
    let total = values.len();
    values.truncate(CompletionInfo::MAX_VALUES);
    let mut info = CompletionInfo::default();
    info.has_more = Some(values.len() < total);
    info.total = u32::try_from(total).ok();
    info.values = values;
    info
}

fn no_prompt(endpoint: &Endpoint, name: &str) -> ErrorData {
    let names = endpoint.prompts.iter().map(|prompt| prompt.name.as_str());
    let message = match kernel::nearest(name, names) {
        Some(near) => format!("there is no prompt `{name}`; did you mean `{near}`?"),
        None => format!("there is no prompt `{name}`"),
    };
    ErrorData::invalid_params(message, None)
}
