// Avatars: a body of writing that answers with quotations or not at all; each opens at its page.

import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { Badge, Card, Empty, Facts, Head, Wrong } from '../parts/basics.js';
import { count, many } from '../parts/format.js';
import { useLoad } from '../parts/load.js';
import { Need } from '../parts/need.js';
import { useNews } from '../parts/news.js';
import { href, route } from '../state/route.js';
import { client } from '../state/session.js';
import { AskAvatar } from './avatars/ask.js';
import { Ingestion, useIngestion } from './avatars/ingestion.js';
import { Search } from './avatars/search.js';
import { SourcePage } from './avatars/page.js';

const ENDPOINT = '/mcp/avatar';
const TOOLS = ['query_corpus', 'generate_response', 'get_avatar_info'];

/** The page. */
export function Avatars() {
  return html`<${Need} title="Avatars" name="avatar" tools=${TOOLS}><${Page} /><//>`;
}

function Page() {
  const [, id, part, number, label] = route.value;
  const added = useSignal(0);
  const turn = `${useNews('avatar')} ${added.value}`;
  const list = useLoad(async () => {
    const resources = await client.list(ENDPOINT, 'resources/list', 'resources');
    return resources.map(({ uri }) => /^avatar:\/\/([^/]+)$/.exec(uri)?.[1]).filter(Boolean).map(decodeURIComponent);
  }, [turn]);
  const ids = list.value ?? [];
  const current = id ?? ids[0];
  const works = useLoad(() => (current ? client.read(ENDPOINT, `avatar://${encodeURIComponent(current)}/sources`) : null), [current, turn]);
  const ingestion = useIngestion(current, () => (added.value += 1));
  const sources = works.value && works.value.avatar === current ? works.value.sources : [];
  return html`<${Head} title="Avatars">Every claim is a quotation with its page, or the answer is that the writings do not say.<//>
    <${Wrong} error=${list.error} />
    ${list.value && !ids.length && html`<${Card}><${Empty} title="No avatar yet">
      The command <code>ensemble avatar</code> makes one and adds writings to it.<//><//>`}
    ${ids.length > 0 && html`<div class="split narrow-left">
      <${Card} title="Avatars" class="choice"><ul>${ids.map((it) => html`<li key=${it}>
        <a href=${href('avatars', it)} aria-current=${it === current ? 'true' : undefined}>${it}</a></li>`)}</ul><//>
      <div class="stack" key=${current}>
        <${Ingestion} state=${ingestion} />
        ${part === 'source' && html`<${SourcePage} id=${current} number=${number} label=${label} work=${sources[Number(number) - 1]} />`}
        <${AskAvatar} id=${current} />
        <${Search} id=${current} />
        <${About} id=${current} turn=${turn} sources=${sources} error=${works.error} />
      </div>
    </div>`}`;
}

function About({ id, turn, sources, error }) {
  const about = useLoad(() => client.call(ENDPOINT, 'get_avatar_info', { avatar: id }), [id, turn]);
  const info = about.value;
  return html`<${Card} title=${info?.name ?? id}>
    <${Wrong} error=${about.error ?? error} />
    ${info && html`<p>${info.description}</p>
      <${Facts} rows=${[
        ['Writings', `${many(info.document_count, 'document')}, ${count(info.corpus_size)} words`],
        ['Knows about', info.expertise?.length > 0 && info.expertise.map((it) => html`<${Badge} key=${it}>${it}<//> `)],
      ]} />`}
    ${sources.length > 0 && html`<h3>Works</h3>
      <ol class="works">${sources.map((work) => html`<li key=${work.id}>
        <a href=${href('avatars', id, 'source', work.number, '1')}>${work.title}</a>${' '}
        <span class="dim">${[work.year, work.pages > 0 && many(work.pages, 'page'), `${count(work.words)} words`].filter(Boolean).join(', ')}</span>
        ${work.warnings?.map((warning) => html`<div class="hint" key=${warning}>${warning}</div>`)}
      </li>`)}</ol>`}
  <//>`;
}
