// A list of any length of which only the rows in sight are on the page.
//
// It is a listbox: arrows, Page Up and Down, Home and End move the choice, and a screen reader
// hears where in the whole list it is.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { html } from '../html.js';
import { inSight, moved } from './window.js';

/** A whole array as a list. */
export function listOf(items, keyOf) {
  return { total: items.length, at: (index) => items[index], find: (key) => items.findIndex((item) => keyOf(item) === key) };
}

/**
 * The list: `list` gives the `total`, the item `at` an index or nothing while it is on its way, and
 * where to `find` a key; `onSight` hears which rows somebody looks at.
 */
export function Rows({ list, height = 36, keyOf, render, chosen, choose, label, onEnd, onSight, id }) {
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
  const { first, last } = inSight({ top: top.value, view: view.value, height, total: list.total });
  useLayoutEffect(() => onSight?.(first, last), [first, last, list.total]);
  const scrolled = () => {
    top.value = box.current.scrollTop;
    if (box.current.scrollTop + box.current.clientHeight > box.current.scrollHeight - 10 * height) onEnd?.();
  };
  const at = list.find(chosen);
  const pressed = (event) => {
    const page = Math.max(1, Math.floor(view.value / height) - 1);
    const next = moved(event.key, at, { page, total: list.total });
    if (next === null) return;
    event.preventDefault();
    keepInSight(box.current, next, height);
    const item = list.at(next);
    if (item) choose(keyOf(item));
  };
  const active = at >= first && at < last ? `${id}-${chosen}` : undefined;
  const shown = Array.from({ length: last - first }, (_, index) => first + index);
  return html`<div class="rows" ref=${box} role="listbox" tabindex="0" aria-label=${label}
      aria-activedescendant=${active} onScroll=${scrolled} onKeyDown=${pressed}>
    <div class="rows-all" role="presentation" style=${{ height: `${list.total * height}px` }}>
      ${shown.map((index) => {
        const item = list.at(index);
        const key = item ? keyOf(item) : `row ${index}`;
        return html`<div key=${key} id=${`${id}-${key}`} class="row" role="option" aria-selected=${key === chosen}
            aria-setsize=${list.total} aria-posinset=${index + 1} onClick=${() => item && choose(key)}
            style=${{ top: `${index * height}px`, height: `${height}px` }}>
          ${item ? render(item) : html`<span class="dim">…</span>`}
        </div>`;
      })}
    </div>
  </div>`;
}

function keepInSight(box, index, height) {
  const from = index * height;
  if (from < box.scrollTop) box.scrollTop = from;
  else if (from + height > box.scrollTop + box.clientHeight) box.scrollTop = from + height - box.clientHeight;
}
