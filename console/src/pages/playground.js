// Playground: any tool of any service as a form, with the request that goes out and the answer.

import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Code, Copy, Empty, Head, Notice, Wrong } from '../parts/basics.js';
import { took } from '../parts/format.js';
import { Json } from '../parts/json.js';
import { useAction } from '../parts/load.js';
import { argumentsOf, fieldsOf } from '../parts/schema.js';
import { ToolForm } from '../parts/tool_form.js';
import { clientConfig, curl } from '../snippets.js';
import { href, route } from '../state/route.js';
import { known, services, tools } from '../state/services.js';
import { client } from '../state/session.js';

/** The page. */
export function Playground() {
  const [, serviceName, toolName] = route.value;
  const found = tools.value.find((it) => it.service.name === serviceName && it.tool.name === toolName);
  return html`<${Head} title="Playground">Any tool of any service, with the request it makes and the answer it gives.<//>
    <div class="split narrow-left">
      <${Choice} serviceName=${serviceName} toolName=${toolName} />
      ${found
        ? html`<${Tool} key=${`${serviceName}/${toolName}`} service=${found.service} tool=${found.tool} />`
        : html`<${Card}><${Empty} title=${toolName && known.value ? `There is no tool ${toolName} here` : 'Choose a tool'} /><//>`}
    </div>`;
}

function Choice({ serviceName, toolName }) {
  const wanted = useSignal('');
  const word = wanted.value.trim().toLowerCase();
  const fits = (tool) => !word || `${tool.name} ${tool.description}`.toLowerCase().includes(word);
  const groups = services.value
    .map((service) => ({ service, list: service.tools.filter(fits) }))
    .filter(({ list }) => list.length);
  return html`<${Card} class="choice">
    <label class="search"><span class="hidden">Find a tool</span>
      <input type="search" placeholder="Find a tool" data-search value=${wanted.value}
        onInput=${(event) => (wanted.value = event.currentTarget.value)} />
    </label>
    ${!groups.length && html`<p class="dim">No tool matches.</p>`}
    ${groups.map(({ service, list }) => html`<details key=${service.name} open=${Boolean(word) || !serviceName || service.name === serviceName}>
      <summary><span class=${`service ${service.name}`}>${service.name}</span> <span class="dim">${list.length}</span></summary>
      <ul>${list.map((tool) => html`<li key=${tool.name}>
        <a href=${href('playground', service.name, tool.name)} aria-current=${service.name === serviceName && tool.name === toolName ? 'true' : undefined}>${tool.name}</a>
      </li>`)}</ul>
    </details>`)}
  <//>`;
}

function Tool({ service, tool }) {
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool]);
  const typed = useSignal({});
  const asJson = useSignal(null);
  const { args, wrong } = argumentsNow(fields, typed.value, asJson.value);
  const call = useAction(async () => {
    const started = performance.now();
    const params = { name: tool.name, arguments: args };
    const result = await client.request(service.endpoint, 'tools/call', params);
    return { result, seconds: (performance.now() - started) / 1000 };
  });
  useEffect(() => call.clear(), [tool.name]);
  const send = (event) => {
    event.preventDefault();
    if (!wrong) call.run();
  };
  const keys = (event) => (event.ctrlKey || event.metaKey) && event.key === 'Enter' && send(event);
  return html`<div class="stack">
    <${Card} title=${tool.name} aside=${html`<${Effect} tool=${tool} />`}>
      <p>${tool.description}</p>
      <form onSubmit=${send} onKeyDown=${keys}>
        ${asJson.value === null
          ? html`<${ToolForm} id="arg" fields=${fields} typed=${typed.value} change=${(name, text) => (typed.value = { ...typed.value, [name]: text })} />`
          : html`<label class="field">Arguments as JSON
              <textarea class="mono" rows="8" spellcheck="false" value=${asJson.value} onInput=${(event) => (asJson.value = event.currentTarget.value)}></textarea>
            </label>`}
        ${wrong && html`<${Notice} tone="warn">${wrong.message}<//>`}
        <div class="actions">
          <button class="primary" disabled=${call.busy || Boolean(wrong)}>${call.busy ? 'Running' : 'Run'}</button>
          <button type="button" class="quiet" onClick=${() => (asJson.value = asJson.value === null ? JSON.stringify(args ?? {}, null, 2) : null)}>
            ${asJson.value === null ? 'Type JSON instead' : 'Use the form'}
          </button>
        </div>
      </form>
    <//>
    <${Answer} call=${call} />
    <${Request} service=${service} tool=${tool} args=${args ?? {}} />
  </div>`;
}

function argumentsNow(fields, typed, text) {
  try {
    return { args: text === null ? argumentsOf(fields, typed) : JSON.parse(text) };
  } catch (wrong) {
    return { wrong };
  }
}

function Effect({ tool }) {
  const hints = tool.annotations ?? {};
  if (hints.readOnlyHint) return html`<${Badge} tone="good">reads<//>`;
  if (hints.destructiveHint) return html`<${Badge} tone="bad">destroys<//>`;
  return html`<${Badge} tone="warn">changes<//>`;
}

function Answer({ call }) {
  if (call.error) return html`<${Wrong} error=${call.error} />`;
  if (!call.value) return null;
  const { result, seconds } = call.value;
  const shown = result.structuredContent ?? result.content;
  const tone = result.isError ? 'bad' : 'good';
  return html`<${Card} title="Answer" aside=${html`<${Badge} tone=${tone}>${result.isError ? 'error' : 'ok'}<//> <span class="dim">${took(seconds)}</span> <${Copy} text=${() => JSON.stringify(shown, null, 2)} />`}>
    <div aria-live="polite">
      ${result.isError
        ? html`<${Wrong} error=${result._meta?.['ensemble/error'] ?? { message: result.content?.[0]?.text }} />`
        : html`<${Json} value=${shown} open=${3} />`}
    </div>
  <//>`;
}

function Request({ service, tool, args }) {
  const url = `${location.origin}${service.endpoint}`;
  return html`<${Card} title="The same from elsewhere">
    <h3>On the command line</h3>
    <${Code} label="ensemble call" text=${`ensemble call ${tool.name} '${JSON.stringify(args).replaceAll("'", "'\\''")}'`} />
    <h3>As curl</h3>
    <${Code} label="curl" text=${curl(url, tool.name, args)} />
    <h3>As a client's configuration</h3>
    <${Code} label="client configuration" text=${clientConfig(service.name, url)} />
  <//>`;
}
