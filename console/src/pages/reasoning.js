// Reasoning: tell a session facts and rules, ask it, and see what the answer rests on.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Card, Empty, Field, Head, Wrong } from '../parts/basics.js';
import { useAction, useLoad } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { useNews } from '../parts/news.js';
import { go, href, route } from '../state/route.js';
import { client } from '../state/session.js';
import { Ask } from './reasoning/ask.js';
import { Graph } from './reasoning/graph.js';
import { History } from './reasoning/history.js';
import { Knowledge } from './reasoning/knowledge.js';

const ENDPOINT = '/mcp/reasoner';
const TOOLS = ['session_create', 'session_get', 'session_assert', 'session_query'];

/** The page. */
export function Reasoning() {
  return html`<${Need} title="Reasoning" name="reasoner" tools=${TOOLS}><${Page} /><//>`;
}

function Page() {
  const id = route.value[1];
  const turn = useNews('reasoner');
  const sessions = useLoad(() => client.read(ENDPOINT, 'reasoner://sessions'), [turn]);
  const session = useLoad(async () => {
    if (!id) return null;
    return (await client.call(ENDPOINT, 'session_get', { sessionId: id })).data;
  }, [id, turn]);
  const shown = session.value?.id === id ? session.value : null;
  return html`<${Head} title="Reasoning">Facts and rules in English or Prolog; answers with the statements they rest on.<//>
    <div class="split narrow-left">
      <${Sessions} list=${sessions.value ?? []} error=${sessions.error} current=${id} />
      <div class="stack">
        ${!id && html`<${Card}><${Empty} title="Choose a session, or make one">A session holds what it was told, and every change of it.<//><//>`}
        ${id && html`<${Wrong} error=${session.error} />`}
        ${shown && html`<${Ask} key=${`ask-${id}`} id=${id} />
          <${Knowledge} key=${`kb-${id}`} session=${shown} />
          <${Graph} key=${`graph-${id}`} session=${shown} />
          <${History} key=${`past-${id}`} session=${shown} />`}
      </div>
    </div>`;
}

function Sessions({ list, error, current }) {
  const name = useSignal('');
  const make = useAction(async () => {
    const wanted = name.value.trim();
    const made = await client.call(ENDPOINT, 'session_create', wanted ? { sessionId: wanted } : {});
    name.value = '';
    go('reasoning', made.data.id);
  });
  const submit = (event) => {
    event.preventDefault();
    make.run();
  };
  return html`<${Card} title="Sessions" class="choice">
    <${Wrong} error=${error} />
    <ul>${list.map((session) => html`<li key=${session.id}>
      <a href=${href('reasoning', session.id)} aria-current=${session.id === current ? 'true' : undefined}>${session.id}</a>
    </li>`)}</ul>
    ${!list.length && html`<p class="dim">None yet.</p>`}
    <form onSubmit=${submit}>
      <${Field} label="New session" id="session-name" hint="A name, or nothing for one that is made up.">
        <input id="session-name" data-search autocomplete="off" spellcheck="false" aria-describedby="session-name-hint"
          value=${name.value} onInput=${(event) => (name.value = event.currentTarget.value)} />
      <//>
      <button disabled=${make.busy}>Make it</button>
    </form>
    <${Wrong} error=${make.error} />
  <//>`;
}
