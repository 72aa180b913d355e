// The smallest MCP client for a browser: one POST a request, one stream for news.
//
// It speaks revision 2026-07-28, which has no sessions: after a lost connection there is nothing
// to set up again. It knows nothing of pages and keeps no state but the number of its last request.

import { Failed, Lost, Refused, failureOf } from './errors.js';
import { messages } from './sse.js';

export const REVISION = '2026-07-28';
const META = 'io.modelcontextprotocol/';

let last = 0;

/** A client for the server at `base`; `token` is asked before each request. */
export function createClient({ base = '', token = () => null } = {}) {
  async function post(endpoint, method, params, signal) {
    const request = { jsonrpc: '2.0', id: ++last, method, params: { ...params, _meta: meta(params) } };
    const headers = headersOf(method, params, token());
    const body = JSON.stringify(request);
    let response;
    try {
      response = await fetch(base + endpoint, { method: 'POST', headers, body, signal, cache: 'no-store' });
    } catch (error) {
      throw error.name === 'AbortError' ? error : new Lost();
    }
    if (response.status === 401 || response.status === 403) {
      throw new Refused(response.status, await reason(response));
    }
    return { response, id: request.id };
  }

  /** Sends one request and gives its result; `progress` hears of what the tool says meanwhile. */
  async function request(endpoint, method, params = {}, { signal, progress } = {}) {
    const { response, id } = await post(endpoint, method, params, signal);
    const answer = isStream(response)
      ? await lastOf(response, id, progress)
      : await json(response);
    if (answer.error?.message && answer.jsonrpc) {
      throw new Failed(answer.error.message, answer.error.data ?? {});
    }
    if (!answer.result) throw new Failed(answer.error?.message ?? `the server answered ${response.status}`);
    return answer.result;
  }

  /** Calls a tool; gives its structured answer or throws what it says is wrong. */
  async function call(endpoint, name, args = {}, options = {}) {
    const result = await request(endpoint, 'tools/call', { name, arguments: args }, options);
    if (result.isError) throw failureOf(result);
    return result.structuredContent ?? result;
  }

  /** Reads a resource: JSON as a value, other text as it is. */
  async function read(endpoint, uri, options = {}) {
    const result = await request(endpoint, 'resources/read', { uri }, options);
    const [content] = result.contents;
    return content.mimeType === 'application/json' ? JSON.parse(content.text) : content.text ?? content.blob;
  }

  /** Every item of a paged list. */
  async function list(endpoint, method, key) {
    const items = [];
    let cursor;
    do {
      const page = await request(endpoint, method, cursor ? { cursor } : {});
      items.push(...page[key]);
      cursor = page.nextCursor;
    } while (cursor);
    return items;
  }

  /** Hears of changes until the stream ends; `opened` is called once nothing can be missed. */
  async function listen(endpoint, notifications, { signal, opened, news }) {
    const { response } = await post(endpoint, 'subscriptions/listen', { notifications }, signal);
    if (!isStream(response)) throw new Failed(`the server answered ${response.status}`);
    try {
      for await (const message of messages(response.body)) {
        if (message.method === 'notifications/subscriptions/acknowledged') opened?.();
        else if (message.method) news(message.method, message.params ?? {});
      }
    } catch (error) {
      throw error.name === 'AbortError' ? error : new Lost();
    }
  }

  return { request, call, read, list, listen };
}

function meta(params) {
  return {
    ...params?._meta,
    [`${META}protocolVersion`]: REVISION,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: 'ensemble-console', version: '0.1.0' },
  };
}

function headersOf(method, params, token) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
  };
  const name = params?.name ?? params?.uri;
  if (name) headers['mcp-name'] = headerText(name);
  if (token) headers.authorization = `Bearer ${token}`;
  return headers;
}

/** A header carries printable ASCII; anything else goes in the protocol's base64 form. */
export function headerText(text) {
  if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  const bytes = new TextEncoder().encode(text);
  return `=?base64?${btoa(String.fromCharCode(...bytes))}?=`;
}

function isStream(response) {
  return (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
}

async function json(response) {
  try {
    return await response.json();
  } catch {
    throw new Failed(`the server answered ${response.status}`);
  }
}

async function reason(response) {
  const body = await response.json().catch(() => ({}));
  return body.error?.message ?? `the server answered ${response.status}`;
}

async function lastOf(response, id, progress) {
  try {
    for await (const message of messages(response.body)) {
      if (message.id === id) return message;
      if (message.method === 'notifications/progress') progress?.(message.params);
    }
  } catch (error) {
    if (error.name === 'AbortError') throw error;
  }
  throw new Lost();
}
