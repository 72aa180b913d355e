// One page of a work, with the quotation that led there marked, and the way to its neighbours.

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { html } from '../../html.js';
import { Card, Wrong } from '../../parts/basics.js';
import { useLoad } from '../../parts/load.js';
import { href } from '../../state/route.js';
import { client } from '../../state/session.js';
import { around } from './quote.js';

const quote = signal('');

/** Keeps the quotation for the page that opens next. */
export function remember(text) {
  quote.value = text ?? '';
}

/** The way to the page a citation names. */
export function pageLink(id, meta) {
  if (!meta?.source_number) return null;
  return href('avatars', id, 'source', meta.source_number, meta.page_label ?? meta.page_index ?? 1);
}

/** The card of a page. */
export function SourcePage({ id, number, label, work }) {
  const uri = `avatar://${encodeURIComponent(id)}/source/${number}/page/${encodeURIComponent(label)}`;
  const page = useLoad(() => client.read('/mcp/avatar', uri), [uri]);
  const mark = useRef(null);
  useEffect(() => mark.current?.scrollIntoView({ block: 'center' }), [page.value, quote.value]);
  const [before, quoted, after] = around(page.value ?? '', quote.value);
  const title = work ? `${work.title}, page ${label}` : `Source ${number}, page ${label}`;
  const aside = html`<${Turn} id=${id} number=${number} label=${label} pages=${work?.pages ?? 0} /><a href=${href('avatars', id)}>Close</a>`;
  return html`<${Card} title=${title} aside=${aside}>
    <${Wrong} error=${page.error} />
    <div class="page-text" tabindex="0" role="region" aria-label="Text of the page">${before}${quoted && html`<mark ref=${mark}>${quoted}</mark>`}${after}</div>
  <//>`;
}

/** Links to the page before and after; works with pages that are not numbered have none. */
function Turn({ id, number, label, pages }) {
  if (pages < 2 || !/^\d+$/.test(label)) return null;
  const to = (page, words) => html`<a href=${href('avatars', id, 'source', number, page)} onClick=${() => remember('')}>${words}</a>`;
  const at = Number(label);
  return html`${at > 1 && to(at - 1, 'Page before')} ${at < pages && to(at + 1, 'Next page')}`;
}
