// The keys: `g` and a letter for each page, `/` for the page's search, `?` for this list.

import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { html } from '../html.js';
import { offered } from '../pages.js';
import { go } from '../state/route.js';

const shown = signal(false);
const WAIT = 1500;

/** Listens for the keys while the console is open. */
export function useShortcuts() {
  useEffect(() => {
    let pending = 0;
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const page = Date.now() - pending < WAIT && offered().find((page) => page.key === event.key);
      pending = 0;
      if (page) go(page.name);
      else if (event.key === 'g') pending = Date.now();
      else if (event.key === '?') shown.value = true;
      else if (event.key === '/') focusSearch(event);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

function isTyping(target) {
  return target.closest?.('input, textarea, select, [contenteditable]') != null;
}

function focusSearch(event) {
  const search = document.querySelector('main [data-search]');
  if (!search) return;
  event.preventDefault();
  search.focus();
}

/** The list of keys. */
export function Shortcuts() {
  const dialog = useRef(null);
  useEffect(() => {
    if (shown.value && !dialog.current.open) dialog.current.showModal();
  }, [shown.value]);
  return html`<dialog ref=${dialog} class="shortcuts" aria-labelledby="keys" onClose=${() => (shown.value = false)}>
    <h2 id="keys">Keys</h2>
    <dl>
      ${offered().map((page) => html`<div key=${page.name}><dt><kbd>g</kbd> <kbd>${page.key}</kbd></dt><dd>${page.title}</dd></div>`)}
      <div><dt><kbd>Ctrl</kbd> <kbd>K</kbd></dt><dd>Find anything</dd></div>
      <div><dt><kbd>/</kbd></dt><dd>Search or filter on this page</dd></div>
      <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>Move in a list</dd></div>
      <div><dt><kbd>Ctrl</kbd> <kbd>Enter</kbd></dt><dd>Send the form you are in</dd></div>
      <div><dt><kbd>?</kbd></dt><dd>This list</dd></div>
    </dl>
    <form method="dialog"><button>Close</button></form>
  </dialog>`;
}
