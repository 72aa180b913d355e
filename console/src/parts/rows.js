// A list of any length of which only the rows in sight are on the page.
//
// It is a listbox: arrows, Page Up and Down, Home and End move the choice, and a screen reader
// hears where in the whole list it is.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { inSight, moved } from './window.js';

/** The list: `items`, a row's `height`, `render`, and which one is `chosen`. */
export function Rows({ items, height = 36, keyOf, render, chosen, choose, label, onEnd, id }) {
  const box = useRef(null);
  const top = useSignal(0);
  const view = useSignal(600);
  useLayoutEffect(() => {
    const measure = () => (view.value = box.current?.clientHeight ?? 600);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const { first, last } = inSight({ top: top.value, view: view.value, height, total: items.length });
  const scrolled = () => {
    top.value = box.current.scrollTop;
    if (box.current.scrollTop + box.current.clientHeight > box.current.scrollHeight - 10 * height) onEnd?.();
  };
  const at = items.findIndex((item) => keyOf(item) === chosen);
  const pressed = (event) => {
    const page = Math.max(1, Math.floor(view.value / height) - 1);
    const next = moved(event.key, at, { page, total: items.length });
    if (next === null) return;
    event.preventDefault();
    choose(keyOf(items[next]));
    keepInSight(box.current, next, height);
  };
  const rowId = (item) => `${id}-${keyOf(item)}`;
  const active = at >= first && at < last ? rowId(items[at]) : undefined;
  return html`<div class="rows" ref=${box} role="listbox" tabindex="0" aria-label=${label}
      aria-activedescendant=${active} onScroll=${scrolled} onKeyDown=${pressed}>
    <div class="rows-all" role="presentation" style=${{ height: `${items.length * height}px` }}>
      ${items.slice(first, last).map((item, index) => html`<div key=${keyOf(item)} id=${rowId(item)}
          class="row" role="option" aria-selected=${keyOf(item) === chosen} aria-setsize=${items.length}
          aria-posinset=${first + index + 1} onClick=${() => choose(keyOf(item))}
          style=${{ top: `${(first + index) * height}px`, height: `${height}px` }}>
        ${render(item)}
      </div>`)}
    </div>
  </div>`;
}

function keepInSight(box, index, height) {
  const from = index * height;
  if (from < box.scrollTop) box.scrollTop = from;
  else if (from + height > box.scrollTop + box.clientHeight) box.scrollTop = from + height - box.clientHeight;
}
