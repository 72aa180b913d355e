// Find anything: one box over pages, what lives in the services, tools and events. Ctrl-K opens it.

import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { html } from '../html.js';
import { find } from '../state/find.js';
import { go } from '../state/route.js';
import { moved } from './window.js';

const shown = signal(false);
const text = signal('');
const found = signal([]);
const chosen = signal(0);

/** Opens the box. */
export function openPalette() {
  text.value = '';
  found.value = [];
  shown.value = true;
}

let turn = 0;

/** Looks for what is written now; an older search that ends late is passed over. */
async function look(words) {
  const mine = ++turn;
  await find(words, (list) => {
    if (mine !== turn) return;
    found.value = list;
    chosen.value = Math.min(chosen.peek(), Math.max(0, list.length - 1));
  });
}

/** The box, on every page. */
export function Palette() {
  const dialog = useRef(null);
  useEffect(() => {
    const pressed = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
      }
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
  useEffect(() => {
    if (!shown.value) return;
    if (!dialog.current.open) dialog.current.showModal();
    chosen.value = 0;
    look('');
  }, [shown.value]);
  return html`<dialog ref=${dialog} class="palette" aria-label="Find anything" onClose=${() => (shown.value = false)}
      onClick=${(event) => event.target === dialog.current && dialog.current.close()}>
    ${shown.value && html`<${Box} close=${() => dialog.current.close()} />`}
  </dialog>`;
}

function Box({ close }) {
  const list = found.value;
  const open = (item) => {
    close();
    go(...item.to);
  };
  const typed = (event) => {
    text.value = event.currentTarget.value;
    chosen.value = 0;
    look(text.value);
  };
  const pressed = (event) => {
    if (event.key === 'Enter' && list[chosen.value]) {
      event.preventDefault();
      open(list[chosen.value]);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      chosen.value = moved(event.key, chosen.value, { page: 8, total: list.length }) ?? 0;
      document.getElementById(`found-${chosen.value}`)?.scrollIntoView({ block: 'nearest' });
    }
  };
  return html`<input type="search" role="combobox" aria-expanded="true" aria-controls="found" aria-autocomplete="list" autofocus
      aria-activedescendant=${list.length ? `found-${chosen.value}` : undefined} aria-label="Find anything" autocomplete="off"
      placeholder="Pages, actors, sessions, jobs, avatars, tools, #event" value=${text.value} onInput=${typed} onKeyDown=${pressed} />
    <ul id="found" role="listbox" aria-label="Found">
      ${list.map((item, index) => html`<li key=${`${item.kind} ${item.to.join('/')}`} id=${`found-${index}`} role="option" aria-selected=${index === chosen.value}
          onClick=${() => open(item)} onMouseMove=${() => (chosen.value = index)}>
        <span class="found-title">${item.title}</span>
        <span class="dim found-more">${item.more}</span>
        <span class="dim found-kind">${item.kind}</span>
      </li>`)}
    </ul>
    ${!list.length && text.value && html`<p class="hint" role="status">Nothing is called that.</p>`}`;
}
