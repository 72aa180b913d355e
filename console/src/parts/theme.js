// Light, dark, or as the system has it; remembered on this machine.

import { signal, effect } from '@preact/signals';
import { html } from '../html.js';

const KEPT = 'ensemble.theme';
const CHOICES = ['system', 'light', 'dark'];
/** The choice that holds. */
export const theme = signal(CHOICES.includes(localStorage.getItem(KEPT)) ? localStorage.getItem(KEPT) : 'system');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEPT, theme.value);
});

/** The choice. */
export function Theme() {
  return html`<label class="theme">
    <span class="hidden">Colours</span>
    <select value=${theme.value} onChange=${(event) => (theme.value = event.currentTarget.value)}>
      <option value="system">As the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>`;
}
