// Which of the things to try this browser has tried; kept here and sent nowhere.

import { signal } from '@preact/signals';

const KEPT = 'ensemble.tried';

/** The names of what was tried. */
export const tried = signal(new Set(read()));

/** Ticks something off. */
export function mark(name) {
  if (tried.value.has(name)) return;
  tried.value = new Set([...tried.value, name]);
  try {
    localStorage.setItem(KEPT, JSON.stringify([...tried.value]));
  } catch {
    // A browser that keeps nothing still shows the tick until the tab is closed.
  }
}

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
