//! Resources: their lists, their contents, and legacy subscriptions to them.

use std::time::Instant;

use rmcp::ErrorData;
use rmcp::model::{
    ListResourceTemplatesResult, ListResourcesResult, PaginatedRequestParams,
    ReadResourceRequestParams, ReadResourceResponse, SubscribeRequestParams,
    UnsubscribeRequestParams,
};

use super::{Context, Handler, bad_cursor, take_turn};
use crate::apart::Apart;
use crate::mcp::convert;
use crate::pipeline::bounded;

pub(super) async fn list(
    handler: &Handler,
    request: Option<PaginatedRequestParams>,
    context: Context,
) -> Result<ListResourcesResult, ErrorData> {
    let started = Instant::now();
    let call = handler.reader(&context)?;
    let cursor = request.and_then(|request| request.cursor);
    let (index, mut after) = match &cursor {
        None => (0, None),
        Some(text) => {
            let (index, after) = text.split_once(':').ok_or_else(|| bad_cursor(text))?;
            let index = index.parse().map_err(|_| bad_cursor(text))?;
            (index, (!after.is_empty()).then(|| after.to_owned()))
        }
    };
    let mut resources = Vec::new();
    let mut next = None;
    for (position, service) in handler.endpoint.services.iter().enumerate().skip(index) {
        if after.is_none() {
            let fixed = service.resources.fixed().iter();
            resources.extend(fixed.map(|resource| convert::resource(&resource.spec)));
        }
        let after = after.take();
        let list = |call| service.resources.list(call, after);
        let time = handler.core.limits.call_timeout;
        let page = bounded("resources/list", time, call.clone(), list).await;
        let page = page.map_err(|error| convert::protocol_error(&error))?;
        let apart = Apart::new(&handler.core.owners, service, &call.principal);
        let shown = page.items.into_iter().filter(|entry| apart.sees_uri(&entry.uri));
        resources.extend(shown.map(convert::entry));
        if let Some(inner) = page.next {
            next = Some(format!("{position}:{inner}"));
            break;
        }
        if resources.len() >= handler.core.limits.page_items
            && position + 1 < handler.endpoint.services.len()
        {
            next = Some(format!("{}:", position + 1));
            break;
        }
    }
    handler
        .core
        .metrics
        .operation(&handler.operation("resources/list", &context), started.elapsed());
    let mut result = ListResourcesResult::with_all_items(resources);
    result.next_cursor = next;
    Ok(result)
}

pub(super) fn list_templates(
    handler: &Handler,
    request: Option<&PaginatedRequestParams>,
    context: &Context,
) -> Result<ListResourceTemplatesResult, ErrorData> {
    handler.reader(context)?;
    let services = handler.endpoint.services.iter();
    let all: Vec<_> = services.flat_map(|service| service.resources.templates()).collect();
    let (page, next) = handler.page(all.into_iter(), request)?;
    let templates = page.into_iter().map(|it| convert::template(&it.spec)).collect();
    let mut result = ListResourceTemplatesResult::with_all_items(templates);
    result.next_cursor = next;
    Ok(result)
}

pub(super) async fn read(
    handler: &Handler,
    request: ReadResourceRequestParams,
    context: Context,
) -> Result<ReadResourceResponse, ErrorData> {
    let turn = take_turn(&context).await;
    let started = Instant::now();
    let call = handler.reader(&context)?;
    let uri = request.uri;
    let Some(service) = handler.endpoint.owner_of(&uri) else { return Err(no_resource(&uri)) };
    let principal = call.principal.clone();
    let apart = Apart::new(&handler.core.owners, service, &principal);
    if !apart.sees_uri(&uri) {
        return Err(no_resource(&uri));
    }
    let reading = |call| async { service.resources.read(&uri, call).await.transpose() };
    let contents = bounded(&uri, handler.core.limits.call_timeout, call, reading).await;
    drop(turn);
    let contents = contents.transpose().ok_or_else(|| no_resource(&uri))?;
    let contents = contents.and_then(|contents| apart.sifted_contents(contents));
    let contents = contents.map_err(|error| convert::protocol_error(&error))?;
    handler
        .core
        .metrics
        .operation(&handler.operation("resources/read", &context), started.elapsed());
    Ok(convert::contents(&uri, contents).into())
}

pub(super) async fn subscribe(
    handler: &Handler,
    request: SubscribeRequestParams,
    context: Context,
) -> Result<(), ErrorData> {
    let turn = take_turn(&context).await;
    let principal = handler.reader(&context)?.principal;
    let shown = handler.core.shows(&principal, &request.uri);
    if handler.endpoint.owner_of(&request.uri).is_none() || !shown {
        return Err(no_resource(&request.uri));
    }
    let most = handler.core.limits.subscriptions_per_connection;
    let membership = handler.membership(&context.peer, &principal);
    let subscribed = membership.subscribe(&request.uri, most);
    drop(turn);
    if subscribed {
        return Ok(());
    }
    handler.core.metrics.refused("subscriptions");
    let reason = format!(
        "this connection has {most} subscriptions; raise limits.subscriptions_per_connection"
    );
    Err(ErrorData::invalid_request(reason, None))
}

pub(super) async fn unsubscribe(
    handler: &Handler,
    request: UnsubscribeRequestParams,
    context: Context,
) -> Result<(), ErrorData> {
    let turn = take_turn(&context).await;
    let principal = handler.principal(&context)?;
    handler.membership(&context.peer, &principal).unsubscribe(&request.uri);
    drop(turn);
    Ok(())
}

/// The error for a resource that nobody has.
pub(super) fn no_resource(uri: &str) -> ErrorData {
    ErrorData::resource_not_found(
        format!("there is no resource `{uri}`"),
        Some(serde_json::json!({ "uri": uri })),
    )
}
